// app/panels/batch_panel.cpp -- all words of a paste as a table: its tools and sentences, words put on their cards.
// SPDX-License-Identifier: MIT
//
// The tools are beside the tabs because each line above the table is a row less.
#include "app/panels/batch_parts.h"
#include "app/panels/panel_parts.h"
#include "app/ui/imgui_compat.h"

#include <tilescope/base/say.h>

#include <imgui_stdlib.h>

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

namespace tilescope::ui {
namespace {

using Rows = std::vector<const BatchRow*>;

// Rows of all formats with these lines, in the order of the text. The rows of a format are in this order, so no frame
// looks at 100,000 rows for the few beside one of them.
Rows rows_of_lines(const PasteResult& pasted, const BatchTable& table, std::uint64_t first, std::uint64_t last) {
    Rows out;
    for (const BatchSheet& sheet : table.sheets)
        for (auto row = std::ranges::lower_bound(sheet.rows, first, {}, &BatchRow::line);
             row != sheet.rows.end() && row->line <= last; ++row)
            out.push_back(&*row);
    std::ranges::sort(out, {}, [&](const BatchRow* row) {
        return std::tuple(row->line, pasted.words[row->found].span.begin, row->found);
    });
    return out;
}

// The first and the last line with a row.
std::pair<std::uint64_t, std::uint64_t> lines_of(const BatchTable& table) {
    std::pair<std::uint64_t, std::uint64_t> out{~std::uint64_t{0}, 0};
    for (const BatchSheet& sheet : table.sheets)
        out = {std::min(out.first, sheet.rows.front().line), std::max(out.second, sheet.rows.back().line)};
    return out;
}

using RowPlace = Rows::const_iterator;

std::vector<std::uint32_t> words_between(RowPlace begin, RowPlace end) {
    std::vector<std::uint32_t> out;
    std::set<std::uint32_t> names;
    for (; begin != end; ++begin) {
        if (!names.insert((*begin)->name).second) return {};
        out.push_back((*begin)->found);
    }
    return out;
}

// The number of words that the paste panel would put on cards, without these.
std::size_t planned_without(const View& view, const std::vector<std::uint32_t>& found) {
    const PastePlan plan = plan_paste(view.pasted, view.view_state.active, view.session);
    std::size_t out = 0;
    for (std::size_t i = 0; i < plan.size(); ++i)
        out += plan[i].card && std::ranges::find(found, i) == found.end() ? 1 : 0;
    return out;
}

// Puts these words on the cards that plan_paste() chooses for them alone.
void put_on_cards(const View& view, PanelStates& states, Requests& requests, const std::vector<std::uint32_t>& found) {
    PasteResult alone;
    alone.instructions = view.pasted.instructions;
    alone.context = view.pasted.context;
    for (const std::uint32_t i : found) alone.words.push_back(view.pasted.words[i]);
    const PastePlan plan = plan_paste(alone, view.view_state.active, view.session);
    const PasteOutcome outcome = outcome_of(alone, plan, view.session, nullptr, true);
    request_step(states, requests, outcome.edits);
    if (outcome.active) requests.view_state.active = *outcome.active;
    if (!outcome.active) {
        requests.status = "No card can store this word.";
        return;
    }
    const std::string own = own_words_note(plan, view.session);
    const bool told = outcome.sentence.find(own) != std::string::npos;
    requests.status = say(outcome.sentence, told ? "" : " ", told ? std::string() : own);
    // These edits end the waiting of the other words of the text.
    if (outcome.edits.empty() || states.paste.waiting == 0) return;
    if (const std::size_t left = planned_without(view, found); left > 0)
        *requests.status += say(" ", not_applied_text(left), '.');
}

// The words that belong to one MMA with a row, as indexes into PasteResult::words, in the order of the text: those of
// its line; if its line has no other word, those from one word with the first name of the text to the next one. Only
// the word of the row if a name would come twice.
//
//     a_desc=0x40.. b_desc=0x44..                     one line: both
//     a_desc=0x40..    b_desc=0x44..    idesc=0x08..  three lines: all, up to the next a_desc
std::vector<std::uint32_t> words_beside(const PasteResult& pasted, const BatchTable& table, const BatchRow& row) {
    constexpr std::uint64_t kLines = 64;  // a record has fewer; if not, more lines are looked at
    const auto [first, last] = lines_of(table);
    const Rows line = rows_of_lines(pasted, table, row.line, row.line);
    std::vector<std::uint32_t> out = words_between(line.begin(), line.end());
    const std::uint32_t name = rows_of_lines(pasted, table, first, first).front()->name;
    const auto has_first_name = [&](const BatchRow* other) { return other->name == name; };
    for (std::uint64_t around = kLines; line.size() == 1; around *= 2) {
        const std::uint64_t from = row.line - std::min(row.line - first, around),
                            to = row.line + std::min(last - row.line, around);
        const Rows rows = rows_of_lines(pasted, table, from, to);
        auto begin = std::ranges::find(rows, &row);
        while (begin != rows.begin() && !has_first_name(*begin)) --begin;
        const auto end = std::find_if(begin + 1, rows.end(), has_first_name);
        const bool is_whole = (has_first_name(*begin) || from == first) && (end != rows.end() || to == last);
        if (!is_whole) continue;
        out = words_between(begin, end);
        break;
    }
    return out.empty() ? std::vector{row.found} : out;
}

constexpr float kLeastSentence = 18;      // sizes of the font: with less room, a sentence goes to the next line
constexpr float kFollowingOfLine = 0.4f;  // the part of the line that a followed file may take

// "504 words, 33 different. The same in all: sbo 1024 bytes. a_desc: the start address advances by 32 bytes."
std::string batch_summary(const View& view, const BatchPanelState& state) {
    std::string out = say(state.counts, ".");
    if (!state.common.empty()) out += say(" ", state.common, ".");
    for (const KStep& step : view.pasted.steps)
        out += say(" ", step.name, ": the start address advances by ", step.units * 16, " bytes.");
    return out;
}

void draw_summary(const View& view, const BatchPanelState& state, bool is_first) {
    const std::string summary = batch_summary(view, state);
    if (!is_first)
        stay_on_line(std::min(ImGui::CalcTextSize(summary.c_str()).x, kLeastSentence * ImGui::GetFontSize()));
    ImGui::PushStyleColor(ImGuiCol_Text, view.theme.dim);
    beside_boxes(shortened(summary, ImGui::GetContentRegionAvail().x));
    ImGui::PopStyleColor();
    mark("batch.common");
    tip(summary);
}

// Draws what a followed file has brought so far, with a button that ends it. Draws nothing if no file is followed.
void draw_following(const BatchPanelState& state, Requests& requests) {
    if (state.following.empty()) return;
    if (button("Stop following", "batch.follow.stop", {.icon = Icon::stop})) requests.ask("stop_follow");
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    const bool alone = state.table.sheets.empty();
    const float room = ImGui::GetContentRegionAvail().x * (alone ? 1 : kFollowingOfLine);
    ImGui::TextUnformatted(shortened(state.following, room).c_str());
    mark("batch.follow");
    tip(state.following);
}

// Draws the line, or nothing if a narrow panel has nothing to say there. A sentence that does not fit is cut, and its
// tooltip has all of it. Returns true if the user asks for the next odd word.
bool draw_batch_info(const View& view, const BatchPanelState& state, Requests& requests) {
    draw_following(state, requests);
    const bool follows = !state.following.empty();
    if (!state.refused.empty()) {  // in place of the other sentences, so that the table does not move
        if (follows) stay_on_line(ImGui::CalcTextSize(state.refused.c_str()).x);
        ImGui::AlignTextToFramePadding();
        coloured(view.theme.error, state.refused, "batch.refused");
        return false;
    }
    const bool odd = !odd_in_words(state).empty();
    if (odd && follows) stay_on_line(button_width("Show") + kLeastSentence * ImGui::GetFontSize());
    const bool asks = draw_odd_line(view, state, "batch.odd", OddLine::cut);
    if (!is_narrow_batch()) draw_summary(view, state, !odd && !follows);
    return asks;
}

// Widths in sizes of the font.
constexpr float kFormatBox = 11, kSortBox = 10, kLeastFilter = 10, kMostFilter = 26;
constexpr const char *kOddOnly = "Odd only", *kCopy = "Copy", *kSave = "CSV ...";

std::string title_of_format(const BatchSheet& sheet) {
    return say(sheet.format->id, sheet.format->kind.empty() ? "" : " ", sheet.format->kind, "  (", sheet.rows.size(),
               ")");
}

// Words of one format share their columns, so each format has a table of its own.
void draw_formats(BatchPanelState& state) {
    const std::vector<BatchSheet>& sheets = state.table.sheets;
    if (sheets.size() < 2) return;
    ImGui::SetNextItemWidth(ImGui::GetFontSize() * kFormatBox);
    const bool open = begin_list("##format", title_of_format(sheets[state.sheet]), "batch.format");
    for (std::size_t i = 0; open && i < sheets.size(); ++i)
        if (list_line(title_of_format(sheets[i]), state.sheet == i, "batch.format.", i)) show_sheet(state, i);
    if (open) ImGui::EndCombo();
    ImGui::SameLine();
}

// What the line has room for beside the other tools.
float filter_width() {
    const float font = ImGui::GetFontSize(), gap = ImGui::GetStyle().ItemSpacing.x;
    const float others = button_width(kOddOnly) + ImGui::GetFrameHeight() + font * kSortBox +
                         action_width(Icon::copy, kCopy) + action_width(Icon::save, kSave) + 5 * gap;
    return std::clamp(ImGui::GetContentRegionAvail().x - others, font * kLeastFilter, font * kMostFilter);
}

// Above the box: the rows that it chooses are below it.
void explain_filter(const View& view, const BatchPanelState& state) {
    const Rect rows{ImGui::GetItemRectMin(), {ImGui::GetItemRectMax().x, ImGui::GetIO().DisplaySize.y}};
    const TooltipLine lines[] = {
        {view.theme.text, "Shows only the rows that have all of what you type, in any order:"},
        {view.theme.text,
         say("b_desc 128B    texts: in a name, a word, a field, a verdict or the line of the text\n"
             "start>=0x400   a column, a sign (= != < <= > >=) and a value\n"
             "verdict=error  columns are also name, line, word, and each field of the word\n"
             "start=?        the text does not give all bits of this field\n",
             shown_sheet(state)->has_text ? "stage=1        a name and a value in the line of the text\n" : "",
             "odd            the rows with the sign >"),
         {},
         view.mono}};
    tooltip_beside(rows, lines);
}

void draw_filter(const View& view, BatchPanelState& state) {
    ImGui::SetNextItemWidth(filter_width());
    // A box that has the keyboard keeps its text. So each paste has a box of its own, which is empty.
    const std::string id = say("##filter", state.paste_number.value_or(0), ' ', state.filter_box);
    ImGui::InputTextWithHint(id.c_str(), "Filter: b_desc start>=0x400", &state.query.filter);
    mark("batch.filter");
    if (ImGui::IsItemHovered() && !ImGui::IsItemActive()) explain_filter(view, state);
    stay_on_line(button_width(kOddOnly) + ImGui::GetFrameHeight());
    const bool none = state.marked.empty();
    ImGui::BeginDisabled(none && !state.query.only_marked);
    tick_box(kOddOnly, state.query.only_marked, "batch.odd_only");
    ImGui::EndDisabled();
    tip(none ? "No word differs from its group." : "Shows only the rows with the sign >.", kOffToo);
}

// The same as a click on a title, for the keyboard; and the two ways to arrange the rows that no title has.
void draw_sorting(const BatchSheet& sheet, BatchPanelState& state) {
    const float width = ImGui::GetFontSize() * kSortBox;
    stay_on_line(width);
    ImGui::SetNextItemWidth(width);
    const std::string shown = say("Sorted by ", state.query.by_name ? "name, " : "", title_of(sheet, state.query.sort));
    const bool open = ImGui::BeginCombo("##sort", shown.c_str(), ImGuiComboFlags_HeightLargest);
    mark("batch.sort");
    if (!open) return;
    for (const BatchColumn& column : batch_columns(sheet)) {
        const std::string_view title = title_of(sheet, column);
        if (list_line(std::string(title), state.query.sort == column, "batch.sort.by.", title))
            state.query.sort = column;
    }
    ImGui::Separator();
    tick_box("descending", state.query.descending, "batch.descending");
    tick_box("grouped by name", state.query.by_name, "batch.by_name");
    ImGui::EndCombo();
}

void draw_export(BatchPanelState& state, Requests& requests, const BatchSheet& sheet) {
    if (button(kCopy, "batch.copy", {.icon = Icon::copy, .beside = true})) {
        requests.copy = batch_text(state.table, sheet, state.lines, BatchForm::tsv);
        requests.status = say("Copied the table: ", state.counts, ".");
    }
    tip("Copies the rows that are shown, with tabs between the columns.");
    if (button(kSave, "batch.save", {.icon = Icon::save, .beside = true})) requests.ask("save_batch");
    tip("Saves the rows that are shown as a CSV file.");
}

void draw_empty(const View& view, const BatchPanelState& state, Requests& requests) {
    draw_following(state, requests);
    empty_state(view.theme, "batch.empty",
                state.following.empty() ? "Paste a log. Each descriptor in it becomes a row here."
                                        : "No word has come yet. Each one becomes a row here.");
}

}  // namespace

void draw_put(const View& view, PanelStates& states, Requests& requests, const BatchSheet& sheet) {
    BatchPanelState& state = states.batch;
    const bool any = state.chosen >= 0 && static_cast<std::size_t>(state.chosen) < sheet.rows.size();
    const BatchRow* row = any ? &sheet.rows[static_cast<std::size_t>(state.chosen)] : nullptr;
    ImGui::BeginDisabled(!any);
    if (button("Put on its card", "batch.put", {.beside = true})) put_on_cards(view, states, requests, {row->found});
    tip("Puts the selected word on the card that fits it.", kOffToo);
    ImGui::EndDisabled();
    if (!any) return;
    const BesideKey key{states.paste_number, state.sheet, state.chosen, sheet.rows.size()};
    if (state.beside_of != key) {
        state.beside = words_beside(view.pasted, state.table, *row);
        state.beside_of = key;
    }
    if (state.beside.size() < 2) return;
    const std::string label = say("Put all ", state.beside.size(), " words###put_all");
    if (button(label.c_str(), "batch.put_all", {.beside = true})) put_on_cards(view, states, requests, state.beside);
    tip("Puts the words that the text prints with this one on their cards.");
}

void draw_batch_tools(const View& view, PanelStates& states, Requests& requests) {
    BatchPanelState& state = states.batch;
    // The table of a new paste is made when the panel is drawn.
    if (shown_sheet(state) == nullptr || state.paste_number != states.paste_number) return;
    draw_formats(state);
    const BatchSheet& sheet = *shown_sheet(state);
    draw_filter(view, state);
    draw_sorting(sheet, state);
    draw_export(state, requests, sheet);
    if (is_narrow_batch()) {
        stay_on_line(button_width("Compare line 100 with ..."));
        draw_row_buttons(view, states, requests, sheet);
    }
    if (state.answered != state.query) requests.next_frame = true;  // the table may be drawn before its tools
}

// Reads: all words of the last paste.   Requests: SetWords for the selected word; the active word; the end of a
// followed file.
void draw_batch_panel(const View& view, PanelStates& states, Requests& requests) {
    BatchPanelState& state = states.batch;
    const auto follow = [&] {
        follow_batch(state, view.pasted, states.paste.text, states.paste_number, view.session.arch);
    };
    const float top = ImGui::GetCursorPosY();
    follow();
    if (shown_sheet(state) == nullptr) return draw_empty(view, state, requests);
    if (draw_batch_info(view, state, requests)) show_next_odd(state);
    follow();  // the next odd word can be on another sheet, and then a filter that hides it goes away
    const BatchSheet& sheet = *shown_sheet(state);
    if (is_narrow_batch()) draw_row_line(view, state, sheet, batch_summary(view, state));
    const float card = card_room(state, sheet);
    const int pointed = state.pointed;
    const float text_from = state.text_from;
    const BatchQuery query = state.query;
    state.pointed = -1;
    // While rows come, nothing may move under the pointer: the table takes all of its room at once.
    const bool grows = !state.following.empty();
    state.needs = grows ? 0 : ImGui::GetCursorPosY() - top + height_of_rows(sheet.rows.size());
    draw_batch_rows(view, state, card);
    draw_batch_card(view, states, requests, sheet, card);
    const bool changed = state.pointed != pointed || state.query != query || state.text_from != text_from;
    if (changed || state.reveals) requests.next_frame = true;
}

}  // namespace tilescope::ui
