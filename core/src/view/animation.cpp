// core/src/view/animation.cpp -- the table of animations, and a frame of one.
// SPDX-License-Identifier: MIT
#include "animation_parts.h"

#include <tilescope/layout/banks.h>
#include <tilescope/layout/smem_layout.h>
#include <tilescope/view/pictures.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace tilescope {
namespace animated {

std::string cell_name(const OperandView& operand, Operand which, const Cells& tile, std::size_t index) {
    const auto part = [](int first, int count, int end) {
        const int last = std::min(first + count, end) - 1;
        return last == first ? say(first) : say(first, "..", last);
    };
    const auto row = static_cast<int>(tile.key[index] >> 16), column = static_cast<int>(tile.key[index] & 0xffff);
    return say(name_of(which), "[", part(row, tile.cell_rows, operand.layout.rows), "][",
               part(column, tile.cell_columns, operand.layout.columns), "]");
}

namespace {

std::string binary(std::uint32_t value, unsigned bits) {
    std::string out;
    for (unsigned i = bits; i-- > 0;) out += (value >> i & 1) != 0 ? '1' : '0';
    return out;
}

std::string bits_from(unsigned first, unsigned count) {
    return count == 1 ? say("bit ", first) : say("bits ", first, " to ", first + count - 1);
}

}  // namespace

std::string xor_text(const SmemLayout& layout, std::uint32_t sum, std::uint32_t stored) {
    const Swizzle s = row_of(layout.mode).swizzle;
    const auto part = [&](std::uint32_t address, unsigned from) { return address >> from & ((1u << s.bits) - 1); };
    const std::uint32_t before = part(sum, s.base), after = part(stored, s.base);
    const std::string less = layout.base_offset == 0 ? "" : say(" less base_offset ", layout.base_offset);
    const char* are = s.bits == 1 ? " is " : " are ";
    return say("Address ", bits_from(s.base + s.shift, s.bits), less, are, binary(before ^ after, s.bits), " and ",
               bits_from(s.base, s.bits), are, binary(before, s.bits), ": ", binary(before, s.bits), " xor ",
               binary(before ^ after, s.bits), " = ", binary(after, s.bits));
}

std::vector<std::uint32_t> sums_of(const SmemLayout& layout, std::span<const std::uint32_t> bytes) {
    std::unordered_map<std::uint32_t, std::uint32_t> change;  // 128-byte line -> the bits that the XOR changes
    std::vector<std::uint32_t> out(bytes.begin(), bytes.end());
    const auto columns = static_cast<std::size_t>(layout.columns);
    for (std::size_t i = 0; i < out.size(); ++i) {
        if (out[i] == kNoKey) continue;
        const auto [at, is_new] = change.try_emplace(out[i] / kLineBytes, 0);
        if (is_new) {
            const AddressSum sum =
                explanation_of(layout, {static_cast<int>(i / columns), static_cast<int>(i % columns)});
            at->second = sum.linear ^ sum.address;
        }
        out[i] ^= at->second;
    }
    return out;
}

Scene still_tile(const OperandView& operand, std::span<const std::uint32_t> bytes, Operand which,
                 const ViewState& view_state) {
    const Grain grain = view_state.grain == Grain::element ? Grain::element : Grain::chunk;
    Scene out = tile_scene(operand.layout, bytes,
                           {.operand = which,
                            .grain = grain,
                            .colouring = view_state.colouring,
                            .mma_k = 0,
                            .stored_half = operand.stored_half});
    out.arrows.clear();
    std::erase_if(out.legend, [](const LegendEntry& e) { return e.mark == Mark::crossed; });
    return out;
}

namespace {

Answer<void> can_step(const Derived& d, const ViewState& v) {
    const OperandView& o = d.of(v.operand);
    if (!o.placed()) return Refusal(o.unplaced);
    if (o.bytes.empty()) return Refusal("Operand ", name_of(v.operand), " has no elements.");
    return {};
}

Answer<void> can_swizzle(const Derived& d, const ViewState& v) {
    if (auto can = can_step(d, v); !can) return can;
    if (row_of(d.of(v.operand).layout.mode).swizzle.bits != 0) return {};
    return Refusal("The swizzle mode of ", name_of(v.operand), " is ", row_of(d.of(v.operand).layout.mode).name,
                   ", so no byte moves. Set the field swizzle of its descriptor to 128B, 64B or 32B.");
}

Answer<void> can_cross_over(const Derived& d, const ViewState& v) {
    if (auto can = can_swizzle(d, v); !can) return can;
    const auto picture = before_after_picture(d, v);
    return picture ? Answer<void>() : Refusal(picture.why);
}

Answer<void> can_copy(const Derived& d, const ViewState& v) {
    if (auto can = can_step(d, v); !can) return can;
    const TmaView& tma = d.tma[v.operand];
    if (!tma.unknown.empty()) return Refusal(tma.unknown);
    return can_be_copied(*d.of(v.operand).layout.type);
}

Answer<void> can_mask(const Derived& d, const ViewState&) {
    const WordView& mask = d.of(WordId::zcm);
    if (!mask.used) return Refusal(mask.unused_reason);
    if (!d.mask.asks.empty()) return Refusal(d.mask.unknown);
    if (d.mask.examples.columns.empty()) return Refusal("D has no columns, so the mask has none.");
    return {};
}

Answer<void> can_scale(const Derived& d, const ViewState& v) {
    const auto& scales = d.tmem.scales(v.operand);
    if (scales && scales->first.rows != 0) return {};
    const std::string& why = d.tmem.missing(TmemPlace::sfa);
    return Refusal(why.empty() ? say("Operand ", name_of(v.operand), " has no scale factors.") : why);
}

struct Maker {
    Answer<void> (*can)(const Derived&, const ViewState&);
    Animation (*make)(const Derived&, const ViewState&);
};
constexpr Maker kMakers[kAnimationCount] = {{can_swizzle, swizzle_animation}, {can_cross_over, before_after_animation},
                                            {can_step, k_step_animation},     {can_copy, tma_animation},
                                            {can_mask, mask_animation},       {can_scale, scales_animation}};

Cells& grid_of(Scene& scene, const CellSpot& spot) { return scene.grids[spot.grid]; }

void apply(Scene& scene, const CellChange& change) {
    Cells& cells = grid_of(scene, change.at);
    const std::size_t at = cells.at(change.at.row, change.at.column);
    cells.tone[at] = change.tone, cells.mark[at] = change.mark, cells.label[at] = change.label;
}

std::vector<std::int32_t> widest_labels(const Animation& animation) {
    std::vector<std::int32_t> out;
    for (const Cells& cells : animation.start.grids)
        out.push_back(cells.label.empty() ? kNoLabel : std::ranges::max(cells.label));
    const auto note = [&](std::size_t grid, std::int32_t label) { out[grid] = std::max(out[grid], label); };
    for (const AnimationStep& step : animation.steps) {
        for (const CellChange& change : step.changes) note(change.at.grid, change.label);
        for (const Movement& m : step.movements)
            if (m.stays) note(m.to.grid, m.label);
    }
    return out;
}

}  // namespace
}  // namespace animated

