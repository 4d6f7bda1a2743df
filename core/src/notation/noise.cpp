// core/src/notation/noise.cpp -- decides which values of a text are words; rows and their order.
// SPDX-License-Identifier: MIT
#include "readings.h"

#include "name_meaning.h"

#include <tilescope/formats/tmem.h>
#include <tilescope/hw/archs.h>
#include <tilescope/notation/paste.h>
#include <tilescope/notation/questions.h>

#include <span>

namespace tilescope::notation {
namespace {

// The bits of an unnamed value must be those of a format in all that makes the format recognizable: its constants, or
// the types of an instruction descriptor with an f32 result, or the mode of a high half.
bool is_recognizable(const FoundWord& word) {
    const PasteReading& best = word.readings.front();
    if (best.unknown == 0) return true;
    if (best.rule == kHighHalfId) return get_field(field_in(*best.format, "swizzle"), best.unknown) == 0;
    if (best.format->kind.empty()) return best.certainty != Certainty::unknown && best.format->id != "zcm";
    constexpr std::string_view kTelling[] = {"sparse", "d_type", "a_type", "b_type", "scale_type"};
    const auto is_open = [&](std::string_view id) { return raw_or_0(*best.format, best.unknown, id) != 0; };
    return std::ranges::none_of(kTelling, is_open) && best.word != 0;
}

// Whether the text names wgmma alone, or the user a target that has only wgmma.
bool is_about_wgmma(const Work& work) {
    const ArchRow* arch = work.options.arch.empty() ? nullptr : arch_named(work.options.arch);
    return work.hints.wgmma || (arch != nullptr && arch->has(Feature::wgmma) && !arch->has(Feature::tcgen05));
}

// A program has many constants. An unnamed 64-bit one is a descriptor only if its strides or its mode are set too, or
// if the text is about wgmma and both strides are set. Only a name or an instruction makes it a mask.
bool is_telling_constant(const FoundWord& word, bool wgmma, bool chosen) {
    const PasteReading& best = word.readings.front();
    const auto raw = [&](std::string_view id) { return raw_or_0(*best.format, best.word, id); };
    const auto is_set = [&](std::string_view id) {  // or open
        return raw_or_0(*best.format, best.word | best.unknown, id) != 0;
    };
    // No instruction has M 0 or N 0, but "SMEM_END = 230400" has. "ticket = 0xffffffff" is not legal either. If the
    // user chose the format, the word is shown with its problems.
    if (!best.format->kind.empty())  // wgmma has no such word
        return chosen || (!wgmma && is_set("m") && is_set("n") && legal_idesc(*best.format, best.word, best.unknown));
    if (word.unknown_bits == 0 && best.unknown >> 32 == bit_mask(32)) return false;  // a number below 2^32: a low half
    const bool built = wgmma && raw("lbo") != 0;
    // Zeros are all that identifies a Hopper descriptor.
    if (best.format->id == "wgmma")
        return wrong_fields(*best.format, best.word) == 0 && raw("sbo") != 0 && (raw("swizzle") != 0 || built);
    return best.format->id == "smem" && is_set("sbo") && (is_set("lbo") || is_set("swizzle"));
}

bool is_constant(const Field& f) { return f.encoding == Encoding::fixed; }

// A call whose operands are all unknown gives only the constants of the format.
bool has_only_constants(const PasteReading& best) {
    return std::ranges::all_of(best.format->fields, [&](const Field& f) {
        return is_constant(f) || get_field(f, best.unknown) == bit_mask(f.width);
    });
}

// "Adesc=0x2f1fb160": a host library also calls its objects descriptors and prints where they are. The high half of
// such a value is 0, and reserved bits of the low half are set.
bool is_host_address(const FoundWord& word) {
    const PasteReading& best = word.readings.front();
    if (word.unknown_bits != 0 || word.value >> 32 != 0 || best.format->bits != 64) return false;
    if (best.certainty != Certainty::unknown) return false;
    return std::ranges::any_of(best.format->fields, [&](const Field& f) {
        return is_constant(f) && f.lsb < 32 && get_field(f, best.word) != f.want;
    });
}

// Whether one of the parts of a name, which '_' separates, is in the list.
bool name_has(std::string_view name, std::span<const std::string_view> parts) {
    std::string words = lower(name);
    std::ranges::replace_if(
        words, [](char c) { return !is_word_char(c) || c == '_'; }, ' ');
    return std::ranges::any_of(words_in(words), [&](std::string_view word) { return is_in(parts, word); });
}

// "REG_STATUS (0x40004040U)": a name that says that a value is a place.
bool names_a_place(std::string_view name) {
    constexpr std::string_view kPlaces[] = {"reg", "base", "addr", "address", "port", "offset"};
    return name_has(name, kPlaces);
}

// "A_TILE_BYTES = 16384", "PEER_BIT_MASK = 0xfefffff8": a name that says that a value is a size, or a mask of other
// bits. A value that is called only "mask" can be a zero-column mask.
bool names_a_quantity(const FoundWord& word) {
    constexpr std::string_view kQuantities[] = {"bytes", "size", "stride", "count",  "len",     "length",
                                                "num",   "mask", "off",    "offset", "offsets", "total"};
    return word.role == PasteRole::unknown && word.name != "mask" && name_has(word.name, kQuantities);
}

// "desc_a = 1 + 2 * i" in a program that counts descriptors: only the lowest bit is known.
bool knows_only_low_bits(const FoundWord& word) {
    constexpr unsigned kLow = 4;
    return word.unknown_bits != 0 && (bit_mask(word.bits) & ~word.unknown_bits & ~bit_mask(kLow)) == 0;
}

// "(desc >> 16) & 0x3FFF": what a sentence says about a field. It has no bit of a word.
bool takes_a_field(const FoundWord& word, ReadBy reader) {
    return word.role == PasteRole::unknown && reader == ReadBy::expression && word.name.empty() &&
           word.unknown_bits != 0 && word.value == 0;
}

// Whether the only sign of a descriptor is that a 32-bit number could be its high half, and the text says otherwise: a
// process number is decimal, an address has a name that says so, "kernel()+0x7120" is a place in code. Without a mode,
// only one bit of the half is telling.
bool is_unlikely_half(const FoundWord& word, const Find& find) {
    const PasteReading& best = word.readings.front();
    if (best.rule != kHighHalfId || word.role != PasteRole::unknown) return false;
    const Field* swizzle = find_field(*best.format, "swizzle");
    const bool plain = swizzle != nullptr && get_field(*swizzle, best.word) == 0;
    return (plain && (find.digits == Digits::decimal || word.name.empty())) || names_a_place(word.name);
}

// "PTE_TABLE_DESC=3": a small number is a column of Tensor Memory only if its name or an instruction says so.
bool is_small_column(const FoundWord& word) {
    return word.readings.front().format->id == "tmem" && word.role != PasteRole::tmem && !word.name.empty() &&
           tmem_lane(static_cast<std::uint32_t>(word.value)) == 0;
}

// "tmem_rep = 4": without a lane, a number of Tensor Memory is an address only if its name says so.
bool counts_in_tmem(const FoundWord& word) {
    return word.role == PasteRole::tmem && word.instruction == kNoInstruction && word.unknown_bits == 0 &&
           tmem_lane(static_cast<std::uint32_t>(word.value)) == 0 && !names_an_address(word.name);
}

// "TMEM: 512 columns": a decimal number that is not an address is a size.
bool counts_columns(const FoundWord& word, const Find& find) {
    return word.role == PasteRole::tmem && find.digits == Digits::decimal &&
           word.readings.front().certainty == Certainty::unknown;
}

// Whether only the bits of a value identify it.
bool is_unnamed_number(const Find& f) {
    return f.role == PasteRole::unknown && f.instruction == kNoInstruction && f.bits.unknown == 0 &&
           (f.reader == ReadBy::number || f.reader == ReadBy::log ||
            (f.reader == ReadBy::expression && f.name.empty()));
}

// Of the many cells of a large memory dump, some have the bits of a descriptor by accident. Nothing identifies a wgmma
// descriptor but zeros, and nothing an instruction descriptor or a high half but a small number.
void judge_dump(std::vector<Judged>& words, const Work& work) {
    constexpr std::size_t kLarge = 64;
    const auto is_cell = [](const Judged& w) {
        return w.word.role == PasteRole::unknown && w.find->reader == ReadBy::memory;
    };
    const auto count = static_cast<std::size_t>(std::ranges::count_if(words, is_cell));
    if (work.options.as != "auto" || work.cells < kLarge || count * 4 >= work.cells) return;
    std::erase_if(words, [&](const Judged& w) {
        return is_cell(w) && (w.best().format->id != "smem" || w.best().rule == kHighHalfId);
    });
    for (Judged& w : words)
        if (is_cell(w)) w.best().certainty = std::max(w.best().certainty, Certainty::secondary);
}

// Whether a word has no name and no open bit, and no instruction uses it.
bool is_alone(const FoundWord& word) {
    return word.role == PasteRole::unknown && word.instruction == kNoInstruction && word.unknown_bits == 0;
}

bool is_bits_only(const Judged& w) {
    return is_alone(w.word) && (w.find->reader == ReadBy::number || w.find->reader == ReadBy::expression);
}

// Whether many numbers of other texts have the bits too: a half of a word, a Hopper descriptor in which only the high
// half is set, an instruction descriptor with a shape and nothing else.
bool is_round(const FoundWord& word) {
    const PasteReading& best = word.readings.front();
    if (best.rule == kHighHalfId) return true;
    if (best.format->kind.empty()) return best.format->id == "wgmma" && (best.word & bit_mask(32)) == 0;
    return std::ranges::all_of(best.format->fields, [&](const Field& f) {
        return f.id == "m" || f.id == "n" || get_field(f, best.word) == 0;
    });
}

// Leaves out the numbers of tables and lists that are about something else.
void drop_tables(std::vector<Judged>& words, const Work& work) {
    NumberTables tables;
    for (const Find& f : work.finds)
        if (is_unnamed_number(f) && f.bits.width == 64) tables.add_number(f.name);
    const auto is_entry = [](const Judged& w) {
        return is_alone(w.word) && w.word.bits == 64 && is_unnamed_number(*w.find);
    };
    for (const Judged& w : words)
        if (is_entry(w)) tables.add_word(w.word.name, w.best().format->id);
    std::erase_if(words, [&](const Judged& w) { return is_entry(w) && tables.is_other(w.word.name); });
    // A kernel has few different high halves. Many of them, without names, are addresses of registers.
    const auto is_half = [](const Judged& w) {
        return w.word.role == PasteRole::unknown && w.best().rule == kHighHalfId;
    };
    std::set<std::uint64_t> halves;
    for (const Judged& w : words)
        if (is_half(w)) halves.insert(w.word.value);
    constexpr std::size_t kMostHalves = 3;
    if (halves.size() > kMostHalves) std::erase_if(words, is_half);
    // A variable or a macro whose name says nothing, beside others: "#define PORT_B (PINS + 0x024)".
    if (work.finds.size() > 1)
        std::erase_if(words, [&](const Judged& w) {
            return is_half(w) && !w.word.name.empty() && w.find->reader == ReadBy::expression;
        });
}

}  // namespace

bool is_noise(const FoundWord& word, const Find& find, const Work& work) {
    const ReadBy reader = find.reader;
    if (word.unknown_bits == bit_mask(word.bits)) return true;
    if (reader == ReadBy::mlir && has_only_constants(word.readings.front())) return true;
    const bool chosen = work.options.as != "auto";
    if ((work.prose || work.program) && !chosen && (names_a_quantity(word) || counts_in_tmem(word))) return true;
    if (!find.built && find.instruction == kNoInstruction && knows_only_low_bits(word)) return true;
    if (work.prose && !chosen) {
        if (takes_a_field(word, reader)) return true;
        const bool from_line = reader == ReadBy::log || reader == ReadBy::expression;
        if (from_line && word.instruction == kNoInstruction && is_host_address(word)) return true;
        if (word.role == PasteRole::unknown && leaves_shared_memory(word.readings.front())) return true;
        if (counts_columns(word, find) || is_unlikely_half(word, find) || is_small_column(word)) return true;
    }
    constexpr ReadBy kReadersOfAll[] = {ReadBy::number, ReadBy::ptx, ReadBy::expression,
                                        ReadBy::mlir,   ReadBy::log, ReadBy::named_halves};
    if (word.role == PasteRole::unknown && word.unknown_bits != 0 && reader != ReadBy::fields && !is_recognizable(word))
        return work.prose;
    if (work.program && word.role == PasteRole::unknown && !is_telling_constant(word, is_about_wgmma(work), chosen))
        return true;
    if (work.prose && word.role == PasteRole::unknown && word.readings.front().format->id == "zcm") return !chosen;
    // "a=5": a letter alone names many things.
    const bool unnamed = word.role == PasteRole::unknown || word.name.size() == 1;
    return work.prose && unnamed && !chosen && is_in(kReadersOfAll, reader) &&
           std::ranges::none_of(word.readings, is_likely);
}

void judge_tables(std::vector<Judged>& words, const Work& work) {
    if (words.empty() || work.options.as != "auto" || names_the_subject(work.text)) return;
    judge_dump(words, work);
    if (work.prose) drop_tables(words, work);
    if (!work.prose && !work.program) return;
    const bool told = work.hints.wgmma || work.hints.tcgen05 || work.options.kind_given || !work.options.arch.empty() ||
                      trimmed(work.text).find('\n') == std::string_view::npos;  // a line is what somebody asks about
    const auto says_nothing = [](const Judged& w) { return is_bits_only(w) && is_round(w.word); };
    if (!told && std::ranges::all_of(words, says_nothing)) words.clear();
    for (Judged& w : words)
        if (is_bits_only(w)) w.best().certainty = std::max(w.best().certainty, Certainty::secondary);
}

void drop_overwritten(std::vector<Judged>& words) {
    const auto is_likely_word = [](const Judged& w) { return w.best().certainty != Certainty::unknown; };
    std::set<std::string> likely;
    for (const Judged& w : words)
        if (is_likely_word(w)) likely.insert(w.word.name);
    std::erase_if(words, [&](const Judged& w) {
        const bool branch =
            w.find->branch == Branch::one_of_several || (w.word.unknown_bits == 0 && w.find->branch == Branch::only_if);
        return !w.word.name.empty() && !branch && !is_likely_word(w) && likely.contains(w.word.name);
    });
}

void sort_by_certainty(std::vector<Judged>& words) {
    std::ranges::stable_sort(words, {}, [](const Judged& w) {
        return static_cast<unsigned>(w.best().certainty.level()) * 2 + (w.word.ask ? 1u : 0u) +
               (w.best().unknown != 0 ? 3u : 0u);
    });
}

}  // namespace tilescope::notation
