// tests/fuzz/replay_test.cpp -- runs each target on its corpus, and on inputs that are too long for files.
// SPDX-License-Identifier: MIT
#include "app/io/session_file.h"
#include "tests/fuzz/fuzz.h"

#include <tilescope/document/derive.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

namespace tilescope::fuzz {
namespace {

namespace fs = std::filesystem;

const fs::path kCorpus = TILESCOPE_SOURCE_DIR "/tests/fuzz/corpus";

std::vector<fs::path> files_of(const Target& target) {
    std::vector<fs::path> out;
    for (const auto& entry : fs::directory_iterator(kCorpus / target.name)) out.push_back(entry.path());
    std::ranges::sort(out);
    return out;
}

std::string bytes_of(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

std::string repeated(std::string_view part, std::size_t times) {
    std::string out;
    for (std::size_t i = 0; i < times; ++i) out += part;
    return out;
}

class Fuzz : public testing::TestWithParam<Target> {};

TEST_P(Fuzz, KeepsItsGuaranteesForTheWholeCorpus) {
    const std::vector<fs::path> files = files_of(GetParam());
    EXPECT_GE(files.size(), 5u) << "the corpus has too few files";
    for (const fs::path& file : files) EXPECT_EQ(broken_guarantee(GetParam(), bytes_of(file)), "") << file;
}

TEST_P(Fuzz, ReadsOrRefusesDeepAndLongInput) {
    constexpr std::size_t kDeep = 75'000;
    for (const std::string_view part : {"[", "{\"a\":", "(", "((8,", "~", "-", "{", "a,", "1+(", "\n", "9"})
        EXPECT_EQ(broken_guarantee(GetParam(), repeated(part, kDeep)), "") << part << ", " << kDeep << " times";
    const std::string lists = repeated("[", kDeep) + repeated("]", kDeep);
    EXPECT_EQ(broken_guarantee(GetParam(), lists), "");
    for (const std::string_view key : {"notes", "a", "type", "look"})
        EXPECT_EQ(broken_guarantee(GetParam(), "{\"" + std::string(key) + "\":" + lists + "}"), "") << key;
}

TEST_P(Fuzz, ReadsOrRefusesEveryByteValue) {
    std::string all;
    for (int c = 0; c < 256; ++c) all += static_cast<char>(c);
    for (const std::string& bytes : {std::string(), std::string(1, '\0'), all, all + all, "\xef\xbb\xbf" + all})
        EXPECT_EQ(broken_guarantee(GetParam(), bytes), "");
}

INSTANTIATE_TEST_SUITE_P(Corpus, Fuzz, testing::ValuesIn(kTargets),
                         [](const auto& target) { return std::string(target.param.name); });

// Too slow for libFuzzer, which needs thousands of runs a second.
TEST(Fuzz, DerivesEverySessionThatCanBeRead) {
    for (const fs::path& file : files_of({"session", check_session})) {
        const auto read = io::session_from_text(bytes_of(file));
        if (!read) continue;
        for (const WordView& word : derive(read->session).words) EXPECT_NE(word.format, nullptr) << file;
    }
}

TEST(Fuzz, CorpusHasAFolderForEachTargetAndIsSmall) {
    std::vector<std::string> folders, expected;
    std::uintmax_t bytes = 0, files = 0;
    for (const auto& entry : fs::directory_iterator(kCorpus)) folders.push_back(entry.path().filename().string());
    for (const Target& target : kTargets) {
        expected.emplace_back(target.name);
        for (const fs::path& file : files_of(target)) ++files, bytes += fs::file_size(file);
    }
    std::ranges::sort(folders);
    EXPECT_EQ(folders, expected);
    EXPECT_LT(files, 1000u);
    EXPECT_LT(bytes, 1'000'000u);
}

}  // namespace
}  // namespace tilescope::fuzz
