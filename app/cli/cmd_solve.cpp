// app/cli/cmd_solve.cpp -- solve: finds the descriptors that read a requested layout or the result of a TMA load.
// SPDX-License-Identifier: MIT
#include "app/cli/commands.h"
#include "app/cli/cute_args.h"
#include "app/cli/layout_args.h"
#include "app/cli/solve_notation.h"
#include "app/cli/tensor_map_arg.h"
#include "app/cli/text_out.h"

#include <tilescope/base/number.h>
#include <tilescope/base/say.h>
#include <tilescope/hw/archs.h>
#include <tilescope/layout/descriptor.h>
#include <tilescope/layout/k_advance.h>
#include <tilescope/rules/place_rules.h>
#include <tilescope/solver/solve_layout.h>
#include <tilescope/word/codec.h>

#include <algorithm>
#include <memory>

namespace tilescope::cli {
namespace {

struct SolveArgs {
    CuteArgs cute;
    std::string text, start, as, tensor_map, major;  // text: as cute.text, without --layout
    int mma_rows = 0, mma_k = 0, rows = 0, columns = 0;
};

// The words of each solution, as far as the format can encode them.
struct Words {
    std::vector<std::vector<std::uint64_t>> of_solution;  // no words: the format cannot encode the solution
    std::string why;                                      // the reason for the first such solution
};
Words words_of(const LayoutAnswer& answer, const Format& format) {
    Words out;
    for (const LayoutSolution& s : answer.solutions) {
        std::vector<std::uint64_t>& words = out.of_solution.emplace_back();
        for (const SmemLayout& step : s.steps) {
            const auto word = descriptor_of(format, step);
            if (word) {
                words.push_back(*word);
                continue;
            }
            if (out.why.empty())
                out.why = say(name_of(s.major), " ", row_of(s.mode).name, " would match, but ", word.why);
            words.clear();
            break;
        }
    }
    return out;
}

void add_solution_text(io::Report& report, std::size_t number, const LayoutSolution& s, const ArchRow& arch) {
    report.sentence(say("Solution ", number, ": ", name_of(s.major), " ", row_of(s.mode).name, " (", numberings(s.mode),
                        "); ", use_of_lbo(s.steps[0]).sentence, " ", use_of_sbo(s.steps[0]).sentence,
                        s.note.empty() ? "" : " ", s.note));
    if (const std::string outside = outside_of(arch, s.steps); !outside.empty())
        report.sentence(say("This solution leaves shared memory. ", outside));
}

// Adds one row for each step of each solution. Returns the number of solutions.
std::size_t add_solutions(io::Report& report, const RequestedLayout& request, const LayoutAnswer& answer,
                          const Format& format, const ArchRow& arch) {
    const Words words = words_of(answer, format);
    std::size_t number = 0;
    for (std::size_t i = 0; i < answer.solutions.size(); ++i) {
        if (words.of_solution[i].empty()) continue;
        const LayoutSolution& s = answer.solutions[i];
        ++number;
        if (request.stage == 0) add_solution_text(report, number, s, arch);
        const std::size_t k_steps = std::max<std::size_t>(
            static_cast<std::size_t>((request.columns + s.steps[0].columns - 1) / s.steps[0].columns), 1);
        for (std::size_t step = 0; step < s.steps.size(); ++step) {
            const SmemLayout& l = s.steps[step];
            report.rows.push_back({io::cell(number), io::cell(row_of(s.mode).name),
                                   io::cell(kMajorNames[static_cast<std::size_t>(s.major)].name),
                                   io::cell(request.stage), io::cell(step / k_steps), io::cell(step % k_steps),
                                   io::cell(l.start), io::cell(l.lbo), io::cell(l.sbo),
                                   io::cell(hex_word(format, words.of_solution[i][step]))});
        }
    }
    if (number == 0)
        report.sentence(words.why.empty() ? answer.why : say("No descriptor reads this layout: ", words.why, "."));
    return number;
}

// One layout for each pipeline stage.
using RequestedStages = Answer<std::vector<RequestedLayout>>;

Answer<std::uint32_t> start_of(const SolveArgs& args) {
    using Start = Answer<std::uint32_t>;
    const auto start = parse_number(args.start.empty() ? "0" : args.start);
    if (!start) return Start::refuse(say("--start: ", start.why));
    if (*start > 0x7ffff)
        return Start::refuse(say("--start: ", args.start, " is not a shared-memory address; give at most 0x7ffff"));
    return static_cast<std::uint32_t>(*start);
}

RequestedStages layouts_from_text(const SolveArgs& args, const ElementType& type) {
    const auto start = start_of(args);
    if (!start) return RequestedStages::refuse(start.why);
    const auto text = cute_text_from(args.cute);
    if (!text) return RequestedStages::refuse(say("--layout: ", text.why));
    if (text->address && !args.start.empty())
        return RequestedStages::refuse(say("--start and the address ", hex(*text->address),
                                           " of the text cannot be used together; give only one of them"));
    std::vector<RequestedLayout> out;
    do {
        auto request = requested_from(*text, type, *start, static_cast<int>(out.size()));
        if (!request) return RequestedStages::refuse(say("--layout: ", request.why));
        out.push_back(std::move(*request));
    } while (static_cast<int>(out.size()) < out[0].stages);
    return out;
}

// Returns the layout that a TMA load of the tile writes, and stores the tile.
RequestedStages layouts_from_tensor_map(const SolveArgs& args, const ElementType& type, TmaTile& tile) {
    if (!args.cute.text.empty())
        return RequestedStages::refuse("--layout and --tensor-map cannot be used together; give only one of them");
    if (args.major.empty()) return RequestedStages::refuse("--major is missing; give k or mn");
    const auto major = major_named(args.major);
    if (!major) return RequestedStages::refuse(major.why);
    if (const auto can = is_size(args.rows, args.columns); !can) return RequestedStages::refuse(can.why);
    const auto copy = tensor_map_named(args.tensor_map);
    if (!copy) return RequestedStages::refuse(say("--tensor-map: ", copy.why));
    tile = covered(*copy, *major, args.rows, args.columns);
    auto request = requested_from(tile, type, args.rows, args.columns);
    if (!request) return RequestedStages::refuse(say("--tensor-map: ", request.why));
    return std::vector{*request};
}

// Moves a text without --layout, or standard input, into cute.text.
Answer<void> take_text(SolveArgs& args) {
    if (!args.text.empty() && !args.cute.text.empty())
        return Answer<void>::refuse("a text and --layout cannot be used together; give only one of them");
    if (args.cute.text.empty()) args.cute.text = args.text;
    if (args.cute.text != "-") return {};
    const auto given = text_or_standard_input(args.cute.text);
    if (!given) return Answer<void>::refuse(say("--layout: ", given.why));
    args.cute.text = *given;
    return {};
}

// Solves a text of Triton or a fragment of descriptors. Returns nothing if the text is another notation.
std::optional<int> run_other_notation(const SolveArgs& args, const ElementType& type, const Format& format,
                                      const Globals& g) {
    if (!is_other_notation(args.cute.text)) return std::nullopt;
    if (!args.cute.names.empty()) return refuse("solve", "--let is only for CuTe layouts");
    if (args.mma_k != 0) return refuse("solve", "--mma-k is only for CuTe layouts and tensor maps");
    const auto start = start_of(args);
    if (!start) return refuse("solve", start.why);
    return solve_notation({args.cute.text, &type, &format, *start, static_cast<unsigned>(args.mma_rows)}, g);
}

// CuTe DSL and CuTe print the same layout with different units of the swizzle.
bool has_dsl_swizzle(const SolveArgs& args) {
    constexpr std::string_view kDslSwizzle = "S<", kBlanks = " \t\r\n";
    const std::size_t first = args.cute.text.find_first_not_of(kBlanks);
    if (first == std::string::npos || !std::string_view(args.cute.text).substr(first).starts_with(kDslSwizzle))
        return false;
    const auto text = parse_cute(args.cute.text);
    return text && text->space == CuteSpace::smem;
}

int run_solve(SolveArgs args, const Globals& g) {
    if (const auto can = take_text(args); !can) return refuse("solve", can.why);
    const auto type = type_named("--type", args.cute.type);
    if (!type) return refuse("solve", type.why);
    if (args.tensor_map.empty() && args.cute.text.empty())
        return refuse("solve", "--layout is missing; give --layout 'CUTE TEXT' or --tensor-map FILE.json");
    const auto format = descriptor_format(args.as, g);
    if (!format) return refuse("solve", format.why);
    if ((*type)->bits == 1 && (*format)->id != "wgmma")
        return refuse("solve", "--type: only Hopper's wgmma reads b1; use --arch sm_90a or another type");
    if (const auto can = mma_k_fits(args.mma_k, **type, **format); !can) return refuse("solve", can.why);
    if (args.tensor_map.empty())
        if (const auto status = run_other_notation(args, **type, **format, g)) return *status;
    io::Report rows;
    rows.rows_name = "descriptors";
    rows.columns = {"solution", "swizzle", "major", "stage", "row_block", "k_step", "start", "lbo", "sbo", "word"};
    TmaTile tile;
    const auto stages =
        args.tensor_map.empty() ? layouts_from_text(args, **type) : layouts_from_tensor_map(args, **type, tile);
    if (!stages) return refuse("solve", stages.why);
    if (const auto note = rounding_note(tile.map)) rows.sentence(note->text);
    if (args.tensor_map.empty() && has_dsl_swizzle(args))
        rows.sentence("S<...> is the swizzle of a pointer, as in the layouts of CuTe DSL: it acts on byte addresses.");
    std::size_t solutions = 0;
    for (const RequestedLayout& request : *stages) {
        const int k = args.mma_k != 0 ? args.mma_k : static_cast<int>(dense_k(**type));
        if (request.stage == 0 && request.columns > k && request.columns % k != 0)
            rows.sentence(say("The last instruction uses only ", request.columns % k, " of ", k, " columns of K."));
        const LayoutAnswer answer = solve_layout(request, {args.mma_rows, args.mma_k});
        if (args.mma_k == 0 && !answer.solutions.empty()) {
            SmemLayout whole = answer.solutions.front().steps.front();
            whole.columns = request.columns, whole.mma_columns = 0;
            if (const std::string asks = sparse_question(whole, "--mma-k"); !asks.empty()) rows.sentence(asks);
        }
        const std::size_t found = add_solutions(rows, request, answer, **format, reader_of(**format, g));
        solutions = request.stage == 0 ? found : std::min(solutions, found);
    }
    rows.facts.insert(rows.facts.begin(), {"solutions", io::cell(solutions)});
    const bool refused = !args.tensor_map.empty() && add_refusals(rows, "solve", tile, g);
    print_report(rows, g);
    return solutions == 0 || refused ? kWrong : kDone;
}

}  // namespace

void declare_solve(Verb& verb, const Globals& globals) {
    const auto args = std::make_shared<SolveArgs>();
    args->cute.text.clear();
    verb.add_option(
        "text", args->text,
        "A CuTe layout, an atom such as K_SW128, a fragment of descriptors,\nor a memdesc or an encoding of "
        "Triton. Use - to read standard input.");
    verb.add_option("--layout", args->cute.text, "The requested layout as CuTe text. Use - to read standard input.");
    verb.add_option("--tensor-map", args->tensor_map, kTensorMapHelp).reads();
    verb.add_option("--rows", args->rows, "With --tensor-map: number of M or N indices of the tile");
    verb.add_option("--cols", args->columns, "With --tensor-map: number of K indices of the tile");
    verb.add_option("--major", args->major, "With --tensor-map: the index that is contiguous in memory, k or mn");
    verb.add_option("--type", args->cute.type, "Element type (layout --help lists the types)").required();
    verb.add_option("--start", args->start, "Byte address, if the text has no address");
    verb.add_option("--mma-rows", args->mma_rows, "Rows that one instruction reads (default: all)").at_least_one();
    verb.add_option("--mma-k", args->mma_k,
                    "Stored columns that one instruction reads\n(default: the columns in 32 bytes)")
        .at_least_one();
    verb.add_option("--as", args->as, "Format of the words: smem or wgmma (default: the format of --arch)");
    declare_names(verb, args->cute);
    add_tensor_map_footer(verb);
    verb.on_run([args, &globals] { return run_solve(*args, globals); });
}

}  // namespace tilescope::cli
