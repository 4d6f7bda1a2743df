// tests/window/main_job_test.cpp -- tests the main work in the real window: paste, flip, drag, list, undo, palette.
// SPDX-License-Identifier: MIT
#include "app/io/session_file.h"
#include "tests/window/display_test.h"

#include <tilescope/formats/smem.h>
#include <tilescope/formats/zcm.h>

#include <gtest/gtest.h>

#include <filesystem>

namespace tilescope::window {
namespace {

// A display and a program with its session file. Ctrl+S writes the file, and the test reads it.
class MainJob : public ProgramTest {
protected:
    void set_up() override {
        file = folder + "/job.json";
        write_session({});
    }

    void write_session(const Session& session) { ASSERT_TRUE(io::save_session(file, {session})); }
    void open() {
        program = started({file});
        program->key("ctrl+2");  // the screen with the bits and the memory of one operand
    }
    Session saved() {
        program->key("ctrl+s");
        const Answer<std::string> text = io::read_text(file);
        EXPECT_TRUE(text) << text.why;
        const Answer<io::SessionFile> read = io::session_from_text(text ? *text : "");
        EXPECT_TRUE(read) << read.why;
        return read ? read->session : Session{};
    }
    std::uint64_t value(WordId word, const Format& format, std::string_view id) {
        const Field& f = field_in(format, id);
        return value_of(f, get_field(f, saved().word(word)));
    }

    std::string file;
};

TEST_F(MainJob, PasteSetsTheWordOfItsCard) {
    open();
    program->click("rail.paste");
    program->click("paste.box");
    program->type("0x8000402000010040");
    program->click("paste.apply");
    EXPECT_EQ(saved().word(WordId::a_desc), 0x8000402000010040u);
    program->key("ctrl+z");
    EXPECT_EQ(saved().word(WordId::a_desc), Session{}.word(WordId::a_desc));
}

TEST_F(MainJob, APastedUnknownBitGetsAValueFromTwoClicks) {
    open();
    program->click("rail.paste");
    program->click("paste.box");
    program->type("mov.b64 d, {lo, 0x40004040};");
    program->click("paste.apply");
    EXPECT_EQ(saved().unknown_bits(WordId::a_desc), 0xffffffffu);
    program->click("bits.bit.6");
    program->click("bits.bit.6");
    const Session after = saved();
    EXPECT_EQ(after.unknown_bits(WordId::a_desc), 0xffffffbfu);
    EXPECT_EQ(after.word(WordId::a_desc), 0x4000404000000040u);
}

TEST_F(MainJob, ClickFlipsABit) {
    open();
    program->click("bits.bit.62");
    EXPECT_EQ(saved().word(WordId::a_desc), Session{}.word(WordId::a_desc) ^ (1ull << 62));
    program->key("ctrl+z");
    EXPECT_EQ(saved().word(WordId::a_desc), Session{}.word(WordId::a_desc));
    program->key("ctrl+shift+z");
    EXPECT_EQ(saved().word(WordId::a_desc), Session{}.word(WordId::a_desc) ^ (1ull << 62));
}

TEST_F(MainJob, UpwardDragOfABandChangesItsFieldInOneUndoStep) {
    open();
    const std::uint64_t before = value(WordId::a_desc, kSmem91, "sbo");
    program->drag("bits.band.sbo", 0, -40);  // one step for 4 pixels
    const std::uint64_t after = value(WordId::a_desc, kSmem91, "sbo");
    EXPECT_EQ(after, before + 10 * 16);
    program->key("ctrl+z");
    EXPECT_EQ(value(WordId::a_desc, kSmem91, "sbo"), before);
}

TEST_F(MainJob, ListSetsTheSwizzleMode) {
    open();
    program->click("fields.swizzle");
    program->click("fields.swizzle.64B");
    EXPECT_EQ(get_field(field(kSmem91, "swizzle"), saved().word(WordId::a_desc)), 4u);
}

TEST_F(MainJob, PlusButtonAddsOneStepToSbo) {
    open();
    program->click("fields.sbo.plus");
    EXPECT_EQ(value(WordId::a_desc, kSmem91, "sbo"), 1040u);
}

TEST_F(MainJob, AFieldThatIsClickedTakesATypedValue) {
    open();
    program->click("fields.sbo", 0.2);
    program->key("ctrl+a");
    program->type("2048");
    program->key("Return");
    EXPECT_EQ(value(WordId::a_desc, kSmem91, "sbo"), 2048u);
    program->click("fields.start", 0.2);
    program->key("ctrl+a");
    program->type("0x800");
    program->key("Return");
    EXPECT_EQ(saved().word(WordId::a_desc), 0x4000408000010080u) << "both fields, and no other bit";
    program->key("ctrl+z");
    program->key("ctrl+z");
    EXPECT_EQ(saved().word(WordId::a_desc), Session{}.word(WordId::a_desc));
}

TEST_F(MainJob, InspectorShowsTheCellUnderThePointer) {
    open();
    program->move_to("memory.tile", 0.4, 0.3);
    const auto frames = program->frames();
    EXPECT_GT(frames, 0);
    ASSERT_TRUE(program->find("inspector.sentence")) << "the inspector has no sentence about the cell";
    ASSERT_TRUE(program->find("inspector.details")) << "the inspector has no address";
}

TEST_F(MainJob, DragOfAMaskBorderChangesTheRun) {
    Session session;
    session.variant.ws = true;
    session.words[static_cast<std::size_t>(WordId::zcm)] = 0x0003028100000000;
    session.words[static_cast<std::size_t>(WordId::idesc)] = 0x04100010;
    write_session(session);
    open();
    program->key("ctrl+4");
    const std::uint64_t before = value(WordId::zcm, kZcm91, "skip_span");
    const Rect strip = program->item("mask.strip.0");
    program->drag("mask.border.0.0", strip.width / 32, 0);  // one of the sub-mask's 32 columns
    EXPECT_EQ(value(WordId::zcm, kZcm91, "skip_span"), before + 1);
}

TEST_F(MainJob, PaletteSetsAField) {
    open();
    program->key("ctrl+k");
    program->type("sbo 2048");
    program->key("Return");
    EXPECT_EQ(value(WordId::a_desc, kSmem91, "sbo"), 2048u);
}

TEST_F(MainJob, SaveAsWritesTheTypedFile) {
    open();
    const std::string other = std::filesystem::path(file).parent_path() / "other.json";
    program->click("bits.bit.62");
    program->key("ctrl+shift+s");
    program->type(other);
    program->key("Return");
    const auto written = io::load_session(other);
    ASSERT_TRUE(written) << written.why;
    EXPECT_EQ(written->session.word(WordId::a_desc), Session{}.word(WordId::a_desc) ^ (1ull << 62));
}

TEST_F(MainJob, RefusedNumberChangesNothing) {
    open();
    program->click("fields.sbo", 0.2);
    program->key("ctrl+a");
    program->type("65");
    program->key("Return");
    EXPECT_EQ(saved().word(WordId::a_desc), Session{}.word(WordId::a_desc));
}

TEST_F(MainJob, KillLosesNothingThatWasSaved) {
    open();
    program->click("bits.bit.0");
    const Session before = saved();
    program.reset();  // SIGKILL
    const Answer<std::string> text = io::read_text(file);
    ASSERT_TRUE(text) << text.why;
    const Answer<io::SessionFile> session = io::session_from_text(*text);
    ASSERT_TRUE(session) << session.why;
    EXPECT_EQ(session->session, before);
}

}  // namespace
}  // namespace tilescope::window
