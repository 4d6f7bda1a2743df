// core/src/layout/tma_compare.cpp -- what TMA writes and the MMA reads: differences, their cause, a copy without.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/hw/memory.h>
#include <tilescope/layout/placing.h>
#include <tilescope/layout/smem_layout.h>
#include <tilescope/layout/tma_tile.h>

#include <algorithm>
#include <bit>
#include <tuple>

namespace tilescope {
namespace tma {
namespace {

constexpr std::uint64_t kWindow = 1u << 20;  // bytes; larger than every shared memory

// Calls visit(element, place, outside) for each element of the boxes, in the order in which TMA writes them. `outside`:
// the element is not in the tensor, so TMA writes zeros, or NaN.
template <class Visit>
void for_each_written(const TmaTile& tile, const Visit& visit) {
    const TensorMap& map = tile.map;
    const auto counts = box_counts(map);
    const std::uint64_t row_bytes = box_row_bytes(map), rows = box_bytes(map) / std::max<std::uint64_t>(row_bytes, 1);
    const int step = map.interleave == TmaInterleave::none ? 1 : static_cast<int>(map.steps[0]);
    const auto is_outside = [&](unsigned d, int at) { return at < 0 || static_cast<std::uint64_t>(at) >= map.dims[d]; };
    for (const BoxLoad& load : tile.loads)
        for (std::uint64_t row = 0; row < rows && load.smem + row * row_bytes < kWindow; ++row) {
            TmaCoordinates in_box{}, at{load.origin[0]};
            bool outside = false;
            std::uint64_t rest = row;
            for (unsigned d = 1; d < kTmaMostRank; rest /= counts[d++]) {
                in_box[d] = static_cast<int>(rest % counts[d]);
                if (d >= map.rank) continue;
                at[d] = load.origin[d] + in_box[d] * static_cast<int>(map.steps[d]);
                outside |= is_outside(d, at[d]);
            }
            const Element row_begin = element_of(tile, at);
            for (; in_box[0] < static_cast<int>(counts[0]); ++in_box[0]) {
                Element element = row_begin;
                (tile.major == Major::k ? element.column : element.row) += in_box[0] * step;
                visit(element, tma_place(map, load.smem, in_box),
                      outside || is_outside(0, load.origin[0] + in_box[0] * step));
            }
        }
}

unsigned unit_of(unsigned bits) { return std::min(8u, 1u << std::countr_zero(bits)); }

// One unit of memory: a part of an element.
struct Cell {
    Element element{0, 0};
    std::int16_t part = -1;  // -1: no box wrote here
    bool outside = false;    // outside the tensor: TMA writes zeros, or NaN
};

// Shared memory after the loads: the element that each unit of memory contains.
class Image {
public:
    // `mma_bits` is the size of an element for the MMA. The size of a unit divides both element sizes.
    Image(const TmaTile& tile, unsigned mma_bits)
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
        for_each_written(tile, [&](Element element, BitPlace p, bool outside) {
            const std::uint64_t unit = unit_at(p);
            for (unsigned part = 0; part < tma_bits_ / unit_bits_ && unit + part < cells_.size(); ++part)
                cells_[unit + part] = {element, static_cast<std::int16_t>(part), outside};
        });
    }

    // The unit number `part` after the place.
    Cell at(BitPlace place, unsigned part) const {
        const std::uint64_t unit = unit_at(place) + part;
        return unit < cells_.size() ? cells_[unit] : Cell{};
    }
    // Returns whether all units of the element are at the place.
    bool holds(BitPlace place, Element element, unsigned bits) const {
        if (bits != tma_bits_) return false;
        for (unsigned part = 0; part < bits / unit_bits_; ++part) {
            const Cell cell = at(place, part);
            if (cell.part != static_cast<int>(part) || cell.element != element) return false;
        }
        return true;
    }
    // Returns the address of the element before the XOR of the tensor map.
    std::optional<std::uint32_t> linear_of(Element element) const {
        const auto it =
            std::ranges::find_if(cells_, [&](const Cell& c) { return c.part == 0 && c.element == element; });
        if (it == cells_.end()) return {};
        const std::uint64_t unit = first_ + static_cast<std::uint64_t>(it - cells_.begin());
        return (*swizzle_)(static_cast<std::uint32_t>(unit * unit_bits_ / 8));
    }

private:
    std::uint64_t unit_at(BitPlace p) const { return (std::uint64_t{p.byte} * 8 + p.bit) / unit_bits_ - first_; }

