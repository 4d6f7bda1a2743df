// tests/cli/npy_test.cpp -- .npy files: values and raw words of every type, orders, versions, malformed files.
// SPDX-License-Identifier: MIT
#include "app/io/npy.h"
#include "tests/support/numerics_vectors.h"
#include "tests/support/temporary_folder.h"

#include <tilescope/base/say.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdio>
#include <filesystem>
#include <limits>

namespace tilescope::io {
namespace {

using Words = std::vector<std::uint32_t>;

std::string le(std::uint64_t value, unsigned bytes) {
    std::string out;
    for (unsigned i = 0; i < bytes; ++i) out += static_cast<char>(value >> 8 * i);
    return out;
}

std::string npy(std::string_view header, std::string_view values, int version = 1) {
    std::string out = "\x93NUMPY";
    out += static_cast<char>(version);
    out += '\0';
    return out + le(header.size(), version == 1 ? 2 : 4) + std::string(header) + std::string(values);
}

std::string header_of(std::string_view descr, std::string_view shape, bool fortran = false) {
    return say("{'descr': '", descr, "', 'fortran_order': ", fortran ? "True" : "False", ", 'shape': ", shape, ", }");
}

std::string file(std::string_view descr, std::string_view shape, std::string_view values, bool fortran = false) {
    return npy(header_of(descr, shape, fortran), values);
}

Words words(const std::string& bytes, std::string_view type) {
    const auto out = npy_from_bytes(bytes, type);
    EXPECT_TRUE(out) << out.why;
    return out ? out->words : Words{};
}

// np.array([[1, 2, 3], [4, 5, 6]], dtype=np.float32), typed from the specification of the format.
std::string numpy_file() {
    std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }";
    header.resize(117, ' ');
    header += '\n';
    std::string out("\x93NUMPY\x01\x00\x76\x00", 10);
    out += header;
    for (const float v : {1.f, 2.f, 3.f, 4.f, 5.f, 6.f}) out += le(std::bit_cast<std::uint32_t>(v), 4);
    return out;
}

TEST(Npy, ReadsWhatNumPyWrites) {
    const auto matrix = npy_from_bytes(numpy_file(), "f16");
    ASSERT_TRUE(matrix) << matrix.why;
    EXPECT_EQ(matrix->rows, 2u);
    EXPECT_EQ(matrix->columns, 3u);
    EXPECT_EQ(matrix->words, (Words{0x3c00, 0x4000, 0x4200, 0x4400, 0x4500, 0x4600}));
}

TEST(Npy, ReadsAllVersionsBothOrdersAndASingleRow) {
    const std::string values = "\x01\x02\x03\x04\x05\x06";
    for (int version = 1; version <= 3; ++version)
        EXPECT_EQ(words(npy(header_of("|i1", "(2, 3)"), values, version), "s8"), (Words{1, 2, 3, 4, 5, 6})) << version;
    EXPECT_EQ(words(file("|i1", "(2, 3)", values, true), "s8"), (Words{1, 3, 5, 2, 4, 6}));
    const auto row = npy_from_bytes(file("|i1", "(6,)", values), "s8");
    ASSERT_TRUE(row) << row.why;
    EXPECT_EQ(row->rows, 1u);
    EXPECT_EQ(row->columns, 6u);
    EXPECT_EQ(words(npy("{\"shape\": (1,1), \"fortran_order\": True, \"descr\": \"|i1\"}\n", "\x07"), "s8"), Words{7});
    EXPECT_TRUE(words(file("<f4", "(0, 3)", ""), "f32").empty());
}

TEST(Npy, NumbersAreRoundedToNearest) {
    const auto f8 = [](double v) { return file("<f8", "(1,)", le(std::bit_cast<std::uint64_t>(v), 8)); };
    EXPECT_EQ(words(f8(0.1), "bf16"), Words{0x3dcd});
    EXPECT_EQ(words(f8(1e9), "e4m3"), Words{0x7e}) << "448: e4m3 has no infinity";
    EXPECT_EQ(words(f8(1 + 0x1p-12), "tf32"), Words{0x3f800800}) << "memory has the f32; the MMA cuts it";
    EXPECT_EQ(words(f8(1 + 0x1p-24), "tf32"), Words{0x3f800000}) << "the nearest f32";
    EXPECT_EQ(words(file("<i4", "(1,)", le(4099, 4)), "tf32"), Words{0x45801800});
    EXPECT_EQ(words(file("<f2", "(1,)", le(0x3e00, 2)), "f32"), Words{0x3fc00000});
    EXPECT_EQ(words(file("<f2", "(1,)", le(0x7d55, 2)), "f16"), Words{0x7d55}) << "a NaN keeps its bits";
    EXPECT_EQ(words(file("<f4", "(1,)", le(0x7f812345, 4)), "f32"), Words{0x7f812345});
    EXPECT_EQ(words(file("<f4", "(1,)", le(0x3f803fff, 4)), "tf32"), Words{0x3f803fff});
}

// The H100 cut the f32 words of these rows to tf32; their 13 low bits are random.
TEST(Npy, NumbersOfTf32GiveTheDotProductsOfAnH100) {
    const test::Vectors v("silicon/h100_dots.csv");
    std::size_t compared = 0, with_low_bits = 0;
    for (std::size_t i = 0; i < v.size(); ++i) {
        test::NumericsRow row = test::numerics_row(v, i);
        if (row.form.a_type != "tf32") continue;
        for (std::vector<std::uint32_t>* operand : {&row.a, &row.b}) {
            std::string values;
            for (const std::uint32_t word : *operand) values += le(word, 4);
            *operand = words(file("<f4", say("(1, ", operand->size(), ")"), values), "tf32");
            with_low_bits += std::ranges::any_of(*operand, [](std::uint32_t w) { return (w & 0x1fff) != 0; });
        }
        EXPECT_EQ(hex(dot(*rule_of(row.form), row.input()), 8), hex(row.d, 8)) << row.path << " row " << i;
        ++compared;
    }
    EXPECT_EQ(compared, 1001u);
    EXPECT_GT(with_low_bits, compared);
    std::printf("%zu rows of tf32 compared\n", compared);
}

TEST(Npy, UnsignedValuesOfTheSameWidthAreRawWords) {
    EXPECT_EQ(words(file("<u2", "(1,)", le(0x3f80, 2)), "bf16"), Words{0x3f80});
    EXPECT_EQ(words(file("<u2", "(1,)", le(2, 2)), "e4m3"), Words{0x40}) << "the number 2, because e4m3 has one byte";
    EXPECT_EQ(words(file("|u1", "(1,)", "\x38"), "e4m3"), Words{0x38});
    EXPECT_EQ(words(file("|u1", "(1,)", "\x0f"), "e2m1"), Words{0xf});
    EXPECT_EQ(words(file("|u1", "(1,)", "\x7f"), "ue8m0"), Words{0x7f});
    EXPECT_EQ(words(file("|u1", "(1,)", "\xb8"), "ue4m3"), Words{0xb8});
    EXPECT_EQ(words(file("|u1", "(1,)", "\x02"), "f16"), Words{0x4000}) << "the number 2";
    EXPECT_EQ(words(file("<u4", "(1,)", le(0x3f800001, 4)), "tf32"), Words{0x3f800001});
    EXPECT_EQ(words(file("|u1", "(1,)", "\x80"), "u8"), Words{0x80});
    EXPECT_EQ(npy_from_bytes(file("|u1", "(1,)", "\x80"), "s8").why,
              "value (0, 0) is 128; s8 has whole numbers from -128 to 127");
    EXPECT_EQ(npy_from_bytes(file("|u1", "(1, 2)", "\x01\x10"), "e2m1x2").why,
              "value (0, 1) is 0x10; a raw word of e2m1x2 has 4 bits");
}

TEST(Npy, WholeNumbersKeepTheirSign) {
    EXPECT_EQ(words(file("<i8", "(2,)", le(0xfffffffffffffffd, 8) + le(5, 8)), "s8"), (Words{0xfd, 5}));
    EXPECT_EQ(words(file("<i4", "(1,)", le(0x80000000, 4)), "s32"), Words{0x80000000});
    EXPECT_EQ(words(file("<i2", "(1,)", le(0xfffe, 2)), "f16"), Words{0xc000});
    EXPECT_EQ(words(file("|b1", "(2,)", std::string("\x01\x00", 2)), "f16"), (Words{0x3c00, 0}));
}

TEST(Npy, IntegerTypesAcceptOnlyWholeNumbersInTheirRange) {
    const auto why = [](double v, std::string_view type) {
        return npy_from_bytes(file("<f8", "(1,)", le(std::bit_cast<std::uint64_t>(v), 8)), type).why;
    };
    EXPECT_EQ(why(1.5, "u8"), "value (0, 0) is 1.5; u8 has whole numbers from 0 to 255");
    EXPECT_EQ(why(-1, "u8"), "value (0, 0) is -1; u8 has whole numbers from 0 to 255");
    EXPECT_EQ(why(1e300, "s32").substr(0, 22), "value (0, 0) is 1e+300");
    EXPECT_EQ(why(std::numeric_limits<double>::quiet_NaN(), "s8").substr(0, 19), "value (0, 0) is nan");
    EXPECT_EQ(why(-2147483648.0, "s32"), "");
    EXPECT_EQ(why(2147483648.0, "s32").substr(0, 28), "value (0, 0) is 2147483648; ");
}

TEST(Npy, EveryTypeSurvivesARoundTrip) {
    for (const std::string_view type : {"f32", "f16", "bf16", "tf32", "e4m3", "e5m2", "e2m3", "e3m2", "e2m1", "e2m1x2",
                                        "ue8m0", "ue4m3", "u8", "s8", "s32"}) {
        const auto made = words_of({.kind = RecipeKind::random_bits}, {type, 20, 30});
        ASSERT_TRUE(made) << made.why;
        const RecipeWords matrix{20, 30, *made};
        const std::string bytes = npy_to_bytes(matrix, type);
        EXPECT_EQ(bytes.find('\n') % 64, 63u) << "values begin at a multiple of 64";
        const auto back = npy_from_bytes(bytes, type);
        ASSERT_TRUE(back) << type << ": " << back.why;
        EXPECT_EQ(back->words, matrix.words) << type;
        EXPECT_EQ(back->rows, 20u);
        EXPECT_EQ(back->columns, 30u);
    }
}

TEST(Npy, WritesWhatNumPyWrites) {
    const RecipeWords matrix{2, 3, {0x3f800000, 0x40000000, 0x40400000, 0x40800000, 0x40a00000, 0x40c00000}};
    EXPECT_EQ(npy_to_bytes(matrix, "f32"), numpy_file());
}

TEST(Npy, RefusesWithOneSentence) {
    const auto why = [](const std::string& bytes) { return npy_from_bytes(bytes, "f16").why; };
    EXPECT_EQ(why("PK\x03\x04"), "not a .npy file: it does not begin with \\x93NUMPY");
    EXPECT_EQ(why(npy(header_of("<f4", "(1,)"), "1234", 4)),
              "version 4.0 of the format is unknown; use 1.0, 2.0 or 3.0");
    EXPECT_EQ(why(file("|O", "(1,)", "12345678")),
              "the values have an unknown type; use one of: <f2, <f4, <f8, |b1, |i1, <i2, <i4, <i8, |u1, <u2, <u4");
    EXPECT_EQ(why(npy("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,)}", "1234")),
              "the values are records; write numbers");
    EXPECT_EQ(why(file("<f4", "(2, 2)", "123456789")), "the file has 9 bytes of values; 2 x 2 values of <f4 have 16");
    EXPECT_EQ(why(file("<f4", "(1, 2, 3)", "")), "the array has 3 dimensions; use one or two");
    EXPECT_EQ(why(file("<f4", "()", "1234")), "the array has 0 dimensions; use one or two");
    EXPECT_EQ(why(file("<f4", "(4294967296, 4294967296)", "")),
              "the array has 4294967296 x 4294967296 values; the limit is 16777216");
    EXPECT_EQ(why(file("<f4", "(99999999999999999999, 1)", "")),
              "the value of the key 'shape' has an entry that is not a size");
    EXPECT_EQ(why(file("<f4", "(-1, 1)", "")), "the value of the key 'shape' has an entry that is not a size");
    EXPECT_EQ(why(npy("{'descr': '<f4', 'fortran_order': False}", "")),
              "descr, fortran_order or shape is missing in the header");
    EXPECT_EQ(why(npy("{'descr': '<f4', 'order': 1}", "")),
              "the header has a name other than descr, fortran_order and shape");
    EXPECT_EQ(why(npy("{'fortran_order': 1}", "")), "the key fortran_order is neither True nor False");
    EXPECT_EQ(why(npy("[]", "")), "the header has unexpected text instead of '{'");
    EXPECT_EQ(npy_from_bytes(numpy_file(), "f64").why, "a .npy file has no values of the type 'f64'");
}

// A truncated or changed file gives a refusal or a matrix, and never a read past the end.
TEST(Npy, ReadsOrRefusesEveryPrefixAndEveryChangedHeaderByte) {
    const std::string whole = numpy_file();
    for (std::size_t size = 0; size < whole.size(); ++size) {
        const auto matrix = npy_from_bytes(std::string(whole, 0, size), "f32");
        EXPECT_FALSE(matrix) << size;
        EXPECT_NE(matrix.why, "") << size;
    }
    std::size_t read = 0, refused = 0;
    for (std::size_t i = 0; i < 128; ++i)
        for (unsigned value = 0; value < 256; ++value) {
            std::string changed = whole;
            changed[i] = static_cast<char>(value);
            const auto matrix = npy_from_bytes(changed, "f32");
            ++(matrix ? read : refused);
            EXPECT_NE(matrix.why.empty(), !matrix) << i << " " << value;
        }
    EXPECT_GT(read, 128u) << "the unchanged bytes, and other white space";
    EXPECT_GT(refused, 100u * 128);
}

TEST(Npy, WritesAWholeFileAndARefusalNamesTheFile) {
    const test::TemporaryFolder temporary;
    const std::string folder = temporary.path(), path = folder + "/a.npy";
    const RecipeWords matrix{1, 2, {0x3c00, 0x4000}};
    ASSERT_TRUE(save_npy(path, matrix, "f16"));
    const auto back = load_array(path, {.type = "f16"});
    ASSERT_TRUE(back) << back.why;
    EXPECT_EQ(back->words, matrix.words);
    EXPECT_EQ(load_array(path, {.type = "u8"}).why, "");
    std::filesystem::resize_file(path, 130);
    EXPECT_EQ(load_array(path, {.type = "f16"}).why,
              path + ": the file has 2 bytes of values; 1 x 2 values of <f2 have 4.");
    EXPECT_EQ(load_array(folder + "/none.npy", {.type = "f16"}).why.substr(0, folder.size()), folder);
}

}  // namespace
}  // namespace tilescope::io
