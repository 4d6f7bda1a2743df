// tests/unit/notation/debugger_test.cpp -- reads the output of debuggers and of descriptor printers.
// SPDX-License-Identifier: MIT
//
// gdb, cuda-gdb, lldb, hexdump and CUTLASS's descriptor printer.
#include <tilescope/base/say.h>
#include <tilescope/rules/read_paste.h>

#include <gtest/gtest.h>

#include <algorithm>

namespace tilescope {
namespace {

std::string described(const PasteResult& r) {
    std::string out = r.sentence;
    for (const FoundWord& w : r.words)
        out += say("\n  ", w.reader, " ", w.name, " ", hex(w.value), " -> ", w.readings.front().format->id);
    return out;
}

std::string values_of(const PasteResult& r) {
    std::string out;
    for (const FoundWord& w : r.words) out += say(out.empty() ? "" : " ", hex(w.readings.front().word));
    return out;
}

struct DebuggerRow {
    const char *text, *values;
};

TEST(Debugger, AddressesAreNotWords) {
    for (const DebuggerRow& row :
         {DebuggerRow{"0x7fffffffe5d8: 0x4000404000010040", "0x4000404000010040"},
          DebuggerRow{"0x7fffffffe5d8:\t0x4000404000010040\t0x4000404000010440",
                      "0x4000404000010040 0x4000404000010440"},
          DebuggerRow{"0x7fffd8: 0x00010040 0x40004040\n0x7fffe0: 0x00010440 0x40004040",
                      "0x4000404000010040 0x4000404000010440"},
          DebuggerRow{"0x601050 <descs+16>:\t4611756662049538112", "0x4000404000010040"},
          DebuggerRow{"0x16fdfe020: 0x00010040 0x40004040 0x08200490 0x00000003", "0x4000404000010040 0x8200490"},
          DebuggerRow{"(cuda-gdb) x/2gx 0x7f3300000400\n0x7f3300000400:\t0x0000000000000000\t0x8000402000010040",
                      "0x8000402000010040"}}) {
        const PasteResult r = paste(row.text);
        EXPECT_EQ(values_of(r), row.values) << row.text << described(r);
        EXPECT_EQ(r.refused_count, 0u) << row.text;
    }
}

TEST(Debugger, StacksBytesAndCommandsAreNotWords) {
    for (const char* text :
         {"(gdb) x/4gx $rsp\n0x7fffffffe5d0: 0x00007fffffffe6c8 0x0000000000400410\n"
          "0x7fffffffe5e0: 0x0000000000000001 0x00007ffff7dd18e0",
          "0x7fffffffe5d0: 0x40 0x00 0x01 0x00 0x40 0x40 0x00 0x40", "0x7fffffffe5d0: 0x0040 0x0001 0x4040 0x4000",
          "0x7ffffffd80: 40 00 01 00 40 40 00 40 98 fd ff ff 7f 00 00 00  @...@@.@........",
          "=> 0x401156 <main+4>:     mov    edi,0x40004040\n   0x40115b <main+9>:\tcall   0x401136 <encode>",
          "0x401180 <names>:\t\"0x4000404000010040\"",
          "0x00007f2c021565c0 in gemm(float*, int)<<<(1,1,1),(256,1,1)>>> ()", "(gdb) break *0x40004040",
          "(gdb) x/20bx 0x7fffffffe5d0", "(lldb) memory read -s8 -fx -c4 0x40004040", "$ od -A x -t x8 desc.bin"})
        EXPECT_TRUE(paste(text).words.empty()) << text << described(paste(text));
}

TEST(Debugger, HexdumpOffsetsAreNotWords) {
    for (const DebuggerRow& row :
         {DebuggerRow{"000000 4000404000010040 4000404000010440\n000010", "0x4000404000010040 0x4000404000010440"},
          DebuggerRow{"0000000 00010040 40004040 00010440 40004040\n0000020", "0x4000404000010040 0x4000404000010440"},
          DebuggerRow{"00000000: 4000404000010040 4000404000010440", "0x4000404000010040 0x4000404000010440"}}) {
        const PasteResult r = paste(row.text);
        EXPECT_EQ(values_of(r), row.values) << row.text << described(r);
    }
    for (const char* text : {"00000000  40 00 01 00 40 40 00 40  40 04 01 00 40 40 00 40  |@...@@.@@...@@.@|\n00000010",
                             "00000000: 4000 0100 4040 0040 4004 0100 4040 0040  @...@@.@@...@@.@",
                             "0000000 0040 0001 4040 4000\n0000008"})
        EXPECT_TRUE(paste(text).words.empty()) << text << described(paste(text));
}

TEST(Debugger, SymbolIsTheNameOfItsWord) {
    const PasteResult r =
        paste("0x601040 <smem_desc_a>:\t0x4000404000010040\n0x601048 <smem_desc_b>:\t0x4000404000010440");
    ASSERT_EQ(r.words.size(), 2u) << described(r);
    EXPECT_EQ(r.words[0].role, PasteRole::smem_a);
    EXPECT_EQ(r.words[1].role, PasteRole::smem_b);
}

TEST(Debugger, PrintedValueHasTheNameOfItsExpression) {
    const PasteResult r = paste(
        "(cuda-gdb) p/x a_desc\n$1 = 0x4000404000010040\n(cuda-gdb) p &a_desc\n$2 = (uint64_t *) 0x7fffd8\n"
        "(cuda-gdb) p/x descs\n$3 = {0x4000404000010440, 0x4000404000010840}\n"
        "(cuda-gdb) p/x parts\n$4 = {lo = 0x10c40, hi = 0x40004040}");
    EXPECT_EQ(values_of(r), "0x4000404000010040 0x4000404000010440 0x4000404000010840 0x4000404000010c40")
        << described(r);
    EXPECT_EQ(r.words.at(0).role, PasteRole::smem_a);
    EXPECT_EQ(r.refused_count, 0u);
    EXPECT_EQ(values_of(paste("(lldb) p/x desc\n(uint64_t) $0 = 0x4000404000010040\n(lldb) p &desc\n"
                              "(uint64_t *) $1 = 0x000000016fdfe07c")),
              "0x4000404000010040");
}

TEST(Debugger, HostRegistersHaveSixtyFourBits) {
    const PasteResult r = paste(
        "rax            0x4000404000010040  4611756662049538112\nrbx            0x1c                28\n"
        "rip            0x401156            0x401156 <main+4>\nrsp            0x7fffffffe560      0x7fffffffe560\n"
        "eflags         0x246               [ PF ZF IF ]");
    EXPECT_EQ(values_of(r), "0x4000404000010040") << described(r);
    EXPECT_EQ(r.words.at(0).name, "rax");
}

TEST(Debugger, OnlyDescriptorsOfARegisterBlockAreWords) {
    const PasteResult r = paste(
        "R0             0x0                 0\nR1             0xfffc48            16776264\n"
        "R2             0x380               896\nUR4            0x10040             65600\n"
        "UR5            0x40004040          1073758272\nUR6            0x8200490           136316048\n"
        "UR7            0x7                 7\nUP0            0x1                 1\nCC             0x0                "
        " 0\n"
        "PC             0x202156610         8625907216");
    EXPECT_EQ(values_of(r), "0x4000404000010040 0x8200490") << described(r);
}

// What a script of an H100's cuda-gdb printed at an exception: names with '$', one number, also predicates.
TEST(Debugger, ReadsRegistersThatAScriptPrints) {
    const std::string text =
        "=> 0x7ffddb7add60 <_Z10mma_kernelPfi+1632>:\tHGMMA.64x8x16.F32 R24,gdesc[UR4],RZ,!UPT,gsb0\n"
        "$UR4 0x10040\n$UR5 0x40000040\n$UR6 0x13ff0\n$UR7 0x40000040\n$UR8 0x0\n$R24 0x0\n$P0 0x1\n$UP0 0x1\n"
        "$pc 0x7ffddb7add60\n";
    EXPECT_EQ(values_of(paste(text)), "0x4000004000010040 0x4000004000013ff0") << described(paste(text));
    EXPECT_EQ(values_of(paste("$rax 0x4000404000010040")), values_of(paste("rax 0x4000404000010040")))
        << "only a register of a GPU needs no second number";
}

// A script prints the answer of the debugger behind its own words.
TEST(Debugger, ReadsInstructionsBehindOtherWords) {
    const std::string rest =
        "0x7ffddb7add60 <_Z10mma_kernelPfi+1632>:\tHGMMA.64x8x16.F32 R24,gdesc[UR4],RZ,!UPT,gsb0\n"
        "=> 0x7ffddb7add70 <_Z10mma_kernelPfi+1648>:\tWARPGROUP.DEPBAR.LE gsb0,0x0\n\n"
        "CMD backtrace -> #0  mma_kernel<<<(1,1,1),(128,1,1)>>> () at w.cu:19\n\n"
        "$UR4 0x10040\n$UR5 0x40000040\n$UR6 0x10240\n$UR7 0x40000040\n";
    for (const char* before : {"CMD x/2i $errorpc -> *> ", "(cuda-gdb) => ", "stopped at 0x7ffddb7add60 with ", ""}) {
        const PasteResult r = paste(before + rest);
        EXPECT_EQ(values_of(r), "0x4000004000010040 0x4000004000010240") << before << described(r);
    }
}

// Only zeros identify a Hopper descriptor, so a pointer beside an HGMMA is not one.
TEST(Debugger, NumbersBesideAnHgmmaAreNotWords) {
    const std::string text =
        "=> 0x7ffddb7add60 <_Z10mma_kernelPfi+1632>:\tHGMMA.64x8x16.F32 R24,gdesc[UR4],RZ,!UPT,gsb0\n"
        "$UR4 0x10040\n$UR5 0x40000040\n$UR6 0x10240\n$UR7 0x40000040\n\n"
        "0x2410: 0x42404200 0x42c04280 0x43404300 0x43c04380\n"  // f16 numbers; wgmma has no instruction descriptor
        "READ 32 KiB 0.00676417350769043 0x10e590f030\n";
    EXPECT_EQ(values_of(paste(text)), "0x4000004000010040 0x4000004000010240") << described(paste(text));
}

constexpr const char* kBlocks =
    "GMMA::DescriptorIterator o (_1,_2,_4):(0,_64,_256):\n"
    "  GmmaDescriptor: 0x4000004000010040\n  start_addr :  0x0040\n  leading_off:  0x0001 (1)\n"
    "  stride_off :  0x0040 (64)\n  base_offset:  0x0\n  layout_type:  0x1 (B128)\n"
    "  GmmaDescriptor: 0x4000004000010080\n  start_addr :  0x0080\n  leading_off:  0x0001 (1)\n"
    "  stride_off :  0x0020 (32)\n  base_offset:  0x0\n  layout_type:  0x1 (B128)\n";

TEST(Printer, ComparesEachBlockWithItsWord) {
    const PasteResult r = paste(kBlocks);
    ASSERT_EQ(r.words.size(), 2u) << described(r);
    EXPECT_EQ(r.words[0].note, "") << "the fields after the second word belong to the second word";
    EXPECT_NE(r.words[1].note.find("sbo is 512"), std::string::npos) << r.words[1].note;
    EXPECT_EQ(r.words[1].note.find("start"), std::string::npos) << r.words[1].note;
    EXPECT_EQ(r.words[0].readings.front().certainty, Certainty::confirmed);
    EXPECT_NE(r.words[1].readings.front().certainty, Certainty::confirmed);
}

TEST(Printer, BuildsWordsOfBlocksWithoutFirstLines) {
    std::string text(kBlocks);
    for (std::size_t at = text.find("GmmaDescriptor"); at != text.npos; at = text.find("GmmaDescriptor"))
        text.erase(at, text.find('\n', at) + 1 - at);
    const PasteResult r = paste(text);
    EXPECT_EQ(values_of(r), "0x4000004000010040 0x4000002000010080") << described(r);
    const PasteResult wide = paste("  start_addr :  0x14000\n  stride_off :  0x0040 (64)");
    ASSERT_EQ(wide.refused_count, 1u);
    EXPECT_NE(wide.refused[0].why.find("14 bits"), std::string::npos) << wide.refused[0].why;
}

}  // namespace
}  // namespace tilescope
