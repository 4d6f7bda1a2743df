// app/panels/legality_state.h -- what the legality tab keeps: the page, the question, and what the rules answered.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/rules/legality.h>

#include <cstdint>
#include <optional>

namespace tilescope::ui {

enum class LegalityPage : std::uint8_t { forms, types, shapes, layouts, modifiers };

struct LegalityPanelState {
    LegalityPage page = LegalityPage::types;
    std::optional<LegalityQuery> asked;     // what a person chose to look at; none: the session's own form
    std::optional<LegalityQuery> kept_for;  // none: not asked yet
    LegalityPage kept_page = LegalityPage::types;
    Legality kept;
};

}  // namespace tilescope::ui
