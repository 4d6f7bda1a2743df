// tests/cli/against_test.cpp -- dumps of D in all types, right and wrong, and the edits that explain them.
// SPDX-License-Identifier: MIT
#include "app/io/file.h"
#include "app/io/npy.h"
#include "app/io/state_line.h"
#include "app/publish/emulation_out.h"
#include "tests/cli/run_program.h"
#include "tests/support/kernel_faults.h"
#include "tests/support/temporary_folder.h"

#include <tilescope/base/say.h>
#include <tilescope/document/presets.h>
#include <tilescope/document/verdict.h>
#include <tilescope/emulator/floats.h>

#include <gtest/gtest.h>

#include <sys/stat.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace tilescope::cli_test {
namespace {

Session scattered(std::string_view preset) {
    Session s = find_preset(preset)->session();
    for (const RecipeOf of : {RecipeOf::a, RecipeOf::b})
        s.recipe[static_cast<std::size_t>(of)] = {.kind = RecipeKind::random,
                                                  .seed = 7 + static_cast<std::uint32_t>(of)};
    return s;
}

Emulation model_of(const Session& session) {
    const auto job = emulator_job(derive(session));
    EXPECT_TRUE(job) << job.why;
    auto out = emulate(*job);
    EXPECT_TRUE(out) << out.why;
    return std::move(*out);
}

void set_word(Session& s, WordId id, std::uint64_t word) { s.words[static_cast<std::size_t>(id)] = word; }

class Against : public test::FolderTest {
protected:
    const std::string dump = folder + "/D.npy";

