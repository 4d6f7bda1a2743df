// app/panels/covering.cpp -- the offer to fill A and B with values that make every wrong read visible in D.
// SPDX-License-Identifier: MIT
#include "app/panels/covering.h"
#include "app/panels/panel_parts.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/action_button.h"

#include <tilescope/document/emulate.h>

#include <vector>

namespace tilescope::ui {

void draw_covering(const View& view, PanelStates& states, Requests& requests, std::string_view id) {
    const Emulation& e = *view.results.emulation;
    const std::vector<Edit> edits = covering_values(view.session);
    if (e.sight.both == e.sight.computed || edits.empty()) return;
    if (action_button(Icon::data, "Make wrong reads visible in D")) {
        requests.edits.insert(requests.edits.end(), edits.begin(), edits.end());
        requests.gesture = states.next_gesture++;
        requests.status =
            "A and B now contain the values 1, 2 and 3 in random order. If the instruction reads wrong bytes, this can "
            "now change every element of D.";
    }
    mark(id);
    if (ImGui::IsItemHovered())
        ImGui::SetTooltip("%s",
                          "Fills A and B with 1, 2 and 3 in random order, the scale factors with 1, and D with 0. "
                          "Reads of\nwrong bytes can then change every element of D. This is one undo step.");
}

}  // namespace tilescope::ui
