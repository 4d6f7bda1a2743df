// app/cli/cmd_learn.cpp -- learn: lists the lessons, shows one, answers its tasks, and writes them as pages.
// SPDX-License-Identifier: MIT
#include "app/cli/json_parts.h"
#include "app/cli/pictures.h"
#include "app/cli/session_arg.h"
#include "app/cli/verb.h"
#include "app/io/folder.h"
#include "app/io/lessons.h"
#include "app/publish/pages.h"

#include <tilescope/lessons/step.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace tilescope::cli {
namespace {

constexpr std::size_t kTableWidth = 98, kLeastColumn = 6;

// `code` keeps its signs, because it can have blanks. Stress has none: a terminal has one face.
std::string marked_text(const LessonLine& line) {
    std::string out;
    for (const LessonSpan& span : line) {
        const std::string_view sign = span.style == SpanStyle::code ? "`" : "";
        out += say(sign, span.text, sign);
    }
    return out;
}

// How a step is done from the terminal.
std::string how_to_answer(const Lesson& lesson, std::size_t index) {
    const std::string verb = say("tilescope learn ", lesson.id, " --step ", index + 1);
    if (lesson.steps[index].reply) return wrapped(say("Answer with: ", verb, " --reply ANSWER"), 4);
    return wrapped(say("Do it in the window (Ctrl+L there opens the lessons). Or write the session with: ", verb,
                       " --save FILE; edit FILE, which is JSON; then check it with: ", verb, " --session FILE"),
                   4);
}

// The lines of a cell that is `width` wide.
std::vector<std::string> cell_lines(const std::string& text, std::size_t width) {
    std::vector<std::string> out(1);
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t begin = std::min(text.find_first_not_of(' ', at), text.size());
        const std::size_t end = std::min(text.find(' ', begin), text.size());
        const std::string word = text.substr(begin, end - begin);
        if (!out.back().empty() && out.back().size() + 1 + word.size() > width) out.emplace_back();
        out.back() += say(out.back().empty() ? "" : " ", word);
        at = end;
    }
    return out;
}

// Each column is as wide as its widest cell. If the table is too wide, the widest columns are wrapped.
std::string table_text(const LessonBlock& block) {
    if (block.rows.empty()) return {};
    std::vector<std::size_t> widths(block.rows.front().size(), 1);
    for (const auto& row : block.rows)
        for (std::size_t c = 0; c < widths.size(); ++c) widths[c] = std::max(widths[c], marked_text(row[c]).size());
    const auto total = [&] {
        std::size_t sum = 0;
        for (const std::size_t w : widths) sum += w + 2;
        return sum;
    };
    for (auto widest = std::ranges::max_element(widths); total() > kTableWidth && *widest > kLeastColumn;
         widest = std::ranges::max_element(widths))
        --*widest;
    std::string out;
    for (std::size_t r = 0; r < block.rows.size(); ++r) {
        std::vector<std::vector<std::string>> cells;
        std::size_t height = 1;
        for (std::size_t c = 0; c < widths.size(); ++c) {
            cells.push_back(cell_lines(marked_text(block.rows[r][c]), widths[c]));
            height = std::max(height, cells.back().size());
        }
        for (std::size_t line = 0; line < height; ++line) {
            std::string text = "  ";
            for (std::size_t c = 0; c < widths.size(); ++c)
                text += padded(line < cells[c].size() ? cells[c][line] : "", widths[c] + 2);
            out += say(text.substr(0, text.find_last_not_of(' ') + 1), "\n");
        }
        if (r > 0) continue;
        out += "  ";
        for (const std::size_t w : widths) out += say(std::string(w, '-'), "  ");
        out += "\n";
    }
    return out;
}

std::string block_text(const LessonBlock& block) {
    std::string out;
    switch (block.kind) {
    case BlockKind::table: return table_text(block);
    case BlockKind::paragraph:
        for (const LessonLine& line : block.lines) out += wrapped(marked_text(line), 0);
        break;
    case BlockKind::list:
    case BlockKind::numbered:
        for (std::size_t i = 0; i < block.lines.size(); ++i) {
            const std::string sign = block.kind == BlockKind::list ? "  - " : say("  ", i + 1, ". ");
            out += wrapped(say(sign, marked_text(block.lines[i])), sign.size());
        }
        break;
    case BlockKind::code:
        for (const LessonLine& line : block.lines) out += say("    ", plain_text(line), "\n");
        break;
    case BlockKind::note:
        for (const LessonLine& line : block.lines) out += wrapped(say("  | ", marked_text(line)), 4);
        break;
    }
    return out;
}

