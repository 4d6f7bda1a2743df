// tests/unit/study/dump_test.cpp -- a D that another program computed or rounded, and the errors that it still shows.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/document/derive.h>
#include <tilescope/document/presets.h>
#include <tilescope/emulator/floats.h>
#include <tilescope/emulator/mma.h>
#include <tilescope/study/dump.h>
#include <tilescope/word/codec.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace tilescope {
namespace {

// Numbers whose sums are rounded, and all K steps.
Session with_numbers(std::string_view preset) {
    Session s = find_preset(preset)->session();
    for (const RecipeOf of : {RecipeOf::a, RecipeOf::b})
        s.recipe[static_cast<std::size_t>(of)] = {.kind = RecipeKind::random,
                                                  .seed = 5 + static_cast<std::uint32_t>(of)};
    s.run.steps = 0;
    return s;
}

Session kernel_with(Session s, WordId word, std::string_view id, std::string_view value) {
    std::uint64_t& now = s.words[static_cast<std::size_t>(word)];
    const auto then = with_field(*derive(s).of(word).format, now, id, value);
    EXPECT_TRUE(then) << then.why;
    if (then) now = *then;
    return s;
}

EmulatorJob dump_job(const Session& s) {
    JobAnswer job = emulator_job(derive(s));
    EXPECT_TRUE(job) << job.why;
    return std::move(*job);
}
Emulation dump_run(const EmulatorJob& job) {
    auto e = emulate(job, {.doubts = false});
    EXPECT_TRUE(e) << e.why;
    return std::move(*e);
}

// D as a library computes it from the same elements: rounded to nearest, not truncated.
Dump rounded_dump(const Emulation& e) {
    Dump out{e.d_type, e.d};
    for (std::size_t at = 0; at < out.words.size(); ++at)
        if (at % 2 == 0 && e.d[at] != 0) ++out.words[at];
    return out;
}

struct Found {
    DumpComparison comparison;
    std::vector<DumpReason> reasons;
    std::string labels() const {
        std::string out;
        for (const DumpReason& r : reasons) out += say(r.label, " (", r.beyond, ", ", r.undefined, ")\n");
        return out;
    }
};
Found explain_dump(const Session& s, const Dump& dump) {
    const EmulatorJob job = dump_job(s);
    const Emulation e = dump_run(job);
    return {compare_dump(e, dump), reasons_for(derive(s), job, e, dump)};
}

// Most words differ, and that says nothing: the exact product is a right D.
TEST(Dump, AnExactProductAgrees) {
    const Session s = with_numbers("k_major_128b_f16");
    const Emulation e = dump_run(dump_job(s));
    Dump exact{e.d_type, {}};
    for (const ExactWord& word : e.expected) exact.words.push_back(word.word);
    const Found found = explain_dump(s, exact);
    EXPECT_GT(found.comparison.different, e.d.size() / 10);
    EXPECT_EQ(found.comparison.beyond, 0u);
    EXPECT_TRUE(found.reasons.empty()) << found.labels();
    EXPECT_TRUE(found.comparison.notes.empty());
}

// One element that is wrong by a 100th of the largest one is seen.
TEST(Dump, AWrongElementIsNoRounding) {
    const Session s = with_numbers("k_major_128b_f16");
    const Emulation e = dump_run(dump_job(s));
    const FloatFormat& f32 = *find_float("f32");
    double most = 0;
    for (const std::uint32_t word : e.d) most = std::max(most, std::abs(value_of_word(f32, word)));
    Dump dump = rounded_dump(e);
    dump.words[777] = word_nearest(f32, value_of_word(f32, e.d[777]) + most / 100);
    const DumpComparison found = compare_dump(e, dump);
    EXPECT_EQ(found.beyond, 1u);
    EXPECT_EQ(found.first, (Element{static_cast<int>(777 / e.n), static_cast<int>(777 % e.n)}));
}

// ---- memory that is at fault ----

Session with_b_at(Session s, std::uint32_t start) {
    s.image.b.start = start;
    return kernel_with(std::move(s), WordId::b_desc, "start", hex(start));
}

// A has 16 KiB from 0x400 on, B 12 KiB.
TEST(Dump, AKernelWhoseBuffersOverlapIsFound) {
    const Session s = with_numbers("k_major_128b_f16");
    const Found b_last = explain_dump(s, {"f32", dump_run(dump_job(with_b_at(s, 0x2400))).d});
    ASSERT_FALSE(b_last.reasons.empty());
    EXPECT_EQ(b_last.reasons[0].label,
              "Let A and B overlap: B begins 8192 bytes after the start of A, they share 8192 bytes, and B is written "
              "last")
        << b_last.labels();
    EXPECT_EQ(b_last.reasons[0].different, 0u);
    EmulatorJob a_last = dump_job(with_b_at(s, 0x2400));
    a_last.a_is_last = true;
    const Found found = explain_dump(s, {"f32", dump_run(a_last).d});
    ASSERT_FALSE(found.reasons.empty());
    EXPECT_TRUE(found.reasons[0].label.ends_with("and A is written last")) << found.labels();
    EXPECT_FALSE(found.reasons[0].is_session);
}

// The session overlaps, the kernel does not. No word is tried: the words are right.
TEST(Dump, ASessionWhoseOperandsOverlapBlamesNoWord) {
    const Session right = with_numbers("k_major_128b_f16"), s = with_b_at(right, 0x2400);
    const Dump dump{"f32", dump_run(dump_job(right)).d};
    const Found found = explain_dump(s, dump);
    ASSERT_FALSE(found.reasons.empty());
    EXPECT_EQ(found.reasons[0].label, "Write A behind B, at 0x5400") << found.labels();
    for (const DumpReason& r : found.reasons) EXPECT_EQ(r.what, "memory") << r.label;
}

TEST(Dump, ASessionThatReadsWhatNobodyWroteBlamesNoWord) {
    const Session right = with_numbers("k_major_128b_f16");
    Session s = right;
    s.tensor_map.b = copy_from_descriptor(derive(s), Operand::b);
    s.tensor_map.b->map.dims[0] = s.tensor_map.b->map.box[0] = 48;
    s.image.b = {.writer = ImageWriter::tensor_map, .type = "f16"};
    const Found found = explain_dump(s, {"f32", dump_run(dump_job(right)).d});
    ASSERT_EQ(found.reasons.size(), 1u) << found.labels();
    EXPECT_EQ(found.reasons[0].label, "Write all of B, where b_desc reads it");
}

// A load that ends after 40 of 64 columns leaves zeros: half of K step 2 and all of K step 3.
TEST(Dump, ALoadThatEndsInsideTheTileIsFound) {
    const Session s = with_numbers("k_major_128b_f16");
    EmulatorJob kernel = dump_job(s);
    for (std::size_t at = 0; at < kernel.expected.b.size(); ++at)
        if (at % 64 >= 40) kernel.expected.b[at] = 0;
    const Found found = explain_dump(s, {"f32", dump_run(kernel).d});
    ASSERT_FALSE(found.reasons.empty());
    EXPECT_EQ(found.reasons[0].different, 0u);
    EXPECT_EQ(found.reasons[0].label,
              "Let A or B have zeros from column 40 of K on, as a load leaves them that ends there")
        << found.labels();
}

struct Fault {
    std::string_view preset;
    Session (*kernel)(Session);
    std::string_view label;
};
Session a_row_by_row(Session s) {
    s.image[Operand::a].writer = ImageWriter::cute;
    s.image[Operand::a].cute = "(128,64):(64,1)";
    return s;
}
// Each is the D of a kernel with this fault, rounded as another program rounds. The words of the session are right.
TEST(Dump, FaultsAreFoundInRoundedNumbers) {
    const Fault faults[] = {
        {"k_major_128b_f16", [](Session s) { return kernel_with(s, WordId::a_desc, "sbo", "512"); },
         "Set sbo of a_desc to 512 bytes"},
        {"k_major_128b_f16",
         [](Session s) {
             return kernel_with(kernel_with(s, WordId::a_desc, "sbo", "512"), WordId::b_desc, "sbo", "512");
         },
         "Set sbo of a_desc and b_desc to 512 bytes"},
        {"k_major_128b_f16",
         [](Session s) {
             s.run.first_step = 1, s.run.steps = 2;
             return s;
         },
         "Run K steps 1 to 2"},
        {"k_major_128b_f16", a_row_by_row, "Write A without the XOR of the swizzle"},
        {"k_major_none_f16",
         [](Session s) {
             const std::uint64_t word = s.word(WordId::a_desc);
             const Format& format = *derive(s).of(WordId::a_desc).format;
             const Field &lbo = field_in(format, "lbo"), &sbo = field_in(format, "sbo");
             s.words[static_cast<std::size_t>(WordId::a_desc)] =
                 set_field(lbo, set_field(sbo, word, get_field(lbo, word)), get_field(sbo, word));
             return s;
         },
         "Exchange lbo and sbo of a_desc"},
    };
    for (const Fault& fault : faults) {
        const Session s = with_numbers(fault.preset);
        const Found found = explain_dump(s, rounded_dump(dump_run(dump_job(fault.kernel(s)))));
        ASSERT_FALSE(found.reasons.empty()) << fault.label;
        EXPECT_EQ(found.reasons[0].label, fault.label) << found.labels();
        EXPECT_EQ(found.reasons[0].beyond, 0u) << found.labels();
        EXPECT_TRUE(found.reasons[0].is_session);
    }
}

// No session says that a K loop leaves out a step, or that it does not advance a descriptor.
TEST(Dump, FaultsOfTheLoopAreFound) {
    const Session s = with_numbers("k_major_128b_f16");
    EmulatorJob without = dump_job(s), stays = without;
    without.steps.erase(without.steps.begin() + 2);
    for (MmaInstruction& step : stays.steps) step.b_desc = stays.steps[0].b_desc;
    for (const auto& [job, label] : {std::pair(&without, "Leave out K step 2"),
                                     {&stays, "Do not advance b_desc: each K step reads the first slice of B"}}) {
        const Found found = explain_dump(s, rounded_dump(dump_run(*job)));
        ASSERT_FALSE(found.reasons.empty()) << label;
        EXPECT_EQ(found.reasons[0].label, label) << found.labels();
        EXPECT_FALSE(found.reasons[0].is_session);
        EXPECT_FALSE(found.reasons[0].explanation.empty());
    }
}

// Bytes that nothing has written are NaN in the model and anything on a GPU.
TEST(Dump, UndefinedBytesProveNothing) {
    const Session s = with_numbers("k_major_128b_f16");
    Dump dump{"f32", dump_run(dump_job(kernel_with(s, WordId::b_desc, "sbo", "2048"))).d};
    std::size_t undefined = 0;
    for (std::uint32_t& word : dump.words)
        if (std::isnan(value_of_word(*find_float("f32"), word)))
            word = 0x3f000000 + static_cast<std::uint32_t>(undefined++);
    ASSERT_GT(undefined, dump.words.size() / 8);
    const Found found = explain_dump(s, dump);
    ASSERT_FALSE(found.reasons.empty());
    EXPECT_EQ(found.reasons[0].label, "Set sbo of b_desc to 2048 bytes") << found.labels();
    EXPECT_EQ(found.reasons[0].undefined, undefined);
    EXPECT_EQ(found.reasons[0].beyond, 0u);
}

// A NaN of the dump is not explained by reads of such bytes.
TEST(Dump, OneNanIsNotExplainedByUndefinedBytes) {
    const Session s = with_numbers("k_major_128b_f16");
    Dump dump{"f32", dump_run(dump_job(s)).d};
    dump.words[700] = kF32Nan;
    const Found found = explain_dump(s, dump);
    EXPECT_EQ(found.comparison.beyond, 1u);
    EXPECT_TRUE(found.reasons.empty()) << found.labels();
}

TEST(Dump, WhatTheDumpShowsAsAWholeIsSaid) {
    const Session s = with_numbers("k_major_128b_f16");
    const Emulation e = dump_run(dump_job(s));
    const FloatFormat& f32 = *find_float("f32");
    const auto note = [&](auto change) {
        Dump dump{"f32", e.d};
        change(dump.words);
        const DumpComparison found = compare_dump(e, dump);
        return found.notes.empty() ? std::string() : found.notes.front();
    };
    const auto scale = [&](double by) {
        return [&f32, by](std::vector<std::uint32_t>& words) {
            for (std::uint32_t& word : words) word = word_nearest(f32, by * value_of_word(f32, word));
        };
    };
    EXPECT_TRUE(note(scale(2)).starts_with("Each word of the dump is 2 times that of the model")) << note(scale(2));
    EXPECT_TRUE(note(scale(-0.375)).starts_with("Each word of the dump is -0.375 times")) << note(scale(-0.375));
    const std::string swapped = note([&](std::vector<std::uint32_t>& words) {
        std::swap_ranges(words.begin() + 3 * e.n, words.begin() + 4 * e.n, words.begin() + 4 * e.n);
    });
    EXPECT_NE(swapped.find("2 are at another place: row 3 of the dump is row 4 of the model, row 4 "),
              std::string::npos)
        << swapped;
    const std::string half = note([&](std::vector<std::uint32_t>& words) {
        for (std::size_t at = 0; at < words.size(); ++at)
            if (at % e.n >= e.n / 2) words[at] = 0;
    });
    EXPECT_TRUE(half.starts_with("The dump has 0 there: the kernel may not have stored")) << half;
    const std::string relu = note([&](std::vector<std::uint32_t>& words) {
        for (std::uint32_t& word : words) word = value_of_word(f32, word) < 0 ? 0 : word;
    });
    EXPECT_NE(relu.find("max(D, 0)"), std::string::npos) << relu;
    EXPECT_EQ(note([](std::vector<std::uint32_t>& words) { words[5] ^= 0x00400000; }), "");
}

}  // namespace
}  // namespace tilescope
