// app/window/guide/start_layout.cpp -- where the cards of the start page are: a pure function of the room.
// SPDX-License-Identifier: MIT
#include "app/window/guide/start_layout.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace tilescope::ui {

namespace {

// All cards are visible if they can be.
float height_of_card(float room, const CardCounts& counts, std::size_t in_row, const StartUnits& u) {
    float rows = 0, headings = 0;
    for (const std::size_t count : counts) {
        rows += static_cast<float>((count + in_row - 1) / in_row);
        headings += count > 0 ? u.heading : 0;
    }
    const float fitting = (room - headings) / std::max(rows, 1.0f) - u.gap;
    return std::floor(std::clamp(fitting, kLeastStartHeight * u.scale, kMostStartHeight * u.scale));
}

}  // namespace

StartLayout lay_out_start(ImVec2 room, const CardCounts& counts, const StartUnits& u) {
    StartLayout out;
    const float least = kLeastStartCard * u.scale, width = room.x;
    out.in_row = static_cast<std::size_t>(std::max((width + u.gap) / (least + u.gap), 1.0f));
    const auto in_row = static_cast<float>(out.in_row);
    const float height = height_of_card(room.y, counts, out.in_row, u);
    const float card = std::floor((width - (in_row - 1) * u.gap) / in_row);
    float y = 0;
    for (std::size_t kind = 0; kind < counts.size(); ++kind) {
        if (counts[kind] == 0) continue;
        out.headings[kind] = {{0, y}, {width, y + u.heading}};
        y += u.heading;
        for (std::size_t i = 0; i < counts[kind]; ++i) {
            const float x = static_cast<float>(i % out.in_row) * (card + u.gap);
            const float top = y + static_cast<float>(i / out.in_row) * (height + u.gap);
            out.cards.push_back({{x, top}, {x + card, top + height}});
        }
        y = out.cards.back().max.y + u.gap;
    }
    out.height = y;
    return out;
}

std::size_t card_beside(const StartLayout& layout, std::size_t at, int right, int down) {
    const ImVec2 from = layout.cards[at].centre();
    std::size_t best = at;
    std::optional<float> least;
    for (std::size_t i = 0; i < layout.cards.size(); ++i) {
        const ImVec2 to = layout.cards[i].centre();
        const float across = to.x - from.x, below = to.y - from.y;
        const float along = right != 0 ? across * static_cast<float>(right) : below * static_cast<float>(down);
        const float aside = std::abs(right != 0 ? below : across);
        if (along <= 1 || (right != 0 && aside > 1)) continue;  // left and right stay in the row
        // The next row first, and in it the nearest card.
        const float distance = along * 8 + aside;
        if (!least || distance < *least) least = distance, best = i;
    }
    return best;
}

}  // namespace tilescope::ui
