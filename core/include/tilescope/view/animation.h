// core/include/tilescope/view/animation.h -- what happens to the bytes of an MMA, step by step, as moving pictures.
// SPDX-License-Identifier: MIT
//
//     const Answer<Animation> swizzle = animation_of(AnimationId::swizzle, derived, view_state);
//     if (swizzle) draw(frame_of(*swizzle, 9, 0.5));   // the tenth step, half done
//
// An animation is a picture at the start and a list of steps. In a step, cells go from one place to another; then they
// are there. So every frame follows from the document, the view state and the time. Nothing here is written by hand:
// the functions of `layout` give each place.
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/document/derive.h>
#include <tilescope/scene/scene.h>
#include <tilescope/view/view_state.h>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

enum class AnimationId : std::uint8_t { swizzle, before_after, k_step, tma, mask, scales };
struct AnimationRow {
    AnimationId id;
    std::string_view name;   // on the command line: "k-step"
    std::string_view title;  // "K step"
    std::string_view line;   // what it shows
    std::string_view words;  // other words that users type to find it
};
// clang-format off
inline constexpr AnimationRow kAnimations[] = {
    {AnimationId::swizzle, "swizzle", "swizzle",
     "Line by line, each chunk goes from its place without the XOR to its place in shared memory.", "animation animate xor chunk element permute pattern"},
    {AnimationId::before_after, "before-after", "before and after",
     "Eight rows cross over, row by row, from their places without the swizzle to those with it; then their banks.", "animation animate swizzle conflict banks turns slide compare"},
    {AnimationId::k_step, "k-step", "K step",
     "The start address advances along K: what the MMA reads in each step, and what D adds.", "animation animate advance start address loop read window"},
    {AnimationId::tma, "tma", "TMA copy",
     "TMA writes a tile to shared memory, line by line. Then the MMA reads it; wrong reads are marked.", "animation animate tensor map box load bulk copy compare"},
    {AnimationId::mask, "mask", "zero-column mask",
     "The mask advances over the columns of D, run by run.", "animation animate zcm skip use runs sub-mask column shift"},
    {AnimationId::scales, "scales", "scale factors",
     "Scale factors go to shared memory, to Tensor Memory, and to the elements that they scale.", "animation animate sfa sfb block scaling tcgen05.cp mx nvfp4"},
};
// clang-format on
inline constexpr std::size_t kAnimationCount = std::size(kAnimations);
constexpr const AnimationRow& row_of(AnimationId id) { return kAnimations[static_cast<std::size_t>(id)]; }
static_assert([] {
    for (std::size_t i = 0; i < kAnimationCount; ++i)
        if (kAnimations[i].id != static_cast<AnimationId>(i)) return false;
    return true;
}());
// Null: no animation has this name.
const AnimationRow* find_animation(std::string_view name);

// A cell that changes at the start of a step, without a movement.
struct CellChange {
    CellSpot at;
    Tone tone = Tone::empty;
    Mark mark = Mark::none;
    std::int32_t label = kNoLabel;
};

// The title that a grid has from the start of a step.
struct TitleChange {
    std::size_t grid = 0;
    std::string title;
};

// One step. Its cells arrive when it ends.
struct AnimationStep {
    std::vector<CellChange> changes;
    std::vector<Movement> movements;  // their `part` is 0 here
    std::vector<CellSpot> lit;        // outlined during this step
    std::string sentence;             // what happens now, with the numbers
    double holds = 1;                 // without movements: it takes as many times kStepSeconds
    std::vector<TitleChange> titles = {};
};

struct Animation {
    AnimationId id = AnimationId::swizzle;
    Scene start;
    std::vector<AnimationStep> steps;  // at least one
    std::vector<std::int32_t> widest;  // see MovingScene
};

// Builds an animation. `view_state` gives the operand, the size of the cells, the CTA and the K step.
// Errors: the session has nothing that could move. The sentence says what would be right.
Answer<Animation> animation_of(AnimationId id, const Derived& derived, const ViewState& view_state);

// Returns whether animation_of() has a value, without building it.
Answer<void> can_be_played(AnimationId id, const Derived& derived, const ViewState& view_state);

// Returns the scene during a step: all cells of earlier steps have arrived. Counts from 0; a larger step is the last
// one. Its sentence is that of the step.
Scene scene_in(const Animation& animation, std::size_t step);

// Returns the movements of a step when `time` (0 to 1) of it has passed.
std::vector<Movement> movements_in(const Animation& animation, std::size_t step, double time);

// Both.
MovingScene frame_of(const Animation& animation, std::size_t step, double time);

// Where an animation is: the step, and how much of it has passed (0 to 1).
struct AnimationTime {
    std::size_t step = 0;
    double part = 0;
    friend bool operator==(const AnimationTime&, const AnimationTime&) = default;
};
// A step takes so many seconds at speed 1, and `holds` times as many. The cells move in the first part of it, for 0.6
// seconds; in the rest the picture stands still so that its sentence can be read.
inline constexpr double kStepSeconds = 1.6, kMovingShare = 0.6 / kStepSeconds;
// So long the caption of a step fades into the one of the next step.
inline constexpr double kFadeSeconds = 0.3;
inline double seconds_of(const AnimationStep& step) { return kStepSeconds * step.holds; }
// Returns the time after `seconds` more. Stops at the end of the last step, or starts again if it loops.
AnimationTime advanced(const AnimationTime& from, double seconds, std::span<const AnimationStep> steps, bool loops);
// Returns how much of the way the cells have gone at a part of the step.
double moved_part(double part);

}  // namespace tilescope
