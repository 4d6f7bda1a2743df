// tests/unit/program/read_ir_test.cpp -- checks the reader of MLIR and LLVM IR.
// SPDX-License-Identifier: MIT
#include <tilescope/program/evaluate.h>
#include <tilescope/program/readers.h>

#include <gtest/gtest.h>

namespace tilescope::program {
namespace {

struct IrSeen {
    Observation observation;
    std::vector<KnownBits> values;
    std::vector<std::string> texts;
};

// `lost`: also values whose bits no operation passes on.
std::vector<IrSeen> read_all_ir(const std::string& text, bool lost = false) {
    Program p;
    read_ir({text, 0, nullptr}, p);
    const Evaluation e = evaluate(p);
    std::vector<IrSeen> out;
    for (const Observation& o : p.observations) {
        if (o.lost && !lost) continue;
        IrSeen seen{o, {}, {}};
        for (std::uint32_t i = o.first; i < o.first + o.count; ++i) {
            seen.values.push_back(e.operands[i]);
            seen.texts.push_back(p.operands[i].text);
        }
        out.push_back(std::move(seen));
    }
    return out;
}

// The only observation of the text.
IrSeen only_ir(const std::string& text) {
    const std::vector<IrSeen> all = read_all_ir(text);
    EXPECT_EQ(all.size(), 1u) << text;
    return all.empty() ? IrSeen{{}, {KnownBits{}}, {""}} : all[0];
}

KnownBits ir_value(const std::string& text) { return only_ir(text).values.at(0); }

KnownBits low_bits(std::uint64_t value, unsigned width) { return {value, value | ~((1ull << width) - 1)}; }

constexpr KnownBits kUnknown32{0, 0xffffffff00000000};

TEST(ReadIr, ConstantsThatNobodyReadsAreObserved) {
    const IrSeen seen = only_ir("%c138413200_i32 = arith.constant 138413200 : i32 loc(#loc1)");
    EXPECT_EQ(seen.observation.type, Observation::Type::variable);
    EXPECT_EQ(seen.observation.text, "%c138413200_i32");
    EXPECT_EQ(seen.observation.width, 32u);
    EXPECT_EQ(seen.values[0], constant(138413200));
    EXPECT_EQ(ir_value("%0 = llvm.mlir.constant(-9223301530671644672 : i64) : i64"), constant(0x8000402000000000));
    EXPECT_EQ(ir_value("%0 = \"llvm.mlir.constant\"() <{value = 138412048 : i32}> : () -> i32"), constant(138412048));
    EXPECT_EQ(ir_value("%0 = \"arith.constant\"() {value = 0x40004040 : i32} : () -> i32"), constant(0x40004040));
    EXPECT_EQ(ir_value("%a_hi = 0x40004040"), constant(0x40004040));
    EXPECT_EQ(ir_value("%lo = 64 : i32"), constant(64));
}

TEST(ReadIr, SmallOrUnreadableConstantsAreNot) {
    for (const char* text :
         {"%0 = arith.constant 64 : i32", "%0 = arith.constant 1.0e+09 : f32", "%0 = arith.constant true",
          "%0 = llvm.mlir.constant(138412048 : i32) : f32", "%0 = llvm.mlir.constant(99999999999999999999 : i64) : i64",
          "%0 = arith.constant 5000000000 : i32", "%0 = arith.constant dense<100000> : tensor<4xi32>",
          "%0 = llvm.mlir.constant(dense<\"0x40004040\"> : vector<1xi32>) : vector<1xi32>",
          "// %0 = arith.constant 138412048 : i32", "%0 = llvm.mlir.constant(138412048 : i32) : i128",
          "%0 = arith.constant -128 : i32"})
        EXPECT_TRUE(read_all_ir(text).empty()) << text;
}

TEST(ReadIr, ConstantsWhoseBitsAreLostAreObservedAsSuch) {
    const std::string constant = "%0 = arith.constant 138412048 : i32\n";
    for (const char* use : {"llvm.store %0, %p : i32, !llvm.ptr", "%1 = arith.addi %0, %x : i32", "foo.bar %0"}) {
        const std::vector<IrSeen> lost = read_all_ir(constant + use, true);
        ASSERT_GE(lost.size(), 1u) << use;
        EXPECT_TRUE(lost[0].observation.lost);
    }
    EXPECT_EQ(read_all_ir(constant + "%1 = arith.ori %0, %x : i32", true).size(), 1u);
}

TEST(ReadIr, LinesOfFileCheckAreAProgramOfTheirOwn) {
    const IrSeen seen = only_ir("  // CHECK:llvm.mlir.constant(136314912 : i32) : i32\n");
    EXPECT_EQ(seen.observation.text, "");
    EXPECT_EQ(seen.values[0], constant(136314912));
    const auto both = read_all_ir(
        "// CHECK: %0 = arith.constant 1000000 : i32\n%0 = arith.constant 2000000 : i32\n"
        "; SM90-NEXT: %1 = or i32 %0, 1048576\n// CHECK-NOT: %9 = arith.constant 3000000 : i32\n// RUN: %8 = 70000\n");
    ASSERT_EQ(both.size(), 3u);
    EXPECT_EQ(both[0].values[0], constant(1000000));
    EXPECT_EQ(both[1].values[0], constant(2000000));
    EXPECT_EQ(both[2].values[0], (KnownBits{1048576, 0xffffffff00100000}));
}

TEST(ReadIr, PiecesOfInlineAssemblyInTests) {
    const std::string lines[] = {
        "%[[DESC0:.+]] = llvm.mlir.constant(144769664 : i32) : i32",
        "@$5 tcgen05.mma.cta_group::1.kind::f16 [ $0 + 0 ], $1, $2, $3, $4;\", \"r,l,l,r,b,b\" %{{.+}}, %{{.+}}, "
        "%{{.+}}, %[[DESC0]]"};
    for (const std::string prefix : {"", "// CHECK: ", "  //      CHECK-NEXT:   "}) {
        const IrSeen seen = only_ir(prefix + lines[0] + "\n" + prefix + lines[1] + "\n");
        EXPECT_EQ(seen.observation.type, Observation::Type::instruction);
        ASSERT_EQ(seen.values.size(), 5u);
        EXPECT_EQ(seen.values[1], unknown_bits());
        EXPECT_EQ(seen.values[3], constant(144769664));
    }
    EXPECT_TRUE(read_all_ir("// CHECK: @$5 tcgen05.mma.cta_group::1.kind::f16\n").empty());
}

TEST(ReadIr, OperandsBehindAPatternForAnyTextAreUnknown) {
    const std::string end = " : (i32, i64, i64, i32) -> ()";
    const std::string code = "llvm.inline_asm \"tcgen05.mma.cta_group::1.kind::f16 [$0], $1, $2, $3;\", \"r,l,l,r\" ";
    EXPECT_EQ(only_ir(code + "%a, %b, %c, %c138412048_i32" + end).values.at(3), constant(138412048));
    EXPECT_EQ(only_ir("// CHECK: " + code + "%a, {{.*}}, %c, %c138412048_i32" + end).values.at(3), kUnknown32);
    EXPECT_EQ(only_ir("// CHECK: " + code + "%a, %b{{.*}}, %c, %c138412048_i32").values.at(3), constant(138412048));
    EXPECT_EQ(only_ir(code + "%a, %c, %c138412048_i32" + end).values.at(3), kUnknown32);
}

TEST(ReadIr, InlineAssemblyOfLlvm) {
    const IrSeen seen = only_ir(
        "call void asm sideeffect \"tcgen05.mma.cta_group::1.kind::f16 [$0], $1, $2, $3, $4;\", \"r,l,l,r,b\"(i32 %1, "
        "i64 4611756662049538048, i64 %3, i32 136316048, i1 true)");
    ASSERT_EQ(seen.values.size(), 5u);
    EXPECT_EQ(seen.values[1], constant(0x4000404000010000));
    EXPECT_EQ(seen.values[2], unknown_bits());
    EXPECT_EQ(seen.values[3], constant(136316048));
}

TEST(ReadIr, OutputsOfAssemblyComeBeforeItsOperands) {
    const IrSeen seen = only_ir(
        "%5 = call i32 asm sideeffect \"{\\0A\\09wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0}, $1, $2, p, 1, "
        "1, 0, 0;\\0A}\", \"=f,l,l,~{memory}\"(i64 77777777, i64 %b)\n");
    EXPECT_EQ(seen.values.at(1), constant(77777777));
    EXPECT_EQ(seen.values.at(2), unknown_bits());
}

TEST(ReadIr, BranchesInAssemblyStayInIt) {
    const std::string code =
        "llvm.inline_asm \"{ .reg .pred p; setp.ne.b32 p, $0, 0; @!p bra L; tcgen05.mma.cta_group::1.kind::f16 [$0], "
        "$1, "
        "$1, $2, p; L: }\", \"r,l,r\" %x, %3, %c138412048_i32 : (i32, i64, i32) -> ()\n";
    const auto all = read_all_ir("llvm.func @f(%x: i32, %2: i64) {\n%3 = arith.ori %2, %c1048576_i64 : i64\n" + code +
                                 code + "ttng.tc_gen5_mma %3, %x : i64, i32\n}");
    ASSERT_EQ(all.size(), 3u);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(all[i].values.at(i == 2 ? 0 : 1), (KnownBits{1048576, 1048576})) << i;
}

TEST(ReadIr, AssemblyThatJoinsTwoWords) {
    EXPECT_EQ(ir_value("%d = llvm.inline_asm \"mov.b64 $0, {$1, $2};\", \"=l,r,r\" %x, %c1073758272_i32 : (i32, i32) "
                       "-> i64"),
              (KnownBits{0x4000404000000000, 0xffffffff00000000}));
}

TEST(ReadIr, DescriptorsAsCompilersBuildThem) {
    const auto all = read_all_ir(R"(
define void @kernel(ptr addrspace(1) %0, i32 %1) #0 {
  %5 = lshr exact i32 ptrtoint (ptr addrspace(3) @smem to i32), 4, !dbg !21
  %6 = and i32 %5, 16383, !dbg !21
  %7 = zext nneg i32 %6 to i64
  %8 = or disjoint i64 %7, 4611686293372403712
  %9 = insertelement <2 x i32> <i32 poison, i32 1073758272>, i32 %6, i64 0
  %10 = bitcast <2 x i32> %9 to i64
  tail call void asm sideeffect "@$2 tcgen05.cp.cta_group::1.128x256b [$0], $1;", "r,l,b"(i32 %1, i64 %8, i1 %e) #5
  call void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6) %d, i64 %10, i64 %8, i32 136316048, i1 %e, i32 0)
  ret void
})");
    ASSERT_EQ(all.size(), 2u);
    EXPECT_EQ(all[0].values.at(1), (KnownBits{4611686293372403712, ~0x3fffull}));
    EXPECT_TRUE(all[0].observation.conditional);
    EXPECT_EQ(all[1].observation.text, "llvm.nvvm.tcgen05.mma.shared");
    EXPECT_EQ(all[1].observation.type, Observation::Type::call);
    EXPECT_EQ(all[1].values.at(1), (KnownBits{0x4000404000000000, ~0x3fffull}));
    EXPECT_EQ(all[1].values.at(3), constant(136316048));
    EXPECT_EQ(all[1].texts.at(3), "136316048");
    EXPECT_EQ(all[1].texts.at(0), "%d");
}

