// core/src/study/experiment_build.cpp -- builds the jobs of an experiment with the predictions of its answers.
// SPDX-License-Identifier: MIT
#include "experiment_parts.h"

#include <tilescope/base/say.h>
#include <tilescope/document/edit.h>
#include <tilescope/document/emulate.h>
#include <tilescope/document/instruction.h>

#include <algorithm>

namespace tilescope::experiment {
namespace {

// Returns the instruction with the words and the form of a session.
MmaInstruction instruction_with(const MmaInstruction& like, const Session& s) {
    MmaInstruction out = instruction_of(s);
    out.enable_d = like.enable_d, out.from_zero = like.from_zero;
    return out;
}

}  // namespace

Session with(Session session, std::initializer_list<Set> fields) {
    for (const Set& set : fields) {
        const Field* f = find_field(format_of(session, set.word), set.field);
        std::uint64_t& word = session.word(set.word);
        if (f) word = set_field(*f, word, set.raw);
    }
    return session;
}

Session started(const ArchRow& arch, const Preset& preset) {
    Session s = preset.session();
    s.arch = arch.id;
    s.edition = edition_of(arch.id, s.edition);
    return with_covering_values(s);  // small values that every sum has exactly
}

Session plain_f16(const ArchRow& arch) {
    return started(arch, *find_preset(family_of(arch).idesc ? "k_major_128b_f16" : "wgmma_128b_f16"));
}

Trial::Trial(std::string name, const Session& memory, Fill fill)
    : control_(with_covering_values(memory)), memory_(memory), launched_(memory), fill_(std::move(fill)) {
    job_.name = std::move(name);
    auto filling = made(memory);
    if (filling) {
        job_.memory = std::move(*filling);
        job_.reader = job_.memory.steps.front();
        job_.reader.enable_d = true;
    } else {
        fail(filling.why);
    }
}

void Trial::fail(const std::string& why) {
    if (why_.empty()) why_ = say(job_.name, ": ", why);
}

Answer<EmulatorJob> Trial::made(const Session& session) const {
    auto job = emulator_job(derive(session));
    if (!job) return Refusal(job.why);
    if (fill_) fill_(job->expected);
    return std::move(*job);
}

Trial& Trial::control(const Session& session) { return control_ = session, *this; }
Trial& Trial::launch(const Session& session) { return launched_ = session, *this; }

Trial& Trial::read_as(const Session& session) {
    if (why_.empty()) job_.reader = instruction_with(job_.reader, session);
    return *this;
}

Trial& Trial::care(std::uint32_t bits, unsigned columns) {
    const ReferenceOperands& size = job_.memory.expected;
    job_.care.assign(std::size_t{size.m} * size.n, 0);
    for (std::size_t e = 0; e < job_.care.size(); ++e)
        if (e % size.n < columns) job_.care[e] = bits;
    return *this;
}

// Runs an instruction on the memory of a job, and reads D as the observation does.
void Trial::predict(std::string answer, const EmulatorJob& memory, const MmaInstruction& instruction) {
    auto machine = filled(memory);
    if (!machine) return fail(machine.why);
    load_registers(*machine, memory, 0);
    const Machine before = *machine;
    if (const auto done = execute_mma(*machine, instruction); !done) return fail(done.why);
    auto read = observation_of(job_, before, *machine);
    if (!read) return fail(read.why);
    job_.predictions.push_back({.answer = std::move(answer), .words = std::move(read->words)});
}

Trial& Trial::model(std::string answer, const Session& words) {
    if (why_.empty()) predict(std::move(answer), job_.memory, instruction_with(job_.memory.steps.front(), words));
    return *this;
}

Trial& Trial::model_with(std::string answer, const Session& memory, const Fill& also) {
    if (!why_.empty()) return *this;
    auto job = made(memory);
    if (!job) return fail(job.why), *this;
    if (also) also(job->expected);
    predict(std::move(answer), *job, job->steps.front());
    return *this;
}

Trial& Trial::alternative(std::string answer, Doubt doubt) {
    if (!why_.empty()) return *this;
    const auto e = emulate(job_.memory);
    if (!e) return fail(e.why), *this;
    const auto other = std::ranges::find(e->others, doubt, &OtherD::doubt);
    if (other == e->others.end()) return fail("the alternative rule gives the same D"), *this;
    job_.predictions.push_back({.answer = std::move(answer), .words = other->d});
    return *this;
}

Trial& Trial::words(std::string answer, const std::function<std::uint32_t(unsigned row, unsigned column)>& word) {
    Prediction out{.answer = std::move(answer)};
    const ReferenceOperands& size = job_.memory.expected;
    for (unsigned row = 0; row < size.m; ++row)
        for (unsigned column = 0; column < size.n; ++column) out.words.push_back(word(row, column));
    job_.predictions.push_back(std::move(out));
    return *this;
}

Trial& Trial::stops() {
    job_.predictions.push_back({.answer = "stops", .stops = true});
    return *this;
}

Answer<ExperimentJob> Trial::take() {
    if (!why_.empty()) return Refusal(why_);
    auto control = emulator_job(derive(control_));
    if (!control) return Refusal(job_.name, ", control: ", control.why);
    job_.control = std::move(*control);
    job_.launched = instruction_with(job_.memory.steps.front(), launched_);
    job_.session = launched_;
    const auto form = kernel_form(job_.launched);
    if (!form) return Refusal(job_.name, ": ", form.why);
    if (const auto kernel = live_kernel(*form); !kernel) return Refusal(job_.name, ": ", kernel.why);
    for (const PlacedProblem& p : derive(launched_).problems)
        if (p.problem.severity == Severity::error) job_.broken.push_back(say(p.problem.rule, ": ", p.problem.text));
    return std::move(job_);
}

Jobs Trial::alone() { return all_of({take()}); }

Jobs all_of(std::vector<Answer<ExperimentJob>> jobs) {
    std::vector<ExperimentJob> out;
    for (Answer<ExperimentJob>& job : jobs) {
        if (!job) return Refusal(job.why);
        out.push_back(std::move(*job));
    }
    return out;
}

}  // namespace tilescope::experiment
