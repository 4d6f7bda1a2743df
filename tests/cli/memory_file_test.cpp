// tests/cli/memory_file_test.cpp -- memory in session files: round trip, older files, refusals.
// SPDX-License-Identifier: MIT
#include "app/io/session_file.h"

#include <tilescope/document/edit.h>
#include <tilescope/document/presets.h>

#include <gtest/gtest.h>

namespace tilescope::io {
namespace {

void expect_round_trip(const Session& s) {
    const auto back = session_from_text(session_to_text({s}));
    ASSERT_TRUE(back) << back.why;
    EXPECT_EQ(back->session, s);
}

TEST(MemoryFiles, EveryMemberSurvivesARoundTrip) {
    Session s;
    s.image.a = {.writer = ImageWriter::cute,
                 .mode = SwizzleMode::b32,
                 .major = Major::mn,
                 .start = 0x7fffffff,
                 .type = "e2m1x2",
                 .cute = "Sw<3,4,3> o smem_ptr[16b] o (8,8):(8,1)"};
    s.recipe[3] = {.kind = RecipeKind::file, .digit = 4, .seed = 0xffffffff, .file = "values/a \"b\".npy"};
    s.meta_recipe = {.kind = MetaRecipeKind::alternating, .seed = 0xfffffffe};
    s.run = {.first_step = 3,
             .steps = 0,
             .enable_d = true,
             .lane_mask = {0xffffffff, 1, 2, 3, 4, 5, 6, 0x80000000},
             .scales_by_copy = true,
             .scale_smem = {0, 0xffffffff},
             .scale_first = {3, 1}};
    expect_round_trip(s);
}

TEST(MemoryFiles, EveryNameSurvivesARoundTrip) {
    Session s;
    for (const NamedValue& writer : kImageWriterNames) {
        s.image.b.writer = static_cast<ImageWriter>(writer.raw);
        expect_round_trip(s);
    }
    for (const SwizzleRow& row : kSwizzleModes)
        for (const Major major : {Major::k, Major::mn}) {
            s.image.b.mode = row.mode;
            s.image.b.major = major;
            expect_round_trip(s);
        }
    for (const ElementType& type : kElementTypes) {
        s.image.a.type = type.id;
        expect_round_trip(s);
    }
    for (const NamedValue& kind : kRecipeNames)
        for (Recipe& recipe : s.recipe) {
            recipe.kind = static_cast<RecipeKind>(kind.raw);
            expect_round_trip(s);
        }
    for (const NamedValue& kind : kMetaRecipeNames) {
        s.meta_recipe.kind = static_cast<MetaRecipeKind>(kind.raw);
        expect_round_trip(s);
    }
}

TEST(MemoryFiles, AFileWithoutImagesFillsMemoryAsItsWordsReadIt) {
    const auto a = session_from_text(R"({"tilescope": 1, "a_desc": "0x8000402000010080"})");
    ASSERT_TRUE(a) << a.why;
    EXPECT_EQ(a->session.image.a.mode, SwizzleMode::b64);
    EXPECT_EQ(a->session.image.a.start, 0x800u);
    EXPECT_EQ(a->session.image.b, Session{}.image.b);
    // The file has the image of A, so only the image of B follows the words.
    const auto b = session_from_text(
        R"({"tilescope": 1, "a_desc": "0x8000402000010080", "b_desc": "0x8000402000010480",
            "image_a": {"mode": "128B"}})");
    ASSERT_TRUE(b) << b.why;
    EXPECT_EQ(b->session.image.a, OperandImage{.type = "f16"});
    EXPECT_EQ(b->session.image.b.mode, SwizzleMode::b64);
}

TEST(MemoryFiles, AFileWithoutTypesUsesTheTypesOfItsWords) {
    const std::string bf16 = R"({"tilescope": 1, "idesc": "0x08200490")";
    for (const char* rest :
         {"}", R"(, "image_a": {}, "image_b": {"type": ""}})", R"(, "image_b": {"start": 17408}})"}) {
        const auto file = session_from_text(bf16 + rest);
        ASSERT_TRUE(file) << file.why;
        EXPECT_EQ(file->session.image.a.type, "bf16") << rest;
        EXPECT_EQ(file->session.image.b.type, "bf16") << rest;
        expect_round_trip(file->session);
    }
    const auto with_type = session_from_text(bf16 + R"(, "image_b": {"type": "f16"}})");
    ASSERT_TRUE(with_type) << with_type.why;
    EXPECT_EQ(with_type->session.image.b.type, "f16")
        << "a type in the file stays, even if the words have another type";
}

TEST(MemoryFiles, TheFirstScaleByteFollowsTheWordsOnlyIfTheFileHasNoRun) {
    const Session preset = find_preset("k_major_128b_mxf4")->session();
    const std::string words = R"({"tilescope": 1, "kind": "mxf4", "idesc": "0x68a00490")";
    const auto without_run = session_from_text(words + "}");
    ASSERT_TRUE(without_run) << without_run.why;
    const auto with_run = session_from_text(words + R"(, "run": {"steps": 2}})");
    ASSERT_TRUE(with_run) << with_run.why;
    EXPECT_NE(without_run->session.run.scale_first, preset.run.scale_first) << "the words name another byte";
    EXPECT_EQ(with_run->session.run.scale_first, preset.run.scale_first);
    EXPECT_EQ(with_run->session.run.steps, 2u);
}

struct BrokenFile {
    const char *text, *why;
};

TEST(MemoryFiles, ARefusalNamesThePartAndTheValidValues) {
    for (const BrokenFile& b : {
             BrokenFile{R"("image_a": [])", "image_a: [] is not an object"},
             BrokenFile{R"("image_a": {"recipe": 1})", "image_a has no field 'recipe'"},
             BrokenFile{R"("image_a": {"writer": "loop"})",
                        "image_a: writer: \"loop\" is unknown; use one of: tile, cute, tensor_map"},
             BrokenFile{R"("image_b": {"mode": "256B"})",
                        "image_b: mode: \"256B\" is unknown; use one of: none, 32B, 64B, 128B, 128B_32B"},
             BrokenFile{R"("image_b": {"major": 1})", "image_b: major: 1 is unknown; use one of: k, mn"},
             BrokenFile{R"("image_b": {"start": -1})", "image_b: start: -1 is not a number from 0"},
             BrokenFile{
                 R"("image_b": {"type": "f17"})",
                 "image_b: type: 'f17' is unknown; remove the key type to use the type from the words, or use one "
                 "of: f16, bf16"},
             BrokenFile{R"("recipe_sfa": {"kind": "noise"})",
                        "recipe_sfa: kind: \"noise\" is unknown; use one of: zeros, ones, identity"},
             BrokenFile{R"("recipe_b": {"seed": 4294967296})", "recipe_b: seed: 4294967296 is not a number from 0"},
             BrokenFile{R"("recipe_b": {"file": 3})", "recipe_b: file: 3 is not a text"},
             BrokenFile{R"("recipe_meta": {"kind": "zeros"})",
                        "recipe_meta: kind: \"zeros\" is unknown; use one of: first"},
             BrokenFile{R"("run": {"lane_mask": [1, 2]})", "run: lane_mask: [1,2] is not a list of 8 numbers"},
             BrokenFile{R"("run": {"scale_smem": [1, "x"]})", "run: scale_smem: \"x\" is not a number from 0"},
             BrokenFile{R"("run": {"scale_first": [0, 4]})", "run: scale_first must be 0 to 3, not 4"},
             BrokenFile{R"("run": {"enable": true})", "run has no field 'enable'"},
         }) {
        const auto session = session_from_text(std::string(R"({"tilescope": 1, )") + b.text + "}");
        EXPECT_FALSE(session) << b.text;
        EXPECT_NE(session.why.find(b.why), std::string::npos) << b.text << "\nhave: " << session.why;
    }
}

}  // namespace
}  // namespace tilescope::io
