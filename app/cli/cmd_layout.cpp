// app/cli/cmd_layout.cpp -- layout and locate: from elements to bytes, and from bytes to elements.
// SPDX-License-Identifier: MIT
#include "app/cli/commands.h"
#include "app/cli/layout_args.h"
#include "app/cli/pictures.h"
#include "app/cli/text_out.h"
#include "app/cli/words.h"
#include "app/publish/json_out.h"

#include <tilescope/base/number.h>
#include <tilescope/base/say.h>
#include <tilescope/layout/k_advance.h>
#include <tilescope/layout/linear_map.h>
#include <tilescope/layout/smem_layout.h>
#include <tilescope/scene/tile_scene.h>

#include <memory>

namespace tilescope::cli {
namespace {

// Prints the bytes of a tile as a table that fits the screen. --csv lists every element of a larger tile.
void print_tile(const SmemLayout& layout, const std::vector<std::uint32_t>& bytes) {
    constexpr int kMostRows = 64, kMostColumns = 10;
    print(say(layout.rows, " x ", layout.columns, " ", layout.type->id, ", ", name_of(layout.major), ", swizzle ",
              row_of(layout.mode).name, ", start = ", hex(layout.start), ", lbo = ", layout.lbo,
              " bytes, sbo = ", layout.sbo, " bytes\n"));
    for (const StrideReport& report : {use_of_lbo(layout), use_of_sbo(layout)}) print(wrapped(report.sentence, 0));
    const int columns = std::min(layout.columns, kMostColumns), rows = std::min(layout.rows, kMostRows);
    print("\n   row");
    for (int c = 0; c < columns; ++c) print(say("  ", padded(say("col ", c), 7)));
    print("\n");
    for (int r = 0; r < rows; ++r) {
        const std::uint32_t* of_row = &bytes[static_cast<std::size_t>(r) * static_cast<std::size_t>(layout.columns)];
        std::string line = padded("", 6 - std::min<std::size_t>(6, say(r).size())) + say(r);
        for (int c = 0; c < columns; ++c) {
            const std::string bit = layout.type->bits < 8 ? say(".", first_bit(layout, {r, c})) : "";
            line += say("  ", padded(hex(of_row[c]) + bit, 7));
        }
        print(line + "\n");
    }
    if (rows < layout.rows || columns < layout.columns)
        print(say("... These are the first ", rows, " rows and ", columns, " columns. --csv lists every element.\n"));
}

// Prints the layout as vectors over bits: the address bits that each bit of row and column flips.
int print_vectors(const SmemLayout& layout, const Globals& g) {
    const auto map = linear_part_of(layout);
    if (!map) throw Refused{say("--f2: ", map.why)};
    io::Report report;
    report.fact("block", say(map->rows, " x ", map->columns));
    report.fact("base", hex(map->base));
    report.fact("offset", hex(map->map.offset));
    report.fact("unit_bits", map->unit_bits);
    report.fact("inputs", map->map.inputs);
    report.fact("rank", rank_of(map->map));
    const auto back = inverse_of(map->map);
    report.fact("inverse", back ? std::string("The inverse exists: no two elements share a place.") : back.why);
    if (!map->note.empty()) report.sentence(map->note);
    report.rows_name = "basis";
    report.columns = {"input", "vector", "bits"};
    for (unsigned bit = 0; bit < map->map.inputs; ++bit) {
        std::string flips;
        for (unsigned out = map->map.outputs; out-- > 0;)
            if (map->map.basis[bit] >> out & 1) flips += say(flips.empty() ? "" : ", ", name_of_output(*map, out));
        report.rows.push_back({name_of_input(*map, bit), hex(map->map.basis[bit]), flips});
    }
    return print_report(report, g);
}

struct PictureArgs {
    LayoutArgs layout;
    PictureFiles files;
    std::string cells = "chunk", colour = "chunk";
    bool vectors = false;
};

// Writes the picture that the window shows into the files of --svg, --tikz and --png.
int write_pictures(const PictureArgs& args, const SmemLayout& layout, const std::vector<std::uint32_t>& bytes) {
    TileOptions options{.k_step = args.layout.k_step};
    options.mma_k = layout.mma_columns != 0 ? static_cast<unsigned>(layout.mma_columns) : dense_k(*layout.type);
    options.k_step = 0;  // `layout` already starts at that step
    const auto grain = choice_of("--cells", args.cells, kGrainNames);
    const auto colour = choice_of("--colour", args.colour, kColouringNames);
    options.grain = static_cast<Grain>(grain);
    options.colouring = static_cast<Colouring>(colour);
    return write_scene(tile_scene(layout, bytes, options), args.files);
}

int run_layout(const PictureArgs& args, const Globals& g) {
    const auto layout = layout_from("layout", args.layout, g);
    if (args.vectors && args.files.any())
        throw Refused{"--f2 prints a table, not a picture; remove --svg, --tikz and --png"};
    if (args.vectors) return print_vectors(layout, g);
    if (const std::string assumed = assumption_of(layout); !assumed.empty())
        io::print_error(say("tilescope layout: ", assumed, "\n"));
    std::vector<std::uint32_t> bytes = tile_map(layout);
    if (args.files.any()) return write_pictures(args, layout, bytes);
    if (g.json || g.csv) return print_report(io::layout_report(layout, std::move(bytes)), g);
    print_tile(layout, bytes);
    return kDone;
}

struct LocateArgs {
    LayoutArgs layout;
    std::string address = "-";
};

int run_locate(const LocateArgs& args, const Globals& g) {
    const auto layout = layout_from("locate", args.layout, g);
    const auto given = need(word_or_standard_input(args.address));
    const auto address = parse_number(given);
    if (!address) throw Refused{say("address: ", address.why)};
    if (*address > 0xffffffffull)
        throw Refused{say("address: ", given, " has more than 32 bits; give a shared-memory address")};
    const auto byte = static_cast<std::uint32_t>(*address);
    const std::vector<Element> elements = elements_at(layout, byte);
    if (g.json) return print(io::locate_json(layout, byte, elements)), kDone;
    if (g.csv) print("row,col,byte,bit\n");
    for (const Element e : elements) {
        const BitPlace p = place_in_memory(layout, e);
        if (g.csv) {
            print(say(e.row, ",", e.column, ",", p.byte, ",", p.bit, "\n"));
            continue;
        }
        print(say("row ", e.row, ", column ", e.column, ": bytes ", hex(p.byte), " to ", hex(end_of(layout, e) - 1),
                  "\n"));
        for (const std::string& line : explanation_of(layout, e).lines) print(say("    ", line, "\n"));
    }
    if (elements.empty() && !g.csv) print(say("No element of the tile has bits in byte ", hex(byte), ".\n"));
    return kDone;
}

}  // namespace

void declare_layout(Verb& verb, const Globals& globals) {
    const auto args = std::make_shared<PictureArgs>();
    declare_layout_args(verb, args->layout);
    declare_picture_files(verb, args->files);
    verb.add_option("--cells", args->cells, "Content of one picture cell: element, chunk (default) or line");
    verb.add_option("--colour", args->colour, "Colours of the cells: chunk (default), row, \"K step\" or bank");
    verb.add_flag("--f2", args->vectors, "Print the layout as a linear map over bits, with rank and inverse");
    verb.on_run([args, &globals] { return run_layout(*args, globals); });
}

void declare_locate(Verb& verb, const Globals& globals) {
    const auto args = std::make_shared<LocateArgs>();
    verb.add_option("address", args->address,
                    "Byte address after the swizzle.\nOmit it or use - to read standard input.");
    declare_layout_args(verb, args->layout);
    verb.on_run([args, &globals] { return run_locate(*args, globals); });
}

}  // namespace tilescope::cli
