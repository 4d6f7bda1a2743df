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

// The longest wait for a process to disappear after it was killed. One that hangs in the kernel of the system stays.
inline constexpr std::chrono::milliseconds kReapTime{2000};

// A program that runs in a session of its own: without a terminal, so that ssh fails instead of asking for a password.
// All ends of the pipes are closed in other programs that this one starts. Our ends do not block.
class Child {
public:
    // Starts the program in this file; no shell is involved, and no signal is blocked there. Its input is what we write
    // (`has_input`), or the open file `input`, which stays ours; -1: it gets none. `variables` ("NAME=value") are added
    // to the environment. Errors: the system cannot start it.
    static Answer<Child> start(const std::string& file, const std::vector<std::string>& arguments, bool has_input,
                               const std::vector<std::string>& variables = {}, int input = -1);

    Child(Child&& other) noexcept;
    Child& operator=(Child&&) = delete;
    ~Child();  // kills it, with all processes of its group, and waits for at most kReapTime

    int process() const { return process_; }   // also the number of its session
    int in() const { return in_.number(); }    // we write
    int out() const { return out_.number(); }  // we read
    int err() const { return err_.number(); }  // we read
    void close_in() { in_ = Descriptor(); }

    // Waits until the process has ended, at most until the time. Returns its status as of waitpid(), or nothing.
    std::optional<int> wait(std::chrono::milliseconds most);
    void kill();
    void let_go() { process_ = 0; }  // it has ended; what it started goes on

private:
    Child() = default;
    int process_ = 0;  // 0: none
    std::optional<int> status_;
    Descriptor in_, out_, err_;
};

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

private:
    CommandOutput(std::string name, const CommandLimits& limits, Child child)
        : name_(std::move(name)), limits_(limits), child_(std::move(child)) {}
    Answer<std::string> ended(int status);
    void take_messages();

    std::string name_;  // for refusals
    CommandLimits limits_;
    std::uint64_t printed_ = 0;
    Child child_;
    std::string messages_;
    bool has_ended_ = false;
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
