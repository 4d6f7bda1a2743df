// tests/unit/notation/triton_kernels_test.cpp -- kernels that Triton compiled: their IR and their words agree.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/formats/smem.h>
#include <tilescope/layout/descriptor.h>
#include <tilescope/notation/triton_layout.h>

#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace tilescope {
namespace {

// Triton wrote these kernels, so they are not a part of the checkout.
const std::filesystem::path kTritonKernels = std::filesystem::path(TILESCOPE_SOURCE_DIR) / "../shared/vectors/triton";

std::string file_text(const std::filesystem::path& path) {
    std::ifstream in(path);
    return {std::istreambuf_iterator<char>(in), {}};
}

// Returns the values of a key in the part of expected.json about one kernel.
std::vector<std::string> expected_values(std::string_view json, const std::string& kernel, std::string_view key) {
    std::vector<std::string> out;
    const std::size_t begin = json.find('"' + kernel + '"');
    if (begin == json.npos) return out;
    json = json.substr(begin, json.find(']', begin) - begin);
    const std::string quoted = say('"', key, "\": \"");
    for (std::size_t at = json.find(quoted); at != json.npos; at = json.find(quoted, at + 1)) {
        const std::size_t value = at + quoted.size();
        out.emplace_back(json.substr(value, json.find('"', value) - value));
    }
    return out;
}

TEST(Triton, HighHalvesAgreeWithTheWordsOfCompiledKernels) {
    const std::string expected = file_text(kTritonKernels / "expected.json");
    if (expected.empty()) GTEST_SKIP() << "no " << kTritonKernels << ": the project does not contain these kernels";
    unsigned compared = 0;
    for (const auto& entry : std::filesystem::directory_iterator(kTritonKernels)) {
        if (entry.path().extension() != ".ttgir") continue;
        const std::string kernel = entry.path().stem().string(), text = file_text(entry.path());
        const auto aliases = triton_aliases(text);
        unsigned operations = 0;
        for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1) {
            const std::string_view line = std::string_view(text).substr(at, text.find('\n', at) - at);
            const auto mma = parse_triton_mma(line, aliases);
            if (!mma) continue;
            ++operations;
            const Format& format = mma->hopper ? kWgmma91 : kSmem91;
            for (const Operand o : kBothOperands) {
                const auto& memory = pick(o, mma->a, mma->b);
                ASSERT_TRUE(memory) << line;
                const ElementType* type = triton_type(*memory, pick(o, mma->a_type, mma->b_type));
                ASSERT_NE(type, nullptr) << line;
                const auto tile = triton_tile(*memory, o, *type);
                ASSERT_TRUE(tile) << tile.why;
                const auto word = descriptor_of(format, triton_slice(*tile, 0));
                ASSERT_TRUE(word) << word.why;
                for (const std::string& high : expected_values(expected, kernel, pick(o, "a_hi", "b_hi"))) {
                    EXPECT_EQ(hex(*word >> 32, 8), high) << kernel << " " << name_of(o);
                    EXPECT_EQ(hex(*triton_high_half(std::get<TritonShared>(memory->encoding), format), 8), high);
                    ++compared;
                }
                // Bits 15 and 16 of the instruction descriptor tell the major.
                for (const std::string& idesc : expected_values(expected, kernel, "idesc")) {
                    const std::uint64_t bits = std::stoull(idesc, nullptr, 16);
                    EXPECT_EQ((bits >> pick(o, 15, 16) & 1) != 0, tile->layout.major == Major::mn) << kernel;
                    ++compared;
                }
            }
            if (mma->hopper) continue;
            ASSERT_TRUE(mma->d) << line;
            const auto d = triton_tmem(*mma->d);
            ASSERT_TRUE(d) << d.why;
            for (const std::string& idesc : expected_values(expected, kernel, "idesc")) {
                const std::uint64_t bits = std::stoull(idesc, nullptr, 16);
                EXPECT_EQ((bits >> 17 & 0x3f) * 8, d->layout.columns) << kernel;
                EXPECT_EQ(mma->scaled ? (bits >> 27 & 3) * 128 : (bits >> 24 & 0x1f) * 16, d->m) << kernel;
                compared += 2;
            }
        }
        EXPECT_GT(operations, 0u) << kernel;
    }
    std::printf("%u comparisons\n", compared);
    EXPECT_GT(compared, 0u);
}

}  // namespace
}  // namespace tilescope
