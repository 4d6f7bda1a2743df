// app/panels/paste_panel.cpp -- the paste box, the words found in the text, their readings, and their cards.
// SPDX-License-Identifier: MIT
#include "app/panels/panel_parts.h"
#include "app/panels/paste_answers.h"
#include "app/panels/paste_chains.h"
#include "app/panels/paste_marks.h"
#include "app/panels/word_list.h"
#include "app/ui/imgui_compat.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/heading.h"
#include "app/widgets/text_fit.h"

#include <tilescope/base/say.h>

#include <algorithm>

namespace tilescope::ui {
namespace {

// More words are shown as a list with one line per word. A word with all its choices needs six lines.
constexpr std::size_t kMostWords = 3;
constexpr std::size_t kMostLines = 8;  // visible lines of the list; the user scrolls to the others
constexpr std::size_t kMostRefusals = 4;
constexpr std::size_t kMostInBox = std::size_t{1} << 18;  // bytes

int on_resize(ImGuiInputTextCallbackData* data) {
    if (data->EventFlag != ImGuiInputTextFlags_CallbackResize) return 0;
    auto& text = *static_cast<std::string*>(data->UserData);
    text.resize(static_cast<std::size_t>(data->BufTextLen));
    data->Buf = text.data();
    return 0;
}

// Draws a hint into the empty box until the user types there.
void draw_hint(const View& view) {
    const ImVec2 pad = ImGui::GetStyle().FramePadding, low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    constexpr const char* hint =
        "Paste code, registers, a log, or PTX. Descriptors are found in any text.\n"
        "Example: a_desc = 0x4000404000010040";
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(low, high, true);
    list.AddText(nullptr, 0, {low.x + pad.x, low.y + pad.y}, view.theme.dim, hint, nullptr, high.x - low.x - 2 * pad.x);
    list.PopClipRect();
    mark("paste.empty");
}

// In place of the box: a text that is too long to edit, and would delay each frame.
void draw_long_text(const PastePanelState& state, Requests& requests) {
    wrapped(say("The pasted text has ", state.text.size() / 1000, " KB. It is too long for the box."));
    mark("paste.long");
    if (ImGui::Button("Clear")) requests.paste_text = "";
    mark("paste.clear");
}

// Enter applies the text, Ctrl+Enter starts a new line. Returns true if Enter was pressed.
bool draw_box(const View& view, PastePanelState& state, Requests& requests) {
    if (state.focus_box) ImGui::SetKeyboardFocusHere();
    state.focus_box = false;
    const std::size_t before = state.text.size();
    constexpr ImGuiInputTextFlags flags = ImGuiInputTextFlags_CallbackResize | ImGuiInputTextFlags_CtrlEnterForNewLine;
    const ImVec2 size{-1, 3 * ImGui::GetTextLineHeight() + 2 * ImGui::GetStyle().FramePadding.y};
    if (ImGui::InputTextMultiline("##paste", state.text.data(), state.text.capacity() + 1, size, flags, on_resize,
                                  &state.text)) {
        requests.paste_text = state.text;
        state.arrived = state.text.size() > before + 1;
    }
    mark("paste.box");
    state.typing = ImGui::IsItemActive();
    if (state.text.empty() && !ImGui::IsItemActive()) draw_hint(view);
    return ImGui::IsItemDeactivated() && key_pressed(Key::enter, false);
}

// Returns the format of the reading and the word that it stores: "smem  0x4000404000000000".
std::string label_of(const PasteReading& reading) {
    return say(reading.format->id, reading.format->kind.empty() ? "" : " ", reading.format->kind, "  ",
               hex_word(*reading.format, reading.word, reading.unknown));
}

void reading_tooltip(const PasteReading& reading) {
    if (!ImGui::IsItemHovered()) return;
    const std::string text = say(reading.format->title, "  ", reading.format->kind, "\n", reading.why, " (",
                                 name_of(reading.certainty), ")  ", reading.rule);
    ImGui::SetTooltip("%s", text.c_str());
}

// If the program cannot decide, shows all readings. Otherwise shows them in a drop-down list.
void reading_chooser(const FoundWord& word, const std::string& id, PasteChoice& choice) {
    if (!word.ask && word.readings.size() > 1) {
        ImGui::SetNextItemWidth(-1);
        const bool open = ImGui::BeginCombo("##readings", label_of(word.readings[choice.reading]).c_str());
        mark(id, ".readings");
        if (!open) return;
    }
    for (std::size_t i = 0; i < word.readings.size(); ++i) {
        const std::string label = label_of(word.readings[i]);
        ImGui::PushID(static_cast<int>(i));
        const bool marked = choice.reading == i;
        const bool clicked = word.ask ? ImGui::RadioButton(label.c_str(), marked)
                                      : ImGui::Selectable(label.c_str(), marked && word.readings.size() > 1);
        if (clicked) choice.reading = i;
        if (g_probe != nullptr) mark(id, say(".reading.", i));
        reading_tooltip(word.readings[i]);
        ImGui::PopID();
    }
    if (!word.ask && word.readings.size() > 1) ImGui::EndCombo();
}

void card_chooser(const std::string& id, PasteChoice& choice) {
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted("on");
    ImGui::SameLine();
    ImGui::SetNextItemWidth(-1);
    const bool open = ImGui::BeginCombo("##card", choice.card ? row_of(*choice.card).title.data() : "no card");
    mark(id, ".card");
    if (!open) return;
    for (const WordRow& row : kWords) {
        if (ImGui::Selectable(row.title.data(), choice.card == row.word)) choice.card = row.word;
        if (g_probe != nullptr) mark(id, say(".card.", row.id));
    }
    if (ImGui::Selectable("no card", !choice.card)) choice.card.reset();
    mark(id, ".card.none");
    ImGui::EndCombo();
}

void draw_word(const View& view, std::size_t index, PasteChoice& choice) {
    const FoundWord& word = view.pasted.words[index];
    const std::string id = say("paste.", index);
    ImGui::PushID(static_cast<int>(index));
    ImGui::Separator();
    ImGui::PushFont(view.mono);
    ImGui::TextUnformatted(shortened(word.source, ImGui::GetContentRegionAvail().x).c_str());
    ImGui::PopFont();
    mark(id);
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", word.source.c_str());
    dim_text(view.theme, say(word.reader, word.name.empty() ? "" : "  ", word.name, word.merged > 1 ? "  x " : "",
                             word.merged > 1 ? say(word.merged) : ""));
    choice.reading = std::min(choice.reading, word.readings.size() - 1);
    if (word.ask) dim_text(view.theme, "Select the correct meaning. The most likely meaning is first.");
    reading_chooser(word, id, choice);
    dim_text(view.theme, word.readings[choice.reading].why);
    if (!word.note.empty()) dim_text(view.theme, word.note);
    for (const Problem& p : word.problems)
        if (choice.reading == 0) dim_text(view.theme, say(sign_of(p.severity), "  ", p.text));
    if (word.readings[choice.reading].unknown != 0)
        dim_text(view.theme, "The text does not give all bits. The others are unknown on the card.");
    card_chooser(id, choice);
    ImGui::PopID();
}

void draw_choices(const View& view, PastePanelState& state, std::size_t index) {
    draw_word(view, index, state.plan[index]);
    refuse_misfit(view, state, index);
}

// Returns "on A desc" if the word goes on a card, else the name of the word. ">" stands before an odd word.
std::string place_in_list(const View& view, const PanelStates& states, std::size_t index) {
    const PasteChoice& choice = states.paste.plan[index];
    return say(is_odd_word(states.batch, index) ? "> " : "",
               choice.card ? say("on ", row_of(*choice.card).title) : name_in_list(view.pasted.words[index]));
}

// Draws one line per word, and the choices of the selected word below the list.
void draw_list(const View& view, PanelStates& states, Requests& requests) {
    PastePanelState& state = states.paste;
    follow_batch(states.batch, view.pasted, state.text, states.paste_number, view.session.arch);
    if (draw_odd_line(view, states.batch, "paste.odd")) requests.commands.push_back(command("next_odd"));
    const std::size_t lines = std::min(view.pasted.words.size(), kMostLines) + 1;  // one line for the titles
    const float height = static_cast<float>(lines) * ImGui::GetTextLineHeightWithSpacing();
    const auto place = [&](std::size_t i) { return place_in_list(view, states, i); };
    draw_word_list(view, {"paste.line", {{"Card or name", 1, place}}, height}, state.chosen);
    if (state.chosen < 0)
        dim_text(view.theme,
                 "Select a line to see the possible meanings of its word, and the card of the word. The tab Batch "
                 "shows all words as a table.");
    else
        draw_choices(view, state, static_cast<std::size_t>(state.chosen));
}

void draw_refused(const View& view) {
    const std::size_t count = view.pasted.refused_count, kept = view.pasted.refused.size();
    for (std::size_t i = 0; i < std::min(kept, kMostRefusals); ++i) {
        const PasteRefusal& r = view.pasted.refused[i];
        dim_text(view.theme, say(r.line, ":", r.column, "  ", r.why));
        if (g_probe != nullptr) mark(say("paste.refused.", i));
    }
    if (count > kMostRefusals)
        dim_text(view.theme, say("and ", count - kMostRefusals, " more places that could not be read"));
}

void apply(const View& view, PanelStates& states, Requests& requests) {
    const PasteOutcome outcome = outcome_of(view.pasted, states.paste.plan, view.session);
    states.paste.waiting = 0;
    requests.edits.insert(requests.edits.end(), outcome.edits.begin(), outcome.edits.end());
    requests.gesture = states.next_gesture++;
    if (outcome.active) requests.view_state.active = *outcome.active;
    requests.status = outcome.sentence;
}

}  // namespace

// Reads: the result of the paste parser.   Requests: the text; SetArch, SetVariant and SetWords as one step.
// For an unambiguous word that was pasted, not typed, requests command("apply_paste"). command("show_batch"). The
// chain of a program that becomes the session.
void draw_paste_panel(const View& view, PanelStates& states, Requests& requests) {
    PastePanelState& state = states.paste;
    heading("PASTE ANYTHING", style_of(view));
    state.typing = false;
    const bool is_long = state.text.size() > kMostInBox || !states.batch.following.empty();
    const bool entered = !is_long && draw_box(view, state, requests);
    if (is_long && states.batch.following.empty()) draw_long_text(state, requests);
    draw_text_source(view, state);
    if (requests.paste_text) return;  // the words of the new text are known in the next frame
    if (state.reading) return dim_text(view.theme, "The text is being read. Esc stops it.");
    if (state.text.empty()) {
        state.planned_for.clear();
        return;
    }
    if (state.planned_for != state.text || state.plan.size() != view.pasted.words.size()) {
        state.plan = plan_paste(view.pasted, view.view_state.active, view.session);
        state.planned_for = state.text;
        state.chosen = state.misfit_of = -1;
        if (state.arrived && is_plain(view.pasted, state.plan) && !has_chain(view))
            requests.commands.push_back(command("apply_paste"));
        state.arrived = false;
    }
    wrapped(view.pasted.sentence);
    mark("paste.sentence");
    draw_chains(view, state, requests, entered);
    const std::size_t count = view.pasted.words.size();
    // Above the words: below them, a small window would hide it.
    const PasteAnswer answer =
        count > 0 ? draw_answers(view.pasted, state, entered && !has_chain(view)) : PasteAnswer{};
    if (count > kMostWords) draw_list(view, states, requests);
    for (std::size_t i = 0; count <= kMostWords && i < count; ++i) draw_choices(view, state, i);
    draw_refused(view);
    if (count == 0) return;
    draw_several(view, state);
    keep_memory_box(view, requests, "paste.keep_memory");
    if (answer.apply) apply(view, states, requests);
    if (answer.table) requests.commands.push_back(command("show_batch"));
}

}  // namespace tilescope::ui
