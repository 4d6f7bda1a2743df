// core/include/tilescope/lessons/lesson.h -- a lesson: its text, its steps, their tasks. One file is one lesson.
// SPDX-License-Identifier: MIT
//
// A lesson is a text (assets/lessons/NN-name.md). It begins with its properties, then an introduction, then steps:
//
//     ---
//     title: What a descriptor is
//     session: k_major_128b_f16        the preset with which every step begins
//     level: 1                         1 first steps, 2 daily work, 3 deep
//     minutes: 6
//     keep: session                    what the learner takes away: session, or a target of `tilescope export`
//     ---
//     Introduction ...
//
//     ## Title of step 1
//     Text, with numbers of the session: A[3][24] lies at {= byte(A, 3, 24) :hex}.
//     ```step
//     look: A 3 24
//     task: Set the swizzle of A to none.
//     check: a.swizzle == "none"
//     answer: set a_desc.swizzle=none
//     wrong: set a_desc.swizzle=64B
//     why: 64B moves the chunks of every second row too.
//     hint: The field is in the strip of A desc.
//     done: The descriptor has no XOR now.
//     ```
//
// A line of the fence that begins with blanks goes on with the line before it. `paste: yes` says that the learner is to
// paste words; what is pasted in another step gets a tab of its own. `why` tells a learner who did the `wrong` before
// it what the mistake is. Each step begins anew: with the preset of the step or of the lesson, then its `set` lines,
// then its `view` lines. So its text has the same numbers for every reader, whatever the reader did before.
#pragma once

#include <tilescope/document/focus.h>
#include <tilescope/lessons/text.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

// What a test does, with real clicks, to try a task.
enum class LessonDo : std::uint8_t { set, select, reply, view, command };
inline constexpr NamedValue kLessonDoNames[] = {{0, "set"}, {1, "select"}, {2, "reply"}, {3, "view"}, {4, "do"}};

struct LessonAction {
    LessonDo what = LessonDo::set;
    std::string key, value;  // set: "a_desc.swizzle", "none"; view: "screen", "memory"; others: only `value`
    std::size_t line = 0;    // of the file
    LessonLine why = {};     // of a wrong action: the mistake that leads to it; empty: nothing is known
};

enum class LessonCamera : std::uint8_t { leave, all, one, selection };
inline constexpr NamedValue kLessonCameraNames[] = {{0, "leave"}, {1, "all"}, {2, "one"}, {3, "selection"}};

struct LessonStep {
    std::string title;
    std::size_t line = 0;  // of the file
    LessonBlocks text;
    std::string session;                  // id of a preset; empty: that of the lesson
    std::vector<LessonAction> set, view;  // `set` can also have items of a sweep: swizzle, tile_k
    Focus look = {};
    std::vector<FieldPlace> rings;  // `field` is a literal of a field table
    LessonCamera camera = LessonCamera::leave;
    bool paste = false;   // the learner is to paste words
    std::string picture;  // the view that the book shows; empty: none
    LessonLine caption, task, ask, done;
    std::optional<LessonExpression> check, reply;  // reply: the right answer of `ask`
    std::vector<LessonAction> answers, wrongs;
    std::vector<LessonLine> hints;

    bool has_task() const { return check.has_value() || reply.has_value(); }
    // What the learner is to do: the task or the question.
    const LessonLine& request() const { return reply ? ask : task; }
};

struct LessonProperties {
    std::string id;  // "what-a-descriptor-is"
    std::string title, session, keep;
    unsigned level = 1, minutes = 5;
};
struct Lesson : LessonProperties {
    LessonBlocks introduction;
    std::vector<LessonStep> steps;
};

inline constexpr std::string_view kLevelWords[] = {"first steps", "daily work", "deep"};
// "Level 1: first steps". Requires: 1 <= level <= the number of kLevelWords.
std::string level_text(unsigned level);

// Reads a lesson. `file` is its name, "07-the-xor-bit-by-bit.md": the lesson gets the id "the-xor-bit-by-bit".
// Errors: the first part that is wrong, as "07-the-xor-bit-by-bit.md:34: ...".
Answer<Lesson> parse_lesson(std::string_view text, std::string_view file);

// The properties of a lesson without its steps: for lists, which read only the beginning of each text.
struct LessonHead : LessonProperties {
    std::string about;      // the first sentence of the introduction
    std::size_t steps = 0;  // how many it has
};
Answer<LessonHead> lesson_head(std::string_view text, std::string_view file);

}  // namespace tilescope
