// tests/unit/program/evaluate_test.cpp -- checks the evaluator of pasted programs, also against concrete executions.
// SPDX-License-Identifier: MIT
#include <tilescope/program/evaluate.h>

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace tilescope::program {
namespace {

void jump(Program& p, std::uint32_t to, ExprId condition = kNone) {
    p.statements.push_back({Statement::Type::jump, kNone, condition, to, {}});
}

void end_with(Program& p, ExprId value) { p.statements.push_back({Statement::Type::end, kNone, value, 0, {}}); }

void observe(Program& p, NameId name) { p.observe({}, {{p.read(name), "", {}}}); }

// All statements are of unit 0.
KnownBits seen(Program& p, std::size_t operand = 0) {
    p.units = {{"", 0, static_cast<std::uint32_t>(p.statements.size()), {}}};
    return evaluate(p).operands.at(operand);
}

TEST(Evaluate, AnOrSetsBitsOfAnUnknownName) {
    Program p;
    const NameId x = p.name("x"), y = p.name("y");
    p.assign(y, p.add(Operation::bit_or, 64, {p.read(x), p.constant(64)}), {});
    observe(p, y);
    EXPECT_EQ(seen(p), (KnownBits{64, 64}));
}

TEST(Evaluate, BitsThatDifferBetweenPathsAreUnknown) {
    Program p;
    const NameId x = p.name("x"), c = p.name("c");
    jump(p, 3, p.read(c));
    p.assign(x, p.constant(0x12), {});
    jump(p, 4);
    p.assign(x, p.constant(0x13), {});
    observe(p, x);
    EXPECT_EQ(seen(p), (KnownBits{0x12, ~1ull}));
}

TEST(Evaluate, AKnownConditionTakesOnePath) {
    Program p;
    const NameId x = p.name("x");
    p.assign(x, p.constant(1), {});
    jump(p, 3, p.add(Operation::equal, 1, {p.read(x), p.constant(1)}));
    p.assign(x, p.constant(7), {});
    observe(p, x);
    EXPECT_EQ(seen(p), constant(1));
}

// x = 4; do { observe x; x += 4; } while (c);
TEST(Evaluate, TheFirstPassDoesNotGoBack) {
    Program p;
    const NameId x = p.name("x"), c = p.name("c");
    p.assign(x, p.constant(4), {});
    observe(p, x);
    p.assign(x, p.add(Operation::add, 64, {p.read(x), p.constant(4)}), {});
    jump(p, 1, p.read(c));
    observe(p, x);
    EXPECT_NE(seen(p), constant(4));
    EXPECT_EQ(evaluate(p, {.names = {}, .first_pass = true}).operands[0], constant(4));
    EXPECT_EQ(evaluate(p, {.names = {}, .first_pass = true}).operands[1], constant(8));
    EXPECT_NE(evaluate(p, {.names = {{c, 0}}, .first_pass = false}).operands[0], unknown_bits());
    EXPECT_EQ(evaluate(p, {.names = {{c, 0}}, .first_pass = false}).operands[1], constant(8));
}

TEST(Evaluate, ALoopKeepsTheBitsThatItDoesNotChange) {
    Program p;
    const NameId x = p.name("x"), c = p.name("c");
    p.assign(x, p.constant(0x4000000000000000), {});
    observe(p, x);
    p.assign(x, p.add(Operation::add, 64, {p.read(x), p.constant(2)}), {});
    p.assign(x, p.add(Operation::bit_and, 64, {p.read(x), p.constant(0x40000000000000fe)}), {});
    jump(p, 1, p.read(c));
    const KnownBits bits = seen(p);
    EXPECT_EQ(bits.value, 0x4000000000000000u);
    EXPECT_EQ(bits.known & 0xff, 1u);
    EXPECT_TRUE(bits.is_known(0x3fffffffffffff00));
}

// f(a) is the sum of eight f(a): 8^8 calls.
TEST(Evaluate, AFunctionThatCallsItselfCostsOnlyItsOwnResult) {
    Program p;
    const NameId a = p.name("a"), x = p.name("x"), y = p.name("y");
    p.assign(x, p.call(1, {p.constant(5)}), {});
    observe(p, x);
    p.assign(y, p.constant(0x40), {});
    observe(p, y);
    const auto end = static_cast<std::uint32_t>(p.statements.size());
    ExprId sum = p.constant(1);
    for (int i = 0; i < 8; ++i) sum = p.add(Operation::add, 64, {sum, p.call(1, {p.read(a)})});
    end_with(p, sum);
    p.units = {{"", 0, end, {}}, {"f", end, end + 1, {a}}};
    const Evaluation values = evaluate(p);
    EXPECT_EQ(values.operands.at(0), unknown_bits());
    EXPECT_EQ(values.operands.at(1), constant(0x40));
}

TEST(Evaluate, ManyUnitsAndNamesKeepTheirOwnValues) {
    constexpr std::uint32_t kUnits = 3000;
    Program p;
    for (std::uint32_t i = 0; i < kUnits; ++i) {
        const NameId x = p.name("x" + std::to_string(i));
        p.units.push_back({"", i * 2, i * 2 + 2, {}});
        p.assign(x, p.constant(i), {});
        observe(p, x);
    }
    const Evaluation values = evaluate(p);
    for (std::uint32_t i = 0; i < kUnits; ++i) EXPECT_EQ(values.operands.at(i), constant(i));
}

TEST(Evaluate, ACountThatNeverSettlesIsUnknown) {
    Program p;
    const NameId x = p.name("x");
    p.assign(x, p.constant(0), {});
    p.assign(x, p.add(Operation::add, 64, {p.read(x), p.constant(1)}), {});
    observe(p, x);
    jump(p, 1);
    EXPECT_EQ(seen(p), unknown_bits());
}

TEST(Evaluate, ACountKeepsTheBitsBelowItsStep) {
    Program p;
    const NameId x = p.name("x");
    p.assign(x, p.constant(5), {});
    p.assign(x, p.add(Operation::add, 64, {p.read(x), p.constant(16)}), {});
    observe(p, x);
    jump(p, 1);
    EXPECT_EQ(seen(p), (KnownBits{5, 15}));
}

TEST(Evaluate, AnOrWithAConstantTellsWhichBitsAreLikely) {
    Program p;
    const NameId x = p.name("x"), y = p.name("y");
    p.assign(y, p.add(Operation::bit_or, 64, {p.read(x), p.constant(0x40004040)}), {});
    observe(p, y);
    p.units = {{"", 0, 2, {}}};
    EXPECT_EQ(evaluate(p).operands.at(0), (KnownBits{0x40004040, 0x40004040}));
    EXPECT_EQ(evaluate(p, OrRule::disjoint).operands.at(0), constant(0x40004040));
}

TEST(Evaluate, AFieldEndsBelowTheNextOne) {
    Program p;
    const NameId x = p.name("x"), y = p.name("y");
    const ExprId low = p.add(Operation::shift_left, 64, {p.read(x), p.constant(16)});
    p.assign(y, p.add(Operation::bit_or, 64, {low, p.constant(std::uint64_t{1} << 32)}), {});
    observe(p, y);
    p.units = {{"", 0, 2, {}}};
    EXPECT_EQ(evaluate(p, OrRule::separate).operands.at(0), (KnownBits{std::uint64_t{1} << 32, ~0xffff0000ull}));
}

TEST(Evaluate, ANameThatIsAssignedOnOnePathOnlyIsUnknownAfterIt) {
    Program p;
    const NameId x = p.name("x"), c = p.name("c");
    jump(p, 2, p.read(c));
    p.assign(x, p.constant(5), {});
    observe(p, x);
    EXPECT_EQ(seen(p), unknown_bits());
}

TEST(Evaluate, ACallUsesItsArguments) {
    Program p;
    const NameId a = p.name("a"), x = p.name("x");
    p.assign(x, p.call(1, {p.constant(5)}), {});
    observe(p, x);
    end_with(p, p.add(Operation::shift_left, 64, {p.read(a), p.constant(4)}));
    p.units = {{"", 0, 2, {}}, {"f", 2, 3, {a}}};
    const Evaluation out = evaluate(p);
    EXPECT_EQ(out.operands.at(0), constant(0x50));
    EXPECT_TRUE(out.called.at(1));
    EXPECT_EQ(out.results.at(1), (KnownBits{0, 15}));
}

TEST(Evaluate, AFunctionThatCallsItselfIsUnknown) {
    Program p;
    const NameId a = p.name("a"), x = p.name("x");
    p.assign(x, p.call(1, {p.constant(5)}), {});
    observe(p, x);
    end_with(p, p.call(1, {p.read(a)}));
    p.units = {{"", 0, 2, {}}, {"f", 2, 3, {a}}};
    EXPECT_EQ(evaluate(p).operands.at(0), unknown_bits());
}

TEST(Evaluate, AFunctionSeesTheConstantsOutsideOfIt) {
    Program p;
    const NameId k = p.name("kM");
    p.assign(k, p.constant(128), {});
    observe(p, k);
    p.units = {{"", 0, 1, {}}, {"f", 1, 2, {}}};
    EXPECT_EQ(evaluate(p).operands.at(0), constant(128));
}

TEST(Evaluate, APlaceThatNoPathReachesIsNotReached) {
    Program p;
    const NameId x = p.name("x");
    jump(p, 2);
    observe(p, x);
    p.units = {{"", 0, 2, {}}};
    EXPECT_FALSE(evaluate(p).reached.at(0));
}

TEST(Evaluate, ADeepExpressionIsUnknownAndDoesNotOverflow) {
    Program p;
    const NameId x = p.name("x");
    ExprId e = p.constant(1);
    for (int i = 0; i < 200000; ++i) e = p.add(Operation::bit_or, 64, {e, p.constant(2)});
    p.assign(x, e, {});
    observe(p, x);
    EXPECT_EQ(seen(p).value & ~3ull, 0u);
}

// Random programs with branches and loops. Every concrete execution must agree with the known bits.
class RandomUnit {
public:
    explicit RandomUnit(unsigned seed) : random_(seed) {
        const unsigned count = 4 + below(10);
        for (unsigned i = 0; i < count; ++i) {
            const unsigned type = below(6);
            if (type < 3)
                p.assign(name(), expr(2), {});
            else if (type == 3)
                observe(p, name());
            else
                jump(p, below(count + 1), type == 4 ? p.read(name()) : expr(1));
        }
        observe(p, 0);
        p.units = {{"", 0, static_cast<std::uint32_t>(p.statements.size()), {}}};
    }

    // Runs the program for given first values, and calls `see` for each observed value.
    template <typename See>
    void run(std::map<NameId, std::uint64_t> values, const See& see) const {
        std::uint32_t at = 0;
        for (unsigned steps = 0; steps < 60 && at < p.statements.size(); ++steps) {
            const Statement& s = p.statements[at++];
            if (s.type == Statement::Type::assign) values[s.name] = value(s.value, values);
            if (s.type == Statement::Type::jump && value(s.value, values) != 0) at = s.index;
            if (s.type == Statement::Type::observe) {
                const std::uint32_t operand = p.observations[s.index].first;
                see(operand, value(p.operands[operand].value, values));
            }
        }
    }

    Program p;

private:
    unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }
    NameId name() { return p.name(std::string(1, static_cast<char>('a' + below(4)))); }
    ExprId expr(unsigned depth) {
        if (depth == 0 || below(4) == 0) return below(2) ? p.constant(below(16), 4) : p.read(name(), 4);
        constexpr Operation kOperations[] = {Operation::bit_and, Operation::bit_or,     Operation::bit_xor,
                                             Operation::add,     Operation::shift_left, Operation::shift_right};
        const Operation operation = kOperations[below(6)];
        const ExprId a = expr(depth - 1), b = expr(depth - 1);
        return p.add(operation, 4, {a, b});
    }
    std::uint64_t value(ExprId id, const std::map<NameId, std::uint64_t>& values) const {
        const Expr& e = p.exprs[id];
        if (e.operation == Operation::constant) return e.value & 15;
        if (e.operation == Operation::name) {
            const auto at = values.find(static_cast<NameId>(e.value));
            return at == values.end() ? 0 : at->second & 15;
        }
        const std::uint64_t a = value(e.args[0], values), b = value(e.args[1], values);
        switch (e.operation) {
        case Operation::bit_and: return a & b;
        case Operation::bit_or: return a | b;
        case Operation::bit_xor: return a ^ b;
        case Operation::add: return (a + b) & 15;
        case Operation::shift_left: return b > 3 ? 0 : a << b & 15;
        default: return b > 3 ? 0 : a >> b;
        }
    }
    std::mt19937_64 random_;
};

TEST(Evaluate, NoConcreteExecutionContradictsTheKnownBits) {
    std::size_t known = 0, checked = 0;
    for (unsigned seed = 0; seed < 2000; ++seed) {
        RandomUnit random(seed);
        const Evaluation out = evaluate(random.p);
        for (const KnownBits& bits : out.operands) known += bits.is_known(15);
        for (std::uint64_t first = 0; first < 64; ++first)
            random.run({{0, first & 15}, {1, first >> 2 & 15}, {2, first * 7 & 15}, {3, first * 5 & 15}},
                       [&](std::uint32_t operand, std::uint64_t value) {
                           const KnownBits& bits = out.operands.at(operand);
                           ASSERT_EQ(value & bits.known & 15, bits.value & 15) << "seed " << seed;
                           ++checked;
                       });
    }
    EXPECT_GT(known, 500u);
    EXPECT_GT(checked, 50000u);
}

// Without a limit, this would be 10^8 calls.
TEST(Evaluate, AFunctionThatCallsItselfOftenEnds) {
    Program p;
    p.units.push_back({"", 0, 1, {}});
    p.units.push_back({"f", 1, 2, {}});
    ExprId sum = p.constant(1);
    for (int i = 0; i < 10; ++i) sum = p.add(Operation::bit_or, 64, {sum, p.call(1, {}), kNone, kNone});
    p.statements.push_back({Statement::Type::assign, p.name("x"), p.call(1, {}), 0, {}});
    p.statements.push_back({Statement::Type::end, kNone, sum, 0, {}});
    const Evaluation out = evaluate(p);
    EXPECT_EQ(out.results.at(1), (KnownBits{1, 1}));
}

}  // namespace
}  // namespace tilescope::program
