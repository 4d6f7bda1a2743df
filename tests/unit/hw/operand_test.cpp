// tests/unit/hw/operand_test.cpp -- Operand and OperandPair, and the types that must not be used as an index.
// SPDX-License-Identifier: MIT
#include <tilescope/document/focus.h>
#include <tilescope/hw/operand.h>

#include <gtest/gtest.h>

namespace tilescope {
namespace {

template <class Pair, class Index>
concept IndexedBy = requires(Pair pair, Index index) {
    pair[index];
};
static_assert(IndexedBy<OperandPair<int>, Operand>);
static_assert(!IndexedBy<OperandPair<int>, Matrix>, "D is not an operand");
static_assert(!IndexedBy<OperandPair<int>, bool>, "a comparison is not an operand");
static_assert(!IndexedBy<OperandPair<int>, int>);

TEST(Operand, APairHasOneValueForAAndOneForB) {
    OperandPair<int> pair{1, 2};
    EXPECT_EQ(pair[Operand::a], 1);
    EXPECT_EQ(pair[Operand::b], 2);
    for (const Operand o : kBothOperands) ++pair[o];
    EXPECT_EQ(pair, (OperandPair<int>{2, 3}));
    for (const Operand o : kBothOperands) EXPECT_NE(pair[o], pair[other_operand(o)]);
}

TEST(Operand, PickReturnsTheFirstValueForA) {
    int m = 1, n = 2;
    pick(Operand::b, m, n) = 3;
    EXPECT_EQ(n, 3);
    EXPECT_EQ(pick(Operand::a, m, n), 1);
    EXPECT_EQ(pick(Operand::b, "a_type", "b_type"), "b_type");
    EXPECT_EQ(pick(Operand::a, 4, 5), 4);
}

TEST(Operand, EveryOperandIsAMatrixButDIsNotAnOperand) {
    for (const Operand o : kBothOperands) {
        EXPECT_EQ(operand_of(matrix_of(o)), o);
        EXPECT_EQ(name_of(matrix_of(o)), name_of(o));
    }
    EXPECT_FALSE(operand_of(Matrix::d));
}

}  // namespace
}  // namespace tilescope