const AnimationRow* find_animation(std::string_view name) { return row_with(kAnimations, name, &AnimationRow::name); }

Answer<void> can_be_played(AnimationId id, const Derived& derived, const ViewState& view_state) {
    return animated::kMakers[static_cast<std::size_t>(id)].can(derived, view_state);
}

Answer<Animation> animation_of(AnimationId id, const Derived& derived, const ViewState& view_state) {
    if (const auto can = can_be_played(id, derived, view_state); !can) return Refusal(can.why);
    Animation out = animated::kMakers[static_cast<std::size_t>(id)].make(derived, view_state);
    out.id = id;
    out.widest = animated::widest_labels(out);
    return out;
}

Scene scene_in(const Animation& animation, std::size_t step) {
    step = std::min(step, animation.steps.size() - 1);
    Scene out = animation.start;
    for (std::size_t i = 0; i <= step; ++i) {
        for (const CellChange& change : animation.steps[i].changes) animated::apply(out, change);
        for (const TitleChange& change : animation.steps[i].titles) out.grids[change.grid].title = change.title;
        if (i == step) break;
        for (const Movement& m : animation.steps[i].movements)
            if (m.stays) animated::apply(out, {.at = m.to, .tone = m.tone, .mark = m.mark, .label = m.label});
    }
    for (const CellSpot& spot : animation.steps[step].lit) {
        Cells& cells = animated::grid_of(out, spot);
        cells.lit[cells.at(spot.row, spot.column)] = 1;
    }
    out.sentence = animation.steps[step].sentence;
    return out;
}

std::vector<Movement> movements_in(const Animation& animation, std::size_t step, double time) {
    std::vector<Movement> out = animation.steps[std::min(step, animation.steps.size() - 1)].movements;
    for (std::size_t i = 0; i < out.size(); ++i) out[i].part = part_of_way(time, i, out.size());
    return out;
}

MovingScene frame_of(const Animation& animation, std::size_t step, double time) {
    return {scene_in(animation, step), movements_in(animation, step, time), animation.widest};
}

AnimationTime advanced(const AnimationTime& from, double seconds, std::span<const AnimationStep> steps, bool loops) {
    double all = 0, at = std::max(seconds, 0.0) / kStepSeconds;  // counted in steps that hold once
    for (std::size_t i = 0; i < steps.size(); ++i) {
        if (i == from.step) at += all + from.part * steps[i].holds;
        all += steps[i].holds;
    }
    if (!(at < all)) {
        if (!loops) return {steps.size() - 1, 1};
        at = std::fmod(at, all);
    }
    std::size_t step = 0;
    for (; step + 1 < steps.size() && at >= steps[step].holds; ++step) at -= steps[step].holds;
    return {step, std::clamp(at / steps[step].holds, 0.0, 1.0)};
}

double moved_part(double part) { return std::clamp(part / kMovingShare, 0.0, 1.0); }

}  // namespace tilescope
