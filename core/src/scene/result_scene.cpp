// core/src/scene/result_scene.cpp -- pictures and texts of D: emulated, expected, and that of a GPU.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/emulator/dot.h>
#include <tilescope/emulator/element_terms.h>
#include <tilescope/emulator/emulation.h>
#include <tilescope/emulator/matrix_product.h>
#include <tilescope/emulator/mma.h>
#include <tilescope/emulator/recipe.h>
#include <tilescope/scene/result_scene.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

namespace tilescope {
namespace {

Tone tone_of(std::int64_t places) { return places < 0 ? Tone::below : places > 0 ? Tone::above : Tone::equal; }

Mark mark_of(Verdict verdict) {
    return verdict == Verdict::wrong ? Mark::crossed : verdict == Verdict::requested ? Mark::hatched : Mark::none;
}

// "11 880".
std::string grouped(std::size_t number) {
    std::string digits = say(number), out;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        if (i > 0 && (digits.size() - i) % 3 == 0) out += ' ';
        out += digits[i];
    }
    return out;
}

unsigned word_digits(const Emulation& e) { return bits_of_d(e.d_type) / 4; }

std::string text_of_places(std::int64_t places) {
    if (places == kFar || places == -kFar) return "far";
    return say(places > 0 ? "+" : "", places);
}

std::string text_of_difference(std::string_view d_type, std::int64_t places) {
    if (places == kFar || places == -kFar) return "too far apart to count";
    const std::int64_t many = places < 0 ? -places : places;
    return say(many, last_place(d_type), places < 0 ? " below" : " above");
}

void add_row(std::string& out, const Emulation& e, std::size_t i) {
    out += say(i / e.n, ',', i % e.n, ',', hex(e.d[i], word_digits(e)), ',', text_of_word(e.d_type, e.d[i]), ',',
               text_of_word(e.d_type, e.expected[i].word), ',',
               name_in(kVerdictNames, static_cast<unsigned>(e.verdicts[i])), ',', text_of_places(e.places[i]), '\n');
}

// The instructions along the K of the tile.
std::size_t steps_of_tile(const EmulatorJob& job) {
    if (job.steps.empty()) return 0;
    const auto shape = shape_of(job.steps.front());
    return shape && shape->k > 0 ? job.expected.k / shape->k : job.steps.size();
}

bool is_coded(const Recipe& recipe) {
    return recipe.kind == RecipeKind::coordinates || recipe.kind == RecipeKind::rows ||
           recipe.kind == RecipeKind::columns;
}

}  // namespace

Cells d_grid(const Emulation& e, std::string id, std::string title) {
    Cells out = empty_grid(std::move(id), std::move(title), {"m", "n"}, {static_cast<int>(e.m), static_cast<int>(e.n)},
                           CellKind::element_d, Tone::equal);
    out.key_by_place();
    return out;
}

Scene result_scene(const Emulation& e) {
    Scene scene;
    Cells cells = d_grid(e, "result", say("D  ", e.m, " x ", e.n));
    std::array<bool, 3> tones{};
    for (std::size_t i = 0; i < e.d.size(); ++i) {
        cells.tone[i] = tone_of(e.places[i]);
        cells.mark[i] = mark_of(e.verdicts[i]);
        tones[e.places[i] < 0 ? 0 : e.places[i] > 0 ? 2 : 1] = true;
    }
    scene.grids.push_back(std::move(cells));
    if (tones[1]) scene.legend.push_back({Tone::equal, Mark::none, "equal"});
    if (tones[0]) scene.legend.push_back({Tone::below, Mark::none, "- below"});
    if (tones[2]) scene.legend.push_back({Tone::above, Mark::none, "+ above"});
    if (e.count[static_cast<std::size_t>(Verdict::requested)] > 0)
        scene.legend.push_back({Tone::equal, Mark::hatched, "requested"});
    if (e.count[static_cast<std::size_t>(Verdict::wrong)] > 0)
        scene.legend.push_back({Tone::equal, Mark::crossed, "x wrong"});
    scene.sentence = counts_in_words(e);
    return scene;
}

