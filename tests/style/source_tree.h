// tests/style/source_tree.h -- reads the sources of the project.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tilescope::style {

struct SourceFile {
    std::string path;                // relative to the top of the tree: "core/src/word/codec.cpp"
    std::vector<std::string> lines;  // as written
    std::vector<std::string> code;   // the same lines, without comments and without the contents of literals
};

// Returns all C++ and GLSL files below core, app, shaders and tests. Fails the calling test if there are none.
std::vector<SourceFile> sources();

// Returns the sources whose path starts with `prefix`. Fails the calling test if there are none.
std::vector<SourceFile> sources_below(std::string_view prefix);

// Returns the module of a path or an include of core: "word" for "core/include/tilescope/word/codec.h" and for
// "tilescope/word/codec.h".
std::string core_module(std::string_view path);

}  // namespace tilescope::style
