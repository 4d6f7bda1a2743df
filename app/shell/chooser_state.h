// app/shell/chooser_state.h -- what the file chooser keeps between two frames.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/io/folder.h"
#include "app/shell/newest_job.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tilescope::ui {

struct PathVerb;

// A folder, or single files if there is no folder.
struct FolderRequest {
    std::string folder;
    std::vector<std::string> files;
};
struct FolderReply {
    io::FolderList list;
    std::string why;  // why the folder cannot be read; empty: it was read
};
using FolderJobs = NewestJob<FolderRequest, FolderReply>;

struct ChooserState {
    bool open = false;
    const PathVerb* verb = nullptr;  // what is done with the chosen path; never null while open
    std::string folder;              // what a typed path is relative to; kept for the next time
    std::string typed;
    bool recents = false;  // the recent files are listed, not a folder
    std::size_t type = 0;  // index into the types of files

    // The entries, and the folder that they were requested for. `serial` counts the lists.
    io::FolderList list;
    std::string requested, refused;
    bool reading = false;
    std::uint64_t serial = 0;

    // The rows, and what they were made for.
    struct Made {
        std::uint64_t serial = 0;
        std::string name;
        std::size_t type = 0;
        friend bool operator==(const Made&, const Made&) = default;
    };
    std::optional<Made> made;
    std::vector<std::size_t> rows;
    int chosen = -1;           // the row that the arrow keys or a click chose; -1: none
    bool reveal = false;       // scroll to the chosen row
    std::string came_from;     // the name of the folder that was left upwards: its row is chosen
    std::string said;          // why Enter did nothing
    bool enter_waits = false;  // Enter was pressed before the list was there

    // Of the text box.
    std::uint64_t box = 0;    // counts the texts that the program put there: each has a box of its own
    bool select_all = false;  // typing replaces the proposed name
    bool cursor_to_end = false;
};

}  // namespace tilescope::ui
