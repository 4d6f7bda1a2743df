// core/include/tilescope/autopsy/recording.h -- what a debugger saw of the MMAs of a kernel.
// SPDX-License-Identifier: MIT
//
// A recording is what happened at the stops, in order: before an MMA, after a wait, behind a tcgen05.ld, at an
// exception. It says nothing about right and wrong. app/autopsy reads one from a debugger or from files; chain.h makes
// chains of it.
//
//     events   mma  mma  mma  mma  wait          one warpgroup, four K steps, then its D
//     memory    0    0    0    0    0            indices of `memories`: the bytes were the same at each stop
//
// What the debugger could not read is absent (no value, an empty vector), and `lost` says why. It is never 0.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace tilescope::autopsy {

inline constexpr std::size_t kNoMemory = ~std::size_t{0};
inline constexpr unsigned kAllWarps = 0b1111;  // of a warpgroup

// A uniform register or a predicate that is not 0, by its name in machine code: "UR4", "UP0".
struct Register {
    std::string name;
    std::uint32_t value = 0;
    friend bool operator==(const Register&, const Register&) = default;
};

// The place in the program. `line` is "gemm.cu:142", or empty without line numbers.
struct CodePlace {
    std::uint64_t pc = 0;
    std::string text;  // the machine code: "HGMMA.64x64x16.F32 R24, gdesc[UR4], RZ, !UPT"
    std::string line;
    std::string called_at;  // the same of the call, if `line` is in an inlined function
};

// A warpgroup stands before a wgmma, or a warp before a tcgen05.mma, which one thread issues. All that a tcgen05.mma
// takes from registers is in `uniform` and `predicates`: both words, the instruction descriptor, the masks, the
// addresses in Tensor Memory, and enable-input-d. What Tensor Memory has is known only of D, from SeenLoad.
struct SeenMma {
    CodePlace at;
    unsigned warpgroup = 0;              // of the block: threads 128 w to 128 w + 127
    unsigned warps = kAllWarps;          // bit i: threads 32 i to 32 i + 31 of the warpgroup stand here
    unsigned skipped = 0;                // MMAs of the warpgroup that ran unrecorded since its event before
    unsigned visit = 0;                  // how often the warpgroup came to this place, with this time; 0: not known
    bool again = false;                  // these warps stood here at an earlier stop, and have not moved since
    std::optional<std::uint64_t> a, b;   // the words. No value: A is in registers, or the register was not read
    std::optional<std::uint32_t> idesc;  // of tcgen05
    std::vector<Register> uniform, predicates;
    bool uniform_read = true, predicates_read = true;       // false: nothing is known of them
    std::vector<std::array<std::uint32_t, 4>> a_registers;  // of the 128 threads, where A is in registers; else empty
    std::vector<std::uint32_t> metadata;  // the register of the 128 threads of a sparse wgmma; else empty
    std::size_t memory = kNoMemory;
};

// A warpgroup stands behind a wait.
struct SeenWait {
    CodePlace at;  // `pc` of the instruction behind the wait, `text` of the wait
    unsigned warpgroup = 0;
    unsigned warps = kAllWarps;
    unsigned skipped = 0;  // then D has their sums too
    unsigned visit = 0;
    bool again = false;
    unsigned pending = 0;               // how many groups of MMAs may still run
    unsigned d_first = 0, d_count = 0;  // registers R`d_first` and on of each thread
    std::vector<std::uint32_t> d;       // 128 x d_count, thread by thread; empty: not read
    std::size_t memory = kNoMemory;
};

// A warp has the registers of a tcgen05.ld.
struct SeenLoad {
    CodePlace at;                       // of the tcgen05.ld
    unsigned warpgroup = 0, warp = 0;   // of the block
    std::uint32_t address = 0;          // in Tensor Memory: lane << 16 | column
    unsigned d_first = 0, d_count = 0;  // registers R`d_first` and on of each thread
    std::vector<std::uint32_t> d;       // 32 x d_count, thread by thread
    std::vector<unsigned> lost;         // numbers of registers that were overwritten before they were read
    std::size_t mmas = 0;               // SeenMma of the recording before the warp stood at the tcgen05.ld
};

// The program stopped because of an error.
struct SeenException {
    std::string message;              // "CUDA_EXCEPTION_14, Warp Illegal Address"
    CodePlace at;                     // of the instruction at fault, if the debugger knows it
    std::vector<SeenMma> warpgroups;  // the MMA at which each one stands, with the words that its registers hold
    std::size_t memory = kNoMemory;
};

// No stop came any more, and the kernel did not end: where the warps of the block stood then.
struct SeenHang {
    struct Place {
        unsigned warpgroup = 0, warps = 0;  // so many of its warps
        CodePlace at;
        std::string offset;             // "+2192": of the instruction, in the kernel
        std::vector<std::string> loop;  // the instructions of the short loop there; empty: there is none
        bool held = false;              // the debugger stops warps there
    };
    double seconds = 0;   // since the last stop
    bool watched = true;  // every MMA had a breakpoint, so that the next one would have been seen
    std::vector<Place> places;
};

using Event = std::variant<SeenMma, SeenWait, SeenLoad, SeenException>;

// An MMA of the kernel's machine code.
struct CodeMma {
    CodePlace at;
    bool in_loop = false;
};

struct Recording {
    std::string debugger;  // "NVIDIA (R) cuda-gdb 13.0"
    std::string kernel;    // "gemm(float*)"; empty: not known
    std::string arch = "sm_90a";
    bool arch_known = true;  // false: no GPU was named, and `arch` is the usual target of the machine code
    std::array<unsigned, 3> grid{}, threads{},
        block{};  // of the grid, of a block, and which block was watched; 0: not known
    std::vector<CodeMma> code;
    std::vector<Event> events;
    std::vector<std::vector<std::uint8_t>> memories;  // shared memory of the block from address 0
    std::vector<std::uint8_t> constants;              // constant bank 0: the parameters of the kernel begin at 0x210
    std::string machine_code;                         // of the kernel, as the debugger lists it
    bool ended = false;                               // the program came to its end
    std::optional<SeenHang> hang;
    std::vector<std::string> lost;  // what could not be read, and why: one sentence each
};

}  // namespace tilescope::autopsy
