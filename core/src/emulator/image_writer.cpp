// core/src/emulator/image_writer.cpp -- fills shared memory as a kernel does, without any descriptor.
// SPDX-License-Identifier: MIT
#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/emulator/floats.h>
#include <tilescope/emulator/image_writer.h>
#include <tilescope/hw/memory.h>
#include <tilescope/layout/placing.h>
#include <tilescope/layout/smem_layout.h>
#include <tilescope/notation/cute.h>

#include <algorithm>
#include <cassert>

namespace tilescope {
namespace {

constexpr std::uint64_t kMostBytes = 1u << 18;  // the range of the 14-bit address of a descriptor
constexpr std::uint64_t kChunkBits = 8 * kChunkBytes;

using Places = Answer<WrittenPlaces>;

std::size_t count_of(const ImageSize& size) {
    return static_cast<std::size_t>(size.rows) * static_cast<std::size_t>(size.columns);
}

Answer<const ElementType*> type_of(const OperandImage& image, const ImageSize& size) {
    if (image.type.empty()) return size.type;
    if (const ElementType* type = find_type(image.type)) return type;
    return Refusal("element type in shared memory: found '", excerpt(image.type),
                   "'; expected one of: ", list_of(kElementTypes, &ElementType::id));
}

// Returns the bit addresses that a layout gives to the first rows x columns elements.
std::vector<std::uint64_t> first_bits(SmemLayout layout, const ImageSize& size) {
    layout.rows = size.rows;
    layout.columns = size.columns;
    const std::vector<std::uint32_t> bytes = tile_map(layout);
    std::vector<std::uint64_t> out(bytes.size());
    std::size_t i = 0;
    for (int row = 0; row < size.rows; ++row)
        for (int column = 0; column < size.columns; ++column, ++i)
            out[i] = std::uint64_t{bytes[i]} * 8 + first_bit(layout, {row, column});
    return out;
}

Places tile_places(const OperandImage& image, const ImageSize& size, const ElementType& type) {
    if (image.start % placing::kChunk != 0 || image.start >= kMostBytes)
        return Refusal("a tile must start at a multiple of ", placing::kChunk, " bytes below ", hex(kMostBytes),
                       ", not at ", hex(image.start));
    const auto tile = build_tile(padded({.mode = image.mode,
                                         .major = image.major,
                                         .type = &type,
                                         .rows = size.rows,
                                         .columns = size.columns,
                                         .order = size.order,
                                         .start = image.start,
                                         .atom_step = size.atom_step}));
    if (!tile) return Refusal(tile.why);
    return WrittenPlaces{size.rows, size.columns, type.bits, first_bits(tile->layout, size)};
}

// Elements that are narrower than their container are packed at the beginning of their chunk.
std::uint64_t packed_bit(std::uint64_t bit, const ElementType& type) {
    const std::uint64_t in_chunk = bit % kChunkBits;
    return bit - in_chunk + in_chunk / type.container_bits * type.bits;
}

Answer<CuteText> cute_text(const OperandImage& image, const ElementType& type) {
    auto text = parse_cute(image.cute);
    if (!text) return text;
    if (text->space != CuteSpace::none && text->space != CuteSpace::smem)
        return Refusal("the layout is not in shared memory; use smem_ptr or no pointer");
    if (text->unit_bits == 0) text->unit_bits = type.container_bits;
    return text;
}

Places cute_places(const OperandImage& image, const ImageSize& size, const ElementType& type) {
    const auto text = cute_text(image, type);
    if (!text) return Refusal(text.why);
    const auto matrix = matrix_of(*text);
    if (!matrix) return Refusal(matrix.why);
    if (size_of(matrix->rows) != size.rows || size_of(matrix->columns) != size.columns)
        return Refusal("the layout has ", size_of(matrix->rows), " rows and ", size_of(matrix->columns),
                       " columns; the operand has ", size.rows, " rows and ", size.columns, " columns");
    WrittenPlaces out{size.rows, size.columns, type.bits, {}};
    const bool spread = type.bits != type.container_bits && text->unit_bits == type.container_bits;
    for (int row = 0; row < size.rows; ++row)
        for (int column = 0; column < size.columns; ++column) {
            const std::int64_t offset = offset_of(matrix->rows, row) + offset_of(matrix->columns, column);
            const std::uint64_t bit = bit_of(*text, offset, image.start);
            out.first_bit.push_back(spread ? packed_bit(bit, type) : bit);
        }
    return out;
}

Places copied_places(const OperandImage& image, const ImageSize& size, const ElementType& type) {
    if (size.copy == nullptr) return Refusal("this operand has no tensor map; add a tensor map");
    if (const auto can = can_be_copied(type); !can) return Refusal(can.why);
    const TmaType& wrote = *size.copy->map.type;
    if (wrote.bits != type.bits || wrote.container_bits != type.container_bits)
        return Refusal("the tensor map copies ", wrote.name, " elements (", wrote.bits, " bits in ",
                       wrote.container_bits, "-bit containers); ", type.id, " needs ", type.bits, " bits in ",
                       type.container_bits, "-bit containers");
    const TmaTile tile = covered(*size.copy, image.major, size.rows, size.columns);
    return WrittenPlaces{size.rows, size.columns, type.bits, written_bits(tile, size.rows, size.columns)};
}

Element element_number(std::size_t index, int columns) {
    return {static_cast<int>(index) / columns, static_cast<int>(index) % columns};
}

// The refusal names the first element that is past the address range of a descriptor.
Answer<void> is_within_reach(const WrittenPlaces& places) {
    for (std::size_t i = 0; i < places.first_bit.size(); ++i) {
        const std::uint64_t bit = places.first_bit[i];
        if (bit == kNotWritten || (bit < kMostBytes * 8 && bit + places.bits <= kMostBytes * 8)) continue;
        const Element e = element_number(i, places.columns);
        return Refusal("element (", e.row, ", ", e.column, ") would be at byte ", hex(bit / 8),
                       "; the address must be below ", hex(kMostBytes));
    }
    return {};
}

// ---- which descriptor reads these places ----

class Search {
public:
    Search(const WrittenPlaces& places, const ElementType& type, const ImageSize& size)
        : places_(places), type_(type), size_(size) {}

