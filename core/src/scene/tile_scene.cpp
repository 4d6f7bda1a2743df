// core/src/scene/tile_scene.cpp -- an operand as a matrix and in memory; a layout as a table and over bits.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/hw/memory.h>
#include <tilescope/layout/banks.h>
#include <tilescope/layout/placing.h>
#include <tilescope/layout/smem_layout.h>
#include <tilescope/layout/tile.h>
#include <tilescope/scene/tile_scene.h>

#include <algorithm>
#include <bit>
#include <utility>

namespace tilescope {

LineGrid line_grid(std::vector<std::uint32_t> lines, std::uint32_t cell_bytes) {
    std::ranges::sort(lines);
    lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
    LineGrid out{.cells = empty_grid({}, {}, {"address", "chunk"},
                                     {static_cast<int>(lines.size()), static_cast<int>(kLineBytes / cell_bytes)},
                                     CellKind::byte),
                 .row_of = {}};
    out.cells.cell_columns = static_cast<int>(cell_bytes);
    out.row_of.reserve(lines.size());
    for (std::size_t i = 0; i < lines.size(); ++i) {
        out.row_of[lines[i]] = static_cast<int>(i);
        const bool gap = i > 0 && lines[i] != lines[i - 1] + 1;
        out.cells.row_labels.push_back(say(gap ? kGapSign : std::string_view(), hex(lines[i] * kLineBytes)));
    }
    return out;
}

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

std::string cell_words(const SmemLayout& layout, Grain grain) {
    const unsigned t = elements_per_chunk(*layout.type);
    const char* axis = layout.major == Major::k ? " k" : " rows";
    if (grain == Grain::element) return "cell = element";
    if (grain == Grain::chunk) return say("chunk = ", t, axis);
    return say("line = ", t * 8, axis);
}

// Returns the lines that contain elements; a line can be there several times.
std::vector<std::uint32_t> lines_of(std::span<const std::uint32_t> bytes) {
    std::vector<std::uint32_t> lines;
    lines.reserve(bytes.size() / 8 + 1);
    for (const std::uint32_t b : bytes)
        if (b != kNoKey && (lines.empty() || lines.back() != b / kLineBytes)) lines.push_back(b / kLineBytes);
    return lines;
}

class Builder {
public:
    Builder(const SmemLayout& layout, std::span<const std::uint32_t> bytes, const TileOptions& options,
            const SharedMap& shared)
        : layout_(layout),
          bytes_(bytes),
          options_(options),
          shared_(shared),
          gather_(gather_of(layout, options.grain)),
          per_chunk_(elements_per_chunk(*layout.type)) {}

    Cells tile() const {
        const Operand o = options_.operand;
        const int rows = gather_.along_rows, columns = gather_.along_columns;
        Cells out = empty_grid(
            say("tile_", pick(o, "a", "b")),
            say("TILE ", name_of(o), "  ", pick(o, "m ", "n "), layout_.rows, " x k ",
                k_text(layout_.columns, options_.stored_half), "  ", cell_words(layout_, options_.grain)),
            {pick(o, "m", "n"), "k"}, {(layout_.rows + rows - 1) / rows, (layout_.columns + columns - 1) / columns},
            pick(o, CellKind::element_a, CellKind::element_b));
        out.cell_rows = rows, out.cell_columns = columns;
        out.key_by_place();
        out.row_labels = number_labels(out.rows, rows), out.column_labels = number_labels(out.columns, columns);
        for (int r = 0; r < out.rows; ++r)
            for (int c = 0; c < out.columns; ++c) {
                const int row = r * rows, column = c * columns;
                const std::size_t at = out.at(r, c);
                out.tone[at] = tone_of(row, column, byte_of(row, column));
                out.label[at] = label_of(row, column, byte_of(row, column));
                out.lit[at] = is_lit(column);
            }
        return out;
    }

