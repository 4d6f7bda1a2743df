// app/io/command_output.h -- what another program prints, piece by piece: with a deadline, and with its messages.
// SPDX-License-Identifier: MIT
//
//     auto tool = CommandOutput::of({"/usr/local/cuda/bin/cuobjdump", "-sass", "kernel.cubin"});
//     for (auto piece = tool->next(); piece && !piece->empty(); piece = tool->next()) ... *piece ...
#pragma once

#include "app/io/descriptor.h"

#include <tilescope/base/answer.h>

#include <chrono>
#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

namespace tilescope::io {

// When a program is ended that does not end by itself.
struct CommandLimits {
    // A program that prints nothing for so long does not answer. A disassembler of a file of a gigabyte needs less.
    std::chrono::milliseconds quiet{60'000};
    std::uint64_t most_bytes = ~std::uint64_t{0};  // of its standard output
};

class CommandOutput {
public:
    // `command` is the file of the program and its arguments; no shell is involved. The program gets no input, and a
    // process group of its own. Errors: it cannot be started.
    static Answer<CommandOutput> of(const std::vector<std::string>& command, const CommandLimits& limits = {});

    // Returns the next bytes, or an empty text at the end of the output.
    // Errors: the program has reached one of its limits, or ended with an error; a stop was requested.
    Answer<std::string> next(const std::stop_token& stop = {});

    // What it has written to its standard error, as one printable line; a long one is cut.
    std::string messages() const;

    CommandOutput(CommandOutput&& other) noexcept;
    CommandOutput& operator=(CommandOutput&&) = delete;
    ~CommandOutput();  // kills the program and what it has started, if it still runs

private:
    CommandOutput(std::string name, const CommandLimits& limits) : name_(std::move(name)), limits_(limits) {}
    Answer<void> start(const std::vector<std::string>& command);
    Answer<std::string> ended(int status);
    void take_messages();

    std::string name_;  // for refusals
    CommandLimits limits_;
    std::uint64_t printed_ = 0;
    Descriptor out_, err_;
    std::string messages_;
    int process_ = 0;  // until it has ended
};

}  // namespace tilescope::io
