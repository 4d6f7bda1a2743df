// tests/oracle/wgmma_fragment_test.cpp -- oracle: the layouts of registers that CUTLASS publishes for wgmma.
// SPDX-License-Identifier: MIT
//
// CUTLASS says where a thread has its values as CuTe layouts: (thread, value) -> row + 64 x column. The test evaluates
// these layouts with notation/cute.h and compares every value with place_of(). A sparse layout counts logical columns.
//
// Source: CUTLASS 4.2.0, include/cute/atom/mma_traits_sm90_gmma.hpp (CLayout_64xN, ALayout_64x8, 64x16, 64x32, 64x64)
// and mma_traits_sm90_gmma_sparse.hpp (ELayout_64x16, 64x32, 64x64).
#include <tilescope/base/say.h>
#include <tilescope/layout/wgmma_fragment.h>
#include <tilescope/notation/cute.h>

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace tilescope {
namespace {

constexpr std::int64_t kRows = 64;

// A published layout. `logical`: logical columns that have one column of the fragment (2 for a sparse A; for metadata,
// the columns of a code).
struct Published {
    std::string_view name, text;
    int logical;
    unsigned half_bits;  // bits of one value x 2; two logical columns of a sparse A share the bits of one element
};

// Returns how many values were compared.
std::size_t compare(const Published& layout, const WgmmaFragment& f) {
    SCOPED_TRACE(say(layout.name, " and ", f.row->name));
    const auto text = parse_cute(layout.text);
    if (!text) ADD_FAILURE() << text.why;
    const auto modes = text ? modes_of(*text) : Refusal("no layout");
    if (!modes || modes->size() != 2) {
        ADD_FAILURE() << modes.why;
        return 0;
    }
    EXPECT_EQ(size_of((*modes)[0]), kWarpgroupThreads);
    const std::int64_t values = size_of((*modes)[1]);
    EXPECT_EQ(values * layout.half_bits / 2, registers_of(f) * kRegisterBits);
    std::size_t compared = 0;
    for (unsigned thread = 0; thread < kWarpgroupThreads; ++thread)
        for (std::int64_t value = 0; value < values; ++value) {
            const std::int64_t offset = offset_of((*modes)[0], thread) + offset_of((*modes)[1], value);
            const Element e{static_cast<int>(offset % kRows), static_cast<int>(offset / kRows) / layout.logical};
            const RegisterPlace have = place_of(f, e);
            const auto first = static_cast<unsigned>(value) * layout.half_bits / 2 / f.row->bits * f.row->bits;
            // The layout has the metadata in both pairs of threads of a group; the fragment has one of them.
            if (f.row->selectors == 2 && have.thread / 2 % 2 != thread / 2 % 2) continue;
            EXPECT_EQ(have, (RegisterPlace{thread, first / kRegisterBits, first % kRegisterBits}))
                << "value " << value << " of thread " << thread;
            ++compared;
        }
    return compared;
}

TEST(WgmmaFragmentOracle, DIsWhereCutlassHasIt) {
    std::size_t compared = 0;
    for (unsigned n = 8; n <= 256; n += 8) {
        const std::string text = say("((4,8,4),(2,2,", n / 8, ")):((128,1,16),(64,8,512))");
        compared += compare({"CLayout_64xN", text, 1, 64}, *d_fragment(n, 32));
        compared += compare({"CLayout_64xN", text, 1, 32}, *d_fragment(n, 16));
    }
    EXPECT_EQ(compared, 2u * 64 * 8 * (32 * 33 / 2));
}

TEST(WgmmaFragmentOracle, AIsWhereCutlassHasIt) {
    constexpr std::string_view k8 = "((4,8,4),(2,2)):((64,1,16),(8,256))";
    constexpr std::string_view k16 = "((4,8,4),(2,2,2)):((128,1,16),(64,8,512))";
    constexpr std::string_view k32 = "((4,8,4),(4,2,2)):((256,1,16),(64,8,1024))";
    constexpr std::string_view k64 = "((4,8,4),(8,2,2)):((512,1,16),(64,8,2048))";
    for (const ElementType& type : kElementTypes) {
        if (!type.wgmma || type.bits < 8) continue;  // CUTLASS has no A of single bits in registers
        const auto f = *a_fragment(type);
        const Published dense = type.bits == 32   ? Published{"ALayout_64x8", k8, 1, 64}
                                : type.bits == 16 ? Published{"ALayout_64x16", k16, 1, 32}
                                                  : Published{"ALayout_64x32", k32, 1, 16};
        const Published sparse = type.bits == 32   ? Published{"ALayout_64x16", k16, 2, 32}
                                 : type.bits == 16 ? Published{"ALayout_64x32", k32, 2, 16}
                                                   : Published{"ALayout_64x64", k64, 2, 8};
        EXPECT_EQ(compare(dense, f), 64u * f.columns) << type.id;
        EXPECT_EQ(compare(sparse, f), 64u * f.columns * 2) << type.id;
    }
}

// A code has 4 bits: 2 for each logical column of tf32 (groups of 2), 1 for each of f16 and of 8-bit types (groups
// of 4).
TEST(WgmmaFragmentOracle, TheMetadataIsWhereCutlassHasIt) {
    constexpr std::string_view k16 = "((2,2,8,4),(8,2)):((512,0,1,16),(64,8))";
    constexpr std::string_view k32 = "((2,2,8,4),(16,2)):((1024,0,1,16),(64,8))";
    constexpr std::string_view k64 = "((2,2,8,4),(32)):((8,2048,1,16),(64))";
    for (const unsigned selector : {0u, 1u}) {
        EXPECT_EQ(compare({"ELayout_64x16", k16, 2, 4}, *meta_fragment("tf32", selector)), 64u * 16);
        EXPECT_EQ(compare({"ELayout_64x32", k32, 4, 2}, *meta_fragment("f16", selector)), 64u * 32);
    }
    EXPECT_EQ(compare({"ELayout_64x64", k64, 4, 2}, *meta_fragment("8-bit")), 64u * 64);
}

}  // namespace
}  // namespace tilescope
