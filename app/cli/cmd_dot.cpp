// app/cli/cmd_dot.cpp -- dot: computes one element of D for each input line, from raw words to a raw word.
// SPDX-License-Identifier: MIT
#include "app/cli/commands.h"
#include "app/publish/dot_line.h"

#include <tilescope/base/say.h>

#include <memory>

namespace tilescope::cli {
namespace {

// Prints the answer to one line, or refuses the line. Skips empty lines.
void answer(std::string_view text, std::size_t number) {
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) return;
    const auto line = need(io::dot_line_from_text(text, number));
    print(say(io::dot_line_to_text(line), "\n"));
}

// Keeps only one line in memory, because a stream may be larger than memory.
void answer_all(io::Pieces& pieces) {
    std::string text;
    for (std::size_t number = 1;;) {
        const auto piece = need(pieces.next());
        if (piece.empty()) return answer(text, number);
        std::string_view rest(piece);
        for (std::size_t end; (end = rest.find('\n')) != rest.npos; ++number) {
            text += rest.substr(0, end);
            answer(text, number);
            text.clear();
            rest.remove_prefix(end + 1);
        }
        text += rest;
        if (text.size() > io::kMostFileBytes)
            throw Refused{
                say("line ", number, " has more than ", io::kMostFileBytes, " bytes, the limit for one line")};
    }
}

int run_dot(const std::string& path, const Globals& g) {
    if (g.csv) throw Refused{"dot prints JSON lines and has no --csv; remove --csv"};
    auto pieces = need(io::Pieces::of(path));
    answer_all(pieces);
    return kDone;
}

}  // namespace

void declare_dot(Verb& verb, const Globals& globals) {
    const auto path = std::make_shared<std::string>("-");
    verb.add_option("file", *path, "File with JSON lines. Omit it or use - to read standard input.");
    verb.set_footer(
        "Each input line is a JSON object. The answer to a line is {\"d\":\"0x..\"}. If d is not certain, the\n"
        "answer has the key \"uncertain\": a list of open questions about the hardware. A question is in\n"
        "the list for one of two reasons: the hardware may use another rule that gives a different d, or\n"
        "there is no public measurement of the rule that this program uses.\n"
        "Example: 1.5 x 2 + 1 in bf16:\n"
        "  "
        "{\"kind\":\"f16\",\"a_type\":\"bf16\",\"b_type\":\"bf16\",\"d_type\":\"f32\",\"a\":[\"0x3fc0\"],\"b\":["
        "\"0x4000\"],\n"
        "   \"c\":\"0x3f800000\"}\n"
        "K is the number of elements in the lists a and b. A line is one sum, as one instruction adds. For a\n"
        "larger K than that of an instruction (dense: 32 bytes of K), give d as c of the next line. A line\n"
        "has at most 64 MiB. The number of lines has no limit. An element is in the low bits of its word:\n"
        "bf16 in 16 bits. A tf32 element is a whole f32 word, and its 13 low bits are ignored. A b1 word has\n"
        "32 elements.\n"
        "Optional keys, with the default in parentheses: unit (tcgen05), c (no C), saturate (false),\n"
        "negate_a (false), negate_b (false), scale_input_d (0). The values null, \"\" and [] mean that an\n"
        "optional key is missing. The other unit is wgmma, which needs no key kind.\n"
        "Block-scaled kinds need the keys scale_type, scale_vec (1, 2 or 4), scale_a and scale_b. Other kinds\n"
        "ignore these keys, and the answer lists the keys in \"ignored\". A sparse A needs the key\n"
        "sparse_meta; the lists a and b then have the whole logical K, or a has only the stored half. wgmma\n"
        "takes any code, and \"notes\" then say what an H100 does with those that are not legal.\n");
    verb.on_run([path, &globals] { return run_dot(*path, globals); });
}

}  // namespace tilescope::cli
