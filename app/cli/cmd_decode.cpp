// app/cli/cmd_decode.cpp -- decode: finds the words in any text and decodes each word.
// SPDX-License-Identifier: MIT
#include "app/cli/commands.h"
#include "app/cli/text_out.h"
#include "app/cli/words.h"
#include "app/io/json_out.h"

#include <tilescope/base/number.h>
#include <tilescope/base/say.h>
#include <tilescope/formats/formats.h>
#include <tilescope/notation/questions.h>
#include <tilescope/rules/read_paste.h>
#include <tilescope/rules/rule.h>

#include <algorithm>
#include <memory>
#include <span>

namespace tilescope::cli {
namespace {

struct DecodeArgs {
    std::vector<std::string> values;
    std::string as = "auto", kind;
    bool strict = false;
};

constexpr std::uint64_t kMostBytes = 1u << 30;  // larger than for other input, because logs are long
constexpr std::size_t kMostWords = 10'000'000;

void print_word(const io::DecodedWord& w) {
    const Format& f = *w.decoded.format;
    const std::string kind = f.kind.empty() ? "" : say(", kind ", f.kind);
    const std::string name = w.found->name.empty() ? "" : say(w.found->name, ": ");
    const std::uint64_t unknown = w.unknown();
    print(say(name, hex_word(f, w.decoded.word, unknown), "  ", f.title, kind, " (", name_of(w.reading->certainty),
              ")\n"));
    print(say("  ", wrapped(w.reading->why, 2)));
    if (!w.found->note.empty()) print(say("  read as: ", w.found->reader, ", ", w.found->note, "\n"));
    if (unknown) print(say("  unknown bits (not in the text): ", hex(unknown), "\n"));
    for (std::size_t i = 0; i < f.fields.size(); ++i)
        print(say("  ", padded(bit_range(f.fields[i]), 7), padded(f.fields[i].id, 19),
                  meaning_of(f.fields[i], w.decoded.raw[i], get_field(f.fields[i], unknown)), "\n"));
    print_problems(w.problems);
    for (const PasteReading& r : w.found->readings) {
        if (&r == w.reading) continue;
        const std::string head =
            say("  also possible as ", r.format->id, r.format->kind.empty() ? "" : say(" ", r.format->kind), ": ");
        print(say(head, wrapped(r.why, head.size())));
    }
    print("\n");
}

io::DecodedWord decoded(const FoundWord& found, const Globals& g, const PasteContext& context) {
    io::DecodedWord w;
    w.found = &found;
    w.reading = &found.readings.front();
    w.decoded = decode(*w.reading->format, w.reading->word);
    WordContext rules{.arch = g.arch};
    if (context.cta_group != 0) {
        rules.cta_group = context.cta_group;
        rules.ws = context.ws;
        rules.sparse = context.sparse;
        rules.a_in_tmem = context.a_in_tmem;
    }
    w.problems = problems_for_sure(w.decoded, rules, w.unknown());
    w.problems.insert(w.problems.begin(), found.problems.begin(), found.problems.end());
    // If only the user can decide between readings, the question is a separate problem.
    const auto doubtful = std::ranges::find_if(found.readings, [](const PasteReading& r) { return !r.rule.empty(); });
    if (found.ask && doubtful != found.readings.end()) {
        const auto* row = std::ranges::find(kQuestions, doubtful->rule, &RuleInfo::id);
        w.problems.push_back(
            {.rule = doubtful->rule,
             .field = "",
             .severity = Severity::ask,
             .text = say(&*doubtful == w.reading ? "" : "The word may have another meaning. ", doubtful->why),
             .fix = std::string(row == std::end(kQuestions) ? "Choose the format with --as." : row->fix),
             .source = std::string(kReadingsSource),
             .certainty = Certainty::secondary});
    }
    return w;
}

// Checks --as and --kind.
Answer<void> format_is_known(const DecodeArgs& args, const Globals& g) {
    const std::string_view any = args.as == "auto" ? "idesc" : std::string_view(args.as);
    const auto format = find_format(any, {}, g.edition);
    if (!format) return Answer<void>::refuse(say(format.why, ", auto"));
    const auto kinds = kinds_of(g.edition);
    if (args.kind.empty() || std::ranges::find(kinds, args.kind) != kinds.end()) {
        if (args.as == "auto" || (*format)->kind.empty()) return {};
        const auto of_kind = find_format(args.as, args.kind, g.edition);
        return of_kind ? Answer<void>() : Answer<void>::refuse(of_kind.why);
    }
    return is_kind(args.kind, g.edition);
}

// Refuses a number on the command line that does not fit in the format of --as.
Answer<void> values_fit(const DecodeArgs& args, const Globals& g) {
    if (args.as == "auto") return {};
    const auto format = find_format(args.as, {}, g.edition);
    for (const std::string& value : args.values)
        if (read_number(value))
            if (const auto word = word_for(**format, value); !word) return Answer<void>::refuse(word.why);
    return {};
}

void print_rows(std::span<const io::DecodedWord> words) {
    print("input,word,format,kind,id,lsb,width,raw,value,meaning\n");
    for (const io::DecodedWord& w : words) {
        const Format& f = *w.decoded.format;
        for (std::size_t i = 0; i < f.fields.size(); ++i) {
            const Field& field = f.fields[i];
            const std::uint64_t raw = w.decoded.raw[i];
            const std::uint64_t unknown = get_field(field, w.unknown());
            print(say(csv(w.found->source), ",", hex_word(f, w.decoded.word, w.unknown()), ",", f.id, ",", f.kind, ",",
                      field.id, ",", field.lsb, ",", field.width, ","));
            print(unknown ? "?,?," : say(raw, ",", value_of(field, raw), ","));
            print(say(csv(meaning_of(field, raw, unknown)), "\n"));
        }
    }
}

// Refuses a word of the text that has more bits than the format of --as. The word would lose its upper half.
Answer<void> words_fit(std::span<const PasteResult> pastes, const std::string& as, const Globals& g) {
    const auto format = find_format(as, {}, g.edition);
    if (as == "auto" || !format) return {};
    for (const PasteResult& p : pastes)
        for (const FoundWord& w : p.words)
            if (w.value > bit_mask((*format)->bits))
                return Answer<void>::refuse(say("'", w.source.substr(0, 40), "' is ", hex(w.value),
                                                ", which has more than the ", (*format)->bits, " bits of ",
                                                (*format)->id));
    return {};
}

// Prints the first places that cannot be read, and the number of further places, to standard error. The words that were
// found are printed as well.
void print_refused(const PasteResult& paste) {
    constexpr std::size_t kMost = 10;
    for (std::size_t i = 0; i < std::min(paste.refused.size(), kMost); ++i) {
        const PasteRefusal& r = paste.refused[i];
        refuse("decode", say("line ", r.line, ", column ", r.column, ": ", r.why));
    }
    if (paste.refused_count > kMost) refuse("decode", say(paste.refused_count - kMost, " more places cannot be read"));
}

int run_decode(DecodeArgs args, const Globals& g) {
    if (const auto can = format_is_known(args, g); !can) return refuse("decode", can.why);
    if (const auto can = values_fit(args, g); !can) return refuse("decode", can.why);
    if (args.values.empty() || (args.values.size() == 1 && args.values[0] == "-")) {
        auto text = io::read_standard_input(kMostBytes);
        if (!text) return refuse("decode", text.why);
        args.values = {std::move(*text)};
    }
    const PasteOptions options{.edition = g.edition,
                               .kind = args.kind,
                               .kind_given = !args.kind.empty(),
                               .as = args.as,
                               .max_bytes = kMostBytes,
                               .max_words = kMostWords};
    std::vector<PasteResult> pastes;
    for (const std::string& value : args.values) {
        pastes.push_back(paste(value, options));
        if (pastes.back().words.empty() && pastes.back().steps.empty()) return refuse("decode", pastes.back().sentence);
    }
    if (const auto can = words_fit(pastes, args.as, g); !can) return refuse("decode", can.why);
    std::vector<io::DecodedWord> words;
    bool wrong = false;
    for (const PasteResult& p : pastes) {
        for (const FoundWord& found : p.words) words.push_back(decoded(found, g, context_of(p, found)));
        print_refused(p);
        for (const KStep& step : p.steps)
            if (!g.json && !g.csv)
                print(say("K step of ", step.name, ": ", step.units, " units, ", step.units * 16, " bytes\n"));
    }
    for (const io::DecodedWord& w : words)
        wrong |= std::ranges::any_of(w.problems, [](const Problem& p) { return p.severity == Severity::error; });
    if (g.json)
        io::write_decoded(words, print);
    else if (g.csv)
        print_rows(words);
    else
        for (const io::DecodedWord& w : words) print_word(w);
    return args.strict && wrong ? kWrong : kDone;
}

}  // namespace

void declare_decode(Verb& verb, const Globals& globals) {
    const auto args = std::make_shared<DecodeArgs>();
    verb.add_option("values", args->values, "Numbers or any text. Omit them or use - to read standard input.")
        .takes_every_word();
    verb.add_option("--as", args->as,
                    say("Format of the words: auto (default), or one of\n", format_list(kNewestEdition)));
    verb.add_option("--kind", args->kind, say("Kind of an instruction descriptor:\n", kind_list(kNewestEdition)));
    verb.add_flag("--strict", args->strict, "Return exit status 1 if a word has an error");
    verb.set_footer("decode reads at most 1 GiB from standard input.");
    verb.on_run([args, &globals] { return run_decode(*args, globals); });
}

}  // namespace tilescope::cli
