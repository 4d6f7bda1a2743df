// tests/docs/documents.h -- the documents of the project: their text, and the parts that ./test --update docs writes.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

// Returns the text of a file of the source tree. The test fails if it is empty or missing.
std::string text_of_source(const std::string& path);

std::vector<std::string> lines_of(const std::string& text);

// The paths of the documents that describe the program as it is: README.md, ARCHITECTURE.md, CONTRIBUTING.md,
// docs/*.md.
std::vector<std::string> living_documents();

// Compares the part of a document between the lines "<!-- begin: NAME, written by ./test --update docs -->" and
// "<!-- end: NAME -->" with a text. ./test --update docs writes the text there.
void expect_written_part(const std::string& path, std::string_view name, const std::string& text);

}  // namespace tilescope
