// app/widgets/text_fit.cpp -- text in the room that there is: shortened, wrapped, headings, tooltips, popups.
// SPDX-License-Identifier: MIT
#include "app/widgets/text_fit.h"
#include "app/ui/imgui_compat.h"

#include <tilescope/base/say.h>

#include <algorithm>
#include <utility>

namespace tilescope::ui {
namespace {

float width_of(std::string_view text) { return ImGui::CalcTextSize(text.data(), text.data() + text.size()).x; }

constexpr float kWrapAt = 30;  // heights of the font

struct Candidate {
    bool fits;
    float room;
    ImVec2 at;
};

}  // namespace

std::string shortened(std::string_view text, float width) {
    if (width_of(text) <= width) return std::string(text);
    const float dots = width_of("..");
    for (std::size_t length = text.size(); length-- > 1;)
        if (width_of(text.substr(0, length)) + dots <= width) return std::string(text.substr(0, length)) + "..";
    return {};
}

std::string shortened_id(std::string_view id, float width) {
    const std::size_t at = id.rfind('_');
    const bool ends_in_letter = at != std::string_view::npos && id.size() - at == 2;
    if (!ends_in_letter || width_of(id) <= width) return shortened(id, width);
    const std::string_view end = id.substr(at);
    const float left = width - width_of(end);
    const std::string begin = shortened(id.substr(0, at), left);
    if (begin.size() > 2) return begin + std::string(end);
    const std::string least = std::string(id.substr(0, 1)) + std::string(end);
    return width_of(least) <= width ? least : shortened(id, width);
}

std::string in_lines(std::string_view text, float width) {
    std::string out, line;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        const std::string_view word = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        std::string longer = line;
        longer.append(line.empty() ? "" : " ").append(word);
        if (!line.empty() && width_of(longer) > width) {
            out.append(line).append("\n");
            line = word;
        } else {
            line = std::move(longer);
        }
    }
    return out + line;
}

std::string in_few_lines(std::string_view text, float width, int most) {
    const std::string lines = in_lines(text, width);
    std::string out;
    std::size_t at = 0;
    for (int i = 0; i < most && at < lines.size(); ++i) {
        const std::size_t end = std::min(lines.find('\n', at), lines.size());
        std::string line = lines.substr(at, end - at);
        if (i + 1 == most && end < lines.size()) {
            line = lines.substr(at);
            std::ranges::replace(line, '\n', ' ');
        }
        out += say(i == 0 ? "" : "\n", shortened(line, width));
        at = end + 1;
    }
    return out;
}

std::string leading_sentences(std::string_view text, float width) {
    for (std::size_t end = text.size() - 1; end != text.npos && end != 0; end = text.rfind(". ", end - 1)) {
        std::string out(text.substr(0, end + 1));
        if (ImGui::CalcTextSize(out.c_str()).x <= width) return out;
    }
    return {};
}

void wrapped(std::string_view text, std::string_view id, std::string_view suffix) {
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(text.data(), text.data() + text.size());
    ImGui::PopTextWrapPos();
    if (!id.empty()) mark(id, suffix);
}

void coloured(ImU32 colour, std::string_view text, std::string_view id, std::string_view suffix) {
    ImGui::PushStyleColor(ImGuiCol_Text, colour);
    wrapped(text, id, suffix);
    ImGui::PopStyleColor();
}

void result_text(ImFont* lead, ImU32 colour, std::string_view text, std::string_view id) {
    ImGui::PushFont(lead != nullptr ? lead : ImGui::GetFont());
    coloured(colour, text, id);
    ImGui::PopFont();
}

void coloured_line(ImU32 colour, std::string_view text) {
    ImGui::PushStyleColor(ImGuiCol_Text, colour);
    ImGui::TextUnformatted(text.data(), text.data() + text.size());
    ImGui::PopStyleColor();
}

void sentence_of(const Theme& theme, Severity severity, std::string_view text, std::string_view id,
                 std::string_view suffix) {
    coloured(colour_of(theme, severity), say(sign_of(severity), "  ", text), id, suffix);
}

void beside_boxes(std::string_view text, std::string_view id) {
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(text.data(), text.data() + text.size());
    if (!id.empty()) mark(id);
}

void name_of_choice(std::string_view text) {
    beside_boxes(text);
    ImGui::SameLine();
}

void tip(std::string_view text, ImGuiHoveredFlags when) {
    const Rect item{ImGui::GetItemRectMin(), ImGui::GetItemRectMax()};
    if (ImGui::IsItemHovered(when)) tooltip_beside(item, std::string(text));
}

void tip_below(const std::string& text, ImGuiHoveredFlags when) {
    if (ImGui::IsItemHovered(when)) tooltip_of_item(text);
}

void table_titles() {
    push_no_nav();
    ImGui::TableHeadersRow();
    pop_no_nav();
}

