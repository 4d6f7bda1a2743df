// app/cli/cmd_tile.cpp -- tile: prints the descriptor of every slice of an operand tile.
// SPDX-License-Identifier: MIT
#include "app/cli/layout_args.h"
#include "app/cli/verb.h"

#include <tilescope/layout/descriptor.h>
#include <tilescope/layout/k_advance.h>
#include <tilescope/layout/tile.h>
#include <tilescope/notation/cute.h>
#include <tilescope/rules/rule.h>
#include <tilescope/word/codec.h>

namespace tilescope::cli {
namespace {

struct TileArgs {
    std::string swizzle = "widest", major, type, start = "0", order = "mn", as;
    int rows = 0, columns = 0, mma_mn = 0, mma_k = 0;
    unsigned stages = 1;
};

TileSpec spec_from(const TileArgs& args) {
    const auto type = type_named("--type", args.type);
    const auto major = major_named(args.major);
    const auto start = need(parse_number(args.start), "--start");
    if (start > 0xffffffff)
        throw refused("--start: ", args.start, " has more than 32 bits; give a shared-memory address");
    if (args.order != "mn" && args.order != "k")
        throw refused("--order must be mn (atoms repeat along M or N first) or k, not '", args.order, "'");
    TileSpec spec{.major = major, .type = type, .rows = args.rows, .columns = args.columns, .stages = args.stages};
    spec.order = args.order == "k" ? AtomOrder::k_first : AtomOrder::mn_first;
    spec.start = static_cast<std::uint32_t>(start);
    const SwizzleRow* mode = mode_named(args.swizzle);
    if (!mode && args.swizzle != "widest")
        throw refused("--swizzle: '", args.swizzle, "' is unknown; use widest, none, 32B, 64B, 128B or 128B_32B");
    spec.mode = mode ? mode->mode : widest_mode(major, *type, args.rows, args.columns, args.mma_mn);
    return spec;
}

// Returns the largest number of rows of one instruction that divides the rows of the tile.
int rows_of_one(int rows) {
    constexpr int kMost = 256, kStep = 8;
    if (rows <= kMost) return rows;
    for (int size = kMost; size > kStep; size -= kStep)
        if (rows % size == 0) return size;
    return kStep;
}

// Adds the errors and warnings of the rules, because build_tile() does not check the words.
void add_problems(io::Report& report, const Format& format, std::uint64_t word, const SmemLayout& slice,
                  std::string_view arch) {
    const WordContext context{
        .arch = arch, .major = slice.major, .type = slice.type, .rows = slice.rows, .columns = slice.columns};
    for (const Problem& p : check_word(decode(format, word), context))
        if (p.severity <= Severity::warn) report.sentence(say(name_of(p.severity), " ", p.rule, ": ", p.text));
}

std::string units(std::uint32_t bytes) { return say(bytes, " bytes (", bytes / 16, " units of 16 bytes)"); }

// Describes a stride as the slice with the most steps of this stride uses it. Other slices may not use it.
std::string about_stride(std::span<const TileSlice> slices, StrideReport (*use)(const SmemLayout&)) {
    StrideReport most = use(slices.front().layout);
    for (const TileSlice& s : slices)
        if (StrideReport other = use(s.layout); other.count > most.count) most = std::move(other);
    return most.sentence;
}

void add_facts(io::Report& report, const OperandTile& tile, std::span<const TileSlice> slices) {
    const TileSpec& s = tile.spec;
    report.facts = {{"swizzle", row_of(s.mode).name},
                    {"atom", say(tile.atom.rows, " x ", tile.atom.columns, ", ", tile.atom.bytes, " bytes")},
                    {"atoms", say(tile.atoms_rows, " x ", tile.atoms_columns)},
                    {"stage_bytes", tile.bytes},
                    {"row_step", units(tile.row_step)},
                    {"column_step", units(tile.column_step)}};
    if (const auto text = cute_of(tile.layout)) report.fact("cute", to_text(*text));
    if (s.type->bits != s.type->container_bits)
        report.sentence(say("The CuTe text counts containers of ", s.type->container_bits, " bits. But elements of ",
                            s.type->id, " have ", s.type->bits,
                            " bits and are packed without gaps inside each group of 16 bytes."));
    report.sentence(about_stride(slices, use_of_lbo));
    report.sentence(about_stride(slices, use_of_sbo));
}

int run_tile(const TileArgs& args, const Globals& g) {
    const auto spec = spec_from(args);
    const auto tile = need(build_tile(spec));
    const SliceSize size{args.mma_mn != 0 ? args.mma_mn : rows_of_one(args.rows),
                         args.mma_k != 0 ? args.mma_k : static_cast<int>(dense_k(*spec.type))};
    const auto found = descriptor_format(args.as, g);
    const Format& format = *found;
    mma_k_fits(args.mma_k, *spec.type, format);
    const auto slices = need(slices_of(tile, size));
    io::Report report;
    add_facts(report, tile, slices);
    report.rows_name = "slices";
    report.columns = {"stage", "row_block", "k_step", "start", "lbo", "sbo", "delta_units", "word"};
    for (const TileSlice& s : slices) {
        const auto word = descriptor_of(format, s.layout);
        if (!word) throw refused("stage ", s.stage, ", row block ", s.row_block, ", K step ", s.k_step, ": ", word.why);
        if (&s == &slices.front()) add_problems(report, format, *word, s.layout, reader_of(format, g).id);
        const auto delta = (std::int64_t{s.layout.start} - slices.front().layout.start) / 16;
        report.rows.push_back({s.stage, s.row_block, s.k_step, s.layout.start, s.layout.lbo, s.layout.sbo, delta,
                               hex_word(format, *word)});
    }
    std::vector<SmemLayout> layouts;
    for (const TileSlice& s : slices) layouts.push_back(s.layout);
    if (const std::string outside = outside_of(reader_of(format, g), layouts); !outside.empty())
        report.sentence(outside);
    return print_report(report, g);
}

}  // namespace

void declare_tile(Verb& verb) {
    TileArgs& args = verb.runs(run_tile);
    verb.add_option("--swizzle", args.swizzle,
                    "none, 32B, 64B, 128B, 128B_32B or widest.\n"
                    "The default is widest: the widest swizzle mode that fits the tile\n"
                    "and the rows of one instruction.");
    verb.add_option("--major", args.major, "The index that is contiguous in memory: k or mn").required();
    verb.add_option("--type", args.type, "Element type (layout --help lists the types)").required();
    verb.add_option("--rows", args.rows, "Number of M or N indices of the whole tile").required();
    verb.add_option("--cols", args.columns, "Number of K indices that the whole tile stores").required();
    verb.add_option("--order", args.order, "Direction in which atoms repeat first: mn (default) or k");
    verb.add_option("--start", args.start, "Byte address of the first stage");
    verb.add_option("--stages", args.stages, "Number of pipeline stages, stored one after the other");
    verb.add_option("--mma-mn", args.mma_mn, "Rows that one instruction reads (default: all, at most 256)")
        .at_least_one();
    verb.add_option("--mma-k", args.mma_k,
                    "Stored columns that one instruction reads\n(default: the columns in 32 bytes)")
        .at_least_one();
    verb.add_option("--as", args.as, "Format of the words: smem or wgmma (default: the format of --arch)");
}

}  // namespace tilescope::cli
