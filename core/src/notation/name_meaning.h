// core/src/notation/name_meaning.h -- what names of variables, functions and keys say about their values.
// SPDX-License-Identifier: MIT
#pragma once

#include "text_parts.h"

#include <tilescope/base/number.h>
#include <tilescope/notation/reading.h>

namespace tilescope::notation {

// The role of a name such as "a_desc". `half` is 'l' or 'h' if the name ends with lo or hi.
struct KeyMeaning {
    PasteRole role = PasteRole::unknown;
    char half = 0;
    std::string base;     // the name without lo or hi
    bool hopper = false;  // the name says wgmma
};
KeyMeaning meaning_of_key(std::string_view key);

// Whether a value with this role is a descriptor of A or B.
inline bool is_operand(PasteRole role) {
    return role == PasteRole::smem || role == PasteRole::smem_a || role == PasteRole::smem_b;
}

// The kinds that a name or a comment states: "tcgen05_mma_mxf4nvf4_bs" states mxf4nvf4. Empty: none.
std::vector<std::string> kinds_named_in(std::string_view text);

// Whether a name of Tensor Memory can be that of an address: "tmem_base", not "tmem_rep" or "TMEM_USER_THREADS".
bool names_an_address(std::string_view name);

// ---- names with values ----

// One "key = value" or "key: value" whose value is a number.
struct LogPair {
    std::string_view key, value;
    std::string_view left;  // the line up to the end of the key
};

// Whether something stands before the key: "[thread 5] desc=0x...". Without it, a single pair may be an assignment.
inline bool has_prefix(const LogPair& pair) {
    return !trimmed(pair.left.substr(0, pair.left.size() - pair.key.size())).empty();
}

// Returns the next pair from `at` on, and moves `at` behind it.
std::optional<LogPair> next_log_pair(std::string_view text, std::size_t& at);

// "a: 0x4000404000010000 0x4000404000010002": returns the next whole word of a list, and moves `at` behind it. `at` is
// behind the value before it.
std::optional<std::string_view> next_value(std::string_view text, std::size_t& at);

// "idesc: 0x10400010 -> 0x10200010": returns the word behind the arrow, and moves `at` behind it. `at` is behind the
// value before it.
std::optional<std::string_view> changed_value(std::string_view text, std::size_t& at);

// Whether a value is "0x" and the 16 digits of a whole descriptor, or a decimal number of this size.
bool is_whole_value(std::string_view value);

// "a_desc: 0x40004040 0x00010000": returns both halves if the value before `at` is one and only one other follows, and
// moves `at` behind it.
std::optional<std::string_view> next_half(std::string_view text, std::string_view value, std::size_t& at);

// Returns the width of a value. A type that declares a width sets it; 0: none does. An exception is an instruction
// descriptor in a 64-bit variable, which has 32 bits. Inline, as role_for(): a log has millions of words.
inline unsigned width_for(const KeyMeaning& key, const Number& n, unsigned declared = 0) {
    if (key.half) return 32;
    const bool fits = n.value <= bit_mask(32);
    if (declared >= 32 && !(key.role == PasteRole::idesc && fits)) return declared;
    const bool wide_role = key.role == PasteRole::smem_a || key.role == PasteRole::smem_b || key.role == PasteRole::zcm;
    if (wide_role) return 64;
    if (key.role == PasteRole::idesc || key.role == PasteRole::tmem) return 32;
    return n.bits == 64 || !fits ? 64 : 32;
}

// Returns the role of a name, or unknown if the type does not have the width of this role.
inline PasteRole role_for(const KeyMeaning& key, unsigned width) {
    if (key.half) return key.half == 'l' ? PasteRole::low_word : PasteRole::high_word;
    if (key.role == PasteRole::idesc || key.role == PasteRole::tmem) return width == 32 ? key.role : PasteRole::unknown;
    return width == 64 || key.role == PasteRole::idesc_e ? key.role : PasteRole::unknown;
}

// Whether a value without a telling name is a word: 8 hexadecimal digits or more. Shorter numbers are indices and
// counts.
inline bool is_long_value(std::string_view value) { return value.starts_with("0x") && value.size() >= 10; }

}  // namespace tilescope::notation