TEST(ReadIr, OperationsThatReadDescriptors) {
    const IrSeen umma = only_ir(R"(
      %12 = arith.shli %11, %c13_i32 : i32
      %13 = arith.ori %12, %c138412048_i32 : i32
      cute_nvgpu.arch.mma.SM100.umma(%a, %b, %d, %13, %p) {num_cta = 1 : i32} :
          (!x.desc, !x.desc, i32, i32, i1) -> ())");
    ASSERT_EQ(umma.values.size(), 5u);
    EXPECT_EQ(umma.values[3], (KnownBits{138412048, 138412048 | 0xffffffff00001fff}));
    const IrSeen desc = only_ir(
        "%0 = nvvm.tcgen05.mma_smem_desc (%a, %c1_i32, 64, %b, %false, %c2_i8) : (i32, i32, i32, i8, i1, i8) -> i64");
    EXPECT_EQ(desc.observation.text, "nvvm.tcgen05.mma_smem_desc");
    ASSERT_EQ(desc.values.size(), 6u);
    EXPECT_EQ(desc.values[0], unknown_bits());
    EXPECT_EQ(desc.values[1], constant(1));
    EXPECT_EQ(desc.values[2], constant(64));
    EXPECT_EQ(desc.values[5], constant(2));
    EXPECT_TRUE(read_all_ir("nvvm.tcgen05.wait <load>\nnvvm.wgmma.fence.aligned").empty());
}

