// tests/unit/notation/cute_names_test.cpp -- spellings of CuTe DSL, names of types and atoms, fragments of descriptors.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/layout/tile.h>
#include <tilescope/notation/cute.h>
#include <tilescope/notation/type_names.h>
#include <tilescope/solver/solve_layout.h>

#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace tilescope {
namespace {

CuteText read_layout(std::string_view text) {
    const auto out = parse_cute(text);
    EXPECT_TRUE(out) << text << ": " << out.why;
    return out ? *out : CuteText{};
}

TEST(TypeNames, FindEachTypeByItsNames) {
    for (const TypeNames& row : kNamesOfTypes) {
        std::istringstream names{std::string(row.also)};
        for (std::string name; names >> name;) {
            ASSERT_NE(type_named(name), nullptr) << name;
            EXPECT_EQ(type_named(name)->id, row.id) << name;
        }
    }
    const std::pair<std::string_view, std::string_view> names[] = {{"cutlass.bfloat16_t", "bf16"},
                                                                   {"cute.float_e2m1_t", "e2m1x2"},
                                                                   {"detail.float_e2m1_unpacksmem_t", "e2m1"},
                                                                   {"float8_e4m3", "e4m3"}};
    for (const auto& [name, id] : names) EXPECT_EQ(type_named(name)->id, id) << name;
    EXPECT_EQ(type_named("double"), nullptr);
    EXPECT_EQ(type_named(""), nullptr);
}

TEST(CuteNames, ATypeOfSixBitsAloneHasNoUnit) {
    EXPECT_EQ(read_layout("Layout_K_SW128_Atom<float_e2m3_unpacksmem_t>").unit_bits, 8u);
    EXPECT_EQ(read_layout("Layout_K_SW128_Atom<float_e2m3_t>").unit_bits, 0u);
    EXPECT_EQ(read_layout("Layout_K_SW128_Atom<float_e2m1_t>").unit_bits, 4u);
}

TEST(CuteNames, DslSpellingsAndAtomNamesArePlainLayouts) {
    const std::pair<std::string_view, std::string_view> spellings[] = {
        {"S<3,4,3> o 0 o ((128,16),1,4):((64,1),0,16)", "Sw<3,4,3> o smem_ptr o ((128,16),1,4):((64,1),0,16)"},
        {"S<2,5,2> o 0 o ((32,8),1,1,2):((1,32),0,0,256)", "Sw<2,5,2> o smem_ptr o ((32,8),1,1,2):((1,32),0,0,256)"},
        {"S<3,4,3> o 64 o (8,64):(64,1)", "S<3,4,3> o 64 o (8,64):(64,1)"},
        {"S<3,3,3> o 0 o (8,64):(64,1)", "Sw<3,3,3> o 0 o (8,64):(64,1)"},
        {"S<3,4,3> o smem_ptr[16b](0x400) o (8,64):(64,1)", "Sw<3,4,3> o smem_ptr[16b](0x400) o (8,64):(64,1)"},
        {"Layout_K_SW64_Atom<bf16>", "Sw<2,4,3> o smem_ptr[16b](unset) o (8,32):(32,1)"},
        {"UMMA::Layout_K_SW128_Atom<half_t>", "Sw<3,4,3> o smem_ptr[16b](unset) o (8,64):(64,1)"},
        {"cute::GMMA::Layout_MN_SW32_Atom< cutlass::float_e4m3_t >{};",
         "Sw<1,4,3> o smem_ptr[8b](unset) o (32,8):(1,32)"},
        {"UMMA::Layout_MN_SW128_32B_Atom<tfloat32_t>", "Sw<2,5,2> o smem_ptr[32b](unset) o (32,4):(1,32)"},
        {"Layout_K_SW128_Atom<float_e2m1_t>", "Sw<3,4,3> o smem_ptr[4b](unset) o (8,256):(256,1)"},
        {"Layout_K_INTER_Atom<ElementA>", "Sw<0,4,3> o smem_ptr o (8,T):(T,1)"},
        {"Layout_MN_SW128_Atom_Bits", "Sw<3,4,3> o smem_ptr[1b](unset) o (1024,8):(1,1024)"},
        {"K_SW128", "Sw<3,4,3> o smem_ptr o (8,8T):(8T,1)"},
        {"tcgen05.SmemLayoutAtomKind.MN_SW64\n", "Sw<2,4,3> o smem_ptr o (4T,8):(1,4T)"},
        {"!cute.layout<\"(8,64):(64,1)\">", "(8,64):(64,1)"},
        {"!cute.composed_layout<\"S<3,4,3> o 0 o (8,64):(64,1)\">", "Sw<3,4,3> o smem_ptr o (8,64):(64,1)"},
        {"!cute.memref<f16, smem, align<1024>, S<3,4,3>, \"((8,16),(64,1)):((64,512),(1,0))\">",
         "Sw<3,4,3> o smem_ptr[16b](unset) o ((8,16),(64,1)):((64,512),(1,0))"},
        {"!cute.memref<f32, tmem, align<16>, \"(128,64):(65536,1)\">", "tmem_[32b] o (128,64):(65536,1)"},
        {"tensor<ptr<f16, smem, align<1024>> o S<3,3,3> o 0 o (8,64):(64,1)>", "Sw<3,3,3> o 0 o (8,64):(64,1)"},
        {"raw_ptr(0x0000000000000400: bf16, smem, align<1024>, S<2,4,3>) o (8,32):(32,1)",
         "Sw<2,4,3> o smem_ptr[16b](0x400) o (8,32):(32,1)"},
    };
    for (const auto& [in, out] : spellings) {
        const CuteText text = read_layout(in);
        EXPECT_EQ(to_text(text), out) << in;
        EXPECT_EQ(to_text(read_layout(to_text(text))), out) << in;
        EXPECT_EQ(to_text(read_layout(to_text(text, true))), out) << in;
    }
    EXPECT_EQ(read_layout("tensor<ptr<f16, smem, align<1024>> o S<3,3,3> o 0 o (8,64):(64,1)>").unit_bits, 16u);
    CuteText placed = read_layout("S<3,4,3> o 64 o (8,64):(64,1)");
    placed.unit_bits = 16;
    EXPECT_EQ(to_text(placed), "Sw<3,4,3> o smem_ptr[16b](0x80) o (8,64):(64,1)");
    EXPECT_EQ(bit_of(placed, 0), bit_of(read_layout(to_text(placed)), 0));
}

TEST(CuteNames, RefusalsSayWhatIsWrong) {
    const std::pair<std::string_view, std::string_view> wrong[] = {
        {"!cute.memref<f16, rmem, align<32>, \"(8,64):(64,1)\">", "not in smem, gmem or tmem"},
        {"!cute.memref<q16, smem, align<32>, \"(8,64):(64,1)\">", "'q16' is unknown"},
        {"!cute.memref<f16, smem, align<32>, \"(8,6$):(64,1)\">", "column 21: found '$'"},
        {"!cute.memref<f16, smem, S<3,4,3>, \"S<3,4,3> o 0 o (8,64):(64,1)\">", "a swizzle of its own"},
        {"!cute.memref<f16, smem, aligned, \"(8,64):(64,1)\">", "expected align<N>"},
        {"Layout_K_SW256_Atom<half_t>", "the names are K_INTER, MN_INTER, K_SW32"},
        {"K_SW128 x", "needs a stride"},
        {"S<3,4,3> (8,64)", "expected 'o' and a pointer"},
        {"S<3,4> o 0 o (8,64)", "expected ','"},
    };
    for (const auto& [text, why] : wrong) {
        const auto out = parse_cute(text);
        ASSERT_FALSE(out) << text;
        EXPECT_NE(out.why.find(why), std::string::npos) << text << ": " << out.why;
    }
}

// The atoms of CUTLASS are the atoms of tile.h.
TEST(CuteNames, AtomsHaveTheirModeMajorAndSize) {
    struct Row {
        std::string_view name;
        SwizzleMode mode;
        Major major;
    };
    const Row rows[] = {{"K_INTER", SwizzleMode::none, Major::k},   {"K_SW32", SwizzleMode::b32, Major::k},
                        {"K_SW64", SwizzleMode::b64, Major::k},     {"K_SW128", SwizzleMode::b128, Major::k},
                        {"MN_INTER", SwizzleMode::none, Major::mn}, {"MN_SW32", SwizzleMode::b32, Major::mn},
                        {"MN_SW64", SwizzleMode::b64, Major::mn},   {"MN_SW128", SwizzleMode::b128, Major::mn}};
    for (const Row& row : rows)
        for (const std::string_view id : {"f16", "e4m3", "tf32", "e2m1x2"}) {
            const ElementType& type = *find_type(id);
            const auto request = requested_from(read_layout(row.name), type, 0x400);
            ASSERT_TRUE(request) << row.name << ": " << request.why;
            const AtomSize atom = atom_of(row.mode, row.major, type);
            EXPECT_EQ(request->rows, atom.rows) << row.name << " " << id;
            EXPECT_EQ(request->columns, atom.columns) << row.name << " " << id;
            const LayoutAnswer answer = solve_layout(*request);
            const bool found = std::ranges::any_of(
                answer.solutions, [&](const LayoutSolution& s) { return s.mode == row.mode && s.major == row.major; });
            EXPECT_TRUE(found) << row.name << " " << id << ": " << answer.why;
        }
}

// CuTe DSL printed these layouts, so they are not a part of the checkout.
const std::filesystem::path kDslLayouts =
    std::filesystem::path(TILESCOPE_SOURCE_DIR) / "../shared/vectors/dsl_layouts.txt";

TEST(CuteNames, TheSolverReadsEveryLayoutOfTheDsl) {
    std::ifstream in(kDslLayouts);
    if (!in) GTEST_SKIP() << "no " << kDslLayouts << ": the project does not contain these layouts";
    unsigned layouts = 0;
    for (std::string line; std::getline(in, line);) {
        if (line.starts_with('#')) continue;
        std::istringstream words(line);
        std::string id, operand, major, layout;
        int rows = 0, columns = 0;
        words >> id >> operand >> major >> rows >> columns >> std::ws;
        std::getline(words, layout);
        for (int stage = 0; stage < 2; ++stage) {
            const auto request = requested_from(read_layout(layout), *find_type(id), 0, stage);
            ASSERT_TRUE(request) << line << ": " << request.why;
            EXPECT_EQ(request->rows, rows) << line;
            EXPECT_EQ(request->columns, columns) << line;
            EXPECT_EQ(request->stages, 2) << line;
            const LayoutAnswer answer = solve_layout(*request);
            ASSERT_FALSE(answer.solutions.empty()) << line << ": " << answer.why;
            const LayoutSolution& best = answer.solutions.front();
            EXPECT_EQ(best.major, major == "K" ? Major::k : Major::mn) << line;
            EXPECT_EQ(best.note, "") << line;
            const Swizzle& s = row_of(best.mode).swizzle;
            EXPECT_TRUE(layout.starts_with(say("S<", s.bits, ",", s.base, ",", s.shift, "> "))) << line;
        }
        ++layouts;
    }
    std::printf("%u layouts\n", layouts);
    EXPECT_GT(layouts, 0u);
}

TEST(CuteFragments, GiveTheirKStep) {
    const auto all = fragments_in(
        "some text\ntCrA: GMMA::DescriptorIterator o (_1,_2,(_4,_2),(_1,_2)):(_0,_1024,(_2,_2048),(_0,_4096))\n"
        "tCrB :\tUMMA::DescriptorIterator o (_1,_1,_4,_3):(_0,_0,_128,_1024)\n"
        "GMMA::DescriptorIterator o (_1,_2,_4):(0,_64,_256):\nUMMA::DescriptorIterator o (_1,_1,_1):(_0,_0,_0)\n"
        "DescriptorIterator o (_1,_4):(_0,_2)\nUMMA::DescriptorIterator o (_1\n");
    ASSERT_EQ(all.size(), 5u);
    EXPECT_EQ(all[0].name, "tCrA");
    EXPECT_EQ(all[0].instruction, "wgmma");
    EXPECT_EQ(all[0].k_mode, 2u);
    EXPECT_EQ(all[0].k_step, (CuteMode{4, 2}));
    EXPECT_TRUE(all[0].k_is_certain);
    EXPECT_EQ(
        sentence_of(all[0]),
        "tCrA is a layout of wgmma descriptors: it has strides, but no words. A K step adds 2 units of 16 bytes = "
        "32 bytes.");
    EXPECT_EQ(all[1].name, "tCrB");
    EXPECT_EQ(all[1].k_step, (CuteMode{4, 128}));
    EXPECT_FALSE(all[2].k_is_certain);
    EXPECT_EQ(all[2].name, "");
    EXPECT_EQ(
        sentence_of(all[2]),
        "This is a layout of wgmma descriptors: it has strides, but no words. A K step adds 256 units of 16 bytes "
        "= 4096 bytes, if the third mode is K.");
    EXPECT_EQ(all[3].k_step, (CuteMode{1, 0}));
    EXPECT_NE(sentence_of(all[3]).find("only one K step"), std::string::npos);
    EXPECT_FALSE(all[4].k_mode);
    EXPECT_EQ(all[4].instruction, "");
    EXPECT_NE(sentence_of(all[4]).find("a layout of descriptors"), std::string::npos);
    EXPECT_FALSE(parse_fragment("tCrA"));
    EXPECT_NE(parse_fragment("UMMA::DescriptorIterator o (1,2").why.find("expected ',' or ')'"), std::string::npos);
}

}  // namespace
}  // namespace tilescope
