// core/include/tilescope/hw/contradictions.h -- facts on which documents or programs disagree, and the chosen reading.
// SPDX-License-Identifier: MIT
//
// The text "(contradiction X1)" beside a fact refers to a row of this table. Each row keeps both readings, because the
// next edition or a run on hardware may prove the other reading.
#pragma once

#include <tilescope/hw/measurements.h>
#include <tilescope/word/field.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tilescope {

// both: each reading is true in some cases, and `why` names the cases. none: the program assumes neither reading.
enum class ChosenReading : std::uint8_t { a, b, both, none };
inline constexpr NamedValue kTakenNames[] = {{0, "A"}, {1, "B"}, {2, "both"}, {3, "none"}};

constexpr std::string_view name_of(ChosenReading t) { return name_in(kTakenNames, static_cast<std::uint64_t>(t)); }

struct Contradiction {
    std::string_view id;       // "X1"; never reused
    std::string_view subject;  // a few words
    std::string_view reading_a, source_a;
    std::string_view reading_b, source_b;
    ChosenReading takes;
    std::string_view why;      // the reason for the choice, and what the program does
    std::string_view decides;  // what settled the question, or would settle it
    Certainty certainty;       // how certain it is that the chosen reading is right everywhere
    // What a GPU answered, and on which instructions. Other instructions can still be open.
    Certainty asked = {};                           // measured, or no GPU was asked
    std::string_view gpu_answer = {};               // sentences; empty: no GPU was asked
    std::string_view open = {};                     // what no GPU and no document answers; empty: nothing
    std::array<std::string_view, 8> concerns = {};  // topics of explanation_of(): fields, rules, kinds, ...
};

// Stops the build if the ids have a gap, or if a row lacks a reading, its source, a reason or a topic.
template <std::size_t N>
constexpr const Contradiction (&checked(const Contradiction (&rows)[N]))[N] {
    for (std::size_t i = 0; i < N; ++i) {
        const Contradiction& c = rows[i];
        std::size_t number = 0;
        for (const char digit : c.id.substr(1)) number = number * 10 + static_cast<std::size_t>(digit - '0');
        if (c.id[0] != 'X' || number != i + 1) throw "ids of contradictions count from X1 without gaps";
        if (c.subject.empty() || c.reading_a.empty() || c.reading_b.empty()) throw "a contradiction has two readings";
        if (c.source_a.empty() || c.source_b.empty()) throw "a reading without a source";
        if (c.why.empty() || c.decides.empty()) throw "a default without a reason, or without what would decide it";
        if (c.concerns[0].empty()) throw "a contradiction has no topic";
        if (c.gpu_answer.empty() != (c.asked.measurement() == nullptr))
            throw "an answer of a GPU needs its measurement";
        if (c.open.empty() && c.certainty == Certainty::unknown) throw "an unknown fact is open";
    }
    return rows;
}

