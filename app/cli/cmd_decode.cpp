// app/cli/cmd_decode.cpp -- decode: finds the words in any text and decodes each word.
// SPDX-License-Identifier: MIT
#include "app/cli/decode.h"
#include "app/cli/verb.h"
#include "app/io/follow.h"
#include "app/io/other_programs.h"

#include <tilescope/formats/formats.h>
#include <tilescope/formats/tensor_map.h>
#include <tilescope/rules/read_paste.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <stop_token>

namespace tilescope::cli {
namespace {

struct DecodeArgs {
    std::vector<std::string> values;
    std::string as = "auto", kind;
    bool strict = false, full = false, follow = false, origins = false;

    DecodeOutput::How how() const {
        using How = DecodeOutput::How;
        return full || origins ? How::full : follow ? How::lines : How::table;
    }
};

constexpr std::string_view kNoEnd = "its last line had no end and was not read";
constexpr std::size_t kMostAtOnce = std::size_t{1} << 20;  // a longer text is read as a stream

void format_is_known(const DecodeArgs& args, const Globals& g) {
    const std::string_view any = args.as == "auto" ? "idesc" : std::string_view(args.as);
    const auto format = find_format(any, {}, g.edition);
    if (!format) throw refused(format.why, ", ", kTensorMapFormat.id, ", auto");
    need(is_kind(args.kind, g.edition));
    if (args.as != "auto" && !(*format)->kind.empty()) need(find_format(args.as, args.kind, g.edition));
}

// Refuses a number on the command line that does not fit in the format of --as.
void values_fit(const DecodeArgs& args, const Globals& g) {
    if (args.as == "auto") return;
    const auto format = find_format(args.as, {}, g.edition);
    for (const std::string& value : args.values)
        if (read_number(value)) need(word_for(**format, value));
}

// Returns "1 place cannot be read" or "3 more places cannot be read".
std::string unread_places(std::string_view more, std::size_t count) {
    return say(count, ' ', more, count == 1 ? "place" : "places", " cannot be read");
}

// Prints the first places that cannot be read, and the number of further places, to standard error. The words that were
// found are printed as well.
void print_refused(const PasteResult& paste) {
    constexpr std::size_t kMost = 10;
    for (std::size_t i = 0; i < std::min(paste.refused.size(), kMost); ++i) {
        const PasteRefusal& r = paste.refused[i];
        refuse("decode", "line ", r.line, ", column ", r.column, ": ", r.why);
    }
    if (paste.refused_count > kMost) refuse("decode", unread_places("more ", paste.refused_count - kMost));
}

// Whether the argument names a file. A number is always a number.
bool is_file(const std::string& value) {
    if (value == "-") return true;
    std::error_code ignored;
    const auto what = read_number(value) ? std::filesystem::file_status() : std::filesystem::status(value, ignored);
    return std::filesystem::exists(what) && !std::filesystem::is_directory(what);
}

class Decoding {
public:
    Decoding(const DecodeArgs& args, const Globals& g)
        : args_(args),
          globals_(g),
          options_{.edition = g.edition,
                   .kind = args.kind,
                   .kind_given = !args.kind.empty(),
                   .as = args.as,
                   .arch = g.arch_given ? std::string_view(g.arch) : std::string_view(),
                   .origins = args.origins || g.json},
          output_(g, args.how(), args.origins) {
        options_.stop = end_.get_token();
        if (std::ranges::any_of(args.values, is_file))
            signals_.emplace([this](int signal) {
                if (signal != SIGINT) end_.request_stop();
                stop_.request_stop();
            });
    }

    // Each returns kDone, or the status of a refusal.
    int read_text(std::string_view text);
    int read_words(std::string_view text);
    int read_lines(std::string_view text, const std::vector<io::StateLine>& lines);
    int read_input(const std::string& name);
    int follow_input(const std::string& name);
    int read_tensor_maps();  // of all values
    int finish();
    // Before a refusal: prints the words of the values before it.
    void print_words() {
        if (output_.words() > 0) output_.finish();
    }

private:
    const DecodeArgs& args_;
    const Globals& globals_;
    PasteOptions options_;
    DecodeOutput output_;
    std::stop_source stop_, end_;         // of the input; also of the reading of what has arrived: not by Ctrl+C
    std::optional<io::Signals> signals_;  // if a value is a file: its reading can take long

