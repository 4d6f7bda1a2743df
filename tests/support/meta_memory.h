// tests/support/meta_memory.h -- sparsity metadata in global memory, as CUTLASS writes it.
// SPDX-License-Identifier: MIT
//
// Atoms of 128 rows x 16 bytes follow each other along M, then K, then the batch. An atom has the bits of 128 lanes x 4
// columns of Tensor Memory.
//
// Source: CUTLASS sm1xx_sparse_config.inl TensorEAtom @7107b055.
#pragma once

#include <tilescope/layout/sparse_meta.h>

#include <cstdint>
#include <optional>

namespace tilescope::test {

struct MetaMemory {
    const MetaRow* kind = &kMetaRows[1];
    unsigned rows = 128, k = 128, batches = 1;  // k is the logical K
};
struct MetaElement {
    unsigned row, k, batch = 0;
    friend bool operator==(const MetaElement&, const MetaElement&) = default;
};

inline constexpr unsigned kAtomRows = 128, kAtomColumns = 4;

// The logical K of one atom.
inline unsigned atom_k(const MetaRow& kind) { return kAtomColumns * kCodesPerCell * kind.grain->group; }

struct MetaAtoms {
    explicit MetaAtoms(const MetaMemory& m)
        : k_step(atom_k(*m.kind)), rows((m.rows + kAtomRows - 1) / kAtomRows), k((m.k + k_step - 1) / k_step) {}
    unsigned k_step;
    std::uint64_t rows, k;
};

inline std::uint64_t bytes_of(const MetaMemory& memory) {
    const MetaAtoms atoms(memory);
    return atoms.rows * atoms.k * memory.batches * kAtomRows * kAtomColumns * kTmem.cell_bits / 8;
}

// The offset of the first bit of the metadata of an element.
inline std::uint64_t bit_of(const MetaMemory& memory, const MetaElement& e) {
    const MetaAtoms atoms(memory);
    const MetaRow& kind = *memory.kind;
    const std::uint64_t atom = e.row / kAtomRows + atoms.rows * (e.k / atoms.k_step + atoms.k * e.batch);
    const unsigned k = e.k % atoms.k_step;
    const TmemCell p =
        places(MetaLayout{.kind = &kind}, {static_cast<int>(e.row % kAtomRows), static_cast<int>(k % kind.k)})[0];
    const unsigned column = k / kind.k * kind.columns + p.column;
    return ((atom * kAtomRows + p.lane) * kAtomColumns + column) * kTmem.cell_bits + p.bit;
}

// The element whose metadata contains a bit, or nothing for padding.
inline std::optional<MetaElement> element_at(const MetaMemory& memory, std::uint64_t bit) {
    if (bit >= bytes_of(memory) * 8) return {};
    const MetaAtoms atoms(memory);
    const MetaRow& kind = *memory.kind;
    const std::uint64_t cell = bit / kTmem.cell_bits, lane = cell / kAtomColumns, atom = lane / kAtomRows;
    const auto column = static_cast<unsigned>(cell % kAtomColumns);
    const auto e =
        tilescope::element_at(MetaLayout{.kind = &kind}, {.lane = static_cast<unsigned>(lane % kAtomRows),
                                                          .column = column % kind.columns,
                                                          .bit = static_cast<unsigned>(bit % kTmem.cell_bits)});
    if (!e) return {};
    const unsigned k = column / kind.columns * kind.k + static_cast<unsigned>(e->column);
    const MetaElement out{.row = static_cast<unsigned>(atom % atoms.rows) * kAtomRows + static_cast<unsigned>(e->row),
                          .k = static_cast<unsigned>(atom / atoms.rows % atoms.k) * atoms.k_step + k,
                          .batch = static_cast<unsigned>(atom / atoms.rows / atoms.k)};
    if (out.row >= memory.rows || out.k >= memory.k) return {};
    return out;
}

}  // namespace tilescope::test