Answer<CodeReader> code_reader(const Recipe& a, const Recipe& b, const EmulatorJob& job, const Emulation& e) {
    const bool b_is_coded = a.kind == RecipeKind::identity && is_coded(b);
    const bool a_is_coded = b.kind == RecipeKind::identity && is_coded(a);
    if (!job.expected.codes.empty()) return Refusal("Coordinates can be decoded only for dense forms.");
    if (!a_is_coded && !b_is_coded)
        return Refusal(
            "To decode coordinates, fill A or B with \"identity\" and the other with \"coordinates\", \"rows\" or "
            "\"columns\".");
    const Operand operand = b_is_coded ? Operand::b : Operand::a;
    const Recipe& coded = pick(operand, a, b);
    const ElementType* type = job.written_type[operand];
    const unsigned rows = pick(operand, job.expected.m, job.expected.n), columns = job.expected.k;
    if (rows == 0 || columns == 0 || type == nullptr || e.reads.empty())
        return Refusal("Coordinates cannot be decoded, because the run read no elements.");
    const unsigned step = e.reads.front().b.columns;
    const bool both = coded.kind == RecipeKind::coordinates;
    return CodeReader{.operand = operand,
                      .kind = coded.kind,
                      .columns = columns,
                      .codes = both                             ? rows * columns
                               : coded.kind == RecipeKind::rows ? rows
                                                                : columns,
                      .digits = code_digits(coded, {type->id, rows, columns}),
                      .digit = coded.digit,
                      .first_k = job.first_step * step,
                      .end_k = (job.first_step + static_cast<unsigned>(job.steps.size())) * step};
}

std::string text_of_code(const CodeReader& reader, double value, unsigned row, unsigned column) {
    // `row` and `column` are those of D. One of them is the row of the coded operand, the other is the k of the
    // identity.
    const unsigned coded_row = pick(reader.operand, row, column), k = pick(other_operand(reader.operand), row, column);
    const bool several = reader.digits.digits > 1;
    if (k < reader.first_k || k >= reader.end_k) return {};
    if (!(value >= 0 && value < (several ? reader.digits.base : reader.codes)) || value != std::floor(value)) return {};
    auto code = static_cast<unsigned>(value);
    if (several && reader.digit > 0) return say(name_of(reader.operand), " d", reader.digit, '=', code);
    const unsigned expected = reader.kind == RecipeKind::rows      ? coded_row
                              : reader.kind == RecipeKind::columns ? k
                                                                   : coded_row * reader.columns + k;
    const auto distance = [expected](unsigned c) { return c > expected ? c - expected : expected - c; };
    if (several)
        for (unsigned c = code; c < reader.codes; c += reader.digits.base)
            if (distance(c) < distance(code)) code = c;
    const char* guess = several ? "?" : "";
    if (reader.kind == RecipeKind::rows) return say(name_of(reader.operand), '[', code, "][.]", guess);
    if (reader.kind == RecipeKind::columns) return say(name_of(reader.operand), "[.][", code, ']', guess);
    return say(name_of(reader.operand), '[', code / reader.columns, "][", code % reader.columns, ']', guess);
}

std::string text_of_result(const Emulation& e, std::size_t index, const ResultText& text) {
    if (text.show == ResultShow::difference) return text_of_places(e.places[index]);
    const std::uint32_t word = text.show == ResultShow::expected ? e.expected[index].word : e.d[index];
    if (text.format == ResultFormat::hexadecimal) return hex(word, word_digits(e));
    if (text.format == ResultFormat::coordinates && text.codes) {
        const auto row = static_cast<unsigned>(index / e.n), column = static_cast<unsigned>(index % e.n);
        std::string code = text_of_code(*text.codes, number_of_d(e, word), row, column);
        if (!code.empty()) return code;
    }
    return text_of_word(e.d_type, word);
}

std::string counts_in_words(const Emulation& e) {
    std::string out = list_of(kVerdictNames, [&](const NamedValue& verdict) {
        const std::size_t count = e.count[static_cast<std::size_t>(verdict.raw)];
        return count == 0 ? std::string() : say(grouped(count), ' ', verdict.name);
    });
    if (!e.pattern.empty()) out += say(": ", e.pattern);
    return out.empty() ? "D is empty." : out;
}

