// tests/bench/lesson_bench.cpp -- the load of a lesson and its check after an edit, against derive().
// SPDX-License-Identifier: MIT
//
// A frame at 60 Hz is 16.7 ms. A lesson is read and its first step begins in one frame.
#include "app/io/lessons.h"

#include <tilescope/lessons/step.h>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <utility>
#include <vector>

namespace tilescope {
namespace {

io::LessonText longest() {
    const std::vector<io::LessonText> all = io::lesson_texts();
    return *std::ranges::max_element(all, {}, [](const io::LessonText& t) { return t.text.size(); });
}

void derive_a_session(benchmark::State& state) {
    const Session s;
    for (auto step : state) benchmark::DoNotOptimize(derive(s));
}
void read_the_longest_lesson(benchmark::State& state) {
    const io::LessonText text = longest();
    for (auto step : state) benchmark::DoNotOptimize(parse_lesson(text.text, text.file));
}
void list_all_lessons(benchmark::State& state) {
    for (auto step : state) benchmark::DoNotOptimize(io::lesson_heads());
}
std::chrono::steady_clock::duration time_to_begin(const Lesson& lesson, std::size_t step) {
    const auto begin = std::chrono::steady_clock::now();
    benchmark::DoNotOptimize(begun_step(lesson, step));
    return std::chrono::steady_clock::now() - begin;
}
// The step that took the longest when each step of all lessons began once.
void begin_the_slowest_step(benchmark::State& state) {
    std::vector<Lesson> lessons;
    for (const io::LessonText& text : io::lesson_texts())
        if (auto lesson = parse_lesson(text.text, text.file)) lessons.push_back(std::move(*lesson));
    const Lesson* slowest = nullptr;
    std::size_t index = 0;
    std::chrono::steady_clock::duration longest{-1};
    for (const Lesson& lesson : lessons)
        for (std::size_t i = 0; i < lesson.steps.size(); ++i)
            if (const auto took = time_to_begin(lesson, i); took > longest)
                slowest = &lesson, index = i, longest = took;
    for (auto step : state) benchmark::DoNotOptimize(begun_step(*slowest, index));
}
void check_after_an_edit(benchmark::State& state) {
    const io::LessonText text = io::lesson_texts().front();
    const auto lesson = parse_lesson(text.text, text.file);
    const auto with_check =
        std::ranges::find_if(lesson->steps, [](const LessonStep& s) { return s.check.has_value(); });
    const Derived derived = derive({});
    const ViewState view;
    for (auto step : state) benchmark::DoNotOptimize(reached(*with_check, {derived, view}));
}

BENCHMARK(derive_a_session);
BENCHMARK(read_the_longest_lesson);
BENCHMARK(list_all_lessons);
BENCHMARK(begin_the_slowest_step);
BENCHMARK(check_after_an_edit);

}  // namespace
}  // namespace tilescope
