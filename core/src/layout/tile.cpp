// core/src/layout/tile.cpp -- operand tiles of swizzle atoms, and the descriptor of each slice.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/layout/placing.h>
#include <tilescope/layout/smem_layout.h>
#include <tilescope/layout/tile.h>

#include <algorithm>
#include <array>
#include <span>

namespace tilescope {
namespace {

constexpr int kCoreRows = 8;
// The lbo of K-major swizzled layouts that ignore lbo. CUTLASS writes one chunk.
constexpr std::uint32_t kIgnoredLbo = placing::kChunk;
constexpr unsigned kMostStages = 64;
constexpr int kMostExtent = 1 << 14, kMostElements = 1 << 22;  // limits, because every element is compared

Answer<void> can_be_cut(const TileSpec& spec) {
    if (spec.mode == SwizzleMode::b128_32 && spec.major == Major::k)
        return Refusal("128B_32B has no K-major atom (PTX ISA 9.1, Table 55); use none, 32B, 64B or 128B, or MN-major");
    if (spec.rows < 1 || spec.columns < 1 || spec.rows > kMostExtent || spec.columns > kMostExtent)
        return Refusal("a tile must have 1 to ", kMostExtent, " rows and columns, not ", spec.rows, " x ",
                       spec.columns);
    if (spec.rows > kMostElements / spec.columns)
        return Refusal("a tile must have at most ", kMostElements, " elements, not ", spec.rows, " x ", spec.columns);
    if (spec.stages < 1 || spec.stages > kMostStages)
        return Refusal("a tile must have 1 to ", kMostStages, " stages, not ", spec.stages);
    const AtomSize atom = atom_of(spec.mode, spec.major, *spec.type);
    const TileSpec whole = padded(spec);
    if (whole == spec) return {};
    return Refusal(name_of(spec.major), " ", row_of(spec.mode).name, " atoms of ", spec.type->id, " are ", atom.rows,
                   " x ", atom.columns, " (rows x columns), so a tile of ", spec.rows, " x ", spec.columns,
                   " is not a whole number of atoms; use for example ", whole.rows, " x ", whole.columns);
}

// Returns the layout of the first stage. The mode decides which step is lbo and which is sbo.
SmemLayout strided(const OperandTile& tile) {
    const TileSpec& s = tile.spec;
    SmemLayout l{.mode = s.mode,
                 .major = s.major,
                 .type = s.type,
                 .start = s.start,
                 .lbo = tile.column_step,
                 .sbo = tile.row_step,
                 .rows = s.rows,
                 .columns = s.columns,
                 .mma_columns = s.mma_columns};
    const bool swizzled = s.mode != SwizzleMode::none;
    if (swizzled && s.major == Major::k) {
        l.k_atom = tile.column_step;
        if (atoms_of_one_instruction(l) == 1) l.lbo = kIgnoredLbo;
    }
    if (swizzled && s.major == Major::mn) std::swap(l.lbo, l.sbo);
    return l;
}

// Sets strides without a second step to 0. cute::stride of a mode with extent 1 is 0, and make_umma_desc of CUTLASS
// stores this 0.
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

TileSpec padded(TileSpec spec) {
    const AtomSize atom = atom_of(spec.mode, spec.major, *spec.type);
    const auto whole = [](int size, int step) { return (size + step - 1) / step * step; };
    spec.rows = whole(spec.rows, atom.rows), spec.columns = whole(spec.columns, atom.columns);
    return spec;
}

Answer<OperandTile> build_tile(const TileSpec& spec) {
    if (const auto can = can_be_cut(spec); !can) return Refusal(can.why);
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
    if (spec.atom_step != 0 && spec.major == Major::k && spec.mode != SwizzleMode::none)
        tile.column_step = spec.atom_step;
    tile.bytes = between(tile.atoms_rows * tile.atoms_columns);
    tile.layout = strided(tile);
    return tile;
}

namespace {

// Returns whether a slice reads its elements at the places of the tile. `whole` is the map of the tile. The reason
// names the first element that differs.
Answer<void> reads_the_tile(const OperandTile& tile, const TileSlice& slice, std::span<const std::uint32_t> whole) {
    const std::vector<std::uint32_t> map = tile_map(slice.layout);
    std::size_t i = 0;
    for (int r = 0; r < slice.layout.rows; ++r)
        for (int c = 0; c < slice.layout.columns; ++c, ++i) {
            const int row = static_cast<int>(slice.row_block) * slice.layout.rows + r;
            const int column = static_cast<int>(slice.k_step) * slice.layout.columns + c;
            const std::uint32_t stored = whole[index_in(tile.spec.columns, {row, column})];
            if (map[i] == stored) continue;
            return Refusal("instructions of ", slice.layout.rows, " x ", slice.layout.columns,
                           " do not fit the atoms of the tile: element (", row, ", ", column, ") is at ", hex(stored),
                           ", but the descriptor reads ", hex(map[i]), "; use sizes that divide the atom size ",
                           tile.atom.rows, " x ", tile.atom.columns, ", or multiples of the atom size");
        }
    return {};
}

// Steps of 48 bytes leave their 128-byte lines. Only bit 52 can describe such a slice (PTX ISA 9.1, 9.7.16.3.1.2).
bool needs_absolute(const OperandTile& tile, SliceSize size) {
    const TileSpec& s = tile.spec;
    return s.mode == SwizzleMode::b128 && s.major == Major::k && s.type->container_bits == 4 &&
           tile.atom.columns % size.columns != 0 && size.columns < tile.atom.columns;
}

}  // namespace

Answer<std::vector<TileSlice>> slices_of(const OperandTile& tile, SliceSize size) {
    const TileSpec& spec = tile.spec;
    if (size.rows < 1 || size.columns < 1 || spec.rows % size.rows != 0 || spec.columns % size.columns != 0)
        return Refusal("instructions of ", size.rows, " x ", size.columns, " do not fill a tile of ", spec.rows, " x ",
                       spec.columns, "; use sizes that divide the tile");
    std::vector<TileSlice> out;
    TileSpec read = spec;  // what one instruction reads can need an lbo
    read.mma_columns = size.columns;
    SmemLayout whole = build_tile(read)->layout;
    if (needs_absolute(tile, size)) whole.absolute_lbo = true, whole.lbo = whole.start + whole.k_atom;
    const std::vector<std::uint32_t> map = tile_map(tile.layout);
    const auto k_steps = static_cast<unsigned>(spec.columns / size.columns);
    for (unsigned stage = 0; stage < spec.stages; ++stage)
        for (int row = 0; row < spec.rows; row += size.rows)
            for (unsigned step = 0; step < k_steps; ++step) {
                TileSlice slice{stage, static_cast<unsigned>(row / size.rows), step,
                                k_step_slice(whole, step, static_cast<unsigned>(size.columns))};
                const std::uint32_t down = placing::linear_address(tile.layout, {row, 0}) - tile.layout.start;
                slice.layout.rows = size.rows;
                slice.layout.start += down;
                if (whole.absolute_lbo) slice.layout.lbo += down;
                slice.layout.k_atom = 0;
                drop_single_steps(slice.layout, tile.atom);
                if (stage == 0)
                    if (const auto can = reads_the_tile(tile, slice, map); !can) return Refusal(can.why);
                slice.layout.start += stage * tile.bytes;
                if (whole.absolute_lbo) slice.layout.lbo += stage * tile.bytes;
                out.push_back(slice);
            }
    return out;
}

SwizzleMode widest_mode(Major major, const ElementType& type, int rows, int columns, int mma_rows) {
    if (major == Major::mn && type.container_bits == 32) return SwizzleMode::b128_32;
    constexpr std::array kWidestFirst = {SwizzleMode::b128, SwizzleMode::b64, SwizzleMode::b32};
    for (const SwizzleMode mode : kWidestFirst) {
        const AtomSize atom = atom_of(mode, major, type);
        const bool begins_in_atom = mma_rows > 0 && mma_rows % atom.rows != 0 && atom.rows % mma_rows != 0;
        if (rows % atom.rows == 0 && columns % atom.columns == 0 && !begins_in_atom) return mode;
    }
    return SwizzleMode::none;
}

std::string strides_in_words(const SmemLayout& slice) {
    return say(use_of_lbo(slice).sentence, " ", use_of_sbo(slice).sentence);
}

std::string text_of(const TilePieces& pieces) {
    if (pieces.all() == 1) return "one instruction";
    std::string out = say(pieces.count.a, " x ", pieces.count.b, " instructions");
    for (const Operand o : kBothOperands)
        if (pieces.count[o] > 1)
            out += say(", those along ", pick(o, "M ", "N "), pieces.distance[o], " bytes apart in ", name_of(o));
    return out;
}

std::optional<SmemLayout> layout_of_pieces(const SmemLayout& piece, unsigned count, std::uint32_t distance) {
    if (count == 1) return piece;
    SmemLayout whole = piece;
    whole.rows *= static_cast<int>(count);
    const bool by_lbo = piece.major == Major::mn && piece.mode != SwizzleMode::none;
    const StrideUse use = by_lbo ? use_of_lbo(piece).use : use_of_sbo(piece).use;
    if (use == StrideUse::one) (by_lbo ? whole.lbo : whole.sbo) = distance;
    // All K steps are as far from the first one in each piece, so one step is enough.
    const std::vector<std::uint32_t> all = tile_map(k_step_slice(whole, 0));
    auto at = all.begin();
    for (unsigned i = 0; i < count; ++i) {
        SmemLayout one = k_step_slice(piece, 0);
        one.start += i * distance;
        const std::vector<std::uint32_t> map = tile_map(one);
        if (!std::equal(map.begin(), map.end(), at)) return std::nullopt;
        at += static_cast<std::ptrdiff_t>(map.size());
    }
    return whole;
}

// ---- the start address of each instruction along K ----

namespace {

unsigned columns_of(const SmemLayout& layout, unsigned columns) {
    if (columns != 0) return columns;
    return layout.mma_columns > 0 ? static_cast<unsigned>(layout.mma_columns) : dense_k(*layout.type);
}

// The layout of a tile whose instructions read this number of columns.
SmemLayout read_by(SmemLayout layout, unsigned columns) {
    layout.mma_columns = static_cast<int>(columns_of(layout, columns));
    return layout;
}

}  // namespace

std::uint32_t k_step_start(const SmemLayout& layout, unsigned step, unsigned columns) {
    const auto column = static_cast<int>(step * columns_of(layout, columns));
    return placing::linear_address(read_by(layout, columns), {0, column});
}

int k_step_units(const SmemLayout& layout, unsigned step, unsigned columns) {
    const std::uint32_t bytes = k_step_start(layout, step + 1, columns) - k_step_start(layout, step, columns);
    return static_cast<std::int32_t>(bytes) / static_cast<std::int32_t>(placing::kChunk);
}

SmemLayout k_step_slice(const SmemLayout& layout, unsigned step, unsigned columns) {
    SmemLayout slice = read_by(layout, columns);
    slice.start = k_step_start(layout, step, columns);
    slice.columns = slice.mma_columns;
    if (!placing::continues_elsewhere(layout)) return slice;
    // A slice that leaves its first line continues in the next column of atoms.
    const placing::Walks w = placing::walks_of(layout);
    const unsigned outer = w.column.step_of(static_cast<int>(step) * slice.columns) / w.column.inner;
    slice.lbo = w.origin + w.column.outer_part(outer + 1);
    return slice;
}

}  // namespace tilescope
