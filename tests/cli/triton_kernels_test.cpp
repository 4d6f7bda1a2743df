// tests/cli/triton_kernels_test.cpp -- kernels of a compiler: sessions with their words give the D that an H100 stored.
// SPDX-License-Identifier: MIT
#include "app/io/file.h"
#include "app/io/packing.h"
#include "app/io/session_file.h"
#include "tests/cli/run_program.h"
#include "tests/support/temporary_folder.h"

#include <tilescope/base/say.h>

#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace tilescope::cli_test {
namespace {

namespace fs = std::filesystem;

const fs::path kTritonKernels =
    fs::path(TILESCOPE_SOURCE_DIR) / ".." / "shared" / "vectors" / "silicon" / "triton_h100";

constexpr std::size_t kMostText = 1u << 24;

std::string text_of(const fs::path& path) {
    const auto text = io::read_file_text(path.string(), kMostText);
    EXPECT_TRUE(text) << text.why;
    return text ? *text : std::string();
}

class TritonKernels : public test::FolderTest {
protected:
    void SetUp() override {
        if (!fs::exists(kTritonKernels))
            GTEST_SKIP() << "no " << kTritonKernels << ": the project does not contain these kernels";
        for (const auto& entry : fs::directory_iterator(kTritonKernels))
            if (entry.path().extension() == ".json") names.insert(entry.path().stem().string());
        for (const std::string& name : names) {
            fs::copy_file(kTritonKernels / (name + ".json"), fs::path(folder) / (name + ".json"));
            fs::create_directory(fs::path(folder) / name);
            const std::string zip = text_of(kTritonKernels / (name + ".npz"));
            const auto files = io::zip_names(zip);
            ASSERT_TRUE(files) << files.why;
            for (const std::string& file : *files)
                ASSERT_TRUE(
                    io::write_text((fs::path(folder) / name / file).string(), *io::zip_file(zip, file, kMostText)));
        }
    }
    Ran against(const std::string& session, const std::string& name) {
        return run(say("emulate ", folder, "/", session, " --against ", folder, "/", name, "/d.npy"));
    }
    // Stores a session in which each `from` is `to`, and compares it with the D of the kernel.
    std::string after(const std::string& name, const std::vector<std::pair<std::string, std::string>>& changes) {
        std::string text = text_of(fs::path(folder) / (name + ".json"));
        for (const auto& [from, to] : changes) {
            const std::size_t at = text.find(from);
            EXPECT_NE(at, std::string::npos) << name << " has no " << from;
            if (at != std::string::npos) text.replace(at, from.size(), to);
        }
        EXPECT_TRUE(io::write_text(folder + "/changed.json", text));
        const Ran ran = against("changed.json", name);
        EXPECT_EQ(ran.status, 1) << ran.out << ran.err;
        return ran.out;
    }
    std::set<std::string> names;
};

TEST_F(TritonKernels, GiveEveryWordOfD) {
    std::size_t equal = 0;
    for (const std::string& name : names) {
        const Ran ran = against(name + ".json", name);
        EXPECT_EQ(ran.status, 0) << name << "\n" << ran.out << ran.err;
        EXPECT_NE(ran.out.find("words of the dump are equal to the model.\n"), std::string::npos) << name << ran.out;
        equal += ran.status == 0;
    }
    EXPECT_EQ(equal, 12u);
    std::printf("%zu of %zu kernels equal\n", equal, names.size());
}

// The PTX and the arrays are enough: the words, the starts, the K steps and the memory are those of the sessions above,
// which were written by hand.
TEST_F(TritonKernels, GiveEveryWordOfDFromTheirPtx) {
    std::size_t equal = 0;
    for (const std::string& name : names) {
        const std::string files = (kTritonKernels / name).string();
        const Ran ran =
            run(say("emulate ", files, ".ptx.gz --chain 0 --arrays ", files, ".npz --against ", files, ".npz"));
        EXPECT_EQ(ran.status, 0) << name << "\n" << ran.out << ran.err;
        EXPECT_NE(ran.out.find("words of the dump are equal to the model.\n"), std::string::npos) << name << ran.out;
        equal += ran.status == 0;
    }
    EXPECT_EQ(equal, 12u);
    std::printf("%zu of %zu kernels equal\n", equal, names.size());
}

TEST_F(TritonKernels, GiveSessionsFromTheirPtx) {
    for (const std::string& name : names) {
        const std::string files = (kTritonKernels / name).string(), to = folder + "/made_" + name;
        const Ran made = run(say("session ", files, ".ptx.gz --arrays ", files, ".npz -o ", to));
        ASSERT_EQ(made.status, 0) << name << made.out << made.err;
        const auto mine = io::load_session(to + "/chain0.json"),
                   other = io::load_session(folder + "/" + name + ".json");
        ASSERT_TRUE(mine && other) << name << mine.why << other.why;
        EXPECT_EQ(mine->session.words, other->session.words) << name;
        EXPECT_EQ(mine->session.tile_k, other->session.tile_k) << name;
        EXPECT_EQ(mine->session.image, other->session.image) << name;
        EXPECT_EQ(mine->session.atom_order, other->session.atom_order) << name;
        EXPECT_EQ(mine->session.run, other->session.run) << name;
        EXPECT_NE(mine->session.notes.find("global_smem is at 0x400 (assumed"), std::string::npos) << name;
        const Ran ran = run(say("emulate ", to, "/chain0.json --against ", folder, "/", name, "/d.npy"));
        EXPECT_EQ(ran.status, 0) << name << ran.out << ran.err;
    }
}

// A wrong address of A makes wrong numbers only if the memory is elsewhere. Here B is in the place of A.
TEST_F(TritonKernels, DifferIfTheirArraysAreExchanged) {
    const std::string files = (kTritonKernels / "f16_64x128x64_wide_bt_add").string();
    const Ran ran =
        run(say("emulate ", files, ".ptx.gz --arrays ", files, ".npz --a ", files, ".npz:b --against ", files, ".npz"));
    EXPECT_EQ(ran.status, 2) << ran.out;
    EXPECT_NE(ran.err.find("A values"), std::string::npos) << ran.err;
    const Ran zero =
        run(say("emulate ", files, ".ptx.gz --a ", files, ".npz:a --b ", files, ".npz:b --against ", files, ".npz"));
    EXPECT_EQ(zero.status, 1) << zero.out << zero.err;  // without C
}

// D is that of the GPU, and the session has one fault.
TEST_F(TritonKernels, TellWhichFaultASessionHas) {
    const std::string name = "bf16_64x128x64_gauss_bt_zero";
    const auto has = [](const std::string& text, std::string_view part) {
        EXPECT_NE(text.find(part), std::string::npos) << "expected: " << part << "\n" << text;
    };
    const std::string stride = after(name, {{"0x4000004000000440", "0x4000002000000440"}});
    has(stride, "  Set sbo of a_desc to 1024 bytes: the model then has every word of the dump.\n");
    // A has 8 KiB from 0x4400 on, B 16 KiB from 0x400 on. Now A begins 4 KiB before the end of B.
    const std::string overlap =
        after(name, {{"0x4000004000000440", "0x4000004000000340"}, {"\"start\": 17408", "\"start\": 13312"}});
    has(overlap, "In the session, A and B overlap: both use the same 4096 bytes");
    has(overlap, "  Write A behind B, at 0x4400: the model then has every word of the dump.\n");
    EXPECT_EQ(overlap.find("Set "), std::string::npos) << overlap;
    const std::string steps = after(name, {{"\"steps\": 0", "\"steps\": 3"}});
    has(steps, "  Run K steps 0 to 3: the model then has every word of the dump.\n");
}

}  // namespace
}  // namespace tilescope::cli_test
