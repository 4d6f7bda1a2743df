// core/src/scene/tile_scene.cpp -- an operand as a matrix, and the same chunks in shared memory.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/hw/memory.h>
#include <tilescope/layout/banks.h>
#include <tilescope/layout/k_advance.h>
#include <tilescope/layout/tile_map.h>
#include <tilescope/scene/tile_scene.h>

#include <algorithm>
#include <unordered_map>

namespace tilescope {
namespace {

// The size of a cell: along_rows x along_columns elements in the tile, cell_bytes bytes in memory.
struct Gather {
    int along_rows = 1, along_columns = 1;
    std::uint32_t cell_bytes = kChunkBytes;
};

Gather gather_of(const SmemLayout& layout, Grain grain) {
    const auto t = static_cast<int>(elements_per_chunk(*layout.type));
    const bool k_major = layout.major == Major::k;
    if (grain == Grain::element) return {1, 1, std::max(layout.type->container_bits / 8, 1u)};
    const int wide = grain == Grain::chunk ? t : t * static_cast<int>(kLineBytes / kChunkBytes);
    return {k_major ? 1 : wide, k_major ? wide : 1, grain == Grain::chunk ? kChunkBytes : kLineBytes};
}

class Builder {
public:
    Builder(const SmemLayout& layout, std::span<const std::uint32_t> bytes, const TileOptions& options,
            const SharedMap& shared)
        : layout_(layout),
          bytes_(bytes),
          options_(options),
          shared_(shared),
          gather_(gather_of(layout, options.grain)) {}

    Cells tile() const;
    Cells memory() const;

    struct Cell {  // a cell of the tile, named by its first element
        int row, column;
    };

private:
    const SmemLayout& layout_;
    std::span<const std::uint32_t> bytes_;
    const TileOptions& options_;
    const SharedMap& shared_;
    Gather gather_;

    int grid_rows() const { return (layout_.rows + gather_.along_rows - 1) / gather_.along_rows; }
    int grid_columns() const { return (layout_.columns + gather_.along_columns - 1) / gather_.along_columns; }
    std::uint32_t byte_of(int row, int column) const {
        return bytes_[static_cast<std::size_t>(row) * static_cast<std::size_t>(layout_.columns) +
                      static_cast<std::size_t>(column)];
    }

    // Returns the label of a cell: its chunk within the swizzle row, or its index along the contiguous axis.
    std::int32_t label_of(int row, int column) const {
        const int along = layout_.major == Major::k ? column : row;
        if (options_.grain == Grain::element) return along;
        const auto t = static_cast<int>(elements_per_chunk(*layout_.type));
        if (options_.grain == Grain::line) return along / t / static_cast<int>(kLineBytes / kChunkBytes);
        return chunk_in_row(layout_, {row, column});
    }

    // Whether the other operand uses bytes of the cell. `byte` is the drawn address, perhaps without the XOR.
    bool is_shared(std::uint32_t byte) const {
        if (shared_.used.empty()) return false;
        const std::uint32_t real = options_.swizzle ? byte : row_of(layout_.mode).swizzle(byte);
        return shared_.any_in(real / gather_.cell_bytes * gather_.cell_bytes, gather_.cell_bytes);
    }

    bool is_lit(int column) const {
        const auto first = static_cast<int>(options_.k_step * options_.mma_k);
        const int last = column + (layout_.major == Major::k ? gather_.along_columns : 1) - 1;
        return last >= first && column < first + static_cast<int>(options_.mma_k);
    }