// clang-format off
inline constexpr Contradiction kContradictions[] = {
    {.id = "X1", .subject = "zero-column mask: which of the two spans is zeroed",
     .reading_a = "The skip span is a run of columns that use B. The use span is a run of zeroed columns.", .source_a = "PTX ISA 9.0 to 9.4, the text of the table of the zero-column mask descriptor (Table 45 of 9.1)",
     .reading_b = "The skip span is a run of zeroed columns. The use span is a run of columns that use B.", .source_b = "the four worked examples of the same section; CUTLASS MaskAndShiftB @7107b055; a third-party simulator",
     .takes = ChosenReading::b, .why = "Only interpretation B gives the same results as the examples in the manual and the convolution masks of CUTLASS. tilescope shows masks with interpretation B, and shows interpretation A on request.",
     .decides = "A run of one .ws instruction on hardware, with a mask whose two spans have different lengths.", .certainty = Certainty::confirmed,
     .open = "No GPU was asked.",
     .concerns = {"zcm.skip_span", "zcm.use_span", "L77", ".ws"}},

    {.id = "X2", .subject = "zero-column mask: which value of the field 'nonzero' turns the mask on",
     .reading_a = "The value 0 turns the mask on. The value 1 turns the mask off.", .source_a = "a comment in CUTLASS MaskAndShiftB @7107b055",
     .reading_b = "The value 1 generates the mask. With the value 0, no column is zeroed.", .source_b = "PTX ISA 9.1, Table 45; the code of CUTLASS make_column_zero_mask @7107b055",
     .takes = ChosenReading::b, .why = "The code of CUTLASS sets the field to 1 exactly where a mask is needed. This contradicts the comment. The manual agrees with the code.",
     .decides = "A later CUTLASS with a corrected comment, or a run of one masked instruction on hardware.", .certainty = Certainty::confirmed,
     .open = "No GPU was asked.",
     .concerns = {"zcm.nonzero", "L75"}},

    {.id = "X3", .subject = "zero-column mask: a start count that is longer than its span",
     .reading_a = "A start count that is too large is reduced: the sub-mask then begins at the last column of its first span.", .source_a = "a third-party simulator",
     .reading_b = "The count continues through both spans, modulo the sum of their lengths.", .source_b = "the formula in the examples of the manual, if it holds for every start count",
     .takes = ChosenReading::a, .why = "Only interpretation A is stated as a rule in a source. If a start count is longer than its span, tilescope uses interpretation A and gives a warning. CUTLASS never creates such a start count.",
     .decides = "A run of one masked instruction with a large start count on hardware.", .certainty = Certainty::unknown,
     .open = "No GPU was asked.",
     .concerns = {"zcm.sc0", "zcm.sc1", "zcm.sc2", "zcm.sc3", "L74"}},

    {.id = "X4", .subject = "half precision (f16) for D of kind f8f6f4",
     .reading_a = "With kind f8f6f4, the type of D is always f32.", .source_a = "a copy of Table 42 of the manual that lost a merged table cell",
     .reading_b = "With kind f8f6f4, the type of D is f16 or f32.", .source_b = "PTX ISA 9.1, Table 39 and the original Table 42 with the merged cell; CUTLASS @7107b055",
     .takes = ChosenReading::b, .why = "In the original table, one merged cell gives the types of D for two kinds. The field 'd_type' accepts both values.",
     .decides = "Table 39 settles the default. A run with D in f16 would confirm interpretation B.", .certainty = Certainty::confirmed,
     .open = "No GPU was asked.",
     .concerns = {"idesc.d_type", "kind::f8f6f4", "L43"}},

    {.id = "X5", .subject = "scale factors of mxf4nvf4",
     .reading_a = "mxf4nvf4 supports scale factors of type ue4m3 only.", .source_a = "PTX ISA 9.0 and 9.1, Table 44",
     .reading_b = "mxf4nvf4 supports ue4m3 and ue8m0.", .source_b = "PTX ISA 9.1, Table 57; PTX ISA 9.3 and 9.4; CUTLASS @7107b055",
     .takes = ChosenReading::b, .why = "Later editions added the missing value ue8m0. tilescope accepts both types. A note names the table that does not list ue8m0.",
     .decides = "Settled by PTX ISA 9.3.", .certainty = Certainty::confirmed,
     .concerns = {"idesc-mxf4.scale_type", "kind::mxf4nvf4", "L63"}},

    {.id = "X6", .subject = "legal scale-factor ids",
     .reading_a = "The ids of mxf4 and mxf4nvf4 are 0 or 2.", .source_a = "PTX ISA 9.1, Table 44",
     .reading_b = "The ids depend on the scale vector size. For 2X, the ids are 0 or 2 with K = 64, and 0 to 3 with K = 96. For 4X, the id is 0 with K = 64, and 0 or 2 with K = 96.", .source_b = "PTX ISA 9.1, Table 56, 9.7.16.10.7.2 and the captions of its figures",
     .takes = ChosenReading::b, .why = "With a legal id, all scale factors of one instruction are in the selected 32-bit word or in the word after it. Table 44 prints the most common case. tilescope has a list of ids for each scale vector size.",
     .decides = "The captions of the figures settle the default. A run with K = 96 and an odd id would confirm interpretation B.", .certainty = Certainty::confirmed,
     .open = "No GPU was asked.",
     .concerns = {"idesc-mxf4.sfa_id", "idesc-mxf4.sfb_id", "L20", "L60", ".scale_vec::2X", ".scale_vec::4X"}},

    {.id = "X7", .subject = "the constant value of the field 'fixed' in the shared-memory descriptor",
     .reading_a = "The eight bits below the field 'swizzle' have the value 0xb0, because the constant is printed as 0xb00000000.", .source_a = "PTX ISA 9.1, Table 40; two public kernels that copied it",
     .reading_b = "The eight bits have the value 0.", .source_b = "the same constant, if the x is left out: 0b00000000; CUTLASS @7107b055; PTX ISA 9.4",
     .takes = ChosenReading::b, .why = "After the b, the constant has eight zeros, one for each of the eight bits. So the x is a misprint: the constant is 0b00000000. Every value other than 0 is an error.",
     .decides = "Settled by later editions and by every working kernel.", .certainty = Certainty::confirmed,
     .concerns = {"smem.fixed", "L1"}},

    {.id = "X8", .subject = "an example of a canonical layout",
     .reading_a = "The K-major 32B example for tf32 has the layout ((8,2),(4,4)).", .source_a = "PTX ISA 9.0 and 9.1, 9.7.16.3.3",
     .reading_b = "The example has the layout ((8,2),(4,2)).", .source_b = "PTX ISA 9.4, the same example",
     .takes = ChosenReading::b, .why = "The width of a 32B pattern is two chunks of 16 bytes. For tf32, two chunks are (4,2) elements. tilescope computes each layout and does not copy layouts from the manual, so no result depends on the misprint.",
     .decides = "Settled by PTX ISA 9.4.", .certainty = Certainty::confirmed,
     .concerns = {"32B", "tf32"}},

    {.id = "X9", .subject = "the name of layout E of Tensor Memory",
     .reading_a = "Layout E has the organisation 2x3.", .source_a = "PTX ISA 9.1, the table of data paths",
     .reading_b = "Layout E has the organisation 2x2.", .source_b = "PTX ISA 9.4, the same table; CUTLASS tmem_frg_ws @7107b055",
     .takes = ChosenReading::b, .why = "D has two banks of N / 2 columns, each in one half of the lanes. No part of the layout occurs three times.",
     .decides = "Settled by PTX ISA 9.4.", .certainty = Certainty::confirmed,
     .concerns = {"layout E"}},

    {.id = "X10", .subject = "K-major operands with 32-byte atoms",
     .reading_a = "K-major operands support every swizzle, including 128B_32B.", .source_a = "PTX ISA 9.1, Table 54",
     .reading_b = "There is no K-major layout with atoms of 32 bytes.", .source_b = "PTX ISA 9.1, Table 55, which has no such layout; CUTLASS make_umma_desc @7107b055 refuses such a layout",
     .takes = ChosenReading::b, .why = "No document shows such a layout, so the places of the elements are not known. Rule L9 reports an error and names Tables 54 and 55.",
     .decides = "A hardware run with a K-major operand and the swizzle 128B_32B, or a later PTX edition that shows this layout.", .certainty = Certainty::confirmed,
     .open = "No GPU was asked.",
     .concerns = {"smem.swizzle=128B_32B", "128B_32B", "L9"}},

    {.id = "X11", .subject = "the step size of N",
     .reading_a = "N is a multiple of 8 with one CTA, and a multiple of 16 with two CTAs.", .source_a = "PTX ISA 9.1, Table 39",
     .reading_b = "For some forms, N must be a multiple of 16 or 32. These forms are A in Tensor Memory, kind i8 and sparse f8f6f4.", .source_b = "CUTLASS @7107b055, assertions of its operations; a third-party simulator",
     .takes = ChosenReading::a, .why = "Only sizes that the manual forbids give an error. A size that only CUTLASS refuses gives a warning at most.",
     .decides = "Runs of the doubtful sizes on hardware. The first run: A in Tensor Memory, with a small N.", .certainty = Certainty::secondary,
     .open = "No GPU was asked.",
     .concerns = {"idesc.n", "L23", "L52"}},

    {.id = "X12", .subject = "the number of bits in the fields 'start' and 'lbo'",
     .reading_a = "Both fields (start and lbo) have 15 bits.", .source_a = "PTX ISA 9.4, the table of the shared-memory descriptor",
     .reading_b = "The address is masked to 18 bits before its lowest 4 bits are dropped, so 14 bits remain.", .source_b = "PTX ISA 9.4, the encoding formula under the same table",
     .takes = ChosenReading::both, .why = "tilescope uses 15 bits on sm_107 with edition 9.4, and 14 bits on every other target. For sm_107a, CuTe DSL 4.8.1 writes 15 bits to the fields 'start' and 'lbo', unless its older descriptor builder is selected.",
     .decides = "A run on sm_107 with a buffer at an address above 256 KiB, or a corrected formula in the manual.", .certainty = Certainty::secondary,
     .open = "No GPU was asked.",
     .concerns = {"smem.start", "smem.lbo", "L11", "L13", "sm_107a", "sm_107f"}},

    {.id = "X13", .subject = "transposition of kind ti16",
     .reading_a = "Operands of ti16 cannot be transposed.", .source_a = "PTX ISA 9.4, the table of transposition and negation",
     .reading_b = "Operands of ti16 can be transposed.", .source_b = "PTX ISA 9.4, the table of the layouts that each kind supports",
     .takes = ChosenReading::none, .why = "Both tables are in the same edition. tilescope shows the transpose bits. A transpose bit that is set gives a warning, not an error.",
     .decides = "A later edition, or ptxas together with a run on sm_107.", .certainty = Certainty::unknown,
     .open = "No GPU was asked.",
     .concerns = {"kind::ti16", "idesc.transpose_a", "idesc.transpose_b", "L55"}},

    {.id = "X14", .subject = "the effect of the field 'base_offset'",
     .reading_a = "The field 'base_offset' shifts the phase of the swizzle pattern. For the XOR, base_offset is subtracted from the number of the 128-byte line.", .source_a = "PTX ISA 9.1, Tables 40 and 41, in their most natural meaning",
     .reading_b = "The field 'base_offset' is always 0.", .source_b = "CUTLASS @7107b055, DeepGEMM and ThunderKittens. Their buffers are aligned, so they do not need the field.",
     .takes = ChosenReading::a, .why = "An H100 does what interpretation A says. For tcgen05, tilescope infers the same from Hopper and from the text of the manual. It gives a warning there, because nobody has measured it on Blackwell.",
     .decides = "For tcgen05: the experiment base-offset on a Blackwell GPU.", .certainty = Certainty::secondary,
     .asked = measured("layout"), .gpu_answer = "Interpretation A for wgmma: before the XOR, base_offset is subtracted from the number of the 128-byte line, in every measured descriptor. With 64B only its two lowest bits have an effect, with 32B only the lowest one.",
     .open = "tcgen05.",
     .concerns = {"smem.base_offset", "wgmma.base_offset", "L5", "L4"}},

    {.id = "X15", .subject = "whether swizzled layouts use the field 'lbo'",
     .reading_a = "Swizzled layouts ignore the field 'lbo'.", .source_a = "public exercise notes",
     .reading_b = "K-major layouts ignore the field 'lbo'. MN-major layouts use lbo as the distance from one block to the next. Each block is one swizzle width wide (for example 128 bytes).", .source_b = "PTX ISA 9.1, 9.7.16.3; CUTLASS make_umma_desc @7107b055",
     .takes = ChosenReading::b, .why = "An MN-major tile can be wider than one swizzle width (for example 128 bytes). No field except lbo gives the place of the next block of such a tile.",
     .decides = "MN-major is settled by the manual and by every MN-major CUTLASS kernel. K-major on Blackwell: the experiments lbo-ignored and lbo-along-k.", .certainty = Certainty::confirmed,
     .asked = measured("layout"), .gpu_answer = "Interpretation B for wgmma, with one exception: if one instruction is wider than the swizzle atom (a sparse B with 32B, which has 64 bytes of K), lbo is the distance of its second 32 bytes. In the other K-major layouts with a swizzle, lbo changed nothing: 12,157 descriptors were measured, with about 250 of the 16,384 values of lbo in each mode.",
     .open = "K-major layouts of tcgen05 (X16, X34).",
     .concerns = {"smem.lbo", "wgmma.lbo", "L6"}},

    {.id = "X16", .subject = "the value of the field 'lbo' if the hardware ignores the field",
     .reading_a = "In descriptors of K-major swizzled layouts, lbo is 16 bytes (stored as 1).", .source_a = "CUTLASS make_umma_desc @7107b055; PTX ISA 9.1, 9.7.16.3 (\"assumed 1\")",
     .reading_b = "In descriptors of K-major swizzled layouts, lbo is 0.", .source_b = "DeepGEMM and Triton",
     .takes = ChosenReading::both, .why = "Kernels with either value work, so the value does not matter in this case. tilescope reports no problem for either value.",
     .decides = "No decision is needed as long as 0 and 16 work. The experiment lbo-ignored on a Blackwell GPU tries others.", .certainty = Certainty::secondary,
     .asked = measured("layout"), .gpu_answer = "Both interpretations for wgmma: every value of lbo that was tried gave the same D, about 250 in each mode. The exception is a sparse B with the 32B swizzle, which uses lbo (X15).",
     .open = "tcgen05: whether every value works.",
     .concerns = {"smem.lbo", "wgmma.lbo", "L6"}},

    {.id = "X17", .subject = "K = 96 with one CTA",
     .reading_a = "K = 96 exists for cta_group::2 with M = 256 only.", .source_a = "PTX ISA 9.1, Table 39",
     .reading_b = "K = 96 exists for cta_group::1 too.", .source_b = "CUTLASS SM103_MXF4_ULTRA_SS_VS @7107b055; PTX ISA 9.4",
     .takes = ChosenReading::b, .why = "CUTLASS has an operation for this form, and PTX ISA 9.4 lists the form. tilescope accepts the form with M = 128.",
     .decides = "PTX ISA 9.4 settles the default. A run on sm_103a would confirm interpretation B.", .certainty = Certainty::confirmed,
     .open = "No GPU was asked.",
     .concerns = {"idesc-mxf4.k_size", "kind::mxf4", "kind::mxf4nvf4", "sm_103a", "L57"}},

    {.id = "X18", .subject = "targets of .scale_vec",
     .reading_a = ".scale_vec needs sm_100a.", .source_a = "PTX ISA 9.1, target notes of tcgen05.mma",
     .reading_b = "The assembler accepts .scale_vec on sm_100a, sm_103a and sm_110a.", .source_b = "ptxas 13.0.88",
     .takes = ChosenReading::b, .why = "Every kernel must pass the assembler first, so the assembler decides. On the family targets, use .block16 and .block32 instead.",
     .decides = "Settled by ptxas 13.0.88. Other versions of the assembler can differ.", .certainty = Certainty::confirmed,
     .concerns = {".scale_vec::1X", ".scale_vec::2X", ".scale_vec::4X", "L65"}},

    {.id = "X19", .subject = "the sparsity selector of f8f6f4 and i8",
     .reading_a = "The selector has a value from 0 to 3 for every kind without block scaling.", .source_a = "PTX ISA 9.1, Table 42",
     .reading_b = "The selector must be 0 for f8f6f4 and i8.", .source_b = "PTX ISA 9.1, 9.7.16.10.8.4",
     .takes = ChosenReading::b, .why = "The section about the selector is more precise than the table. The metadata of 8-bit kinds fills all of its columns, so the selector has nothing to select.",
     .decides = "Section 9.7.16.10.8.4 settles the default. A sparse f8f6f4 run with selector 1 would confirm interpretation B.", .certainty = Certainty::confirmed,
     .open = "No GPU was asked.",
     .concerns = {"idesc.sparsity_selector", "kind::f8f6f4", "kind::i8", "L47"}},

    {.id = "X20", .subject = "M = 32 with a column shift",
     .reading_a = "With M = 32, a column shift of B is allowed. The shift is at most 16.", .source_a = "PTX ISA 9.1, Table 45",
     .reading_b = "An instruction with .ws, M = 32 and a column shift traps.", .source_b = "sf-tensor/tcgen05, programs that ran on a B200, as their author reports",
     .takes = ChosenReading::a, .why = "The manual allows the form, so the form is not an error. Because of the reported trap, tilescope gives a warning and advises against the form.",
     .decides = "A run of one .ws instruction with M = 32 and max_shift 8 on hardware.", .certainty = Certainty::secondary,
     .open = "No GPU was asked.",
     .concerns = {"idesc.max_shift", "zcm.column_shift", "L22", "L24"}},

    {.id = "X21", .subject = "operands without a swizzle on sm_100",
     .reading_a = "Layouts without a swizzle give silently wrong results on sm_100.", .source_a = "a note about the CuTe DSL",
     .reading_b = "Layouts without a swizzle are canonical layouts and work.", .source_b = "PTX ISA 9.1, 9.7.16.3; several public kernels; an exercise that ran on a B300",
     .takes = ChosenReading::b, .why = "The note probably has this cause: in these layouts, the fields 'lbo' and 'sbo' swap their roles between K-major and MN-major. tilescope supports K-major and MN-major.",
     .decides = "A run on Blackwell with different values of lbo and sbo. The experiment no-swizzle asks with a K-major A; no experiment asks about MN-major.", .certainty = Certainty::secondary,
     .asked = measured("layout"), .gpu_answer = "On Hopper, wgmma reads layouts without a swizzle as the manual shows, K-major and MN-major, in every measured descriptor. sm_100 was not asked.",
     .open = "tcgen05.",
     .concerns = {"smem.swizzle=none", "L8"}},

    {.id = "X22", .subject = "negate_a in block-scaled kinds",
     .reading_a = "The bit negates A, as in the kinds without block scaling.", .source_a = "PTX ISA 9.1, Tables 43 and 44",
     .reading_b = "The bit selects another column of scale factors.", .source_b = "a public note about machine code",
     .takes = ChosenReading::a, .why = "The manual is explicit, and the note contains no measured result. tilescope names the bit negate_a.",
     .decides = "A run on hardware: one block-scaled instruction in which this bit is 1.", .certainty = Certainty::confirmed,
     .open = "No GPU was asked.",
     .concerns = {"idesc-mxf8f6f4.negate_a", "idesc-mxf4.negate_a"}},

    {.id = "X23", .subject = "dense mxf8f6f4 with two CTAs and M = 128",
     .reading_a = "The size M is 128 or 256.", .source_a = "PTX ISA 9.1, Table 39",
     .reading_b = "The size M must be 256.", .source_b = "CUTLASS @7107b055, an assertion (whose message says 128 or 256)",
     .takes = ChosenReading::a, .why = "tilescope follows the manual, and the message of CUTLASS agrees with the manual. So M = 128 is not an error.",
     .decides = "A run of one such instruction with M = 128 on hardware.", .certainty = Certainty::confirmed,
     .open = "No GPU was asked.",
     .concerns = {"idesc-mxf8f6f4.m", "kind::mxf8f6f4", "L57", "L52"}},

    {.id = "X24", .subject = "the two lowest bits in block-scaled kinds",
     .reading_a = "The two bits are reserved and must be 0.", .source_a = "PTX ISA 9.1, Tables 43 and 44",
     .reading_b = "The two bits are the sparsity selector of a sparse instruction.", .source_b = "CUTLASS InstrDescriptorBlockScaled @7107b055 (sparse_id2_)",
     .takes = ChosenReading::a, .why = "The manual gives these bits no meaning, so a bit with the value 1 is an error. If the field 'sparse' is yes, the message says that the bits are perhaps the sparsity selector of CUTLASS.",
     .decides = "A sparse block-scaled run in which these bits are not 0, or a later edition that defines these bits.", .certainty = Certainty::confirmed,
     .open = "No GPU was asked.",
     .concerns = {"idesc-mxf8f6f4.rsvd0", "idesc-mxf4.rsvd0", "L18"}},

    {.id = "X25", .subject = "A and B with different types, f16 and bf16",
     .reading_a = "With kind f16, A can be f16 while B is bf16, and A can be bf16 while B is f16.", .source_a = "PTX ISA 9.1, Table 39, which does not require equal types; CUTLASS SM100_MMA_F16BF16_SS @7107b055; MMA-Sim",
     .reading_b = "The types of A and B must be equal.", .source_b = "the CuTe DSL; a third-party simulator; sf-tensor/tcgen05, whose author reports an illegal instruction on a B200",
     .takes = ChosenReading::a, .why = "The descriptor has one type field for A and one for B, so it can store different types. tilescope accepts different types, but gives a warning.",
     .decides = "A run of one instruction on hardware with f16 for one operand and bf16 for the other.", .certainty = Certainty::unknown,
     .open = "No GPU was asked.",
     .concerns = {"idesc.a_type", "idesc.b_type", "kind::f16", "L44"}},

    {.id = "X26", .subject = "whether a carry of the K advance can change other fields",
     .reading_a = "A K step is added to the low 32 bits. A carry out of these bits is lost.", .source_a = "CUTLASS DescriptorIterator @7107b055, built with CUDA 13.3 or older",
     .reading_b = "A K step is added to all 64 bits. A carry can change the field 'sbo'.", .source_b = "CUTLASS DescriptorIterator @7107b055, built with a later CUDA",
     .takes = ChosenReading::a, .why = "The two sums differ only if a carry leaves the low 32 bits. tilescope uses interpretation A, unless the user requests the 64-bit sum.",
     .decides = "No decision is needed, because each interpretation is correct for some kernels.", .certainty = Certainty::confirmed,
     .concerns = {"smem.start", "smem.rsvd14", "L13"}},

    {.id = "X27", .subject = "where the 32B pattern changes phase",
     .reading_a = "In the 32B mode, every second row of 32 bytes is swizzled. Row 1 is the first swizzled row.", .source_a = "a set of public test vectors",
     .reading_b = "Address bit 4 is XORed with bit 7. The phase changes every 128 bytes, so rows 4 to 7 are the first swizzled rows.", .source_b = "PTX ISA 9.1, Table 41 and 5.5.7; CUTLASS Swizzle<1,4,3> @7107b055",
     .takes = ChosenReading::b, .why = "Every swizzle mode uses address bit 7 in its XOR, and every tile that CUTLASS computes agrees with interpretation B.",
     .decides = "Settled by the manual and, on Hopper, by an H100.", .certainty = Certainty::confirmed,
     .asked = measured("layout"), .gpu_answer = "Interpretation B for wgmma and for TMA: in every measured place, address bit 4 is XORed with bit 7 of the absolute address. The TMA loads are in h100_tma_place.csv.gz.",
     .concerns = {"32B", "smem.swizzle=32B", "wgmma.swizzle=32B"}},

    {.id = "X28", .subject = "the largest N of wgmma with integers",
     .reading_a = "For s8 and u8, the largest N is 224.", .source_a = "PTX ISA 9.1, 9.7.15.2, the printed list",
     .reading_b = "The sizes N = 240 and N = 256 are legal too.", .source_b = "ptxas 13.0.88",
     .takes = ChosenReading::b, .why = "The assembler accepts both sizes, and both run. The printed list omits them by mistake.",
     .decides = "Settled by an H100.", .certainty = measured("fragments"),
     .asked = measured("fragments"), .gpu_answer = "Interpretation B: s8 with N = 240 and N = 256 runs, and every register of D has the right element. u8 with N = 256 runs too (tests/hardware/h100/exp.json).",
     .concerns = {"idesc.n", "kind::i8", "sm_90a", "L90"}},

    {.id = "X29", .subject = "the operand scale-input-d with kind i8",
     .reading_a = "An instruction of kind i8 with a trailing immediate is legal.", .source_a = "ptxas 13.0.88, which assembles it and ignores the number",
     .reading_b = "scale-input-d exists for f16 and tf32 only.", .source_b = "PTX ISA 9.1, 9.7.16.10",
     .takes = ChosenReading::b, .why = "With kind i8, the number has no effect, but the author of the instruction expects an effect. So tilescope refuses the instruction.",
     .decides = "Settled by the manual.", .certainty = Certainty::confirmed,
     .concerns = {"kind::i8", "scale-input-d", "L67"}},

    {.id = "X30", .subject = "the meaning of the field 'version'",
     .reading_a = "In descriptors of Blackwell, the field 'version' is 1.", .source_a = "CUTLASS UMMA::SmemDescriptor @7107b055",
     .reading_b = "In descriptors of Blackwell, the field 'version' is 0. The value 1 selects the form with 15-bit addresses.", .source_b = "NVIDIA/cudnn-frontend FROST",
     .takes = ChosenReading::a, .why = "PTX gives these bits the constant 0b001 and no name. CuTe DSL 4.8.1 has two descriptor builders for sm_107a, one for 14-bit and one for 15-bit addresses. Both builders write 0b001. So 'version 0' in FROST (cudnn-frontend) is the number of a builder, not the value of these bits.",
     .decides = "Settled by the PTX that CuTe DSL 4.8.1 writes for sm_107a.", .certainty = Certainty::confirmed,
     .concerns = {"smem.version", "L2", "sm_107a"}},

    {.id = "X31", .subject = "the lanes of tcgen05.cp.4x256b",
     .reading_a = "The copy updates the last four lanes of every sub-partition.", .source_a = "CUTLASS @7107b055, a comment",
     .reading_b = "The copy writes row r to the first lane of sub-partition r.", .source_b = "a third-party simulator",
     .takes = ChosenReading::none, .why = "The manual describes the copy only in a figure. tilescope can show both interpretations, but cannot decide which one is right.",
     .decides = "A run of one copy with four different rows on hardware. The test must then read the data of every lane.", .certainty = Certainty::unknown,
     .open = "No GPU was asked.",
     .concerns = {"tcgen05.cp"}},

    {.id = "X32", .subject = "which targets have tcgen05",
     .reading_a = "sm_120 has tcgen05.", .source_a = "web pages that list all Blackwell targets together",
     .reading_b = "Only targets 10.x and 11.x have tcgen05.", .source_b = "PTX ISA 9.1, target notes; ptxas 13.0.88 refuses every form on sm_120a and sm_121a",
     .takes = ChosenReading::b, .why = "The assembler refuses tcgen05 on 12.x targets, so tilescope refuses it too.",
     .decides = "Settled by the assembler.", .certainty = Certainty::confirmed,
     .concerns = {"sm_100a", "sm_103a", "sm_110a", "sm_120a", "L65"}},

    {.id = "X33", .subject = "15-bit address masks on sm_103a",
     .reading_a = "The address field (start) has 14 bits.", .source_a = "PTX ISA 9.0 to 9.3, the table of the shared-memory descriptor",
     .reading_b = "Kernels for sm_103a use a mask of 15 bits for the address.", .source_b = "public kernels with K = 96",
     .takes = ChosenReading::a, .why = "On sm_103a, shared memory ends below 256 KiB. So the additional bit is always 0, and both masks give the same word.",
     .decides = "No decision is needed on sm_103a. Only a target with more shared memory, such as sm_107a, needs the additional bit.", .certainty = Certainty::secondary,
     .concerns = {"smem.start", "smem.rsvd14", "sm_103a", "L13"}},

    {.id = "X34", .subject = "where a K-major operand goes on if one instruction is wider than the swizzle atom",
     .reading_a = "The next atom along K lies lbo bytes further. Only B of a sparse instruction (64 bytes of K) with the swizzle 32B is so wide.", .source_a = "triton-lang/triton MMAHelpers.h @04d9389f, which stores lbo in swizzled K-major tiles wider than an atom (\"we can in fact use it\")",
     .reading_b = "K-major swizzled layouts do not use lbo. No field says where the operand goes on.", .source_b = "PTX ISA 9.1, 9.7.16.3 and 9.7.15.5.1 (\"not used, assumed 1\")",
     .takes = ChosenReading::a, .why = "An H100 does what interpretation A says, and Triton writes such words for Hopper and Blackwell. Nobody has measured it with tcgen05, so there tilescope uses interpretation A with a warning.",
     .decides = "For tcgen05: the experiment lbo-along-k on a Blackwell GPU.", .certainty = Certainty::secondary,
     .asked = measured("layout"), .gpu_answer = "Interpretation A for wgmma: the second 32 bytes of a sparse B with 32B lie lbo bytes after the first 32, in all 1,062 measured descriptors.",
     .open = "tcgen05.",
     .concerns = {"smem.lbo", "wgmma.lbo", "L6", "L33"}},
};
// clang-format on

constexpr const Contradiction* find_contradiction(std::string_view id) {
    return row_with(kContradictions, id, &Contradiction::id);
}

static_assert(&checked(kContradictions) == &kContradictions);

}  // namespace tilescope