    // Stores the D that a kernel with this session leaves.
    void dump_of(const Session& session) {
        const Emulation e = model_of(session);
        ASSERT_TRUE(io::save_npy(dump, {e.m, e.n, e.d}, e.d_type));
    }
    void store(std::string_view type, unsigned rows, unsigned columns, std::vector<std::uint32_t> words) {
        ASSERT_TRUE(io::save_npy(dump, {rows, columns, std::move(words)}, type));
    }
    Ran compare(const Session& session, const std::string& more = {}) {
        return run(say("emulate '", *io::state_line({session}), "' --against ", dump, " ", more));
    }
    static void expect(const std::string& text, std::string_view part) {
        EXPECT_NE(text.find(part), std::string::npos) << "expected: " << part << "\n" << text;
    }
};

TEST_F(Against, ADumpOfTheSameWordsIsEqual) {
    for (const Preset& preset : presets()) {
        const Session s = scattered(preset.id);
        dump_of(s);
        const Ran ran = compare(s);
        EXPECT_EQ(ran.status, 0) << preset.id << ran.err;
        expect(ran.out, "words of the dump are equal to the model.");
    }
}

TEST_F(Against, AWordOfTheKernelThatIsWrongIsFound) {
    const Session right = scattered("k_major_128b_f16");
    Session wrong = right;
    set_word(wrong, WordId::b_desc, 0x4000402000010440);
    dump_of(wrong);
    const Ran ran = compare(right);
    EXPECT_EQ(ran.status, 1);
    expect(ran.out, "words of the dump differ from the model (");
    expect(ran.out, "The first one is D[0][");
    expect(ran.out, "With the words of the session, the model reads the right elements everywhere.");
    expect(ran.out, "Edits that explain the dump\n  Set sbo of b_desc to 512 bytes: the model then has every word");
    expect(ran.out, "the wrong elements were read");
    expect(ran.out, say("state line of that edit: ", *io::state_line({wrong})));
}

TEST_F(Against, AWordOfTheSessionThatIsWrongIsFoundFromARightDump) {
    const Session right = scattered("k_major_64b_bf16");
    Session wrong = right;
    set_word(wrong, WordId::a_desc, 0x4000402000010040);  // 128B, not 64B
    dump_of(right);
    const Ran ran = compare(wrong);
    EXPECT_EQ(ran.status, 1);
    expect(ran.out, "Set swizzle of a_desc to 64B: the model then has every word of the dump.");
}

// What `emulate` prints, in one line: it wraps its sentences.
std::string unwrapped(std::string text) {
    std::ranges::replace(text, '\n', ' ');
    return text;
}

// The window shows compared_with().verdict, and verdict_of() after the edit. It calls the file by its name.
TEST_F(Against, TheVerdictIsThatOfTheWindowForEachFault) {
    for (const test::KernelFault& fault : test::kKernelFaults) {
        const Session right = test::intended(fault), wrong = test::broken(fault);
        dump_of(wrong);
        const Derived derived = derive(right);
        Results results = io::emulated(derived, {});
        ASSERT_TRUE(results.emulation) << results.refused;
        const tilescope::Against found = io::compared_with(dump, derived, results);
        const std::string out = unwrapped(compare(right).out);
        constexpr std::string_view kOfWindow = "values of D.npy";
        const std::size_t named = found.verdict.find(kOfWindow);
        ASSERT_NE(named, std::string::npos) << found.verdict;
        const std::string of_dump = std::string(found.verdict).replace(named, kOfWindow.size(), "words of the dump");
        EXPECT_TRUE(out.starts_with(of_dump)) << fault.name << "\n" << found.verdict << "\n" << out;
        ASSERT_FALSE(found.offers.empty()) << fault.name << "\n" << out;
        const auto is_kernel = [&](const tilescope::Against::Offer& offer) {
            return apply_edit(right, offer.edit) == wrong;
        };
        EXPECT_TRUE(std::ranges::any_of(found.offers, is_kernel)) << fault.name << "\n" << out;
        const auto says = [&](std::string_view part) { return found.verdict.find(part) != std::string::npos; };
        EXPECT_EQ(found.offers.size() == 1, says("One edit explains D") || says("The kernel ran with ")) << out;
        if (found.offers.size() > 1) expect(found.verdict, "D does not tell which is right");
        const Derived then = derive(wrong);
        const Results after = io::emulated(then, {});
        const RunVerdict verdict = verdict_of(then, after);
        expect(unwrapped(run(say("emulate '", *io::state_line({wrong}), "'")).out), verdict.sentence);
        if (fault.name == "negate") continue;  // the words request that: no element is wrong
        ASSERT_NE(verdict.repair, nullptr) << fault.name << ": " << verdict.sentence;
        EXPECT_EQ(apply_edit(wrong, verdict.repair->edit), right) << verdict.sentence;
    }
}

TEST_F(Against, OtherErrorsOfKernelsAreFound) {
    struct Wrong {
        std::string_view preset, label;
        void (*change)(Session&);
    };
    for (const Wrong& w : std::initializer_list<Wrong>{
             {"k_major_128b_f16", "Exchange a_desc and b_desc", [](Session& s) { std::swap(s.words[0], s.words[1]); }},
             {"k_major_128b_f16", "Run K steps 0 to 2", [](Session& s) { s.run.steps = 3; }},
             {"k_major_128b_f16", "Write B with the mode 64B", [](Session& s) { s.image.b.mode = SwizzleMode::b64; }},
             {"k_major_none_f16", "Set lbo of a_desc to 128 bytes",
              [](Session& s) { set_word(s, WordId::a_desc, 0x0000400800080040); }},
             {"mn_major_128b_bf16", "Set transpose_b of idesc to",
              [](Session& s) { s.words[2] &= ~(std::uint64_t{1} << 16); }},
             {"wgmma_128b_f16", "Set swizzle of b_desc to 64B",
              [](Session& s) { set_word(s, WordId::b_desc, 0x8000004000010440); }}}) {
        const Session right = scattered(w.preset);
        Session kernel = right;
        w.change(kernel);
        dump_of(kernel);
        const Ran ran = compare(right);
        EXPECT_EQ(ran.status, 1) << w.label;
        expect(ran.out, w.label);
        expect(ran.out, "the model then has every word of the dump");
    }
}

TEST_F(Against, ADumpThatNoFieldExplainsSaysSo) {
    const Session s = scattered("k_major_128b_f16");
    Emulation e = model_of(s);
    for (std::size_t i = 0; i < e.d.size(); i += 3) e.d[i] ^= 0x40000000;
    store("f32", e.m, e.n, e.d);
    const Ran ran = compare(s);
    EXPECT_EQ(ran.status, 1);
    expect(ran.out, "None of the edits that were tried");
    const Ran csv = compare(s, "--csv");
    EXPECT_EQ(csv.status, 1);
    EXPECT_EQ(static_cast<std::size_t>(std::ranges::count(csv.out, '\n')), (e.d.size() + 2) / 3 + 1);
}

TEST_F(Against, WrongButEqualWordsAreNotCalledRight) {
    Session wrong = scattered("k_major_128b_f16");
    set_word(wrong, WordId::b_desc, 0x4000402000010440);
    dump_of(wrong);
    const Ran ran = compare(wrong);
    EXPECT_EQ(ran.status, 0);
    expect(ran.out, "So the kernel ran these words. But they read");
}

TEST_F(Against, TheTypesToWhichKernelsConvertDAreRead) {
    const Session s = scattered("k_major_128b_f16");
    const Emulation e = model_of(s);
    for (const std::string_view type : {"f16", "bf16"}) {
        std::vector<std::uint32_t> words;
        for (const std::uint32_t word : e.d)
            words.push_back(word_nearest(*find_float(type), value_of_word(*find_float("f32"), word)));
        store(type, e.m, e.n, words);
        const Ran same = compare(s);
        EXPECT_EQ(same.status, 0) << same.out;
        expect(same.out, say("The values are compared as ", type));
        words[5] ^= 0x100;
        store(type, e.m, e.n, words);
        const Ran other = compare(s);
        EXPECT_EQ(other.status, 1);
        expect(other.out, "words of the dump differs");
        expect(other.out, "D[0][5]: the dump has ");
    }
    store("tf32", e.m, e.n, e.d);  // a file of raw 32-bit words
    EXPECT_EQ(compare(s).status, 0);
    store("s32", e.m, e.n, e.d);
    const Ran numbers = compare(s);
    EXPECT_EQ(numbers.status, 2);
    expect(numbers.err, "the file has values of the type <i4, and D has f32; write one of: <f4, <f8, <u4, <f2, <u2");
    const Session integers = scattered("wgmma_128b_b1");
    dump_of(integers);
    EXPECT_EQ(compare(integers).status, 0);
}

TEST_F(Against, ATransposedDumpIsReadAndNamed) {
    const Session s = scattered("k_major_128b_f16");
    const Emulation e = model_of(s);
    std::vector<std::uint32_t> turned;
    for (unsigned column = 0; column < e.n; ++column)
        for (unsigned row = 0; row < e.m; ++row) turned.push_back(e.d[row * e.n + column]);
    store("f32", e.n, e.m, turned);
    const Ran ran = compare(s);
    EXPECT_EQ(ran.status, 0);
    expect(ran.out, "The file has D transposed.");
    store("f32", e.m, e.n / 2, {e.d.begin(), e.d.begin() + static_cast<std::ptrdiff_t>(e.d.size() / 2)});
    const Ran half = compare(s);
    EXPECT_EQ(half.status, 2);
    expect(half.err, "the file has 128 x 48 values, and D has 128 x 96; write all of D, row by row or transposed");
}

TEST_F(Against, ASquareDumpIsTransposedOnlyIfThatIsEqual) {
    Session s = scattered("block_scaled_mxf4nvf4");
    const Emulation e = model_of(s);
    ASSERT_EQ(e.m, e.n);
    std::vector<std::uint32_t> turned;
    for (unsigned column = 0; column < e.n; ++column)
        for (unsigned row = 0; row < e.m; ++row) turned.push_back(e.d[row * e.n + column]);
    store("f32", e.n, e.m, turned);
    const Ran ran = compare(s);
    EXPECT_EQ(ran.status, 0);
    expect(ran.out, "The file has D transposed: only so all words are equal.");
}

TEST_F(Against, TheJsonHasTheReasonsAndTheirStateLines) {
    const Session right = scattered("k_major_128b_f16");
    Session wrong = right;
    set_word(wrong, WordId::b_desc, 0x4000402000010440);
    dump_of(wrong);
    const Ran ran = compare(right, "--json");
    EXPECT_EQ(ran.status, 1);
    expect(ran.out, "\"label\": \"Set sbo of b_desc to 512 bytes\"");
    expect(ran.out, say("\"state_line\": \"", *io::state_line({wrong}), '"'));
}

// A kernel that does not store D leaves equal words. An edit that gives such words is not an explanation.
TEST_F(Against, ADumpThatWasNeverWrittenIsNotExplained) {
    const Session s = scattered("k_major_128b_f16");
    const Emulation e = model_of(s);
    for (const std::uint32_t word : {0u, 0x7fffffffu, 0x3f800000u}) {
        store("f32", e.m, e.n, std::vector<std::uint32_t>(e.d.size(), word));
        const Ran ran = compare(s);
        EXPECT_EQ(ran.status, 1);
        EXPECT_TRUE(ran.out.starts_with(say("All words of the dump are ", hex(word, 8), " ("))) << ran.out;
        expect(ran.out, word == 0x7fffffff ? "): the kernel may not have stored D, or a K step read"
                                           : "): the kernel may not have stored D.");
        EXPECT_EQ(ran.out.find("explain the dump"), std::string::npos) << ran.out;
        EXPECT_EQ(ran.out.find("state line of that edit"), std::string::npos) << ran.out;
        expect(compare(s, "--json").out, "\"blank\": true");
    }
}

// The guess above, taken: zeros of the model are equal to a D that nobody stored.
TEST_F(Against, EqualZerosProveNothing) {
    Session s = scattered("k_major_128b_f16");
    for (const RecipeOf of : {RecipeOf::a, RecipeOf::b})
        s.recipe[static_cast<std::size_t>(of)] = {.kind = RecipeKind::zeros};
    dump_of(s);
    const Ran ran = compare(s);
    EXPECT_EQ(ran.status, 0);
    expect(ran.out, "All words of the dump are 0x00000000 (0), and so are those of the model. This proves nothing");
    EXPECT_EQ(ran.out.find("So the kernel ran"), std::string::npos) << ran.out;
    expect(compare(s, "--json").out, "\"blank\": true");
}

// Ones times ones: all words of a right D are equal, so equal words of a dump say something.
TEST_F(Against, EqualWordsCanBeTheResultOfAKernel) {
    Session s = scattered("k_major_128b_f16");
    for (const RecipeOf of : {RecipeOf::a, RecipeOf::b})
        s.recipe[static_cast<std::size_t>(of)] = {.kind = RecipeKind::ones};
    Session kernel = s;
    kernel.run.steps = 3;
    dump_of(kernel);
    const Ran ran = compare(s);
    EXPECT_EQ(ran.out.find("may not have stored"), std::string::npos) << ran.out;
    expect(ran.out, "Edits that explain the dump\n  Run K steps 0 to 2");
}

TEST_F(Against, ValuesThatAreRoundedAreNamed) {
    const Session s = scattered("k_major_128b_f16");
    const Emulation e = model_of(s);
    std::vector<double> values;
    for (const std::uint32_t word : e.d) values.push_back(value_of_word(*find_float("f32"), word));
    const auto store_doubles = [&] {
        std::string header = say("{'descr': '<f8', 'fortran_order': False, 'shape': (", e.m, ", ", e.n, "), }");
        header.resize(117, ' ');
        std::string bytes = say(std::string_view("\x93NUMPY\x01\0\x76\0", 10), header, '\n');
        bytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(double));
        ASSERT_TRUE(io::write_text(dump, bytes));
    };
    store_doubles();
    expect(compare(s).out, "words of the dump are equal to the model.");
    const double before = values[2];
    values[2] = std::nextafter(values[2], 1e300);
    store_doubles();
    const Ran near = compare(s);
    EXPECT_EQ(near.status, 0);
    expect(near.out, "words of the dump, rounded to f32, are equal to the model.");
    expect(near.out, "1 value of the file is no f32 and is rounded to nearest even; the first one is D[0][2] =");
    values[2] = before, values[1] = 1e300;
    store_doubles();
    const Ran far = compare(s);
    EXPECT_EQ(far.status, 1);
    expect(far.out, "The first one is D[0][1]: the dump has 0x7f800000 (inf) from 1e+300 in the file, the model");
}

