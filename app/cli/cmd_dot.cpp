// app/cli/cmd_dot.cpp -- dot: one element of D a line, raw bits in, raw bits out.
// SPDX-License-Identifier: MIT
#include "app/cli/commands.h"
#include "app/io/dot_line.h"

#include <tilescope/base/say.h>

#include <CLI/CLI.hpp>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>

namespace tilescope::cli {
namespace {

// One line at a time: a stream may be longer than memory.
class Lines {
public:
    explicit Lines(std::FILE* file) : file_(file) {}
    Lines(const Lines&) = delete;
    Lines& operator=(const Lines&) = delete;
    ~Lines() {
        std::free(text_);
        if (file_ != stdin) std::fclose(file_);
    }

    bool next() {
        errno = 0;
        const ssize_t got = getline(&text_, &room_, file_);
        length_ = got > 0 ? static_cast<std::size_t>(got) : 0;
        ++number_;
        return got > 0;
    }
    std::string_view text() const { return {text_, length_}; }
    std::size_t number() const { return number_; }
    bool failed() const { return std::ferror(file_) != 0; }

private:
    std::FILE* file_;
    char* text_ = nullptr;
    std::size_t room_ = 0, length_ = 0, number_ = 0;
};

int run_dot(const std::string& path, const Globals& g) {
    if (g.csv) return refuse("dot", "--csv: the answers are JSON, one line each; want no --csv");
    std::FILE* file = path == "-" ? stdin : std::fopen(path.c_str(), "rb");
    if (file == nullptr) return refuse("dot", say(path, " cannot be read: ", std::strerror(errno)));
    Lines lines(file);
    while (lines.next()) {
        if (lines.text().find_first_not_of(" \t\r\n") == std::string_view::npos) continue;
        const auto line = io::dot_line_from_text(lines.text());
        if (!line) return refuse("dot", say("line ", lines.number(), ": ", line.why));
        print(say(io::dot_line_to_text(*line), "\n"));
    }
    if (lines.failed()) return refuse("dot", say(path, " cannot be read: ", std::strerror(errno)));
    return kDone;
}

}  // namespace

void declare_dot(CLI::App& app, const Globals& globals, int& status) {
    const auto path = std::make_shared<std::string>("-");
    app.add_option("file", *path, "JSON lines; - or nothing reads standard input");
    app.footer(
        "A line is an object, its answer {\"d\":\"0x..\"}. \"uncertain\" names other rules that would give\n"
        "another word, and rules that nobody has measured. 1.5 x 2 + 1 in bf16:\n"
        "  "
        "{\"kind\":\"f16\",\"a_type\":\"bf16\",\"b_type\":\"bf16\",\"d_type\":\"f32\",\"a\":[\"0x3fc0\"],\"b\":["
        "\"0x4000\"],\n"
        "   \"c\":\"0x3f800000\"}\n"
        "Elements that are not listed do not exist.\n"
        "Words are right-aligned: bf16 in 16 bits, tf32 as an f32, b1 32 in a word. Left out may be:\n"
        "unit (tcgen05; or wgmma, which has no kind), c (none), saturate, negate_a, negate_b (false),\n"
        "scale_input_d (0); null, \"\" and [] leave out, too. Block-scaled kinds take scale_type, scale_vec\n"
        "(1, 2 or 4), scale_a and scale_b, which others leave alone and list as \"ignored\"; a sparse A\n"
        "takes sparse_meta, and a and b hold the whole logical K.\n");
    app.callback([path, &globals, &status] { status = run_dot(*path, globals); });
}

}  // namespace tilescope::cli
