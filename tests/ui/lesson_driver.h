// tests/ui/lesson_driver.h -- does what a lesson says as a learner does it: with clicks, keys and typed text.
// SPDX-License-Identifier: MIT
#pragma once

#include "tests/ui/app_harness.h"

#include <tilescope/lessons/lesson.h>

#include <string_view>

namespace tilescope::ui {

// Drives the window. It has an emulator, as the program does.
class LessonDriver {
public:
    LessonDriver();

    // Does one action. `beginning` is the session of the step as it began: expressions in the action are of it.
    void act(const LessonAction& action, const LessonMoment& beginning);
    // Runs frames until the emulation that the lesson waits for has arrived.
    void settle();
    // Clicks a button of the pane; scrolls the pane if it is outside.
    void press(std::string_view id);
    // Types into the palette and takes its first offer.
    void say_to_palette(std::string_view text);

    const LessonRun& run() const { return *h.app.document().lesson; }
    std::size_t in_palette() const { return in_palette_; }

    AppHarness h;

private:
    std::size_t in_palette_ = 0;  // how many actions had no control on the screen

    void set(const LessonAction& action);
    void select(std::string_view place);
    void reply(std::string_view text);
    void run(const Command& command);
    void show_word(WordId word);
    bool set_in_panel(const Field& field, std::string_view value, std::uint64_t raw);
    std::string cell_of(const Focus& place);
};

}  // namespace tilescope::ui
