// tests/live/protocol_test.cpp -- frames: whole, in pieces, after a banner, damaged, too large, of another version.
// SPDX-License-Identifier: MIT
#include "app/worker/protocol.h"

#include <tilescope/base/say.h>

#include <gtest/gtest.h>

#include <random>

namespace tilescope::live_test {
namespace {

using live::encode;
using live::Frame;
using live::FrameReader;
using live::Outcome;

Frame sample(std::size_t blob = 5) {
    std::string bytes;
    for (std::size_t i = 0; i < blob; ++i) bytes += static_cast<char>(i * 37);
    return {.type = "result", .json = R"({"a":1})", .blob = bytes};
}

// Feeds the bytes at once and expects exactly these frames.
void expect_frames(std::string_view bytes, const std::vector<Frame>& frames) {
    FrameReader reader("The worker");
    reader.feed(bytes);
    for (const Frame& frame : frames) {
        const auto taken = reader.take();
        ASSERT_TRUE(taken) << taken.why;
        ASSERT_TRUE(*taken);
        EXPECT_EQ(**taken, frame);
    }
    const auto more = reader.take();
    ASSERT_TRUE(more) << more.why;
    EXPECT_FALSE(*more);
    EXPECT_FALSE(reader.is_inside());
    EXPECT_EQ(reader.consumed(), bytes.size());
}

// Expects a refusal with this part, which stays.
void expect_refused(std::string_view bytes, Outcome outcome, std::string_view part) {
    FrameReader reader("The worker");
    reader.feed(bytes);
    auto taken = reader.take();
    while (taken && *taken) taken = reader.take();
    ASSERT_FALSE(taken) << bytes.substr(0, 100);
    EXPECT_EQ(reader.refused_as(), outcome);
    EXPECT_NE(taken.why.find(part), std::string::npos) << taken.why;
    reader.feed(encode(sample()));
    EXPECT_EQ(reader.take().why, taken.why);
}

TEST(Frames, HaveALineThatSaysWhatFollows) {
    const std::string bytes = encode({.type = "bye", .json = "{}", .blob = {}});
    EXPECT_TRUE(bytes.starts_with("tilescope-live 2 bye 2 0 ")) << bytes;
    EXPECT_TRUE(bytes.ends_with("\n{}")) << bytes;
}

TEST(Frames, AreReadBackWholeAndTogether) {
    expect_frames(encode(sample()), {sample()});
    expect_frames(encode(sample(0)) + encode(sample(100'000)) + encode(sample(1)),
                  {sample(0), sample(100'000), sample(1)});
    expect_frames("", {});
}

TEST(Frames, AreReadInPiecesOfAnySize) {
    const std::string bytes = "Welcome!\n" + encode(sample(300)) + encode(sample(2));
    for (const std::size_t piece : {std::size_t{1}, std::size_t{7}, std::size_t{100}, bytes.size()}) {
        FrameReader reader("The worker");
        std::vector<Frame> frames;
        for (std::size_t at = 0; at < bytes.size(); at += piece) {
            reader.feed(std::string_view(bytes).substr(at, piece));
            for (auto taken = reader.take(); taken && *taken; taken = reader.take()) frames.push_back(**taken);
        }
        EXPECT_EQ(frames, (std::vector<Frame>{sample(300), sample(2)})) << piece;
    }
}

TEST(Frames, AreFoundBehindABanner) {
    expect_frames("Last login: Mon\n\n tilescope-live is near\n\x1b[31mred\r\n" + encode(sample()), {sample()});
    const std::string most(live::kMostNoiseBytes - 1, '-');
    expect_frames(most + "\n" + encode(sample(200'000)), {sample(200'000)});
    expect_refused(most + "-\n" + encode(sample()), Outcome::bad_protocol, "65536");
    expect_refused(most + "--", Outcome::bad_protocol, "65536");
    std::string lines;
    for (int i = 0; i < 40'000; ++i) lines += "\n\n";
    expect_refused(lines, Outcome::bad_protocol, "65536");
}

TEST(Frames, AreAllThatMayFollowTheFirstOne) {
    expect_refused(encode(sample()) + "hello\n" + encode(sample()), Outcome::bad_protocol, "'hello' between");
    expect_refused(encode(sample()) + std::string(1000, 'x'), Outcome::bad_protocol, "between two messages");
}

TEST(Frames, OfAnotherVersionAreRefusedByTheirLineAlone) {
    expect_refused("tilescope-live 3 something new\n", Outcome::wrong_version, "its tilescope is newer");
    expect_refused("tilescope-live 0 hello\n", Outcome::wrong_version, "its tilescope is older");
    expect_refused("banner\ntilescope-live 99\n", Outcome::wrong_version, "version 99");
}

TEST(Frames, WithAnyOtherLineAreRefused) {
    for (const std::string line :
         {"tilescope-live 2", "tilescope-live 2 result", "tilescope-live 2 result 1 2 3",
          "tilescope-live 2 Result 1 2 0000000000000003", "tilescope-live 2 result 01 2 0000000000000003",
          "tilescope-live 2 result  1 2 0000000000000003", "tilescope-live 2 result -1 2 0000000000000003",
          "tilescope-live 2 result 1 2 000000000000000G", "tilescope-live 2 result 1 2 0000000000000003 ",
          "tilescope-live 2 result 99999999999999999999 2 0000000000000003"})
        expect_refused(line + "\n", Outcome::bad_protocol, "damaged first line");
    expect_refused("tilescope-live 2 result 1 67108864 0000000000000003\n", Outcome::bad_protocol,
                   "the limit is 67108864");
    std::string terminal = encode(sample());
    terminal.insert(terminal.find('\n'), "\r");
    expect_refused(terminal, Outcome::bad_protocol, "through a terminal");
}

// One changed bit anywhere is found: in the line, the JSON, the raw bytes or the checksum.
TEST(Frames, ThatAreDamagedAreNeverAccepted) {
    const std::string good = encode(sample(20));
    for (std::size_t bit = 0; bit < 8 * good.size(); ++bit) {
        std::string bad = good;
        bad[bit / 8] = static_cast<char>(bad[bit / 8] ^ (1 << bit % 8));
        FrameReader reader("The worker");
        reader.feed(bad);
        const auto taken = reader.take();
        EXPECT_FALSE(taken && *taken) << "bit " << bit;
    }
}

TEST(Frames, ThatAreCutOffAreNotComplete) {
    const std::string good = encode(sample(20));
    for (std::size_t size = 0; size < good.size(); ++size) {
        FrameReader reader("The worker");
        reader.feed(std::string_view(good).substr(0, size));
        const auto taken = reader.take();
        ASSERT_TRUE(taken) << taken.why;
        EXPECT_FALSE(*taken);
        EXPECT_EQ(reader.is_inside(), size >= live::kSentinel.size()) << size;
    }
}

TEST(Frames, SurviveRandomBytes) {
    std::mt19937 rng(17);
    for (int i = 0; i < 2000; ++i) {
        std::string bytes = rng() % 2 ? encode(sample(rng() % 50)) : "";
        for (std::size_t n = rng() % 200; n > 0; --n) bytes += static_cast<char>(rng());
        FrameReader reader("The worker");
        reader.feed(bytes);
        auto taken = reader.take();
        while (taken && *taken) taken = reader.take();
        EXPECT_EQ(taken.why.empty(), static_cast<bool>(taken));
    }
}

}  // namespace
}  // namespace tilescope::live_test
