// core/src/program/origin_walk.h -- one walk back through a program.
// SPDX-License-Identifier: MIT
#pragma once

#include "reaching.h"

#include <tilescope/program/evaluate.h>
#include <tilescope/program/origins.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

namespace tilescope::program {

class OriginWalk {
public:
    OriginWalk(const Program& program, const Evaluation& values)
        : program_(program), values_(values), reaching_(program) {}

    Origins of(const AskedBits& asked);

private:
    struct At {  // where an expression is read
        std::uint32_t unit, statement;
        std::uint32_t call = kNone;  // index into calls_; kNone: the unit is followed alone
        TextSpan span = {};
    };
    // Bit i of the expression is bit i + shift of the word, for each bit of the mask.
    struct Task {
        ExprId expr;
        At at;
        std::uint64_t mask;
        int shift;
    };
    struct Call {
        ExprId expr;
        At at;
        unsigned depth;
    };
    using Kind = Origin::Kind;

    static constexpr std::uint64_t ones(unsigned width) {
        return width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
    }
    static constexpr unsigned width_of(const Expr& e) { return e.width == 0 ? 64 : e.width; }

    void step(const Task& t, const Expr& e);
    void emit(const Task& t, std::uint64_t mask, Kind kind, NameId name = kNone);
    void computed(const Task& t, std::uint64_t mask);
    void follow(const Task& t, unsigned arg, std::uint64_t mask, int shift = 0);
    void follow_name(const Task& t, NameId name);
    void follow_start(const Task& t, NameId name);
    void follow_call(const Task& t, const Expr& e);
    bool follow_masked(const Task& t, const Expr& e);
    void follow_zeros(const Task& t, const KnownBits& a, const KnownBits& b);
    void bitwise(const Task& t, const Expr& e, unsigned table);
    void sum(const Task& t, const Expr& e);
    void difference(const Task& t, const Expr& e);
    void moved(const Task& t, const Expr& e, std::optional<std::uint64_t> by, bool left);
    void sign_copies(const Task& t, unsigned arg, unsigned sign, std::uint64_t copies);
    void part_of_word(const Task& t, const Expr& e);
    void inserted_part(const Task& t, const Expr& e);
    void permuted_bytes(const Task& t, const Expr& e);

    KnownBits known(ExprId id, const At& at) const;
    std::optional<std::uint64_t> number(ExprId id, const At& at) const;
    std::optional<unsigned> power(ExprId id, const At& at) const;
    bool is_executed(ExprId id, const At& at) const;
    bool is_literal(ExprId id, unsigned depth = 0) const;
    bool is_open_mask(ExprId id) const;
    std::uint64_t empty_bits(ExprId id, const At& at, unsigned depth = 0) const;

    const Program& program_;
    const Evaluation& values_;
    ReachingAssignments reaching_;
    std::vector<Call> calls_;
    std::map<std::tuple<ExprId, std::uint32_t, std::uint32_t>, std::uint32_t> call_at_;  // indices into calls_
    std::map<std::tuple<ExprId, std::uint32_t, std::uint32_t, int>, std::uint64_t> seen_;
    std::vector<Task> open_;
    Origins out_;
    std::size_t steps_ = 0, all_steps_ = 0;
};

}  // namespace tilescope::program
