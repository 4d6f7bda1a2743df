// core/src/notation/find.h -- a value that was found in a text, before its readings are known.
// SPDX-License-Identifier: MIT
#pragma once

#include "spills.h"

#include <tilescope/notation/expression.h>
#include <tilescope/notation/reading.h>
#include <tilescope/program/or_parts.h>
#include <tilescope/program/origins.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::notation {

// Unknown bits that are most probably 0, because a kernel ORs separate fields together (program::OrRule).
struct Likely {
    std::uint64_t beside_constant = 0;  // if a constant of the OR sets another bit of the same field
    std::uint64_t above_field = 0;      // an integer in a lower field does not reach them
    program::OrParts parts = {};        // where the parts of the value begin
};

// What found a value. Code compares these values; the user sees their names.
enum class ReadBy : std::uint8_t {
    nothing,  // no line has the value
    number,
    two_halves,
    named_halves,
    log,
    expression,
    memory,
    gdb,
    cuda_gdb,
    printer,
    fields,
    ptx,
    sass,
    register_pair,
    mlir,
    known_function,
    triton,
    debugger  // gdb, cuda-gdb or lldb
};
inline constexpr NamedValue kReadByNames[] = {
    {0, ""},         {1, "number"},         {2, "two halves"}, {3, "halves named lo and hi"},
    {4, "log"},      {5, "expression"},     {6, "memory"},     {7, "gdb"},
    {8, "cuda-gdb"}, {9, "GmmaDescriptor"}, {10, "fields"},    {11, "PTX"},
    {12, "SASS"},    {13, "register pair"}, {14, "MLIR"},      {15, "known function"},
    {16, "Triton"},  {17, "debugger"}};

// How a number is written, if this can change what it means. note_of() in paste.cpp has the sentences.
enum class Digits : std::uint8_t {
    clear,     // nothing to say
    decimal,   // decimal digits
    doubtful,  // decimal digits, as many as a word has hexadecimal digits
    negative,  // decimal digits with a minus sign: the number has the width of the selected format
    bare       // hexadecimal digits without 0x
};

// Bits of a value that are bits of an operand of a program: bit i + shift of the value is bit i of the operand.
struct Trace {
    program::AskedBits from;
    int shift = 0;
};

// A value that was found in the text.
struct Find {
    TextSpan span;
    ReadBy reader = ReadBy::nothing;
    std::string name;
    PasteRole role = PasteRole::unknown;
    Bits bits;
    std::string note;
    unsigned merged = 1;
    std::vector<std::string> equals = {};      // other names of the same value, or of one whose known bits are the same
    bool ask = false;                          // only the user can decide between the readings
    std::size_t instruction = kNoInstruction;  // the instruction with this operand
    std::vector<std::string> kinds = {};       // the kinds that its SASS mnemonic can have
    std::vector<std::string> hints = {};       // the kinds that its name or a comment states
    Likely likely = {};                        // of an OR
    bool hopper = false;                       // its name says wgmma
    bool tcgen05 = false;                      // its struct is that of tcgen05
    Digits digits = Digits::clear;
    std::vector<Placed> placed = {};   // the values that a program puts into its fields
    bool built = false;                // only the places of its parts tell what it is
    bool remark = false;               // only a comment or prose says what it is
    std::vector<TextSpan> again = {};  // the other lines of a log with the same word, in order
    bool disputed = false;             // the text contradicts itself about it
    std::uint64_t shifted = 0;         // the places to which the text shifts its parts
    bool added = false;                // fields were joined with +, and each value is taken to fit into its field
    bool returned = false;             // what a function returns, whatever its arguments are
    std::vector<Trace> traces = {};    // until the program is read: what add_origins() follows
    BitOrigins origins = {};
};

// Parts of notes that several readers give.
inline constexpr std::string_view kLowFirst = "low half first", kHighFirst = "high half first",
                                  kSomeUnknown = "some bits are unknown", kOnlyIf = "only if its condition holds",
                                  kOneOfSeveral = "one of several values, by a condition";
void add_note(std::string& note, std::string_view text);

// Counts a find that has the value of another one, and keeps its name.
void merge_into(Find& row, const Find& same);

// Joins equal words of a log with equal names to one row: "x 32" instead of 32 rows.
void merge_equal(std::vector<Find>& finds);

// "the printed sbo is 512 bytes, but the word has 1024 bytes": a text states a field and the word, and they differ.
std::string note_of_printed(const Field& field, std::uint64_t printed, std::uint64_t of_word);

}  // namespace tilescope::notation
