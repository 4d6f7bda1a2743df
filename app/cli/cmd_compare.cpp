// app/cli/cmd_compare.cpp -- compare: compares what a TMA load writes with what the MMA reads.
// SPDX-License-Identifier: MIT
#include "app/cli/commands.h"
#include "app/cli/layout_args.h"
#include "app/cli/tensor_map_arg.h"
#include "app/cli/text_out.h"

#include <memory>

namespace tilescope::cli {
namespace {

struct CompareArgs {
    LayoutArgs layout;
    std::string tensor_map;
};

// Adds one row for each element that the MMA reads from another place than TMA wrote it to.
void add_rows(io::Report& report, const Agreement& agreement, const TmaTile& tile, const SmemLayout& layout) {
    report.rows_name = "differing";
    report.columns = {"row", "col", "mma_byte", "tma_byte"};
    report.made_count = agreement.differing.size();
    report.make_row = [wrote = written_bits(tile, layout.rows, layout.columns), differing = agreement.differing,
                       layout](std::uint64_t i, std::vector<io::Cell>& row) {
        const Element e = differing[i];
        const std::uint64_t bit = wrote[static_cast<std::size_t>(e.row) * static_cast<std::size_t>(layout.columns) +
                                        static_cast<std::size_t>(e.column)];
        row.assign(
            {e.row, e.column, place_in_memory(layout, e).byte, bit == kNotWritten ? io::Cell("") : io::Cell(bit / 8)});
    };
}

int run_compare(const CompareArgs& args, const Globals& g) {
    const auto layout = layout_from("compare", args.layout, g);
    need(can_be_copied(*layout.type));
    const auto copy = need(tensor_map_named(args.tensor_map));
    const TmaTile tile = covered(copy, layout.major, layout.rows, layout.columns);
    const Agreement agreement = compare_tma_mma(tile, layout);
    io::Report report;
    report.fact("equal", agreement.equal);
    report.fact("different", agreement.different);
    report.fact("sentence", agreement.sentence);
    if (const auto note = rounding_note(copy.map)) report.sentence(note->text);
    add_rows(report, agreement, tile, layout);
    const bool refused = add_refusals(report, "compare", tile, g);
    print_report(report, g);
    return agreement.different == 0 && !refused ? kDone : kWrong;
}

}  // namespace

void declare_compare(Verb& verb, const Globals& globals) {
    const auto args = std::make_shared<CompareArgs>();
    declare_layout_args(verb, args->layout);
    Option map = verb.add_option("--tensor-map", args->tensor_map, kTensorMapHelp);
    map.required();
    map.reads();
    add_tensor_map_footer(verb);
    verb.set_footer(
        verb.footer() +
        "Each output row is one element. It has the byte where the MMA reads the element (mma_byte) and the\n"
        "byte where TMA wrote the element (tma_byte; empty if no box wrote the element).\n"
        "Exit status: 0 if the MMA reads all elements from the bytes that TMA wrote, 1 if it does not, or if\n"
        "the driver refuses the tensor map.\n");
    verb.on_run([args, &globals] { return run_compare(*args, globals); });
}

}  // namespace tilescope::cli
