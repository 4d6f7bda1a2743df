// app/window/guide/lesson_pane.cpp -- draws the pane of a lesson beside the live picture, and the list of the lessons.
// SPDX-License-Identifier: MIT
#include "app/window/guide/lessons.h"

#include "app/panels/panel_parts.h"
#include "app/publish/pages.h"
#include "app/ui/icons.h"
#include "app/ui/imgui_compat.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/buttons.h"
#include "app/widgets/rich_text.h"
#include "app/widgets/text_fit.h"
#include "app/window/documents/edits.h"
#include "app/window/frame/drawer.h"

#include <tilescope/base/say.h>

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace tilescope::ui {
namespace {

constexpr float kPanePad = 8;  // between the border of the pane and its text, in logical pixels
constexpr std::size_t kMostReply = 100;

bool is_popup_open() { return ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel); }

void run_soon(Document& doc, std::string_view id) { doc.requests.commands.push_back(command(id)); }

// A square for each step: filled if it was reached, ringed if it is shown. A click on it or close to it goes there.
void draw_steps(const View& view, Document& doc, const Prefs& prefs) {
    const LessonRun& run = *doc.lesson;
    const std::uint64_t reached = reached_steps(prefs, run.lesson.id);
    const float target = sizes_at(view.scale).row, around = std::round(target / 4);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (std::size_t i = 0; i < run.lesson.steps.size(); ++i) {
        if (i > 0) ImGui::SameLine(0, 0);
        ImGui::PushID(static_cast<int>(i));
        if (ImGui::InvisibleButton("step", {target, target}))
            doc.requests.commands.push_back(command("go_to_lesson_step", i));
        ImGui::PopID();
        const ImVec2 low = {ImGui::GetItemRectMin().x + around, ImGui::GetItemRectMin().y + around};
        const ImVec2 high = {ImGui::GetItemRectMax().x - around, ImGui::GetItemRectMax().y - around};
        const bool filled = (reached >> i & 1) != 0;
        if (filled) list.AddRectFilled(low, high, view.theme.good);
        list.AddRect(low, high, i == run.step ? view.theme.accent : view.theme.dim, 0, 0,
                     (i == run.step ? 2.0f : 1.0f) * sizes_at(view.scale).line);
        mark("lesson.step.", say(i + 1));
        tip(say(i + 1, ". ", run.lesson.steps[i].title, filled ? " (reached)" : ""));
    }
}

void draw_head(const View& view, Document& doc, const Prefs& prefs) {
    const LessonRun& run = *doc.lesson;
    heading(say("LESSON  ", run.lesson.title), style_of(view));
    mark("lesson.title");
    draw_steps(view, doc, prefs);
    const std::string count = say("step ", run.step + 1, " of ", run.lesson.steps.size());
    stay_on_line(ImGui::CalcTextSize(count.c_str()).x);
    ImGui::AlignTextToFramePadding();
    ImGui::TextDisabled("%s", count.c_str());
    mark("lesson.count");
    ImGui::Spacing();
    rich_line({{.style = SpanStyle::bold, .text = run.now().title}}, style_of(view));
    mark("lesson.step_title");
    ImGui::Spacing();
}

// What was typed before the box had the keyboard stays: the cursor is behind it, and nothing is selected.
int go_on_behind(ImGuiInputTextCallbackData* data) {
    if (std::exchange(static_cast<LessonRun*>(data->UserData)->gathers, false))
        data->CursorPos = data->SelectionStart = data->SelectionEnd = data->BufTextLen;
    return 0;
}

// The box of the reply. Enter judges what was typed.
void draw_reply(Document& doc, const Overlays& overlays, Regions& regions, Prefs& prefs) {
    LessonRun& run = *doc.lesson;
    char text[kMostReply + 1] = {};
    run.typed.copy(text, kMostReply);
    const float button = ImGui::CalcTextSize("Check").x + 2 * ImGui::GetStyle().FramePadding.x;
    ImGui::SetNextItemWidth(-button - ImGui::GetStyle().ItemSpacing.x);
    const bool covered = overlays.palette.open || is_popup_open();
    if (run.takes_keyboard && !covered) ImGui::SetKeyboardFocusHere(), regions.redraw.touch();
    constexpr ImGuiInputTextFlags kFlags =
        ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll | ImGuiInputTextFlags_CallbackAlways;
    const bool entered =
        ImGui::InputTextWithHint("##reply", "your answer", text, sizeof text, kFlags, go_on_behind, &run);
    mark("lesson.reply");
    run.typed = text;
    run.replies = ImGui::IsItemActive() || entered;
    if (ImGui::IsItemActive()) run.takes_keyboard = false;
    ImGui::SameLine();
    const bool pressed = ImGui::Button("Check");
    mark("lesson.check");
    if (entered || pressed) judge_reply(doc, regions, prefs);
    if (run.reached) ImGui::SetWindowFocus(nullptr);  // the box goes, and Enter goes on
}

// What the pane says about the last try has its room from the beginning, so that nothing moves when it comes.
void draw_judged(const LessonRun& run) {
    constexpr float kLines = 3;
    const float end = ImGui::GetCursorPosY() + kLines * ImGui::GetTextLineHeightWithSpacing();
    if (!run.judged.empty()) wrapped(run.judged, "lesson.judged");
    ImGui::SetCursorPosY(std::max(end, ImGui::GetCursorPosY()));
}

void draw_hints(const View& view, Document& doc) {
    const LessonRun& run = *doc.lesson;
    for (std::size_t i = 0; i < run.hints_shown; ++i) {
        LessonLine line = {{.style = SpanStyle::bold, .text = say("Hint ", i + 1, "  ")}};
        line.insert(line.end(), run.hints[i].begin(), run.hints[i].end());
        rich_line(line, style_of(view));
        mark("lesson.hint.", say(i + 1));
        ImGui::Spacing();
    }
    if (has_lesson_hint(doc)) {
        const std::string label =
            run.hints.size() == 1 ? "Hint" : say("Hint ", run.hints_shown + 1, " of ", run.hints.size());
        if (ImGui::Button(say(label, "###hint").c_str())) show_lesson_hint(doc);
        mark("lesson.hint");
        ImGui::SameLine();
    }
    if (has_lesson_answer(doc)) {
        if (ImGui::Button("Show the answer")) run_soon(doc, "lesson_answer");
        mark("lesson.show");
        ImGui::SameLine();
    }
    if (ImGui::Button("Start again")) run_soon(doc, "lesson_again");
    mark("lesson.again");
    tip("Begins this step again, with its session as it was.");
}

// One green sentence with a sign. What explains the answer follows it.
void draw_done(const View& view, Document& doc) {
    const LessonRun& run = *doc.lesson;
    const std::string text = say(text_of(Icon::apply).data(), "  ", run.expected ? "Right" : "Done",
                                 run.is_last() ? ": this was the last step." : ". Enter goes on.");
    const Sizes px = sizes_at(view.scale);
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, room = width - px.ring - 2 * px.pad;
    const ImVec2 high{low.x + width, low.y + ImGui::CalcTextSize(text.c_str(), nullptr, false, room).y + 2 * px.pad};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(low, high, faded(view.theme.good, 0.15f));
    list.AddRectFilled(low, {low.x + px.ring, high.y}, view.theme.good);
    ImGui::SetCursorScreenPos({low.x + px.ring + px.pad, low.y + px.pad});
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + room);
    coloured_line(view.theme.good, text);
    ImGui::PopTextWrapPos();
    ImGui::SetCursorScreenPos({low.x, high.y});
    ImGui::Dummy({width, px.pad});
    mark_rect({low, high}, "lesson.done");
    rich_line(run.done, style_of(view));
    mark("lesson.why");
}

