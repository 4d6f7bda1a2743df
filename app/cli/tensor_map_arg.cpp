// app/cli/tensor_map_arg.cpp -- the option that gives a tensor map: solve, compare, check.
// SPDX-License-Identifier: MIT
#include "app/cli/tensor_map_arg.h"
#include "app/cli/text_out.h"
#include "app/publish/json_out.h"

#include <tilescope/base/say.h>

namespace tilescope::cli {

void add_tensor_map_footer(Verb& verb) {
    verb.set_footer(
        "A tensor map has the arguments of cuTensorMapEncodeTiled: inner dimension first, strides in bytes.\n"
        "  {\"type\": \"BFLOAT16\", \"swizzle\": \"128B\", \"dims\": [4096, 4096], \"strides\": [8192],\n"
        "   \"box\": [64, 128], \"smem\": \"0x400\", \"origin\": [0, 0]}\n"
        "The prefix CU_TENSOR_MAP_... of a name is optional. Optional keys, with the default in parentheses:\n"
        "element_strides (1 for each dimension), interleave (NONE), oob_fill (none; or nan), l2_promotion\n"
        "(none; or 64B, 128B, 256B), address (0), smem (0), origin ([0, 0]). The key origin is the row and\n"
        "the column in the matrix where the tile starts; they can be negative. Instead of JSON, the 128 bytes\n"
        "of a CUtensorMap are read in each form that decode reads.\n"
        "If the tile needs several boxes, shared memory contains one box after the other. Along the\n"
        "non-contiguous index, the boxes follow each other. Then the contiguous index advances.\n");
}

Answer<TmaCopy> tensor_map_named(const std::string& path, io::TmaNumbers numbers) {
    if (path != "-") return io::load_tensor_map(path, numbers);
    const auto text = io::read_standard_input();
    if (!text) return Answer<TmaCopy>::refuse(text.why);
    auto copy = io::tensor_map_from_text(*text, numbers);
    return copy ? copy : Answer<TmaCopy>::refuse(say("standard input: ", copy.why));
}

int run_check_tensor_map(const std::string& path, const Globals& g) {
    if (g.csv) throw Refused{"check has no --csv; use --json, or remove --csv to get text"};
    const auto text = path == "-" ? io::read_standard_input() : io::read_text(path);
    if (!text) throw Refused{say("--tensor-map: ", text.why)};
    const auto copy = io::tensor_map_from_text(*text, io::TmaNumbers::any);
    if (!copy) throw Refused{say("--tensor-map: ", path == "-" ? "standard input" : path, ": ", copy.why)};
    std::vector<Problem> problems = check(copy->map, g.arch);
    const bool accepted = is_accepted(problems);
    // JSON need not have the address. All other texts have it.
    const bool has_address = text->find("address") != text->npos || !tensor_maps_in(*text).empty();
    if (const auto note = null_address(copy->map); note && has_address) problems.push_back(*note);
    if (const auto note = rounding_note(copy->map)) problems.push_back(*note);
    if (g.json) {
        print(io::tensor_map_verdict_json(copy->map, g.arch, problems));
        return accepted ? kDone : kWrong;
    }
    print(wrapped(brief_text(copy->map), 2));
    print(wrapped(say(g.arch, ": cuTensorMapEncodeTiled ", accepted ? "accepts" : "refuses", " this tensor map (",
                      text_of(verdict_certainty(g.arch)), ")"),
                  2));
    print_problems(problems);
    return accepted ? kDone : kWrong;
}

bool add_refusals(io::Report& report, std::string_view verb, const TmaTile& tile, const Globals& g) {
    const std::vector<Problem> problems = check(tile, g.arch);
    auto at = report.facts.begin();
    for (const Problem& p : problems) {
        if (p.severity != Severity::error) continue;
        const std::string text = say("The driver refuses this copy: ", p.text, " (", p.rule, ", ", p.source, ")");
        if (g.csv) refuse(verb, text);  // CSV has no sentences
        at = report.facts.insert(at, {".", text}) + 1;
    }
    return !is_accepted(problems);
}

}  // namespace tilescope::cli