    Cells memory() const {
        const LineGrid lines = line_grid(lines_of(bytes_), gather_.cell_bytes);
        Cells out = lines.cells;
        out.id = say("memory_", pick(options_.operand, "a", "b"));
        out.title = "MEMORY  line = 128 bytes";
        out.column_axis = options_.grain == Grain::line ? "line" : options_.grain == Grain::chunk ? "chunk" : "element";
        out.column_labels = number_labels(out.columns);
        if (!shared_.used.empty()) out.both.assign(out.tone.size(), 0);
        std::uint32_t line = 0xffffffff;
        int row = 0;
        for (int r = 0; r < layout_.rows; r += gather_.along_rows)
            for (int c = 0; c < layout_.columns; c += gather_.along_columns) {
                const std::uint32_t byte = byte_of(r, c);
                if (byte == kNoKey) continue;
                if (byte / kLineBytes != line) line = byte / kLineBytes, row = lines.row_of.at(line);
                const std::size_t at = out.at(row, static_cast<int>(byte % kLineBytes / gather_.cell_bytes));
                // Elements can share a byte (packed fp4) or a padded chunk. Only cells of different chunks are an
                // overlap.
                const std::int32_t label = label_of(r, c, byte);
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

private:
    const SmemLayout& layout_;
    std::span<const std::uint32_t> bytes_;
    const TileOptions& options_;
    const SharedMap& shared_;
    Gather gather_;
    unsigned per_chunk_;

    std::uint32_t byte_of(int row, int column) const { return bytes_[index_in(layout_.columns, {row, column})]; }

    // Returns the label of a cell, which is the number that its colour counts. Of chunks: that within the swizzle row,
    // or the index along the contiguous axis.
    std::int32_t label_of(int row, int column, std::uint32_t byte) const {
        const auto [along, across] = layout_.major == Major::k ? std::pair(column, row) : std::pair(row, column);
        switch (options_.colouring) {
        case Colouring::row: return across;
        case Colouring::k_step: return column / static_cast<int>(std::max(options_.mma_k, 1u));
        case Colouring::bank:
            return byte == kNoKey ? kNoLabel : static_cast<std::int32_t>(byte / kBanks.word_bytes % kBanks.banks);
        case Colouring::chunk: break;
        }
        if (options_.grain == Grain::element) return along;
        if (options_.grain == Grain::line) return along / static_cast<int>(per_chunk_ * kLineBytes / kChunkBytes);
        return chunk_in_row(layout_, {row, column});
    }

    // Whether the other operand uses bytes of the cell. `byte` is the drawn address, perhaps without the XOR.
    bool is_shared(std::uint32_t byte) const {
        if (shared_.used.empty()) return false;
        const std::uint32_t real = options_.swizzle ? byte : placing::swizzled(layout_, byte);
        return shared_.any_in(real / gather_.cell_bytes * gather_.cell_bytes, gather_.cell_bytes);
    }

    bool is_lit(int column) const {
        const auto first = static_cast<int>(options_.k_step * options_.mma_k);
        const int last = column + (layout_.major == Major::k ? gather_.along_columns : 1) - 1;
        return last >= first && column < first + static_cast<int>(options_.mma_k);
    }

    Tone tone_of(int row, int column, std::uint32_t byte) const {
        const auto across = static_cast<unsigned>(layout_.major == Major::k ? row : column);
        switch (options_.colouring) {
        case Colouring::row: return step_tone(across);
        case Colouring::k_step: return step_tone(static_cast<unsigned>(column) / std::max(options_.mma_k, 1u));
        case Colouring::bank: return step_tone(byte / kBanks.word_bytes % kBanks.banks / 4);
        case Colouring::chunk: break;
        }
        return step_tone(static_cast<unsigned>(chunk_in_row(layout_, {row, column})));
    }
};

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

// `colour`: what the first `count` colours number. `crossed`: what a cross says.
std::vector<LegendEntry> numbered_legend(std::string_view colour, std::string_view crossed, unsigned count = 8) {
    std::vector<LegendEntry> out;
    for (unsigned i = 0; i < count; ++i) out.push_back({step_tone(i), Mark::none, say(i)});
    out.push_back({Tone::empty, Mark::none, say("colour: ", colour)});
    out.push_back({Tone::empty, Mark::crossed, std::string(crossed)});
    return out;
}

// "16 lines of 128 bytes from 0x400": what a grid of memory has.
std::string lines_in(const Cells& memory) {
    if (memory.rows == 0) return "no line";
    return say(memory.rows, memory.rows == 1 ? " line" : " lines", " of 128 bytes from ", memory.row_labels.front());
}

// A colour says what the number in a cell says: the chunks of a row of the swizzle.
unsigned colours_of(const SmemLayout& layout, Colouring colouring) {
    const bool narrow = colouring == Colouring::chunk && layout.mode != SwizzleMode::none;
    return narrow ? row_of(layout.mode).width_bytes / kChunkBytes : 8;
}

std::vector<LegendEntry> legend_of(const SmemLayout& layout, Colouring colouring) {
    const unsigned count = colours_of(layout, colouring);
    // "row": what has a line of memory, or a part of it, for itself.
    const std::string_view row = layout.major == Major::mn ? "column mod " : "row mod ";
    const std::string_view texts[] = {"chunk mod ", row, "K step mod ", "banks"};
    const std::string_view text = texts[static_cast<std::size_t>(colouring)];
    const bool banks = colouring == Colouring::bank;
    std::vector<LegendEntry> out =
        numbered_legend(banks ? std::string(text) : say(text, count), "shared by two elements", count);
    if (banks)
        for (unsigned i = 0; i < count; ++i) out[i].text = say(4 * i, "-", 4 * i + 3);
    return out;
}

// ---- banks ----

static_assert(kBanks.banks * kBanks.word_bytes == kLineBytes);  // a row of banks is a line

std::string turns(unsigned count) { return say(count, count == 1 ? " turn" : " turns"); }

}  // namespace

int chunk_in_row(const SmemLayout& layout, const Element& element) {
    const int along = layout.major == Major::k ? element.column : element.row;
    const int chunk = along / static_cast<int>(elements_per_chunk(*layout.type));
    return chunk % static_cast<int>(colours_of(layout, Colouring::chunk));
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
        for (std::size_t i = 0; i < bytes.size(); ++i) unswizzled[i] = placing::swizzled(layout, bytes[i]);
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
    scene.legend = legend_of(layout, options.colouring);
    drop_absent_marks(scene);
    if (auto both = legend_of_both(scene.grids[1])) scene.legend.push_back(std::move(*both));
    scene.sentence = say("Operand ", name_of(options.operand), ", ", layout.rows, " x ", layout.columns, " ",
                         layout.type->id, ", ", name_of(layout.major), ", ", row_of(layout.mode).name,
                         options.swizzle ? "" : " without the XOR", ": ", lines_in(scene.grids[1]), ".");
    return scene;
}

void add_recorded(Scene& scene, std::span<const std::int32_t> memory) {
    if (memory.empty() || scene.grids.size() < 2) return;
    Cells& cells = scene.grids[1];
    const auto bytes = static_cast<std::uint32_t>(cells.cell_columns);
    const auto is_known = [&](std::size_t at) { return at < memory.size() && memory[at] >= 0 && memory[at] <= 0xff; };
    bool any = false, any_unknown = false;
    for (int row = 0; row < cells.rows; ++row) {
        const auto begin = cells.key.begin() + static_cast<std::ptrdiff_t>(cells.at(row, 0));
        const auto of_tile =
            std::find_if(begin, begin + cells.columns, [](std::uint32_t key) { return key != kNoKey; });
        if (of_tile == begin + cells.columns) continue;
        for (int column = 0; column < cells.columns; ++column) {
            const std::size_t at = cells.at(row, column);
            if (cells.key[at] != kNoKey) continue;
            const std::size_t first =
                std::size_t{*of_tile} / kLineBytes * kLineBytes + static_cast<std::size_t>(column) * bytes;
            bool known = true;
            for (std::size_t i = first; i < first + bytes; ++i) known &= is_known(i);
            if (known)
                cells.tone[at] = Tone::used;
            else
                cells.mark[at] = Mark::hatched;
            (known ? any : any_unknown) = true;
        }
    }
    if (any) scene.legend.push_back({Tone::used, Mark::none, "recorded, not of the tile"});
    if (any_unknown) scene.legend.push_back({Tone::empty, Mark::hatched, "unknown: not recorded"});
}

Scene tma_scene(const TmaPicture& picture, TileOptions options) {
    options.swizzle = true;
    options.mma_k = 0;  // no K step is lit here
    Scene out = tile_scene(picture.layout, picture.read, options);
    Scene wrote = tile_scene(picture.layout, picture.written, options);
    if (out.grids.size() < 2 || wrote.grids.size() < 2) return out;
    out.arrows.clear();
    out.grids[1] = std::move(wrote.grids[1]);
    Cells &tile = out.grids[0], &memory = out.grids[1];
    tile.title = say("TILE ", name_of(options.operand), "  cross mark = read from a wrong place");
    memory.title = "MEMORY  as TMA writes it";
    std::ranges::fill(tile.mark, Mark::none);
    std::ranges::fill(memory.mark, Mark::none);
    const CellsByKey in_memory = cells_by_key(memory);
    for (const Element e : picture.differing) {
        tile.mark[tile.at(e.row / tile.cell_rows, e.column / tile.cell_columns)] = Mark::crossed;
        const std::uint32_t byte = picture.written[index_in(picture.layout.columns, e)];
        if (const auto cell = cell_of_byte(in_memory, memory, byte)) memory.mark[*cell] = Mark::crossed;
    }
    out.sentence = say("Operand ", name_of(options.operand), ", ", picture.layout.rows, " x ", picture.layout.columns,
                       " ", picture.layout.type->id, ", as TMA writes it: ", lines_in(memory), ".");
    std::erase_if(out.legend, [](const LegendEntry& entry) { return entry.mark == Mark::crossed; });
    out.legend.push_back({Tone::empty, Mark::crossed, "the MMA reads a different element"});
    drop_absent_marks(out);
    return out;
}

Scene bank_scene(const BankComparison& found, const BankOptions& options) {
    const BankReport& report = options.swizzle ? found.on : found.off;
    std::vector<std::uint32_t> lines;
    for (const BankPhase& phase : report.phases)
        for (const BankWord& word : phase.words) lines.push_back(word.word / kBanks.banks);
    LineGrid grid = line_grid(std::move(lines), kBanks.word_bytes);
    Cells& cells = grid.cells;
    cells.id = options.swizzle ? "banks_on" : "banks_off";
    cells.title = say(options.swizzle ? "AS STORED" : "WITHOUT THE XOR", "  ", turns(report.cycles), ", minimum ",
                      report.ideal, "  row = line of memory");
    cells.column_axis = "bank";
    cells.column_labels = number_labels(cells.columns);
    for (const auto& [line, row] : grid.row_of)
        for (unsigned b = 0; options.swizzle && b < kBanks.banks; ++b)
            cells.key[cells.at(row, static_cast<int>(b))] = line * kLineBytes + b * kBanks.word_bytes;
    for (std::size_t i = 0; i < report.phases.size(); ++i)
        for (const BankWord& word : report.phases[i].words) {
            const std::size_t at = cells.at(grid.row_of.at(word.word / kBanks.banks), static_cast<int>(word.bank));
            const auto number = options.by_phase ? static_cast<unsigned>(i) : word.threads.front();
            cells.tone[at] = step_tone(number);
            cells.label[at] = static_cast<std::int32_t>(number);
            if (report.phases[i].ways[word.bank] > 1) cells.mark[at] = Mark::crossed;
        }
    Scene scene;
    scene.grids.push_back(std::move(cells));
    scene.legend =
        numbered_legend(options.by_phase ? "phase mod 8" : "thread mod 8", "bank conflict: several words in this bank");
    scene.legend.push_back({Tone::empty, Mark::none, std::string(kOneTurn)});
    // The switch between the two readings moves nothing: their legends have the same entries.
    if (found.on.degree <= 1 && found.off.degree <= 1) drop_absent_marks(scene);
    scene.sentence = options.swizzle ? found.sentence : found.sentence_off;
    return scene;
}

std::vector<std::string> phase_lines(const BankComparison& found, bool swizzle) {
    const BankReport &shown = swizzle ? found.on : found.off, &other = swizzle ? found.off : found.on;
    std::vector<std::string> out;
    for (std::size_t i = 0; i < shown.phases.size() && i < other.phases.size(); ++i) {
        const BankPhase& p = shown.phases[i];
        out.push_back(say("threads ", p.first_thread, "-", p.first_thread + p.threads - 1, ": ", turns(p.degree),
                          swizzle ? " (without " : " (with ", found.without, ": ", other.phases[i].degree, "), ",
                          banks_hit(p), "; ", sentence_of(found.access, p)));
    }
    return out;
}

// ---- a layout as a table of offsets (CuTe), and as a matrix over bits ----

namespace {

constexpr std::int64_t kMostCells = 1 << 16;

// Returns the offset after the swizzle, in units. The offset is relative to the layout; it is not an address.
std::int64_t place_of(const CuteText& text, std::int64_t offset) {
    CuteText at_zero = text;
    at_zero.address = 0;
    at_zero.unit_bits = std::max(text.unit_bits, 1u);  // a swizzle without a pointer acts on the offset itself
    return static_cast<std::int64_t>(bit_of(at_zero, offset) / at_zero.unit_bits);
}

// The set bits, lowest first.
std::vector<unsigned> bits_of(std::uint32_t word) {
    std::vector<unsigned> out;
    for (; word != 0; word &= word - 1) out.push_back(static_cast<unsigned>(std::countr_zero(word)));
    return out;
}

// "byte 16 + byte 128": the names of the set bits.
std::string sum_of_bits(const LayoutMap& map, std::uint32_t word, std::string (*name)(const LayoutMap&, unsigned)) {
    return list_of(
        bits_of(word), [&](unsigned bit) { return name(map, bit); }, " + ");
}

// Returns "c8" or "r1". The columns have no room for longer names.
std::string short_name(const LayoutMap& map, unsigned bit) {
    const bool row = bit >= map.column_bits;
    return say(row ? "r" : "c", 1u << (row ? bit - map.column_bits : bit));
}

Cells matrix_of(const LayoutMap& map) {
    const LinearMap& m = map.map;
    std::uint32_t used = m.offset;
    for (unsigned i = 0; i < m.inputs; ++i) used |= m.basis[i];
    Cells out =
        empty_grid("f2", "ADDRESS BITS by INDEX BITS  r: row, c: column", {"address", "index"},
                   {std::max(static_cast<int>(std::bit_width(used)), 1), static_cast<int>(m.inputs) + (m.offset != 0)},
                   CellKind::input_bit);
    for (int column = 0; column < out.columns; ++column) {
        const bool offset = column == static_cast<int>(m.inputs);
        const auto bit = static_cast<unsigned>(column);
        const std::uint32_t vector = offset ? m.offset : m.basis[bit];
        out.column_labels.push_back(offset ? "at" : short_name(map, bit));
        for (int row = 0; row < out.rows; ++row) {
            const std::size_t at = out.at(row, column);
            if (!offset) out.key[at] = bit;
            const bool set = vector >> row & 1u;
            out.label[at] = set;
            if (set) out.tone[at] = offset ? Tone::step5 : bit < map.column_bits ? Tone::step1 : Tone::step3;
        }
    }
    for (int row = 0; row < out.rows; ++row) out.row_labels.push_back(name_of_output(map, static_cast<unsigned>(row)));
    return out;
}

void add_kernel(F2Picture& out) {
    const auto kernel = kernel_of(out.map.map);
    for (const std::uint32_t k : kernel) {
        out.kernel.push_back(sum_of_bits(out.map, k, name_of_input));
        out.kernel_first.push_back(out.map.element_of(k));
    }
    const unsigned inputs = out.map.map.inputs, rank = rank_of(out.map.map);
    const std::string head = say(inputs, " index bits, rank ", rank, ": ");
    out.scene.sentence = kernel.empty() ? say(head, "every element has a different address, so the map is invertible.")
                                        : say(head, std::uint64_t{1} << kernel.size(),
                                              " elements share each address, so the map is not invertible.");
    if (!out.map.note.empty()) out.scene.sentence += say(" ", out.map.note);
}

}  // namespace

Answer<Scene> cute_scene(const CuteText& text) {
    const auto modes = modes_of(text);
    if (!modes) return Refusal(modes.why);
    if (modes->size() > 2) return Refusal("the layout has ", modes->size(), " modes; a table needs one or two modes");
    const CuteModes one{{1, 0}};
    const CuteModes &rows = modes->size() == 2 ? (*modes)[0] : one, &columns = modes->back();
    if (size_of(rows) * size_of(columns) > kMostCells)
        return Refusal("the layout has ", size_of(rows) * size_of(columns), " coordinates; a picture shows at most ",
                       kMostCells);
    Cells cells = empty_grid("cute", to_text(text), {"row", "column"},
                             {static_cast<int>(size_of(rows)), static_cast<int>(size_of(columns))});
    cells.row_labels = number_labels(cells.rows), cells.column_labels = number_labels(cells.columns);
    for (int r = 0; r < cells.rows; ++r)
        for (int c = 0; c < cells.columns; ++c) {
            const std::int64_t offset = place_of(text, offset_of(rows, r) + offset_of(columns, c));
            cells.tone[cells.at(r, c)] = step_tone(static_cast<std::uint64_t>(offset));
            cells.label[cells.at(r, c)] = static_cast<std::int32_t>(offset);
        }
    Scene scene;
    scene.sentence = say(cells.title, ": ", cells.rows, " x ", cells.columns, ", the offset of each coordinate",
                         text.unit_bits == 0 ? std::string() : say(" in units of ", text.unit_bits, " bits"), ".");
    scene.grids.push_back(std::move(cells));
    return scene;
}

F2Picture f2_picture(const SmemLayout& layout) {
    F2Picture out;
    const auto found = linear_part_of(layout);
    if (!found) {
        out.refused = found.why;
        return out;
    }
    out.map = *found;
    out.scene.grids.push_back(matrix_of(out.map));
    out.scene.legend = {{Tone::step1, Mark::none, "set by a column bit"},
                        {Tone::step3, Mark::none, "set by a row bit"}};
    if (out.map.map.offset != 0) out.scene.legend.push_back({Tone::step5, Mark::none, "at: address of element (0, 0)"});
    for (unsigned bit = 0; bit < out.map.map.inputs; ++bit) {
        const std::uint32_t vector = out.map.map.basis[bit];
        const std::string bytes = sum_of_bits(out.map, vector, name_of_output);
        out.vectors.push_back({name_of_input(out.map, bit), out.map.element_of(1u << bit),
                               say(hex(vector, 3), " = ", bytes.empty() ? "nothing" : bytes)});
    }
    add_kernel(out);
    return out;
}

std::vector<unsigned> inputs_of(const LayoutMap& map, Element element) {
    if (element.row < 0 || element.row >= map.rows || element.column < 0 || element.column >= map.columns) return {};
    return bits_of(map.input_of(element));
}

}  // namespace tilescope