TEST(ReadIr, TheGenericForm) {
    EXPECT_EQ(ir_value(R"(
     %1 = "llvm.mlir.constant"() <{value = 13 : i32}> : () -> i32
     %2 = "arith.extui"(%0) : (i1) -> i32
     %3 = "arith.shli"(%2, %1) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
     %4 = "arith.ori"(%3, %c138412048_i32) : (i32, i32) -> i32)"),
              (KnownBits{138412048, ~0x2000ull}));
}

TEST(ReadIr, VectorsOfTwoWordsAreDoubleWords) {
    const KnownBits expected{0x4000404000000000, 0xffffffff00000000};
    EXPECT_EQ(ir_value(R"(
    %u = llvm.mlir.undef : vector<2xi32>
    %v = llvm.insertelement %x, %u[%c0_i32 : i32] : vector<2xi32>
    %w = llvm.insertelement %c1073758272_i32, %v[%c1_i32 : i32] : vector<2xi32>
    %d = llvm.bitcast %w : vector<2xi32> to i64)"),
              expected);
    EXPECT_EQ(ir_value("%v = vector.from_elements %x, %c1073758272_i32 : vector<2xi32>\n"
                       "%d = llvm.bitcast %v : vector<2xi32> to i64"),
              expected);
    EXPECT_EQ(ir_value("%h = arith.constant 4611756662049538048 : i64\n%v = llvm.bitcast %h : i64 to vector<2xi32>\n"
                       "%d = llvm.extractelement %v[%c1_i32 : i32] : vector<2xi32>"),
              constant(0x40004040));
    EXPECT_EQ(ir_value("%s = insertvalue { i32, i32 } poison, i32 1073758272, 1\n"
                       "%d = extractvalue { i32, i32 } %s, 1"),
              constant(0x40004040));
    // The lane is not known.
    EXPECT_TRUE(read_all_ir("%v = llvm.insertelement %c1073758272_i32, %u[%i : i32] : vector<2xi32>\n"
                            "%d = llvm.bitcast %v : vector<2xi32> to i64")
                    .empty());
}

