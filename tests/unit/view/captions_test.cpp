// tests/unit/view/captions_test.cpp -- the sentence under a picture says what its cells show, in every view and switch.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/document/derive.h>
#include <tilescope/document/emulate.h>
#include <tilescope/document/presets.h>
#include <tilescope/emulator/emulation.h>
#include <tilescope/view/animation.h>
#include <tilescope/view/pictures.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <map>
#include <regex>
#include <set>
#include <string>

namespace tilescope {
namespace {

// What a picture was made from, and the picture.
struct Shown {
    const Derived& d;
    const ViewState& v;
    const Results& results;
    const Scene& scene;

    const std::string& caption() const { return scene.sentence; }
    const Cells* grid(std::string_view id) const {
        const auto found = std::ranges::find(scene.grids, id, &Cells::id);
        return found == scene.grids.end() ? nullptr : &*found;
    }
};

// The captures of a pattern in a text, as numbers; empty: it is not there.
std::vector<long> numbers(const std::string& text, const std::string& pattern) {
    std::smatch found;
    std::vector<long> out;
    if (!std::regex_search(text, found, std::regex(pattern))) return out;
    for (std::size_t i = 1; i < found.size(); ++i) out.push_back(found[i].matched ? std::stol(found[i]) : -1);
    return out;
}

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

// Whether so many elements fill a row or column of so many cells.
bool fills(long elements, int cells, int cell) {
    return elements <= long{cells} * cell && elements > long{cells - 1} * cell;
}

std::string size_of_tile(const Cells& tile, const std::string& caption) {
    const std::vector<long> n = numbers(caption, "^Operand [AB], (\\d+) x (\\d+) ");
    if (n.size() != 2) return "no size";
    return fills(n[0], tile.rows, tile.cell_rows) && fills(n[1], tile.columns, tile.cell_columns) ? "" : "size";
}

std::string lines_of(const Cells& memory, const std::string& caption) {
    const std::string lines = say(' ', memory.rows, memory.rows == 1 ? " line" : " lines", " of 128 bytes from ");
    return memory.rows == 0 || has(caption, say(lines, memory.row_labels.front(), '.')) ? "" : lines;
}

std::string memory_says(const Shown& s) {
    if (has(s.caption(), "without the XOR") == s.v.swizzle) return "the XOR";
    const std::string wrong = size_of_tile(s.scene.grids[0], s.caption());
    return wrong.empty() ? lines_of(s.scene.grids[1], s.caption()) : wrong;
}

std::string tensor_map_says(const Shown& s) {
    const std::string wrong = size_of_tile(s.scene.grids[0], s.caption());
    return wrong.empty() ? lines_of(s.scene.grids[1], s.caption()) : wrong;
}

// How many different words one phase reads from its worst bank, counted in the cells: the number of a cell is a phase.
unsigned worst_bank(const Cells& by_phase) {
    std::map<std::pair<int, int>, unsigned> words;  // phase, bank
    for (std::size_t i = 0; i < by_phase.label.size(); ++i)
        if (by_phase.label[i] != kNoLabel) ++words[{by_phase.label[i], int(i) % by_phase.columns}];
    unsigned most = 0;
    for (const auto& [at, count] : words) most = std::max(most, count);
    return most;
}

std::string banks_say(const Shown& s) {
    std::array<unsigned, 2> ways{};  // as drawn, and with the other position of the switch
    for (const bool other : {false, true}) {
        ViewState look = s.v;
        look.bank_phases = true;
        if (other) look.swizzle = !look.swizzle;
        const auto scene = picture_of("banks", s.d, look);
        if (!scene) return scene.why;
        ways[other] = worst_bank(scene->grids.front());
    }
    const auto in_words = [](unsigned n) { return n < 2 ? std::string("no conflict") : say(n, "-way"); };
    if (!s.caption().starts_with(in_words(ways[0]))) return in_words(ways[0]);
    const bool crossed = std::ranges::count(s.scene.grids[0].mark, Mark::crossed) > 0;
    if (crossed == (ways[0] < 2)) return "the crosses";
    if (s.d.of(s.v.operand).layout.mode == SwizzleMode::none) return "";
    const std::string beside = say(s.v.swizzle ? "(without" : "(with", " the XOR: ", in_words(ways[1]), ')');
    if (!has(s.caption(), beside)) return beside;
    const auto both = banks_picture(s.d, s.v);
    const std::vector<std::string>& phases = s.v.swizzle ? both->phases_on : both->phases_off;
    long turns = 0;
    for (const std::string& line : phases) turns += numbers(line, ": (\\d+) turn").at(0);
    return has(s.scene.grids[0].title, say(' ', turns, turns == 1 ? " turn," : " turns,")) ? "" : "turns of the phases";
}

// The rank of the matrix that is drawn, by elimination.
std::string f2_says(const Shown& s) {
    const Cells& cells = s.scene.grids.front();
    std::vector<std::uint64_t> rest;
    long inputs = 0, rank = 0;
    for (int c = 0; c < cells.columns; ++c) {
        if (cells.key[cells.at(0, c)] == kNoKey) continue;  // the address of element (0, 0)
        ++inputs;
        std::uint64_t vector = 0;
        for (int r = 0; r < cells.rows; ++r) vector |= std::uint64_t(cells.label[cells.at(r, c)]) << r;
        for (const std::uint64_t other : rest) vector = std::min(vector, vector ^ other);
        if (vector != 0) rest.push_back(vector), ++rank;
    }
    const std::vector<long> n = numbers(s.caption(), "^(\\d+) index bits, rank (\\d+): ");
    if (n != std::vector{inputs, rank}) return say(inputs, " bits, rank ", rank);
    if (inputs == rank) return has(s.caption(), "every element has a different address") ? "" : "invertible";
    return has(s.caption(), say(": ", 1L << (inputs - rank), " elements share")) ? "" : "kernel";
}

std::string form_says(const Shown& s) {
    const std::string size = "\\((\\d+) x (\\d+), [^)]*\\)";
    const std::vector<long> n =
        numbers(s.caption(), say("^D ", size, " \\+= A ", size, " x B ", size, ".* A cell is 8 x 8 elements"));
    if (n.size() != 6) return "sizes";
    const char* ids[] = {"form_d", "form_a", "form_b"};
    for (std::size_t i = 0; i < 3; ++i) {
        const Cells* cells = s.grid(ids[i]);
        if (!cells || !fills(n[2 * i], cells->rows, 8) || !fills(n[2 * i + 1], cells->columns, 8)) return ids[i];
    }
    return "";
}

std::string mask_says(const Shown& s) {
    long columns = 0, zeroed = 0;
    for (const Cells& cells : s.scene.grids)
        if (cells.id != "mask_source")
            columns += std::ssize(cells.tone), zeroed += std::ranges::count(cells.tone, Tone::zeroed);
    return s.caption().starts_with(say(zeroed, " of ", columns, " columns are zeroed.")) ? "" : say(zeroed, columns);
}

std::string tmem_says(const Shown& s) {
    const Cells& cells = s.scene.grids.front();
    for (const Area& area : s.scene.areas) {
        std::vector<long> n = numbers(s.caption(), say("(?:^|, )", area.label, " columns? (\\d+)(?: to (\\d+))?"));
        if (n.size() != 2) return area.label;
        n[1] = std::min(n[1] < 0 ? n[0] : n[1], long{cells.columns} * cells.cell_columns - 1);
        if (n[0] / cells.cell_columns != area.column || n[1] / cells.cell_columns != area.column + area.columns - 1)
            return area.label;
    }
    const std::vector<long> free = numbers(s.caption(), "next free column (\\d+)\\.");
    int used = -1;
    for (std::size_t i = 0; i < cells.tone.size(); ++i)
        if (cells.tone[i] != Tone::empty) used = std::max(used, int(i) % cells.columns);
    if (free.empty()) return has(s.caption(), "no column is free after them") ? "" : "free";
    return used < (free[0] + cells.cell_columns - 1) / cells.cell_columns ? "" : say("column ", used, " is used");
}

std::string scales_say(const Shown& s) {
    const std::vector<long> n =
        numbers(s.caption(),
                ": K step (\\d+) reads (\\d+) factors? per row, starting at byte (\\d) of the cells "
                "\\(scale factor ID (\\d)\\)\\.");
    if (n.size() != 4) return "the numbers";
    const Cells& lanes = *s.grid("scales_tmem");
    std::map<std::uint32_t, std::set<std::uint32_t>> lit;  // row -> its factors
    for (std::size_t i = 0; i < lanes.key.size(); ++i)
        if (lanes.lit[i] != 0) lit[lanes.key[i] >> 16].insert(lanes.key[i] & 0xffff);
    for (const auto& [row, factors] : lit) {
        if (std::ssize(factors) != n[1]) return say("row ", row, ": ", factors.size());
        if (long(*factors.begin()) != n[0] * n[1]) return say("row ", row, " begins at ", *factors.begin());
    }
    for (int c = 0; c < lanes.columns; ++c)
        if (lanes.lit[lanes.at(0, c)] != 0) return c % 4 == n[2] ? "" : say("byte ", c % 4);
    return lit.empty() ? "nothing is lit" : "";
}

std::string sparse_says(const Shown& s) {
    const Cells* cells = s.grid("meta");
    if (cells == nullptr) return has(s.caption(), "not known") ? "" : "no cells";
    std::set<std::uint32_t> rows, codes;
    for (const std::uint32_t key : cells->key)
        if (key != kNoKey) rows.insert(key >> 16), codes.insert(key & 0xffff);
    const std::string what = say(rows.size(), " rows of A with ", codes.size(), " codes each");
    return s.caption().starts_with(what) ? "" : what;
}

std::string result_says(const Shown& s) {
    const Cells& cells = s.scene.grids.front();
    const std::string caption = std::regex_replace(s.caption(), std::regex("(\\d) (?=\\d{3})"), "$1");
    long all = 0;
    for (const NamedValue& verdict : kVerdictNames) {
        const std::vector<long> n = numbers(caption, say("(?:^|, )(\\d+) ", verdict.name));
        const long said = n.empty() ? 0 : n[0];
        all += said;
        const auto which = static_cast<Verdict>(verdict.raw);
        const Mark mark = which == Verdict::wrong ? Mark::crossed : Mark::hatched;
        if (which == Verdict::wrong || which == Verdict::requested)
            if (std::ranges::count(cells.mark, mark) != said) return std::string(verdict.name);
    }
    return all == std::ssize(cells.tone) ? "" : say(all, " of ", cells.tone.size());
}

std::string live_says(const Shown& s) {
    return has(s.caption(), "No GPU has run it") == (s.scene.grids.size() == 1) ? "" : "the GPU";
}

std::string word_says(const Shown& s) {
    const Cells& cells = s.scene.grids.front();
    std::string digits;
    for (std::size_t i = 0; i < cells.label.size(); i += 4) {
        int digit = 0;
        bool open = false;
        for (std::size_t b = i; b < i + 4; ++b)
            digit = 2 * digit + std::max(cells.label[b], 0), open |= cells.label[b] == kNoLabel;
        digits += open ? '?' : "0123456789abcdef"[digit];
    }
    return has(s.caption(), say(" 0x", digits, ": ")) ? "" : digits;
}

std::string mma_says(const Shown& s) {
    const std::vector<long> n = numbers(s.caption(), "^A (\\d+) x (\\d+) .*; B (\\d+) x (\\d+) .*; D (\\d+) x (\\d+) ");
    if (n.size() != 6) return "sizes";
    const char* ids[] = {"mma_a", "mma_b", "mma_d"};
    for (std::size_t i = 0; i < 3; ++i) {
        const Cells* c = s.grid(ids[i]);
        const long down = n[i == 1 ? 3 : 2 * i], across = n[i == 1 ? 2 : 2 * i + 1];  // B has k downward
        if (c && (!fills(down, c->rows, c->cell_rows) || !fills(across, c->columns, c->cell_columns))) return ids[i];
    }
    return "";
}

// The rows that are read, the turns and the chunks that have another place, counted in the cells.
std::string before_after_says(const Shown& s) {
    const std::vector<long> said =
        numbers(s.caption(),
                "A read of chunk (\\d+) of (?:rows|columns) (\\d+) to (\\d+) of . takes (\\d+) turns? "
                "without the XOR and (\\d+) turns? with .* moves (\\d+) of these (\\d+) chunks");
    const Cells &before = *s.grid("before"), &after = *s.grid("after");
    const CellsByKey to = cells_by_key(after);
    long moved = 0, chunk = -1;
    for (const auto& [key, at] : cells_by_key(before)) {
        moved += to.at(key) != at;
        if (before.lit[at] != 0) chunk = before.label[at];
    }
    const auto turns = [&](std::string_view id) {
        long out = 0;
        const Cells& banks = *s.grid(id);
        for (const auto& [key, at] : cells_by_key(banks)) out = std::max(out, long(at) / banks.columns + 1);
        return out;
    };
    long first = 1'000'000, last = -1;
    for (const std::int32_t row : s.grid("after_banks")->label)
        if (row != kNoLabel) first = std::min(first, long(row)), last = std::max(last, long(row));
    const std::vector<long> seen{chunk, first,         last, turns("before_banks"), turns("after_banks"),
                                 moved, std::ssize(to)};
    return said == seen ? "" : say("the cells: ", list_of(seen, [](long n) { return say(n); }));
}

struct CaptionCheck {
    std::string_view view;  // its id, or the first word of it
    std::string (*wrong)(const Shown&);
};
constexpr CaptionCheck kChecks[] = {
    {"mma", mma_says},
    {"memory", memory_says},
    {"before_after", before_after_says},
    {"banks", banks_say},
    {"f2", f2_says},
    {"form", form_says},
    {"mask", mask_says},
    {"tmem", tmem_says},
    {"scales", scales_say},
    {"live", live_says},
    {"sparse", sparse_says},
    {"result", result_says},
    {"word", word_says},
    {"tensor_map", tensor_map_says},
};

// Visits the switches of the view state, and collects the values that each can have.
struct Switches {
    std::vector<std::pair<std::string, std::vector<std::string>>> all;

