// tests/unit/notation/leads_test.cpp -- texts without a word that tell of a problem get a lead.
// SPDX-License-Identifier: MIT
#include <tilescope/notation/leads.h>
#include <tilescope/notation/mma_line.h>
#include <tilescope/rules/explain.h>
#include <tilescope/rules/read_paste.h>

#include <gtest/gtest.h>

namespace tilescope {
namespace {

struct LeadCase {
    const char *text, *topic;
};

TEST(Leads, AreInTheSentenceOfATextWithoutAWord) {
    for (const LeadCase& c :
         {LeadCase{"RuntimeError: CUDA error: an illegal instruction was encountered", "illegal instruction"},
          LeadCase{"cudaErrorMisalignedAddress: misaligned address", "misaligned address"},
          LeadCase{"CUDA_ERROR_ILLEGAL_ADDRESS (700)", "illegal memory access"},
          LeadCase{"========= Invalid __shared__ read of size 16 bytes", "illegal memory access"},
          LeadCase{"CUDA_ERROR_TENSOR_MEMORY_LEAK", "tensor memory leak"},
          LeadCase{"ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];", "mma.sync"},
          LeadCase{"def make_instr_desc(\n    a_type,\n    b_type,\n    M: int,\n    N: int,\n) -> int:\n    return "
                   "pack(a_type)",
                   "function without values"},
          LeadCase{"output:\nSw<1,4,3> o smem_ptr[16b](unset) o (_64,_16):(_16,_1)\n", "printed layout"},
          LeadCase{"no kernel image for sm_120 with tcgen05", "sm_120"}}) {
        const PasteResult r = paste(c.text);
        EXPECT_TRUE(r.words.empty()) << c.text;
        ASSERT_NE(lead_in(c.text), nullptr) << c.text;
        EXPECT_EQ(lead_in(c.text)->topic, c.topic);
        EXPECT_NE(r.sentence.find(lead_in(c.text)->says), std::string::npos) << r.sentence;
    }
}

TEST(Leads, SayThatAnInstructionOfRegistersHasNoDescriptor) {
    const auto line = parse_mma_line("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {a}, {b}, {c}, {d};");
    ASSERT_FALSE(line);
    EXPECT_NE(line.why.find("have no descriptor"), std::string::npos) << line.why;
}

TEST(Leads, AreNoneForOtherTexts) {
    for (const char* text : {"hello", "tcgen05.mma.sp.cta_group::1.kind::f16", "wgmma.fence.sync.aligned;",
                             "wgmma, not mma.sync as before", "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16"})
        EXPECT_EQ(lead_in(text), nullptr) << text;
}

TEST(Leads, AreTopics) {
    for (const Lead& lead : kLeads) {
        const auto found = explanation_of(lead.topic);
        ASSERT_TRUE(found) << found.why;
        EXPECT_EQ(found->front().paragraphs.front(), lead.says);
        EXPECT_FALSE(lead.source.empty());
    }
}

}  // namespace
}  // namespace tilescope
