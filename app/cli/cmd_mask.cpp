// app/cli/cmd_mask.cpp -- mask: the columns that a zero-column mask zeroes, the word for a mask, or for a convolution.
// SPDX-License-Identifier: MIT
#include "app/cli/json_parts.h"
#include "app/cli/pictures.h"
#include "app/cli/verb.h"

#include <tilescope/formats/formats.h>
#include <tilescope/layout/descriptor.h>
#include <tilescope/rules/rule.h>
#include <tilescope/scene/word_scene.h>
#include <tilescope/solver/solve_mask.h>
#include <tilescope/word/codec.h>

#include <array>

namespace tilescope::cli {
namespace {

// The options have the names of the arguments of CUTLASS's make_column_zero_mask.
struct ConvolutionArgs {
    bool asked = false;
    std::string conv_q, cta_coord_q, skip_left, flt_s, tap;  // empty: not given
};

struct MaskArgs {
    std::string word = "-", reading = "examples", requested, near;
    unsigned m = 0, n = 0;
    ConvolutionArgs convolution;
    PictureFiles files;
};

constexpr unsigned kCutlassTaps = 3, kMostTaps = 33;  // the largest column shift is 32

struct ConvolutionNumber {
    std::string_view option;
    std::string ConvolutionArgs::*text;
    unsigned least, otherwise;  // the value if the option is not given
    const char* help;
};
constexpr std::array kConvolutionNumbers = {
    ConvolutionNumber{"--conv-q", &ConvolutionArgs::conv_q, 1, 0, "Pixels in a row of the image, and outputs"},
    ConvolutionNumber{"--cta-coord-q", &ConvolutionArgs::cta_coord_q, 0, 0,
                      "Index of the tile (default 0). Its first column is pixel\ncta_coord_q * N"},
    ConvolutionNumber{"--num-pixels-skip-left", &ConvolutionArgs::skip_left, 0, 0,
                      "Pixels of padding to the left of a row (default 0)"},
    ConvolutionNumber{"--flt-s", &ConvolutionArgs::flt_s, 1, kCutlassTaps,
                      "Columns of the filter (default 3, the only value of CUTLASS)"},
    ConvolutionNumber{"--tap", &ConvolutionArgs::tap, 0, 0, "Only this column of the filter, from 0"}};
using Numbers = std::array<unsigned, kConvolutionNumbers.size()>;  // in the order of the rows

Numbers numbers_of(const ConvolutionArgs& args) {
    Numbers out{};
    for (std::size_t i = 0; i < out.size(); ++i) {
        const ConvolutionNumber& row = kConvolutionNumbers[i];
        out[i] = row.otherwise;
        if ((args.*row.text).empty()) continue;
        const auto number = need(parse_number(args.*row.text), row.option);
        const unsigned most = row.text == &ConvolutionArgs::flt_s ? kMostTaps : kMostConvolution;
        if (number < row.least || number > most)
            throw refused(row.option, " must be ", row.least, " to ", most, ", not ", args.*row.text);
        out[i] = static_cast<unsigned>(number);
    }
    return out;
}

void add_notes(io::Report& report, const ConvolutionTile& tile, const ConvolutionMask& mask, const Decoded& word,
               const Globals& g) {
    for (const Problem& p : check_word(word, {.arch = g.arch, .mask_m = tile.m}))
        report.sentence("Tap ", tile.tap, ": ", p.text);
    if (mask.cutlass_differs)
        report.sentence("Tap ", tile.tap,
                        ": CUTLASS @7107b055 gives a word that zeroes no column of this tile. The last columns of "
                        "the tile read padding, so they must be zeroed.");
}

int compare(io::Report& report, const ConvolutionTile& tile, const ConvolutionMask& needed, std::uint64_t word,
            const Format& format, const Globals& g) {
    const ZeroMask mask = mask_of(format, word);
    const auto wrong = different_columns(needed.needed, zeroed_columns(expand_mask(mask, tile.m, tile.n)));
    report.fact("word", hex_word(format, word));
    report.fact("different", wrong.size());
    if (wrong.empty())
        report.sentence("The word zeroes the columns that this tap needs.");
    else
        report.sentence("The word is wrong for this tap in ", wrong.size() == 1 ? "column " : "columns ",
                        list_columns(wrong), ".");
    const bool shifted = mask.column_shift == tile.tap;
    if (!shifted)
        report.sentence("The column shift of the word is ", mask.column_shift, "; this tap needs ", tile.tap, ".");
    print_report(report, g);
    return wrong.empty() && shifted ? kDone : kWrong;
}

void declare_convolution(Verb& verb, ConvolutionArgs& args) {
    verb.add_flag("--convolution", args.asked,
                  "Print the word that each tap of a filter needs (stride 1). With a\n"
                  "word and --tap: print the columns in which the word is wrong. The\n"
                  "options below are the arguments of CUTLASS's make_column_zero_mask");
    for (const ConvolutionNumber& row : kConvolutionNumbers)
        verb.add_option(std::string(row.option), args.*row.text, row.help);
}

void options_fit(const MaskArgs& call) {
    const ConvolutionArgs& args = call.convolution;
    if (args.asked && !call.requested.empty())
        throw refused("--convolution and --solve cannot be used together; give only one of them");
    for (const ConvolutionNumber& row : kConvolutionNumbers)
        if (!args.asked && !(args.*row.text).empty())
            throw refused(row.option, " works only with --convolution; add it or remove ", row.option);
    if (!args.asked) return;
    if (args.conv_q.empty()) throw refused("--convolution needs --conv-q, the number of pixels in a row");
    if (!args.tap.empty() && !args.flt_s.empty())
        throw refused("--tap and --flt-s cannot be used together: --tap prints one word");
    if (call.word != "-" && args.tap.empty())
        throw refused("--convolution with a word needs --tap: each tap needs a word of its own");
}

int run_convolution(const MaskArgs& call, const Format& format, const Globals& g) {
    const ConvolutionArgs& args = call.convolution;
    const auto [conv_q, cta_coord_q, skip_left, flt_s, one_tap] = numbers_of(args);
    io::Report report{.facts = {{"m", call.m},
                                {"n", call.n},
                                {"conv_q", conv_q},
                                {"cta_coord_q", cta_coord_q},
                                {"num_pixels_skip_left", skip_left}},
                      .rows_name = "taps",
                      .columns = {"tap", "needed_word", "mask", "zeroed", "columns"}};
    ConvolutionTile tile{conv_q, cta_coord_q, skip_left, one_tap, call.m, call.n};
    std::optional<ConvolutionMask> last;
    for (const unsigned end = args.tap.empty() ? flt_s : one_tap + 1; tile.tap < end; ++tile.tap) {
        const auto mask = need(convolution_mask(tile));
        const auto word = need(mask_word(format, mask.mask), say("tap ", tile.tap));
        const std::vector<unsigned> zeroed = different_columns(mask.needed, {});
        report.rows.push_back({tile.tap, hex_word(format, word), expand_mask(mask.mask, tile.m, tile.n).hex,
                               zeroed.size(), list_columns(zeroed)});
        add_notes(report, tile, mask, decode(format, word), g);
        last = mask;
    }
    if (call.word == "-") return print_report(report, g);
    const auto word = need(word_given(format, call.word));
    tile.tap = one_tap;
    return compare(report, tile, *last, word, format, g);
}

void print_picture(const MaskPicture& picture, const std::string& reading) {
    constexpr unsigned kPerLine = 64;
    print("M ", picture.m, ", N ", picture.n, ": ", picture.zeroed, " of ", picture.n,
          " columns are zeroed (interpretation: ", reading, ")\n");
    print("mask ", picture.hex, "    # = zeroed, . = used\n");
    for (unsigned b = 0; b < picture.submasks; ++b) {
        const unsigned first = b * picture.submask_columns, last = std::min(first + picture.submask_columns, picture.n);
        for (unsigned j = first; j < last; j += kPerLine) {
            std::string line = say("sub ", b, "  ", padded(say("from ", j - first), 10));
            for (unsigned c = j; c < std::min(j + kPerLine, last); ++c) line += picture.columns[c].zeroed ? '#' : '.';
            print(line + "\n");
        }
        if (b < picture.submask_hex.size()) print("       ", picture.submask_hex[b], "\n");
    }
    if (!picture.columns.empty() && picture.columns[0].source != 0)
        print("Output column j reads column j + ", picture.columns[0].source, " of B.\n");
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
    report.fact("nearest_word", hex_word(format, *word));
    report.fact("nearest_mask", picture.hex);
    report.fact("nearest_different", nearest.different);
    report.sentence("The nearest word differs in ", nearest.different == 1 ? "column " : "columns ",
                    list_columns(different_columns(zeroed_columns(picture), zeroed)), ".");
}

// Prints the descriptor of the requested mask, or the first column that no descriptor can give.
int run_solve(const MaskArgs& args, const Format& format, const Globals& g) {
    const auto text = need(word_or_standard_input(args.requested));
    const auto bits = need(mask_from_text(text, args.n), "--solve");
    ZeroMask near;
    if (!args.near.empty()) near = mask_of(format, need(word_for(format, args.near), "--near"));
    const MaskAnswer answer = solve_mask(bits, args.m, near);
    io::Report report{.facts = {{"m", args.m}, {"n", args.n}}, .rows_name = "fields", .columns = {"field", "value"}};
    if (!answer.solution) {
        report.fact("word", "none");
        report.fact("column", answer.column);
        report.sentence("No word gives this mask: ", answer.why, ".");
        if (const auto nearest = nearest_mask(bits, args.m, near)) add_nearest(report, bits, *nearest, format, args);
        return print_report(report, g), kWrong;
    }
    const auto word = need(mask_word(format, answer.solution->mask));
    report.fact("word", hex_word(format, word));
    report.fact("mask", expand_mask(answer.solution->mask, args.m, args.n).hex);
    report.fact("skip", range_text(answer.solution->skip));
    report.fact("use", range_text(answer.solution->use));
    if (answer.solution->skip.least != answer.solution->skip.most ||
        answer.solution->use.least != answer.solution->use.most)
        report.sentence(
            "skip and use can each have any value in these ranges; the start counts depend on them. --near WORD "
            "selects "
            "the values nearest to the values in WORD.");
    for (const Field& f : format.fields)
        if (f.encoding != Encoding::fixed) report.rows.push_back({f.id, tilescope::text_of(f, get_field(f, word))});
    return print_report(report, g);
}

int run_mask(const MaskArgs& args, const Globals& g) {
    const Format& format = **find_format("zcm", {}, g.edition);
    if (args.m != 32 && args.m != 64 && args.m != 128) throw refused("--m must be 32, 64 or 128, not ", args.m);
    if (args.n < 1 || args.n > 256) throw refused("--n must be 1 to 256, not ", args.n);
    if (const unsigned parts = submasks_of(args.m); args.n % parts != 0)
        throw refused("--n must be a multiple of ", parts, ", not ", args.n, ", because the mask for M = ", args.m,
                      " has ", parts, " sub-masks of equal length");
    if (args.reading != "examples" && args.reading != "text")
        throw refused("--reading must be examples or text, not '", args.reading, "'");
    if (!args.requested.empty() && args.reading != "examples")
        throw refused("--solve uses only the interpretation 'examples' (contradiction X1); remove --reading");
    if (!args.requested.empty() && args.word != "-")
        throw refused("a word and --solve cannot be used together; give only one of them");
    if (args.requested.empty() && !args.near.empty())
        throw refused("--near works only with --solve; add --solve or remove --near");
    options_fit(args);
    if (args.files.any() && (args.convolution.asked || !args.requested.empty()))
        throw refused("the picture is of a word: remove --solve and the options of the convolution, or the picture");
    if (args.convolution.asked) return run_convolution(args, format, g);
    if (!args.requested.empty()) return run_solve(args, format, g);
    const auto word = need(word_given(format, args.word));
    const MaskReading reading = args.reading == "text" ? MaskReading::text : MaskReading::examples;
    const MaskPicture picture = expand_mask(mask_of(format, word), args.m, args.n, reading);
    if (args.files.any()) return write_scene(mask_scene(picture), args.files);
    const std::vector<Problem> problems = check_word(decode(format, word), {.arch = g.arch, .mask_m = args.m});
    if (g.json)
        return print_json({{"m", picture.m},
                           {"n", picture.n},
                           {"mask", picture.hex},
                           {"submasks", picture.submask_hex},
                           {"source_columns", list_json(picture.columns, &MaskColumn::source)},
                           {"problems", problems_json(problems)}});
    if (g.csv) {
        io::Report rows{.columns = {"column", "submask", "zeroed", "source"}};
        for (const MaskColumn& c : picture.columns)
            rows.rows.push_back({rows.rows.size(), c.submask, c.zeroed ? 1 : 0, c.source});
        return print_report(rows, g);
    }
    print_picture(picture, args.reading);
    print_problems(problems);
    return kDone;
}

}  // namespace

void declare_mask(Verb& verb) {
    MaskArgs& args = verb.runs(run_mask);
    verb.add_option("word", args.word, "The mask descriptor. Omit it or use - to read standard input.");
    verb.add_option("--m", args.m, "M of the instruction: 32, 64 or 128").required();
    verb.add_option("--n", args.n, "N of the instruction, 1 to 256").required();
    verb.add_option("--reading", args.reading,
                    "Interpretation of the manual: examples (default) or text\n(see tilescope explain X1)");
    verb.add_option("--solve", args.requested,
                    "Find the word for a mask: bits with the highest column first\n(1 = zeroed), or a number 0x..");
    verb.add_option("--near", args.near,
                    "With --solve: if several values of skip and use are possible, prefer\n"
                    "those nearest to the values in this word");
    declare_convolution(verb, args.convolution);
    declare_picture_files(verb, args.files);
}

}  // namespace tilescope::cli
