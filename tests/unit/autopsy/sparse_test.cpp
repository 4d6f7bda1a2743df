// tests/unit/autopsy/sparse_test.cpp -- a sparse A: given with its zeros or as it is stored, with and without metadata.
// SPDX-License-Identifier: MIT
#include <tilescope/autopsy/diagnose.h>
#include <tilescope/hw/kinds.h>
#include <tilescope/layout/sparse_meta.h>
#include <tilescope/layout/wgmma_fragment.h>

#include <gtest/gtest.h>

#include <array>
#include <random>

namespace tilescope::autopsy::test {
namespace {

constexpr unsigned kRows = 64, kN = 8, kK = 32, kSteps = 2, kStored = kK / 2, kAll = kK * kSteps;
constexpr std::uint32_t kA = 0x400, kB = 0x1800, kStepOfA = 0x800, kStepOfB = 0x200;

std::uint64_t word(std::uint32_t start, std::uint32_t lbo, std::uint32_t sbo) {
    return start / 16 | std::uint64_t{lbo / 16} << 16 | std::uint64_t{sbo / 16} << 32;
}

// Two sparse wgmmas of f16, whose tiles have no swizzle. `more_zeros`: groups of A with one element only, too.
struct SparseKernel {
    std::vector<std::uint16_t> a = std::vector<std::uint16_t>(kRows * kAll),
                               stored = std::vector<std::uint16_t>(kRows * kAll / 2),
                               b = std::vector<std::uint16_t>(kN * kAll);
    std::array<std::vector<std::uint32_t>, kSteps> metadata;
    std::vector<std::uint8_t> memory = std::vector<std::uint8_t>(0x2000, 0xcc);
    std::uint32_t sbo_of_a = 256;

    // Without the code 0b0110, the elements are stored in the order of their columns.
    explicit SparseKernel(bool more_zeros = false, bool with_0110 = false) {
        std::mt19937 random(7);
        const auto number = [&] { return static_cast<std::uint16_t>(0x3800 + random() % 0x800); };
        const SparseGrain& grain = *find_grain("2:4");
        const WgmmaFragment codes = *meta_fragment(find_kind("f16")->metadata, 0);
        for (auto& registers : metadata) registers.assign(kWarpgroupThreads, 0);
        for (unsigned row = 0; row < kRows; ++row)
            for (unsigned group = 0; group < kAll / 4; ++group) {
                const SparseCode* code = &grain.codes[random() % grain.codes.size()];
                if (code->code == 0b0110 && !with_0110) code = &grain.codes.front();
                const KeptPositions kept = *kept_by(grain, code->code);
                const RegisterPlace at = place_of(codes, {int(row), int(group % (kK / 4))});
                metadata[group / (kK / 4)][at.thread] |= code->code << at.bit;
                for (unsigned j = 0; j < 2; ++j) {
                    const std::uint16_t value =
                        more_zeros && j == 1 && random() % 64 == 0 ? std::uint16_t{0} : number();
                    stored[row * kAll / 2 + group * 2 + j] = a[row * kAll + group * 4 + kept.at[j]] = value;
                }
            }
        for (std::uint16_t& value : b) value = number();
        for (unsigned s = 0; s < kSteps; ++s) {
            for (unsigned row = 0; row < kRows; ++row)
                for (unsigned k = 0; k < kStored; ++k)
                    put(kA + s * kStepOfA + row / 8 * 256 + k / 8 * 128 + row % 8 * 16 + k % 8 * 2,
                        stored[row * kAll / 2 + s * kStored + k]);
            for (unsigned row = 0; row < kN; ++row)
                for (unsigned k = 0; k < kK; ++k)
                    put(kB + s * kStepOfB + k / 8 * 128 + row * 16 + k % 8 * 2, b[row * kAll + s * kK + k]);
        }
    }

