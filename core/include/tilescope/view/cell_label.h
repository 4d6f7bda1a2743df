// core/include/tilescope/view/cell_label.h -- what is written into the cells of a picture, and which pictures can.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/word/field.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace tilescope {

// The pictures whose cells have a choice of labels: an operand and its memory, the map of Tensor Memory, the whole MMA.
enum class LabelPicture : std::uint8_t { memory, tmem, mma };
inline constexpr std::size_t kLabelPictureCount = 3;

// `pair`: the coordinate and the place.
enum class CellLabel : std::uint8_t {
    automatic,
    coordinate,
    k,
    byte,
    chunk,
    bank,
    lane_column,
    place,
    thread,
    reg,
    value,
    verdict,
    pair,
};

constexpr unsigned in_picture(LabelPicture p) { return 1u << static_cast<unsigned>(p); }
struct CellLabelRow {
    CellLabel label;
    std::string_view name;
    unsigned pictures;  // the sum of in_picture()
    std::string_view doc;
};

inline constexpr unsigned kInMemory = in_picture(LabelPicture::memory), kInTmem = in_picture(LabelPicture::tmem),
                          kInMma = in_picture(LabelPicture::mma);
// clang-format off
inline constexpr CellLabelRow kCellLabels[] = {
    {CellLabel::automatic, "auto", kInMemory | kInTmem | kInMma,
     "The number that the colours count: of the chunk, the row, ...; large cells also show place and value."},
    {CellLabel::coordinate, "coordinate", kInMemory | kInTmem | kInMma, "Row and column of the element in its matrix."},
    {CellLabel::k, "k", kInMemory, "The column of the element along K."},
    {CellLabel::byte, "byte", kInMemory, "The address of the first byte in shared memory."},
    {CellLabel::chunk, "chunk", kInMemory, "The number of the chunk within the swizzle row."},
    {CellLabel::bank, "bank", kInMemory, "The banks of shared memory."},
    {CellLabel::lane_column, "lane, column", kInTmem, "Lane and column of Tensor Memory."},
    {CellLabel::place, "place", kInMma,
     "Where the element lies: a byte of shared memory, or lane and column of Tensor Memory."},
    {CellLabel::thread, "thread", kInMemory, "The thread that reads the cell in the access of the tab Banks."},
    {CellLabel::thread, "thread", kInTmem, "Warp and thread that read the lane with tcgen05.ld.32x32b. Source: CUTLASS; the manual has figures."},
    {CellLabel::reg, "register", kInTmem,
     "The register that tcgen05.ld.32x32b.x128 loads the column into, counted from the first column of the operand."},
    {CellLabel::value, "value", kInMemory, "The value that was written, if memory matches the words."},
    {CellLabel::value, "value", kInTmem, "The value in the cell after an emulation of these words."},
    {CellLabel::value, "value", kInMma, "The value as it was read or computed by an emulation of these words."},
    {CellLabel::verdict, "verdict", kInMma, "Whether the element of D is right, after an emulation of these words."},
    {CellLabel::pair, "a -> b", kInMemory | kInTmem | kInMma, "The coordinate, then the place."},
};
// clang-format on

// The labels of a picture, in the order of the table.
template <LabelPicture P>
consteval auto label_names() {
    constexpr std::size_t kCount = [] {
        std::size_t count = 0;
        for (const CellLabelRow& row : kCellLabels) count += (row.pictures & in_picture(P)) != 0 ? 1 : 0;
        return count;
    }();
    std::array<NamedValue, kCount> out{};
    std::size_t at = 0;
    for (const CellLabelRow& row : kCellLabels)
        if ((row.pictures & in_picture(P)) != 0) out[at++] = {static_cast<std::uint64_t>(row.label), row.name, row.doc};
    return out;
}
inline constexpr auto kMemoryLabelNames = label_names<LabelPicture::memory>();
inline constexpr auto kTmemLabelNames = label_names<LabelPicture::tmem>();
inline constexpr auto kMmaLabelNames = label_names<LabelPicture::mma>();

constexpr std::span<const NamedValue> names_of(LabelPicture picture) {
    constexpr std::array<std::span<const NamedValue>, kLabelPictureCount> kAll = {kMemoryLabelNames, kTmemLabelNames,
                                                                                  kMmaLabelNames};
    return kAll[static_cast<std::size_t>(picture)];
}

enum class LabelStep : bool { next, previous };

// The label after this one, or before it; after the last one the first one.
constexpr CellLabel next_label(LabelPicture picture, CellLabel now, LabelStep step = LabelStep::next) {
    const std::span<const NamedValue> names = names_of(picture);
    std::size_t at = 0;
    while (at < names.size() && names[at].raw != static_cast<std::uint64_t>(now)) ++at;
    const std::size_t by = step == LabelStep::next ? 1 : names.size() - 1;
    return static_cast<CellLabel>(names[(at + by) % names.size()].raw);
}

}  // namespace tilescope
