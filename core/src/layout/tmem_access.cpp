// core/src/layout/tmem_access.cpp -- the cells that tcgen05.ld, tcgen05.st and tcgen05.cp access.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/hw/memory.h>
#include <tilescope/hw/shapes.h>
#include <tilescope/layout/tmem_access.h>

#include <algorithm>

namespace tilescope {
namespace {

constexpr unsigned kThreads = 32;  // threads of a warp

// The formulas of the header. backward() is the inverse of forward().
LaneColumn forward(const LoadFragment& f, unsigned t, unsigned i) {
    switch (f.shape) {
    case LoadShape::b32: return {t, i};
    case LoadShape::b64: return {t / 4 + 8 * (t % 2), t / 2 % 2 + 2 * i};
    case LoadShape::b128: return {t / 4 + 8 * (i % 2), t % 4 + 4 * (i / 2)};
    case LoadShape::b256: return {t / 4 + 8 * (i / 2 % 2), i % 2 + 2 * (t % 4) + 8 * (i / 4)};
    case LoadShape::b32x2: break;
    }
    return {t % kHalfLanes, i + t / kHalfLanes * f.split};
}

// Returns the thread and register of a cell. For 16x32bx2: of the first part.
ThreadRegister backward(LoadShape shape, LaneColumn c) {
    const unsigned upper = c.lane / 8, quad = c.lane % 8 * 4;
    switch (shape) {
    case LoadShape::b64: return {quad + c.column % 2 * 2 + upper, c.column / 2};
    case LoadShape::b128: return {quad + c.column % 4, c.column / 4 * 2 + upper};
    case LoadShape::b256: return {quad + c.column / 2 % 4, c.column / 8 * 4 + 2 * upper + c.column % 2};
    case LoadShape::b32:
    case LoadShape::b32x2: break;
    }
    return {c.lane, c.column};
}

// Returns whether 4x256b writes to the end of every sub-partition.
bool refreshes(const CopyShapeRow& shape, CopyReading reading) {
    return shape.certainty == Certainty::unknown && reading == CopyReading::refresh;
}

}  // namespace

std::vector<unsigned> legal_nums(LoadShape shape) {
    std::vector<unsigned> out;
    for (unsigned num = 1; num <= row_of(shape).max_num; num *= 2) out.push_back(num);
    return out;
}

Answer<void> takes_num(const LoadFragment& fragment) {
    const std::vector<unsigned> legal = legal_nums(fragment.shape);
    if (std::ranges::binary_search(legal, fragment.num)) return {};
    return Refusal(row_of(fragment.shape).name, " accepts .num ", list_sizes(legal), ", not ", fragment.num);
}

unsigned registers_of(const LoadFragment& fragment) { return row_of(fragment.shape).registers * fragment.num; }

unsigned columns_of(const LoadFragment& fragment) {
    const LoadShapeRow& row = row_of(fragment.shape);
    return row.columns * fragment.num + (row.split ? fragment.split : 0);
}

std::optional<LaneColumn> cell_of(const LoadFragment& fragment, ThreadRegister from) {
    if (from.thread >= kThreads || from.reg >= registers_of(fragment)) return {};
    return forward(fragment, from.thread, from.reg);
}

std::vector<ThreadRegister> readers_of(const LoadFragment& fragment, LaneColumn cell) {
    const LoadShapeRow& row = row_of(fragment.shape);
    std::vector<ThreadRegister> out;
    if (cell.lane >= row.lanes) return out;
    const ThreadRegister first = backward(fragment.shape, cell);
    if (first.reg < registers_of(fragment)) out.push_back(first);
    if (row.split && cell.column >= fragment.split && cell.column - fragment.split < fragment.num)
        out.push_back({cell.lane + kHalfLanes, cell.column - fragment.split});
    return out;
}

std::vector<Reader> readers_of(const TmemAccess& access, LaneColumn cell) {
    std::vector<Reader> out;
    const unsigned warp = cell.lane / kTmem.warp_lanes, lane = cell.lane % kTmem.warp_lanes;
    if (cell.lane >= kTmem.lanes || cell.column < access.column || lane < access.lane_half) return out;
    const LaneColumn relative{lane - access.lane_half, cell.column - access.column};
    for (const ThreadRegister& r : readers_of(access.fragment, relative)) out.push_back({warp, r.thread, r.reg});
    return out;
}

std::string explanation_of(const TmemAccess& access, LaneColumn cell) {
    const std::string readers = list_of(
        readers_of(access, cell),
        [](const Reader& r) { return say("warp ", r.warp, ", thread ", r.thread, ", register ", r.reg); }, " and ");
    return say("lane ", cell.lane, ", column ", cell.column, ": ", readers.empty() ? "no thread reads it" : readers,
               " (", row_of(access.fragment.shape).name, ".x", access.fragment.num, " from column ", access.column,
               access.lane_half ? ", upper half)" : ")");
}

std::vector<unsigned> lanes_of(const CopyShapeRow& shape, unsigned row, CopyReading reading) {
    std::vector<unsigned> out;
    if (row >= shape.rows) return out;
    if (refreshes(shape, reading)) {
        for (unsigned last = kTmem.warp_lanes; last <= kTmem.lanes; last += kTmem.warp_lanes)
            out.push_back(last - shape.rows + row);
        return out;
    }
    const unsigned lane = row % shape.block + row / shape.block * shape.block_lanes;
    for (unsigned copy = 0; copy < shape.copies; ++copy) out.push_back(lane + copy * shape.copy_lanes);
    return out;
}

std::optional<unsigned> source_row(const CopyShapeRow& shape, unsigned lane, CopyReading reading) {
    for (unsigned row = 0; row < shape.rows; ++row)
        if (std::ranges::count(lanes_of(shape, row, reading), lane) != 0) return row;
    return {};
}

}  // namespace tilescope