bool covers_all_steps(const EmulatorJob& job) { return job.steps.size() >= steps_of_tile(job); }

std::string steps_in_words(const EmulatorJob& job) {
    const std::size_t all = steps_of_tile(job), run = job.steps.size();
    if (all < 2) return {};
    if (run >= all) return say("Emulated: all ", all, " K steps.");
    if (run == 1) return say("Emulated: K step ", job.first_step, " of ", all, ", not the others.");
    return say("Emulated: K steps ", job.first_step, " to ", job.first_step + run - 1, " of ", all,
               ", not the others.");
}

std::string sight_grouped(const Emulation& e) { return sight_in_words(e, grouped); }

std::vector<std::string> element_lines(const Emulation& e, unsigned row, unsigned column) {
    if (row >= e.m || column >= e.n) return {};
    const std::size_t i = std::size_t{row} * e.n + column;
    const std::uint32_t expected = e.expected[i].word;
    const unsigned digits = word_digits(e);
    std::vector<std::string> out = {say("emulated  ", text_of_word(e.d_type, e.d[i]), "  ", hex(e.d[i], digits)),
                                    say("expected  ", text_of_word(e.d_type, expected), "  ", hex(expected, digits),
                                        e.expected[i].exact ? "" : "  rounded"),
                                    say("verdict   ", name_in(kVerdictNames, static_cast<unsigned>(e.verdicts[i])))};
    if (e.places[i] != 0) out.back() += say(", ", text_of_difference(e.d_type, e.places[i]));
    const unsigned shows = i < e.shows.size() ? e.shows[i] : 0;
    // A wrong element has shown a wrong read, whatever the next element would have shown.
    if (e.verdicts[i] != Verdict::wrong && shows != (kShowsA | kShowsB))
        out.push_back(say("this value cannot show whether wrong bytes were read for ", (shows & kShowsA) != 0 ? "B"
                                                                                       : (shows & kShowsB) != 0
                                                                                           ? "A"
                                                                                           : "A or B"));
    if (i < e.doubt.size() && e.doubt[i] != 0)
        out.emplace_back("[?] another possible rule gives a different word for this element");
    return out;
}

std::string copy_of(const Emulation& e, ResultCopy what) {
    std::string out;
    const bool table = what == ResultCopy::csv || what == ResultCopy::differences;
    if (table) out = "row,col,word,value,expected,verdict,places\n";
    for (std::size_t i = 0; i < e.d.size(); ++i) {
        if (table) {
            if (what == ResultCopy::csv || e.verdicts[i] != Verdict::equal) add_row(out, e, i);
            continue;
        }
        out += what == ResultCopy::values ? text_of_word(e.d_type, e.d[i]) : hex(e.d[i], word_digits(e));
        out += (i + 1) % e.n == 0 ? '\n' : '\t';
    }
    return out;
}

// ---- D of the CPU model and D of a GPU, side by side ----

namespace {

using Words = std::span<const std::uint32_t>;

// The tones of differences: the greatest distance of each, and its text. Small differences are light, as equal words
// are.
struct UlpRow {
    std::int64_t most;
    Tone tone;
    std::string_view text;
};
constexpr UlpRow kUlpRows[] = {
    {0, Tone::zeroed, "same value, other bits"},
    {1, Tone::step7, "1"},  // with the unit
    {3, Tone::step6, "2 to 3"},
    {7, Tone::step5, "4 to 7"},
    {15, Tone::step4, "8 to 15"},
    {255, Tone::step3, "16 to 255"},
    {65535, Tone::step2, "256 to 65535"},
    {kFar - 1, Tone::step1, "more"},
    {std::numeric_limits<std::int64_t>::max(), Tone::step0, "too far apart to count"},
};

std::int64_t ulps_between(const Emulation& e, std::uint32_t word, std::uint32_t model) {
    return ulp_distance(find_float(e.d_type), word, model);
}

std::string text_of_row(const Emulation& e, const UlpRow& row) {
    return say(row.text, row.most == 1 ? last_place(e.d_type) : "");
}

std::int64_t size_of(std::int64_t ulps) { return ulps < 0 ? -ulps : ulps; }

const UlpRow& row_of_ulps(std::int64_t ulps) {
    return *std::ranges::find_if(kUlpRows, [&](const UlpRow& row) { return size_of(ulps) <= row.most; });
}

// The finite values of both grids.
struct Range {
    double low = 0, high = 0;
    std::uint32_t low_word = 0, high_word = 0;
    bool any = false, other = false;  // other: an infinity or NaN

