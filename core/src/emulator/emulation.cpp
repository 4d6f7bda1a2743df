// core/src/emulator/emulation.cpp -- runs a K loop of instructions and compares D with the exact product.
// SPDX-License-Identifier: MIT
#include "emulation_parts.h"

#include <tilescope/base/say.h>
#include <tilescope/layout/tile.h>

#include <algorithm>
#include <limits>
#include <span>

namespace tilescope {
namespace {

constexpr std::string_view kStopped = "stopped";

constexpr unsigned kRowsAtOnce = 8;  // between two checks of the stop token

// Runs work on a few rows at a time, so that a stop takes effect soon and the progress is visible.
class SplitRows {
public:
    using Work = std::function<void(unsigned first, unsigned last)>;

    explicit SplitRows(const EmulatorTools& tools) : tools_(tools) {}

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

private:
    const EmulatorTools& tools_;
};

bool multiply(const DotRule& rule, const MatrixInput& in, const SplitRows& rows, std::vector<std::uint32_t>& d) {
    const std::size_t n = in.n;
    d.assign(std::size_t{in.m} * n, 0);
    const MatrixProduct product(rule, in);
    return rows.run(in.m, kRowsAtOnce, [&](unsigned first, unsigned last) {
        product.rows(first, last, std::span(d).subspan(first * n, (last - first) * n));
    });
}

// ---- the reference operands as operands of one exact product ----

// Memory can be written with other types than the instruction reads. An instruction that reads s8 as e4m3 computes a
// product of floats. The reference operands are integers then, so they are converted to floats:
//
//     A written as s8, 0xff = -1        in f16: 0xbc00        A x B in floats of D's type
//     A written as f16, D is s32        A x B in f32, then the nearest integer
//
// The converted words. An empty vector means that the words of that operand need no conversion.
struct ReferenceProduct {
    DotRule rule;
    std::vector<std::uint32_t> a, b, c;
    bool to_integer = false;  // the product is f32, and D is an integer
};

using Words = std::vector<std::uint32_t>;

// Converts 8-bit integers to f16, which holds each of them exactly.
Words floats_of(const Words& bytes, bool is_signed) {
    Words out;
    out.reserve(bytes.size());
    const FloatFormat& f16 = *find_float("f16");
    for (const std::uint32_t word : bytes)
        out.push_back(word_nearest(f16, static_cast<double>(integer_of(word, is_signed))));
    return out;
}

Words f32_of(const Words& integers) {
    Words out;
    out.reserve(integers.size());
    for (const std::uint32_t word : integers)
        out.push_back(word_nearest(*find_float("f32"), static_cast<std::int32_t>(word)));
    return out;
}

struct Whole {
    std::int32_t value = 0;
    bool exact = false;
};

// Rounds to the nearest integer, ties to even, and clamps it. NaN gives 0.
Whole whole_of(const RawNumber& n) {
    using Limits = std::numeric_limits<std::int32_t>;
    if (n.what == NumberClass::nan) return {};
    const std::int32_t end = n.negative ? Limits::min() : Limits::max();
    constexpr int most_up = 31, most_down = 30;  // m is below 2^24
    if (n.what == NumberClass::infinite || n.e > most_up) return {n.m == 0 && n.what == NumberClass::finite ? 0 : end};
    if (n.e >= 0) {
        const std::int64_t all = std::int64_t{n.m} * (std::int64_t{1} << n.e);
        const auto kept = std::clamp<std::int64_t>(all, Limits::min(), Limits::max());
        return {static_cast<std::int32_t>(kept), kept == all};
    }
    const int down = std::min(-int{n.e}, most_down);
    const std::int32_t whole = n.m >> down, rest = n.m - (whole << down), half = 1 << (down - 1);
    const bool up = rest > half || (rest == half && (whole & 1) != 0);
    return {whole + (up ? 1 : 0), rest == 0};
}

// `columns` is the result of reference_columns() for the job.
ReferenceProduct reference_product(const EmulatorJob& job, const MmaShape& s, const ReferenceOperands& columns) {
    ReferenceProduct out{.rule = s.rule, .a = {}, .b = {}, .c = {}};
    // The job stores one b1 element in each word. So the elements can be multiplied as bytes 0 and 1: same product.
    out.rule.bits = false;
    const auto written = [&](Operand o) { return job.written_type[o] ? job.written_type[o] : pick(o, s.a, s.b); };
    const ElementType &a = *written(Operand::a), &b = *written(Operand::b);
    if (a.id == s.a->id && b.id == s.b->id) return out;
    out.rule.a = find_float(a.id);
    out.rule.b = find_float(b.id);
    out.rule.a_signed = is_signed_integer(a.id);
    out.rule.b_signed = is_signed_integer(b.id);
    const bool reads_integers = s.rule.d == nullptr;
    if (reads_integers && !out.rule.a && !out.rule.b) return out;
    if (!out.rule.a) out.a = floats_of(columns.a, out.rule.a_signed), out.rule.a = find_float("f16");
    if (!out.rule.b) out.b = floats_of(columns.b, out.rule.b_signed), out.rule.b = find_float("f16");
    if (!reads_integers) return out;
    out.rule.d = find_float("f32");
    out.rule.saturate = false;
    out.c = f32_of(columns.c);
    out.to_integer = true;
    return out;
}

// Converts f32 words to the integers of D, in place.
void make_integers(std::span<ExactWord> words) {
    for (ExactWord& w : words) {
        const RawNumber n = decode_number(*find_float("f32"), w.word);
        const Whole whole = whole_of(n);
        w.exact = w.exact && whole.exact;
        w.word = static_cast<std::uint32_t>(whole.value);
    }
}

// ---- the steps ----

bool expect(Emulation& out, const EmulatorJob& job, const MmaShape& s, const SplitRows& rows,
            const ReferenceOperands& columns) {
    const std::vector<std::uint8_t> sfa = as_bytes(columns.sfa), sfb = as_bytes(columns.sfb);
    const ReferenceProduct reference = reference_product(job, s, columns);
    const auto words = [](const auto& converted, const auto& original) {
        return std::span(converted.empty() ? original : converted);
    };
    MatrixInput in{.m = columns.m, .n = columns.n, .k = columns.k};
    in.a = words(reference.a, columns.a);
    in.b = words(reference.b, columns.b);
    if (job.steps.front().enable_d) in.c = words(reference.c, columns.c);
    in.scale_a = sfa;
    in.scale_b = sfb;
    in.codes = columns.codes;
    const DotRule& rule = reference.rule;
    out.expected.resize(std::size_t{s.m} * s.n);
    if (const auto can = can_multiply(rule, in); !can) {
        out.notes.push_back(say("The reference operands cannot be multiplied: ", can.why));
        return true;
    }
    const std::size_t n = s.n;
    const ExactProduct product(rule, in);
    return rows.run(s.m, kRowsAtOnce, [&](unsigned first, unsigned last) {
        const auto piece = std::span(out.expected).subspan(first * n, (last - first) * n);
        product.rows(first, last, piece);
        if (reference.to_integer) make_integers(piece);
    });
}

unsigned per_word(DoubtSet doubts) {
    return static_cast<unsigned>(std::ranges::count_if(rows_of(doubts), &DoubtRow::per_word));
}

bool keeps(const GatheredMma& g, std::size_t e) {
    return (!g.kept.empty() && g.kept[e] != 0) || (!g.zeroed.empty() && g.zeroed[e % g.shape.n] != 0);
}

// The product of each step, before masks and disabled lanes are applied.
using Products = std::vector<std::vector<std::uint32_t>>;

// Runs all steps again with the alternative rule of a doubt. Each step adds to the D that this rule computed before.
// Only words that a product writes can differ. The zero-column mask and disabled lanes have the same effect as before.
bool find_doubt(Emulation& out, const EmulatorJob& job, const Products& products, const SplitRows& rows, Doubt doubt) {
    std::vector<std::uint32_t> d, c;
    std::vector<bool> differs(out.d.size());
    for (std::size_t s = 0; s < products.size(); ++s) {
        const GatheredMma& step = out.reads[s];
        DotRule other = step.shape.rule;
        other.other = doubt;
        MatrixInput in = step.input(job.steps[s]);
        if (!in.c.empty()) {
            c.assign(in.c.begin(), in.c.end());
            for (std::size_t e = 0; e < c.size(); ++e)
                if (differs[e]) c[e] = d[e];
            in.c = c;
        }
        std::vector<std::uint32_t> next;
        if (!multiply(other, in, rows, next)) return false;
        d = std::move(next);
        for (std::size_t e = 0; e < d.size(); ++e) differs[e] = d[e] != products[s][e] && !keeps(step, e);
    }
    bool any = false;
    for (std::size_t e = 0; e < d.size(); ++e) {
        if (!differs[e]) d[e] = out.d[e];
        any = any || differs[e];
        if (differs[e]) out.doubt[e] = 1;
    }
    if (!any) return true;
    out.present = static_cast<DoubtSet>(out.present | set_of(doubt));
    out.others.push_back({doubt, std::move(d)});
    return true;
}

bool find_doubts(Emulation& out, const EmulatorJob& job, const Products& products, const SplitRows& rows) {
    if (per_word(out.possible) == 0) return true;
    out.doubt.assign(out.d.size(), 0);
    for (const DoubtRow* row : rows_of(out.possible))
        if (row->per_word && !find_doubt(out, job, products, rows, row->doubt)) return false;
    out.doubtful = static_cast<std::size_t>(std::count(out.doubt.begin(), out.doubt.end(), 1));
    return true;
}

// Returns the doubts of the form that can apply to this run.
DoubtSet possible_in(const EmulatorJob& job, const std::vector<GatheredMma>& steps) {
    const GatheredMma& g = steps.front();
    const Variant& form = job.steps.front().variant;
    const auto signs = [](const std::vector<std::uint8_t>& all) {
        return std::ranges::any_of(all, [](std::uint8_t factor) { return (factor & 0x80) != 0; });
    };
    DoubtSet out = g.shape.rule.possible;
    const auto drop = [&](Doubt doubt, bool met) {
        if (!met) out = static_cast<DoubtSet>(out & ~set_of(doubt));
    };
    drop(Doubt::scale_d, form.scale_d.value_or(0) != 0 && std::ranges::any_of(job.steps, &MmaInstruction::enable_d));
    drop(Doubt::k96, g.shape.k == 96);
    drop(Doubt::ws_sparse, form.ws && g.shape.sparse);
    drop(Doubt::ue4m3_sign, std::ranges::any_of(steps, [&](const GatheredMma& step) {
             return signs(step.scale_a) || signs(step.scale_b);
         }));
    return out;
}

void describe(Emulation& out, const MmaShape& s) {
    out.m = s.m;
    out.n = s.n;
    out.d_type = s.d_type;
    out.profile = say(s.rule.profile->id, ": ", s.rule.profile->adds.title);
    out.certainty = s.rule.profile->certainty;
}

}  // namespace

unsigned rows_of(const EmulatorJob& job) {
    const auto steps = static_cast<unsigned>(job.steps.size());
    const auto shape = steps == 0 ? Refusal("The job has no instruction.") : shape_of(job.steps.front());
    const unsigned doubts = shape ? per_word(shape->rule.possible) : 0;
    return job.expected.m * (steps + 1 + doubts * steps);
}

Answer<Emulation> emulate(const EmulatorJob& job, const EmulatorTools& tools) {
    auto machine = filled(job);
    if (!machine) return Refusal(machine.why);
    const SplitRows rows(tools);
    Emulation out;
    out.machine = std::move(*machine);
    Products products;
    for (unsigned s = 0; s < job.steps.size(); ++s) {
        const MmaInstruction& i = job.steps[s];
        load_registers(out.machine, job, s);
        auto g = gather_mma(out.machine, i);
        if (!g) return Refusal(g.why);
        if (!multiply(g->shape.rule, g->input(i), rows, out.d)) return Refusal(std::string(kStopped));
        products.push_back(out.d);
        out.reads.push_back(std::move(*g));
        finish_mma(out.machine, i, out.reads.back(), out.d);
    }
    const MmaShape& shape = out.reads.front().shape;
    describe(out, shape);
    out.possible = possible_in(job, out.reads);
    const ReferenceOperands columns = reference_columns(job, shape);
    if (!expect(out, job, shape, rows, columns)) return Refusal(std::string(kStopped));
    if (tools.doubts && !find_doubts(out, job, products, rows)) return Refusal(std::string(kStopped));
    for (const Operand o : kBothOperands) out.index[o] = PlaceIndex(job.places[o]);
    judge(out, job, columns);
    take_notes(out, job);
    return out;
}

}  // namespace tilescope