    template <class T, class Names>
    void name(const char* key, T&, const Names& names) {
        std::vector<std::string>& values = all.emplace_back(key, std::vector<std::string>()).second;
        for (const NamedValue& n : names) values.emplace_back(n.name);
    }
    void operator()(const char* key, bool&) { all.push_back({key, {"0", "1"}}); }
    void operator()(const char* key, unsigned&) { all.push_back({key, {"0", "1", "3"}}); }
    void operator()(const char* key, Focus&) { all.push_back({key, {"A 3 24", "B 9 8", "0x580", "D 5 7"}}); }
    void operator()(const char* key, std::string&) {
        std::vector<std::string>& values = all.emplace_back(key, std::vector<std::string>()).second;
        for (const AccessRow& row : kAccessKinds)
            values.emplace_back(row.kind == AccessKind::block ? std::string("16x32") : std::string(row.id));
        values.insert(values.end(), {"along:4", "across:8"});
    }
};

Results result_of(const Derived& d) {
    Results out;
    const JobAnswer job = emulator_job(d);
    auto emulation = job ? emulate(*job) : Answer<Emulation>(Refusal("no job"));
    if (!emulation) return out;
    out.state = ResultState::done;
    out.job = *job, out.session = d.session;
    out.emulation = std::move(emulation.value);
    out.sums = range_of_sums(*out.emulation);
    return out;
}

void check_views(const Derived& d, const Results& results, const ViewState& v, const std::string& where) {
    for (const PictureView& view : picture_views()) {
        const auto check = std::ranges::find(kChecks, view.id.substr(0, view.id.find(' ')), &CaptionCheck::view);
        ASSERT_NE(check, std::end(kChecks)) << "the captions of the view " << view.id << " have no check";
        const auto scene = picture_of(view.id, d, v, results);
        if (scene) {
            EXPECT_EQ(check->wrong({d, v, results, *scene}), "") << where << " " << view.id << ": " << scene->sentence;
        }
    }
}

// Sessions whose pictures are not the plain ones: a start in the middle of a line, a wrong stride, a copy, few rows.
std::vector<std::pair<std::string, Session>> sessions() {
    std::vector<std::pair<std::string, Session>> out;
    const auto with = [](Session s, WordId word, std::string_view field, std::uint64_t raw) {
        return apply_edit(s, SetField{word, find_field(*derive(s).of(word).format, field), raw});
    };
    for (const Preset& p : presets()) {
        Session s = p.session();
        const Derived d = derive(s);
        for (const Operand o : kBothOperands)
            if (d.of(o).placed() && can_be_copied(*d.of(o).layout.type)) s.tensor_map[o] = copy_from_descriptor(d, o);
        out.emplace_back(p.id, s);
    }
    const Session f16 = find_preset("k_major_128b_f16")->session();
    out.emplace_back("start in a line", with(f16, WordId::a_desc, "start", 0x42));
    out.emplace_back("overlap", with(f16, WordId::a_desc, "sbo", 0x20));
    out.emplace_back("base offset", with(f16, WordId::a_desc, "base_offset", 3));
    Session last = f16;
    last = apply_edit(last, SetTmemAddress{TmemPlace::d, 480});
    out.emplace_back("D past the last column", last);
    Session wrong = find_preset("block_scaled_mxf4nvf4")->session();
    out.emplace_back("tile of one step", apply_edit(wrong, SetTileK{8}));
    return out;
}

TEST(Captions, SayWhatTheCellsShowInEverySession) {
    for (const auto& [name, session] : sessions()) {
        const Derived d = derive(session);
        const Results results = result_of(d);
        for (const Operand operand : kBothOperands)
            for (const bool swizzle : {true, false})
                check_views(d, results, {.operand = operand, .swizzle = swizzle}, name);
    }
}

TEST(Captions, SayWhatTheCellsShowWithEverySwitch) {
    Switches switches;
    ViewState any;
    describe_view_state(switches, any);
    ASSERT_EQ(switches.all.size(), view_keys().size());
    for (const std::string_view name : {"k_major_64b_bf16", "cutlass_72a_nvfp4", "sparse_f16", "zero_mask_ws"}) {
        const bool both = name == "k_major_64b_bf16";  // the pictures without the swizzle, too
        const Derived d = derive(find_preset(name)->session());
        const Results results = result_of(d);
        for (const auto& [key, values] : switches.all)
            for (const std::string& value : values)
                for (const bool swizzle : both ? std::vector{true, false} : std::vector{true}) {
                    const auto v =
                        with_view_key({.operand = key == "selection" && value[0] == 'B' ? Operand::b : Operand::a,
                                       .swizzle = swizzle},
                                      key, value);
                    ASSERT_TRUE(v) << key << "=" << value << ": " << v.why;
                    check_views(d, results, *v, say(name, ' ', key, '=', value));
                }
    }
}

// ---- animations ----

// Cells that have arrived in a grid before the step.
long arrived(const Scene& scene, std::size_t grid) {
    return std::ranges::count_if(scene.grids[grid].label, [](std::int32_t l) { return l != kNoLabel; });
}

std::string swizzle_step_says(const Animation& a, std::size_t i) {
    const AnimationStep& step = a.steps[i];
    const std::vector<long> many = numbers(step.sentence, "So the (\\d+) (?:chunk|element)s? of line");
    if (!many.empty() && many[0] != std::ssize(step.movements)) return "movements";
    const std::vector<long> all = numbers(step.sentence, "^All (\\d+) .* gave (\\d+) of them another place");
    if (i + 1 < a.steps.size()) return all.empty() ? "" : "not the last step";
    long moved = 0, cells = 0;
    for (const AnimationStep& s : a.steps)
        for (const Movement& m : s.movements) ++cells, moved += m.from.column != m.to.column;
    return all == std::vector{cells, moved} && cells == arrived(scene_in(a, i), 2) ? "" : say(cells, ", ", moved);
}

// A row crosses over whole, and the turns are the rows of the banks that are filled.
std::string before_after_step_says(const Animation& a, std::size_t i) {
    const AnimationStep& step = a.steps[i];
    const std::vector<long> banks = numbers(step.sentence, "banks (\\d+) to \\d+ to banks (\\d+) to");
    if (!banks.empty() && std::ranges::none_of(step.movements, [&](const Movement& m) {
            return 4 * m.from.column == banks[0] && 4 * m.to.column == banks[1];
        }))
        return "banks";
    const std::vector<long> turns = numbers(step.sentence, "^With[^:]*: (\\d+) turn");
    if (turns.empty()) return "";
    long last = 0;
    for (const Movement& m : step.movements) last = std::max(last, long(m.to.row) + 1);
    return turns[0] == last ? "" : say(last, " turns");
}

std::string k_step_says(const Animation& a, std::size_t i) {
    const AnimationStep& step = a.steps[i];
    const std::vector<long> added = numbers(step.sentence, "D has now added (\\d+) of (\\d+) K steps");
    if (!added.empty() && scene_in(a, i).grids[2].label[0] != added[0]) return "D";
    const std::vector<long> read = numbers(step.sentence, "The MMA reads columns (\\d+) to (\\d+) of all (\\d+) rows");
    if (read.empty()) return "";
    std::set<long> columns, rows;
    const Cells& tile = a.start.grids[1];
    for (const Movement& m : step.movements)
        for (int e = 0; e < std::max(tile.cell_rows, tile.cell_columns); ++e) {
            rows.insert(long(m.key >> 16) + std::min(e, tile.cell_rows - 1));
            columns.insert(long(m.key & 0xffff) + std::min(e, tile.cell_columns - 1));
        }
    return *columns.begin() <= read[0] && *columns.rbegin() >= read[1] && std::ssize(rows) >= read[2] ? "" : "columns";
}

std::string tma_step_says(const Animation& a, std::size_t i) {
    const AnimationStep& step = a.steps[i];
    const std::vector<long> wrote =
        numbers(step.sentence, "TMA writes (?:lines .* pattern, )?(\\d+) (?:chunk|element)");
    if (!wrote.empty() && wrote[0] != std::ssize(step.movements)) return "written";
    const std::vector<long> all = numbers(step.sentence, "All (\\d+) (?:chunk|element)s? (?:is|are) as TMA wrote");
    const std::vector<long> some = numbers(step.sentence, "(\\d+) of (\\d+) (?:chunk|element)s? (?:is|are) not");
    if (all.empty() && some.empty()) return "";
    const long crossed = std::ranges::count(step.movements, Mark::crossed, &Movement::mark) + std::ssize(step.changes);
    const long reads = std::ssize(step.movements) + std::ssize(step.changes);
    return (all.empty() ? some == std::vector{crossed, reads} : all[0] == reads && crossed == 0) ? "" : "reads";
}

std::string mask_step_says(const Animation& a, std::size_t i) {
    const std::vector<long> n = numbers(a.steps[i].sentence, "The mask zeroes (\\d+) of (\\d+) columns of D");
    if (n.empty()) return "";
    const Cells last = scene_in(a, i).grids[0];
    const long all = std::ssize(last.key) - std::ranges::count(last.key, kNoKey);
    return n == std::vector{std::ranges::count(last.tone, Tone::zeroed), all} ? "" : "the mask";
}

std::string scales_step_says(const Animation& a, std::size_t i) {
    const AnimationStep& step = a.steps[i];
    const std::vector<long> rows = numbers(step.sentence, "and so on for (\\d+) rows");
    std::set<int> to;
    for (const Movement& m : step.movements) to.insert(m.to.row);
    return rows.empty() || rows[0] == std::ssize(to) ? "" : say(to.size(), " rows");
}

constexpr std::string (*kStepChecks[])(const Animation&, std::size_t) = {
    swizzle_step_says, before_after_step_says, k_step_says, tma_step_says, mask_step_says, scales_step_says};
static_assert(std::size(kStepChecks) == kAnimationCount);

TEST(Captions, OfAnimationsSayWhatMoves) {
    for (const auto& [name, session] : sessions()) {
        const Derived d = derive(session);
        for (const AnimationRow& row : kAnimations)
            for (const Operand operand : kBothOperands)
                for (const Grain grain : {Grain::chunk, Grain::element}) {
                    if (grain == Grain::element && name != presets().front().id) continue;
                    const auto a = animation_of(row.id, d, {.operand = operand, .grain = grain});
                    for (std::size_t i = 0; a && i < a->steps.size(); ++i)
                        EXPECT_EQ(kStepChecks[static_cast<std::size_t>(row.id)](*a, i), "")
                            << name << ", " << row.name << " of " << name_of(operand) << ", step " << i << ": "
                            << a->steps[i].sentence;
                }
    }
}

}  // namespace
}  // namespace tilescope
