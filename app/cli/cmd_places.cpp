// app/cli/cmd_places.cpp -- tmem: where operands are stored in Tensor Memory.
// SPDX-License-Identifier: MIT
#include "app/cli/commands.h"
#include "app/cli/layout_args.h"
#include "app/cli/pictures.h"
#include "app/cli/text_out.h"
#include "app/cli/words.h"
#include "app/publish/report.h"

#include <tilescope/base/number.h>
#include <tilescope/base/say.h>
#include <tilescope/formats/formats.h>
#include <tilescope/formats/smem.h>
#include <tilescope/hw/archs.h>
#include <tilescope/hw/kinds.h>
#include <tilescope/layout/k_advance.h>
#include <tilescope/layout/tmem_access.h>
#include <tilescope/layout/tmem_view.h>
#include <tilescope/scene/tmem_scene.h>
#include <tilescope/word/codec.h>

#include <algorithm>
#include <memory>

namespace tilescope::cli {
namespace {

struct TmemArgs {
    std::string operand = "d", type, kind, base = "0", load, copy, reading = "spaced", codes;
    unsigned m = 0, n = 0, cta_group = 1, k = 0, vec = 0, id = 0, half = 0, num = 1, split = 0;
    bool ws = false, sparse = false;
    unsigned available = kTmem.columns;  // columns of Tensor Memory on the target of --arch
    PictureFiles files;
};

// Starts a report. Its first columns are those of the contract; further columns follow.
io::Report place_report(const Grounds& grounds) {
    io::Report report;
    report.rows_name = "elements";
    report.columns = {"row", "col", "cta", "lane", "column", "bit", "copy"};
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
        throw Refused{say("--type of D must be f32, s32 or f16, not '", args.type, "'")};
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
        throw Refused{
            say("the picture is of D or A, not of ", args.operand, "; for a whole instruction use render --view tmem")};
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
    std::string out;
    for (const KindRow& k : kKinds)
        if (k.block_scaled()) out += say(out.empty() ? "" : ", ", k.id);
    return out;
}

// --vec is the size of a block, and --kind is the kind. Without --kind, uses the kind whose default block is --vec.
const ScaleVectorRow* vector_from(const TmemArgs& args) {
    const KindRow& usual = *std::ranges::find(kKinds, args.vec == 16 ? 16u : 32u, &KindRow::default_block);
    const std::string kind(args.kind.empty() ? usual.id : args.kind);
    const KindRow* row = find_kind(kind);
    if (!row || !row->block_scaled())
        throw Refused{say("--kind: ", kind, " has no scale factors; use one of: ", scaled_kinds())};
    const unsigned plain = args.sparse ? row->sparse_k : row->dense_k, longer = plain * 3 / 2;
    const bool has_longer =
        std::ranges::any_of(kScaleVectors, [&](const ScaleVectorRow& v) { return v.k96 && takes(*row, v); });
    if (args.k != 0 && args.k != plain && !(has_longer && args.k == longer))
        throw Refused{say("--k: for kind ", kind, ", the number of scale factors is known only for K = ", plain,
                          has_longer ? say(" and K = ", longer) : std::string(), ", not for K = ", args.k)};
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
    if (!args.sparse) throw Refused{"only sparse forms have metadata; add --sparse"};
    const std::string kind = args.kind.empty() ? "f16" : args.kind;
    const MetaRow* row = meta_of_kind(kind);
    if (!row) throw Refused{say("--kind: ", kind, " has no sparse form")};
    const MetaLayout layout{.kind = row, .path = &path, .ws = args.ws, .base_column = base, .selector = args.id};
    need(can_be_placed(layout, args.available));
    const Grounds grounds = grounds_of(layout);
    if (grounds.certainty == Certainty::unknown)
        throw Refused{say("for this form, the place of the metadata is not known: ", grounds.note)};
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
        throw Refused{
            say("--load: '", args.load, "' is unknown; use one of: 32x32b, 16x64b, 16x128b, 16x256b, 16x32bx2")};
    const LoadFragment fragment{.shape = shape->shape, .num = args.num, .split = args.split};
    need(takes_num(fragment));
    need(columns_fit(columns_of(fragment), base, args.available));
    io::Report report;
    report.fact("instruction", say("tcgen05.ld.sync.aligned.", shape->name, ".x", args.num, ".b32"));
    report.fact("registers", registers_of(fragment));
    report.fact("columns", columns_of(fragment));
    report.fact("source", shape->source);
    put_certainty(report, shape->certainty);
    report.rows_name = "fragment";
    report.columns = {"thread", "register", "lane", "column"};
    for (unsigned thread = 0; thread < kTmem.warp_lanes; ++thread)
        for (unsigned reg = 0; reg < registers_of(fragment); ++reg)
            if (const auto at = cell_of(fragment, {thread, reg}))
                report.rows.push_back({thread, reg, at->lane, base + at->column});
    return print_report(report, g);
}

// Prints the lanes that receive each row of a tcgen05.cp source. If sources disagree, --reading selects a reading.
int run_copy(const TmemArgs& args, const Globals& g) {
    const CopyShapeRow* shape = copy_shape_named(args.copy);
    if (!shape) {
        std::string known;
        for (const CopyShapeRow& row : kCopyShapes) known += say(known.empty() ? "" : ", ", row.name);
        throw Refused{say("--copy: '", args.copy, "' is unknown; use one of: ", known)};
    }
    if (args.reading != "spaced" && args.reading != "refresh")
        throw Refused{say("--reading must be 'spaced' or 'refresh', not '", args.reading, "'")};
    const CopyReading reading = args.reading == "refresh" ? CopyReading::refresh : CopyReading::spaced;
    io::Report report;
    report.fact("instruction", say("tcgen05.cp.", shape->name));
    report.fact("row_bytes", shape->row_bytes);
    report.fact("columns", columns_of(*shape));
    report.fact("source", shape->source);
    put_certainty(report, shape->certainty);
    if (!shape->readings.empty())
        report.sentence(say("The table shows the interpretation '", args.reading, "'. ", shape->readings));
    report.rows_name = "lanes";
    report.columns = {"row", "lane", "copy"};
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
    if (!kind) throw Refused{say("--codes: kind ", args.codes, " has no sparse form")};
    io::Report report;
    report.fact("granularity", kind->grain->name);
    report.fact("group", kind->grain->group);
    report.fact("source", kind->grain->source);
    report.rows_name = "codes";
    report.columns = {"code", "keeps"};
    for (unsigned code = 0; code < 16; ++code) {
        std::string bits, kept;
        for (unsigned bit = 4; bit-- > 0;) bits += (code >> bit & 1) != 0 ? '1' : '0';
        if (const auto positions = kept_by(*kind->grain, code))
            for (const unsigned at : *positions) kept += say(kept.empty() ? "" : " ", at);
        report.rows.push_back({bits, kept.empty() ? "no meaning" : kept});
    }
    return print_report(report, g);
}

int run_tmem(TmemArgs args, const Globals& g) {
    if (arch_named(g.arch)->tmem_columns == 0) throw Refused{say(g.arch, " has no Tensor Memory")};
    args.available = tmem_columns(g.arch);
    const auto base = parse_number(args.base);
    if (!base) throw Refused{say("--base: ", base.why)};
    if (*base >= args.available)
        throw Refused{say("--base must be a column from 0 to ", args.available - 1, ", not ", args.base)};
    const auto column = static_cast<unsigned>(*base);
    if (!args.load.empty()) return run_load(args, column, g);
    if (!args.copy.empty()) return run_copy(args, g);
    if (!args.codes.empty()) return run_codes(args, g);
    if (args.m == 0 || args.n == 0)
        throw Refused{"--m and --n are missing; give both, or --load SHAPE, --copy SHAPE or --codes KIND"};
    if (args.n % 8 != 0 || args.n > 256) throw Refused{say("--n must be 8 to 256 in steps of 8, not ", args.n)};
    need(is_kind(args.kind, g.edition));
    const auto path =
        need(data_path_of({.m = args.m, .cta_group = args.cta_group, .ws = args.ws, .sparse = args.sparse}));
    if (args.files.any()) return write_map(args, *path, column);
    const bool matrix = args.operand == "d" || args.operand == "a";
    if (!matrix && args.operand != "sfa" && args.operand != "sfb" && args.operand != "meta")
        throw Refused{say("--operand must be d, a, sfa, sfb or meta, not '", args.operand, "'")};
    if (!matrix && args.half != 0)
        throw Refused{say("--half is only for the operands d and a, not for ", args.operand)};
    const io::Report report = matrix                   ? matrix_report(args, *path, column)
                              : args.operand == "meta" ? meta_report(args, *path, column)
                                                       : scale_report(args, *path, column);
    return print_report(report, g);
}

}  // namespace

void declare_tmem(Verb& verb, const Globals& globals) {
    const auto args = std::make_shared<TmemArgs>();
    verb.add_option("--m", args->m, "M of the instruction");
    verb.add_option("--n", args->n, "N of the instruction");
    verb.add_option("--cta-group", args->cta_group, "1 (default) or 2");
    verb.add_flag("--ws", args->ws, "The .ws form");
    verb.add_flag("--sparse", args->sparse, "The .sp form");
    verb.add_option("--operand", args->operand, "d (default), a, sfa, sfb or meta");
    verb.add_option("--type", args->type,
                    "Type of D: f32 (default), s32 or f16.\nType of A: f16 (default) or another type of layout --help");
    verb.add_option("--kind", args->kind, "Kind of the instruction (for scale factors and metadata)");
    verb.add_option("--k", args->k, "For A: number of stored columns.\nFor scale factors: K of the instruction");
    verb.add_option("--vec", args->vec, "For scale factors: number of elements in a block, 16 or 32");
    verb.add_option("--id", args->id, "For scale factors: sfa_id or sfb_id.\nFor metadata: the sparsity selector");
    verb.add_option("--base", args->base, "First column: the column in the Tensor Memory address (default 0)");
    verb.add_option(
        "--half", args->half,
        "If the rows use only half of the lanes of a sub-partition:\nthe lane in the Tensor Memory address, 0 or 16");
    verb.add_option("--load", args->load, "Print what each thread gets from a tcgen05.ld of this shape");
    verb.add_option("--copy", args->copy, "Print the lanes that a tcgen05.cp of this shape writes");
    verb.add_option("--reading", args->reading,
                    "With --copy 4x256b: spaced (row r goes to lane 32 r; default) or\nrefresh (rows go to the last 4 "
                    "lanes of each sub-partition)");
    verb.add_option("--codes", args->codes, "Print the positions that each metadata code of this kind keeps");
    verb.add_option("--num", args->num, "With --load: the .xN of the instruction (default 1)");
    verb.add_option("--split", args->split, "With --load 16x32bx2: immHalfSplitoff in columns");
    declare_picture_files(verb, args->files);
    verb.set_footer(
        say("--load, --copy and --codes print another table instead of the places of an operand.\n", verb.footer()));
    verb.on_run([args, &globals] { return run_tmem(*args, globals); });
}

}  // namespace tilescope::cli
