// app/window/frame/regions.cpp -- the window: its regions at the places of arrangement.h.
// SPDX-License-Identifier: MIT
#include "app/window/frame/regions.h"
#include "app/window/frame/drawer.h"

#include "app/ui/imgui_compat.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/buttons.h"
#include "app/widgets/sliders.h"
#include "app/widgets/text_fit.h"
#include "app/window/documents/edits.h"
#include "app/window/documents/safety.h"
#include "app/window/documents/tabs.h"
#include "app/window/frame/arrangement.h"
#include "app/window/frame/feature.h"
#include "app/window/guide/lessons.h"
#include "app/window/guide/presentation.h"
#include "app/window/guide/start_page.h"
#include "app/window/paste/paste.h"

#include <tilescope/base/say.h>

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace tilescope::ui {
namespace {

constexpr float kTallStage = 860;  // from this height on, the stage shows the map of Tensor Memory and the result
// The part of the side for what is pointed at: more beside few fields.
constexpr float kSideTop = 0.56f, kSideTopOfAll = 0.4f, kSideTopOfRun = 0.66f;
constexpr float kLowWindow = 500;   // logical pixels: below this height, the bits of the word fold
constexpr float kFoldUnder = 0.5f;  // a side that is dragged under this part of its least width folds

Rect moved(const Rect& r, ImVec2 by) { return {{r.min.x + by.x, r.min.y + by.y}, {r.max.x + by.x, r.max.y + by.y}}; }
bool is_shown(const Rect& r) { return r.max.x > r.min.x && r.max.y > r.min.y; }

Arrangement arrangement_of(const Document& doc, const Regions& regions, const Prefs& prefs, float scale, ImVec2 room) {
    const float line = ImGui::GetFrameHeightWithSpacing();
    const Arrangement a =
        arrange(room, {.scale = scale, .gap = std::round(ImGui::GetStyle().ItemSpacing.x / 2), .line = line},
                {.rail_pinned = prefs.rail_pinned,
                 .side_folded = prefs.side_folded && over_side(doc) == nullptr,
                 .drawer_open = drawer_is_open(doc, prefs),
                 .rail = prefs.rail,
                 .side = prefs.side,
                 .drawer = drawer_part(doc, regions, prefs, room.y - line),
                 .lesson = doc.lesson ? prefs.lesson : 0});
    const ImVec2 at = ImGui::GetCursorScreenPos();
    return {moved(a.rail, at),   moved(a.stage, at),  moved(a.side, at),
            moved(a.drawer, at), moved(a.status, at), moved(a.lesson, at)};
}

// A folded side is a bar over the whole height that opens it.
void draw_folded_side(Prefs& prefs, const Rect& place) {
    ImGui::SetCursorScreenPos(place.min);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0, 0});
    if (icon_button(Icon::left, "<", {place.max.x - place.min.x, place.max.y - place.min.y})) prefs.side_folded = false;
    ImGui::PopStyleVar();
    mark("side.unfold");
    tip("Shows the fields and the explanations.");
}

bool has_inspector(const Document& doc) {
    return std::ranges::any_of(all_panels(), [&](const Panel& p) {
        return p.id == "inspector" && (p.screens & on(doc.view_state.screen)) != 0;
    });
}

void draw_side(const View& view, Document& doc, Regions& regions, Prefs& prefs, const Rect& place) {
    if (over_side(doc)) return region("over_side", Region::over_side, place, view, doc, regions);
    if (prefs.side_folded) return draw_folded_side(prefs, place);
    const float gap = ImGui::GetStyle().ItemSpacing.y;
    const float part = !has_inspector(doc) ? kSideTopOfRun : prefs.all_fields ? kSideTopOfAll : kSideTop;
    const float middle = place.min.y + std::round((place.max.y - place.min.y) * part);
    region("side_top", Region::side_top, {place.min, {place.max.x, middle}}, view, doc, regions);
    region("side_bottom", Region::side_bottom, {{place.min.x, middle + gap}, place.max}, view, doc, regions);
}

