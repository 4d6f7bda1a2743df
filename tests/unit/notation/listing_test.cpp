// tests/unit/notation/listing_test.cpp -- reads disassembly listings and finds the words that the MMAs read.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/rules/read_paste.h>

#include <gtest/gtest.h>

#include <algorithm>

namespace tilescope {
namespace {

std::string listed_words(const PasteResult& r) {
    std::string out = r.sentence;
    for (const FoundWord& w : r.words)
        out += say("\n  ", w.reader, " ", w.name, " ", hex(w.value), " unknown ", hex(w.unknown_bits), " -> ",
                   w.readings.front().format->id, " ", w.readings.front().format->kind);
    return out;
}

const FoundWord* word_named(const PasteResult& r, std::string_view name) {
    const auto found = std::ranges::find(r.words, name, &FoundWord::name);
    return found == r.words.end() ? nullptr : &*found;
}

// Prints a listing like cuobjdump -sass: offset, instruction, encoding; the second half of the encoding is on the next
// line.
std::string listing(std::initializer_list<std::pair<const char*, const char*>> instructions) {
    std::string out =
        "\tcode for sm_100a\n\t.target\tsm_100a\n\n\t\tFunction : gemm\n"
        "\t.headerflags\t@\"EF_CUDA_ACCELERATORS EF_CUDA_SM100 EF_CUDA_VIRTUAL_SM(EF_CUDA_SM100)\"\n";
    std::uint64_t offset = 0;
    for (const auto& [instruction, encoding] : instructions) {
        out += say("        /*", hex(offset, 4).substr(2), "*/                   ", instruction, " ;      /* ",
                   encoding, " */\n                                       /* 0x000fe20000000000 */\n");
        offset += 16;
    }
    return out;
}

TEST(Listing, EncodingsAndOtherImmediatesAreNotWords) {
    const PasteResult r = paste(listing(
        {{"LDC R1, c[0x0][0x37c]", "0x0000df00ff017b82"},
         {"UMOV UR4, 0x400", "0x0000040000047882"},
         {"LOP3.LUT R0, R38, 0x38, RZ, 0xc0, !PT", "0x0000003826007812"},
         {"ISETP.GE.U32.AND P1, PT, R36, 0x40004040, PT", "0x400040402400780c"},
         {"IMAD R7, R36, 0x10040, R0", "0x0001004024077824"},
         {"UMOV UR11, 0x8210010", "0x08210010000b7882"},
         {"UMOV UR5, 0x40004040", "0x4000404000057882"},
         {"UMOV UR6, 0x10440", "0x0001044000067882"},
         {"UMOV UR7, 0x80004020", "0x8000402000077882"},
         {"USHF.R.U32.HI UR4, URZ, 0x4, UR4", "0x00000004ff047899"},
         {"UTCHMMA.2CTA gdesc[UR4], gdesc[UR6], tmem[UR17], tmem[UR10], idesc[UR11], !UPT", "0x00ff0a06040075ea"},
         {"UMOV UR5, 0x2", "0x0000000200057882"},
         {"UTCBAR [UR12], URZ", "0x000000ff0c0073e9"},
         {"EXIT", "0x000000000000794d"}}));
    ASSERT_EQ(r.words.size(), 3u) << listed_words(r);
    EXPECT_EQ(r.refused_count, 0u);
    EXPECT_EQ(r.context.cta_group, 2u);
    const FoundWord* a = word_named(r, "UR4/5");
    ASSERT_NE(a, nullptr) << listed_words(r);
    EXPECT_EQ(a->role, PasteRole::smem_a);
    EXPECT_EQ(a->value, 0x4000404000000040u) << "UR4 is 0x400, shifted right by 4";
    EXPECT_EQ(a->unknown_bits, 0u);
    const FoundWord* b = word_named(r, "UR6/7");
    ASSERT_NE(b, nullptr) << listed_words(r);
    EXPECT_EQ(b->role, PasteRole::smem_b);
    EXPECT_EQ(b->value, 0x8000402000010440u);
    EXPECT_EQ(b->unknown_bits, 0u);
    const FoundWord* idesc = word_named(r, "UR11");
    ASSERT_NE(idesc, nullptr) << listed_words(r);
    EXPECT_EQ(idesc->role, PasteRole::idesc);
    EXPECT_EQ(idesc->readings.front().format->kind, "f16");
    EXPECT_FALSE(idesc->ask) << "tf32 has no such types";
}

// nvdisasm -hex prints data sections before the code, with an offset before each line.
TEST(Listing, DataOfAnObjectFileIsNotAWord) {
    const PasteResult r = paste(
        "//--------------------- .debug_frame --------------------------\n"
        "\t.section\t.debug_frame,\"\",@progbits\n"
        "        /*0010*/ \t.byte\t0x40, 0x00, 0x40, 0x40, 0x00, 0x01, 0x00, 0x40\n"
        "        /*0018*/ \t.word\t0x40004040\n        /*001c*/ \t.short\t0x0064\n"
        "        /*0030*/ \t.string\t\"Cuda compilation tools, release 13.0, V13.0.88\"\n"
        "\t.align\t128\n\t.zero\t\t2\n"
        "Fatbin elf code:\n================\narch = sm_100a\ncode version = [1,8]\nhost = linux\ncompile_size = "
        "64bit\n");
    EXPECT_TRUE(r.words.empty()) << listed_words(r);
    EXPECT_EQ(r.refused_count, 0u) << (r.refused.empty() ? "" : r.refused[0].why);
    EXPECT_EQ(paste(".quad 0x4000404000010040").words.size(), 1u) << "data outside a listing is read";
}

struct KindCase {
    const char* instruction;
    std::uint64_t idesc;  // in UR5
    const char* kind;     // of the first reading
    bool ask = false;
};

TEST(Listing, MnemonicHasOneOrTwoKinds) {
    constexpr const char* kOperands = " gdesc[UR8], gdesc[UR10], tmem[UR6], tmem[UR4], idesc[UR5], ";
    for (const KindCase& row :
         {KindCase{"UTCQMMA%UP0", 0x08200490, "f8f6f4"},
          KindCase{"UTCQMMA.2CTA%tmem[UR12], UP0", 0x08a01400, "mxf8f6f4"},
          KindCase{"UTCQMMA%tmem[UR12], UP0", 0x08a00000, "mxf8f6f4"},
          KindCase{"UTCOMMA.4X%tmem[UR12], UP0", 0x08200480, "mxf4nvf4"},
          KindCase{"UTCOMMA.BLOCK16%tmem[UR12], UP0", 0x08a00480, "mxf4nvf4"},
          KindCase{"UTCOMMA%tmem[UR12], UP0", 0x08200480, "mxf4nvf4"},
          KindCase{"UTCOMMA%tmem[UR12], UP0", 0x08a00480, "mxf4", true}, KindCase{"UTCHMMA%UP0", 0x08200490, "f16"},
          KindCase{"UTCHMMA%UP0", 0x08200910, "tf32"}, KindCase{"UTCIMMA%UP0", 0x08200420, "i8"}}) {
        std::string text = row.instruction;
        text.replace(text.find('%'), 1, kOperands);
        const PasteResult r = paste(say("UMOV UR5, ", hex(row.idesc), " ;\n", text, " ;"));
        ASSERT_EQ(r.words.size(), 1u) << text << listed_words(r);
        const FoundWord& w = r.words[0];
        EXPECT_EQ(w.readings.front().format->kind, row.kind) << text << listed_words(r);
        EXPECT_EQ(w.ask, row.ask) << text;
        for (const PasteReading& reading : w.readings)
            EXPECT_TRUE(reading.format->kind != "f16" || std::string_view(row.instruction).starts_with("UTCH")) << text;
    }
}

TEST(Listing, LineWithoutAllOperandsHasBothKinds) {
    EXPECT_EQ(paste("UTCQMMA gdesc[UR8], gdesc[UR10],").sentence,
              "The text has an instruction without values: tcgen05.mma, cta_group 1, kind f8f6f4 or mxf8f6f4. Paste it"
              " with the values of its operands.");
    const PasteResult r =
        paste("UTCOMMA.2CTA gdesc[UR8], gdesc[UR10], tmem[UR6], tmem[UR4], idesc[UR5], tmem[UR2], UPT");
    EXPECT_EQ(r.context.kinds, (std::vector<std::string>{"mxf4", "mxf4nvf4"}));
    EXPECT_EQ(r.context.kind, "");
    EXPECT_EQ(paste("UTCHMMA.WS tmem[UR7], gdesc[UR8], tmem[UR6], tmem[UR4], idesc[UR5], UPT").sentence,
              "The text has an instruction without values: tcgen05.mma, cta_group 1, kind f16 or tf32, .ws, A in "
              "Tensor Memory. Paste it with the values of its operands.");
}

TEST(Listing, EachMmaReadsTheRegisterValuesAtItsPosition) {
    const PasteResult r = paste(
        "UMOV UR5, 0x40004040 ;\nUMOV UR4, 0x10040 ;\nUMOV UR9, 0x8200490 ;\n"
        "UTCHMMA gdesc[UR4], gdesc[UR4], tmem[UR2], tmem[UR8], idesc[UR9], UPT ;\n"
        "UMOV UR5, 0x80004020 ;\nUIADD3 UR4, UPT, UPT, UR4, 0x2, URZ ;\nUMOV UR9, 0x8a00000 ;\n"
        "UTCQMMA gdesc[UR4], gdesc[UR4], tmem[UR2], tmem[UR8], idesc[UR9], tmem[UR12], UPT ;");
    std::string values;
    for (const FoundWord& w : r.words) values += say(hex(w.value), "/", hex(w.unknown_bits), " ");
    EXPECT_EQ(values,
              "0x4000404000010040/0x0 0x4000404000010040/0x0 0x8200490/0x0 "
              "0x8000402000010042/0x0 0x8000402000010042/0x0 0x8a00000/0x0 ")
        << listed_words(r);
    EXPECT_EQ(r.words[2].readings.front().format->kind, "f16");
    EXPECT_EQ(r.words[5].readings.front().format->kind, "mxf8f6f4");
}

TEST(Listing, JoinsEqualOperandsOfAnUnrolledLoop) {
    std::string text;
    for (unsigned i = 0; i < 8; ++i)
        text += say("UMOV UR", 8 + 4 * i + 1, ", 0x40004040 ;\nUTCHMMA gdesc[UR", 8 + 4 * i,
                    "], gdesc[UR6], tmem[UR2], tmem[UR4], idesc[UR5], UPT ;\n");
    const PasteResult r = paste(text);
    ASSERT_EQ(r.words.size(), 1u) << listed_words(r);
    EXPECT_EQ(r.words[0].merged, 8u);
}

TEST(Listing, FollowsConstantsThroughMovesAndLookupTables) {
    const PasteResult r = paste(
        "MOV R6, 0x40004040 ;\nR2UR UR5, R6 ;\nUMOV UR9, UR5 ;\n"
        "ULOP3.LUT UR4, UR2, 0x3fff, URZ, 0xc0, !UPT ;\nULOP3.LUT UR8, UR4, 0x10000, URZ, 0xfc, !UPT ;\n"
        "UTCHMMA gdesc[UR4], gdesc[UR8], tmem[UR2], tmem[UR10], idesc[UR11], UPT ;");
    ASSERT_EQ(r.words.size(), 2u) << listed_words(r);
    EXPECT_EQ(r.words[0].value, 0x4000404000000000u);
    EXPECT_EQ(r.words[0].unknown_bits, 0x3fffu) << "the mask clears the other bits";
    EXPECT_EQ(r.words[1].value, 0x4000404000010000u);
    EXPECT_EQ(r.words[1].unknown_bits, 0x3fffu);
}

TEST(Listing, RegistersThatMayHaveChangedAreUnknown) {
    constexpr const char* kMma = "UTCHMMA gdesc[UR4], gdesc[UR6], tmem[UR2], tmem[UR10], idesc[UR11], UPT ;";
    for (const char* between : {"LDCU.64 UR4, c[0x0][0x388] ;", "@!UP1 R2UR UR5, R7 ;", "EXIT ;", "BRA `(.L_x_7) ;",
                                "LDCU.128 UR4, c[0x0][0x390] ;", "UIMAD.WIDE.U32 UR4, UR8, UR9, URZ ;"}) {
        const PasteResult r = paste(say("UMOV UR5, 0x40004040 ;\n", between, "\n", kMma));
        EXPECT_TRUE(r.words.empty()) << between << listed_words(r);
    }
    for (const char* between : {"UISETP.NE.U32.AND UP0, UPT, UR5, URZ, UPT ;", "@P0 EXIT ;", "UTCBAR [UR5], URZ ;",
                                "IMAD.U32 R5, RZ, RZ, UR5 ;", "STS [UR5], R0 ;", "@UP1 UMOV UR5, 0x40004040 ;"}) {
        const PasteResult r = paste(say("UMOV UR5, 0x40004040 ;\n", between, "\n", kMma));
        EXPECT_EQ(r.words.size(), 1u) << between << listed_words(r);
    }
}

TEST(Listing, HopperHasBothDescriptorsInFourRegisters) {
    constexpr const char* kMoves =
        "UMOV UR4, 0x10040 ;\nUMOV UR5, 0x40000040 ;\nUMOV UR6, 0x10080 ;\nUMOV UR7, 0x40000020 ;\n";
    const PasteResult both = paste(say(kMoves, "QGMMA.64x8x32.F32.E4M3.E4M3 R24, gdesc[UR4], R24, gsb0 ;"));
    ASSERT_EQ(both.words.size(), 2u) << listed_words(both);
    EXPECT_TRUE(both.context.hopper);
    EXPECT_EQ(both.words[0].role, PasteRole::smem_a);
    EXPECT_EQ(both.words[0].value, 0x4000004000010040u);
    EXPECT_EQ(both.words[1].role, PasteRole::smem_b);
    EXPECT_EQ(both.words[1].value, 0x4000002000010080u);
    for (const FoundWord& w : both.words) EXPECT_EQ(w.readings.front().format->id, "wgmma");
    const PasteResult registers = paste(say(kMoves, "HGMMA.64x8x16.F32 R24, R28, gdesc[UR4], RZ, !UPT ;"));
    ASSERT_EQ(registers.words.size(), 1u) << listed_words(registers);
    EXPECT_EQ(registers.words[0].role, PasteRole::smem_b);
    EXPECT_EQ(registers.words[0].value, 0x4000002000010080u);
}

TEST(Listing, FindsTheZeroColumnMaskAndTheSourceOfACopy) {
    const PasteResult ws = paste(
        "UMOV UR6, 0x0 ;\nUMOV UR7, 0x80 ;\n"
        "UTCHMMA.WS gdesc[UR10], gdesc[UR12], tmem[UR8], tmem[UR14], idesc[UR15], UR6, UP0 ;");
    ASSERT_EQ(ws.words.size(), 1u) << listed_words(ws);
    EXPECT_EQ(ws.words[0].role, PasteRole::zcm);
    const PasteResult lanes = paste(
        "UMOV UR6, 0x0 ;\nUMOV UR7, 0x80 ;\n"
        "UTCHMMA gdesc[UR10], gdesc[UR12], tmem[UR8], tmem[UR14], idesc[UR15], UR6, UP0 ;");
    EXPECT_TRUE(lanes.words.empty()) << "without .WS it is a lane mask" << listed_words(lanes);
    const PasteResult copy =
        paste("UMOV UR4, 0x1040 ;\nUMOV UR5, 0x4008 ;\nUTCCP.T.S.4x32dp128bit tmem[UR8], gdesc[UR4] ;");
    ASSERT_EQ(copy.words.size(), 1u) << listed_words(copy);
    EXPECT_EQ(copy.words[0].role, PasteRole::smem_sf);
    EXPECT_EQ(copy.words[0].value, 0x0000400800001040u);
}

TEST(Listing, WithoutAnMmaImmediatesAreReadByTheirBits) {
    const PasteResult half = paste("LOP3.LUT R9, R9, 0x80004020, RZ, 0xfc, !PT");
    ASSERT_EQ(half.words.size(), 1u) << listed_words(half);
    EXPECT_EQ(half.words[0].readings.front().word, 0x8000402000000000u);
    EXPECT_NE(half.words[0].note.find("built with OR"), std::string::npos) << half.words[0].note;
    const PasteResult idesc = paste("/*0a60*/ UMOV UR11, 0x4118490 ;");
    ASSERT_EQ(idesc.words.size(), 1u);
    EXPECT_EQ(idesc.words[0].readings.front().format->id, "idesc")
        << "an odd register can also contain an instruction descriptor";
    for (const char* text : {"UMOV UR4, 0x400 ;", "LOP3.LUT R0, R38, 0x38, RZ, 0xc0, !PT ;", "BAR.SYNC 0x0 ;",
                             "ISETP.GE.U32.AND P1, PT, R36, 0x8200490, PT ;", "WARPSYNC 0x40004040 ;",
                             "PLOP3.LUT P0, PT, PT, PT, PT, 0x80, 0x8 ;", "IMAD R2, R3, 0x4000, R5 ;"})
        EXPECT_TRUE(paste(text).words.empty()) << text << listed_words(paste(text));
}

TEST(Listing, SkipsTheColumnsOfDebuggersProfilersAndAssemblers) {
    for (const char* text : {"=> 0x7f2c21565c0 <gemm(Params)+448>:\tUMOV UR5, 0x40004040 ",
                             "   0x0000000202157400 <+0>:\tUMOV UR5, 0x40004040 ",
                             "      [B------:R-:W2:-:S01]         /*0010*/                   UMOV UR5, 0x40004040 ;",
                             "12\t00007f2c fb25bd10\t      UMOV UR5, 0x40004040 \t1\t1024\t12",
                             "/*0010*/ @PT UMOV UR5, 0x40004040 ; /* 0x4000404000057882 */"}) {
        const PasteResult r = paste(text);
        ASSERT_EQ(r.words.size(), 1u) << text << listed_words(r);
        EXPECT_EQ(r.words[0].value, 0x4000404000000000u) << text;
    }
}

TEST(Listing, ProseInCapitalsIsNotMachineCode) {
    for (const char* text : {"IDESC 0x08200490", "DESC: 0x4000404000010040", "SMEM DESC, 0x4000404000010040"})
        EXPECT_EQ(paste(text).words.size(), 1u) << text << listed_words(paste(text));
}

}  // namespace
}  // namespace tilescope
