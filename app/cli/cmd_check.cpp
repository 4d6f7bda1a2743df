// app/cli/cmd_check.cpp -- check: finds errors in an instruction, a program or a tensor map before it runs.
// SPDX-License-Identifier: MIT
#include "app/cli/json_parts.h"
#include "app/cli/session_arg.h"
#include "app/cli/verb.h"
#include "app/io/session_file.h"

#include <tilescope/base/text.h>
#include <tilescope/formats/formats.h>
#include <tilescope/hw/archs.h>
#include <tilescope/notation/tensor_maps.h>
#include <tilescope/ptx/accept.h>
#include <tilescope/rules/mma_check.h>
#include <tilescope/rules/program_check.h>

#include <algorithm>
#include <array>

namespace tilescope::cli {
namespace {

bool is_error(const Problem& p) { return p.severity == Severity::error; }
bool has_error(const MmaReport& report) { return std::ranges::any_of(report.problems, is_error, &MmaProblem::problem); }
bool is_wrong(const ProgramReport& report) {
    return std::ranges::any_of(report.problems, is_error) ||
           std::ranges::any_of(report.instructions, has_error, &ProgramInstruction::report);
}

// A list of registers can have 128 names: of more than four, only the first and the last one are printed.
std::string shortened(std::string_view text) {
    constexpr std::ptrdiff_t kMostNames = 4;
    std::string out;
    while (!text.empty()) {
        const std::size_t open = std::min(text.find('{'), text.size()),
                          close = std::min(text.find('}', open), text.size());
        const std::string_view list = text.substr(open, close - open);
        out += text.substr(0, open);
        if (std::ranges::count(list, ',') < kMostNames)
            out += list;
        else
            out += say(list.substr(0, list.find(',')), ", ..., ", trimmed(list.substr(list.rfind(',') + 1)));
        text.remove_prefix(close);
    }
    return out;
}

// "  a_desc  0x400000400000????  start = global_smem + 16384"
void print_program_word(const ProgramInstruction& instruction, std::size_t index) {
    const auto& word = instruction.words[index];
    if (!word) return;
    std::string line = say(padded(name_of(kMmaWords[index].part), 8), word->known == 0 ? "unknown" : text_of(*word));
    for (const Operand o : kBothOperands)
        if (instruction.as_mma && kMmaWords[index].part == pick(o, MmaPart::a_desc, MmaPart::b_desc))
            if (const auto& start = instruction.as_mma->start[o]) line += say("  start = ", text_of(*start));
    print("  ", wrapped(line, 10));
}

void print_instruction(const ProgramInstruction& instruction) {
    print_after(say("line ", instruction.line, ": "), shortened(instruction.mma.text));
    for (std::size_t i = 0; i < std::size(kMmaWords); ++i) print_program_word(instruction, i);
    if (const auto& mma = instruction.as_mma)
        print("  ", padded("chain", 8), mma->chain,
              !mma->scale_d   ? ""
              : *mma->scale_d ? ", adds to D"
                              : ", D is new",
              "\n");
    std::vector<Problem> problems;
    for (const MmaProblem& p : instruction.report.problems) problems.push_back(p.problem);
    print_problems(problems);
}

void print_report(const ProgramReport& report) {
    for (const ProgramInstruction& instruction : report.instructions) print_instruction(instruction);
    print_problems(report.problems);
    const auto counts = [](const Problem& p) { return p.severity != Severity::info; };
    const auto has_problem = [&](const ProgramInstruction& i) {
        return std::ranges::any_of(i.report.problems, counts, &MmaProblem::problem);
    };
    const std::size_t n = report.instructions.size();
    const auto bad = std::ranges::count_if(report.instructions, has_problem),
               whole = std::ranges::count_if(report.problems, counts);
    print(n, n == 1 ? " instruction was checked; " : " instructions were checked; ", bad, bad == 1 ? " has" : " have",
          " a problem",
          whole == 0 ? "" : say("; ", whole, whole == 1 ? " problem is" : " problems are", " about the whole program"),
          ".\n");
}

// A chain has the number that --chain and `session` know: the pieces of one tile are one chain there.
void number_chains(ProgramReport& report, const Globals& g) {
    const std::vector<ProgramChain> chains = chains_of(report, g.arch, g.edition);
    for (std::uint32_t i = 0; i < chains.size(); ++i) {
        for (const std::size_t mma : chains[i].mmas) report.instructions[mma].as_mma->chain = i;
        for (const std::vector<std::size_t>& piece : chains[i].joined)
            for (const std::size_t mma : piece) report.instructions[mma].as_mma->chain = i;
    }
}

Json mma_problems_json(std::span<const MmaProblem> problems) {
    return list_json(problems, [](const MmaProblem& p) {
        Json out = {{"part", name_of(p.part)}};
        out.update(problem_json(p.problem));
        return out;
    });
}

Json name_or_null(std::string_view name) { return name.empty() ? Json(nullptr) : Json(name); }
Json number_or_null(unsigned number) { return number == 0 ? Json(nullptr) : Json(number); }

// What `check --ptx --json` has of an MMA beside its words: shape, types, majors, scale-d, chain, starts as base +
// offset. null: the program does not determine it.
Json mma_json(const ProgramMma& mma) {
    Json out = {{"m", number_or_null(mma.m)},         {"n", number_or_null(mma.n)},
                {"k", number_or_null(mma.k)},         {"a_type", name_or_null(mma.a_type)},
                {"b_type", name_or_null(mma.b_type)}, {"d_type", name_or_null(mma.d_type)}};
    for (const Operand o : kBothOperands)
        out[pick(o, "a_major", "b_major")] =
            mma.major[o] ? Json(name_in(kMajorNames, static_cast<std::uint64_t>(*mma.major[o]))) : Json(nullptr);
    out["scale_d"] = mma.scale_d ? Json(*mma.scale_d) : Json(nullptr);
    out["chain"] = mma.chain;
    out.update(start_json(mma.start));
    return out;
}

Json program_json(const ProgramReport& report) {
    Json instructions = Json::array();
    for (const ProgramInstruction& i : report.instructions) {
        Json words = Json::object();
        for (std::size_t w = 0; w < std::size(kMmaWords); ++w)
            if (const auto& word = i.words[w])
                words[std::string(name_of(kMmaWords[w].part))] = {{"word", hex(word->value, word->bits / 4)},
                                                                  {"known", hex(word->known, word->bits / 4)}};
        Json item = {{"line", i.line}, {"text", i.mma.text}, {"words", std::move(words)}};
        if (i.as_mma) item.update(mma_json(*i.as_mma));
        item["problems"] = mma_problems_json(i.report.problems);
        instructions.push_back(std::move(item));
    }
    return {{"target", report.target},
            {"version", report.version},
            {"instructions", std::move(instructions)},
            {"problems", problems_json(report.problems)}};
}

// Checks the file and prints the report. "-": standard input. Returns the exit status.
int run_check_program(const std::string& file, const Globals& g) {
    has_no_csv("check", g);
    const auto text = need(io::read_packed_text(file));
    ProgramReport report = check_program(text, g.arch, g.edition, g.arch_given);
    if (report.instructions.empty())
        throw refused(says_no_mma(file, text, "tcgen05", "wgmma", "give a PTX file that has one"));
    number_chains(report, g);
    if (g.json)
        print_json(program_json(report));
    else
        print_report(report);
    return is_wrong(report) ? kWrong : kDone;
}

// Prints what the driver of the target says of the map. Returns the exit status.
int run_check_tensor_map(const std::string& path, const Globals& g) {
    has_no_csv("check", g);
    const auto text = io::read_input(path);
    if (!text) throw refused("--tensor-map: ", text.why);
    const auto copy = io::tensor_map_from_text(*text, io::TmaNumbers::any);
    if (!copy) throw refused("--tensor-map: ", io::input_name(path), ": ", copy.why);
    std::vector<Problem> problems = check(copy->map, g.arch);
    const bool accepted = is_accepted(problems);
    // JSON need not have the address. All other texts have it.
    const bool has_address = text->find("address") != text->npos || !tensor_maps_in(*text).empty();
    if (const auto note = null_address(copy->map); note && has_address) problems.push_back(*note);
    if (const auto note = rounding_note(copy->map)) problems.push_back(*note);
    if (g.json) {
        Json out = {{"accepted", accepted}, {"arch", g.arch}};
        put_certainty(out, verdict_certainty(g.arch));
        out["problems"] = problems_json(problems);
        out["tensor_map"] = *io::read_json(io::tensor_map_to_text({.map = copy->map}));
        print_json(out);
        return accepted ? kDone : kWrong;
    }
    print(wrapped(brief_text(copy->map), 2));
    print(wrapped(say(g.arch, ": cuTensorMapEncodeTiled ", accepted ? "accepts" : "refuses", " this tensor map (",
                      text_of(verdict_certainty(g.arch)), ")"),
                  2));
    print_problems(problems);
    return accepted ? kDone : kWrong;
}

// The values of an option. Empty if the option is not on the command line.
using Given = std::vector<std::string>;

struct CheckArgs {
    std::string text = "-", program, tensor_map;
    Given idesc, a_desc, b_desc, zcm, metadata, columns;
};

struct TargetVerdict {
    std::string_view arch;
    Acceptance verdict;
};

struct Checked {
    MmaLine line;
    MmaReport report;
    std::vector<TargetVerdict> targets;
};

std::vector<TargetVerdict> verdicts(const MmaLine& line, Edition edition) {
    std::vector<TargetVerdict> out;
    for (const ArchRow& arch : kArchs)
        if (arch.since <= edition) out.push_back({arch.id, accept(line, arch.id, edition)});
    return out;
}

struct WordOption {
    std::string_view name;
    const Given& text;
    std::string_view format;  // "idesc": use the table of the instruction's kind
    OperandRole role;         // the operand of the text that may give the word as a number
    std::optional<std::uint64_t> MmaWords::*word;
};

std::array<WordOption, 4> word_options(const CheckArgs& args, const MmaLine& line) {
    const std::string_view smem = family_of(line.opcode).smem;
    const OperandRole source = line.opcode == Opcode::cp ? OperandRole::cp_from : OperandRole::a;
    return {WordOption{"--idesc", args.idesc, "idesc", OperandRole::idesc, &MmaWords::idesc},
            WordOption{"--adesc", args.a_desc, smem, source, &MmaWords::a_desc},
            WordOption{"--bdesc", args.b_desc, smem, OperandRole::b, &MmaWords::b_desc},
            WordOption{"--zcm", args.zcm, "zcm", OperandRole::zero_mask, &MmaWords::zcm}};
}

// Returns whether the instruction reads the word of an option. A zero-column mask that the form does not allow is a
// problem for the rules, so it is not refused here.
bool reads(const MmaLine& line, OperandRole role) {
    if (role == OperandRole::zero_mask || role == OperandRole::idesc) return line.opcode == Opcode::mma;
    return line.operand(role) != nullptr && !(role == OperandRole::a && line.a_in_tmem);
}

// Reads the words of the options. The instruction decides the table of each word. A refusal names the option.
void read_words(const CheckArgs& args, const MmaLine& line, Edition edition, MmaWords& words) {
    for (const WordOption& o : word_options(args, line)) {
        if (o.text.empty() || !reads(line, o.role)) continue;
        const Format* table = line.kind.empty() ? nullptr : idesc_format(line.kind, edition);
        if (o.format != "idesc") table = *find_format(o.format, {}, edition);
        const auto word = need(word_for(table ? *table : *idesc_format("f16", edition), o.text.front()), o.name);
        const MmaOperand* in_text = line.operand(o.role);
        if (in_text && in_text->value && static_cast<std::uint64_t>(*in_text->value) != word)
            throw refused(o.name, " is ", o.text.front(), ", but the instruction contains ", in_text->text,
                          "; give only one of them");
        words.*o.word = word;
    }
}

// Refuses a word that no instruction of the text reads: the user expects that it is checked.
void words_are_read(const CheckArgs& args, std::span<const Checked> all) {
    for (std::size_t i = 0; i < 4; ++i) {
        const WordOption o = word_options(args, all.front().line)[i];
        const bool read = std::ranges::any_of(
            all, [&](const Checked& c) { return reads(c.line, word_options(args, c.line)[i].role); });
        if (!o.text.empty() && !read)
            throw refused(o.name, ": this ", name_of(all.front().line.opcode),
                          " does not read this word; remove the option");
    }
}

// Checks --columns and --metadata, which are in no word of the instruction.
void read_extras(const CheckArgs& args, const Globals& g, std::span<Checked> all) {
    Checked& first = all.front();
    const auto add = [&](const std::optional<Problem>& problem) {
        if (problem) first.report.problems.push_back({MmaPart::line, *problem});
    };
    if (!args.columns.empty()) {
        const auto columns = need(parse_number(args.columns.front()), "--columns");
        if (args.columns.front().starts_with('-'))
            throw refused("--columns: ", args.columns.front(), " is negative; give a number of columns");
        const bool exclusive = std::ranges::any_of(all, [](const Checked& c) {
            return std::ranges::count(c.line.qualifiers, "exclusive", &Qualifier::text) != 0;
        });
        add(check_columns(columns, g.arch, exclusive));
    }
    if (!args.metadata.empty()) {
        const auto word = need(parse_number(args.metadata.front()), "--metadata");
        if (word >> 32)
            throw refused("--metadata: ", args.metadata.front(), " does not fit in the 32 bits of a metadata word");
        const auto sparse = std::ranges::find_if(all, [](const Checked& c) { return c.line.sparse; });
        if (sparse == all.end())
            throw refused("--metadata: this ", name_of(first.line.opcode),
                          " does not read this word; remove the option, or add .sp");
        add(check_metadata(static_cast<std::uint32_t>(word), sparse->line));
    }
}

// An instruction with its verdicts for the target and for all targets. Each problem names the part that it is about.
Json check_json(const Checked& c, std::string_view arch) {
    const auto verdict = [](std::string_view id, const Acceptance& a) {
        return Json{{"arch", id}, {"accepted", a.accepted}, {"rule", a.rule}, {"why", a.why}, {"ptx", a.ptx}};
    };
    Json out = {{"instruction", c.line.text}};
    out.update(verdict(arch, c.report.acceptance));
    out["targets"] = list_json(c.targets, [&](const TargetVerdict& t) { return verdict(t.arch, t.verdict); });
    out["rules"] = c.report.rules;
    out["problems"] = mma_problems_json(c.report.problems);
    return out;
}

void print_targets(std::span<const TargetVerdict> targets) {
    std::string accepting, refusing;
    for (const TargetVerdict& t : targets) (t.verdict.accepted ? accepting : refusing) += say(' ', t.arch);
    print("accepted by:", accepting.empty() ? " no target" : accepting, "\n");
    if (!refusing.empty()) print("refused by:", refusing, "\n");
}

void print_text(const Checked& c, const Globals& g) {
    print(wrapped(c.line.text, 2));
    const Acceptance& a = c.report.acceptance;
    print(a.accepted ? say(g.arch, ": the assembler accepts this instruction from PTX ", a.ptx, " on\n")
                     : say(g.arch, ": the assembler refuses this instruction\n"));
    print_targets(c.targets);
    std::vector<Problem> problems;
    for (const MmaProblem& p : c.report.problems) {
        problems.push_back(p.problem);
        const bool dot = !p.problem.field.empty() && p.problem.field[0] != '.';  // qualifiers start with a dot
        problems.back().field = say(name_of(p.part), dot ? "." : "", p.problem.field);
    }
    print_problems(problems);
    const std::size_t n = c.report.rules;
    print(problems.empty() ? say("No problems. ", n, " rules were checked.\n") : say(n, " rules were checked.\n"));
}

bool is_refused(const Checked& c) { return !c.report.acceptance.accepted || has_error(c.report); }

// Checks every instruction of the text with the words that it reads. A refusal names the option that cannot be used.
void check_all(const CheckArgs& args, const std::string& text, const Globals& g, std::vector<Checked>& all) {
    std::vector<std::string> texts = instructions_in(text);
    if (texts.empty()) texts.push_back(text);  // parse_mma_line() reports what is missing
    for (const std::string& one : texts) {
        const auto line = need(parse_mma_line(one), "--mma");
        MmaWords words;
        read_words(args, line, g.edition, words);
        all.push_back({line, check_mma(line, words, g.arch, g.edition), verdicts(line, g.edition)});
    }
    words_are_read(args, all);
    read_extras(args, g, all);
    for (Problem& p : check_kernel_text(text)) all.front().report.problems.push_back({MmaPart::line, std::move(p)});
    std::ranges::stable_sort(all.front().report.problems, {}, [](const MmaProblem& p) { return p.problem.severity; });
}

// A word is that of each instruction of the text that reads it. The words of a whole program come from its registers.
void options_agree(const CheckArgs& args) {
    const std::pair<std::string_view, const Given&> given[] = {
        {"--idesc", args.idesc}, {"--adesc", args.a_desc},      {"--bdesc", args.b_desc},
        {"--zcm", args.zcm},     {"--metadata", args.metadata}, {"--columns", args.columns}};
    bool any = args.text != "-";
    for (const auto& [name, values] : given) {
        any = any || !values.empty();
        if (values.size() > 1)
            throw refused(name, " is given ", values.size(), " times; give it once, and check ",
                          "instructions with different words one by one");
    }
    if (!args.tensor_map.empty() && (any || !args.program.empty()))
        throw refused("--tensor-map is checked alone; remove the other options");
    if (any && !args.program.empty()) throw refused("--ptx reads all words from the program; remove the other options");
}

int run_check(const CheckArgs& args, const Globals& g) {
    options_agree(args);
    if (!args.tensor_map.empty()) return run_check_tensor_map(args.tensor_map, g);
    if (!args.program.empty()) return run_check_program(args.program, g);
    has_no_csv("check", g);
    const auto text = need(text_or_standard_input(args.text));
    std::vector<Checked> all;
    check_all(args, text, g, all);
    const auto document = [&](const Checked& c) { return check_json(c, g.arch); };
    if (g.json) print_json(all.size() == 1 ? document(all.front()) : list_json(all, document));
    for (std::size_t i = 0; i < all.size() && !g.json; ++i) {
        if (i > 0) print("\n");
        print_text(all[i], g);
    }
    return std::ranges::any_of(all, is_refused) ? kWrong : kDone;
}

}  // namespace

void declare_check(Verb& verb) {
    CheckArgs& args = verb.runs(run_check);
    verb.add_option("--mma", args.text,
                    "Text with tcgen05, wgmma.mma_async and mbarrier instructions.\n"
                    "Omit the text or use - to read standard input.");
    verb.add_option("--ptx", args.program,
                    "A PTX file (- for standard input), also packed by gzip: checks all its\n"
                    "tcgen05 and wgmma instructions with the words that reach them");
    verb.add_option("--tensor-map", args.tensor_map,
                    "A tensor map (- for standard input): says whether the target's\n"
                    "cuTensorMapEncodeTiled takes it, and why not. Its form:\n"
                    "`solve --help`")
        .reads();
    verb.add_option("--idesc", args.idesc, "The instruction descriptor");
    verb.add_option("--adesc", args.a_desc, "The descriptor of A, or of the source of tcgen05.cp");
    verb.add_option("--bdesc", args.b_desc, "The descriptor of B");
    verb.add_option("--zcm", args.zcm, "The zero-column mask");
    verb.add_option("--metadata", args.metadata, "A 32-bit word of sparsity metadata");
    verb.add_option("--columns", args.columns, "Number of Tensor Memory columns that tcgen05.alloc requests");
    verb.set_footer(
        "The exit status is 1 if the assembler refuses an instruction, a rule finds an error, or the driver\nrefuses "
        "the tensor map.\n"
        "--json prints one object for one instruction, and a list of objects for several instructions.");
}

}  // namespace tilescope::cli