void draw_request(const View& view, const LessonRun& run) {
    heading(run.expected ? "QUESTION" : "TASK", style_of(view), run.reached ? "reached" : "");
    rich_line(run.request, style_of(view));
    mark("lesson.task");
}

void draw_task(const View& view, Document& doc, const Overlays& overlays, Regions& regions, Prefs& prefs) {
    LessonRun& run = *doc.lesson;
    if (std::exchange(run.shows_verdict, false)) ImGui::SetScrollY(0);
    if (!run.now().has_task()) return;
    if (!run.reached && (reached_steps(prefs, run.lesson.id) >> run.step & 1) != 0) {
        dim_text(view.theme, "You have done this before. The step begins again.");
        mark("lesson.before");
    }
    if (run.expected && !run.reached) draw_reply(doc, overlays, regions, prefs);
    if (!run.reached) draw_judged(run), draw_hints(view, doc);
    if (run.reached) draw_done(view, doc);
    if (std::exchange(run.shows_hint, false)) ImGui::SetScrollHereY(1);
}

// What the learner can take away, on the last step.
void draw_keep(Document& doc) {
    const LessonRun& run = *doc.lesson;
    if (!run.is_last() || (run.now().has_task() && !run.reached)) return;
    ImGui::Spacing();
    const auto kept = io::kept_of(run.lesson);
    if (io::keeps_session(run.lesson) || !kept) {
        if (ImGui::Button("Save the session ...")) run_soon(doc, "save_as");
        mark("lesson.keep");
        tip("Keeps the session of this step as a file.");
        return;
    }
    wrapped(say("To keep: this session as ", kept->title, ". ", kept->help, '.'));
    if (ImGui::Button("Copy")) doc.requests.commands.push_back(command("copy_code", std::string(kept->id)));
    mark("lesson.keep");
    ImGui::SameLine();
    if (ImGui::Button("Save ...")) doc.requests.commands.push_back(command("save_code", std::string(kept->id)));
    mark("lesson.keep_file");
}