TEST_F(Against, IntegersDifferByNumbers) {
    const Session s = scattered("wgmma_128b_b1");
    const Emulation e = model_of(s);
    Dump other{"s32", e.d};
    ++other.words[3];
    EXPECT_EQ(io::counts_of({e, {other, {}}, compare_dump(e, other)}),
              say("1 of ", e.d.size(), " words of the dump differs from the model (column 3), by at most 1."));
}

// A note is about all differences, so that an edit that leaves some of them comes after it.
TEST_F(Against, WhatExplainsAllComesBeforeWhatExplainsAPart) {
    const Session s = scattered("k_major_128b_f16");
    const Emulation e = model_of(s);
    Dump other{"f32", e.d};
    for (std::size_t at = 0; at < other.words.size(); at += 2) other.words[at] = 0;
    io::DumpFindings found{e, {other, {}}, compare_dump(e, other)};
    ASSERT_EQ(found.result.notes.size(), 1u);
    found.reasons = {{.session = s, .label = "Set a field", .what = "word", .beyond = 7}};
    const std::string verdict = io::dump_verdict(found), note = found.result.notes.front();
    EXPECT_TRUE(verdict.ends_with(note)) << verdict;
    EXPECT_EQ(verdict.find("Set a field"), verdict.npos) << verdict;
    const auto about = io::about_dump(found);
    EXPECT_EQ(std::ranges::count(about, note), 0) << "the verdict says it";
    EXPECT_EQ(std::ranges::count(about, io::counts_of(found)), 1);
    EXPECT_EQ(std::ranges::count(io::judgement_of(found), note), 1) << "JSON has no verdict";
    found.reasons.front().beyond = 0;
    EXPECT_TRUE(io::dump_verdict(found).starts_with("One edit explains D: Set a field.")) << io::dump_verdict(found);
}

