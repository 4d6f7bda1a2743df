// core/src/emulator/judge.cpp -- every element of D beside what was meant, and what is strange about a run.
// SPDX-License-Identifier: MIT
#include "emulation_parts.h"

#include <tilescope/base/say.h>
#include <tilescope/layout/k_advance.h>

#include <algorithm>

namespace tilescope {
namespace {

// Rows of A and of B (columns of D) of which something else was read than meant.
struct Strange {
    std::vector<bool> rows, columns;
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

Strange strange_of(const EmulatorJob& job, const std::vector<StepDone>& steps, const MeantOperands& columns) {
    const MmaShape& s = steps.front().gathered.shape;
    Strange out{std::vector<bool>(s.m), std::vector<bool>(s.n)};
    const auto other_type = [&](bool is_a) {
        const ElementType* written = job.written_type[!is_a];
        return written != nullptr && written != (is_a ? s.a : s.b);
    };
    if (other_type(true)) out.rows.assign(s.m, true);
    if (other_type(false)) out.columns.assign(s.n, true);
    for (std::size_t step = 0; step < steps.size(); ++step) {
        const GatheredMma& g = steps[step].gathered;
        compare(out.rows, g.a.words, columns.a, g.a.columns, step);
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

std::string first_problem(const ReadOperand& read, std::string_view name, std::size_t step, BadRead what) {
    for (const ReadProblem& p : read.problems)
        if (p.what == what) {
            const bool smem = !read.first_bit.empty();
            return say(name, "[", p.element.row, "][", p.element.column, "] of instruction ", step, " was read at ",
                       smem ? "byte " : "lane and column ", hex(p.place, smem ? 1 : 8));
        }
    return {};
}

void note_reads(Emulation& out, const ReadOperand& read, std::string_view name, std::size_t step) {
    out.outside += read.outside;
    out.unwritten += read.unwritten;
    if (read.outside != 0)
        out.notes.push_back(say(first_problem(read, name, step, BadRead::outside), ", past the end: ", read.outside,
                                read.outside == 1 ? " such read." : " such reads."));
    if (read.unwritten != 0)
        out.notes.push_back(say(first_problem(read, name, step, BadRead::unwritten), ", which nobody wrote: ",
                                read.unwritten, read.unwritten == 1 ? " such read." : " such reads."));
}

}  // namespace

std::string pattern_of(const std::vector<bool>& hit, std::string_view what) {
    const std::size_t n = hit.size(), count = static_cast<std::size_t>(std::count(hit.begin(), hit.end(), true));
    if (count == 0) return {};
    if (count == n) return say("every ", what);
    const auto first = static_cast<std::size_t>(std::find(hit.begin(), hit.end(), true) - hit.begin());
    std::size_t run = 0;
    while (first + run < n && hit[first + run]) ++run;
    if (count == 1) return say(what, " ", first);
    if (run == count && first + run == n) return say(what, "s ", first, " and up");
    if (run == count) return say(what, "s ", first, " to ", first + run - 1);
    for (std::size_t period = 2; period <= n / 2; ++period) {
        bool repeats = true;
        for (std::size_t i = 0; i + period < n && repeats; ++i) repeats = hit[i] == hit[i + period];
        if (!repeats) continue;
        std::size_t in_period = 0;
        for (std::size_t i = 0; i < period; ++i) in_period += hit[i];
        if (in_period != run) return say(in_period, " of every ", period, " ", what, "s");
        const std::string from = say(", from ", what, " ", first);
        if (period == 2 * run)
            return run == 1 ? say("every second ", what, from)
                            : say("every second group of ", run, " ", what, "s", from);
        return say(run, run == 1 ? " " : " neighbouring ", what, run == 1 ? "" : "s", " of every ", period, from);
    }
    return say(count, " of ", n, " ", what, "s");
}

void judge(Emulation& out, const EmulatorJob& job, const std::vector<StepDone>& steps, const MeantOperands& columns) {
    const GatheredMma& last = steps.back().gathered;
    const Strange strange = strange_of(job, steps, columns);
    const Asked asked = asked_of(job, steps);
    out.kept = asked.elements;
    for (std::size_t e = 0; !asked.columns.empty() && e < out.d.size(); ++e)
        out.zeroed.push_back(asked.columns[e % out.n]);
    out.verdicts.resize(out.d.size());
    out.places.resize(out.d.size());
    for (std::size_t e = 0; e < out.d.size(); ++e) {
        const std::size_t i = e / out.n, j = e % out.n;
        out.places[e] = last_places(last.shape.rule, out.d[e], out.expected[e].word);
        const bool as_asked =
            (!asked.columns.empty() && asked.columns[j]) || (!asked.elements.empty() && asked.elements[e]);
        const Verdict verdict = out.d[e] == out.expected[e].word || out.places[e] == 0 ? Verdict::equal
                                : as_asked                                             ? Verdict::asked
                                : strange.rows[i] || strange.columns[j]                ? Verdict::wrong
                                : asked.all                                            ? Verdict::asked
                                                                                       : Verdict::rounding;
        out.verdicts[e] = verdict;
        ++out.count[static_cast<std::size_t>(verdict)];
        const std::int64_t far = out.places[e] < 0 ? -out.places[e] : out.places[e];
        if (far < kFar) out.most_places = std::max(out.most_places, far);
    }
    name_pattern(out);
}

void take_notes(Emulation& out, const EmulatorJob& job, const std::vector<StepDone>& steps) {
    for (std::size_t s = 0; s < steps.size(); ++s) {
        const GatheredMma& g = steps[s].gathered;
        note_reads(out, g.a, "A", s);
        note_reads(out, g.b, "B", s);
        note_reads(out, g.c, "D", s);
        note_reads(out, g.a_factors, "SFA", s);
        note_reads(out, g.b_factors, "SFB", s);
        note_reads(out, g.meta, "metadata", s);
        if (g.copies_differ)
            out.notes.push_back(say("Copies of an operand in Tensor Memory differ in instruction ", s,
                                    "; the first was taken for all lanes."));
        if (g.illegal_code)
            out.notes.push_back(say("Metadata of row ", g.illegal_code->row, ", group ", g.illegal_code->group, " is ",
                                    hex(g.illegal_code->code),
                                    ", which means nothing: what hardware does is not known; the first legal code was "
                                    "taken."));
    }
    if (job.steps.front().variant.ashift) out.notes.push_back(std::string(kRowShift.note));
}

}  // namespace tilescope
