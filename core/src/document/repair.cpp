// core/src/document/repair.cpp -- the edit that makes wrong elements of D right, with its measured effect.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/document/repair.h>
#include <tilescope/word/codec.h>

#include <algorithm>
#include <bit>
#include <tuple>

namespace tilescope {
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
    std::string out = "Set ";
    for (std::size_t i = 0; i < changes.size(); ++i)
        out += say(i == 0 ? "" : i + 1 == changes.size() ? " and " : ", ", text_of(changes[i]));
    return out;
}

std::string causes_of(const std::vector<Change>& changes) {
    std::string out;
    for (const Change& c : changes) out += say(out.empty() ? "" : " ", c.cause->sentence);
    return out;
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
    out.cause = causes_of(changes);
    out.fields = changes.size();
    for (const Change& c : changes) out.bits += bits_of(d, c);
    out.effect = say(out.after, " of ", out.before, out.after == 1 ? " stays wrong after it" : " stay wrong after it");
    return out;
}

// Makes all changes, and leaves out each one without which D is as right: a repair must not set a field that is not at
// fault. Tries to leave out first what flips most bits. Nothing if all changes are no better than `least` wrong
// elements.
std::optional<Repair> smallest(const Derived& d, const Emulation& before, std::vector<Change> changes,
                               std::size_t least, const RepairTools& tools) {
    auto best = tried(d, before, changes, tools);
    if (!best || best->after >= least) return std::nullopt;
    std::vector<Change> order = changes;
    std::ranges::stable_sort(order, std::ranges::greater{}, [&](const Change& c) { return bits_of(d, c); });
    for (const Change& c : order) {
        if (changes.size() == 2) break;  // each single change is worse: it was tried
        std::vector<Change> fewer = changes;
        std::erase_if(fewer, [&](const Change& other) { return other.cause == c.cause; });
        auto repair = tried(d, before, fewer, tools);
        if (tools.stop.stop_requested()) return std::nullopt;
        if (!repair || repair->after > best->after) continue;
        best = std::move(repair), changes = std::move(fewer);
    }
    return best;
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
        if (auto several = smallest(derived, emulation, changes, least, tools))
            out.insert(out.begin(), std::move(*several));
    name_memory_first(job, out);
    return out;
}

const Repair* repair_for(const std::vector<Repair>& repairs, const Emulation& e, int row, int column) {
    if (row < 0 || column < 0 || row >= static_cast<int>(e.m) || column >= static_cast<int>(e.n)) return nullptr;
    const std::size_t at = static_cast<std::size_t>(row) * e.n + static_cast<std::size_t>(column);
    for (const Repair& r : repairs)
        if (at < r.fixed.size() && r.fixed[at] != 0) return &r;
    return nullptr;
}

}  // namespace tilescope
