// core/src/session/word_formats.h -- which table a word of the session is read with.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/formats/formats.h>
#include <tilescope/session/session.h>

namespace tilescope {

// By edition, kind and arch. Never fails: an unknown kind is read as f16.
const Format& format_of(const Session& session, WordId id);

}  // namespace tilescope
