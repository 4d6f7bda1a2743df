// tests/live/reproducer_test.cpp -- a reproducer, compiled, runs with the stand-in driver and leaves the model's D.
// SPDX-License-Identifier: MIT
#include "app/io/file.h"
#include "app/io/npy.h"
#include "app/io/state_line.h"
#include "app/publish/export_targets.h"
#include "tests/live/live_harness.h"
#include "tests/support/temporary_folder.h"

#include <tilescope/base/say.h>
#include <tilescope/document/presets.h>

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>

namespace tilescope::live_test {
namespace {

constexpr const char* kFolder = TILESCOPE_STANDIN_DIR "/standin";

class Reproducer : public test::FolderTest {
protected:
    // Compiles the reproducer of the session and runs it. Returns what it prints.
    std::string run(const Session& session, const std::string& chip) {
        const auto text = io::reproducer({session}, folder);
        EXPECT_TRUE(text) << text.why;
        if (!text) return {};
        EXPECT_TRUE(io::write_text(folder + "/r.cu", *text));
        const std::string built = say(TILESCOPE_CXX, " -std=c++17 -Wall -Wextra -Werror -x c++ ", folder,
                                      "/r.cu -x none ", kFolder, "/libcuda.so.1 -o ", folder, "/r 2>&1");
        EXPECT_EQ(std::system(built.c_str()), 0) << built;
        const Setting library("LD_LIBRARY_PATH", kFolder), device("TILESCOPE_STANDIN_CHIP", chip);
        const std::string ran = say(folder, "/r ", folder, "/D.npy > ", folder, "/out.txt 2>&1");
        EXPECT_EQ(std::system(ran.c_str()), 0) << *io::read_text(folder + "/out.txt");
        return *io::read_text(folder + "/out.txt");
    }
    void expect_the_model(const Session& session, const std::string& chip) {
        const std::string out = run(session, chip);
        const auto job = emulator_job(derive(session));
        ASSERT_TRUE(job) << job.why;
        const auto model = emulate(*job);
        ASSERT_TRUE(model) << model.why;
        const auto dump = io::load_dump(folder + "/D.npy", *model);
        ASSERT_TRUE(dump) << dump.why << out;
        EXPECT_EQ(dump->notes, "");
        EXPECT_EQ(compare_dump(*model, dump->dump).different, 0u) << out;
        EXPECT_NE(out.find(*io::state_line({session})), std::string::npos) << out;
        EXPECT_NE(out.find("the MMA got the words of the session"), std::string::npos) << out;
    }
};

TEST_F(Reproducer, EveryPresetLeavesTheDOfTheModel) {
    for (const Preset& preset : presets()) {
        SCOPED_TRACE(preset.id);
        Session session = preset.session();
        for (const RecipeOf of : {RecipeOf::a, RecipeOf::b}) {
            Recipe& recipe = session.recipe[static_cast<std::size_t>(of)];
            recipe = {.kind = RecipeKind::random, .seed = recipe.seed};
        }
        expect_the_model(session, family_of(session).idesc ? "10.0" : "9.0");
    }
}

TEST_F(Reproducer, AllKStepsAreRunOneAfterTheOther) {
    for (const char* id : {"k_major_128b_f16", "block_scaled_mxf4nvf4", "wgmma_128b_f16"}) {
        SCOPED_TRACE(id);
        Session session = find_preset(id)->session();
        session.run.steps = 0;
        session.run.first_step = 1;
        expect_the_model(session, family_of(session).idesc ? "10.0" : "9.0");
    }
}

TEST_F(Reproducer, AWrongWordGivesTheWrongNumbersOfTheModel) {
    Session session = find_preset("k_major_128b_f16")->session();
    session.words[1] = 0x4000402000010440;  // sbo 512, not 1024
    session.variant.cta_group = 1;
    expect_the_model(session, "10.0");
}

TEST_F(Reproducer, NamesTheWordsTheMemoryAndHowToBuildIt) {
    const Session session = find_preset("k_major_64b_bf16")->session();
    const auto text = io::reproducer({session}, ".");
    ASSERT_TRUE(text) << text.why;
    for (const std::string& part :
         {say("// STATE LINE  ", *io::state_line({session})), std::string("nvcc -o reproducer reproducer.cu -lcuda"),
          std::string("tcgen05.mma.cta_group::1.kind::f16"), std::string("A: bf16, k-major, mode 64B, from byte 0x400"),
          std::string("{0, 32, 8, 0x8000402000010040ull},  // a_desc: descriptor of A")})
        EXPECT_NE(text->find(part), std::string::npos) << part << "\n" << text->substr(0, 6000);
    EXPECT_LT(text->size(), 100'000u);
}

// wgmma has no instruction descriptor: the word of the session with its fields is not shown.
TEST_F(Reproducer, OfWgmmaNamesNoInstructionDescriptor) {
    const auto text = io::reproducer({find_preset("wgmma_128b_b1")->session()}, ".");
    ASSERT_TRUE(text) << text.why;
    EXPECT_EQ(text->find("//   idesc"), std::string::npos) << text->substr(0, 3000);
    EXPECT_NE(text->find("//   wgmma has no instruction descriptor"), std::string::npos) << text->substr(0, 3000);
}

TEST_F(Reproducer, ASessionWithoutAKernelIsRefusedWithASentence) {
    Session session = find_preset("k_major_128b_f16")->session();
    session.unknown[WordId::a_desc] = 0x3fff;
    session.words[0] &= ~0x3fffull;
    const auto text = io::reproducer({session}, ".");
    EXPECT_FALSE(text);
    EXPECT_NE(text.why.find("start"), std::string::npos) << text.why;
}

}  // namespace
}  // namespace tilescope::live_test
