// core/src/scene/f2_scene.cpp -- a layout as a matrix over bits, with its vectors and kernel.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/scene/f2_scene.h>

#include <algorithm>
#include <bit>

namespace tilescope {
namespace {

// "byte 16 + byte 128"
std::string outputs_text(const LayoutMap& map, std::uint32_t vector) {
    std::string out;
    for (unsigned bit = 0; bit < 32; ++bit)
        if (vector >> bit & 1u) out += say(out.empty() ? "" : " + ", name_of_output(map, bit));
    return out.empty() ? "nothing" : out;
}

std::string inputs_text(const LayoutMap& map, std::uint32_t inputs) {
    std::string out;
    for (unsigned bit = 0; bit < map.map.inputs; ++bit)
        if (inputs >> bit & 1u) out += say(out.empty() ? "" : " + ", name_of_input(map, bit));
    return out;
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
    Cells out;
    out.id = "f2";
    out.title = "ADDRESS BITS by INDEX BITS  r: row, c: column";
    out.row_axis = "address";
    out.column_axis = "index";
    out.kind = CellKind::input_bit;
    out.rows = std::max(static_cast<int>(std::bit_width(used)), 1);
    out.columns = static_cast<int>(m.inputs) + (m.offset != 0);
    out.make_empty();
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
        out.kernel.push_back(inputs_text(out.map, k));
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
        out.vectors.push_back({name_of_input(out.map, bit), out.map.element_of(1u << bit),
                               say(hex(vector, 3), " = ", outputs_text(out.map, vector))});
    }
    add_kernel(out);
    return out;
}

std::vector<unsigned> inputs_of(const LayoutMap& map, Element element) {
    std::vector<unsigned> out;
    if (element.row < 0 || element.row >= map.rows || element.column < 0 || element.column >= map.columns) return out;
    const std::uint32_t input = map.input_of(element);
    for (unsigned bit = 0; bit < map.map.inputs; ++bit)
        if (input >> bit & 1u) out.push_back(bit);
    return out;
}

}  // namespace tilescope
