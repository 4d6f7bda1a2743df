// tests/unit/notation/branch_words_test.cpp -- checks the words that a variable has at the ends of branches.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/rules/read_paste.h>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace tilescope {
namespace {

std::vector<std::string> words_of(std::string_view text) {
    std::vector<std::string> out;
    for (const FoundWord& w : paste(text).words)
        out.push_back(say(hex(w.value, w.bits / 4), " ?", hex(w.unknown_bits)));
    return out;
}

using Words = std::vector<std::string>;

// `desc` has this value on no path that ends.
TEST(BranchWords, AreNotValuesToWhichBitsAreAdded) {
    EXPECT_EQ(words_of("void f(uint32_t p) {\n  uint64_t desc;\n#ifdef B\n  desc = (p >> 4) | 1ull << 46;\n#else\n"
                       "  desc = p >> 4;\n#endif\n  desc |= 64ull << 32;\n  desc |= 1ull << 62;\n  use(desc);\n}"),
              Words({"0x4000004000000000 ?0x40000fffffff"}));
    EXPECT_EQ(words_of("void f(bool k) {\n  uint64_t desc = k ? 0x4000400000010000ull : 0x8000400000010000ull;\n"
                       "  desc |= 64ull << 32;\n}"),
              Words({"0x0000404000010000 ?0xc000000000000000"}));
}

TEST(BranchWords, AreTheValuesAtTheEndsOfAllBranches) {
    EXPECT_EQ(
        words_of(
            "uint64_t f(bool a, bool b) {\n  uint64_t desc = 1ull << 46;\n"
            "  if (a) {\n    if (b) desc |= 64ull << 32 | 2ull << 61;\n    else desc |= 32ull << 32 | 4ull << 61;\n"
            "  } else {\n    desc |= 16ull << 32;\n    desc |= 6ull << 61;\n  }\n  return desc;\n}"),
        Words({"0x4000404000000000 ?0x0", "0x8000402000000000 ?0x0", "0xc000401000000000 ?0x0"}));
    EXPECT_EQ(words_of("idesc = 0x08200010\nif bf16:\n    idesc |= 1 << 7\nelse:\n    idesc |= 1 << 8"),
              Words({"0x08200090 ?0x0", "0x08200110 ?0x0"}));
    // A later statement adds a bit to each of them.
    EXPECT_EQ(words_of("uint64_t f(bool a) {\n  uint64_t desc = 1ull << 46;\n  if (a) desc |= 2ull << 61;\n"
                       "  else desc |= 4ull << 61;\n  desc |= 64ull << 32 | 1ull << 16;\n  return desc;\n}"),
              Words({"0x0000404000010000 ?0xc000000000000000"}));
    // The branch that changes nothing is an end too.
    EXPECT_EQ(words_of("void f(bool half) {\n  uint32_t idesc = 0x08200490;\n  if (half) idesc -= 0x480;\n}"),
              Words({"0x08200010 ?0x0", "0x08200490 ?0x0"}));
}

// The counter changes in each round. What is computed from it keeps the bits that it does not reach.
TEST(LoopWords, KeepTheBitsThatACounterDoesNotReach) {
    EXPECT_EQ(words_of("void f(int n) {\n  for (int k = 0; k < n; k++) {\n"
                       "    uint64_t desc = (uint64_t)(k & 0x3fff) | 1ull << 46 | 64ull << 32 | 2ull << 61;\n  }\n}"),
              Words({"0x4000404000000000 ?0x3fff"}));
}

TEST(LoopWords, AreNamedIfTheyAreInsideOfTooManyBlocks) {
    constexpr int kLoops = 100;
    std::string text = "void f(int n) {\n";
    for (int i = 0; i < kLoops; ++i) text += say("for (int i", i, " = 0; i", i, " < n; i", i, "++) {\n");
    text += "uint64_t desc = 0x4000404000010000;\n" + std::string(kLoops + 1, '}');
    const PasteResult read = paste(text);
    EXPECT_TRUE(read.words.empty());
    EXPECT_NE(read.sentence.find("inside of more than 64 blocks"), std::string::npos) << read.sentence;
}

}  // namespace
}  // namespace tilescope