    unsigned unit_bits_, tma_bits_;
    const TmaSwizzle* swizzle_;
    std::uint64_t first_ = 0;  // unit
    std::vector<Cell> cells_;
};

struct Count {
    std::size_t equal = 0, different = 0;
};
// Counts the elements of the tile that the MMA reads at the right place. Adds the others to `differing`, if it is not
// null.
Count compare(const Image& image, const SmemLayout& layout, std::vector<Element>* differing = nullptr) {
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

// ---- the change after which most elements match ----

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

// Returns the layout with the start and the strides that match the copy.
SmemLayout fitted(const Image& image, SmemLayout layout) {
    const std::uint32_t lbo = fitted_stride(image, layout, "lbo"), sbo = fitted_stride(image, layout, "sbo");
    layout.start = image.linear_of({0, 0}).value_or(layout.start);
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
    const SmemLayout fits = fitted(t.image(), now);
    const auto set = [&](TmaCause cause, auto SmemLayout::*member, std::string_view name, const auto& text) {
        SmemLayout other = now;
        other.*member = fits.*member;
        t.descriptor(cause, other, say(name, " is ", text(now.*member), "; ", text(other.*member), " matches"));
    };
    const auto in_hex = [](std::uint32_t n) { return hex(n); };
    const auto decimal = [](std::uint32_t n) { return say(n); };
    set(TmaCause::start, &SmemLayout::start, "the field 'start'", in_hex);
    set(TmaCause::base_offset, &SmemLayout::base_offset, "base_offset", decimal);
    set(TmaCause::lbo, &SmemLayout::lbo, "lbo", decimal);
    set(TmaCause::sbo, &SmemLayout::sbo, "sbo", decimal);
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

// Requires: not all elements match.
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

// ---- the copy that matches a layout ----

// Returns the tensor type that kernels use for these elements. Only its sizes matter for the places. Returns null if no
// tensor type has this size.
const TmaType* tma_type_of(const ElementType& type) {
    struct Row {
        std::string_view element, tensor;
    };
    constexpr Row rows[] = {{"f16", "FLOAT16"}, {"bf16", "BFLOAT16"}, {"tf32", "TFLOAT32"}};
    for (const Row& row : rows)
        if (row.element == type.id) return find_tma_type(row.tensor);
    for (const TmaType& t : kTmaTypes)
        if (t.bits == type.bits && t.container_bits == type.container_bits) return &t;
    return nullptr;
}

// Returns the largest box size that divides `count`.
int divisor_of(int count) {
    for (int d = std::min(count, static_cast<int>(kTmaMostBox)); d > 1; --d)
        if (count % d == 0) return d;
    return 1;
}

// The sizes of a tile along the contiguous index and along the other index.
struct Sides {
    int inner, outer, wide;  // `wide`: elements in a row of a box
};

// Returns the copy whose boxes have `lines` rows: all rows of the tile, or the rows of one atom.
TmaCopy copy_with(const SmemLayout& layout, const Sides& sides, int lines) {
    TmaCopy out{.smem = layout.start};
    if (const TmaType* type = tma_type_of(*layout.type)) out.map.type = type;
    out.map.swizzle = &tma_swizzle_of(layout.mode);
    const auto inner = static_cast<std::uint64_t>(sides.inner), outer = static_cast<std::uint64_t>(sides.outer);
    const auto wide = static_cast<std::uint32_t>(sides.wide), tall = static_cast<std::uint32_t>(lines);
    const std::uint64_t pitch = inner * out.map.type->bits / 8;
    const int blocks = sides.inner / sides.wide;
    out.map.dims = {inner, outer};
    out.map.strides = {pitch};
    out.map.box = {wide, tall};
    const bool plain = layout.mode != SwizzleMode::none && lines == divisor_of(sides.outer);
    if (plain || blocks < 2 || sides.inner % sides.wide != 0) return out;
    out.map.rank = 3;
    out.map.dims = {wide, outer, static_cast<std::uint64_t>(blocks)};
    out.map.strides = {pitch, std::uint64_t{wide} * out.map.type->bits / 8};
    out.map.box = {wide, tall, static_cast<std::uint32_t>(divisor_of(blocks))};
    return out;
}

std::string at_text(BitPlace p) { return p.bit == 0 ? hex(p.byte) : say(hex(p.byte), " bit ", p.bit); }

std::string finds_text(const Image& image, const TmaTile& tile, const SmemLayout& layout, Element e) {
    const BitPlace p = place_in_memory(layout, e);
    const Cell cell = image.at(p, 0);
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
}  // namespace tma

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

Answer<void> can_be_copied(const ElementType& type) {
    if (tma::tma_type_of(type)) return {};
    return Refusal("no tensor map has elements of ", type.bits, type.bits == 1 ? " bit" : " bits", "; kernels copy ",
                   type.id, " as bytes: describe its layout as a tile or a CuTe layout");
}

TmaTile covered(const TmaCopy& copy, Major major, int rows, int columns) {
    return covered(copy.map, {major, copy.first, rows, columns, copy.smem});
}

std::vector<std::uint64_t> written_bits(const TmaTile& tile, int rows, int columns) {
    std::vector<std::uint64_t> out(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns), kNotWritten);
    tma::for_each_written(tile, [&](Element e, BitPlace place, bool) {
        if (e.row < 0 || e.row >= rows || e.column < 0 || e.column >= columns) return;
        std::uint64_t& bit = out[index_in(columns, e)];
        if (bit == kNotWritten) bit = std::uint64_t{place.byte} * 8 + place.bit;
    });
    return out;
}

TmaCopy copy_for(const SmemLayout& layout) {
    const bool k = layout.major == Major::k;
    const unsigned width = layout.mode == SwizzleMode::none ? 16 : row_of(layout.mode).width_bytes;
    const int inner = std::max(k ? layout.columns : layout.rows, 1),
              outer = std::max(k ? layout.rows : layout.columns, 1);
    const auto wide = static_cast<int>(width * 8 / layout.type->container_bits);
    const tma::Sides sides{inner, outer, std::min(wide, inner)};
    const int atom = k ? 8 : static_cast<int>(row_of(layout.mode).k_rows);
    TmaCopy best = tma::copy_with(layout, sides, tma::divisor_of(outer));
    std::size_t most = 0;
    for (const int lines : {tma::divisor_of(outer), std::min(atom, outer)}) {
        const TmaCopy copy = tma::copy_with(layout, sides, lines);
        const tma::Image image(covered(copy, layout.major, layout.rows, layout.columns), layout.type->bits);
        const std::size_t equal = tma::compare(image, layout).equal;
        if (equal <= most) continue;
        most = equal;
        best = copy;
    }
    return best;
}

}  // namespace tilescope