// The text of blocks, in lines of less than 100 columns.
std::string lesson_blocks_text(const LessonBlocks& blocks) { return list_of(blocks, block_text, "\n"); }

// A step: its title, its text, its picture, its task, and how to answer. `drawn` is the picture as text; empty: only
// its sentence is there.
std::string lesson_step_text(const Lesson& lesson, std::size_t index, const ShownStep& shown,
                             const std::string& drawn) {
    const LessonStep& step = lesson.steps[index];
    const std::string title = say("Step ", index + 1, " of ", lesson.steps.size(), ": ", step.title);
    std::string out = say(title, "\n", std::string(title.size(), '-'), "\n\n", lesson_blocks_text(shown.text));
    if (shown.picture) {
        const std::string caption = plain_text(shown.caption);
        const std::string_view name = drawn.empty() ? "  [--show draws the picture] " : "  ";
        out += say("\n", drawn, drawn.empty() ? "" : "\n",
                   wrapped(say(name, caption, caption.empty() ? "" : " ", shown.picture->sentence), 4));
    }
    if (step.has_task())
        out += say("\n", wrapped(say(step.reply ? "Question: " : "Task: ", marked_text(shown.request)), 4),
                   how_to_answer(lesson, index));
    return out;
}

// ---- JSON

constexpr auto kBlockNames = numbered("paragraph", "list", "numbered", "table", "code", "note");

Json lines_json(const std::vector<LessonLine>& lines) { return list_json(lines, plain_text); }

Json block_json(const LessonBlock& block) {
    Json out = {{"kind", name_in(kBlockNames, static_cast<std::uint64_t>(block.kind))}};
    if (block.rows.empty())
        out["lines"] = lines_json(block.lines);
    else
        out["rows"] = list_json(block.rows, lines_json);
    return out;
}

Json step_json(const LessonStep& step, const ShownStep& shown) {
    Json out = {{"title", step.title}, {"text", list_json(shown.text, block_json)}};
    if (shown.picture)
        out["picture"] = {
            {"view", step.picture}, {"caption", plain_text(shown.caption)}, {"sentence", shown.picture->sentence}};
    if (!step.has_task()) return out;
    out[step.reply ? "question" : "task"] = plain_text(shown.request);
    out["hints"] = lines_json(shown.hints);
    return out;
}

// The steps of a lesson from `first` on. Requires: shown[i] is step first + i of the lesson.
Json lesson_json(const Lesson& lesson, std::size_t first, std::span<const ShownStep> shown) {
    Json out = {{"id", lesson.id},           {"title", lesson.title},   {"level", lesson.level},
                {"minutes", lesson.minutes}, {"first_step", first + 1}, {"steps", Json::array()}};
    for (std::size_t i = 0; i < shown.size(); ++i) out["steps"].push_back(step_json(lesson.steps[first + i], shown[i]));
    return out;
}

struct LearnArgs {
    std::string name, reply, session, save, html, show;
    int step = 0;
    std::vector<std::string> check;
};

// ---- for authors: --check ----

// The lessons of a folder, or the file itself.
std::vector<std::string> lesson_files(const std::string& path) {
    if (path.ends_with(".md")) return std::vector<std::string>{path};
    const auto folder = need(io::read_folder(path));
    std::vector<std::string> out;
    for (const io::FolderEntry& entry : folder.entries)
        if (!entry.is_folder && entry.name.ends_with(".md")) out.push_back(say(path, '/', entry.name));
    std::ranges::sort(out);
    if (out.empty()) throw refused(path, " has no lessons (files NN-name.md)");
    return out;
}

// The mistakes of one lesson: those that core finds, and a text to keep that cannot be made.
std::vector<std::string> mistakes_of(const Lesson& lesson, const std::string& file) {
    std::vector<std::string> out = mistakes_in(lesson, file, true);
    if (const auto last = shown_step(lesson, lesson.steps.size() - 1, false))
        if (const auto kept = io::kept_text(lesson, last->after); !kept) out.push_back(say(file, ":1: ", kept.why));
    return out;
}

// Checks lessons as their authors need it: every number, every task both ways.
int check_lessons(const LearnArgs& args) {
    std::size_t lessons = 0, mistakes = 0;
    for (const std::string& path : args.check) {
        const auto files = lesson_files(path);
        for (const std::string& file : files) {
            const auto text = need(io::read_text(file));
            ++lessons;
            const auto lesson = parse_lesson(text, file);
            const std::vector<std::string> found =
                lesson ? mistakes_of(*lesson, file) : std::vector<std::string>{lesson.why};
            for (const std::string& mistake : found) print(mistake, "\n");
            mistakes += found.size();
        }
    }
    print(lessons, lessons == 1 ? " lesson, " : " lessons, ", mistakes, mistakes == 1 ? " mistake\n" : " mistakes\n");
    return mistakes == 0 ? kDone : kWrong;
}

