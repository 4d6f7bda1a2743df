// core/include/tilescope/lessons/expression.h -- expressions in the texts and tasks of lessons: numbers of a session.
// SPDX-License-Identifier: MIT
//
//     const auto e = LessonExpression::parse("byte(A, 3, 24) % 128 == 0x30 and a.swizzle == \"128B\"");
//     const auto v = e->value({derived, view});     1, or the reason why there is no value
//
// An expression is computed for a session and a view state. It has integers (0x40, 0b101), texts in double quotes, the
// operators below, and names. A name or a function is a row of lesson_functions(); `a.sbo` is a field of a word.
//
//     or    and    not    == != < <= > >=    |    ^    &    << >>    + -    * / %    - (of one number)      loosest
//     first
//
// Truth is 1 or 0. `and` and `or` do not compute their right side if the left side decides. ^ is the exclusive or.
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/document/derive.h>
#include <tilescope/emulator/emulation.h>
#include <tilescope/view/view_state.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace tilescope {

// A whole number (of 64 bits, in two's complement), an element of D, or a string.
using LessonValue = std::variant<std::int64_t, double, std::string>;

// What an expression can see. Without `emulation`, names that need one have no value.
struct LessonMoment {
    const Derived& derived;
    const ViewState& view;
    const Emulation* emulation = nullptr;  // of the session of `derived`
};

// The arguments of a function. Requires: `i` is the index of a parameter of that type (LessonFunction::takes).
class LessonArguments {
public:
    explicit LessonArguments(std::span<const LessonValue> values) : values_(values) {}
    std::int64_t number(std::size_t i) const { return std::get<std::int64_t>(values_[i]); }
    const std::string& text(std::size_t i) const { return std::get<std::string>(values_[i]); }

private:
    std::span<const LessonValue> values_;
};

// A name or a function. `takes` has one letter for each argument:
//
//     o  an operand, A or B              w  a word: a, b, i or z         n  a number
//     p  a matrix of Tensor Memory:      f  a field of a word: a.sbo     t  a string
//        D, A, SFA or SFB
//
// To add a function, add a row to kFunctions (core/src/lessons/functions.cpp).
struct LessonFunction {
    std::string_view name, takes, parameters;  // parameters: "A, row, column"; empty: a name without parentheses
    std::string_view help;                     // one sentence
    Answer<LessonValue> (*call)(const LessonMoment&, const LessonArguments&);
    bool emulation = false;  // needs the emulation of the session
};
std::span<const LessonFunction> lesson_functions();

class LessonExpression {
public:
    // Errors: the text is not an expression. The reason quotes the part that is wrong and lists what would be right.
    static Answer<LessonExpression> parse(std::string_view text);

    // Errors: a part has no value: the operand is not placed, a field has unknown bits or does not exist for this kind,
    // an element is outside the tile, a number is divided by 0, there is no emulation.
    Answer<LessonValue> value(const LessonMoment& moment) const;

    // Returns true if the value is a number other than 0. False also if there is no value.
    bool holds(const LessonMoment& moment) const;

    bool needs_emulation() const;
    const std::string& text() const { return text_; }

    // clang-format off
    enum class Op : std::uint8_t {
        constant, call, negative, logical_not, logical_or, logical_and,
        equal, differ, less, at_most, more, at_least,
        bit_or, bit_xor, bit_and, left, right, add, subtract, multiply, divide, remainder
    };
    // clang-format on
    // Nodes are in the order in which they were read: each is after its parts. The last node is the whole expression.
    struct Node {
        Op op = Op::constant;
        LessonValue value = std::int64_t{0};       // constant
        const LessonFunction* function = nullptr;  // call
        std::vector<std::size_t> parts = {};       // indices of nodes: the operands, or the arguments
    };

private:
    std::string text_;
    std::vector<Node> nodes_;
};

// How a number is printed: {= word(a) :hex}.
struct LessonFormat {
    enum class Base : std::uint8_t { decimal, hex, binary, kib } base = Base::decimal;
    unsigned digits = 0;  // hex and binary: at least this many
    friend bool operator==(const LessonFormat&, const LessonFormat&) = default;
};

// Reads "hex", "hex16", "bin", "bin8" or "kib". Errors: another text.
Answer<LessonFormat> lesson_format(std::string_view text);

// "1408", "0x580", "0b101", "1.5 KiB", "128B". The format of a string is ignored.
std::string text_of(const LessonValue& value, const LessonFormat& format = {});

// Returns whether a reply of a learner is the value, in any form that the window shows: numbers in any notation ("2
// 488", "2,488", "0x40 (1024 bytes)", "0x3654, 0x3655" for the bytes of an element), texts in any letter case. A word
// of the question is a unit: "2 488 bytes" for "How many bytes ...?". `field`: what a text is the id of, null if
// nothing; its bits ("13:0") and its title ("start address") name it too. Errors: a number is expected and the reply is
// not one.
struct LessonReply {
    bool right = false;
};
Answer<LessonReply> judged(const LessonValue& expected, std::string_view reply, std::string_view question = {},
                           const Field* field = nullptr);

}  // namespace tilescope