    // Builds the layout of this mode and major-ness whose start and strides match the first elements. Returns it if it
    // matches all elements.
    std::optional<SmemLayout> try_to(SwizzleMode mode, Major major, unsigned base_offset = 0) const {
        const AtomSize atom = atom_of(mode, major, type_);
        const auto tile = build_tile(padded({.mode = mode,
                                             .major = major,
                                             .type = &type_,
                                             .rows = size_.rows,
                                             .columns = size_.columns,
                                             .order = size_.order,
                                             .mma_columns = size_.mma_columns,
                                             .atom_step = size_.atom_step}));
        if (!tile || places_.first_bit.front() % kChunkBits != 0) return {};
        SmemLayout layout = tile->layout;
        layout.rows = size_.rows;
        layout.columns = size_.columns;
        layout.base_offset = base_offset;
        layout.start = linear(layout, {0, 0});
        const std::uint32_t down = step_to(layout, {atom.rows, 0}, tile->row_step);
        const std::uint32_t right = step_to(layout, {0, atom.columns}, tile->column_step);
        set_steps(layout, down, right);
        if ((down | right) % placing::kChunk != 0 || (down | right) >= kMostBytes) return {};
        return first_bits(layout, size_) == places_.first_bit ? std::optional(layout) : std::nullopt;
    }

private:
    // Returns the address before the XOR. The XOR changes no bit on which it depends, so applying it again removes it.
    // With a base offset, it depends on the number of the line minus this offset.
    std::uint32_t linear(const SmemLayout& layout, Element e) const {
        const auto address = static_cast<std::uint32_t>(places_.at(e) / 8);
        const std::uint32_t shifted = address - layout.base_offset * kLineBytes;
        return address ^ shifted ^ row_of(layout.mode).swizzle(shifted);
    }
    // Returns the distance of an element from the first element in bytes. If the operand does not have that element,
    // returns the step of a tile of whole atoms.
    std::uint32_t step_to(const SmemLayout& layout, Element e, std::uint32_t tile_step) const {
        if (e.row >= size_.rows || e.column >= size_.columns) return tile_step;
        return linear(layout, e) - linear(layout, {0, 0});
    }
    // The step down is always a stride field. The step right is a stride field, or the distance to the next atom along
    // K, or both. See tile.h.
    static void set_steps(SmemLayout& layout, std::uint32_t down, std::uint32_t right) {
        const bool swizzled = layout.mode != SwizzleMode::none;
        if (swizzled && layout.major == Major::mn) {
            layout.lbo = down, layout.sbo = right;
            return;
        }
        layout.sbo = down;
        if (swizzled) layout.k_atom = right;
        if (!swizzled || atoms_of_one_instruction(layout) > 1) layout.lbo = right;
    }

