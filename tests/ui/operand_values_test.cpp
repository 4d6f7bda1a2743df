// tests/ui/operand_values_test.cpp -- values and memory images of the operands, chosen in the rail.
// SPDX-License-Identifier: MIT
#include "tests/ui/panel_harness.h"

#include <tilescope/document/presets.h>

#include <gtest/gtest.h>

namespace tilescope::ui {
namespace {

class OperandValues : public testing::Test {
protected:
    OperandValues() : h(draw_operands_panel, {260, 900}) { h.frames(2); }
    void set_field(WordId word, std::string_view field, std::uint64_t value) {
        const Field& f = *find_field(*derive(h.session).of(word).format, field);
        h.session = apply_edit(h.session, SetField{word, &f, value});
        h.frames(3);
    }
    PanelHarness h;
};

TEST_F(OperandValues, AreShownForEveryOperandOfTheForm) {
    for (const char* id : {"operands.recipe_a", "operands.recipe_b", "operands.recipe_d", "operands.image_a"})
        EXPECT_TRUE(h.shows(id)) << id;
    EXPECT_FALSE(h.shows("operands.recipe_sfa"));
    EXPECT_FALSE(h.shows("operands.recipe_meta"));
    h.session = find_preset("k_major_128b_mxf4")->session();
    h.frames(3);
    EXPECT_TRUE(h.shows("operands.recipe_sfa"));
    EXPECT_TRUE(h.shows("operands.recipe_sfb"));
    h.session = find_preset("sparse_f16")->session();
    h.frames(3);
    EXPECT_TRUE(h.shows("operands.recipe_meta"));
    h.session = find_preset("pair_a_in_tmem")->session();
    h.frames(3);
    EXPECT_TRUE(h.shows("operands.recipe_a"));
    EXPECT_TRUE(h.shows("operands.image_a"));
    h.click("operands.image_a");
    EXPECT_TRUE(h.shows("operands.type"));
    EXPECT_FALSE(h.shows("operands.mode")) << "A is not in shared memory";
}

TEST_F(OperandValues, ATypeThatIsReadAsAnotherIsFixedByOneClick) {
    set_field(WordId::idesc, "b_type", 1);  // bf16
    EXPECT_EQ(h.session.image_of(Operand::b).type, "f16");
    EXPECT_FALSE(h.shows("operands.image_a.follow"));
    h.click("operands.image_b.follow");
    EXPECT_EQ(h.session.image_of(Operand::b).type, "bf16");
    EXPECT_FALSE(h.shows("operands.image_b.follow"));
    h.click("operands.image_a");
    h.click("operands.type");
    h.click("operands.type.tf32");
    EXPECT_EQ(h.session.image_of(Operand::a).type, "tf32");
    EXPECT_TRUE(h.shows("operands.image_a.follow"));
}

TEST_F(OperandValues, ARecipeIsChosenFromAListWithDescriptions) {
    h.click("operands.recipe_b");
    h.click("operands.kind.random");
    EXPECT_EQ(h.session.recipe_of(RecipeOf::b).kind, RecipeKind::random);
    h.type_into("operands.seed", "7");
    EXPECT_EQ(h.session.recipe_of(RecipeOf::b).seed, 7u);
    h.click("operands.kind.file");
    h.type_into("operands.file", "b.npy");
    EXPECT_EQ(h.session.recipe_of(RecipeOf::b).file, "b.npy");
    EXPECT_EQ(h.session.recipe_of(RecipeOf::a).kind, RecipeKind::identity);
}

TEST_F(OperandValues, ADigitThatIsTooHighCanBeLowered) {
    h.click("operands.recipe_b");
    h.click("operands.kind.columns");
    Recipe recipe = h.session.recipe_of(RecipeOf::b);
    recipe.digit = 1;  // codes of 64 columns have only one digit
    h.session = apply_edit(h.session, SetRecipe{RecipeOf::b, recipe});
    h.frames(3);
    h.click("operands.digit.minus");
    EXPECT_EQ(h.session.recipe_of(RecipeOf::b).digit, 0u);
}

TEST_F(OperandValues, ASeedThatIsNotANumberIsRefused) {
    h.click("operands.recipe_a");
    h.click("operands.kind.random");
    h.type_into("operands.seed", "many");
    EXPECT_EQ(h.session.recipe_of(RecipeOf::a).seed, 1u);
    EXPECT_TRUE(h.shows("operands.seed.refusal"));
}

TEST_F(OperandValues, CodesOfSeveralDigitsUseOneAtATime) {
    h.click("operands.recipe_b");  // 96 x 64 codes, but f16 has 2049 exact integers from 0
    h.click("operands.digit.plus");
    EXPECT_EQ(h.session.recipe_of(RecipeOf::b).digit, 1u);
    h.click("operands.digit.minus");
    EXPECT_EQ(h.session.recipe_of(RecipeOf::b).digit, 0u);
    h.click("operands.kind.columns");
    EXPECT_FALSE(h.shows("operands.digit.plus")) << "codes of 64 columns have only one digit";
}

TEST_F(OperandValues, TheImageIsWrittenAsChosenAndNotByTheWords) {
    h.click("operands.image_a");
    h.click("operands.mode");
    h.click("operands.mode.64B");
    EXPECT_EQ(h.session.image_of(Operand::a).mode, SwizzleMode::b64);
    EXPECT_EQ(h.session.word(WordId::a_desc), Session{}.word(WordId::a_desc));
    h.click("operands.major.mn");
    EXPECT_EQ(h.session.image_of(Operand::a).major, Major::mn);
    h.type_into("operands.start", "0x800");
    EXPECT_EQ(h.session.image_of(Operand::a).start, 0x800u);
    h.click("operands.writer.cute");
    EXPECT_EQ(h.session.image_of(Operand::a).writer, ImageWriter::cute);
    h.click("operands.follow");
    EXPECT_EQ(h.session.image_of(Operand::a), Session{}.image_of(Operand::a));
}

TEST_F(OperandValues, AMismatchOfWordsAndMemoryIsFixedByOneClick) {
    EXPECT_FALSE(h.shows("operands.image_a.follow"));
    const float below = h.rect("operands.image_b").min.y;
    set_field(WordId::a_desc, "swizzle", 4);  // 64B
    EXPECT_EQ(h.rect("operands.image_b").min.y, below) << "nothing moves under the pointer";
    EXPECT_TRUE(h.shows("operands.image_a.follow"));
    EXPECT_FALSE(h.shows("operands.image_b.follow"));
    h.click("operands.image_a.follow");
    EXPECT_EQ(h.session.image_of(Operand::a).mode, SwizzleMode::b64);
    EXPECT_FALSE(h.shows("operands.image_a.follow"));
    EXPECT_EQ(h.history.done(), 1u);
}

TEST(OperandValuesOfANarrowRail, StayInsideIt) {
    PanelHarness narrow(draw_operands_panel, {220, 900});
    narrow.session = find_preset("sparse_f16")->session();
    narrow.session.recipe[1] = {.kind = RecipeKind::file, .file = "a_rather_long_name_of_a_file.npy"};
    narrow.frames(3);
    for (const auto& [id, place] : narrow.items()) EXPECT_LE(place.max.x, 220) << id;
}

}  // namespace
}  // namespace tilescope::ui
