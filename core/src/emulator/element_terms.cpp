// core/src/emulator/element_terms.cpp -- what one element of D was computed from, term by term.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/emulator/element_terms.h>
#include <tilescope/emulator/floats.h>
#include <tilescope/layout/sparse_meta.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace tilescope {
namespace {

bool is_inside(const Emulation& e, unsigned row, unsigned column) { return row < e.m && column < e.n; }

// Adds the reads of one row of A or B. `read_row` is the row as the instruction counts it; `row` the row that it means.
void add_reads(std::vector<ElementRead>& out, const EmulatorJob& job, const Emulation& e, Operand o, unsigned read_row,
               unsigned row) {
    const WrittenPlaces& places = job.places[o];
    if (places.first_bit.empty() || places.rows <= 0) return;
    for (unsigned step = 0; step < e.reads.size(); ++step) {
        const ReadOperand& read = pick(o, e.reads[step].a, e.reads[step].b);
        if (read.first_bit.empty() || read_row >= read.rows) continue;
        for (unsigned c = 0; c < read.columns; ++c) {
            const auto rows = static_cast<unsigned>(places.rows);
            const Element element{static_cast<int>(row % rows),
                                  static_cast<int>((job.first_step + step) * read.columns + c)};
            const bool written = row / rows < e.machine.ctas && element.column < places.columns;
            out.push_back({.operand = o,
                           .step = step,
                           .cta = row / rows,
                           .element = element,
                           .read_bit = read.first_bit[std::size_t{read_row} * read.columns + c],
                           .right_bit = written ? places.at(element) : kNotWritten});
        }
    }
}

// Numbers of one step: words of the operands as values.
struct Values {
    const MmaShape& shape;

    double of(Operand o, std::uint32_t word) const {
        const DotRule& rule = shape.rule;
        const bool negate = pick(o, shape.negate_a, shape.negate_b);
        double value = word;
        if (const FloatFormat* format = pick(o, rule.a, rule.b))
            value = value_of_word(*format, word);
        else if (!rule.bits && pick(o, rule.a_signed, rule.b_signed))
            value = static_cast<double>(integer_of(word, true));
        return negate ? -value : value;
    }
    double of_factor(std::uint8_t word) const { return shape.rule.scale ? value_of_word(*shape.rule.scale, word) : 1; }
};

// Returns what the stored elements of a row of A meet. `b` is the row of B.
std::vector<MetWord> met_by(const DotRule& rule, const GatheredMma& reads, unsigned row,
                            std::span<const std::uint32_t> b) {
    const std::size_t groups = rule.grain != nullptr ? b.size() / rule.grain->group : 0, first = row * groups;
    if (first + groups > reads.codes.size()) return {};
    return words_met(rule.grain, std::span(reads.codes).subspan(first, groups), b);
}

double factor_of(const Values& values, const GatheredMma& reads, unsigned row, unsigned column, std::size_t stored) {
    const DotRule& rule = values.shape.rule;
    if (rule.scale == nullptr || values.shape.scales == nullptr || rule.scale_block == 0) return 1;
    const std::size_t count = values.shape.scales->factors, block = stored / rule.scale_block;
    const std::size_t a = row * count + block, b = column * count + block;
    if (block >= count || a >= reads.scale_a.size() || b >= reads.scale_b.size()) return 1;
    return values.of_factor(reads.scale_a[a]) * values.of_factor(reads.scale_b[b]);
}

std::vector<SumTerm> terms_of(const GatheredMma& reads, unsigned row, unsigned column, unsigned step) {
    const MmaShape& shape = reads.shape;
    std::vector<SumTerm> out;
    const Values values{shape};
    const std::size_t b = std::size_t{column} * reads.b.columns;
    if (b + shape.k > reads.b.words.size()) return out;
    const std::vector<MetWord> met = met_by(shape.rule, reads, row, std::span(reads.b.words).subspan(b, shape.k));
    for (std::size_t stored = 0; stored < met.size(); ++stored) {
        const std::size_t a = std::size_t{row} * reads.a.columns + stored;
        if (a >= reads.a.words.size()) continue;
        SumTerm term{.k = step * shape.k + met[stored].at,
                     .a = values.of(Operand::a, reads.a.words[a]),
                     .b = values.of(Operand::b, met[stored].word),
                     .factor = factor_of(values, reads, row, column, stored)};
        term.product = term.a * term.b * term.factor;
        out.push_back(term);
    }
    return out;
}

std::string term_line(const SumTerm& t) {
    std::string out = say("  k ", t.k, "   ", text_of_sum(t.a), " x ", text_of_sum(t.b));
    if (t.factor != 1) out += say(" x scale ", text_of_sum(t.factor));
    return out + say(" = ", text_of_sum(t.product));
}

}  // namespace

