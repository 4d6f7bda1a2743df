// tests/support/word_judge.h -- compiles the rules of one table: a verdict then needs three look-ups.
// SPDX-License-Identifier: MIT
//
// check_word() reports what is wrong and why, in some microseconds. A caller that needs only a verdict, but for
// billions of words, compiles the same rules once. Each rule runs for every combination of values of the
// fields that it reads; the other fields stay 0. Then the 65536 lower halves of a word are divided into a few classes,
// and the 65536 upper halves too. No rule gives different answers inside a class. One small matrix has the verdict for
// each pair of classes:
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

    std::vector<std::uint32_t> rows_;     // for each lower half: where its row of verdicts begins
    std::vector<std::uint32_t> columns_;  // for each upper half: its column
    std::vector<std::uint8_t> verdicts_;
};

// Compiles the rules for a table and a context. The second function uses all rules of the catalogue.
// Errors: a table that does not have 32 bits; a rule that reads more than 20 bits of the word.
Answer<WordJudge> compile_judge(const Format& format, const WordContext& context,
                                std::span<const WordRule* const> rules);
Answer<WordJudge> compile_judge(const Format& format, const WordContext& context);

}  // namespace tilescope
