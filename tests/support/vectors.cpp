// tests/support/vectors.cpp -- test vectors: values computed by other software, as rows of named cells.
// SPDX-License-Identifier: MIT
#include "tests/support/vectors.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>

namespace tilescope::test {
namespace {

// Finds a plain or a packed file by the same name. Large files are packed (.gz) in the checkout and plain beside it.
std::string path_of(const std::string& name) {
    const std::filesystem::path top = TILESCOPE_SOURCE_DIR;
    for (const auto& folder :
         {top / ".." / "shared" / "vectors", top / "tests" / "data" / "vectors", top / "tests" / "data"})
        for (const std::string& file : {name, name + ".gz"})
            if (std::filesystem::exists(folder / file)) return (folder / file).string();
    return {};
}

}  // namespace

std::vector<std::string> csv_cells(std::string_view line) {
    std::vector<std::string> out(1);
    bool quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        const bool doubled = quoted && c == '"' && i + 1 < line.size() && line[i + 1] == '"';
        if (doubled)
            out.back() += line[++i];
        else if (c == '"')
            quoted = !quoted;
        else if (c == ',' && !quoted)
            out.emplace_back();
        else if (c != '\r')
            out.back() += c;
    }
    return out;
}

std::vector<std::string> lines_of(const std::string& name) {
    const std::string path = path_of(name);
    if (path.empty()) {
        ADD_FAILURE() << "the vector file " << name << " does not exist";
        return {};
    }
    const std::string command = (path.ends_with(".gz") ? "gzip -dc '" : "cat '") + path + "'";
    FILE* in = popen(command.c_str(), "r");
    if (!in) {
        ADD_FAILURE() << path << " cannot be read: " << command;
        return {};
    }
    std::vector<std::string> out;
    char* line = nullptr;
    std::size_t room = 0;
    for (ssize_t length; (length = getline(&line, &room, in)) > 0;) {
        std::string_view text(line, static_cast<std::size_t>(length));
        while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.remove_suffix(1);
        out.emplace_back(text);
    }
    std::free(line);
    if (pclose(in) != 0) ADD_FAILURE() << path << " is damaged: " << command;
    if (out.empty()) ADD_FAILURE() << path << " is empty";
    return out;
}

Vectors::Vectors(const std::string& name) : name_(name) {
    const std::vector<std::string> lines = lines_of(name);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (lines[i].empty() || lines[i][0] == '#') continue;
        std::vector<std::string> cells = csv_cells(lines[i]);
        if (!columns_.empty()) {
            rows_.push_back(std::move(cells));
            continue;
        }
        for (std::size_t c = 0; c < cells.size(); ++c) columns_[cells[c]] = c;
    }
    if (rows_.empty()) ADD_FAILURE() << name << " has no rows, so the test would compare nothing";
}

const std::string& Vectors::text(std::size_t row, std::string_view column) const {
    const auto found = columns_.find(std::string(column));
    if (found == columns_.end() || row >= rows_.size() || found->second >= rows_[row].size()) {
        ADD_FAILURE() << name_ << " has no cell in row " << row << ", column " << column;
        return nothing_;
    }
    return rows_[row][found->second];
}

std::uint64_t Vectors::number(std::size_t row, std::string_view column) const {
    return std::strtoull(text(row, column).c_str(), nullptr, 0);
}

}  // namespace tilescope::test
