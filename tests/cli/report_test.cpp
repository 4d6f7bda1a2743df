// tests/cli/report_test.cpp -- the HTML report: complete, self-contained, well formed, and safe with any name or note.
// SPDX-License-Identifier: MIT
#include "app/io/npy.h"
#include "app/io/state_line.h"
#include "app/publish/pages.h"

#include <tilescope/base/say.h>
#include <tilescope/document/instruction.h>
#include <tilescope/document/presets.h>
#include <tilescope/word/codec.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace tilescope::io {
namespace {

std::string report_of(const Session& session, const std::string& name = "job.json") {
    const Derived d = derive(session);
    return report_html({d, ViewState{}, emulated(d, "."), name});
}

// The first tag that is not closed or not open, or an empty text.
std::string unbalanced(const std::string& html) {
    const std::set<std::string> empty = {"meta", "br", "rect", "line", "path", "polygon", "use"};
    std::vector<std::string> open;
    for (std::size_t at = html.find('<'); at != std::string::npos; at = html.find('<', at + 1)) {
        const std::size_t end = html.find('>', at);
        if (end == std::string::npos) return "a tag has no end";
        const bool closes = html[at + 1] == '/';
        const std::size_t begin = at + 1 + (closes ? 1 : 0);
        const std::string name = html.substr(begin, html.find_first_of(" >/\n", begin) - begin);
        if (name.starts_with("!") || html[end - 1] == '/' || empty.contains(name)) continue;
        if (!closes)
            open.push_back(name);
        else if (open.empty() || open.back() != name)
            return say("</", name, "> at ", at, " closes ", open.empty() ? "nothing" : open.back());
        else
            open.pop_back();
    }
    return open.empty() ? "" : say("<", open.back(), "> is not closed");
}

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

// Two words of D that a debugger read are not those of the model.
TEST(Report, HasDAsItWasReadBesideDOfTheModel) {
    Session session;
    session.recorded = {.d = "d.npy", .says = "D as the debugger read it: kernel gemm <3>"};
    const Derived d = derive(session);
    Results results = emulated(d, "/nonexistent", false);
    EXPECT_TRUE(has(report_html({d, ViewState{}, results, "job.json"}), "recorded D: ")) << "why it is not compared";
    ASSERT_TRUE(results.emulation) << results.refused;
    std::vector<std::uint32_t> read = results.emulation->d;
    const unsigned n = results.emulation->n;
    for (const std::size_t at : {std::size_t{3} * n + 40, std::size_t{9} * n + 40}) read.at(at) ^= 1;
    const auto page = [&](const std::vector<std::uint32_t>& words) {
        results.recorded = *compare_d(*results.emulation, words);
        return report_html({d, ViewState{}, results, "job.json"});
    };
    const std::string html = page(read);
    EXPECT_EQ(unbalanced(html), "");
    EXPECT_TRUE(has(html, "kernel gemm &lt;3&gt;."));
    EXPECT_TRUE(has(html, say("2 of ", read.size(), " words of D differ")));
    EXPECT_TRUE(has(html, "The first one is D[3][40]"));
    EXPECT_TRUE(has(html, "<td>columns</td><td>column 40</td>"));
    EXPECT_TRUE(has(html, "<td>rows</td><td>2 of "));
    EXPECT_TRUE(has(html, "The words that differ"));
    const std::string equal = page(results.emulation->d);
    EXPECT_TRUE(has(equal, say("All ", read.size(), " words of D are equal to the model.")));
    EXPECT_FALSE(has(equal, "The words that differ"));
}

TEST(Report, EveryPresetHasItsWordsItsResultAndItsPictures) {
    for (const Preset& preset : presets()) {
        const Session session = preset.session();
        const std::string html = report_of(session);
        EXPECT_EQ(unbalanced(html), "") << preset.id;
        for (const WordView& word : derive(session).words)
            if (is_read(derive(session), word.id)) {
                EXPECT_TRUE(has(html, hex_word(*word.format, word.decoded.word))) << preset.id;
                for (const Field& field : word.format->fields)
                    EXPECT_TRUE(has(html, say("<td>", field.id, "</td>"))) << preset.id << field.id;
            }
        EXPECT_TRUE(has(html, *state_line({session, ViewState{}}))) << preset.id;
        EXPECT_TRUE(has(html, " 0 wrong")) << preset.id;
        EXPECT_EQ(has(html, "The bits of idesc"), family_of(session).idesc) << preset.id;
        EXPECT_TRUE(has(html, "Shared memory of B")) << preset.id;
    }
}

// The ids of all elements: a browser takes the first of equal ones.
std::vector<std::string> ids_in(const std::string& html) {
    std::vector<std::string> out;
    for (std::size_t at = html.find(" id=\""); at != std::string::npos; at = html.find(" id=\"", at + 1))
        out.push_back(html.substr(at + 5, html.find('"', at + 5) - at - 5));
    return out;
}

TEST(Report, CallsNothingLegalThatNobodyGave) {
    Session s = find_preset("k_major_128b_f16")->session();
    constexpr std::string_view kAllKept = "None of the ";
    EXPECT_NE(report_of(s).find(kAllKept), std::string::npos);
    s.assumed.form = true;
    const std::string assumed = report_of(s);
    EXPECT_EQ(assumed.find(kAllKept), std::string::npos);
    EXPECT_NE(assumed.find("nobody gave"), std::string::npos);
    EXPECT_EQ(assumed.find("nobody gave"), assumed.rfind("nobody gave")) << "once, with the rules";
    s = find_preset("k_major_128b_f16")->session();
    s.words[0] = 0;
    s.unknown[WordId::a_desc] = ~std::uint64_t{0};
    const std::string unknown = report_of(s);
    EXPECT_EQ(unknown.find(kAllKept), std::string::npos);
    EXPECT_NE(unknown.find("Unknown bits: A desc"), std::string::npos);
}

TEST(Report, HasEachIdOnce) {
    const std::string html = report_of(presets().front().session());
    const std::vector<std::string> ids = ids_in(html);
    EXPECT_GT(ids.size(), 5u);
    EXPECT_EQ(std::set<std::string>(ids.begin(), ids.end()).size(), ids.size());
    for (std::size_t at = html.find("url(#"); at != std::string::npos; at = html.find("url(#", at + 1)) {
        const std::string id = html.substr(at + 5, html.find(')', at) - at - 5);
        EXPECT_NE(std::ranges::find(ids, id), ids.end()) << id;
    }
}

TEST(Report, NamesTheFilesThatAStateLineLacks) {
    Session session = presets().front().session();
    EXPECT_TRUE(has(report_of(session), "It is the whole session."));
    session.recipe[static_cast<std::size_t>(RecipeOf::a)] = {.kind = RecipeKind::file, .file = "a.npy"};
    const std::string html = report_of(session);
    EXPECT_FALSE(has(html, "It is the whole session."));
    EXPECT_TRUE(has(html, "These values need theirs: A values (a.npy)."));
}

// A large picture of a page is drawn as runs of cells. Their patterns are those of single cells.
TEST(PagePicture, ALargeGridHasAPatternForEachColour) {
    Scene scene;
    scene.grids.emplace_back();
    Cells& cells = scene.grids.back();
    cells.rows = cells.columns = 40;
    cells.tone.assign(1600, Tone::wrong), cells.mark.assign(1600, Mark::crossed);
    cells.lit.assign(1600, 0), cells.label.assign(1600, kNoLabel);
    for (std::size_t at = 0; at < 1600; at += 2) cells.tone[at] = Tone::d;
    const Sheet sheet = sheet_of(scene);
    const std::string svg = page_picture(sheet, "x-");
    for (const Tone tone : {Tone::wrong, Tone::d}) {
        const std::string colour = svg_colour(pattern_on(ink_of(tone, Palette::screen))).substr(1);
        EXPECT_TRUE(has(svg, say("<pattern id=\"x-crossed-", colour, '"'))) << colour;
        EXPECT_TRUE(has(svg, say("fill=\"url(#x-crossed-", colour, ")\""))) << colour;
    }
}

// The views of the commands that draw all of the simplified pictures.
std::vector<std::string> views_in(const std::string& html) {
    constexpr std::string_view kCommand = "tilescope render SESSION --view ";
    std::vector<std::string> out;
    for (std::size_t at = html.find(kCommand); at != std::string::npos; at = html.find(kCommand, at + 1)) {
        const std::size_t begin = at + kCommand.size();
        out.push_back(html.substr(begin, html.find(" -o ", begin) - begin));
    }
    return out;
}

// Issue trackers take attachments of 10 MB. A picture that is not whole says so.
TEST(Report, ALargeTileHasASmallReportThatSaysHowToDrawAllOfIt) {
    Session session;
    session.variant.cta_group = 2;
    for (const std::string_view field : {"m", "n"})
        session.words[2] = *with_field(*derive(session).of(WordId::idesc).format, session.words[2], field, "256");
    session.tile_k = 256;
    const std::string html = report_of(session);
    EXPECT_LT(html.size(), 5u << 20);
    EXPECT_EQ(unbalanced(html), "");
    EXPECT_EQ(views_in(html),
              (std::vector<std::string>{"mma --emulate", "memory --set operand=A", "memory --set operand=B", "tmem"}));
}

// The word that holds the fields of a wgmma is not a word of the instruction.
TEST(Report, OfWgmmaHasNoInstructionDescriptor) {
    const std::string html = report_of(find_preset("wgmma_128b_b1")->session());
    EXPECT_FALSE(has(html, "kind i8"));
    EXPECT_FALSE(has(html, "<td>a_type</td>"));
    EXPECT_TRUE(has(html, "wgmma of b1"));
    EXPECT_TRUE(has(html, "wgmma has no instruction descriptor: its types"));
}

TEST(Report, SaysTheLaneMaskThePairAndTheValuesAsTheyAre) {
    Session session;
    session.variant.lane_mask = true;
    session.run.lane_mask[0] = 0xf;
    const std::string html = report_of(session);
    EXPECT_TRUE(has(html, "is 0xf, 0x0, 0x0, 0x0: 4 of 128 lanes of D are not written."));
    EXPECT_TRUE(has(html, "<td>identity</td>")) << "the identity has no seed";
    EXPECT_FALSE(has(html, "clusters of at least two CTAs"));
    EXPECT_TRUE(has(report_of(find_preset("cutlass_70_f16")->session()), "clusters of at least two CTAs"));
}

TEST(Report, NeedsNothingFromOutside) {
    const std::string html = report_of(find_preset("block_scaled_mxf4nvf4")->session());
    for (const std::string_view outside : {"<script", "src=", "href=\"http", "@import", "url(http", "<link", "<iframe"})
        EXPECT_FALSE(has(html, outside)) << outside;
    EXPECT_TRUE(has(html, "prefers-color-scheme: dark"));
    EXPECT_TRUE(has(html, "@media print"));
}

TEST(Report, AWrongWordHasItsCausesItsRepairsAndTheFirstWrongElement) {
    Session session = find_preset("k_major_128b_f16")->session();
    session.words[1] = 0x4000402000010440;
    const std::string html = report_of(session);
    EXPECT_TRUE(has(html, "Edits that repair D"));
    EXPECT_TRUE(has(html, "Set sbo of b_desc to 1024 bytes: 0 of "));
    EXPECT_TRUE(has(html, "First wrong element"));
    EXPECT_TRUE(has(html, "the wrong elements were read"));
}

TEST(Report, AnyNameAndAnyNoteIsText) {
    Session session = find_preset("sparse_f16")->session();
    session.notes = "</pre><script>alert(1)</script> & \"quotes\"";
    const std::string html = report_of(session, "<b>&.json");
    EXPECT_EQ(unbalanced(html), "");
    EXPECT_FALSE(has(html, "<script"));
    EXPECT_TRUE(has(html, "&lt;script&gt;alert(1)"));
    EXPECT_TRUE(has(html, "<h1>&lt;b&gt;&amp;.json</h1>"));
}

TEST(Report, ASessionThatCannotRunSaysWhy) {
    Session session;
    session.unknown[WordId::a_desc] = 0x3fff;
    session.words[0] &= ~0x3fffull;
    const std::string html = report_of(session);
    EXPECT_EQ(unbalanced(html), "");
    EXPECT_TRUE(has(html, "start"));
    EXPECT_FALSE(has(html, "First wrong element"));
}

}  // namespace
}  // namespace tilescope::io
