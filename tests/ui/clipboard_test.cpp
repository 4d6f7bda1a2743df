// tests/ui/clipboard_test.cpp -- Ctrl+V: a part of a text is never pasted, and no frame waits for another program.
// SPDX-License-Identifier: MIT
#include "app/window/documents/tabs.h"
#include "app/window/frame/regions.h"
#include "app/window/paste/paste.h"
#include "tests/support/wait_until.h"
#include "tests/ui/app_harness.h"

#include <tilescope/base/say.h>

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <string>

namespace tilescope::ui {
namespace {

constexpr std::uint64_t kWord = 0x8000402000010080;
constexpr const char* kText = "a_desc = 0x8000402000010080";
constexpr const char* kPart = "a_desc = 0x80004020";  // still a word

// The other program answers when the test says so.
class ClipboardTest : public testing::Test {
protected:
    ClipboardTest() {
        h.app.system.clipboard.jobs =
            std::make_unique<ClipboardJobs>([this](const ClipboardLimits& limits, const WorkTools& tools) {
                limits_ = limits;
                tools.rows_done = 1024;
                test::wait_until([&] { return answers_ || tools.stop.stop_requested(); });
                return answers_ ? text_ : ClipboardText{};
            });
        h->frames(2);
    }
    ~ClipboardTest() override { h.app.system.clipboard.jobs.reset(); }

    void press_paste() {
        answers_ = false;
        h->key(Key::v, {Mod::ctrl});
        EXPECT_TRUE(h->frames_until([&] { return h.app.system.clipboard.progress.rows_done == 1024; }));
    }
    void answer(ClipboardText text) {
        text_ = std::move(text);
        answers_ = true;
        EXPECT_TRUE(h->frames_until([&] { return !is_awaiting_clipboard(h.app); }));
        h->frames(3);
    }
    void let_it_be_slow() {
        follow_clipboard(h.app, h.app, 10);
        follow_clipboard(h.app, h.app, 11);
        h->frames(2);
    }
    std::uint64_t a_desc() const { return h.app.document().session.word(WordId::a_desc); }

    std::atomic<bool> answers_ = false;
    ClipboardText text_;
    ClipboardLimits limits_;
    AppHarness h;
};

TEST_F(ClipboardTest, AWholeTextIsPasted) {
    press_paste();
    EXPECT_TRUE(is_awaiting_clipboard(h.app));
    answer({.text = kText});
    EXPECT_EQ(a_desc(), kWord);
    EXPECT_EQ(limits_.bytes, kMostPasteBytes + 1) << "one more, so that a longer text is refused";
}

TEST_F(ClipboardTest, APartOfATextIsNotPasted) {
    const Session before = h.app.document().session;
    press_paste();
    answer({.text = kPart, .whole = false, .late = true});
    EXPECT_EQ(h.app.document().session, before);
    EXPECT_TRUE(h.app.document().paste.result.words.empty());
    EXPECT_EQ(h.app.document().status,
              "Nothing was pasted: only the first 19 bytes of the clipboard arrived. Try again, or save the "
              "text as a file and open that.");
    EXPECT_EQ(status_sentence(h.app), h.app.document().status);
}

TEST_F(ClipboardTest, ALateProgramAndAnEmptyClipboardAreSaid) {
    press_paste();
    answer({.text = {}, .whole = false, .late = true});
    EXPECT_EQ(h.app.document().status,
              "Nothing was pasted. The program that has the text of the clipboard does not answer.");
    press_paste();
    answer({});
    EXPECT_TRUE(h.app.document().status.starts_with("Nothing was pasted. The clipboard has no text"))
        << h.app.document().status;
}

TEST_F(ClipboardTest, ATextThatIsTooLongIsRefusedAndNotCut) {
    press_paste();
    std::string text = say(kText, '\n');
    text.resize(kMostPasteBytes + 1, ' ');
    answer({.text = text, .whole = false});
    EXPECT_EQ(h.app.document().status, too_long_to_paste());
    h.app.document().trace.sentence = "The sentence of what is pointed at.";
    EXPECT_EQ(status_sentence(h.app), too_long_to_paste()) << "the refusal is seen wherever the pointer is";
    EXPECT_TRUE(h.app.document().paste.result.words.empty());
    EXPECT_EQ(not_pasted_text({.text = text, .whole = false}), too_long_to_paste());
}

TEST_F(ClipboardTest, InputWaitsForHalfASecond) {
    EXPECT_FALSE(holds_input(h.app));
    press_paste();
    follow_clipboard(h.app, h.app, 10);
    EXPECT_TRUE(holds_input(h.app));
    follow_clipboard(h.app, h.app, 10.4);
    EXPECT_TRUE(holds_input(h.app));
    EXPECT_FALSE(is_slow_clipboard(h.app)) << "no sentence flickers";
    EXPECT_FALSE(h->shows("status.stop"));
    follow_clipboard(h.app, h.app, 10.5);
    EXPECT_FALSE(holds_input(h.app));
    h->frames(2);
    EXPECT_TRUE(h->shows("status.stop"));
    EXPECT_EQ(status_sentence(h.app), "Reading the clipboard: 1024 bytes. Esc stops it.");
    answer({.text = kText});
    EXPECT_EQ(a_desc(), kWord) << "a late text is pasted too";
    EXPECT_FALSE(h->shows("status.stop"));
}

TEST_F(ClipboardTest, EscAndStopEndTheWait) {
    const Session before = h.app.document().session;
    press_paste();
    let_it_be_slow();
    h->key(Key::escape);
    h->frames(2);
    EXPECT_FALSE(is_awaiting_clipboard(h.app));
    press_paste();
    let_it_be_slow();
    h->click("status.stop");
    h->frames(2);
    EXPECT_FALSE(is_awaiting_clipboard(h.app));
    EXPECT_EQ(h.app.document().status, "Stopped. Nothing has changed.");
    answer({.text = kText});
    EXPECT_EQ(h.app.document().session, before);
}

TEST_F(ClipboardTest, ALateTextIsForItsOwnTab) {
    press_paste();
    let_it_be_slow();
    const Session other = h.app.document().session;
    ASSERT_TRUE(add_tab(h.app, other));
    answer({.text = kText});
    EXPECT_EQ(h.app.document().session, other);
    show_tab(h.app, 0);
    h->frames(2);
    EXPECT_EQ(a_desc(), kWord);
}

TEST_F(ClipboardTest, ATextForAClosedTabIsDropped) {
    ASSERT_TRUE(add_tab(h.app, h.app.document().session));
    h->frames(2);
    press_paste();
    let_it_be_slow();
    close_tab(h.app, 1);
    const Session before = h.app.document().session;
    answer({.text = kText});
    EXPECT_EQ(h.app.document().session, before);
    EXPECT_EQ(h.app.system.clipboard.document, 0u);
}

TEST_F(ClipboardTest, ThePasteBoxGetsAWholeTextAndNoPart) {
    h->click("rail.paste");
    answer({.text = kPart, .whole = false, .late = true});
    EXPECT_EQ(h.app.document().states.paste.text, "");
    EXPECT_TRUE(h->shows("paste.empty"));
    h->click("rail.close");
    h->frames(2);
    answers_ = false;
    h->click("rail.paste");
    answer({.text = kText});
    EXPECT_TRUE(h->shows("paste.from_clipboard"));
    EXPECT_EQ(h.app.document().states.paste.text, kText);
    EXPECT_NE(a_desc(), kWord) << "nothing is applied";
}

}  // namespace
}  // namespace tilescope::ui
