// tests/unit/layout/wgmma_fragment_test.cpp -- registers of wgmma: every bit once, inverse, values from the rule.
// SPDX-License-Identifier: MIT
#include <tilescope/hw/kinds.h>
#include <tilescope/layout/sparse_meta.h>
#include <tilescope/layout/wgmma_fragment.h>
#include <tilescope/ptx/mma_text.h>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace tilescope {
namespace {

std::vector<WgmmaFragment> all_fragments() {
    std::vector<WgmmaFragment> out;
    for (const unsigned n : {8u, 24u, 128u, 256u})
        for (const unsigned bits : {16u, 32u}) out.push_back(*d_fragment(n, bits));
    for (const ElementType& type : kElementTypes)
        if (type.wgmma) out.push_back(*a_fragment(type));
    for (const FragmentRow& row : kFragmentRows)
        for (unsigned s = 0; row.part == FragmentPart::meta && s < row.selectors; ++s)
            out.push_back(*meta_fragment(row.name, s));
    return out;
}

std::string text_of(const WgmmaFragment& f) {
    return std::string(f.row->name) + " columns " + std::to_string(f.columns) + " selector " +
           std::to_string(f.selector);
}

TEST(WgmmaFragment, EveryBitOfTheRegistersBelongsToOneElement) {
    for (const WgmmaFragment& f : all_fragments()) {
        SCOPED_TRACE(text_of(f));
        const unsigned registers = registers_of(f);
        std::vector<unsigned> used(std::size_t{kWarpgroupThreads} * registers * kRegisterBits);
        for (int row = 0; row < 64; ++row)
            for (int column = 0; column < static_cast<int>(f.columns); ++column) {
                const RegisterPlace p = place_of(f, {row, column});
                ASSERT_LT(p.thread, kWarpgroupThreads);
                ASSERT_LT(p.reg, registers);
                ASSERT_LE(p.bit + f.row->bits, kRegisterBits);
                for (unsigned bit = 0; bit < f.row->bits; ++bit) {
                    ++used[(std::size_t{p.thread} * registers + p.reg) * kRegisterBits + p.bit + bit];
                    const auto back = element_at(f, {p.thread, p.reg, p.bit + bit});
                    ASSERT_TRUE(back);
                    ASSERT_EQ(*back, (Element{row, column}));
                }
            }
        std::size_t ones = 0;
        for (const unsigned count : used) {
            ASSERT_LE(count, 1u);
            ones += count;
        }
        // Metadata with a selector is in half of the threads; everything else fills all registers of all threads.
        EXPECT_EQ(ones * f.row->selectors, used.size());
    }
}

TEST(WgmmaFragment, NoElementIsWhereNoElementWasPlaced) {
    for (const WgmmaFragment& f : all_fragments())
        for (unsigned thread = 0; thread < kWarpgroupThreads + 4; ++thread)
            for (unsigned reg = 0; reg <= registers_of(f); ++reg)
                for (unsigned bit = 0; bit < kRegisterBits; bit += f.row->bits)
                    if (const auto e = element_at(f, {thread, reg, bit})) {
                        ASSERT_EQ(place_of(f, *e), (RegisterPlace{thread, reg, bit})) << text_of(f);
                    }
}

TEST(WgmmaFragment, TheNumberOfRegistersIsThatOfTheInstruction) {
    for (unsigned n = 8; n <= 256; n += 8) {
        EXPECT_EQ(registers_of(*d_fragment(n, 32)), d_registers(n, "f32"));
        EXPECT_EQ(registers_of(*d_fragment(n, 16)), d_registers(n, "f16"));
    }
    for (const ElementType& type : kElementTypes)
        if (type.wgmma) {
            EXPECT_EQ(registers_of(*a_fragment(type)), kWgmmaARegisters) << type.id;
        }
    for (const MetaRow& row : kMetaRows)
        if (const auto meta = meta_fragment(row.name)) {
            EXPECT_EQ(registers_of(*meta), 1u) << row.name;
            EXPECT_EQ(meta->columns, row.k / row.grain->group) << row.name;
        }
}

// Values computed by hand from the rule in the header. The oracle test compares with the layouts of CUTLASS.
TEST(WgmmaFragment, PlacesAreThoseOfTheRule) {
    const auto d32 = *d_fragment(16, 32), d16 = *d_fragment(16, 16);
    EXPECT_EQ(place_of(d32, {9, 10}), (RegisterPlace{5, 6, 0}));
    EXPECT_EQ(place_of(d32, {63, 15}), (RegisterPlace{127, 7, 0}));
    EXPECT_EQ(place_of(d16, {9, 11}), (RegisterPlace{5, 3, 16}));
    const auto f16 = *a_fragment(*find_type("f16")), e4m3 = *a_fragment(*find_type("e4m3")),
               tf32 = *a_fragment(*find_type("tf32")), b1 = *a_fragment(*find_type("b1"));
    EXPECT_EQ(place_of(f16, {17, 3}), (RegisterPlace{37, 0, 16}));
    EXPECT_EQ(place_of(f16, {25, 8}), (RegisterPlace{36, 3, 0}));
    EXPECT_EQ(place_of(e4m3, {8, 23}), (RegisterPlace{1, 3, 24}));
    EXPECT_EQ(place_of(tf32, {0, 7}), (RegisterPlace{3, 2, 0}));
    EXPECT_EQ(place_of(b1, {0, 255}), (RegisterPlace{3, 2, 31}));
    EXPECT_EQ(place_of(*meta_fragment("f16"), {8, 5}), (RegisterPlace{1, 0, 20}));
    EXPECT_EQ(place_of(*meta_fragment("f16", 1), {8, 5}), (RegisterPlace{3, 0, 20}));
    EXPECT_EQ(place_of(*meta_fragment("8-bit"), {8, 9}), (RegisterPlace{3, 0, 4}));
}

TEST(WgmmaFragment, RefusesWhatWgmmaDoesNotHave) {
    EXPECT_EQ(d_fragment(12, 32).why, "N of wgmma is a multiple of 8 from 8 to 256, not 12.");
    EXPECT_EQ(d_fragment(264, 32).why, "N of wgmma is a multiple of 8 from 8 to 256, not 264.");
    EXPECT_FALSE(d_fragment(0, 32));
    EXPECT_EQ(d_fragment(8, 8).why, "wgmma has no D with elements of 8 bits.");
    EXPECT_EQ(a_fragment(*find_type("e2m1")).why, "wgmma has no A of type e2m1.");
    EXPECT_EQ(meta_fragment("f16", 2).why, "The sparsity selector of wgmma is 2; for these types it must be 0 to 1.");
    EXPECT_EQ(meta_fragment("8-bit", 1).why, "The sparsity selector of wgmma is 1; for these types it must be 0.");
    EXPECT_EQ(meta_fragment("mxf4").why, "It is not known where wgmma has the metadata of this kind.");
    for (const KindRow& kind : kKinds)
        if (kind.wgmma) {
            EXPECT_TRUE(meta_fragment(kind.metadata)) << kind.id;
        }
}

TEST(WgmmaFragment, EveryRowHasASourceAndARowWithoutProofSaysWhy) {
    for (const FragmentRow& row : kFragmentRows) {
        EXPECT_FALSE(row.source.empty()) << row.name;
        EXPECT_EQ(row.certainty <= Certainty::confirmed, row.note.empty()) << row.name;
    }
}

}  // namespace
}  // namespace tilescope
