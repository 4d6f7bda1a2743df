// app/window/frame/arrangement.cpp -- where the regions are: a pure function of the size and the preferences.
// SPDX-License-Identifier: MIT
#include "app/window/frame/arrangement.h"

#include <algorithm>
#include <cmath>

namespace tilescope::ui {

WindowClass class_for(float logical_width, float logical_height) {
    if (logical_width >= 1600 && logical_height >= 800) return WindowClass::wide;
    if (logical_width >= 1000 && logical_height >= 600) return WindowClass::normal;
    return WindowClass::compact;
}

Arrangement arrange(ImVec2 room, const RegionUnits& u, const RegionChoice& choice) {
    const auto px = [&](float logical) { return std::round(logical * u.scale); };
    const bool pinned = choice.rail_pinned && choice.lesson == 0;  // a lesson takes the place of the wide rail
    // What the rail and the lesson can take: both give way before the stage does.
    const float beside =
        std::max(0.0f, room.x - px(kStageLeast) - px(choice.side_folded ? kFoldedSide : kSideLeast) - 2 * u.gap);
    const float rail =
        pinned ? std::min(px(std::clamp(choice.rail, kRailLeast, kRailMost)), std::max(beside, px(kRailTiles)))
               : px(kRailTiles);
    const float wished = choice.lesson == 0 ? 0 : px(std::clamp(choice.lesson, kLessonLeast, kLessonMost)) + u.gap;
    const float pane = std::min(wished, std::max(0.0f, beside - rail));
    float side = px(choice.side_folded ? kFoldedSide : std::clamp(choice.side, kSideLeast, kSideMost));
    const float spare = room.x - rail - pane - px(kStageLeast) - 2 * u.gap;
    if (!choice.side_folded) side = std::max(std::min(side, spare), px(kSideLeast));
    const float above_status = std::max(0.0f, room.y - u.line);
    const float drawer =
        choice.drawer_open ? std::round(above_status * std::clamp(choice.drawer, kDrawerLeast, kDrawerMost)) : 0;
    const float bottom = std::max(0.0f, above_status - (drawer > 0 ? drawer + u.gap : 0));
    const float left = rail + u.gap + pane, right = std::max(left, room.x - side);
    return {.rail = {{0, 0}, {rail, bottom}},
            .stage = {{left, 0}, {std::max(left, right - u.gap), bottom}},
            .side = {{right, 0}, {right + side, bottom}},
            .drawer = {{0, above_status - drawer}, {room.x, above_status}},
            .status = {{0, above_status}, {room.x, room.y}},
            .lesson = {{rail + u.gap, 0}, {rail + std::max(pane, u.gap), bottom}}};
}

PresentedPlaces arrange_presented(ImVec2 window, const PresentedUnits& u) {
    const float left = u.pad, right = std::max(left, window.x - u.pad);
    const float sentence = std::ceil(std::clamp(u.lines, 0.0f, kMostLinesPresented) * u.sentence);
    const float footer = std::max(0.0f, window.y - u.pad / 2 - u.footer);
    const float words = std::max(0.0f, footer - u.pad / 2 - sentence);
    const float top = u.pad / 2 + u.title, bottom = std::max(top, words - (sentence > 0 ? u.pad / 2 : 0));
    return {.title = {{left, u.pad / 2}, {right, top}},
            .picture = {{left, top + u.pad / 2}, {right, std::max(top + u.pad / 2, bottom)}},
            .sentence = {{left, words}, {right, words + sentence}},
            .footer = {{left, footer}, {right, footer + u.footer}}};
}

}  // namespace tilescope::ui
