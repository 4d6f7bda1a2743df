// app/cli/main.cpp -- tilescope, the command line: loops over the verbs.
// SPDX-License-Identifier: MIT
#include "app/cli/commands.h"

#include <tilescope/base/say.h>
#include <tilescope/formats/formats.h>
#include <tilescope/hw/archs.h>

#include <CLI/CLI.hpp>

#include <csignal>
#include <sstream>
#include <vector>

namespace {

using namespace tilescope;
using namespace tilescope::cli;

std::string version_text() {
    return say("tilescope ", TILESCOPE_VERSION, " (PTX editions ", edition_list(" and "), "; built with ",
               TILESCOPE_COMPILER, ", ", TILESCOPE_BUILD_TYPE, ")");
}

constexpr std::string_view kFooter =
    "Exit status: 0 done; 1 done, and the thing looked at is wrong (check; decode --strict; no answer to\n"
    "solve or mask --solve; compare differs); 2 the call or its input is unusable; 3 this machine lacks\n"
    "what is needed.\n"
    "Numbers: 0x.., 0b.., decimal, negative decimal; addresses and strides in bytes.\n"
    "Files and standard input: at most 64 MiB, where the command says nothing else.";

// CLI11 breaks no line; a line of help has 100 columns, and options take 30 of them.
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
                   say("PTX edition: ", edition_list(), " (default ", g.edition_text, ")"));
    app.add_option("--arch", g.arch, targets_in_lines(say("Target (default ", g.arch, "): ")));
    app.add_flag("--json", g.json, "One JSON document");
    app.add_flag("--csv", g.csv, "A header line and rows");
}

// An option without a value is not the same as no option: "--svg ''" would write nothing.
void check_values(const CLI::App& app) {
    for (const CLI::Option* option : app.get_options())
        for (const std::string& value : option->results())
            if (value.empty() && !option->get_lnames().empty())
                throw CLI::ValidationError(
                    say(option->get_name(), ": the value is empty; want one, or no ", option->get_name()));
}

// What holds for every verb, before any runs.
void check_call(const CLI::App& app, Globals& g) {
    check_values(app);
    for (const CLI::App* verb : app.get_subcommands()) check_values(*verb);
    if (g.json && g.csv) throw CLI::ValidationError("--json and --csv exclude each other; want one of them");
    const auto edition = find_edition(g.edition_text);
    if (!edition) throw CLI::ValidationError(edition.why);
    g.edition = *edition;
    if (const auto arch = find_arch(g.arch, g.edition); !arch) throw CLI::ValidationError(arch.why);
}

// CLI11 explains with several lines; one sentence is what was promised.
int sentence_of(const CLI::App& app, const CLI::ParseError& error, std::string_view first) {
    std::string verb;
    for (const CLI::App* sub : app.get_subcommands()) verb = sub->get_name();
    std::string text = error.what();
    if (const std::size_t newline = text.find('\n'); newline != text.npos) text.resize(newline);
    constexpr std::string_view kNoVerb = "A subcommand is required";
    if (text == kNoVerb) {
        text = first.empty() ? std::string("want one of:") : say("have '", first, "', want one of:");
        for (const Command& c : all_commands()) text += say(" ", c.name);
        text += "; --help says more";
    }
    return refuse(verb, text);
}

int run(int argc, char** argv) {
    std::signal(SIGPIPE, SIG_DFL);  // "tilescope formats | head" ends quietly
    Globals globals;
    int status = kDone;
    CLI::App app{"tilescope: NVIDIA tcgen05 and wgmma matrix descriptors, decoded, edited and laid out", "tilescope"};
    app.set_version_flag("--version", version_text());
    app.footer(std::string(kFooter));
    app.require_subcommand(1);
    app.fallthrough();
    add_globals(app, globals);
    for (const Command& c : all_commands()) {
        CLI::App* verb = app.add_subcommand(std::string(c.name), std::string(c.summary));
        verb->fallthrough();
        c.declare(*verb, globals, status);
        const std::string own = verb->get_footer();
        verb->footer(say(own, own.empty() ? "" : "\n", "Example:\n  ", c.example));
    }
    app.parse_complete_callback([&] { check_call(app, globals); });
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& asked) {  // --help, --version
        std::ostringstream text;
        app.exit(asked, text, text);
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
    return tilescope::io::run_program("tilescope", [&] { return run(argc, argv); });
}