TEST_F(Against, ADumpCanComeThroughAPipe) {
    const Session s = scattered("k_major_128b_f16");
    dump_of(s);
    const std::string line = *io::state_line({s});
    const std::string pipe = folder + "/pipe", bytes = io::read_text(dump).value.value_or("");
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    for (const std::string& name : {std::string("-"), pipe}) {
        if (name == pipe) {
            const std::string writer = say("timeout 20 sh -c 'cat ", dump, " > ", pipe, "' &");
            ASSERT_EQ(std::system(writer.c_str()), 0);
        }
        const Ran ran = run(say("emulate '", line, "' --against ", name), name == "-" ? bytes : "");
        EXPECT_EQ(ran.status, 0) << ran.err;
        expect(ran.out, "words of the dump are equal to the model.");
    }
    expect(run("emulate - --against -").err, "the job and --against cannot both be standard input");
}

TEST_F(Against, AFileThatIsNoDumpIsRefused) {
    const Session s = scattered("k_major_128b_f16");
    ASSERT_TRUE(io::write_text(dump, "no numbers"));
    const Ran ran = compare(s);
    EXPECT_EQ(ran.status, 2);
    expect(ran.err, "not a .npy file");
    EXPECT_EQ(run("emulate tests/data/jobs/wrong_sbo.json --against none.npy").status, 2);
}

}  // namespace
}  // namespace tilescope::cli_test
