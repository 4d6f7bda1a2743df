// app/panels/panel_parts.h -- drawing and request functions that several panels share.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panels.h"
#include "app/widgets/buttons.h"
#include "app/widgets/text_fit.h"

namespace tilescope::ui {

// Draws dim text, wrapped inside the panel.
void dim_text(const Theme& theme, std::string_view text, std::string_view id = {}, std::string_view suffix = {});

// Draws wrapped text in the mono font: for numbers, words, code and bits.
void mono_text(const View& view, std::string_view text, std::string_view id = {}, std::string_view suffix = {});

// Draws the name of a choice that is `width` wide, on this line if both have room. A small window has no names.
void name_on_line(std::string_view name, float width);

// Draws the choice "operand [A] B" of the picture. The word of the chosen operand becomes the active word.
// If `why_not_a` is not empty, it is the reason why A cannot be chosen. It stays on the line of the tabs if it and the
// tools after it, `others` wide, have room.
void choose_operand(const View& view, Requests& requests, std::string_view id, std::string_view why_not_a = {},
                    float others = 0);

// Calls draw(i) for those of `count` lines of one height that are visible.
template <class Draw>
void visible_lines(std::size_t count, Draw draw) {
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(count));
    while (clipper.Step())
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) draw(static_cast<std::size_t>(i));
}

// Draws a choice between the values of an enumeration, in its order.
template <class Value>
void choose_one(const View& view, std::string_view id, std::span<const Segment> segments, Value now, Value& chosen) {
    if (const auto i = segmented(id, segments, static_cast<std::size_t>(now), style_of(view)))
        chosen = static_cast<Value>(*i);
}

// Requests the edits as one step of the history.
void request_step(PanelStates& states, Requests& requests, const std::vector<Edit>& edits);

// Whether anything is selected or under the pointer.
inline bool is_something(const Focus& focus) { return !std::holds_alternative<std::monostate>(focus); }

// Draws the CuTe text of a picture: dim, in the mono font.
void cute_text(const View& view, std::string_view id, std::string_view text);

// Draws a dim sentence in place of a picture or list. Tests find it by its mark `id`.
void empty_state(const Theme& theme, std::string_view id, std::string_view sentence);

// A field under the focus, the word that contains it, and its stored value.
struct FocusedField {
    WordId word = WordId::a_desc;
    const Field* field = nullptr;
    std::uint64_t raw = 0;
    std::uint64_t unknown = 0;  // bits of the field
};
// Draws the reason why something is not drawn, and a button for each field that needs a value. A button makes the word
// active, selects the field and puts the keyboard into its box.
void ask_state(const View& view, PanelStates& states, Requests& requests, std::string_view id,
               std::string_view sentence, std::span<const FieldPlace> asks);

// Draws why the operand is not placed, with a button for each field with unknown bits that it needs.
void unplaced_state(const View& view, PanelStates& states, Requests& requests, std::string_view id, Operand operand);

// Says what is unknown and what the session only assumes, with a button that takes the assumed values as given. Draws
// nothing if all is given.
void basis_line(const View& view, Requests& requests, std::string_view id);

// Draws a note if the operand is drawn with an assumed start address.
void assumed_note(const View& view, Operand operand);

// Returns the field that contains the focused bit, or nothing if the focus is not on a bit of a field.
std::optional<FocusedField> field_in_focus(const Derived& derived, const Focus& focus);

// Returns the bits of one word that the trace lights.
std::uint64_t lit_bits(const Trace& trace, WordId word);

// Makes the word active and selects the field by its lowest bit. A click on a field's name does this.
void select_field(Requests& requests, WordId word, const Field& field);

// Nothing: the word is not the descriptor of an operand.
std::optional<Operand> operand_of(WordId word);

// "K step 0": the pictures show another K step of this word, whose box and bits always have that of step 0. Else empty.
std::string step_0_note(const Derived& derived, const ViewState& view_state, WordId word);

// Shows a problem: selects its field. If the problem has no field, opens the screen of the problem.
void go_to_problem(const Derived& derived, const PlacedProblem& placed, ViewState& view_state);

// Returns the trace of the selection while the pointer is on another object, so that the selection keeps its solid
// rings. Returns nothing if there is no selection or it is in focus.
std::optional<Trace> pinned_trace(const View& view);

// Returns the element of D in focus, or the element of D in the focused Tensor Memory cell.
// Requires: `trace` is the trace of `focus`.
std::optional<ElementFocus> element_of_d(const Focus& focus, const Trace& trace);

// Draws a grid, and requests frames while its view moves. If no cell is to be revealed, the first selected one is.
GridReply moving_grid(const View& view, Requests& requests, const Cells& cells, GridOptions options, GridView& grid);

// The same below its title. `options.size` includes the title.
GridReply titled_grid(const View& view, Requests& requests, const Cells& cells, GridOptions options, GridView& grid);

// Draws `before` over the place of `now`, so much of it (0 to 1) as is still seen. `draw` gets one of both texts.
template <class Draw>
void draw_fading(const std::string& before, const std::string& now, float seen, const Draw& draw) {
    if (seen <= 0) return draw(now);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float alpha = ImGui::GetStyle().Alpha;
    ImGui::PushStyleVar(ImGuiStyleVar_Alpha, alpha * seen);
    draw(before);
    ImGui::PopStyleVar();
    ImGui::SetCursorScreenPos(at);
    ImGui::PushStyleVar(ImGuiStyleVar_Alpha, alpha * std::max(1 - seen, 0.01f));
    draw(now);
    ImGui::PopStyleVar();
}

// Returns the sizes of the grids of a picture with Scene::across, each with its title: in a column, cells have the same
// size.
std::vector<ImVec2> sizes_across(const Scene& scene, ImVec2 room, const Style& style);

