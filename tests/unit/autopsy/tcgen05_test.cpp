// tests/unit/autopsy/tcgen05_test.cpp -- autopsies of tcgen05.mma; the recordings are made by the model, none by a GPU.
// SPDX-License-Identifier: MIT
#include "made_kernel.h"

#include <tilescope/autopsy/chain_session.h>
#include <tilescope/base/say.h>
#include <tilescope/document/emulate.h>

#include <gtest/gtest.h>

#include <algorithm>

namespace tilescope::autopsy::test {
namespace {

// One of each kind, with every swizzle mode and majorness somewhere.
std::vector<Plan> plans() {
    return {
        {.type = "f16", .n = 64, .seed = 1, .kind = "f16", .m = 128},
        {.type = "bf16", .n = 48, .mode = {SwizzleMode::b64, SwizzleMode::b32}, .seed = 2, .kind = "f16"},
        {.type = "bf16", .n = 64, .major = {Major::mn, Major::mn}, .seed = 3, .kind = "f16", .m = 128},
        {.type = "tf32", .n = 64, .seed = 4, .kind = "tf32"},
        {.type = "s8", .n = 64, .numbers = Numbers::any_bits, .seed = 5, .kind = "i8"},
        {.type = "e4m3", .n = 64, .steps = 2, .stages = 2, .numbers = Numbers::octaves, .seed = 6, .kind = "f8f6f4"},
        {.type = "e5m2", .n = 128, .steps = 2, .major = {Major::k, Major::mn}, .seed = 7, .kind = "f8f6f4"},
        {.type = "e2m1", .n = 64, .numbers = Numbers::any_bits, .seed = 9, .kind = "f8f6f4", .m = 128},
        {.type = "e2m3", .n = 64, .steps = 2, .numbers = Numbers::any_bits, .seed = 10, .kind = "f8f6f4"},
        {.type = "e3m2", .n = 48, .stages = 2, .numbers = Numbers::any_bits, .seed = 11, .kind = "f8f6f4"},
    };
}
// Elements that share a byte are only in kinds with scale factors.
std::vector<Plan> packed_plans() {
    return {{.type = "e2m1x2", .n = 64, .numbers = Numbers::any_bits, .seed = 12, .kind = "mxf4", .m = 128},
            {.type = "e2m1x2", .n = 64, .steps = 2, .numbers = Numbers::any_bits, .kind = "mxf4nvf4", .m = 128},
            {.type = "e2m1", .n = 64, .numbers = Numbers::any_bits, .seed = 13, .kind = "mxf8f6f4", .m = 128}};
}
Plan scaled_plan() {
    return {.type = "e4m3", .n = 64, .numbers = Numbers::octaves, .seed = 8, .kind = "mxf8f6f4", .m = 128};
}

void expect_line(const Diagnosis& found, Verdict verdict, std::string_view line) {
    EXPECT_EQ(found.verdict, verdict) << found.line;
    EXPECT_NE(found.line.find(line), std::string::npos) << found.line;
}

// One fault of the word or the instruction, which the line says.
void expect_one_fault(const MadeKernel& kernel, std::string_view fault, std::string_view line) {
    const Diagnosis found = kernel.diagnosed().at(0);
    expect_line(found, Verdict::wrong, line);
    ASSERT_FALSE(found.faults.empty());
    EXPECT_EQ(say(name_of(found.faults[0].part), ".", name_of(found.faults[0].field)), fault) << found.line;
    EXPECT_EQ(found.faults.size(), 1u) << found.line;
    if (found.faults[0].field == FaultField::type) return;  // numbers can show their type
    EXPECT_NE(kernel.diagnosed(false).at(0).verdict, Verdict::wrong) << "nothing is known of A and B";
}

TEST(Tcgen05, CallsRightKernelsRight) {
    for (const Plan& plan : plans()) {
        const MadeKernel kernel(plan);
        const auto found = kernel.diagnosed();
        ASSERT_EQ(found.size(), 1u);
        EXPECT_TRUE(found[0].faults.empty());
        expect_line(found[0], Verdict::right, "D is not known, because Tensor Memory was not read.");
        const Diagnosis without = kernel.diagnosed(false).at(0);
        expect_line(without, Verdict::unknown, "the expected A and B were not given");
        EXPECT_TRUE(without.faults.empty());
    }
}

TEST(Tcgen05, NamesAFieldOfAWordInEachKind) {
    for (const Plan& plan : plans()) {
        MadeKernel start(plan);
        start.change(Operand::a, [](SmemLayout& l) { l.start += 1024; });
        expect_one_fault(start, "a.start", "start of A is ");
        if (plan.mode.b != SwizzleMode::b128) continue;
        MadeKernel stride(plan);
        const std::uint32_t right = stride.layout(Operand::b, 0, 0).sbo;
        stride.change(Operand::b, [](SmemLayout& l) { l.sbo /= 2; });
        expect_one_fault(stride, "b.sbo", say("the bytes are written for ", right, ". Set sbo to ", right, "."));
        MadeKernel mode(plan);
        mode.change(Operand::b, [](SmemLayout& l) { l.mode = SwizzleMode::b64; });
        expect_one_fault(mode, "b.swizzle", "swizzle of B is 64B; the bytes are written with 128B.");
    }
}

// An array has one code in each byte; memory has two, or 16 in 16 bytes with padding, of which nothing is known.
TEST(Tcgen05, ComparesElementsOfLessThanAByte) {
    for (const Plan& plan : packed_plans()) {
        MadeKernel kernel(plan);
        expect_line(kernel.diagnosed().at(0), Verdict::unknown, "which was not read; A and B are read as given");
        kernel.change(Operand::b, [](SmemLayout& l) { l.sbo = 512; });
        expect_one_fault(kernel, "b.sbo", "Set sbo to 1024.");
        MadeKernel unwritten(plan);
        const auto begin = unwritten.memory.begin() + unwritten.begin.a;
        std::fill(begin, begin + 2048, std::uint8_t{0xcc});
        expect_one_fault(unwritten, "a.memory", "rows 0 to 15 of A");
        EXPECT_NE(unwritten.diagnosed().at(0).line.find("hold 0xcc"), std::string::npos);
        MadeKernel other(plan);
        for (std::uint8_t& code : other.expected.a.bytes) code ^= 1;
        EXPECT_NE(other.diagnosed().at(0).verdict, Verdict::right);
    }
    MadeKernel kernel({.type = "e2m3", .numbers = Numbers::any_bits, .kind = "f8f6f4"});
    EXPECT_NE(kernel.diagnosed().at(0).line.find("right if A is e2m3 and B is e2m3, which the arrays do not say"),
              std::string::npos);
}

TEST(Tcgen05, NamesLboAndTheAdvanceOfAStep) {
    MadeKernel lbo({.type = "f16", .mode = {SwizzleMode::none, SwizzleMode::none}, .kind = "f16", .m = 128});
    const std::uint32_t right = lbo.layout(Operand::a, 0, 0).lbo;
    lbo.change(Operand::a, [](SmemLayout& l) { l.lbo *= 2; });
    expect_one_fault(lbo, "a.lbo", say("Set lbo to ", right, "."));
    MadeKernel step({.type = "bf16", .kind = "f16", .m = 128});
    for (unsigned s = 1; s < 4; ++s)
        step.change(
            Operand::a, [&](SmemLayout& l) { l.start += s * (512 - 32); }, [&](unsigned other) { return other == s; });
    expect_one_fault(step, "a.start",
                     "advances by 512 bytes a K step; the bytes of the next step are 32 bytes further");
}

TEST(Tcgen05, NamesAFieldOfTheInstructionDescriptor) {
    MadeKernel type({.type = "f16", .kind = "f16", .m = 128});
    type.set_in_idesc("a_type", "bf16");
    type.set_in_idesc("b_type", "bf16");
    expect_one_fault(type, "instruction.type",
                     "A and B hold f16. Set a_type and b_type of the instruction descriptor to f16.");
    MadeKernel sign({.type = "s8", .numbers = Numbers::any_bits, .kind = "i8"});
    sign.set_in_idesc("a_type", "u8");
    sign.set_in_idesc("b_type", "u8");
    EXPECT_EQ(sign.diagnosed().at(0).verdict, Verdict::right) << "bytes can be anything";
    sign.expected.a.type = sign.expected.b.type = "s8";
    const Diagnosis found = sign.diagnosed().at(0);
    expect_line(found, Verdict::wrong, "Set a_type of the instruction descriptor to s8.");
    ASSERT_EQ(found.faults.size(), 2u);
    EXPECT_EQ(
        found.faults[1].says,
        "The instruction reads u8 as B; the array of B holds s8. Set b_type of the instruction descriptor to s8.");
    for (const std::string kind : {"f16", "f8f6f4"}) {
        MadeKernel turned({.type = kind == "f16" ? "f16" : "e4m3",
                           .n = 128,
                           .steps = 2,
                           .major = {Major::k, Major::mn},
                           .numbers = Numbers::octaves,
                           .kind = kind});
        turned.set_in_idesc("transpose_b", "no");
        expect_one_fault(turned, "b.transpose", "Set transpose_b of the instruction descriptor to 1.");
    }
}

// M and N move no element, so they are only doubted.
TEST(Tcgen05, DoubtsMAndNWhereNothingElseExplainsTheRows) {
    MadeKernel more({.type = "f16", .n = 64, .kind = "f16", .m = 128});
    more.set_in_idesc("n", "96");
    expect_line(more.diagnosed().at(0), Verdict::unknown, "N of the instruction descriptor is 96, but B has 64 rows");
    MadeKernel less({.type = "f16", .n = 64, .kind = "f16", .m = 128});
    less.set_in_idesc("m", "64");
    EXPECT_EQ(less.diagnosed().at(0).verdict, Verdict::right) << "another block can read the other rows";
    Recording recording = less.recording();
    recording.grid = {1, 1, 1};
    recording.ended = true;
    const Diagnosis found = diagnose(recording, chains_of(recording), less.expected).at(0);
    expect_line(found, Verdict::unknown, "and no MMA of the only block reads row 64 of A");
    ASSERT_EQ(found.candidates.size(), 1u);
    EXPECT_EQ(found.candidates[0].field, FaultField::shape);
    MadeKernel illegal({.type = "f16", .kind = "f16", .m = 128});
    illegal.set_in_idesc("m", "48");
    expect_line(illegal.diagnosed().at(0), Verdict::unknown, "must be one of 64, 128, not 48");
    illegal.set_in_idesc("m", "128");
    illegal.set_in_idesc("a_type", "raw:5");
    expect_line(illegal.diagnosed().at(0), Verdict::unknown, "not known, because the instruction descriptor is 0x");
}

// What Tensor Memory has is not known. The words are compared all the same.
TEST(Tcgen05, ClaimsNothingOfOperandsInTensorMemory) {
    MadeKernel scaled(scaled_plan());
    expect_line(scaled.diagnosed().at(0), Verdict::unknown,
                "not known, because the scale factors are in Tensor Memory, which was not read; A and B are read as");
    scaled.change(Operand::b, [](SmemLayout& l) { l.sbo = 512; });
    expect_one_fault(scaled, "b.sbo", "Set sbo to 1024.");
    MadeKernel start(scaled_plan());
    start.change(Operand::a, [](SmemLayout& l) { l.start += 1024; });
    expect_one_fault(start, "a.start", "start of A is 0x800");
    Plan plan{.type = "f16", .kind = "f16", .m = 128, .a_in_tmem = true};
    MadeKernel a_in_tmem(plan);
    expect_line(a_in_tmem.diagnosed().at(0), Verdict::unknown,
                "not known, because A is in Tensor Memory, which was not read; B is read as given.");
    a_in_tmem.change(Operand::b, [](SmemLayout& l) { l.sbo = 512; });
    expect_one_fault(a_in_tmem, "b.sbo", "Set sbo to 1024.");
}

// Of a pair of blocks, the half that this block has is compared.
TEST(Tcgen05, ComparesTheHalfOfAPairThatWasRead) {
    const Plan plan{.type = "f16", .n = 128, .kind = "f16", .m = 128, .ctas = 2};
    MadeKernel pair(plan);
    const Diagnosis right = pair.diagnosed().at(0);
    expect_line(right, Verdict::right, "D is not known");
    EXPECT_NE(right.line.find("Of the pair, only the half in this block was compared."), std::string::npos);
    EXPECT_NE(list_of(right.sentences, std::identity(), " ").find("rows 0 to 127 of A and 0 to 63 of B are of this"),
              std::string::npos);
    pair.change(Operand::b, [](SmemLayout& l) { l.sbo = 512; });
    expect_one_fault(pair, "b.sbo", "Set sbo to 1024.");
}

TEST(Tcgen05, ExplainsAStopAtAnMma) {
    MadeKernel kernel({.type = "f16", .kind = "f16", .m = 128});
    kernel.change(Operand::a, [](SmemLayout& l) { l.sbo = 16 * 1024; });
    Recording recording = kernel.recording();
    const auto& last = std::get<SeenMma>(recording.events.back());
    recording.events.push_back(SeenException{"CUDA_EXCEPTION_5, Warp Out-of-range Address", last.at, {last}, 0});
    for (const Expected& expected : {kernel.expected, Expected()}) {
        const Diagnosis found = diagnose(recording, chains_of(recording), expected).at(0);
        expect_line(found, Verdict::fault, "sbo of A is 16384 (1024 was put in the field without dividing it by 16)");
    }
    recording = MadeKernel({.type = "f16", .kind = "f16", .m = 128}).recording();
    const auto& at = std::get<SeenMma>(recording.events.back());
    recording.events.push_back(SeenException{"CUDA_EXCEPTION_5, Warp Out-of-range Address", at.at, {at}, 0});
    expect_line(diagnose(recording, chains_of(recording)).at(0), Verdict::fault,
                "Out-of-range Address. All that the MMA reads is inside of the shared memory of the block.");
    MadeKernel illegal({.type = "f16", .kind = "f16", .m = 128});
    illegal.set_in_idesc("a_type", "raw:5");
    recording = illegal.recording();
    const auto first = std::get<SeenMma>(recording.events.front());
    recording.events = {SeenException{"CUDA_EXCEPTION_4, Warp Illegal Instruction", first.at, {first}, 0}};
    expect_line(diagnose(recording, chains_of(recording)).at(0), Verdict::fault,
                "line 100 of made.cu: The instruction descriptor: ");
}

// A chain is what adds to one address: it begins where enable-input-d is false.
TEST(Tcgen05, MakesAChainOfEachD) {
    const MadeKernel kernel({.type = "f16", .stages = 2, .kind = "f16", .m = 128});
    Recording recording = kernel.recording();
    const auto seen = [&](std::size_t i) -> SeenMma& { return std::get<SeenMma>(recording.events[i]); };
    ASSERT_EQ(chains_of(recording).size(), 1u);
    for (const std::size_t i : {1u, 3u})
        for (Register& r : seen(i).uniform)
            if (r.name == "UR8") r.value = 0x60;
    seen(1).predicates.clear();
    seen(4).predicates.clear();
    auto chains = chains_of(recording);
    ASSERT_EQ(chains.size(), 3u);
    EXPECT_EQ(chains[0].steps.size(), 2u);
    EXPECT_EQ(chains[1].steps.size(), 2u);
    EXPECT_EQ(chains[1].d_first, 0x60u);
    EXPECT_EQ(chains[2].steps.size(), 4u);
    // A guard that is false: it did not run.
    seen(7).at.text.insert(0, "@!UP1 ");
    EXPECT_EQ(chains_of(recording)[2].steps.size(), 4u);
    seen(7).predicates.push_back({"UP1", 1});
    EXPECT_EQ(chains_of(recording)[2].steps.size(), 3u);
    // What one thread has does not say that no thread runs it.
    seen(7).at.text.replace(0, 5, "@P1");
    chains = chains_of(recording);
    ASSERT_EQ(chains[2].steps.size(), 4u);
    EXPECT_EQ(chains[2].why, "Step 3: Whether it ran is not known: its guard P1 is not known for all threads.");
    seen(7).predicates.push_back({"P1", 1});
    EXPECT_EQ(chains_of(recording)[2].why, "");
    seen(6).uniform_read = false;
    chains = chains_of(recording);
    EXPECT_EQ(chains.back().steps[0].why, "The uniform registers were not read.");
}

// D of the model is in the chain, and its session gives the same.
TEST(Tcgen05, MakesASessionOfAChain) {
    const MadeKernel kernel({.type = "bf16", .kind = "f16", .m = 128});
    const Recording recording = kernel.recording();
    const Chain chain = chains_of(recording).at(0);
    ASSERT_EQ(chain.model.size(), std::size_t{128} * 64) << chain.why;
    const auto sessions = sessions_of(recording, chain, "chain0");
    ASSERT_TRUE(sessions) << sessions.why;
    ASSERT_EQ(sessions->size(), 1u);
    const ChainSession& session = sessions->front();
    EXPECT_EQ(session.last, 4u);
    EXPECT_FALSE(session.measured);
    EXPECT_EQ(session.session.word(WordId::a_desc), kernel.a[0][0]);
    EXPECT_EQ(session.session.word(WordId::idesc), kernel.idesc);
    EXPECT_EQ(session.d.words, chain.model);
    EXPECT_NE(session.session.notes.find("D is not known, because Tensor Memory was not read."), std::string::npos);
    Expected expected;
    expected.d.row_bytes = 64 * 4;
    for (const std::uint32_t word : chain.model)
        for (unsigned i = 0; i < 4; ++i) expected.d.bytes.push_back(static_cast<std::uint8_t>(word >> 8 * i));
    expect_line(
        diagnose(recording, {&chain, 1}, expected).at(0), Verdict::right,
        "right. D of the model is the expected one. D of the program is not known, because Tensor Memory was not "
        "read, so this is about the words");
    expected.a = kernel.expected.a, expected.b = kernel.expected.b;
    std::fill_n(expected.d.bytes.begin(), 256, std::uint8_t{0x47});
    expect_line(diagnose(recording, {&chain, 1}, expected).at(0), Verdict::unknown,
                "each step reads the right elements of A and B, but 64 of 8192 numbers of D of the model are not near");
}

// The window shows the fault: the words of the program, and the memory as the kernel wrote it.
TEST(Tcgen05, MakesASessionOfAFault) {
    MadeKernel stride({.type = "f16", .kind = "f16", .m = 128});
    stride.change(Operand::b, [](SmemLayout& l) { l.sbo = 512; });
    MadeKernel turned({.type = "f16", .n = 64, .steps = 1, .major = {Major::k, Major::mn}, .kind = "f16", .m = 128});
    turned.set_in_idesc("transpose_b", "no");
    for (const MadeKernel* kernel : {&stride, &turned}) {
        const Recording recording = kernel->recording();
        const auto chains = chains_of(recording);
        const Diagnosis found = diagnose(recording, chains, kernel->expected).at(0);
        const auto session = written_session(recording, chains[0], found.faults, "fault");
        ASSERT_TRUE(session) << session.why;
        EXPECT_EQ(session->session.word(WordId::b_desc), kernel->b[0][0]);
        EXPECT_NE(session->session.notes.find(found.faults[0].says), std::string::npos);
    }
}

}  // namespace
}  // namespace tilescope::autopsy::test
