// core/src/study/experiment_sums.cpp -- experiments about the way in which an MMA adds.
// SPDX-License-Identifier: MIT
//
// The operands have few elements that are not 0. So each prediction can be computed by hand.
#include "experiment_parts.h"

#include <algorithm>

namespace tilescope::experiment {
namespace {

constexpr std::uint32_t kSignF32 = 0x80000000, kNanF32 = 0x7fffffff;
constexpr std::uint32_t kMinusOneUe4m3 = 0xb8;  // with bit 7
constexpr std::uint32_t kSmallC = 0x00800003;   // 2^-126 x (1 + 3 x 2^-23)

// A float type, as far as 2^-j needs it: the exponent bias and the number of fraction bits.
struct Powers {
    int bias, fraction;
    // 2^exponent, as a normal or subnormal word. Requires: the type has this value.
    std::uint32_t word(int exponent) const {
        const int normal = exponent + bias;
        if (normal > 0) return static_cast<std::uint32_t>(normal) << fraction;
        return 1u << (fraction - 1 + normal);
    }
};
constexpr Powers kPowersF16{15, 10}, kPowersE5m2{15, 2}, kPowersF32{127, 23};

// The elements (row, k) of an operand: a function of both.
template <class Word>
void fill_rows(std::vector<std::uint32_t>& operand, unsigned columns, Word word) {
    for (std::size_t e = 0; e < operand.size(); ++e)
        operand[e] = word(static_cast<unsigned>(e / columns), static_cast<unsigned>(e % columns));
}

// D[i][j] = 1 x 1 - 1 x 1 + 2^-j, and in odd rows - 2^-j. The sum keeps 2^-j only if it keeps j bits below 1.
struct WidthForm {
    Powers powers;
    int a_exponent;      // A has 2^a_exponent, B the rest
    unsigned last;       // the greatest j that both types have together
    std::uint32_t sign;  // of A and B
};

Fill width_values(const WidthForm& form) {
    return [form](ReferenceOperands& all) {
        const std::uint32_t one = form.powers.word(0), small = form.powers.word(form.a_exponent);
        fill_rows(all.a, all.k, [&](unsigned row, unsigned k) {
            return k == 0 ? one : k == 1 ? one | form.sign : k == 2 ? small | (row % 2 != 0 ? form.sign : 0) : 0;
        });
        fill_rows(all.b, all.k, [&](unsigned row, unsigned k) {
            if (k == 2)
                return row == 0 || row > form.last ? 0 : form.powers.word(-form.a_exponent - static_cast<int>(row));
            return k < 2 ? one : 0;
        });
    };
}

// One prediction for each number of bits. The last answer is that all bits are kept.
Jobs widths(const Session& memory, const WidthForm& form, std::initializer_list<unsigned> kept) {
    Trial trial("2^-j", memory, width_values(form));
    for (const unsigned bits : kept)
        trial.words(std::to_string(bits), [&](unsigned row, unsigned column) {
            if (column == 0 || column > std::min(bits, form.last)) return 0u;
            return kPowersF32.word(-static_cast<int>(column)) | (row % 2 != 0 ? kSignF32 : 0);
        });
    return trial.alone();
}

Session zero_d(Session s) {
    s.run.enable_d = true;
    return s;
}

}  // namespace

Jobs accumulator_width(const ArchRow& arch, unsigned) {
    const Session memory = started(arch, family_of(arch).idesc ? kPlainF16 : kPlainF16Hopper);
    return widths(memory, {kPowersF16, -12, 36, 0x8000}, {22, 23, 24, 25, 26, 27, 28, 36});
}

Jobs accumulator_width_fp8(const ArchRow& arch, unsigned) {
    const Session memory = started(arch, family_of(arch).idesc ? kPlainE5m2 : kPlainE5m2Hopper);
    return widths(memory, {kPowersE5m2, -14, 30, 0x80}, {12, 13, 14, 15, 22, 23, 24, 25, 26, 30});
}

// 16 products of about 2^-140, whose low bits are below 2^-151.
Jobs floor_of_window(const ArchRow& arch, unsigned) {
    const Fill tiny = [](ReferenceOperands& all) {
        std::ranges::fill(all.a, 0x1fff);
        std::ranges::fill(all.b, 0x19fd);
    };
    const Session memory = started(arch, kPlainBf16);
    return Trial("tiny products", memory, tiny).model("no_zeros", memory).alternative("zeros", Doubt::mmasim).alone();
}

// 2^-149 - 2^-159: with a window that ends at 2^-158, the second product is lost. The scale factors are 2^-75 and
// 2^-74.
Jobs floor_of_scaled(const ArchRow& arch, unsigned) {
    constexpr std::uint32_t kOne = 0x38, kSmall = 0x10, kMinusSmall = 0x90;  // e4m3: 1, 2^-5, -2^-5
    const Fill values = [](ReferenceOperands& all) {
        fill_rows(all.a, all.k, [](unsigned, unsigned k) { return k == 0 ? kOne : k == 1 ? kMinusSmall : 0; });
        fill_rows(all.b, all.k, [](unsigned, unsigned k) { return k == 0 ? kOne : k == 1 ? kSmall : 0; });
        std::ranges::fill(all.sfa, 127 - 75);
        std::ranges::fill(all.sfb, 127 - 74);
    };
    const Session memory = started(arch, kScaledE4m3);
    return Trial("2^-149 - 2^-159", memory, values)
        .model("no_limit", memory)
        .alternative("limit", Doubt::mx133)
        .alone();
}

// 2^-149 in the first block; -5 x 2^-175 and 4 x 2^-175 in two groups of the second block. A window that ends at 2^-174
// loses the last bit of the second sum, so nothing is left to subtract.
Jobs floor_of_fp4(const ArchRow& arch, unsigned) {
    constexpr std::uint32_t kHalf = 1, kOne = 2, kMinusHalf = 9, kMinusOne = 10;  // e2m1
    constexpr unsigned kBlock = 32, kGroup = 16;
    const Fill values = [](ReferenceOperands& all) {
        fill_rows(all.a, all.k, [](unsigned, unsigned k) {
            switch (k) {
            case 0: return kOne;
            case kBlock: return kMinusOne;
            case kBlock + 1: return kMinusHalf;
            case kBlock + kGroup: return kOne;
            default: return 0u;
            }
        });
        fill_rows(all.b, all.k, [](unsigned, unsigned k) { return k == kBlock + 1 ? kHalf : kOne; });
        const auto factors = static_cast<unsigned>(all.sfa.size() / all.m);
        fill_rows(all.sfa, factors, [](unsigned, unsigned f) { return f % 2 == 0 ? 127u - 75 : 127u - 87; });
        fill_rows(all.sfb, factors, [](unsigned, unsigned f) { return f % 2 == 0 ? 127u - 74 : 127u - 86; });
    };
    const Session memory = started(arch, kMxf4);
    return Trial("2^-149 - 2^-175", memory, values)
        .model("whole_groups", memory)
        .alternative("limit", Doubt::q174)
        .alone();
}

namespace {

// The first block is 6 x 6 - 6 x 6 with the greatest scale factor, which sets the window. In the second block, products
// cancel in a group of 16, but not in a group of 4, where the sums have bits below the window. Sparse: the same with
// stored elements of A, where each has two columns of K.
Fill small_blocks(bool sparse) {
    return [sparse](ReferenceOperands& all) {
        constexpr std::uint32_t kSix = 7, kMinusSix = 15, kGreatest = 0x7e;
        constexpr unsigned kStored = 64, kBlock = 16;  // elements of A
        const unsigned each = sparse ? 2 : 1;          // columns of K of an element of A
        fill_rows(all.a, all.k / each, [&](unsigned row, unsigned k) {
            if (k % kStored < kBlock) return k % kStored == 0 ? kSix : k % kStored == 1 ? kMinusSix : 0u;
            return (row * 7 + k * 5 + row * k) % 16;
        });
        fill_rows(all.b, all.k, [&](unsigned row, unsigned k) {
            if (k % (each * kStored) >= each * kBlock) return (row * 3 + k * 11 + row * k) % 16;
            return sparse || k % kStored < 2 ? kSix : 0u;
        });
        for (auto* factors : {&all.sfa, &all.sfb})
            fill_rows(*factors, static_cast<unsigned>(all.sfa.size() / all.m),
                      [](unsigned row, unsigned f) { return f % 4 == 0 ? kGreatest : 1 + (row + f) % 7; });
    };
}

}  // namespace

Jobs groups_of_fp4(const ArchRow& arch, unsigned) {
    const Session memory = started(arch, kNvfp4);
    return Trial("small blocks", memory, small_blocks(false))
        .model("four", memory)
        .alternative("sixteen", Doubt::g16)
        .alone();
}

// With random codes. A group of 4 is either 4 stored elements or 4 columns of K.
Jobs groups_of_sparse(const ArchRow& arch, unsigned) {
    Session memory = started(arch, kNvfp4Sparse);
    memory.meta_recipe.kind = MetaRecipeKind::random;
    return Trial("small blocks", memory, small_blocks(true))
        .model("stored", memory)
        .alternative("logical", Doubt::lk4)
        .alternative("sixteen", Doubt::g16)
        .alone();
}

Jobs scale_sign(const ArchRow& arch, unsigned) {
    const Fill minus = [](ReferenceOperands& all) { std::ranges::fill(all.sfa, kMinusOneUe4m3); };
    const Session memory = started(arch, kNvfp4);
    return Trial("SFA 0xb8", memory, minus)
        .model("ignored", memory)
        .model("negative", with(memory, {{WordId::idesc, "negate_a", 1}}))
        .words("nan", [](unsigned, unsigned) { return kNanF32; })
        .alone();
}

// (2^23 + 3) x 2^-150 is 2^-149 x 4194305.5.
Jobs scaled_input_d(const ArchRow& arch, unsigned) {
    constexpr std::uint32_t kBelow = 0x00400001, kNearest = 0x00400002;
    const Fill values = [](ReferenceOperands& all) {
        std::ranges::fill(all.a, 0);
        std::ranges::fill(all.c, kSmallC);
    };
    Session memory = zero_d(started(arch, kPlainF16));
    memory.variant.scale_d = 1;
    const auto all = [](std::uint32_t word) { return [word](unsigned, unsigned) { return word; }; };
    return Trial("C 2^-126 x (1 + 3 x 2^-23)", memory, values)
        .words("truncated", all(kBelow))
        .words("nearest", all(kNearest))
        .words("flushed", all(0))
        .words("unscaled", all(kSmallC))
        .alone();
}

}  // namespace tilescope::experiment
