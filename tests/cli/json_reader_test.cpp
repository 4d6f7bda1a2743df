// tests/cli/json_reader_test.cpp -- the reader of JSON: refusals name line and column before anything is built.
// SPDX-License-Identifier: MIT
#include "app/io/json.h"
#include "app/io/session_file.h"
#include "app/publish/emulation_out.h"

#include <gtest/gtest.h>

namespace tilescope::io {
namespace {

std::string nested(std::size_t levels) { return std::string(levels, '[') + std::string(levels, ']'); }

TEST(JsonReader, ASyntaxErrorIsReportedWithItsPlaceAndTheExpectedText) {
    struct SyntaxError {
        const char *text, *why;
    };
    for (const SyntaxError& s : {
             SyntaxError{"", "line 1, column 1: this is not JSON: the text ends, but a value is missing"},
             SyntaxError{
                 "{",
                 "line 1, column 2: this is not JSON: the text ends, but a key in double quotes, or '}' is missing"},
             SyntaxError{"{\"a\": 1,}",
                         "line 1, column 9: this is not JSON: found '}' instead of a key in double quotes"},
             SyntaxError{"{\"a\" \"b\"}",
                         "line 1, column 6: this is not JSON: found '\"b\"' instead of ':' and a value"},
             SyntaxError{"{\n  \"a\": 1\n  \"b\": 2\n}",
                         "line 3, column 3: this is not JSON: found '\"b\"' instead of ',' or '}'"},
             SyntaxError{"{a: 1}",
                         "line 1, column 2: this is not JSON: found 'a' instead of a key in double quotes, or '}'"},
             SyntaxError{"[1, nan]", "line 1, column 5: this is not JSON: found 'nan' instead of a value"},
             SyntaxError{"[1 2]", "line 1, column 4: this is not JSON: found '2' instead of ',' or ']'"},
             SyntaxError{"[01]", "line 1, column 3: this is not JSON: found '1' instead of ',' or ']'"},
             SyntaxError{"[1]\n x", "line 2, column 2: this is not JSON: found 'x' instead of the end of the text"},
             SyntaxError{"[1e999]", "line 1, column 2: the number 1e999 is too large"},
             SyntaxError{"{\"a\": \"b\n\"}", "line 1, column 7: this is not JSON: the text \"b\\x0a does not end with"},
             SyntaxError{"[\"\\x\"]", "line 1, column 2: this is not JSON: the text \"\\x does not end with"},
             SyntaxError{"[\"\xff\"]", "line 1, column 2: this is not JSON: the text \"\\xff does not end with"},
         }) {
        const auto read = read_json(s.text);
        EXPECT_FALSE(read) << s.text;
        EXPECT_EQ(read.why.substr(0, std::string_view(s.why).size()), s.why) << s.text;
    }
    EXPECT_EQ(*read_json("{\"a\": [1, 2.5, null, true, \"\\u00e4\"]}"),
              Json({{"a", {1, 2.5, nullptr, true, "\xc3\xa4"}}}));
}

TEST(JsonReader, RefusesAKeyThatOccursTwiceInAnyObject) {
    const std::string why = "the key 'a' occurs twice; write it once";
    EXPECT_EQ(read_json("{\"a\": 1, \"b\": {\"a\": 2}, \"a\": 3}").why, "line 1, column 25: " + why);
    EXPECT_EQ(read_json("[{\"x\\\\\": {\n \"a\": {\"a\": 1},\n \"a\": 3}}]").why, "line 3, column 2: " + why);
    EXPECT_EQ(read_json("{\"q\\\"\": 1, \"q\\\"\": 2}").why,
              "line 1, column 12: the key 'q\"' occurs twice; write it once");
    EXPECT_TRUE(read_json("{\"a\": {\"a\": {\"a\": []}}, \"b\": [{\"a\": 1}, {\"a\": 2}]}"));
}

TEST(JsonReader, RefusesTooDeepNestingBeforeBuildingIt) {
    EXPECT_TRUE(read_json(nested(64)));
    const std::string why =
        "line 1, column 65: lists and objects are nested more than 64 levels deep, which is the limit";
    EXPECT_EQ(read_json(nested(65)).why, why);
    EXPECT_EQ(read_json(nested(75'000)).why, why);
    EXPECT_EQ(read_json(std::string(75'000, '[')).why, why);
    EXPECT_EQ(session_from_text(nested(75'000)).why, why);
    EXPECT_EQ(tensor_map_from_text(nested(75'000)).why, why);
    EXPECT_EQ(dot_line_from_text(nested(75'000), 7).why.substr(0, 17), "line 7, column 65");
    const std::string in_session = "{\"tilescope\": 1, \"notes\": " + nested(75'000) + "}";
    EXPECT_NE(session_from_text(in_session).why.find("more than 64 levels deep"), std::string::npos);
}

TEST(JsonReader, RefusesTooManyValuesBeforeBuildingThem) {
    std::string values = "[0", keys = "{\"k\":0";
    for (std::size_t i = 1; i < kMostJsonValues; ++i) values += ",0";
    for (std::size_t i = 0; i < kMostJsonKeys; ++i) keys += ",\"k" + std::to_string(i) + "\":0";
    EXPECT_NE(read_json(values + "]").why.find("the text has more than 1000000 values"), std::string::npos);
    EXPECT_NE(read_json(keys + "}").why.find("this object has more than 1000 keys"), std::string::npos);
}

TEST(JsonReader, ARefusalIsShortForAnyFile) {
    const std::string huge(1 << 20, 'x');
    for (const std::string& text :
         {"{\"tilescope\": 1, \"" + huge + "\": 1}", "{\"tilescope\": 1, \"ws\": \"" + huge + "\"}",
          "{\"tilescope\": \"" + huge + "\"}", "{\"tilescope\": 1, \"kind\": [\"" + huge + "\"]}",
          "{\"" + huge + "\": 1, \"" + huge + "\": 2}"}) {
        const std::string why = session_from_text(text).why;
        EXPECT_FALSE(why.empty());
        EXPECT_LT(why.size(), 300u) << why.substr(0, 300);
    }
}

}  // namespace
}  // namespace tilescope::io
