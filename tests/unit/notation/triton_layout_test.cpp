// tests/unit/notation/triton_layout_test.cpp -- the memory layouts of Triton's IR: reading, places, descriptors.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/formats/smem.h>
#include <tilescope/layout/descriptor.h>
#include <tilescope/notation/triton_layout.h>
#include <tilescope/solver/solve_layout.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

namespace tilescope {
namespace {

TritonEncoding encoding_of(std::string_view text) {
    const auto out = parse_triton_encoding(text);
    EXPECT_TRUE(out) << text << ": " << out.why;
    return out ? *out->encoding : TritonEncoding();
}

TritonMemdesc memdesc_of(std::string_view text, std::string_view definitions = {}) {
    const auto out = parse_triton_memdesc(text, triton_aliases(definitions));
    EXPECT_TRUE(out) << text << ": " << out.why;
    return out ? *out : TritonMemdesc();
}

std::string shared_text(unsigned swizzle, bool transposed, unsigned bits, std::string_view more = {}) {
    return say("#ttg.nvmma_shared<{swizzlingByteWidth = ", swizzle, ", transposed = ", transposed ? "true" : "false",
               ", elementBitWidth = ", bits, more, "}>");
}

TEST(Triton, ReadsEverySpellingOfSharedMemory) {
    const TritonShared plain{.swizzle_bytes = 128};
    for (const std::string_view text :
         {"#ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>",
          "#triton_gpu.nvmma_shared<{swizzlingByteWidth = 128, elementBitWidth = 16}>",
          "#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, rank = 2}>",
          "  #s1=#ttg.nvmma_shared<{elementBitWidth = 16 : i32, swizzlingByteWidth=128}> loc(#loc1)\n",
          "#ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, CTAsPerCGA = [2, 1], "
          "CTASplitNum = [1, 1], CTAOrder = [1, 0]}>",
          "#ttg.nvmma_shared<{swizzlingByteWidth = 128, elementBitWidth = 16, CGALayout = [[0, 0]]}>"})
        EXPECT_EQ(std::get<TritonShared>(encoding_of(text)), plain) << text;
    const auto more = std::get<TritonShared>(encoding_of(
        "#ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = true, elementBitWidth = 8, fp4Padded = true, "
        "CGALayout = [[0, 1], [0, 2], [1, 0], [0, 0]]}>"));
    EXPECT_EQ(more, (TritonShared{64, true, 8, true, {2, 4}, 2}));
    EXPECT_EQ(std::get<TritonShared>(encoding_of(shared_text(0, false, 32, ", rank = 5"))).rank, 5u);
    EXPECT_EQ(parse_triton_encoding("#shared1 = " + shared_text(32, true, 16))->name, "#shared1");
}

TEST(Triton, ReadsTensorMemory) {
    EXPECT_EQ(std::get<TritonTmem>(encoding_of("#ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 2, "
                                               "CGALayout = [[1, 0]], twoCTAs = true>")),
              (TritonTmem{128, 64, 2, false, {2, 1}, true, false}));
    EXPECT_EQ(
        std::get<TritonTmem>(encoding_of("#t = #triton_nvidia_gpu.tensor_memory_encoding<blockM = 64, blockN = 32, "
                                         "unpacked = true>")),
        (TritonTmem{64, 32, std::nullopt, true, {1, 1}, false, false}));
    EXPECT_EQ(std::get<TritonScales>(encoding_of("#ttng.tensor_memory_scales_encoding<>")), TritonScales{});
    EXPECT_EQ(std::get<TritonScales>(
                  encoding_of("#ttng.tensor_memory_scales_encoding<CGALayout = [[1, 0]], blockRepOrder = kThenMn>")),
              (TritonScales{{2, 1}, true}));
}

TEST(Triton, ReadsTheLayoutsOfGluon) {
    struct GluonCase {
        const char* text;
        unsigned swizzle, bits;
        bool transposed;
    };
    for (const GluonCase& c :
         {GluonCase{"NVMMASharedLayout(swizzle_byte_width=64, element_bitwidth=16, rank=2)", 64, 16, false},
          GluonCase{"NVMMASharedLayout(128, 8, 2, True)", 128, 8, true},
          GluonCase{"NVMMASharedLayout(\n    32,  # the narrow one\n    element_bitwidth=32,\n    cga_layout=[],\n)",
                    32, 32, false},
          GluonCase{"NVMMASharedLayout.get_default_for([128, 64], gl.float16)", 128, 16, false},
          GluonCase{"NVMMASharedLayout.get_default_for([128, 32], gl.bfloat16)", 64, 16, false},
          GluonCase{"NVMMASharedLayout.get_default_for([128, 96], gl.float8e4nv, transposed=True)", 128, 8, true},
          GluonCase{"NVMMASharedLayout.get_default_for([4, 64], gl.float32)", 0, 32, false}}) {
        std::string_view call;
        const std::string text = say(c.text, ", rest)");
        const auto read = parse_gluon_layout(text, &call);
        ASSERT_TRUE(read) << c.text << ": " << read.why;
        const auto& shared = std::get<TritonShared>(*read);
        EXPECT_EQ(shared.swizzle_bytes, c.swizzle) << c.text;
        EXPECT_EQ(shared.element_bits, c.bits) << c.text;
        EXPECT_EQ(shared.transposed, c.transposed) << c.text;
        EXPECT_EQ(call, c.text);
    }
    for (const char* text :
         {"NVMMASharedLayout(swizzle_byte_width=W, element_bitwidth=16)", "NVMMASharedLayout(swizzle=128)",
          "NVMMASharedLayout", "NVMMASharedLayout(128, 16",
          "NVMMASharedLayout(128, 16, 2, True, False, [], 1, 2, 3, 4)",
          "NVMMASharedLayout.get_default_for([BLOCK_M, BLOCK_K], gl.float16)", "SwizzledSharedLayout(1, 1, 1, [0])"})
        EXPECT_FALSE(parse_gluon_layout(text)) << text;
}

TEST(Triton, RefusesWhatItDoesNotKnow) {
    const std::pair<std::string_view, std::string_view> wrong[] = {
        {"#ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>", "does not read the encoding"},
        {"#amd.nvmma_shared<{swizzlingByteWidth = 128, elementBitWidth = 16}>", "does not read the encoding"},
        {"#ttg.nvmma_shared<{swizzlingByteWidth = 128}>", "needs elementBitWidth"},
        {"#ttg.nvmma_shared<{swizzlingByteWidth = 96, elementBitWidth = 16}>", "must be 0, 32, 64 or 128"},
        {"#ttg.nvmma_shared<{swizzlingByteWidth = 128, elementBitWidth = 4}>", "must be 8, 16, 32 or 64"},
        {"#ttg.nvmma_shared<{swizzlingByteWidth = 128, elementBitWidth = 16, newThing = 1}>", "unknown parameter"},
        {"#ttg.nvmma_shared<{swizzlingByteWidth = 128, elementBitWidth = 16, transposed = 1}>", "true or false"},
        {"#ttg.nvmma_shared<{swizzlingByteWidth = -1, elementBitWidth = 16}>", "expected a number"},
        {"#ttg.nvmma_shared<{swizzlingByteWidth = 32, swizzlingByteWidth = 64, elementBitWidth = 16}>", "twice"},
        {"#ttg.nvmma_shared<{swizzlingByteWidth = 32, elementBitWidth = 16, CGALayout = [[1, 1]]}>", "vectors such as"},
        {"#ttg.nvmma_shared<{swizzlingByteWidth = 32, elementBitWidth = 16, CGALayout = [[0, 2]]}>", "vectors such as"},
        {"#ttg.nvmma_shared<{swizzlingByteWidth = 32, elementBitWidth = 16, CTAsPerCGA = [2, 1]}>", "CTASplitNum"},
        {"#ttg.nvmma_shared<{swizzlingByteWidth = 32, elementBitWidth = 16}", "no closing '>'"},
        {"#ttg.nvmma_shared<{swizzlingByteWidth = 32, elementBitWidth = 16}> x", "expected the end"},
        {"#ttng.tensor_memory_encoding<blockM = 128, blockN = 64>", "colStride"},
        {"#ttng.tensor_memory_encoding<blockM = 128, blockN = 0, colStride = 1>", "is 0"},
        {"#ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1, CTASplitM = 2>", "twoCTAs"},
        {"#ttng.tensor_memory_encoding<blockM = 64, blockN = 64, colStride = 1, ctaMode = twocta_rhs>", "unknown"},
        {"nvmma_shared", "not an encoding"},
        {"", "not an encoding"},
    };
    for (const auto& [text, why] : wrong) {
        const auto out = parse_triton_encoding(text);
        ASSERT_FALSE(out) << text;
        EXPECT_NE(out.why.find(why), std::string::npos) << text << ": " << out.why;
    }
}

TEST(Triton, ReadsTypesWithNamesAndInPlace) {
    const std::string definitions = "#shared = " + shared_text(128, false, 16) +
                                    "\n#other = #ttg.blocked<{sizePerThread = [1, 8]}>\n#smem = #ttg.shared_memory\n"
                                    "#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>\n";
    const TritonMemdesc a = memdesc_of("!ttg.memdesc<3x128x64xf16, #shared, #smem, mutable>", definitions);
    EXPECT_EQ(a.shape, (std::vector<unsigned>{3, 128, 64}));
    EXPECT_EQ(a.element, "f16");
    EXPECT_EQ(std::get<TritonShared>(a.encoding).swizzle_bytes, 128u);
    const TritonMemdesc view = memdesc_of("!tt.memdesc<64x32xbf16, " + shared_text(64, true, 16) +
                                          ", #ttg.shared_memory, mutable, 2x128x64>\n");
    EXPECT_EQ(view.allocation, (std::vector<unsigned>{2, 128, 64}));
    EXPECT_EQ(memdesc_of("!ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>", definitions).element_bits,
              32u);
    const std::pair<std::string, std::string_view> wrong[] = {
        {"!ttg.memdesc<128x64xf16, #missing, #smem>", "has no definition"},
        {"!ttg.memdesc<128x64xf16, #other, #smem>", "does not read the encoding"},
        {"!ttg.memdesc<128x64xq16, #shared, #smem>", "not a shape"},
        {"!ttg.memdesc<xf16, #shared, #smem>", "not a shape"},
        {"!ttg.memdesc<0x64xf16, #shared, #smem>", "is 0"},
        {"!ttg.memdesc<128x64xf16, #shared, #smem, volatile>", "unknown part"},
        {"!ttg.memdesc<128x64xf16, #shared, #smem", "not a type"},
        {"tensor<128x64xf16, #shared>", "not a type"},
    };
    for (const auto& [text, why] : wrong) {
        const auto out = parse_triton_memdesc(text, triton_aliases(definitions));
        ASSERT_FALSE(out) << text;
        EXPECT_NE(out.why.find(why), std::string::npos) << text << ": " << out.why;
    }
    const auto twice = triton_aliases("#s = " + shared_text(128, false, 16) + "\n#s = " + shared_text(64, false, 16));
    EXPECT_FALSE(parse_triton_memdesc("!ttg.memdesc<8x64xf16, #s, #smem>", twice));
    const auto same = triton_aliases("#s = " + shared_text(128, false, 16) + "\n#s = " + shared_text(128, false, 16));
    EXPECT_TRUE(parse_triton_memdesc("!ttg.memdesc<8x64xf16, #s, #smem>", same));
}

// Returns the byte of element (index 0, index 1) as Triton's compiler computes it: boxes of one swizzle row, and in a
// box a column that is XORed with a phase of the row. It shares no code with smem_layout.
unsigned triton_byte(const TritonShared& s, unsigned extent0, unsigned extent1, unsigned i0, unsigned i1) {
    const unsigned other_extent = s.transposed ? extent1 : extent0;
    const unsigned row = s.transposed ? i1 : i0, column = s.transposed ? i0 : i1;
    const unsigned row_elements = s.swizzle_bytes * 8 / s.element_bits, vec = 128 / s.element_bits;
    const unsigned per_phase = 128 / s.swizzle_bytes, max_phase = s.swizzle_bytes / 16;
    const unsigned box = column / row_elements, in_box = column % row_elements;
    const unsigned swizzled = in_box ^ vec * (row / per_phase % max_phase);
    return ((box * other_extent + row) * row_elements + swizzled) * s.element_bits / 8;
}

// Returns the layout as the solver wants it, from triton_byte().
RequestedLayout solver_request(const TritonShared& s, unsigned extent0, unsigned extent1, Operand operand,
                               const ElementType& type) {
    const bool a = operand == Operand::a;
    RequestedLayout out{
        &type, static_cast<int>(a ? extent0 : extent1), static_cast<int>(a ? extent1 : extent0), {}, {}};
    for (int r = 0; r < out.rows; ++r)
        for (int c = 0; c < out.columns; ++c) {
            const auto row = static_cast<unsigned>(r), column = static_cast<unsigned>(c);
            out.bits.push_back(8 * triton_byte(s, extent0, extent1, a ? row : column, a ? column : row));
        }
    return out;
}

TEST(Triton, TilesPlaceEveryElementAndTheSolverFindsTheirDescriptors) {
    constexpr unsigned kExtents[] = {16, 32, 64, 128, 256};
    unsigned tiles = 0, refused = 0;
    for (const unsigned swizzle : {32u, 64u, 128u})
        for (const bool transposed : {false, true})
            for (const std::string_view id : {"f16", "e4m3", "tf32"})
                for (const Operand operand : kBothOperands)
                    for (const unsigned extent0 : kExtents)
                        for (const unsigned extent1 : kExtents) {
                            const ElementType& type = *find_type(id);
                            const TritonShared s{swizzle, transposed, type.container_bits, false, {}, 2};
                            TritonMemdesc memory{{extent0, extent1}, {extent0, extent1}, "", type.container_bits, s};
                            const auto tile = triton_tile(memory, operand, type);
                            if (!tile) {
                                ++refused;
                                continue;
                            }
                            ++tiles;
                            const RequestedLayout want = solver_request(s, extent0, extent1, operand, type);
                            ASSERT_EQ(tile->layout.rows, want.rows);
                            std::size_t i = 0;
                            for (int r = 0; r < want.rows; ++r)
                                for (int c = 0; c < want.columns; ++c, ++i)
                                    ASSERT_EQ(place_in_memory(tile->layout, {r, c}).byte * 8, want.bits[i])
                                        << id << " " << extent0 << "x" << extent1 << " (" << r << ", " << c << ")";
                            EXPECT_EQ(tile->stage_bytes, std::uint64_t{extent0} * extent1 * type.container_bits / 8);
                            if (extent0 > 64 || extent1 > 64) continue;  // the solver is slow in debug builds
                            const LayoutAnswer answer = solve_layout(want);
                            ASSERT_FALSE(answer.solutions.empty()) << answer.why;
                            const auto same = std::ranges::find_if(answer.solutions, [&](const LayoutSolution& found) {
                                return found.mode == tile->layout.mode && found.major == tile->layout.major;
                            });
                            ASSERT_NE(same, answer.solutions.end());
                            for (unsigned step = 0; step < same->steps.size(); ++step) {
                                SmemLayout slice = triton_slice(*tile, step);
                                EXPECT_EQ(slice.start, same->steps[step].start);
                                EXPECT_EQ(slice.sbo, same->steps[step].sbo);
                                if (slice.major == Major::mn) {
                                    EXPECT_EQ(slice.lbo, same->steps[step].lbo);
                                }
                            }
                        }
    std::printf("%u tiles, %u refused\n", tiles, refused);
    EXPECT_GT(tiles, 500u);
}

TEST(Triton, RefusesTilesWithoutDescriptors) {
    const auto why = [](std::string_view shape, const std::string& encoding, Operand operand, std::string_view type) {
        const auto tile = triton_tile(memdesc_of(say("!ttg.memdesc<", shape, ", ", encoding, ", #ttg.shared_memory>")),
                                      operand, *find_type(type));
        return tile ? std::string("read") : tile.why;
    };
    const auto has = [](const std::string& text, std::string_view part) { return text.find(part) != text.npos; };
    EXPECT_TRUE(has(why("64x64xf16", shared_text(0, false, 16), Operand::a, "f16"), "row by row"));
    EXPECT_TRUE(has(why("64x8xf16", shared_text(0, false, 16), Operand::a, "f16"), "16 bytes of K"));
    EXPECT_EQ(why("64x8xf16", shared_text(0, false, 16), Operand::b, "f16"), "read");
    EXPECT_TRUE(has(why("8x64xf16", shared_text(0, true, 16), Operand::a, "f16"), "between versions"));
    EXPECT_TRUE(has(why("64x32xf16", shared_text(128, false, 16), Operand::a, "f16"), "Triton refuses"));
    EXPECT_TRUE(has(why("4x64xf16", shared_text(128, false, 16), Operand::a, "f16"), "needs 8"));
    EXPECT_TRUE(has(why("512x128xf16", shared_text(128, false, 16), Operand::a, "f16"), "not known"));
    EXPECT_EQ(why("512x64xf16", shared_text(128, false, 16), Operand::a, "f16"), "read");
    EXPECT_TRUE(has(why("96x64xf16", shared_text(128, false, 16), Operand::a, "f16"), "power of two"));
    EXPECT_TRUE(has(why("64x64xf16", shared_text(128, false, 16), Operand::a, "e4m3"), "do not fit"));
    EXPECT_TRUE(has(why("64x64xf16", shared_text(128, false, 32), Operand::a, "tf32"), "elementBitWidth is 32"));
    EXPECT_TRUE(has(why("64x64xf32", shared_text(128, true, 32), Operand::a, "tf32"), "MN-major"));
    EXPECT_TRUE(has(why("64x64x64xf16", shared_text(128, false, 16, ", rank = 3"), Operand::a, "f16"), "rank 3"));
    EXPECT_TRUE(
        has(why("64x128xi8", shared_text(128, false, 8, ", fp4Padded = true"), Operand::a, "e4m3"), "use e2m1"));
    EXPECT_TRUE(has(why("64xf16", shared_text(128, false, 16), Operand::a, "f16"), "two extents"));
}

TEST(Triton, TilesOfStagesViewsPartsAndFp4) {
    const TritonMemdesc stages =
        memdesc_of("!ttg.memdesc<3x128x64xbf16, " + shared_text(128, false, 16) + ", #ttg.shared_memory, mutable>");
    const auto a = triton_tile(stages, Operand::a, *find_type("bf16"));
    ASSERT_TRUE(a) << a.why;
    EXPECT_EQ(a->stages, 3u);
    EXPECT_EQ(a->stage_bytes, 16384u);
    EXPECT_EQ(*descriptor_of(kSmem91, triton_slice(*a, 1)), 0x4000404000000002u);
    const auto b = triton_tile(stages, Operand::b, *find_type("bf16"));
    ASSERT_TRUE(b) << b.why;
    EXPECT_EQ(b->layout.major, Major::mn);
    EXPECT_EQ(*descriptor_of(kSmem91, triton_slice(*b, 1)), 0x4000404000000080u);
    // A view keeps the distances of its allocation.
    const auto view = triton_tile(
        memdesc_of("!ttg.memdesc<64x64xf16, " + shared_text(128, true, 16) + ", #ttg.shared_memory, mutable, 128x128>"),
        Operand::a, *find_type("f16"));
    ASSERT_TRUE(view) << view.why;
    EXPECT_EQ(view->layout.lbo, 128u * 128u);
    EXPECT_EQ(view->layout.rows, 64);
    // Two CTAs store one half of N each.
    const auto half =
        triton_tile(memdesc_of("!ttg.memdesc<64x128xf16, " + shared_text(128, false, 16, ", CGALayout = [[0, 1]]") +
                               ", #ttg.shared_memory, mutable>"),
                    Operand::b, *find_type("f16"));
    ASSERT_TRUE(half) << half.why;
    EXPECT_EQ(half->layout.rows, 64);
    EXPECT_EQ(half->layout.lbo, 0u);
    const std::string bytes = "!ttg.memdesc<128x128xi8, " + shared_text(128, false, 8) + ", #ttg.shared_memory>";
    EXPECT_EQ(triton_tile(memdesc_of(bytes), Operand::a, *find_type("e2m1x2"))->layout.columns, 256);
    EXPECT_EQ(triton_tile(memdesc_of(bytes), Operand::a, *find_type("s8"))->layout.columns, 128);
    const auto padded =
        triton_tile(memdesc_of("!ttg.memdesc<128x64xi8, " + shared_text(128, false, 8, ", fp4Padded = true") +
                               ", #ttg.shared_memory>"),
                    Operand::a, *find_type("e2m1"));
    ASSERT_TRUE(padded) << padded.why;
    EXPECT_EQ(padded->layout.columns, 128);
    EXPECT_EQ(padded->layout.sbo, 1024u);
    // An instruction with N = 8 has only one group of rows.
    EXPECT_EQ(triton_slice(*a, 0, 8).sbo, 0u);
}

TEST(Triton, HighHalvesNeedNoShape) {
    const auto half = [](unsigned swizzle, const Format& format) {
        const auto out = triton_high_half(TritonShared{.swizzle_bytes = swizzle}, format);
        return out ? hex(*out, 8) : out.why;
    };
    EXPECT_EQ(half(128, kSmem91), "0x40004040");
    EXPECT_EQ(half(64, kSmem91), "0x80004020");
    EXPECT_EQ(half(32, kSmem91), "0xc0004010");
    EXPECT_EQ(half(128, kWgmma91), "0x40000040");
    EXPECT_EQ(half(32, kWgmma91), "0xc0000010");
    EXPECT_NE(half(0, kSmem91).find("depend on the shape"), std::string::npos);
}

TEST(Triton, TensorMemory) {
    const auto place = [](std::string_view shape, std::string_view encoding) {
        const auto out = triton_tmem(memdesc_of(say("!ttg.memdesc<", shape, ", #ttng.tensor_memory_encoding<", encoding,
                                                    ">, #ttng.tensor_memory, mutable>")));
        if (!out) return out.why;
        const TmemLayout& l = out->layout;
        return say(l.operand == TmemOperand::d ? "D" : "A", " M ", out->m, " layout ", l.path->name, ", ", l.columns,
                   " x ", l.operand == TmemOperand::d ? l.bits : l.type->bits, " bits, blocks ", out->blocks_m, " x ",
                   out->blocks_n, ", columns ", out->columns, ", stages ", out->stages);
    };
    EXPECT_EQ(place("128x128xf32", "blockM = 128, blockN = 128, colStride = 1"),
              "D M 128 layout D, 128 x 32 bits, blocks 1 x 1, columns 128, stages 1");
    EXPECT_EQ(place("2x256x256xf32", "blockM = 128, blockN = 128, unpacked = true"),
              "D M 128 layout D, 128 x 32 bits, blocks 2 x 2, columns 512, stages 2");
    EXPECT_EQ(place("64x64xf32", "blockM = 64, blockN = 64, colStride = 1"),
              "D M 64 layout F, 64 x 32 bits, blocks 1 x 1, columns 64, stages 1");
    EXPECT_EQ(place("128x64xf32", "blockM = 64, blockN = 64, colStride = 1"),
              "D M 64 layout F, 64 x 32 bits, blocks 2 x 1, columns 64, stages 1");
    EXPECT_EQ(place("128x128xf16", "blockM = 128, blockN = 128, colStride = 2"),
              "D M 128 layout D, 128 x 16 bits, blocks 1 x 1, columns 128, stages 1");
    EXPECT_EQ(place("128x64xbf16", "blockM = 128, blockN = 64, unpacked = false"),
              "A M 128 layout D, 64 x 16 bits, blocks 1 x 1, columns 32, stages 1");
    EXPECT_EQ(place("256x128xf32", "blockM = 128, blockN = 128, colStride = 1, CGALayout = [[1, 0]], twoCTAs = true"),
              "D M 256 layout A, 128 x 32 bits, blocks 1 x 1, columns 128, stages 1");
    EXPECT_EQ(place("128x128xf32", "blockM = 64, blockN = 128, colStride = 1, CGALayout = [[1, 0]], twoCTAs = true"),
              "D M 128 layout B, 128 x 32 bits, blocks 1 x 1, columns 64, stages 1");
    EXPECT_EQ(
        place("128x128xf16", "blockM = 128, blockN = 128, colStride = 4"),
        "elements of f16 at a distance of 4 elements are neither packed, as A is, nor one for each cell, as D is");
    EXPECT_EQ(place("128x128xi8", "blockM = 128, blockN = 128, colStride = 1"),
              "the type i8 does not tell the element type of A");
    EXPECT_EQ(place("256x128xf32", "blockM = 256, blockN = 128, colStride = 1"), "blockM is 256; it must be 64 or 128");
    EXPECT_EQ(place("96x128xf32", "blockM = 64, blockN = 128, colStride = 1"),
              "the shape is not a whole number of blocks");
    const auto scales = triton_scales(
        memdesc_of("!ttg.memdesc<128x16xf8E4M3FN, #ttng.tensor_memory_scales_encoding<>, #ttng.tensor_memory>"));
    ASSERT_TRUE(scales) << scales.why;
    EXPECT_EQ(scales->columns, 16u);
}

}  // namespace
}  // namespace tilescope
