// tests/window/slow_clipboard_test.cpp -- pastes the text of a program that sends it slowly, or not to its end.
// SPDX-License-Identifier: MIT
#include "app/gui/xcb.h"
#include "app/io/session_file.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/wait_until.h"
#include "tests/window/window_driver.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <thread>

namespace tilescope::window {
namespace {

namespace xcb = ui::xcb;
using Clock = std::chrono::steady_clock;
using Milliseconds = std::chrono::milliseconds;

constexpr std::uint64_t kWord = 0x8000402000010080, kAtStart = 0x4000404000010040;
// What has arrived of the word before the last piece is a word, too.
constexpr std::array<std::string_view, 5> kPieces = {"a_desc", " = ", "0x", "80004020", "00010080\n"};

// Another program, which sends the text of the clipboard in pieces.
class SlowOwner {
public:
    SlowOwner(const VirtualDisplay& display, Milliseconds before_each, bool stops)
        : wait_(before_each), stops_(stops), thread_([this, name = display.name()](std::stop_token stop) {
              if (client_.connect(xcb::kPropertyChanges, name.c_str())) serve(stop);
          }) {
        EXPECT_TRUE(test::wait_until([&] { return owns_.load(); }));
    }

    void go_on() { stops_ = false; }
    bool was_asked() const { return was_asked_; }
    bool sent_all() const { return sent_all_; }  // and the reader has taken the last piece

private:
    Milliseconds wait_;
    std::atomic<bool> stops_, owns_ = false, was_asked_ = false, sent_all_ = false;
    xcb::Client client_;
    xcb::Atom text_ = 0;
    xcb::WindowId to_ = 0;
    xcb::Atom property_ = 0;
    std::size_t next_ = 0;
    std::jthread thread_;  // uses all members above

    void serve(const std::stop_token& stop) {
        text_ = client_.atom("UTF8_STRING");
        const xcb::Atom clipboard = client_.atom("CLIPBOARD");
        client_.x.set_selection_owner(client_.connection, client_.window, clipboard, 0);
        owns_ = client_.owner_of(clipboard) == client_.window;
        const auto serves_until_the_stop = [&] {
            while (const auto event = client_.next_event()) {
                if (xcb::type_of(*event) == xcb::kSelectionRequest) begin(xcb::as<xcb::SelectionRequest>(*event));
                if (xcb::type_of(*event) == xcb::kPropertyNotify) go_on(xcb::as<xcb::PropertyNotify>(*event), stop);
            }
            return stop.stop_requested();
        };
        test::wait_until(serves_until_the_stop, std::chrono::hours(1));
    }

    void begin(const xcb::SelectionRequest& request) {
        const bool is_text = request.target == text_;
        if (is_text) {
            const std::uint32_t events = xcb::kPropertyChanges, size = 1;
            to_ = request.requestor, property_ = request.property, next_ = 0, sent_all_ = false;
            client_.x.change_window_attributes(client_.connection, to_, xcb::kEventMask, &events);
            client_.x.change_property(client_.connection, xcb::kReplace, to_, property_, client_.atom("INCR"), 32, 1,
                                      &size);
        }
        const xcb::SelectionNotify done{.time = request.time,
                                        .requestor = request.requestor,
                                        .selection = request.selection,
                                        .target = request.target,
                                        .property = is_text ? request.property : 0};
        client_.x.send_event(client_.connection, 0, request.requestor, 0, reinterpret_cast<const char*>(&done));
        was_asked_ = true;
    }