    const WrittenPlaces& places_;
    const ElementType& type_;
    const ImageSize& size_;
};

}  // namespace

std::uint32_t word_as_copied(const TmaType& type, std::uint32_t word) {
    if (!type.rounds) return word;
    return word_nearest(*find_float("tf32"), value_of_word(*find_float("f32"), word));
}

Answer<WrittenPlaces> places_of(const OperandImage& image, const ImageSize& size) {
    const auto type = type_of(image, size);
    if (!type) return Refusal(type.why);
    if (size.rows < 1 || size.columns < 1 || count_of(size) > kMostBytes * 2)
        return Refusal("an operand in shared memory has 1 to ", kMostBytes * 2, " elements, not ", size.rows, " x ",
                       size.columns);
    Places out = image.writer == ImageWriter::tile   ? tile_places(image, size, **type)
                 : image.writer == ImageWriter::cute ? cute_places(image, size, **type)
                                                     : copied_places(image, size, **type);
    if (!out) return out;
    if (const auto near = is_within_reach(*out); !near) return Refusal(near.why);
    return out;
}

Answer<SmemLayout> layout_that_reads(const OperandImage& image, const ImageSize& size) {
    const Places places = places_of(image, size);
    if (!places) return Refusal(places.why);
    const auto lost = std::ranges::find(places->first_bit, kNotWritten);
    if (lost != places->first_bit.end()) {
        const Element e = element_number(static_cast<std::size_t>(lost - places->first_bit.begin()), size.columns);
        return Refusal("no box of the copy contains element (", e.row, ", ", e.column,
                       "), so no descriptor can read this element");
    }
    const Search search(*places, **type_of(image, size), size);
    if (image.writer == ImageWriter::tile)
        if (const auto tile = search.try_to(image.mode, image.major)) return *tile;
    for (const Major major : {Major::k, Major::mn})
        for (const SwizzleRow& row : kSwizzleModes)
            if (const auto found = search.try_to(row.mode, major)) return *found;
    for (const Major major : {Major::k, Major::mn})
        for (const SwizzleRow& row : kSwizzleModes)
            for (unsigned offset = 1; offset < 1u << row.swizzle.bits; ++offset)
                if (const auto found = search.try_to(row.mode, major, offset)) return *found;
    return Refusal(
        "no descriptor can read this operand, with any swizzle mode, K-major or MN-major: its elements do not form "
        "a canonical layout that begins at the first element");
}

std::size_t write(SmemImage& smem, const WrittenPlaces& places, std::span<const std::uint32_t> words) {
    assert(words.size() == places.first_bit.size() && "one word for each element");
    std::vector<std::uint64_t> lost;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::uint64_t bit = places.first_bit[i];
        if (bit == kNotWritten || smem.put_bits(bit, places.bits, words[i])) continue;
        for (std::uint64_t byte = bit / 8; byte * 8 < bit + places.bits; ++byte)
            if (byte >= smem.size()) lost.push_back(byte);
    }
    std::ranges::sort(lost);
    return static_cast<std::size_t>(std::unique(lost.begin(), lost.end()) - lost.begin());
}

PlaceIndex::PlaceIndex(const WrittenPlaces& places)
    : columns_(static_cast<std::uint32_t>(std::max(places.columns, 1))), bits_(places.bits) {
    entries_.reserve(places.first_bit.size());
    for (std::size_t i = 0; i < places.first_bit.size(); ++i)
        if (places.first_bit[i] != kNotWritten)
            entries_.push_back({places.first_bit[i], static_cast<std::uint32_t>(i)});
    std::ranges::stable_sort(entries_, {}, &Entry::bit);
}

Element PlaceIndex::element_of(const Entry& entry) const {
    return {static_cast<int>(entry.element / columns_), static_cast<int>(entry.element % columns_)};
}

std::optional<Element> PlaceIndex::element_at(std::uint64_t first_bit) const {
    const auto after = std::ranges::upper_bound(entries_, first_bit, {}, &Entry::bit);
    if (after == entries_.begin() || (after - 1)->bit != first_bit) return {};
    return element_of(*(after - 1));
}

std::optional<Element> PlaceIndex::element_around(std::uint64_t bit) const {
    const Entry* found = nullptr;
    for (auto e = std::ranges::upper_bound(entries_, bit, {}, &Entry::bit); e != entries_.begin();) {
        --e;
        if (e->bit + bits_ <= bit) break;
        if (found == nullptr || e->element > found->element) found = &*e;
    }
    if (found == nullptr) return {};
    return element_of(*found);
}

}  // namespace tilescope
