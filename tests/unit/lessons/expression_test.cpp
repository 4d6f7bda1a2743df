// tests/unit/lessons/expression_test.cpp -- expressions of lessons: operators, each function, refusals.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/document/derive.h>
#include <tilescope/document/edit.h>
#include <tilescope/document/presets.h>
#include <tilescope/formats/formats.h>
#include <tilescope/lessons/step.h>
#include <tilescope/word/codec.h>

#include <gtest/gtest.h>

#include <set>

namespace tilescope {
namespace {

// The session and the view of an expression.
struct Bench {
    explicit Bench(std::string_view preset, ViewState now = {}) : Bench(find_preset(preset)->session(), now) {}
    explicit Bench(const Session& session, ViewState now = {}) : derived(derive(session)), view(std::move(now)) {}

    Answer<LessonValue> value(std::string_view text) const {
        const auto e = LessonExpression::parse(text);
        if (!e) return Refusal(e.why);
        return e->value({derived, view, emulation ? &*emulation : nullptr});
    }
    std::string operator()(std::string_view text) const {
        const auto v = value(text);
        return v ? text_of(*v) : v.why;
    }

    Derived derived;
    ViewState view;
    std::optional<Emulation> emulation = {};
};

Bench with_emulation(Bench bench) {
    bench.emulation = lesson_emulation(bench.derived);
    return bench;
}

TEST(LessonExpressions, OperatorsBindAsInTheTableOfTheHeader) {
    const Bench b("k_major_128b_f16");
    const std::pair<std::string_view, std::string_view> cases[] = {
        {"1 + 2 * 3", "7"},
        {"(1 + 2) * 3", "9"},
        {"7 - 2 - 1", "4"},
        {"-3 + 1", "-2"},
        {"7 / 2", "3"},
        {"-7 % 3", "-1"},
        {"1 << 4 | 3", "19"},
        {"6 & 3 ^ 1", "3"},
        {"0x10 >> 2", "4"},
        {"0b101 ^ 0b110", "3"},
        {"1 == 1 and 2 > 1", "1"},
        {"not 1 == 2", "1"},
        {"1 > 2 or 3 >= 3", "1"},
        {"1 < 2", "1"},
        {"2 <= 1", "0"},
        {"1 != 1", "0"},
        {"5 & 4 == 4", "1"},
        {"\"128B\" == \"128b\"", "1"},
        {"\"a\" != \"b\"", "1"},
        {"0 and 1 / 0", "0"},
        {"1 or 1 / 0", "1"},
        {"1 << 70", "0"},
        {"1 << 63 >> 63", "1"},
    };
    for (const auto& [text, expected] : cases) EXPECT_EQ(b(text), expected) << text;
}

// Each value was computed by hand or is of another function of the library.
TEST(LessonExpressions, EachFunctionHasItsValue) {
    const ElementFocus selected{Matrix::a, 3, 24};
    const Bench b("k_major_128b_f16", {.screen = Screen::memory, .k_step = 1, .selection = selected});
    const std::pair<std::string_view, std::string_view> cases[] = {
        {"a.start", "1024"},
        {"a.swizzle", "128B"},
        {"a_desc.sbo", "1024"},
        {"i.n", "96"},
        {"z.nonzero", "0"},
        {"raw(a.sbo)", "64"},
        {"known(a.sbo)", "1"},
        {"used(a.lbo)", "0"},
        {"used(a.sbo)", "1"},
        {"m", "128"},
        {"n", "96"},
        {"k", "16"},
        {"tile_k", "64"},
        {"k_step", "1"},
        {"k_steps", "4"},
        {"kind", "f16"},
        {"arch", "sm_100a"},
        {"a_type", "f16"},
        {"b_type", "f16"},
        {"d_type", "f32"},
        {"byte(A, 3, 24)", "1408"},
        {"line(A, 3, 24)", "11"},
        {"chunk(A, 3, 24)", "0"},
        {"bank(A, 3, 24)", "0"},
        {"plain_byte(A, 3, 24)", "1456"},
        {"written_byte(A, 3, 24)", "1408"},
        {"row_at(A, 1408)", "3"},
        {"column_at(A, 1408)", "24"},
        {"row_at(A, 0)", "-1"},
        {"bits_of_element(A)", "16"},
        {"start_at(A, 2)", "1088"},
        {"low_at(A, 2)", "65604"},
        {"ways(A, \"chunk\")", "1"},
        {"plain_ways(A, \"chunk\")", "8"},
        {"lane(D, 70, 3)", "70"},
        {"column(D, 70, 3)", "3"},
        {"cta(D, 70, 3)", "0"},
        {"problems(a)", "0"},
        {"errors(i)", "0"},
        {"problems", "0"},
        {"errors", "0"},
        {"breaks(\"L1\")", "0"},
        {"accepted(\"sm_100a\")", "1"},
        {"accepted(\"sm_90a\")", "0"},
        {"legal_as(\"f16\")", "1"},
        {"selected(\"A 3 24\")", "1"},
        {"selected(\"A 3 25\")", "1"},
        {"selected(\"A 3 32\")", "0"},
        {"selected_byte", "1408"},
        {"shown(\"memory\")", "1"},
        {"shown(\"mma\")", "0"},
        {"data_path", "D"},
    };
    for (const auto& [text, expected] : cases) EXPECT_EQ(b(text), expected) << text;
    EXPECT_EQ(b("word(a)"), say(0x4000404000010040));
}

TEST(LessonExpressions, TheOtherFormsHaveTheirValues) {
    const Bench mask("zero_mask_ws"), sparse("sparse_f16"), scaled("k_major_128b_mxf4");
    const MaskPicture& picture = mask.derived.mask.examples;
    EXPECT_EQ(mask("zeroed_count"), say(picture.zeroed));
    for (unsigned c = 0; c < picture.n; ++c) {
        EXPECT_EQ(mask(say("zeroed(", c, ")")), picture.columns[c].zeroed ? "1" : "0");
        EXPECT_EQ(mask(say("source_column(", c, ")")), say(picture.columns[c].source));
    }
    // The recipe `first` has the code 0b0100: positions 0 and 1 of four are kept.
    EXPECT_EQ(sparse("kept(0, 0) * 1000 + kept(0, 1) * 100 + kept(0, 2) * 10 + kept(0, 3)"), "1100");
    EXPECT_EQ(scaled("factor_byte(A, 33, 2)"), "22") << "the example of scale_layout.h";
    EXPECT_EQ(scaled("lane(SFA, 33, 0)"), "1");
    EXPECT_EQ(scaled("column(SFA, 33, 0) - column(SFA, 0, 0)"), "1");
}

TEST(LessonExpressions, ResultsAreThoseOfTheEmulation) {
    Session session = find_preset("k_major_128b_f16")->session();
    const Bench right = with_emulation(Bench(session));
    EXPECT_EQ(right("wrong"), "0");
    EXPECT_EQ(right("right"), say(128 * 96));
    EXPECT_EQ(right("emulated"), "1");
    EXPECT_EQ(right("d(5, 17) == expected(5, 17)"), "1");
    const Field& swizzle = field_in(*right.derived.of(WordId::a_desc).format, "swizzle");
    session = apply_edit(session, SetField{WordId::a_desc, &swizzle, 0});
    const Bench wrong = with_emulation(Bench(session));
    EXPECT_EQ(wrong("wrong > 0 and right == m * n - wrong"), "1");
    EXPECT_EQ(Bench(session)("emulated"), "0") << "without an emulation";
    EXPECT_NE(Bench(session)("wrong").find("no emulation"), std::string::npos);
}

TEST(LessonExpressions, TheTensorMapIsComparedWithTheDescriptor) {
    Session session = find_preset("k_major_128b_f16")->session();
    EXPECT_NE(Bench(session)("tma_differs(A)").find("no tensor map"), std::string::npos);
    session = apply_edit(session, SetTensorMap{Operand::a, copy_from_descriptor(derive(session), Operand::a)});
    const Bench same(session);
    EXPECT_EQ(same("tma_differs(A)"), "0");
    EXPECT_EQ(same("tma_byte(A, 3, 24)"), "1408");
}

TEST(LessonExpressions, EveryFunctionIsDocumentedAndTested) {
    std::set<std::string> seen;
    for (const LessonFunction& row : lesson_functions()) {
        EXPECT_TRUE(row.help.ends_with('.')) << row.name;
        EXPECT_NE(row.call, nullptr);
        EXPECT_EQ(row.takes.empty(), row.parameters.empty()) << row.name;
        EXPECT_TRUE(seen.insert(say(row.name, '(', row.takes)).second) << row.name << " is there twice";
    }
}

TEST(LessonExpressions, RefusalsSayWhatWouldBeRight) {
    const Bench b("k_major_128b_f16");
    const std::pair<std::string_view, std::string_view> cases[] = {
        {"", "needs a number, a string, a name or '('"},
        {"1 +", "at its end"},
        {"(1", "needs ')'"},
        {"1 2", "needs an operator or the end"},
        {"\"a", "ends the text"},
        {"byte(C, 1, 2)", "A or B for byte(A, row, column)"},
        {"byte(A, 1)", "byte(A, row, column)"},
        {"byte", "needs its parentheses"},
        {"m()", "takes no parentheses"},
        {"byts(A, 0, 0)", "byte(A, row, column)"},
        {"a.sob", "its fields are start"},
        {"word(x)", "a word: a, b, i or z"},
        {"raw(sbo)", "a field: a.sbo"},
        {"0xg", "0xg"},
        {"byte(A, 200, 0)", "outside the tile of 128 x 64"},
        {"1 / 0", "divided by 0"},
        {"1 == \"a\"", "two numbers or two texts"},
        {"\"a\" < \"b\"", "== and !="},
        {"ways(A, \"what\")", "what"},
        {"shown(\"nowhere\")", "use one of"},
        {"start_at(A, 9)", "use 0 to 3"},
        {"breaks(\"L9999\")", "tilescope rules"},
        {"accepted(\"sm_1\")", "sm_100a"},
        {"kept(0, 0)", "no metadata"},
        {"factor_byte(A, 0, 0)", "no scale factors"},
        {"byte(A, \"x\", 0)", "whole number"},
    };
    for (const auto& [text, part] : cases) {
        const auto v = b.value(text);
        EXPECT_FALSE(v) << text;
        EXPECT_NE(v.why.find(part), std::string::npos) << text << ": " << v.why;
    }
}

TEST(LessonExpressions, ADeepOrLongExpressionIsRefused) {
    EXPECT_FALSE(LessonExpression::parse(std::string(100, '(') + "1" + std::string(100, ')')));
    EXPECT_FALSE(LessonExpression::parse(std::string(5000, '1')));
}

TEST(LessonExpressions, NumbersArePrintedInTheirFormat) {
    const auto print = [](std::int64_t n, std::string_view format) {
        return text_of(LessonValue(n), *lesson_format(format));
    };
    EXPECT_EQ(print(1408, "hex"), "0x580");
    EXPECT_EQ(print(5, "bin"), "0b101");
    EXPECT_EQ(print(5, "bin8"), "0b00000101");
    EXPECT_EQ(print(5, "hex8"), "0x00000005");
    EXPECT_EQ(print(0, "hex"), "0x0");
    EXPECT_EQ(print(1536, "kib"), "1.5 KiB");
    EXPECT_EQ(print(0, "bin"), "0b0");
    EXPECT_FALSE(lesson_format("octal"));
}

TEST(LessonExpressions, AReplyIsRightInAnyNotation) {
    const LessonValue byte = std::int64_t{1408};
    for (const char* reply : {"1408", "0x580", "0X580", " 1408 ", "0b10110000000"}) {
        const auto verdict = judged(byte, reply);
        EXPECT_TRUE(verdict && verdict->right) << reply;
    }
    EXPECT_FALSE(judged(byte, "1409")->right);
    EXPECT_FALSE(judged(byte, "many"));
    EXPECT_TRUE(judged(LessonValue(std::string("128B")), "128b")->right);
    EXPECT_FALSE(judged(LessonValue(std::string("128B")), "64B")->right);
}

TEST(LessonExpressions, AReplyIsRightAsTheWindowShowsTheNumber) {
    const LessonValue wrong = std::int64_t{2488};
    for (const char* reply : {"2 488", "2,488", "2_488", "2'488", "2\u00a0488", "2\u2009488", "2\u202f488", "0x9b8",
                              "0x9B8", "2 488 elements", "2488 element", "elements 2488", "0x 9b8"}) {
        const auto verdict = judged(wrong, reply, "How many elements of D are wrong?");
        EXPECT_EQ(verdict && verdict->right, std::string_view(reply) != "0x 9b8") << reply << ": " << verdict.why;
    }
    EXPECT_TRUE(judged(LessonValue(std::int64_t{0x12345678}), "0x1234 5678")->right);
    EXPECT_TRUE(judged(LessonValue(std::int64_t{1234567}), "1 234 567")->right);
    for (const char* reply : {"24 88", "2 4880", "2,48", ", 2488", "2488,", "2488 bytes", "elements", "12 34 elements"})
        EXPECT_FALSE(judged(wrong, reply, "How many elements of D are wrong?")) << reply;
    EXPECT_FALSE(judged(wrong, "2 489", "How many?")->right);
    EXPECT_FALSE(judged(LessonValue(std::int64_t{32}), "0,032")) << "a comma of a decimal number";
    EXPECT_FALSE(judged(LessonValue(std::int64_t{1234567}), "1 234,567"));
    EXPECT_FALSE(judged(LessonValue(std::int64_t{53}), "53 128", "Which of the 128 threads has it?")->right) << "53128";
    EXPECT_TRUE(judged(LessonValue(std::string("128B")), "mode 128B", "Which mode does TMA use?")->right);
}

TEST(LessonExpressions, AReplyIsRightAsTheInspectorAndTheFieldsShowIt) {
    const LessonValue byte = std::int64_t{13908};
    constexpr std::string_view kAsk = "At which byte does A[37][50] lie?";
    for (const char* reply : {"0x3654, 0x3655", "byte 0x3654, 0x3655", "0x3654 (13908 bytes)", "13 908 bytes (0x3654)",
                              "byte = 0x3654", "byte 13,908"})
        EXPECT_TRUE(judged(byte, reply, kAsk) && judged(byte, reply, kAsk)->right) << reply;
    for (const char* reply : {"0x3653, 0x3654", "0x3654, 0x3656", "0x3654 (13907 bytes)", "(13908)", "0x3654, "})
        EXPECT_FALSE(judged(byte, reply, kAsk) && judged(byte, reply, kAsk)->right) << reply;
    const LessonValue raw = std::int64_t{0x2c0};
    EXPECT_TRUE(judged(raw, "0x2c0 (11264 bytes)", "Which raw value does its field start need?")->right);
    EXPECT_TRUE(judged(raw, "start = 0x2c0", "Which raw value does its field start need?")->right);
    EXPECT_FALSE(judged(raw, "0x2c0 (11265 bytes)", "Which raw value?")->right);
}

TEST(LessonExpressions, AFieldIsNamedByItsIdItsTitleAndItsBits) {
    const Field* start = find_field(**find_format("smem", {}, Edition::v9_1), "start");
    const LessonValue name = std::string("start");
    constexpr std::string_view kAsk = "Which field of the words of A and B is it?";
    for (const char* reply : {"start", "Start", "start address", "the field start", "13:0", "bits 13:0", "start (13:0)",
                              "Shared-memory byte address of the slice"})
        EXPECT_TRUE(judged(name, reply, kAsk, start)->right) << reply;
    for (const char* reply : {"sbo", "start lbo", "address", "bits", "", "29:16", "13", "start 29:16"})
        EXPECT_FALSE(judged(name, reply, kAsk, start)->right) << reply;
    EXPECT_FALSE(judged(name, "13:0", kAsk)->right);
    EXPECT_TRUE(judged(LessonValue(std::string("L9")), "rule L9", "Which rule reports it?")->right);
    EXPECT_FALSE(judged(LessonValue(std::string("128B")), "64B 128B", "TMA writes 64B. Which mode?")->right);
}

}  // namespace
}  // namespace tilescope
