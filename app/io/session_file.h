// app/io/session_file.h -- reads and writes sessions as JSON. describe() of core lists the fields.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/io/file.h"

#include <tilescope/document/session.h>
#include <tilescope/view/view_state.h>

#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace tilescope::io {

// A session, and the view state of its writer if the file has one.
struct SessionFile {
    Session session;
    std::optional<ViewState> view_state = {};
    friend bool operator==(const SessionFile&, const SessionFile&) = default;
};

// Returns the document: "tilescope": 1, words as hexadecimal text, "look" and "reference" as objects.
std::string session_to_text(const SessionFile& file);

// Reads a session. Every field but "tilescope" is optional; a missing field keeps its default.
// Errors: an unknown field, a newer version, an invalid value. The reason names the first error. Nothing is loaded
// partially. A stop ends the reading with a refusal.
// `new_name` becomes true if the reason is a name that this version does not know: a later one can have written it.
Answer<SessionFile> session_from_text(std::string_view text, const std::stop_token& stop = {},
                                      bool* new_name = nullptr);

Answer<SessionFile> load_session(const std::string& path);
Answer<void> save_session(const std::string& path, const SessionFile& file);

}  // namespace tilescope::io