// ---- for learners ----

int list_lessons(const Globals& g) {
    const std::vector<LessonHead> heads = io::lesson_heads();
    if (g.json)
        return print_json(list_json(heads, [](const LessonHead& h) -> Json {
            return {{"id", h.id},           {"title", h.title}, {"level", h.level},
                    {"minutes", h.minutes}, {"keep", h.keep},   {"about", h.about}};
        }));
    constexpr std::size_t kIndent = 4;
    for (std::size_t i = 0; i < heads.size(); ++i) {  // in the order in which they build on each other
        const LessonHead& h = heads[i];
        print(padded(say(i + 1), kIndent), h.title, "  (", h.id, ", ", level_text(h.level), ", ", h.minutes, " min)\n");
        if (!h.about.empty()) print_wrapped(kIndent, h.about);
    }
    print("\ntilescope learn NAME shows a lesson. In the window, press Ctrl+L.\n");
    return kDone;
}

// Writes the pages of all lessons. The folder is created if it does not exist.
int write_pages(const std::string& folder) {
    std::vector<Lesson> lessons;
    for (const io::LessonText& text : io::lesson_texts()) {
        auto lesson = need(parse_lesson(text.text, text.file));
        lessons.push_back(std::move(lesson));
    }
    std::error_code failed;
    std::filesystem::create_directories(folder, failed);
    if (failed) throw refused("the folder ", folder, " cannot be created: ", failed.message());
    std::size_t files = 0;
    const auto written = io::write_lesson_pages(lessons, [&](const std::string& name, const std::string& bytes) {
        auto page = io::write_text(say(folder, '/', name), bytes);
        files += page ? 1 : 0;
        return page;
    });
    if (!written)
        throw refused(written.why, " Before it, ", files, files == 1 ? " file was" : " files were", " written to ",
                      folder, "; the pages are not complete. Run the command again.");
    print("Wrote ", lessons.size(), " lessons. Begin with ", folder, "/index.html\n");
    return kDone;
}

// What the learner reads after an answer: the explanation, or the first hint.
int answer(const Globals& g, bool right, const LessonLine& done, const ShownStep& shown, std::string_view before = {}) {
    const LessonLine none;
    const LessonLine& line = right ? done : shown.hints.empty() ? none : shown.hints.front();
    const std::string sentence = plain_text(line);
    if (g.json) return print_json({{"right", right}, {right ? "done" : "hint", sentence}}), right ? kDone : kWrong;
    const std::string_view verdict = right ? "Right. " : before.empty() ? "Not yet. " : before;
    print_wrapped(0, verdict, right || sentence.empty() ? "" : "Hint: ", sentence);
    return right ? kDone : kWrong;
}

int judge_typed(const LearnArgs& args, const Globals& g, const ShownStep& shown) {
    if (!shown.expected) throw refused("this step has no question; give --session with a session that you edited");
    const auto reply = need(judged(*shown.expected, args.reply, plain_text(shown.request), shown.field));
    return answer(g, reply.right, shown.done, shown, "That is not right. ");
}

int judge_session(const LearnArgs& args, const Globals& g, const LessonStep& step, const ShownStep& shown) {
    if (!step.check) throw refused("this step has no task for a session; give --reply if it has a question");
    const auto file = session_named(args.session, g);
    const Derived derived = derive(file.session);
    const bool emulated = check_needs_emulation(step) || needs_emulation(step.done);
    const auto emulation = emulated ? lesson_emulation(derived) : std::optional<Emulation>();
    const ViewState view = file.view_state.value_or(shown.begin.view);
    const LessonMoment now{derived, view, emulation ? &*emulation : nullptr};
    return answer(g, reached(step, now), evaluated(step.done, now), shown);
}

// How the learner keeps the session of the last step. With a task, it is the session that the learner edited.
std::string keep_text(const Lesson& lesson) {
    const auto target = io::kept_of(lesson);
    if (!target || io::keeps_session(lesson)) return {};
    const std::string save = say("tilescope learn ", lesson.id, " --step ", lesson.steps.size(), " --save FILE");
    const bool edited = lesson.steps.back().check.has_value();
    return wrapped(say("\nTo keep this session (", target->title, "): ", edited ? "" : say(save, "; then: "),
                       "tilescope export FILE --to ", target->id),
                   0);
}

