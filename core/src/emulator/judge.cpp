// core/src/emulator/judge.cpp -- every element of D beside what was meant, and what is strange about a run.
// SPDX-License-Identifier: MIT
#include "emulation_parts.h"
#include "sight.h"

#include <tilescope/base/say.h>
#include <tilescope/layout/k_advance.h>

#include <algorithm>

namespace tilescope {
namespace {

// Rows of A and of B (columns of D) of which something else was read than meant, and elements of which C was.
struct Strange {
    std::vector<bool> rows, columns, elements;
};

// Where rows x in_one words of one step differ from columns [first, first + in_one) of rows x all.
template <class T, class U>
void compare(std::vector<bool>& hit, const std::vector<T>& read, const std::vector<U>& meant, std::size_t in_one,
             std::size_t step) {
    const std::size_t rows = hit.size(), all = meant.size() / std::max<std::size_t>(rows, 1);
    for (std::size_t row = 0; row < rows && in_one != 0; ++row)
        for (std::size_t c = 0; c < in_one && !hit[row]; ++c)
            hit[row] = read[row * in_one + c] != meant[row * all + step * in_one + c];
}

// With the mask's column shift, column j of D is meant to read column j + shift of B.
std::vector<std::uint32_t> shifted(const std::vector<std::uint32_t>& b, const GatheredMma& g, std::size_t columns) {
    if (g.column_shift == 0) return b;
    std::vector<std::uint32_t> out(b.begin() + static_cast<std::ptrdiff_t>(g.column_shift * columns), b.end());
    out.resize(b.size(), kUnwrittenCell);
    return out;
}

// Row i of A is meant to be the one that .ashift makes of it.
std::vector<std::uint32_t> moved_rows(const std::vector<std::uint32_t>& a, const MmaInstruction& i, const MmaShape& s) {
    if (!i.variant.ashift || !i.variant.a_in_tmem || s.path == nullptr) return a;
    const std::size_t columns = a.size() / s.m;
    const TmemLayout layout{.operand = TmemOperand::a, .path = s.path, .columns = stored_k(s.k, true, s.sparse)};
    std::vector<std::uint32_t> out(a.size());
    for (unsigned row = 0; row < s.m; ++row) {
        const auto from = a.begin() + static_cast<std::ptrdiff_t>(shifted_row(layout, row) * columns);
        std::copy_n(from, columns, out.begin() + static_cast<std::ptrdiff_t>(row * columns));
    }
    return out;
}

Strange strange_of(const EmulatorJob& job, const std::vector<StepDone>& steps, const MeantOperands& columns) {
    const MmaShape& s = steps.front().gathered.shape;
    Strange out{std::vector<bool>(s.m), std::vector<bool>(s.n), std::vector<bool>(std::size_t{s.m} * s.n)};
    const std::vector<std::uint32_t>& c = steps.front().gathered.c.words;
    for (std::size_t e = 0; e < c.size() && e < columns.c.size(); ++e) out.elements[e] = c[e] != columns.c[e];
    const std::vector<std::uint32_t> a = moved_rows(columns.a, job.steps.front(), s);
    const auto other_type = [&](Operand o) {
        const ElementType* written = job.written_type[o];
        return written != nullptr && written != pick(o, s.a, s.b);
    };
    if (other_type(Operand::a)) out.rows.assign(s.m, true);
    if (other_type(Operand::b)) out.columns.assign(s.n, true);
    for (std::size_t step = 0; step < steps.size(); ++step) {
        const GatheredMma& g = steps[step].gathered;
        compare(out.rows, g.a.words, a, g.a.columns, step);
        compare(out.columns, g.b.words, shifted(columns.b, g, columns.k), g.b.columns, step);
        if (s.scales) {
            compare(out.rows, g.scale_a, columns.sfa, s.scales->factors, step);
            compare(out.columns, g.scale_b, columns.sfb, s.scales->factors, step);
        }
        if (s.rule.grain) compare(out.rows, g.codes, columns.codes, s.k / s.rule.grain->group, step);
    }
    return out;
}

struct Asked {
    bool all = false;
    std::vector<std::uint8_t> columns;   // zeroed
    std::vector<std::uint8_t> elements;  // kept
};

Asked asked_of(const EmulatorJob& job, const std::vector<StepDone>& steps) {
    Asked out;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const GatheredMma& g = steps[i].gathered;
        const Variant& form = job.steps[i].variant;
        out.all |= g.shape.negate_a || g.shape.negate_b || form.scale_d.value_or(0) != 0 || g.column_shift != 0;
        out.all |= form.ashift && form.a_in_tmem;
        if (!g.zeroed.empty()) out.columns = g.zeroed;
        if (!g.kept.empty()) out.elements = g.kept;
    }
    return out;
}

void name_pattern(Emulation& out) {
    std::vector<bool> rows(out.m), columns(out.n);
    std::size_t wrong = 0;
    for (std::size_t e = 0; e < out.verdicts.size(); ++e) {
        if (out.verdicts[e] != Verdict::wrong) continue;
        rows[e / out.n] = columns[e % out.n] = true;
        ++wrong;
    }
    if (wrong == 0) return;
    const bool all_rows = std::count(rows.begin(), rows.end(), true) == static_cast<long>(out.m);
    const bool all_columns = std::count(columns.begin(), columns.end(), true) == static_cast<long>(out.n);
    if (all_rows && all_columns)
        out.pattern = "everywhere";
    else if (all_rows)
        out.pattern = pattern_of(columns, "column");
    else if (all_columns)
        out.pattern = pattern_of(rows, "row");
    else
        out.pattern = say(pattern_of(rows, "row"), " in ", pattern_of(columns, "column"));
}

void look(Emulation& out, const EmulatorJob& job, const MmaShape& s, const MeantOperands& columns) {
    const auto type = [&](Operand o) {
        const ElementType* written = job.written_type[o];
        return written != nullptr ? written->id : pick(o, s.a, s.b)->id;
    };
    const std::vector<std::uint32_t> a = moved_rows(columns.a, job.steps.front(), s);
    const std::size_t unread = std::min(out.column_shift, s.n);
    find_sight(out, {.shape = s,
                     .a_type = type(Operand::a),
                     .b_type = type(Operand::b),
                     .a = a,
                     .b = std::span(columns.b).subspan(unread * columns.k),
                     .k = columns.k,
                     .sfa = columns.sfa,
                     .sfb = columns.sfb,
                     .codes = columns.codes,
                     .unread = static_cast<unsigned>(unread)});
}

}  // namespace

