// core/include/tilescope/word/codec.h -- decodes words to fields and encodes fields to words, for every format.
// SPDX-License-Identifier: MIT
//
//     const Decoded d = decode(kSmem91, 0x4000404000010040);
//     d.raw[4]                                  64: the bits of sbo
//     meaning_of(field(kSmem91, "sbo"), 64)     "1024 bytes"
//     raw_for(field(kSmem91, "sbo"), "1024")    64
//     encode(d)                                 0x4000404000010040
//
// The code is generic: it loops over the table of a format and contains no field name and no bit position.
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/word/problem.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

// A word, split into its fields: one stored value per field, in the order of the table. `problems` are the problems
// that follow from the table alone (rules F1 and F2).
struct Decoded {
    const Format* format = nullptr;
    std::uint64_t word = 0;
    std::vector<std::uint64_t> raw;
    std::vector<Problem> problems;
};

// Decodes a word. Never fails: any word can be decoded. Bits above format.bits are ignored.
Decoded decode(const Format& format, std::uint64_t word);

// Removes problems that depend on unknown bits. `unknown` has a 1 for each bit that the input did not state, for
// example because a pasted expression was incomplete. The function removes the problems of each field that has such a
// bit. It keeps the problem of a fixed field if a known bit already differs from the constant.
void drop_unknown_bits(std::vector<Problem>& problems, const Decoded& decoded, std::uint64_t unknown);

// Counts the fields that are wrong in every word: a constant with another value, or a value without a meaning. It is
// the number of problems of decode() that drop_unknown_bits() leaves, without their sentences.
std::size_t wrong_fields(const Format& format, std::uint64_t word, std::uint64_t unknown = 0);
bool is_wrong_field(const Field& field, std::uint64_t word, std::uint64_t unknown = 0);

// Returns the word with the stored values of `decoded`. Drops the bits of a value above the width of its field.
// Requires: decoded.raw has one value for each field, as decode() returns it.
// Postcondition: encode(decode(format, word)) == word for every word of format.bits bits.
std::uint64_t encode(const Decoded& decoded);

// Returns the word whose fixed fields have their constants and whose other fields are 0.
std::uint64_t blank_word(const Format& format);

// Returns the bits to store for a value in the unit of the field: raw_for(sbo, 1024) is 64.
// Requires: field.encoding is number or flag.
// Postcondition: value_of(field, *answer) == value.
// Errors: the value is out of range or not a multiple of the step. The reason names the nearest values, but not those
// of a size: the field has more of them than there are instructions.
Answer<std::uint64_t> raw_for(const Field& field, std::uint64_t value);

// Returns the bits to store for a string: "64", "0x40", "128B", "yes" or "raw:2", depending on the field. The command
// line, the number boxes and session files all use this function. "raw:2" stores the bits 2 in any field.
// Errors: the text is not a value of the field. A fixed field accepts only its constant or raw:N.
Answer<std::uint64_t> raw_for(const Field& field, std::string_view text);

// Returns the word after `id=text` is applied to it: with_field(kSmem91, word, "sbo", "512").
// Errors: the format has no field `id`, or the text is not a value of the field. The reason names the field.
Answer<std::uint64_t> with_field(const Format& format, std::uint64_t word, std::string_view id, std::string_view text);

// Returns the meaning of a stored value: "64", "128B", "yes", "3 (no meaning)". Never fails.
std::string text_of(const Field& field, std::uint64_t raw);

// The same for a field of which some bits are unknown: "?" if `unknown`, the unknown bits of the field, is not 0.
std::string text_of(const Field& field, std::uint64_t raw, std::uint64_t unknown);

// Returns true if the value of the field is a byte address. People read addresses in hexadecimal.
constexpr bool is_byte_address(const Field& field) { return field.role == Role::address && field.scale > 0; }

// Returns the meaning with its unit: "1024 bytes". Address fields also in hexadecimal: "1024 bytes (0x400)".
std::string meaning_of(const Field& field, std::uint64_t raw);

// The same for a field of which some bits are unknown: 1 for each unknown bit of `unknown`. "?" if no known bit is 1,
// else the meaning of the known bits: "1024 bytes, if its unknown bits are 0".
std::string meaning_of(const Field& field, std::uint64_t raw, std::uint64_t unknown);

// The same two texts as a screen shows them: an address is hexadecimal first, because logs and debuggers print it so.
// "0x400" and "0x400 (1024 bytes)"; of other fields the same as text_of() and meaning_of().
std::string shown_text_of(const Field& field, std::uint64_t raw, std::uint64_t unknown = 0);
std::string shown_meaning_of(const Field& field, std::uint64_t raw, std::uint64_t unknown = 0);

// Returns the meaning of a word in one line: all fields but constants and zeros. brief_meaning(kSmem91,
// 0x4000404000010040, 0) is "start 0x400 (1024 bytes), lbo 16 bytes, sbo 1024 bytes, ...". `unknown` has a 1 for each
// unknown bit.
std::string brief_meaning(const Format& format, std::uint64_t word, std::uint64_t unknown);

// Returns the bits of the field, highest first: "63:61", or "52" for one bit.
std::string bit_range(const Field& field);

// Returns which bits of a field are unknown, as bits of the word: "bits 13:8 and 3 are unknown". `unknown` has a 1 for
// each unknown bit of the field, and is not 0.
std::string unknown_bits_text(const Field& field, std::uint64_t unknown);

// Returns the word as 0x and all its digits, leading zeros included.
std::string hex_word(const Format& format, std::uint64_t word);

// The same with "?" for each digit that has an unknown bit: "0x40004040????????".
std::string hex_word(const Format& format, std::uint64_t word, std::uint64_t unknown);

// Returns `width` bits in binary, with "?" for each unknown bit: "0b0?1".
std::string binary_bits(std::uint64_t bits, std::uint64_t unknown, unsigned width);

// Returns the table of the format in Markdown, as `tilescope formats --markdown` prints it.
std::string to_markdown(const Format& format);

// A field in which two words differ: "sbo: 1024 -> 512".
struct FieldChange {
    const Field* field;
    std::uint64_t from, to;  // stored values
};
// Returns the fields that differ, in the order of the table. The list is empty if the words are equal in all fields.
std::vector<FieldChange> differences(const Format& format, std::uint64_t from, std::uint64_t to);

}  // namespace tilescope
