// tests/cli/emulate_test.cpp -- emulate: its documents, the files of a job, the threads that share rows.
// SPDX-License-Identifier: MIT
#include "app/io/file.h"
#include "app/io/npy.h"
#include "app/io/row_pool.h"
#include "app/io/session_file.h"
#include "tests/cli/run_program.h"
#include "tests/support/temporary_folder.h"

#include <tilescope/document/presets.h>
#include <tilescope/emulator/floats.h>

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <atomic>
#include <filesystem>

namespace tilescope::io {
namespace {

class EmulateFiles : public test::FolderTest {
protected:
};

TEST(Emulate, TheJsonHasEveryWordAndEverySentence) {
    const auto ran = cli_test::run("emulate tests/data/jobs/wrong_sbo.json --json --element 8,8");
    ASSERT_EQ(ran.status, 0) << ran.err;
    const auto json = nlohmann::json::parse(ran.out, nullptr, false);
    ASSERT_FALSE(json.is_discarded());
    EXPECT_EQ(json["m"], 128);
    EXPECT_EQ(json["n"], 96);
    EXPECT_EQ(json["d_type"], "f32");
    EXPECT_EQ(json["counts"]["wrong"], 16 * 88) << "16 rows of the identity, columns 8 and up";
    EXPECT_EQ(json["could_show"]["computed"], 128 * 96);
    EXPECT_EQ(json["could_show"]["both"], 16 * 96) << "one K step: rows 16 and up of the identity are zeros there";
    EXPECT_EQ(json["could_show"]["equal"], 16 * 96 - 16 * 88);
    EXPECT_EQ(json["causes"].size(), 1u);
    EXPECT_EQ(json["causes"][0]["field"], "sbo");
    ASSERT_EQ(json["repairs"].size(), 1u);
    EXPECT_EQ(json["repairs"][0]["field"], "sbo");
    EXPECT_EQ(json["repairs"][0]["wrong_before"], json["counts"]["wrong"]);
    EXPECT_EQ(json["repairs"][0]["wrong_after"], 0);
    EXPECT_TRUE(json["doubts"].empty()) << "no word of this D depends on a doubt";
    EXPECT_FALSE(json["possible_doubts"].empty());
    for (const auto& doubt : json["possible_doubts"]) EXPECT_FALSE(doubt["sentence"].get<std::string>().empty());
    EXPECT_FALSE(json["profile"].get<std::string>().empty());
    EXPECT_FALSE(json["element"]["sentences"].empty());
    ASSERT_EQ(json["d"].size(), 128u);
    for (const auto& row : json["d"]) ASSERT_EQ(row.size(), 96u);
    EXPECT_EQ(json["d"][1][2], "0x43010000") << "B[2][1] is 2 x 64 + 1 = 129";
    EXPECT_EQ(json["d"][0][8], "0x43800000") << "B[4][0] = 256 instead of B[8][0]";
}

TEST(Emulate, ListsReadsPastTheEnd) {
    const auto ran = cli_test::run("emulate - --json", R"({"tilescope": 1, "b_desc": "0x4000404000013f00",
                                                          "image_b": {"start": 17408}})");
    ASSERT_EQ(ran.status, 0) << ran.err;
    const auto json = nlohmann::json::parse(ran.out, nullptr, false);
    ASSERT_FALSE(json.is_discarded());
    EXPECT_GT(json["bad_reads"]["outside"], 0) << "shared memory ends at 0x39000";
    ASSERT_FALSE(json["bad_reads"]["first"].empty());
    EXPECT_EQ(json["bad_reads"]["first"][0]["operand"], "B");
    EXPECT_EQ(json["causes"][0]["field"], "start");
}

TEST(Emulate, ListsErrorsOfTheRulesBesideTheNumbers) {
    const std::string hopper = R"({"tilescope": 1, "a_desc": "0x4000004000010040", "image_a": {}})";
    const auto ran = cli_test::run("emulate - --json", hopper);
    ASSERT_EQ(ran.status, 0) << ran.err;
    const auto json = nlohmann::json::parse(ran.out, nullptr, false);
    ASSERT_FALSE(json.is_discarded());
    ASSERT_EQ(json["problems"].size(), 1u);
    EXPECT_EQ(json["problems"][0]["rule"], "L2");
    EXPECT_EQ(json["problems"][0]["severity"], "error");
    EXPECT_EQ(json["problems"][0]["field"], "a_desc.version");
    EXPECT_EQ(json["problems"][0]["text"].get<std::string>().substr(0, 49),
              "The field 'version' is 0, but tcgen05 requires 1.");
    EXPECT_EQ(json["warnings"], 0);
}

// Scale factors with bit 7 set: the doubt concerns the form, because no single word shows what the hardware does.
TEST(Emulate, ListsOnlyTheDoubtsOfThisRun) {
    const auto doubts = [](const std::string& recipe) {
        const auto ran = cli_test::run("emulate - --json",
                                       R"({"tilescope": 1, "kind": "mxf4nvf4", "idesc": "0x08200480", "scale_block": 16,
                                           "run": {"steps": 1}, "recipe_sfa": {"kind": ")" +
                                           recipe + "\"}}");
        EXPECT_EQ(ran.status, 0) << ran.err;
        std::string out;
        const auto json = nlohmann::json::parse(ran.out, nullptr, false);
        for (const auto& doubt : json["doubts"]) out += doubt["id"].get<std::string>() + " ";
        return out;
    };
    EXPECT_EQ(doubts("ones"), "");
    EXPECT_NE(doubts("random_bits").find("ue4m3_sign "), std::string::npos);
}

TEST(Emulate, TheCsvHasOneRowForEachElement) {
    const auto ran = cli_test::run("emulate tests/data/jobs/wrong_sbo.json --csv");
    ASSERT_EQ(ran.status, 0) << ran.err;
    EXPECT_EQ(std::count(ran.out.begin(), ran.out.end(), '\n'), 128 * 96 + 1);
}

TEST_F(EmulateFiles, ReadsValuesFromFilesBesideTheJobAndWritesD) {
    Session s;
    s.recipe[1] = {.kind = RecipeKind::file, .file = "in/b.npy"};
    std::filesystem::create_directory(folder + "/in");
    RecipeWords b{.rows = 96, .columns = 64, .words = std::vector<std::uint32_t>(96 * 64, 0x3c00)};
    b.words[5 * 64 + 3] = 0xc500;  // -5
    ASSERT_TRUE(save_npy(folder + "/in/b.npy", b, "f16"));
    ASSERT_TRUE(save_session(folder + "/job.json", {s}));
    const auto ran = cli_test::run("emulate " + folder + "/job.json --npy " + folder + "/d.npy --csv --element 3,5");
    ASSERT_EQ(ran.status, 0) << ran.err;
    EXPECT_NE(ran.out.find("3,5,0xc0a00000,-5,-5,equal,0"), std::string::npos) << ran.out;
    const auto d = load_array(folder + "/d.npy", {.type = "f32"});
    ASSERT_TRUE(d) << d.why;
    EXPECT_EQ(d->rows, 128u);
    EXPECT_EQ(d->columns, 96u);
    EXPECT_EQ(d->words[3 * 96 + 5], 0xc0a00000u);
}

// Returns irregular bits, so that another row, column or place along K gives another count.
std::uint32_t bit_at(unsigned row, unsigned column) {
    const unsigned mixed = (row * 0x9e37 + column * 0x85eb + 7) * 0x27d4eb2d;
    return mixed >> 21 & 1;
}

TEST_F(EmulateFiles, ReadsSingleBitsOfFilesAtTheirPlaces) {
    Session s = find_preset("wgmma_128b_b1")->session();
    s.run = {.first_step = 0, .steps = 0};
    const unsigned m = 64, n = 128, k = s.tile_k;
    RecipeWords a{.rows = m, .columns = k, .words = {}}, b{.rows = n, .columns = k, .words = {}};
    for (unsigned i = 0; i < m * k; ++i) a.words.push_back(bit_at(i / k, i % k));
    for (unsigned i = 0; i < n * k; ++i) b.words.push_back(bit_at(1000 + i / k, i % k));
    ASSERT_TRUE(save_npy(folder + "/a.npy", a, "b1"));
    ASSERT_TRUE(save_npy(folder + "/b.npy", b, "b1"));
    s.recipe[0] = {.kind = RecipeKind::file, .file = "a.npy"};
    s.recipe[1] = {.kind = RecipeKind::file, .file = "b.npy"};
    ASSERT_TRUE(save_session(folder + "/job.json", {s}));
    const auto ran = cli_test::run("emulate " + folder + "/job.json --npy " + folder + "/d.npy");
    ASSERT_EQ(ran.status, 0) << ran.err;
    const auto d = load_array(folder + "/d.npy", {.type = "s32"});
    ASSERT_TRUE(d) << d.why;
    ASSERT_EQ(d->words.size(), std::size_t{m} * n);
    for (unsigned row = 0; row < m; ++row)
        for (unsigned column = 0; column < n; ++column) {
            std::uint32_t both = 0;
            for (unsigned i = 0; i < k; ++i) both += bit_at(row, i) & bit_at(1000 + column, i);
            ASSERT_EQ(d->words[row * n + column], both) << row << ", " << column;
        }
    EXPECT_NE(d->words[0], d->words[1]);
    EXPECT_NE(d->words[0], d->words[n]);
}

TEST_F(EmulateFiles, TheRefusalOfAFileOfAnotherSizeNamesTheOperand) {
    Session s;
    s.recipe[0] = {.kind = RecipeKind::file, .file = "a.npy"};
    ASSERT_TRUE(save_npy(folder + "/a.npy", {.rows = 2, .columns = 2, .words = {0, 0, 0, 0}}, "f16"));
    ASSERT_TRUE(save_session(folder + "/job.json", {s}));
    const auto ran = cli_test::run("emulate " + folder + "/job.json");
    EXPECT_EQ(ran.status, 2);
    EXPECT_NE(ran.err.find("A values: "), std::string::npos) << ran.err;
}

TEST_F(EmulateFiles, ReadsOnlyTheFilesOfTheFormsOperands) {
    Session s;
    s.recipe[3] = {.kind = RecipeKind::file, .file = "none.npy"};
    EXPECT_TRUE(read_recipe_files(derive(s), folder)) << "kind f16 has no scale factors";
    s.recipe[2] = s.recipe[3];
    EXPECT_FALSE(read_recipe_files(derive(s), folder));
}

TEST_F(EmulateFiles, RefusesAPipeAsAFileOfValues) {
    Session s;
    s.recipe[1] = {.kind = RecipeKind::file, .file = "pipe"};
    ASSERT_EQ(mkfifo((folder + "/pipe").c_str(), 0600), 0);
    EXPECT_EQ(read_recipe_files(derive(s), folder).why, "B values: " + folder + "/pipe: is not a file; give a file.");
}

TEST_F(EmulateFiles, RefusesToWriteDIntoAMissingFolder) {
    const auto ran = cli_test::run("emulate tests/data/jobs/wrong_sbo.json --npy " + folder + "/no/d.npy");
    EXPECT_EQ(ran.status, 2);
    EXPECT_NE(ran.err.find("there is no folder '" + folder + "/no'"), std::string::npos) << ran.err;
    EXPECT_TRUE(std::filesystem::is_empty(folder));
}

TEST(FolderOf, ReturnsTheFolderOfAPath) {
    EXPECT_EQ(folder_of("a/b/c.json"), "a/b");
    EXPECT_EQ(folder_of("/c.json"), "/");
    EXPECT_EQ(folder_of("c.json"), ".");
    EXPECT_EQ(folder_of("-"), ".");
}

TEST(RowPool, DoesEveryRowOnce) {
    for (const unsigned threads : {0u, 1u, 2u, 7u}) {
        RowPool pool(threads);
        for (const unsigned rows : {0u, 1u, 16u, 17u, 128u, 1000u}) {
            std::vector<std::atomic<int>> done(rows);
            pool.run(rows, [&](unsigned first, unsigned last) {
                for (unsigned row = first; row < last; ++row) ++done[row];
            });
            EXPECT_TRUE(std::ranges::all_of(done, [](const std::atomic<int>& n) { return n == 1; })) << rows;
        }
    }
}

TEST(RowPool, SharesRowsAmongThreads) {
    RowPool pool(2);
    std::atomic<int> inside = 0;
    std::atomic<bool> met = false;
    // The first thread waits for the second thread. One thread alone would wait forever.
    pool.run(32, [&](unsigned, unsigned) {
        if (++inside == 2) met = true;
        while (!met) std::this_thread::yield();
    });
    EXPECT_TRUE(met);
}

TEST(RowPool, AcceptsJobsFromSeveralThreads) {
    RowPool pool(3);
    std::atomic<unsigned> rows = 0;
    const auto run_jobs = [&] {
        for (int i = 0; i < 50; ++i) pool.run(100, [&](unsigned first, unsigned last) { rows += last - first; });
    };
    std::thread other(run_jobs);
    run_jobs();
    other.join();
    EXPECT_EQ(rows, 2u * 50 * 100);
}

TEST(RowPool, AnEmulationDoesNotDependOnTheNumberOfThreads) {
    Session s;
    s.run.steps = 0;
    s.recipe[0] = {.kind = RecipeKind::random, .seed = 1};
    s.recipe[1] = {.kind = RecipeKind::random, .seed = 2};
    const auto job = emulator_job(derive(s));
    ASSERT_TRUE(job) << job.why;
    RowPool pool(3);
    std::atomic<unsigned> rows = 0;
    const auto alone = emulate(*job), together = emulate(*job, {.loop = pool.loop(), .rows_done = &rows});
    ASSERT_TRUE(alone && together);
    EXPECT_EQ(alone->d, together->d);
    EXPECT_EQ(alone->places, together->places);
    EXPECT_GE(rows, rows_of(*job)) << "the progress reaches all rows";
}

TEST(RowPool, AStopRequestEndsTheJobEarly) {
    const auto job = emulator_job(derive({}));
    ASSERT_TRUE(job) << job.why;
    RowPool pool(2);
    std::stop_source stop;
    stop.request_stop();
    std::atomic<unsigned> rows = 0;
    const auto e = emulate(*job, {.loop = pool.loop(), .stop = stop.get_token(), .rows_done = &rows});
    EXPECT_FALSE(e);
    EXPECT_EQ(rows, 0u);
}

}  // namespace
}  // namespace tilescope::io
