// app/widgets/action_button.cpp -- a button with an icon before its word.
// SPDX-License-Identifier: MIT
#include "app/widgets/action_button.h"

#include <tilescope/base/say.h>

#include <string>

namespace tilescope::ui {
namespace {

std::string face_of(Icon icon, const char* word) { return say(text_of(icon).data(), " ", word); }

}  // namespace

bool action_button(Icon icon, const char* word, ImVec2 size) {
    return ImGui::Button(say(face_of(icon, word), "###", word).c_str(), size);
}

float action_width(Icon icon, const char* word) {
    return ImGui::CalcTextSize(face_of(icon, word).c_str()).x + 2 * ImGui::GetStyle().FramePadding.x;
}

bool icon_button(Icon icon, const char* id, ImVec2 size) {
    return ImGui::Button(say(text_of(icon).data(), "###", id).c_str(), size);
}

}  // namespace tilescope::ui
