// app/widgets/text_fit.cpp -- measures text and cuts it.
// SPDX-License-Identifier: MIT
#include "app/widgets/text_fit.h"

#include <algorithm>
#include <utility>

#include <imgui.h>

namespace tilescope::ui {
namespace {

float width_of(std::string_view text) { return ImGui::CalcTextSize(text.data(), text.data() + text.size()).x; }

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

void wrapped(std::string_view text) {
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(text.data(), text.data() + text.size());
    ImGui::PopTextWrapPos();
}

}  // namespace tilescope::ui
