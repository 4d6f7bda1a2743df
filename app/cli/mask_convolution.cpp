// app/cli/mask_convolution.cpp -- mask --convolution: the words of a convolution, or the wrong columns of a word.
// SPDX-License-Identifier: MIT
#include "app/cli/mask_convolution.h"
#include "app/cli/text_out.h"
#include "app/cli/words.h"

#include <tilescope/base/number.h>
#include <tilescope/base/say.h>
#include <tilescope/layout/descriptor.h>
#include <tilescope/rules/rule.h>
#include <tilescope/solver/convolution_mask.h>
#include <tilescope/word/codec.h>

#include <array>
#include <optional>

namespace tilescope::cli {
namespace {

constexpr unsigned kCutlassTaps = 3, kMostTaps = 33;  // the largest column shift is 32

struct ConvolutionNumber {
    std::string_view option;
    std::string ConvolutionArgs::*text;
    unsigned least, otherwise;  // the value if the option is not given
};
constexpr std::array kConvolutionNumbers = {
    ConvolutionNumber{"--conv-q", &ConvolutionArgs::conv_q, 1, 0},
    ConvolutionNumber{"--cta-coord-q", &ConvolutionArgs::cta_coord_q, 0, 0},
    ConvolutionNumber{"--num-pixels-skip-left", &ConvolutionArgs::skip_left, 0, 0},
    ConvolutionNumber{"--flt-s", &ConvolutionArgs::flt_s, 1, kCutlassTaps},
    ConvolutionNumber{"--tap", &ConvolutionArgs::tap, 0, 0}};
using Numbers = std::array<unsigned, kConvolutionNumbers.size()>;  // in the order of the rows

Answer<Numbers> numbers_of(const ConvolutionArgs& args) {
    Numbers out{};
    for (std::size_t i = 0; i < out.size(); ++i) {
        const ConvolutionNumber& row = kConvolutionNumbers[i];
        out[i] = row.otherwise;
        if ((args.*row.text).empty()) continue;
        const auto number = parse_number(args.*row.text);
        if (!number) return Answer<Numbers>::refuse(say(row.option, ": ", number.why));
        const unsigned most = row.text == &ConvolutionArgs::flt_s ? kMostTaps : kMostConvolution;
        if (*number < row.least || *number > most)
            return Answer<Numbers>::refuse(
                say(row.option, " must be ", row.least, " to ", most, ", not ", args.*row.text));
        out[i] = static_cast<unsigned>(*number);
    }
    return out;
}

std::vector<unsigned> numbers_of_columns(const std::vector<bool>& zeroed) { return different_columns(zeroed, {}); }

void add_notes(io::Report& report, const ConvolutionTile& tile, const ConvolutionMask& mask, const Decoded& word,
               const Globals& g) {
    for (const Problem& p : check_word(word, {.arch = g.arch, .mask_m = tile.m}))
        report.sentence(say("Tap ", tile.tap, ": ", p.text));
    if (mask.cutlass_differs)
        report.sentence(say("Tap ", tile.tap,
                            ": CUTLASS @7107b055 gives a word that zeroes no column of this tile. The last columns of "
                            "the tile read padding, so they must be zeroed."));
}

// Compares a word with the mask that the tap needs.
int compare(io::Report& report, const ConvolutionTile& tile, const ConvolutionMask& needed, std::uint64_t word,
            const Format& format, const Globals& g) {
    const ZeroMask mask = mask_of(format, word);
    const auto wrong = different_columns(needed.needed, zeroed_columns(expand_mask(mask, tile.m, tile.n)));
    report.fact("word", io::cell(hex_word(format, word)));
    report.fact("different", io::cell(wrong.size()));
    if (wrong.empty())
        report.sentence("The word zeroes the columns that this tap needs.");
    else
        report.sentence(say("The word is wrong for this tap in ", wrong.size() == 1 ? "column " : "columns ",
                            list_columns(wrong), "."));
    const bool shifted = mask.column_shift == tile.tap;
    if (!shifted)
        report.sentence(say("The column shift of the word is ", mask.column_shift, "; this tap needs ", tile.tap, "."));
    print_report(report, g);
    return wrong.empty() && shifted ? kDone : kWrong;
}

}  // namespace

void declare_convolution(Verb& verb, ConvolutionArgs& args) {
    verb.add_flag("--convolution", args.asked,
                  "Print the word that each tap of a filter needs (stride 1). With a\n"
                  "word and --tap: print the columns in which the word is wrong. The\n"
                  "options below are the arguments of CUTLASS's make_column_zero_mask");
    verb.add_option("--conv-q", args.conv_q, "Pixels in a row of the image, and outputs");
    verb.add_option("--cta-coord-q", args.cta_coord_q,
                    "Index of the tile (default 0). Its first column is pixel\ncta_coord_q * N");
    verb.add_option("--num-pixels-skip-left", args.skip_left, "Pixels of padding to the left of a row (default 0)");
    verb.add_option("--flt-s", args.flt_s, "Columns of the filter (default 3, the only value of CUTLASS)");
    verb.add_option("--tap", args.tap, "Only this column of the filter, from 0");
}

Answer<void> fits(const ConvolutionArgs& args, const MaskCall& call) {
    using Fits = Answer<void>;
    if (args.asked && call.solves)
        return Fits::refuse("--convolution and --solve cannot be used together; give only one of them");
    for (const ConvolutionNumber& row : kConvolutionNumbers)
        if (!args.asked && !(args.*row.text).empty())
            return Fits::refuse(say(row.option, " works only with --convolution; add it or remove ", row.option));
    if (!args.asked) return {};
    if (args.conv_q.empty()) return Fits::refuse("--convolution needs --conv-q, the number of pixels in a row");
    if (!args.tap.empty() && !args.flt_s.empty())
        return Fits::refuse("--tap and --flt-s cannot be used together: --tap prints one word");
    if (call.word != "-" && args.tap.empty())
        return Fits::refuse("--convolution with a word needs --tap: each tap needs a word of its own");
    return {};
}

int run_convolution(const ConvolutionArgs& args, const MaskCall& call, const Format& format, const Globals& g) {
    const auto numbers = numbers_of(args);
    if (!numbers) return refuse("mask", numbers.why);
    const auto [conv_q, cta_coord_q, skip_left, flt_s, one_tap] = *numbers;
    io::Report report;
    report.fact("m", io::cell(call.m));
    report.fact("n", io::cell(call.n));
    report.fact("conv_q", io::cell(conv_q));
    report.fact("cta_coord_q", io::cell(cta_coord_q));
    report.fact("num_pixels_skip_left", io::cell(skip_left));
    report.rows_name = "taps";
    report.columns = {"tap", "needed_word", "mask", "zeroed", "columns"};
    ConvolutionTile tile{conv_q, cta_coord_q, skip_left, one_tap, call.m, call.n};
    std::optional<ConvolutionMask> last;
    for (const unsigned end = args.tap.empty() ? flt_s : one_tap + 1; tile.tap < end; ++tile.tap) {
        const auto mask = convolution_mask(tile);
        if (!mask) return refuse("mask", mask.why);
        const auto word = mask_word(format, mask->mask);
        if (!word) return refuse("mask", say("tap ", tile.tap, ": ", word.why));
        const std::vector<unsigned> zeroed = numbers_of_columns(mask->needed);
        report.rows.push_back({io::cell(tile.tap), io::cell(hex_word(format, *word)),
                               io::cell(expand_mask(mask->mask, tile.m, tile.n).hex), io::cell(zeroed.size()),
                               io::cell(list_columns(zeroed))});
        add_notes(report, tile, *mask, decode(format, *word), g);
        last = *mask;
    }
    if (call.word == "-") return print_report(report, g);
    const auto word = word_given(format, std::string(call.word));
    if (!word) return refuse("mask", word.why);
    tile.tap = one_tap;
    return compare(report, tile, *last, *word, format, g);
}

}  // namespace tilescope::cli
