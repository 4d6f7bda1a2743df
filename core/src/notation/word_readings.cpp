// core/src/notation/word_readings.cpp -- the readings of a value, from its bits and what the text says of it.
// SPDX-License-Identifier: MIT
#include "readings.h"

#include "fields.h"

#include <tilescope/base/number.h>
#include <tilescope/base/printable.h>
#include <tilescope/formats/formats.h>
#include <tilescope/formats/smem.h>
#include <tilescope/hw/archs.h>
#include <tilescope/notation/questions.h>

#include <bit>

namespace tilescope::notation {
namespace {

// Whether the known bits of a value can be those of a wgmma descriptor.
bool fits_wgmma(const Work& work, const Bits& bits) {
    return bits.width == 64 && bits.value != 0 && wrong_fields(work.format("wgmma"), bits.value, bits.unknown) == 0;
}

// A program that puts a value where only tcgen05 has a field builds a word of tcgen05, also if it forgets the version.
void add_unit(FindContext& out, const Work& work, const Find& find) {
    const std::uint64_t telling = begins_of(work.format("smem")) & ~begins_of(work.format("wgmma"));
    std::uint64_t seen = find.shifted & mode_of_tcgen05(work.options.edition);
    for (const Placed& p : find.placed) seen |= telling & std::uint64_t{1} << p.place.bit;
    const ArchRow* arch = work.options.arch.empty() ? nullptr : arch_named(work.options.arch);
    if (seen != 0) {
        out.unit = "smem";
        out.why = say("The text puts a value at bit ", std::countr_zero(seen), ", where only tcgen05 has a field.");
    } else if (arch != nullptr && arch->has(Feature::tcgen05) != arch->has(Feature::wgmma)) {
        out.unit = arch->has(Feature::wgmma) ? "wgmma" : "smem";
        out.why = say("You requested ", arch->id, ", which has ", arch->has(Feature::wgmma) ? "wgmma." : "tcgen05.");
    } else if (work.hints.by_name && !out.context.hopper) {
        out.unit = "smem";
        out.why = "The text names tcgen05.mma and not wgmma.";
    }
}

using Readings = std::vector<PasteReading>;

PasteReading& put_first(Readings& readings, Readings::iterator reading) {
    std::rotate(readings.begin(), reading, reading + 1);
    return readings.front();
}

// The reading of this format, added at the end if there is none.
Readings::iterator reading_of(FoundWord& word, const Format* format, Certainty certainty) {
    const auto at = std::ranges::find(word.readings, format, &PasteReading::format);
    if (at != word.readings.end()) return at;
    return word.readings.insert(at, {format, word.value, "", certainty, "", word.unknown_bits});
}

// The text itself gives the role, so the reading with the format of the role comes first, whatever the bits are.
void apply_role(FoundWord& word, const PasteContext& context, bool tcgen05) {
    std::string_view format;
    const bool is_wgmma = word.readings.front().format->id == "wgmma";
    const bool is_tcgen05 =
        tcgen05 || context.tcgen05 || context.cta_group != 0 || !context.kind.empty() || !context.kinds.empty();
    switch (word.role) {
    case PasteRole::smem_a:
    case PasteRole::smem_b:
    case PasteRole::smem_sf:  // only other words or an instruction say that a word without a version is wrong
        format = context.hopper || (is_wgmma && !is_tcgen05) ? "wgmma" : "smem";
        break;
    case PasteRole::smem:
        if (word.bits == 32 || ((word.value | word.unknown_bits) >> 32) == 0)
            return;  // an instruction descriptor often has such a name
        format = !tcgen05 && (is_wgmma || context.hopper) ? "wgmma" : "smem";
        break;
    case PasteRole::low_word:
    case PasteRole::high_word: format = "smem"; break;
    case PasteRole::zcm: format = "zcm"; break;
    case PasteRole::tmem: format = "tmem"; break;
    case PasteRole::idesc: format = "idesc"; break;
    default: return;
    }
    const auto named = std::ranges::find_if(word.readings, [&](const PasteReading& r) {
        return format == "idesc" ? !r.format->kind.empty() : r.format->id == format && r.rule != kSwappedHalvesId;
    });
    if (named == word.readings.end()) return;
    PasteReading& best = put_first(word.readings, named);
    if (format == "idesc") std::erase_if(word.readings, [](const PasteReading& r) { return r.format->id == "tmem"; });
    word.ask = best.rule == kWhichKind.id;
    const std::string role = say("In the text, ", word.name.empty() ? "this value" : excerpt(word.name, 60), " is the ",
                                 name_in(kPasteRoleNames, static_cast<std::uint64_t>(word.role)), ". ");
    best.why.insert(0, role);
}

// The bits alone say which unit reads a shared-memory descriptor. If the text or the user says otherwise, its constant
// is wrong: that reading comes first, with this error.
void apply_unit(FoundWord& word, const FindContext& found) {
    const std::string_view now = word.readings.front().format->id;
    if (found.unit.empty() || now == found.unit || (now != "wgmma" && now != "smem")) return;
    const auto other = std::ranges::find_if(
        word.readings, [&](const PasteReading& r) { return r.format->id == found.unit && r.rule != kSwappedHalvesId; });
    if (other == word.readings.end() || word.bits == 32) return;
    PasteReading& best = put_first(word.readings, other);
    best.why = say(found.why, ' ', best.why);
    best.certainty = Certainty::secondary;
    word.ask = false;
}

// The text names one kind, and the word is wrong in it. It is more probable that the word is wrong than that it is of
// another kind.
void apply_hinted_kind(FoundWord& word, const PasteContext& context) {
    if (word.role != PasteRole::idesc || !context.kind.empty() || context.kinds.size() != 1) return;
    const auto named = std::ranges::find_if(
        word.readings, [&](const PasteReading& r) { return r.format->kind == context.kinds.front(); });
    if (named == word.readings.end() || named == word.readings.begin()) return;
    PasteReading& best = put_first(word.readings, named);
    best.why = say("The text names kind ", best.format->kind, ". ", best.why);
    best.certainty = Certainty::secondary;
    word.ask = false;
}

constexpr std::uint64_t kStartField = set_field(field(kSmem91, "start"), 0, ~std::uint64_t{0});

constexpr std::size_t kNearText = 128;  // what else stands in the statement of a number

// The bits of "OR ((addr >> 4) & 0x7fff)" behind a word: those of a start address, or those that the text keeps.
std::uint64_t bits_of_address(std::string_view behind) {
    behind = behind.substr(0, std::min(behind.substr(0, kNearText).find_first_of("\n`;"), kNearText));
    std::size_t mask = behind.find('&');
    if (mask == behind.npos) return kStartField;
    mask = std::min(behind.find_first_not_of("& ", mask), behind.size());
    const Answer<Number> kept = read_number(behind.substr(mask, behind.find_first_of(" )", mask) - mask));
    return kept && kept->value <= bit_mask(32) ? kStartField | kept->value : kStartField;
}

// "0x4000404000010000 OR (addr >> 4)", "or.b64 %rd1, %rd1, 0x4000404000010000": what the text adds to a word whose
// start is 0.
std::uint64_t bits_added(const Work& work, const Find& find) {
    if (find.bits.width != 64 || (find.bits.value & kStartField) != 0 || find.bits.value >> 32 == 0) return 0;
    std::string_view behind = work.text.substr(std::min(find.span.end, work.text.size()));
    behind = behind.substr(std::min(behind.find_first_not_of(" \t`)"), behind.size()));
    constexpr std::string_view kJoins[] = {"OR ", "or (", "+ ", "plus ", "ORed "};
    if (starts_with_any(behind, kJoins)) return bits_of_address(behind);
    const std::size_t near = find.span.begin - std::min(find.span.begin, kNearText);
    std::string_view before = work.text.substr(near, find.span.begin - near);
    before = before.substr(before.find_last_of("\n;") + 1);
    const std::size_t join = before.rfind("or.b64 ");
    return join != before.npos && std::ranges::count(before.substr(join), ',') == 2 ? kStartField : 0;
}

// A number of 8 or 16 decimal digits can also be a hexadecimal number without its prefix. Adds the hexadecimal
// readings; the user must decide.
void add_hexadecimal(FoundWord& word, const Work& work, const PasteContext& context) {
    const Answer<Number> n = read_number(say("0x", word.source));
    if (!n) return;
    std::vector<PasteReading> others = classify(work, {n->value, 0, word.source.size() == 16 ? 64u : 32u}, context);
    // A text with more than numbers has many decimal numbers.
    if (work.prose) std::erase_if(others, [](const PasteReading& r) { return !is_likely(r); });
    if (others.empty()) return;
    others.resize(std::min<std::size_t>(others.size(), 2));
    for (PasteReading& r : others) {
        r.why.insert(0, say("As hexadecimal digits, the value is ", hex(n->value), ". "));
        r.certainty = Certainty::secondary;
        r.rule = std::string(kLostPrefix.id);
        word.readings.push_back(std::move(r));
    }
    word.ask = true;
}

// If an instruction or the user names a kind, the reading of this kind comes first, even if the bits are illegal under
// it.
void apply_kind(FoundWord& word, const PasteContext& context, const PasteOptions& options) {
    if (word.bits != 32) return;
    const bool by_instruction = word.role == PasteRole::idesc && !context.kind.empty();
    const std::string_view kind = by_instruction       ? std::string_view(context.kind)
                                  : options.kind_given ? options.kind
                                                       : "";
    const Format* format = kind.empty() ? nullptr : idesc_format(kind, options.edition);
    if (format == nullptr) return;
    const auto at = reading_of(word, format, Certainty::secondary);
    at->word = word.value;
    at->why = say(by_instruction ? "The instruction has kind " : "You requested kind ", kind, ".");
    put_first(word.readings, at);
    word.ask = false;
}

// A SASS mnemonic can have two kinds: UTCHMMA is f16 or tf32. Removes the readings of all other kinds. Kinds under
// which the bits are legal come first.
void apply_kinds(FoundWord& word, const std::vector<std::string>& kinds, const Work& work) {
    if (kinds.empty()) return;
    std::erase_if(word.readings,
                  [&](const PasteReading& r) { return !r.format->kind.empty() && !is_in(kinds, r.format->kind); });
    std::size_t legal = 0, front = 0;
    for (const std::string& kind : kinds) {
        const Format* format = idesc_format(kind, work.options.edition);
        if (format == nullptr) continue;
        const auto at = reading_of(word, format, {});
        const bool clean = legal_idesc(*format, word.value, word.unknown_bits) &&
                           work.breaks_no_rule(*format, word.value, word.unknown_bits);
        at->why = say("The instruction has kind ", kinds_in_words(kinds), ". The bits are ", clean ? "" : "not ",
                      "legal under kind ", kind, ".");
        at->certainty = clean || kinds.size() == 1 ? Certainty::confirmed : Certainty::secondary;
        const std::size_t place = clean ? legal : front;
        std::rotate(word.readings.begin() + static_cast<std::ptrdiff_t>(place), at, at + 1);
        legal += clean, ++front;
    }
    word.ask = kinds.size() > 1 && legal != 1;
    if (word.ask) word.readings.front().rule = kWhichKind.id;
}

// A kernel ORs the fields of a word together. So a field is most probably complete if a constant sets some of its bits,
// or if only a lower field could reach it. The reading is then likely, not certain. Returns whether there is such a
// field.
bool complete_fields(FoundWord& word, const Likely& likely) {
    bool any = false;
    for (PasteReading& r : word.readings) {
        const unsigned shift = r.rule == kHighHalfId ? 32 : 0;
        const std::uint64_t beside = likely.beside_constant << shift, above = likely.above_field << shift;
        const std::uint64_t before = r.unknown, nothing = zeros_without_parts(*r.format, likely.parts, r.unknown);
        for (const Field& f : r.format->fields) {
            const std::uint64_t open = get_field(f, r.unknown);
            const bool has_one = get_field(f, r.word & ~r.unknown) != 0;
            const std::uint64_t zero = get_field(f, has_one ? beside | above | nothing : above | nothing);
            if (open != 0 && (open & ~zero) == 0) r.unknown = set_field(f, r.unknown, 0);
        }
        if (r.unknown == before) continue;
        r.certainty = std::max(r.certainty, Certainty::secondary);
        any = true;
    }
    return any;
}

// Whether a descriptor has the start address 0, which no operand has.
bool starts_at_0(const PasteReading& best) {
    const bool has_start = find_field(*best.format, "start") != nullptr;
    return has_start && best.word != 0 && raw_or_0(*best.format, best.word | best.unknown, "start") == 0;
}

std::string note_of_digits(const Find& find, std::string_view source) {
    switch (find.digits) {
    case Digits::clear: return find.note;
    case Digits::decimal: return "decimal";
    case Digits::doubtful: return say("decimal; as hexadecimal digits, the value is 0x", source);
    case Digits::negative: return "decimal, signed";
    case Digits::bare: return "hexadecimal without 0x";
    }
    return find.note;
}

// What the user reads about a value. `completed`: see complete_fields().
std::string note_of(const Find& find, std::string_view source, bool completed) {
    if (find.added) return "built with +; a field is right if no operand is wider than its own field";
    std::string out = completed ? "built with OR; a field is complete if no other operand reaches into it"
                                : note_of_digits(find, source);
    if (find.branch == Branch::only_if) add_note(out, "only if its condition holds");
    if (find.branch == Branch::one_of_several) add_note(out, "one of several values, by a condition");
    return printable(out);
}

void add_equals(FoundWord& out, const Find& find) {
    if (find.equals.empty()) return;
    const std::string_view same = out.unknown_bits ? ": the same known bits" : ": the same value";
    add_note(out.note, printable(say(list_of(find.equals), same)));
}

}  // namespace

FindContext context_for(const Work& work, const Find& find) {
    if (find.instruction != kNoInstruction) return {work.instructions[find.instruction], false};
    FindContext out{work.context, false};
    PasteContext& c = out.context;
    if (!find.name.empty() && !c.kind.empty()) c.kinds = {std::exchange(c.kind, {})};
    if (!find.hints.empty()) c.kind.clear(), c.kinds = find.hints;
    const bool idesc = find.role == PasteRole::idesc;  // an unnamed number can be anything
    if (idesc && c.kind.empty() && c.kinds.empty())
        c.kinds = work.hints.kinds.empty() ? work.hints.called : work.hints.kinds;
    c.hopper |= find.hopper;
    out.hinted = !c.hopper && work.hints.wgmma && fits_wgmma(work, find.bits);
    c.hopper |= out.hinted;
    c.tcgen05 |= work.tcgen05;
    if (!find.hopper) add_unit(out, work, find);
    return out;
}

FoundWord word_of(const Work& work, const Find& find) {
    const FindContext about = context_for(work, find);
    const PasteContext& context = about.context;
    FoundWord out{.span = find.span,
                  .source = std::string(work.text.substr(find.span.begin, find.span.end - find.span.begin)),
                  .reader = std::string(name_in(kReadByNames, static_cast<std::uint64_t>(find.reader))),
                  .name = printable(find.name),
                  .role = find.role,
                  .value = find.bits.value,
                  .bits = find.bits.width == 32 ? 32u : 64u,
                  .unknown_bits = find.bits.unknown,
                  .merged = find.merged,
                  .instruction = find.instruction,
                  .again = find.again};
    if (find.reader != ReadBy::expression && find.bits.unknown == 0) out.unknown_bits |= bits_added(work, find);
    out.origins = origins_in(find.origins, bit_mask(out.bits));
    // A negative number has the width of the selected format.
    const auto selected = find_format(work.options.as, {}, work.options.edition);
    if (find.digits == Digits::negative && out.bits == 32 && selected && (*selected)->bits == 64)
        out.value |= bit_mask(32) << 32, out.bits = 64;
    out.readings = classify(work, {out.value, out.unknown_bits, out.bits}, context, find.placed);
    out.ask = (find.ask || is_question(out.value, out.readings)) && work.options.as == "auto";
    // If the text names a half, there is no question.
    const bool half = out.role == PasteRole::high_word || out.role == PasteRole::low_word;
    if (half) out.ask = false;
    if (find.digits == Digits::doubtful) add_hexadecimal(out, work, context);
    if (work.options.as == "auto") {
        apply_role(out, context, find.tcgen05);
        apply_unit(out, about);
        apply_kind(out, context, work.options);
        apply_hinted_kind(out, context);
        apply_kinds(out, find.kinds, work);
    }
    const bool completed = complete_fields(out, find.likely);
    out.note = note_of(find, out.source, completed);
    add_equals(out, find);
    PasteReading& best = out.readings.front();
    out.problems = spills(*best.format, find.placed);
    // With an open question, or with a kind that no instruction of the text has, the reading is not certain.
    const bool is_foreign =
        !best.format->kind.empty() && !context.kinds.empty() && !is_in(context.kinds, best.format->kind);
    const bool is_register = find.reader == ReadBy::sass || find.reader == ReadBy::register_pair;
    const bool is_cut = work.cut_listing && is_register;
    const bool is_unused = work.listing && is_register && out.role == PasteRole::unknown;
    const bool lacks_address =
        find.reader == ReadBy::expression && starts_at_0(best) && out.source.find_first_of("|+<&") != std::string::npos;
    if (lacks_address) add_note(out.note, "the start is 0, so an address is added later, or is missing");
    const bool one_letter = find.name.size() == 1;  // A or B: also the name of a matrix in global memory
    const bool is_address = (out.role == PasteRole::unknown || one_letter) && leaves_shared_memory(best);
    if ((out.ask || is_foreign || is_cut || is_unused || is_address || lacks_address || find.built || find.remark ||
         find.added || find.disputed || about.hinted) &&
        best.certainty == Certainty::confirmed)
        best.certainty = Certainty::secondary;
    return out;
}

}  // namespace tilescope::notation