TEST(ReadIr, NamesThatTheTextDefinesStateNothing) {
    const std::string use = "%y = arith.ori %x, %c1048576_i32 : i32";
    EXPECT_EQ(ir_value(use), (KnownBits{1048576, 0xffffffff00100000}));
    EXPECT_TRUE(read_all_ir("%c1048576_i32 = llvm.load %p : !llvm.ptr -> i32\n" + use).empty());
    EXPECT_TRUE(read_all_ir("func.func @f(%c1048576_i32: i32) {\n" + use + "\n}").empty());
    EXPECT_TRUE(read_all_ir("^bb1(%c1048576_i32: i32):\n" + use).empty());
    EXPECT_TRUE(read_all_ir("scf.for %c1048576_i32 = %a to %b step %c {\n" + use + "\n}").empty());
    // In LLVM IR, %c5 can be a variable.
    EXPECT_TRUE(read_all_ir("%y = add i32 %c1048576, 1").empty());
}

TEST(ReadIr, NamesAreVisibleInTheirFunctionAndRegionOnly) {
    EXPECT_TRUE(read_all_ir("llvm.func @f() {\n%0 = arith.constant 1048576 : i32\nx.use %0 : i32\n}\n"
                            "llvm.func @g() {\n%1 = llvm.trunc %0 : i32 to i32\n%2 = arith.ori %0, %0 : i32\n}")
                    .empty());
    EXPECT_TRUE(read_all_ir("scf.for %i = %a to %b step %c {\n%0 = arith.constant 1048576 : i32\nx.use %0 : i32\n}\n"
                            "%2 = arith.ori %0, %0 : i32\n")
                    .empty());
    EXPECT_TRUE(read_all_ir("%0 = arith.constant 1048576 : i32\nx.use %0 : i32\n// -----\n%2 = arith.ori %0, %0 : i32")
                    .empty());
    EXPECT_TRUE(read_all_ir("// CHECK: %0 = arith.constant 1048576 : i32\n// CHECK: x.use %0\n"
                            "// CHECK-LABEL: @g\n// CHECK: %2 = arith.ori %0, %0 : i32")
                    .empty());
}

TEST(ReadIr, TestsOfOtherFunctionsAreOtherPrograms) {
    const std::string first = "// CHECK: %0 = arith.constant 1048576 : i32\n// CHECK: x.use %0\nllvm.func @f() {\n}\n";
    const std::string second = "llvm.func @g(%a: i32) {\n// CHECK: %2 = arith.ori %0, %0 : i32\n}\n";
    EXPECT_TRUE(read_all_ir(first + second).empty());
    EXPECT_TRUE(read_all_ir(first + "// -----\n" + second).empty());
    EXPECT_EQ(read_all_ir("// CHECK-LABEL: @f\n" + first + "// CHECK: %2 = arith.ori %0, %0 : i32\n").size(), 1u);
}

TEST(ReadIr, ValuesThatSeveralPathsGive) {
    EXPECT_EQ(ir_value("%p = phi i64 [ 1048577, %a ], [ 1048578, %b ]"), low_bits(1048576, 2));
    EXPECT_TRUE(read_all_ir("%p = phi i64 [ 1048577, %a ], [ %q, %b ]\n%q = add i64 %p, 1").empty());
    EXPECT_EQ(ir_value("%r = scf.if %c -> (i32) {\nscf.yield %c1048577_i32 : i32\n} else {\n"
                       "scf.yield %c1048579_i32 : i32\n}"),
              (KnownBits{1048577, ~2ull}));
    EXPECT_EQ(ir_value("%r = llvm.select %true, %c1048577_i32, %x : i1, i32"), constant(1048577));
}

