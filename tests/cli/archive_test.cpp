// tests/cli/archive_test.cpp -- .npz and .gz files, also damaged ones, and arrays as recipes name them.
// SPDX-License-Identifier: MIT
#include "app/io/file.h"
#include "app/io/npy.h"
#include "app/io/packing.h"
#include "tests/cli/run_program.h"
#include "tests/support/temporary_folder.h"

#include <tilescope/base/say.h>

#include <gtest/gtest.h>

namespace tilescope::cli_test {
namespace {

const std::string kFiles = std::string(TILESCOPE_SOURCE_DIR) + "/tests/fuzz/corpus/archive/";
constexpr std::size_t kMost = 1000;

std::string bytes_of(const std::string& name) { return *io::read_packed_text(kFiles + name); }

TEST(Archive, ReadsStoredAndCompressedFiles) {
    const auto names = io::zip_names(bytes_of("deflated.npz"));
    ASSERT_TRUE(names) << names.why;
    EXPECT_EQ(*names, (std::vector<std::string>{"a.npy", "B.npy"}));
    const auto stored = io::zip_file(bytes_of("stored.npz"), "a.npy", kMost);
    const auto packed = io::zip_file(bytes_of("deflated.npz"), "B.npy", kMost);
    ASSERT_TRUE(stored && packed) << stored.why << packed.why;
    EXPECT_EQ(*stored, *packed);
    EXPECT_EQ(io::npy_from_bytes(*stored, "u8")->words, (std::vector<std::uint32_t>{1, 2, 3, 4, 5, 6}));
}

TEST(Archive, RefusesDamagedFiles) {
    std::string damaged = bytes_of("stored.npz");
    damaged[damaged.find("NUMPY")] = 'n';
    EXPECT_EQ(io::zip_file(damaged, "a.npy", kMost).why, "the check sum is wrong: the file is damaged");
    EXPECT_EQ(io::zip_file(bytes_of("stored.npz"), "a.npy", 10).why.substr(0, 4), "has ");
    EXPECT_EQ(io::zip_file(bytes_of("stored.npz"), "c.npy", kMost).why, "has no file 'c.npy'");
    for (const char* name : {"cut.npz", "far.npz"}) EXPECT_FALSE(io::zip_names(bytes_of(name))) << name;
    EXPECT_EQ(io::zip_file(bytes_of("outside.npz"), "B.npy", kMost).why, "is a damaged zip archive");
}

TEST(Archive, UnpacksTextsOfGzip) {
    EXPECT_EQ(bytes_of("text.gz").substr(0, 10), "ret;\nret;\n");
    EXPECT_EQ(bytes_of("named.gz"), bytes_of("text.gz"));
    EXPECT_FALSE(io::read_packed_text(kFiles + "cut.gz"));
    EXPECT_FALSE(io::read_packed_text(kFiles + "text.gz", 50));
}

class Arrays : public test::FolderTest {};

TEST_F(Arrays, AreNamedInArchivesAndAsRawWords) {
    const auto array = io::load_array(kFiles + "deflated.npz:a", {.type = "u8"});
    ASSERT_TRUE(array) << array.why;
    EXPECT_EQ(array->columns, 3u);
    EXPECT_EQ(*io::array_in(kFiles + "deflated.npz", 'b'), kFiles + "deflated.npz:B");
    EXPECT_EQ(*io::array_in(kFiles + "deflated.npz", 'c'), "");
    const std::string raw = folder + "/a.bin";
    ASSERT_TRUE(io::write_text(raw, std::string("\x00\x3c\x00\x40", 4)));
    EXPECT_EQ(io::load_array(raw, {.type = "f16", .rows = 1, .columns = 2})->words,
              (std::vector<std::uint32_t>{0x3c00, 0x4000}));
    EXPECT_EQ(io::load_array(raw, {.type = "f16", .rows = 2, .columns = 2}).why,
              raw + ": has 4 bytes, and 2 x 2 words of f16 have 8.");
}

// The program, its arrays as raw words, and the folder of its session: D of both is the same.
TEST_F(Arrays, OfAProgramAreWrittenBesideItsSession) {
    const std::string program = std::string(TILESCOPE_SOURCE_DIR) + "/tests/data/programs/two_steps.ptx";
    std::string a, b;
    for (unsigned i = 0; i < 64 * 32; ++i) a += {static_cast<char>(i * 37), static_cast<char>(0x38 + i % 5)};
    for (unsigned i = 0; i < 8 * 32; ++i) b += {static_cast<char>(i * 11), static_cast<char>(0x38 + i % 3)};
    ASSERT_TRUE(io::write_text(folder + "/a.bin", a) && io::write_text(folder + "/b.bin", b));
    const std::string arrays = say(" --a ", folder, "/a.bin --b ", folder, "/b.bin");
    const Ran d = run(say("emulate ", program, arrays, " --npy ", folder, "/d.npy"));
    ASSERT_EQ(d.status, 0) << d.err;
    const Ran made = run(say("session ", program, arrays, " -o ", folder, "/made"));
    ASSERT_EQ(made.status, 0) << made.err;
    const Ran same = run(say("emulate ", folder, "/made/chain0.json --against ", folder, "/d.npy"));
    EXPECT_EQ(same.status, 0) << same.out << same.err;
    const Ran other = run(say("emulate ", program, " --a ", folder, "/a.bin --against ", folder, "/d.npy"));
    EXPECT_EQ(other.status, 1) << other.out << other.err;
    const Ran missing = run(say("session ", program, arrays, " -o ", folder, "/no/made"));
    EXPECT_EQ(missing.status, 2) << missing.out;
    ASSERT_TRUE(io::write_text(folder + "/a.bin", "ab"));
    const Ran small = run(say("session ", program, arrays, " -o ", folder, "/made"));
    EXPECT_EQ(small.status, 2);
    EXPECT_NE(small.err.find("has 2 bytes, and 64 x 32 words of f16 have 4096."), std::string::npos) << small.err;
}

}  // namespace
}  // namespace tilescope::cli_test