void heading(std::string_view text, const Style& style, std::string_view aside) {
    const bool first = ImGui::GetCursorPosY() <= ImGui::GetStyle().WindowPadding.y;
    if (!first) ImGui::Dummy({0, style.px.gap / 2});
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const float left = ImGui::GetCursorPosX();
    ImGui::PushStyleColor(ImGuiCol_Text, style.theme.dim);
    ImGui::TextUnformatted(text.data(), text.data() + text.size());
    const float used = ImGui::GetItemRectSize().x;
    const float aside_width = ImGui::CalcTextSize(aside.data(), aside.data() + aside.size()).x;
    if (!aside.empty() && used + style.px.gap + aside_width <= room.x) {
        ImGui::SameLine(left + room.x - aside_width);
        ImGui::TextUnformatted(aside.data(), aside.data() + aside.size());
    }
    ImGui::PopStyleColor();
}

ImVec2 place_beside(const Rect& avoid, ImVec2 size, ImVec2 pointer, const Rect& screen, float gap) {
    const auto inside = [](float from, float extent, float least, float most) {
        return std::clamp(from, least, std::max(least, most - extent));
    };
    const float x = inside(pointer.x + gap, size.x, screen.min.x, screen.max.x);
    const float y = inside(pointer.y + gap, size.y, screen.min.y, screen.max.y);
    const float below = screen.max.y - avoid.max.y - gap, above = avoid.min.y - gap - screen.min.y;
    const float right = screen.max.x - avoid.max.x - gap, left = avoid.min.x - gap - screen.min.x;
    const Candidate candidates[] = {{below >= size.y, below, {x, avoid.max.y + gap}},
                                    {above >= size.y, above, {x, avoid.min.y - gap - size.y}},
                                    {right >= size.x, right, {avoid.max.x + gap, y}},
                                    {left >= size.x, left, {avoid.min.x - gap - size.x, y}}};
    const Candidate* best = std::ranges::find_if(candidates, &Candidate::fits);
    if (best == std::end(candidates)) best = std::ranges::max_element(candidates, {}, &Candidate::room);
    return {inside(best->at.x, size.x, screen.min.x, screen.max.x),
            inside(best->at.y, size.y, screen.min.y, screen.max.y)};
}

void tooltip_of_item(const std::string& text) {
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    tooltip_beside({low, {high.x, high.y + ImGui::GetFrameHeightWithSpacing()}}, text);
}

bool begin_popup(const char* id, bool wraps) {
    ImGui::SetNextWindowSizeConstraints({0, 0}, ImGui::GetMainViewport()->Size);
    return ImGui::BeginPopup(id, wraps ? ImGuiWindowFlags_None : ImGuiWindowFlags_HorizontalScrollbar);
}

void tooltip_beside(const Rect& avoid, const std::string& text) {
    const TooltipLine line{ImGui::GetColorU32(ImGuiCol_Text), text};
    tooltip_beside(avoid, {&line, 1});
}

void tooltip_beside(const Rect& avoid, std::span<const TooltipLine> lines) {
    const ImGuiStyle& style = ImGui::GetStyle();
    const ImVec2 padding = style.WindowPadding, screen = ImGui::GetIO().DisplaySize;
    // A border at the edge of the screen looks cut.
    const float margin = style.ItemInnerSpacing.x;
    const Rect inside{{margin, margin}, {screen.x - margin, screen.y - margin}};
    // Lines in a font of their own are a table, which is wrapped only at the screen.
    const float widest = inside.size().x - 2 * padding.x, sentence = std::min(ImGui::GetFontSize() * kWrapAt, widest);
    const auto wrap_of = [&](const TooltipLine& line) { return line.font != nullptr ? widest : sentence; };
    ImVec2 size{0, 2 * padding.y - style.ItemSpacing.y};
    const auto in_font = [](const TooltipLine& line, const auto& act) {
        if (line.font != nullptr) ImGui::PushFont(line.font);
        act();
        if (line.font != nullptr) ImGui::PopFont();
    };
    for (const TooltipLine& line : lines)
        in_font(line, [&] {
            const ImVec2 inner = ImGui::CalcTextSize(line.text.c_str(), nullptr, false, wrap_of(line));
            size = {std::max(size.x, inner.x + 2 * padding.x), size.y + inner.y + style.ItemSpacing.y};
        });
    ImGui::SetNextWindowPos(place_beside(avoid, size, ImGui::GetIO().MousePos, inside, padding.y));
    ImGui::SetNextWindowSize(size);
    ImGui::BeginTooltip();
    for (const TooltipLine& line : lines) {
        ImGui::PushTextWrapPos(padding.x + wrap_of(line));
        in_font(line, [&] { coloured_line(line.colour, line.text); });
        ImGui::PopTextWrapPos();
        if (!line.id.empty()) mark(line.id);
    }
    const ImVec2 at = ImGui::GetWindowPos();
    mark_rect({at, {at.x + size.x, at.y + size.y}}, "tooltip");
    ImGui::EndTooltip();
}

}  // namespace tilescope::ui
