// tests/unit/notation/log_test.cpp -- LogReader finds in a line what paste() finds in it, or leaves the line to it.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/notation/paste.h>
#include <tilescope/rules/read_paste.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace tilescope {
namespace {

std::string described(const FoundWord& w) {
    const PasteReading& best = w.readings.front();
    return say(w.name, " ", hex(w.value), " ", w.bits, " ", static_cast<int>(w.role), " ", best.format->id, " ",
               best.format->kind, " ", hex(best.word), " ", name_of(best.certainty), w.ask ? " ask" : "", "; ");
}

// paste() joins equal words, so the order is not compared.
std::string sorted(std::vector<std::string> words) {
    std::ranges::sort(words);
    std::string out;
    for (const std::string& word : words) out += word;
    return out;
}

std::string in_log(LogReader& reader, const std::string& line, bool& took) {
    std::vector<LogWord> words;
    took = reader.read(line, words);
    std::vector<std::string> out;
    PasteContext context;  // what the words of the line say about each other
    for (const LogWord& word : words) context.tcgen05 |= is_tcgen05_word(word.role, word.value);
    for (const LogWord& word : words)
        if (const auto found = log_word(word, context, {})) out.push_back(described(*found));
    return sorted(out);
}

std::string in_paste(const std::string& line) {
    std::vector<std::string> out;
    for (const FoundWord& w : paste(line, {}).words)
        for (unsigned i = 0; i < w.merged; ++i) out.push_back(described(w));
    return sorted(out);
}

TEST(LogReader, ReadsTheLinesOfKernelLogs) {
    LogReader reader;
    bool took = false;
    EXPECT_EQ(in_log(reader, "[thread 5] a_desc=0x4000404000010040 b_desc: 0x4000404000010440 it=7", took),
              in_paste("[thread 5] a_desc=0x4000404000010040 b_desc: 0x4000404000010440 it=7"));
    EXPECT_TRUE(took);
    in_log(reader, "12:30:01.250 block (0, 1, 0) idesc = 0x08200490", took);
    EXPECT_TRUE(took);
}

TEST(LogReader, LeavesLinesWithMoreThanWordsToPaste) {
    LogReader reader;
    bool took = true;
    for (const std::string line :
         {"mov.b64 %rd1, 0x4000404000010040;", "desc = 0x4000404000010040", "uint64_t a_desc = 0x4000404000010040",
          "a_desc=0x40004040zz b_desc=0x4000404000010040", "a_desc=0x40004040000100400 b_desc=0x1", "", "epoch 5",
          "a_desc_lo=0x00010040 a_desc_hi=0x40004040", "UR4=0x00010040 UR5=0x40004040", "idesc=0x1234567890",
          "0x7ffe4010: a_desc=0x4000404000010040", "a_desc=0x4000404000010040 | 1", "it=5 loss=7"}) {
        EXPECT_TRUE(in_log(reader, line, took).empty()) << line;
        EXPECT_FALSE(took) << line;
    }
}

TEST(LogReader, ReadsOneWordBehindAPrefix) {
    LogReader reader;
    for (const std::string line : {"[0] x_desc=0x4000404000010040", "[blk 0] desc=0x4000404000010040",
                                   "warp 3: desc=0x4000404000010040", "(0,0) desc=0x4000404000010040"}) {
        bool took = false;
        EXPECT_EQ(in_log(reader, line, took), in_paste(line)) << line;
        EXPECT_TRUE(took) << line;
        EXPECT_EQ(paste(line).words.size(), 1u) << line;
    }
}

// Random lines from the parts of logs. If LogReader takes a line, it agrees with paste() about all its words.
TEST(LogReader, AgreesWithPasteOnRandomLines) {
    constexpr const char* kBefore[] = {"",      "[t 3] ", "(0,1) ", "2026-01-02 ", "warp 4: ", "uint32_t ", "uint64_t ",
                                       "INFO ", "a, ",    "const ", "(uint64_t) ", "- ",       "x: "};
    constexpr const char* kNames[] = {"a_desc", "desc_b", "idesc",   "desc", "zcm",     "i",
                                      "count",  "lo",     "desc_lo", "R4",   "UR6",     "u32",
                                      "a",      "tmem",   "addr",    "bar",  "sf_desc", "x.idesc"};
    constexpr const char* kEquals[] = {"=", ": ", " = ", ":", " : ", "= "};
    constexpr const char* kValues[] = {"0x4000404000010040",
                                       "0x4000404000010",
                                       "0x08200490",
                                       "0x40004040",
                                       "5",
                                       "-1",
                                       "136316048",
                                       "0x0",
                                       "0xC000401000010040",
                                       "4611756662049538112",
                                       "0x12g",
                                       "08200490",
                                       "0x4000_4040_0001_0040",
                                       "0x10040u",
                                       "12345678"};
    constexpr const char* kAfter[] = {" ", ", ", " (hex) ", ") ", " ; ", " | ", "\t"};
    std::mt19937 random(7);
    const auto one = [&](const auto& list) { return list[random() % std::size(list)]; };
    LogReader reader;
    unsigned taken = 0;
    for (int i = 0; i < 8'000; ++i) {
        std::string line = one(kBefore);
        for (auto n = 1 + random() % 3; n > 0; --n)
            line += say(one(kNames), one(kEquals), one(kValues), n > 1 || random() % 4 == 0 ? one(kAfter) : "");
        bool took = false;
        const std::string words = in_log(reader, line, took);
        taken += took;
        if (took) {
            ASSERT_EQ(words, in_paste(line)) << line;
        }
    }
    EXPECT_GT(taken, 500u);
}

std::string listed(const std::vector<LogWord>& words) {
    std::string out;
    for (const LogWord& w : words)
        out += say(w.name, " ", w.source, " ", static_cast<int>(w.role), " ", hex(w.value), " ", w.bits, " ",
                   w.negative, "; ");
    return out;
}

// A reader that knows the shapes of the lines before gives the same words as one that knows nothing.
TEST(LogReader, RemembersShapesWithoutChangingAnswers) {
    constexpr const char* kParts[] = {"[t N] ",   "N ",        "warp N: ", "a_desc=H ", "a_desc=H ",    "desc_b: H ",
                                      "idesc=J ", "desc =H ",  "i=N ",     "zcm=H ",    "(N,  N) ",     "N.N ",
                                      "xN=J ",    "a_desc=J ", "addr=J, ", "N:N:N ",    "a_desc_lo=J ", "uN = J "};
    constexpr const char* kHex[] = {"0x4000404000010040",
                                    "0x40004040000100c0",
                                    "0x0000000000000040",
                                    "0x40004040",
                                    "0x08200490",
                                    "0x00000001",
                                    "0x10040",
                                    "0x4000_40400001",
                                    "0x400040400001g040",
                                    "0x4000404000010"};
    constexpr const char* kNumbers[] = {"0", "7", "12", "12345678", "123456789", "32", "a", "-1"};
    std::mt19937 random(11);
    const auto one = [&](const auto& list) { return list[random() % std::size(list)]; };
    LogReader reader;
    unsigned taken = 0;
    std::string shape;
    for (int i = 0; i < 30'000; ++i) {
        if (i % 8 == 0) {
            shape.clear();
            for (auto n = 1 + random() % 4; n > 0; --n) shape += one(kParts);
        }
        std::string line;
        for (const char c : shape)
            line += c == 'H'   ? std::string(kHex[random() % (random() % 4 == 0 ? std::size(kHex) : 3)])
                    : c == 'J' ? std::string(kHex[3 + random() % 3])
                    : c == 'N' ? std::string(kNumbers[random() % (random() % 8 == 0 ? std::size(kNumbers) : 4)])
                    : c == ' ' && random() % 6 == 0 ? std::string(1 + random() % 3, ' ')
                                                    : std::string(1, c);
        std::vector<LogWord> words, alone;
        const bool took = reader.read(line, words);
        LogReader fresh;
        ASSERT_EQ(took, fresh.read(line, alone)) << line;
        ASSERT_EQ(listed(words), listed(alone)) << line;
        taken += took;
    }
    EXPECT_GT(taken, 4'000u);
}

}  // namespace
}  // namespace tilescope
