// tests/unit/document/emulate_files_test.cpp -- values of operands that come from a file.
// SPDX-License-Identifier: MIT
#include <tilescope/document/derive.h>
#include <tilescope/document/emulate.h>
#include <tilescope/document/presets.h>

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace tilescope {
namespace {

TEST(EmulatorFiles, AFileMustHaveTheRightSize) {
    Session s;
    s.recipe[1] = {.kind = RecipeKind::file, .file = "b.npy"};
    const auto refused = emulator_job(derive(s));
    ASSERT_FALSE(refused);
    EXPECT_TRUE(refused.why.starts_with("B values: ")) << refused.why;
    RecipeFiles files;
    files[1] = {.rows = 96, .columns = 64, .words = std::vector<std::uint32_t>(96 * 64, 0x3c00)};
    const auto job = emulator_job(derive(s), files);
    ASSERT_TRUE(job) << job.why;
    EXPECT_EQ(job->expected.b, files[1].words);
}

// An MMA that reads an f32 as tf32 cuts it. TMA rounds it, but only if the type of the tensor map is TFLOAT32.
TEST(EmulatorFiles, OnlyATensorMapOfTf32RoundsTheValuesOfAFile) {
    Session s = find_preset("k_major_32b_tf32")->session();
    s.tensor_map.b = copy_from_descriptor(derive(s), Operand::b);
    const RecipeSize size = recipe_size(derive(s), RecipeOf::b);
    s.recipe[1] = {.kind = RecipeKind::file, .file = "b.npy"};
    RecipeFiles files;
    files[1] = {size.rows, size.columns, std::vector<std::uint32_t>(std::size_t{size.rows} * size.columns, 0x3f801fff)};
    const auto first_word = [&] {
        const auto job = emulator_job(derive(s), files);
        EXPECT_TRUE(job) << job.why;
        return job ? job->expected.b.front() : 0;
    };
    EXPECT_EQ(first_word(), 0x3f801fffu) << "a tile: the words of the file";
    s.image.b = {.writer = ImageWriter::tensor_map, .type = "tf32"};
    EXPECT_EQ(s.tensor_map.b->map.type->name, "TFLOAT32");
    EXPECT_EQ(first_word(), 0x3f802000u);
    s.tensor_map.b->map.type = find_tma_type("FLOAT32");
    EXPECT_EQ(first_word(), 0x3f801fffu);
}

}  // namespace
}  // namespace tilescope
