// core/src/scene/before_after_scene.cpp -- eight rows without and with the swizzle, and the banks of one read.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/hw/memory.h>
#include <tilescope/layout/banks.h>
#include <tilescope/layout/placing.h>
#include <tilescope/layout/tile.h>
#include <tilescope/scene/before_after_scene.h>
#include <tilescope/scene/tile_scene.h>

#include <algorithm>
#include <array>
#include <set>

namespace tilescope {
namespace {

constexpr int kRowsOfRead = 8;
constexpr int kChunksOfLine = static_cast<int>(kLineBytes / kChunkBytes);

// One of the two sides: the place of each chunk, and the read.
struct CrossedSide {
    std::string_view id;
    std::uint32_t CrossedChunk::*place;
    const BankReport& report;
};

int column_of(std::uint32_t byte) { return static_cast<int>(byte % kLineBytes / kChunkBytes); }

// "3", "0 1", "0-3": the rows that have chunks in a line of memory.
std::vector<std::string> rows_of_lines(const LineGrid& grid, std::span<const CrossedChunk> chunks) {
    std::vector<std::set<int>> rows(grid.row_of.size());
    for (const CrossedChunk& c : chunks)
        rows[static_cast<std::size_t>(grid.row_of.at(c.after / kLineBytes))].insert(c.line);
    std::vector<std::string> out;
    for (const std::set<int>& r : rows)
        out.push_back(r.size() == 1   ? say(*r.begin())
                      : r.size() == 2 ? say(*r.begin(), ' ', *r.rbegin())
                                      : say(*r.begin(), '-', *r.rbegin()));
    return out;
}

Cells memory_of(const CrossedSide& side, std::span<const CrossedChunk> chunks, Major major, std::string title) {
    std::vector<std::uint32_t> lines;
    for (const CrossedChunk& c : chunks) lines.push_back(c.*side.place / kLineBytes);
    const LineGrid grid = line_grid(std::move(lines), kChunkBytes);
    Cells out = grid.cells;
    out.id = side.id, out.title = std::move(title);
    out.row_axis = major == Major::k ? "row" : "column", out.row_labels = rows_of_lines(grid, chunks);
    out.column_labels = number_labels(out.columns);
    for (const CrossedChunk& c : chunks) {
        const std::uint32_t byte = c.*side.place;
        const std::size_t at = out.at(grid.row_of.at(byte / kLineBytes), column_of(byte));
        out.tone[at] = step_tone(static_cast<std::uint64_t>(c.chunk));
        out.label[at] = c.chunk, out.key[at] = c.after, out.lit[at] = c.read;
    }
    return out;
}

std::string turns_text(const BankReport& report) {
    const std::string turns = say(report.cycles, report.cycles == 1 ? " turn" : " turns");
    return report.cycles == report.ideal ? say(turns, ", no conflict")
                                         : say(turns, ", ", report.degree, "-way conflict");
}

Cells banks_below(const CrossedSide& side, std::span<const CrossedChunk> chunks, int turns) {
    Cells out = empty_grid(say(side.id, "_banks"), say("BANKS  ", turns_text(side.report)), {"turn", "banks"},
                           {turns, kChunksOfLine}, CellKind::byte);
    out.cell_columns = static_cast<int>(kChunkBytes);
    out.row_labels.clear();
    for (int turn = 1; turn <= turns; ++turn) out.row_labels.push_back(say("turn", turn));  // a paper is narrow
    constexpr int kBanksOfChunk = static_cast<int>(kChunkBytes / kBanks.word_bytes);
    for (int c = 0; c < kChunksOfLine; ++c)
        out.column_labels.push_back(say(c * kBanksOfChunk, '-', (c + 1) * kBanksOfChunk - 1));
    std::array<int, kChunksOfLine> waiting{};  // the turns that a bank has given
    const BankPhase& phase = side.report.phases.front();
    for (const CrossedChunk& c : chunks) {
        if (!c.read) continue;
        const std::uint32_t byte = c.*side.place;
        const int column = column_of(byte);
        const std::size_t at = out.at(waiting[static_cast<std::size_t>(column)]++, column);
        const bool conflict = phase.ways[static_cast<std::size_t>(column * kBanksOfChunk)] > 1;
        out.tone[at] = conflict ? Tone::wrong : step_tone(static_cast<std::uint64_t>(c.chunk));
        out.mark[at] = conflict ? Mark::crossed : Mark::none;
        out.label[at] = c.line, out.key[at] = c.after;
    }
    return out;
}

// The labels of all rows get the same width, so that each column of memory is above its banks.
void pad_row_labels(Scene& scene) {
    std::size_t width = 0;
    for (const Cells& cells : scene.grids)
        for (const std::string& label : cells.row_labels) width = std::max(width, label.size());
    for (Cells& cells : scene.grids)
        for (std::string& label : cells.row_labels) label.insert(0, width - label.size(), ' ');
}

std::string sentence_about(const SmemLayout& layout, Operand operand, std::span<const CrossedChunk> chunks,
                           const BankComparison& found) {
    const auto read = std::ranges::find(chunks, true, &CrossedChunk::read);
    const auto moved = std::ranges::count_if(chunks, [](const CrossedChunk& c) { return c.before != c.after; });
    const auto turns = [](const BankReport& r) { return say(r.cycles, r.cycles == 1 ? " turn" : " turns"); };
    return say("A read of chunk ", read->chunk, " of ", layout.major == Major::k ? "rows " : "columns ",
               chunks.front().line, " to ", chunks.back().line, " of ", name_of(operand), " takes ", turns(found.off),
               " without the XOR and ", turns(found.on), " with ", row_of(layout.mode).name, ", whose XOR moves ",
               moved, " of these ", chunks.size(), " chunks inside their lines of 128 bytes.");
}

}  // namespace

std::vector<CrossedChunk> crossed_chunks(const SmemLayout& layout, const Element& from) {
    const bool k_major = layout.major == Major::k;
    const auto in_chunk = static_cast<int>(elements_per_chunk(*layout.type));
    const int width = static_cast<int>(row_of(layout.mode).width_bytes / kChunkBytes) * in_chunk;
    const int along = k_major ? from.column : from.row, across = k_major ? from.row : from.column;
    const int first = along / width * width, first_line = across / kRowsOfRead * kRowsOfRead;
    const int end = std::min(first + width, k_major ? layout.columns : layout.rows),
              last_line = std::min(first_line + kRowsOfRead, k_major ? layout.rows : layout.columns);
    std::vector<CrossedChunk> out;
    for (int line = first_line; line < last_line; ++line)
        for (int position = first; position < end; position += in_chunk) {
            const Element e = k_major ? Element{line, position} : Element{position, line};
            const auto whole = [](std::uint32_t byte) { return byte / kChunkBytes * kChunkBytes; };
            out.push_back({e, line, (position - first) / in_chunk, whole(placing::linear_address(layout, e)),
                           whole(place_in_memory(layout, e).byte), position / in_chunk == along / in_chunk});
        }
    return out;
}

Answer<Scene> before_after_scene(const SmemLayout& layout, Operand operand, const Element& from) {
    if (row_of(layout.mode).swizzle.bits == 0)
        return Refusal("There is nothing to compare: the swizzle mode of ", name_of(operand), " is ",
                       row_of(layout.mode).name, ", so no chunk has another place.");
    const int across = layout.major == Major::k ? from.row : from.column, first = across / kRowsOfRead * kRowsOfRead;
    const auto found =
        banks_of(layout, {.kind = AccessKind::chunk_column,
                          .from = layout.major == Major::k ? Element{first, from.column} : Element{from.row, first}});
    if (!found) return Refusal("No picture: ", found.why, ".");
    const std::vector<CrossedChunk> chunks = crossed_chunks(layout, from);
    std::set<std::uint32_t> places;
    for (const CrossedChunk& c : chunks)
        if (!places.insert(c.after).second)
            return Refusal(
                "Chunks of these eight rows share bytes of memory, so one of them would hide the other. "
                "Correct lbo or sbo of ",
                name_of(operand), " first.");
    const CrossedSide before{"before", &CrossedChunk::before, found->off},
        after{"after", &CrossedChunk::after, found->on};
    Scene scene{.across = 2};
    scene.grids.push_back(memory_of(before, chunks, layout.major, "BEFORE  without the XOR"));
    scene.grids.push_back(memory_of(after, chunks, layout.major, say("AFTER  swizzle ", row_of(layout.mode).name)));
    const auto turns = static_cast<int>(std::max(found->on.cycles, found->off.cycles));
    scene.grids.push_back(banks_below(before, chunks, turns));
    scene.grids.push_back(banks_below(after, chunks, turns));
    pad_row_labels(scene);
    const int read = std::ranges::find(chunks, true, &CrossedChunk::read)->chunk;
    const std::string_view line = layout.major == Major::k ? "row" : "column";
    scene.legend.push_back({step_tone(static_cast<std::uint64_t>(read)), Mark::none,
                            say("chunk ", read, " of each ", line, ": the read, and the ", line, " in its banks")});
    if (turns > 1) {
        scene.legend.push_back({Tone::wrong, Mark::crossed, say("bank conflict: the ", line, "s take turns")});
        scene.legend.push_back({Tone::empty, Mark::none, std::string(kOneTurn)});
    }
    scene.sentence = sentence_about(layout, operand, chunks, *found);
    return scene;
}

}  // namespace tilescope
