// app/cli/main.cpp -- tilescope, the command-line program: declares all verbs and runs one.
// SPDX-License-Identifier: MIT
#include "app/cli/verb.h"
#include "app/publish/licenses.h"
#include "app/worker/protocol.h"

#include <tilescope/formats/formats.h>
#include <tilescope/hw/archs.h>

#include <CLI/CLI.hpp>

#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <sstream>

namespace {

using namespace tilescope;
using namespace tilescope::cli;

std::string version_text() {
    return say("tilescope ", TILESCOPE_VERSION, " (PTX editions ", edition_list(" and "), "; built with ",
               TILESCOPE_COMPILER, ", ", TILESCOPE_BUILD_TYPE, ")");
}

constexpr std::string_view kFooter =
    "Exit status:\n"
    "  0  The command is done.\n"
    "  1  The command is done, but its result is negative: check or decode --strict found an error,\n"
    "     solve or mask --solve found no answer, or compare found a difference.\n"
    "  2  The command line or its input cannot be used.\n"
    "  3  This machine lacks something that the command needs.\n"
    "  4  The command tried to use a GPU, and that failed.\n"
    "Numbers: 0x.., 0b.., decimal, negative decimal. Addresses and strides are in bytes.\n"
    "Files and standard input: at most 64 MiB, unless the command states another limit.";

// CLI11 does not wrap lines. A line of help has 100 columns, and the option names take 30 of them.
std::string targets_in_lines(std::string out) {
    std::size_t line = out.size();
    for (const ArchRow& a : kArchs) {
        const bool last = &a == &kArchs[std::size(kArchs) - 1];
        const std::string item = say(a.id, last ? "" : ", ");
        if (line + item.size() > 70) out.back() = '\n', line = 0;
        out += item;
        line += item.size();
    }
    return out;
}

void add_globals(CLI::App& app, Globals& g) {
    app.add_option("--edition", g.edition_text,
                   say("PTX edition: ", edition_list(), " (default ", g.edition_text, "; with a session: its own)"))
        ->each([&g](const std::string&) { g.edition_given = true; });
    app.add_option("--arch", g.arch, targets_in_lines(say("Target (default ", g.arch, "; with a session: its own): ")))
        ->each([&g](const std::string&) { g.arch_given = true; });
    app.add_flag("--json", g.json, "Print one JSON document");
    app.add_flag("--csv", g.csv, "Print CSV: a header line and rows");
}

// Refuses options with an empty value: "--svg ''" would write no file without an error.
void check_values(const CLI::App& app) {
    for (const CLI::Option* option : app.get_options())
        for (const std::string& value : option->results())
            if (value.empty() && !option->get_lnames().empty())
                throw CLI::ValidationError(
                    say(option->get_name(), ": the value is empty; give a value or remove ", option->get_name()));
}

bool is_in(const std::vector<const CLI::Option*>& options, const CLI::Option* option) {
    return std::ranges::find(options, option) != options.end();
}

// Returns a value of the option that leads to this file, and is not `file` itself. Null: there is none.
const std::string* other_name_of(const std::string& file, const CLI::Option* option, const FileOptions& files) {
    const bool writes = is_in(files.written, option);
    if (!writes && !option->get_positional() && !is_in(files.read, option)) return nullptr;
    for (const std::string& value : option->results()) {
        // What is only read is not a file if it does not exist: the name of a lesson.
        const bool is_file = writes || access(value.c_str(), F_OK) == 0;
        if (&value != &file && is_file && io::is_same_file(file, value)) return &value;
    }
    return nullptr;
}

// "the argument 'job'", "the file of --svg", "the file of another --output".
std::string place_of(const CLI::Option& option, bool is_another) {
    if (option.get_positional()) return say("the argument '", option.get_name(), "'");
    return say("the file of ", is_another ? "another " : "", option.get_name());
}

// Notes the files that the call writes. Refuses a file that it also reads, or writes twice: the input, or the first
// result, would be lost.
void check_outputs(const CLI::App& verb, const FileOptions& files, Globals& g) {
    const auto all = verb.get_options();
    for (const CLI::Option* output : files.written) {
        if (!is_in(all, output)) continue;
        for (const std::string& file : output->results()) {
            for (const CLI::Option* option : all)
                if (const std::string* other = other_name_of(file, option, files))
                    throw CLI::ValidationError(
                        say(output->get_name(), ": '", file, "' is also ", place_of(*option, option == output),
                            *other == file ? "" : say(", '", *other, "'"), "; write to another file"));
            g.outputs.push_back(file);
        }
    }
}

// Checks the options that all verbs share, before a verb runs.
void check_call(const CLI::App& app, const FileOptions& files, Globals& g) {
    check_values(app);
    for (const CLI::App* verb : app.get_subcommands()) check_values(*verb);
    for (const CLI::App* verb : app.get_subcommands()) check_outputs(*verb, files, g);
    if (g.json && g.csv) throw CLI::ValidationError("--json and --csv cannot be used together; give only one of them");
    const auto edition = find_edition(g.edition_text);
    if (!edition) throw CLI::ValidationError(edition.why);
    g.edition = *edition;
    if (const auto arch = find_arch(g.arch, g.edition); !arch) throw CLI::ValidationError(arch.why);
}

// Prints only the first line of CLI11's explanation, because the contract is one sentence.
int sentence_of(const CLI::App& app, const CLI::ParseError& error, std::string_view first) {
    std::string verb;
    for (const CLI::App* sub : app.get_subcommands()) verb = sub->get_name();
    std::string text = error.what();
    if (const std::size_t newline = text.find('\n'); newline != text.npos) text.resize(newline);
    constexpr std::string_view kNoVerb = "A subcommand is required", kNoFlag = "Could not convert: ";
    // Numbers have a check of their own (verb.cpp).
    if (text.starts_with(kNoFlag))
        text = say(text.substr(kNoFlag.size()), " is neither true nor false; write the option without a value");
    if (text == kNoVerb) {
        text = first.empty() ? std::string("the command is missing; use one of:")
                             : say("'", first, "' is not a command; use one of:");
        for (const Command& c : all_commands()) text += say(" ", c.name);
        text += "; --help describes the commands";
    }
    return refuse(verb, text);
}

int run(int argc, char** argv) {
    std::signal(SIGPIPE, SIG_DFL);  // "tilescope formats | head" ends quietly
    Globals globals;
    int status = kDone;
    FileOptions files;
    CLI::App app{"tilescope decodes, encodes and lays out the matrix descriptors of NVIDIA tcgen05 and wgmma",
                 "tilescope"};
    app.set_version_flag("--version", version_text());
    app.add_flag_callback(
        "--licenses", [] { throw CLI::CallForVersion(io::licenses_text(), 0); },
        "Print the licenses of tilescope and of the works that it contains");
    app.footer(std::string(kFooter));
    app.require_subcommand(1);
    app.fallthrough();
    add_globals(app, globals);
    for (const Command& c : all_commands()) {
        CLI::App* parser = app.add_subcommand(std::string(c.name), std::string(c.summary));
        parser->fallthrough();
        Verb verb(*parser, globals, status, files);
        c.declare(verb);
        const std::string footer = verb.footer();
        verb.set_footer(say(footer, footer.empty() ? "" : "\n", "Example:\n  ", c.example));
    }
    app.parse_complete_callback([&] { check_call(app, files, globals); });
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& requested) {  // --help, --version, --licenses
        std::ostringstream text;
        app.exit(requested, text, text);
        print(text.str());
        return kDone;
    } catch (const CLI::ParseError& error) {
        return sentence_of(app, error, argc > 1 ? argv[1] : "");
    }
    return status;
}

}  // namespace

// A full disk or a closed output must not look like a result.
int main(int argc, char** argv) {
    if (argc == 2 && argv[1] == tilescope::live::kWorkerOption) _exit(tilescope::live::run_worker());
    return tilescope::io::run_program("tilescope", [&] { return run(argc, argv); });
}
