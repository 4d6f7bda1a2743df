// tests/unit/program/read_ir_random_test.cpp -- checks the reader of MLIR and LLVM IR against concrete executions.
// SPDX-License-Identifier: MIT
#include <tilescope/program/evaluate.h>
#include <tilescope/program/readers.h>

#include <gtest/gtest.h>

#include <random>

namespace tilescope::program {
namespace {

// Programs of random operations: the bits that the reader finds are those that the operations give.
struct RandomOperation {
    const char *mlir, *llvm;
    std::uint64_t (*run)(std::uint64_t, std::uint64_t, unsigned width);
};
std::int64_t as_signed(std::uint64_t x, unsigned width) {
    return static_cast<std::int64_t>(x << (64 - width)) >> (64 - width);
}
constexpr RandomOperation kRandomOperations[] = {
    {"arith.addi", "add nsw", [](auto a, auto b, unsigned) { return a + b; }},
    {"llvm.sub", "sub", [](auto a, auto b, unsigned) { return a - b; }},
    {"arith.muli", "mul nuw nsw", [](auto a, auto b, unsigned) { return a * b; }},
    {"llvm.and", "and", [](auto a, auto b, unsigned) { return a & b; }},
    {"arith.ori", "or disjoint", [](auto a, auto b, unsigned) { return a | b; }},
    {"llvm.xor", "xor", [](auto a, auto b, unsigned) { return a ^ b; }},
    {"llvm.shl", "shl", [](auto a, auto b, unsigned) { return a << b; }},
    {"arith.shrui", "lshr exact", [](auto a, auto b, unsigned) { return a >> b; }},
    {"llvm.ashr", "ashr", [](auto a, auto b, unsigned w) { return static_cast<std::uint64_t>(as_signed(a, w) >> b); }},
    {"llvm.udiv", "udiv", [](auto a, auto b, unsigned) { return b == 0 ? 0 : a / b; }},
};

struct RandomProgram {
    std::mt19937_64 random;
    bool mlir;
    std::string text;
    std::vector<std::pair<std::uint64_t, unsigned>> values;  // with their widths

    std::string type(unsigned width) const { return "i" + std::to_string(width); }
    std::uint64_t cut(std::uint64_t x, unsigned width) const { return width == 64 ? x : x & ((1ull << width) - 1); }
    void define(const std::string& operation, std::uint64_t value, unsigned width) {
        text += "  %v" + std::to_string(values.size()) + " = " + operation + "\n";
        values.emplace_back(cut(value, width), width);
    }
    std::string name(std::size_t i) const { return "%v" + std::to_string(i); }

