// tests/unit/session/written_types_test.cpp -- memory keeps the types it was written with, whatever the words say then.
// SPDX-License-Identifier: MIT
#include <tilescope/formats/formats.h>
#include <tilescope/session/edit.h>
#include <tilescope/session/emulate.h>
#include <tilescope/session/history.h>
#include <tilescope/session/presets.h>
#include <tilescope/word/codec.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>

namespace tilescope {
namespace {

Session written_preset(std::string_view id) { return find_preset(id)->session(); }

Session with_idesc(const Session& s, std::string_view id, std::string_view value) {
    const WordView idesc = derive(s).of(WordId::idesc);
    const auto word = with_field(*idesc.format, idesc.decoded.word, id, value);
    EXPECT_TRUE(word) << word.why;
    return word ? apply_edit(s, SetWord{WordId::idesc, *word}) : s;
}

Session with_types(const Session& s, std::string_view type) {
    return with_idesc(with_idesc(s, "a_type", type), "b_type", type);
}

Session with_kind(const Session& s, std::string_view kind) {
    Variant v = s.variant;
    v.kind = kind;
    return apply_edit(s, SetVariant{v});
}

struct Ran {
    EmulatorJob job;
    Emulation result;

    std::uint32_t d(std::size_t row, std::size_t column) const { return result.d[row * result.n + column]; }
    float value(std::size_t row, std::size_t column) const { return std::bit_cast<float>(d(row, column)); }
    std::uint32_t expected(std::size_t row, std::size_t column) const {
        return result.expected[row * result.n + column].word;
    }
};
Ran run(const Session& s) {
    auto job = emulator_job(derive(s));
    EXPECT_TRUE(job) << job.why;
    if (!job) return {};
    auto result = emulate(*job, {.doubts = false});
    EXPECT_TRUE(result) << result.why;
    return result ? Ran{std::move(*job), std::move(*result)} : Ran{};
}

std::string fields_of(const std::vector<Cause>& causes) {
    std::string out;
    for (const Cause& c : causes) out += (out.empty() ? "" : " ") + c.word + "." + c.field;
    return out;
}

TEST(WrittenTypes, AreNamedInEveryPresetAsItsWordsReadThem) {
    for (const Preset& p : presets()) {
        const Session s = p.session();
        const auto shape = shape_of(run(s).job.steps.front());
        ASSERT_TRUE(shape) << p.id;
        EXPECT_EQ(s.image.a.type, shape->a->id) << p.id;
        EXPECT_EQ(s.image.b.type, shape->b->id) << p.id;
    }
    EXPECT_EQ(written_preset("k_major_128b_mxf4").image.a.type, "e2m1x2") << "two in a byte";
    EXPECT_EQ(Session{}.image, written_preset("k_major_128b_f16").image) << "the default words' own";
}

TEST(WrittenTypes, StayWhenTheInstructionReadsOthersAndUndoBringsBackBoth) {
    const Session before = written_preset("k_major_64b_bf16");
    Session s = before;
    History history;
    for (const char* field : {"a_type", "b_type"}) {
        const Field* f = find_field(*derive(s).of(WordId::idesc).format, field);
        history.record_and_apply(s, SetField{WordId::idesc, f, 0});
    }
    EXPECT_EQ(derive(s).a_type, "f16");
    EXPECT_EQ(s.image, before.image);
    history.record_and_apply(s, FollowWords{Operand::b});
    EXPECT_EQ(s.image.a.type, "bf16");
    EXPECT_EQ(s.image.b.type, "f16");
    for (int i = 0; i < 3; ++i) history.undo(s);
    EXPECT_EQ(s, before);
}

// f16 512 is 0x6000, which bf16 reads as 2^65; f16 1 is 0x3c00, as bf16 2^-7.
TEST(WrittenTypes, ThatAreReadAsOthersGiveTheNumbersOfTheOthers) {
    const Ran ran = run(with_types({}, "bf16"));
    EXPECT_EQ(ran.value(0, 8), 0x1p58f) << "B[8][0] is 8 x 64";
    EXPECT_EQ(ran.expected(0, 8), std::bit_cast<std::uint32_t>(512.0f));
    EXPECT_EQ(fields_of(ran.job.causes), "idesc.a_type idesc.b_type");
    const auto lines = explanation_of(ran.job, ran.result, 0, 8);
    ASSERT_GE(lines.size(), 3u);
    EXPECT_TRUE(lines[0].ends_with("A and B were written as f16, read as bf16.")) << lines[0];
    EXPECT_EQ(lines[1], "A was written as f16 and is read as bf16.");
    EXPECT_EQ(lines[2], "B was written as f16 and is read as bf16.");
}

// Two e4m3 are one f16: 0x38 is 1, of two bytes it is 56 x 2^-24 as the low one and 0.5 as the high one.
constexpr float kLow = 56 * 0x1p-24f, kHigh = 0.5f, kBoth = 0.52734375f;

TEST(WrittenTypes, OfAnotherWidthAreReadByTheirBytes) {
    Session s = with_kind(written_preset("k_major_128b_e4m3"), "f16");
    s.recipe[1] = {.kind = RecipeKind::ones};
    const Ran ran = run(s);
    for (const std::size_t column : {0u, 1u, 127u}) {
        EXPECT_EQ(ran.value(0, column), kLow * kBoth);
        EXPECT_EQ(ran.value(1, column), kHigh * kBoth);
        EXPECT_EQ(ran.value(30, column), kLow * kBoth) << "K 16 of f16 are 32 bytes";
        EXPECT_EQ(ran.value(32, column), 0);
    }
    ASSERT_EQ(fields_of(ran.job.causes), "idesc.a_type idesc.b_type");
    EXPECT_EQ(ran.job.causes[0].sentence, "idesc a_type is f16; A was written as e4m3, which f16 lacks.");
    const auto lines = explanation_of(ran.job, ran.result, 0, 1);
    ASSERT_GE(lines.size(), 2u);
    EXPECT_EQ(lines[1], "A was written as e4m3 of 8 bits and is read as f16 of 16 bits.");
}

TEST(WrittenTypes, OfAnAInTensorMemoryAreItsOwnToo) {
    const Session s = written_preset("pair_a_in_tmem");
    const Ran right = run(s), other = run(with_types(s, "bf16"));
    EXPECT_TRUE(right.job.causes.empty());
    EXPECT_EQ(fields_of(other.job.causes), "idesc.a_type idesc.b_type");
    EXPECT_NE(right.result.d, other.result.d);
    const Ran wide = run(with_kind(s, "f8f6f4"));
    EXPECT_EQ(fields_of(wide.job.causes), "idesc.a_type idesc.b_type");
    // 1 in f16 is 0x3c00: the high byte is 1.5 in e4m3. Row 0 has it in the second element.
    Session ones = with_kind(s, "f8f6f4");
    ones.image.b.type = "e4m3";
    ones.recipe[1] = {.kind = RecipeKind::ones};
    EXPECT_EQ(run(ones).value(0, 0), 1.5f);
}

TEST(WrittenTypes, OfAnAInRegistersComeAlongWithTheirBits) {
    Session s = written_preset("wgmma_128b_f16");
    s.variant.a_in_tmem = true;
    s.recipe[1] = {.kind = RecipeKind::ones};
    s.image.a.type = "e4m3";
    const Ran narrow = run(s);
    EXPECT_EQ(fields_of(narrow.job.causes), "idesc.a_type");
    EXPECT_EQ(narrow.value(0, 0), kLow);
    EXPECT_EQ(narrow.value(31, 5), kHigh);
    EXPECT_EQ(narrow.value(32, 5), 0);
    s.image.a.type = "tf32";  // 1 is 0x3f800000, read as 0 and 0x3f80
    const Ran wide = run(s);
    for (const std::size_t row : {0u, 1u, 7u}) EXPECT_EQ(wide.value(row, 0), 1.875f);
    EXPECT_EQ(wide.value(8, 0), 0) << "K 16 of f16 are 8 of tf32";
}

TEST(WrittenTypes, ThatAreIntegersMeanTheirNumbersToo) {
    Session s = written_preset("k_major_128b_e4m3");
    s.image.a.type = s.image.b.type = "s8";
    Ran ran = run(s);
    for (const std::size_t k : {0u, 3u, 31u})  // codes of a digit: 0 to 127
        EXPECT_EQ(ran.expected(k, 2), std::bit_cast<std::uint32_t>(static_cast<float>(k)));
    s = with_types(with_idesc(with_kind(written_preset("k_major_128b_e4m3"), "i8"), "d_type", "s32"), "s8");
    ran = run(s);
    EXPECT_EQ(fields_of(ran.job.causes), "idesc.a_type idesc.b_type");
    for (const std::size_t k : {0u, 3u, 31u})  // e4m3 has 17 integers
        EXPECT_EQ(ran.expected(k, 2), (2 * 128 + k) % 17);
    EXPECT_EQ(ran.d(0, 1), 0x38u * 0x51) << "as bytes: e4m3 1 and, of code 128 mod 17, 9";
}

TEST(WrittenTypes, PackedAndPaddedFourBitNumbersAreNotOne) {
    const Session packed = written_preset("k_major_128b_mxf4");
    const Session padded = with_types(with_kind(packed, "mxf8f6f4"), "e2m1");
    const Ran ran = run(padded);
    EXPECT_EQ(fields_of(ran.job.causes), "idesc.a_type idesc.b_type");
    EXPECT_EQ(explanation_of(ran.job, ran.result, 1, 1).at(1),
              "A was written as e2m1x2 of 4 bits and is read as e2m1 of 4 bits in 8.");
    EXPECT_EQ(ran.job.causes[0].sentence,
              "A was written as e2m1 packed two in a byte; mxf8f6f4 reads each in a byte of its own.");
    for (std::size_t k = 0; k < 32; ++k)  // e2m1 has 5 integers
        EXPECT_EQ(ran.expected(k, 1), std::bit_cast<std::uint32_t>(static_cast<float>((256 + k) % 5)));
    Session in_bytes = packed;
    in_bytes.image.b.type = "e2m1";
    const auto causes = run(in_bytes).job.causes;
    const auto of_type = std::ranges::find(causes, "b_type", &Cause::field);
    ASSERT_NE(of_type, causes.end());
    EXPECT_EQ(of_type->sentence,
              "B was written as e2m1, each in a byte of its own; mxf4 reads them packed two in a byte.");
}

TEST(WrittenTypes, OfASingleBitAreCountedAsOne) {
    Session s = written_preset("wgmma_128b_b1");
    s.image.a.type = "e4m3";
    const Ran ran = run(s);
    EXPECT_EQ(explanation_of(ran.job, ran.result, 0, 1).at(1),
              "A was written as e4m3 of 8 bits and is read as b1 of 1 bit.");
}

TEST(WrittenTypes, AreNamedByEveryEditThatLeavesThemOpen) {
    Session open = written_preset("k_major_128b_e4m3");
    open.image.a.type.clear();
    EXPECT_EQ(apply_edit({}, LoadSession{open, "opened"}).image.a.type, "e4m3");
    EXPECT_EQ(apply_edit(open, SetImage{Operand::a, {}}).image.a.type, "e4m3");
    EXPECT_EQ(apply_edit(open, SetImage{Operand::a, {.type = "e5m2"}}).image.a.type, "e5m2");
    const Session nameless = with_idesc(open, "a_type", "raw:7");
    EXPECT_EQ(apply_edit({}, LoadSession{nameless, "opened"}).image.a.type,
              derive(nameless).of(Operand::a).layout.type->id)
        << "as it is drawn";
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

// Of D's type.
std::uint32_t word_of(const EmulatorJob& job, unsigned value) {
    const bool integer = job.steps.front().variant.b1;
    return integer ? value : std::bit_cast<std::uint32_t>(static_cast<float>(value));
}

// Whatever the words read, D is numbers, and what was meant is told in the types that were written.
TEST(WrittenTypes, OfAnyKindAreReadByEveryForm) {
    int ran = 0;
    for (const Preset& p : presets()) {
        const Session own = with_idesc(p.session(), "n", "32");
        for (const ElementType& type : kElementTypes) {
            SCOPED_TRACE(std::string(p.id) + " on " + std::string(type.id));
            Session s = own;
            s.image.a.type = s.image.b.type = type.id;
            const auto job = emulator_job(derive(s));
            if (!job && s.image.b.type != own.image.b.type) {
                EXPECT_NE(job.why.find("\"As the words say\""), std::string::npos) << job.why;
                continue;
            }
            if (s.variant.a_in_tmem && type.id == "b1") {
                ASSERT_TRUE(job);
                EXPECT_NE(emulate(*job).why.find("no Tensor Memory"), std::string::npos);
                continue;
            }
            const Ran done = run(s);
            ++ran;
            EXPECT_EQ(blames_type_of_a(done.job.causes), type.id != own.image.a.type);
            if (s.variant.sparse) continue;  // the identity meets other columns
            const unsigned base = code_digits(s.recipe[1], recipe_size(derive(s), RecipeOf::b)).base;
            for (unsigned k = 0; k < 8; ++k) EXPECT_EQ(done.expected(k, 0), word_of(done.job, k % base));
        }
    }
    EXPECT_GT(ran, 100);
}

TEST(WrittenTypes, ThatFindNoRoomAreRefusedWithTheWayOut) {
    Session s;
    s.tile_k = 512;
    s.image.a.type = "tf32";
    const auto job = emulator_job(derive(s));
    ASSERT_FALSE(job);
    EXPECT_TRUE(job.why.ends_with("Memory is written as tf32 and read as f16; \"As the words say\" writes it anew."))
        << job.why;
    EXPECT_FALSE(job.at);
    s = apply_edit(s, FollowWords{Operand::a});
    EXPECT_TRUE(emulator_job(derive(s))) << "half as wide it fits";
}

TEST(WrittenTypes, ThatFindNoRoomInTensorMemoryAreRefusedWithTheWayOut) {
    Session s;
    s.variant.a_in_tmem = true;
    s.tile_k = 512;
    s.image.a.type = "tf32";
    const auto job = emulator_job(derive(s));
    ASSERT_FALSE(job);
    EXPECT_EQ(
        job.why,
        "A cannot be written: Tensor Memory has 512 columns: 512 from column 256 on do not fit. Memory is written "
        "as tf32 and read as f16; \"As the words say\" writes it anew.");
    EXPECT_TRUE(emulator_job(derive(apply_edit(s, FollowWords{Operand::a})))) << "half as wide it fits";
    s.image.a.type = "";
    s.tile_k = 1024;
    EXPECT_TRUE(emulator_job(derive(s)).why.ends_with("do not fit.")) << "nothing to write anew";
}

}  // namespace
}  // namespace tilescope
