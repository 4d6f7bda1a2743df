// tests/oracle/word_vectors_test.cpp -- oracles: words of public code with the fields that their authors state
// (values.csv), and the encoders and decoders of NVIDIA CUTLASS for every descriptor (tests/data/vectors/README.md).
// SPDX-License-Identifier: MIT
#include "tests/support/vectors.h"

#include <tilescope/base/number.h>
#include <tilescope/base/say.h>
#include <tilescope/document/derive.h>
#include <tilescope/formats/formats.h>
#include <tilescope/layout/zero_mask.h>
#include <tilescope/rules/rule.h>
#include <tilescope/word/codec.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <map>

namespace tilescope {
namespace {

using test::Vectors;

const Format& table(std::string_view id, std::string_view kind = {}, Edition edition = Edition::v9_1) {
    const auto f = find_format(id, kind, edition);
    EXPECT_TRUE(f) << f.why;
    return **f;
}

std::map<std::string, std::string> pairs_of(const std::string& text) {
    std::map<std::string, std::string> out;
    std::size_t begin = 0;
    while (begin < text.size()) {
        const std::size_t end = std::min(text.find(';', begin), text.size());
        const std::string item = text.substr(begin, end - begin);
        if (const std::size_t equals = item.find('='); equals != item.npos)
            out[item.substr(0, equals)] = item.substr(equals + 1);
        begin = end + 1;
    }
    return out;
}

const Format& table_of_row(const Vectors& v, std::size_t row) {
    const std::string& format = v.text(row, "format");
    const std::string& kind = v.text(row, "kind");
    if (format == "idesc") return *idesc_format(kind, Edition::v9_1);
    const bool later = v.text(row, "context").find("sm_107") != std::string::npos;
    return table(format, {}, later ? Edition::v9_4 : Edition::v9_1);
}

// Returns the bits that this program stores for the value that the author states.
std::uint64_t claimed(const Field& f, const std::string& text) {
    if (f.encoding == Encoding::one_of || text.starts_with("raw:")) {
        const auto raw = raw_for(f, text);
        EXPECT_TRUE(raw) << raw.why;
        return raw ? *raw : ~0ull;
    }
    const std::uint64_t value = *parse_number(text);
    return f.encoding == Encoding::number ? (value >> f.scale) - f.bias : value;
}

TEST(WordOracle, EveryPublishedWordHasTheFieldsThatItsAuthorsState) {
    const Vectors v("values.csv");
    std::size_t fields = 0;
    for (std::size_t row = 0; row < v.size(); ++row) {
        const Format& format = table_of_row(v, row);
        const std::uint64_t word = v.number(row, "hex");
        const bool sm107 = v.text(row, "context") == "use=sm_107";
        for (const auto& [id, expected] : pairs_of(v.text(row, "expected"))) {
            // In a descriptor with 15-bit fields the two addresses of this row are 262144. The author read 14 bits and
            // got 0.
            if (sm107 && (id == "start" || id == "lbo")) {
                EXPECT_EQ(value_of(field_in(format, id), get_field(field_in(format, id), word)), 262144u);
                EXPECT_EQ(get_field(field_in(table("smem"), id), word), 0u);
                continue;
            }
            const Field* f = find_field(format, id);
            ASSERT_NE(f, nullptr) << v.text(row, "id") << " " << id;
            EXPECT_EQ(get_field(*f, word), claimed(*f, expected))
                << v.text(row, "id") << " " << id << " expected " << expected;
            ++fields;
        }
    }
    std::printf("values.csv: %zu words, %zu fields\n", v.size(), fields);
    EXPECT_GT(fields, 500u);
}

TEST(WordOracle, EveryPublishedMaskHasTheColumnsThatItsAuthorsState) {
    const Vectors v("values.csv");
    int masks = 0;
    for (std::size_t row = 0; row < v.size(); ++row) {
        if (v.text(row, "format") != "zcm") continue;
        auto context = pairs_of(v.text(row, "context"));
        const auto m = static_cast<unsigned>(std::stoul(context["m"])),
                   n = static_cast<unsigned>(std::stoul(context["n"]));
        const MaskPicture picture = expand_mask(mask_of(table("zcm"), v.number(row, "hex")), m, n);
        EXPECT_EQ(picture.hex, context["mask"]) << v.text(row, "id");
        for (std::size_t b = 0; b < picture.submask_hex.size() && context.contains(say("mask", b)); ++b)
            EXPECT_EQ(picture.submask_hex[b], context[say("mask", b)]) << v.text(row, "id") << " sub-mask " << b;
        ++masks;
    }
    EXPECT_GE(masks, 5);
}

// The rules must report an error exactly for the words that their authors call wrong.
TEST(WordOracle, TheRulesMatchTheVerdictOfEveryPublishedWord) {
    const Vectors v("values.csv");
    for (std::size_t row = 0; row < v.size(); ++row) {
        const std::string &context = v.text(row, "context"), &verdict = v.text(row, "verdict");
        WordContext c;
        if (context.find("sm_103a") != std::string::npos) c.arch = "sm_103a";
        if (context.find("sm_107") != std::string::npos) c.arch = "sm_107a";
        if (context.find("K-major") != std::string::npos) c.major = Major::k;
        if (context.find("MN-major") != std::string::npos) c.major = Major::mn;
        if (auto p = pairs_of(context); p.contains("m")) c.mask_m = static_cast<unsigned>(std::stoul(p["m"]));
        const auto problems = check_word(decode(table_of_row(v, row), v.number(row, "hex")), c);
        const auto error = std::ranges::find(problems, Severity::error, &Problem::severity);
        const bool wrong = verdict.starts_with("BAD");
        EXPECT_EQ(error != problems.end(), wrong) << v.text(row, "id") << " " << v.text(row, "hex") << " " << verdict
                                                  << ": " << (error == problems.end() ? "no error" : error->text);
    }
}

struct Column {
    const char *cutlass, *field;  // the name of a field in the file of CUTLASS, and here
};

// Checks that every stored field equals the field of CUTLASS, and that encode() restores the word.
void compare_decoders(const std::string& file, const Format& format, std::span<const Column> columns) {
    const Vectors v(file);
    for (std::size_t row = 0; row < v.size(); ++row) {
        const std::uint64_t word = v.number(row, "raw");
        for (const Column& c : columns)
            ASSERT_EQ(get_field(field_in(format, c.field), word), v.number(row, c.cutlass))
                << file << " row " << row << " " << c.field;
        ASSERT_EQ(encode(decode(format, word)), word & bit_mask(format.bits)) << file << " row " << row;
    }
    EXPECT_GT(v.size(), 300u);
}

TEST(WordOracle, DecodesSharedMemoryDescriptorsLikeCutlass) {
    constexpr Column kColumns[] = {{"start_address", "start"},    {"leading_byte_offset", "lbo"},
                                   {"stride_byte_offset", "sbo"}, {"base_offset", "base_offset"},
                                   {"lbo_mode", "lbo_mode"},      {"layout_type", "swizzle"}};
    compare_decoders("cutlass/smem_desc.csv", table("smem"), kColumns);
    // The version field of CUTLASS is the two lower bits of the three bits of PTX.
    const Vectors v("cutlass/smem_desc.csv");
    for (std::size_t row = 0; row < v.size(); ++row)
        ASSERT_EQ(get_field(field_in(table("smem"), "version"), v.number(row, "raw")) & 3, v.number(row, "version"))
            << row;
}

TEST(WordOracle, DecodesHopperDescriptorsLikeCutlass) {
    constexpr Column kColumns[] = {{"start_address", "start"},
                                   {"leading_byte_offset", "lbo"},
                                   {"stride_byte_offset", "sbo"},
                                   {"base_offset", "base_offset"},
                                   {"layout_type", "swizzle"}};
    compare_decoders("cutlass/gmma_desc.csv", table("wgmma"), kColumns);
}

TEST(WordOracle, DecodesDenseInstructionDescriptorsLikeCutlass) {
    constexpr Column kColumns[] = {{"sparse_id2", "sparsity_selector"},
                                   {"sparse_flag", "sparse"},
                                   {"saturate", "saturate"},
                                   {"c_format", "d_type"},
                                   {"a_format", "a_type"},
                                   {"b_format", "b_type"},
                                   {"a_negate", "negate_a"},
                                   {"b_negate", "negate_b"},
                                   {"a_major", "transpose_a"},
                                   {"b_major", "transpose_b"},
                                   {"n_dim", "n"},
                                   {"m_dim", "m"},
                                   {"max_shift", "max_shift"}};
    for (const char* kind : {"f16", "tf32", "f8f6f4", "i8"})
        compare_decoders("cutlass/instr_desc_decode.csv", table("idesc", kind), kColumns);
}

// CUTLASS stores M / 16 in five bits from bit 24, PTX stores M / 128 in two bits from bit 27. The bits of the selector
// are reserved in PTX. The test compares the fields that have the same bits in both.
TEST(WordOracle, DecodesBlockScaledInstructionDescriptorsLikeCutlass) {
    constexpr Column kColumns[] = {{"sparse_id2", "rsvd0"},  {"sparse_flag", "sparse"},      {"b_sf_id", "sfb_id"},
                                   {"a_format", "a_type"},   {"b_format", "b_type"},         {"a_negate", "negate_a"},
                                   {"b_negate", "negate_b"}, {"a_major", "transpose_a"},     {"b_major", "transpose_b"},
                                   {"n_dim", "n"},           {"scale_format", "scale_type"}, {"a_sf_id", "sfa_id"}};
    const Format& format = table("idesc-mxf8f6f4");
    compare_decoders("cutlass/instr_desc_blockscaled_decode.csv", format, kColumns);
    const Vectors v("cutlass/instr_desc_blockscaled_decode.csv");
    for (std::size_t row = 0; row < v.size(); ++row) {
        const std::uint64_t word = v.number(row, "raw");
        const std::uint64_t m =
            get_field(field_in(format, "m"), word) << 3 | get_field(field_in(format, "rsvd24"), word);
        ASSERT_EQ(m, v.number(row, "m_dim")) << row;
        ASSERT_EQ(get_field(field_in(format, "rsvd31"), word), v.number(row, "k_size")) << row;
    }
}

std::uint64_t encode_row(const Vectors& v, std::size_t row, const Format& format, std::string& why) {
    std::uint64_t word = blank_word(format);
    const auto set = [&](const char* id, const std::string& text) {
        if (text.empty() || !why.empty()) return;
        const auto next = with_field(format, word, id, text);
        if (next)
            word = *next;
        else
            why = next.why;
    };
    const bool scaled = format.id.starts_with("idesc-");
    set("a_type", v.text(row, "a_type"));
    set("b_type", v.text(row, "b_type"));
    if (!scaled) set("d_type", v.text(row, "c_type"));
    if (scaled) set("scale_type", v.text(row, "sf_type"));
    set("m", v.text(row, "M"));
    set("n", v.text(row, "N"));
    for (const auto& [id, column] :
         {std::pair{"transpose_a", "a_major"}, std::pair{"transpose_b", "b_major"}, std::pair{"negate_a", "a_neg"},
          std::pair{"negate_b", "b_neg"}, std::pair{"sparse", "sparse"}, std::pair{"sfa_id", "a_sf_id"},
          std::pair{"sfb_id", "b_sf_id"}})
        if (!v.text(row, column).empty()) set(id, "raw:" + v.text(row, column));
    if (!scaled) {
        if (!v.text(row, "saturate").empty()) set("saturate", "raw:" + v.text(row, "saturate"));
        if (!v.text(row, "max_shift").empty()) set("max_shift", "raw:" + v.text(row, "max_shift"));
    }
    // CUTLASS stores the selector of block-scaled sparse words in bits that PTX reserves.
    if (!v.text(row, "sparse_id2").empty())
        set(scaled ? "rsvd0" : "sparsity_selector", "raw:" + v.text(row, "sparse_id2"));
    if (find_field(format, "k_size") && !v.text(row, "k_size").empty()) set("k_size", "raw:" + v.text(row, "k_size"));
    return word;
}

TEST(WordOracle, EncodesEveryInstructionDescriptorLikeCutlass) {
    const Vectors v("cutlass/instr_desc.csv");
    std::map<std::string, int> rows;
    for (std::size_t row = 0; row < v.size(); ++row) {
        const std::string& kind = v.text(row, "kind");
        const Format* format = idesc_format(kind, Edition::v9_1);
        ASSERT_NE(format, nullptr) << "row " << row << ": kind " << kind;
        std::string why;
        const std::uint64_t word = encode_row(v, row, *format, why);
        ASSERT_EQ(why, "") << "row " << row;
        ASSERT_EQ(hex_word(*format, word), v.text(row, "desc")) << "row " << row << " kind " << kind;
        ++rows[kind];
    }
    for (const auto& [kind, count] : rows) std::printf("%s: %d words\n", kind.c_str(), count);
    EXPECT_EQ(rows.size(), 7u);
}

}  // namespace
}  // namespace tilescope
