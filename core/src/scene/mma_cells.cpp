// core/src/scene/mma_cells.cpp -- the cells of D, of Tensor Memory and of shared memory in the picture of an MMA.
// SPDX-License-Identifier: MIT
#include "mma_scene_parts.h"

#include <tilescope/base/say.h>
#include <tilescope/emulator/emulation.h>
#include <tilescope/hw/memory.h>
#include <tilescope/scene/tile_scene.h>
#include <tilescope/scene/tmem_scene.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace tilescope {
namespace {

constexpr int kSumTones = 8;
constexpr unsigned kLanesOfTone = 16;  // half of the lanes of a warp: M 64 uses only one half

Tone lane_tone(unsigned lane) { return static_cast<Tone>(lane / kLanesOfTone % 8); }

struct Look {
    Tone tone;
    Mark mark;
};

Look look_of(const Emulation& e, std::size_t at) {
    const bool shows = at < e.shows.size() && e.shows[at] == (kShowsA | kShowsB);
    switch (e.verdicts[at]) {
    case Verdict::wrong: return {Tone::wrong, Mark::crossed};
    case Verdict::requested: return {Tone::zeroed, Mark::none};
    case Verdict::rounding: return {Tone::rounding, Mark::none};
    case Verdict::equal: break;
    }
    return {Tone::equal, shows ? Mark::none : Mark::hatched};
}

// Eight tones from the least to the greatest sum. 0 has the tone of a cell without a value; NaN is hatched.
Look look_of_sum(const MmaSource& s, std::size_t at) {
    const double value = number_of_d(*s.emulation, s.sums[at]);
    if (std::isnan(value)) return {Tone::empty, Mark::hatched};
    if (value == 0) return {Tone::empty, Mark::none};
    const double width = s.range.most - s.range.least;
    const double share = width > 0 ? (std::clamp(value, s.range.least, s.range.most) - s.range.least) / width : 1;
    return {static_cast<Tone>(std::min(static_cast<int>(share * kSumTones), kSumTones - 1)), Mark::none};
}

Look look_in_d(const MmaSource& s, std::size_t at) {
    return at < s.sums.size() ? look_of_sum(s, at) : look_of(*s.emulation, at);
}

// The cell of Tensor Memory that holds an element of D. wgmma: a warp has 16 rows.
unsigned lane_of(const MmaSource& s, int row, int column) {
    if (!s.tmem || !s.tmem->d) return static_cast<unsigned>(row);
    const TmemCells cells = places(*s.tmem->d, {row, column});
    return cells.empty() ? 0 : cells[0].lane;
}

Look look_before(const MmaSource& s, unsigned lane, int column) {
    const auto at = static_cast<std::size_t>(column);
    if (at < s.zeroed.size() && s.zeroed[at] != 0) return {Tone::zeroed, Mark::hatched};
    return {lane_tone(lane), Mark::none};
}

// The worst look of the elements of D in one cell of the map.
std::optional<Look> worst_in(const MmaSource& s, const Cells& map, std::uint32_t key) {
    std::optional<Look> worst;
    Verdict most = Verdict::equal;
    for (int l = 0; l < map.cell_rows; ++l)
        for (int c = 0; c < map.cell_columns; ++c) {
            const TmemCell cell{.cta = s.cta,
                                .lane = (key >> 16) + static_cast<unsigned>(l),
                                .column = (key & 0xffff) + static_cast<unsigned>(c)};
            const auto e = element_at(*s.tmem->d, cell);
            if (!e || e->row >= static_cast<int>(s.m) || e->column >= static_cast<int>(s.n)) continue;
            if (!s.emulation) return look_before(s, cell.lane, e->column);
            const std::size_t at = static_cast<std::size_t>(e->row) * s.n + static_cast<std::size_t>(e->column);
            const Look look = look_in_d(s, at);
            const Verdict verdict = s.emulation->verdicts[at];
            const bool worse = !worst || verdict > most || (verdict == most && look.mark == Mark::none);
            if (worse) worst = look, most = verdict;
        }
    return worst;
}

// The lines of 128 bytes, lowest first.
std::vector<std::uint32_t> all_lines(const MmaMatrix& o) {
    std::vector<std::uint32_t> lines;
    const auto add = [&](std::uint64_t byte) {
        const auto line = static_cast<std::uint32_t>(byte / kLineBytes);
        if (lines.empty() || lines.back() != line) lines.push_back(line);
    };
    for (const std::uint32_t b : o.bytes)
        if (b != kNoKey) add(b);
    if (o.written)
        for (const std::uint64_t bit : o.written->first_bit)
            if (bit != kNotWritten) add(bit / 8);
    std::ranges::sort(lines);
    lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
    return lines;
}

}  // namespace

std::uint32_t byte_of(const MmaMatrix& o, int row, int column) {
    if (!o.layout || row >= o.layout->rows || column >= o.layout->columns) return kNoKey;
    const auto at =
        static_cast<std::size_t>(row) * static_cast<std::size_t>(o.layout->columns) + static_cast<std::size_t>(column);
    return at < o.bytes.size() ? o.bytes[at] : kNoKey;
}

