// app/cli/cmd_check.cpp -- check: everything that can be known to be wrong with one instruction before it runs.
// SPDX-License-Identifier: MIT
#include "app/cli/commands.h"
#include "app/cli/text_out.h"
#include "app/cli/words.h"
#include "app/io/json_out.h"

#include <tilescope/base/number.h>
#include <tilescope/base/say.h>
#include <tilescope/formats/formats.h>
#include <tilescope/hw/archs.h>
#include <tilescope/rules/mma_check.h>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>

namespace tilescope::cli {
namespace {

struct CheckArgs {
    std::string text = "-", idesc, a_desc, b_desc, zcm, metadata, columns;
};

// Every target of the edition, as the assembler sees the line.
std::vector<io::TargetVerdict> verdicts(const MmaLine& line, Edition edition) {
    std::vector<io::TargetVerdict> out;
    for (const ArchRow& arch : kArchs)
        if (arch.since <= edition) out.push_back({arch.id, accept(line, arch.id)});
    return out;
}

// The words of the call, each with the table that the instruction gives it; a refusal names the option.
std::string read_words(const CheckArgs& args, const MmaLine& line, Edition edition, MmaWords& words) {
    const Format* idesc = line.kind.empty() ? nullptr : idesc_format(line.kind, edition);
    const std::string_view smem = line.opcode == Opcode::wgmma ? "wgmma" : "smem";
    struct Option {
        std::string_view name;
        const std::string& text;
        const Format* format;
        std::optional<std::uint64_t>& word;
    };
    for (const Option& o : {Option{"--idesc", args.idesc, idesc ? idesc : idesc_format("f16", edition), words.idesc},
                            Option{"--adesc", args.a_desc, *find_format(smem, {}, edition), words.a_desc},
                            Option{"--bdesc", args.b_desc, *find_format(smem, {}, edition), words.b_desc},
                            Option{"--zcm", args.zcm, *find_format("zcm", {}, edition), words.zcm}}) {
        if (o.text.empty()) continue;
        const auto word = word_for(*o.format, o.text);
        if (!word) return say(o.name, ": ", word.why);
        o.word = *word;
    }
    return {};
}

// --columns and --metadata: what no word of the instruction holds.
std::string read_extras(const CheckArgs& args, const MmaLine& line, MmaReport& report) {
    const auto add = [&](const std::optional<Problem>& problem) {
        if (problem) report.problems.push_back({MmaPart::line, *problem});
    };
    if (!args.columns.empty()) {
        const auto columns = parse_number(args.columns);
        if (!columns) return say("--columns: ", columns.why);
        add(check_columns(*columns));
    }
    if (!args.metadata.empty()) {
        const auto word = parse_number(args.metadata);
        if (!word) return say("--metadata: ", word.why);
        if (*word >> 32) return say("--metadata: ", args.metadata, " does not fit 32 bits");
        add(check_metadata(static_cast<std::uint32_t>(*word), line.kind));
    }
    return {};
}

void print_targets(std::span<const io::TargetVerdict> targets) {
    std::string takes, refuses;
    for (const io::TargetVerdict& t : targets) (t.verdict.accepted ? takes : refuses) += say(' ', t.arch);
    print(say("taken by:", takes.empty() ? " no target" : takes, "\n"));
    if (!refuses.empty()) print(say("refused by:", refuses, "\n"));
}

void print_text(const MmaLine& line, const MmaReport& report, std::span<const io::TargetVerdict> targets,
                const Globals& g) {
    print(wrapped(line.text, 2));
    const Acceptance& a = report.acceptance;
    print(a.accepted ? say(g.arch, ": the assembler takes it, from PTX ", a.ptx, " on\n")
                     : say(g.arch, ": the assembler refuses it\n"));
    print_targets(targets);
    std::vector<Problem> problems;
    for (const MmaProblem& p : report.problems) {
        problems.push_back(p.problem);
        const bool dot = !p.problem.field.empty() && p.problem.field[0] != '.';  // qualifiers have their own
        problems.back().field = say(name_of(p.part), dot ? "." : "", p.problem.field);
    }
    print_problems(problems);
    print(problems.empty() ? say("No problems; ", report.rules, " rules looked.\n")
                           : say(report.rules, " rules looked.\n"));
}

int run_check(const CheckArgs& args, const Globals& g) {
    const std::string text = args.text == "-" ? read_standard_input() : args.text;
    const auto line = parse_mma_line(text);
    if (!line) return refuse("check", say("--mma: ", line.why));
    MmaWords words;
    if (const std::string why = read_words(args, *line, g.edition, words); !why.empty()) return refuse("check", why);
    MmaReport report = check_mma(*line, words, g.arch, g.edition);
    if (const std::string why = read_extras(args, *line, report); !why.empty()) return refuse("check", why);
    for (Problem& p : check_kernel_text(text)) report.problems.push_back({MmaPart::line, std::move(p)});
    std::ranges::stable_sort(report.problems, {}, [](const MmaProblem& p) { return p.problem.severity; });
    const std::vector<io::TargetVerdict> targets = verdicts(*line, g.edition);
    if (g.json)
        print(io::check_json(*line, g.arch, report, targets));
    else
        print_text(*line, report, targets, g);
    const bool wrong =
        std::ranges::any_of(report.problems, [](const MmaProblem& p) { return p.problem.severity == Severity::error; });
    return wrong || !report.acceptance.accepted ? kWrong : kDone;
}

}  // namespace

void declare_check(CLI::App& app, const Globals& globals, int& status) {
    const auto args = std::make_shared<CheckArgs>();
    app.add_option("--mma", args->text, "tcgen05.mma, tcgen05.cp or wgmma.mma_async as text; - reads standard input");
    app.add_option("--idesc", args->idesc, "The instruction descriptor");
    app.add_option("--adesc", args->a_desc, "The descriptor of A (tcgen05.cp: of the source)");
    app.add_option("--bdesc", args->b_desc, "The descriptor of B");
    app.add_option("--zcm", args->zcm, "The zero-column mask");
    app.add_option("--metadata", args->metadata, "A 32-bit word of sparsity metadata");
    app.add_option("--columns", args->columns, "Columns of Tensor Memory that tcgen05.alloc asks for");
    app.callback([args, &globals, &status] { status = run_check(*args, globals); });
    app.footer("Exits with 1 if the assembler refuses the line or a rule finds an error.");
}

}  // namespace tilescope::cli
