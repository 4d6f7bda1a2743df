// tests/style/source_tree.h -- reads the sources of the project.
// SPDX-License-Identifier: MIT
#pragma once

#include <regex.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::style {

struct SourceFile {
    std::string path;                // relative to the top of the tree: "core/src/word/codec.cpp"
    std::vector<std::string> lines;  // as written
    std::vector<std::string> code;   // the same lines, without comments and without the contents of literals
};

// Returns all C++ and GLSL files below core, app, shaders and tests, in the order of their paths. They are read once.
// Fails the calling test if there are none.
const std::vector<SourceFile>& sources();

// Returns the sources whose path starts with `prefix`. Fails the calling test if there are none.
std::span<const SourceFile> sources_below(std::string_view prefix);

// Returns the module of a path or an include of core: "word" for "core/include/tilescope/word/codec.h" and for
// "tilescope/word/codec.h".
std::string core_module(std::string_view path);

// An extended regular expression of POSIX, with \w, \s and \b. It is twenty times as fast as std::regex. Throws if the
// expression is wrong, or has what POSIX lacks: (?...), \d, or a backslash within brackets.
class Pattern {
public:
    explicit Pattern(std::string_view text);
    ~Pattern() { regfree(&compiled_); }
    Pattern(const Pattern&) = delete;
    Pattern& operator=(const Pattern&) = delete;

    bool is_in(const std::string& line) const { return regexec(&compiled_, line.c_str(), 0, nullptr, 0) == 0; }

private:
    regex_t compiled_ = {};
};

}  // namespace tilescope::style
