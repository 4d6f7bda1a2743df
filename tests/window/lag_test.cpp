// tests/window/lag_test.cpp -- tests that a busy program later processes all input, in its order.
// SPDX-License-Identifier: MIT
#include "app/io/session_file.h"
#include "tests/window/display_test.h"

#include <tilescope/formats/smem.h>

#include <gtest/gtest.h>

#include <filesystem>

namespace tilescope::window {
namespace {

class Lag : public ProgramTest {
protected:
    void set_up() override {
        file = folder + "/job.json";
        ASSERT_TRUE(io::save_session(file, {Session{}}));
        program = started({file});
        program->key("ctrl+2");  // the screen with the bits
    }

    std::string at(const std::string& id, double across = 0.5, double down = 0.5) {
        const Rect r = program->item(id);
        return "mousemove " + std::to_string(static_cast<long>(r.x + across * r.width)) + " " +
               std::to_string(static_cast<long>(r.y + down * r.height)) + " ";
    }
    static std::string click() { return "mousedown 1 mouseup 1 "; }
    std::uint64_t saved(std::string_view field_id) {
        program->key("ctrl+s");
        const auto read = io::load_session(file);
        EXPECT_TRUE(read) << read.why;
        if (!read) return 0;
        const Field& f = field_in(kSmem91, field_id);
        return value_of(f, get_field(f, read->session.word(WordId::a_desc)));
    }

    std::string file;
};

TEST_F(Lag, LettersBeforeAClickStayInTheirBox) {
    const std::string word = at("bits.word"), sbo = at("fields.sbo", 0.2);
    program->click("bits.word", 0.2);
    program->key("ctrl+a");
    program->freeze();
    program->send("type --delay 1 -- 0x4000404000010080");
    program->send(sbo + click());
    program->send("key ctrl+a");
    program->send("type --delay 1 -- 2048");
    program->thaw();
    EXPECT_EQ(saved("start"), 0x800u) << "typed into the word";
    EXPECT_EQ(saved("sbo"), 2048u) << "typed into the field";
    EXPECT_EQ(saved("swizzle"), 2u);
}

TEST_F(Lag, LateClickCountsAtItsPosition) {
    const std::string plus = at("fields.sbo.plus"), away = at("memory.tile");
    program->freeze();
    program->send(plus + click() + away);
    program->thaw();
    EXPECT_EQ(saved("sbo"), 1040u);
}

TEST_F(Lag, LateDragKeepsItsFullDistance) {
    const std::string band = at("bits.band.sbo"), away = at("memory.tile");
    program->freeze();
    program->send(band + "mousedown 1 mousemove_relative -- 0 -20 mousemove_relative -- 0 -20 mouseup 1 " + away);
    program->thaw();
    EXPECT_EQ(saved("sbo"), 1024u + 10 * 16) << "one step for 4 pixels";
}

TEST_F(Lag, LettersAfterADoubleClickGoToTheOpenedBox) {
    const std::string band = at("bits.band.sbo");
    program->freeze();
    program->send(band + click() + click());
    program->send("key ctrl+a");
    program->send("type --delay 1 -- 512");
    program->send("key Return");
    program->thaw();
    EXPECT_EQ(saved("sbo"), 512u);
}

TEST_F(Lag, PaletteGetsTheLettersThatFollow) {
    program->freeze();
    program->send("key ctrl+k");
    program->send("type --delay 1 -- 'sbo 2048'");
    program->send("key Return");
    program->send("key ctrl+k");
    program->send("type --delay 1 -- 'lbo 64'");
    program->send("key Return");
    program->thaw();
    EXPECT_EQ(saved("sbo"), 2048u);
    EXPECT_EQ(saved("lbo"), 64u);
}

TEST_F(Lag, EachWheelNotchIsOneStep) {
    const std::string band = at("bits.band.sbo"), away = at("memory.tile");
    program->freeze();
    program->send(band + "click --repeat 5 --delay 1 4 " + away);
    program->thaw();
    EXPECT_EQ(saved("sbo"), 1024u + 5 * 16);
}

TEST_F(Lag, CloseAsksAboutTheNumberThatWasTypedBefore) {
    program->click("fields.sbo", 0.2);
    program->key("ctrl+a");
    program->freeze();
    program->send("type --delay 1 -- 2048");
    program->send("key ctrl+q");
    program->thaw();
    EXPECT_TRUE(program->find("unsaved.save"));
}

}  // namespace
}  // namespace tilescope::window