Tone operand_tone(const MmaMatrix& o, int row, int column, int width) {
    if (!o.layout) return static_cast<Tone>(column / width % 8);
    const int along = o.layout->major == Major::k ? column : row;
    return static_cast<Tone>(static_cast<unsigned>(along) / elements_per_chunk(*o.layout->type) % 8);
}

bool in_step(const MmaMatrix& o, unsigned step, int column) {
    return o.columns_of_step > 0 && static_cast<unsigned>(column / o.columns_of_step) == step;
}

Cells d_cells(const MmaSource& s) {
    Cells out{.id = "mma_d",
              .title = say("D  m ", s.m, " x n ", s.n, "  ", s.d_type, s.after.empty() ? "" : ", ", s.after),
              .row_axis = "m",
              .column_axis = "n"};
    out.rows = static_cast<int>(s.m), out.columns = static_cast<int>(s.n);
    out.kind = CellKind::element_d;
    out.make_empty();
    for (int r = 0; r < out.rows; ++r)
        for (int c = 0; c < out.columns; ++c) {
            const std::size_t at = out.at(r, c);
            out.key[at] = static_cast<std::uint32_t>(r) << 16 | static_cast<std::uint32_t>(c);
            const Look look = s.emulation ? look_in_d(s, at) : look_before(s, lane_of(s, r, c), c);
            out.tone[at] = look.tone;
            out.mark[at] = look.mark;
        }
    return out;
}

Cells tmem_cells(const MmaSource& s) {
    Scene map = tmem_scene(*s.tmem, {.cta = s.cta, .grain = TmemGrain::overview});
    Cells out = std::move(map.grids.front());
    out.id = "mma_tmem";
    for (std::size_t at = 0; s.tmem->d && at < out.tone.size(); ++at) {
        if (out.tone[at] != Tone::d || out.mark[at] == Mark::crossed) continue;
        if (const auto look = worst_in(s, out, out.key[at])) out.tone[at] = look->tone, out.mark[at] = look->mark;
    }
    return out;
}

Cells memory_cells(const MmaSource& s, Operand operand, const SharedMap& shared,
                   std::unordered_map<std::uint32_t, int>& row_of_line) {
    const MmaMatrix& o = s.operand[operand];
    const std::vector<std::uint32_t> lines = all_lines(o);
    Cells out{.id = say("mma_memory_", pick(operand, "a", "b")),
              .title = say("shared memory of ", name_of(operand)),
              .row_axis = "address",
              .column_axis = "chunk"};
    out.rows = static_cast<int>(lines.size()), out.columns = static_cast<int>(kLineBytes / kChunkBytes);
    out.kind = CellKind::byte;
    out.cell_columns = static_cast<int>(kChunkBytes);
    out.make_empty();
    for (std::size_t i = 0; i < lines.size(); ++i) {
        row_of_line[lines[i]] = static_cast<int>(i);
        const bool gap = i > 0 && lines[i] != lines[i - 1] + 1;
        out.row_labels.push_back(say(gap ? kGapSign : std::string_view(), hex(lines[i] * kLineBytes)));
    }
    const auto cell = [&](std::uint64_t byte) {
        const int row = row_of_line.at(static_cast<std::uint32_t>(byte / kLineBytes));
        const std::size_t at = out.at(row, static_cast<int>(byte % kLineBytes / kChunkBytes));
        out.key[at] = static_cast<std::uint32_t>(byte / kChunkBytes * kChunkBytes);
        return at;
    };
    if (!shared.used.empty()) out.both.assign(out.tone.size(), 0);
    std::vector<std::uint8_t> has_data(out.tone.size(), o.written ? 0 : 1);
    if (o.written)
        for (const std::uint64_t bit : o.written->first_bit)
            if (bit != kNotWritten) {
                const std::size_t at = cell(bit / 8);
                has_data[at] = 1;
                out.tone[at] = Tone::used;
            }
    for (int r = 0; r < o.layout->rows; ++r)
        for (int c = 0; c < o.layout->columns; ++c) {
            const std::uint32_t byte = byte_of(o, r, c);
            if (byte == kNoKey) continue;
            const std::size_t at = cell(byte);
            out.tone[at] = operand_tone(o, r, c, 1);
            out.label[at] = chunk_in_row(*o.layout, {r, c});
            if (!out.both.empty() && shared.any_in(out.key[at], kChunkBytes)) out.both[at] = 1;
            out.lit[at] |= in_step(o, s.k_step, c);
            if (!has_data[at]) out.mark[at] = Mark::crossed;
        }
    return out;
}

