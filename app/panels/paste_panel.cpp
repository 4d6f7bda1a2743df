// app/panels/paste_panel.cpp -- the text that the user pastes, its words and their meanings, the chains of a program.
// SPDX-License-Identifier: MIT
#include "app/panels/batch_parts.h"
#include "app/panels/panel_parts.h"
#include "app/ui/imgui_compat.h"

#include <tilescope/base/say.h>
#include <tilescope/study/program_chains.h>

#include <algorithm>
#include <utility>

namespace tilescope::ui {
namespace {

// Returns "on A desc" if the word goes on a card, else its name and the number of equal lines: "UR4  x 3". ">" stands
// before a word that differs from its group. Requires: the batch has the table of the words.
std::string place_in_list(const View& view, const PanelStates& states, std::size_t index) {
    const bool odd = std::ranges::any_of(states.batch.marked, [&](const BatchPlace& p) {
        return states.batch.table.sheets[p.sheet].rows[p.row].found == index;
    });
    const char* sign = odd ? "> " : "";
    if (const auto card = states.paste.plan[index].card) return say(sign, "on ", row_of(*card).title);
    const FoundWord& word = view.pasted.words[index];
    return say(sign, word.name, word.merged > 1 ? say("  x ", word.merged) : std::string());
}

void draw_line(const View& view, PanelStates& states, std::size_t index) {
    const FoundWord& word = view.pasted.words[index];
    const PasteReading& best = word.readings.front();
    int& chosen = states.paste.chosen;
    ImGui::TableNextRow();
    ImGui::PushID(static_cast<int>(index));
    ImGui::TableNextColumn();
    ImGui::PushFont(view.mono);
    const bool selected = chosen == static_cast<int>(index);
    const std::string digits = hex_word(*best.format, best.word, best.unknown);
    if (ImGui::Selectable(digits.c_str(), selected, ImGuiSelectableFlags_SpanAllColumns))
        chosen = selected ? -1 : static_cast<int>(index);
    ImGui::PopFont();
    mark("paste.line.", index);
    tip_below(say(word.source, '\n', best.why));
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(shortened(place_in_list(view, states, index), ImGui::GetContentRegionAvail().x).c_str());
    ImGui::PopID();
}

// Draws the words of the last paste. A height limits the lines that are visible; the user scrolls to the others.
void draw_word_list(const View& view, PanelStates& states, float height) {
    const std::size_t count = view.pasted.words.size();
    if (states.paste.chosen >= static_cast<int>(count)) states.paste.chosen = -1;
    constexpr ImGuiTableFlags flags = ImGuiTableFlags_BordersInnerV | ImGuiTableFlags_ScrollY;
    if (!ImGui::BeginTable("words", 2, flags, {0, height})) return;
    ImGui::TableSetupScrollFreeze(0, 1);
    ImGui::TableSetupColumn("Word", ImGuiTableColumnFlags_WidthFixed);
    ImGui::TableSetupColumn("Card or name", ImGuiTableColumnFlags_WidthStretch, 1);
    table_titles();
    visible_lines(count, [&](std::size_t i) { draw_line(view, states, i); });
    ImGui::EndTable();
}

// What the user asked for by a click, or by Enter after typing.
struct PasteAnswer {
    bool apply = false, table = false;
};

// The buttons name what they do: "Apply 3 words". The first one is what most users want after such a paste. It has the
// keyboard, so Enter presses it.
// `entered`: Enter was pressed in the box.
PasteAnswer draw_answers(const PasteResult& pasted, PastePanelState& state, bool entered) {
    const std::size_t count = planned_words(state.plan);
    const bool table = is_for_a_table(pasted, state.plan);
    PasteAnswer out{.apply = entered && !table, .table = entered && table};
    if (table) {
        out.table |= button(say("Show ", words_in_text(pasted), " words as a table").c_str(), "paste.table",
                            {.icon = Icon::data, .size = {-1, 0}});
        if (std::exchange(state.focus_apply, false)) focus_last_item();
        if (count == 0) return out;
        out.apply |=
            button(say("Apply ", count, " of them to the cards###apply").c_str(), "paste.apply", {.size = {-1, 0}});
        return out;
    }
    const std::string label = count == 1 ? std::string("Apply the word") : say("Apply ", count, " words");
    out.apply |= button(label.c_str(), "paste.apply", {.icon = Icon::apply, .size = {-1, 0}});
    if (std::exchange(state.focus_apply, false)) focus_last_item();
    return out;
}

constexpr std::size_t kMostChains = 32;
constexpr std::size_t kMostMmas = 16;  // in the tooltip

void chain_tooltip(const ProgramChains& program, const ProgramChain& chain) {
    if (!ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return;
    std::string text;
    for (std::size_t i = 0; i < std::min(chain.mmas.size(), kMostMmas); ++i) {
        const ProgramInstruction& mma = program.report.instructions[chain.mmas[i]];
        text += say("line ", mma.line, "  ", mma_words_text(mma), i < chain.steps ? "\n" : " (not in the session)\n");
    }
    if (chain.mmas.size() > kMostMmas) text += say("and ", chain.mmas.size() - kMostMmas, " more\n");
    for (const std::string& note : chain.notes) text += say(note, '\n');
    tooltip_of_item(text);
}

bool draw_chain(const View& view, PastePanelState& state, std::size_t number) {
    const ProgramChains& program = *view.program;
    const ProgramChain& chain = program.chains[number];
    const std::string id = say("paste.chain.", number);
    ImGui::PushID(static_cast<int>(number));
    const float room = ImGui::GetContentRegionAvail().x - action_width(Icon::apply, "");
    const std::string label = say(shortened(say("Open ", chain_name(program, number)), room), "###open");
    const bool pressed = button(label.c_str(), id, {.icon = Icon::apply, .disabled = !chain.session, .size = {-1, 0}});
    if (chain.session && std::exchange(state.focus_apply, false)) focus_last_item();
    chain_tooltip(program, chain);
    dim_text(view.theme, mmas_text(program, number));
    wrapped(tile_text(program, number));
    mono_text(view, mma_words_text(program.report.instructions[chain.mmas.front()]));
    if (!chain.session) dim_text(view.theme, say("no session: ", chain.session.why));
    for (const ChainAsk& ask : chain.asks) dim_text(view.theme, say("asks ", ask.name, ": ", ask.says));
    if (!chain.asks.empty()) mark(id, ".asks");
    ImGui::PopID();
    return pressed;
}

// Whether there is a chain to choose.
bool has_chain(const View& view) {
    return view.program != nullptr &&
           std::ranges::any_of(view.program->chains, [](const ProgramChain& chain) { return bool(chain.session); });
}

// Draws each chain with its shape, types, K steps and first words, what the program does not say, and a button. Draws
// nothing if the text is not a program. Reads: View::program. Requests: open_chain, also after Enter in the
// box (`entered`).
void draw_chains(const View& view, PastePanelState& state, Requests& requests, bool entered) {
    if (view.program == nullptr) return;
    const auto& chains = view.program->chains;
    for (std::size_t i = 0; i < std::min(chains.size(), kMostChains); ++i) {
        const bool pressed = draw_chain(view, state, i);
        const bool first = entered && chains[i].session && !requests.open_chain;
        if (pressed || first) requests.open_chain = i;
        ImGui::Separator();
    }
    if (chains.size() > kMostChains)
        dim_text(view.theme, say("and ", chains.size() - kMostChains, " more chains: tilescope session lists all."));
}

void warning(const View& view, std::string_view sentence) { sentence_of(view.theme, Severity::warn, sentence); }

// Takes back the choice of a card that is too small for the word, and says so in one sentence.
void refuse_misfit(const View& view, PastePanelState& state, std::size_t index) {
    const FoundWord& word = view.pasted.words[index];
    PasteChoice& choice = state.plan[index];
    const Format& format = *word.readings[std::min(choice.reading, word.readings.size() - 1)].format;
    const bool is_here = state.misfit_of == static_cast<int>(index);
    if (choice.card && view.derived.of(*choice.card).format->bits < format.bits) {
        state.misfit_of = static_cast<int>(index);
        state.misfit = say("A word of ", format.bits, " bits does not fit on the card ", row_of(*choice.card).title,
                           ", which has ", view.derived.of(*choice.card).format->bits, " bits.");
        choice.card.reset();
    } else if (is_here && choice.card) {
        state.misfit_of = -1;
    }
    if (state.misfit_of != static_cast<int>(index)) return;
    warning(view, state.misfit);
    mark("paste.misfit");
}

// Says that the text has several words for a card, and which one is on it.
void draw_several(const View& view, PastePanelState& state) {
    if (state.several_of != state.plan) {
        state.several = several_words_note(view.pasted, state.plan);
        state.several_of = state.plan;
    }
    if (state.several.empty()) return;
    warning(view, state.several);
    mark("paste.several");
}

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
    tooltip_of_item(text);
}

// If the program cannot decide, shows all readings. Otherwise shows them in a drop-down list.
void reading_chooser(const FoundWord& word, const std::string& id, PasteChoice& choice) {
    if (!word.ask && word.readings.size() > 1) {
        ImGui::SetNextItemWidth(-1);
        if (!begin_list("##readings", label_of(word.readings[choice.reading]), id, ".readings")) return;
    }
    for (std::size_t i = 0; i < word.readings.size(); ++i) {
        const std::string label = label_of(word.readings[i]);
        ImGui::PushID(static_cast<int>(i));
        const bool marked = choice.reading == i;
        const bool clicked = word.ask ? ImGui::RadioButton(label.c_str(), marked)
                                      : ImGui::Selectable(label.c_str(), marked && word.readings.size() > 1);
        if (clicked) choice.reading = i;
        if (marked) ImGui::SetItemDefaultFocus();
        mark(id, ".reading.", i);
        reading_tooltip(word.readings[i]);
        ImGui::PopID();
    }
    if (!word.ask && word.readings.size() > 1) ImGui::EndCombo();
}

void card_chooser(const std::string& id, PasteChoice& choice) {
    name_of_choice("on");
    ImGui::SetNextItemWidth(-1);
    const std::string now(choice.card ? row_of(*choice.card).title : "no card");
    if (!begin_list("##card", now, id, ".card")) return;
    for (const WordRow& row : kWords)
        if (list_line(std::string(row.title), choice.card == row.word, id, ".card.", row.id)) choice.card = row.word;
    if (list_line("no card", !choice.card, id, ".card.none")) choice.card.reset();
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
    tip_below(word.source);
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

// Draws one line per word, and the choices of the selected word below the list.
void draw_list(const View& view, PanelStates& states, Requests& requests) {
    PastePanelState& state = states.paste;
    follow_batch(states.batch, view.pasted, state.text, states.paste_number, view.session.arch);
    if (draw_odd_line(view, states.batch, "paste.odd")) requests.ask("next_odd");
    const std::size_t lines = std::min(view.pasted.words.size(), kMostLines) + 1;  // one line for the titles
    const float height = static_cast<float>(lines) * ImGui::GetTextLineHeightWithSpacing();
    draw_word_list(view, states, height);
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
        mark("paste.refused.", i);
    }
    if (count > kMostRefusals)
        dim_text(view.theme, say("and ", count - kMostRefusals, " more places that could not be read"));
}

}  // namespace

bool draw_odd_line(const View& view, const BatchPanelState& state, std::string_view id, OddLine line) {
    const std::string sentence = odd_in_words(state);
    if (sentence.empty()) return false;
    const Severity severity = state.marked.empty() ? Severity::info : Severity::warn;
    bool pressed = false;
    if (!state.marked.empty()) {
        const char* label = state.odd < 0 || state.marked.size() == 1 ? "Show###show" : "Next###show";
        pressed = button(label, say(id, ".show"));
        tip("Selects its row in the tab Batch and scrolls to it.");
        ImGui::SameLine();
    }
    if (!state.marked.empty() || line == OddLine::cut) ImGui::AlignTextToFramePadding();
    if (line == OddLine::wrapped) {
        sentence_of(view.theme, severity, sentence);
        mark(id);
        return pressed;
    }
    const std::string all = say(sign_of(severity), "  ", sentence);
    coloured_line(colour_of(view.theme, severity), shortened(all, ImGui::GetContentRegionAvail().x));
    mark(id);
    tip(sentence);
    return pressed;
}

// Reads: the result of the paste parser. Requests: the text; command("apply_paste"), also for an unambiguous word that
// was pasted, not typed; command("show_batch"); the chain of a program that becomes the session.
void draw_paste_panel(const View& view, PanelStates& states, Requests& requests) {
    PastePanelState& state = states.paste;
    heading("PASTE ANYTHING", style_of(view));
    state.typing = false;
    const bool is_long = state.text.size() > kMostInBox || !states.batch.following.empty();
    const bool entered = !is_long && draw_box(view, state, requests);
    if (is_long && states.batch.following.empty()) {  // a long text in the box would delay each frame
        wrapped(say("The pasted text has ", state.text.size() / 1000, " KB. It is too long for the box."),
                "paste.long");
        if (button("Clear", "paste.clear")) requests.paste_text = "";
    }
    if (!state.from_clipboard.empty() && state.from_clipboard == state.text)  // the program took it by itself
        dim_text(view.theme, "This is the text of the clipboard. Nothing is applied yet.", "paste.from_clipboard");
    if (requests.paste_text) return;  // the words of the new text are known in the next frame
    if (state.reading) return dim_text(view.theme, "The text is being read. Esc stops it.");
    if (state.text.empty()) return;
    if (std::exchange(state.arrived, false) && is_plain(view.pasted, state.plan, view.program))
        requests.ask("apply_paste");
    wrapped(view.pasted.sentence, "paste.sentence");
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
    if (answer.apply) requests.ask("apply_paste");
    if (answer.table) requests.ask("show_batch");
}

}  // namespace tilescope::ui
