// core/src/layout/tma_compare.cpp -- compares the places that TMA writes with those that the MMA reads.
// SPDX-License-Identifier: MIT
#include "tma_image.h"

#include <tilescope/base/say.h>
#include <tilescope/hw/memory.h>
#include <tilescope/layout/tile_map.h>

#include <algorithm>
#include <bit>

namespace tilescope {
namespace tma {
namespace {

constexpr std::uint64_t kWindow = 1u << 20;  // bytes; larger than every shared memory

unsigned unit_of(unsigned bits) { return std::min(8u, 1u << std::countr_zero(bits)); }

}  // namespace

Image::Image(const TmaTile& tile, unsigned mma_bits)
    : unit_bits_(std::min(unit_of(tile.map.type->bits), unit_of(mma_bits))),
      tma_bits_(tile.map.type->bits),
      swizzle_(tile.map.swizzle) {
    constexpr std::uint64_t kLine = kLineBytes;  // the XOR never leaves a line
    std::uint64_t first = kWindow, end = 0;
    for (const BoxLoad& load : tile.loads) {
        first = std::min<std::uint64_t>(first, load.smem / kLine * kLine);
        end = std::max<std::uint64_t>(end, (load.smem + box_bytes(tile.map) + kLine) / kLine * kLine);
    }
    end = std::min(end, kWindow);
    if (first >= end) return;
    first_ = first * 8 / unit_bits_;
    cells_.resize((end - first) * 8 / unit_bits_);
    for (const BoxLoad& load : tile.loads) write(tile, load);
}

void Image::write(const TmaTile& tile, const BoxLoad& load) {
    const auto counts = box_counts(tile.map);
    const std::uint64_t rows = box_bytes(tile.map) / std::max(box_row_bytes(tile.map), 1u);
    for (std::uint64_t row = 0; row < rows && load.smem + row * box_row_bytes(tile.map) < kWindow; ++row) {
        TmaCoordinates in_box{};
        std::uint64_t rest = row;
        for (unsigned d = 1; d < kTmaMostRank; ++d) {
            in_box[d] = static_cast<int>(rest % counts[d]);
            rest /= counts[d];
        }
        write_row(tile, load, in_box);
    }
}

void Image::write_row(const TmaTile& tile, const BoxLoad& load, TmaCoordinates in_box) {
    const TensorMap& map = tile.map;
    TmaCoordinates at{};
    bool outside = false;
    for (unsigned d = 1; d < std::min(map.rank, kTmaMostRank); ++d) {
        at[d] = load.origin[d] + in_box[d] * static_cast<int>(map.steps[d]);
        outside |= at[d] < 0 || static_cast<std::uint64_t>(at[d]) >= map.dims[d];
    }
    const int step = map.interleave == TmaInterleave::none ? 1 : static_cast<int>(map.steps[0]);
    const auto inner = static_cast<int>(box_counts(map)[0]);
    at[0] = load.origin[0];
    const Element row_begin = element_of(tile, at);
    for (in_box[0] = 0; in_box[0] < inner; ++in_box[0]) {
        at[0] = load.origin[0] + in_box[0] * step;
        const bool zero = outside || at[0] < 0 || static_cast<std::uint64_t>(at[0]) >= map.dims[0];
        Element element = row_begin;
        (tile.major == Major::k ? element.column : element.row) += in_box[0] * step;
        const BitPlace p = tma_place(map, load.smem, in_box);
        const std::uint64_t unit = (std::uint64_t{p.byte} * 8 + p.bit) / unit_bits_ - first_;
        for (unsigned part = 0; part < tma_bits_ / unit_bits_ && unit + part < cells_.size(); ++part)
            cells_[unit + part] = {element, static_cast<std::int16_t>(part), zero};
    }
}

Cell Image::at(BitPlace place, unsigned part) const {
    const std::uint64_t unit = (std::uint64_t{place.byte} * 8 + place.bit) / unit_bits_ + part - first_;
    return unit < cells_.size() ? cells_[unit] : Cell{};
}

bool Image::holds(BitPlace place, Element element, unsigned bits) const {
    if (bits != tma_bits_) return false;
    for (unsigned part = 0; part < bits / unit_bits_; ++part) {
        const Cell cell = at(place, part);
        if (cell.part != static_cast<int>(part) || cell.element != element) return false;
    }
    return true;
}

std::optional<std::uint32_t> Image::linear_of(Element element) const {
    const auto it = std::ranges::find_if(cells_, [&](const Cell& c) { return c.part == 0 && c.element == element; });
    if (it == cells_.end()) return {};
    const std::uint64_t unit = first_ + static_cast<std::uint64_t>(it - cells_.begin());
    return (*swizzle_)(static_cast<std::uint32_t>(unit * unit_bits_ / 8));
}

Count compare(const Image& image, const SmemLayout& layout, std::vector<Element>* differing) {
    Count out;
    const std::vector<std::uint32_t> bytes = tile_map(layout);
    std::size_t i = 0;
    for (int r = 0; r < layout.rows; ++r)
        for (int c = 0; c < layout.columns && i < bytes.size(); ++c, ++i) {
            const Element e{r, c};
            const bool equal = image.holds({bytes[i], first_bit(layout, e)}, e, layout.type->bits);
            ++(equal ? out.equal : out.different);
            if (!equal && differing) differing->push_back(e);
        }
    return out;
}

}  // namespace tma

namespace {

std::string at_text(BitPlace p) { return p.bit == 0 ? hex(p.byte) : say(hex(p.byte), " bit ", p.bit); }

std::string finds_text(const tma::Image& image, const TmaTile& tile, const SmemLayout& layout, Element e) {
    const BitPlace p = place_in_memory(layout, e);
    const tma::Cell cell = image.at(p, 0);
    const std::string start = say("for element (", e.row, ", ", e.column, ") the MMA reads ", at_text(p), " and gets ");
    if (cell.part < 0) return say(start, "bytes that TMA did not write");
    const std::string_view piece = cell.part != 0                            ? "the middle of element"
                                   : tile.map.type->bits > layout.type->bits ? "a part of element"
                                   : cell.element == e                       ? "only some of the bits from element"
                                                                             : "element";
    return say(start, piece, " (", cell.element.row, ", ", cell.element.column, ")",
               !cell.outside       ? ""
               : tile.map.nan_fill ? ", which is outside the tensor (NaN)"
                                   : ", which is outside the tensor (zeros)");
}

}  // namespace

Agreement compare_tma_mma(const TmaTile& tile, const SmemLayout& layout) {
    Agreement out;
    const tma::Image image(tile, layout.type->bits);
    const tma::Count count = tma::compare(image, layout, &out.differing);
    out.equal = count.equal;
    out.different = count.different;
    const std::size_t all = count.equal + count.different;
    if (out.different == 0) {
        out.repair = {TmaCause::none, layout, tile, out.equal, ""};
        out.sentence = say("The MMA reads all ", all, " elements at the places where TMA wrote them.");
        return out;
    }
    out.finds = finds_text(image, tile, layout, out.differing.front());
    out.repair = tma::find_repair(tile, layout, out.equal);
    out.sentence = say("The MMA reads ", out.different, " of ", all,
                       " elements at places where TMA did not write them; ", out.finds, ". ", out.repair.text, ".");
    return out;
}

}  // namespace tilescope
