// app/cli/cmd_learn.cpp -- learn: lists the lessons, shows one, answers its tasks, and writes them as pages.
// SPDX-License-Identifier: MIT
#include "app/cli/commands.h"
#include "app/io/folder.h"

#include <tilescope/base/say.h>
#include <tilescope/lessons/step.h>

#include <algorithm>
#include <memory>

namespace tilescope::cli {
namespace {

struct LearnArgs {
    std::vector<std::string> check;
};

// The lessons of a folder, or the file itself.
Answer<std::vector<std::string>> lesson_files(const std::string& path) {
    using Out = Answer<std::vector<std::string>>;
    if (path.ends_with(".md")) return std::vector<std::string>{path};
    const auto folder = io::read_folder(path);
    if (!folder) return Out::refuse(folder.why);
    std::vector<std::string> out;
    for (const io::FolderEntry& entry : folder->entries)
        if (!entry.is_folder && entry.name.ends_with(".md")) out.push_back(say(path, '/', entry.name));
    std::ranges::sort(out);
    if (out.empty()) return Out::refuse(say(path, " has no lessons (files NN-name.md)"));
    return out;
}

// Checks lessons as their authors need it: every number, every task both ways.
int check_lessons(const LearnArgs& args) {
    std::size_t lessons = 0, mistakes = 0;
    for (const std::string& path : args.check) {
        const auto files = lesson_files(path);
        if (!files) return refuse("learn", files.why);
        for (const std::string& file : *files) {
            const auto text = io::read_text(file);
            if (!text) return refuse("learn", text.why);
            ++lessons;
            const auto lesson = parse_lesson(*text, file);
            const std::vector<std::string> found =
                lesson ? mistakes_in(*lesson, file, true) : std::vector<std::string>{lesson.why};
            for (const std::string& mistake : found) print(say(mistake, "\n"));
            mistakes += found.size();
        }
    }
    print(say(lessons, lessons == 1 ? " lesson, " : " lessons, ", mistakes,
              mistakes == 1 ? " mistake\n" : " mistakes\n"));
    return mistakes == 0 ? kDone : kWrong;
}

int run_learn(const LearnArgs& args, const Globals&) { return check_lessons(args); }

}  // namespace

void declare_learn(Verb& verb, const Globals& globals) {
    const auto args = std::make_shared<LearnArgs>();
    verb.add_option("--check", args->check, "Check lessons: files NN-name.md, or folders of them");
    verb.on_run([args, &globals] { return run_learn(*args, globals); });
}

}  // namespace tilescope::cli
