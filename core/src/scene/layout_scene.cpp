// core/src/scene/layout_scene.cpp -- a layout as a table of offsets (CuTe), and as a matrix over bits.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/scene/layout_scene.h>

#include <algorithm>
#include <bit>

namespace tilescope {
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
    if (!modes) return Answer<Scene>::refuse(modes.why);
    if (modes->size() > 2)
        return Answer<Scene>::refuse(say("the layout has ", modes->size(), " modes; a table needs one or two modes"));
    const CuteModes one{{1, 0}};
    const CuteModes &rows = modes->size() == 2 ? (*modes)[0] : one, &columns = modes->back();
    if (size_of(rows) * size_of(columns) > kMostCells)
        return Answer<Scene>::refuse(say("the layout has ", size_of(rows) * size_of(columns),
                                         " coordinates; a picture shows at most ", kMostCells));
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
