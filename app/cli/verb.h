// app/cli/verb.h -- a verb as its declare function sees it: its options, its footer, and the function that it runs.
// SPDX-License-Identifier: MIT
//
// CLI11 parses the command line. It is a library of headers that take seconds to compile in each file, so only verb.cpp
// and main.cpp include it. Example:
//
//     void declare_census(Verb& verb, const Globals& globals) {
//         const auto args = std::make_shared<CensusArgs>();
//         verb.add_option("file", args->file, "The file. Use - to read standard input.").required();
//         verb.add_flag("--strict", args->strict, "Return exit status 1 if a word has an error");
//         verb.on_run([args, &globals] { return run_census(*args, globals); });
//     }
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace tilescope::cli {

// The options of a call that name files. Positional arguments are always taken for files that are read.
struct FileOptions {
    std::vector<const CLI::Option*> read, written;
};

// An option that was just declared.
class Option {
public:
    Option(CLI::Option& option, FileOptions& files) : option_(&option), files_(&files) {}
    void required();          // the call is refused without this option
    void at_least_one();      // a number: 0 would mean that the option is missing
    void once_each();         // a list: each use of the option adds one value
    void takes_every_word();  // a positional argument: all words that no option takes are its values
    void reads();             // its values are files that the verb reads
    // Its values are files that the verb writes. A call that names such a file twice, or reads it, is refused.
    void writes();

private:
    CLI::Option* option_;
    FileOptions* files_;
};

class Verb {
public:
    // Requires: all three live until the command line is parsed. `status` receives the exit status of the verb,
    // `files` the options that name files.
    Verb(CLI::App& app, int& status, FileOptions& files) : app_(&app), status_(&status), files_(&files) {}

    // Declares an option ("--type") or a positional argument ("file"). Parsing stores its value in `value`; if the
    // option is missing, `value` stays as it is. Parsing refuses a text that is no number of the type of `value`, and
    // says its range.
    Option add_option(std::string name, std::string& value, std::string help);
    Option add_option(std::string name, std::vector<std::string>& value, std::string help);
    Option add_option(std::string name, int& value, std::string help);
    Option add_option(std::string name, std::uint32_t& value, std::string help);
    Option add_option(std::string name, std::uint64_t& value, std::string help);
    void add_flag(std::string name, bool& value, std::string help);
    // A flag with an optional value: "--show" stores `word`, "--show=always" stores "always".
    void add_word_flag(const std::string& name, const std::string& word, std::string& value, std::string help);

    // The text at the end of --help, before the example. By default, all verbs have the same text: exit statuses,
    // numbers.
    void set_footer(std::string text);
    std::string footer() const;

    // Sets the function that runs the verb and returns its exit status, or throws Refused (commands.h).
    void on_run(std::function<int()> run);

private:
    CLI::App* app_;
    int* status_;
    FileOptions* files_;
};

}  // namespace tilescope::cli
