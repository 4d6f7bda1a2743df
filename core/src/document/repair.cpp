// core/src/document/repair.cpp -- edits that repair: problems of the words, and wrong elements of D.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/document/repair.h>
#include <tilescope/word/codec.h>

#include <algorithm>
#include <bit>
#include <tuple>

namespace tilescope {
namespace {

bool same(const SetField& a, const SetField& b) {
    return a.word == b.word && a.field->id == b.field->id && a.raw == b.raw && a.unknown == b.unknown;
}

bool same(const PlacedProblem& a, const PlacedProblem& b) {
    return a.word == b.word && a.in_line == b.in_line && a.problem.rule == b.problem.rule &&
           a.problem.field == b.problem.field;
}

// Returns the first fix that has not been made yet.
const SetField* next_fix(const std::vector<Edit>& offered, const std::vector<SetField>& made) {
    for (const Edit& edit : offered) {
        const SetField* fix = std::get_if<SetField>(&edit);
        if (fix == nullptr) continue;
        if (std::ranges::none_of(made, [&](const SetField& m) { return same(m, *fix); })) return fix;
    }
    return nullptr;
}

std::vector<Edit> fixes_of(const Derived& derived) {
    std::vector<Edit> out;
    for (const PlacedProblem& p : derived.problems)
        if (const auto fix = fix_of(derived, p)) out.push_back(*fix);
    return out;
}

}  // namespace

const Field* field_of(const Derived& derived, const PlacedProblem& placed) {
    return placed.in_line ? nullptr : find_field(*derived.of(placed.word).format, placed.problem.field);
}

std::optional<Edit> fix_of(const Derived& derived, const PlacedProblem& placed) {
    if (!placed.problem.one_click || placed.in_line) return std::nullopt;
    const Field* field = find_field(*derived.of(placed.word).format, placed.problem.one_click->field);
    if (field == nullptr) return std::nullopt;
    return SetField{placed.word, field, placed.problem.one_click->raw};
}

AllFixes fix_all(const Derived& derived) {
    AllFixes out;
    Derived now = derived;
    std::vector<SetField> made;
    for (std::vector<Edit> offered = fixes_of(now);; offered = fixes_of(now)) {
        const SetField* fix = next_fix(offered, made);
        if (fix == nullptr) break;
        made.push_back(*fix);
        now = derive(apply_edit(now.session, *fix));
    }
    out.made = made.size();
    out.left = now.problems.size();
    SetWords words{{}, say("fixed ", made.size(), made.size() == 1 ? " problem" : " problems"), false};
    for (const WordRow& row : kWords)
        if (now.session.word(row.word) != derived.session.word(row.word) ||
            now.session.unknown_bits(row.word) != derived.session.unknown_bits(row.word))
            words.words.push_back({row.word, now.session.word(row.word), now.session.unknown_bits(row.word)});
    if (!words.words.empty()) out.edit = std::move(words);
    return out;
}

std::vector<PlacedProblem> problems_of_choice(const Derived& now, const SetField& choice) {
    const Derived then = derive(apply_edit(now.session, choice));
    std::vector<PlacedProblem> out;
    for (const PlacedProblem& p : then.problems) {
        const Field* field = field_of(then, p);
        const bool of_field = p.word == choice.word && field != nullptr && field->id == choice.field->id;
        const bool known = std::ranges::any_of(now.problems, [&](const PlacedProblem& q) { return same(p, q); });
        if (of_field || !known) out.push_back(p);
    }
    return out;
}

std::optional<SetField> sbo_of_swizzle(const Derived& derived, Operand operand) {
    const OperandView& view = derived.of(operand);
    const OperandImage& image = derived.session.image_of(operand);
    const auto atom = [](SwizzleMode mode) { return row_of(mode).k_rows * row_of(mode).width_bytes; };
    const bool swizzled = view.layout.mode != SwizzleMode::none && image.mode != SwizzleMode::none;
    // Of an MN-major tile, both strides go with the swizzle.
    const bool k_major = view.layout.major == Major::k && image.major == Major::k;
    if (!view.placed() || image.writer != ImageWriter::tile || !swizzled || !k_major) return std::nullopt;
    const unsigned then = atom(image.mode), now = atom(view.layout.mode);
    if (view.layout.sbo != then || now == then) return std::nullopt;
    const Field& sbo = field_in(*derived.of(word_of(operand)).format, "sbo");
    return SetField{word_of(operand), &sbo, now >> sbo.scale};
}

// ---- wrong elements of D ----

namespace {

constexpr auto kWrong = static_cast<std::size_t>(Verdict::wrong);

// One field and the value that matches the memory.
struct Change {
    WordId word;
    const Field* field;
    std::uint64_t raw;
    const Cause* cause;
};

std::vector<Change> changes_of(const Derived& d, const EmulatorJob& job) {
    std::vector<Change> out;
    for (const Cause& cause : job.causes) {
        if (!cause.raw || out.size() == kMostRepairs) continue;
        for (const WordRow& row : kWords) {
            const Field* f = row.id == cause.word ? find_field(*d.of(row.word).format, cause.field) : nullptr;
            if (f) out.push_back({row.word, f, *cause.raw, &cause});
        }
    }
    return out;
}

std::string text_of(const Change& c) {
    return say(c.field->id, " of ", row_of(c.word).id, " to ", shown_meaning_of(*c.field, c.raw));
}

// "Set lbo of b_desc to 1024 bytes and sbo of b_desc to 2048 bytes".
std::string label_of(const std::vector<Change>& changes) {
    return say("Set ", list_of(
                           changes, [](const Change& c) { return text_of(c); }, ", ", " and "));
}

// "lbo of b_desc is 512 bytes, should be 1024 bytes; sbo of b_desc is 1024 bytes, should be 2048 bytes".
std::string finding_of(const Derived& d, const std::vector<Change>& changes) {
    const auto text = [&](const Change& c) {
        const std::uint64_t now = get_field(*c.field, d.session.word(c.word));
        return say(c.field->id, " of ", row_of(c.word).id, " is ", shown_meaning_of(*c.field, now), ", should be ",
                   shown_meaning_of(*c.field, c.raw));
    };
    return list_of(changes, text, "; ");
}

std::string causes_of(const std::vector<Change>& changes) {
    return list_of(
        changes, [](const Change& c) { return std::string_view(c.cause->sentence); }, " ");
}

// Names faults of the memory before the words: the edit of a word does not repair them.
void name_memory_first(const EmulatorJob& job, std::vector<Repair>& repairs) {
    std::string memory;
    for (const Cause& cause : job.causes)
        if (cause.of_memory) memory += cause.sentence + ' ';
    for (Repair& repair : repairs) repair.cause.insert(0, memory);
}

Edit edit_of(const Derived& d, const std::vector<Change>& changes) {
    if (changes.size() == 1) return SetField{changes[0].word, changes[0].field, changes[0].raw, 0, true};
    SetWords out{{}, say("set ", changes.size(), " fields to match the memory"), false};
    for (const WordRow& row : kWords) {
        std::uint64_t word = d.session.word(row.word), known = 0;
        for (const Change& c : changes)
            if (c.word == row.word) {
                word = set_field(*c.field, word, c.raw);
                known |= set_field(*c.field, 0, ~std::uint64_t{0} >> (64 - c.field->width));
            }
        if (known != 0) out.words.push_back({row.word, word, d.session.unknown_bits(row.word) & ~known});
    }
    return out;
}

// The bits of the word that the change flips.
int bits_of(const Derived& d, const Change& c) {
    return std::popcount(get_field(*c.field, d.session.word(c.word)) ^ c.raw);
}

// Emulates the document after the edit. Nothing if it cannot be emulated, has another size, or fixes no element.
std::optional<Repair> tried(const Derived& d, const Emulation& before, const std::vector<Change>& changes,
                            const RepairTools& tools) {
    Repair out{.edit = edit_of(d, changes), .field = {changes[0].word, changes[0].field->id}};
    const Derived then = derive(apply_edit(d.session, out.edit));
    const JobAnswer job = tools.job ? tools.job(then) : emulator_job(then);
    if (!job) return std::nullopt;
    const Answer<Emulation> after = emulate(*job, {.loop = tools.loop, .doubts = false, .stop = tools.stop});
    if (!after || after->verdicts.size() != before.verdicts.size() || after->n != before.n) return std::nullopt;
    out.before = before.count[kWrong], out.after = after->count[kWrong];
    if (out.after >= out.before) return std::nullopt;
    out.fixed.resize(before.verdicts.size());
    for (std::size_t i = 0; i < out.fixed.size(); ++i)
        out.fixed[i] = before.verdicts[i] == Verdict::wrong && after->verdicts[i] != Verdict::wrong;
    out.label = label_of(changes);
    out.finding = finding_of(d, changes);
    out.cause = causes_of(changes);
    out.fields = changes.size();
    for (const Change& c : changes) out.bits += bits_of(d, c);
    out.effect = say(out.after, " of ", out.before, out.after == 1 ? " stays wrong after it" : " stay wrong after it");
    return out;
}

// Makes all changes, and leaves out each one without which D is as right: a repair must not set a field that is not at
// fault. Tries to leave out first what flips most bits. Then tries each change that was left out in the place of one
// that was not: D does not tell which of two sets is right that repair it alike. Nothing if all changes are no better
// than `least` wrong elements.
std::vector<Repair> smallest(const Derived& d, const Emulation& before, const std::vector<Change>& all,
                             std::size_t least, const RepairTools& tools) {
    auto best = tried(d, before, all, tools);
    if (!best || best->after >= least) return {};
    std::vector<Change> changes = all, order = all;
    std::ranges::stable_sort(order, std::ranges::greater{}, [&](const Change& c) { return bits_of(d, c); });
    for (const Change& c : order) {
        if (changes.size() == 2) break;  // each single change is worse: it was tried
        std::vector<Change> fewer = changes;
        std::erase_if(fewer, [&](const Change& other) { return other.cause == c.cause; });
        auto repair = tried(d, before, fewer, tools);
        if (tools.stop.stop_requested()) return {};
        if (!repair || repair->after > best->after) continue;
        best = std::move(repair), changes = std::move(fewer);
    }
    std::vector<Repair> out = {*best};
    const auto is_made = [&](const Change& c) {
        return std::ranges::find(changes, c.cause, &Change::cause) != changes.end();
    };
    for (const Change& other : all)
        for (std::size_t i = 0; i < changes.size() && !is_made(other); ++i) {
            std::vector<Change> exchanged = changes;
            exchanged[i] = other;
            if (tools.stop.stop_requested()) return {};
            if (auto repair = tried(d, before, exchanged, tools); repair && repair->after <= best->after)
                out.push_back(std::move(*repair));
        }
    std::ranges::stable_sort(out, {}, [](const Repair& r) { return std::tuple(r.after, r.bits); });
    return out;
}

}  // namespace

std::vector<Repair> repairs_of(const Derived& derived, const EmulatorJob& job, const Emulation& emulation,
                               const RepairTools& tools) {
    std::vector<Repair> out;
    if (emulation.count[kWrong] == 0) return out;
    const std::vector<Change> changes = changes_of(derived, job);
    for (const Change& change : changes) {
        if (tools.stop.stop_requested()) return {};
        if (auto repair = tried(derived, emulation, {change}, tools)) out.push_back(std::move(*repair));
    }
    const auto size = [](const Repair& r) { return std::tuple(r.after, r.fields, r.bits); };
    std::ranges::stable_sort(out, {}, size);
    const std::size_t least = out.empty() ? emulation.count[kWrong] : out.front().after;
    if (least != 0 && changes.size() >= 2 && !tools.stop.stop_requested())
        for (Repair& several : smallest(derived, emulation, changes, least, tools))
            out.insert(std::ranges::upper_bound(out, size(several), {}, size), std::move(several));
    name_memory_first(job, out);
    return out;
}

const Repair* repair_for(const std::vector<Repair>& repairs, const Emulation& e, int row, int column) {
    if (row < 0 || column < 0 || row >= static_cast<int>(e.m) || column >= static_cast<int>(e.n)) return nullptr;
    const std::size_t at = index_in(e.n, {row, column});
    for (const Repair& r : repairs)
        if (at < r.fixed.size() && r.fixed[at] != 0) return &r;
    return nullptr;
}

}  // namespace tilescope