    void add(double value, std::uint32_t word) {
        if (!std::isfinite(value)) {
            other = true;
            return;
        }
        if (!any || value < low) low = value, low_word = word;
        if (!any || value > high) high = value, high_word = word;
        any = true;
    }
    Tone tone(double value) const {
        if (!std::isfinite(value)) return Tone::zeroed;
        if (!(high > low)) return Tone::step4;
        const double place = (value / 2 - low / 2) / (high / 2 - low / 2) * 8;  // halves: the width can overflow
        return static_cast<Tone>(std::clamp(static_cast<int>(place), 0, 7));
    }
};

// A label that fits into a cell: an integer of at most four digits.
std::int32_t label_of(double value) {
    return value == std::floor(value) && std::abs(value) < 10'000 ? static_cast<std::int32_t>(value) : kNoLabel;
}

std::int32_t label_of_ulps(std::int64_t ulps) {
    return size_of(ulps) < 10'000 && ulps != kNoLabel ? static_cast<std::int32_t>(ulps) : kNoLabel;
}

void show_values(const Emulation& e, Words words, const Range& range, Cells& cells) {
    for (std::size_t i = 0; i < words.size(); ++i) {
        const double value = number_of_d(e, words[i]);
        cells.tone[i] = range.tone(value);
        cells.label[i] = label_of(value);
    }
}

bool is_unknown(std::span<const std::uint8_t> unknown, std::size_t i) { return i < unknown.size() && unknown[i] != 0; }

std::optional<std::size_t> first_difference(const Emulation& e, Words gpu, std::span<const std::uint8_t> unknown) {
    for (std::size_t i = 0; i < gpu.size(); ++i)
        if (gpu[i] != e.d[i] && !is_unknown(unknown, i)) return i;
    return std::nullopt;
}

void add_value_legend(const Emulation& e, const Range& range, Scene& scene) {
    if (range.any && range.high > range.low) {
        scene.legend.push_back({Tone::step0, Mark::none, say("near ", text_of_word(e.d_type, range.low_word))});
        scene.legend.push_back({Tone::step7, Mark::none, say("near ", text_of_word(e.d_type, range.high_word))});
    } else if (range.any) {
        scene.legend.push_back({Tone::step4, Mark::none, text_of_word(e.d_type, range.low_word)});
    }
    if (range.other) scene.legend.push_back({Tone::zeroed, Mark::none, "infinity or NaN"});
}

// Hatched and without a colour: nobody knows whether the model is right there.
void show_unknown(std::span<const std::uint8_t> unknown, Scene& scene) {
    bool any = false;
    for (std::size_t i = 0; i < unknown.size(); ++i) {
        if (unknown[i] == 0) continue;
        any = true;
        for (Cells& cells : scene.grids) cells.tone[i] = Tone::empty, cells.mark[i] = Mark::hatched;
    }
    if (any) scene.legend.push_back({Tone::empty, Mark::hatched, "not compared"});
}

// Both grids have the same colours, so that a place in the one is easily found in the other.
void show_differences(const Emulation& e, Words gpu, std::span<const std::uint8_t> unknown, Scene& scene) {
    std::array<bool, std::size(kUlpRows)> there{};
    bool any_equal = false;
    for (std::size_t i = 0; i < gpu.size(); ++i) {
        if (is_unknown(unknown, i)) continue;
        if (gpu[i] == e.d[i]) {
            any_equal = true;
            continue;
        }
        const std::int64_t ulps = ulps_between(e, gpu[i], e.d[i]);
        const UlpRow& row = row_of_ulps(ulps);
        there[static_cast<std::size_t>(&row - kUlpRows)] = true;
        for (Cells& cells : scene.grids) cells.tone[i] = row.tone;
        scene.grids[1].label[i] = label_of_ulps(ulps);
    }
    if (any_equal) scene.legend.push_back({Tone::equal, Mark::none, "equal"});
    for (std::size_t r = 0; r < there.size(); ++r)
        if (there[r]) scene.legend.push_back({kUlpRows[r].tone, Mark::none, text_of_row(e, kUlpRows[r])});
}

std::string element_line(const Emulation& e, std::string_view who, std::uint32_t word) {
    return say(who, text_of_word(e.d_type, word), "  ", hex(word, bits_of_d(e.d_type) / 4));
}

}  // namespace

