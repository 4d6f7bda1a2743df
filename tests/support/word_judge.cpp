// tests/support/word_judge.cpp -- compiles rules to tables of verdicts.
// SPDX-License-Identifier: MIT
#include "tests/support/word_judge.h"

#include <tilescope/base/say.h>

#include <algorithm>
#include <bit>
#include <map>
#include <utility>

namespace tilescope {
namespace {

constexpr unsigned kHalf = 16;
constexpr std::size_t kHalves = std::size_t{1} << kHalf;
constexpr int kMostBits = 20;  // one clause may read at most so many bits: a million values

// One reason why a word is not legal. It is a rule of severity error, or a problem that the table itself finds in a
// field. A milder rule (warn or ask) that reports the same field replaces the problem of the table.
struct Clause {
    const WordRule* rule = nullptr;
    const Field* found = nullptr;
    std::vector<const WordRule*> milder = {};
};

bool finds(const Field& field, const WordFacts& facts) {
    if (field.encoding == Encoding::fixed) return facts.raw(field.id) != field.want;
    return !facts.means(field.id);
}

bool broken(const Clause& clause, const WordFacts& facts) {
    if (clause.rule) return clause.rule->broken(facts);
    if (!finds(*clause.found, facts)) return false;
    for (const WordRule* rule : clause.milder)
        if (rule->broken(facts)) return false;
    return true;
}

std::string title_of(const Clause& clause) { return std::string(clause.rule ? clause.rule->id : clause.found->id); }

std::vector<Clause> clauses_of(const Format& format, std::span<const WordRule* const> rules) {
    std::vector<Clause> out;
    for (const WordRule* rule : rules)
        if (rule->severity == Severity::error && looks_at(*rule, format)) out.push_back({.rule = rule});
    for (const Field& field : format.fields) {
        if (field.encoding != Encoding::fixed && field.encoding != Encoding::one_of) continue;
        Clause clause{.found = &field};
        for (const WordRule* rule : rules) {
            const bool milder = rule->severity == Severity::warn || rule->severity == Severity::ask;
            if (milder && rule->field == field.id && looks_at(*rule, format)) clause.milder.push_back(rule);
        }
        out.push_back(std::move(clause));
    }
    return out;
}

// A clause for every value of the bits that it reads. The index of `broken` is these bits, packed without gaps.
struct Tabulated {
    std::uint32_t bits = 0;
    std::vector<bool> broken = {};
};

// The bits of `word` at the positions in `bits`, packed without gaps.
std::size_t packed_bits(std::uint32_t word, std::uint32_t bits) {
    std::size_t out = 0;
    for (unsigned place = 0; bits != 0; bits &= bits - 1, ++place)
        out |= std::size_t{(word >> std::countr_zero(bits)) & 1} << place;
    return out;
}

// Evaluates a clause for every value of table.bits, with all other bits zero. Returns table.bits together with all bits
// that the clause read.
std::uint32_t evaluate(const Clause& clause, const Format& format, const WordContext& context, Tabulated& table) {
    Decoded decoded{.format = &format, .word = 0, .raw = {}, .problems = {}};
    std::uint64_t read = table.bits;
    table.broken.clear();
    std::uint32_t word = 0;
    do {
        decoded.word = word;
        table.broken.push_back(broken(clause, WordFacts(decoded, context, &read)));
        word = (word - table.bits) & table.bits;  // the next value of exactly these bits
    } while (word != 0);
    return static_cast<std::uint32_t>(read);
}

// The bits that a clause reads can depend on values that it read before (`a && b`). So the evaluation is repeated until
// the clause reads no new bits. Then every path through the clause reads only these bits, and no other bit matters.
Answer<Tabulated> tabulate(const Clause& clause, const Format& format, const WordContext& context) {
    Tabulated out;
    while (std::popcount(out.bits) <= kMostBits) {
        const std::uint32_t read = evaluate(clause, format, context, out);
        if (read == out.bits) return out;
        out.bits = read;
    }
    return Refusal("rule ", title_of(clause), " reads ", std::popcount(out.bits), " bits of a word of format ",
                   format.id, ", but a judge supports at most ", kMostBits, " bits.");
}

// All values of one half of a word, divided into classes. No clause gives different answers inside a class. Class 0 is
// illegal with every value of the other half.
struct Classes {
    std::vector<std::uint32_t> of = std::vector<std::uint32_t>(kHalves, 1);
    std::vector<std::uint32_t> member = {0, 0};  // one half of each class
};

// The answers of a clause for one value of its bits in this half, with all values of its bits in the other half.
std::vector<bool> answers(const Tabulated& table, std::size_t index, bool lower) {
    const int low_bits = std::popcount(table.bits & (kHalves - 1));
    const std::size_t others = std::size_t{1} << (lower ? std::popcount(table.bits) - low_bits : low_bits);
    std::vector<bool> out;
    for (std::size_t other = 0; other < others; ++other)
        out.push_back(table.broken[lower ? other << low_bits | index : index << low_bits | other]);
    return out;
}

// One number for each value of the clause's bits in this half. Equal numbers mean equal answers. 0 means always broken.
std::vector<std::uint32_t> kinds_of_value(const Tabulated& table, std::uint32_t bits, bool lower) {
    std::map<std::vector<bool>, std::uint32_t> seen;
    std::vector<std::uint32_t> out;
    for (std::size_t index = 0; index < std::size_t{1} << std::popcount(bits); ++index) {
        const std::vector<bool> row = answers(table, index, lower);
        const bool always = std::ranges::find(row, false) == row.end();
        out.push_back(always ? 0 : seen.try_emplace(row, static_cast<std::uint32_t>(seen.size() + 1)).first->second);
    }
    return out;
}

// Divides every class further, by one clause.
void refine(Classes& classes, const Tabulated& table, bool lower) {
    const std::uint32_t bits = lower ? table.bits & (kHalves - 1) : table.bits >> kHalf;
    const std::vector<std::uint32_t> kinds = kinds_of_value(table, bits, lower);
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> renamed;
    std::vector<std::uint32_t> member = {0};
    for (std::uint32_t half = 0; half < kHalves; ++half) {
        std::uint32_t& of = classes.of[half];
        const std::uint32_t kind = kinds[packed_bits(half, bits)];
        if (of == 0 || kind == 0) {
            of = 0;
            continue;
        }
        const auto [at, is_new] = renamed.try_emplace({of, kind}, static_cast<std::uint32_t>(member.size()));
        if (is_new) member.push_back(half);
        of = at->second;
    }
    classes.member = std::move(member);
}

bool legal(std::span<const Tabulated> tables, std::uint32_t word) {
    return std::ranges::none_of(tables, [&](const Tabulated& t) { return t.broken[packed_bits(word, t.bits)]; });
}

}  // namespace

std::uint64_t WordJudge::legal_words() const {
    std::map<std::uint32_t, std::uint64_t> rows, columns;  // number of halves for each row and each column
    for (const std::uint32_t row : rows_) ++rows[row];
    for (const std::uint32_t column : columns_) ++columns[column];
    std::uint64_t out = 0;
    for (const auto& [row, lower] : rows)
        for (const auto& [column, upper] : columns) out += verdicts_[row + column] ? lower * upper : 0;
    return out;
}

Answer<WordJudge> compile_judge(const Format& format, const WordContext& context,
                                std::span<const WordRule* const> rules) {
    if (format.bits != 2 * kHalf)
        return Refusal("a judge supports only words of 32 bits, but ", format.id, " has ", format.bits, " bits.");
    std::vector<Tabulated> tables;
    Classes lower, upper;
    for (const Clause& clause : clauses_of(format, rules)) {
        Answer<Tabulated> table = tabulate(clause, format, context);
        if (!table) return Refusal(table.why);
        refine(lower, *table, true);
        refine(upper, *table, false);
        tables.push_back(std::move(*table));
    }
    WordJudge out;
    const std::size_t columns = upper.member.size();
    out.columns_ = std::move(upper.of);
    for (const std::uint32_t of : lower.of) out.rows_.push_back(static_cast<std::uint32_t>(of * columns));
    out.verdicts_.assign(lower.member.size() * columns, 0);
    for (std::size_t row = 1; row < lower.member.size(); ++row)
        for (std::size_t column = 1; column < columns; ++column)
            out.verdicts_[row * columns + column] = legal(tables, upper.member[column] << kHalf | lower.member[row]);
    return out;
}

Answer<WordJudge> compile_judge(const Format& format, const WordContext& context) {
    return compile_judge(format, context, all_rules());
}

}  // namespace tilescope
