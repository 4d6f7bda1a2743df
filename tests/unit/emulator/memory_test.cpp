// tests/unit/emulator/memory_test.cpp -- images of memory: written bits, unwritten bits, and reads past the end.
// SPDX-License-Identifier: MIT
#include <tilescope/emulator/memory.h>

#include <gtest/gtest.h>

namespace tilescope {
namespace {

TEST(SmemImage, IsAsLargeAsSharedMemoryAndUnwritten) {
    const SmemImage smem;
    EXPECT_EQ(smem.size(), 228u * 1024);
    EXPECT_EQ(smem.byte(0), 0xff);
    EXPECT_FALSE(smem.is_written(0));
    EXPECT_EQ(smem.read(8, 16), (BitsRead{0xffff, true, false}));
}

// The example of memory.h.
TEST(SmemImage, SixBitsFromBitFourCrossAByte) {
    SmemImage smem(16);
    EXPECT_TRUE(smem.put_bits(4, 6, 0b000001));
    EXPECT_EQ(smem.byte(0), 0b0001'1111);
    EXPECT_EQ(smem.byte(1), 0b1111'1100);
    EXPECT_EQ(smem.read(4, 6), (BitsRead{0b000001, true, true}));
    EXPECT_EQ(smem.read(3, 6), (BitsRead{0b000011, true, false})) << "bit 3 was not written";
    EXPECT_FALSE(smem.is_written(0)) << "only half of the byte was written";
}

TEST(SmemImage, BitsAreLittleEndian) {
    SmemImage smem(16);
    smem.put(4, 0x78), smem.put(5, 0x56), smem.put(6, 0x34), smem.put(7, 0x12);
    EXPECT_EQ(smem.bits(32, 32), 0x12345678u);
    EXPECT_EQ(smem.bits(36, 12), 0x567u);
    EXPECT_TRUE(smem.is_written(7));
}

TEST(SmemImage, EveryWidthAtEveryBitReadsBackAndChangesNothingElse) {
    for (unsigned bits = 1; bits <= 32; ++bits)
        for (unsigned first = 8; first < 24; ++first) {
            SmemImage smem(16);
            ASSERT_TRUE(smem.put_bits(first, bits, 0xa5a5a5a5)) << bits;
            EXPECT_EQ(smem.read(first, bits), (BitsRead{0xa5a5a5a5 & (0xffffffffu >> (32 - bits)), true, true}));
            EXPECT_EQ(smem.read(first - 1, 1), (BitsRead{1, true, false}));
            EXPECT_EQ(smem.read(first + bits, 1), (BitsRead{1, true, false}));
        }
}

TEST(SmemImage, DropsWritesPastTheEndAndReadsOnesThere) {
    SmemImage smem(4);
    EXPECT_FALSE(smem.put(4, 0));
    EXPECT_FALSE(smem.put_bits(28, 8, 0)) << "only half of the bits fit";
    EXPECT_EQ(smem.read(28, 8), (BitsRead{0xf0, false, false}));
    EXPECT_EQ(smem.byte(~0ull), 0xff);
}

TEST(TmemImage, KeepsTheBitsOutsideTheMask) {
    TmemImage tmem;
    EXPECT_TRUE(tmem.put(127, 511, 0x12345678, 0x0000ffff));
    EXPECT_EQ(tmem.cell(127, 511), 0xffff5678u);
    EXPECT_TRUE(tmem.is_written(127, 511, 0xffff));
    EXPECT_FALSE(tmem.is_written(127, 511));
    EXPECT_EQ(tmem.read({.lane = 127, .column = 511, .bit = 8}, 8), (BitsRead{0x56, true, true}));
}

TEST(TmemImage, HasNoLane128AndNoColumn512) {
    TmemImage tmem;
    EXPECT_FALSE(tmem.put(128, 0, 0));
    EXPECT_FALSE(tmem.put(0, 512, 0));
    EXPECT_EQ(tmem.cell(0, 512), kUnwrittenCell);
    EXPECT_EQ(tmem.cell(1, 0), kUnwrittenCell) << "column 512 is not the next lane";
    EXPECT_EQ(tmem.read({.column = 512}, 16), (BitsRead{0xffff, false, false}));
}

TEST(TmemImage, HasTheColumnsOfTheTarget) {
    TmemImage tmem(576);
    EXPECT_TRUE(tmem.put(3, 575, 7));
    EXPECT_FALSE(tmem.put(3, 576, 7));
    EXPECT_EQ(tmem.cell(3, 575), 7u);
    EXPECT_EQ(tmem.cell(4, 0), kUnwrittenCell);
}

TEST(TmemImage, ForgetMakesBitsUnwritten) {
    TmemImage tmem;
    tmem.put(3, 4, 0);
    tmem.forget(3, 4, 0xff00);
    EXPECT_EQ(tmem.cell(3, 4), 0xff00u);
    EXPECT_FALSE(tmem.is_written(3, 4, 0x0100));
    EXPECT_TRUE(tmem.is_written(3, 4, 0xff));
}

TEST(SmemImage, TheWrittenRangeHasBytesWithAnyWrittenBit) {
    SmemImage smem(64);
    EXPECT_TRUE(smem.written_range().empty());
    smem.put_bits(17 * 8 + 3, 1, 1);
    EXPECT_EQ(smem.written_range().first, 17u);
    EXPECT_EQ(smem.written_range().end, 18u);
    smem.put(63, 0xff);
    smem.put(4, 0);
    EXPECT_EQ(smem.written_range().first, 4u);
    EXPECT_EQ(smem.written_range().end, 64u);
}

}  // namespace
}  // namespace tilescope
