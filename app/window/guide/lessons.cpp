// app/window/guide/lessons.cpp -- lessons in the window: opens them, follows what the learner does, keeps the progress.
// SPDX-License-Identifier: MIT
#include "app/window/guide/lessons.h"

#include "app/io/lessons.h"
#include "app/widgets/buttons.h"
#include "app/window/documents/edits.h"
#include "app/window/documents/tabs.h"
#include "app/window/frame/feature.h"
#include "app/window/frame/keys.h"
#include "app/window/paste/paste.h"

#include <tilescope/base/say.h>
#include <tilescope/document/presets.h>

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

LessonMoment moment_of(const Document& doc) {
    const bool present = doc.results.is_of(doc.revision);
    return {doc.derived, doc.view_state, present ? &*doc.results.emulation : nullptr};
}

void note_progress(Prefs& prefs, const LessonRun& run) {
    if (run.step >= kMostSteps) return;
    std::vector<std::string>& all = prefs.lessons;
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
    run.field = shown.field;
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
void load_step(Documents& docs, Jobs& jobs, Regions& regions, const Session& session) {
    Document& doc = docs.current();
    doc.session = apply_edit(doc.session, LoadSession{session, {}});
    doc.history = {};
    doc.paste.rewritten.reset();
    doc.user_memory = {};
    forget_paste(docs, jobs, regions);
    begin_revision(doc);  // also if the session is the same: the emulation is looked at again
    detach_file(doc);     // a file that was saved has the session of the step before
    note_saved(doc);
}

// The lesson after this one; empty: it is the last one.
std::string lesson_after(std::string_view id) {
    const std::vector<LessonHead> all = io::lesson_heads();
    const auto now = std::ranges::find(all, id, &LessonHead::id);
    return now == all.end() || now + 1 == all.end() ? std::string() : (now + 1)->id;
}

// Begins a step in the shown document. Requires: a lesson.
void begin_step(Context c, std::size_t index) {
    Document& doc = c.document();
    LessonRun run;
    run.lesson = std::move(doc.lesson->lesson);
    run.step = index;
    run.takes_keyboard = run.now().reply.has_value();
    if (run.is_last()) run.next_lesson = lesson_after(run.lesson.id);
    auto shown = begun_step(run.lesson, index);
    if (shown) {
        const LessonState begin = shown->begin;
        take_texts(run, std::move(*shown));
        load_step(c.documents, c.jobs, c.regions, begin.session);
        if (const StageShow* show = show_on_stage(doc)) show->forget(doc);
        set_view_state(doc, begin.view);
        doc.active_before = begin.view.active;
        run.begun_view = doc.view_state;
        run.begun_session = doc.session;
        run.begun_revision = doc.revision;
        reset_views(doc.states);
        c.regions.zoom_to = zoom_of(run.now().camera);
        doc.states.memory.reveal = doc.states.tmem.reveal = true;
    } else {
        run.refused = shown.why;
    }
    *doc.lesson = std::move(run);
    if (doc.lesson->refused.empty() && !doc.lesson->now().has_task()) note_progress(c.prefs, *doc.lesson);
    c.regions.redraw.touch();
}

void set_reached(Document& doc, Regions& regions, Prefs& prefs) {
    LessonRun& run = *doc.lesson;
    run.reached = run.shows_verdict = run.says_reached = true;
    run.judged.clear();
    note_progress(prefs, run);
    if (doc.status.empty()) doc.status = kReachedSentence;
    regions.redraw.touch();
}

// The first step that was not reached; the first one of a lesson that is done.
std::size_t first_open_step(const Prefs& prefs, const Lesson& lesson) {
    const std::uint64_t reached = reached_steps(prefs, lesson.id);
    for (std::size_t i = 0; i < std::min(lesson.steps.size(), kMostSteps); ++i)
        if ((reached >> i & 1) == 0) return i;
    return 0;
}

// A session that the user saved as a file and then edited stays in its tab; the lesson goes on in another one.
bool leave_saved_session(Context c) {
    if (!is_unsaved(c.document())) return true;
    std::unique_ptr<LessonRun> lesson = std::move(c.document().lesson);
    const bool added = add_tab(c, c.document().session);
    c.document().lesson = std::move(lesson);
    return added;
}

}  // namespace

bool in_lesson(const Document& doc) { return doc.lesson != nullptr; }

bool has_open_task(const Document& doc) {
    return doc.lesson && doc.lesson->refused.empty() && doc.lesson->now().has_task() && !doc.lesson->reached;
}

