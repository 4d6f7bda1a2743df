// app/widgets/text_fit.cpp -- cuts text by measuring it.
// SPDX-License-Identifier: MIT
#include "app/widgets/text_fit.h"

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

void wrapped(std::string_view text) {
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(text.data(), text.data() + text.size());
    ImGui::PopTextWrapPos();
}

}  // namespace tilescope::ui
