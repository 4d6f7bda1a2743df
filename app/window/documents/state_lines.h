// app/window/documents/state_lines.h -- state lines: of a pasted text, of an argument, for the clipboard.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/io/state_line.h"
#include "app/window/frame/context.h"

#include <string>
#include <string_view>
#include <vector>

namespace tilescope::ui {

// Takes the first of the state lines of a text that can be read. If one can be read, it is reply.session, and
// reply.pasted has only a sentence. If none can be read, but one was meant, reply.pasted has the refusal, too. Returns
// true if the text is read.
bool read_state_line(const std::string& text, const std::vector<io::StateLine>& lines, PasteReply& reply);
void refuse_state_line(std::string_view text, const std::vector<io::StateLine>& lines, PasteReply& reply);

// Opens the session of the state line that was pasted, as one step of the history.
void open_pasted_session(Context c);

// Writes the session as an HTML report, with the result of the model.
void save_report_page(Context c, const std::string& path);

// Copies the session and the view state as a state line.
void copy_state_line(Document& doc);

}  // namespace tilescope::ui
