// app/window/frame/jobs.h -- what the window asks its threads for, their answers, and what they do now.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/io/folder.h"
#include "app/io/session_file.h"
#include "app/panels/batch_state.h"
#include "app/window/autopsy/autopsy_desk.h"
#include "app/window/frame/newest_job.h"
#include "app/window/paste/paste_blocks.h"
#include "app/window/run/live_jobs.h"

#include <tilescope/base/answer.h>
#include <tilescope/code/code.h>
#include <tilescope/document/results.h>
#include <tilescope/document/session.h>
#include <tilescope/study/program_chains.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tilescope::ui {

struct EmulationRequest {
    std::uint64_t revision = 0;
    Session session;
    std::string folder;   // folder of the session file; recipe files are searched there
    std::string against;  // a file with the D of a kernel, which is compared with the result; empty: none
};

// Replies ResultState::done or ::refused.
using EmulationJobs = NewestJob<EmulationRequest, Results>;

inline constexpr std::size_t kPasteAtOnce = std::size_t{1} << 16;     // bytes that are read in a frame
inline constexpr std::size_t kMostPasteBytes = std::size_t{1} << 24;  // a longer text is refused

struct PasteRequest {
    std::uint64_t document = 0;  // Document::id
    std::string text;
    PasteFor reads_for;
    bool applies = false;   // a single certain word goes to its card without a question
    std::string path = {};  // of the file that has the text; empty: it is of no file
};
// A text, and what was found in it.
struct ReadText {
    std::string text;
    std::string path = {};  // file of the text; empty: it came from elsewhere. Never written
    PasteResult result;
    ProgramChains program;                        // in `text`
    std::optional<io::SessionFile> session = {};  // of a state line in `text` that is not opened yet
};
struct PasteReply {
    std::uint64_t document = 0;
    ReadText read;
    std::string box;  // the same text for the box of the paste panel: no frame copies a long text
    PreparedBatch batch;
    bool applies = false;
    std::string why;  // why the text was not read; empty: it was
};
using PasteJobs = NewestJob<PasteRequest, PasteReply>;

// What the words of the last paste were made of.
struct OldPaste {
    ReadText read;
    std::string box;
    PreparedBatch batch;
};

struct ReadRequest {
    std::string path;
    bool compares = false;       // the session of the file becomes the reference; else it is opened
    std::uint64_t document = 0;  // Document::id: a D is compared with the session of this tab; 0: there is none
};

struct ReadReply {
    std::string path, text;
    Answer<std::optional<io::SessionFile>> session = std::optional<io::SessionFile>();  // none: not a session
    bool compares = false;
    std::uint64_t document = 0;  // of the request
    bool is_d = false;           // the file has the D of a kernel, and is read when it is compared
};

using ReadJobs = NewestJob<ReadRequest, ReadReply>;

struct CodeToMake {
    std::uint64_t document = 0, revision = 0;  // Document::id, Document::revision
    std::string target;                        // CodeTarget::id
    Session session;
    std::string folder;   // from which the names of files in the session count
    bool copies = false;  // the text goes to the clipboard, whatever the window shows then
};
struct MadeCode {
    CodeToMake asked;
    Answer<CodeText> code;
};
using CodeJobs = NewestJob<CodeToMake, MadeCode>;

struct FileToSave {
    std::string what;    // "the animation": sentences name it
    std::string counts;  // "picture": what the progress counts; empty: it counts nothing
    std::string path;
    // Writes the file. It asks for a stop now and then, and then leaves no file.
    std::function<Answer<void>(const WorkTools&)> write;
};
// The file that a thread writes: see FileToSave.
struct SavingFile {
    std::string what, counts, path;
    bool written = false;
};
using SaveJobs = NewestJob<FileToSave, Answer<void>>;

struct ClipboardLimits {
    std::size_t bytes = 0;
    // For so long the other program may send nothing. It can be busy, or behind a slow link.
    std::chrono::milliseconds silence{5000};
};

// The start of the clipboard's text.
struct ClipboardText {
    std::string text;
    bool whole = true;  // false: it is longer than the limit, or its rest did not arrive
    bool late = false;  // the other program stopped sending
    friend bool operator==(const ClipboardText&, const ClipboardText&) = default;
};

// Its progress counts bytes. An empty whole text: there is none.
using ClipboardJobs = NewestJob<ClipboardLimits, ClipboardText>;

// The text that the user pastes.
struct ClipboardDesk {
    std::unique_ptr<ClipboardJobs> jobs;   // null: ImGui reads the clipboard at once
    std::uint64_t document = 0;            // Document::id: the text is for it; 0: nobody waits for a text
    bool applies = false;                  // it is pasted; else it is put into the empty paste box
    bool late = false;                     // it does not come at once: input waits no longer
    std::optional<double> asked;           // when the window noticed the request, in seconds
    std::optional<ClipboardText> arrived;  // while another document is shown
    JobProgress progress;                  // that the last frame showed
};

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

// What works on threads.
struct Jobs {
    std::function<void()> wake;                // ends the sleep of the window; threads call it
    std::unique_ptr<EmulationJobs> emulation;  // null: the window cannot emulate
    std::unique_ptr<PasteJobs> paster;         // reads long pasted texts; null: they are read at once
    std::uint64_t pasting = 0;                 // id of the document that it reads for; 0: none
    JobProgress paste_progress;
    std::unique_ptr<SaveJobs> saver;      // writes long files; null: it wrote none yet
    SavingFile saving;                    // what it writes, or wrote last
    JobProgress save_progress;            // that the last frame showed
    std::unique_ptr<CodeJobs> coder;      // makes source texts that read files; null: it made none yet
    CodeToMake asked_code;                // its last request
    std::unique_ptr<ReadJobs> reader;     // reads the files that the user opens; null: they are read at once
    std::string reading;                  // path of the file that it reads; empty: none
    std::vector<std::string> to_read;     // the files after it
    bool reads_several = false;           // it is one of several files
    std::unique_ptr<FolderJobs> folders;  // reads folders for the chooser; null: they are read at once
    LiveDesk live;                        // runs on a GPU
    AutopsyDesk autopsy;                  // what a debugger saw of a program

    bool is_reading() const { return !reading.empty(); }
    // Drops the file that is being read. Call this if something else was opened meanwhile.
    void stop_reading() {
        if (!is_reading()) return;
        reader->stop();
        reading.clear();
        to_read.clear();
    }
};

}  // namespace tilescope::ui
