// tests/oracle/silicon_layout_test.cpp -- oracle: an H100. Where a wgmma read each element of an operand, and what it
// computed in the jobs of tilescope's own self-test that differed before lbo was followed.
// SPDX-License-Identifier: MIT
#include "tests/support/vectors.h"

#include <tilescope/base/say.h>
#include <tilescope/document/emulate.h>
#include <tilescope/formats/formats.h>
#include <tilescope/hw/archs.h>
#include <tilescope/layout/descriptor.h>
#include <tilescope/layout/smem_layout.h>
#include <tilescope/rules/mma_check.h>
#include <tilescope/rules/place_rules.h>
#include <tilescope/study/selftest.h>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <utility>

namespace tilescope {
namespace {

const ArchRow& hopper() { return *arch_named(kHopper); }

SmemLayout layout_in(const test::Vectors& v, std::size_t row) {
    const auto columns = static_cast<int>(v.number(row, "cols"));
    return *layout_of(**find_format("wgmma", {}, Edition::v9_1), v.number(row, "desc"),
                      v.text(row, "major") == "k" ? Major::k : Major::mn, *find_type(v.text(row, "type")),
                      static_cast<int>(v.number(row, "rows")), columns, columns);
}

// The chunk from which the GPU read an element: four hexadecimal digits of `chunks`.
std::string chunk_read(const std::string& chunks, const SmemLayout& l, Element e) {
    const auto t = static_cast<int>(elements_per_chunk(*l.type));
    const bool k = l.major == Major::k;
    const int width = (k ? l.columns : l.rows) / t,
              index = k ? e.row * width + e.column / t : e.column * width + e.row / t;
    return chunks.substr(static_cast<std::size_t>(index) * 4, 4);
}

// "1a3f", or "----" where the hardware reads 0.
std::string chunk_text(std::uint32_t byte) {
    char text[16];
    std::snprintf(text, sizeof text, "%04x", byte / kChunkBytes);
    return byte < smem_begin(hopper()) ? "----" : text;
}

// Returns the first element that the GPU read elsewhere, as a sentence. Counts the elements.
std::string first_difference(const SmemLayout& l, const std::string& chunks, std::size_t& elements) {
    const std::vector<std::uint32_t> map = tile_map(l);
    const auto t = static_cast<int>(elements_per_chunk(*l.type));
    std::size_t i = 0;
    for (int row = 0; row < l.rows; ++row)
        for (int column = 0; column < l.columns; ++column, ++i, ++elements) {
            const auto inside = static_cast<std::uint32_t>((l.major == Major::k ? column : row) % t) * l.type->bits / 8;
            if (chunk_text(map[i]) == chunk_read(chunks, l, {row, column}) && map[i] % kChunkBytes == inside) continue;
            return say("element (", row, ", ", column, ") is at ", hex(map[i]), ", but the GPU read chunk ",
                       chunk_read(chunks, l, {row, column}));
        }
    return {};
}

// Whether the rules about the instruction say that it reads past the end.
bool rules_say_past_the_end(const test::Vectors& v, std::size_t row) {
    const bool is_a = v.text(row, "operand") == "A";
    const std::string text = say("wgmma.mma_async.sync.aligned.m64n", is_a ? 16 : v.number(row, "rows"),
                                 "k16.f32.f16.f16 {d}, a, b, p, 1, 1, 0, 0;");
    MmaWords words;
    (is_a ? words.a_desc : words.b_desc) = v.number(row, "desc");
    const auto line = parse_mma_line(text);
    if (!line) return false;
    for (const MmaProblem& p : check_mma(*line, words, kHopper, Edition::v9_1).problems)
        if (p.problem.effect == Effect::past_the_end && p.problem.severity == Severity::error) return true;
    return false;
}

TEST(SiliconLayout, AnH100ReadsEveryElementWhereTheLayoutSays) {
    const test::Vectors v("silicon/h100_layout.csv.gz");
    std::size_t wrong = 0, elements = 0, faults = 0, zeros = 0;
    for (std::size_t row = 0; row < v.size(); ++row) {
        const SmemLayout l = layout_in(v, row);
        const Extent bytes = extent(l);
        const std::uint64_t end = smem_begin(hopper()) + v.number(row, "allocation");
        const bool fault = v.text(row, "result") == "fault";
        EXPECT_EQ(bytes.last >= end, fault) << v.text(row, "desc");
        const std::string says = outside_text(hopper(), bytes.first, bytes.last, end);
        EXPECT_EQ(says.find("error 700") != says.npos, fault) << v.text(row, "desc") << ": " << says;
        if (fault) {
            ++faults;
            EXPECT_TRUE(end != smem_end(hopper()) || rules_say_past_the_end(v, row)) << v.text(row, "desc");
            continue;
        }
        const std::string& chunks = v.text(row, "chunks");
        zeros += chunks.find("----") != chunks.npos;
        EXPECT_EQ(says.find("reads 0") != says.npos, chunks.find("----") != chunks.npos) << v.text(row, "desc");
        const std::string difference = first_difference(l, chunks, elements);
        if (difference.empty()) continue;
        if (++wrong <= 5) ADD_FAILURE() << v.text(row, "desc") << ' ' << v.text(row, "why") << ": " << difference;
    }
    std::printf("%zu operands: %zu read as the layout says, %zu differ; %zu faults, %zu with zeros; %zu elements\n",
                v.size(), v.size() - faults - wrong, wrong, faults, zeros, elements);
    EXPECT_EQ(wrong, 0u);
    EXPECT_EQ(v.size(), 2500u);
    EXPECT_EQ(faults, 12u);
}

// D of all steps, word by word.
std::vector<std::uint32_t> d_of(const Session& session) {
    const auto job = emulator_job(derive(session));
    if (!job) {
        ADD_FAILURE() << job.why;
        return {};
    }
    const auto done = emulate(*job, {.loop = {}, .doubts = false, .stop = {}});
    if (!done) ADD_FAILURE() << done.why;
    return done ? done->d : std::vector<std::uint32_t>();
}

Session with_lbo(Session session, std::uint64_t raw) {
    const Format& format = **find_format("wgmma", {}, Edition::v9_1);
    std::uint64_t& word = session.words[static_cast<std::size_t>(WordId::b_desc)];
    word = set_field(field_in(format, "lbo"), word, raw);
    return session;
}

// The number of the word in "D[0][0]: the GPU has 0x437e0000 (254), the model 0x436c0000 (236)." after `who`.
std::uint32_t word_after(const std::string& text, std::string_view who) {
    const std::size_t at = text.find(who);
    return at == text.npos ? 0 : static_cast<std::uint32_t>(std::stoul(text.substr(at + who.size()), nullptr, 16));
}

// Before the mend, the words had lbo = 16 and the model took the second atom from after the last row group. So its D is
// that of the right lbo, and that of the GPU is the D of lbo = 16.
TEST(SiliconLayout, TheJobsThatDifferedOnAnH100AreThoseOfTheirLbo) {
    const std::filesystem::path file = TILESCOPE_SOURCE_DIR "/tests/hardware/h100/full.json";
    std::map<std::string, nlohmann::json> differing;
    std::ifstream in(file);
    const nlohmann::json all = nlohmann::json::parse(in);
    for (const nlohmann::json& r : all.at("results"))
        if (!r.at("equal").get<bool>()) differing[r.at("name")] = r;
    ASSERT_EQ(differing.size(), 28u);
    const SelftestList list("9.0", SelftestSize::full);
    std::size_t equal = 0;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const auto found = differing.find(list.name(i));
        if (found == differing.end()) continue;
        const auto job = list.job(i);
        ASSERT_TRUE(job) << list.name(i);
        const std::vector<std::uint32_t> gpu = d_of(with_lbo(job->session, 1)), right = d_of(job->session);
        const std::string first = found->second.at("comparison").at(1);
        std::size_t different = 0;
        for (std::size_t w = 0; w < gpu.size(); ++w) different += gpu[w] != right.at(w);
        EXPECT_EQ(different, found->second.at("different").get<std::size_t>()) << job->name;
        EXPECT_EQ(gpu.at(0), word_after(first, "the GPU has ")) << job->name;
        EXPECT_EQ(right.at(0), word_after(first, "the model ")) << job->name;
        ++equal;
    }
    std::printf("%zu of %zu jobs that differed: both words and the number of different words agree\n", equal,
                differing.size());
    EXPECT_EQ(equal, differing.size());
}

}  // namespace
}  // namespace tilescope
