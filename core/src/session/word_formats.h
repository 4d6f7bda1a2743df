// core/src/session/word_formats.h -- selects the field table of each word of a session.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/formats/formats.h>
#include <tilescope/session/session.h>

namespace tilescope {

// Returns the table for the session's edition, kind and arch. Never fails: an unknown kind is read as f16.
const Format& format_of(const Session& session, WordId id);

}  // namespace tilescope