bool has_next_lesson_step(const Document& doc) { return doc.lesson && !doc.lesson->is_last(); }

bool has_last_lesson_step(const Document& doc) { return doc.lesson && doc.lesson->step > 0; }

bool has_lesson_hint(const Document& doc) {
    return doc.lesson && !doc.lesson->reached && doc.lesson->hints_shown < doc.lesson->hints.size();
}

bool has_lesson_answer(const Document& doc) { return has_open_task(doc) && !has_lesson_hint(doc); }

bool opens_lesson_here(const Document& doc) { return doc.lesson && !has_work(doc); }

std::uint64_t reached_steps(const Prefs& prefs, std::string_view id) {
    for (const std::string& text : prefs.lessons)
        if (const io::LessonProgress progress = io::lesson_progress(text); progress.id == id) return progress.steps;
    return 0;
}

std::size_t reached_count(const Prefs& prefs, std::string_view id, std::size_t steps) {
    return static_cast<std::size_t>(std::popcount(reached_steps(prefs, id) & all_steps(steps)));
}

void open_lesson(Context c, Lesson lesson, std::size_t step) {
    const std::size_t index = std::min(step, lesson.steps.size() - 1);
    const auto begin = beginning_of(lesson, index);
    if (!begin) return say_now(c.document(), begin.why);
    if (!opens_lesson_here(c.document()) && !add_tab(c, begin->session)) return;
    c.overlays.leaves_lesson = 0;
    c.document().lesson = std::make_unique<LessonRun>();
    c.document().lesson->lesson = std::move(lesson);
    begin_step(c, index);
}

void open_lesson_named(Context c, std::string_view name) {
    auto lesson = io::lesson_named(name);
    if (!lesson) return say_now(c.document(), lesson.why);
    for (std::size_t i = 0; i < tab_count(c.documents); ++i)
        if (const auto& other = document_of(c.documents, i).lesson; other && other->lesson.id == lesson->id)
            return show_tab(c, i);
    const std::size_t step = first_open_step(c.prefs, *lesson);
    open_lesson(c, std::move(*lesson), step);
}

bool skips_task(const Prefs& prefs, const LessonRun& run) {
    const bool undone = run.refused.empty() && run.now().has_task() && !run.reached;
    return undone && (reached_steps(prefs, run.lesson.id) >> run.step & 1) == 0;
}

void step_lesson(Context c, int by) {
    if (!c.document().lesson || !leave_saved_session(c)) return;
    const LessonRun& run = *c.document().lesson;
    std::string skipped;
    const std::size_t from = run.step;
    if (by > 0 && skips_task(c.prefs, run)) skipped = say("You skipped step ", from + 1, ": ", plain_text(run.request));
    const int last = static_cast<int>(run.lesson.steps.size()) - 1;
    begin_step(c, static_cast<std::size_t>(std::clamp(static_cast<int>(from) + by, 0, last)));
    c.document().lesson->skipped = std::move(skipped);
    c.document().lesson->skipped_step = from;
}

void end_lesson(Context c, bool keeps) {
    Document& doc = c.document();
    if (!doc.lesson) return;
    if (!keeps) {
        if (!has_tabs(c.documents)) {  // it is never the last tab: an ordinary one takes its place
            add_tab(c, presets().front().session());
            show_tab(c, 0);
        }
        return close_tab(c, c.documents.shown);
    }
    doc.lesson.reset();
    if (!doc.file.path.empty()) return;
    // Its backup copy begins, and closing it asks, also if it is as the step began.
    doc.file.saved.reset();
    doc.file.saved_revision = 0;
    c.regions.redraw.touch();
}

namespace {

// What went wrong, if the lesson knows this mistake: else an empty string.
std::string known_mistake(const LessonRun& run, const Session& session, const ViewState& view) {
    const Derived derived = derive(run.begun_session);
    return plain_text(mistake_in(run.now(), {derived, run.begun_view, nullptr}, {session, view, run.typed}));
}

// What the learner did since the step began, in a task that is not done: what was clicked, which field has which value.
std::string judged_try(const Document& doc) {
    const LessonRun& run = *doc.lesson;
    const bool edited = doc.session != run.begun_session;
    const Focus& selection = doc.view_state.selection;
    const auto clicks = [](const LessonAction& action) { return action.what == LessonDo::select; };
    const bool chose =
        selection != run.begun_view.selection && selection != Focus{} && std::ranges::any_of(run.now().answers, clicks);
    if (!edited && !chose) return {};
    if (run.lost_memory(doc.session))
        return "A and B were written anew, and the task is about the memory of the step. Ctrl+Z or \"Start again\" "
               "brings it back.";
    const std::string why = known_mistake(run, doc.session, doc.view_state);
    if (chose)
        return say("You chose ", trace(doc.derived, selection).sentence, " ",
                   why.empty() ? "It is not asked for." : why);
    const std::size_t done = doc.history.done();
    const std::string what = done == 0 ? "" : say(doc.history.steps()[done - 1].what, ". ");
    return say(what, why.empty() ? "The task is not done yet." : why);
}

}  // namespace

