// tests/unit/notation/tensor_maps_test.cpp -- tensor maps in printed memory, and printed members.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/formats/tensor_map.h>
#include <tilescope/hw/archs.h>
#include <tilescope/notation/tensor_maps.h>
#include <tilescope/rules/read_paste.h>

#include <gtest/gtest.h>

#include <cstdio>
#include <string>

namespace tilescope {
namespace {

// Two of the maps that the driver of an H100 made (h100_tma_accept.csv.gz, rows 0 and 356).
constexpr std::string_view kPlain =
    "00000034127f00009000000008000000000000000000000000000000000000003f0000003f0000000000000000000000000000000000001f"
    "0700000000000000000200000000000010";
constexpr std::string_view kFourDims =
    "UINT16 [64, 64, 2, 2], address 0x7f1234000000, strides [128, 8192, 8192], box "
    "[32, 8, 1, 1], swizzle 128B";

TensorMapWords four_dims() {
    TensorMap map{.type = find_tma_type("UINT16"), .swizzle = find_tma_swizzle("128B"), .rank = 4};
    map.address = 0x7f1234000000;
    map.dims = {64, 64, 2, 2}, map.strides = {128, 8192, 8192}, map.box = {32, 8, 1, 1};
    return words_of(map);
}

template <class... Parts>
std::string printed(const char* form, Parts... parts) {
    char text[64];
    std::snprintf(text, sizeof text, form, parts...);
    return text;
}

std::string bytes_in_lines(const TensorMapWords& words, std::string_view between, bool characters) {
    const std::string hex = hex_bytes(words);
    std::string out;
    for (unsigned line = 0; line < 8; ++line) {
        out += printed("%08x%s", line * 16, between.data());
        for (unsigned i = 0; i < 16; ++i) out += say(" ", hex.substr(line * 32 + i * 2, 2));
        out += characters ? "  |...4............|\n" : "\n";
    }
    return out;
}

std::string words_in_lines(const TensorMapWords& words) {
    std::string out;
    for (unsigned i = 0; i < 32; ++i) {
        if (i % 4 == 0) out += printed("\n0x7fffffffe%03x <map+%u>:", i * 4, i * 4);
        out += printed("\t0x%08x", static_cast<unsigned>(words[i / 2] >> i % 2 * 32));
    }
    return out;
}

std::string array_of(const TensorMapWords& words, const char* form) {
    std::string out;
    for (const std::uint64_t word : words)
        out += say(out.empty() ? "" : ", ", printed(form, static_cast<unsigned long long>(word)));
    return out;
}

std::string maps_in(std::string_view text) {
    std::string out;
    for (const FoundTensorMap& found : tensor_maps_in(text))
        out += say(out.empty() ? "" : "; ", brief_text(found.map), bits_problems(*found.words).empty() ? "" : " ?");
    return out;
}

TEST(TensorMaps, ReadsTheBytesInEachFormOfPrintedMemory) {
    const TensorMapWords words = four_dims();
    EXPECT_EQ(maps_in(hex_bytes(words)), kFourDims);
    EXPECT_EQ(maps_in(say("the map is ", hex_bytes(words), ".")), "") << "no separate word";
    EXPECT_EQ(maps_in(bytes_in_lines(words, " ", true)), kFourDims) << "hexdump -C";
    EXPECT_EQ(maps_in(bytes_in_lines(words, ":", false)), kFourDims) << "xxd";
    EXPECT_EQ(maps_in(words_in_lines(words)), kFourDims) << "x/32xw";
    EXPECT_EQ(maps_in(say("$1 = {opaque = {", array_of(words, "%llu"), "}}")), kFourDims) << "print";
    EXPECT_EQ(maps_in(say("const uint64_t map[16] = {", array_of(words, "0x%llxull"), "};")), kFourDims) << "C";
    EXPECT_EQ(maps_in(array_of(words, "%016llx")), kFourDims) << "printf";
    const std::string two = say("{a = {opaque = {", array_of(words, "%llu"), "}}, n = 4096, b = {opaque = {",
                                array_of(words, "%llu"), "}}}");
    EXPECT_EQ(maps_in(two), say(kFourDims, "; ", kFourDims)) << "kernel parameters as gdb prints them";
}

TEST(TensorMaps, ReadsRepeatedValuesOfDebuggersAndHexdump) {
    EXPECT_EQ(maps_in("$1 = {opaque = {139716158554112, 34359738512, 0, 0, 270582939711, 0, 2233785415175766016, 7, "
                      "512, 16, 0 <repeats 6 times>}}"),
              "UINT16 [64, 64], address 0x7f1234000000, strides [128], box [32, 8], swizzle NONE");
    std::string dump = bytes_in_lines(four_dims(), " ", true);
    const std::size_t second = dump.find("00000060 ");
    dump = say(dump.substr(0, second), "*\n00000080\n");
    EXPECT_EQ(maps_in(dump), kFourDims);
}

TEST(TensorMaps, FindsMapsInLongerMemory) {
    std::string words;
    for (unsigned i = 0; i < 8; ++i) words += printed("0x%016x ", i);
    EXPECT_EQ(maps_in(say(words, array_of(four_dims(), "0x%016llx"), ", ", words)), kFourDims);
}

TEST(TensorMaps, ZerosAtTheEndOfOneNumberCanBeLeftOut) {
    EXPECT_EQ(maps_in(kPlain), "UINT16 [64, 64], address 0x7f1234000000, strides [128], box [32, 8], swizzle NONE");
}

TEST(TensorMaps, AnyBytesAreAMapIfTheUserSaysSo) {
    TensorMapWords words = four_dims();
    words[9] = 0x7ff;  // no swizzle pattern has this size
    for (const std::string& text : {hex_bytes(words), array_of(words, "0x%016llx"), words_in_lines(words)}) {
        EXPECT_TRUE(tensor_maps_in(text).empty()) << text;
        const auto found = tensor_maps_in(text, TensorMapBytes::any);
        ASSERT_EQ(found.size(), 1u) << text;
        EXPECT_EQ(hex_bytes(*found[0].words), hex_bytes(words));
        EXPECT_EQ(bits_problems(words).front().field, "pattern");
    }
    EXPECT_TRUE(tensor_maps_in("0x10 0x20", TensorMapBytes::any).empty());
}

// All fields of the table but the unknown ones decide whether bytes are a map.
TEST(TensorMaps, UnknownBitsAreShownAndOtherBytesAreNoMap) {
    std::size_t unknown = 0;
    for (const Field& field : kTensorMapFields) {
        TensorMapWords words = four_dims();
        words[field.lsb / 64] ^= std::uint64_t{1} << field.lsb % 64;
        const auto found = tensor_maps_in(hex_bytes(words));
        if (field.encoding != Encoding::fixed) {
            const bool other = found.empty() || hex_bytes(words_of(found[0].map)) == hex_bytes(words);
            EXPECT_TRUE(other || bits_problems(words).size() == 1) << field.id;
            continue;
        }
        ASSERT_EQ(found.size(), 1u) << field.id;
        const auto problems = problems_of(found[0], kHopper);
        ASSERT_EQ(problems.size(), 1u) << field.id;
        EXPECT_EQ(problems[0].field, field.id);
        EXPECT_EQ(problems[0].severity, Severity::warn);
        EXPECT_EQ(problems[0].certainty, Certainty::unknown);
        EXPECT_EQ(tensor_maps_in(say(hex_bytes(words), " ", hex_bytes(words))).size(), 0u) << "not exact, not alone";
        ++unknown;
    }
    EXPECT_EQ(unknown, 14u);
    for (const char* text : {"", "0x4000404000010040", "00", "R24 = 0x10 R25 = 0x20"})
        EXPECT_EQ(tensor_maps_in(text).size(), 0u) << text;
    EXPECT_EQ(tensor_maps_in(std::string(256, '0')).size(), 0u);
}

constexpr std::string_view kPrinted =
    "TMA Desc Addr:   0x7ffd7d2800c0\nformat         6\ndim            3\ngmem_address   0\n"
    "globalDim      (1024,1024,1,1,1)\nglobalStrides  (2,2048,2097152,0,0)\nboxDim         (64,128,1,1,1)\n"
    "elementStrides (1,1,1,1,1)\ninterleave     0\nswizzle        3\nl2Promotion    0\noobFill        0\n"
    "Error: Failed to initialize the TMA descriptor 1\n";

TEST(TensorMaps, ReadsTheMembersThatCutlassPrints) {
    const auto found = tensor_maps_in(kPrinted);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_FALSE(found[0].words);
    EXPECT_EQ(brief_text(found[0].map),
              "FLOAT16 [1024, 1024, 1], address 0x0, strides [2048, 2097152], box [64, 128, 1], swizzle 128B");
    const auto problems = problems_of(found[0], kHopper);
    ASSERT_EQ(problems.size(), 1u);
    EXPECT_NE(problems[0].text.find("null"), std::string::npos);
    std::string other(kPrinted);
    other.replace(other.find("format         6"), 16, "format        99");
    EXPECT_EQ(tensor_maps_in(other).size(), 0u);
}

// The words of a text are found beside the maps, and none is found within them.
TEST(TensorMaps, APasteHasMapsAndWords) {
    const PasteResult read = paste(say("a_desc = 0x4000404000010040\n", words_in_lines(four_dims()), "\n"));
    ASSERT_EQ(read.tensor_maps.size(), 1u);
    ASSERT_EQ(read.words.size(), 1u);
    EXPECT_EQ(read.words[0].value, 0x4000404000010040u);
    const PasteResult alone = paste(kPrinted);
    EXPECT_TRUE(alone.words.empty());
    EXPECT_NE(alone.sentence.find("A tensor map: FLOAT16 [1024"), std::string::npos) << alone.sentence;
}

}  // namespace
}  // namespace tilescope
