// tests/window/look_test.cpp -- tests --shots: pictures of every screen, in both themes, three sizes and three scales.
// SPDX-License-Identifier: MIT
#include "tests/support/temporary_folder.h"
#include "tests/window/window_driver.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <set>

namespace tilescope::window {
namespace {

TEST(ViewState, ShotsShowEveryScreenInBothThemesSizesAndScales) {
    if (const std::string why = missing_tools(); !why.empty()) GTEST_SKIP() << why;
    const VirtualDisplay display(1920, 1200);
    ASSERT_FALSE(display.name().empty()) << "Xvfb did not start";
    const test::TemporaryFolder temporary;
    const std::string& folder = temporary.path();
    const std::string command = "DISPLAY=" + display.name() + " XDG_CONFIG_HOME=" + folder +
                                "/config LIBGL_ALWAYS_SOFTWARE=1 '" TILESCOPE_GUI_PROGRAM "' --shots '" + folder + "'";
    EXPECT_EQ(std::system(command.c_str()), 0) << command;
    std::set<std::uintmax_t> sizes;
    int pictures = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().extension() != ".png") continue;
        ++pictures;
        sizes.insert(entry.file_size());
        EXPECT_GT(entry.file_size(), 10'000u) << entry.path() << " is nearly empty";
    }
    EXPECT_GE(pictures, 6 * 2 * 3 * 3) << "screens x themes x sizes x scales";
    EXPECT_GE(sizes.size(), static_cast<std::size_t>(pictures) / 2) << "pictures that should differ have the same size";
}

}  // namespace
}  // namespace tilescope::window
