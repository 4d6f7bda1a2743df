// app/window/paste/paste_reading.h -- a pasted text and what was read of it.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/io/session_file.h"
#include "app/panels/batch_state.h"
#include "app/window/frame/newest_job.h"
#include "app/window/paste/paste_blocks.h"

#include <tilescope/study/program_chains.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace tilescope::ui {

inline constexpr std::size_t kPasteAtOnce = std::size_t{1} << 16;     // bytes that are read in a frame
inline constexpr std::size_t kMostPasteBytes = std::size_t{1} << 24;  // a longer text is refused

struct PasteRequest {
    std::uint64_t document = 0;  // Document::id
    std::string text;
    PasteFor reads_for;
    bool applies = false;   // a single certain word goes to its card without a question
    std::string path = {};  // of the file that has the text; empty: it is of no file
};
struct PasteReply {
    std::uint64_t document = 0;
    std::string text;
    std::string box;  // the same text for the box of the paste panel: no frame copies a long text
    PasteResult pasted;
    PreparedBatch batch;
    ProgramChains program;                        // if the text is one
    std::optional<io::SessionFile> session = {};  // of a state line in the text
    bool applies = false;
    std::string path = {};
    std::string why;  // why the text was not read; empty: it was
};
using PasteJobs = NewestJob<PasteRequest, PasteReply>;

// What the words of the last paste were made of.
struct OldPaste {
    PasteResult pasted;
    ProgramChains program;
    std::string text, box;
    PreparedBatch batch;
};

}  // namespace tilescope::ui