TEST(ReadIr, ReturnedValuesAreObserved) {
    const IrSeen seen = only_ir(
        "llvm.func @make() -> i64 {\n%0 = arith.ori %x, %c70368744177664_i64 : i64\n"
        "llvm.return %0 : i64\n}");
    EXPECT_EQ(seen.observation.type, Observation::Type::returned);
    EXPECT_EQ(seen.observation.text, "make");
    EXPECT_EQ(seen.values[0], (KnownBits{1ull << 46, 1ull << 46}));
}

TEST(ReadIr, OperationsOfSeveralLines) {
    const IrSeen seen = only_ir(
        "%0 = arith.constant\n    138412048 : i32\n// CHECK: call void @llvm.nvvm.tcgen05.mma(i64 "
        "%1,\n// CHECK-SAME: i32 138412048)\nx.use %0\n");
    EXPECT_EQ(seen.values.at(1), constant(138412048));
    EXPECT_EQ(seen.values.at(0), unknown_bits());
    const std::string text = "ttng.tc_gen5_mma %a, %b,\n    %true, %c1048576_i32 // why\n  : i32,\n i32\n%1 = foo";
    const IrSeen mma = only_ir(text);
    ASSERT_EQ(mma.values.size(), 4u);
    EXPECT_EQ(mma.values[3], constant(1048576));
    EXPECT_EQ(text.substr(mma.observation.span.begin, 4), "ttng");
    EXPECT_EQ(mma.observation.span.end, text.find("\n%1"));
}

TEST(ReadIr, ADescriptorOfTheLoweringOfMlir) {
    const IrSeen seen = only_ir(R"(
  // CHECK-LABEL: define i64 @make(i32 %0, i32 %1, i32 %2, i8 %3, i1 %4, i8 %5) {
  // CHECK-NEXT: %7 = and i32 %0, 16383
  // CHECK-NEXT: %8 = zext i32 %7 to i64
  // CHECK-NEXT: %9 = shl i64 %8, 0
  // CHECK-NEXT: %10 = or i64 0, %9
  // CHECK-NEXT: %19 = or i64 %10, 70368744177664
  // CHECK-NEXT: %30 = zext i8 %5 to i32
  // CHECK-NEXT: %31 = and i32 %30, 7
  // CHECK-NEXT: %32 = zext i32 %31 to i64
  // CHECK-NEXT: %33 = shl i64 %32, 61
  // CHECK-NEXT: %34 = or i64 %19, %33
  // CHECK-NEXT: ret i64 %34)");
    EXPECT_EQ(seen.observation.text, "make");
    EXPECT_EQ(seen.values[0], (KnownBits{1ull << 46, 0x1fffffffffffc000}));
}

TEST(ReadIr, TextThatIsCutOrChangedIsHarmless) {
    const std::string text = R"(
llvm.func @f(%x: i64) {
  %1 = "arith.ori"(%0, %c138412048_i32) <{a = 1}> : (i32, i32) -> i32
  %r = scf.if %c -> (i32) {
    scf.yield %1 : i32
  } else { scf.yield %c1_i32 : i32
  }
  // CHECK: %[[D:[a-z]+]] = llvm.insertelement %{{.+}}, %v[%c0 : i32] : vector<2xi32>
  %7 = insertelement <2 x i32> <i32 poison, i32 1>, i32 %6, i64 0
  llvm.inline_asm "@$0 tcgen05.mma [$1], $2, $3, $4;\0A", "b,r,l,l,r" %true, %x, %d : (i1, i32, i64) -> ()
  %p = phi i64 [ %4, %a ], [ 4611756662049538048, %b ]
  %q:2 = call { i32, i32 } @f(i32 noundef %7, <2 x i32> zeroinitializer)
  %t = arith.constant dense<[0, 1073758272]> : vector<2xi32>
})";
    for (std::size_t i = 0; i <= text.size(); i += 3) {
        read_all_ir(text.substr(0, i));
        read_all_ir(text.substr(i));
        for (const char c : {'"', '(', '{', '[', '%', ':', '\n', '\\', '<', '='}) {
            std::string changed = text;
            if (i < text.size()) changed[i] = c;
            read_all_ir(changed);
        }
    }
}

}  // namespace
}  // namespace tilescope::program
