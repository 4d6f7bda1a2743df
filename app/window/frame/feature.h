// app/window/frame/feature.h -- a feature of the window: its commands, its threads, and what it does in each frame.
// SPDX-License-Identifier: MIT
//
//     const Feature kPlayer = {.id = "player", .commands = kPlayerCommands, .react = with<follow_player>};
//     TILESCOPE_FEATURE(kPlayer)                                     // its row of features.inc
//
// The frame, the loop and the edits loop over all features, in the order of the rows. Without its folder and its row,
// the program builds and lacks the feature, unless other code names it (docs/extend.md). tests/next removes one.
#pragma once

#include "app/window/frame/command.h"
#include "app/window/frame/context.h"

#include <tilescope/export/sheet.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::ui {

// What a feature shows on the stage in place of its panels. All functions but `shown` require that it is shown.
// The caption before this one, and how much of it is still seen: 1 to 0.
struct FadingCaption {
    std::string text;
    float seen = 0;
};

struct StageShow {
    bool (*shown)(const Document&);
    void (*draw)(const View&, Document&);
    std::optional<Sheet> (*sheet)(const Document&, const Prefs&);  // none: there is no picture yet
    bool (*step)(Document&, const Prefs&, int by);                 // the keys Left and Right; false: it was at its end
    void (*play_or_pause)(Document&);
    bool (*plays)(const Document&);
    void (*close)(Document&);   // as Esc does
    void (*forget)(Document&);  // the view changes anyway: restores nothing
    // For the presentation: a title, the sentence below the picture, and the place ("step 2 of 5").
    std::string (*title)(const Document&), (*sentence)(const Document&);
    FadingCaption (*fading)(const Document&);
    std::string (*place)(const Document&);
};

// What threads have that no frame has shown yet.
enum class News : std::uint8_t { nothing, progress, answer };

// Of a NewestJob, or a class that has one; null has none. `shown` is the progress that the last frame showed.
template <class Job>
News news_of(const Job* job) {
    return job != nullptr && job->has_answer() ? News::answer : News::nothing;
}
template <class Job>
News news_of(const Job* job, const JobProgress& shown) {
    if (job == nullptr) return News::nothing;
    return job->has_answer() ? News::answer : job->progress() != shown ? News::progress : News::nothing;
}

// Hooks for a thread that an owner keeps: begins<&Jobs::folders, folder_reader>.
template <auto Thread, auto Start>
inline constexpr auto begins = [](Context c) { member_of(c, Thread) = Start(c.jobs.wake); };
template <auto Thread>
inline constexpr auto news_in = [](Context c) { return news_of(member_of(c, Thread).get()); };
template <auto Thread>
inline constexpr auto ends = [](Context c) { member_of(c, Thread).reset(); };

struct Feature {
    std::string_view id;
    std::span<const Command> commands = {};
    std::span<const PathVerb> verbs = {};
    const StageShow* stage = nullptr;

    // Threads. Jobs::wake is set before `begin`, and no thread may call it after `end`.
    void (*begin)(Context) = nullptr;  // the window opens
    bool (*busy)(Context) = nullptr;   // the user waits for it
    News (*news)(Context) = nullptr;
    // Before the loop sleeps; `now` in seconds. Returns the seconds until the next necessary call; below 0: none.
    double (*due)(Context, const double& now) = nullptr;
    void (*halt)(Context) = nullptr;  // the window closes: ends a process, and waits for it
    void (*end)(Context) = nullptr;   // the window closes: ends the threads

    void (*take)(Context) = nullptr;    // at the beginning of a frame: takes what its thread has computed
    void (*arrive)(Context) = nullptr;  // after the requests of the panels: what comes from outside
    void (*react)(Context) = nullptr;   // after the keys
    void (*follow)(Context) = nullptr;  // after each change of the document or of the view
    void (*draws)(Context) = nullptr;   // before the window is drawn
    void (*draws_over)(Context, const FrameTools& tools) = nullptr;  // over the regions: questions and lists
    void (*drawn)(Context) = nullptr;                                // after all that
    void (*commanded)(Context, const Command& row) = nullptr;        // before a command runs
    void (*edited)(Context, const std::vector<Edit>& edits, const Session& before) = nullptr;
    void (*leave)(Context) = nullptr;  // another document will be shown
    void (*show)(Context) = nullptr;   // another document is shown, or another view of this one
};
std::span<const Feature* const> all_features();

#define TILESCOPE_FEATURE(name) extern const Feature name;  // defined in its folder
#include "app/window/frame/features.inc"
#undef TILESCOPE_FEATURE

inline void run_hooks(void (*Feature::*hook)(Context), Context c) {
    for (const Feature* feature : all_features())
        if (feature->*hook) (feature->*hook)(c);
}

// Null: the panels are shown.
const StageShow* show_on_stage(const Document& doc);
// The picture on the stage as a sheet. While an animation is shown: its frame, with the cells on their way.
std::optional<Sheet> sheet_on_stage(const Document& doc, const Prefs& prefs);
// How the user wants saved pictures.
SheetOptions picture_options(const Prefs& prefs);

}  // namespace tilescope::ui
