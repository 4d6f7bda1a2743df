// core/include/tilescope/view/pictures.h -- the picture of each view of a session, as a scene.
// SPDX-License-Identifier: MIT
//
// The window, `render`, lessons and reports take their pictures from here:
//
//     const Derived d = derive(session);
//     const Answer<Scene> scene = picture_of("memory", d, view_state);
//     if (!scene) show(scene.why);             // the sentence that the window shows in place of the picture
//     else write(to_svg(sheet_of(*scene)));
//
// The view state says what the picture shows: operand, cells, colouring, K step, access, CTA, ... The id of a view is
// the id of the panel that draws it, so it is also the id of the screen or of the tab.
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/document/derive.h>
#include <tilescope/document/results.h>
#include <tilescope/scene/scene.h>
#include <tilescope/scene/tile_scene.h>
#include <tilescope/scene/tmem_scene.h>
#include <tilescope/view/mma_view.h>
#include <tilescope/view/view_state.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace tilescope {

// Whether the picture shows the emulated D: never; if there is one; only then is there a picture.
enum class UsesResult : std::uint8_t { no, if_any, always };

struct PictureView {
    std::string_view id, title;
    std::string_view help;  // one line
    UsesResult result = UsesResult::no;
};
std::span<const PictureView> picture_views();
// Null: no view has this id.
const PictureView* find_picture_view(std::string_view id);

// Returns the picture of a view. A view that shows the emulated D takes it from `results`, even if the words have
// changed since.
// Errors: no view has this id; the view has no picture for this session, for example because a field has unknown bits.
Answer<Scene> picture_of(std::string_view view, const Derived& derived, const ViewState& view_state,
                         const Results& results = {});

// What the pictures are made with. Panels keep a scene until one of these changes.
TileOptions tile_options(const Derived& derived, const ViewState& view_state, Operand operand);
TileOptions tensor_map_options(const ViewState& view_state, Operand operand);
TmemOptions tmem_options(const Derived& derived, const ViewState& view_state);
ScaleOptions scale_options(const Derived& derived, const ViewState& view_state, unsigned row_atom);
MmaLook mma_look(const ViewState& view_state, const Results& results);
unsigned shown_cta(const Derived& derived, const ViewState& view_state);
// The element where the access of the banks view begins: the selected one of the operand, else (0, 0).
Element access_begin(const Derived& derived, const ViewState& view_state);

// Whether D of the MMA picture shows the emulation: there is one, and it has the K step if the sums after it are shown.
bool shows_verdicts(const ViewState& view_state, const Results& results);
bool has_emulated_step(const ViewState& view_state, const Results& results);

// Shared memory as a debugger read it, from the result of this document. Empty: there is none.
std::span<const std::int32_t> recorded_memory(const Session& session, const Results& results);

// The pictures of one operand, without the note about an assumed start address. `recorded`: of recorded_memory().
Scene memory_picture(const Derived& derived, const ViewState& view_state, Operand operand,
                     std::span<const std::int32_t> recorded = {});
Scene tensor_map_picture(const Derived& derived, const ViewState& view_state, Operand operand);

// The eight rows of the selected element (else of the first one), without and with the swizzle: before_after_scene().
// Errors: the operand has no places; there is nothing to compare.
Answer<Scene> before_after_picture(const Derived& derived, const ViewState& view_state);

// The access of the banks view with and without the swizzle, and one line for each phase of the picture.
struct BanksPicture {
    Scene on, off;
    std::vector<std::string> phases_on, phases_off;
    std::string access;  // in words: "Read one chunk in each of 8 rows from A[0][0]"
};
// Requires: the operand is placed.
// Errors: the access cannot be read, or does not fit the operand.
Answer<BanksPicture> banks_picture(const Derived& derived, const ViewState& view_state);

// Why the tensor map of an operand has no picture. Empty: it has one.
std::string no_tensor_map(const Derived& derived, Operand operand);

// A picture without cells does not count. Adds the note about an assumed start address to the sentence of another.
Scene with_note(Scene scene, const OperandView& operand);

}  // namespace tilescope