    // The reader took a piece.
    void go_on(const xcb::PropertyNotify& event, const std::stop_token& stop) {
        if (event.state != xcb::kPropertyDeleted || event.window != to_ || sent_all_) return;
        if (next_ > kPieces.size()) {
            sent_all_ = true;
            return;
        }
        if (next_ > 0) test::wait_until([&] { return stop.stop_requested(); }, wait_);
        if (next_ + 1 == kPieces.size()) test::wait_until([&] { return !stops_ || stop.stop_requested(); });
        const std::string_view piece = next_ < kPieces.size() ? kPieces[next_] : "";  // an empty piece is the end
        ++next_;
        client_.x.change_property(client_.connection, xcb::kReplace, to_, property_, text_, 8,
                                  static_cast<std::uint32_t>(piece.size()), piece.data());
    }
};

class SlowClipboard : public test::FolderTest {
protected:
    void SetUp() override {
        if (const std::string why = missing_tools(); !why.empty()) GTEST_SKIP() << why;
        display = std::make_unique<VirtualDisplay>(1440, 900);
        ASSERT_FALSE(display->name().empty()) << "Xvfb did not start";
    }
    std::string path() const { return folder + "/saved.json"; }
    // The word of A in the saved session. 0: none is saved.
    std::uint64_t saved() const {
        const auto file = io::load_session(path());
        return file ? file->session.word(WordId::a_desc) : 0;
    }
    // In the session that the window saves now, for the first time.
    std::uint64_t a_desc_in(Program& program) {
        program.key("ctrl+s");
        program.type(path());
        program.key("Return");
        EXPECT_TRUE(test::wait_until([&] { return saved() != 0; }));
        return saved();
    }
    std::unique_ptr<VirtualDisplay> display;
};

TEST_F(SlowClipboard, ASlowTextIsPastedAsAWhole) {
    const SlowOwner owner(*display, Milliseconds(800), false);
    Program program(*display, {});
    program.key("ctrl+v");
    EXPECT_TRUE(program.find("status.stop")) << "the text takes longer than a key may wait";
    program.key("ctrl+k");
    EXPECT_TRUE(program.find("palette.box")) << "the window waits for nobody";
    program.key("Escape");
    EXPECT_TRUE(test::wait_until([&] { return owner.sent_all() && !program.find("status.stop"); }));
    EXPECT_EQ(a_desc_in(program), kWord);
}

TEST_F(SlowClipboard, APartOfATextIsNotPasted) {
    SlowOwner owner(*display, Milliseconds(0), true);
    Program program(*display, {});
    program.key("ctrl+v");
    EXPECT_TRUE(program.find("status.stop"));
    EXPECT_TRUE(test::wait_until([&] { return !program.find("status.stop"); })) << "it waits for ever";
    EXPECT_EQ(a_desc_in(program), kAtStart);
    owner.go_on();
    EXPECT_TRUE(test::wait_until([&] { return owner.sent_all(); }))
        << "the other program waits for a reader, and can answer nobody";
    program.key("ctrl+v");
    EXPECT_TRUE(test::wait_until([&] { return !program.find("status.stop"); }));
    program.key("ctrl+s");
    EXPECT_TRUE(test::wait_until([&] { return saved() == kWord; })) << "the whole text can be pasted later";
}

TEST_F(SlowClipboard, TheKeysAfterAPasteAreForItsWords) {
    const SlowOwner owner(*display, Milliseconds(10), false);
    Program program(*display, {});
    program.send("key ctrl+v ctrl+z");
    EXPECT_EQ(a_desc_in(program), kAtStart) << "undone before it was pasted";
    program.key("ctrl+shift+z");
    program.key("ctrl+s");
    EXPECT_TRUE(test::wait_until([&] { return saved() == kWord; }));
}

TEST_F(SlowClipboard, ATextBoxTakesNoPart) {
    SlowOwner owner(*display, Milliseconds(0), true);
    Program program(*display, {});
    program.key("ctrl+s");
    program.key("ctrl+v");  // into the box of the path
    EXPECT_TRUE(owner.was_asked());
    program.type(path());
    program.key("Return");
    EXPECT_TRUE(test::wait_until([&] { return saved() == kAtStart; })) << "the path has a part of the text";
}

TEST_F(SlowClipboard, TheWindowClosesWhileItReads) {
    const SlowOwner owner(*display, Milliseconds(0), true);
    Program program(*display, {});
    program.key("ctrl+v");
    EXPECT_TRUE(program.find("status.stop"));
    const auto begin = Clock::now();
    EXPECT_EQ(program.stop(SIGTERM), 128 + SIGTERM);
    EXPECT_LT(Clock::now() - begin, std::chrono::seconds(3)) << "the thread waits for the other program";
}

}  // namespace
}  // namespace tilescope::window