// A picture of Tensor Memory.
struct TmemGrid {
    const Cells& cells;
    std::string_view id;             // prefix of its marks
    ImVec2 size;                     // includes the title
    unsigned cta = 0;                // the CTA whose lanes are drawn
    bool reveal = false;             // pan to the selection, even if it was shown before
    const CellText* text = nullptr;  // null: the cells show the numbers of the scene
    bool numbers = true;             // as in GridOptions
};

// Draws title, grid and rings. Requests: focus on the cell under the pointer; a click requests the selection.
GridReply draw_tmem_grid(const View& view, Requests& requests, GridView& grid, const TmemGrid& plan);

// Draws the choice between CTA 0 and CTA 1 of a pair, on the line of the last item. Draws nothing for one CTA.
void choose_cta(const View& view, Requests& requests, std::string_view id);

// Returns the CTA that is shown. The view state can name a CTA that the form does not have, so the value is limited.
unsigned shown_cta(const View& view);

// Draws why a region is illegal (mark "<id>.why_not") and what is not confirmed about it (mark "<id>.note").
void region_notes(const View& view, const TmemRegion& region, std::string_view id);

// The element of D that a cell shows. Requires: the grid has a cell for each element.
ElementFocus element_of_cell(const Cells& cells, std::size_t index);

// Draws a sentence above a picture, in as many lines as one with so many letters needs: the picture stays where it is
// when the sentence becomes longer or shorter. A tooltip has what does not fit.
void sentence_above(std::string_view text, float letters, std::string_view id);

// Draws the verdict on the last result in a line of one height, two lines in a narrow stage, with the button that
// repairs D and the one that opens the counts (PanelStates::counts_open). Before there is a result, the line says so.
void verdict_line(const View& view, PanelStates& states, Requests& requests, std::string_view id);
// The same for the D of a kernel (View::against), and why it is not compared. Draws nothing if there is none.
void against_line(const View& view, PanelStates& states, Requests& requests, std::string_view id);
// "D[0][64]: D.npy 256, model 512". Requires: the result is compared with a D, and has the element.
std::string both_numbers(const Results& results, const ElementFocus& at);

// Draws what the recorded D of the session is, and how it compares with the model.
// Requires: the result has it.
void draw_recorded_d(const View& view, std::string_view id);

// Draws what was read for an element of the last result, without the sentences of its causes.
void draw_element_explanation(const View& view, KeptExplanation& kept, const ElementFocus& at, std::string_view id);

// A box for a number with two buttons, and its name after it.
struct CountBox {
    const char* name;
    std::string_view id, help;
    unsigned most;
    unsigned step = 1, fast = 8;  // of its buttons; with Ctrl
    float width = 130;            // logical pixels, with the buttons
    unsigned least = 0;
};
// Changes `value`. Returns whether all changes from here on are one undo step. The caller draws refusal_line() where
// there is room for it.
bool count_box(const View& view, const CountBox& box, unsigned& value, BoxState& state, bool beside = true);

// Draws a name and a list behind it. Returns true while the list is open.
bool open_list(const View& view, const char* name, std::string_view id, const std::string& shown);

// Draws the title of a picture, "SHARED MEMORY  16 bytes per line". If there is no room, draws the part before the two
// spaces, and a tooltip has the rest. Its mark is `id` and ".title".
void picture_title(std::string_view title, float room, std::string_view id);

// Draws the switch that keeps the memory when words are pasted (Session::keep_memory), and explains it.
void keep_memory_box(const View& view, Requests& requests, std::string_view id);

// Why a word without a problem is only legal: what no emulation of this document has compared. Empty: all K steps were
// compared with a memory that the user said.
std::string not_compared(const View& view);

// The popup "copies" of a word, in all notations. Call it behind the item that opens it, with the same ids.
void copy_menu_of(const View& view, const WordView& word, std::string_view id, Requests& requests);

// Whether the last emulation of this document found that the word does not match the memory: a cause names it. Its bits
// can be right by all rules.
bool disagrees_with_memory(const View& view, WordId word);

// If pasted words wait for Apply, says that this view shows the words before them, and offers to apply them.
void waiting_words_line(const View& view, const PanelStates& states, Requests& requests, std::string_view id);

// Marks the room in which a panel draws its picture: grids with their titles and labels, and the legend. A test
// measures its share of the window.
void mark_picture(ImVec2 min, ImVec2 max);

// Returns true while the pointer is over the panel and its y is in [top, bottom).
bool pointer_in_row(float top, float bottom);

// Whether the memory of the operand was written in another way than its words read it. Types are always compared.
// Layouts are compared only if the writer is `tile`; for other writers, the result reports each mismatch.
bool is_written_otherwise(const View& view, Operand operand);

// Reads a K of the tiles. Errors: it is not a number, or out of range. The reason names the range.
Answer<unsigned> tile_k_for(std::string_view text);

// Draws "tile K", a box and two buttons that change it by the K of one instruction. `id` is their mark:
// "operands.tile_k".
void draw_tile_k(const View& view, BoxState& box, Requests& requests, std::string_view id);

// "tcgen05.mma.ws.cta_group::1.kind::f16 [d], a, b, idesc, p;" sets the variant; the descriptor words do not change.
// "wgmma.mma_async ..." also sets the chip, and stores its shape and types in the instruction descriptor.
// Errors: refuses the line at its first wrong qualifier.
Answer<std::vector<Edit>> edits_of_line(std::string_view line, const Session& session);

// Draws the button if some elements of D cannot show a wrong read and A and B have other values. It may be there beside
// wrong elements too: more elements can be computed from wrong places than are wrong.
// Requires: there is an emulation.
void draw_covering(const View& view, PanelStates& states, Requests& requests, std::string_view id);

}  // namespace tilescope::ui