    int signal() const { return signals_ ? signals_->arrived() : 0; }
    bool is_stopped() const { return options_.stop.stop_requested(); }
    using Next = std::function<Answer<std::string>()>;  // the next piece of the input
    int read_stream(const Next& next, std::string text);
};

// A value that is neither a number nor a descriptor can be the name of a file with a misprint.
std::string no_word_in(std::string_view text, const std::string& sentence) {
    const std::string name(text.substr(0, 200));
    const bool is_path = text.find_first_of("./") != text.npos && text.find_first_of(" \t\r\n=;(") == text.npos;
    std::error_code ignored;
    if (text.size() <= 200 && std::filesystem::is_directory(name, ignored))
        return say("'", name, "' is a folder. Give the name of a file.");
    return is_path ? say("There is no file '", name, "', and it is not a number. Check the path.") : sentence;
}

// Prints the words of the state lines of a text. A line that was meant and cannot be read is refused.
int Decoding::read_lines(std::string_view text, const std::vector<io::StateLine>& lines) {
    int status = kDone;
    LineNumbers numbers(text);
    for (const io::StateLine& line : lines) {
        if (!line.file) {
            status = refuse("decode", line.file.why);
            continue;
        }
        add_state_line(line, text, numbers.of(line.span.begin), globals_, output_);
    }
    return status;
}

int Decoding::read_text(std::string_view text) {
    if (const auto lines = io::state_lines_in(text, options_.stop); !lines.empty()) {
        const int status = read_lines(text, lines);
        const std::string rest = without_lines(text, lines);
        if (paste(rest, options_).words.empty()) return status;
        const int others = read_words(rest);
        return status == kDone ? others : status;
    }
    return read_words(text);
}

int Decoding::read_words(std::string_view text) {
    PasteResult read = paste(text, options_);
    if (is_stopped()) return kDone;
    if (read.words.empty() && read.steps.empty() && read.tensor_maps.empty())
        return refuse("decode", no_word_in(text, read.sentence));
    if (read.words.size() >= options_.max_words)
        return read_stream([] { return Answer<std::string>(""); }, std::string(text));
    need(words_fit(read, options_, globals_));
    print_refused(read);
    output_.add_steps(read.steps);
    LineNumbers numbers(text);
    for (const FoundTensorMap& map : read.tensor_maps) output_.add(map, text, numbers.of(map.span.begin));
    const BatchTable table = batch_table(read, text, globals_.arch);
    const std::vector<WordGroups> groups = groups_of_words(table, read.words.size());
    output_.add_groups(table);
    for (std::size_t i = 0; i < read.words.size(); ++i) {
        FoundWord& word = read.words[i];
        const unsigned line = numbers.of(word.span.begin);
        const PasteContext context = context_of(read, word);
        output_.add(std::move(word), context, line, groups[i]);
    }
    return kDone;
}

// Reads a long text, and then the pieces until their end or a signal. The words before a signal are printed too.
int Decoding::read_stream(const Next& next, std::string text) {
    DecodeStream stream(options_, globals_, output_);
    for (Answer<std::string> piece = std::move(text);; piece = next()) {
        if (!piece && signal() == 0) return refuse("decode", piece.why);
        if (signal() != 0) stream.drop_unfinished_line();
        if (signal() != 0 || piece->empty()) break;
        need(stream.add(*piece));
    }
    need(stream.finish());
    if (is_stopped()) return kDone;
    if (stream.refused() > 0) refuse("decode", unread_places("", stream.refused()));
    if (output_.words() == 0 && !output_.has_steps())
        return refuse("decode", "This text contains no descriptor in its ", stream.lines(), " lines.");
    return kDone;
}

// What a disassembler says although it has not failed.
void note_messages(const std::optional<io::CommandOutput>& tool) {
    if (const std::string messages = tool ? tool->messages() : std::string(); !messages.empty())
        refuse("decode", "the disassembler says: ", messages);
}

// Reads standard input ("-") or a file; compiled code as its disassembly.
int Decoding::read_input(const std::string& name) {
    auto pieces = io::Pieces::of(name);
    if (!pieces) return refuse("decode", pieces.why);
    std::optional<io::CommandOutput> tool;
    const Next next = [&] { return tool ? tool->next(stop_.get_token()) : pieces->next(stop_.get_token()); };
    std::string text;
    while (text.size() <= kMostAtOnce) {
        const auto piece = next();
        if (!piece && signal() == 0) return refuse("decode", piece.why);
        if (signal() != 0 || piece->empty()) {
            note_messages(tool);
            if (signal() != 0) text.erase(text.rfind('\n') + 1);  // npos + 1 is 0: the only line has no end
            return text.empty() && signal() != 0 ? kDone : read_text(text);
        }
        text += *piece;
        if (tool || !io::is_compiled(text)) continue;
        if (name == "-") return refuse("decode", "standard input is compiled code; give the name of its file");
        const auto command = io::disassembler_for(name);
        if (!command) return refuse("decode", command.why), kLacking;
        auto started = io::CommandOutput::of(*command, {.most_bytes = io::most_disassembly(name)});
        if (!started) return refuse("decode", started.why);
        tool.emplace(std::move(*started));
        text.clear();
    }
    const int status = read_stream(next, std::move(text));
    note_messages(tool);
    return status;
}

// Prints the words of a file or a pipe as they come, until Ctrl+C or the end of the pipe.
int Decoding::follow_input(const std::string& name) {
    using namespace std::chrono_literals;
    constexpr auto kQuiet = 300ms, kLongest = 1000ms;  // words are printed after a pause, but at least so often
    auto input = io::Follower::of(name);
    if (!input) return refuse("decode", input.why);
    DecodeStream stream(options_, globals_, output_);
    auto flushed = std::chrono::steady_clock::now();
    for (unsigned restarts = 0; !input->has_ended() && signal() == 0;) {
        const auto piece = input->next(kQuiet, stop_.get_token());
        if (!piece) return refuse("decode", piece.why);
        if (std::exchange(restarts, input->restarts()) != input->restarts()) {
            const bool cut = stream.drop_unfinished_line();
            refuse("decode", name, ": the file was replaced or written again; it is read from its start",
                   cut ? "; " : "", cut ? kNoEnd : "");
        }
        need(stream.add(*piece));
        const auto now = std::chrono::steady_clock::now();
        if (!piece->empty() && now - flushed < kLongest) continue;
        need(stream.flush());
        flushed = now;
        std::fflush(stdout);
    }
    if (!input->has_ended() && stream.drop_unfinished_line()) refuse("decode", name, ": ", kNoEnd);
    need(stream.finish());
    if (stream.refused() > 0) refuse("decode", unread_places("", stream.refused()));
    return kDone;
}

// The numbers of a map can be values of their own, so all values are one text.
int Decoding::read_tensor_maps() {
    const std::string text = list_of(
        args_.values,
        [](const std::string& value) { return is_file(value) ? need(io::read_packed_text(value)) : value; }, " ");
    const std::vector<FoundTensorMap> maps = tensor_maps_in(text, TensorMapBytes::any);
    if (maps.empty())
        return refuse("decode", "the text does not have the ", kTensorMapBytes,
                      " bytes of a tensor map; give 16 "
                      "numbers of 64 bits, 32 of 32 bits, or ",
                      kTensorMapBytes, " bytes");
    LineNumbers numbers(text);
    for (const FoundTensorMap& map : maps) output_.add(map, text, numbers.of(map.span.begin));
    return kDone;
}

int Decoding::finish() {
    output_.finish();
    if (signal() != 0 && !args_.follow) return 128 + signal();
    // Whoever gives a bare number says that it is a word.
    const bool guessed = output_.has_only_guesses() &&
                         std::ranges::none_of(args_.values, [](const std::string& v) { return bool(read_number(v)); });
    return guessed || (args_.strict && output_.has_error()) ? kWrong : kDone;
}

void map_options_fit(const DecodeArgs& args) {
    const std::string_view option =
        first_given({{"--follow", args.follow}, {"--origins", args.origins}, {"--kind", !args.kind.empty()}});
    if (!option.empty()) throw refused("a tensor map has no use for ", option, "; remove it");
}

int run_decode(DecodeArgs args, const Globals& g) {
    if (args.values.empty()) args.values = {"-"};
    if (args.as == kTensorMapFormat.id) {
        map_options_fit(args);
        Decoding decoding(args, g);
        const int status = decoding.read_tensor_maps();
        return status == kDone ? decoding.finish() : status;
    }
    format_is_known(args, g);
    values_fit(args, g);
    if (args.follow && (args.values.size() != 1 || !is_file(args.values[0])))
        throw refused("--follow needs one file, or - for standard input");
    if (args.follow && args.origins) throw refused("--origins needs a whole text; omit it, or omit --follow");
    Decoding decoding(args, g);
    for (const std::string& value : args.values) {
        const int status = args.follow      ? decoding.follow_input(value)
                           : is_file(value) ? decoding.read_input(value)
                                            : decoding.read_text(value);
        if (status == kDone) continue;
        decoding.print_words();
        return status;
    }
    return decoding.finish();
}

}  // namespace

void declare_decode(Verb& verb) {
    DecodeArgs& args = verb.runs(run_decode);
    verb.add_option("values", args.values,
                    "Numbers, any text, state lines, or files. Compiled code (cubin,\n"
                    "object, program) is read if cuobjdump or nvdisasm is installed.\n"
                    "Omit them or use - to read standard input.")
        .takes_every_word();
    verb.add_option("--as", args.as,
                    say("Format of the words: auto (default), or one of\n", format_list(kNewestEdition), ",\n",
                        kTensorMapFormat.id, " (128 bytes, also if no measured driver writes them)"));
    verb.add_option("--kind", args.kind, say("Kind of an instruction descriptor:\n", kind_list(kNewestEdition)));
    verb.add_flag("--strict", args.strict, "Return exit status 1 if a word has an error");
    verb.add_flag("--full", args.full,
                  say("Print every word in full. Default: more than ", DecodeOutput::kMostInFull,
                      " different words are\na table"));
    verb.add_flag("--origins", args.origins,
                  "Print every word in full. Under each field: the lines of the program\nthat give its bits");
    verb.add_flag("--follow", args.follow,
                  "Go on reading a pipe, or a file that a program still writes. Print a\n"
                  "line for each different word as it comes. Ctrl+C ends it");
    verb.set_footer(
        "Stages, K steps and tiles that the lines name (\"stage 2 k=1\") are compared with each other: a\n"
        "group of words that differs is named; \">\" marks it if the others show that it is wrong.\n"
        "Input may have any length. A text of more than 1 MiB is read in parts of 256 KiB, and its stages\n"
        "are not compared. Ctrl+C ends the input; the words before it are printed. SIGTERM ends the\n"
        "reading, too.\n"
        "Exit status 1 also means: the text has numbers, but none of them is likely to be a word.");
}

}  // namespace tilescope::cli