bool keep_typed_reply(Document& doc, Regions& regions) {
    LessonRun* const run = doc.lesson.get();
    if (run == nullptr || !run->expected) return false;
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) run->replies = false;
    const std::string typed = typed_text();
    const bool digit = !typed.empty() && typed.front() >= '0' && typed.front() <= '9';
    if (run->reached) return digit && run->replies;
    if (typed.empty() || (!digit && !run->gathers)) return false;
    if (!run->gathers) run->typed.clear();
    run->typed += typed;
    run->gathers = run->takes_keyboard = true;
    regions.redraw.touch();
    return true;
}

void judge_reply(Document& doc, Regions& regions, Prefs& prefs) {
    LessonRun& run = *doc.lesson;
    if (!run.expected || run.typed.empty()) return;
    const auto reply = judged(*run.expected, run.typed, plain_text(run.request), run.field);
    if (reply && reply->right) return set_reached(doc, regions, prefs);
    const std::string why = known_mistake(run, doc.session, doc.view_state);
    run.judged = !reply ? say(reply.why, ".")
                        : say(run.typed, " is not right. ", why.empty() ? "Try again, or read a hint." : why);
    run.shows_verdict = run.takes_keyboard = true;
}

void show_lesson_hint(Document& doc) {
    if (!has_lesson_hint(doc)) return;
    ++doc.lesson->hints_shown;
    doc.lesson->shows_hint = true;
}

void show_lesson_answer(Context c) {
    if (!has_lesson_answer(c.document())) return;
    LessonRun& run = *c.document().lesson;
    if (run.expected) {
        run.typed = tilescope::text_of(*run.expected);
        return judge_reply(c.document(), c.regions, c.prefs);
    }
    const std::vector<LessonAction> answers = run.now().answers;
    step_lesson(c, 0);
    const Derived derived = derive(c.document().session);
    const LessonMoment beginning{derived, c.document().view_state, nullptr};
    for (const LessonAction& action : answers) {
        const auto whole = with_values(action, beginning);
        if (!whole) continue;
        if (const Command* command = find_command(whole->value); !is_tried(*whole) && command) {
            run_command(c, ui::command(command->id));
            continue;
        }
        Document& doc = c.document();
        LessonState state{doc.session, doc.view_state, {}};
        if (!apply(state, *whole)) continue;
        if (state.session != doc.session) {
            doc.history.record_and_apply(doc.session, LoadSession{state.session, "the answer of the lesson"});
            begin_revision(doc);
        }
        doc.view_state = state.view;
    }
    c.document().requests.view_state = c.document().view_state;
    c.document().status = "This is the answer. Read why it is right, then go on.";
}