    void add_constant(std::uint64_t value, unsigned width) {
        const std::string number = std::to_string(as_signed(value, width));
        define(mlir ? "llvm.mlir.constant(" + number + " : " + type(width) + ") : " + type(width)
                    : "add " + type(width) + " " + number + ", 0",
               value, width);
    }
    void add_operation() {
        const std::size_t a = random() % values.size();
        const auto [x, width] = values[a];
        const RandomOperation& op = kRandomOperations[random() % std::size(kRandomOperations)];
        const std::string_view text_of = op.llvm;
        const bool shift = text_of.starts_with("sh") || text_of.find("shr") != text_of.npos;
        add_constant(shift ? random() % width : random() >> (random() % 64), width);
        const std::size_t b = !shift && values[random() % values.size()].second == width ? a : values.size() - 1;
        const std::uint64_t y = values[b].first;
        if (text_of == "udiv" && y == 0) return;
        const std::string operands = name(a) + ", " + name(b);
        define(mlir ? op.mlir + (" " + operands) + " : " + type(width) : op.llvm + (" " + type(width)) + " " + operands,
               op.run(x, y, width), width);
    }
    void add_cast() {
        const std::size_t a = random() % values.size();
        const auto [x, width] = values[a];
        const auto target = static_cast<unsigned>(random() % 2 == 0 ? 64 : 8 + random() % 40);
        if (target == width) return;
        const bool sign = random() % 2 == 0;
        const char* const llvm = target < width ? "trunc" : sign ? "sext" : "zext";
        const char* const other = target < width ? "arith.trunci" : sign ? "llvm.sext" : "arith.extui";
        const std::string types = type(width) + (mlir ? " : " : " ");
        define(mlir ? std::string(other) + " " + name(a) + " : " + type(width) + " to " + type(target)
                    : std::string(llvm) + " " + types + name(a) + " to " + type(target),
               target > width && sign ? static_cast<std::uint64_t>(as_signed(x, width)) : x, target);
    }
    void add_select() {
        const std::size_t a = random() % values.size(), b = random() % values.size();
        const auto [x, width] = values[a];
        if (values[b].second != width) return;
        const std::uint64_t y = values[b].first;
        struct Compare {
            const char* name;
            bool result;
        };
        const std::int64_t sx = as_signed(x, width), sy = as_signed(y, width);
        const Compare compares[] = {{"eq", x == y},   {"ne", x != y},   {"ult", x < y},   {"ule", x <= y},
                                    {"ugt", x > y},   {"uge", x >= y},  {"slt", sx < sy}, {"sle", sx <= sy},
                                    {"sgt", sx > sy}, {"sge", sx >= sy}};
        const Compare& c = compares[random() % std::size(compares)];
        const std::string t = type(width), operands = name(a) + ", " + name(b);
        define(mlir ? "llvm.icmp \"" + std::string(c.name) + "\" " + operands + " : " + t
                    : "icmp " + std::string(c.name) + " " + t + " " + operands,
               c.result, 1);
        const std::string condition = name(values.size() - 1);
        define(mlir ? "arith.select " + condition + ", " + operands + " : " + t
                    : "select i1 " + condition + ", " + t + " " + name(a) + ", " + t + " " + name(b),
               c.result ? x : y, width);
    }
    void make() {
        text = mlir ? "llvm.func @f(%v0: i64, %v1: i32) {\n" : "define void @f(i64 %v0, i32 %v1) {\n";
        values = {{random(), 64}, {cut(random(), 32), 32}};
        for (int i = 0; i < 12; ++i) {
            const auto which = random() % 8;
            if (which == 0)
                add_cast();
            else if (which == 1)
                add_select();
            else
                add_operation();
        }
        std::string all;
        for (std::size_t i = 0; i < values.size(); ++i)
            all += (i > 0 ? ", " : "") + (mlir ? "" : type(values[i].second) + " ") + name(i);
        text += mlir ? "  ttng.tc_gen5_mma " + all + " : i32\n}\n"
                     : "  call void @llvm.nvvm.tcgen05.mma(" + all + ")\n  ret void\n}\n";
    }
};

TEST(ReadIrRandom, NoBitIsWrongInRandomPrograms) {
    std::size_t known = 0;
    for (unsigned seed = 0; seed < 600; ++seed) {
        RandomProgram program{std::mt19937_64(seed), seed % 2 == 0, "", {}};
        program.make();
        Program p;
        read_ir({program.text, 0, nullptr}, p);
        const Evaluation e = evaluate(p);
        ASSERT_GE(p.observations.size(), 1u) << program.text;
        for (std::size_t i = 1; i < p.observations.size(); ++i) EXPECT_TRUE(p.observations[i].lost) << program.text;
        ASSERT_GE(e.operands.size(), program.values.size());
        for (std::size_t i = 0; i < program.values.size(); ++i) {
            const KnownBits& bits = e.operands[i];
            EXPECT_EQ(bits.value, program.values[i].first & bits.known) << "%v" << i << " of " << program.text;
            known += i > 1 && bits.is_known() ? 1 : 0;
        }
    }
    EXPECT_GT(known, 600u * 5);
}

}  // namespace
}  // namespace tilescope::program