namespace {

// The tone of the first cell with a pattern of Tensor Memory itself. Most cells of D have the tone and the pattern of
// their verdict there.
std::optional<Tone> tone_in_tmem(const MmaPicture& picture, Mark mark) {
    constexpr std::array kOwn = {Tone::a, Tone::d, Tone::sfa, Tone::sfb, Tone::meta};
    const Cells* cells = picture.of(PicturePart::tmem);
    for (std::size_t i = 0; cells && i < cells->mark.size(); ++i)
        if (cells->mark[i] == mark && std::ranges::find(kOwn, cells->tone[i]) != kOwn.end()) return cells->tone[i];
    return std::nullopt;
}

// Crossed cells of the matrices and crossed chunks of memory look the same, so they have one entry.
void add_wrong_reads(std::vector<LegendEntry>& out, bool in_matrix, bool in_memory) {
    constexpr std::string_view kMatrix =
        "The instruction reads this element of A or B at another address than where the kernel wrote it.";
    constexpr std::string_view kMemory =
        "The instruction reads this chunk of shared memory, but the kernel wrote no element of the tile into it.";
    if (!in_matrix && !in_memory) return;
    out.push_back({Tone::empty, Mark::crossed, in_matrix ? "read from a wrong place" : "read, not written",
                   in_matrix && in_memory ? say("In A and B: ", kMatrix, "\nIn memory: ", kMemory)
                                          : std::string(in_matrix ? kMatrix : kMemory)});
}

}  // namespace

std::vector<LegendEntry> legend_of_mma(const MmaPicture& picture, const MmaSource& source) {
    const auto has = [&](PicturePart part, Tone tone, Mark mark) {
        const Cells* cells = picture.of(part);
        for (std::size_t i = 0; cells && i < cells->tone.size(); ++i)
            if (cells->tone[i] == tone && cells->mark[i] == mark) return true;
        return false;
    };
    const auto crossed = [&](PicturePart part) {
        const Cells* cells = picture.of(part);
        return cells && std::ranges::find(cells->mark, Mark::crossed) != cells->mark.end();
    };
    std::vector<LegendEntry> out;
    const auto add = [&](bool occurs, Tone tone, Mark mark, const char* text, const char* means = "") {
        if (occurs) out.push_back({tone, mark, text, means});
    };
    if (!source.sums.empty()) {
        add(has(PicturePart::d, Tone::empty, Mark::none), Tone::empty, Mark::none, "0 so far");
        out.push_back({Tone::step0, Mark::none, say("least sum ", text_of_sum(source.range.least))});
        out.push_back({Tone::step7, Mark::none, say("greatest ", text_of_sum(source.range.most))});
    }
    add(has(PicturePart::d, Tone::equal, Mark::none), Tone::equal, Mark::none, "equal");
    add(has(PicturePart::d, Tone::equal, Mark::hatched), Tone::equal, Mark::hatched, "equal, but proves nothing",
        "The value is right, but it would be right too if wrong bytes of A or B had been read.");
    add(has(PicturePart::d, Tone::rounding, Mark::none), Tone::rounding, Mark::none, "rounding");
    add(has(PicturePart::d, Tone::zeroed, Mark::none), Tone::zeroed, Mark::none, "as requested");
    add(has(PicturePart::d, Tone::wrong, Mark::crossed), Tone::wrong, Mark::crossed, "wrong");
    add(has(PicturePart::d, Tone::zeroed, Mark::hatched), Tone::zeroed, Mark::hatched, "zeroed by the mask");
    add(has(PicturePart::d, Tone::empty, Mark::hatched), Tone::empty, Mark::hatched, "NaN");
    add(picture.of(PicturePart::sfa), Tone::sfa, Mark::none, "scale factors of A");
    add(picture.of(PicturePart::sfb), Tone::sfb, Mark::none, "scale factors of B");
    add(picture.of(PicturePart::meta), Tone::meta, Mark::none, "metadata of A");
    add(has(PicturePart::tmem, Tone::a, Mark::none), Tone::a, Mark::none, "A in Tensor Memory");
    const bool unread =
        has(PicturePart::memory_a, Tone::used, Mark::none) || has(PicturePart::memory_b, Tone::used, Mark::none);
    add(unread, Tone::used, Mark::none, "written, not read",
        "The kernel wrote an element of the tile into this chunk of shared memory, but the words let the instruction\n"
        "read none of its bytes. Wrong words read other chunks instead; those are crossed if nothing was written "
        "there.");
    add_wrong_reads(out, crossed(PicturePart::a) || crossed(PicturePart::b),
                    crossed(PicturePart::memory_a) || crossed(PicturePart::memory_b));
    for (const PicturePart part : {PicturePart::memory_a, PicturePart::memory_b})
        if (const Cells* memory = picture.of(part))
            if (auto both = legend_of_both(*memory)) {
                out.push_back(std::move(*both));
                break;
            }
    if (const auto tone = tone_in_tmem(picture, Mark::crossed))
        out.push_back({*tone, Mark::crossed, "shared by two operands"});
    if (const auto tone = tone_in_tmem(picture, Mark::hatched))
        out.push_back({*tone, Mark::hatched, "[?] not confirmed"});
    return out;
}

}  // namespace tilescope
