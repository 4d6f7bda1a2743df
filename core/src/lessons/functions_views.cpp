// core/src/lessons/functions_views.cpp -- functions of lesson expressions: Tensor Memory, masks, results, the view.
// SPDX-License-Identifier: MIT
#include "functions.h"

#include <tilescope/base/say.h>
#include <tilescope/emulator/element_terms.h>
#include <tilescope/hw/archs.h>
#include <tilescope/hw/memory.h>
#include <tilescope/layout/scale_layout.h>
#include <tilescope/layout/sparse_meta.h>
#include <tilescope/rules/catalogue.h>
#include <tilescope/word/codec.h>

#include <algorithm>

namespace tilescope::lesson_calls {
namespace {

Result count_of(std::size_t n) { return LessonValue(static_cast<std::int64_t>(n)); }

// An index that is not negative and not larger than any size of this program.
Answer<unsigned> index(const Arguments& a, std::size_t i) {
    constexpr std::int64_t most = 0xffff;
    if (a.number(i) < 0 || a.number(i) > most)
        return Answer<unsigned>::refuse(say("an index is from 0 to ", most, ", not ", a.number(i)));
    return static_cast<unsigned>(a.number(i));
}

// ---- Tensor Memory ----

// The first cell of an element of D or A, or of a scale factor of SFA or SFB.
Answer<TmemCell> cell_of(const LessonMoment& m, const Arguments& a) {
    using Out = Answer<TmemCell>;
    const auto row = index(a, 1), column = index(a, 2);
    if (!row || !column) return Out::refuse(row ? column.why : row.why);
    const TmemView& view = m.derived.tmem;
    if (!view.none.empty()) return Out::refuse(view.none);
    const Element element{static_cast<int>(*row), static_cast<int>(*column)};
    for (const TmemPlaceRow& place : kTmemPlaces) {
        if (place.title != a.text(0)) continue;
        if (!view.missing(place.place).empty()) return Out::refuse(view.missing(place.place));
        std::vector<TmemCell> cells;
        const auto& layout = place.place == TmemPlace::d ? view.d : view.a;
        const auto& scales = place.place == TmemPlace::sfb ? view.sfb : view.sfa;
        if (place.place == TmemPlace::d || place.place == TmemPlace::a) {
            if (layout)
                for (const TmemCell& cell : places(*layout, element)) cells.push_back(cell);
        } else if (scales) {
            cells = places(*scales, ScaleFactor{.row = *row, .factor = *column});
        }
        if (!cells.empty()) return cells.front();
    }
    return Out::refuse(say(a.text(0), "[", *row, "][", *column, "] has no cell in Tensor Memory"));
}

// ---- the mask ----

Answer<const MaskColumn*> mask_column(const LessonMoment& m, const Arguments& a) {
    using Out = Answer<const MaskColumn*>;
    const auto i = index(a, 0);
    if (!i) return Out::refuse(i.why);
    if (!m.derived.mask_asks.empty()) return Out::refuse(m.derived.mask_unknown);
    const auto& columns = m.derived.mask_examples.columns;
    if (*i >= columns.size()) return Out::refuse(say("the mask has ", columns.size(), " columns; ", *i, " is outside"));
    return &columns[*i];
}

// ---- problems ----

std::size_t errors_in(const std::vector<Problem>& problems) {
    return static_cast<std::size_t>(std::ranges::count(problems, Severity::error, &Problem::severity));
}
const std::vector<Problem>& problems_in(const LessonMoment& m, const Arguments& a) {
    return m.derived.of(lesson_word(a.text(0)).value_or(WordId::a_desc)).problems;
}

// ---- TMA ----

Operand operand_named(const Arguments& a) { return a.text(0) == name_of(Operand::b) ? Operand::b : Operand::a; }

Answer<const TmaView*> tma_of(const LessonMoment& m, const Arguments& a) {
    const TmaView& tma = m.derived.tma[operand_named(a)];
    if (!tma.any) return Answer<const TmaView*>::refuse(say("the session has no tensor map for ", a.text(0)));
    if (!tma.unknown.empty()) return Answer<const TmaView*>::refuse(tma.unknown);
    return &tma;
}

// ---- the emulation ----

Answer<const Emulation*> emulation_in(const LessonMoment& m) {
    if (m.emulation == nullptr)
        return Answer<const Emulation*>::refuse("there is no emulation of this session, so D has no values");
    return m.emulation;
}
std::size_t wrong_in(const Emulation& e) { return e.count[static_cast<std::size_t>(Verdict::wrong)]; }

}  // namespace

Result lane(const LessonMoment& m, const Arguments& a) {
    const auto cell = cell_of(m, a);
    return cell ? count_of(cell->lane) : Result::refuse(cell.why);
}
Result column(const LessonMoment& m, const Arguments& a) {
    const auto cell = cell_of(m, a);
    return cell ? count_of(cell->column) : Result::refuse(cell.why);
}
Result cta(const LessonMoment& m, const Arguments& a) {
    const auto cell = cell_of(m, a);
    return cell ? count_of(cell->cta) : Result::refuse(cell.why);
}

Result zeroed(const LessonMoment& m, const Arguments& a) {
    const auto c = mask_column(m, a);
    return c ? count_of((*c)->zeroed ? 1 : 0) : Result::refuse(c.why);
}
Result zeroed_count(const LessonMoment& m, const Arguments&) {
    if (!m.derived.mask_asks.empty()) return Result::refuse(m.derived.mask_unknown);
    return count_of(m.derived.mask_examples.zeroed);
}
Result source_column(const LessonMoment& m, const Arguments& a) {
    const auto c = mask_column(m, a);
    return c ? count_of((*c)->source) : Result::refuse(c.why);
}

Result factor_byte(const LessonMoment& m, const Arguments& a) {
    const auto row = index(a, 1), factor = index(a, 2);
    if (!row || !factor) return Result::refuse(row ? factor.why : row.why);
    const auto& scales = m.derived.tmem.scales(operand_named(a));
    if (!scales) return Result::refuse(say("the kind ", m.derived.session.variant.kind, " has no scale factors"));
    if (*row >= scales->rows() || *factor >= scales->factors())
        return Result::refuse(say("SF", a.text(0), " has ", scales->rows(), " rows and ", scales->factors(),
                                  " factors; [", *row, "][", *factor, "] is outside"));
    return count_of(memory_byte(*scales, {.row = *row, .factor = *factor}));
}

Result kept(const LessonMoment& m, const Arguments& a) {
    const auto row = index(a, 0), k = index(a, 1);
    if (!row || !k) return Result::refuse(row ? k.why : row.why);
    const Session& s = m.derived.session;
    if (!m.derived.tmem.meta) return Result::refuse(say("A has no metadata: ", m.derived.tmem.no_meta));
    const SparseGrain& grain = *m.derived.tmem.meta->kind->grain;
    if (*row >= m.derived.m || *k >= s.tile_k)
        return Result::refuse(
            say("A has ", m.derived.m, " rows and ", s.tile_k, " columns; [", *row, "][", *k, "] is outside"));
    const unsigned groups = s.tile_k / grain.group;
    const auto codes = codes_of(s.meta_recipe, grain, m.derived.m, groups);
    const auto positions = kept_by(grain, codes[std::size_t{*row} * groups + *k / grain.group]);
    if (!positions) return Result::refuse(positions.why);
    return count_of(std::ranges::find(*positions, *k % grain.group) != positions->end() ? 1 : 0);
}

Result problems(const LessonMoment& m, const Arguments&) { return count_of(m.derived.problems.size()); }
Result errors(const LessonMoment& m, const Arguments&) {
    return count_of(static_cast<std::size_t>(std::ranges::count_if(
        m.derived.problems, [](const PlacedProblem& p) { return p.problem.severity == Severity::error; })));
}
Result problems_of_word(const LessonMoment& m, const Arguments& a) { return count_of(problems_in(m, a).size()); }
Result errors_of_word(const LessonMoment& m, const Arguments& a) { return count_of(errors_in(problems_in(m, a))); }

Result breaks(const LessonMoment& m, const Arguments& a) {
    bool broken =
        std::ranges::any_of(m.derived.problems, [&](const PlacedProblem& p) { return p.problem.rule == a.text(0); });
    for (const WordView& word : m.derived.words)
        broken |= std::ranges::find(word.problems, a.text(0), &Problem::rule) != word.problems.end();
    if (!broken && std::ranges::none_of(rule_catalogue(), [&](const RuleInfo& r) { return r.id == a.text(0); }))
        return Result::refuse(say("there is no rule '", a.text(0), "'; `tilescope rules` lists them"));
    return count_of(broken ? 1 : 0);
}

Result accepted(const LessonMoment& m, const Arguments& a) {
    for (const TargetView& target : m.derived.targets)
        if (target.arch == a.text(0)) return count_of(target.accepted ? 1 : 0);
    return Result::refuse(
        say("'", a.text(0), "' is not a target of this edition; use one of: ", arch_list(m.derived.session.edition)));
}

Result wrong(const LessonMoment& m, const Arguments&) {
    const auto e = emulation_in(m);
    return e ? count_of(wrong_in(**e)) : Result::refuse(e.why);
}
Result right(const LessonMoment& m, const Arguments&) {
    const auto e = emulation_in(m);
    return e ? count_of((*e)->verdicts.size() - wrong_in(**e)) : Result::refuse(e.why);
}
Result emulated(const LessonMoment& m, const Arguments&) { return count_of(m.emulation != nullptr ? 1 : 0); }

// A word of D at a row and a column; `of` gives the word at an index.
template <class Of>
Result word_of_d(const LessonMoment& m, const Arguments& a, Of of) {
    const auto e = emulation_in(m);
    const auto row = index(a, 0), column = index(a, 1);
    if (!e || !row || !column) return Result::refuse(!e ? e.why : row ? column.why : row.why);
    if (*row >= (*e)->m || *column >= (*e)->n)
        return Result::refuse(
            say("D has ", (*e)->m, " rows and ", (*e)->n, " columns; [", *row, "][", *column, "] is outside"));
    const double value = number_of_d(**e, of(**e, std::size_t{*row} * (*e)->n + *column));
    const auto rounded = static_cast<std::int64_t>(value >= -1e15 && value <= 1e15 ? value : 0);
    if (static_cast<double>(rounded) == value) return LessonValue(rounded);
    return LessonValue(value);
}
Result element_of_d(const LessonMoment& m, const Arguments& a) {
    return word_of_d(m, a, [](const Emulation& e, std::size_t i) { return e.d[i]; });
}
Result expected_of_d(const LessonMoment& m, const Arguments& a) {
    return word_of_d(m, a, [](const Emulation& e, std::size_t i) { return e.expected[i].word; });
}

Result legal_as(const LessonMoment& m, const Arguments& a) {
    for (const KindView& kind : m.derived.kinds)
        if (kind.kind == a.text(0)) return count_of(kind.first_problem.empty() ? 1 : 0);
    return Result::refuse(say("'", a.text(0), "' is not a kind of this edition"));
}

Result data_path(const LessonMoment& m, const Arguments&) {
    if (m.derived.tmem.path == nullptr)
        return Result::refuse(say("D has no layout in Tensor Memory: ", m.derived.tmem.none));
    return LessonValue(std::string(m.derived.tmem.path->name));
}

// Whether two places are the same for a learner: an element and its first byte or its first cell, or two elements of a
// chunk if cells are chunks.
Result selected(const LessonMoment& m, const Arguments& a) {
    const auto place = focus_from(a.text(0));
    if (!place) return Result::refuse(place.why);
    if (m.view.selection == *place) return count_of(1);
    const Trace wanted = trace(m.derived, *place, m.view.k_step),
                now = trace(m.derived, m.view.selection, m.view.k_step);
    const auto first_byte = [](const Trace& t) { return t.bytes.empty() ? std::int64_t{-1} : t.bytes.front().address; };
    const auto *one = std::get_if<ElementFocus>(&*place), *other = std::get_if<ElementFocus>(&m.view.selection);
    if (one && one->matrix == Matrix::d) {
        const auto* cell = std::get_if<CellFocus>(&m.view.selection);
        return count_of(cell && !wanted.cells.empty() && wanted.cells.front() == *cell ? 1 : 0);
    }
    if (!one || first_byte(wanted) < 0) return count_of(0);
    if (std::holds_alternative<ByteFocus>(m.view.selection))
        return count_of(first_byte(wanted) == first_byte(now) ? 1 : 0);
    const bool chunk = other && other->matrix == one->matrix && m.view.grain == Grain::chunk;
    return count_of(chunk && first_byte(wanted) / kChunkBytes == first_byte(now) / kChunkBytes ? 1 : 0);
}

Result selected_byte(const LessonMoment& m, const Arguments&) {
    if (const auto* byte = std::get_if<ByteFocus>(&m.view.selection)) return count_of(byte->address);
    const auto* e = std::get_if<ElementFocus>(&m.view.selection);
    const auto operand = e ? operand_of(e->matrix) : std::nullopt;
    if (!operand || !m.derived.of(*operand).placed()) return LessonValue(std::int64_t{-1});
    const SmemLayout& layout = m.derived.of(*operand).layout;
    if (e->row < 0 || e->column < 0 || e->row >= layout.rows || e->column >= layout.columns)
        return LessonValue(std::int64_t{-1});
    return count_of(place_in_memory(layout, {e->row, e->column}).byte);
}

// A tab and a screen can have the same name. Then the name means the tab.
Result shown(const LessonMoment& m, const Arguments& a) {
    for (const NamedValue& tab : kStageTabIds) {
        if (tab.name != a.text(0)) continue;
        const StageTab* now = tab_of(m.view);
        return count_of(now && *now == static_cast<StageTab>(tab.raw) ? 1 : 0);
    }
    for (const NamedValue& screen : kScreenIds)
        if (screen.name == a.text(0)) return count_of(m.view.screen == static_cast<Screen>(screen.raw) ? 1 : 0);
    std::string all;
    for (const NamedValue& screen : kScreenIds) all += say(all.empty() ? "" : ", ", screen.name);
    for (const NamedValue& tab : kStageTabIds) all += say(", ", tab.name);
    return Result::refuse(say("'", a.text(0), "' is not a screen or a tab; use one of: ", all));
}

Result tma_differs(const LessonMoment& m, const Arguments& a) {
    const auto tma = tma_of(m, a);
    return tma ? count_of((*tma)->agreement.different) : Result::refuse(tma.why);
}
Result tma_byte(const LessonMoment& m, const Arguments& a) {
    const auto tma = tma_of(m, a);
    const auto row = index(a, 1), column = index(a, 2);
    if (!tma || !row || !column) return Result::refuse(!tma ? tma.why : row ? column.why : row.why);
    const SmemLayout& layout = m.derived.of(operand_named(a)).layout;
    const std::size_t at = std::size_t{*row} * static_cast<std::size_t>(layout.columns) + *column;
    constexpr std::uint32_t nowhere = 0xffffffff;
    if (static_cast<int>(*column) >= layout.columns || at >= (*tma)->bytes.size() || (*tma)->bytes[at] == nowhere)
        return Result::refuse(say("no box writes ", a.text(0), "[", *row, "][", *column, "]"));
    return count_of((*tma)->bytes[at]);
}

}  // namespace tilescope::lesson_calls
