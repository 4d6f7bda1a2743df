// app/panels/fields_panel.cpp -- the active word as a table of its fields, of which those that matter are shown.
// SPDX-License-Identifier: MIT
#include "app/panels/help_topics.h"
#include "app/panels/panel_parts.h"

#include <tilescope/base/say.h>
#include <tilescope/document/repair.h>
#include <tilescope/word/codec.h>

#include <algorithm>
#include <utility>

namespace tilescope::ui {
namespace {

// Returns whether the focus is on a bit of the field.
bool is_field_of(const View& view, const WordView& word, const Field& field, const Focus& focus) {
    const auto f = field_in_focus(view.derived, focus);
    return f && f->word == word.id && f->field == &field;
}

// Whether the field is selected, or a command puts the keyboard into its box.
bool is_chosen(const View& view, const WordView& word, const Field& field, const FieldsPanelState& state) {
    return state.take_keyboard == say("fields.", field.id) || is_field_of(view, word, field, view.view_state.selection);
}

// Whether the emulation found that the field makes elements of D wrong: the repair names it.
bool is_blamed(const View& view, const WordView& word, const Field& field) {
    const Results& r = view.results;
    if (view.asked) return false;  // the lesson asks for it
    if (!r.is_of(view.derived.revision) || r.emulation->count[static_cast<std::size_t>(Verdict::wrong)] == 0)
        return false;
    const std::string_view id = row_of(word.id).id;
    return std::ranges::any_of(r.job.causes, [&](const Cause& c) { return c.word == id && c.field == field.id; });
}

// Sets state.shown: the fields that matter (field_matters() of core), those that make D wrong, and the selected one. A
// field that was shown stays until another word is active, so that nothing moves under a hand that edits.
void update_shown_fields(const View& view, const WordView& word, FieldsPanelState& state) {
    const bool other = state.shown_format != word.format || state.shown_word != word.id;
    if (other) {
        state.shown_format = word.format, state.shown_word = word.id;
        state.shown.assign(word.format->fields.size(), false);
    }
    // A click leaves a box, so that its number counts: no row may come between the press and the release.
    const bool typing = !other && (ImGui::GetIO().WantTextInput || ImGui::IsMouseDown(ImGuiMouseButton_Left));
    for (std::size_t i = 0; i < state.shown.size(); ++i) {
        const Field& field = word.format->fields[i];
        const bool needed = field_matters(view.derived, word.id, field) || is_blamed(view, word, field);
        if ((!typing && needed) || is_chosen(view, word, field, state)) state.shown[i] = true;
    }
}

// Whether a lesson shows the field, and the ring around its value with its buttons: the last group. Its mark is `id`
// and ".ring".
bool is_ringed(const View& view, WordId word, const Field& field) {
    return std::ranges::find(view.rings, FieldPlace{word, field.id}) != view.rings.end();
}

void ring_field(const View& view, WordId word, const Field& field, std::string_view id) {
    if (!is_ringed(view, word, field)) return;
    const float ring = sizes_at(view.scale).ring;
    ImGui::GetWindowDrawList()->AddRect(ImGui::GetItemRectMin(), ImGui::GetItemRectMax(), view.theme.accent, 0, 0,
                                        ring);
    mark(id, ".ring");
}

struct Row {
    const WordView& word;
    const Field& field;
    std::uint64_t raw;
    std::string id;             // "fields.sbo"
    std::uint64_t unknown = 0;  // bits of the field
};

bool is_assumed(const Row& row) { return row.word.assumed_in(row.field) != 0; }

// Returns the problems that this entry would cause. A new derive() is needed for that, so the result is cached.
const std::vector<std::string>& problems_with_choice(const View& view, const Row& row, std::uint64_t raw,
                                                     ChoiceNotes& cache) {
    return cache.of({view.derived.revision, row.word.id, row.field.id, raw}, [&] {
        std::vector<std::string> lines;
        for (const PlacedProblem& p : problems_of_choice(view.derived, {row.word.id, &row.field, raw})) {
            const bool here = p.word == row.word.id && field_of(view.derived, p) == &row.field;
            const std::string_view title = p.in_line ? "instruction" : row_of(p.word).title;
            const std::string where = here ? "" : say(title, ' ', p.problem.field, ": ");
            lines.push_back(say(sign_of(p.problem.severity), "  ", p.problem.rule, "  ", where, p.problem.text));
        }
        return lines;
    });
}

std::optional<std::uint64_t> name_list(const View& view, const Row& row, ChoiceNotes& notes, Requests& requests) {
    std::optional<std::uint64_t> chosen;
    ImGui::SetNextItemWidth(-1);
    if (!begin_list("##names", text_of(row.field, row.raw, row.unknown), row.id)) return chosen;
    for (const NamedValue& n : row.field.names) {
        const std::string label = say(n.name, "  (", n.raw, ")");
        if (list_line(label, row.unknown == 0 && n.raw == row.raw, row.id, ".", n.name)) chosen = n.raw;
        if (!ImGui::IsItemHovered()) continue;
        const Explanation e = explain_value(*row.word.format, row.field.id, n.raw);
        requests.topic = e.topic;
        std::vector<std::string> lines = {stored_text(row.field, n.raw)};
        const std::vector<std::string>& problems = problems_with_choice(view, row, n.raw, notes);
        lines.insert(lines.end(), problems.begin(), problems.end());
        explanation_tooltip(view, e, lines);
    }
    ImGui::EndCombo();
    return chosen;
}

std::optional<std::uint64_t> flag_box(const Row& row) {
    bool on = row.raw != 0;
    const bool clicked = tick_box(row.unknown != 0 ? "?" : on ? "yes" : "no", on, row.id);
    if (clicked && row.unknown != 0) return 0;  // as in the strip: first 0, then 1
    return clicked ? std::optional<std::uint64_t>(on ? 1 : 0) : std::nullopt;
}

// Draws one value cell. Returns the value that the user requested.
BoxAnswer field_editor(const View& view, const Row& row, FieldsPanelState& state, Requests& requests) {
    const bool as_raw = view.view_state.raw_values;
    if (row.field.encoding == Encoding::fixed) {
        // A fixed field is only shown here. The problem list fixes it, and its bits can be flipped in the strip.
        ImGui::AlignTextToFramePadding();
        mono_text(view, text_of(row.field, row.raw, row.unknown), row.id);
        return {};
    }
    if (row.field.encoding == Encoding::number || as_raw)
        return number_box({row.id, row.field, row.raw, row.unknown, as_raw, view.theme, is_assumed(row)}, state.box);
    BoxAnswer answer;
    answer.raw = row.field.encoding == Encoding::flag ? flag_box(row) : name_list(view, row, state.notes, requests);
    answer.begins = answer.raw.has_value();
    return answer;
}

// Draws a note if this layout does not step by this stride: "(i) ignored by this layout". The dashed arrow of the
// picture uses the same function.
void stride_note(const View& view, const Row& row) {
    const std::optional<StrideReport> report = stride_use(view.derived, row.word.id, row.field);
    if (!report || report->use == StrideUse::walked) return;
    if (const auto waits = stride_waits_for(view.derived, row.word.id, row.field)) {
        dim_text(view.theme, say("(", sign_of(Severity::warn), ") ignored: ", waits->field->id, " is ", waits->raw),
                 row.id, ".note");
        return tip(say(report->sentence, "\n", waits->sentence));
    }
    const char* use = report->use == StrideUse::ignored ? "ignored by this layout"
                      : report->use == StrideUse::one   ? "not used: only one step"
                                                        : "is an address, not a stride";
    dim_text(view.theme, say("(", sign_of(Severity::info), ") ", use), row.id, ".note");
    tip(report->sentence);
}

const Problem* worst_problem(const Row& row) {
    for (const Problem& p : row.word.problems)  // worst first
        if (p.field == row.field.id) return &p;
    return nullptr;
}

// Draws a button for the sbo that goes with a swizzle that was chosen.
void swizzle_offer(const View& view, const Row& row, PanelStates& states, Requests& requests) {
    for (const Operand o : kBothOperands) {
        const auto offer = row.word.id == word_of(o) ? sbo_of_swizzle(view.derived, o) : std::nullopt;
        if (!offer || offer->field != &row.field) continue;
        const SwizzleRow &mode = row_of(view.derived.of(o).layout.mode),
                         &before = row_of(view.session.image_of(o).mode);
        const std::string value = shown_text_of(row.field, offer->raw);
        const float room = ImGui::GetContentRegionAvail().x - 2 * ImGui::GetStyle().FramePadding.x;
        const std::string label = say(shortened(say("Use ", value, " for ", mode.name), room), "###offer");
        if (button(label.c_str(), say(row.id, ".offer"), {.size = {-1, 0}}))
            requests.edit(*offer, states.next_gesture++);
        dim_text(view.theme,
                 say(worst_problem(row) == nullptr ? "Legal, but " : "", text_of(row.field, row.raw),
                     " is the distance of ", before.k_rows, " rows with ", before.name, ". With ", mode.name, ", ",
                     mode.k_rows, " rows are ", mode.k_rows * mode.width_bytes, " bytes apart."),
                 row.id, ".why");
    }
}

// Draws the bits of a field of which some are known and some are not.
void unknown_note(const View& view, const Row& row) {
    if (row.unknown == 0 || row.unknown == bit_mask(row.field.width)) return;
    dim_text(view.theme, binary_bits(row.raw, row.unknown, row.field.width), row.id, ".known");
    tip(stored_text(row.field, row.raw, row.unknown));
}

void name_tooltip(const View& view, const Row& row) {
    std::vector<std::string> notes = {stored_text(row.field, row.raw, row.unknown),
                                      say("allowed: ", legal_text(row.field))};
    if (view.view_state.reference && row.word.format->edition == view.view_state.reference->edition) {
        const Session& pinned = *view.view_state.reference;
        const std::uint64_t raw = get_field(row.field, pinned.word(row.word.id)),
                            unknown = get_field(row.field, pinned.unknown_bits(row.word.id));
        if (raw != row.raw || unknown != row.unknown)
            notes.push_back(say("pinned: ", meaning_of(row.field, raw, unknown)));
    }
    if (is_assumed(row)) notes.push_back("assumed: nobody gave this value. Set it to make it given.");
    for (const Problem& p : row.word.problems)
        if (p.field == row.field.id) notes.push_back(say(sign_of(p.severity), "  ", p.rule, "  ", p.text));
    const std::uint64_t bits = bit_mask(row.field.width) << row.field.lsb;
    for (std::string& line : origin_lines(view.session.origins_of(row.word.id), bits, kOriginsInTooltip))
        notes.push_back(std::move(line));
    explanation_tooltip(view, explain_value(*row.word.format, row.field.id, row.raw, row.unknown), notes);
}

void name_cell(const View& view, const Row& row, Requests& requests) {
    const bool lit = (lit_bits(view.trace, row.word.id) >> row.field.lsb & 1) != 0;
    ImGui::AlignTextToFramePadding();
    const std::string name = shortened(row.field.id, ImGui::GetContentRegionAvail().x);
    if (is_assumed(row)) ImGui::PushStyleColor(ImGuiCol_Text, view.theme.dim);
    if (ImGui::Selectable((name + "##name").c_str(), lit)) select_field(requests, row.word.id, row.field);
    if (is_assumed(row)) ImGui::PopStyleColor();
    mark(row.id, ".name");
    if (is_assumed(row)) mark(row.id, ".assumed");
    if (ImGui::IsItemHovered()) name_tooltip(view, row);
    if (ImGui::IsItemFocused() && ImGui::GetIO().NavVisible) requests.focus = BitFocus{row.word.id, row.field.lsb};
}

void apply_answer(const Row& row, const BoxAnswer& answer, PanelStates& states, Requests& requests) {
    if (answer.begins) states.fields.gesture = states.next_gesture++;
    if (answer.toggles_raw) requests.view_state.raw_values = !requests.view_state.raw_values;
    if (!answer.raw) return;
    requests.edit(SetField{row.word.id, &row.field, *answer.raw}, states.fields.gesture);
}

void draw_row(const View& view, const Row& row, PanelStates& states, Requests& requests) {
    ImGui::TableNextRow();
    const Problem* problem = worst_problem(row);
    if (problem != nullptr && problem->severity != Severity::info)
        ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg1, faded(colour_of(view.theme, problem->severity), 0.2f));
    ImGui::PushID(row.field.id.data());
    ImGui::TableNextColumn();
    const float top = ImGui::GetCursorScreenPos().y;
    ImGui::AlignTextToFramePadding();
    ImGui::PushFont(view.mono);
    const std::string bits = bit_range(row.field);
    ImGui::Text("%s%s", problem != nullptr ? sign_of(problem->severity) : " ", bits.c_str());
    ImGui::PopFont();
    mark(row.id, ".bits");
    ImGui::TableNextColumn();
    name_cell(view, row, requests);
    ImGui::TableNextColumn();
    if (states.fields.take_keyboard == row.id) {
        states.fields.take_keyboard.clear();
        ImGui::SetKeyboardFocusHere();
        ImGui::SetScrollHereY();
    }
    ImGui::BeginGroup();
    const auto answer = field_editor(view, row, states.fields, requests);
    ImGui::EndGroup();
    apply_answer(row, answer, states, requests);
    ring_field(view, row.word.id, row.field, row.id);
    unknown_note(view, row);
    stride_note(view, row);
    swizzle_offer(view, row, states, requests);
    if (pointer_in_row(top, ImGui::GetCursorScreenPos().y)) requests.focus = BitFocus{row.word.id, row.field.lsb};
    ImGui::PopID();
}

// Draws the heading and, on the same line, the choice of notation: values or raw bits.
void draw_notation(const View& view, Requests& requests) {
    constexpr Segment notations[] = {{"value", "value"}, {"raw", "raw bits"}};
    const WordRow& word = row_of(view.view_state.active);
    const float gap = 2 * ImGui::GetStyle().ItemSpacing.x,
                room = ImGui::GetContentRegionAvail().x - button_width("value") - button_width("raw bits") - gap;
    std::string title = say("FIELDS of ", word.title);
    if (ImGui::CalcTextSize(title.c_str()).x > room) title = shortened(word.title, room);
    ImGui::AlignTextToFramePadding();
    heading(title, style_of(view));
    mark("fields.of.", word.id);
    ImGui::SameLine(0, gap);
    choose_one(view, "fields.notation", notations, view.view_state.raw_values, requests.view_state.raw_values);
}

// Draws the button that shows the hidden fields, or hides them.
void draw_more(const View& view, std::size_t hidden, Requests& requests) {
    if (hidden == 0 && !view.all_fields) return;
    const std::string label = view.all_fields ? std::string("Only fields that matter")
                                              : say("Show ", hidden, hidden == 1 ? " more field" : " more fields");
    if (button(label.c_str(), "fields.all", {.size = {-1, 0}})) requests.ask("all_fields");
    tip("Hidden: fixed bits, fields with their default value, and strides that this layout ignores.");
}

}  // namespace

