// tests/ui/reference_test.cpp -- key B: it shows the session that is compared, and afterwards the document again.
// SPDX-License-Identifier: MIT
#include "app/io/session_file.h"
#include "app/io/state_line.h"
#include "app/ui/imgui_compat.h"
#include "app/window/documents/edits.h"
#include "app/window/documents/files.h"
#include "app/window/documents/tabs.h"
#include "app/window/frame/drawer.h"
#include "app/window/frame/regions.h"
#include "app/window/paste/paste.h"
#include "tests/support/temporary_folder.h"
#include "tests/ui/shown_memory.h"

#include <tilescope/code/code.h>
#include <tilescope/document/presets.h>

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace tilescope::ui {
namespace {

// The session of the file differs from the document in the type and in the order of A.
class KeyB : public test::FolderTest {
protected:
    KeyB() { h->frames(2); }
    static Session other() { return find_preset("mn_major_128b_bf16")->session(); }
    std::string save(std::string_view name, const io::SessionFile& file) const {
        const std::string path = folder + "/" + std::string(name);
        EXPECT_TRUE(io::save_session(path, file));
        return path;
    }
    void compare_with_file_b() {
        compare_with_file(h.app, save("b.json", {other(), {}}));
        h->frames(3);
        expect_shows_memory(h, h.app.document().session);
    }
    void hold_b() {
        feed_key(Key::b, true);
        h->frames(3);
        ASSERT_TRUE(shows_reference(h.app, h.app));
    }
    void release_b() {
        feed_key(Key::b, false);
        h->frames(3);
        ASSERT_FALSE(shows_reference(h.app, h.app));
    }
    // What B shows, with a change of the view meanwhile, and what the document shows afterwards.
    void expect_both_shown(const Session& reference) {
        ASSERT_NE(reference, h.app.document().session) << "the pictures would be equal";
        expect_shows_memory(h, h.app.document().session);
        hold_b();
        expect_shows_memory(h, reference);
        h->key(Key::right_bracket);
        h->frames(2);
        EXPECT_EQ(h.app.document().view_state.k_step, 1u);
        expect_shows_memory(h, reference);
        release_b();
        expect_shows_memory(h, h.app.document().session);
    }
    AppHarness h;
};

TEST_F(KeyB, ShowsTheFileThatIsCompared) {
    compare_with_file_b();
    expect_both_shown(other());
}

TEST_F(KeyB, TheCodePanelHasTheTextOfTheDocumentAfterwards) {
    compare_with_file_b();
    raise_drawer(h.app, h.app, "code");
    h->frames(2);
    hold_b();
    h->click("code.ptx");
    EXPECT_EQ(h.app.document().states.code.code.text,
              find_code_target("ptx")->text({.derived = derive(other())})->text);
    release_b();
    EXPECT_EQ(h.app.document().states.code.code.text,
              find_code_target("ptx")->text({.derived = derive(h.app.document().session)})->text);
}

TEST_F(KeyB, TheResultOfTheDocumentIsNotThatOfTheReference) {
    compare_with_file_b();
    h.app.document().results.revision = h.app.document().revision;
    h.app.document().results.emulation = Emulation();
    ASSERT_TRUE(h.app.document().results.is_of(h.app.document().derived.revision));
    EXPECT_FALSE(h.app.document().results.is_of(h.app.document().reference.derived->revision));
}

TEST_F(KeyB, ShowsThePinnedSessionOfAFileInAnUntouchedTab) {
    ViewState look = h.app.document().view_state;
    look.reference = other();
    Session session;
    session.tile_k = 128;
    open_file(h.app, save("c.json", {session, look}));
    h->frames(3);
    ASSERT_EQ(tab_count(h.app), 1u);
    ASSERT_EQ(h.app.document().session, session);
    expect_both_shown(other());
}

TEST_F(KeyB, ShowsThePinnedSessionOfAStateLine) {
    ViewState look = h.app.document().view_state;
    look.reference = other();
    Session session;
    session.tile_k = 128;
    const auto line = io::state_line({session, look});
    ASSERT_TRUE(line) << line.why;
    read_paste(h.app, *line, true);
    h->frames(3);
    ASSERT_EQ(h.app.document().session, session);
    expect_both_shown(other());
}

TEST_F(KeyB, ShowsWhatWasPinnedBeforeAnEdit) {
    const Session pinned = h.app.document().session;
    h->key(Key::p, {Mod::ctrl});
    make_edits(h.app, {LoadSession{other(), "preset"}});
    h->frames(3);
    expect_both_shown(pinned);
}

TEST_F(KeyB, ShowsTheTabThatIsCompared) {
    ASSERT_TRUE(add_tab(h.app, other()));
    show_tab(h.app, 0);
    compare_with_tab(h.app, h.app, document_of(h.app, 1).id);
    h->frames(3);
    expect_both_shown(other());
}

}  // namespace
}  // namespace tilescope::ui
