// tests/faults/window_test.cpp -- Ctrl+S and the backup copy of a window, while the disk fails.
// SPDX-License-Identifier: MIT
//
// The window says it in one sentence, keeps the session and knows that it is not saved; the next try saves it.
#include "app/io/session_file.h"
#include "app/window/documents/edits.h"
#include "app/window/documents/files.h"
#include "app/window/documents/safety.h"
#include "tests/faults/in_process.h"
#include "tests/ui/app_harness.h"

#include <tilescope/base/say.h>

#include <gtest/gtest.h>

#include <cerrno>

namespace tilescope::faults {
namespace {

class WindowSaves : public test::FolderTest {
protected:
    void SetUp() override {
        ASSERT_TRUE(io::save_session(file, {}));
        ui::open_file(h.app, file);
        old = h.app.document().session;
        edit();
    }
    void edit() {
        h->click("fields.sbo.plus");
        ASSERT_TRUE(ui::is_unsaved(h.app));
    }
    const std::string file = folder + "/job.json";
    ui::AppHarness h;
    Session old;
};

TEST_F(WindowSaves, EachCallThatFailsLeavesTheSessionInTheWindowAndAWholeFile) {
    for (const int error : {EIO, ENOSPC})
        each_call([&](int call) {
            EXPECT_TRUE(io::save_session(file, {old})) << call;
            h.app.document().file.text = text_of(file);
            const Session before = h.app.document().session;
            bool failed = false;
            {
                const Faults faults(folder, say("call=", call, " error=", error));
                ui::save_file(h.app);
                failed = has_failed();
            }
            // It could not read the file that it wants to replace, so it asks.
            const bool asks = h.app.overlays.overwrite.has_value();
            h.app.overlays.overwrite.reset();
            EXPECT_EQ(h.app.document().session, before) << call;
            const auto stored = io::load_session(file);
            EXPECT_TRUE(stored) << stored.why;
            EXPECT_TRUE(stored->session == before || stored->session == old) << call;
            if (!ui::is_unsaved(h.app)) {
                EXPECT_EQ(stored->session, before) << "it says that it is saved: " << h.app.document().status;
                edit();
            } else if (!asks) {
                EXPECT_NE(h.app.document().status.find(file), std::string::npos) << h.app.document().status;
                EXPECT_TRUE(h.app.document().status.ends_with(".")) << h.app.document().status;
            }
            return failed;
        });
}

TEST_F(WindowSaves, ABackupCopyThatFailsIsReportedAndTheNextOneIsWritten) {
    each_call([&](int call) {
        ui::Safety safety(say(folder, "/copies", call), 1);
        std::string kept;
        bool failed = false;
        {
            const Faults faults(folder, say("call=", call, " error=", EIO));
            kept = safety.keep_now(h.app);
            failed = has_failed();
        }
        if (kept.empty()) {
            EXPECT_NE(h.app.document().file.unprotected, "") << call;
            EXPECT_EQ(lines_in(h.app.document().file.unprotected), 0u) << h.app.document().file.unprotected;
            kept = safety.keep_now(h.app);
        }
        EXPECT_EQ(h.app.document().file.unprotected, "") << call;
        const auto stored = io::load_session(kept);
        EXPECT_TRUE(stored) << stored.why;
        EXPECT_EQ(stored->session, h.app.document().session) << call;
        safety.end(h.app);
        return failed;
    });
}

}  // namespace
}  // namespace tilescope::faults
