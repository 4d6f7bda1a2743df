// app/io/session_file.h -- sessions as JSON; reader and writer walk the one list of core's describe().
// SPDX-License-Identifier: MIT
#pragma once

#include "app/io/file.h"

#include <tilescope/session/session.h>

#include <string>
#include <string_view>

namespace tilescope::io {

// "tilescope": 1, words as hexadecimal text. Every field is optional; a missing one keeps its default.
std::string session_to_text(const Session& session);

// The session, or the first mistake: an unknown field is refused by name, and so is a newer version. Nothing is
// half-loaded.
Answer<Session> session_from_text(std::string_view text);

Answer<Session> load_session(const std::string& path);
Answer<bool> save_session(const std::string& path, const Session& session);

}  // namespace tilescope::io
