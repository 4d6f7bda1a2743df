// core/include/tilescope/notation/log.h -- reads the words of a long log, line by line, in constant memory.
// SPDX-License-Identifier: MIT
//
// paste() keeps every word of its text. A log can be longer than memory, so LogReader reads one line and keeps nothing
// of it. It reads only lines whose words paste() would find too: "name=0x..." pairs without any sign of a program. Of
// all other lines it says so, and the caller gives them to paste().
//
//     LogReader reader;
//     std::vector<LogWord> words;
//     reader.read("[thread 5] a_desc=0x4000404000010040 idesc=0x08200490", words)      true, two words
//     reader.read("mov.b64 %rd1, 0x4000404000010040;", words)                          false: a line of a program
#pragma once

#include <tilescope/notation/reading.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace tilescope {

// One word of a line. `name` and `source` are parts of the line.
struct LogWord {
    std::string_view name, source;
    PasteRole role = PasteRole::unknown;
    std::uint64_t value = 0;
    unsigned bits = 64;  // 32 or 64
    bool negative = false;
};

class LogReader {
public:
    LogReader();
    ~LogReader();
    LogReader(const LogReader&) = delete;
    LogReader& operator=(const LogReader&) = delete;

    // Appends the words of the line and returns true. Returns false and appends nothing if paste() must read the line.
    // `line` has no line break. Keeps at most a few thousand names in memory.
    bool read(std::string_view line, std::vector<LogWord>& out);

private:
    struct Names;
    std::unique_ptr<Names> names_;
};

// Returns the word with its readings, as paste() returns it for the line. Returns no value if paste() would not show
// it. `context` is what other lines say about the instruction. Programs call the log_word() of
// <tilescope/rules/read_paste.h>, which uses the rules of this project.
std::optional<FoundWord> log_word(const LogWord& word, const PasteContext& context, const PasteOptions& options,
                                  BreaksNoRule breaks_no_rule);

}  // namespace tilescope
