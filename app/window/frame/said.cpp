// app/window/frame/said.cpp -- sentences of the status line that come before all others for a while.
// SPDX-License-Identifier: MIT
#include "app/window/frame/said.h"

#include <imgui.h>

namespace tilescope::ui {

void say_first(Document& doc, std::string sentence) {
    if (ImGui::GetCurrentContext() == nullptr) return;  // nothing is pointed at yet
    doc.first_said = {std::move(sentence), doc.view_state.selection, doc.pointed.item, ImGui::GetIO().MousePos};
}

void say_now(Document& doc, const std::string& sentence) {
    doc.status = sentence;
    say_first(doc, sentence);
}

std::string said_first(const Document& doc) {
    const FirstSaid& said = doc.first_said;
    const ImVec2 now = ImGui::GetIO().MousePos;
    const bool rests = said.pointed == doc.pointed.item || (said.pointer.x == now.x && said.pointer.y == now.y);
    return said.selection == doc.view_state.selection && rests ? said.sentence : std::string();
}

}  // namespace tilescope::ui
