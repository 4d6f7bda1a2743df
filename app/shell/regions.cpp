// app/shell/regions.cpp -- the regions of the window and their panels: top bar, rail, stage, side, drawer, status line.
// SPDX-License-Identifier: MIT
#include "app/shell/regions.h"

#include "app/shell/dialogs.h"
#include "app/shell/files.h"
#include "app/shell/palette.h"
#include "app/shell/safety.h"
#include "app/shell/top_bar.h"
#include "app/ui/imgui_compat.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/segmented.h"
#include "app/widgets/splitter.h"

#include <tilescope/base/say.h>

#include <imgui.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace tilescope::ui {
namespace {

constexpr float kRailLeast = 180, kRailMost = 320, kSideLeast = 240, kSideMost = 460, kStageLeast = 520;
constexpr float kTallStage = 760;  // from this height on, the stage shows the map of Tensor Memory and the result
constexpr float kDrawerMost = 0.45f, kNarrowRail = 1200, kTabsAndTools = 900;

// Sizes of one frame, in window pixels.
struct Frame {
    float scale, width, height, rail, side, drawer, status, gap;
    Arrangement arrangement;
};

Frame measure(const App& app, float scale) {
    const ImVec2 room = ImGui::GetContentRegionAvail();
    Frame f{};
    f.scale = scale;
    f.width = room.x;
    f.height = room.y;
    f.arrangement = arrangement_for(ImGui::GetMainViewport()->Size.x / scale, ImGui::GetMainViewport()->Size.y / scale);
    f.gap = ImGui::GetStyle().ItemSpacing.x;
    f.rail = app.prefs.rail_folded ? 0 : std::clamp(app.prefs.rail, kRailLeast, kRailMost) * scale;
    f.side = std::clamp(app.prefs.side, kSideLeast, kSideMost) * scale;
    const float spare = f.width - kStageLeast * scale - 2 * f.gap;
    if (f.rail + f.side > spare) f.side = std::max(kSideLeast * scale, spare - f.rail);
    if (f.rail + f.side > spare && f.rail > 0) f.rail = std::max(kRailLeast * scale, spare - f.side);
    const float line = ImGui::GetFrameHeightWithSpacing();
    f.status = line;
    f.drawer =
        app.prefs.drawer_folded ? line : std::max(3 * line, std::clamp(app.prefs.drawer, 0.f, kDrawerMost) * f.height);
    return f;
}

float stage_height(const Frame& f) { return f.height - f.drawer - f.status - f.gap - ImGui::GetStyle().ItemSpacing.y; }

// Draws the tabs of this screen: "[Tile and memory]  Banks  Layout". Draws nothing if there is only one tab. Panels
// that share a tab are shown together, under the title of the first panel.
void choose_tab(const View& view, App& app) {
    std::vector<Segment> segments;
    std::vector<StageTab> tabs;
    std::size_t chosen = 0;
    const StageTab* shown = tab_of(app.view_state);
    for (const Panel& panel : all_panels()) {
        if (!panel.tab || !(panel.screens & on(app.view_state.screen))) continue;
        if (std::ranges::find(tabs, *panel.tab) != tabs.end()) continue;
        if (shown && *panel.tab == *shown) chosen = segments.size();
        segments.push_back({panel.id, panel.title});
        tabs.push_back(*panel.tab);
    }
    if (segments.size() < 2) return;
    if (const auto i = segmented("stage.tab", segments, chosen, style_of(view)))
        *tab_of(app.requests.view_state) = tabs[*i];
}

bool is_on_stage(const Panel& panel, const View& view, App& app) {
    const StageTab* shown = tab_of(app.view_state);
    const bool below = view.tall && shown && *shown == StageTab::tmem && panel.tab == StageTab::result;
    return !panel.tab || below || (shown && *panel.tab == *shown);
}

void draw_panels(Region region, const View& view, App& app) {
    bool first = true, tabs = false;
    for (const Panel& panel : all_panels()) {
        if (panel.region != region || !(panel.screens & on(app.view_state.screen)) || !is_on_stage(panel, view, app))
            continue;
        if (!first) ImGui::Separator();
        first = false;
        if (panel.tab && !std::exchange(tabs, true)) choose_tab(view, app);
        ImGui::PushID(panel.id.data());
        panel.draw(view, app.states, app.requests);
        ImGui::PopID();
    }
}

void draw_region_ring(const View& view) {
    const Sizes sizes = sizes_at(view.scale);
    const ImVec2 low = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    ImGui::GetWindowDrawList()->AddRect(low, {low.x + size.x, low.y + size.y}, view.theme.accent, 0, 0, sizes.ring);
    mark_rect("region.ring", low, {low.x + size.x, low.y + size.y});
}

// A region that F6 selected gets the keyboard focus. A ring is drawn around the region, and another on its first item.
bool begin_region(const char* id, ImVec2 size, const View& view, App& app) {
    const bool takes_focus = app.requested_region == id;
    if (takes_focus) ImGui::SetNextWindowFocus();
    const bool open = ImGui::BeginChild(id, size, true);
    if (takes_focus && open) focus_first_item();
    if (takes_focus) app.requested_region.clear();
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) app.region_ring = false;
    if (open && app.region_ring && app.region == id) draw_region_ring(view);
    return open;
}

