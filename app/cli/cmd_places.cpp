// app/cli/cmd_places.cpp -- tmem, scale-factors: where operands and scale factors are stored.
// SPDX-License-Identifier: MIT
#include "app/cli/layout_args.h"
#include "app/cli/pictures.h"
#include "app/cli/verb.h"

#include <tilescope/formats/formats.h>
#include <tilescope/hw/archs.h>
#include <tilescope/hw/kinds.h>
#include <tilescope/layout/tile.h>
#include <tilescope/layout/tmem_access.h>
#include <tilescope/layout/tmem_view.h>
#include <tilescope/scene/tmem_scene.h>
#include <tilescope/word/codec.h>

#include <algorithm>

namespace tilescope::cli {
namespace {

struct TmemArgs {
    std::string operand = "d", type, kind, base = "0", load, copy, reading = "spaced", codes;
    unsigned m = 0, n = 0, cta_group = 1, k = 0, vec = 0, id = 0, half = 0, num = 1, split = 0;
    bool ws = false, sparse = false;
    unsigned available = kTmem.columns;  // columns of Tensor Memory on the target of --arch
    PictureFiles files;
};

unsigned base_from(const std::string& text, unsigned columns) {
    const auto base = need(parse_number(text), "--base");
    if (base >= columns) throw refused("--base must be a column from 0 to ", columns - 1, ", not ", text);
    return static_cast<unsigned>(base);
}

// Starts a report. Its first columns are those of the contract; further columns follow.
io::Report place_report(const Grounds& grounds) {
    io::Report report{.rows_name = "elements", .columns = {"row", "col", "cta", "lane", "column", "bit", "copy"}};
    put_certainty(report, grounds.certainty);
    if (!grounds.note.empty()) report.sentence(grounds.note);
    return report;
}

void add_row(io::Report& report, unsigned row, unsigned column, const TmemCell& cell, unsigned copy) {
    report.rows.push_back({row, column, cell.cta, cell.lane, cell.column, cell.bit, copy});
}

// Adds one row for each place of each element. Works for matrices and for metadata.
template <class Layout>
void add_elements(io::Report& report, const Layout& layout, unsigned columns) {
    for (unsigned r = 0; r < row_count(layout); ++r)
        for (unsigned c = 0; c < columns; ++c) {
            unsigned copy = 0;
            for (const TmemCell& cell : places(layout, Element{static_cast<int>(r), static_cast<int>(c)}))
                add_row(report, r, c, cell, copy++);
        }
}

void add_path(io::Report& report, const DataPathRow& path, unsigned columns) {
    report.fact("layout", path.name);
    report.fact("organisation", path.organisation);
    report.fact("columns", columns);
    report.fact("source", path.source);
}

TmemLayout matrix_from(const TmemArgs& args, const DataPathRow& path, unsigned base) {
    TmemLayout layout{.path = &path, .columns = args.n, .base_column = base, .lane_half = args.half};
    if (args.operand == "a") {
        const auto type = type_named("--type", args.type.empty() ? "f16" : args.type);
        layout.operand = TmemOperand::a;
        layout.type = type;
        layout.columns = args.k != 0 ? args.k : dense_k(*type);
    } else if (args.type == "f16") {
        layout.bits = 16;
    } else if (!args.type.empty() && args.type != "f32" && args.type != "s32") {
        throw refused("--type of D must be f32, s32 or f16, not '", args.type, "'");
    }
    need(can_be_placed(layout, args.available));
    return layout;
}

io::Report matrix_report(const TmemArgs& args, const DataPathRow& path, unsigned base) {
    const TmemLayout layout = matrix_from(args, path, base);
    io::Report report = place_report(grounds_of(layout));
    add_path(report, path, columns_used(layout));
    add_elements(report, layout, layout.columns);
    return report;
}

// The map of Tensor Memory with D or A alone.
int write_map(const TmemArgs& args, const DataPathRow& path, unsigned base) {
    if (args.operand != "d" && args.operand != "a")
        throw refused("the picture is of D or A, not of ", args.operand,
                      "; for a whole instruction use render --view tmem");
    const auto layout = matrix_from(args, path, base);
    const bool is_d = layout.operand == TmemOperand::d;
    TmemView map{.path = &path, .ctas = path.cta_group, .columns = args.available};
    (is_d ? map.d : map.a) = layout;
    map.regions.push_back({.place = is_d ? TmemPlace::d : TmemPlace::a,
                           .ctas = map.ctas,
                           .first = base,
                           .columns = columns_used(layout),
                           .grounds = grounds_of(layout)});
    map.next_free = map.regions.front().end();
    return write_scene(tmem_scene(map, {}), args.files);
}

std::string scaled_kinds() {
    return list_of(kKinds, [](const KindRow& k) { return k.block_scaled() ? k.id : std::string_view(); });
}

// --vec is the size of a block, and --kind is the kind. Without --kind, uses the kind whose default block is --vec.
const ScaleVectorRow* vector_from(const TmemArgs& args) {
    const KindRow& usual = *std::ranges::find(kKinds, args.vec == 16 ? 16u : 32u, &KindRow::default_block);
    const std::string kind(args.kind.empty() ? usual.id : args.kind);
    const KindRow* row = find_kind(kind);
    if (!row || !row->block_scaled())
        throw refused("--kind: ", kind, " has no scale factors; use one of: ", scaled_kinds());
    const unsigned plain = args.sparse ? row->sparse_k : row->dense_k, longer = plain * 3 / 2;
    const bool has_longer =
        std::ranges::any_of(kScaleVectors, [&](const ScaleVectorRow& v) { return v.k96 && takes(*row, v); });
    if (args.k != 0 && args.k != plain && !(has_longer && args.k == longer))
        throw refused("--k: for kind ", kind, ", the number of scale factors is known only for K = ", plain,
                      has_longer ? say(" and K = ", longer) : std::string(), ", not for K = ", args.k);
    const unsigned block = args.vec != 0 ? args.vec : row->default_block;
    return need(scale_vector_of(say("block", block), args.k == longer, kind));
}

io::Report scale_report(const TmemArgs& args, const DataPathRow& path, unsigned base) {
    const ScaleVectorRow& vector = *vector_from(args);
    const Operand operand = args.operand == "sfb" ? Operand::b : Operand::a;
    const TileScales scales{.first = {.operand = operand,
                                      .vector = &vector,
                                      .rows = OperandPair<unsigned>{rows_per_cta(path), args.n}[operand],
                                      .id = args.id,
                                      .base_column = base,
                                      .halves = has_halves(operand, path)},
                            .ctas = path.cta_group};
    need(can_be_placed(scales.first, args.available));
    io::Report report = place_report(grounds_of(scales.first));
    add_path(report, path, columns_used(scales));
    report.fact("scale_vector", vector.name);
    for (unsigned r = 0; r < scales.rows(); ++r)
        for (unsigned f = 0; f < scales.factors(); ++f) {
            unsigned copy = 0;
            for (const TmemCell& cell : places(scales, ScaleFactor{.row = r, .factor = f}))
                add_row(report, r, f, cell, copy++);
        }
    return report;
}

io::Report meta_report(const TmemArgs& args, const DataPathRow& path, unsigned base) {
    if (!args.sparse) throw refused("only sparse forms have metadata; add --sparse");
    const std::string kind = args.kind.empty() ? "f16" : args.kind;
    const MetaRow* row = meta_of_kind(kind);
    if (!row) throw refused("--kind: ", kind, " has no sparse form");
    const MetaLayout layout{.kind = row, .path = &path, .ws = args.ws, .base_column = base, .selector = args.id};
    need(can_be_placed(layout, args.available));
    const Grounds grounds = grounds_of(layout);
    if (grounds.certainty == Certainty::unknown)
        throw refused("for this form, the place of the metadata is not known: ", grounds.note);
    io::Report report = place_report(grounds);
    add_path(report, path, columns_used(layout));
    report.fact("codes", row->grain->name);
    report.sentence(
        "The table column col gives the logical k. Each table row is one bit of a metadata code. A code has four "
        "bits.");
    add_elements(report, layout, row->k);
    return report;
}

int run_load(const TmemArgs& args, unsigned base, const Globals& g) {
    const LoadShapeRow* shape = load_shape_named(args.load);
    if (!shape)
        throw refused("--load: '", args.load, "' is unknown; use one of: 32x32b, 16x64b, 16x128b, 16x256b, 16x32bx2");
    const LoadFragment fragment{.shape = shape->shape, .num = args.num, .split = args.split};
    need(takes_num(fragment));
    need(columns_fit(columns_of(fragment), base, args.available));
    io::Report report{.facts = {{"instruction", say("tcgen05.ld.sync.aligned.", shape->name, ".x", args.num, ".b32")},
                                {"registers", registers_of(fragment)},
                                {"columns", columns_of(fragment)},
                                {"source", shape->source}},
                      .rows_name = "fragment",
                      .columns = {"thread", "register", "lane", "column"}};
    put_certainty(report, shape->certainty);
    for (unsigned thread = 0; thread < kTmem.warp_lanes; ++thread)
        for (unsigned reg = 0; reg < registers_of(fragment); ++reg)
            if (const auto at = cell_of(fragment, {thread, reg}))
                report.rows.push_back({thread, reg, at->lane, base + at->column});
    return print_report(report, g);
}

// Prints the lanes that receive each row of a tcgen05.cp source. If sources disagree, --reading selects a reading.
int run_copy(const TmemArgs& args, const Globals& g) {
    const CopyShapeRow* shape = &row_named("--copy", args.copy, kCopyShapes, &CopyShapeRow::name);
    if (args.reading != "spaced" && args.reading != "refresh")
        throw refused("--reading must be 'spaced' or 'refresh', not '", args.reading, "'");
    const CopyReading reading = args.reading == "refresh" ? CopyReading::refresh : CopyReading::spaced;
    io::Report report{.facts = {{"instruction", say("tcgen05.cp.", shape->name)},
                                {"row_bytes", shape->row_bytes},
                                {"columns", columns_of(*shape)},
                                {"source", shape->source}},
                      .rows_name = "lanes",
                      .columns = {"row", "lane", "copy"}};
    put_certainty(report, shape->certainty);
    if (!shape->readings.empty())
        report.sentence("The table shows the interpretation '", args.reading, "'. ", shape->readings);
    for (unsigned row = 0; row < shape->rows; ++row) {
        unsigned copy = 0;
        for (const unsigned lane : lanes_of(*shape, row, reading)) report.rows.push_back({row, lane, copy++});
    }
    return print_report(report, g);
}

// Prints the positions that each of the 16 codes of sparsity metadata keeps.
int run_codes(const TmemArgs& args, const Globals& g) {
    need(is_kind(args.codes, g.edition));
    const MetaRow* kind = meta_of_kind(args.codes);
    if (!kind) throw refused("--codes: kind ", args.codes, " has no sparse form");
    io::Report report{
        .facts = {{"granularity", kind->grain->name}, {"group", kind->grain->group}, {"source", kind->grain->source}},
        .rows_name = "codes",
        .columns = {"code", "keeps"}};
    for (unsigned code = 0; code < 16; ++code) {
        std::string bits;
        for (unsigned bit = 4; bit-- > 0;) bits += (code >> bit & 1) != 0 ? '1' : '0';
        const auto positions = kept_by(*kind->grain, code);
        report.rows.push_back({bits, positions ? list_of(*positions, std::identity(), " ") : "no meaning"});
    }
    return print_report(report, g);
}

int run_tmem(TmemArgs args, const Globals& g) {
    if (arch_named(g.arch)->tmem_columns == 0) throw refused(g.arch, " has no Tensor Memory");
    args.available = tmem_columns(g.arch);
    const unsigned column = base_from(args.base, args.available);
    if (!args.load.empty()) return run_load(args, column, g);
    if (!args.copy.empty()) return run_copy(args, g);
    if (!args.codes.empty()) return run_codes(args, g);
    if (args.m == 0 || args.n == 0)
        throw refused("--m and --n are missing; give both, or --load SHAPE, --copy SHAPE or --codes KIND");
    if (args.n % 8 != 0 || args.n > 256) throw refused("--n must be 8 to 256 in steps of 8, not ", args.n);
    need(is_kind(args.kind, g.edition));
    const auto path =
        need(data_path_of({.m = args.m, .cta_group = args.cta_group, .ws = args.ws, .sparse = args.sparse}));
    if (args.files.any()) return write_map(args, *path, column);
    const bool matrix = args.operand == "d" || args.operand == "a";
    if (!matrix && args.operand != "sfa" && args.operand != "sfb" && args.operand != "meta")
        throw refused("--operand must be d, a, sfa, sfb or meta, not '", args.operand, "'");
    if (!matrix && args.half != 0) throw refused("--half is only for the operands d and a, not for ", args.operand);
    const io::Report report = matrix                   ? matrix_report(args, *path, column)
                              : args.operand == "meta" ? meta_report(args, *path, column)
                                                       : scale_report(args, *path, column);
    return print_report(report, g);
}

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
    if (args.batches != 1) throw refused("--batches is for --memory global: a tile in shared memory is of one batch");
    const ScaleCopyTarget target{*find_format("smem", {}, g.edition), tmem_columns(g.arch)};
    const TileScales tile = tile_from(args, base_from(args.base, target.columns));
    const ScaleMemory memory = memory_of(tile);
    const auto copies = need(scale_copies(memory, start, tile.first.base_column, target));
    if (args.files.any()) return write_picture(args, tile.first.base_column, false);
    io::Report report;
    add_facts(report, memory);
    report.fact("tmem_columns", copies.size() * kScaleCopy.columns);
    report.sentence("Each block of 128 rows and four scale factors needs one tcgen05.cp.32x128b.warpx4:");
    for (const ScaleCopy& c : copies)
        report.sentence("block ", c.block, ": descriptor ", hex_word(*target.descriptors, c.word), ", start address ",
                        hex(c.start), ", columns ", c.column, " to ", c.column + kScaleCopy.columns - 1);
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
        throw refused("--base is a column of Tensor Memory; remove it, or use --memory shared");
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
        report.sentence("CUTLASS and cuBLAS pad to whole blocks: ", memory.rows, " rows use the space of ",
                        padded_rows(memory.rows), ", ", memory.factors, " scale factors that of ",
                        padded_factors(memory.factors), ".");
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
    if (args.vec != 16 && args.vec != 32) throw refused("--vec must be 16 or 32, not ", args.vec);
    if (args.rows == 0 || args.rows > kMost || args.k == 0 || args.k > kMost)
        throw refused("--rows and --k must be 1 to ", kMost, ", not ", args.rows, " and ", args.k);
    if (args.batches == 0 || args.batches > kMost)
        throw refused("--batches must be 1 to ", kMost, ", not ", args.batches);
    const auto start = need(parse_number(args.start), "--start");
    if (args.memory == "shared") return print_tile(args, start, g);
    if (args.memory == "global") return print_matrix(args, start, g);
    throw refused("--memory must be shared or global, not '", args.memory, "'");
}

}  // namespace