// Splitters change the preferences, in logical pixels; the regions follow in the next frame.
void draw_splitters(const View& view, const Document& doc, Regions& regions, Prefs& prefs, const Arrangement& a) {
    const float height = a.status.min.y - a.rail.min.y;
    const Style style = style_of(view);
    const auto between = [](float left, float right) { return (left + right) / 2; };
    if (doc.lesson) {
        const float x = between(a.lesson.max.x, a.stage.min.x);
        splitter(
            {"splitter.lesson", {{x, a.lesson.min.y}, {x, a.lesson.max.y}}, Grows::right, kLessonLeast, kLessonMost},
            prefs.lesson, style);
    } else if (prefs.rail_pinned) {
        const float x = between(a.rail.max.x, a.stage.min.x);
        splitter({"splitter.rail", {{x, a.rail.min.y}, {x, a.rail.max.y}}, Grows::right, kRailLeast, kRailMost},
                 prefs.rail, style);
    }
    if (!prefs.side_folded && over_side(doc) == nullptr) {
        const float x = between(a.stage.max.x, a.side.min.x);
        float side = prefs.side;
        if (splitter({"splitter.side", {{x, a.side.min.y}, {x, a.side.max.y}}, Grows::left, 0, kSideMost}, side,
                     style)) {
            prefs.side_folded = side < kSideLeast * kFoldUnder;
            prefs.side = std::max(side, kSideLeast);
        }
    }
    if (is_shown(a.drawer)) {
        const float y = between(a.stage.max.y, a.drawer.min.y);
        float size = (a.drawer.max.y - a.drawer.min.y) / view.scale;
        const float most = kDrawerMost * height / view.scale, least = kDrawerLeast * height / view.scale;
        if (splitter({"splitter.drawer", {{a.drawer.min.x, y}, {a.drawer.max.x, y}}, Grows::up, least, most}, size,
                     style)) {
            drawer_size(regions, prefs) = size * view.scale / height;
            regions.drawer_sized = true;
        }
    }
}

void draw_arranged(const View& view, Context c, const Arrangement& a) {
    Document& doc = c.document();
    if (doc.lesson) draw_lesson_pane(view, c, a.lesson);
    if (c.prefs.rail_pinned && !doc.lesson)
        region("rail", Region::rail, a.rail, view, doc, c.regions);
    else
        draw_rail_tiles(view, c, a.rail);
    region("stage", Region::stage, a.stage, view, doc, c.regions);
    draw_side(view, doc, c.regions, c.prefs, a.side);
    if (is_shown(a.drawer)) draw_drawer(view, doc, c.regions, a.drawer);
    draw_splitters(view, doc, c.regions, c.prefs, a);
    ImGui::SetCursorScreenPos(a.status.min);
}

struct CompactTab {
    const char* title;
    Region regions[2];
};

// Draws the part below another one. It has at least the height of the tab: when its text gets shorter under the moving
// pointer, the items above must not move.
void draw_last_part(Region part, const View& view, Document& doc) {
    const float top = ImGui::GetCursorPosY();
    draw_panels(part, view, doc);
    const float least = ImGui::GetWindowHeight() - 2 * ImGui::GetStyle().WindowPadding.y;
    ImGui::Dummy({0, std::max(least - (ImGui::GetCursorPosY() - top), 0.0f)});
}

// All of the window but the bars and the status line.
Rect room_of(const Arrangement& a) { return {a.rail.min, {a.status.max.x, a.status.min.y}}; }

// Draws one column with one tab for each region.
void draw_compact(const View& view, Context c, const Arrangement& a) {
    constexpr CompactTab kTabs[] = {{"Picture", {Region::stage, Region::stage}},
                                    {"Fields", {Region::side_bottom, Region::side_top}},
                                    {"Words", {Region::rail, Region::rail}},
                                    {"Problems", {Region::drawer, Region::drawer}},
                                    {"Tile", {Region::over_side, Region::over_side}}};
    const Rect room = room_of(a);
    Document& doc = c.document();
    const std::optional<Region> front = std::exchange(c.regions.to_front, {});
    if (doc.states.help.open) return region("over_side", Region::over_side, room, view, doc, c.regions);
    const bool tile = over_side(doc) != nullptr;
    if (begin_part("compact", {0, room.max.y - room.min.y}) && ImGui::BeginTabBar("tabs")) {
        if (doc.lesson) draw_compact_lesson(view, c);
        for (const CompactTab& tab : kTabs) {
            if (tab.regions[0] == Region::over_side && !tile) continue;
            const bool drawer = tab.regions[0] == Region::drawer;
            const bool comes = front && (tab.regions[0] == *front || tab.regions[1] == *front);
            const bool open = ImGui::BeginTabItem(tab.title, nullptr, comes ? ImGuiTabItemFlags_SetSelected : 0);
            mark("compact.", tab.title);
            if (!open) continue;
            if (begin_padded_part(tab.title, std::round(kRegionPad * view.scale))) {
                drawer ? draw_drawer_tabs(view, doc, c.regions) : draw_panels(tab.regions[0], view, doc);
                if (tab.regions[0] != tab.regions[1]) draw_last_part(tab.regions[1], view, doc);
            }
            ImGui::EndChild();
            ImGui::EndTabItem();
        }
        ImGui::EndTabBar();
    }
    ImGui::EndChild();
}

