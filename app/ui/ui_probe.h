// app/ui/ui_probe.h -- gives items names for tests and scripts, which then find "fields.sbo.plus" on the screen.
// SPDX-License-Identifier: MIT
//
// A panel calls mark("fields.sbo") after it submits an item. Without a probe the call is one branch. With a probe, the
// rectangle of the item is kept until the next frame. So no script contains a coordinate.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

    // If an id occurs twice in a frame, the last rectangle is kept.
    void record(std::string_view id, std::string_view suffix, Rect rect);
    // Remembers that an item is wider than the visible part that was recorded for it: a test names such items.
    void note_cut(std::string_view id, std::string_view suffix);
    const std::vector<std::string>& cut() const { return cut_; }

    // Returns the visible part of an item of the last frame. Returns nothing if the item was not drawn or is not
    // visible.
    std::optional<Rect> find(std::string_view id) const;
    const std::map<std::string, Rect, std::less<>>& items() const { return items_; }
    std::uint64_t frames() const { return frames_; }

    // Records the last key that arrived. A script sends a key without an effect; when the probe reports it, all earlier
    // input has arrived too.
    void note_key(int key) { key_ = key; }

    // Returns the line "frame 12", then "key 284" if a key was recorded, then one line "id x y width height" for each
    // item, in window pixels.
    std::string to_text() const;

private:
    std::map<std::string, Rect, std::less<>> items_;
    std::vector<std::string> cut_;  // items of the last frame that are cut at their left or right end
    std::uint64_t frames_ = 0;
    int key_ = 0;
};

// Null unless a test or --probe-file sets it. It is the only global of the program, so that panels need not pass it on.
extern Probe* g_probe;

void record_last_item(std::string_view id, std::string_view suffix);

// Marks the last submitted item. The suffix saves panels from building "fields.sbo" + ".plus" in every frame.
inline void mark(std::string_view id, std::string_view suffix = {}) {
    if (g_probe != nullptr) record_last_item(id, suffix);
}

// Marks a part that is not an ImGui item: a bit, a cell, the head of an arrow.
void mark_rect(std::string_view id, ImVec2 min, ImVec2 max);

}  // namespace tilescope::ui
