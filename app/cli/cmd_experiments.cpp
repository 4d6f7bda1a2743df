// app/cli/cmd_experiments.cpp -- experiments: lists the experiments, explains them, and runs them on a GPU.
// SPDX-License-Identifier: MIT
#include "app/cli/gpu_verbs.h"
#include "app/cli/verb.h"
#include "app/io/row_pool.h"
#include "app/runs/experiments.h"
#include "app/runs/record.h"

#include <tilescope/base/printable.h>
#include <tilescope/document/instruction.h>
#include <tilescope/hw/contradictions.h>
#include <tilescope/kernel/live_kernel.h>

#include <algorithm>
#include <chrono>

namespace tilescope::cli {
namespace {

struct ExperimentsArgs {
    std::vector<std::string> words;
    std::string worker, out, report;
    std::uint32_t device = live::kAnyDevice, timeout_ms = LaunchOptions{}.timeout_ms;

    bool operator==(const ExperimentsArgs&) const = default;
};

using Chosen = std::vector<const Experiment*>;

Chosen experiments_named(std::span<const std::string> names) {
    Chosen out;
    for (const std::string& name : names) {
        const Experiment* e = find_experiment(name);
        if (!e) throw refused("there is no experiment '", excerpt(name), "'; tilescope experiments lists them");
        out.push_back(e);
    }
    return out;
}

std::string today() {
    const auto now = std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now());
    const std::chrono::year_month_day date(now);
    const auto two = [](unsigned n) { return say(n < 10 ? "0" : "", n); };
    return say(static_cast<int>(date.year()), "-", two(static_cast<unsigned>(date.month())), "-",
               two(static_cast<unsigned>(date.day())));
}

// What GPUs answered. A question that is open can have the answer of another instruction in its contradiction.
std::string answer_text(const Experiment& e) {
    const std::string answer = answer_of_gpus(e);
    const Contradiction* c = find_contradiction(e.settles);
    if (!answer.empty()) return answer;
    return say("Open: no GPU was asked.", c && !c->gpu_answer.empty() ? say(" ", c->id, ": ", c->gpu_answer) : "");
}

void print_job(const ExperimentJob& job) {
    print_wrapped(2, "run '", job.name, "' on ", job.launched.arch, ":");
    const auto form = kernel_form(job.launched);
    if (const auto kernel = form ? live_kernel(*form) : Refusal(form.why); kernel)
        print("    ", wrapped(kernel->instruction.substr(0, kernel->instruction.find(' ')), 6));
    const Derived d = derive(job.session);
    for (const WordRow& row : kWords)
        if (is_read(d, row.word))
            print("    ", padded(row.id, 8), hex(job.session.word(row.word), d.of(row.word).format->bits / 4), "\n");
    for (const std::string& rule : job.broken) print("    ", wrapped(say("This breaks ", rule), 6));
}

void print_experiment(const Experiment& e) {
    print(e.id, "\n  ", wrapped(e.question, 2));
    for (const ExperimentAnswer& a : e.answers) {
        const std::string reading = e.settles.empty() ? "" : say(" (", e.settles, ": ", live::in_words(a.reading), ")");
        print_after(say("  ", padded(a.id, 20)), a.sentence, reading);
    }
    print_after(say("  ", padded("source", 20)), e.source);
    print_after(say("  ", padded("answer", 20)), answer_text(e));
    print("  ", padded("can ask", 20), "GPUs of compute capability ", list_of(chips_that_run(e)), "\n");
    const auto jobs = experiment_jobs(e, chips_that_run(e).front());
    for (std::size_t i = 0; jobs && i < jobs->size(); ++i) print_job((*jobs)[i]);
    print("  tilescope experiments run ", e.id, "\n");
}

void print_list(const Chosen& all) {
    std::size_t answered = 0, in_part = 0;
    print(padded("name", 23), padded("settles", 11), padded("answer", 10), "question\n");
    for (const Experiment* e : all) {
        const AskedState state = asked_of(*e);
        answered += state == AskedState::measured, in_part += state == AskedState::in_part;
        print(padded(e->id, 23), padded(e->settles, 11), padded(name_of(state), 10), e->question, "\n");
        if (state != AskedState::open) print_after(padded("", 44), answer_of_gpus(*e));
    }
    print("\n",
          wrapped(say("Of ", all.size(), " questions, a GPU answered ", answered, ". ", in_part,
                      " are answered in part: for wgmma, and open for tcgen05. The others are open. An experiment "
                      "settles a contradiction (tilescope explain X1) or an open question of the emulator (mmasim). "
                      "tilescope experiments NAME says which GPU can answer; tilescope experiments run NAME asks the "
                      "GPU of this machine."),
                  0));
}

int list_experiments(std::span<const std::string> names, const Globals& g) {
    auto chosen = experiments_named(names);
    if (names.empty())
        for (const Experiment& e : all_experiments()) chosen.push_back(&e);
    if (g.json) return print(live::experiment_list_json(chosen)), kDone;
    if (names.empty()) return print_list(chosen), kDone;
    for (const Experiment* e : chosen) print_experiment(*e);
    return kDone;
}

void print_result(const live::ExperimentResult& r) {
    print_after(padded(r.experiment->id, 23), r.sentence());
    if (r.conclusion == live::Conclusion::answered && !r.experiment->settles.empty())
        print(padded("", 23), r.experiment->settles, ": ",
              live::in_words(r.experiment->answers[r.answers.front()].reading), "\n");
    if (r.conclusion != live::Conclusion::unknown) return;
    for (const live::ExperimentRun& run : r.runs) {
        std::string words;
        for (const std::uint32_t word : run.words) words += say(" ", hex(word, 8));
        const std::string what = run.ending.is_ok() ? say("D begins with", words) : run.ending.sentence();
        print_wrapped(4, "run '", run.name, "': ", what);
    }
}

int status_of(const live::ExperimentsReport& report) {
    if (!report.ending.is_ok()) return row_of(report.ending.outcome).exit;
    const auto any = [&](live::Conclusion c) {
        return std::ranges::any_of(report.results, [&](const live::ExperimentResult& r) { return r.conclusion == c; });
    };
    return any(live::Conclusion::failed) ? io::kRunFailed : any(live::Conclusion::control) ? kWrong : kDone;
}

int run_chosen(const ExperimentsArgs& args, const Globals& g) {
    auto chosen = experiments_named(std::span(args.words).subspan(1));
    for (const std::string* path : {&args.out, &args.report})
        need(path->empty() ? Answer<void>() : io::can_write(*path));
    check_timeout(args.timeout_ms);
    const StopOnSignal stop;
    io::RowPool pool;
    live::Client client(args.worker);
    ProgressLine progress;
    const auto show = [&](const live::ExperimentResult& result) {
        progress.clear();
        if (!g.json) print_result(result);
    };
    const auto begin = [&](const Experiment& e, std::size_t place, std::size_t all) {
        progress.show(live::place_text(place, all, "experiments", e.id));
    };
    const live::ExperimentsReport report =
        live::run_experiments({.chosen = chosen, .device = args.device, .timeout_ms = args.timeout_ms, .date = today()},
                              client, {.loop = pool.loop(), .stop = stop.token()}, show, begin);
    progress.clear();
    if (g.json) print(live::experiments_json(report));
    if (report.device && !g.json) print_wrapped(0, live::device_line(*report.device));
    int status = status_of(report);
    const auto write = [&](const std::string& path, const std::string& text) {
        if (const auto written = io::write_text(path, text); !written) status = refuse("experiments", written.why);
    };
    if (report.device && !args.out.empty()) write(args.out, live::experiments_json(report));
    if (report.device && !args.report.empty()) write(args.report, live::experiments_markdown(report));
    if (!report.ending.is_ok())
        refuse("experiments", report.device ? say(report.ending.sentence(), " ", report.results.size(), " of ",
                                                  report.chosen, " experiments are done.")
                                            : report.ending.sentence());
    return status;
}

int run_experiments_verb(const ExperimentsArgs& args, const Globals& g) {
    has_no_csv("experiments", g);
    if (!args.words.empty() && args.words[0] == "run") return run_chosen(args, g);
    if (args != ExperimentsArgs{.words = args.words})
        throw refused("only experiments run uses a GPU; write 'run' before the names");
    return list_experiments(args.words, g);
}

}  // namespace

void declare_experiments(Verb& verb) {
    ExperimentsArgs& args = verb.runs(run_experiments_verb);
    verb.add_option("words", args.words, "Names, to explain them; or run, and names. None: all").takes_every_word();
    add_worker_option(verb, args.worker);
    verb.add_option("--device", args.device, "Number of the GPU. Default: the first that has a chosen experiment");
    add_timeout_option(verb, args.timeout_ms);
    verb.add_option("--out", args.out, "Write the report as JSON to this file, for rules --measured").writes();
    verb.add_option("--report", args.report, "Write the report as Markdown to this file").writes();
    verb.set_footer(
        "An experiment is a question with its possible answers. Each answer predicts every word of D,\n"
        "or that the instruction fails. The answer that agrees in every word is the answer of this GPU. Many\n"
        "experiments break a rule, because the question is about it: such an instruction can fail, and then\n"
        "the next one runs in a new process. A control with legal words runs first. Exit status: 0 done;\n"
        "1 the GPU differs from the model in a control; 3 there is no driver or no GPU for a chosen\n"
        "experiment; 4 a run failed in a way that answers nothing, or it was stopped. A stop (Ctrl+C) leaves\n"
        "the reports of what is done.\n");
}

}  // namespace tilescope::cli
