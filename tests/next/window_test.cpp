// tests/next/window_test.cpp -- clicks on the rows of rows.cmake in the lists of the window.
// SPDX-License-Identifier: MIT
#include "tests/ui/app_harness.h"

#include "app/window/frame/command.h"
#include "app/window/frame/feature.h"

#include <tilescope/formats/formats.h>

#include <gtest/gtest.h>

namespace tilescope::ui {
namespace {

// Their sources and their one row each are removed (rows.cmake). The rest builds, and works without them.
TEST(NextWindow, WorksWithoutAFeatureAndAPanel) {
    AppHarness h;
    EXPECT_EQ(find_command("player_play"), nullptr);
    EXPECT_EQ(find_panel("history"), nullptr);
    run_command(h.app, command("play_swizzle"));
    run_command(h.app, command("present"));
    h->frames(2);
    h->key(Key::m);
    EXPECT_TRUE(h.app.overlays.presentation.on);
    EXPECT_EQ(show_on_stage(h.app.document()), nullptr);
    h->key(Key::escape);
    EXPECT_FALSE(h.app.overlays.presentation.on);
    for (const Command* row : all_commands()) EXPECT_FALSE(row->id.starts_with("play")) << row->id;
    for (const Panel& panel : all_panels())
        run_command(h.app, command("show_panel", std::string(panel.id))), h->frames(2);
}

TEST(NextWindow, OffersTheEditionTheTargetAndTheKind) {
    AppHarness h;
    h->click("top.edition");
    h->click("top.edition.9.5");
    EXPECT_EQ(h.app.document().session.edition, Edition::v9_5);
    h->click("top.arch");
    h->click("top.arch.sm_130a");
    EXPECT_EQ(h.app.document().session.arch, "sm_130a");
    h->click("top.screen.3");
    h->click("form.kind");
    h->click("form.kind.f9");
    EXPECT_EQ(h.app.document().session.variant.kind, "f9");
    EXPECT_EQ(h.app.document().derived.of(WordId::idesc).format->kind, "f9");
}

TEST(NextWindow, OffersTheFamily) {
    AppHarness h;
    h->click("top.edition");
    h->click("top.edition.9.5");
    h->click("top.screen.3");
    h->click("form.chip.qmma");
    EXPECT_EQ(h.app.document().session.arch, "sm_140a");
    EXPECT_EQ(h.app.document().derived.of(WordId::a_desc).format->id, "qmma");
    EXPECT_TRUE(h->shows("form.hopper")) << "there is no instruction descriptor";
    h->click("words.a_desc");
    EXPECT_TRUE(h->shows("fields.sbo"));
    h->click("fields.sbo.plus");
    const Field& sbo = *find_field(*h.app.document().derived.of(WordId::a_desc).format, "sbo");
    EXPECT_NE(get_field(sbo, h.app.document().session.word(WordId::a_desc)),
              get_field(sbo, Session{}.word(WordId::a_desc)));
}

TEST(NextWindow, ShowsAndEditsTheField) {
    AppHarness h;
    h.app.prefs.all_fields = true;  // its value is the default, so it is not among those that matter
    h->click("top.edition");
    h->click("top.edition.9.5");
    h->click("words.a_desc");
    EXPECT_TRUE(h->shows("fields.stream"));
    const Field& stream = *find_field(*h.app.document().derived.of(WordId::a_desc).format, "stream");
    h->click("fields.stream.plus");
    EXPECT_EQ(get_field(stream, h.app.document().session.word(WordId::a_desc)), 1u);
}

}  // namespace
}  // namespace tilescope::ui
