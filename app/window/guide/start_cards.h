// app/window/guide/start_cards.h -- the cards of the start page: what each of them says, and its small picture.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/window/frame/context.h"

#include <stop_token>
#include <string>
#include <vector>

namespace tilescope::ui {

// All cards, in the order of CardKind, without pictures.
std::vector<StartCard> cards_of(const Document& doc, const Overlays& overlays);

// The newest of these files, before the thread has looked at them.
std::vector<RecentFile> recents_by_name(const std::vector<std::string>& paths);

// The newest of these files, with the sessions that are in them. Reads the disk: for a thread.
std::vector<RecentFile> look_at_recents(const std::vector<std::string>& paths, const std::stop_token& stop);

// The small picture of a session: its mask, Tensor Memory, or a tile and its memory, whatever is special about it.
CardPicture picture_for_card(const Session& session);

void leave_start_page(Overlays& overlays, Regions& regions);

}  // namespace tilescope::ui
