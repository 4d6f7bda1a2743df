// core/src/emulator/matrix_input.cpp -- a copy of the words of a product, and the input of dot() for one element.
// SPDX-License-Identifier: MIT
#include "matrix_rows.h"

#include <algorithm>
#include <array>

namespace tilescope {
namespace {

template <class T>
std::vector<T> copy(std::span<const T> from) {
    return std::vector<T>(from.begin(), from.end());
}

}  // namespace

std::size_t entries_of_b(const DotRule& rule, const MatrixInput& in) { return rule.bits ? in.k / 32 : in.k; }
std::size_t entries_of_a(const DotRule& rule, const MatrixInput& in) {
    return rule.grain != nullptr ? in.k / 2 : entries_of_b(rule, in);
}
std::size_t blocks_of(const DotRule& rule, const MatrixInput& in) {
    return rule.scale == nullptr ? 0 : (entries_of_a(rule, in) + rule.scale_block - 1) / rule.scale_block;
}

Meetings meetings_of(const DotRule& rule, const MatrixInput& in) {
    Meetings out{.kept = static_cast<unsigned>(entries_of_a(rule, in)), .sparse = rule.grain != nullptr};
    if (!out.sparse) {
        for (unsigned p = 0; p < out.kept; ++p) out.at.push_back(p);
        return out;
    }
    std::array<KeptPositions, 16> kept{};
    for (unsigned code = 0; code < kept.size(); ++code) {
        const auto legal = kept_by(*rule.grain, code);
        kept[code] = legal ? *legal : positions_met(*rule.grain, code);
    }
    const unsigned groups = in.k / rule.grain->group;
    out.at.reserve(std::size_t{in.m} * out.kept);
    for (std::size_t i = 0; i < in.m; ++i)
        for (unsigned g = 0; g < groups; ++g)
            for (const unsigned at : kept[in.codes[i * groups + g]]) out.at.push_back(g * rule.grain->group + at);
    return out;
}

SideInput side_input(const MatrixJob& job, Operand o) {
    const MatrixInput& in = job.input;
    return {.format = pick(o, job.rule.a, job.rule.b),
            .scale = job.rule.scale,
            .lanes = pick(o, in.m, in.n),
            .k = pick(o, job.meetings.kept, in.k),
            .words = pick(o, in.a, in.b),
            .scales = pick(o, in.scale_a, in.scale_b),
            .scale_block = job.rule.scale_block,
            .negate = pick(o, in.negate_a, in.negate_b)};
}

OwnedInput::OwnedInput(const DotRule& dot_rule, const MatrixInput& in)
    : rule(dot_rule),
      m(in.m),
      n(in.n),
      k(in.k),
      stored(entries_of_a(rule, in)),
      entries(entries_of_b(rule, in)),
      blocks(blocks_of(rule, in)),
      groups(rule.grain != nullptr ? in.k / rule.grain->group : 0),
      a(copy(in.a)),
      b(copy(in.b)),
      c(copy(in.c)),
      scale_a(copy(in.scale_a)),
      scale_b(copy(in.scale_b)),
      codes(copy(in.codes)),
      negate_a(in.negate_a),
      negate_b(in.negate_b),
      c_shift(in.c_shift) {}

std::vector<std::uint32_t> OwnedInput::row_of_a(unsigned i) const {
    const std::span row = std::span(a).subspan(i * stored, stored);
    if (rule.grain == nullptr) return copy(row);
    std::vector<std::uint32_t> out(k);
    std::size_t p = 0;
    for (unsigned g = 0; g < groups; ++g)
        for (const KeptPositions kept = *kept_by(*rule.grain, codes[i * groups + g]); const unsigned at : kept)
            out[g * rule.grain->group + at] = row[p++];
    return out;
}

bool OwnedInput::has_legal_codes(unsigned i) const {
    if (!has_effect(rule, 0)) return true;
    const auto row = std::span(codes).subspan(i * groups, groups);
    return std::ranges::all_of(row, [&](unsigned code) { return static_cast<bool>(kept_by(*rule.grain, code)); });
}

std::vector<std::uint32_t> OwnedInput::words_met(unsigned i, unsigned j) const {
    std::vector<std::uint32_t> out;
    for (const MetWord& met : tilescope::words_met(rule.grain, std::span(codes).subspan(i * groups, groups),
                                                   std::span(b).subspan(j * entries, entries)))
        out.push_back(met.word);
    return out;
}

DotInput OwnedInput::stored_element(const At& at) const {
    DotInput out = element(at);
    out.b = at.a;
    out.codes = {};
    out.a = std::span(a).subspan(at.i * stored, stored);
    return out;
}

DotInput OwnedInput::element(const At& at) const {
    DotInput out{.a = at.a, .b = std::span(b).subspan(at.j * entries, entries), .has_c = !c.empty()};
    if (out.has_c) out.c = c[std::size_t{at.i} * n + at.j];
    out.scale_a = std::span(scale_a).subspan(at.i * blocks, blocks);
    out.scale_b = std::span(scale_b).subspan(at.j * blocks, blocks);
    out.codes = std::span(codes).subspan(at.i * groups, groups);
    out.negate_a = negate_a;
    out.negate_b = negate_b;
    out.c_shift = c_shift;
    return out;
}

}  // namespace tilescope
