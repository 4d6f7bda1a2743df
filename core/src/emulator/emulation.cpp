// core/src/emulator/emulation.cpp -- a K loop of instructions, and what was meant beside what came out.
// SPDX-License-Identifier: MIT
#include "doubt_filter.h"
#include "emulation_parts.h"
#include "mma_words.h"

#include <tilescope/base/say.h>
#include <tilescope/layout/k_advance.h>

#include <algorithm>

namespace tilescope {
namespace {

constexpr std::string_view kStopped = "stopped";

// How many rows are worked on between two looks at the stop. The exact product decodes its operands for every call.
constexpr unsigned kRowsOfProduct = 8, kRowsOfExact = 32;

// A few rows at a time inside each piece, so that a stop is heard and progress seen.
class Rows {
public:
    using Work = std::function<void(unsigned first, unsigned last)>;

    explicit Rows(const EmulatorTools& tools) : tools_(tools) {}

    bool run(unsigned rows, unsigned at_once, const Work& work) const {
        const auto piece = [&](unsigned first, unsigned last) {
            for (unsigned row = first; row < last && !tools_.stop.stop_requested(); row += at_once) {
                const unsigned end = std::min(last, row + at_once);
                work(row, end);
                if (tools_.rows_done) tools_.rows_done->fetch_add(end - row, std::memory_order_relaxed);
            }
        };
        if (tools_.loop)
            tools_.loop(rows, piece);
        else
            piece(0, rows);
        return !tools_.stop.stop_requested();
    }
    // Rows that turned out to need no work.
    void skip(unsigned rows) const {
        if (tools_.rows_done) tools_.rows_done->fetch_add(rows, std::memory_order_relaxed);
    }

private:
    const EmulatorTools& tools_;
};

bool run_step(Machine& machine, const MmaInstruction& i, const GatheredMma& g, const Rows& rows,
              std::vector<std::uint32_t>& d) {
    const std::size_t n = g.shape.n;
    d.assign(std::size_t{g.shape.m} * n, 0);
    const MatrixProduct product(g.shape.rule, g.input(i));
    const bool whole = rows.run(g.shape.m, kRowsOfProduct, [&](unsigned first, unsigned last) {
        product.rows(first, last, std::span(d).subspan(first * n, (last - first) * n));
    });
    finish(machine, i, g, d);
    return whole;
}

// What was written has types of its own; arithmetic of the exact product needs no more of a rule than those.
DotRule written_rule(const EmulatorJob& job, const MmaShape& s) {
    DotRule rule = s.rule;
    rule.bits = false;  // written one in a word, bits are bytes 0 and 1, and have the same product
    for (const bool is_a : {true, false}) {
        const ElementType* type = job.written_type[!is_a];
        if (!type || type == (is_a ? s.a : s.b)) continue;
        if (const FloatFormat* format = find_float(type->id)) (is_a ? rule.a : rule.b) = format;
        (is_a ? rule.a_signed : rule.b_signed) = type->id == "s8";
    }
    return rule;
}

bool expect(Emulation& out, const EmulatorJob& job, const MmaShape& s, const Rows& rows, const MeantOperands& columns) {
    const std::vector<std::uint8_t> sfa = as_bytes(columns.sfa), sfb = as_bytes(columns.sfb);
    MatrixInput in{.m = columns.m, .n = columns.n, .k = columns.k, .a = columns.a, .b = columns.b};
    if (job.steps.front().enable_d) in.c = columns.c;
    in.scale_a = sfa;
    in.scale_b = sfb;
    in.codes = columns.codes;
    const DotRule rule = written_rule(job, s);
    out.expected.resize(std::size_t{s.m} * s.n);
    if (const std::string why = why_not(rule, in); !why.empty()) {
        out.notes.push_back(say("What was meant cannot be multiplied: ", why));
        return true;
    }
    const std::size_t n = s.n;
    return rows.run(s.m, kRowsOfExact, [&](unsigned first, unsigned last) {
        exact_rows(rule, in, first, last, std::span(out.expected).subspan(first * n, (last - first) * n));
    });
}

// A sparse row with its elements at their logical positions.
std::vector<std::uint32_t> spread(const GatheredMma& g, unsigned row) {
    const MmaShape& s = g.shape;
    const auto stored = std::span(g.a.words).subspan(std::size_t{row} * g.a.columns, g.a.columns);
    if (!s.rule.grain) return {stored.begin(), stored.end()};
    std::vector<std::uint32_t> out(s.k);
    const SparseGrain& grain = *s.rule.grain;
    const unsigned groups = s.k / grain.group, kept = grain.group / 2;
    for (unsigned group = 0; group < groups; ++group) {
        const auto positions = kept_by(grain, g.codes[std::size_t{row} * groups + group]);
        for (unsigned e = 0; positions && e < kept; ++e)
            out[group * grain.group + positions->at[e]] = stored[group * kept + e];
    }
    return out;
}

// The doubts of one row of one step.
DoubtSet doubt_row(Emulation& out, const MmaInstruction& i, const StepDone& step, unsigned row) {
    const GatheredMma& g = step.gathered;
    const MmaShape& s = g.shape;
    const std::vector<std::uint32_t> a = spread(g, row);
    const std::size_t factors = s.scales ? s.scales->factors : 0, groups = s.rule.grain ? s.k / s.rule.grain->group : 0;
    DotInput in{.a = a, .has_c = !step.c.empty(), .negate_a = s.negate_a, .negate_b = s.negate_b};
    in.scale_a = std::span(g.scale_a).subspan(row * factors, factors);
    in.codes = std::span(g.codes).subspan(row * groups, groups);
    in.c_shift = i.variant.scale_d.value_or(0);
    DoubtSet seen = 0;
    for (std::size_t j = 0; j < s.n; ++j) {
        const std::size_t at = row * std::size_t{s.n} + j;
        in.b = std::span(g.b.words).subspan(j * s.k, s.k);
        in.scale_b = std::span(g.scale_b).subspan(j * factors, factors);
        if (in.has_c) in.c = step.c[at];
        const DoubtSet found = doubts_of(s.rule, in);
        out.doubt[at] |= found != 0;
        seen = static_cast<DoubtSet>(seen | found);
    }
    return seen;
}

bool any_per_word(DoubtSet doubts) {
    for (const DoubtRow* row : rows_of(doubts))
        if (row->per_word) return true;
    return false;
}

bool find_doubts(Emulation& out, const EmulatorJob& job, const std::vector<StepDone>& steps, const Rows& rows) {
    if (!any_per_word(out.possible)) return true;
    out.doubt.assign(out.d.size(), 0);
    for (std::size_t s = 0; s < steps.size(); ++s) {
        const GatheredMma& g = steps[s].gathered;
        if (!may_doubt(g.shape.rule, g.input(job.steps[s]))) {
            rows.skip(out.m);
            continue;
        }
        std::vector<DoubtSet> seen(out.m);  // of each row: rows run side by side
        const auto look = [&](unsigned row, unsigned) { seen[row] = doubt_row(out, job.steps[s], steps[s], row); };
        if (!rows.run(out.m, 1, look)) return false;
        for (const DoubtSet set : seen) out.present = static_cast<DoubtSet>(out.present | set);
    }
    out.doubtful = static_cast<std::size_t>(std::count(out.doubt.begin(), out.doubt.end(), 1));
    return true;
}

StepReads reads_of(GatheredMma& g) {
    return {.a = g.a, .b = g.b, .c = g.c.words, .scale_a = g.scale_a, .scale_b = g.scale_b, .codes = g.codes};
}

// Of the doubts of a form those that this run can meet.
DoubtSet possible_in(const EmulatorJob& job, const std::vector<StepDone>& steps) {
    const GatheredMma& g = steps.front().gathered;
    const Variant& form = job.steps.front().variant;
    const auto has_sign = [](std::uint8_t factor) { return (factor & 0x80) != 0; };
    const auto signs = [&](const std::vector<std::uint8_t>& all) {
        return std::any_of(all.begin(), all.end(), has_sign);
    };
    DoubtSet out = g.shape.rule.possible;
    const auto drop = [&](Doubt doubt, bool met) {
        if (!met) out = static_cast<DoubtSet>(out & ~set_of(doubt));
    };
    const auto adds = [](const MmaInstruction& i) { return i.enable_d; };
    drop(Doubt::scale_d, form.scale_d.value_or(0) != 0 && std::any_of(job.steps.begin(), job.steps.end(), adds));
    drop(Doubt::k96, g.shape.k == 96);
    drop(Doubt::ws_sparse, form.ws && g.shape.sparse);
    drop(Doubt::ue4m3_sign, std::any_of(steps.begin(), steps.end(), [&](const StepDone& step) {
             return signs(step.gathered.scale_a) || signs(step.gathered.scale_b);
         }));
    return out;
}

void describe(Emulation& out, const MmaShape& s) {
    out.m = s.m;
    out.n = s.n;
    out.d_type = s.d_type;
    out.profile = say(s.rule.profile->id, ": ", s.rule.profile->title);
    out.certainty = s.rule.profile->certainty;
}

}  // namespace

unsigned rows_of(const EmulatorJob& job) {
    const auto steps = static_cast<unsigned>(job.steps.size());
    const auto shape = steps == 0 ? Answer<MmaShape>::refuse("") : shape_of(job.steps.front());
    const bool doubts = shape && any_per_word(shape->rule.possible);
    return job.meant.m * (steps + 1 + (doubts ? steps : 0));
}

Answer<Emulation> emulate(const EmulatorJob& job, const EmulatorTools& tools) {
    using Out = Answer<Emulation>;
    auto machine = filled(job);
    if (!machine) return Out::refuse(machine.why);
    const Rows rows(tools);
    Emulation out;
    out.machine = std::move(*machine);
    std::vector<StepDone> steps;
    for (unsigned s = 0; s < job.steps.size(); ++s) {
        const MmaInstruction& i = job.steps[s];
        load_registers(out.machine, job, s);
        auto g = gather(out.machine, i);
        if (!g) return Out::refuse(g.why);
        if (!run_step(out.machine, i, *g, rows, out.d)) return Out::refuse(std::string(kStopped));
        out.reads.push_back(reads_of(*g));
        std::vector<std::uint32_t> c = g->c.words;
        steps.push_back({std::move(*g), std::move(c)});
    }
    const MmaShape& shape = steps.front().gathered.shape;
    describe(out, shape);
    out.possible = possible_in(job, steps);
    const MeantOperands columns = meant_columns(job, shape);
    if (!expect(out, job, shape, rows, columns)) return Out::refuse(std::string(kStopped));
    if (tools.doubts && !find_doubts(out, job, steps, rows)) return Out::refuse(std::string(kStopped));
    for (const WrittenPlaces& places : job.places) out.index.emplace_back(places);
    judge(out, job, steps, columns);
    take_notes(out, job, steps);
    return out;
}

}  // namespace tilescope
