// app/cli/verb.h -- what every verb of the command line needs: its options, refusals, and output.
// SPDX-License-Identifier: MIT
//
// CLI11 parses the command line. It is a library of headers that take seconds to compile in each file, so only verb.cpp
// and main.cpp include it. Example:
//
//     void declare_census(Verb& verb) {
//         CensusArgs& args = verb.runs(run_census);
//         verb.add_option("file", args.file, "The file. Use - to read standard input.").required();
//         verb.add_flag("--strict", args.strict, "Return exit status 1 if a word has an error");
//     }
#pragma once

#include "app/io/file.h"
#include "app/io/program.h"
#include "app/publish/report.h"

#include <tilescope/base/answer.h>
#include <tilescope/base/number.h>
#include <tilescope/base/say.h>
#include <tilescope/base/text.h>
#include <tilescope/word/field.h>
#include <tilescope/word/problem.h>

#include <cstdio>
#include <memory>
#include <type_traits>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace tilescope::cli {

using io::kDone, io::kLacking, io::kRunFailed, io::kUnusable, io::kWrong, io::print, io::print_with_codes;

// The global options, which every verb can read.
struct Globals {
    std::string edition_text = "9.1", arch = "sm_100a";
    bool arch_given = false, edition_given = false;  // the user chose `arch`, `edition_text`
    bool json = false, csv = false;
    Edition edition = Edition::v9_1;   // of edition_text, once checked
    std::vector<std::string> outputs;  // the files that this call writes
};

// ---- refusals

// One sentence on standard error: "tilescope encode: lbo counts in steps of 16 ...". Returns kUnusable.
int refuse(std::string_view verb, std::string_view sentence);
template <class First, class Second, class... More>
int refuse(std::string_view verb, const First& first, const Second& second, const More&... more) {
    return refuse(verb, say(first, second, more...));
}

// Ends the verb with a sentence on standard error and a status. Only functions of verbs throw it, mostly through
// need(); Verb catches it.
struct Refused {
    std::string why;
    int status = kUnusable;
};

// throw refused("--m must be 32, 64 or 128, not ", m);
template <class... Parts>
Refused refused(const Parts&... parts) {
    return {say(parts...)};
}

// The value of an answer without which the verb cannot go on. The sentence of the refusal begins with `of`, such as the
// option that gives the value: "--base: 'x' is not a number".
template <class T>
T need(Answer<T> answer, std::string_view of = {}) {
    if (!answer) throw refused(of, of.empty() ? "" : ": ", answer.why);
    return std::move(*answer);
}
inline void need(const Answer<void>& answer) {
    if (!answer) throw refused(answer.why);
}

// The first of these options that is given. Empty: none is.
//   first_given({{"--ws", args.ws}, {"--type", !args.type.empty()}})
inline std::string_view first_given(std::initializer_list<std::pair<std::string_view, bool>> options) {
    for (const auto& [option, given] : options)
        if (given) return option;
    return {};
}

// Refuses --csv for a verb that has text and JSON.
inline void has_no_csv(std::string_view verb, const Globals& g) {
    if (g.csv) throw refused(verb, " has no --csv; use --json, or remove --csv to get text");
}

// Returns the row of this name. Refuses another name, and lists those of all rows.
//   row_named("--copy", "4x256b", kCopyShapes, &CopyShapeRow::name)
template <class Rows, class Name>
const auto& row_named(std::string_view option, std::string_view text, const Rows& rows, Name name) {
    for (const auto& row : rows)
        if (std::invoke(name, row) == text) return row;
    throw refused(option, ": '", text, "' is unknown; use one of: ", list_of(rows, name));
}

// ---- output

// Prints the parts as say() joins them.
template <class First, class Second, class... More>
void print(const First& first, const Second& second, const More&... more) {
    print(std::string_view(say(first, second, more...)));
}

// Returns the text, filled with blanks to `width`.
std::string padded(std::string_view text, std::size_t width);

// Returns the text in lines of less than 100 columns. All lines but the first start with `indent` blanks. Ends with a
// newline.
std::string wrapped(std::string_view text, std::size_t indent);

// Writes the text to the file, or prints it if there is no name. Returns kDone.
int write_or_print(const std::string& path, std::string_view text);

// Prints the parts as wrapped() does, with the blanks before the first line too.
template <class... Parts>
void print_wrapped(std::size_t indent, const Parts&... parts) {
    print(std::string(indent, ' '), wrapped(say(parts...), indent));
}

// Prints the parts as wrapped() does, on the right of a head.
template <class... Parts>
void print_after(std::string_view head, const Parts&... parts) {
    print(head, wrapped(say(parts...), head.size()));
}

