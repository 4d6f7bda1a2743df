// tests/style/source_tree.cpp -- reads the sources of the project.
// SPDX-License-Identifier: MIT
#include "tests/style/source_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace tilescope::style {
namespace {

// Removes comments and the contents of literals, so that a word in a sentence is not mistaken for code.
class Stripper {
public:
    std::string operator()(std::string_view line) {
        std::string out;
        for (std::size_t i = 0; i < line.size();) i += step(line.substr(i), out);
        if (state_ != block && state_ != raw) state_ = code;
        return out;
    }

private:
    enum State { code, text, character, block, raw } state_ = code;

    std::size_t step(std::string_view rest, std::string& out) {
        if (state_ == block) return rest.starts_with("*/") ? (state_ = code, 2) : 1;
        if (state_ == raw) return rest.starts_with(")\"") ? (state_ = code, out += '"', 2) : 1;
        if (state_ == text || state_ == character) {
            const char end = state_ == text ? '"' : '\'';
            if (rest[0] == '\\') return std::min<std::size_t>(2, rest.size());
            if (rest[0] == end) state_ = code, out += end;
            return 1;
        }
        if (rest.starts_with("//")) return rest.size();
        if (rest.starts_with("/*")) return state_ = block, 2;
        if (rest.starts_with("R\"(")) return state_ = raw, out += '"', 3;
        const bool digit_separator =
            rest[0] == '\'' && !out.empty() && std::isalnum(static_cast<unsigned char>(out.back()));
        if (rest[0] == '"') state_ = text;
        if (rest[0] == '\'' && !digit_separator) state_ = character;
        out += rest[0];
        return 1;
    }
};

SourceFile read(const std::filesystem::path& path, const std::filesystem::path& top) {
    SourceFile file{.path = std::filesystem::relative(path, top).generic_string(), .lines = {}, .code = {}};
    std::ifstream in(path);
    Stripper strip;
    for (std::string line; std::getline(in, line);) {
        file.code.push_back(line.starts_with("#include") ? line : strip(line));
        file.lines.push_back(std::move(line));
    }
    return file;
}

std::vector<SourceFile> read_all() {
    const std::filesystem::path top = TILESCOPE_SOURCE_DIR;
    std::vector<SourceFile> out;
    for (const char* folder : {"core", "app", "shaders", "tests"})
        for (const auto& entry : std::filesystem::recursive_directory_iterator(top / folder)) {
            const std::string extension = entry.path().extension().string();
            const bool source = extension == ".h" || extension == ".cpp" || extension == ".inc" ||
                                extension == ".vert" || extension == ".frag";
            if (entry.is_regular_file() && source) out.push_back(read(entry.path(), top));
        }
    std::ranges::sort(out, {}, &SourceFile::path);
    return out;
}

// Returns the place of the first "\d", or of another backslash in brackets; npos: there is none.
std::size_t place_of_backslash(std::string_view text) {
    bool brackets = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\\' && (brackets || text.substr(i + 1).starts_with('d'))) return i;
        if (text[i] == '\\') ++i;
        // A "]" that follows "[" or "[^" is a character.
        else if (!brackets && text[i] == '[')
            brackets = true, i += text.substr(i + 1).starts_with('^') ? 2 : 1;
        else if (text[i] == ']')
            brackets = false;
    }
    return text.npos;
}

}  // namespace

const std::vector<SourceFile>& sources() {
    static const std::vector<SourceFile> all = read_all();
    EXPECT_GT(all.size(), 50u) << "there is no source tree at " << TILESCOPE_SOURCE_DIR;
    return all;
}

std::span<const SourceFile> sources_below(std::string_view prefix) {
    const auto start = [&](const SourceFile& file) { return std::string_view(file.path).substr(0, prefix.size()); };
    const auto& all = sources();
    const auto first = std::ranges::lower_bound(all, prefix, {}, start);
    const auto last = std::ranges::upper_bound(all, prefix, {}, start);
    EXPECT_NE(first, last) << "there is no source file below " << prefix;
    return {first, last};
}

Pattern::Pattern(std::string_view text) {
    const std::string whole(text);
    if (whole.find("(?") != whole.npos || place_of_backslash(whole) != whole.npos ||
        regcomp(&compiled_, whole.c_str(), REG_EXTENDED | REG_NOSUB) != 0)
        throw std::invalid_argument("no regular expression of POSIX: " + whole);
}

std::string core_module(std::string_view path) {
    for (const std::string_view prefix : {"core/include/tilescope/", "core/src/", "tilescope/"})
        if (path.starts_with(prefix)) {
            path.remove_prefix(prefix.size());
            return std::string(path.substr(0, path.find('/')));
        }
    return {};
}

}  // namespace tilescope::style
