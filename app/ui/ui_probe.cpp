// app/ui/ui_probe.cpp -- gives items names for tests and scripts.
// SPDX-License-Identifier: MIT
#include "app/ui/ui_probe.h"

#include <tilescope/base/say.h>

#include <cmath>
#include <map>

namespace tilescope::ui {
namespace {

// Cuts a rectangle to the visible part of the window, because a script must not click outside it.
Rect seen(Rect rect) {
    const ImDrawList* list = ImGui::GetWindowDrawList();
    return rect.cut({list->GetClipRectMin(), list->GetClipRectMax()});
}

std::int64_t whole(float pixels) { return std::llround(pixels); }

}  // namespace

Probe* g_probe = nullptr;

void Probe::begin_frame() {
    items_.clear();
    cut_.clear();
    ++frames_;
}

void Probe::record(std::string id, Rect rect) {
    if (rect.min.x < rect.max.x && rect.min.y < rect.max.y) items_.insert_or_assign(std::move(id), rect);
}

std::optional<Rect> Probe::find(std::string_view id) const {
    const auto found = items_.find(id);
    return found == items_.end() ? std::nullopt : std::optional(found->second);
}

std::string Probe::to_text() const {
    std::string text = say("frame ", frames_, '\n');
    if (key_ != 0) text += say("key ", key_, '\n');
    for (const auto& [id, r] : std::map<std::string_view, Rect>(items_.begin(), items_.end()))
        text += say(id, ' ', whole(r.min.x), ' ', whole(r.min.y), ' ', whole(r.max.x - r.min.x), ' ',
                    whole(r.max.y - r.min.y), '\n');
    return text;
}

void record_last_item(std::string id) {
    const Rect whole{ImGui::GetItemRectMin(), ImGui::GetItemRectMax()}, visible = seen(whole);
    const bool cut = visible.min.x > whole.min.x + 1 || visible.max.x < whole.max.x - 1;
    if (cut && visible.min.y < visible.max.y) g_probe->note_cut(id);
    g_probe->record(std::move(id), visible);
}

void record_part(const Rect& part, std::string id) { g_probe->record(std::move(id), seen(part)); }

}  // namespace tilescope::ui
