// app/io/other_programs.h -- other programs: where they are, what they print, and the disassemblers of compiled code.
// SPDX-License-Identifier: MIT
//
//     auto tool = CommandOutput::of({"/usr/local/cuda/bin/cuobjdump", "-sass", "kernel.cubin"});
//     for (auto piece = tool->next(); piece && !piece->empty(); piece = tool->next()) ... *piece ...
#pragma once

#include "app/io/descriptor.h"

#include <tilescope/base/answer.h>

#include <chrono>
#include <cstdint>
#include <span>
#include <stop_token>
#include <string_view>
#include <vector>

namespace tilescope::io {

// Returns the file of the program in the folders of PATH, then in `others`. Only absolute folders count: ".", an empty
// and a relative folder are where the user happens to be, and anyone can have put a program there.
std::optional<std::string> program_on_path(const std::string& name, std::span<const std::string> others = {});

// The two ends of a pipe. Other programs that this one starts do not get them.
struct Pipe {
    Descriptor read, write;
    static Answer<Pipe> make();  // Errors: there are too many open files
};

// Starts the program in this file, and returns the number of its process. No shell is involved. The program has a
// session of its own, so a process group of its own and no terminal, and no signal is blocked there. `in` is -1: it
// gets no input. Errors: it cannot be started.
Answer<int> start_program(const std::string& file, const std::vector<std::string>& arguments, int in, int out, int err);

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

// Whether these first bytes of a file are those of compiled code: an ELF file (a cubin, an object, a program) or a fat
// binary of nvcc.
bool is_compiled(std::string_view first_bytes);

// A command that prints the machine code of a file: {"/usr/local/cuda/bin/cuobjdump", "-sass", "kernel.cubin"}.
// Searches cuobjdump and then nvdisasm, in PATH and in the folders where CUDA is usually installed. nvdisasm reads only
// cubin files. Errors: neither tool is installed.
Answer<std::vector<std::string>> disassembler_for(const std::string& path);

// More bytes than a disassembler prints of this file, which can be compressed: a program that prints more never ends.
std::uint64_t most_disassembly(const std::string& path);

}  // namespace tilescope::io
