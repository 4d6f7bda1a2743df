// core/src/layout/tma_repair.cpp -- tries single changes after which the MMA reads what TMA wrote.
// SPDX-License-Identifier: MIT
#include "tma_image.h"

#include <tilescope/base/say.h>
#include <tilescope/hw/memory.h>
#include <tilescope/layout/placing.h>

#include <algorithm>
#include <tuple>

namespace tilescope::tma {
namespace {

// Tries one change after the other. Keeps the first change after which the most elements match.
class Trials {
public:
    Trials(const TmaTile& tile, const SmemLayout& layout, std::size_t equal)
        : tile_(tile), layout_(layout), image_(tile, layout.type->bits) {
        best_ = {TmaCause::unknown, layout, tile, equal, ""};
    }

    bool done() const { return best_.equal == all(); }

    TmaRepair best() const {
        TmaRepair out = best_;
        if (out.cause == TmaCause::unknown)
            out.text =
                "tilescope tried other swizzles, starts, strides, majors, element sizes and boxes. None of these "
                "changes makes more elements match";
        else if (!done())
            out.text = say("The best single change: ", out.text, " for ", out.equal, " of ", all(), " elements");
        else
            out.text = say("Probable cause: ", out.text);
        return out;
    }

    void descriptor(TmaCause cause, const SmemLayout& layout, std::string text) {
        if (done() || layout == layout_) return;
        const bool same_size = layout.type->bits == layout_.type->bits;
        const Count count = same_size ? compare(image_, layout) : compare(Image(tile_, layout.type->bits), layout);
        const std::size_t equal = count.equal;
        if (equal > best_.equal) best_ = {cause, layout, tile_, equal, std::move(text)};
    }

    void copy(TmaCause cause, const TmaTile& tile, std::string text) {
        if (done()) return;
        const std::size_t equal = compare(Image(tile, layout_.type->bits), layout_).equal;
        if (equal > best_.equal) best_ = {cause, layout_, tile, equal, std::move(text)};
    }

    const TmaTile& tile() const { return tile_; }
    const SmemLayout& layout() const { return layout_; }
    const Image& image() const { return image_; }

private:
    std::size_t all() const {
        return static_cast<std::size_t>(std::max(layout_.rows, 0)) *
               static_cast<std::size_t>(std::max(layout_.columns, 0));
    }

