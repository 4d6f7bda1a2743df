// core/include/tilescope/word/codec.h -- words to fields and back; names no field and no bit.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/word/problem.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

// One stored value per field, in the order of the table, and what the table itself finds wrong (F1, F2).
struct Decoded {
    const Format* format = nullptr;
    std::uint64_t word = 0;
    std::vector<std::uint64_t> raw;
    std::vector<Problem> problems;
};

// Never fails: any word decodes. Bits above format.bits are ignored.
Decoded decode(const Format& format, std::uint64_t word);

// What is not told cannot be wrong: drops the problems of fields that have bits in `unknown`. A fixed field stays wrong
// where bits that are told contradict it.
void drop_untold(std::vector<Problem>& problems, const Decoded& decoded, std::uint64_t unknown);

// The word again. Postcondition: encode(decode(format, word)) == word for every word of format.bits bits.
std::uint64_t encode(const Decoded& decoded);

// All fixed fields at what the hardware demands, everything else zero.
std::uint64_t blank_word(const Format& format);

// The stored bits of a value in the field's unit.
// Requires: field.encoding is number or flag.
// Postcondition: value_of(field, *answer) == value, or a sentence that says what would have been right.
Answer<std::uint64_t> raw_for(const Field& field, std::uint64_t value);

// The stored bits of a text, for every kind of field: "64", "0x40", "128B", "yes", "raw:2". One function serves the
// command line, the number boxes and session files. Fixed fields take raw:N only.
Answer<std::uint64_t> raw_for(const Field& field, std::string_view text);

// word with `field=text` applied; the refusal names the field.
Answer<std::uint64_t> with_field(const Format& format, std::uint64_t word, std::string_view id, std::string_view text);

// The meaning of a stored value as a word: "64", "128B", "yes", "3 (no meaning)".
std::string text_of(const Field& field, std::uint64_t raw);

// The same with its unit: "1024 bytes". For address fields also hexadecimal: "1024 bytes (0x400)".
std::string meaning_of(const Field& field, std::uint64_t raw);

// "61:63" is written "63:61", one bit "52".
std::string bit_range(const Field& field);

// A word as 0x and all its digits.
std::string hex_word(const Format& format, std::uint64_t word);

// The manual's table. A test compares it with the file, so the manual cannot drift.
std::string to_markdown(const Format& format);

// The bits in which two words differ, field by field: "sbo: 1024 -> 512".
struct FieldChange {
    const Field* field;
    std::uint64_t from, to;  // stored values
};
std::vector<FieldChange> differences(const Format& format, std::uint64_t from, std::uint64_t to);

}  // namespace tilescope
