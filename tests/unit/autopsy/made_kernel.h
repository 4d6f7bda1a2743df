// tests/unit/autopsy/made_kernel.h -- recordings made by the model: tiles and their words.
// SPDX-License-Identifier: MIT
//
// They are not measured: D of a wgmma is what the model gives, and that of a tcgen05.mma is not known. A test breaks a
// word, the memory or the instruction and asks for a diagnosis.
#pragma once

#include <tilescope/autopsy/diagnose.h>

#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <vector>

namespace tilescope::autopsy::test {

enum class Numbers : std::uint8_t { normal, uniform, octaves, small_integers, one_hot, powers_of_two, any_bits };
inline constexpr Numbers kAllNumbers[] = {Numbers::normal,         Numbers::uniform, Numbers::octaves,
                                          Numbers::small_integers, Numbers::one_hot, Numbers::powers_of_two,
                                          Numbers::any_bits};

struct Plan {
    std::string type = "f16";
    unsigned warpgroups = 1, n = 64, steps = 4, stages = 1;  // K steps of each stage
    OperandPair<SwizzleMode> mode{SwizzleMode::b128, SwizzleMode::b128};
    OperandPair<Major> major{Major::k, Major::k};
    OperandPair<unsigned> lines{0, 0};  // of 128 bytes, by which a tile begins behind a whole pattern: base_offset
    Numbers numbers = Numbers::normal;
    unsigned seed = 1;
    std::size_t row_a = 0, row_b = 0, column = 0, more = 0;  // the block in larger matrices; `more` rows and columns
    bool b_is_k_by_n = false;
    std::string kind;  // of tcgen05.mma; empty: a wgmma
    unsigned m = 64, ctas = 1;
    bool a_in_tmem = false;
};

// A kernel of one block, and what a debugger sees of it.
class MadeKernel {
public:
    explicit MadeKernel(const Plan& plan);

    Plan plan;
    std::string text;                              // of its MMAs
    std::vector<std::uint8_t> memory;              // at all stops
    OperandPair<std::vector<SmemLayout>> right;    // of A for each warpgroup and step, of B for each step
    std::vector<std::vector<std::uint64_t>> a, b;  // the words: warpgroup, step
    std::uint32_t idesc = 0;                       // of tcgen05.mma
    Expected expected;
    OperandPair<std::uint32_t> begin, end;  // of the tiles in memory

    unsigned k() const;      // of one instruction
    unsigned width() const;  // bytes of an element of `expected`: a code of less than 8 bits has one
    unsigned all_steps() const { return plan.steps * plan.stages; }
    const SmemLayout& layout(Operand o, unsigned warpgroup, unsigned step) const;

    // Of tcgen05.mma: a field of the instruction descriptor.
    void set_in_idesc(std::string_view field, const std::string& value);
    // Sets the word of an operand in all steps for which `which` is true to that of a changed layout.
    void change(Operand o, const std::function<void(SmemLayout&)>& how,
                const std::function<bool(unsigned)>& which = {});
    // Writes a slice of the matrix again, to another layout, or without the XOR of its swizzle.
    void write(Operand o, unsigned warpgroup, unsigned step, const SmemLayout& layout, bool swizzled = true);

    Recording recording() const;
    // With D as the model gives it.
    std::vector<Chain> chains(const Recording& recording) const;
    std::vector<Diagnosis> diagnosed(bool with_arrays = true) const;

private:
    const Format& format() const;
    void set_idesc();
    void add_registers(unsigned step, SeenMma& seen) const;
    void fill_matrices();
    void place_tiles();
    std::uint32_t element(Operand o, std::size_t row, std::size_t column) const;
};

std::uint32_t number_word(const std::string& type, Numbers numbers, std::mt19937& random, std::size_t row,
                          std::size_t column);

// "b.sbo b.start": the faults of all chains, each one once.
std::string names_in(const std::vector<Diagnosis>& all);
// The first lines of all chains.
std::string said_in(const std::vector<Diagnosis>& all);

}  // namespace tilescope::autopsy::test
