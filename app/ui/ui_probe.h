// app/ui/ui_probe.h -- names items for tests and scripts: where on screen is "fields.sbo.plus"?
// SPDX-License-Identifier: MIT
//
// A panel writes mark("fields.sbo") after an item. In the shipped program that is one branch; with a probe on, the
// item's rectangle is kept until the next frame. No script contains a coordinate.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include <imgui.h>

namespace tilescope::ui {

struct Rect {
    ImVec2 min, max;

    ImVec2 centre() const { return {(min.x + max.x) / 2, (min.y + max.y) / 2}; }
    bool contains(ImVec2 p) const { return p.x >= min.x && p.x < max.x && p.y >= min.y && p.y < max.y; }
};

class Probe {
public:
    // Forgets the items of the last frame.
    void begin_frame();

    // An id that comes twice in a frame keeps the last rectangle.
    void record(std::string_view id, std::string_view suffix, Rect rect);

    // The visible part of an item of the last frame; nothing if it was not drawn or lies outside of what can be seen.
    std::optional<Rect> find(std::string_view id) const;
    const std::map<std::string, Rect, std::less<>>& items() const { return items_; }
    std::uint64_t frames() const { return frames_; }

    // The last key that this frame knows of: a script sends one that means nothing and knows that all before it came.
    void note_key(int key) { key_ = key; }

    // "frame 12", then "key 284" once there was one, then a line "id x y width height" an item, in window pixels.
    std::string to_text() const;

private:
    std::map<std::string, Rect, std::less<>> items_;
    std::uint64_t frames_ = 0;
    int key_ = 0;
};

// Off unless a test or --probe-file turns it on. The one global of the program, so that panels need not hand it around.
extern Probe* g_probe;

void record_last_item(std::string_view id, std::string_view suffix);

// The item that was just submitted. The second form spares panels to build "fields.sbo" + ".plus" in every frame.
inline void mark(std::string_view id, std::string_view suffix = {}) {
    if (g_probe != nullptr) record_last_item(id, suffix);
}

// A part that was drawn by hand: a bit, a cell, an arrow's head.
void mark_rect(std::string_view id, ImVec2 min, ImVec2 max);

}  // namespace tilescope::ui