namespace {

// Looks whether the step is reached now.
void follow_lesson(Document& doc, Regions& regions, Prefs& prefs) {
    if (!doc.lesson) return;
    LessonRun& run = *doc.lesson;
    const bool same =
        run.seen_revision == doc.revision && run.seen_result == doc.results.serial && run.seen_view == doc.view_state;
    if (same || !run.refused.empty()) return;
    run.seen_revision = doc.revision;
    run.seen_result = doc.results.serial;
    run.seen_view = doc.view_state;
    const bool present = doc.results.is_of(doc.revision);
    if (!run.reached && run.now().check) {
        if (check_needs_emulation(run.now()) && !present) return;
        if (run.lost_memory(doc.session) || !reached(run.now(), moment_of(doc)))
            return void(run.judged = judged_try(doc));
        set_reached(doc, regions, prefs);
        run.done_waits = true;
    }
    if (!run.done_waits || (needs_emulation(run.now().done) && !present)) return;
    run.done_waits = false;
    run.done = evaluated(run.now().done, moment_of(doc));
}

// A task is about the memory that its step began with.
void note_memory_of_lesson(Context c, const std::vector<Edit>& edits, const Session&) {
    const auto writes = [](const Edit& edit) {
        return std::holds_alternative<MatchWords>(edit) || std::holds_alternative<SetImage>(edit);
    };
    LessonRun* const run = c.document().lesson.get();
    if (run != nullptr && std::ranges::any_of(edits, writes)) run->memory_set = true;
}

// Goes to a step; the one that is shown goes on.
void go_to_lesson_step(Context c, std::size_t step) {
    if (!c.document().lesson || step == c.document().lesson->step) return;  // what the learner made there stays
    step_lesson(c, static_cast<int>(step) - static_cast<int>(c.document().lesson->step));
}

// Opens or closes the list.
void list_lessons(Overlays& overlays) {
    if (overlays.lesson_list)
        overlays.lesson_list.reset();
    else
        overlays.lesson_list = io::lesson_heads();
}

// Closed without the wish to go on with its session: the list is open again at this lesson.
void close_to_list(Context c) {
    c.overlays.lesson_left = c.document().lesson->lesson.id;
    end_lesson(c, false);
    if (!has_question(c.documents, c.overlays)) c.overlays.lesson_list = io::lesson_heads();
}

void leave_lesson(const Document& doc, Overlays& overlays) { overlays.leaves_lesson = doc.id; }

// Asked when the user leaves a lesson. "Keep" is the first button because it loses nothing.
void draw_over(Context c, const FrameTools& tools) {
    draw_lesson_list(c.document(), c.overlays, c.regions, c.prefs, tools);
    if (c.overlays.leaves_lesson != c.document().id) c.overlays.leaves_lesson = 0;  // another tab came to the front
    if (c.overlays.leaves_lesson == 0) return;
    enum : std::size_t { keep, close, cancel };
    constexpr QuestionButton kChoices[] = {
        {"Keep", "leave_lesson.keep"}, {"Close", "leave_lesson.close"}, {"Cancel", "leave_lesson.cancel"}};
    const auto answer =
        ask_question("Leave the lesson",
                     "Keep this session as an ordinary tab, or close it and go back to the list of lessons? The "
                     "steps that you reached are kept in both cases.",
                     kChoices, tools.scale);
    if (answer) c.overlays.leaves_lesson = 0;
    if (answer == keep) end_lesson(c, true);
    if (answer == close) close_to_list(c);
}

// clang-format off
constexpr Command kLessonCommands[] = {
    {.id = "lessons", .title = "Lessons ...", .keys = "Ctrl+L", .menu = Menu::help, .place = 1300,
     .act = with<list_lessons>, .words = "learn tutorial teach course newcomer beginner introduction how to",
     .keeps_start_page = true},
    {.id = "lesson_next", .title = "Next step of the lesson", .keys = "Alt+Right", .menu = Menu::help, .place = 1310,
     .when = {with<has_next_lesson_step>}, .act = with<step_lesson, 1>,
     .words = "learn tutorial forward continue"},
    {.id = "lesson_back", .title = "Previous step of the lesson", .keys = "Alt+Left", .menu = Menu::help,
     .place = 1320, .when = {with<has_last_lesson_step>}, .act = with<step_lesson, -1>,
     .words = "learn tutorial back"},
    {.id = "lesson_again", .title = "Start the step of the lesson again", .menu = Menu::help, .place = 1330,
     .when = {with<in_lesson>}, .act = with<step_lesson, 0>, .words = "learn tutorial restart reset"},
    {.id = "lesson_hint", .title = "Show a hint of the lesson", .menu = Menu::help, .place = 1340,
     .when = {with<has_lesson_hint>}, .act = with<show_lesson_hint>, .words = "learn tutorial help stuck"},
    {.id = "lesson_answer", .title = "Show the answer of the lesson", .menu = Menu::help, .place = 1350,
     .when = {with<has_lesson_answer>}, .act = with<show_lesson_answer>,
     .words = "learn tutorial solution solve task"},
    {.id = "leave_lesson", .title = "Leave the lesson", .menu = Menu::help, .place = 1360, .when = {with<in_lesson>},
     .act = with<leave_lesson>, .words = "learn tutorial end quit close"},
    {.id = "open_lesson", .act_on = with_request<open_lesson_named>},
    {.id = "go_to_lesson_step", .act_on = with_request<go_to_lesson_step>},
};
// clang-format on

}  // namespace

const Feature kLessons = {.id = "lessons",
                          .commands = kLessonCommands,
                          .follow = with<follow_lesson>,
                          .draws_over = draw_over,
                          .edited = note_memory_of_lesson};

}  // namespace tilescope::ui