void judge(Emulation& out, const EmulatorJob& job, const std::vector<StepDone>& steps, const MeantOperands& columns) {
    const GatheredMma& last = steps.back().gathered;
    const Strange strange = strange_of(job, steps, columns);
    const Asked asked = asked_of(job, steps);
    out.kept = asked.elements;
    out.column_shift = last.column_shift;
    for (std::size_t e = 0; !asked.columns.empty() && e < out.d.size(); ++e)
        out.zeroed.push_back(asked.columns[e % out.n]);
    out.verdicts.resize(out.d.size());
    out.places.resize(out.d.size());
    for (std::size_t e = 0; e < out.d.size(); ++e) {
        const std::size_t i = e / out.n, j = e % out.n;
        out.places[e] = last_places(last.shape.rule, out.d[e], out.expected[e].word);
        const bool as_asked =
            (!asked.columns.empty() && asked.columns[j]) || (!asked.elements.empty() && asked.elements[e]);
        const Verdict verdict = out.d[e] == out.expected[e].word || out.places[e] == 0         ? Verdict::equal
                                : as_asked                                                     ? Verdict::asked
                                : strange.rows[i] || strange.columns[j] || strange.elements[e] ? Verdict::wrong
                                : asked.all                                                    ? Verdict::asked
                                                                                               : Verdict::rounding;
        out.verdicts[e] = verdict;
        ++out.count[static_cast<std::size_t>(verdict)];
        const std::int64_t far = out.places[e] < 0 ? -out.places[e] : out.places[e];
        if (far < kFar) out.most_places = std::max(out.most_places, far);
    }
    name_pattern(out);
    look(out, job, last.shape, columns);
}

}  // namespace tilescope
