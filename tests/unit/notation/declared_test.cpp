// tests/unit/notation/declared_test.cpp -- declared types of names, and comments in pasted text.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/rules/read_paste.h>

#include <gtest/gtest.h>

namespace tilescope {
namespace {

std::string declared_words(const PasteResult& r) {
    std::string out = r.sentence;
    for (const FoundWord& w : r.words)
        out += say("\n  ", w.reader, " ", w.name, " ", hex(w.value), " of ", w.bits, " bits -> ",
                   w.readings.front().format->id);
    return out;
}

struct DeclaredRow {
    const char* text;
    unsigned bits;
    std::uint64_t value;
};

TEST(Declared, TypeSetsTheWidthOfAName) {
    for (const DeclaredRow& row :
         {DeclaredRow{"uint32_t desc = 0;\ndesc |= 1 << 4;\ndesc |= 9 << 7;\ndesc |= 16 << 17;\ndesc |= 8 << 24;", 32,
                      0x08200490},
          DeclaredRow{"uint64_t desc = 0x08200490;", 64, 0x08200490},
          DeclaredRow{"unsigned long long desc = 0x08200490;", 64, 0x08200490},
          DeclaredRow{"unsigned d = 0x40004040;", 32, 0x40004040},
          DeclaredRow{"unsigned int d = 136316048u;", 32, 0x08200490},
          DeclaredRow{"constexpr std::uint32_t d = (8 << 24) | 0x200490;", 32, 0x08200490},
          DeclaredRow{"let desc: u64 = 0x08200490;", 64, 0x08200490},
          DeclaredRow{"let mut d: u32 = 136316048;", 32, 0x08200490},
          DeclaredRow{"var d: UInt32 = 136316048", 32, 0x08200490},
          DeclaredRow{"desc: i64 = 0x08200490", 64, 0x08200490},
          DeclaredRow{"d = np.uint32(136316048)", 32, 0x08200490},
          DeclaredRow{"desc = np.uint64(0x4000404000010040)", 64, 0x4000404000010040},
          DeclaredRow{".global .u32 d = 0x08200490;", 32, 0x08200490},
          DeclaredRow{"call void @f(i32 136316048)", 32, 0x08200490},
          DeclaredRow{"long d = -4611615580963667904;", 64, 0xC000401000010040},
          DeclaredRow{"uint64_t idesc = 0x08200490;", 32, 0x08200490},
          DeclaredRow{"uint32_t desc_a = 0x40004040;", 32, 0x40004040}}) {
        const PasteResult r = paste(row.text);
        ASSERT_EQ(r.words.size(), 1u) << row.text << declared_words(r);
        EXPECT_EQ(r.words[0].bits, row.bits) << row.text << declared_words(r);
        EXPECT_EQ(hex(r.words[0].value), hex(row.value)) << row.text;
        EXPECT_NE(r.words[0].name, "u32") << row.text;
    }
}

TEST(Declared, ANameOf32BitsIsNeverA64BitWord) {
    for (const char* text : {"uint32_t d = 0x4000404000010040;", "uint32_t d = 0;\nd |= 1ull << 46;",
                             "uint32_t desc_a = 0x4000404000010040;"})
        for (const FoundWord& word : paste(text).words) EXPECT_EQ(word.bits, 32u) << text;
}

TEST(Declared, PointersAndNarrowTypesAreNotWords) {
    for (const char* text : {"uint64_t *p = (uint64_t*)0x7fffe000;", "uint16_t d = 0x4040;", "bool on = 1;",
                             "uint8_t d = 0x40;", "const char* p = 0x40004040;", "d = SIZE / 16"})
        EXPECT_TRUE(paste(text).words.empty()) << text << declared_words(paste(text));
}

TEST(Comments, TwoSlashesDivideInPython) {
    for (const DeclaredRow& row :
         {DeclaredRow{"desc = (1 << 4) | (9 << 7) | ((128 // 8) << 17) | ((128 // 16) << 24)", 32, 0x08200490},
          DeclaredRow{"x = 1024\ndesc = (1 << 46) | ((x // 16) << 32) | (2 << 61)  # 128B", 64, 0x4000404000000000},
          DeclaredRow{"x = 4096 // 16 // 4\ndesc = (1 << 46) | (x << 32) | (2 << 61)", 64, 0x4000404000000000},
          DeclaredRow{"desc = T.uint32((128 // 8) << 17) | T.uint32((128 // 16) << 24)", 32, 0x08200000}}) {
        const PasteResult r = paste(row.text);
        ASSERT_FALSE(r.words.empty()) << row.text << declared_words(r);
        EXPECT_EQ(hex(r.words.back().value), hex(row.value)) << row.text << declared_words(r);
        EXPECT_EQ(r.refused_count, 0u) << row.text;
    }
}

TEST(Comments, TwoSlashesStartACommentInC) {
    for (const DeclaredRow& row : {DeclaredRow{"0x4000404000010040 // 128", 64, 0x4000404000010040},
                                   DeclaredRow{"desc = 0x4000404000010040 // 16", 64, 0x4000404000010040},
                                   DeclaredRow{"idesc = 136316048; // 16", 32, 0x08200490},
                                   DeclaredRow{"foo(0x4000404000010040, // (the first)", 64, 0x4000404000010040},
                                   DeclaredRow{"x = 0x08200490 // M 128, N 128", 32, 0x08200490},
                                   DeclaredRow{"x = 0x08200490 // swizzle", 32, 0x08200490},
                                   DeclaredRow{"0x4000404000010040 /* http://x.y */", 64, 0x4000404000010040},
                                   DeclaredRow{"0x4000404000010040, /* A */", 64, 0x4000404000010040}}) {
        const PasteResult r = paste(row.text);
        ASSERT_EQ(r.words.size(), 1u) << row.text << declared_words(r);
        EXPECT_EQ(hex(r.words[0].value), hex(row.value)) << row.text;
    }
}

}  // namespace
}  // namespace tilescope