std::vector<OtherTab> other_tabs(const Documents& docs) {
    std::vector<OtherTab> out;
    for (std::size_t i = 0; i < tab_count(docs); ++i)
        if (i != docs.shown) out.push_back({document_of(docs, i).id, document_name(document_of(docs, i))});
    return out;
}

bool begin_main_window(const Overlays& overlays, const FrameTools& tools) {
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize(ImGui::GetMainViewport()->Size);
    // No background: the cleared window has the same colour, and a software renderer fills it in a tenth of the time.
    constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                        ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoSavedSettings |
                                        ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoScrollWithMouse;
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {3 * tools.scale, 3 * tools.scale});
    const bool open = ImGui::Begin(
        "tilescope", nullptr, kFlags | (overlays.presentation.on ? ImGuiWindowFlags_NoNav : ImGuiWindowFlags_MenuBar));
    ImGui::PopStyleVar();
    return open;
}

void draw_content(const View& view, Context c, const FrameTools& tools, const Arrangement& places) {
    if (view.presenting) return draw_presentation(view, c.document(), c.overlays.presentation, tools);
    if (c.overlays.start_page.shown) {  // it takes the place of all regions but the status line
        draw_start_page(view, c.document(), c.overlays.start_page, c.prefs, room_of(places));
        ImGui::SetCursorScreenPos(places.status.min);
    } else {
        view.compact ? draw_compact(view, c, places) : draw_arranged(view, c, places);
        c.regions.to_front.reset();
    }
    draw_status_line(view, c);
}

}  // namespace

void draw_window(Context c, const FrameTools& tools) {
    const ImGuiViewport* viewport = ImGui::GetMainViewport();
    const bool presents = c.overlays.presentation.on;
    if (begin_main_window(c.overlays, tools)) {
        const WindowClass size = class_for(viewport->Size.x / tools.scale, viewport->Size.y / tools.scale);
        if (!presents) {
            draw_top_bar(c, *tools.theme, tools.scale);
            draw_tabs(c.documents, *tools.theme, tools.scale);
            draw_safety(c.documents);
        }
        Document& doc = c.document();  // a menu can have opened another one
        const Arrangement places = arrangement_of(doc, c.regions, c.prefs, tools.scale, ImGui::GetContentRegionAvail());
        const bool compact = size == WindowClass::compact;
        c.regions.low = viewport->Size.y / tools.scale < kLowWindow;
        const bool pinned = shows_reference(doc, c.overlays);
        const Focus& focus = focus_of(doc);
        const Trace pinned_trace = pinned ? trace(*doc.reference.derived, focus, doc.view_state.k_step) : Trace{};
        const std::vector<OtherTab> tabs = other_tabs(c.documents);
        const View view{
            .session = pinned ? *doc.view_state.reference : doc.session,
            .derived = pinned ? *doc.reference.derived : doc.derived,
            .results = doc.results,
            .live = c.jobs.live.view,
            .view_state = doc.view_state,
            .focus = focus,
            .trace = pinned ? pinned_trace : doc.trace,
            .history = doc.history,
            .pasted = doc.paste.result,
            .theme = *tools.theme,
            .program = &doc.paste.program,
            .autopsy = &c.jobs.autopsy.view,
            .rewritten = pinned ? nullptr : rewritten_memory(doc),
            .memory_said = !pinned && is_said(doc.user_memory, doc.session),
            .against = doc.against,
            .reference_name = doc.reference.source.name,
            .tabs = tabs,
            .scale = tools.scale,
            .mono = tools.mono,
            .lead = tools.lead,
            .painter = tools.painter,
            .wide = size == WindowClass::wide && !presents,
            .compact = compact || presents,
            .strip_folded = strip_is_folded(c.regions, c.prefs),
            .all_fields = c.prefs.all_fields,
            .tall = !compact && !presents && places.stage.max.y - places.stage.min.y >= kTallStage * tools.scale,
            .reduced_motion = c.prefs.reduced_motion,
            .presenting = presents,
            .zoom_to = std::exchange(c.regions.zoom_to, ZoomTo::none),
            .rings = doc.lesson ? std::span<const FieldPlace>(doc.lesson->now().rings) : std::span<const FieldPlace>(),
            .lesson = doc.lesson != nullptr,
            .asked = has_open_task(doc)};
        draw_content(view, c, tools, places);
        if (pinned) doc.requests.edits.clear();  // the pinned session cannot be edited
    }
    ImGui::End();
    draw_help(c.document(), c.overlays, tools.scale);
    for (const Feature* feature : all_features())
        if (feature->draws_over) feature->draws_over(c, tools);
}

}  // namespace tilescope::ui
