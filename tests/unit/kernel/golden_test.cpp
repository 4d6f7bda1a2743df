// tests/unit/kernel/golden_test.cpp -- the kernels in tests/data/kernels are what the program prints.
// SPDX-License-Identifier: MIT
#include "tests/unit/kernel/golden_forms.h"

#include <tilescope/kernel/parameters.h>

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

namespace tilescope::kernel_tests {
namespace {

const std::filesystem::path kFolder = TILESCOPE_SOURCE_DIR "/tests/data/kernels";

std::string stored(const std::filesystem::path& path) {
    std::ifstream in(path);
    std::stringstream out;
    out << in.rdbuf();
    return out.str();
}

bool updates() {
    const char* update = std::getenv("TILESCOPE_UPDATE");
    return update && std::string_view(update) == "unit";
}

// ./test --update unit writes the files again.
TEST(GoldenKernels, AreWhatIsPrinted) {
    std::set<std::string> files = {"README.md"};
    for (const auto& [file, form] : golden_forms()) {
        const Answer<LiveKernel> kernel = live_kernel(form);
        ASSERT_TRUE(kernel) << file << ": " << kernel.why;
        const std::filesystem::path path = kFolder / (file + ".ptx");
        EXPECT_TRUE(files.insert(path.filename()).second) << file << " is in the list twice";
        if (updates()) std::ofstream(path) << kernel->text;
        EXPECT_EQ(stored(path), kernel->text) << file << ": run ./test --update unit, then check the diff";
    }
    EXPECT_GE(files.size(), 40u);
    for (const auto& entry : std::filesystem::directory_iterator(kFolder))
        EXPECT_TRUE(files.contains(entry.path().filename())) << entry.path() << " belongs to no form";
}

TEST(GoldenKernels, ShowEveryWordOfTheParameterBlock) {
    std::string all;
    for (const auto& [file, form] : golden_forms()) all += live_kernel(form)->text;
    for (const ParamRow& row : kParams)
        for (unsigned byte = 0; byte < row.bytes; byte += row.bytes == 8 ? 8 : 4)
            EXPECT_NE(all.find("[job+" + std::to_string(row.offset + byte) + "]"), std::string::npos) << row.id;
}

}  // namespace
}  // namespace tilescope::kernel_tests
