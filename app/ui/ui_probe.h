// app/ui/ui_probe.h -- gives items names for tests and scripts, which then find "fields.sbo.plus" on the screen.
// SPDX-License-Identifier: MIT
//
// A panel calls mark("fields.", field.id) after it submits an item. Without a probe the call is one branch. With a
// probe, the rectangle of the item is kept until the next frame. So no script contains a coordinate.
#pragma once

#include <tilescope/base/say.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <imgui.h>

namespace tilescope::ui {

struct Rect {
    ImVec2 min, max;

    ImVec2 centre() const { return {(min.x + max.x) / 2, (min.y + max.y) / 2}; }
    ImVec2 size() const { return {max.x - min.x, max.y - min.y}; }
    // The common part. It can be empty: its max is then below its min.
    Rect cut(const Rect& r) const {
        return {{std::max(min.x, r.min.x), std::max(min.y, r.min.y)},
                {std::min(max.x, r.max.x), std::min(max.y, r.max.y)}};
    }
    bool touches(const Rect& r) const {
        return min.x < r.max.x && r.min.x < max.x && min.y < r.max.y && r.min.y < max.y;
    }
    bool contains(ImVec2 p) const { return p.x >= min.x && p.x < max.x && p.y >= min.y && p.y < max.y; }
};

class Probe {
public:
    // Forgets the items of the last frame.
    void begin_frame();

    // If an id occurs twice in a frame, the last rectangle is kept.
    void record(std::string id, Rect rect);
    // Remembers that an item is wider than the visible part that was recorded for it: a test names such items.
    void note_cut(std::string id) { cut_.push_back(std::move(id)); }
    const std::vector<std::string>& cut() const { return cut_; }

    // Returns the visible part of an item of the last frame. Returns nothing if the item was not drawn or is not
    // visible.
    std::optional<Rect> find(std::string_view id) const;
    // By id, in no order.
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view id) const { return std::hash<std::string_view>{}(id); }
    };
    using Items = std::unordered_map<std::string, Rect, Hash, std::equal_to<>>;
    const Items& items() const { return items_; }
    std::uint64_t frames() const { return frames_; }

    // Records the last key that arrived. A script sends a key without an effect; when the probe reports it, all earlier
    // input has arrived too.
    void note_key(int key) { key_ = key; }

    // Returns the line "frame 12", then "key 284" if a key was recorded, then one line "id x y width height" for each
    // item, in window pixels.
    std::string to_text() const;

private:
    Items items_;
    std::vector<std::string> cut_;  // items of the last frame that are cut at their left or right end
    std::uint64_t frames_ = 0;
    int key_ = 0;
};

// Null unless a test or --probe-file sets it. It is the only global of the program, so that panels need not pass it on.
extern Probe* g_probe;

void record_last_item(std::string id);
void record_part(const Rect& part, std::string id);

// Marks the last submitted item. Its id is joined from the parts, if there is a probe: mark("batch.", row, ".text").
template <class... Parts>
void mark(const Parts&... id) {
    if (g_probe != nullptr) record_last_item(say(id...));
}

// Marks a part that is not an ImGui item: a bit, a cell, the head of an arrow.
template <class... Parts>
void mark_rect(const Rect& part, const Parts&... id) {
    if (g_probe != nullptr) record_part(part, say(id...));
}

}  // namespace tilescope::ui
