// core/src/lessons/functions.cpp -- the names and functions of lesson expressions, as a table; those of shared memory.
// SPDX-License-Identifier: MIT
#include "functions.h"

#include <tilescope/base/number.h>
#include <tilescope/base/say.h>
#include <tilescope/base/text.h>
#include <tilescope/document/emulate.h>
#include <tilescope/formats/formats.h>
#include <tilescope/hw/memory.h>
#include <tilescope/layout/banks.h>
#include <tilescope/layout/k_advance.h>
#include <tilescope/layout/placing.h>
#include <tilescope/word/codec.h>

#include <algorithm>
#include <array>

namespace tilescope {
namespace {

using Result = Answer<LessonValue>;
using Arguments = LessonArguments;

Result whole(std::uint64_t n) { return LessonValue(static_cast<std::int64_t>(n)); }
Result words(std::string_view text) { return LessonValue(std::string(text)); }

// Requires: `text` is an argument of the type 'o'.
Operand operand_in(const Arguments& a) { return a.text(0) == name_of(Operand::b) ? Operand::b : Operand::a; }

// The operand, if the places of its elements are known.
Answer<const OperandView*> placed_operand(const LessonMoment& m, const Arguments& a) {
    const OperandView& o = m.derived.of(operand_in(a));
    if (!o.placed()) return Answer<const OperandView*>::refuse(say(a.text(0), " has no place: ", o.unplaced));
    return &o;
}

// The same, and an element of it: the second and the third argument.
struct PlacedElement {
    const OperandView* operand;
    Element element;
};
Answer<PlacedElement> placed_element(const LessonMoment& m, const Arguments& a) {
    using Out = Answer<PlacedElement>;
    const auto o = placed_operand(m, a);
    if (!o) return Out::refuse(o.why);
    const SmemLayout& l = (*o)->layout;
    const std::int64_t row = a.number(1), column = a.number(2);
    if (row < 0 || column < 0 || row >= l.rows || column >= l.columns)
        return Out::refuse(say(a.text(0), "[", row, "][", column, "] is outside the tile of ", l.rows, " x ", l.columns,
                               "; use a row and a column of the tile"));
    return PlacedElement{*o, {static_cast<int>(row), static_cast<int>(column)}};
}

// The byte of an element, in words that `of` makes from it.
template <class Of>
Result from_byte(const LessonMoment& m, const Arguments& a, Of of) {
    const auto at = placed_element(m, a);
    if (!at) return Result::refuse(at.why);
    return whole(of(place_in_memory(at->operand->layout, at->element).byte));
}
Result byte_of(const LessonMoment& m, const Arguments& a) {
    return from_byte(m, a, [](std::uint32_t byte) { return byte; });
}
Result line_of(const LessonMoment& m, const Arguments& a) {
    return from_byte(m, a, [](std::uint32_t byte) { return byte / kLineBytes; });
}
Result chunk_of(const LessonMoment& m, const Arguments& a) {
    return from_byte(m, a, [](std::uint32_t byte) { return byte % kLineBytes / kChunkBytes; });
}
Result bank_of(const LessonMoment& m, const Arguments& a) {
    return from_byte(m, a, [](std::uint32_t byte) { return byte / kBanks.word_bytes % kBanks.banks; });
}

Result plain_byte(const LessonMoment& m, const Arguments& a) {
    const auto at = placed_element(m, a);
    if (!at) return Result::refuse(at.why);
    const std::uint32_t chunk = placing::linear_address(at->operand->layout, at->element);
    return whole(chunk);
}

Result written_byte(const LessonMoment& m, const Arguments& a) {
    const Operand o = operand_in(a);
    const auto places = written_places(m.derived, o);
    if (!places) return Result::refuse(say("it is not known where ", a.text(0), " was written"));
    const std::int64_t row = a.number(1), column = a.number(2);
    if (row < 0 || column < 0 || row >= places->rows || column >= places->columns)
        return Result::refuse(say(a.text(0), " was written with ", places->rows, " rows and ", places->columns,
                                  " columns; [", row, "][", column, "] is outside"));
    return whole(places->at({static_cast<int>(row), static_cast<int>(column)}) / 8);
}

// The first element at a byte.
template <class Of>
Result from_element(const LessonMoment& m, const Arguments& a, Of of) {
    const auto o = placed_operand(m, a);
    if (!o) return Result::refuse(o.why);
    const std::int64_t byte = a.number(1);
    if (byte < 0 || byte > kMostSmemAddress) return LessonValue(std::int64_t{-1});
    const auto found = elements_at((*o)->layout, static_cast<std::uint32_t>(byte));
    return LessonValue(found.empty() ? std::int64_t{-1} : std::int64_t{of(found.front())});
}
Result row_at(const LessonMoment& m, const Arguments& a) {
    return from_element(m, a, [](Element e) { return e.row; });
}
Result column_at(const LessonMoment& m, const Arguments& a) {
    return from_element(m, a, [](Element e) { return e.column; });
}

Result bits_of_element(const LessonMoment& m, const Arguments& a) {
    return whole(m.derived.of(operand_in(a)).layout.type->bits);
}

Answer<std::uint32_t> start_of_step(const LessonMoment& m, const Arguments& a) {
    const auto o = placed_operand(m, a);
    if (!o) return Answer<std::uint32_t>::refuse(o.why);
    const unsigned steps = std::max((*o)->layout.columns / static_cast<int>(std::max((*o)->mma_k, 1u)), 1);
    if (a.number(1) < 0 || a.number(1) >= steps)
        return Answer<std::uint32_t>::refuse(
            say(a.text(0), " has ", steps, " K steps; use 0 to ", steps - 1, ", not ", a.number(1)));
    return k_step_start((*o)->layout, static_cast<unsigned>(a.number(1)), (*o)->mma_k);
}
Result start_at(const LessonMoment& m, const Arguments& a) {
    const auto start = start_of_step(m, a);
    return start ? whole(*start) : Result::refuse(start.why);
}
// The low half of the word with the start of the step.
Result low_at(const LessonMoment& m, const Arguments& a) {
    const auto start = start_of_step(m, a);
    if (!start) return Result::refuse(start.why);
    const WordView& word = m.derived.of(word_of(operand_in(a)));
    const Field& field = field_in(*word.format, "start");
    const auto raw = raw_for(field, *start);
    if (!raw) return Result::refuse(say("start of ", a.text(0), ": ", raw.why));
    return whole(set_field(field, word.decoded.word, *raw) & 0xffffffff);
}

template <BankReport BankComparison::*Side>
Result ways_of(const LessonMoment& m, const Arguments& a) {
    const auto o = placed_operand(m, a);
    if (!o) return Result::refuse(o.why);
    const auto access = parse_access(a.text(1));
    if (!access) return Result::refuse(access.why);
    const auto banks = banks_of((*o)->layout, *access);
    if (!banks) return Result::refuse(banks.why);
    return whole(((*banks).*Side).degree);
}

Result used(const LessonMoment& m, const Arguments& a) {
    const auto at = lesson_field(a.text(0));
    if (!at) return Result::refuse(at.why);
    const Field* field = find_field(*m.derived.of(at->word).format, at->field);
    const auto report = field ? stride_use(m.derived, at->word, *field) : std::nullopt;
    return whole(report && (report->use == StrideUse::walked || report->use == StrideUse::address) ? 1 : 0);
}

// ---- words ----

// A field of the format that the word has now.
struct FieldNow {
    const Field* field;
    std::uint64_t raw, unknown;
};
Answer<FieldNow> field_now(const LessonMoment& m, const Arguments& a) {
    using Out = Answer<FieldNow>;
    const auto at = lesson_field(a.text(0));
    if (!at) return Out::refuse(at.why);
    const WordView& word = m.derived.of(at->word);
    const Field* field = find_field(*word.format, at->field);
    if (field == nullptr) return Out::refuse(say(word.format->title, " has no field '", at->field, "'"));
    return FieldNow{field, get_field(*field, word.decoded.word), word.unknown_in(*field)};
}
Answer<FieldNow> known_field_now(const LessonMoment& m, const Arguments& a) {
    auto at = field_now(m, a);
    if (at && at->unknown != 0) return Answer<FieldNow>::refuse(say(a.text(0), " has unknown bits"));
    return at;
}
Result field_value(const LessonMoment& m, const Arguments& a) {
    const auto at = known_field_now(m, a);
    if (!at) return Result::refuse(at.why);
    if (at->field->encoding == Encoding::one_of) return words(text_of(*at->field, at->raw));
    if (at->field->encoding == Encoding::fixed) return whole(at->raw);
    return whole(value_of(*at->field, at->raw));
}
Result raw_of_field(const LessonMoment& m, const Arguments& a) {
    const auto at = known_field_now(m, a);
    return at ? whole(at->raw) : Result::refuse(at.why);
}
Result known(const LessonMoment& m, const Arguments& a) {
    const auto at = field_now(m, a);
    return at ? whole(at->unknown == 0 ? 1 : 0) : Result::refuse(at.why);
}
Result whole_word(const LessonMoment& m, const Arguments& a) {
    const auto id = lesson_word(a.text(0));
    return whole(m.derived.of(id.value_or(WordId::a_desc)).decoded.word);
}

// ---- sizes and names ----

Result size_m(const LessonMoment& m, const Arguments&) { return whole(m.derived.m); }
Result size_n(const LessonMoment& m, const Arguments&) { return whole(m.derived.n); }
Result size_k(const LessonMoment& m, const Arguments&) { return whole(m.derived.k); }
Result tile_k(const LessonMoment& m, const Arguments&) { return whole(m.derived.session.tile_k); }
Result k_step(const LessonMoment& m, const Arguments&) { return whole(m.view.k_step); }
Result k_steps(const LessonMoment& m, const Arguments&) {
    return whole(m.derived.session.tile_k / std::max(m.derived.k, 1u));
}
Result kind(const LessonMoment& m, const Arguments&) { return words(m.derived.session.variant.kind); }
Result arch(const LessonMoment& m, const Arguments&) { return words(m.derived.session.arch); }
Result a_type(const LessonMoment& m, const Arguments&) { return words(m.derived.a_type); }
Result b_type(const LessonMoment& m, const Arguments&) { return words(m.derived.b_type); }
Result d_type(const LessonMoment& m, const Arguments&) { return words(m.derived.d_type); }

namespace calls = lesson_calls;

// clang-format off
constexpr LessonFunction kFunctions[] = {
    // name          takes  parameters            help                                                                    call
    {"raw",            "f",   "a.FIELD",            "The stored bits of the field.",                                        raw_of_field},
    {"word",           "w",   "a",                  "The whole word.",                                                      whole_word},
    {"known",          "f",   "a.FIELD",            "1 if no bit of the field is unknown.",                                 known},
    {"used",           "f",   "a.lbo",              "1 if the layout uses the stride.",                                     used},
    {"m",              "",    "",                   "M of the instruction.",                                                size_m},
    {"n",              "",    "",                   "N of the instruction.",                                                size_n},
    {"k",              "",    "",                   "K of one instruction.",                                                size_k},
    {"tile_k",         "",    "",                   "K of the tile.",                                                       tile_k},
    {"k_step",         "",    "",                   "The K step that the window shows, from 0.",                            k_step},
    {"k_steps",        "",    "",                   "The number of K steps of the tile.",                                   k_steps},
    {"kind",           "",    "",                   "The kind of the instruction: a string.",                               kind},
    {"arch",           "",    "",                   "The target: a string.",                                                arch},
    {"a_type",         "",    "",                   "The element type of A: a string.",                                     a_type},
    {"b_type",         "",    "",                   "The element type of B: a string.",                                     b_type},
    {"d_type",         "",    "",                   "The element type of D: a string.",                                     d_type},
    {"byte",           "onn", "A, row, column",     "The byte address of an element of A or B.",                            byte_of},
    {"line",           "onn", "A, row, column",     "The 128-byte line of an element: its byte / 128.",                     line_of},
    {"chunk",          "onn", "A, row, column",     "The chunk of an element in its line: its byte / 16 % 8.",              chunk_of},
    {"bank",           "onn", "A, row, column",     "The bank of an element: its byte / 4 % 32.",                           bank_of},
    {"plain_byte",     "onn", "A, row, column",     "The byte address without the XOR of the swizzle.",                     plain_byte},
    {"written_byte",   "onn", "A, row, column",     "The byte to which the element was written, whatever the words say.",   written_byte},
    {"row_at",         "on",  "A, byte",            "The row of the first element at a byte; -1: none.",                    row_at},
    {"column_at",      "on",  "A, byte",            "The column of the first element at a byte; -1: none.",                 column_at},
    {"bits_of_element", "o",  "A",                  "The bits of one element.",                                             bits_of_element},
    {"start_at",       "on",  "A, step",            "The start address of the descriptor of a K step.",                     start_at},
    {"low_at",         "on",  "A, step",            "The low 32 bits of the descriptor of a K step.",                       low_at},
    {"ways",           "ot",  "A, \"8x8\"",         "The worst bank conflict of an access of the banks tab.",               ways_of<&BankComparison::on>},
    {"plain_ways",     "ot",  "A, \"8x8\"",         "The same without the swizzle.",                                        ways_of<&BankComparison::off>},
    {"lane",           "pnn", "D, row, column",     "The lane of the first cell of an element, or of a scale factor.",      calls::lane},
    {"column",         "pnn", "D, row, column",     "The column of this cell in Tensor Memory.",                            calls::column},
    {"cta",            "pnn", "D, row, column",     "The CTA of this cell: 0 or 1.",                                        calls::cta},
    {"zeroed",         "n",   "column",             "1 if the zero-column mask zeroes the column.",                         calls::zeroed},
    {"data_path",      "",    "",                   "The layout of D in Tensor Memory: a string, A to G.",                  calls::data_path},
    {"zeroed_count",   "",    "",                   "The number of zeroed columns.",                                        calls::zeroed_count},
    {"source_column",  "n",   "column",             "The column of B that a column of D reads.",                            calls::source_column},
    {"factor_byte",    "onn", "A, row, factor",     "The byte of a scale factor, from the start of its tile in shared memory.", calls::factor_byte},
    {"kept",           "nn",  "row, k",             "1 if the metadata keeps this element of the dense A.",                 calls::kept},
    {"problems",       "",    "",                   "The number of problems of the instruction and of all used words.",     calls::problems},
    {"errors",         "",    "",                   "The number of those that are errors.",                                 calls::errors},
    {"problems",       "w",   "a",                  "The number of problems of a word.",                                    calls::problems_of_word},
    {"errors",         "w",   "a",                  "The number of errors of a word.",                                      calls::errors_of_word},
    {"breaks",         "t",   "\"L35\"",            "1 if the rule reports a problem.",                                     calls::breaks},
    {"accepted",       "t",   "\"sm_90a\"",         "1 if the assembler accepts the instruction for the target.",           calls::accepted},
    {"legal_as",       "t",   "\"tf32\"",           "1 if the instruction descriptor is legal for the kind.",               calls::legal_as},
    {"wrong",          "",    "",                   "The number of wrong elements of the emulated D.",                      calls::wrong, true},
    {"right",          "",    "",                   "The number of all other elements of the emulated D.",                  calls::right, true},
    {"emulated",       "",    "",                   "1 if the instruction can be emulated.",                                calls::emulated, true},
    {"d",              "nn",  "row, column",        "An element of the emulated D.",                                        calls::element_of_d, true},
    {"expected",       "nn",  "row, column",        "The same element, computed from correct reads.",                       calls::expected_of_d, true},
    {"selected",       "t",   "\"A 3 24\"",         "1 if this place is selected.",                                         calls::selected},
    {"selected_byte",  "",    "",                   "The address of the selected byte or element; -1: none.",               calls::selected_byte},
    {"shown",          "t",   "\"banks\"",          "1 if this screen or tab is shown.",                                    calls::shown},
    {"tma_differs",    "o",   "A",                  "The number of elements that TMA writes elsewhere than the MMA reads.", calls::tma_differs},
    {"tma_byte",       "onn", "A, row, column",     "The byte to which the TMA copy writes the element.",                   calls::tma_byte},
};
// clang-format on

// The formats that a word can have: of all editions, kinds and targets.
bool can_be(const Format& format, WordId word) {
    if (word == WordId::zcm) return format.id == "zcm";
    if (word == WordId::idesc) return format.id.starts_with("idesc");
    return family_reading(format.id) != nullptr;
}

// The fields that a word can have, each id once.
std::vector<std::string_view> fields_of(WordId word) {
    std::vector<std::string_view> out;
    for (std::size_t e = 0; e <= static_cast<std::size_t>(kNewestEdition); ++e)
        for (const Format* format : all_formats(static_cast<Edition>(e)))
            for (const Field& f : format->fields)
                if (can_be(*format, word) && std::ranges::find(out, f.id) == out.end()) out.push_back(f.id);
    return out;
}

}  // namespace

const LessonFunction kFieldValue = {"field", "f", "a.FIELD", "The value of the field in its unit, or its name.",
                                    field_value};

std::span<const LessonFunction> lesson_functions() { return kFunctions; }

std::optional<WordId> lesson_word(std::string_view letter) {
    for (const WordRow& row : kWords)
        if (row.id == letter || lower(row.letter) == letter) return row.word;
    return std::nullopt;
}

Answer<LessonField> lesson_field(std::string_view text) {
    const std::size_t dot = text.find('.');
    const auto word = lesson_word(text.substr(0, dot));
    if (!word || dot == text.npos)
        return Answer<LessonField>::refuse(
            say("'", text, "' is not a field of a word; expected one such as a.sbo, b.swizzle, i.n or z.nonzero"));
    std::string all;
    for (const std::string_view field : fields_of(*word)) {
        if (field == text.substr(dot + 1)) return LessonField{*word, field};
        all += say(all.empty() ? "" : ", ", field);
    }
    return Answer<LessonField>::refuse(
        say(row_of(*word).id, " has no field '", text.substr(dot + 1), "'; its fields are ", all));
}

}  // namespace tilescope