void region(const char* id, Region which, ImVec2 size, const View& view, App& app) {
    if (begin_region(id, size, view, app)) draw_panels(which, view, app);
    ImGui::EndChild();
    mark("region.", id);
}

void draw_drawer_tabs(const View& view, App& app, bool folded) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const bool crowded = ImGui::GetContentRegionAvail().x < kTabsAndTools * view.scale;
    const Panel* shown = nullptr;
    float tabs_end = at.x;
    if (!ImGui::BeginTabBar("drawer", ImGuiTabBarFlags_None)) return;
    for (const Panel& panel : all_panels()) {
        if (panel.region != Region::drawer || !(panel.screens & on(app.view_state.screen))) continue;
        const std::size_t count = app.derived.problems.size();
        const std::string title =
            panel.id == "problems" ? say(panel.title, " (", count, ")###problems") : say(panel.title, "###", panel.id);
        const bool select = app.drawer_tab == panel.id;
        const bool open = ImGui::BeginTabItem(title.c_str(), nullptr, select ? ImGuiTabItemFlags_SetSelected : 0);
        mark("drawer.", panel.id);
        if (open) shown = &panel;
        tabs_end = std::max(tabs_end, ImGui::GetItemRectMax().x);
        if (!open) continue;
        if (!folded && begin_part("tab", {0, 0})) {
            if (panel.tools != nullptr && crowded) panel.tools(view, app.states, app.requests);
            panel.draw(view, app.states, app.requests);
        }
        if (!folded) ImGui::EndChild();
        ImGui::EndTabItem();
    }
    app.drawer_tab.clear();  // the program selects a tab once; then the user chooses
    ImGui::EndTabBar();
    if (shown == nullptr || shown->tools == nullptr || crowded) return;
    ImGui::SetCursorScreenPos({tabs_end + 2 * ImGui::GetStyle().ItemSpacing.x, at.y});
    shown->tools(view, app.states, app.requests);
}

void draw_drawer(const View& view, App& app, const Frame& f) {
    if (begin_region("drawer", {0, f.drawer}, view, app)) draw_drawer_tabs(view, app, app.prefs.drawer_folded);
    ImGui::EndChild();
    mark("region.drawer");
}

// Every panel shows the pinned session while the user holds B.
bool shows_reference(const App& app) {
    return app.reference && key_down(Key::b) && !ImGui::GetIO().WantTextInput && !ImGui::GetIO().KeyCtrl;
}

void draw_status(const App& app) {
    const bool pointing = !app.trace.sentence.empty();
    std::string text = pointing ? app.trace.sentence : app.status;
    if (is_reading(app)) text = say("Reading ", app.reading, " ...");
    if (shows_reference(app)) text = "This is the pinned session. Release B to return.";
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(text.c_str());
    mark(is_reading(app) ? "status.reading" : "status");
    const std::string edits = say(app.history.done(), app.history.done() == 1 ? " edit" : " edits");
    ImGui::SameLine(ImGui::GetContentRegionMax().x - ImGui::CalcTextSize(edits.c_str()).x);
    ImGui::TextDisabled("%s", edits.c_str());
}

void draw_side(const View& view, App& app, float height, float width) {
    if (app.states.help.open) return region("over_side", Region::over_side, {width, height}, view, app);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float top = height * 0.58f, gap = ImGui::GetStyle().ItemSpacing.y;
    region("side_top", Region::side_top, {width, top}, view, app);
    ImGui::SetCursorScreenPos({at.x, at.y + top + gap});
    region("side_bottom", Region::side_bottom, {width, height - top - gap}, view, app);
}

// Splitters change the preferences, in logical pixels; the regions follow in the next frame.
void draw_columns(const View& view, App& app, const Frame& f, float height) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    float left = at.x;
    if (f.rail > 0) {
        region("rail", Region::rail, {f.rail, height}, view, app);
        const float x = left + f.rail + f.gap / 2;
        splitter({"splitter.rail", {{x, at.y}, {x, at.y + height}}, Grows::right, kRailLeast, kRailMost},
                 app.prefs.rail, style_of(view));
        left += f.rail + f.gap;
    }
    const float side = at.x + f.width - f.side;
    ImGui::SetCursorScreenPos({left, at.y});
    region("stage", Region::stage, {side - f.gap - left, height}, view, app);
    ImGui::SetCursorScreenPos({side, at.y});
    draw_side(view, app, height, f.side);
    const float x = side - f.gap / 2;
    splitter({"splitter.side", {{x, at.y}, {x, at.y + height}}, Grows::left, kSideLeast, kSideMost}, app.prefs.side,
             style_of(view));
    ImGui::SetCursorScreenPos({at.x, at.y + height + f.gap});
}

