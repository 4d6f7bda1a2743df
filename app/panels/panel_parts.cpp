// app/panels/panel_parts.cpp -- drawing and request functions that several panels share.
// SPDX-License-Identifier: MIT
#include "app/panels/panel_parts.h"
#include "app/ui/imgui_compat.h"

#include <tilescope/base/number.h>
#include <tilescope/base/say.h>
#include <tilescope/document/emulate.h>
#include <tilescope/document/repair.h>
#include <tilescope/document/step_words.h>
#include <tilescope/rules/catalogue.h>

#include <algorithm>

namespace tilescope::ui {
namespace {

// The screen that shows the problems of rules that are not about a single word.
struct HomeRow {
    std::string_view applies_to;  // RuleInfo::applies_to of the rule
    Screen screen;
    StageTab tab = StageTab::memory;
};
constexpr HomeRow kHomes[] = {{"Tensor Memory", Screen::tmem, StageTab::tmem},
                              {"tensor map", Screen::memory, StageTab::tensor_map},
                              {"the tile of an operand", Screen::memory, StageTab::memory}};
constexpr HomeRow kForm = {"instruction", Screen::instruction};

// Returns null for a rule about one whole word.
const HomeRow* home_of(std::string_view rule) {
    for (const WordRule* r : all_rules())
        if (r->id == rule) return nullptr;
    for (const RuleInfo& r : rule_catalogue())
        for (const HomeRow& home : kHomes)
            if (r.id == rule && r.applies_to == home.applies_to) return &home;
    return &kForm;
}

constexpr Screen screen_of(WordId word) {
    return word == WordId::idesc ? Screen::instruction : word == WordId::zcm ? Screen::mask : Screen::memory;
}

// A small window needs the place for its picture.
bool has_room_for_names() {
    constexpr float kLeastLine = 54;  // in heights of the text
    return ImGui::GetWindowContentRegionMax().x >= kLeastLine * ImGui::GetFontSize();
}

}  // namespace

void draw_covering(const View& view, PanelStates& states, Requests& requests, std::string_view id) {
    const Emulation& e = *view.results.emulation;
    const std::vector<Edit> edits = covering_values(view.session);
    if (e.sight.both == e.sight.computed || edits.empty()) return;
    if (button("Make wrong reads visible in D", id, {.icon = Icon::data})) {
        request_step(states, requests, edits);
        requests.status =
            "A and B now contain the values 1, 2 and 3 in random order. If the instruction reads wrong bytes, this can "
            "now change every element of D.";
    }
    tip("Fills A and B with 1, 2 and 3 in random order, the scale factors with 1, and D with 0. "
        "Reads of\nwrong bytes can then change every element of D. This is one undo step.");
}

void dim_text(const Theme& theme, std::string_view text, std::string_view id, std::string_view suffix) {
    coloured(theme.dim, text, id, suffix);
}

void sentence_above(std::string_view text, float letters, std::string_view id) {
    constexpr float kLetter = 0.49f;  // mean width of a letter, in heights of the text
    const float room = ImGui::GetContentRegionAvail().x, top = ImGui::GetCursorPosY();
    const auto lines = std::max(1.0f, std::ceil(letters * kLetter * ImGui::GetFontSize() / std::max(room, 1.0f)));
    const std::string shown = in_few_lines(text, room, static_cast<int>(lines));
    ImGui::TextUnformatted(shown.c_str());
    mark(id);
    if (shown.ends_with("..")) tip(text);
    ImGui::SetCursorPosY(top + lines * ImGui::GetTextLineHeight() + ImGui::GetStyle().ItemSpacing.y);
}

void picture_title(std::string_view title, float room, std::string_view id) {
    const bool whole = ImGui::CalcTextSize(title.data(), title.data() + title.size()).x <= room;
    const std::string_view name = title.substr(0, title.find("  "));
    ImGui::TextUnformatted(whole ? std::string(title).c_str() : shortened(name, room).c_str());
    mark(id, ".title");
    if (!whole) tip(title);
}

void keep_memory_box(const View& view, Requests& requests, std::string_view id) {
    bool keep = view.session.keep_memory;
    if (tick_box("keep memory", keep, id)) {
        requests.edit(SetKeepMemory{keep});
        requests.status =
            !keep ? "The next paste rewrites the memory to match its words."
            : view.rewritten != nullptr && !view.rewritten->is_of_earlier_words(view.history)
                ? "The next paste leaves the memory as it is. It was already rewritten for the last words."
                : "The next paste leaves the memory as it is: its words are judged against it.";
    }
    tip(
        say("On: a paste of words leaves the memory as it was written, so wrong words give wrong numbers in D.\nOff: a "
            "paste rewrites the memory to match the pasted words.\n\nA: ",
            text_of(view.session.image.a), "\nB: ", text_of(view.session.image.b)));
}

std::string not_compared(const View& view) {
    const Results& r = view.results;
    if (!r.is_of(view.derived.revision))
        return "No emulation has compared the words with the memory. Emulate does (Ctrl+E).";
    if (!view.memory_said)
        return "Nobody has said how A and B were written: the memory is that of an example, or it was rewritten to "
               "match words. The panel Data says what was written.";
    if (!covers_all_steps(r.job)) return "Not all K steps were emulated.";
    return {};
}

bool disagrees_with_memory(const View& view, WordId word) {
    return view.results.is_of(view.derived.revision) &&
           std::ranges::find(view.results.job.causes, row_of(word).id, &Cause::word) != view.results.job.causes.end();
}

void waiting_words_line(const View& view, const PanelStates& states, Requests& requests, std::string_view id) {
    const std::size_t count = states.paste.waiting;
    if (count == 0) return;
    sentence_of(view.theme, Severity::ask,
                say(count, count == 1 ? " pasted word is" : " pasted words are",
                    " not applied. This is about the words before the paste."),
                id);
    const char* apply = count == 1 ? "Apply it" : "Apply them";
    stay_on_line(button_width(apply));
    if (button(apply, say(id, ".apply"), {.small = true})) requests.ask("apply_paste");
}

void basis_line(const View& view, Requests& requests, std::string_view id) {
    const std::string sentence = basis_sentence(view.derived);
    if (sentence.empty()) return;
    sentence_of(view.theme, Severity::ask, sentence, id);
    if (view.derived.assumptions.empty()) return;
    constexpr const char* kAccept = "Take the assumed values as given";
    stay_on_line(button_width(kAccept));
    if (button(kAccept, say(id, ".accept"), {.small = true})) {
        requests.edit(SetAssumed{});
        requests.status = "The assumed values are given now: the rules check them too.";
    }
}

void mono_text(const View& view, std::string_view text, std::string_view id, std::string_view suffix) {
    ImGui::PushFont(view.mono);
    wrapped(text, id, suffix);
    ImGui::PopFont();
}

void name_on_line(std::string_view name, float width) {
    if (!has_room_for_names()) return stay_on_line(width);
    stay_on_line(ImGui::CalcTextSize(name.data(), name.data() + name.size()).x + ImGui::GetStyle().ItemSpacing.x +
                 width);
    name_of_choice(name);
}

void choose_operand(const View& view, Requests& requests, std::string_view id, std::string_view why_not_a,
                    float others) {
    const Segment operands[] = {{"a", "A", why_not_a}, {"b", "B"}};
    name_on_line("operand", button_width("A") + button_width("B") + (has_room_for_names() ? others : 0));
    const auto chosen = segmented(id, operands, static_cast<std::size_t>(view.view_state.operand), style_of(view));
    if (!chosen) return;
    requests.view_state.operand = kBothOperands[*chosen];
    requests.view_state.active = word_of(requests.view_state.operand);
}

void request_step(PanelStates& states, Requests& requests, const std::vector<Edit>& edits) {
    requests.edits.insert(requests.edits.end(), edits.begin(), edits.end());
    requests.gesture = states.next_gesture++;
}

std::optional<Operand> operand_of(WordId word) {
    for (const Operand o : kBothOperands)
        if (word_of(o) == word) return o;
    return std::nullopt;
}

std::string step_0_note(const Derived& derived, const ViewState& view_state, WordId word) {
    const std::optional<Operand> operand = operand_of(word);
    const bool others = operand && derived.of(*operand).placed() && view_state.k_step > 0 &&
                        view_state.k_step < k_steps_of(derived.of(*operand));
    return others ? "K step 0" : "";
}

void cute_text(const View& view, std::string_view id, std::string_view text) {
    ImGui::PushFont(view.mono);
    dim_text(view.theme, text);
    ImGui::PopFont();
    mark(id);
}

void empty_state(const Theme& theme, std::string_view id, std::string_view sentence) { dim_text(theme, sentence, id); }

void ask_state(const View& view, PanelStates& states, Requests& requests, std::string_view id,
               std::string_view sentence, std::span<const FieldPlace> asks) {
    empty_state(view.theme, id, sentence);
    for (const FieldPlace& place : asks) {
        const Field* field = find_field(*view.derived.of(place.word).format, place.field);
        if (field == nullptr) continue;
        const std::string label = say("Set ", place.field, " of ", row_of(place.word).title);
        if (button(label.c_str(), say(id, ".set.", place.field))) {
            select_field(requests, place.word, *field);
            states.fields.take_keyboard = say("fields.", place.field);
        }
        stay_on_line(button_width("Set sparsity_selector of A desc"));
    }
    if (!asks.empty()) ImGui::NewLine();
}

void unplaced_state(const View& view, PanelStates& states, Requests& requests, std::string_view id, Operand operand) {
    const OperandView& o = view.derived.of(operand);
    ask_state(view, states, requests, id, o.unplaced, o.asks);
}

void assumed_note(const View& view, Operand operand) {
    const std::string& assumed = view.derived.of(operand).assumed;
    if (assumed.empty()) return;
    sentence_of(view.theme, Severity::ask, assumed, "memory.assumed");
}

std::optional<FocusedField> field_in_focus(const Derived& derived, const Focus& focus) {
    const BitFocus* at = std::get_if<BitFocus>(&focus);
    if (at == nullptr) return std::nullopt;
    const WordView& word = derived.of(at->word);
    for (std::size_t i = 0; i < word.format->fields.size(); ++i) {
        const Field& f = word.format->fields[i];
        if (at->bit >= f.lsb && at->bit < f.lsb + f.width)
            return FocusedField{at->word, &f, word.decoded.raw[i], word.unknown_in(f)};
    }
    return std::nullopt;
}

std::uint64_t lit_bits(const Trace& trace, WordId word) {
    std::uint64_t bits = 0;
    for (const BitFocus& b : trace.bits)
        if (b.word == word && b.bit < 64) bits |= std::uint64_t{1} << b.bit;
    return bits;
}

void select_field(Requests& requests, WordId word, const Field& field) {
    requests.view_state.active = word;
    requests.view_state.selection = BitFocus{word, field.lsb};
}

void go_to_problem(const Derived& derived, const PlacedProblem& placed, ViewState& view_state) {
    view_state.active = placed.word;
    view_state.selection = {};
    if (const Field* field = field_of(derived, placed)) {
        view_state.selection = BitFocus{placed.word, field->lsb};
        // The Tensor Memory screen shows addresses instead of fields, so go to a screen with fields.
        if (view_state.screen == Screen::tmem) view_state.screen = screen_of(placed.word);
        return;
    }
    const HomeRow* home = placed.in_line ? &kForm : home_of(placed.problem.rule);
    if (home == nullptr) return;
    view_state.screen = home->screen;
    tab_of(view_state, home->screen) = home->tab;
    if (home->screen == Screen::instruction) view_state.active = WordId::idesc;
}

std::optional<Trace> pinned_trace(const View& view) {
    const bool selected = is_something(view.view_state.selection);
    if (!selected || view.focus == view.view_state.selection) return std::nullopt;
    return trace(view.derived, view.view_state.selection, view.view_state.k_step);
}

std::optional<ElementFocus> element_of_d(const Focus& focus, const Trace& trace) {
    if (const auto* e = std::get_if<ElementFocus>(&focus))
        return operand_of(e->matrix) ? std::nullopt : std::optional(*e);
    if (!std::holds_alternative<CellFocus>(focus)) return std::nullopt;
    for (const ElementFocus& e : trace.elements)
        if (e.matrix == Matrix::d) return e;
    return std::nullopt;
}

GridReply moving_grid(const View& view, Requests& requests, const Cells& cells, GridOptions options, GridView& grid) {
    if (!options.reveal && !options.selected.empty()) options.reveal = options.selected.front();
    const GridReply reply = cell_grid(cells, options, grid, style_of(view));
    if (reply.moving || reply.led) requests.next_frame = true;
    return reply;
}

void mark_picture(ImVec2 min, ImVec2 max) { mark_rect({min, max}, "picture"); }

GridReply titled_grid(const View& view, Requests& requests, const Cells& cells, GridOptions options, GridView& grid) {
    ImGui::BeginGroup();
    picture_title(cells.title, options.size.x, options.id);
    options.size.y -= ImGui::GetTextLineHeightWithSpacing();
    const GridReply reply = moving_grid(view, requests, cells, options, grid);
    ImGui::EndGroup();
    return reply;
}

std::vector<ImVec2> sizes_across(const Scene& scene, ImVec2 room, const Style& style) {
    const auto across = static_cast<std::size_t>(scene.across);
    const ImVec2 gap{2 * ImGui::GetStyle().ItemSpacing.x, ImGui::GetStyle().ItemSpacing.y};
    const float title = ImGui::GetTextLineHeightWithSpacing();
    const float width = std::floor((room.x - gap.x * static_cast<float>(across - 1)) / static_cast<float>(across));
    float free = room.y, rows = 0, cell = width;
    for (std::size_t i = 0; i < scene.grids.size(); i += across) {
        const Cells& cells = scene.grids[i];
        const ImVec2 labels = label_space(cells, style);
        free -= title + labels.y + gap.y;
        rows += static_cast<float>(cells.rows);
        cell = std::min(cell, (width - labels.x) / static_cast<float>(std::max(cells.columns, 1)));
    }
    cell = std::max(std::floor(std::min(cell, free / std::max(rows, 1.0f))), 1.0f);
    std::vector<ImVec2> out;
    for (const Cells& cells : scene.grids)
        out.push_back({width, title + label_space(cells, style).y + cell * static_cast<float>(cells.rows)});
    return out;
}

ElementFocus element_of_cell(const Cells& cells, std::size_t index) {
    const auto columns = static_cast<std::size_t>(cells.columns);
    return {Matrix::d, static_cast<int>(index / columns), static_cast<int>(index % columns)};
}

void draw_recorded_d(const View& view, std::string_view id) {
    const Results& r = view.results;
    const LiveComparison& c = *r.recorded;
    const auto sentences = sentences_of(c, *r.emulation);
    const bool equal = c.is_equal() && c.unknowns == 0;
    coloured(equal ? view.theme.good : view.theme.warn, say(r.session.recorded.says, ". ", sentences.front()), id);
    std::string rest;
    for (std::size_t i = 1; i < sentences.size(); ++i) rest += say(i == 1 ? "" : " ", sentences[i]);
    if (!rest.empty()) wrapped(rest);
}

void draw_element_explanation(const View& view, KeptExplanation& kept, const ElementFocus& at, std::string_view id) {
    const Results& r = view.results;
    const auto explain = [&] {
        return explanation_of(r.shown_job(), r.shown(), static_cast<unsigned>(at.row),
                              static_cast<unsigned>(at.column));
    };
    for (const std::string& line : kept.of({r.serial, at}, explain))
        if (r.shows_kernel() || std::ranges::find(r.job.causes, line, &Cause::sentence) == r.job.causes.end())
            wrapped(line);
    mark(id);
}

bool count_box(const View& view, const CountBox& box, unsigned& value, BoxState& state, bool beside) {
    const float gap = ImGui::GetStyle().ItemInnerSpacing.x, buttons = 2 * (ImGui::GetFrameHeight() + gap);
    if (beside) stay_on_line(box.width * view.scale + button_width(box.name));
    const auto would = [&](std::string_view text) -> Answer<std::string> {
        const Answer<std::uint64_t> number = parse_number(text);
        if (!number) return Refusal(number.why);
        if (*number >= box.least && *number <= box.most) return say(box.name, ' ', *number);
        return Refusal("The value of ", box.name, " is ", *number, ". It must be from ", box.least, " to ", box.most,
                       '.');
    };
    ImGui::PushID(box.id.data(), box.id.data() + box.id.size());
    ImGui::BeginGroup();
    ImGui::SetNextItemWidth(std::max(box.width * view.scale - buttons, 1.0f));
    const auto text = typed_box({box.id, say(value), would, view.theme}, state);
    tip(box.help);
    const unsigned step = ImGui::GetIO().KeyCtrl ? box.fast : box.step;
    push_repeat();
    const int by = step_buttons(box.id, value > box.least, value < box.most, gap, gap);
    pop_repeat();
    ImGui::EndGroup();
    ImGui::PopID();
    const bool begins = text.has_value() || ImGui::IsItemActivated();
    if (text) value = static_cast<unsigned>(*parse_number(*text));
    if (by < 0) value -= std::min(step, value - box.least);
    if (by > 0) value += std::min(step, box.most - value);
    ImGui::SameLine(0, gap);
    ImGui::TextUnformatted(box.name);
    return begins;
}

bool open_list(const View& view, const char* name, std::string_view id, const std::string& shown) {
    constexpr float kWidth = 112;  // logical pixels
    name_on_line(name, kWidth * view.scale);
    ImGui::SetNextItemWidth(kWidth * view.scale);
    const bool open = ImGui::BeginCombo(say("##", name).c_str(), shown.c_str(), ImGuiComboFlags_HeightLarge);
    mark(id);
    return open;
}

bool pointer_in_row(float top, float bottom) {
    if (!ImGui::IsWindowHovered()) return false;
    const float y = ImGui::GetIO().MousePos.y;
    return y >= top && y < bottom;
}

}  // namespace tilescope::ui