    const TmaTile& tile_;
    const SmemLayout& layout_;
    const Image image_;
    TmaRepair best_;
};

// Returns the start address that matches the copy.
std::uint32_t fitted_start(const Image& image, const SmemLayout& layout) {
    return image.linear_of({0, 0}).value_or(layout.start);
}

// Returns the stride that matches the copy: the distance at which it wrote the elements one step apart.
std::uint32_t fitted_stride(const Image& image, const SmemLayout& layout, std::string_view field) {
    const std::uint32_t now = field == "lbo" ? layout.lbo : layout.sbo;
    const placing::Walks walks = placing::walks_of(layout);
    const bool row = walks.row.field == field;
    if (!row && walks.column.field != field) return now;
    const placing::Walk& walk = row ? walks.row : walks.column;
    const auto step = static_cast<int>(walk.chunk * walk.inner);
    const auto from = image.linear_of({0, 0}), to = image.linear_of(row ? Element{step, 0} : Element{0, step});
    if (!from || !to || *to < *from) return now;
    const std::uint32_t stride = *to - *from;
    return stride <= kMostStrideBytes && stride % kChunkBytes == 0 ? stride : now;
}

SmemLayout fitted(const Image& image, SmemLayout layout) {
    const std::uint32_t lbo = fitted_stride(image, layout, "lbo"), sbo = fitted_stride(image, layout, "sbo");
    layout.start = fitted_start(image, layout);
    layout.lbo = lbo;
    layout.sbo = sbo;
    layout.base_offset = 0;
    return layout;
}

void try_swizzle(Trials& t) {
    const TmaSwizzle& wrote = *t.tile().map.swizzle;
    const std::string_view reads = row_of(t.layout().mode).name;
    if (wrote.mma) {
        SmemLayout other = t.layout();
        other.mode = wrote.mma->mode;
        t.descriptor(TmaCause::swizzle, other,
                     say("the descriptor reads swizzle ", reads, ", but TMA writes swizzle ", wrote.name, "; ",
                         wrote.mma->name, " in the descriptor matches"));
        return;
    }
    TmaTile other = t.tile();
    other.map.swizzle = &tma_swizzle_of(t.layout().mode);
    t.copy(TmaCause::swizzle, other,
           say("TMA writes swizzle ", wrote.name, ", which no descriptor can read; ", other.map.swizzle->name,
               " in the tensor map matches"));
}

void try_numbers(Trials& t) {
    const SmemLayout& now = t.layout();
    SmemLayout other = now;
    other.start = fitted_start(t.image(), now);
    t.descriptor(TmaCause::start, other,
                 say("the field 'start' is ", hex(now.start), "; ", hex(other.start), " matches"));
    other = now;
    other.base_offset = 0;
    t.descriptor(TmaCause::base_offset, other, say("base_offset is ", now.base_offset, "; 0 matches"));
    other = now;
    other.lbo = fitted_stride(t.image(), now, "lbo");
    t.descriptor(TmaCause::lbo, other, say("lbo is ", now.lbo, "; ", other.lbo, " matches"));
    other = now;
    other.sbo = fitted_stride(t.image(), now, "sbo");
    t.descriptor(TmaCause::sbo, other, say("sbo is ", now.sbo, "; ", other.sbo, " matches"));
}

Major other_major(Major major) { return major == Major::k ? Major::mn : Major::k; }

void try_major(Trials& t) {
    SmemLayout other = t.layout();
    other.major = other_major(other.major);
    t.descriptor(TmaCause::major, other,
                 say("the MMA reads the operand as ", name_of(t.layout().major), ", but TMA writes it as ",
                     name_of(other.major), "; change the transpose bit"));
}

// Tries element types of the size of the other side: the tensor map with the same numbers, the tensor map with the same
// bytes, and the operand.
void try_element_size(Trials& t) {
    const ElementType& reads = *t.layout().type;
    const TmaType& wrote = *t.tile().map.type;
    if (wrote.bits == reads.bits && wrote.container_bits == reads.container_bits) return;
    const std::string text = say("the tensor map has elements of ", wrote.bits, " bits, but the MMA reads elements of ",
                                 reads.bits, " bits");
    for (const TmaType& type : kTmaTypes) {
        if (type.bits != reads.bits || type.container_bits != reads.container_bits) continue;
        TmaTile other = t.tile();
        other.map.type = &type;
        const std::string matches = say(text, "; ", type.name, " matches");
        t.copy(TmaCause::element_size, other, matches);
        other.map.dims[0] = other.map.dims[0] * wrote.bits / type.bits;
        other.map.box[0] = other.map.box[0] * wrote.bits / type.bits;
        for (BoxLoad& load : other.loads)
            load.origin[0] = static_cast<int>(std::int64_t{load.origin[0]} * wrote.bits / type.bits);
        t.copy(TmaCause::element_size, other, matches);
        break;
    }
    for (const ElementType& type : kElementTypes) {
        if (type.bits != wrote.bits || type.container_bits != wrote.container_bits) continue;
        SmemLayout other = t.layout();
        other.type = &type;
        t.descriptor(TmaCause::element_size, other, say(text, "; ", type.id, " matches"));
        break;
    }
}

std::string box_text(const TensorMap& map) {
    std::string out = "[";
    for (unsigned d = 0; d < std::min(map.rank, kTmaMostRank); ++d) out += say(d ? ", " : "", map.box[d]);
    return out + "]";
}

// Tries the boxes of this map directly after each other, in both orders.
void try_orders(Trials& t, const TensorMap& map, const TmaBlock& block) {
    if (box_bytes(map) == 0) return;
    TmaTile tile = covered(map, block);
    const std::string text =
        say("boxes of ", box_text(map), ", packed without gaps from ", hex(block.smem), " on, first along ");
    t.copy(TmaCause::box, tile, say(text, block.major == Major::k ? "M or N" : "K", ", match"));
    std::ranges::stable_sort(tile.loads, {}, [&](const BoxLoad& l) {
        const Element e = element_of(tile, l.origin);
        return block.major == Major::k ? std::tuple(e.row, e.column) : std::tuple(e.column, e.row);
    });
    std::uint32_t smem = block.smem;
    for (BoxLoad& load : tile.loads) {
        load.smem = smem;
        smem += static_cast<std::uint32_t>(box_bytes(map));
    }
    t.copy(TmaCause::box, tile, say(text, block.major == Major::k ? "K" : "M or N", ", match"));
}

void try_boxes(Trials& t) {
    const TmaTile& tile = t.tile();
    if (tile.loads.empty() || t.done()) return;
    const TmaBlock block{tile.major, tile.first, t.layout().rows, t.layout().columns, tile.loads.front().smem};
    try_orders(t, tile.map, block);
    const int outer = tile.major == Major::k ? block.rows : block.columns;
    for (const std::uint32_t bytes : {128u, 64u, 32u, 16u}) {
        TensorMap map = tile.map;
        if (map.swizzle->width_bytes != 0 && bytes > map.swizzle->width_bytes) continue;
        std::fill(map.box.begin(), map.box.end(), 1u);
        map.box[0] = bytes * 8 / map.type->container_bits;
        map.box[1] = std::min(static_cast<std::uint32_t>(std::max(outer, 1)), kTmaMostBox);
        try_orders(t, map, block);
    }
}

// Tries a change of more than one field: the descriptor that matches the copy, in both majors.
void try_fitted(Trials& t) {
    SmemLayout other = t.layout();
    if (t.tile().map.swizzle->mma) other.mode = t.tile().map.swizzle->mma->mode;
    for (const Major major : {other.major, other_major(other.major)}) {
        other.major = major;
        const SmemLayout fits = fitted(t.image(), other);
        t.descriptor(TmaCause::several, fits,
                     say("more than one field is wrong; ", name_of(fits.major), " ", row_of(fits.mode).name, " at ",
                         hex(fits.start), ", lbo ", fits.lbo, ", sbo ", fits.sbo, " matches"));
    }
}

}  // namespace

TmaRepair find_repair(const TmaTile& tile, const SmemLayout& layout, std::size_t equal) {
    Trials trials(tile, layout, equal);
    try_swizzle(trials);
    try_numbers(trials);
    try_major(trials);
    try_element_size(trials);
    try_boxes(trials);
    try_fitted(trials);
    return trials.best();
}

}  // namespace tilescope::tma
