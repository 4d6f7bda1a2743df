// tests/oracle/paste_vectors_test.cpp -- oracle: texts of public code, logs and compiler tests, and the words in them
// (pastes.jsonl, beside the checkout).
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/formats/formats.h>
#include <tilescope/rules/read_paste.h>
#include <tilescope/word/codec.h>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>

namespace tilescope {
namespace {

using Json = nlohmann::json;

// Other people wrote these texts, so they are not a part of the checkout.
const std::filesystem::path kFile = std::filesystem::path(TILESCOPE_SOURCE_DIR) / ".." / "shared/vectors/pastes.jsonl";

enum Verdict : std::uint8_t { right, silent_or_question, wrong_unconfirmed, wrong_confirmed };

// Returns the options of a "decode" command. --arch has no effect on how a text is read.
PasteOptions options_of(const std::vector<std::string>& command) {
    PasteOptions out;
    for (std::size_t i = 1; i + 1 < command.size(); ++i) {
        if (command[i] == "--kind") out.kind = command[i + 1], out.kind_given = true;
        if (command[i] == "--as") out.as = command[i + 1];
        if (command[i] == "--edition") out.edition = *find_edition(command[i + 1]);
    }
    return out;
}

bool is_family(const PasteReading& reading, const std::string& format) {
    return reading.format->id.substr(0, reading.format->id.find('-')) == format;
}

// Returns the verdict on one word. Fields with unknown bits are not compared.
Verdict judged_word(const FoundWord& word, const Json& expect) {
    const PasteReading& best = word.readings.front();
    const Verdict wrong = word.ask                                 ? silent_or_question
                          : best.certainty == Certainty::confirmed ? wrong_confirmed
                                                                   : wrong_unconfirmed;
    if (!is_family(best, expect["format"])) return wrong;
    if (expect.contains("kind") && expect["kind"] != std::string(best.format->kind)) return wrong;
    bool open = false;
    for (const auto& [id, value] : expect["fields"].items()) {
        const Field* f = find_field(*best.format, id);
        if (f == nullptr) return wrong;
        const bool known = get_field(*f, word.unknown_bits | best.unknown) == 0;
        if (known && text_of(*f, get_field(*f, best.word)) != value) return wrong;
        open |= !known;
    }
    return open ? silent_or_question : right;
}

// Returns the best verdict of the words of the expected format. The text may also contain words of other formats.
Verdict judged(const PasteResult& read, const Json& expect) {
    const bool only = read.words.size() == 1;
    Verdict out = silent_or_question;
    bool any = false;
    for (const FoundWord& word : read.words) {
        if (!expect.contains("format")) {
            if (word.readings.front().certainty == Certainty::confirmed && !word.ask) return wrong_confirmed;
            continue;
        }
        if (!only && !is_family(word.readings.front(), expect["format"])) continue;
        const Verdict verdict = judged_word(word, expect);
        out = any ? std::min(out, verdict) : verdict;
        any = true;
    }
    return out;
}

TEST(PasteOracle, NoWrongReadingOfAPublicTextIsConfirmed) {
    std::ifstream in(kFile);
    if (!in) GTEST_SKIP() << "no " << kFile << ": other people wrote the texts, so the project does not contain them";
    std::size_t counts[4] = {};
    for (std::string line; std::getline(in, line);) {
        const Json row = Json::parse(line);
        const auto command = row["command"].get<std::vector<std::string>>();
        if (command.at(0) != "decode") continue;
        const auto text = row["text"].get<std::string>();
        const PasteResult read = paste(text, options_of(command));
        const Verdict verdict = judged(read, row["expect"]);
        ++counts[verdict];
        EXPECT_NE(verdict, wrong_confirmed) << row["id"] << ": " << read.sentence << "\n" << text;
        if (verdict != right) std::printf("%s: %d\n", row["id"].get<std::string>().c_str(), verdict);
    }
    std::printf("right %zu, silent or asked %zu, wrong but unconfirmed %zu, wrong and confirmed %zu\n", counts[right],
                counts[silent_or_question], counts[wrong_unconfirmed], counts[wrong_confirmed]);
    EXPECT_GT(counts[right], 0u);
}

}  // namespace
}  // namespace tilescope
