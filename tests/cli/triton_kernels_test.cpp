// tests/cli/triton_kernels_test.cpp -- kernels of a compiler: sessions with their words give the D that an H100 stored.
// SPDX-License-Identifier: MIT
#include "app/io/deflate.h"
#include "app/io/file.h"
#include "tests/cli/run_program.h"
#include "tests/support/temporary_folder.h"

#include <tilescope/base/say.h>

#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace tilescope::cli_test {
namespace {

namespace fs = std::filesystem;

const fs::path kKernels = fs::path(TILESCOPE_SOURCE_DIR) / ".." / "shared" / "vectors" / "silicon" / "triton_h100";

std::string text_of(const fs::path& path) {
    const auto text = io::read_file_text(path.string(), 1u << 24);
    EXPECT_TRUE(text) << text.why;
    return text ? *text : std::string();
}

std::uint32_t number_at(std::string_view bytes, std::size_t at, unsigned count) {
    std::uint32_t out = 0;
    for (unsigned i = 0; i < count; ++i) out |= std::uint32_t{static_cast<unsigned char>(bytes[at + i])} << 8 * i;
    return out;
}

// The files of an archive that NumPy's savez_compressed() wrote: one after the other, with their sizes in front.
// Source: PKWARE, APPNOTE.TXT 6.3.10, 4.3.7 (local file header).
std::map<std::string, std::string> unzipped(std::string_view zip) {
    constexpr std::uint32_t kFile = 0x04034b50;
    constexpr std::size_t kHeader = 30, kMost = 1u << 24;
    std::map<std::string, std::string> out;
    while (zip.size() > kHeader && number_at(zip, 0, 4) == kFile) {
        EXPECT_EQ(number_at(zip, 8, 2), 8u) << "the method is DEFLATE";
        const std::size_t packed = number_at(zip, 18, 4), name = number_at(zip, 26, 2), extra = number_at(zip, 28, 2);
        const std::string_view bytes = zip.substr(kHeader + name + extra, packed);
        const auto* first = reinterpret_cast<const std::uint8_t*>(bytes.data());
        const auto file = io::inflate({first, bytes.size()}, {}, kMost);
        EXPECT_TRUE(file) << file.why;
        if (!file) return out;
        EXPECT_EQ(io::crc32_of(*file), number_at(zip, 14, 4));
        out[std::string(zip.substr(kHeader, name))] = *file;
        zip.remove_prefix(kHeader + name + extra + packed);
    }
    return out;
}

class TritonKernels : public test::FolderTest {
protected:
    void SetUp() override {
        if (!fs::exists(kKernels)) GTEST_SKIP() << "no " << kKernels << ": the project does not contain these kernels";
        for (const auto& entry : fs::directory_iterator(kKernels))
            if (entry.path().extension() == ".json") names.insert(entry.path().stem().string());
        for (const std::string& name : names) {
            fs::copy_file(kKernels / (name + ".json"), fs::path(folder) / (name + ".json"));
            fs::create_directory(fs::path(folder) / name);
            for (const auto& [file, bytes] : unzipped(text_of(kKernels / (name + ".npz"))))
                ASSERT_TRUE(io::write_text((fs::path(folder) / name / file).string(), bytes));
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
