// app/cli/cmd_dot.cpp -- dot: one element of D a line, raw bits in, raw bits out.
// SPDX-License-Identifier: MIT
#include "app/cli/commands.h"
#include "app/io/dot_line.h"

#include <tilescope/base/say.h>

#include <CLI/CLI.hpp>

#include <memory>

namespace tilescope::cli {
namespace {

// Prints the answer; refused where the line has none. An empty line is no question.
Answer<void> answer(std::string_view text, std::size_t number) {
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) return {};
    const auto line = io::dot_line_from_text(text, number);
    if (!line) return Answer<void>::refuse(line.why);
    print(say(io::dot_line_to_text(*line), "\n"));
    return {};
}

// One line at a time: a stream may be longer than memory, a line may not.
Answer<void> answer_all(io::Pieces& pieces) {
    std::string text;
    for (std::size_t number = 1;;) {
        const auto piece = pieces.next();
        if (!piece) return Answer<void>::refuse(piece.why);
        if (piece->empty()) return answer(text, number);
        std::string_view rest(*piece);
        for (std::size_t end; (end = rest.find('\n')) != rest.npos; ++number) {
            text += rest.substr(0, end);
            if (const auto can = answer(text, number); !can) return can;
            text.clear();
            rest.remove_prefix(end + 1);
        }
        text += rest;
        if (text.size() > io::kMostFileBytes)
            return Answer<void>::refuse(
                say("line ", number, ": has more than ", io::kMostFileBytes, " bytes, the most that is read"));
    }
}

int run_dot(const std::string& path, const Globals& g) {
    if (g.csv) return refuse("dot", "--csv: the answers are JSON, one line each; want no --csv");
    auto pieces = io::Pieces::of(path);
    if (!pieces) return refuse("dot", pieces.why);
    const auto answered = answer_all(*pieces);
    return answered ? kDone : refuse("dot", answered.why);
}

}  // namespace

void declare_dot(CLI::App& app, const Globals& globals, int& status) {
    const auto path = std::make_shared<std::string>("-");
    app.add_option("file", *path, "JSON lines; - or nothing reads standard input");
    app.footer(
        "A line is an object, its answer {\"d\":\"0x..\"}. \"uncertain\" names other rules that would give\n"
        "another word, and rules that nobody has measured. 1.5 x 2 + 1 in bf16:\n"
        "  "
        "{\"kind\":\"f16\",\"a_type\":\"bf16\",\"b_type\":\"bf16\",\"d_type\":\"f32\",\"a\":[\"0x3fc0\"],\"b\":["
        "\"0x4000\"],\n"
        "   \"c\":\"0x3f800000\"}\n"
        "Elements that are not listed do not exist. A line has at most 64 MiB; of lines there is no end.\n"
        "Words are right-aligned: bf16 in 16 bits, tf32 as an f32, b1 32 in a word. Left out may be:\n"
        "unit (tcgen05; or wgmma, which has no kind), c (none), saturate, negate_a, negate_b (false),\n"
        "scale_input_d (0); null, \"\" and [] leave out, too. Block-scaled kinds take scale_type, scale_vec\n"
        "(1, 2 or 4), scale_a and scale_b, which others leave alone and list as \"ignored\"; a sparse A\n"
        "takes sparse_meta, and a and b hold the whole logical K.\n");
    app.callback([path, &globals, &status] { status = run_dot(*path, globals); });
}

}  // namespace tilescope::cli