    Tone tone_of(int row, int column, std::uint32_t byte) const {
        const auto step = [](std::uint32_t n) { return static_cast<Tone>(n % 8); };
        switch (options_.colouring) {
        case Colouring::row: return step(static_cast<std::uint32_t>(layout_.major == Major::k ? row : column));
        case Colouring::k_step: return step(static_cast<std::uint32_t>(column) / std::max(options_.mma_k, 1u));
        case Colouring::bank: return step(byte / kBanks.word_bytes % kBanks.banks / 4);
        case Colouring::chunk: break;
        }
        const int along = layout_.major == Major::k ? column : row;
        return step(static_cast<std::uint32_t>(along) / elements_per_chunk(*layout_.type));
    }
};

std::string cell_words(const SmemLayout& layout, Grain grain) {
    const unsigned t = elements_per_chunk(*layout.type);
    const char* axis = layout.major == Major::k ? " k" : " rows";
    if (grain == Grain::element) return "cell = element";
    if (grain == Grain::chunk) return say("chunk = ", t, axis);
    return say("line = ", t * 8, axis);
}

Cells Builder::tile() const {
    Cells out;
    out.id = say("tile_", pick(options_.operand, "a", "b"));
    out.title = say("TILE ", name_of(options_.operand), "  ", pick(options_.operand, "m ", "n "), layout_.rows, " x k ",
                    k_text(layout_.columns, options_.stored_half), "  ", cell_words(layout_, options_.grain));
    out.row_axis = pick(options_.operand, "m", "n");
    out.column_axis = "k";
    out.rows = grid_rows();
    out.columns = grid_columns();
    out.kind = pick(options_.operand, CellKind::element_a, CellKind::element_b);
    out.cell_rows = gather_.along_rows;
    out.cell_columns = gather_.along_columns;
    out.make_empty();
    for (int r = 0; r < out.rows; ++r) {
        out.row_labels.push_back(say(r * gather_.along_rows));
        for (int c = 0; c < out.columns; ++c) {
            const int row = r * gather_.along_rows, column = c * gather_.along_columns;
            const std::size_t at = out.at(r, c);
            out.tone[at] = tone_of(row, column, byte_of(row, column));
            out.label[at] = label_of(row, column);
            out.key[at] = static_cast<std::uint32_t>(row) << 16 | static_cast<std::uint32_t>(column);
            out.lit[at] = is_lit(column);
        }
    }
    for (int c = 0; c < out.columns; ++c) out.column_labels.push_back(say(c * gather_.along_columns));
    return out;
}

// Returns the lines that contain elements, lowest first.
std::vector<std::uint32_t> lines_of(std::span<const std::uint32_t> bytes) {
    std::vector<std::uint32_t> lines;
    lines.reserve(bytes.size() / 8 + 1);
    for (const std::uint32_t b : bytes)
        if (b != kNoKey && (lines.empty() || lines.back() != b / kLineBytes)) lines.push_back(b / kLineBytes);
    std::ranges::sort(lines);
    lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
    return lines;
}

Cells Builder::memory() const {
    const std::vector<std::uint32_t> lines = lines_of(bytes_);
    Cells out;
    out.id = say("memory_", pick(options_.operand, "a", "b"));
    out.title = "MEMORY  line = 128 bytes";
    out.row_axis = "address";
    out.column_axis = options_.grain == Grain::line ? "line" : options_.grain == Grain::chunk ? "chunk" : "element";
    out.rows = static_cast<int>(lines.size());
    out.columns = static_cast<int>(kLineBytes / gather_.cell_bytes);
    out.kind = CellKind::byte;
    out.cell_columns = static_cast<int>(gather_.cell_bytes);
    out.make_empty();
    if (!shared_.used.empty()) out.both.assign(out.tone.size(), 0);
    std::unordered_map<std::uint32_t, int> row_at;
    row_at.reserve(lines.size());
    for (std::size_t i = 0; i < lines.size(); ++i) {
        row_at[lines[i]] = static_cast<int>(i);
        const bool gap = i > 0 && lines[i] != lines[i - 1] + 1;
        out.row_labels.push_back(say(gap ? kGapSign : std::string_view(), hex(lines[i] * kLineBytes)));
    }
    for (int c = 0; c < out.columns; ++c) out.column_labels.push_back(say(c));
    std::uint32_t line = 0xffffffff;
    int row = 0;
    for (int r = 0; r < layout_.rows; r += gather_.along_rows)
        for (int c = 0; c < layout_.columns; c += gather_.along_columns) {
            const std::uint32_t byte = byte_of(r, c);
            if (byte == kNoKey) continue;
            if (byte / kLineBytes != line) line = byte / kLineBytes, row = row_at.at(line);
            const std::size_t at = out.at(row, static_cast<int>(byte % kLineBytes / gather_.cell_bytes));
            // Elements can share a byte (packed fp4) or a padded chunk. Only cells of different chunks are an overlap.
            const std::int32_t label = label_of(r, c);
            const bool packed = options_.grain == Grain::element && layout_.type->bits < 8;
            if (out.key[at] != kNoKey && !packed) out.mark[at] = Mark::crossed;
            out.key[at] = byte / gather_.cell_bytes * gather_.cell_bytes;
            out.label[at] = packed && out.label[at] != kNoLabel ? out.label[at] : label;
            out.tone[at] = tone_of(r, c, byte);
            out.lit[at] |= is_lit(c);
            if (is_shared(byte)) out.both[at] = 1;
        }
    return out;
}

// Adds the arrow of a stride in the grid of the tile: from the first cell to the first cell of the next step.
void add_arrow(Scene& scene, const SmemLayout& layout, const Gather& g, const StrideReport& report, bool lbo) {
    const std::uint32_t bytes = lbo ? layout.lbo : layout.sbo;
    const char* field = lbo ? "lbo" : "sbo";
    Arrow a{.grid = 0, .field = field, .label = say(field, " ", bytes, " bytes")};
    a.ignored = report.use == StrideUse::ignored || report.use == StrideUse::one;
    if (a.ignored) a.label += report.use == StrideUse::ignored ? " (ignored)" : " (one step only)";
    const bool down = (layout.major == Major::k) != lbo;  // K-major: sbo steps over rows, lbo over columns
    const bool plain_mn = layout.major == Major::mn && layout.mode == SwizzleMode::none;
    const bool along_rows = plain_mn ? !lbo : layout.major == Major::k ? down : lbo;
    const auto t = static_cast<int>(elements_per_chunk(*layout.type));
    const auto width = static_cast<int>(row_of(layout.mode).width_bytes / kChunkBytes) * t;
    const int rows = layout.major == Major::k ? 8 : plain_mn ? t : width;
    const bool whole_atoms = lbo && atoms_of_one_instruction(layout) > 1;  // K-major: lbo leads to the next atom
    const int columns = whole_atoms                ? width
                        : layout.major == Major::k ? t
                                                   : static_cast<int>(row_of(layout.mode).k_rows);
    if (along_rows)
        a.to_row = std::min(rows, layout.rows - 1) / g.along_rows;
    else
        a.to_column = std::min(columns, layout.columns - 1) / g.along_columns;
    scene.arrows.push_back(a);
}

std::vector<LegendEntry> legend_of(const TileOptions& options) {
    const char* what = options.colouring == Colouring::row      ? "row mod 8"
                       : options.colouring == Colouring::k_step ? "K step mod 8"
                       : options.colouring == Colouring::bank   ? "banks, four per colour"
                                                                : "chunk mod 8";
    std::vector<LegendEntry> out;
    for (unsigned i = 0; i < 8; ++i) out.push_back({static_cast<Tone>(i), Mark::none, say(i)});
    out.push_back({Tone::empty, Mark::none, say("colour: ", what)});
    out.push_back({Tone::empty, Mark::crossed, "shared by two elements"});
    return out;
}

}  // namespace

int chunk_in_row(const SmemLayout& layout, const Element& element) {
    const int along = layout.major == Major::k ? element.column : element.row;
    const int chunk = along / static_cast<int>(elements_per_chunk(*layout.type));
    const auto width = static_cast<int>(row_of(layout.mode).width_bytes / kChunkBytes);
    return chunk % (layout.mode == SwizzleMode::none ? 8 : width);
}

std::optional<LegendEntry> legend_of_both(const Cells& memory) {
    if (std::ranges::find(memory.both, 1) == memory.both.end()) return std::nullopt;
    return LegendEntry{.tone = Tone::empty,
                       .text = "bytes of A and of B",
                       .means =
                           "Elements of A and elements of B have bytes in this cell. Who writes one operand "
                           "overwrites the other.",
                       .both = true};
}

std::string k_text(int stored_columns, bool stored_half) {
    return stored_half ? say(2 * stored_columns, " (", stored_columns, " stored)") : say(stored_columns);
}

Scene tile_scene(const SmemLayout& layout, std::span<const std::uint32_t> bytes, const TileOptions& options,
                 const SharedMap& shared) {
    Scene scene;
    std::vector<std::uint32_t> unswizzled;
    if (!options.swizzle) {
        // Removes only the XOR. The strides of the mode stay.
        unswizzled.resize(bytes.size());
        for (std::size_t i = 0; i < bytes.size(); ++i) unswizzled[i] = row_of(layout.mode).swizzle(bytes[i]);
        bytes = unswizzled;
    }
    if (bytes.size() != static_cast<std::size_t>(layout.rows) * static_cast<std::size_t>(layout.columns) ||
        bytes.empty()) {
        scene.sentence = say("Operand ", name_of(options.operand), " has no elements.");
        return scene;
    }
    const Builder builder(layout, bytes, options, shared);
    scene.grids.push_back(builder.tile());
    scene.grids.push_back(builder.memory());
    const Gather g = gather_of(layout, options.grain);
    add_arrow(scene, layout, g, use_of_lbo(layout), true);
    add_arrow(scene, layout, g, use_of_sbo(layout), false);
    scene.legend = legend_of(options);
    if (auto both = legend_of_both(scene.grids[1])) scene.legend.push_back(std::move(*both));
    scene.sentence =
        say("Operand ", name_of(options.operand), ", ", layout.rows, " x ", layout.columns, " ", layout.type->id, ", ",
            name_of(layout.major), ", ", row_of(layout.mode).name, options.swizzle ? "" : " without the XOR", ": ",
            scene.grids[1].rows, " lines of 128 bytes from ", hex(layout.start), ".");
    return scene;
}

}  // namespace tilescope
