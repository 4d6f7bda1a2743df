// app/shell/lessons.cpp -- lessons in the window: opens them, follows what the learner does, keeps the progress.
// SPDX-License-Identifier: MIT
#include "app/shell/lessons.h"

#include "app/io/lessons.h"
#include "app/shell/commands.h"
#include "app/shell/files.h"
#include "app/shell/frame.h"
#include "app/shell/player.h"
#include "app/shell/shown_parts.h"
#include "app/shell/tabs.h"

#include <tilescope/base/say.h>
#include <tilescope/lessons/shown_step.h>
#include <tilescope/session/presets.h>

#include <algorithm>
#include <bit>
#include <utility>

namespace tilescope::ui {
namespace {

constexpr std::size_t kMostSteps = 64;  // bits of a progress
constexpr std::string_view kReachedSentence = "The task is done. The lesson says why.";

// A bit for each step that a lesson has. A damaged file can have other bits.
std::uint64_t all_steps(std::size_t count) {
    return count >= kMostSteps ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
}

LessonMoment moment_of(const App& app) {
    const bool present = app.results.is_of(app.revision);
    return {app.derived, app.view_state, present ? &*app.results.emulation : nullptr};
}

void note_progress(App& app, const LessonRun& run) {
    if (run.step >= kMostSteps) return;
    std::vector<std::string>& all = app.prefs.lessons;
    const auto entry = std::ranges::find_if(
        all, [&](const std::string& text) { return io::lesson_progress(text).id == run.lesson.id; });
    const std::uint64_t bit = std::uint64_t{1} << run.step;
    if (entry != all.end())
        *entry = io::progress_text({run.lesson.id, io::lesson_progress(*entry).steps | bit});
    else
        all.push_back(io::progress_text({run.lesson.id, bit}));
}

// Takes the texts of a step. One that needs the emulation computes it at once: that takes a few milliseconds.
void take_texts(LessonRun& run, ShownStep shown) {
    run.text = std::move(shown.text);
    run.caption = std::move(shown.caption);
    run.request = std::move(shown.request);
    run.hints = std::move(shown.hints);
    run.expected = std::move(shown.expected);
    if (run.now().reply) run.done = std::move(shown.done);
}

ZoomTo zoom_of(LessonCamera camera) {
    switch (camera) {
    case LessonCamera::all: return ZoomTo::all;
    case LessonCamera::one: return ZoomTo::one;
    case LessonCamera::selection: return ZoomTo::selection;
    case LessonCamera::leave: break;
    }
    return ZoomTo::none;
}

// The pictures get the zooms and places that they have in a new window: a step shows what its caption names.
void reset_views(PanelStates& states) {
    PanelStates fresh;
    const std::vector<MovingView*> views = moving_views(states), first = moving_views(fresh);
    for (std::size_t i = 0; i < views.size(); ++i) *views[i] = *first[i];
}

// The session of the step takes the place of what the learner made. Undo does not lead back into another step.
void load_step(App& app, const Session& session) {
    app.session = apply_edit(app.session, LoadSession{session, {}});
    app.history = {};
    app.rewritten.reset();
    app.user_memory = {};
    forget_paste(app);
    begin_revision(app);    // also if the session is the same: the emulation is looked at again
    app.file_path.clear();  // a file that was saved has the session of the step before
    app.file_text.reset();
    app.saved = app.session;
    app.saved_revision = app.revision;
}

// The lesson after this one; empty: it is the last one.
std::string lesson_after(std::string_view id) {
    const std::vector<LessonHead> all = io::lesson_heads();
    const auto now = std::ranges::find(all, id, &LessonHead::id);
    return now == all.end() || now + 1 == all.end() ? std::string() : (now + 1)->id;
}

// Begins a step in the shown document. Requires: app.lesson.
void begin_step(App& app, std::size_t index) {
    LessonRun run;
    run.lesson = std::move(app.lesson->lesson);
    run.step = index;
    if (run.is_last()) run.next_lesson = lesson_after(run.lesson.id);
    auto shown = begun_step(run.lesson, index);
    if (shown) {
        const LessonState begin = shown->begin;
        take_texts(run, std::move(*shown));
        load_step(app, begin.session);
        drop_player(app);
        set_view_state(app, begin.view);
        app.active_before = begin.view.active;
        app.requests.view_state = app.view_state;
        run.begun_view = app.view_state;
        run.begun_revision = app.revision;
        reset_views(app.states);  // a step shows what its caption names
        app.zoom_to = zoom_of(run.now().camera);
        app.states.memory.reveal = app.states.tmem.reveal = true;
    } else {
        run.refused = shown.why;
    }
    *app.lesson = std::move(run);
    if (app.lesson->refused.empty() && !app.lesson->now().has_task()) note_progress(app, *app.lesson);
    app.redraw.touch();
}

void set_reached(App& app) {
    LessonRun& run = *app.lesson;
    run.reached = true;
    run.scrolls_to_task = run.says_reached = true;
    run.judged.clear();
    note_progress(app, run);
    if (app.status.empty()) app.status = std::string(kReachedSentence);
    app.redraw.touch();
}

// The first step that was not reached; the first one of a lesson that is done.
std::size_t first_open_step(const App& app, const Lesson& lesson) {
    const std::uint64_t reached = reached_steps(app, lesson.id);
    for (std::size_t i = 0; i < std::min(lesson.steps.size(), kMostSteps); ++i)
        if ((reached >> i & 1) == 0) return i;
    return 0;
}

// A session that the user saved as a file and then edited stays in its tab; the lesson goes on in another one.
bool leave_saved_session(App& app) {
    if (!is_unsaved(app)) return true;
    std::unique_ptr<LessonRun> lesson = std::move(app.lesson);
    const bool added = add_tab(app, app.session);
    app.lesson = std::move(lesson);
    return added;
}

// Closes the tab of the lesson. It is never the last tab: an ordinary one takes its place.
void close_lesson_tab(App& app) {
    if (!has_tabs(app)) {
        add_tab(app, presets().front().session());
        show_tab(app, 0);
    }
    close_tab(app, app.tab);
}

}  // namespace

bool in_lesson(const App& app) { return app.lesson != nullptr; }
bool has_next_lesson_step(const App& app) { return app.lesson && !app.lesson->is_last(); }
bool has_last_lesson_step(const App& app) { return app.lesson && app.lesson->step > 0; }
bool has_lesson_hint(const App& app) {
    return app.lesson && !app.lesson->reached && app.lesson->hints_shown < app.lesson->hints.size();
}
bool has_lesson_answer(const App& app) {
    return app.lesson && !app.lesson->reached && app.lesson->refused.empty() && app.lesson->now().has_task() &&
           !has_lesson_hint(app);
}

bool opens_lesson_here(const App& app) { return app.lesson && !has_work(app); }

bool asks_for_paste(const App& app) {
    if (!app.lesson) return false;
    const auto names_it = [](const LessonLine& line) { return plain_text(line).find("Ctrl+V") != std::string::npos; };
    return names_it(app.lesson->request) || std::ranges::any_of(app.lesson->hints, names_it);
}

std::span<const FieldPlace> rings_of_lesson(const App& app) {
    if (!app.lesson) return {};
    return app.lesson->now().rings;
}

std::uint64_t reached_steps(const App& app, std::string_view id) {
    for (const std::string& text : app.prefs.lessons)
        if (const io::LessonProgress progress = io::lesson_progress(text); progress.id == id) return progress.steps;
    return 0;
}

std::size_t reached_count(const App& app, std::string_view id, std::size_t steps) {
    return static_cast<std::size_t>(std::popcount(reached_steps(app, id) & all_steps(steps)));
}

void open_lesson(App& app, Lesson lesson, std::size_t step) {
    const std::size_t index = std::min(step, lesson.steps.size() - 1);
    const auto begin = beginning_of(lesson, index);
    if (!begin) {
        say_now(app, begin.why);
        return;
    }
    if (!opens_lesson_here(app) && !add_tab(app, begin->session)) return;
    app.leaves_lesson = 0;
    app.lesson = std::make_unique<LessonRun>();
    app.lesson->lesson = std::move(lesson);
    begin_step(app, index);
}

void open_lesson_named(App& app, std::string_view name) {
    auto lesson = io::lesson_named(name);
    if (!lesson) {
        say_now(app, lesson.why);
        return;
    }
    for (std::size_t i = 0; i < tab_count(app); ++i)
        if (const auto& other = document_of(app, i).lesson; other && other->lesson.id == lesson->id)
            return show_tab(app, i);
    const std::size_t step = first_open_step(app, *lesson);
    open_lesson(app, std::move(*lesson), step);
}

void step_lesson(App& app, int by) {
    if (!app.lesson || !leave_saved_session(app)) return;
    const int last = static_cast<int>(app.lesson->lesson.steps.size()) - 1;
    begin_step(app, static_cast<std::size_t>(std::clamp(static_cast<int>(app.lesson->step) + by, 0, last)));
}

void go_to_lesson_step(App& app, std::size_t step) {
    if (!app.lesson || step == app.lesson->step) return;  // what the learner made there stays
    step_lesson(app, static_cast<int>(step) - static_cast<int>(app.lesson->step));
}

void end_lesson(App& app, bool keeps) {
    if (!app.lesson) return;
    if (!keeps) return close_lesson_tab(app);
    app.lesson.reset();
    if (!app.file_path.empty()) return;
    // Its backup copy begins, and closing it asks, also if it is as the step began.
    app.saved.reset();
    app.saved_revision = 0;
    app.redraw.touch();
}

bool lesson_needs_result(const App& app) {
    if (!app.lesson || !app.jobs) return false;
    const LessonRun& run = *app.lesson;
    return run.done_waits || (!run.reached && check_needs_emulation(run.now()));
}

void follow_lesson(App& app) {
    if (!app.lesson) return;
    LessonRun& run = *app.lesson;
    const bool same =
        run.seen_revision == app.revision && run.seen_result == app.results.serial && run.seen_view == app.view_state;
    if (same || !run.refused.empty()) return;
    run.seen_revision = app.revision;
    run.seen_result = app.results.serial;
    run.seen_view = app.view_state;
    const bool present = app.results.is_of(app.revision);
    if (!run.reached && run.now().check) {
        if (check_needs_emulation(run.now()) && !present) return;
        if (!reached(run.now(), moment_of(app))) return;
        set_reached(app);
        run.done_waits = true;
    }
    if (!run.done_waits || (needs_emulation(run.now().done) && !present)) return;
    run.done_waits = false;
    run.done = evaluated(run.now().done, moment_of(app));
}

void judge_reply(App& app) {
    LessonRun& run = *app.lesson;
    if (!run.expected || run.typed.empty()) return;
    const auto reply = judged(*run.expected, run.typed);
    if (reply && reply->right) return set_reached(app);
    run.judged = !reply ? say(reply.why, ".") : say(run.typed, " is not right. Try again, or read a hint.");
    run.scrolls_to_task = true;
    run.takes_keyboard = true;
}

void show_lesson_hint(App& app) {
    if (!has_lesson_hint(app)) return;
    ++app.lesson->hints_shown;
    app.lesson->scrolls_to_task = true;
}

void show_lesson_answer(App& app) {
    if (!has_lesson_answer(app)) return;
    LessonRun& run = *app.lesson;
    if (run.expected) {
        run.typed = tilescope::text_of(*run.expected);
        return judge_reply(app);
    }
    const std::vector<LessonAction> answers = run.now().answers;
    step_lesson(app, 0);
    const Derived derived = derive(app.session);
    const LessonMoment beginning{derived, app.view_state, nullptr};
    for (const LessonAction& action : answers) {
        const auto whole = with_values(action, beginning);
        if (!whole) continue;
        if (const Command* command = find_command(whole->value); !is_tried(*whole) && command) {
            run_command(app, command);
            continue;
        }
        LessonState state{app.session, app.view_state, {}};
        if (!apply(state, *whole)) continue;
        if (state.session != app.session) {
            app.history.record_and_apply(app.session, LoadSession{state.session, "the answer of the lesson"});
            begin_revision(app);
        }
        app.view_state = state.view;
    }
    app.requests.view_state = app.view_state;
    app.status = "This is the answer. Read why it is right, then go on.";
}

void list_lessons(App& app) {
    if (app.lesson_list)
        app.lesson_list.reset();
    else
        app.lesson_list = io::lesson_heads();
}

}  // namespace tilescope::ui
