// app/io/program.h -- what both programs share: the start and the end of main(), output, signals, amounts.
// SPDX-License-Identifier: MIT
//
// It reserves the numbers of closed standard streams, and prints one sentence if a resource is missing.
#pragma once

#include <tilescope/base/answer.h>

#include <atomic>
#include <functional>
#include <string_view>
#include <thread>

namespace tilescope::io {

// The exit statuses of both programs; --help lists them.
inline constexpr int kDone = 0, kWrong = 1, kUnusable = 2, kLacking = 3, kRunFailed = 4;

// Runs the body of the program and returns its exit status. If a standard stream is closed at the start, its number
// stays reserved, and its reads and writes fail. Without this, the next opened file would get its number.
// Prints one sentence to standard error and returns kUnusable if there is not enough memory, or kLacking if the system
// refuses another resource.
int run_program(std::string_view name, const std::function<int()>& body);

// Prints to standard output. Throws OutputFailed if standard output is full or closed, because more output is useless.
// Any text can have words of the input, and a terminal must not execute them: bytes that are no printable character,
// blank, tab or line end are printed as "\x1b". Requires: the text does not end inside a character.
struct OutputFailed {
    int error;  // errno
};
void print(std::string_view text);
// The same for a text that has control codes of our own (colours), and in which no input is left unchecked.
void print_with_codes(std::string_view text);

// The same to standard error, which may be closed.
void print_error(std::string_view text);

// Returns the text as print() prints it.
std::string printable_lines(std::string_view text);

// Returns the sentence for the exception that is being handled: missing memory, missing threads or another reason.
// Requires: inside a catch block.
std::string shortage();

// ---- numbers with a fraction, such as 1.5, in options

// Returns the whole text as a number from `least` to `most`, such as 1.5 or 1e-3. Refuses all other texts, also inf and
// nan.
Answer<double> read_amount(std::string_view text, double least, double most);

// Returns the shortest text that reads back as the same number, independent of the locale: "0.1", "1e+300".
std::string amount_text(double number);

// ---- SIGTERM, SIGHUP and SIGINT as a value that a loop can query

// While this object exists, the first of these signals does not end the program: a thread stores it and calls `wake`
// with it. The second signal ends the program at once, unless it comes within 300 ms: then it is the same request. A
// signal that was ignored at the start (nohup) stays ignored.
// Requires: no other thread has started, because all threads must inherit the blocked signals.
class Signals {
public:
    explicit Signals(std::function<void(int signal)> wake);
    ~Signals();
    Signals& operator=(Signals&&) = delete;  // nor any other copy

    // Returns the signal that arrived first, or 0.
    int arrived() const { return arrived_.load(); }

private:
    void watch();

    std::function<void(int signal)> wake_;
    std::atomic<int> arrived_ = 0;
    int signals_ = -1, end_ = -1;  // file descriptors: readable after a signal; readable when this object ends
    std::thread thread_;
};

}  // namespace tilescope::io