// Reads: the active word and its field table, problems, trace.
// Requests: SetField; focus on the row under the pointer; all fields or only those that matter.
void draw_fields_panel(const View& view, PanelStates& states, Requests& requests) {
    draw_notation(view, requests);
    const WordView& word = view.derived.of(view.view_state.active);
    constexpr ImGuiTableFlags flags = ImGuiTableFlags_BordersInnerV | ImGuiTableFlags_SizingFixedFit;
    if (!ImGui::BeginTable("fields", 3, flags)) return;
    ImGui::PushFont(view.mono);
    const float bits_width = ImGui::CalcTextSize("x63:61").x;
    ImGui::PopFont();
    float name_width = 0;
    for (const Field& f : word.format->fields) name_width = std::max(name_width, ImGui::CalcTextSize(f.id.data()).x);
    name_width = std::min(name_width, ImGui::GetContentRegionAvail().x * 0.35f);
    ImGui::TableSetupColumn("Bits", ImGuiTableColumnFlags_WidthFixed, bits_width);
    ImGui::TableSetupColumn("Field", ImGuiTableColumnFlags_WidthFixed, name_width);
    ImGui::TableSetupColumn(view.view_state.raw_values ? "Raw" : "Value", ImGuiTableColumnFlags_WidthStretch);
    table_titles();
    update_shown_fields(view, word, states.fields);
    std::size_t hidden = 0;
    for (std::size_t i = word.format->fields.size(); i-- > 0;) {
        const Field& field = word.format->fields[i];
        const bool ringed = is_ringed(view, word.id, field);
        if (!view.all_fields && !ringed && !states.fields.shown[i] && !is_field_of(view, word, field, view.focus)) {
            ++hidden;
            continue;
        }
        draw_row(view, {word, field, word.decoded.raw[i], say("fields.", field.id), word.unknown_in(field)}, states,
                 requests);
    }
    ImGui::EndTable();
    draw_more(view, hidden, requests);
}

}  // namespace tilescope::ui