std::vector<ElementRead> element_reads(const EmulatorJob& job, const Emulation& e, unsigned row, unsigned column) {
    std::vector<ElementRead> out;
    if (!is_inside(e, row, column)) return out;
    add_reads(out, job, e, Operand::a, row, row);
    add_reads(out, job, e, Operand::b, column, column + e.column_shift);
    return out;
}

std::vector<SumStep> sum_of(const EmulatorJob& job, const Emulation& e, unsigned row, unsigned column) {
    std::vector<SumStep> out;
    if (!is_inside(e, row, column)) return out;
    const std::size_t at = std::size_t{row} * e.n + column;
    for (unsigned s = 0; s < e.reads.size() && s < job.steps.size(); ++s) {
        const GatheredMma& reads = e.reads[s];
        SumStep step{
            .step = job.first_step + s, .group = reads.shape.rule.profile->adds.group, .adds = job.steps[s].enable_d};
        if (step.adds && at < reads.c.words.size()) step.before = number_of_d(e, reads.c.words[at]);
        const bool last = s + 1 == e.reads.size() || at >= e.reads[s + 1].c.words.size();
        step.after = number_of_d(e, last ? e.d[at] : e.reads[s + 1].c.words[at]);
        step.terms = terms_of(reads, row, column, job.first_step + s);
        out.push_back(std::move(step));
    }
    return out;
}

std::vector<std::string> sum_lines(const EmulatorJob& job, const Emulation& e, unsigned row, unsigned column,
                                   std::size_t most) {
    std::vector<std::string> out;
    std::size_t shown = 0, hidden = 0;
    for (const SumStep& step : sum_of(job, e, row, column)) {
        const std::string order =
            step.group == 0 ? std::string("in one sum") : say("in exact groups of ", step.group, ", then in one sum");
        out.push_back(say("step ", step.step, "  ", step.adds ? say(text_of_sum(step.before), " + ") : "",
                          step.terms.size(), " products, ", order, " -> ", text_of_sum(step.after)));
        for (const SumTerm& t : step.terms) {
            if (t.product == 0) continue;
            if (shown++ < most)
                out.push_back(term_line(t));
            else
                ++hidden;
        }
    }
    if (hidden != 0)
        out.push_back(say("  and ", hidden, hidden == 1 ? " more term" : " more terms", " that are not 0"));
    return out;
}

std::span<const std::uint32_t> d_after(const Emulation& e, unsigned step) {
    if (step >= e.reads.size()) return {};
    return step + 1 == e.reads.size() ? std::span(e.d) : std::span(e.reads[step + 1].c.words);
}

double number_of_d(const Emulation& e, std::uint32_t word) {
    const FloatFormat* format = find_float(e.d_type);
    return format ? value_of_word(*format, word) : static_cast<double>(static_cast<std::int32_t>(word));
}

SumRange range_of_sums(const Emulation& e) {
    SumRange out;
    for (unsigned step = 0; step < e.reads.size(); ++step)
        for (const std::uint32_t word : d_after(e, step)) {
            const double value = number_of_d(e, word);
            if (!std::isfinite(value)) continue;
            out.least = std::min(out.least, value);
            out.most = std::max(out.most, value);
        }
    return out;
}

std::string running_sum(const EmulatorJob& job, const Emulation& e, unsigned row, unsigned column, unsigned shown) {
    std::string out;
    if (!is_inside(e, row, column)) return out;
    for (unsigned step = 0; step < e.reads.size(); ++step) {
        const auto d = d_after(e, step);
        const std::size_t at = std::size_t{row} * e.n + column;
        if (at >= d.size()) continue;
        const std::string value = text_of_sum(number_of_d(e, d[at]));
        out += say(out.empty() ? "After each K step: " : ", ",
                   job.first_step + step == shown ? say("[", value, "]") : value);
    }
    return out;
}

std::string text_of_sum(double value) {
    std::array<char, 40> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::general, 9).ptr;
    return {text.data(), end};
}

}  // namespace tilescope