void draw_arranged(const View& view, App& app, const Frame& f) {
    draw_columns(view, app, f, stage_height(f));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    draw_drawer(view, app, f);
    draw_status(app);
    float size = app.prefs.drawer * f.height / f.scale;
    const float y = at.y - f.gap / 2, most = kDrawerMost * f.height / f.scale;
    if (splitter({"splitter.drawer", {{at.x, y}, {at.x + f.width, y}}, Grows::up, 0, most}, size, style_of(view)))
        app.prefs.drawer = size * f.scale / f.height;
}

struct CompactTab {
    const char* title;
    Region regions[2];
};

// Draws one column with one tab for each region.
void draw_compact(const View& view, App& app, const Frame& f) {
    constexpr CompactTab kTabs[] = {{"Picture", {Region::stage, Region::stage}},
                                    {"Fields", {Region::side_top, Region::side_bottom}},
                                    {"Words", {Region::rail, Region::rail}},
                                    {"Problems", {Region::drawer, Region::drawer}}};
    const float height = f.height - f.status;
    if (app.states.help.open) {
        region("over_side", Region::over_side, {f.width, height}, view, app);
        return draw_status(app);
    }
    if (begin_part("compact", {0, height}) && ImGui::BeginTabBar("tabs")) {
        for (const CompactTab& tab : kTabs) {
            const bool open = ImGui::BeginTabItem(tab.title);
            mark("compact.", tab.title);
            if (!open) continue;
            if (begin_part(tab.title, {0, 0})) {
                if (tab.regions[0] == Region::drawer)
                    draw_drawer_tabs(view, app, false);
                else
                    draw_panels(tab.regions[0], view, app);
                if (tab.regions[0] != tab.regions[1]) draw_panels(tab.regions[1], view, app);
            }
            ImGui::EndChild();
            ImGui::EndTabItem();
        }
        ImGui::EndTabBar();
    }
    ImGui::EndChild();
    draw_status(app);
}

}  // namespace

Arrangement arrangement_for(float logical_width, float logical_height) {
    if (logical_width >= 1600 && logical_height >= 800) return Arrangement::wide;
    if (logical_width >= 1000 && logical_height >= 600) return Arrangement::normal;
    return Arrangement::compact;
}

void draw_window(App& app, const FrameTools& tools) {
    const ImGuiViewport* viewport = ImGui::GetMainViewport();
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize(viewport->Size);
    constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                        ImGuiWindowFlags_MenuBar | ImGuiWindowFlags_NoSavedSettings |
                                        ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoScrollWithMouse;
    if (ImGui::Begin("tilescope", nullptr, kFlags)) {
        const float logical_width = viewport->Size.x / tools.scale;
        const Arrangement arrangement = arrangement_for(logical_width, viewport->Size.y / tools.scale);
        draw_top_bar(app, tools.scale, arrangement == Arrangement::compact);
        draw_safety(app);
        const Frame f = measure(app, tools.scale);
        const bool compact = f.arrangement == Arrangement::compact;
        const bool pinned = shows_reference(app);
        const Focus& focus =
            std::holds_alternative<std::monostate>(app.pointed) ? app.view_state.selection : app.pointed;
        const Trace pinned_trace = pinned ? trace(*app.reference, focus) : Trace{};
        const View view{.session = pinned ? *app.view_state.reference : app.session,
                        .derived = pinned ? *app.reference : app.derived,
                        .results = app.results,
                        .live = app.live.view,
                        .view_state = app.view_state,
                        .focus = focus,
                        .trace = pinned ? pinned_trace : app.trace,
                        .history = app.history,
                        .pasted = app.pasted,
                        .theme = *tools.theme,
                        .scale = tools.scale,
                        .mono = tools.mono,
                        .painter = tools.painter,
                        .narrow_rail = logical_width < kNarrowRail,
                        .wide = arrangement == Arrangement::wide,
                        .tall = !compact && stage_height(f) >= kTallStage * tools.scale,
                        .reduced_motion = app.prefs.reduced_motion};
        if (compact)
            draw_compact(view, app, f);
        else
            draw_arranged(view, app, f);
        if (pinned) app.requests.edits.clear();  // the pinned session cannot be edited
    }
    ImGui::End();
    draw_dialogs(app, tools.scale);
    draw_palette(app, tools.scale);
}

}  // namespace tilescope::ui
