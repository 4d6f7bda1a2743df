// core/src/kernel/live_comparison.cpp -- compares the memory that a GPU left with the memory of the model.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/emulator/matrix_product.h>
#include <tilescope/emulator/recipe.h>
#include <tilescope/kernel/live_comparison.h>

#include <algorithm>
#include <utility>

namespace tilescope {
namespace {

// Returns D as it is in a memory. An MMA that adds to D reads it.
Answer<GatheredMma> accumulator_of(const Machine& machine, MmaInstruction step) {
    step.enable_d = true;
    return gather_mma(machine, step);
}

// Which rows of an operand have an element that nothing has written. Only what lies in shared memory can have one.
std::vector<bool> unwritten_rows(const Machine& machine, const ReadOperand& read, const ElementType* type) {
    std::vector<bool> out(read.rows);
    if (read.outside + read.unwritten == 0 || read.first_bit.empty() || type == nullptr) return out;
    const unsigned rows_of_cta = std::max(read.rows / machine.ctas, 1u);
    for (std::size_t e = 0; e < read.first_bit.size(); ++e) {
        const std::size_t row = e / read.columns, cta = std::min<std::size_t>(row / rows_of_cta, machine.ctas - 1);
        const BitsRead bits = machine.smem[cta].read(read.first_bit[e], type->container_bits);
        if (!bits.inside || !bits.written) out[row] = true;
    }
    return out;
}

// Marks the words that the model computes from bytes that nobody knows.
void find_unknown(const Emulation& model, LiveComparison& out) {
    if (model.outside + model.unwritten == 0) return;
    out.unknown.assign(out.d.size(), 0);
    for (const GatheredMma& step : model.reads) {
        const auto rows = unwritten_rows(model.machine, step.a, step.shape.a);
        const auto columns = unwritten_rows(model.machine, step.b, step.shape.b);
        for (std::size_t e = 0; e < out.d.size(); ++e)
            if (rows[e / out.n] || columns[e % out.n]) out.unknown[e] = 1;
    }
    out.unknowns = static_cast<std::size_t>(std::ranges::count(out.unknown, 1));
}

void compare_words(const Emulation& model, LiveComparison& out) {
    const FloatFormat* const format = find_float(model.d_type);
    out.differs.assign(out.d.size(), 0);
    std::vector<bool> columns(out.n);
    for (std::size_t e = 0; e < out.d.size(); ++e) {
        if (out.d[e] == model.d[e] || (!out.unknown.empty() && out.unknown[e] != 0)) continue;
        out.differs[e] = 1;
        ++out.different;
        const unsigned row = static_cast<unsigned>(e / out.n), column = static_cast<unsigned>(e % out.n);
        columns[column] = true;
        if (!out.first) out.first = Element{static_cast<int>(row), static_cast<int>(column)};
        const std::int64_t far = ulp_distance(format, out.d[e], model.d[e]);
        if (far != kFar) out.most_ulps = std::max(out.most_ulps, far < 0 ? -far : far);
    }
    if (out.different == 0) return;
    out.pattern = pattern_of(columns, "column");
    for (const OtherD& other : model.others) {
        if (other.d != out.d) continue;
        for (const DoubtRow* row : rows_of(set_of(other.doubt))) out.explains.push_back(row);
    }
}

// `expected` has the words of D that the GPU computed and the other cells of the model.
void compare_cells(const Machine& device, const Machine& expected, LiveComparison& out) {
    for (unsigned cta = 0; cta < expected.ctas; ++cta) {
        const TmemImage &have = device.tmem[cta], &want = expected.tmem[cta];
        const unsigned columns = std::min(have.columns(), want.columns());
        for (unsigned lane = 0; lane < kTmem.lanes; ++lane)
            for (unsigned column = 0; column < columns; ++column) {
                const std::uint32_t a = have.cell(lane, column), b = want.cell(lane, column);
                if (a == b) continue;
                ++out.cells;
                if (out.first_cells.size() < kMostCellDifferences) out.first_cells.push_back({cta, lane, column, a, b});
            }
    }
}

}  // namespace

Answer<LiveComparison> compare_live(const EmulatorJob& job, const Emulation& model, const Machine& device) {
    if (device.ctas != model.machine.ctas)
        return Refusal("The GPU's memory has ", device.ctas, device.ctas == 1 ? " CTA" : " CTAs", ", but the job has ",
                       model.machine.ctas, ".");
    const MmaInstruction& last = job.steps.back();
    auto computed = accumulator_of(device, last);
    if (!computed) return Refusal(computed.why);
    LiveComparison out{.m = model.m, .n = model.n, .d = computed->c.words};
    if (out.d.size() != model.d.size())
        return Refusal("The GPU's D has ", out.d.size(), " elements, but the model's has ", model.d.size(), ".");
    compare_words(model, out);
    if (computed->shape.family->d == Storage::registers) return out;
    out.has_cells = true;
    Machine expected = model.machine;
    computed->zeroed.clear();
    computed->kept.clear();
    std::vector<std::uint32_t> words = out.d;
    finish_mma(expected, last, *computed, words);
    compare_cells(device, expected, out);
    return out;
}

Answer<LiveComparison> compare_d(const Emulation& model, std::vector<std::uint32_t> d) {
    if (d.size() != model.d.size())
        return Refusal("The D that was read has ", d.size(), " elements, but the model's has ", model.d.size(), ".");
    LiveComparison out{.m = model.m, .n = model.n, .d = std::move(d)};
    find_unknown(model, out);
    compare_words(model, out);
    return out;
}

std::vector<std::string> sentences_of(const LiveComparison& c, const Emulation& model) {
    std::vector<std::string> out;
    const std::size_t compared = c.d.size() - c.unknowns;
    if (compared == 0)
        out.emplace_back("No word of D can be compared.");
    else if (c.different == 0)
        out.push_back(say("All ", compared, c.unknowns == 0 ? "" : " compared", " words of D are equal to the model."));
    else
        out.push_back(say(c.different, " of ", compared,
                          c.different == 1 ? " words of D differs" : " words of D differ", " from the model",
                          c.pattern.empty() ? "" : say(" (", c.pattern, ")"),
                          c.most_ulps == 0 ? "." : say(", by at most ", c.most_ulps, last_place(model.d_type), ".")));
    if (c.first) {
        const unsigned digits = bits_of_d(model.d_type) / 4;
        const std::size_t at = index_in(c.n, *c.first);
        out.push_back(say("The first one is D[", c.first->row, "][", c.first->column, "]: the GPU has ",
                          hex(c.d[at], digits), " (", text_of_word(model.d_type, c.d[at]), "), the model ",
                          hex(model.d[at], digits), " (", text_of_word(model.d_type, model.d[at]), ")."));
    }
    if (c.unknowns != 0)
        out.push_back(say(c.unknowns, c.unknowns == 1 ? " word is" : " words are",
                          " not compared: their elements are in bytes that are not known."));
    for (const DoubtRow* row : c.explains)
        out.push_back(say("The open question ", row->id, " explains all of them: ", row->sentence));
    if (c.different != 0 && c.explains.empty() && model.present != 0)
        out.push_back("No open question explains all of them.");
    if (c.cells == 0 && c.has_cells) out.push_back("No cell of Tensor Memory outside D differs.");
    if (c.cells != 0) {
        const CellDifference& first = c.first_cells.front();
        out.push_back(say(c.cells, c.cells == 1 ? " cell" : " cells", " of Tensor Memory outside D ",
                          c.cells == 1 ? "differs" : "differ", ". The first one is lane ", first.lane, ", column ",
                          first.column, " of CTA ", first.cta, ": the GPU has ", hex(first.device, 8), ", the model ",
                          hex(first.model, 8), "."));
    }
    return out;
}

}  // namespace tilescope
