// app/cli/cmd_scale_factors.cpp -- scale-factors: their places in shared memory, in Tensor Memory and in global memory.
// SPDX-License-Identifier: MIT
#include "app/cli/commands.h"
#include "app/cli/pictures.h"
#include "app/cli/text_out.h"
#include "app/publish/report.h"

#include <tilescope/base/number.h>
#include <tilescope/base/say.h>
#include <tilescope/formats/formats.h>
#include <tilescope/hw/archs.h>
#include <tilescope/layout/tmem_view.h>
#include <tilescope/scene/tmem_scene.h>
#include <tilescope/word/codec.h>

#include <memory>
#include <string_view>

namespace tilescope::cli {
namespace {

struct FactorArgs {
    unsigned rows = 0, k = 0, vec = 0, batches = 1;
    std::string start = "0", base = "0", memory = "shared";
    PictureFiles files;

    unsigned factors() const { return k / vec + (k % vec != 0); }
};

// Returns a tile whose instructions use consecutive scale factors, from byte 0 of the first cells on. The place of a
// factor does not depend on how many factors one instruction uses.
TileScales tile_from(const FactorArgs& args, unsigned base) {
    return {.first = {.vector = &kScaleVectors[0], .rows = args.rows, .base_column = base}, .blocks = args.factors()};
}

// The picture of the window. `global`: only the matrix; else the tile is the matrix, and all three places are drawn.
int write_picture(const FactorArgs& args, unsigned base, bool global) {
    const TileScales tile = tile_from(args, base);
    Scene scene = scale_scene(tile, matrix_of({}, tile), {});
    if (!global) return write_scene(scene, args.files);
    Cells matrix = std::move(scene.grids.back());
    scene.sentence = say("The bytes of the scale factors from the start of the matrix. ", matrix.title, ".",
                         args.batches > 1 ? " The picture shows the first batch." : "");
    scene.grids = {std::move(matrix)};
    return write_scene(scene, args.files);
}

void add_facts(io::Report& report, const ScaleMemory& memory) {
    report.fact("bytes", bytes_of(memory));
    report.fact("source", kScaleAtom.source);
    put_certainty(report, kScaleAtom.certainty);
    report.rows_name = "factors";
}

int print_tile(const FactorArgs& args, std::uint64_t start, const Globals& g) {
    if (args.batches != 1) throw Refused{"--batches is for --memory global: a tile in shared memory is of one batch"};
    const auto base = parse_number(args.base);
    if (!base) throw Refused{say("--base: ", base.why)};
    const ScaleCopyTarget target{*find_format("smem", {}, g.edition), tmem_columns(g.arch)};
    if (*base >= target.columns)
        throw Refused{say("--base must be a column from 0 to ", target.columns - 1, ", not ", args.base)};
    const TileScales tile = tile_from(args, static_cast<unsigned>(*base));
    const ScaleMemory memory = memory_of(tile);
    const auto copies = need(scale_copies(memory, start, tile.first.base_column, target));
    if (args.files.any()) return write_picture(args, tile.first.base_column, false);
    io::Report report;
    add_facts(report, memory);
    report.fact("tmem_columns", copies.size() * kScaleCopy.columns);
    report.sentence("Each block of 128 rows and four scale factors needs one tcgen05.cp.32x128b.warpx4:");
    for (const ScaleCopy& c : copies)
        report.sentence(say("block ", c.block, ": descriptor ", hex_word(*target.descriptors, c.word),
                            ", start address ", hex(c.start), ", columns ", c.column, " to ",
                            c.column + kScaleCopy.columns - 1));
    report.sentence(std::string(kScaleCopy.note));
    if (copies.size() > 1)
        report.sentence(
            "Blocks of rows come before the next four factors. The copies choose this order: an MMA finds its "
            "factors at any address.");
    report.sentence(
        "The table column 'lane' gives the lane of the first copy. The other copies are 32, 64 and 96 lanes higher.");
    report.columns = {"row", "block", "smem_byte", "lane", "column", "byte"};
    report.made_count = std::uint64_t{tile.rows()} * tile.factors();
    report.make_row = [tile, start](std::uint64_t i, std::vector<io::Cell>& row) {
        const ScaleFactor factor{.row = static_cast<unsigned>(i / tile.factors()),
                                 .factor = static_cast<unsigned>(i % tile.factors())};
        const TmemCell cell = places(tile, factor).front();
        row.assign(
            {factor.row, factor.factor, start + memory_byte(tile, factor), cell.lane, cell.column, cell.bit / 8});
    };
    return print_report(report, g);
}

// The whole matrix, as kernels that quantise write it and as cuBLAS reads it.
int print_matrix(const FactorArgs& args, std::uint64_t start, const Globals& g) {
    if (args.base != FactorArgs{}.base)
        throw Refused{"--base is a column of Tensor Memory; remove it, or use --memory shared"};
    if (args.files.any()) return write_picture(args, 0, true);
    const ScaleMemory memory{ScaleOrder::k_first, args.rows, args.factors(), args.batches};
    io::Report report;
    add_facts(report, memory);
    report.fact("padded_rows", padded_rows(memory.rows));
    report.fact("padded_blocks", padded_factors(memory.factors));
    report.sentence(
        "A block of 128 rows and four scale factors has 512 contiguous bytes, the same as in shared memory. The blocks "
        "follow each other along K first, then along the rows, then along the batch. In shared memory they follow each "
        "other along the rows first, so a tile of several row blocks is copied block by block.");
    if (padded_rows(memory.rows) != memory.rows || padded_factors(memory.factors) != memory.factors)
        report.sentence(say("CUTLASS and cuBLAS pad to whole blocks: ", memory.rows, " rows use the space of ",
                            padded_rows(memory.rows), ", ", memory.factors, " scale factors that of ",
                            padded_factors(memory.factors), "."));
    report.sentence("The table column 'smem_byte' gives the byte in global memory.");
    report.columns = {"row", "block", "smem_byte", "batch"};
    report.made_count = std::uint64_t{memory.rows} * memory.factors * memory.batches;
    report.make_row = [memory, start](std::uint64_t i, std::vector<io::Cell>& row) {
        const std::uint64_t in_batch = std::uint64_t{memory.rows} * memory.factors, at = i % in_batch;
        const ScaleFactor factor{.row = static_cast<unsigned>(at / memory.factors),
                                 .factor = static_cast<unsigned>(at % memory.factors),
                                 .batch = static_cast<unsigned>(i / in_batch)};
        row.assign({factor.row, factor.factor, start + place_in_memory(memory, factor), factor.batch});
    };
    return print_report(report, g);
}

int run_factors(const FactorArgs& args, const Globals& g) {
    constexpr unsigned kMost = 1u << 16;
    if (args.vec != 16 && args.vec != 32) throw Refused{say("--vec must be 16 or 32, not ", args.vec)};
    if (args.rows == 0 || args.rows > kMost || args.k == 0 || args.k > kMost)
        throw Refused{say("--rows and --k must be 1 to ", kMost, ", not ", args.rows, " and ", args.k)};
    if (args.batches == 0 || args.batches > kMost)
        throw Refused{say("--batches must be 1 to ", kMost, ", not ", args.batches)};
    const auto start = parse_number(args.start);
    if (!start) throw Refused{say("--start: ", start.why)};
    if (args.memory == "shared") return print_tile(args, *start, g);
    if (args.memory == "global") return print_matrix(args, *start, g);
    throw Refused{say("--memory must be shared or global, not '", args.memory, "'")};
}

}  // namespace

void declare_scale_factors(Verb& verb, const Globals& globals) {
    const auto args = std::make_shared<FactorArgs>();
    verb.add_option("--rows", args->rows, "Rows of A or columns of B").required();
    verb.add_option("--k", args->k, "Number of elements along K of the whole tile or matrix").required();
    verb.add_option("--vec", args->vec, "Number of elements for each scale factor: 16 or 32").required();
    verb.add_option("--memory", args->memory,
                    "shared (default): a tile, and its copy in Tensor Memory.\n"
                    "global: a whole matrix, as cuBLAS reads it");
    verb.add_option("--batches", args->batches, "With --memory global: number of matrices (default 1)");
    verb.add_option("--start", args->start, "Byte address of the tile or of the matrix (default 0)");
    verb.add_option("--base", args->base, "First column of Tensor Memory (default 0)");
    declare_picture_files(verb, args->files);
    verb.on_run([args, &globals] { return run_factors(*args, globals); });
}

}  // namespace tilescope::cli
