// app/cli/cmd_cute.cpp -- cute: parses a CuTe layout, evaluates it and prints it in other units.
// SPDX-License-Identifier: MIT
#include "app/cli/layout_args.h"
#include "app/cli/pictures.h"
#include "app/cli/verb.h"

#include <tilescope/hw/memory.h>
#include <tilescope/notation/cute.h>
#include <tilescope/scene/layout_scene.h>

namespace tilescope::cli {
namespace {

// Adds the layout in other units, or the reason why a unit is not possible.
void add_units(io::Report& report, const CuteText& text) {
    struct Unit {
        const char* name;
        unsigned bits;
    };
    for (const Unit& unit : {Unit{"bits", 1}, Unit{"bytes", 8}, Unit{"units_128b", 128}}) {
        if (unit.bits == text.unit_bits) continue;
        const auto restated = in_unit(text, unit.bits);
        report.fact(unit.name, restated ? to_text(*restated) : say("not possible: ", restated.why));
    }
}

// Adds the place of a coordinate: byte and bit, or lane, column and bit in Tensor Memory.
void add_place(std::vector<io::Cell>& row, const CuteText& text, std::int64_t offset) {
    const std::uint64_t bit = bit_of(text, offset);
    const bool tmem = text.space == CuteSpace::tmem;
    const unsigned unit = tmem ? kTmem.cell_bits : 8;
    if (tmem)
        row.insert(row.end(), {bit / unit >> 16, bit / unit & 0xffff, bit % unit});
    else
        row.insert(row.end(), {bit / unit, bit % unit});
}

std::uint64_t coordinates_of(const std::vector<CuteModes>& modes) {
    std::uint64_t out = 1;
    for (const CuteModes& m : modes) out *= static_cast<std::uint64_t>(size_of(m));
    return out;
}

// Adds one row for each coordinate. The last mode changes fastest, as in the rows of `layout`.
void add_elements(io::Report& report, const CuteText& text, const std::vector<CuteModes>& modes) {
    report.rows_name = "elements";
    const bool matrix = modes.size() == 2, placed = text.unit_bits != 0, tmem = text.space == CuteSpace::tmem;
    for (std::size_t i = 0; i < modes.size(); ++i)
        report.columns.push_back(matrix ? (i == 0 ? "row" : "col") : say("i", i));
    report.columns.push_back("offset");
    if (placed && tmem) report.columns.insert(report.columns.end(), {"lane", "column", "bit"});
    if (placed && !tmem) report.columns.insert(report.columns.end(), {"byte", "bit"});
    std::vector<std::int64_t> sizes;
    for (const CuteModes& m : modes) sizes.push_back(size_of(m));
    report.made_count = coordinates_of(modes);
    report.make_row = [text, modes, sizes, placed](std::uint64_t i, std::vector<io::Cell>& row) {
        row.assign(modes.size(), {});
        auto rest = static_cast<std::int64_t>(i);
        std::int64_t offset = 0;
        for (std::size_t m = modes.size(); m-- > 0; rest /= sizes[m]) {
            offset += offset_of(modes[m], rest % sizes[m]);
            row[m] = rest % sizes[m];
        }
        row.push_back(shown_offset(text, offset));
        if (placed) add_place(row, text, offset);
    };
}

struct CuteVerb {
    CuteArgs cute;
    PictureFiles files;
    unsigned recast = 0;
};

int run_cute(const CuteVerb& args, const Globals& g) {
    auto text = need(cute_text_from(args.cute));
    io::Report report;
    report.fact("layout", to_text(text));
    if (args.recast != 0) {
        const auto out = need(recast(text, args.recast), say("--recast ", args.recast));
        report.fact("recast", to_text(out.text));
        if (!out.note.empty()) report.sentence(out.note);
        text = out.text;
    }
    report.fact("unit_bits", text.unit_bits == 0 ? io::Cell("not in the text") : io::Cell(text.unit_bits));
    if (const auto names = names_in(text); !names.empty()) {
        report.fact("names", list_of(names));
        if (args.files.any())
            throw refused("'", names.front(), "' has no value, so there is no picture; add --let ", names.front(),
                          "=NUMBER");
        report.sentence(
            "To see offsets, give every name in the layout a value: --let NAME=NUMBER. For the name T, use --type.");
        return print_report(report, g);
    }
    const auto modes = need(modes_of(text));
    if (args.files.any()) {
        return write_scene(need(cute_scene(text)), args.files);
    }
    if (text.unit_bits != 0) add_units(report, text);
    report.fact("coordinates", coordinates_of(modes));
    add_elements(report, text, modes);
    return print_report(report, g, 16);
}

}  // namespace

void declare_cute(Verb& verb) {
    CuteVerb& args = verb.runs(run_cute);
    verb.add_option("layout", args.cute.text, "The CuTe layout. Omit it or use - to read standard input.");
    verb.add_option("--type", args.cute.type, "Element type. Sets T, and the unit if the text has no unit.");
    verb.add_option("--recast", args.recast,
                    "Recast to elements of this many bits, like cute::recast_layout.\n"
                    "tilescope refuses a recast that is not exact.");
    declare_names(verb, args.cute);
    declare_picture_files(verb, args.files);
}

}  // namespace tilescope::cli
