// tests/ui/completed_words_test.cpp -- the user gives unknown starts their values: memory follows, so D is right.
// SPDX-License-Identifier: MIT
#include "app/window/documents/edits.h"
#include "app/window/result/emulation.h"
#include "tests/ui/app_harness.h"

#include <gtest/gtest.h>

#include <semaphore>

namespace tilescope::ui {
namespace {

// A kernel that computes both start addresses. All other bits are constants.
constexpr const char* kOpenStarts =
    "shr.u32 %r1, %r10, 4;\nand.b32 %r2, %r1, 16383;\ncvt.u64.u32 %rd1, %r2;\n"
    "or.b64 %rd2, %rd1, 0x4000404000010000;\n"
    "shr.u32 %r3, %r11, 4;\nand.b32 %r4, %r3, 16383;\ncvt.u64.u32 %rd3, %r4;\n"
    "or.b64 %rd4, %rd3, 0x4000404000010000;\nmov.b32 %r9, 0x08180010;\n"
    "tcgen05.mma.cta_group::1.kind::f16 [%r5], %rd2, %rd4, %r9, %p0;\n";

class CompletedWords : public testing::Test {
protected:
    CompletedWords() {
        h.app.jobs.emulation = emulation_jobs([this] { answers_.release(); });
        h->frames(3);
        ImGui::SetClipboardText(kOpenStarts);
        h->key(Key::v, {Mod::ctrl});
        h->frames(3);
        h->key(Key::enter);
        h->frames(3);
        EXPECT_EQ(h.app.document().session.unknown_bits(WordId::a_desc), 0x3fffu);
        EXPECT_EQ(h.app.document().session.unknown_bits(WordId::b_desc), 0x3fffu);
    }
    void show(WordId word) {
        h.app.document().view_state.active = word;
        h.app.document().requests.view_state = h.app.document().view_state;
        h->frames(3);
    }
    void type_start(WordId word, std::string_view text) {
        show(word);
        h->click("fields.start");
        h->type(text);
        h->key(Key::enter);
        h->frames(3);
    }
    // Clicks each bit of the start: the first click gives 0, the second one gives 1.
    void click_start(WordId word, std::uint64_t raw) {
        show(word);
        for (unsigned bit = 0; bit < 14; ++bit)
            for (unsigned clicks = 0; clicks <= (raw >> bit & 1); ++clicks) {
                h->click("bits.bit." + std::to_string(bit));
                h->frames(2);
            }
    }
    std::uint64_t raw(WordId word) const { return h.app.document().session.word(word) & 0x3fff; }
    std::uint32_t start(Operand o) const { return h.app.document().session.image[o].start; }
    void expect_right() {
        h->key(Key::e, {Mod::ctrl});
        answers_.acquire();
        h->frames(3);
        ASSERT_TRUE(h.app.document().results.emulation) << h.app.document().results.refused;
        EXPECT_EQ(h.app.document().results.emulation->count[static_cast<std::size_t>(Verdict::wrong)], 0u);
    }

private:
    std::counting_semaphore<64> answers_{0};  // before `h`: its threads use it

protected:
    AppHarness h{{1440, 900}, Screen::memory};
};

TEST_F(CompletedWords, TypedStartsAreThoseOfTheMemory) {
    type_start(WordId::a_desc, "0x800");
    type_start(WordId::b_desc, "0x8400");
    EXPECT_EQ(raw(WordId::a_desc), 0x80u);
    EXPECT_EQ(raw(WordId::b_desc), 0x840u);
    EXPECT_EQ(start(Operand::a), 0x800u);
    EXPECT_EQ(start(Operand::b), 0x8400u);
    expect_right();
}

TEST_F(CompletedWords, BitByBitTheLastBitCanBecomeOne) {
    click_start(WordId::b_desc, 0x0640);
    EXPECT_EQ(raw(WordId::b_desc), 0x0640u);
    EXPECT_EQ(start(Operand::b), 0x6400u);
    click_start(WordId::a_desc, 0x0140);
    EXPECT_EQ(start(Operand::a), 0x1400u);
    expect_right();
}

TEST_F(CompletedWords, ALaterValueOfTheStartIsJudgedAgainstTheMemory) {
    type_start(WordId::a_desc, "0x400");
    type_start(WordId::b_desc, "0x4400");
    type_start(WordId::b_desc, "0x4420");
    EXPECT_EQ(raw(WordId::b_desc), 0x442u);
    EXPECT_EQ(start(Operand::b), 0x4400u);
}

TEST_F(CompletedWords, KeptMemoryStays) {
    make_edits(h.app, {SetKeepMemory{true}}, 0);
    const OperandPair<OperandImage> before = h.app.document().session.image;
    type_start(WordId::b_desc, "0x8400");
    EXPECT_EQ(h.app.document().session.image, before);
}

}  // namespace
}  // namespace tilescope::ui
