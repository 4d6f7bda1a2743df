// core/include/tilescope/rules/word_judge.h -- the rules of one table, compiled: a verdict in three look-ups.
// SPDX-License-Identifier: MIT
//
// check_word() says what is wrong and why, in some microseconds. Whoever wants only a verdict, for billions of words,
// compiles the very same rows once. Each row is asked under every value of the fields that it reads, and of no others;
// then the 65536 upper and the 65536 lower halves of a word fall into few classes that no row tells apart, and one
// small matrix says which classes go together:
//
//     lower half -> row of the matrix --+
//                                       +-- verdict
//     upper half -> column -------------+
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/rules/rule.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace tilescope {

class WordJudge {
public:
    // Whether check_word(decode(format, word), context) has no problem of severity error.
    bool legal(std::uint32_t word) const { return verdicts_[rows_[word & 0xffff] + columns_[word >> 16]] != 0; }

    // How many of the 2^32 words are legal.
    std::uint64_t legal_words() const;

private:
    friend Answer<WordJudge> compile_judge(const Format&, const WordContext&, std::span<const WordRule* const>);

    std::vector<std::uint32_t> rows_;     // of a lower half: where its row of verdicts begins
    std::vector<std::uint32_t> columns_;  // of an upper half
    std::vector<std::uint8_t> verdicts_;
};

// The judge of a table and of what is known beyond its words; all rows of the catalogue unless others are given.
// A refusal names what cannot be compiled: a table that is not of 32 bits, a row that reads more than 20 of them.
Answer<WordJudge> compile_judge(const Format& format, const WordContext& context,
                                std::span<const WordRule* const> rules);
Answer<WordJudge> compile_judge(const Format& format, const WordContext& context);

}  // namespace tilescope
