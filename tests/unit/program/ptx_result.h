// tests/unit/program/ptx_result.h -- reads and evaluates PTX for tests.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/program/evaluate.h>
#include <tilescope/program/readers.h>

#include <gtest/gtest.h>

#include <cstdint>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::program::ptx_tests {

inline constexpr std::uint64_t kAll = ~std::uint64_t{0}, kHigh = 0xffffffff00000000;
inline constexpr KnownBits kNothing32 = {0, kHigh};  // a register of 32 bits without a known bit

struct Result {
    Program program;
    Evaluation evaluation;

    const Observation& observation(std::size_t i) const { return program.observations.at(i); }
    KnownBits bits(std::size_t observation, std::size_t operand) const {
        const Observation& seen = program.observations.at(observation);
        return operand < seen.count ? evaluation.operands.at(seen.first + operand) : KnownBits{1, 0};
    }
    const Operand& operand(std::size_t observation, std::size_t operand) const {
        return program.operands.at(program.observations.at(observation).first + operand);
    }
    std::size_t last_instruction() const {
        std::size_t out = 0;
        for (std::size_t i = 0; i < program.observations.size(); ++i)
            if (program.observations[i].type == Observation::Type::instruction) out = i;
        return out;
    }
    std::vector<std::string> texts() const {
        std::vector<std::string> out;
        for (const Observation& seen : program.observations) out.push_back(seen.text);
        return out;
    }
};

inline Result result_of(std::string_view text) {
    Result out;
    read_ptx({text}, out.program);
    out.evaluation = evaluate(out.program);
    return out;
}

inline std::ostream& print(std::ostream& out, const KnownBits& x) {
    return out << std::hex << x.value << " known " << x.known << std::dec;
}

inline void expect_equal(const KnownBits& actual, const KnownBits& expected, std::string_view text) {
    EXPECT_TRUE(actual == expected);
    if (!(actual == expected)) print(print(std::cerr << text << "\n  is ", actual) << ", not ", expected) << "\n";
}

// The value of %d after the statements.
inline KnownBits value_of(std::string statements) {
    return result_of(statements + "\nmbarrier.inval.b64 [%d];").bits(0, 0);
}

struct Case {
    std::string_view text;
    KnownBits expected;
};

inline void expect_values(const std::vector<Case>& cases) {
    for (const Case& one : cases) expect_equal(value_of(std::string(one.text)), one.expected, one.text);
}

inline KnownBits all(std::uint64_t value) { return {value, kAll}; }

}  // namespace tilescope::program::ptx_tests