void declare_tmem(Verb& verb) {
    TmemArgs& args = verb.runs(run_tmem);
    verb.add_option("--m", args.m, "M of the instruction");
    verb.add_option("--n", args.n, "N of the instruction");
    verb.add_option("--cta-group", args.cta_group, "1 (default) or 2");
    verb.add_flag("--ws", args.ws, "The .ws form");
    verb.add_flag("--sparse", args.sparse, "The .sp form");
    verb.add_option("--operand", args.operand, "d (default), a, sfa, sfb or meta");
    verb.add_option("--type", args.type,
                    "Type of D: f32 (default), s32 or f16.\nType of A: f16 (default) or another type of layout --help");
    verb.add_option("--kind", args.kind, "Kind of the instruction (for scale factors and metadata)");
    verb.add_option("--k", args.k, "For A: number of stored columns.\nFor scale factors: K of the instruction");
    verb.add_option("--vec", args.vec, "For scale factors: number of elements in a block, 16 or 32");
    verb.add_option("--id", args.id, "For scale factors: sfa_id or sfb_id.\nFor metadata: the sparsity selector");
    verb.add_option("--base", args.base, "First column: the column in the Tensor Memory address (default 0)");
    verb.add_option(
        "--half", args.half,
        "If the rows use only half of the lanes of a sub-partition:\nthe lane in the Tensor Memory address, 0 or 16");
    verb.add_option("--load", args.load, "Print what each thread gets from a tcgen05.ld of this shape");
    verb.add_option("--copy", args.copy, "Print the lanes that a tcgen05.cp of this shape writes");
    verb.add_option("--reading", args.reading,
                    "With --copy 4x256b: spaced (row r goes to lane 32 r; default) or\n"
                    "refresh (rows go to the last 4 lanes of each sub-partition)");
    verb.add_option("--codes", args.codes, "Print the positions that each metadata code of this kind keeps");
    verb.add_option("--num", args.num, "With --load: the .xN of the instruction (default 1)");
    verb.add_option("--split", args.split, "With --load 16x32bx2: immHalfSplitoff in columns");
    declare_picture_files(verb, args.files);
    verb.set_footer(
        say("--load, --copy and --codes print another table instead of the places of an operand.\n", verb.footer()));
}

void declare_scale_factors(Verb& verb) {
    FactorArgs& args = verb.runs(run_factors);
    verb.add_option("--rows", args.rows, "Rows of A or columns of B").required();
    verb.add_option("--k", args.k, "Number of elements along K of the whole tile or matrix").required();
    verb.add_option("--vec", args.vec, "Number of elements for each scale factor: 16 or 32").required();
    verb.add_option("--memory", args.memory,
                    "shared (default): a tile, and its copy in Tensor Memory.\n"
                    "global: a whole matrix, as cuBLAS reads it");
    verb.add_option("--batches", args.batches, "With --memory global: number of matrices (default 1)");
    verb.add_option("--start", args.start, "Byte address of the tile or of the matrix (default 0)");
    verb.add_option("--base", args.base, "First column of Tensor Memory (default 0)");
    declare_picture_files(verb, args.files);
}

}  // namespace tilescope::cli