    Diagnosis diagnosed(bool with_zeros, bool with_metadata = true) const {
        Recording recording;
        recording.memories.push_back(memory);
        for (unsigned s = 0; s < kSteps; ++s) {
            SeenMma seen;
            seen.at = {0x1000 + 0x10 * s,
                       s == 0 ? "HGMMA.SP.64x8x32.F32 R24,gdesc[UR4],RZ,!UPT,R28,0x0"
                              : "HGMMA.SP.64x8x32.F32 R24,gdesc[UR4],R24,R28,0x0,gsb0",
                       {},
                       {}};
            seen.a = word(kA + s * kStepOfA, 128, sbo_of_a);
            seen.b = word(kB + s * kStepOfB, 128, 512);
            if (with_metadata) seen.metadata = metadata[s];
            seen.memory = 0;
            recording.events.emplace_back(seen);
        }
        const auto bytes = [](const std::vector<std::uint16_t>& words) {
            std::vector<std::uint8_t> out;
            for (const std::uint16_t w : words)
                out.push_back(static_cast<std::uint8_t>(w)), out.push_back(static_cast<std::uint8_t>(w >> 8));
            return out;
        };
        Expected expected;
        expected.a = {bytes(with_zeros ? a : stored), with_zeros ? kAll * 2 : kAll, "f16"};
        expected.b = {bytes(b), kAll * 2, "f16"};
        const auto found = diagnose(recording, chains_of(recording), expected);
        return found.size() == 1 ? found[0] : Diagnosis();
    }

private:
    void put(std::uint32_t at, std::uint16_t value) {
        memory[at] = static_cast<std::uint8_t>(value), memory[at + 1] = static_cast<std::uint8_t>(value >> 8);
    }
};

void expect_said(const Diagnosis& found, Verdict verdict, std::string_view line) {
    EXPECT_EQ(found.verdict, verdict) << found.line;
    EXPECT_NE(found.line.find(line), std::string::npos) << found.line;
}

TEST(SparseA, IsComparedAsItIsStored) {
    for (const bool more_zeros : {false, true}) {
        const SparseKernel kernel(more_zeros);
        expect_said(kernel.diagnosed(true), Verdict::right, "right. Each step reads the right elements of A and B");
        expect_said(kernel.diagnosed(false), Verdict::unknown,
                    "A was given as it is stored, so the metadata were not compared; what is stored of A, and B, are");
        expect_said(
            kernel.diagnosed(true, false), Verdict::unknown,
            "the metadata are in registers, which were not read; what is stored of A, and B, are read as given");
    }
}

// A mask that is multiplied leaves -0 where the element was negative.
TEST(SparseA, MayHaveZerosWithASign) {
    for (const bool more_zeros : {false, true}) {
        SparseKernel kernel(more_zeros);
        for (std::uint16_t& number : kernel.a)
            if (number == 0) number = 0x8000;
        expect_said(kernel.diagnosed(true), Verdict::right, "right. Each step reads the right elements of A and B");
        kernel.metadata[1][17] ^= 0b0100;
        expect_said(kernel.diagnosed(true), Verdict::unknown, "but the metadata put elements of A at other K columns");
    }
}

TEST(SparseA, NamesAWrongWordOrWrongBytes) {
    for (const bool with_zeros : {false, true})
        for (const bool with_metadata : {false, true}) {
            SparseKernel kernel;
            kernel.sbo_of_a = 128;
            const Diagnosis stride = kernel.diagnosed(with_zeros, with_metadata);
            expect_said(stride, Verdict::wrong, "sbo of A is 128; the bytes are written for 256. Set sbo to 256.");
            EXPECT_EQ(stride.faults.size(), 1u);
            kernel.sbo_of_a = 256;
            std::fill_n(kernel.memory.begin() + kA, 256, std::uint8_t{0xcc});
            if (with_metadata || !with_zeros)
                expect_said(kernel.diagnosed(with_zeros, with_metadata), Verdict::wrong,
                            "K step 0: The word of A reads where A was written, but rows 0 to 7 of A (0x400 to 0x4ff)");
            else
                EXPECT_EQ(kernel.diagnosed(with_zeros, with_metadata).verdict, Verdict::unknown);
        }
}

// The code keeps elements 2 and 1, in this order.
TEST(SparseA, CanBeStoredInAnotherOrder) {
    const SparseKernel kernel(false, true);
    expect_said(kernel.diagnosed(true), Verdict::right, "right. Each step reads the right elements of A and B");
    expect_said(kernel.diagnosed(true, false), Verdict::unknown,
                "metadata can order them otherwise, and were not read");
}

TEST(SparseA, SaysThatMetadataSelectOtherElements) {
    SparseKernel kernel;
    kernel.metadata[1][17] ^= 0b0100;
    expect_said(kernel.diagnosed(true), Verdict::unknown, "but the metadata put elements of A at other K columns");
}

}  // namespace
}  // namespace tilescope::autopsy::test
