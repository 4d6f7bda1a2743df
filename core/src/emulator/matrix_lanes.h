// core/src/emulator/matrix_lanes.h -- vector types of the compiler, with 16 and with 32 bytes.
// SPDX-License-Identifier: MIT
//
// Kernels are always-inlined templates over these types. So one source becomes two functions: a portable one, and one
// that is compiled for AVX2 and called if the machine has AVX2. Vectors are passed by reference. Vectors passed by
// value would change the calling convention of functions that are not compiled for AVX2.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#define TILESCOPE_INLINE inline __attribute__((always_inline))
#if defined(__x86_64__)
#define TILESCOPE_HAS_AVX2 1
#define TILESCOPE_AVX2 __attribute__((target("avx2")))
#else
#define TILESCOPE_HAS_AVX2 0
#endif

namespace tilescope {

struct Lanes16 {
    typedef std::int32_t I __attribute__((vector_size(16)));
    typedef std::uint32_t U __attribute__((vector_size(16)));
    typedef std::int16_t H __attribute__((vector_size(16)));
    typedef std::int16_t Quarter __attribute__((vector_size(8)));  // as many lanes as I has
    typedef std::uint8_t B __attribute__((vector_size(16)));
};
struct Lanes32 {
    typedef std::int32_t I __attribute__((vector_size(32)));
    typedef std::uint32_t U __attribute__((vector_size(32)));
    typedef std::int16_t H __attribute__((vector_size(32)));
    typedef std::int16_t Quarter __attribute__((vector_size(16)));
    typedef std::uint8_t B __attribute__((vector_size(32)));
};

// The number of columns that a kernel computes at once: one vector of bytes, or four vectors of 32-bit integers.
template <class L>
inline constexpr unsigned kColumns = sizeof(typename L::B);
inline constexpr unsigned kPadding = kColumns<Lanes32>;  // rows of arrays are padded to a multiple of this

constexpr unsigned padded(unsigned n) { return (n + kPadding - 1) / kPadding * kPadding; }

// Returns the index of position p of lane j. Lanes are stored in tiles of kPadding lanes, so a kernel reads memory
// sequentially.
constexpr std::size_t element_at(std::size_t k, std::size_t p, std::size_t j) {
    return j / kPadding * kPadding * k + p * kPadding + j % kPadding;
}

template <class V>
TILESCOPE_INLINE void load(V& to, const void* from) {
    std::memcpy(&to, from, sizeof to);
}
template <class V>
TILESCOPE_INLINE void store(void* to, const V& from) {
    std::memcpy(to, &from, sizeof from);
}
template <class V>
TILESCOPE_INLINE void at_least(V& x, const V& bound) {
    x = x > bound ? x : bound;
}
template <class V>
TILESCOPE_INLINE void at_most(V& x, const V& bound) {
    x = x < bound ? x : bound;
}

}  // namespace tilescope
