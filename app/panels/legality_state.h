// app/panels/legality_state.h -- state of the legality tab: page, query, and the answer of the rules.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/rules/legality.h>

#include <cstdint>
#include <optional>

namespace tilescope::ui {

enum class LegalityPage : std::uint8_t { forms, types, shapes, layouts, modifiers };

struct LegalityPanelState {
    LegalityPage page = LegalityPage::types;
    std::optional<LegalityQuery> requested;  // the query of the user; none: the session's form
    std::optional<LegalityQuery> kept_for;   // the query of `kept`; none: nothing computed yet
    LegalityPage kept_page = LegalityPage::types;
    Legality kept;
};

}  // namespace tilescope::ui
