// tests/style/source_tree.h -- the project's own sources, read once a test.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tilescope::style {

struct SourceFile {
    std::string path;                // from the top of the tree: "core/src/word/codec.cpp"
    std::vector<std::string> lines;  // as written
    std::vector<std::string> code;   // the same lines without comments and without the text of string literals
};

// Every C++ and GLSL file below core, app, shaders and tests. Fails the calling test if there is none.
std::vector<SourceFile> sources();

// Those whose path starts with `prefix`.
std::vector<SourceFile> sources_below(std::string_view prefix);

// The module of a core path or include: "core/include/tilescope/word/codec.h" and "tilescope/word/codec.h" -> "word".
std::string core_module(std::string_view path);

}  // namespace tilescope::style
