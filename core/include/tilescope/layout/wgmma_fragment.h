// core/include/tilescope/layout/wgmma_fragment.h -- the registers of the 128 threads that hold D, A and the metadata.
// SPDX-License-Identifier: MIT
//
// A warpgroup has four warps. Warp w has rows 16 w to 16 w + 15. Four threads with consecutive numbers have row r and
// row r + 8 of their warp:
//
//     thread = 32 x (row / 16) + 4 x (row % 8) + q        q: 0 to 3
//
// A run is a number of neighboring columns that one thread has. The runs of a row go to the threads of its group in
// turn (q), then to the next registers of the first thread. Example: D of type f32, runs of 2 columns:
//
//     columns            0 1   2 3   4 5   6 7   8 9   ...
//     q                  0     1     2     3     0
//     registers, row 0   0 1   0 1   0 1   0 1   4 5
//     registers, row 8   2 3   2 3   2 3   2 3   6 7
//
//     const auto d = d_fragment(16, 32);
//     place_of(*d, {9, 10})                {.thread = 5, .reg = 6, .bit = 0}
//     element_at(*d, {5, 6, 0})            {9, 10}
//
// The metadata has 4-bit codes, one for each group of columns (sparse_meta.h). For f16 and tf32, a selector in the
// instruction says which two threads of each group the instruction asks. For 8-bit types it asks all four.
//
// Sources are in the rows of kFragmentRows.
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/hw/measurements.h>
#include <tilescope/hw/types.h>
#include <tilescope/layout/smem_layout.h>

#include <cstdint>
#include <optional>
#include <string_view>

namespace tilescope {

// Source: PTX ISA 9.1, 9.7.15.2 (M is 64) and 9.7.15.1 (a warpgroup is four warps).
inline constexpr unsigned kWgmmaRows = 64, kWarpgroupThreads = 128;
inline constexpr unsigned kRegisterBits = 32;

enum class FragmentPart : std::uint8_t { d, a, meta };

// How one operand is spread over threads and registers.
struct FragmentRow {
    FragmentPart part;
    std::string_view name;  // metadata: the name of a row of kMetaRows
    unsigned bits;          // of one element
    unsigned columns;       // of one instruction; 0: N
    unsigned run;           // neighboring columns that one thread has
    unsigned threads;       // of each group of four: how many share the columns of a row
    bool rows_by_thread;    // true: rows r and r + 8 are in different threads. false: in different bits of one thread
    unsigned selectors;     // metadata: how many sets of threads there are; each of them can have the codes
    std::string_view note;  // the part that no document confirms; empty if there is none, or if it was measured
    std::string_view source;
    Certainty certainty;
};

inline constexpr std::string_view kFragmentDSource =
    "PTX ISA 9.1, 9.7.15.5.1.1, Figures 149, 151, 153 and 155; CUTLASS 4.2 CLayout_64xN (mma_traits_sm90_gmma.hpp)";
inline constexpr std::string_view kFragmentASource =
    "PTX ISA 9.1, 9.7.15.5.1.1, Figures 148, 150 and 152, and 9.7.15.6.2, Figures 175, 177 and 179 (sparse); "
    "CUTLASS 4.2 ALayout_64x8, 64x16, 64x32, 64x64 (mma_traits_sm90_gmma.hpp)";
inline constexpr std::string_view kFragmentBitSource = "PTX ISA 9.1, 9.7.15.5.1.1.4, Figure 154 and its table";
inline constexpr std::string_view kFragmentMetaSource =
    "CUTLASS 4.2 ELayout_64x16, 64x32, 64x64 (mma_traits_sm90_gmma_sparse.hpp); PTX ISA 9.1, 9.7.15.6.1 (selectors) "
    "and 9.7.15.6.2 (warps, and the bits in Figures 176, 178, 180 and 181)";

// clang-format off
inline constexpr FragmentRow kFragmentRows[] = {
    // part             name         bits columns run threads rows   selectors
    {FragmentPart::d,    "32-bit D",  32,   0,  2, 4, false, 1, {}, kFragmentDSource, measured("fragments")},
    {FragmentPart::d,    "16-bit D",  16,   0,  2, 4, false, 1, {}, kFragmentDSource, measured("fragments")},
    {FragmentPart::a,    "32-bit A",  32,   8,  1, 4, false, 1, {}, kFragmentASource, measured("fragments")},
    {FragmentPart::a,    "16-bit A",  16,  16,  2, 4, false, 1, {}, kFragmentASource, measured("fragments")},
    {FragmentPart::a,    "8-bit A",    8,  32,  4, 4, false, 1, {}, kFragmentASource, measured("fragments")},
    {FragmentPart::a,    "1-bit A",    1, 256, 32, 4, false, 1, {}, kFragmentBitSource, measured("experiments")},
    {FragmentPart::meta, "tf32",       4,   8,  4, 2, false, 2, {}, kFragmentMetaSource, measured("sparse-meta")},
    {FragmentPart::meta, "f16",        4,   8,  4, 2, false, 2, {}, kFragmentMetaSource, measured("sparse-meta")},
    {FragmentPart::meta, "8-bit",      4,  16,  8, 2, true,  1, {}, kFragmentMetaSource, measured("sparse-meta")},
};
// clang-format on

struct WgmmaFragment {
    const FragmentRow* row = &kFragmentRows[0];
    unsigned columns = 8;  // D: N; A: stored columns of K; metadata: codes of a row
    unsigned selector = 0;
};

// D with N columns. Errors: no D has elements of this size, or N is not a multiple of 8 from 8 to 256.
Answer<WgmmaFragment> d_fragment(unsigned n, unsigned bits);

// A in registers; the same for a dense and for a sparse A, because the fragment has the stored elements.
// Errors: wgmma does not have the type.
Answer<WgmmaFragment> a_fragment(const ElementType& type);

// The metadata of a kind (KindRow::metadata). Its columns are codes.
// Errors: the place of the metadata of this kind is not known, or the selector has no meaning for it.
Answer<WgmmaFragment> meta_fragment(std::string_view metadata, unsigned selector = 0);

// The first bit of an element: in the 32-bit register `reg` of `thread`.
struct RegisterPlace {
    unsigned thread = 0, reg = 0, bit = 0;
    friend bool operator==(const RegisterPlace&, const RegisterPlace&) = default;
};

unsigned registers_of(const WgmmaFragment& fragment);  // of each thread

// Requires: 0 <= row < 64 and 0 <= column < columns.
RegisterPlace place_of(const WgmmaFragment& fragment, Element element);

// Returns the element that contains the bit. Returns nothing past the registers, and for threads without metadata.
std::optional<Element> element_at(const WgmmaFragment& fragment, const RegisterPlace& place);

}  // namespace tilescope