void draw_body(const View& view, Document& doc, const Prefs& prefs) {
    const LessonRun& run = *doc.lesson;
    draw_head(view, doc, prefs);
    if (!run.skipped.empty()) {
        coloured(view.theme.warn, run.skipped, "lesson.skipped");
        if (button(say("Back to step ", run.skipped_step + 1).c_str(), "lesson.skipped_step", {.small = true}))
            doc.requests.commands.push_back(command("go_to_lesson_step", run.skipped_step));
        ImGui::Separator();
    }
    if (!run.refused.empty()) {
        wrapped(say("This step cannot begin: ", run.refused, "."));
        mark("lesson.refused");
        return;
    }
    rich_text("lesson.text", run.text, style_of(view));
    if (!run.caption.empty()) {
        ImGui::Spacing();
        dim_text(view.theme, plain_text(run.caption));
        mark("lesson.caption");
    }
}

// Back, Next and Leave stay at the bottom of the pane.
void draw_buttons(const View& view, Document& doc, const Prefs& prefs) {
    const LessonRun& run = *doc.lesson;
    ImGui::BeginDisabled(!has_last_lesson_step(doc));
    if (ImGui::Button("Back")) run_soon(doc, "lesson_back");
    mark("lesson.back");
    ImGui::EndDisabled();
    ImGui::SameLine();
    const bool goes_on = run.reached || !run.now().has_task();
    ImGui::PushStyleColor(ImGuiCol_Button, faded(view.theme.accent, goes_on ? 0.35f : 0.0f));
    if (const std::string& next = run.next_lesson; run.is_last() && !next.empty()) {
        if (ImGui::Button("Next lesson")) doc.requests.commands.push_back(command("open_lesson", next));
    } else {
        ImGui::BeginDisabled(run.is_last());
        const char* label = skips_task(prefs, run) ? "Skip###next" : goes_on ? "Next (Enter)###next" : "Next###next";
        if (ImGui::Button(label)) run_soon(doc, "lesson_next");
        ImGui::EndDisabled();
    }
    mark("lesson.next");
    ImGui::PopStyleColor();
    ImGui::SameLine();
    if (ImGui::Button("Leave")) run_soon(doc, "leave_lesson");
    mark("lesson.leave");
}

// Enter goes on from a step that is reached, unless a box or a dialog has the keyboard. Call this before the step is
// drawn.
void go_on_with_enter(Documents& docs, Overlays& overlays) {
    const ImGuiIO& io = ImGui::GetIO();
    const bool busy = io.WantTextInput || ImGui::IsAnyItemActive() || overlays.palette.open ||
                      overlays.leaves_lesson != 0 || overlays.lesson_list || overlays.chooser.open ||
                      docs.closing.asks_unsaved || (io.NavVisible && ImGui::IsAnyItemFocused());
    const LessonRun& run = *docs.current().lesson;
    if (busy || run.begins || (run.now().has_task() && !run.reached) || run.is_last()) return;
    if (is_popup_open()) return;
    if (key_pressed(Key::enter, false)) run_soon(docs.current(), "lesson_next");
}

