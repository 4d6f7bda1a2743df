// core/src/lessons/functions.cpp -- the names and functions of lesson expressions, as a table.
// SPDX-License-Identifier: MIT
#include "parts.h"

#include <tilescope/base/say.h>
#include <tilescope/base/text.h>
#include <tilescope/document/emulate.h>
#include <tilescope/emulator/element_terms.h>
#include <tilescope/formats/formats.h>
#include <tilescope/hw/archs.h>
#include <tilescope/hw/memory.h>
#include <tilescope/layout/banks.h>
#include <tilescope/layout/placing.h>
#include <tilescope/layout/scale_layout.h>
#include <tilescope/layout/sparse_meta.h>
#include <tilescope/layout/tile.h>
#include <tilescope/rules/catalogue.h>
#include <tilescope/word/codec.h>

#include <algorithm>
#include <concepts>
#include <functional>

namespace tilescope {
namespace {

using Result = Answer<LessonValue>;
using Arguments = LessonArguments;

Result result(std::integral auto n) { return LessonValue(static_cast<std::int64_t>(n)); }
Result result(std::string_view text) { return LessonValue(std::string(text)); }
Result result(Result made) { return made; }

// What `of` says of a value; a function or a member. Without a value, its reason.
template <class T, class Of>
Result from(const Answer<T>& answer, Of of) {
    return answer ? result(std::invoke(of, *answer)) : Refusal(answer.why);
}

// A function that finds something, then says `Of` of it.
template <auto Find, auto Of = std::identity()>
Result part(const LessonMoment& m, const Arguments& a) {
    return from(Find(m, a), Of);
}
// A function that is a member.
template <auto Member>
Result of_instruction(const LessonMoment& m, const Arguments&) {
    return result(m.derived.*Member);
}
template <auto Member>
Result of_session(const LessonMoment& m, const Arguments&) {
    return result(m.derived.session.*Member);
}

// An index that is not negative and not larger than any size of this program.
Answer<unsigned> index(const Arguments& a, std::size_t i) {
    constexpr std::int64_t most = 0xffff;
    if (a.number(i) < 0 || a.number(i) > most) return Refusal("an index is from 0 to ", most, ", not ", a.number(i));
    return static_cast<unsigned>(a.number(i));
}
// Two of them, which begin at an argument: a row and a column.
struct Indices {
    unsigned row, column;
};
Answer<Indices> indices(const Arguments& a, std::size_t first) {
    const auto row = index(a, first), column = index(a, first + 1);
    if (!row || !column) return Refusal(row ? column.why : row.why);
    return Indices{*row, *column};
}

// ---- shared memory ----

// Requires: `text` is an argument of the type 'o'.
Operand operand_in(const Arguments& a) { return a.text(0) == name_of(Operand::b) ? Operand::b : Operand::a; }

// The operand, if the places of its elements are known.
Answer<const OperandView*> placed_operand(const LessonMoment& m, const Arguments& a) {
    const OperandView& o = m.derived.of(operand_in(a));
    if (!o.placed()) return Refusal(a.text(0), " has no place: ", o.unplaced);
    return &o;
}

// The same, and an element of it: the second and the third argument.
struct PlacedElement {
    const OperandView* operand;
    Element element;
};
Answer<PlacedElement> placed_element(const LessonMoment& m, const Arguments& a) {
    const auto o = placed_operand(m, a);
    if (!o) return Refusal(o.why);
    const SmemLayout& l = (*o)->layout;
    const std::int64_t row = a.number(1), column = a.number(2);
    if (row < 0 || column < 0 || row >= l.rows || column >= l.columns)
        return Refusal(a.text(0), "[", row, "][", column, "] is outside the tile of ", l.rows, " x ", l.columns,
                       "; use a row and a column of the tile");
    return PlacedElement{*o, {static_cast<int>(row), static_cast<int>(column)}};
}

Answer<std::uint32_t> byte_in(const LessonMoment& m, const Arguments& a) {
    const auto at = placed_element(m, a);
    if (!at) return Refusal(at.why);
    return place_in_memory(at->operand->layout, at->element).byte;
}
std::uint32_t line_of(std::uint32_t byte) { return byte / kLineBytes; }
std::uint32_t chunk_of(std::uint32_t byte) { return byte % kLineBytes / kChunkBytes; }
std::uint32_t bank_of(std::uint32_t byte) { return byte / kBanks.word_bytes % kBanks.banks; }
std::uint32_t plain_byte(const PlacedElement& at) { return placing::linear_address(at.operand->layout, at.element); }

Result written_byte(const LessonMoment& m, const Arguments& a) {
    const Operand o = operand_in(a);
    const auto places = written_places(m.derived, o);
    if (!places) return Refusal("it is not known where ", a.text(0), " was written");
    const std::int64_t row = a.number(1), column = a.number(2);
    if (row < 0 || column < 0 || row >= places->rows || column >= places->columns)
        return Refusal(a.text(0), " was written with ", places->rows, " rows and ", places->columns, " columns; [", row,
                       "][", column, "] is outside");
    return result(places->at({static_cast<int>(row), static_cast<int>(column)}) / 8);
}

// The first element at a byte; -1, -1: none.
Answer<Element> element_at(const LessonMoment& m, const Arguments& a) {
    constexpr Element none{-1, -1};
    const auto o = placed_operand(m, a);
    if (!o) return Refusal(o.why);
    const std::int64_t byte = a.number(1);
    if (byte < 0 || byte > kMostSmemAddress) return none;
    const auto found = elements_at((*o)->layout, static_cast<std::uint32_t>(byte));
    return found.empty() ? none : found.front();
}

Result bits_of_element(const LessonMoment& m, const Arguments& a) {
    return result(m.derived.of(operand_in(a)).layout.type->bits);
}

Answer<std::uint32_t> start_of_step(const LessonMoment& m, const Arguments& a) {
    const auto o = placed_operand(m, a);
    if (!o) return Refusal(o.why);
    const unsigned steps = std::max((*o)->layout.columns / static_cast<int>(std::max((*o)->mma_k, 1u)), 1);
    if (a.number(1) < 0 || a.number(1) >= steps)
        return Refusal(a.text(0), " has ", steps, " K steps; use 0 to ", steps - 1, ", not ", a.number(1));
    return k_step_start((*o)->layout, static_cast<unsigned>(a.number(1)), (*o)->mma_k);
}
// The low half of the word with the start of the step.
Result low_at(const LessonMoment& m, const Arguments& a) {
    const auto start = start_of_step(m, a);
    if (!start) return Refusal(start.why);
    const WordView& word = m.derived.of(word_of(operand_in(a)));
    const Field& field = field_in(*word.format, "start");
    const auto raw = raw_for(field, *start);
    if (!raw) return Refusal("start of ", a.text(0), ": ", raw.why);
    return result(set_field(field, word.decoded.word, *raw) & 0xffffffff);
}

template <BankReport BankComparison::*Side>
Result ways_of(const LessonMoment& m, const Arguments& a) {
    const auto o = placed_operand(m, a);
    if (!o) return Refusal(o.why);
    const auto access = parse_access(a.text(1));
    if (!access) return Refusal(access.why);
    const auto banks = banks_of((*o)->layout, *access);
    if (!banks) return Refusal(banks.why);
    return result(((*banks).*Side).degree);
}

Result used(const LessonMoment& m, const Arguments& a) {
    const auto at = lesson_field(a.text(0));
    if (!at) return Refusal(at.why);
    const Field* field = find_field(*m.derived.of(at->word).format, at->field);
    const auto report = field ? stride_use(m.derived, at->word, *field) : std::nullopt;
    return result(report && (report->use == StrideUse::walked || report->use == StrideUse::address) ? 1 : 0);
}

// ---- words ----

// A field of the format that the word has now.
struct FieldNow {
    const Field* field;
    std::uint64_t raw, unknown;
};
Answer<FieldNow> field_now(const LessonMoment& m, const Arguments& a) {
    const auto at = lesson_field(a.text(0));
    if (!at) return Refusal(at.why);
    const WordView& word = m.derived.of(at->word);
    const Field* field = find_field(*word.format, at->field);
    if (field == nullptr) return Refusal(word.format->title, " has no field '", at->field, "'");
    return FieldNow{field, get_field(*field, word.decoded.word), word.unknown_in(*field)};
}
Answer<FieldNow> known_field_now(const LessonMoment& m, const Arguments& a) {
    auto at = field_now(m, a);
    if (at && at->unknown != 0) return Refusal(a.text(0), " has unknown bits");
    return at;
}
Result value_of_field(const FieldNow& at) {
    if (at.field->encoding == Encoding::one_of) return result(text_of(*at.field, at.raw));
    return result(at.field->encoding == Encoding::fixed ? at.raw : value_of(*at.field, at.raw));
}
int is_known(const FieldNow& at) { return at.unknown == 0 ? 1 : 0; }
Result whole_word(const LessonMoment& m, const Arguments& a) {
    return result(m.derived.of(lesson_word(a.text(0)).value_or(WordId::a_desc)).decoded.word);
}

// ---- sizes and names ----

Result k_step(const LessonMoment& m, const Arguments&) { return result(m.view.k_step); }
Result k_steps(const LessonMoment& m, const Arguments&) {
    return result(m.derived.session.tile_k / std::max(m.derived.k, 1u));
}
Result kind(const LessonMoment& m, const Arguments&) { return result(m.derived.session.variant.kind); }

// ---- Tensor Memory ----

// The first cell of an element of D or A, or of a scale factor of SFA or SFB.
Answer<TmemCell> cell_of(const LessonMoment& m, const Arguments& a) {
    const auto at = indices(a, 1);
    if (!at) return Refusal(at.why);
    const TmemView& view = m.derived.tmem;
    if (!view.none.empty()) return Refusal(view.none);
    const Element element{static_cast<int>(at->row), static_cast<int>(at->column)};
    for (const TmemPlaceRow& place : kTmemPlaces) {
        if (place.title != a.text(0)) continue;
        if (!view.missing(place.place).empty()) return Refusal(view.missing(place.place));
        std::vector<TmemCell> cells;
        const auto& layout = place.place == TmemPlace::d ? view.d : view.a;
        const auto& scales = place.place == TmemPlace::sfb ? view.sfb : view.sfa;
        if (place.place == TmemPlace::d || place.place == TmemPlace::a) {
            if (layout)
                for (const TmemCell& cell : places(*layout, element)) cells.push_back(cell);
        } else if (scales) {
            cells = places(*scales, ScaleFactor{.row = at->row, .factor = at->column});
        }
        if (!cells.empty()) return cells.front();
    }
    return Refusal(a.text(0), "[", at->row, "][", at->column, "] has no cell in Tensor Memory");
}

Result factor_byte(const LessonMoment& m, const Arguments& a) {
    const auto at = indices(a, 1);
    if (!at) return Refusal(at.why);
    const auto& scales = m.derived.tmem.scales(operand_in(a));
    if (!scales) return Refusal("the kind ", m.derived.session.variant.kind, " has no scale factors");
    if (at->row >= scales->rows() || at->column >= scales->factors())
        return Refusal("SF", a.text(0), " has ", scales->rows(), " rows and ", scales->factors(), " factors; [",
                       at->row, "][", at->column, "] is outside");
    return result(memory_byte(*scales, {.row = at->row, .factor = at->column}));
}

Result kept(const LessonMoment& m, const Arguments& a) {
    const auto at = indices(a, 0);
    if (!at) return Refusal(at.why);
    const auto [row, k] = *at;
    const Session& s = m.derived.session;
    if (!m.derived.tmem.meta) return Refusal("A has no metadata: ", m.derived.tmem.no_meta);
    const SparseGrain& grain = *m.derived.tmem.meta->kind->grain;
    if (row >= m.derived.m || k >= s.tile_k)
        return Refusal("A has ", m.derived.m, " rows and ", s.tile_k, " columns; [", row, "][", k, "] is outside");
    const unsigned groups = s.tile_k / grain.group;
    const auto codes = codes_of(s.meta_recipe, grain, m.derived.m, groups);
    return from(kept_by(grain, codes[std::size_t{row} * groups + k / grain.group]), [&](const auto& positions) {
        return std::ranges::find(positions, k % grain.group) != positions.end() ? 1 : 0;
    });
}

Result data_path(const LessonMoment& m, const Arguments&) {
    if (m.derived.tmem.path == nullptr) return Refusal("D has no layout in Tensor Memory: ", m.derived.tmem.none);
    return result(m.derived.tmem.path->name);
}

// ---- the mask ----

Answer<MaskColumn> mask_column(const LessonMoment& m, const Arguments& a) {
    const auto i = index(a, 0);
    if (!i) return Refusal(i.why);
    if (!m.derived.mask.asks.empty()) return Refusal(m.derived.mask.unknown);
    const auto& columns = m.derived.mask.examples.columns;
    if (*i >= columns.size()) return Refusal("the mask has ", columns.size(), " columns; ", *i, " is outside");
    return columns[*i];
}
int is_zeroed(const MaskColumn& c) { return c.zeroed ? 1 : 0; }
Result zeroed_count(const LessonMoment& m, const Arguments&) {
    if (!m.derived.mask.asks.empty()) return Refusal(m.derived.mask.unknown);
    return result(m.derived.mask.examples.zeroed);
}

// ---- problems ----

const std::vector<Problem>& problems_in(const LessonMoment& m, const Arguments& a) {
    return m.derived.of(lesson_word(a.text(0)).value_or(WordId::a_desc)).problems;
}
Result problems(const LessonMoment& m, const Arguments&) { return result(m.derived.problems.size()); }
Result errors(const LessonMoment& m, const Arguments&) {
    return result(std::ranges::count(m.derived.problems, Severity::error,
                                     [](const PlacedProblem& p) { return p.problem.severity; }));
}
Result problems_of_word(const LessonMoment& m, const Arguments& a) { return result(problems_in(m, a).size()); }
Result errors_of_word(const LessonMoment& m, const Arguments& a) {
    return result(std::ranges::count(problems_in(m, a), Severity::error, &Problem::severity));
}

Result breaks(const LessonMoment& m, const Arguments& a) {
    bool broken =
        std::ranges::any_of(m.derived.problems, [&](const PlacedProblem& p) { return p.problem.rule == a.text(0); });
    for (const WordView& word : m.derived.words)
        broken |= std::ranges::find(word.problems, a.text(0), &Problem::rule) != word.problems.end();
    if (!broken && std::ranges::none_of(rule_catalogue(), [&](const RuleInfo& r) { return r.id == a.text(0); }))
        return Refusal("there is no rule '", a.text(0), "'; `tilescope rules` lists them");
    return result(broken ? 1 : 0);
}

Result accepted(const LessonMoment& m, const Arguments& a) {
    for (const TargetView& target : m.derived.targets)
        if (target.arch == a.text(0)) return result(target.accepted ? 1 : 0);
    return Refusal("'", a.text(0),
                   "' is not a target of this edition; use one of: ", arch_list(m.derived.session.edition));
}

Result legal_as(const LessonMoment& m, const Arguments& a) {
    for (const KindView& kind : m.derived.kinds)
        if (kind.kind == a.text(0)) return result(kind.first_problem.empty() ? 1 : 0);
    return Refusal("'", a.text(0), "' is not a kind of this edition");
}

// ---- TMA ----

Answer<const TmaView*> tma_of(const LessonMoment& m, const Arguments& a) {
    const TmaView& tma = m.derived.tma[operand_in(a)];
    if (!tma.any) return Refusal("the session has no tensor map for ", a.text(0));
    if (!tma.unknown.empty()) return Refusal(tma.unknown);
    return &tma;
}
std::size_t different_in(const TmaView* tma) { return tma->agreement.different; }
Result tma_byte(const LessonMoment& m, const Arguments& a) {
    const auto tma = tma_of(m, a);
    const auto to = indices(a, 1);
    if (!tma || !to) return Refusal(tma ? to.why : tma.why);
    const auto [row, column] = *to;
    const SmemLayout& layout = m.derived.of(operand_in(a)).layout;
    const std::size_t at = std::size_t{row} * static_cast<std::size_t>(layout.columns) + column;
    constexpr std::uint32_t nowhere = 0xffffffff;
    if (static_cast<int>(column) >= layout.columns || at >= (*tma)->bytes.size() || (*tma)->bytes[at] == nowhere)
        return Refusal("no box writes ", a.text(0), "[", row, "][", column, "]");
    return result((*tma)->bytes[at]);
}

// ---- the emulation ----

Answer<const Emulation*> emulation_in(const LessonMoment& m, const Arguments&) {
    if (m.emulation == nullptr) return Refusal("there is no emulation of this session, so D has no values");
    return m.emulation;
}
std::size_t wrong_in(const Emulation* e) { return e->count[static_cast<std::size_t>(Verdict::wrong)]; }
std::size_t right_in(const Emulation* e) { return e->verdicts.size() - wrong_in(e); }
Result emulated(const LessonMoment& m, const Arguments&) { return result(m.emulation != nullptr ? 1 : 0); }

// A word of D at a row and a column; `of` gives the word at an index.
template <class Of>
Result word_of_d(const LessonMoment& m, const Arguments& a, Of of) {
    const auto e = emulation_in(m, a);
    const auto at = indices(a, 0);
    if (!e || !at) return Refusal(e ? at.why : e.why);
    const auto [row, column] = *at;
    if (row >= (*e)->m || column >= (*e)->n)
        return Refusal("D has ", (*e)->m, " rows and ", (*e)->n, " columns; [", row, "][", column, "] is outside");
    const double value = number_of_d(**e, of(**e, std::size_t{row} * (*e)->n + column));
    const auto rounded = static_cast<std::int64_t>(value >= -1e15 && value <= 1e15 ? value : 0);
    if (static_cast<double>(rounded) == value) return result(rounded);
    return LessonValue(value);
}
Result element_of_d(const LessonMoment& m, const Arguments& a) {
    return word_of_d(m, a, [](const Emulation& e, std::size_t i) { return e.d[i]; });
}
Result expected_of_d(const LessonMoment& m, const Arguments& a) {
    return word_of_d(m, a, [](const Emulation& e, std::size_t i) { return e.expected[i].word; });
}

// ---- the view ----

// Whether two places are the same for a learner: an element and its first byte or its first cell, or two elements of a
// chunk if cells are chunks.
Result selected(const LessonMoment& m, const Arguments& a) {
    const auto place = focus_from(a.text(0));
    if (!place) return Refusal(place.why);
    if (m.view.selection == *place) return result(1);
    const Trace wanted = trace(m.derived, *place, m.view.k_step),
                now = trace(m.derived, m.view.selection, m.view.k_step);
    const auto first_byte = [](const Trace& t) { return t.bytes.empty() ? std::int64_t{-1} : t.bytes.front().address; };
    const auto *one = std::get_if<ElementFocus>(&*place), *other = std::get_if<ElementFocus>(&m.view.selection);
    if (one && one->matrix == Matrix::d) {
        const auto* cell = std::get_if<CellFocus>(&m.view.selection);
        return result(cell && !wanted.cells.empty() && wanted.cells.front() == *cell ? 1 : 0);
    }
    if (!one || first_byte(wanted) < 0) return result(0);
    if (std::holds_alternative<ByteFocus>(m.view.selection))
        return result(first_byte(wanted) == first_byte(now) ? 1 : 0);
    const bool chunk = other && other->matrix == one->matrix && m.view.grain == Grain::chunk;
    return result(chunk && first_byte(wanted) / kChunkBytes == first_byte(now) / kChunkBytes ? 1 : 0);
}

Result selected_byte(const LessonMoment& m, const Arguments&) {
    if (const auto* byte = std::get_if<ByteFocus>(&m.view.selection)) return result(byte->address);
    const auto* e = std::get_if<ElementFocus>(&m.view.selection);
    const auto operand = e ? operand_of(e->matrix) : std::nullopt;
    if (!operand || !m.derived.of(*operand).placed()) return result(-1);
    const SmemLayout& layout = m.derived.of(*operand).layout;
    if (e->row < 0 || e->column < 0 || e->row >= layout.rows || e->column >= layout.columns) return result(-1);
    return result(place_in_memory(layout, {e->row, e->column}).byte);
}

// A tab and a screen can have the same name. Then the name means the tab.
Result shown(const LessonMoment& m, const Arguments& a) {
    for (const NamedValue& tab : kStageTabIds) {
        if (tab.name != a.text(0)) continue;
        const StageTab* now = tab_of(m.view);
        return result(now && *now == static_cast<StageTab>(tab.raw) ? 1 : 0);
    }
    for (const NamedValue& screen : kScreenIds)
        if (screen.name == a.text(0)) return result(m.view.screen == static_cast<Screen>(screen.raw) ? 1 : 0);
    return Refusal("'", a.text(0), "' is not a screen or a tab; use one of: ", list_of(kScreenIds, &NamedValue::name),
                   ", ", list_of(kStageTabIds, &NamedValue::name));
}

// clang-format off
constexpr LessonFunction kFunctions[] = {
    // name          takes  parameters            help                                                                    call
    {"raw",            "f",   "a.FIELD",            "The stored bits of the field.",                                        part<known_field_now, &FieldNow::raw>},
    {"word",           "w",   "a",                  "The whole word.",                                                      whole_word},
    {"known",          "f",   "a.FIELD",            "1 if no bit of the field is unknown.",                                 part<field_now, is_known>},
    {"used",           "f",   "a.lbo",              "1 if the layout uses the stride.",                                     used},
    {"m",              "",    "",                   "M of the instruction.",                                                of_instruction<&Derived::m>},
    {"n",              "",    "",                   "N of the instruction.",                                                of_instruction<&Derived::n>},
    {"k",              "",    "",                   "K of one instruction.",                                                of_instruction<&Derived::k>},
    {"tile_k",         "",    "",                   "K of the tile.",                                                       of_session<&Session::tile_k>},
    {"k_step",         "",    "",                   "The K step that the window shows, from 0.",                            k_step},
    {"k_steps",        "",    "",                   "The number of K steps of the tile.",                                   k_steps},
    {"kind",           "",    "",                   "The kind of the instruction: a string.",                               kind},
    {"arch",           "",    "",                   "The target: a string.",                                                of_session<&Session::arch>},
    {"a_type",         "",    "",                   "The element type of A: a string.",                                     of_instruction<&Derived::a_type>},
    {"b_type",         "",    "",                   "The element type of B: a string.",                                     of_instruction<&Derived::b_type>},
    {"d_type",         "",    "",                   "The element type of D: a string.",                                     of_instruction<&Derived::d_type>},
    {"byte",           "onn", "A, row, column",     "The byte address of an element of A or B.",                            part<byte_in>},
    {"line",           "onn", "A, row, column",     "The 128-byte line of an element: its byte / 128.",                     part<byte_in, line_of>},
    {"chunk",          "onn", "A, row, column",     "The chunk of an element in its line: its byte / 16 % 8.",              part<byte_in, chunk_of>},
    {"bank",           "onn", "A, row, column",     "The bank of an element: its byte / 4 % 32.",                           part<byte_in, bank_of>},
    {"plain_byte",     "onn", "A, row, column",     "The byte address without the XOR of the swizzle.",                     part<placed_element, plain_byte>},
    {"written_byte",   "onn", "A, row, column",     "The byte to which the element was written, whatever the words say.",   written_byte},
    {"row_at",         "on",  "A, byte",            "The row of the first element at a byte; -1: none.",                    part<element_at, &Element::row>},
    {"column_at",      "on",  "A, byte",            "The column of the first element at a byte; -1: none.",                 part<element_at, &Element::column>},
    {"bits_of_element", "o",  "A",                  "The bits of one element.",                                             bits_of_element},
    {"start_at",       "on",  "A, step",            "The start address of the descriptor of a K step.",                     part<start_of_step>},
    {"low_at",         "on",  "A, step",            "The low 32 bits of the descriptor of a K step.",                       low_at},
    {"ways",           "ot",  "A, \"8x8\"",         "The worst bank conflict of an access of the banks tab.",               ways_of<&BankComparison::on>},
    {"plain_ways",     "ot",  "A, \"8x8\"",         "The same without the swizzle.",                                        ways_of<&BankComparison::off>},
    {"lane",           "pnn", "D, row, column",     "The lane of the first cell of an element, or of a scale factor.",      part<cell_of, &TmemCell::lane>},
    {"column",         "pnn", "D, row, column",     "The column of this cell in Tensor Memory.",                            part<cell_of, &TmemCell::column>},
    {"cta",            "pnn", "D, row, column",     "The CTA of this cell: 0 or 1.",                                        part<cell_of, &TmemCell::cta>},
    {"zeroed",         "n",   "column",             "1 if the zero-column mask zeroes the column.",                         part<mask_column, is_zeroed>},
    {"data_path",      "",    "",                   "The layout of D in Tensor Memory: a string, A to G.",                  data_path},
    {"zeroed_count",   "",    "",                   "The number of zeroed columns.",                                        zeroed_count},
    {"source_column",  "n",   "column",             "The column of B that a column of D reads.",                            part<mask_column, &MaskColumn::source>},
    {"factor_byte",    "onn", "A, row, factor",     "The byte of a scale factor, from the start of its tile in shared memory.", factor_byte},
    {"kept",           "nn",  "row, k",             "1 if the metadata keeps this element of the dense A.",                 kept},
    {"problems",       "",    "",                   "The number of problems of the instruction and of all used words.",     problems},
    {"errors",         "",    "",                   "The number of those that are errors.",                                 errors},
    {"problems",       "w",   "a",                  "The number of problems of a word.",                                    problems_of_word},
    {"errors",         "w",   "a",                  "The number of errors of a word.",                                      errors_of_word},
    {"breaks",         "t",   "\"L35\"",            "1 if the rule reports a problem.",                                     breaks},
    {"accepted",       "t",   "\"sm_90a\"",         "1 if the assembler accepts the instruction for the target.",           accepted},
    {"legal_as",       "t",   "\"tf32\"",           "1 if the instruction descriptor is legal for the kind.",               legal_as},
    {"wrong",          "",    "",                   "The number of wrong elements of the emulated D.",                      part<emulation_in, wrong_in>, true},
    {"right",          "",    "",                   "The number of all other elements of the emulated D.",                  part<emulation_in, right_in>, true},
    {"emulated",       "",    "",                   "1 if the instruction can be emulated.",                                emulated, true},
    {"d",              "nn",  "row, column",        "An element of the emulated D.",                                        element_of_d, true},
    {"expected",       "nn",  "row, column",        "The same element, computed from correct reads.",                       expected_of_d, true},
    {"selected",       "t",   "\"A 3 24\"",         "1 if this place is selected.",                                         selected},
    {"selected_byte",  "",    "",                   "The address of the selected byte or element; -1: none.",               selected_byte},
    {"shown",          "t",   "\"banks\"",          "1 if this screen or tab is shown.",                                    shown},
    {"tma_differs",    "o",   "A",                  "The number of elements that TMA writes elsewhere than the MMA reads.", part<tma_of, different_in>},
    {"tma_byte",       "onn", "A, row, column",     "The byte to which the TMA copy writes the element.",                   tma_byte},
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
                                    part<known_field_now, value_of_field>};

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
        return Refusal("'", text,
                       "' is not a field of a word; expected one such as a.sbo, b.swizzle, i.n or z.nonzero");
    const std::vector<std::string_view> all = fields_of(*word);
    if (const auto at = std::ranges::find(all, text.substr(dot + 1)); at != all.end()) return LessonField{*word, *at};
    return Refusal(row_of(*word).id, " has no field '", text.substr(dot + 1), "'; its fields are ", list_of(all));
}

}  // namespace tilescope
