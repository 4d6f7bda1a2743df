// core/src/autopsy/word_faults.cpp -- the fields that keep words from the right bytes.
// SPDX-License-Identifier: MIT
#include "word_faults.h"

#include <tilescope/base/number.h>
#include <tilescope/base/say.h>
#include <tilescope/hw/families.h>
#include <tilescope/solver/solve_mask.h>
#include <tilescope/word/codec.h>

#include <algorithm>
#include <bit>
#include <set>

namespace tilescope::autopsy {
namespace {

// The order in which several faults of one word are said: a wrong mode explains strides, strides explain places.
constexpr FaultField kOrder[] = {FaultField::transpose, FaultField::swizzle,     FaultField::sbo,
                                 FaultField::lbo,       FaultField::base_offset, FaultField::start};

const Fit* smallest_within(const std::vector<Fit>& fits, FieldSet allowed) {
    for (const Fit& fit : fits)
        if ((fit.changed & ~allowed) == 0) return &fit;
    return nullptr;
}

// The sets of fields whose change reads all of some step.
std::vector<FieldSet> possible_sets(const std::vector<Finding>& findings) {
    std::set<FieldSet> sets;
    for (const Finding& f : findings)
        if (f.state == ReadState::word)
            for (const Fit& fit : f.fits) sets.insert(fit.changed);
    std::vector<FieldSet> out(sets.begin(), sets.end());
    std::ranges::stable_sort(out, {}, [](FieldSet s) { return std::popcount(s); });
    return out;
}

// A base_offset that is off by 4 is the same as a start that is off by 64 bytes. The start of a tile has one right
// base_offset.
bool has_right_phase(const SmemLayout& l) {
    const std::uint32_t lines = row_of(l.mode).pattern_bytes / kLineBytes;
    return lines == 0 || (l.start / kLineBytes - l.base_offset) % lines == 0;
}

struct Change {
    FaultField field;
    std::vector<unsigned> steps;
    const Fit* first = nullptr;  // of the first of these steps
};

std::uint32_t bytes_of(FaultField field, const SmemLayout& l) {
    return field == FaultField::start ? l.start : field == FaultField::lbo ? l.lbo : l.sbo;
}

const OperandRead& read_of(const OperandCase& c, unsigned step) { return *c.chain->steps[step].of[c.operand]; }

// Steps with the same change of the same field are one fault. Start addresses differ from step to step, so all of
// their changes are one fault.
std::vector<Change> changes_of(const OperandCase& c, const std::vector<const Fit*>& fits) {
    std::vector<Change> out;
    for (const FaultField field : kOrder)
        for (unsigned s = 0; s < fits.size(); ++s) {
            if (!fits[s] || (fits[s]->changed & set_of(field)) == 0) continue;
            const Format& format = *read_of(c, s).format;
            const auto same = std::ranges::find_if(out, [&](const Change& change) {
                return change.field == field &&
                       (field == FaultField::start ||
                        value_in(format, field, change.first->layout) == value_in(format, field, fits[s]->layout));
            });
            if (same == out.end())
                out.push_back({field, {s}, fits[s]});
            else
                same->steps.push_back(s);
        }
    return out;
}

std::string in_bytes(std::int64_t bytes, const SmemLayout& layout) {
    const std::int64_t row = row_of(layout.mode).width_bytes, size = bytes < 0 ? -bytes : bytes;
    if (layout.major == Major::k && size % row == 0 && size / row < 8 && size != 0)
        return say(size == row ? "one row (" : say(size / row, " rows ("), size, " bytes)");
    return say(size, " bytes");
}

// ---- start ----

// The advance of a list of starts, if it is the same everywhere and there is a second step.
std::optional<std::int64_t> advance_of(const std::vector<std::int64_t>& starts) {
    if (starts.size() < 2) return std::nullopt;
    for (std::size_t i = 2; i < starts.size(); ++i)
        if (starts[i] - starts[i - 1] != starts[1] - starts[0]) return std::nullopt;
    return starts[1] - starts[0];
}

struct Starts {
    std::vector<std::int64_t> word, right;
};
// Of all steps up to the last one that is wrong. Those that are not wrong have the start of the word.
Starts starts_of(const OperandCase& c, const Change& change, const std::vector<const Fit*>& fits) {
    Starts out;
    for (unsigned s = 0; s <= change.steps.back(); ++s) {
        if (!c.chain->steps[s].of[c.operand]) return {};
        out.word.push_back(read_of(c, s).layout.start);
        out.right.push_back(fits[s] ? fits[s]->layout.start : out.word.back());
    }
    return out;
}

std::string start_text(const OperandCase& c, const Change& change, const std::vector<const Fit*>& fits) {
    const std::string_view name = name_of(c.operand);
    const SmemLayout &word = read_of(c, change.steps.front()).layout, &right = change.first->layout;
    const Starts starts = starts_of(c, change, fits);
    const auto by_word = advance_of(starts.word), by_right = advance_of(starts.right);
    if (by_word && by_right && *by_word != *by_right && change.steps.front() > 0) {
        const std::string why = *by_word == *by_right * std::int64_t{kChunkBytes}
                                    ? say(" (", *by_right, " was added to a field in units of 16 bytes)")
                                    : std::string();
        return say("start of ", name, " advances by ", *by_word, " bytes a K step; the bytes of the next step are ",
                   *by_right, " bytes further", why, ". Add ", *by_right / kChunkBytes,
                   " to the start field at each step.");
    }
    const std::int64_t off = std::int64_t{word.start} - right.start;
    const bool all_off = std::ranges::all_of(change.steps, [&](unsigned s) {
        return std::int64_t{read_of(c, s).layout.start} - fits[s]->layout.start == off;
    });
    const std::vector<unsigned> rest(change.steps.begin() + 1, change.steps.end());
    const std::string others =
        all_off ? say(", and move that of ", steps_text(rest, c.findings->size()), " as far") : std::string();
    const std::string set = say(" Set start to ", hex(right.start),
                                change.steps.size() == 1 ? "" : say(" in K step ", change.steps.front(), others), ".");
    std::string where = say("the right bytes are at ", hex(right.start), ", ", off < 0 ? -off : off, " bytes ",
                            off < 0 ? "further" : "before");
    for (unsigned s = 0; s < c.chain->steps.size(); ++s)
        if (!fits[s] && c.chain->steps[s].of[c.operand] && read_of(c, s).layout.start == word.start &&
            (*c.findings)[s].state == ReadState::right)
            return say("start of ", name, " is ", hex(word.start), ", as in K step ", s, "; ", where,
                       ", in another stage.", set);
    if (!all_off) return say("start of ", name, " is ", hex(word.start), "; ", where, ".", set);
    return say("start of ", name, " is ", hex(word.start), ", ", in_bytes(off, right),
               off < 0 ? " too low" : " too far", "; ", where, ".", set);
}

// ---- the other fields ----

bool are_exchanged(const SmemLayout& word, const Fit& fit) {
    const FieldSet both = set_of(FaultField::lbo) | set_of(FaultField::sbo);
    if (word.lbo == word.sbo || (fit.changed & both) == 0) return false;
    const bool lbo = fit.layout.lbo == word.sbo, sbo = fit.layout.sbo == word.lbo;
    return (fit.changed & both) == both && lbo && sbo;
}

std::string major_text(const OperandCase& c, unsigned step, const SmemLayout& word, const SmemLayout& right) {
    const std::string_view name = name_of(c.operand);
    const StepReads& s = c.chain->steps[step];
    if (!(kind_or_none(s.step->instruction.variant.kind).*s.shape().family->transposes))
        return say("The bytes of ", name, " are written ", name_of(right.major), "; an instruction reads ",
                   word.type->id, " only K-major. Write ", name, " K-major.");
    return say("The instruction reads ", name, " ", name_of(word.major), "; the bytes are written ",
               name_of(right.major), ". Set ",
               s.shape().family->idesc ? pick(c.operand, "transpose_a", "transpose_b") : "the transpose bit",
               s.shape().family->idesc ? " of the instruction descriptor" : say(" of ", name), " to ",
               right.major == Major::k ? 0 : 1, ".");
}

std::string field_text(const OperandCase& c, const Change& change, const std::vector<const Fit*>& fits) {
    const OperandRead& read = read_of(c, change.steps.front());
    const SmemLayout &word = read.layout, &right = change.first->layout;
    const std::string_view name = name_of(c.operand), id = name_of(change.field);
    switch (change.field) {
    case FaultField::start: return start_text(c, change, fits);
    case FaultField::transpose: return major_text(c, change.steps.front(), word, right);
    case FaultField::swizzle:
        return say("swizzle of ", name, " is ", row_of(word.mode).name, "; the bytes are written with ",
                   right.mode == SwizzleMode::none ? "no swizzle" : row_of(right.mode).name, ". Set swizzle to ",
                   row_of(right.mode).name, ".");
    case FaultField::base_offset:
        return say("base_offset of ", name, " is ", word.base_offset, "; the swizzle pattern in memory needs ",
                   right.base_offset, ". Set base_offset to ", right.base_offset, ".");
    default: break;
    }
    if (are_exchanged(word, *change.first))
        return say("lbo and sbo of ", name, " are exchanged: lbo is ", word.lbo, " and sbo is ", word.sbo,
                   "; the bytes are written for lbo ", right.lbo, " and sbo ", right.sbo, ". Set ", id, " to ",
                   bytes_of(change.field, right), ".");
    const std::uint32_t is = bytes_of(change.field, word), want = bytes_of(change.field, right);
    const std::string why = is == std::uint64_t{want} * kChunkBytes
                                ? say(" (", want, " was put in the field without dividing it by 16)")
                                : std::string();
    return say(id, " of ", name, " is ", is, why, "; the bytes are written for ", want, ". Set ", id, " to ", want,
               ".");
}

std::string in_steps(std::string text, const std::vector<unsigned>& steps, std::size_t count) {
    const std::string which = steps_text(steps, count);
    return which.empty() ? text : say(which, ": ", text);
}

// ---- tensor maps ----

// How an operand was written, from the first wrong step that says it.
struct WrittenAs {
    SwizzleMode mode;
    std::uint32_t pitch = 0;  // bytes from row to row, where no word reads it; 0: a word reads it
    bool one_field = true;    // the word differs only in its mode
};
std::optional<WrittenAs> written_as(const OperandCase& c, const std::vector<const Fit*>& fits) {
    for (std::size_t s = 0; s < fits.size(); ++s) {
        if (fits[s] && (fits[s]->changed & set_of(FaultField::swizzle)) != 0)
            return WrittenAs{.mode = fits[s]->layout.mode,
                             .one_field = fits[s]->changed == set_of(FaultField::swizzle)};
        if (const auto& rows = (*c.findings)[s].rows) return WrittenAs{.mode = rows->mode, .pitch = rows->pitch};
    }
    return std::nullopt;
}

// The mode of the words of the other operand that read it rightly.
std::optional<SwizzleMode> right_mode_of(const OperandCase& c) {
    for (std::size_t s = 0; s < c.findings->size(); ++s)
        if (const auto& read = c.chain->steps[s].of[c.operand]; read && (*c.findings)[s].state == ReadState::right)
            return read->layout.mode;
    return std::nullopt;
}

bool has_mode(const SeenMap& m, SwizzleMode mode) { return m.map.swizzle->mma == &row_of(mode); }

// Whether the tensor of a map is the matrix of the operand.
bool is_of(const SeenMap& m, const MatrixView& view) {
    return m.map.type->bits == view.form.bits && m.map.rank == 2 && m.map.dims[0] == view.columns &&
           m.map.dims[1] == view.rows && m.map.box[0] > 1 && m.map.box[1] > 1;
}

// The map that can have written the operand, that of its matrix first.
const SeenMap* map_of(const OperandCase& c, const WrittenAs& written, SwizzleMode word,
                      const std::vector<SeenMap>& maps) {
    const SeenMap* out = nullptr;
    for (const SeenMap& m : maps) {
        const bool own = is_of(m, *c.view);
        if (!own && !m.certain) continue;
        // A map with the mode of the word cannot have rows that are wider than the mode.
        const bool could_be_right = box_row_bytes(m.map) <= row_of(word).width_bytes;
        const bool fits =
            written.pitch == 0 ? could_be_right : box_row_bytes(m.map) == written.pitch || (own && could_be_right);
        if (has_mode(m, written.mode) && fits && (!out || (own && !is_of(*out, *c.view)))) out = &m;
    }
    return out;
}

Fault fault_of_map(const OperandCase& c, const SeenMap& map, SwizzleMode written, SwizzleMode word) {
    Fault out{.part = part_of(c.operand), .field = FaultField::tensor_map, .k_steps = {}, .says = {}};
    for (unsigned s = 0; s < c.findings->size(); ++s)
        if (is_wrong((*c.findings)[s])) out.k_steps.push_back(s);
    const auto value_of_mode = [](SwizzleMode mode) {
        return FieldValue{static_cast<std::uint64_t>(row_of(mode).tensor_map), std::string(tma_swizzle_of(mode).name)};
    };
    out.value = value_of_mode(written);
    out.right = value_of_mode(word);
    out.says = say("The tensor map at byte ", hex(map.offset), " of constant bank 0, which wrote ", name_of(c.operand),
                   ", has swizzle ", out.value.text, "; the words read ", row_of(word).name,
                   ". Make the map with CU_TENSOR_MAP_SWIZZLE_", out.right.text, ".");
    return out;
}

// The map that wrote the operand, if the map can be at fault and not the word. It is if no word reads what it writes.
// Else the one of both is at fault that differs from the other operand, or that needs fewer fields to be wrong. If
// these two say the opposite, both are possible.
struct MapFault {
    Fault fault;
    bool or_word = false;
};
std::optional<MapFault> map_fault(const OperandCase& c, const OperandCase& other, const std::vector<SeenMap>& maps,
                                  const std::vector<const Fit*>& fits) {
    const auto written = written_as(c, fits);
    if (!written) return std::nullopt;
    const auto first = std::ranges::find_if(*c.findings, is_wrong) - c.findings->begin();
    const SwizzleMode word = read_of(c, static_cast<unsigned>(first)).layout.mode;
    const SeenMap* map = written->mode == word ? nullptr : map_of(c, *written, word, maps);
    if (!map) return std::nullopt;
    const auto others = right_mode_of(other);
    const bool word_is_usual =
        others ? *others == word
               : std::ranges::any_of(maps, [&](const SeenMap& m) { return m.certain && has_mode(m, word); });
    const bool map_is_usual = others && *others == written->mode;
    if (written->pitch != 0 || word_is_usual) return MapFault{fault_of_map(c, *map, written->mode, word), false};
    if (written->one_field) return std::nullopt;
    return MapFault{fault_of_map(c, *map, written->mode, word), map_is_usual};
}

Fault rows_fault(const OperandCase& c) {
    Fault out{.part = part_of(c.operand), .field = FaultField::memory, .k_steps = {}, .says = {}};
    const WrittenRows* rows = nullptr;
    for (unsigned s = 0; s < c.findings->size(); ++s)
        if ((*c.findings)[s].rows) {
            if (!rows) rows = &*(*c.findings)[s].rows;
            out.k_steps.push_back(s);
        }
    const SmemLayout& word = read_of(c, out.k_steps.front()).layout;
    out.says = say("The bytes of ", name_of(c.operand), " are written in ",
                   rows->major == Major::k ? "rows" : "columns", " of ", rows->pitch, " bytes with ",
                   rows->mode == SwizzleMode::none ? "no swizzle" : say(row_of(rows->mode).name, " swizzle"), " from ",
                   hex(rows->start), " on, which no word reads; the word has ", row_of(word.mode).name, ". Write ",
                   name_of(c.operand), " with ", row_of(word.mode).name, " swizzle.");
    return out;
}

}  // namespace

std::vector<SeenMap> maps_in(const Recording& recording) {
    constexpr std::size_t kFirst = 0x210, kStep = 16;  // parameters of a kernel, and how densely maps are looked for
    constexpr std::size_t kAlign = 64;                 // of a CUtensorMap
    std::vector<SeenMap> out;
    const auto& bank = recording.constants;
    for (std::size_t at = kFirst; at + kTensorMapBytes <= bank.size(); at += kStep) {
        TensorMapWords words{};
        for (std::size_t i = 0; i < kTensorMapBytes; ++i) words[i / 8] |= std::uint64_t{bank[at + i]} << 8 * (i % 8);
        if (std::ranges::all_of(words, [](std::uint64_t w) { return w == 0; })) continue;
        const bool certain = bits_problems(words).empty();
        if (certain || at % kAlign == 0) out.push_back({at, tensor_map_in(words), certain});
        if (certain) at += kTensorMapBytes - kStep;
    }
    return out;
}

std::string steps_text(const std::vector<unsigned>& steps, std::size_t count) {
    if (steps.size() == count) return {};
    return say(steps.size() == 1 ? "K step " : "K steps ", list_columns(steps, 6));
}

FieldValue value_in(const Format& format, FaultField field, const SmemLayout& layout) {
    if (field == FaultField::transpose) return {layout.major == Major::k ? 0u : 1u, std::string(name_of(layout.major))};
    const Field& f = field_in(format, name_of(field));
    std::uint64_t value = 0;
    if (field == FaultField::swizzle)
        value = static_cast<std::uint64_t>(row_of(layout.mode).*family_reading(format.id)->swizzle);
    else if (field == FaultField::base_offset)
        value = layout.base_offset;
    else
        value = bytes_of(field, layout);
    const std::uint64_t raw = value >> f.scale;
    return {value, meaning_of(f, raw)};
}

std::vector<const Fit*> chosen_fits(const OperandCase& c) {
    const auto& findings = *c.findings;
    std::vector<const Fit*> out(findings.size());
    std::vector<FieldSet> sets = possible_sets(findings);
    const auto first = std::ranges::find(findings, ReadState::word, &Finding::state);
    if (first != findings.end()) {
        const Fit* phase = smallest_within(first->fits, set_of(FaultField::base_offset));
        if (phase && has_right_phase(phase->layout) &&
            !has_right_phase(read_of(c, static_cast<unsigned>(first - findings.begin())).layout))
            std::stable_partition(sets.begin(), sets.end(),
                                  [](FieldSet s) { return s == set_of(FaultField::base_offset); });
    }
    while (true) {
        // The set that repairs most of the steps that are left; of equal ones, the smallest.
        FieldSet best = 0;
        std::size_t most = 0;
        for (const FieldSet set : sets) {
            std::size_t count = 0;
            for (std::size_t s = 0; s < findings.size(); ++s)
                count += findings[s].state == ReadState::word && !out[s] && smallest_within(findings[s].fits, set);
            if (count > most) most = count, best = set;
        }
        if (most == 0) return out;
        for (std::size_t s = 0; s < findings.size(); ++s)
            if (findings[s].state == ReadState::word && !out[s]) out[s] = smallest_within(findings[s].fits, best);
    }
}

std::vector<const Fit*> named_fits(const OperandCase& c) {
    std::vector<const Fit*> out = chosen_fits(c);
    for (std::size_t s = 0; s < out.size(); ++s)
        if (const Finding& f = (*c.findings)[s]; f.state == ReadState::memory && f.best.changed != 0) out[s] = &f.best;
    return out;
}

WordFaults word_faults(const OperandCase& c, const OperandCase& other, const std::vector<SeenMap>& maps) {
    const std::vector<const Fit*> fits = named_fits(c);
    WordFaults out;
    if (const auto map = map_fault(c, other, maps, fits)) {
        out.all.push_back(map->fault);
        out.map_or_word = map->or_word;
        if (!map->or_word) return out;
    }
    for (const Change& change : changes_of(c, fits)) {
        const OperandRead& read = read_of(c, change.steps.front());
        out.all.push_back({.part = part_of(c.operand),
                           .field = change.field,
                           .k_steps = change.steps,
                           .value = value_in(*read.format, change.field, read.layout),
                           .right = value_in(*read.format, change.field, change.first->layout),
                           .says = in_steps(field_text(c, change, fits), change.steps, c.findings->size())});
    }
    if (std::ranges::any_of(*c.findings, [](const Finding& f) { return f.rows.has_value(); }))
        out.all.push_back(rows_fault(c));
    return out;
}

bool has_other_explanation(const OperandCase& c) {
    const auto& findings = *c.findings;
    const auto first = std::ranges::find(findings, ReadState::word, &Finding::state);
    if (first == findings.end()) return false;
    const SmemLayout& from = read_of(c, static_cast<unsigned>(first - findings.begin())).layout;
    const auto explains_all = [&](const Fit& change) {
        for (unsigned s = 0; s < findings.size() && std::popcount(change.changed) == 1; ++s)
            if (findings[s].state == ReadState::word &&
                std::ranges::find(findings[s].fits, with_change(read_of(c, s).layout, from, change.layout),
                                  &Fit::layout) == findings[s].fits.end())
                return false;
        return std::popcount(change.changed) == 1;
    };
    const auto count = std::ranges::count_if(first->fits, explains_all);
    const auto one = std::ranges::find_if(first->fits, explains_all);
    if (count != 1) return count > 1;
    // Of many places with the same elements, not all were tried.
    const OperandRead& read = read_of(c, static_cast<unsigned>(first - findings.begin()));
    const Chunk* chunk = read.memory->at(address_of(read.walk(one->layout), one->layout, 0));
    return one->changed == set_of(FaultField::start) && chunk && read.memory->places().of(*chunk).size() > kMostPlaces;
}

}  // namespace tilescope::autopsy
