// core/src/emulator/matrix_lanes.h -- vectors as the compiler knows them, of 16 and of 32 bytes.
// SPDX-License-Identifier: MIT
//
// Kernels are templates over these and always inlined, so that one text becomes two functions: a plain one for any
// machine, and one that is compiled for AVX2 and called where the machine has it. Vectors travel by reference: as
// arguments by value they would change the calling convention of functions that are not compiled for AVX2.
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

// Columns that a kernel works on at once: one vector of bytes, four of 32 bits.
template <class L>
inline constexpr unsigned kColumns = sizeof(typename L::B);
inline constexpr unsigned kPadding = kColumns<Lanes32>;  // rows of arrays are filled up to a multiple

constexpr unsigned padded(unsigned n) { return (n + kPadding - 1) / kPadding * kPadding; }

// Where position p of lane j stands: tiles of kPadding lanes, so that a kernel walks through memory without jumps.
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
