// tests/cli/json_test.cpp -- reads back the JSON that scripts rely on.
// SPDX-License-Identifier: MIT
#include "tests/cli/run_program.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdio>
#include <fstream>

namespace tilescope::cli_test {
namespace {

using Json = nlohmann::json;

Json json_of(const std::string& arguments) {
    const Ran ran = run(arguments);
    EXPECT_EQ(ran.status, 0) << arguments << "\n" << ran.err;
    const Json out = Json::parse(ran.out, nullptr, false);
    EXPECT_FALSE(out.is_discarded()) << arguments << "\n" << ran.out;
    return out;
}

Json field_of(const Json& word, const char* id) {
    for (const Json& f : word.at("fields"))
        if (f.at("id") == id) return f;
    ADD_FAILURE() << "no field " << id;
    return {};
}

TEST(CliJson, DecodeHasTheKeysOfTheContract) {
    const Json out = json_of("decode 0x4000404000010040 0x08200490 --json");
    ASSERT_EQ(out.size(), 2u);
    const Json& w = out[0];
    for (const char* key : {"input", "word", "format", "edition", "certainty", "fields", "problems", "other_readings"})
        EXPECT_TRUE(w.contains(key)) << key;
    EXPECT_EQ(w.at("word"), "0x4000404000010040");
    EXPECT_EQ(w.at("format"), "smem");
    EXPECT_EQ(w.at("edition"), "9.1");
    const Json sbo = field_of(w, "sbo");
    EXPECT_EQ(sbo.at("lsb"), 32);
    EXPECT_EQ(sbo.at("width"), 14);
    EXPECT_EQ(sbo.at("raw"), 64);
    EXPECT_EQ(sbo.at("value"), 1024);
    EXPECT_EQ(field_of(w, "swizzle").at("value"), "128B");
    EXPECT_EQ(field_of(w, "lbo_mode").at("value"), 0);
    EXPECT_EQ(field_of(out[1], "n").at("value"), 128);
    EXPECT_EQ(field_of(out[1], "a_type").at("value"), "bf16");
    EXPECT_EQ(out[1].at("word"), "0x08200490");
    EXPECT_FALSE(out[1].at("other_readings").empty());
    for (const Json& r : out[1].at("other_readings"))
        for (const char* key : {"format", "kind", "summary"}) EXPECT_TRUE(r.contains(key)) << key;
}

TEST(CliJson, ProblemsHaveTheKeysOfTheContract) {
    const Json out = json_of("decode 0x5600404000010000 --json");
    ASSERT_FALSE(out[0].at("problems").empty());
    const Json& p = out[0].at("problems")[0];
    for (const char* key : {"rule", "severity", "field", "text", "fix", "source"}) EXPECT_TRUE(p.contains(key)) << key;
    EXPECT_EQ(p.at("rule"), "L1");
    EXPECT_EQ(p.at("severity"), "error");
}

TEST(CliJson, AValueWithoutAMeaningIsNull) {
    EXPECT_TRUE(field_of(json_of("decode 0x6000404000010000 --as smem --json")[0], "swizzle").at("value").is_null());
}

TEST(CliJson, MaskHasExactlyTheKeysOfTheContract) {
    const Json out = json_of("mask 0x0203028301020100 --m 32 --n 128 --json");
    EXPECT_EQ(out.size(), 6u);
    EXPECT_EQ(out.at("m"), 32);
    EXPECT_EQ(out.at("n"), 128);
    EXPECT_EQ(out.at("mask"), "0x870e1c38c3870e1c3870e1c370e1c387");
    EXPECT_EQ(out.at("submasks"), (Json{"0x70e1c387", "0x3870e1c3", "0xc3870e1c", "0x870e1c38"}));
    EXPECT_EQ(out.at("source_columns")[5], 7);
    EXPECT_TRUE(out.at("problems").is_array());
}

TEST(CliJson, RegistersOfWgmmaNameTheirMeasurement) {
    const std::string session = testing::TempDir() + "wgmma_session.json";
    std::ofstream(session) << run("export preset:wgmma_128b_f16 --to json").out;
    const Json place = json_of("explain " + session + " 'D 9 77' --json")[0];
    EXPECT_EQ(place.at("sentence"), "D[9][77]: thread 6 (warp 0, lane 6), register 39");
    EXPECT_EQ(place.at("measured").at("file"), "h100_fragments.csv.gz");
    std::remove(session.c_str());
}

TEST(CliJson, LayoutLocateDiffEncodeAndFormatsPrintJson) {
    const Json layout = json_of("layout --desc 0x4000404000010040 --major k --type f16 --rows 4 --cols 32 --json");
    EXPECT_EQ(layout.at("elements").size(), 128u);
    EXPECT_EQ(layout.at("elements")[3 * 32 + 24].at("byte"), 0x580);
    const Json located =
        json_of("locate 0x581 --desc 0x4000404000010040 --major k --type f16 --rows 128 --cols 64 --json");
    EXPECT_EQ(located.at("elements")[0].at("row"), 3);
    EXPECT_EQ(located.at("elements")[0].at("col"), 24);
    EXPECT_EQ(json_of("diff smem 0x4000404000010040 0x8000402000010040 --json").at("differences").size(), 2u);
    EXPECT_EQ(json_of("encode smem swizzle=128B --json").at("word"), "0x4000400000000000");
    const Json formats = json_of("formats --json");
    EXPECT_EQ(formats.size(), 11u);
    EXPECT_EQ(json_of("formats --json --edition 9.4").size(), 12u);
}

}  // namespace
}  // namespace tilescope::cli_test
