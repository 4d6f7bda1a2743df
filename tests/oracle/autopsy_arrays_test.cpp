// tests/oracle/autopsy_arrays_test.cpp -- array files with elements of less than 8 bits, as a user has them.
// SPDX-License-Identifier: MIT
#include "app/autopsy/expected_files.h"
#include "app/io/file.h"
#include "app/io/npy.h"
#include "tests/support/temporary_folder.h"

#include <tilescope/formats/formats.h>
#include <tilescope/hw/kinds.h>
#include <tilescope/word/codec.h>

#include <gtest/gtest.h>

#include <bit>

namespace tilescope::autopsy {
namespace {

using Bytes = std::vector<std::uint8_t>;

// What a recording says of the types of A and B.
std::vector<Chain> chain_of(const std::string& kind, const std::string& type) {
    const Format& format = *idesc_format(kind, Edition::v9_1);
    std::uint64_t idesc = 0;
    for (const auto& [field, value] :
         {std::pair<std::string, std::string>("a_type", type), {"b_type", type}, {"n", "64"}, {"m", "128"}})
        idesc = *with_field(format, idesc, field, value);
    const bool scaled = kind_or_none(kind).block_scaled();
    if (scaled) idesc = *with_field(format, idesc, "scale_type", "ue8m0");
    SeenMma seen;
    seen.at.text = std::string(scaled ? "UTCOMMA" : "UTCQMMA") +
                   " gdesc[UR4],gdesc[UR6],tmem[UR8],tmem[UR10],idesc[UR11]," + (scaled ? "tmem[UR20],UPT" : "UPT");
    seen.uniform = {{"UR11", static_cast<std::uint32_t>(idesc)}};
    const auto instruction = instruction_of(seen, "sm_100a");
    EXPECT_TRUE(instruction) << instruction.why;
    Chain out;
    out.steps.push_back({.instruction = *instruction, .read = {}, .why = {}});
    return {out};
}

class ArraysOfSmallTypes : public test::FolderTest {
protected:
    // The array A of a file, or why it was refused.
    Answer<ExpectedArray> a_of(const std::string& file, const std::vector<Chain>& chains) const {
        const auto read = read_expected({.a = file, .b = {}, .d = {}, .archive = {}}, chains);
        return read ? Answer<ExpectedArray>(read->arrays.a) : Refusal(read.why);
    }
    std::string npy(const RecipeWords& words, std::string_view type) const {
        const std::string path = folder + "/a.npy";
        EXPECT_TRUE(io::save_npy(path, words, type));
        return path;
    }

    const std::vector<Chain> packed_ = chain_of("mxf4", "e2m1"), padded_ = chain_of("f8f6f4", "e2m1"),
                             six_ = chain_of("f8f6f4", "e3m2");
};

TEST_F(ArraysOfSmallTypes, HaveACodeInEachByteOrTwo) {
    for (const auto& chains : {packed_, padded_}) {
        const auto codes = a_of(npy({2, 4, {1, 2, 3, 0, 15, 9, 7, 8}}, "e4m3"), chains);
        ASSERT_TRUE(codes) << codes.why;
        EXPECT_EQ(codes->bytes, (Bytes{1, 2, 3, 0, 15, 9, 7, 8}));
        EXPECT_EQ(codes->row_bytes, 4u);
        const auto two = a_of(npy({2, 2, {0x21, 0x03, 0x9f, 0x87}}, "e4m3"), chains);
        ASSERT_TRUE(two) << two.why;
        EXPECT_EQ(two->bytes, codes->bytes) << "the first element is in the low half";
        EXPECT_EQ(two->row_bytes, 4u);
        const std::string bin = folder + "/a.bin";
        ASSERT_TRUE(io::write_text(bin, "\x21\x03\x9f\x87"));
        EXPECT_EQ(a_of(bin, chains)->bytes, codes->bytes);
    }
}

TEST_F(ArraysOfSmallTypes, CanBeNumbers) {
    const auto word = [](float value) { return std::bit_cast<std::uint32_t>(value); };
    const std::string file = npy({1, 4, {word(0.5f), word(-6), word(1.5f), 0}}, "f32");
    EXPECT_EQ(a_of(file, packed_)->bytes, (Bytes{1, 15, 3, 0}));
    EXPECT_EQ(a_of(file, six_)->bytes, (Bytes{8, 0x36, 14, 0}));
    EXPECT_EQ(a_of(file, six_)->type, "e3m2") << "bytes of another type would be other numbers";
}

// Most bytes are 0: two codes in each, or one? And int8 can be codes or numbers.
TEST_F(ArraysOfSmallTypes, AreAskedForIfTheyCanBeTwoThings) {
    const auto zeros = a_of(npy({2, 4, {0, 0, 0, 3, 0, 0, 0, 0}}, "e4m3"), packed_);
    EXPECT_NE(zeros.why.find("so each can be one element of e2m1 or 2; give the numbers as float32"), std::string::npos)
        << zeros.why;
    EXPECT_TRUE(a_of(npy({2, 4, {0, 0, 0, 3, 0, 0, 0, 0}}, "e4m3"), six_)) << "one in each byte";
    const auto above = a_of(npy({1, 2, {3, 64}}, "e4m3"), six_);
    EXPECT_NE(above.why.find("a byte of it is above 63; elements of e3m2 are one code of 6 bits in each byte"),
              std::string::npos)
        << above.why;
    EXPECT_NE(a_of(npy({1, 2, {3, 4}}, "s8"), packed_).why.find("which can be codes or numbers"), std::string::npos);
}

}  // namespace
}  // namespace tilescope::autopsy
