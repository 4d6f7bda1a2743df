// core/src/program/source_template.h -- strings of source code that hold code, and the values that are put into them.
// SPDX-License-Identifier: MIT
//
// f"or.b64 $0, d, {desc:#x};" has a hole. A hole with a known number becomes this number. Another hole becomes an
// operand with the name of the variable, "%desc". A hole inside a word becomes a part of this word.
#pragma once

#include "source_parts.h"

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tilescope::program::source {

// How a hole writes its value.
enum class HoleForm : std::uint8_t {
    plain,   // as PTX reads it: 64, 0x40
    hex,     // hexadecimal digits without 0x: a number only after "0x"
    unclear  // the text is not known
};

struct Hole {
    Value value;
    HoleForm form = HoleForm::unclear;
    std::string text;       // the expression; empty: it is not known
    std::uint32_t end = 0;  // the offset after the hole
};

// In a Template, the place of the next hole.
inline constexpr char kHole = '\x01';

struct Template {
    Decoded text;
    std::vector<Hole> holes;  // in the order of the text
};

// The strings of a text that were read.
struct KeptStrings {
    std::pair<std::uint32_t, std::uint32_t> read;            // tokens whose strings were read with those before them
    std::map<std::string, Template, std::less<>> templates;  // by the name of the variable

    // name = "...": a call can use the name. `begin`: the token of the string in its statement.
    void keep(const Cursor& statement, std::uint32_t begin, const Template& text);
};

// The value of an expression at an offset of the text. An empty expression: the next argument of format().
using EvaluateHole = std::function<Value(std::string_view expression, std::uint32_t position)>;

// Adds a string whose braces are holes: an f-string, or the string of format(). "{{" is one brace.
void add_braced(const Decoded& string, const EvaluateHole& evaluate, Template& out);

// Adds a string of Julia: $name and $(expression) are holes, "\$" is not one.
void add_dollars(const Decoded& string, std::string_view source, const EvaluateHole& evaluate, Template& out);

void add_plain(const Decoded& string, Template& out);
void add_hole(Hole hole, std::uint32_t position, Template& out);

// A text without holes. Where a hole stands for whole instructions, a new part begins: they can change any register.
struct FilledPart {
    Decoded text;
    AssemblyOperands operands;
};
std::vector<FilledPart> filled(const Template& in);

// Whether a text has a word that is frequent in PTX.
bool has_ptx(std::string_view text);

// Whether an instruction of PTX with a type begins somewhere, and a semicolon ends it: "and.b64 d, $1, 0x3FFFF;".
bool has_ptx_instruction(std::string_view text);

}  // namespace tilescope::program::source