// A part of the pane that scrolls on its own. `wanted` becomes the height of all that it has; it counts in the next
// frame.
template <class Draw>
void scrolling_part(const char* id, float height, float& wanted, Regions& regions, const Draw& draw) {
    if (begin_part(id, {0, height})) {
        draw();
        const float now = ImGui::GetCursorPosY();
        if (std::exchange(wanted, now) != now) regions.redraw.touch();
    }
    ImGui::EndChild();
    mark("lesson.", id, "_part");
}

// The text scrolls. The task below it stays in sight, with the reply, the hints and the verdict in a part that scrolls
// too if the pane is low.
void draw_parts(const View& view, Document& doc, const Overlays& overlays, Regions& regions, Prefs& prefs) {
    LessonRun& run = *doc.lesson;
    const float between = ImGui::GetStyle().ItemSpacing.y, least = sizes_at(view.scale).row;
    const bool has_task = run.refused.empty() && run.now().has_task();
    const bool has_end = has_task || (run.refused.empty() && run.is_last());
    const bool begins = std::exchange(run.begins, false);
    const float bottom = ImGui::GetFrameHeightWithSpacing() + between;
    float room = std::max(ImGui::GetContentRegionAvail().y - bottom - (has_end ? 4 * between : 0), 3 * least);
    // A low pane shows some lines of each part.
    constexpr float kLow = 14;  // lines
    const bool low = room < kLow * ImGui::GetTextLineHeightWithSpacing();
    const float most_request = low ? 0.3f : 0.6f, most_task = low ? 0.2f : 0.5f;
    const float request = has_task ? std::clamp(run.heights.request, least, room * most_request) : 0;
    room = std::max(room - request, 2 * least);
    const float task = has_end ? std::min(run.heights.task, std::max(room * most_task, room - run.heights.text)) : 0;
    const float text = has_end ? std::clamp(run.heights.text, least, room - task) : -bottom;
    scrolling_part("text", text, run.heights.text, regions, [&] {
        if (begins) ImGui::SetScrollY(0);
        draw_body(view, doc, prefs);
    });
    if (has_task) {
        ImGui::Separator();
        scrolling_part("request", request, run.heights.request, regions, [&] { draw_request(view, run); });
    }
    if (has_end)
        scrolling_part("task", -bottom, run.heights.task, regions, [&] {
            if (begins) ImGui::SetScrollY(0);
            draw_task(view, doc, overlays, regions, prefs);
            draw_keep(doc);
        });
    ImGui::Separator();
    draw_buttons(view, doc, prefs);
}

}  // namespace

void draw_lesson_pane(const View& view, Context c, const Rect& place) {
    go_on_with_enter(c.documents, c.overlays);
    c.document().lesson->says_reached = false;  // the pane shows it
    ImGui::SetCursorScreenPos(place.min);
    const float pad = std::round(kPanePad * view.scale);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {pad, pad});
    const bool open = begin_region("lesson", {place.max.x - place.min.x, place.max.y - place.min.y}, view, c.regions);
    ImGui::PopStyleVar();
    if (open) draw_parts(view, c.document(), c.overlays, c.regions, c.prefs);
    ImGui::EndChild();
    mark("region.lesson");
}

void draw_compact_lesson(const View& view, Context c) {
    Document& doc = c.document();
    LessonRun& run = *doc.lesson;
    go_on_with_enter(c.documents, c.overlays);
    const bool open = ImGui::BeginTabItem("Lesson", nullptr, run.begins ? ImGuiTabItemFlags_SetSelected : 0);
    mark("compact.Lesson");
    // What is pointed at has a sentence of its own, but the learner does not see the pane here.
    if (std::exchange(run.says_reached, false) && !open) say_first(doc, "The task is done. The tab Lesson says why.");
    if (!open) return;
    if (begin_padded_part("Lesson", std::round(kPanePad * view.scale)))
        draw_parts(view, doc, c.overlays, c.regions, c.prefs);
    ImGui::EndChild();
    ImGui::EndTabItem();
}

