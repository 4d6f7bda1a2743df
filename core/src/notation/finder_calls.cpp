// core/src/notation/finder_calls.cpp -- finds the words that the calls of a program pass or make.
// SPDX-License-Identifier: MIT
#include "classify.h"
#include "finder.h"
#include "known_calls.h"
#include "name_meaning.h"

#include <tilescope/base/say.h>
#include <tilescope/formats/formats.h>

#include <algorithm>
#include <utility>

namespace tilescope::notation {

Meaning meaning_of(std::string_view name, unsigned declared) {
    const KeyMeaning key = meaning_of_key(name);
    Meaning out{key.role, key.half, declared};
    if (name.size() <= 2) out.role = PasteRole::unknown;  // "a" is any variable
    if (out.half) {
        // "desc_hi = uint64_t{0x40004040} << 32" is a whole word of which only the high half is set.
        out.role = declared == 64 ? out.role : out.half == 'l' ? PasteRole::low_word : PasteRole::high_word;
        out.width = declared == 64 ? 64 : 32;
    }
    const bool narrow = out.role == PasteRole::idesc || out.role == PasteRole::tmem;
    if (narrow) out.width = 32;
    if (out.role != PasteRole::unknown && !narrow && declared == 32 && !out.half) out.role = PasteRole::unknown;
    return out;
}

namespace {

// Whether an operand of a call is an argument of a template, such as "<128".
bool is_generic(std::string_view text) { return text.starts_with('<'); }

}  // namespace

unsigned width_of_value(const program::KnownBits& x) { return program::possible_ones(x) > bit_mask(32) ? 64 : 32; }

// A call such as recompute_smem_desc(pointer, 0x40004040, 0x400000): the high half, and the constant bits of the low
// half.
bool Finder::make_call(const Observation& seen) {
    const KeyMeaning meaning = meaning_of_key(seen.text);
    if (meaning.role != PasteRole::smem || seen.count != 3) return false;
    const program::KnownBits &high = operand(seen, 1), &low = operand(seen, 2);
    const bool halves = high.is_known() && low.is_known() && high.value > bit_mask(8) && low.value > bit_mask(14) &&
                        high.value <= bit_mask(32) && low.value <= bit_mask(32);
    if (!halves) return false;
    Find f(seen.span, reader_, {high.value << 32 | low.value, 0, 64}, "", PasteRole::smem);
    f.bits.unknown = bit_mask(32) & ~low.value;
    f.likely.beside_constant = f.bits.unknown;
    f.traces = {trace(seen, 1, bit_mask(32), 32), trace(seen, 2, bit_mask(32))};
    add(std::move(f));
    return true;
}

// nvvm.tcgen05.mma_smem_desc(start, leading, stride, base, mode, swizzle): the operands are stored values.
void Finder::smem_desc(const Observation& seen) {
    constexpr std::string_view kFields[] = {"start", "lbo", "sbo", "base_offset", "lbo_mode", "swizzle"};
    if (seen.count != std::size(kFields))
        return work_.refuse(work_.text.substr(seen.span.begin, seen.span.end - seen.span.begin),
                            say("tcgen05.mma_smem_desc has ", seen.count,
                                " operands; expected 6: start, leading, stride, base, mode, swizzle"));
    std::vector<FieldValue> fields;
    for (unsigned i = 0; i < seen.count; ++i) fields.push_back({kFields[i], bits_in(operand(seen, i), 64)});
    const auto word = word_of_struct(work_, fields);
    if (!word) return;
    Find f(seen.span, reader_, word->bits, "", word->role, word->note);
    f.traces = traces_of(seen, word->places);
    add_note(f.note, "built from the operands, which are in 16-byte units");
    add(std::move(f));
}

bool Finder::known_call(const Observation& seen) {
    std::vector<CallArgument> arguments, types;
    for (unsigned i = 0; i < seen.count; ++i) {
        const std::string_view text = written(seen, i).text;
        const Bits bits = bits_in(operand(seen, i), 64);
        if (is_generic(text))
            types.push_back(call_argument(text.substr(1), bits));
        else
            arguments.push_back(call_argument(text, bits));
    }
    const auto word = word_of_call(work_, seen.text, arguments, types);
    if (!word) return false;
    Find f(seen.span, ReadBy::known_function, word->bits, "", word->role, word->note);
    f.hints = word->kinds;
    f.hopper = word->hopper;
    add(std::move(f));
    return true;
}

std::vector<Trace> Finder::traces_of(const Observation& seen, const std::vector<FieldBits>& places) const {
    std::vector<Trace> out;
    for (const FieldBits& p : places)
        out.push_back(trace(seen, static_cast<unsigned>(p.given), bit_mask(p.width) << p.dropped,
                            static_cast<int>(p.at) - static_cast<int>(p.dropped)));
    return out;
}

void Finder::struct_fields(const Observation& seen, std::string_view object) {
    std::vector<FieldValue> fields;
    for (unsigned i = 0; i < seen.count; ++i) fields.push_back({written(seen, i).text, bits_in(operand(seen, i), 64)});
    constexpr std::string_view kFieldsOfUnion = ".bitfield";  // of CUTLASS: the word is the union
    if (object.ends_with(kFieldsOfUnion)) object.remove_suffix(kFieldsOfUnion.size());
    const auto word = word_of_struct(work_, fields, seen.comment);
    if (!word) return;
    Find f(seen.span, ReadBy::fields, word->bits, std::string(object), word->role, word->note);
    f.hints = word->kinds;
    f.traces = traces_of(seen, word->places);
    f.hopper = word->hopper;             // of this struct only: a header can have one for each of both
    f.tcgen05 = seen.comment == "smem";  // its members have the places of this format
    f.disputed = word->guess;
    // The struct and some of its fields are known, even if no bit is 1.
    f.built = f.bits.value == 0 && fields.size() > 2 && (~f.bits.unknown & bit_mask(f.bits.width)) != 0;
    add(std::move(f));
}

// f(0x00010040, 0x40004040): the two halves of a descriptor, in either order. Its constant says so.
bool Finder::halves(const Observation& seen, unsigned i) {
    const auto literal = [&](unsigned at) {
        const std::string& text = at < seen.count ? written(seen, at).text : std::string();
        const bool number = !text.empty() && is_digit(text[0]) && operand(seen, at).is_known(bit_mask(32));
        return number && operand(seen, at).value <= bit_mask(32) ? std::optional(operand(seen, at).value)
                                                                 : std::nullopt;
    };
    const auto first = literal(i), second = literal(i + 1);
    if (!first || !second) return false;
    for (const bool low_first : {true, false}) {
        const std::uint64_t word = low_first ? *second << 32 | *first : *first << 32 | *second;
        const std::uint64_t low = word & bit_mask(32);
        const bool idesc = std::ranges::any_of(kinds_of(work_.options.edition), [&](std::string_view kind) {
            return legal_idesc(*idesc_format(kind, work_.options.edition), low, 0);
        });
        if (idesc || !is_tcgen05_word(PasteRole::smem, word)) continue;
        const TextSpan span{written(seen, i).span.begin, written(seen, i + 1).span.end};
        add({span,
             ReadBy::two_halves,
             {word, 0, 64},
             "",
             PasteRole::smem,
             std::string(low_first ? kLowFirst : kHighFirst)});
        return true;
    }
    return false;
}

// A call such as tcgen05_mma_mxf4nvf4_bs(d, a_desc, b_desc, 0x8020480, ...) is an instruction. The name of the function
// states the kind.
void Finder::call(const Observation& seen) {
    constexpr std::string_view kFields = "fields ";
    if (seen.text.starts_with(kFields)) return struct_fields(seen, std::string_view(seen.text).substr(kFields.size()));
    if (seen.text.ends_with("tcgen05.mma_smem_desc")) return smem_desc(seen);
    if (known_call(seen)) return;
    PasteContext form;
    form.hopper = lower(seen.text).find("wgmma") != std::string::npos;
    const std::vector<std::string> kinds = form.hopper ? std::vector<std::string>() : kinds_named_in(seen.text);
    if (kinds.size() == 1) form.kind = kinds.front();
    if (kinds.size() > 1) form.kinds = kinds;
    const bool mma = lower(seen.text).find("mma") != std::string::npos;
    if (mma && form != PasteContext{}) work_.begin_instruction(std::move(form));
    if (make_call(seen)) return;
    const std::size_t made = mma && form != PasteContext{} ? work_.current : kNoInstruction;
    for (unsigned i = 0; i < seen.count; ++i) {
        const program::KnownBits& x = operand(seen, i);
        const std::string& text = written(seen, i).text;
        if (is_generic(text)) continue;
        if (halves(seen, i)) {
            ++i;
            continue;
        }
        const CallArgument given = call_argument(text, {});
        const bool number = !given.text.empty() && is_digit(given.text[0]);
        const bool named = !number && given.key.empty() && !text.empty() && is_word_char(text[0]);
        const std::string name(named ? std::string_view(text) : given.key);
        const Meaning meaning = meaning_of(name.empty() ? text : name, 0);
        unsigned width = meaning.width != 0 ? meaning.width : width_of_value(x);
        constexpr std::size_t kLongest = 13;  // "0x", 8 digits and a suffix; 0x0000000004040000 has 64 bits
        if (number && given.text.starts_with("0x") && given.text.size() > kLongest) width = 64;
        if (number && x.value <= bit_mask(16) && meaning.role == PasteRole::unknown) continue;
        const bool literal = mma && number && x.is_known() && x.value > bit_mask(16) && x.value <= bit_mask(32);
        Find f(written(seen, i).span, reader_, bits_in(x, std::max(32u, width)), name, meaning.role);
        if (literal && given.key.empty()) f.role = PasteRole::idesc;  // the only literal of this size that an MMA reads
        f.hints = kinds;
        f.likely = likely(seen, i);
        f.placed = placed(seen, i);
        f.traces = {trace(seen, i)};
        f.instruction = made;
        add(std::move(f));
    }
}

}  // namespace tilescope::notation
