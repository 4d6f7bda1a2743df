// tests/window/zoom_test.cpp -- tests that the window has a picture at every size: zoomed, resized, on another monitor.
// SPDX-License-Identifier: MIT
#include "tests/support/wait_until.h"
#include "tests/window/display_test.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace tilescope::window {
namespace {

struct Content {
    std::size_t colours = 0;
    double drawn = 0;  // the share of pixels that do not have the most frequent colour
};

Content content_of(const io::Image& image) {
    std::map<unsigned, std::size_t> count;
    auto last = count.emplace(0, 0).first;  // neighbours mostly have the same colour
    for (std::size_t i = 0; i + 2 < image.rgb.size(); i += 3) {
        const auto colour = static_cast<unsigned>(image.rgb[i] << 16 | image.rgb[i + 1] << 8 | image.rgb[i + 2]);
        if (colour != last->first) last = count.emplace(colour, 0).first;
        ++last->second;
    }
    std::size_t most = 0;
    for (const auto& [colour, pixels] : count) most = std::max(most, pixels);
    const auto all = static_cast<double>(image.rgb.size() / 3);
    return {count.size(), all == 0 ? 0 : 1 - static_cast<double>(most) / all};
}

class Zoom : public ProgramTest {
protected:
    void open(std::vector<std::string> arguments) { program = started(std::move(arguments)); }
    // The server may need a moment to draw the output of the program.
    void expect_content(const std::string& when) {
        Content found;
        const auto has_content = [&] {
            found = content_of(display->picture());
            return found.colours > 40 && found.drawn > 0.15;
        };
        EXPECT_TRUE(test::wait_until(has_content)) << when << " the window shows " << found.colours << " colours, "
                                                   << found.drawn * 100 << " % are not background";
    }
    void expect_content_after(const std::string& keys) {
        program->key(keys);
        expect_content("after " + keys);
    }
};

TEST_F(Zoom, EveryPictureHasContentAfterZoomInOutAndReset) {
    open({});
    expect_content("at the start");
    program->key("ctrl+2");  // the screen with the bits
    const double before = program->item("bits.bit.62").height;
    for (const char* keys : {"ctrl+equal", "ctrl+equal"}) expect_content_after(keys);
    EXPECT_GT(program->item("bits.bit.62").height, before * 1.4);
    for (const char* keys : {"ctrl+minus", "ctrl+0"}) expect_content_after(keys);
    EXPECT_EQ(program->item("bits.bit.62").height, before);
}

TEST_F(Zoom, EveryPictureHasContentOnAMonitorWithAnotherScale) {
    open({"--scale", "1.5"});
    expect_content("at the start");
    for (const char* keys : {"ctrl+equal", "ctrl+minus", "ctrl+minus"}) expect_content_after(keys);
}

TEST_F(Zoom, EveryPictureHasContentAfterAMoveToAnotherMonitorAndBack) {
    open({"--scale", "1", "--other-scale", "2"});
    const double before = program->item("menu.File").height;
    expect_content_after("Print");
    EXPECT_GT(program->item("menu.File").height, before * 1.8);
    expect_content_after("Print");
    EXPECT_EQ(program->item("menu.File").height, before);
}

TEST_F(Zoom, EveryPictureHasContentWhileTheSizeChanges) {
    open({});
    expect_content_after("ctrl+equal");
    program->resize(1000, 700);
    expect_content("after it became smaller");
    EXPECT_LE(program->item("status").y, 700);
    program->resize(1440, 900);
    expect_content("after it became larger");
    EXPECT_GT(program->item("status").y, 700);
    for (const char* keys : {"F11", "ctrl+equal", "F11", "ctrl+0"}) expect_content_after(keys);
}

}  // namespace
}  // namespace tilescope::window