Scene live_scene(const Emulation& e, Words gpu, LiveColouring colouring, std::span<const std::uint8_t> unknown) {
    Scene scene;
    const std::string size = say(e.m, " x ", e.n);
    scene.grids.push_back(d_grid(e, "live_model", say("MODEL  D  ", size)));
    if (gpu.size() != e.d.size()) gpu = {};
    if (!gpu.empty()) scene.grids.push_back(d_grid(e, "live_gpu", say("GPU  D  ", size)));
    if (gpu.empty()) unknown = {};
    const auto first = first_difference(e, gpu, unknown);
    if (!gpu.empty() && colouring == LiveColouring::difference) {
        show_differences(e, gpu, unknown, scene);
    } else {
        Range range;
        for (const std::uint32_t word : e.d) range.add(number_of_d(e, word), word);
        for (const std::uint32_t word : gpu) range.add(number_of_d(e, word), word);
        show_values(e, e.d, range, scene.grids[0]);
        if (!gpu.empty()) show_values(e, gpu, range, scene.grids[1]);
        add_value_legend(e, range, scene);
        for (std::size_t i = 0; i < gpu.size(); ++i)
            if (gpu[i] != e.d[i] && !is_unknown(unknown, i))
                for (Cells& cells : scene.grids) cells.mark[i] = Mark::hatched;
        if (first) scene.legend.push_back({Tone::equal, Mark::hatched, "differs"});
    }
    show_unknown(unknown, scene);
    if (first) {
        scene.grids[1].mark[*first] = Mark::crossed;
        scene.legend.push_back({Tone::equal, Mark::crossed, "first difference"});
    }
    const auto unknowns = std::ranges::count_if(unknown, [](std::uint8_t u) { return u != 0; });
    const std::string both = "D of the CPU model, and D of a GPU, which ";
    scene.sentence = gpu.empty()     ? "D of the CPU model. No GPU has run it."
                     : first         ? both + "differs."
                     : unknowns == 0 ? both + "is equal in every bit."
                                     : say(both, "is equal in every bit of the ", e.d.size() - std::size_t(unknowns),
                                           " elements that were compared.");
    return scene;
}

std::vector<std::string> live_element_lines(const Emulation& e, Words gpu, unsigned row, unsigned column) {
    if (row >= e.m || column >= e.n) return {};
    const std::size_t i = std::size_t{row} * e.n + column;
    std::vector<std::string> out = {element_line(e, "model  ", e.d[i])};
    if (gpu.size() != e.d.size()) return out;
    out.push_back(element_line(e, "GPU    ", gpu[i]));
    if (gpu[i] == e.d[i]) {
        out.emplace_back("equal in every bit");
        return out;
    }
    const std::int64_t ulps = ulps_between(e, gpu[i], e.d[i]);
    out.push_back(ulps == 0               ? "The bits differ, but the values are equal."
                  : size_of(ulps) >= kFar ? "The words are too far apart to count the distance."
                                          : say("The GPU is ", size_of(ulps), last_place(e.d_type),
                                                ulps < 0 ? " below" : " above", " the model."));
    return out;
}

}  // namespace tilescope
