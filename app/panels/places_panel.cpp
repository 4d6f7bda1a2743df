// app/panels/places_panel.cpp -- the Tensor Memory addresses of the operands, as numbers.
// SPDX-License-Identifier: MIT
#include "app/panels/panel_parts.h"
#include "app/panels/tmem_parts.h"

#include <tilescope/base/say.h>
#include <tilescope/formats/tmem.h>

namespace tilescope::ui {
namespace {

constexpr unsigned kHalfLane = 16;

std::string id_of(TmemPlace place) { return say("places.", row_of(place).id); }

void request_address(Requests& requests, TmemPlace place, std::uint32_t address, std::uint64_t gesture) {
    requests.edits.push_back(SetTmemAddress{place, address});
    requests.gesture = gesture;
}

void draw_column(const View& view, PanelStates& states, Requests& requests, TmemPlace place) {
    const std::uint32_t address = view.session.address(place);
    const std::string id = id_of(place);
    const BoxAnswer answer =
        number_box({id, field(kTmem91, "column"), tmem_column(address), 0, false, view.theme}, states.tmem.box);
    if (answer.begins) states.tmem.gesture = states.next_gesture++;
    if (!answer.raw) return;
    const std::uint32_t moved = tmem_address(tmem_lane(address), static_cast<unsigned>(*answer.raw));
    request_address(requests, place, moved, states.tmem.gesture);
}

// Draws the choice of the lane if the rows use half of each sub-partition. Also draws it for a lane other than 0, so
// that the user can correct the lane.
void draw_lane(const View& view, Requests& requests, TmemPlace place) {
    const TmemView& tmem = view.derived.tmem;
    const std::uint32_t address = view.session.address(place), lane = tmem_lane(address);
    const bool uses_data_path = place == TmemPlace::d || place == TmemPlace::a || place == TmemPlace::meta;
    if (lane == 0 && !(uses_data_path && tmem.path && tmem.path->half)) return;
    const std::string other = say(lane), other_label = say("lane ", lane);
    std::vector<Segment> lanes = {{"0", "lane 0"}, {"16", "lane 16"}};
    if (lane != 0 && lane != kHalfLane) lanes.push_back({other, other_label});
    const std::size_t chosen = lane == 0 ? 0 : lane == kHalfLane ? 1 : 2;
    if (const auto i = segmented(say(id_of(place), ".lane"), lanes, chosen, style_of(view)))
        request_address(requests, place, tmem_address(*i == 0 ? 0 : kHalfLane, tmem_column(address)), 0);
}

void draw_place(const View& view, PanelStates& states, Requests& requests, TmemPlace place) {
    const std::string id = id_of(place);
    const TmemRegion* region = view.derived.tmem.region(place);
    if (region == nullptr)
        return dim_text(view.theme, say(row_of(place).title, "  -  ", view.derived.tmem.missing(place)), id,
                        ".missing");
    beside_boxes(row_of(place).title.data());
    mark(id, ".title");
    ImGui::SameLine(ImGui::CalcTextSize(row_of(TmemPlace::meta).title.data()).x + 2 * ImGui::GetStyle().ItemSpacing.x);
    draw_column(view, states, requests, place);
    draw_lane(view, requests, place);
    const bool doubtful = region->grounds.certainty > Certainty::confirmed;
    dim_text(view.theme,
             say(doubtful ? "[?]  " : "", region->summary, ": ", region->columns,
                 region->columns == 1 ? " column" : " columns", ", lanes ", region->lanes),
             id, ".extent");
    if (doubtful && ImGui::IsItemHovered()) ImGui::SetTooltip("%s", region->grounds.note.c_str());
    if (!region->why_not.empty()) wrapped(say(sign_of(Severity::error), "  ", region->why_not, "."));
}

}  // namespace

// Reads: derived.tmem.   Requests: SetTmemAddress.
void draw_places_panel(const View& view, PanelStates& states, Requests& requests) {
    heading("ADDRESSES", style_of(view));
    const TmemView& tmem = view.derived.tmem;
    if (!tmem.none.empty()) return empty_state(view.theme, "places.empty", tmem.none);
    for (const TmemPlaceRow& row : kTmemPlaces) {
        ImGui::PushID(row.id.data());
        draw_place(view, states, requests, row.place);
        ImGui::PopID();
    }
    wrapped(tmem.next_free < tmem.columns ? say("The next free column is ", tmem.next_free, ".")
                                          : std::string("No column after these regions is free."),
            "places.next_free");
}

}  // namespace tilescope::ui
