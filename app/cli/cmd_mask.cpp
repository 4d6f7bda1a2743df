// app/cli/cmd_mask.cpp -- mask: the columns that a zero-column mask zeroes, the word for a mask, or for a convolution.
// SPDX-License-Identifier: MIT
#include "app/cli/commands.h"
#include "app/cli/mask_convolution.h"
#include "app/cli/pictures.h"
#include "app/cli/text_out.h"
#include "app/cli/words.h"
#include "app/publish/json_out.h"

#include <tilescope/base/say.h>
#include <tilescope/formats/formats.h>
#include <tilescope/layout/descriptor.h>
#include <tilescope/rules/rule.h>
#include <tilescope/scene/mask_scene.h>
#include <tilescope/solver/convolution_mask.h>
#include <tilescope/solver/solve_mask.h>
#include <tilescope/word/codec.h>

#include <memory>

namespace tilescope::cli {
namespace {

struct MaskArgs {
    std::string word = "-", reading = "examples", requested, near;
    unsigned m = 0, n = 0;
    ConvolutionArgs convolution;
    PictureFiles files;
};

void print_picture(const MaskPicture& picture, const std::string& reading) {
    constexpr unsigned kPerLine = 64;
    print(say("M ", picture.m, ", N ", picture.n, ": ", picture.zeroed, " of ", picture.n,
              " columns are zeroed (interpretation: ", reading, ")\n"));
    print(say("mask ", picture.hex, "    # = zeroed, . = used\n"));
    for (unsigned b = 0; b < picture.submasks; ++b) {
        const unsigned first = b * picture.submask_columns, last = std::min(first + picture.submask_columns, picture.n);
        for (unsigned j = first; j < last; j += kPerLine) {
            std::string line = say("sub ", b, "  ", padded(say("from ", j - first), 10));
            for (unsigned c = j; c < std::min(j + kPerLine, last); ++c) line += picture.columns[c].zeroed ? '#' : '.';
            print(line + "\n");
        }
        if (b < picture.submask_hex.size()) print(say("       ", picture.submask_hex[b], "\n"));
    }
    if (!picture.columns.empty() && picture.columns[0].source != 0)
        print(say("Output column j reads column j + ", picture.columns[0].source, " of B.\n"));
}

std::string range_text(const RunRange& range) {
    return range.least == range.most ? say(range.least) : say(range.least, " to ", range.most);
}

// Adds the word that differs in the fewest columns, and these columns.
void add_nearest(io::Report& report, const std::vector<bool>& zeroed, const NearestMask& nearest, const Format& format,
                 const MaskArgs& args) {
    const auto word = mask_word(format, nearest.mask);
    if (!word) return;
    const MaskPicture picture = expand_mask(nearest.mask, args.m, args.n);
    report.fact("nearest_word", io::cell(hex_word(format, *word)));
    report.fact("nearest_mask", io::cell(picture.hex));
    report.fact("nearest_different", io::cell(nearest.different));
    report.sentence(say("The nearest word differs in ", nearest.different == 1 ? "column " : "columns ",
                        list_columns(different_columns(zeroed_columns(picture), zeroed)), "."));
}

// Prints the descriptor of the requested mask, or the first column that no descriptor can give.
int run_solve(const MaskArgs& args, const Format& format, const Globals& g) {
    const auto text = word_or_standard_input(args.requested);
    if (!text) return refuse("mask", text.why);
    const auto bits = mask_from_text(*text, args.n);
    if (!bits) return refuse("mask", say("--solve: ", bits.why));
    ZeroMask near;
    if (!args.near.empty()) {
        const auto word = word_for(format, args.near);
        if (!word) return refuse("mask", say("--near: ", word.why));
        near = mask_of(format, *word);
    }
    const MaskAnswer answer = solve_mask(*bits, args.m, near);
    io::Report report;
    report.fact("m", io::cell(args.m));
    report.fact("n", io::cell(args.n));
    report.rows_name = "fields";
    report.columns = {"field", "value"};
    if (!answer.solution) {
        report.fact("word", io::cell("none"));
        report.fact("column", io::cell(answer.column));
        report.sentence(say("No word gives this mask: ", answer.why, "."));
        if (const auto nearest = nearest_mask(*bits, args.m, near)) add_nearest(report, *bits, *nearest, format, args);
        return print_report(report, g), kWrong;
    }
    const auto word = mask_word(format, answer.solution->mask);
    if (!word) return refuse("mask", word.why);
    report.fact("word", io::cell(hex_word(format, *word)));
    report.fact("mask", io::cell(expand_mask(answer.solution->mask, args.m, args.n).hex));
    report.fact("skip", io::cell(range_text(answer.solution->skip)));
    report.fact("use", io::cell(range_text(answer.solution->use)));
    if (answer.solution->skip.least != answer.solution->skip.most ||
        answer.solution->use.least != answer.solution->use.most)
        report.sentence(
            "skip and use can each have any value in these ranges; the start counts depend on them. --near WORD "
            "selects "
            "the values nearest to the values in WORD.");
    for (const Field& f : format.fields)
        if (f.encoding != Encoding::fixed)
            report.rows.push_back({io::cell(f.id), io::cell(tilescope::text_of(f, get_field(f, *word)))});
    return print_report(report, g);
}

int run_mask(const MaskArgs& args, const Globals& g) {
    const Format& format = **find_format("zcm", {}, g.edition);
    if (args.m != 32 && args.m != 64 && args.m != 128)
        return refuse("mask", say("--m must be 32, 64 or 128, not ", args.m));
    if (args.n < 1 || args.n > 256) return refuse("mask", say("--n must be 1 to 256, not ", args.n));
    if (const unsigned parts = submasks_of(args.m); args.n % parts != 0)
        return refuse("mask", say("--n must be a multiple of ", parts, ", not ", args.n,
                                  ", because the mask for M = ", args.m, " has ", parts, " sub-masks of equal length"));
    if (args.reading != "examples" && args.reading != "text")
        return refuse("mask", say("--reading must be examples or text, not '", args.reading, "'"));
    if (!args.requested.empty() && args.reading != "examples")
        return refuse("mask", "--solve uses only the interpretation 'examples' (contradiction X1); remove --reading");
    if (!args.requested.empty() && args.word != "-")
        return refuse("mask", "a word and --solve cannot be used together; give only one of them");
    if (args.requested.empty() && !args.near.empty())
        return refuse("mask", "--near works only with --solve; add --solve or remove --near");
    if (const auto can = fits(args.convolution, {args.word, args.m, args.n, !args.requested.empty()}); !can)
        return refuse("mask", can.why);
    if (args.files.any() && (args.convolution.asked || !args.requested.empty()))
        return refuse("mask",
                      "the picture is of a word: remove --solve and the options of the convolution, or the picture");
    if (args.convolution.asked) return run_convolution(args.convolution, {args.word, args.m, args.n}, format, g);
    if (!args.requested.empty()) return run_solve(args, format, g);
    const auto word = word_given(format, args.word);
    if (!word) return refuse("mask", word.why);
    const MaskReading reading = args.reading == "text" ? MaskReading::text : MaskReading::examples;
    const MaskPicture picture = expand_mask(mask_of(format, *word), args.m, args.n, reading);
    if (args.files.any()) return write_scene("mask", mask_scene(picture), args.files);
    const std::vector<Problem> problems = check_word(decode(format, *word), {.arch = g.arch, .mask_m = args.m});
    if (g.json) return print(io::mask_json(picture, problems)), kDone;
    if (g.csv) {
        print("column,submask,zeroed,source\n");
        for (std::size_t j = 0; j < picture.columns.size(); ++j) {
            const MaskColumn& c = picture.columns[j];
            print(say(j, ",", c.submask, ",", c.zeroed ? 1 : 0, ",", c.source, "\n"));
        }
        return kDone;
    }
    print_picture(picture, args.reading);
    print_problems(problems);
    return kDone;
}

}  // namespace

void declare_mask(Verb& verb, const Globals& globals) {
    const auto args = std::make_shared<MaskArgs>();
    verb.add_option("word", args->word, "The mask descriptor. Omit it or use - to read standard input.");
    verb.add_option("--m", args->m, "M of the instruction: 32, 64 or 128").required();
    verb.add_option("--n", args->n, "N of the instruction, 1 to 256").required();
    verb.add_option("--reading", args->reading,
                    "Interpretation of the manual: examples (default) or text\n(see tilescope explain X1)");
    verb.add_option("--solve", args->requested,
                    "Find the word for a mask: bits with the highest column first\n(1 = zeroed), or a number 0x..");
    verb.add_option("--near", args->near,
                    "With --solve: if several values of skip and use are possible, prefer\nthose nearest to the values "
                    "in this word");
    declare_convolution(verb, args->convolution);
    declare_picture_files(verb, args->files);
    verb.on_run([args, &globals] { return run_mask(*args, globals); });
}

}  // namespace tilescope::cli
