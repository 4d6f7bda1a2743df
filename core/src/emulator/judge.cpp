// core/src/emulator/judge.cpp -- compares every element of D with the reference and gives it a verdict.
// SPDX-License-Identifier: MIT
#include "emulation_parts.h"

#include <tilescope/base/say.h>
#include <tilescope/layout/k_advance.h>

#include <algorithm>

namespace tilescope {
namespace {

// Marks the rows of A and of B (columns of D) that were read wrong, and the elements of D whose C was read wrong.
struct WrongReads {
    std::vector<bool> rows, columns, elements;
};

// Marks the rows whose words differ from the reference. `read` has the columns of one step, `in_one` in each row;
// `reference` has the columns of all steps.
template <class T, class U>
void compare(std::vector<bool>& hit, const std::vector<T>& read, const std::vector<U>& reference, std::size_t in_one,
             std::size_t step) {
    const std::size_t rows = hit.size(), all = reference.size() / std::max<std::size_t>(rows, 1);
    for (std::size_t row = 0; row < rows && in_one != 0; ++row)
        for (std::size_t c = 0; c < in_one && !hit[row]; ++c)
            hit[row] = read[row * in_one + c] != reference[row * all + step * in_one + c];
}

// With the column shift of the zero-column mask, column j of D must read column j + shift of B.
std::vector<std::uint32_t> shifted(const std::vector<std::uint32_t>& b, const GatheredMma& g, std::size_t columns) {
    if (g.column_shift == 0) return b;
    std::vector<std::uint32_t> out(b.begin() + static_cast<std::ptrdiff_t>(g.column_shift * columns), b.end());
    out.resize(b.size(), kUnwrittenCell);
    return out;
}

// With .ashift, row i of D must read the shifted row of A.
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

WrongReads wrong_reads_of(const EmulatorJob& job, const std::vector<StepDone>& steps,
                          const ReferenceOperands& columns) {
    const MmaShape& s = steps.front().gathered.shape;
    WrongReads out{std::vector<bool>(s.m), std::vector<bool>(s.n), std::vector<bool>(std::size_t{s.m} * s.n)};
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

// The elements of D that differ because the words of the instruction request it.
struct Requested {
    bool all = false;                    // negation, scaling, a shift: every element
    std::vector<std::uint8_t> columns;   // zeroed by the mask
    std::vector<std::uint8_t> elements;  // kept, because their lanes are disabled
};

Requested requested_by(const EmulatorJob& job, const std::vector<StepDone>& steps) {
    Requested out;
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

// Finds the elements of D that can show a wrong read.
void fill_sight(Emulation& out, const EmulatorJob& job, const MmaShape& s, const ReferenceOperands& columns) {
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

// Marks the rows of one operand of which an element was read at another place than where it was written.
std::vector<bool> misplaced_rows(const EmulatorJob& job, const std::vector<StepDone>& steps, Operand o) {
    const WrittenPlaces& places = job.places[o];
    std::vector<bool> out(pick(o, steps.front().gathered.shape.m, steps.front().gathered.shape.n));
    for (std::size_t step = 0; step < steps.size() && !places.first_bit.empty(); ++step) {
        const ReadOperand& read = pick(o, steps[step].gathered.a, steps[step].gathered.b);
        for (std::size_t i = 0; i < read.first_bit.size(); ++i) {
            const auto row = static_cast<int>(i / read.columns), column = static_cast<int>(i % read.columns);
            const int k = static_cast<int>((job.first_step + step) * read.columns) + column;
            const bool right = k < places.columns && places.at({row % places.rows, k}) == read.first_bit[i];
            if (!right && static_cast<std::size_t>(row) < out.size()) out[static_cast<std::size_t>(row)] = true;
        }
    }
    return out;
}

// With a column shift, column j of D has another row of B; what it reads is then told by its words alone.
void count_misplaced(Emulation& out, const EmulatorJob& job, const std::vector<StepDone>& steps) {
    const std::vector<bool> rows = misplaced_rows(job, steps, Operand::a);
    const std::vector<bool> columns =
        out.column_shift == 0 ? misplaced_rows(job, steps, Operand::b) : std::vector<bool>(out.n);
    for (std::size_t e = 0; e < out.d.size(); ++e) {
        const bool unused = (!out.zeroed.empty() && out.zeroed[e] != 0) || (!out.kept.empty() && out.kept[e] != 0);
        if (!unused && (rows[e / out.n] || columns[e % out.n])) ++out.sight.misplaced;
    }
}

}  // namespace

void judge(Emulation& out, const EmulatorJob& job, const std::vector<StepDone>& steps,
           const ReferenceOperands& columns) {
    const GatheredMma& last = steps.back().gathered;
    const WrongReads wrong = wrong_reads_of(job, steps, columns);
    const Requested requested = requested_by(job, steps);
    out.kept = requested.elements;
    out.column_shift = last.column_shift;
    for (std::size_t e = 0; !requested.columns.empty() && e < out.d.size(); ++e)
        out.zeroed.push_back(requested.columns[e % out.n]);
    out.verdicts.resize(out.d.size());
    out.places.resize(out.d.size());
    for (std::size_t e = 0; e < out.d.size(); ++e) {
        const std::size_t i = e / out.n, j = e % out.n;
        out.places[e] = ulp_distance(last.shape.rule, out.d[e], out.expected[e].word);
        const bool as_requested = (!requested.columns.empty() && requested.columns[j]) ||
                                  (!requested.elements.empty() && requested.elements[e]);
        const Verdict verdict = out.d[e] == out.expected[e].word || out.places[e] == 0   ? Verdict::equal
                                : as_requested                                           ? Verdict::requested
                                : wrong.rows[i] || wrong.columns[j] || wrong.elements[e] ? Verdict::wrong
                                : requested.all                                          ? Verdict::requested
                                                                                         : Verdict::rounding;
        out.verdicts[e] = verdict;
        ++out.count[static_cast<std::size_t>(verdict)];
        const std::int64_t far = out.places[e] < 0 ? -out.places[e] : out.places[e];
        if (far < kFar) out.most_ulps = std::max(out.most_ulps, far);
    }
    name_pattern(out);
    fill_sight(out, job, last.shape, columns);
    count_misplaced(out, job, steps);
}

}  // namespace tilescope