namespace {

constexpr float kListWidth = 760;  // logical pixels

// Returns whether the lesson was chosen. `focus`: the row gets the keyboard.
bool draw_lesson_row(Document& doc, const Prefs& prefs, const Theme& theme, const LessonHead& head, std::size_t number,
                     bool focus) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    const std::size_t steps = reached_count(prefs, head.id, head.steps);
    const std::string label = say(number, "  ", head.title, "###", head.id);
    const bool chosen = ImGui::Selectable(label.c_str(), false, ImGuiSelectableFlags_SpanAllColumns);
    if (chosen) doc.requests.commands.push_back(command("open_lesson", head.id));
    mark("lessons.", head.id);
    if (focus) ImGui::SetItemDefaultFocus(), show_focus_ring();
    if (!head.about.empty()) tip_below(head.about);
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(level_text(head.level).c_str());
    mark("lessons.level.", head.id);
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(say(head.minutes, " min").c_str());
    ImGui::TableNextColumn();
    if (steps > 0) {
        const bool all = steps == head.steps;
        coloured_line(all ? theme.good : theme.text, say(all ? "all " : say(steps, " of "), head.steps, " steps"));
        mark("lessons.reached.", head.id);
    }
    return chosen;
}

// Returns whether a lesson was chosen.
bool draw_lesson_rows(Document& doc, const Prefs& prefs, const Theme& theme, const std::vector<LessonHead>& lessons,
                      std::string_view left) {
    constexpr ImGuiTableFlags flags =
        ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_NoSavedSettings;
    if (!ImGui::BeginTable("lessons", 4, flags)) return false;
    ImGui::TableSetupColumn("Lesson", ImGuiTableColumnFlags_WidthStretch);
    ImGui::TableSetupColumn("Level");
    ImGui::TableSetupColumn("Time");
    ImGui::TableSetupColumn("Progress");
    table_titles();
    bool chosen = false;
    const bool appears = ImGui::IsWindowAppearing();
    const std::string_view at = doc.lesson ? std::string_view(doc.lesson->lesson.id) : left;
    for (std::size_t i = 0; i < lessons.size(); ++i) {
        const bool now = at.empty() ? i == 0 : lessons[i].id == at;
        chosen |= draw_lesson_row(doc, prefs, theme, lessons[i], i + 1, appears && now);
    }
    ImGui::EndTable();
    return chosen;
}

// The list gets all keys. Esc closes it, and so does the key that opened it.
bool closing_key_pressed() {
    if (ImGui::IsWindowAppearing()) return false;
    return key_pressed(Key::escape, false) || (ImGui::GetIO().KeyCtrl && key_pressed(Key::l, false));
}

}  // namespace

void draw_lesson_list(Document& doc, Overlays& overlays, Regions& regions, const Prefs& prefs,
                      const FrameTools& tools) {
    constexpr const char* kTitle = "Lessons";
    std::optional<std::vector<LessonHead>>& list = overlays.lesson_list;
    if (list && !ImGui::IsPopupOpen(kTitle)) ImGui::OpenPopup(kTitle);
    const ImVec2 window = ImGui::GetMainViewport()->Size;
    ImGui::SetNextWindowPos({window.x * 0.5f, window.y * 0.5f}, ImGuiCond_Always, {0.5f, 0.5f});
    ImGui::SetNextWindowSize({std::min(kListWidth * tools.scale, window.x * 0.95f), window.y * 0.8f});
    constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                                        ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings;
    bool open = true;  // a click on its cross makes this false
    if (!ImGui::BeginPopupModal(kTitle, &open, kFlags)) return list.reset();
    if (list) {
        if (action_button(Icon::close, "Close")) open = false;
        mark("lessons.close");
        ImGui::SameLine();
        wrapped(opens_lesson_here(doc) ? "You have changed nothing in this lesson, so another one opens in its tab."
                                       : "A lesson opens in a tab of its own. Your session stays as it is.");
        mark("lessons.where");
        if (draw_lesson_rows(doc, prefs, *tools.theme, *list, overlays.lesson_left) || closing_key_pressed())
            open = false;
    }
    if (!open) list.reset();
    if (!list) {
        ImGui::CloseCurrentPopup(), regions.redraw.touch();
        ImGui::SetWindowFocus(nullptr);  // Enter goes on in the lesson; it presses nothing behind the list
    }
    ImGui::EndPopup();
}

}  // namespace tilescope::ui
