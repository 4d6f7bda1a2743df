// app/window/documents/chooser.h -- the file chooser: opens a file, or asks where to save one.
// SPDX-License-Identifier: MIT
//
//     open_chooser(c, "svg ");    for a verb of a feature (PathVerb)
//
// A thread reads the folders, so a slow network delays no frame.
#pragma once

#include "app/io/folder.h"
#include "app/window/frame/context.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::ui {

// Pure functions of a list of entries and of what was typed (chooser_list.cpp).
//
//     const TypedPath at = split_typed("/home/me", "kernels/ge");       {"/home/me/kernels", "ge"}
//     rows_of(list, {.name = at.name})                                  gemm.json, gemm2.json, page.txt
//     completed(list, "ge")                                             "gemm"

// The files that the chooser shows. Folders are always shown.
struct FileType {
    std::string_view title;
    std::string_view extensions;  // with blanks between them, without dots; empty: all files
};
// The types to open. A file to save has one type, its extension, and "all files".
std::span<const FileType> open_types();
bool has_type(std::string_view name, const FileType& type);

// What was typed, as a folder and the beginning of a name in it. A typed path is relative to `shown`, the folder that
// the chooser shows; "~/" is the user's home, "../" the folder above.
struct TypedPath {
    std::string folder, name;
    friend bool operator==(const TypedPath&, const TypedPath&) = default;
};
TypedPath split_typed(const std::string& shown, const std::string& typed);
// The path of a name in a folder.
std::string joined_path(const std::string& folder, const std::string& name);
// The folder above, or "/" for "/".
std::string folder_above(const std::string& folder);

struct ChooserQuery {
    std::string name = {};   // what rows must contain, in any case; if it starts with a dot, hidden files are shown
    FileType type = {};      // of the files
    bool as_listed = false;  // recent files: in the order of the list, the newest first, with all folders of the path
    bool keeps_all = false;  // while a name to save is typed, it hides no row
};
// Indexes into list.entries, in the order in which they are shown: folders first, then by name, numbers in names by
// their value. Of the rows that a name selects, the one with exactly this name is first, then those that start with it.
std::vector<std::size_t> rows_of(const io::FolderList& list, const ChooserQuery& query);

// The longest text that all entries which start with `name` have in common. A single folder gets a "/".
std::string completed(const io::FolderList& list, const std::string& name);

// What Enter does. enter: show this folder. take: open this file or write to it. say: nothing; `text` is the reason.
enum class ChooserAct : std::uint8_t { say, enter, take };
struct ChooserDecision {
    ChooserAct act = ChooserAct::say;
    std::string text;  // a path or a sentence
    friend bool operator==(const ChooserDecision&, const ChooserDecision&) = default;
};
struct ChooserQuestion {
    const io::FolderList& list;  // of the folder of `typed`
    std::span<const std::size_t> rows;
    int chosen = -1;  // a row that the user moved to; -1: none
    TypedPath typed = {};
    bool saving = false, recents = false;
    std::string_view extension = {};  // of a file to save; added to a name that has none
};
ChooserDecision decide(const ChooserQuestion& question);

// "980 B", "1.2 KB", "64 MB": three digits at most, 1 KB = 1000 bytes.
std::string size_text(std::uint64_t bytes);

// "12 folders, 3 files", with what the type hides and whether the folder has more entries than were read.
std::string count_text(const io::FolderList& list, std::size_t shown);

// Shows the chooser. It begins in the folder of `path`, with its name in the box; without a path in the folder that it
// showed last, else in the folder of the session. Requires: a verb of a feature.
void open_chooser(Context c, std::string_view verb, const std::string& path = {});

// The row that Enter takes: the chosen one, or the first one that fits what was typed. -1: none.
int row_of_enter(const ChooserState& state);

// Shows another folder in it.
void enter_folder(const Document& doc, ChooserState& state, const std::string& folder);

}  // namespace tilescope::ui