// The lines of a table: each column is as wide as its widest cell, and then come `gap` blanks. The last cell of a line
// is as it is.
std::vector<std::string> in_columns(const std::vector<std::vector<std::string>>& rows, std::size_t gap = 2);
// Returns the line without the blanks at its end.
std::string without_end_blanks(std::string_view line);

// Prints the report as JSON, CSV or text. Text has the first `most` rows and the number of all rows. Returns kDone.
int print_report(const io::Report& report, const Globals& g, std::size_t most = 40);

// Prints each problem: severity, rule, field, what is wrong and what to do. Uses colour on a terminal unless NO_COLOR
// is set.
void print_problems(std::span<const Problem> problems);

// Returns a line of CSV; each cell is what say() makes of it, in quotes if CSV requires them.
template <class... Cells>
std::string csv_row(const Cells&... cells) {
    std::string out;
    ((add_csv_cell(out, say(cells)), out += ','), ...);
    out.back() = '\n';
    return out;
}

// ---- words and kinds as arguments

// Returns all of standard input if `text` is "-". Otherwise returns `text`.
Answer<std::string> text_or_standard_input(const std::string& text);
// The same, but only the first word of standard input.
Answer<std::string> word_or_standard_input(const std::string& text);

// Returns the number in the text as a word of the format. Refuses a number with too many bits.
Answer<std::uint64_t> word_for(const Format& format, const std::string& text);
// The same, but "-" reads the first word of standard input.
Answer<std::uint64_t> word_given(const Format& format, const std::string& text);

// Return the kinds and the formats of an edition as text: "f16, tf32, ..." and "smem, wgmma, ...".
std::string kind_list(Edition edition);
std::string format_list(Edition edition);

// Reads a place in a matrix, such as "5,17"; each number is at most `most`. Refuses other texts: `right` says what is
// right.
std::pair<unsigned, unsigned> place_given(std::string_view option, const std::string& text, std::uint64_t most,
                                          std::string_view right);

// Accepts a kind of the edition or an empty text. A refusal lists the kinds.
Answer<void> is_kind(std::string_view kind, Edition edition);

// ---- options

// The options of a call that name files. Positional arguments are always taken for files that are read.
struct FileOptions {
    std::vector<const CLI::Option*> read, written;
};

// An option that was just declared.
class Option {
public:
    Option(CLI::Option& option, FileOptions& files) : option_(&option), files_(&files) {}
    Option& required();          // the call is refused without this option
    Option& at_least_one();      // a number: 0 would mean that the option is missing
    Option& once_each();         // a list: each use of the option adds one value
    Option& takes_every_word();  // a positional argument: all words that no option takes are its values
    Option& reads();             // its values are files that the verb reads
    // Its values are files that the verb writes. A call that names such a file twice, or reads it, is refused.
    Option& writes();

private:
    CLI::Option* option_;
    FileOptions* files_;
};

class Verb {
public:
    // Requires: all four live until the command line is parsed. `status` receives the exit status of the verb,
    // `files` the options that name files.
    Verb(CLI::App& app, const Globals& globals, int& status, FileOptions& files)
        : app_(&app), globals_(&globals), status_(&status), files_(&files) {}

    // Sets the function that runs the verb and returns its exit status, or throws Refused. Returns its arguments, which
    // live as long as the verb: the options store their values there.
    template <class Given>
    auto& runs(int (*run)(Given args, const Globals& globals)) {
        const auto args = std::make_shared<std::remove_cvref_t<Given>>();
        on_run([args, run, globals = globals_] { return run(*args, *globals); });
        return *args;
    }

    // Declares an option ("--type") or a positional argument ("file"). Parsing stores its value in `value`; if the
    // option is missing, `value` stays as it is. A value is a string, a list of them, an int, or an unsigned number of
    // 32 or 64 bits. Parsing refuses a text that is not a number of the type of `value`, and says its range.
    template <class Value>
    Option add_option(std::string name, Value& value, std::string help);
    void add_flag(std::string name, bool& value, std::string help);
    // A flag with an optional value: "--show" stores `word`, "--show=always" stores "always".
    void add_word_flag(const std::string& name, const std::string& word, std::string& value, std::string help);

    // The text at the end of --help, before the example. By default, all verbs have the same text: exit statuses,
    // numbers.
    void set_footer(std::string text);
    std::string footer() const;

private:
    void on_run(std::function<int()> run);

    CLI::App* app_;
    const Globals* globals_;
    int* status_;
    FileOptions* files_;
};

// ---- the verbs as rows; --help and the tests loop over them

struct Command {
    std::string_view name, summary, example;
    void (*declare)(Verb& verb);
};
std::span<const Command> all_commands();

// declare_decode(), declare_encode(), ...: one function for each row of verbs.inc.
#define TILESCOPE_VERB(function, name, summary, example) void declare_##function(Verb& verb);
#include "app/cli/verbs.inc"
#undef TILESCOPE_VERB

}  // namespace tilescope::cli
