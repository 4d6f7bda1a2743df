// app/io/session_file.h -- sessions as JSON; reader and writer walk the one list of core's describe().
// SPDX-License-Identifier: MIT
#pragma once

#include "app/io/file.h"

#include <tilescope/session/look.h>
#include <tilescope/session/session.h>

#include <optional>
#include <string>
#include <string_view>

namespace tilescope::io {

// The document, and where its writer was looking, if the file says so.
struct SessionFile {
    Session session;
    std::optional<Look> look = {};
    friend bool operator==(const SessionFile&, const SessionFile&) = default;
};

// "tilescope": 1, words as hexadecimal text, "look" and "reference" as objects. Every field is optional; a missing one
// keeps its default.
std::string session_to_text(const SessionFile& file);

// The session, or the first mistake: an unknown field is refused by name, and so is a newer version. Nothing is
// half-loaded.
Answer<SessionFile> session_from_text(std::string_view text);

Answer<SessionFile> load_session(const std::string& path);
Answer<void> save_session(const std::string& path, const SessionFile& file);

}  // namespace tilescope::io
