// app/autopsy/recording_file.h -- reads a recording: a folder, or the lines of JSON that a debugger writes.
// SPDX-License-Identifier: MIT
//
//     const Answer<Recording> recording = read_recording("autopsy/gemm");     a folder with recording.jsonl
//
//     RecordingReader reader(folder);                      while the debugger runs
//     for (...) {
//         if (const auto taken = reader.take(line); !taken) ...
//         reader.recording().events.back()                 what was seen last
//     }
//
// Each file of the folder may have been compressed with gzip (recording.jsonl.gz). A line is one JSON object with the
// member "event". These are read, and all others are ignored:
//
//     session        version: lines of text
//     launch         kernels: "info cuda kernels" as text; kernel: its name, instead
//     info           what: "devices" or "focus"; text: what the debugger says
//     code           mma: [{pc, text, loop}]; file: the machine code
//     constant_bank  bank: 0; file
//     stop           warps: [{warp, thread, pc}]: where each warp is. Without it, warps that came apart are not noticed
//     mma            pc, text, line, warpgroup, warps_here, ur, predicates, a, b, a_registers, metadata,
//                    shared: {file, bytes}
//     wait           pc, text, line, warpgroup, warps_here, pending, d_first, d_count, d, shared: {file, bytes}
//     shared_size    bytes: of the shared memory of the block; a content of another size is not read
//     skipped        warpgroup, mmas: so many of its MMAs ran unrecorded since its last event
//     exception      text, program, errorpc, line, shared, predicates, warpgroups: {"0": {pc, ur}}
//     exit           the program came to its end
//     error          where, text: what could not be read
//
// `visit` of an mma or a wait (how often the warpgroup came to this place, with this time) is better than guessing from
// `stop` which of several records are one visit. `pc` is a text "0x7ffd..", a word has 16 hexadecimal digits, a
// register 8. `ur` has the registers that are not 0; without `ur`, no register was read. `d`, `a_registers` and
// `metadata` are 128 texts, one for each thread. An mma of tcgen05 is of one warp: `ur` and `predicates` have it all.
#pragma once

#include <tilescope/autopsy/recording.h>
#include <tilescope/base/answer.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

namespace tilescope::autopsy {

// What one recording may have. A whole program that runs for minutes stays far below.
inline constexpr std::size_t kMostRecordedEvents = 100'000, kMostRecordedLine = 16u << 20;
inline constexpr std::size_t kMostMemoryBytes = 1u << 20, kMostMemories = 512, kMostRecordedCode = 32u << 20;

// The bytes of a file of the recording, by its name without a folder.
using TakeFile = std::function<Answer<std::string>(const std::string& name, std::size_t most)>;

class RecordingReader {
public:
    // Files that the lines name are read from the folder.
    explicit RecordingReader(const std::string& folder);
    explicit RecordingReader(TakeFile take_file);
    ~RecordingReader();
    RecordingReader(RecordingReader&&) noexcept;
    RecordingReader& operator=(RecordingReader&&) noexcept;

    // Takes the next line. A file that cannot be read is a sentence in Recording::lost.
    // Errors: the line is no JSON object, a value has the wrong form, or there are too many events.
    Answer<void> take(std::string_view line);

    const Recording& recording() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

// Reads all of a folder. The last line may be incomplete: then the debugger was ended while it wrote.
// Errors: there is no recording.jsonl; it cannot be read; those of take(), with the number of the line; "stopped".
Answer<Recording> read_recording(const std::string& folder, const std::stop_token& stop = {});

}  // namespace tilescope::autopsy
