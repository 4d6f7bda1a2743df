// core/src/emulator/profile.cpp -- how each unit and kind adds: one table row each, with its certainty.
// SPDX-License-Identifier: MIT
#include <tilescope/emulator/profile.h>
#include <tilescope/hw/measurements.h>
#include <tilescope/hw/types.h>

#include <algorithm>
#include <array>

namespace tilescope {
namespace {

using Names = std::string_view;

// The floating-point types with 8-bit containers: the inputs of f8f6f4 and mxf8f6f4, and those of them that wgmma has.
constexpr bool is_small(const ElementType& t) { return find_float(t.id) && t.container_bits == 8; }
constexpr bool is_small_on_hopper(const ElementType& t) { return is_small(t) && t.wgmma; }

template <bool (*Takes)(const ElementType&)>
constexpr auto ids_of() {
    constexpr auto count = static_cast<std::size_t>(std::ranges::count_if(kElementTypes, Takes));
    std::array<std::string_view, count> out{};
    std::size_t next = 0;
    for (const ElementType& t : kElementTypes)
        if (Takes(t)) out[next++] = t.id;
    return out;
}
constexpr auto kSmall = ids_of<is_small>();
constexpr auto kFp8 = ids_of<is_small_on_hopper>();

constexpr Names kTf32[] = {"tf32"}, kF16[] = {"f16"}, kBf16[] = {"bf16"}, kE2m1[] = {"e2m1"}, kB1[] = {"b1"};
constexpr Names kBytes[] = {"u8", "s8"};
constexpr Names kToF32[] = {"f32"}, kToBoth[] = {"f32", "f16"}, kToS32[] = {"s32"};

constexpr DoubtSet kPlain = set_of(Doubt::mmasim), kSparse = set_of(Doubt::ws_sparse);
constexpr DoubtSet kScaledD = set_of(Doubt::scale_d);
constexpr DoubtSet kMx = set_of(Doubt::mmasim) | set_of(Doubt::mx133);
constexpr DoubtSet kFp4Doubts = set_of(Doubt::mmasim) | set_of(Doubt::q174) | set_of(Doubt::k96);
constexpr DoubtSet kNvDoubts =
    set_of(Doubt::mmasim) | set_of(Doubt::g16) | set_of(Doubt::k96) | set_of(Doubt::ue4m3_sign);
constexpr DoubtSet kNvSparse = set_of(Doubt::g16) | set_of(Doubt::lk4) | set_of(Doubt::ue4m3_sign);

constexpr Names kB200 = "sf-tensor/tcgen05 model.py @affce0c4 (results of a B200 agree); microsoft/MMA-Sim @c7851383";
constexpr Names kB200Only = "sf-tensor/tcgen05 model.py @affce0c4 (results of a B200 agree)";
constexpr Names kPtxInteger = "PTX ISA 9.1, tcgen05.mma and Table 42 (saturate)";
// The vectors have dense and sparse products of all types of wgmma.
constexpr Names kHopperDots =
    "2,023,424 dot products of wgmma, dense and sparse; PTX ISA 9.1, wgmma.mma_async (integers)";

constexpr Addition kWindow{
    SumRule::window,
    25,
    kNoFloor,
    0,
    23,
    "keeps 25 bits below the greatest exponent (zeros have none); truncates each term toward zero; adds all terms in "
    "one sum"};
constexpr Addition kFloored{
    SumRule::window,
    25,
    -133,
    0,
    23,
    "keeps 25 bits below the greatest exponent (-133 or more; zeros have none); truncates each term toward zero; adds "
    "all terms in one sum"};
constexpr Addition kShort{
    SumRule::window,
    13,
    kNoFloor,
    0,
    13,
    "keeps 13 bits below the greatest exponent (zeros have none); truncates each term toward zero; adds all terms in "
    "one sum; an f32 result has 13 fraction bits"};
constexpr Addition kFp4{SumRule::groups,
                        35,
                        kNoFloor,
                        16,
                        23,
                        "keeps 35 bits below the greatest scale exponent; adds groups of 16 products exactly"};
constexpr Addition kNv{
    SumRule::groups,
    35,
    kNoFloor,
    4,
    23,
    "keeps 35 bits below the greatest scale exponent; adds groups of 4 products exactly (groups of 16 if C has the "
    "greatest exponent)"};
constexpr Addition kInteger{
    SumRule::integer, 0, kNoFloor, 0, 0, "exact sum; the result wraps to 32 bits or, with saturation, is clamped once"};
constexpr Addition kPopcount{
    SumRule::popcount, 0, kNoFloor, 0, 0, "counts the 1 bits of (A AND B); the result wraps to 32 bits"};

constexpr Certainty kSure = Certainty::confirmed, kModel = Certainty::secondary, kMeasured = measured("dots");

// clang-format off
constexpr Profile kProfiles[] = {
    // id                unit           kind        types   d_types  scales       grain  adds       dense doubts       sparse doubts                          source       certainty
    {"tf32",             Unit::tcgen05, "tf32",     kTf32,  kToF32,  "",      0,  "1:2", kFloored,  kPlain | kScaledD, kSparse | kScaledD,                    kB200Only,   kModel},
    {"f16",              Unit::tcgen05, "f16",      kF16,   kToBoth, "",      0,  "2:4", kWindow,   kPlain | kScaledD, kSparse | kScaledD,                    kB200,       kModel},
    {"bf16",             Unit::tcgen05, "f16",      kBf16,  kToF32,  "",      0,  "2:4", kFloored,  kPlain | kScaledD, kSparse | kScaledD,                    kB200Only,   kModel},
    {"f8f6f4",           Unit::tcgen05, "f8f6f4",   kSmall, kToBoth, "",      0,  "2:4", kWindow,   kPlain,            kSparse,                               kB200,       kModel},
    {"i8",               Unit::tcgen05, "i8",       kBytes, kToS32,  "",      0,  "2:4", kInteger,  0,                 kSparse | set_of(Doubt::sparse_i8),    kPtxInteger, kSure},
    {"mxf8f6f4",         Unit::tcgen05, "mxf8f6f4", kSmall, kToF32,  "ue8m0", 32, "2:4", kWindow,   kMx,               set_of(Doubt::mx133),                  kB200Only,   kModel},
    {"mxf4",             Unit::tcgen05, "mxf4",     kE2m1,  kToF32,  "ue8m0", 32, "4:8", kFp4,      kFp4Doubts,        set_of(Doubt::q174),                   kB200,       kModel},
    {"mxf4nvf4-2x",      Unit::tcgen05, "mxf4nvf4", kE2m1,  kToF32,  "ue8m0", 32, "4:8", kFp4,      kFp4Doubts,        set_of(Doubt::q174),                   kB200,       kModel},
    {"mxf4nvf4-4x",      Unit::tcgen05, "mxf4nvf4", kE2m1,  kToF32,  "ue8m0", 16, "4:8", kFp4,      kFp4Doubts,        set_of(Doubt::q174),                   kB200,       kModel},
    {"mxf4nvf4-ue4m3",   Unit::tcgen05, "mxf4nvf4", kE2m1,  kToF32,  "ue4m3", 16, "4:8", kNv,       kNvDoubts,         kNvSparse,                             kB200Only,   kModel},
    {"wgmma-tf32",       Unit::wgmma,   "",         kTf32,  kToF32,  "",      0,  "1:2", kFloored,  0,                 0,                                     kHopperDots,       kMeasured},
    {"wgmma-f16",        Unit::wgmma,   "",         kF16,   kToBoth, "",      0,  "2:4", kWindow,   0,                 0,                                     kHopperDots,       kMeasured},
    {"wgmma-bf16",       Unit::wgmma,   "",         kBf16,  kToF32,  "",      0,  "2:4", kFloored,  0,                 0,                                     kHopperDots,       kMeasured},
    {"wgmma-fp8",        Unit::wgmma,   "",         kFp8,   kToBoth, "",      0,  "2:4", kShort,    0,                 0,                                     kHopperDots,       kMeasured},
    {"wgmma-i8",         Unit::wgmma,   "",         kBytes, kToS32,  "",      0,  "2:4", kInteger,  0,                 0,                                     kHopperDots,       kMeasured},
    {"wgmma-b1",         Unit::wgmma,   "",         kB1,    kToS32,  "",      0,  "",    kPopcount, 0,                 0,                                     kHopperDots,       kMeasured},
};

constexpr DoubtRow kDoubts[] = {
    {Doubt::mmasim,       "mmasim",       true,  "This emulator ignores zeros and an absent C when it looks for the greatest exponent. MMA-Sim gives them the raw exponent -126. For wgmma, measurements on an H100 contradict MMA-Sim; for tcgen05, no measurement that tells is public. Also, MMA-Sim always adds fp4 products in groups of 16.", "microsoft/MMA-Sim @c7851383; wgmma measured on an H100 (h100_dots.csv.gz)"},
    {Doubt::g16,          "g16",          true,  "With ue4m3 scale factors, this emulator adds groups of 4 products exactly. Then it drops the bits of each sum that are below the kept bits. MMA-Sim uses groups of 16 products. No public B200 result shows which rule is right.", "microsoft/MMA-Sim @c7851383; sf-tensor/tcgen05 model.py @affce0c4"},
    {Doubt::lk4,          "lk4",          true,  "If A is sparse, this emulator adds groups of 4 stored elements. The public model sf-tensor/tcgen05 has two code paths, and one of them counts the groups along the logical K instead.", "sf-tensor/tcgen05 @8fce64d8"},
    {Doubt::mx133,        "mx133",        true,  "In this emulator, the greatest exponent of a sum has no lower limit for mxf8f6f4. Perhaps the hardware replaces an exponent less than -133 by -133, as for tf32 and bf16.", "no public measurement; sf-tensor/tcgen05 model.py @affce0c4 has no limit"},
    {Doubt::q174,         "q174",         true,  "In this emulator, a subnormal fp4 result loses the groups with smaller scale factors whose sum is below 2^-174, as the author of the model observed. A window that never goes below 2^-174 gives nearly the same results.", "sf-tensor/tcgen05 model.py @affce0c4"},
    {Doubt::scale_d,      "scale_d",      false, "In this emulator, scale-input-d reduces the exponent of C exactly, before any truncation. No source states where the hardware rounds.", "PTX ISA 9.1, tcgen05.mma (does not state this)"},
    {Doubt::k96,          "k96",          false, "In this emulator, K = 96 is added like any other K, in groups of 16. No public model or measurement covers K = 96.", "no public measurement"},
    {Doubt::ws_sparse,    "ws_sparse",    false, "In this emulator, sparse .ws forms add like the forms without .ws. If the first hardware result differs, the public probe sf-tensor/tcgen05 accepts the second one.", "sf-tensor/tcgen05 @8fce64d8"},
    {Doubt::ue4m3_sign,   "ue4m3_sign",   false, "This emulator ignores bit 7 of a ue4m3 factor. MMA-Sim uses the absolute value. No hardware test is known.", "sf-tensor/tcgen05 model.py @affce0c4; microsoft/MMA-Sim @c7851383"},
    {Doubt::sparse_i8,    "sparse_i8",    false, "In this emulator, sparse i8 adds the stored elements exactly. No public measurement covers sparse i8.", "PTX ISA 9.1, tcgen05.mma; sf-tensor/tcgen05 @affce0c4 (dense only)"},
};
// clang-format on

}  // namespace

std::span<const Profile> all_profiles() { return kProfiles; }

std::span<const DoubtRow> all_doubts() { return kDoubts; }

std::vector<const DoubtRow*> rows_of(DoubtSet doubts) {
    std::vector<const DoubtRow*> out;
    for (const DoubtRow& row : kDoubts)
        if ((doubts & set_of(row.doubt)) != 0) out.push_back(&row);
    return out;
}

}  // namespace tilescope
