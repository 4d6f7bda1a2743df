// tests/unit/document/emulate_flips_test.cpp -- the emulator names the field of one wrong bit.
// SPDX-License-Identifier: MIT
//
// The test flips one bit of a word of a preset. It compares D with the D of the correct preset, and it looks up the
// field of the bit in the field table.
#include <tilescope/document/edit.h>
#include <tilescope/document/emulate.h>
#include <tilescope/document/presets.h>
#include <tilescope/formats/formats.h>
#include <tilescope/word/codec.h>

#include <gtest/gtest.h>

#include <set>

namespace tilescope {
namespace {

const Field& field_at(const Format& format, unsigned bit) {
    for (const Field& f : format.fields)
        if (bit >= f.lsb && bit < f.lsb + f.width) return f;
    ADD_FAILURE() << "bit " << bit << " is in no field";
    return format.fields[0];
}

Session right_session(const Preset& preset) {
    Session s = preset.session();
    // Fewer columns are faster. Without swizzle, fewer columns need other strides, so this preset keeps its N.
    const bool strided = preset.id == "k_major_none_f16";
    const WordView idesc = derive(s).of(WordId::idesc);
    const auto narrow = with_field(*idesc.format, idesc.decoded.word, "n", "32");
    if (!strided && narrow) s = apply_edit(s, SetWord{WordId::idesc, *narrow});
    if (s.variant.b1) s.tile_k = kBitsK;
    s.recipe[0] = {.kind = RecipeKind::random_bits, .seed = 4};
    s.recipe[1] = {.kind = RecipeKind::random_bits, .seed = 5};
    s.run = {.steps = 1};
    return s;
}

struct Ran {
    EmulatorJob job;
    Emulation result;
};
std::optional<Ran> run(const Session& session) {
    auto job = emulator_job(derive(session));
    if (!job) return {};
    auto result = emulate(*job, {.doubts = false});
    if (!result) return {};
    return Ran{std::move(*job), std::move(*result)};
}

bool names(const std::vector<Cause>& causes, std::string_view word, std::string_view field) {
    for (const Cause& c : causes)
        if (c.word == word && c.field == field) return true;
    return false;
}

std::string all_of(const std::vector<Cause>& causes) {
    std::string out;
    for (const Cause& c : causes) out += c.word + "." + c.field + ": " + c.sentence + "\n";
    return out;
}

// Returns the lowest and the highest bit of every field.
std::set<unsigned> ends_of_fields(const Format& format) {
    std::set<unsigned> out;
    for (const Field& f : format.fields) out.insert({f.lsb, f.lsb + f.width - 1});
    return out;
}

// Returns how many bits of the word change the numbers. Adds the names of their fields to `fields`.
unsigned flip_all(const Session& right, const Ran& good, WordId id, std::set<std::string_view>& fields) {
    const WordView view = derive(right).of(id);
    if (!view.used) return 0;
    unsigned changed = 0;
    for (const unsigned bit : ends_of_fields(*view.format)) {
        Session s = right;
        s.words[static_cast<std::size_t>(id)] ^= std::uint64_t{1} << bit;
        const auto bad = run(s);
        if (!bad || bad->result.d.size() != good.result.d.size() || bad->result.d == good.result.d) continue;
        const Field& field = field_at(*view.format, bit);
        // These fields select another instruction (its shape, or the use of the sum), not another way to read the
        // operands.
        static const std::set<std::string_view> kOther = {"m", "n", "k_size", "sparse", "d_type", "saturate"};
        if (id == WordId::idesc && kOther.contains(field.id)) continue;
        ++changed;
        fields.insert(field.id);
        EXPECT_TRUE(names(bad->job.causes, row_of(id).id, field.id))
            << row_of(id).id << " bit " << bit << " is in " << field.id << "\n"
            << all_of(bad->job.causes);
        EXPECT_GT(bad->result.count[2] + bad->result.count[3], 0u) << "bit " << bit;
    }
    return changed;
}

TEST(Flips, NamesTheFieldOfABitThatChangesTheNumbers) {
    unsigned changed = 0, presets_run = 0;
    static const std::set<std::string_view> kChosen = {
        "k_major_none_f16", "mn_major_128b_32b_tf32", "k_major_128b_e4m3", "k_major_128b_mxf4",
        "wgmma_128b_f16",   "wgmma_128b_b1",          "pair_a_in_tmem"};
    for (const Preset& preset : presets()) {
        if (!kChosen.contains(preset.id)) continue;
        SCOPED_TRACE(preset.id);
        const Session right = right_session(preset);
        const auto good = run(right);
        ASSERT_TRUE(good);
        EXPECT_TRUE(good->job.causes.empty()) << all_of(good->job.causes);
        unsigned here = 0;
        std::set<std::string_view> fields;
        for (const WordId id : {WordId::a_desc, WordId::b_desc, WordId::idesc})
            here += flip_all(right, *good, id, fields);
        EXPECT_GE(here, 10u);
        if (preset.id == "k_major_128b_e4m3") {  // in this kind, A and B can have any combination of types
            EXPECT_TRUE(fields.contains("a_type"));
            EXPECT_TRUE(fields.contains("b_type"));
        }
        changed += here;
        ++presets_run;
    }
    EXPECT_EQ(presets_run, kChosen.size());
    EXPECT_GT(changed, 100u);
}

}  // namespace
}  // namespace tilescope