int print_steps(const LearnArgs& args, const Lesson& lesson, std::size_t first, std::span<const ShownStep> shown) {
    std::string out;
    if (args.step == 0)
        out = say(lesson.title, "  (", kLevelWords[lesson.level - 1], ", ", lesson.minutes, " min)\n\n");
    for (std::size_t i = 0; i < shown.size(); ++i) {
        std::string drawn;
        if (shown[i].picture && !args.show.empty()) drawn = terminal_picture(*shown[i].picture, args.show);
        out += say(i == 0 ? "" : "\n\n", lesson_step_text(lesson, first + i, shown[i], drawn));
    }
    if (first + shown.size() == lesson.steps.size()) out += keep_text(lesson);
    print_with_codes(out);
    return kDone;
}

int show_lesson(const LearnArgs& args, const Globals& g) {
    const auto lesson = need(io::lesson_named(args.name));
    const auto count = static_cast<int>(lesson.steps.size());
    if (args.step < 0 || args.step > count)
        throw refused("--step: the lesson has the steps 1 to ", count, ", not ", args.step);
    const bool answers = !args.reply.empty() || !args.session.empty() || !args.save.empty();
    if (answers && args.step == 0) throw refused("--reply, --session and --save need --step, the number of the step");
    const std::size_t first = args.step == 0 ? 0 : static_cast<std::size_t>(args.step - 1);
    const std::size_t end = args.step == 0 ? lesson.steps.size() : first + 1;
    std::vector<ShownStep> shown;
    for (std::size_t i = first; i < end; ++i) {
        auto step = need(shown_step(lesson, i, true));
        shown.push_back(std::move(step));
    }
    const LessonStep& step = lesson.steps[first];
    if (!args.reply.empty()) return judge_typed(args, g, shown.front());
    if (!args.session.empty()) return judge_session(args, g, step, shown.front());
    if (!args.save.empty()) {
        const LessonState& begin = shown.front().begin;
        need(io::save_session(args.save, {.session = begin.session, .view_state = begin.view}));
        return kDone;
    }
    if (g.json) return print_json(lesson_json(lesson, first, shown));
    return print_steps(args, lesson, first, shown);
}

void options_fit(const LearnArgs& args) {
    const std::string_view of_lesson = first_given({{"--step", args.step != 0},
                                                    {"--reply", !args.reply.empty()},
                                                    {"--session", !args.session.empty()},
                                                    {"--save", !args.save.empty()},
                                                    {"--show", !args.show.empty()}});
    const std::string_view all = first_given({{"--check", !args.check.empty()}, {"--html", !args.html.empty()}});
    if (all == "--check" && !args.html.empty())
        throw refused("--check and --html cannot be used together; remove one of them");
    if (!all.empty() && !args.name.empty()) throw refused(all, " takes no lesson; remove '", args.name, "'");
    if (!of_lesson.empty() && !all.empty())
        throw refused(all, " and ", of_lesson, " cannot be used together; remove one of them");
    if (!of_lesson.empty() && args.name.empty()) throw refused(of_lesson, " needs the name of a lesson");
    if (!args.reply.empty() + !args.session.empty() + !args.save.empty() > 1)
        throw refused("only one of --reply, --session and --save can be used");
}

int run_learn(const LearnArgs& args, const Globals& g) {
    has_no_csv("learn", g);
    options_fit(args);
    has_own_target("a lesson", g);
    if (!args.check.empty()) return check_lessons(args);
    if (!args.html.empty()) return write_pages(args.html);
    return args.name.empty() ? list_lessons(g) : show_lesson(args, g);
}

}  // namespace

void declare_learn(Verb& verb) {
    LearnArgs& args = verb.runs(run_learn);
    verb.add_option("name", args.name, "The lesson: name, number or preset:ID. Without it, all are listed.");
    verb.add_option("--step", args.step, "Only this step, counted from 1").at_least_one();
    verb.add_option("--reply", args.reply, "Answer the question of the step");
    verb.add_option("--session", args.session, "Check the task of the step with this session; - is standard input.");
    verb.add_option("--save", args.save, "Write the session with which the step begins").writes();
    declare_show(verb, args.show);
    verb.add_option("--html", args.html, "Write all lessons as pages to this folder, without scripts");
    verb.add_option("--check", args.check, "For authors: check lessons (files NN-name.md, or folders of them)");
    verb.set_footer(
        "An answer that is wrong gives exit status 1 and a hint. In the window (Ctrl+L), the same tasks are\n"
        "done with its controls. --check computes every number, and tries the right and the wrong answers of\n"
        "every task.");
}

}  // namespace tilescope::cli
