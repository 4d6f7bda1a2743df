// core/src/layout/tile.cpp -- whole operand tiles of swizzle atoms, and the descriptor of every slice.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/layout/placing.h>
#include <tilescope/layout/tile.h>

#include <algorithm>
#include <array>

namespace tilescope {
namespace {

constexpr int kCoreRows = 8;
// K-major swizzled layouts do not look at lbo; CUTLASS writes one chunk.
constexpr std::uint32_t kUnlookedLbo = placing::kChunk;
constexpr unsigned kMostStages = 64;
constexpr int kMostExtent = 1 << 14;

std::string why_no_tile(const TileSpec& spec) {
    if (spec.mode == SwizzleMode::b128_32 && spec.major == Major::k)
        return "128B_32B has no K-major atom (PTX ISA 9.1, Table 55); want none, 32B, 64B or 128B, or MN-major";
    if (spec.rows < 1 || spec.columns < 1 || spec.rows > kMostExtent || spec.columns > kMostExtent)
        return say("a tile has 1 to ", kMostExtent, " rows and columns, not ", spec.rows, " x ", spec.columns);
    if (spec.stages < 1 || spec.stages > kMostStages)
        return say("a tile has 1 to ", kMostStages, " stages, not ", spec.stages);
    const AtomSize atom = atom_of(spec.mode, spec.major, *spec.type);
    if (spec.rows % atom.rows == 0 && spec.columns % atom.columns == 0) return {};
    const auto whole = [](int wanted, int step) { return (wanted + step - 1) / step * step; };
    return say(name_of(spec.major), " ", row_of(spec.mode).name, " atoms of ", spec.type->id, " are ", atom.rows, " x ",
               atom.columns, " (rows x columns), so ", spec.rows, " x ", spec.columns, " is no whole number of them; ",
               whole(spec.rows, atom.rows), " x ", whole(spec.columns, atom.columns), " is");
}

// The strides as the fields hold them: which step is lbo and which sbo depends on the mode.
SmemLayout strided(const OperandTile& tile) {
    const TileSpec& s = tile.spec;
    SmemLayout l{.mode = s.mode,
                 .major = s.major,
                 .type = s.type,
                 .start = s.start,
                 .lbo = tile.column_step,
                 .sbo = tile.row_step,
                 .rows = s.rows,
                 .columns = s.columns};
    const bool swizzled = s.mode != SwizzleMode::none;
    if (swizzled && s.major == Major::k) l.k_atom = tile.column_step, l.lbo = kUnlookedLbo;
    if (swizzled && s.major == Major::mn) std::swap(l.lbo, l.sbo);
    return l;
}

// CUTLASS's cute::stride of an extent-1 mode is 0, and make_umma_desc writes what it finds.
void drop_single_steps(SmemLayout& slice, const AtomSize& atom) {
    const bool one_row = slice.rows <= atom.rows, one_column = slice.columns <= atom.columns;
    const bool swizzled_mn = slice.major == Major::mn && slice.mode != SwizzleMode::none;
    if (one_row) (swizzled_mn ? slice.lbo : slice.sbo) = 0;
    if (!one_column) return;
    if (swizzled_mn) slice.sbo = 0;
    if (slice.mode == SwizzleMode::none) slice.lbo = 0;
}

}  // namespace

AtomSize atom_of(SwizzleMode mode, Major major, const ElementType& type) {
    const SwizzleRow& row = row_of(mode);
    const auto along = static_cast<int>(row.width_bytes / placing::kChunk * elements_per_chunk(type));
    if (major == Major::k) return {kCoreRows, along, row.width_bytes * kCoreRows};
    return {along, static_cast<int>(row.k_rows), row.width_bytes * row.k_rows};
}

Answer<OperandTile> build_tile(const TileSpec& spec) {
    if (std::string why = why_no_tile(spec); !why.empty()) return Answer<OperandTile>::refuse(std::move(why));
    OperandTile tile{.spec = spec,
                     .atom = atom_of(spec.mode, spec.major, *spec.type),
                     .atoms_rows = 0,
                     .atoms_columns = 0,
                     .row_step = 0,
                     .column_step = 0,
                     .bytes = 0,
                     .layout = {}};
    tile.atoms_rows = spec.rows / tile.atom.rows;
    tile.atoms_columns = spec.columns / tile.atom.columns;
    const bool k_first = spec.order == AtomOrder::k_first;
    const auto between = [&](int others) { return tile.atom.bytes * static_cast<std::uint32_t>(others); };
    tile.row_step = between(k_first ? tile.atoms_columns : 1);
    tile.column_step = between(k_first ? 1 : tile.atoms_rows);
    tile.bytes = between(tile.atoms_rows * tile.atoms_columns);
    tile.layout = strided(tile);
    return tile;
}

Answer<std::vector<TileSlice>> slices_of(const OperandTile& tile, SliceSize size) {
    using Slices = Answer<std::vector<TileSlice>>;
    const TileSpec& spec = tile.spec;
    if (size.rows < 1 || size.columns < 1 || spec.rows % size.rows != 0 || spec.columns % size.columns != 0)
        return Slices::refuse(say("instructions of ", size.rows, " x ", size.columns, " do not fill a tile of ",
                                  spec.rows, " x ", spec.columns, "; want sizes that divide it"));
    std::vector<TileSlice> out;
    for (unsigned stage = 0; stage < spec.stages; ++stage)
        for (int row = 0; row < spec.rows; row += size.rows)
            for (int column = 0; column < spec.columns; column += size.columns) {
                SmemLayout slice = tile.layout;
                slice.start = placing::linear_address(tile.layout, {row, column}) + stage * tile.bytes;
                slice.rows = size.rows;
                slice.columns = size.columns;
                drop_single_steps(slice, tile.atom);
                out.push_back({stage, static_cast<unsigned>(row / size.rows),
                               static_cast<unsigned>(column / size.columns), slice});
            }
    return out;
}

SwizzleMode widest_mode(Major major, const ElementType& type, int rows, int columns) {
    if (major == Major::mn && type.container_bits == 32) return SwizzleMode::b128_32;
    constexpr std::array kWidestFirst = {SwizzleMode::b128, SwizzleMode::b64, SwizzleMode::b32};
    for (const SwizzleMode mode : kWidestFirst) {
        const AtomSize atom = atom_of(mode, major, type);
        if (rows % atom.rows == 0 && columns % atom.columns == 0) return mode;
    }
    return SwizzleMode::none;
}

std::string strides_in_words(const SmemLayout& slice) {
    return say(use_of_lbo(slice).sentence, " ", use_of_sbo(slice).sentence);
}

}  // namespace tilescope
