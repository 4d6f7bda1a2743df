// tests/unit/document/written_types_test.cpp -- memory keeps its written types when the words change.
// SPDX-License-Identifier: MIT
#include <tilescope/document/edit.h>
#include <tilescope/document/emulate.h>
#include <tilescope/document/history.h>
#include <tilescope/document/presets.h>
#include <tilescope/formats/formats.h>
#include <tilescope/word/codec.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>

namespace tilescope {
namespace {

Session written_preset(std::string_view id) { return find_preset(id)->session(); }

Session typed_idesc(const Session& s, std::string_view id, std::string_view value) {
    const WordView idesc = derive(s).of(WordId::idesc);
    const auto word = with_field(*idesc.format, idesc.decoded.word, id, value);
    EXPECT_TRUE(word) << word.why;
    return word ? apply_edit(s, SetWord{WordId::idesc, *word}) : s;
}

Session with_types(const Session& s, std::string_view type) {
    return typed_idesc(typed_idesc(s, "a_type", type), "b_type", type);
}

Session with_kind(const Session& s, std::string_view kind) {
    Variant v = s.variant;
    v.kind = kind;
    return apply_edit(s, SetVariant{v});
}

struct TypedRun {
    EmulatorJob job;
    Emulation result;

    std::uint32_t d(std::size_t row, std::size_t column) const { return result.d[row * result.n + column]; }
    float value(std::size_t row, std::size_t column) const { return std::bit_cast<float>(d(row, column)); }
    std::uint32_t expected(std::size_t row, std::size_t column) const {
        return result.expected[row * result.n + column].word;
    }
};
TypedRun typed_run(const Session& s) {
    auto job = emulator_job(derive(s));
    EXPECT_TRUE(job) << job.why;
    if (!job) return {};
    auto result = emulate(*job, {.doubts = false});
    EXPECT_TRUE(result) << result.why;
    return result ? TypedRun{std::move(*job), std::move(*result)} : TypedRun{};
}

std::string fields_of(const std::vector<Cause>& causes) {
    std::string out;
    for (const Cause& c : causes) out += (out.empty() ? "" : " ") + c.word + "." + c.field;
    return out;
}

TEST(WrittenTypes, MatchTheWordsInEveryPreset) {
    for (const Preset& p : presets()) {
        const Session s = p.session();
        const auto shape = shape_of(typed_run(s).job.steps.front());
        ASSERT_TRUE(shape) << p.id;
        EXPECT_EQ(s.image.a.type, shape->a->id) << p.id;
        EXPECT_EQ(s.image.b.type, shape->b->id) << p.id;
    }
    EXPECT_EQ(written_preset("k_major_128b_mxf4").image.a.type, "e2m1x2") << "two elements per byte";
    EXPECT_EQ(Session{}.image, written_preset("k_major_128b_f16").image) << "matches the default words";
}

TEST(WrittenTypes, StayWhenTheInstructionChangesAndUndoRestoresBoth) {
    const Session before = written_preset("k_major_64b_bf16");
    Session s = before;
    History history;
    for (const char* field : {"a_type", "b_type"}) {
        const Field* f = find_field(*derive(s).of(WordId::idesc).format, field);
        history.record_and_apply(s, SetField{WordId::idesc, f, 0});
    }
    EXPECT_EQ(derive(s).a_type, "f16");
    EXPECT_EQ(s.image, before.image);
    history.record_and_apply(s, MatchWords{Operand::b});
    EXPECT_EQ(s.image.a.type, "bf16");
    EXPECT_EQ(s.image.b.type, "f16");
    for (int i = 0; i < 3; ++i) history.undo(s);
    EXPECT_EQ(s, before);
}

// 512 in f16 is 0x6000, which is 2^65 in bf16. 1 in f16 is 0x3c00, which is 2^-7 in bf16.
TEST(WrittenTypes, ADifferentReadTypeGivesTheNumbersOfThatType) {
    const TypedRun ran = typed_run(with_types({}, "bf16"));
    EXPECT_EQ(ran.value(0, 8), 0x1p58f) << "B[8][0] is 8 x 64";
    EXPECT_EQ(ran.expected(0, 8), std::bit_cast<std::uint32_t>(512.0f));
    EXPECT_EQ(fields_of(ran.job.causes), "idesc.a_type idesc.b_type");
    const auto lines = explanation_of(ran.job, ran.result, 0, 8);
    ASSERT_GE(lines.size(), 3u);
    EXPECT_TRUE(lines[0].ends_with("A and B were written as f16, read as bf16.")) << lines[0];
    EXPECT_EQ(lines[1], "A was written as f16 and is read as bf16.");
    EXPECT_EQ(lines[2], "B was written as f16 and is read as bf16.");
}

// Two e4m3 are read as one f16. 0x38 is 1 in e4m3. As the low byte of f16 it is 56 x 2^-24, as the high byte 0.5.
constexpr float kLow = 56 * 0x1p-24f, kHigh = 0.5f, kBoth = 0.52734375f;

TEST(WrittenTypes, ADifferentWidthIsReadByteByByte) {
    Session s = with_kind(written_preset("k_major_128b_e4m3"), "f16");
    s.recipe[1] = {.kind = RecipeKind::ones};
    const TypedRun ran = typed_run(s);
    for (const std::size_t column : {0u, 1u, 127u}) {
        EXPECT_EQ(ran.value(0, column), kLow * kBoth);
        EXPECT_EQ(ran.value(1, column), kHigh * kBoth);
        EXPECT_EQ(ran.value(30, column), kLow * kBoth) << "K 16 of f16 are 32 bytes";
        EXPECT_EQ(ran.value(32, column), 0);
    }
    ASSERT_EQ(fields_of(ran.job.causes), "idesc.a_type idesc.b_type");
    EXPECT_EQ(ran.job.causes[0].sentence,
              "The field 'a_type' of idesc is f16, but A was written as e4m3, a type that kind f16 does not have.");
    const auto lines = explanation_of(ran.job, ran.result, 0, 1);
    ASSERT_GE(lines.size(), 2u);
    EXPECT_EQ(lines[1], "A was written as e4m3 of 8 bits and is read as f16 of 16 bits.");
}

TEST(WrittenTypes, AnAInTensorMemoryKeepsItsWrittenType) {
    const Session s = written_preset("pair_a_in_tmem");
    const TypedRun right = typed_run(s), other = typed_run(with_types(s, "bf16"));
    EXPECT_TRUE(right.job.causes.empty());
    EXPECT_EQ(fields_of(other.job.causes), "idesc.a_type idesc.b_type");
    EXPECT_NE(right.result.d, other.result.d);
    const TypedRun wide = typed_run(with_kind(s, "f8f6f4"));
    EXPECT_EQ(fields_of(wide.job.causes), "idesc.a_type idesc.b_type");
    // 1 in f16 is 0x3c00: its high byte is 1.5 in e4m3. In row 0, this byte is the second element.
    Session ones = with_kind(s, "f8f6f4");
    ones.image.b.type = "e4m3";
    ones.recipe[1] = {.kind = RecipeKind::ones};
    EXPECT_EQ(typed_run(ones).value(0, 0), 1.5f);
}

TEST(WrittenTypes, AnAInRegistersKeepsItsWrittenBits) {
    Session s = written_preset("wgmma_128b_f16");
    s.variant.a_in_tmem = true;
    s.recipe[1] = {.kind = RecipeKind::ones};
    s.image.a.type = "e4m3";
    const TypedRun narrow = typed_run(s);
    EXPECT_EQ(fields_of(narrow.job.causes), "idesc.a_type");
    EXPECT_EQ(narrow.value(0, 0), kLow);
    EXPECT_EQ(narrow.value(31, 5), kHigh);
    EXPECT_EQ(narrow.value(32, 5), 0);
    s.image.a.type = "tf32";  // 1 is 0x3f800000, read as 0 and 0x3f80
    const TypedRun wide = typed_run(s);
    for (const std::size_t row : {0u, 1u, 7u}) EXPECT_EQ(wide.value(row, 0), 1.875f);
    EXPECT_EQ(wide.value(8, 0), 0) << "K 16 of f16 are 8 of tf32";
}

TEST(WrittenTypes, IntegerTypesAreReadAsNumbers) {
    Session s = written_preset("k_major_128b_e4m3");
    s.image.a.type = s.image.b.type = "s8";
    TypedRun ran = typed_run(s);
    for (const std::size_t k : {0u, 3u, 31u})  // codes of a digit: 0 to 127
        EXPECT_EQ(ran.expected(k, 2), std::bit_cast<std::uint32_t>(static_cast<float>(k)));
    s = with_types(typed_idesc(with_kind(written_preset("k_major_128b_e4m3"), "i8"), "d_type", "s32"), "s8");
    ran = typed_run(s);
    EXPECT_EQ(fields_of(ran.job.causes), "idesc.a_type idesc.b_type");
    for (const std::size_t k : {0u, 3u, 31u})  // e4m3 has 17 integers
        EXPECT_EQ(ran.expected(k, 2), (2 * 128 + k) % 17);
    EXPECT_EQ(ran.d(0, 1), 0x38u * 0x51) << "as bytes: 0x38 is 1 in e4m3, 0x51 is 9 (code 128 mod 17)";
}

TEST(WrittenTypes, PackedAndPaddedFp4AreDifferentTypes) {
    const Session packed = written_preset("k_major_128b_mxf4");
    const Session padded = with_types(with_kind(packed, "mxf8f6f4"), "e2m1");
    const TypedRun ran = typed_run(padded);
    EXPECT_EQ(fields_of(ran.job.causes), "idesc.a_type idesc.b_type");
    EXPECT_EQ(explanation_of(ran.job, ran.result, 1, 1).at(1),
              "A was written as e2m1x2 of 4 bits and is read as e2m1 of 4 bits in 8-bit containers.");
    EXPECT_EQ(ran.job.causes[0].sentence,
              "A was written as e2m1 with two elements per byte; mxf8f6f4 reads one element per byte.");
    for (std::size_t k = 0; k < 32; ++k)  // e2m1 has 5 integers
        EXPECT_EQ(ran.expected(k, 1), std::bit_cast<std::uint32_t>(static_cast<float>((256 + k) % 5)));
    Session in_bytes = packed;
    in_bytes.image.b.type = "e2m1";
    const auto causes = typed_run(in_bytes).job.causes;
    const auto of_type = std::ranges::find(causes, "b_type", &Cause::field);
    ASSERT_NE(of_type, causes.end());
    EXPECT_EQ(of_type->sentence, "B was written as e2m1 with one element per byte; mxf4 reads two elements per byte.");
}

TEST(WrittenTypes, ASingleBitIsCountedAsOneBit) {
    Session s = written_preset("wgmma_128b_b1");
    s.image.a.type = "e4m3";
    const TypedRun ran = typed_run(s);
    EXPECT_EQ(explanation_of(ran.job, ran.result, 0, 1).at(1),
              "A was written as e4m3 of 8 bits and is read as b1 of 1 bit.");
}

TEST(WrittenTypes, EveryEditNamesAMissingType) {
    Session open = written_preset("k_major_128b_e4m3");
    open.image.a.type.clear();
    EXPECT_EQ(apply_edit({}, LoadSession{open, "opened"}).image.a.type, "e4m3");
    EXPECT_EQ(apply_edit(open, SetImage{Operand::a, {}}).image.a.type, "e4m3");
    EXPECT_EQ(apply_edit(open, SetImage{Operand::a, {.type = "e5m2"}}).image.a.type, "e5m2");
    const Session nameless = typed_idesc(open, "a_type", "raw:7");
    EXPECT_EQ(apply_edit({}, LoadSession{nameless, "opened"}).image.a.type,
              derive(nameless).of(Operand::a).layout.type->id)
        << "the type that is drawn";
    const Session pasted = apply_edit({}, SetWords{{{WordId::idesc, find_preset("k_major_64b_bf16")->words[2]}}, ""});
    EXPECT_EQ(pasted.image.a.type, "bf16");
    EXPECT_EQ(pasted.image.b.type, "bf16");
    const Session fixed = apply_edit({}, SetWords{{{WordId::idesc, 0x08200490}}, "", false});
    EXPECT_EQ(fixed.image.b.type, "f16") << "a fix leaves memory alone";
}

bool blames_type_of_a(const std::vector<Cause>& causes) {
    return std::ranges::any_of(causes, [](const Cause& c) {
        return c.sentence.find("A was written as") != std::string::npos && (c.field == "a_type" || c.field.empty());
    });
}

// Returns the value as a word of the type of D.
std::uint32_t word_of(const EmulatorJob& job, unsigned value) {
    const auto shape = shape_of(job.steps.front());
    const bool integer = shape && find_float(shape->d_type) == nullptr;
    return integer ? value : std::bit_cast<std::uint32_t>(static_cast<float>(value));
}

// For every type that the words read, D has numbers, and the expected values have the types that were written.
TEST(WrittenTypes, EveryFormReadsEveryWrittenType) {
    int ran = 0;
    for (const Preset& p : presets()) {
        const Session matching = typed_idesc(p.session(), "n", "32");
        for (const ElementType& type : kElementTypes) {
            SCOPED_TRACE(std::string(p.id) + " on " + std::string(type.id));
            Session s = matching;
            s.image.a.type = s.image.b.type = type.id;
            const auto job = emulator_job(derive(s));
            if (!job && s.image.b.type != matching.image.b.type) {
                EXPECT_NE(job.why.find("\"Match the words\""), std::string::npos) << job.why;
                continue;
            }
            ASSERT_TRUE(job);
            if (s.variant.a_in_tmem && type.id == "b1" && !family_of(s).single_bits) {
                EXPECT_NE(emulate(*job).why.find("no Tensor Memory"), std::string::npos) << emulate(*job).why;
                continue;
            }
            const TypedRun done = typed_run(s);
            ++ran;
            EXPECT_EQ(blames_type_of_a(done.job.causes), type.id != matching.image.a.type);
            if (s.variant.sparse) continue;  // a sparse identity selects other columns
            const unsigned base = code_digits(s.recipe[1], recipe_size(derive(s), RecipeOf::b)).base;
            for (unsigned k = 0; k < 8; ++k) EXPECT_EQ(done.expected(k, 0), word_of(done.job, k % base));
        }
    }
    EXPECT_GT(ran, 100);
}

TEST(WrittenTypes, RefusesATypeThatDoesNotFitAndNamesTheFix) {
    Session s;
    s.tile_k = 512;
    s.image.a.type = "tf32";
    const auto job = emulator_job(derive(s));
    ASSERT_FALSE(job);
    EXPECT_TRUE(job.why.ends_with(
        "Memory was written as tf32, but the instruction reads f16. Use \"Match the words\" to rewrite memory."))
        << job.why;
    EXPECT_FALSE(job.at);
    s = apply_edit(s, MatchWords{Operand::a});
    EXPECT_TRUE(emulator_job(derive(s))) << "it fits with half the width";
}

TEST(WrittenTypes, RefusesATypeThatDoesNotFitInTensorMemoryAndNamesTheFix) {
    Session s;
    s.variant.a_in_tmem = true;
    s.tile_k = 512;
    s.image.a.type = "tf32";
    const auto job = emulator_job(derive(s));
    ASSERT_FALSE(job);
    EXPECT_EQ(job.why,
              "A cannot be written: Tensor Memory has 512 columns: 512 columns from column 256 on do not fit. Memory "
              "was written "
              "as tf32, but the instruction reads f16. Use \"Match the words\" to rewrite memory.");
    EXPECT_TRUE(emulator_job(derive(apply_edit(s, MatchWords{Operand::a})))) << "it fits with half the width";
    s.image.a.type = "";
    s.tile_k = 1024;
    EXPECT_TRUE(emulator_job(derive(s)).why.ends_with("do not fit.")) << "no hint if the types match";
}

}  // namespace
}  // namespace tilescope
