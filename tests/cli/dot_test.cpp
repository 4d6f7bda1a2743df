// tests/cli/dot_test.cpp -- the real program computes every published dot product.
// SPDX-License-Identifier: MIT
#include "tests/cli/run_program.h"
#include "tests/support/numerics_vectors.h"
#include "tests/support/sanitized.h"

#include <tilescope/base/say.h>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <sstream>

namespace tilescope::cli_test {
namespace {

using OrderedJson = nlohmann::ordered_json;

template <class T>
OrderedJson words_json(const std::vector<T>& words) {
    OrderedJson out = OrderedJson::array();
    for (const T word : words) out.push_back(hex(word));
    return out;
}

OrderedJson line_of(const test::NumericsRow& row) {
    OrderedJson out = {{"a_type", row.form.a_type},
                       {"b_type", row.form.b_type},
                       {"d_type", row.form.d_type},
                       {"a", words_json(row.a)},
                       {"b", words_json(row.b)}};
    if (row.has_c) out["c"] = hex(row.c);
    if (row.negate_a) out["negate_a"] = true;
    if (row.negate_b) out["negate_b"] = true;
    if (row.form.unit == Unit::wgmma)
        out["unit"] = "wgmma";
    else
        out["kind"] = row.form.kind;
    if (row.scale_vec != 0) {
        out["scale_type"] = row.form.scale_type;
        out["scale_vec"] = row.scale_vec;
        out["scale_a"] = words_json(row.scale_a);
        out["scale_b"] = words_json(row.scale_b);
    }
    if (row.form.sparse) out["sparse_meta"] = words_json(row.meta);
    if (row.form.saturate) out["saturate"] = true;
    return out;
}

OrderedJson tags_json(const std::string& cell) {
    OrderedJson out = OrderedJson::array();
    std::istringstream in(cell);
    for (std::string tag; std::getline(in, tag, ';');) out.push_back(tag);
    std::sort(out.begin(), out.end());
    return out;
}

// Keeps the doubts that change the word of a row. The column of the table has only these; the answer also has the
// doubts about the form.
OrderedJson per_word(const OrderedJson& ids) {
    OrderedJson out = OrderedJson::array();
    for (const OrderedJson& id : ids)
        for (const DoubtRow& row : all_doubts())
            if (row.per_word && id == row.id) out.push_back(id);
    std::sort(out.begin(), out.end());
    return out;
}

TEST(CliDot, ComputesEveryPublishedWord) {
    for (const char* name : {"silicon/h100_dots.csv", "numerics/frozen_b200.csv", "numerics/model_vectors.csv",
                             "numerics/wgmma_vectors.csv"}) {
        const test::Vectors v(name);
        const bool tagged = std::string_view(name).find("model") != std::string_view::npos;
        std::string input;
        std::vector<test::NumericsRow> rows;
        for (std::size_t i = 0; i < v.size(); ++i) {
            rows.push_back(test::numerics_row(v, i));
            input += line_of(rows.back()).dump() + "\n";
        }
        const Ran ran = run("dot -", input);
        ASSERT_EQ(ran.status, 0) << ran.err;
        std::istringstream answers(ran.out);
        std::size_t compared = 0;
        for (std::string answer; std::getline(answers, answer); ++compared) {
            ASSERT_LT(compared, rows.size()) << name;
            const test::NumericsRow& row = rows[compared];
            const OrderedJson json = OrderedJson::parse(answer, nullptr, false);
            ASSERT_TRUE(json.is_object()) << answer;
            ASSERT_EQ(json.at("d"), hex(row.d, row.form.d_type == "f16" ? 4 : 8)) << row.path << " row " << compared;
            if (!tagged) continue;
            const OrderedJson doubts = per_word(json.value("uncertain", OrderedJson::array()));
            ASSERT_EQ(doubts, tags_json(row.tags)) << row.path << " row " << compared;
        }
        EXPECT_EQ(compared, rows.size()) << name;
    }
}

// Codes that no legal A has: an H100 computes with them, and tcgen05 is not measured.
TEST(CliDot, ComputesWithAnyCodeOfWgmmaAndSaysSo) {
    OrderedJson line = {{"unit", "wgmma"},
                        {"a_type", "f16"},
                        {"b_type", "f16"},
                        {"d_type", "f32"},
                        {"a", OrderedJson::array()},
                        {"b", OrderedJson::array()},
                        {"sparse_meta", {"0x44444440"}}};
    for (int k = 0; k < 32; ++k) line["a"].push_back("0x3c00"), line["b"].push_back(k == 0 ? "0x4000" : "0");
    const Ran ran = run("dot", line.dump());
    ASSERT_EQ(ran.status, 0) << ran.err;
    const OrderedJson answer = OrderedJson::parse(ran.out), &note = answer.at("notes").at(0);
    EXPECT_EQ(answer.at("d"), "0x40800000") << "element 0 is met twice";
    EXPECT_EQ(answer.at("notes").size(), 1u) << "the code occurs once, and the others are legal";
    EXPECT_NE(note.at("text").get<std::string>().find("code 0b0000 keeps elements 0 and 0 (measured)"),
              std::string::npos);
    EXPECT_EQ(note.at("certainty"), "measured");
    EXPECT_EQ(note.at("measured").at("file"), "h100_sparse_codes.csv");
    line.erase("unit");
    line["kind"] = "f16";
    const Ran refused = run("dot", line.dump());
    EXPECT_EQ(refused.status, 2);
    EXPECT_NE(refused.err.find("sparse group 0: code 0b0000 has no meaning in 2:4"), std::string::npos) << refused.err;
}

TEST(CliDot, PrintsTheAnswersBeforeAnInvalidLine) {
    const std::string good =
        R"({"kind":"f16","a_type":"f16","b_type":"f16","d_type":"f16","a":[15360],"b":["0x3c00"]})";
    const Ran ran = run("dot", good + "\n\n" + good + "\nnothing\n" + good + "\n");
    EXPECT_EQ(ran.status, 2);
    EXPECT_EQ(ran.out, "{\"d\":\"0x3c00\"}\n{\"d\":\"0x3c00\"}\n");
    EXPECT_EQ(ran.err, "tilescope dot: line 4, column 1: this is not JSON: found 'nothing' instead of a value\n");
}

TEST(CliDot, ReadsALastLineWithoutALineBreakAndAnEmptyInput) {
    const Ran cut = run("dot -", R"({"unit":"wgmma","a_type":"b1","b_type":"b1","d_type":"s32","a":[7],"b":[-1]})");
    EXPECT_EQ(cut.out, "{\"d\":\"0x00000003\"}\n");
    const Ran none = run("dot -", "");
    EXPECT_EQ(none.status, 0);
    EXPECT_TRUE(none.out.empty());
}

// The input has 30 MB, more than the limit of address space. Blank lines count as lines.
TEST(CliDot, NeedsMemoryForOnlyOneLine) {
    if (test::kSanitized) GTEST_SKIP() << "the sanitizer reserves more address space than any limit";
    const std::string line = R"({"kind":"f16","a_type":"bf16","b_type":"bf16","d_type":"f32","a":[16256],"b":[16256]})";
    const std::string blank(1000, ' ');
    const std::string call = "(echo '" + line + "'; yes '" + blank + "' | head -n 30000; echo '" + line +
                             "') | (ulimit -v 30000; '" TILESCOPE_PROGRAM
                             "' dot - 2>&1) | uniq -c | grep -q '^ *2 {\"d\":\"0x3f800000\"}$'";
    EXPECT_EQ(std::system(call.c_str()), 0) << call;
}

}  // namespace
}  // namespace tilescope::cli_test
