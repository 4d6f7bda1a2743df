// tests/cli/state_line_test.cpp -- state lines: lengths, round trips, stored lines of released versions, refusals.
// SPDX-License-Identifier: MIT
#include "app/io/state_line.h"
#include "app/io/json.h"
#include "app/io/packing.h"

#include <tilescope/base/say.h>
#include <tilescope/document/presets.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace tilescope::io {
namespace {

std::string line_of(const SessionFile& file) {
    const auto line = state_line(file);
    EXPECT_TRUE(line) << line.why;
    return line ? *line : "";
}

SessionFile read_back(std::string_view text) {
    const auto lines = state_lines_in(text);
    EXPECT_EQ(lines.size(), 1u) << text;
    if (lines.size() != 1 || !lines[0].file) {
        ADD_FAILURE() << text << "\n" << (lines.empty() ? "" : lines[0].file.why);
        return {};
    }
    return *lines[0].file;
}

// A session and a view state in which nearly every member has another value than its default.
SessionFile full_file() {
    Session s = find_preset("block_scaled_mxf4nvf4")->session();
    s.words = {0x8000402012345047, 0x8000402054321447, 0x08200485, 0x0003028100000000};
    s.unknown[WordId::a_desc] = 0x3fff;
    s.words[0] &= ~s.unknown[WordId::a_desc];
    s.variant.cta_group = 2;
    s.variant.scale_vec = true;
    s.variant.collector = "a::fill";
    s.atom_order = {AtomOrder::k_first, AtomOrder::k_first};
    s.mask = {false, 64, 99};
    s.scale_matrix = {{256, 64, 128, 4}, {512, 64, 0, 8}};
    s.tmem = {0x10, 0x110, 0x190, 0x1a0, 0x1b0};
    s.requested_layout = "((8,2),(8,2)):((8,64),(1,128))";
    s.requested_mask = "0011";
    s.tensor_map.a = copy_for({.mode = SwizzleMode::b128, .start = 0x400, .sbo = 1024, .rows = 128, .columns = 128});
    s.tensor_map.b = copy_for({.mode = SwizzleMode::b64, .start = 0x8400, .sbo = 512, .rows = 64, .columns = 128});
    s.image.a = {.mode = SwizzleMode::b64, .start = 0x470, .type = "e2m1"};
    s.image.b = {.mode = SwizzleMode::b32, .start = 0x5230, .type = "e2m1"};
    s.keep_memory = true;
    for (Recipe& recipe : s.recipe) recipe = {.kind = RecipeKind::random, .seed = recipe.seed + 0x1234567};
    s.meta_recipe.seed = 77;
    s.run = {.first_step = 1, .steps = 2, .enable_d = true, .lane_mask = {1, 2, 4, 8, 16, 32, 64, 128}};
    s.notes = "The kernel of the bug report: the second stage reads \"old\" rows.\n\xc3\xa4";
    ViewState look{.screen = Screen::tmem, .active = WordId::b_desc, .operand = Operand::b, .k_step = 3};
    look.selection = ElementFocus{Matrix::b, 12, 300};
    look.reference = find_preset("k_major_64b_bf16")->session();
    return {s, look};
}

// Four words that share nothing with a preset, and the sizes that they need.
SessionFile edited_words() {
    Session s;
    s.arch = "sm_103a";
    s.words = {0x8000402055fb1ac3, 0x40314024d2e0195b, 0x0a2104b0, 0x02c3048800000019};
    return {s};
}

TEST(StateLines, APlainSessionHasLessThan300Characters) {
    for (const Preset& preset : presets()) EXPECT_LT(line_of({preset.session()}).size(), 100u) << preset.id;
    EXPECT_LT(line_of(edited_words()).size(), 150u) << line_of(edited_words());
    for (const Preset& preset : presets()) {
        Session s = preset.session();
        s.words = edited_words().session.words;
        EXPECT_LT(line_of({s, ViewState{.screen = Screen::memory, .k_step = 2}}).size(), 200u) << preset.id;
    }
    EXPECT_LT(line_of(full_file()).size(), 1400u) << line_of(full_file());
}

TEST(StateLines, EverySessionSurvivesARoundTrip) {
    for (const Preset& preset : presets()) {
        const SessionFile file{preset.session()};
        EXPECT_EQ(read_back(line_of(file)), file) << preset.id;
        const SessionFile looked_at{preset.session(), ViewState{}};
        EXPECT_EQ(read_back(line_of(looked_at)), looked_at) << preset.id;
    }
    EXPECT_EQ(read_back(line_of(full_file())), full_file());
    EXPECT_EQ(read_back(line_of(edited_words())), edited_words());
}

TEST(StateLines, AReferenceThatDiffersInOneWordTakesFewCharacters) {
    SessionFile file{find_preset("mn_major_128b_32b_tf32")->session(), ViewState{}};
    const std::size_t without = line_of(file).size();
    file.view_state->reference = file.session;
    file.view_state->reference->words[0] ^= 1ull << 33;
    EXPECT_LT(line_of(file).size(), without + 60) << line_of(file);
    EXPECT_EQ(read_back(line_of(file)), file);
    file.session.unknown[WordId::zcm] = 0xff;  // a member that the reference does not have
    EXPECT_EQ(read_back(line_of(file)), file);
}

TEST(StateLines, NameTheFilesThatTheyDoNotHave) {
    Session s;
    EXPECT_EQ(files_beside(s), "");
    s.recipe_of(RecipeOf::b) = {.kind = RecipeKind::file, .file = "b.npy"};
    s.recorded = {.d = "d.npy", .says = "D as the debugger read it", .memory = "memory.npy"};
    EXPECT_EQ(files_beside(s),
              "A state line does not contain files. These values need theirs: B values (b.npy), D as it was read "
              "(d.npy), shared memory (memory.npy).");
    EXPECT_EQ(read_back(line_of({s})), SessionFile{s});
}

// tests/data/state_lines has lines as earlier versions wrote them, in texts, each with the session that it must give.
// A file is never changed. A new version adds files.
TEST(StateLines, EveryStoredLineIsReadForEver) {
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(TILESCOPE_SOURCE_DIR "/tests/data/state_lines")) {
        if (entry.path().extension() != ".txt") continue;
        std::stringstream text;
        text << std::ifstream(entry.path()).rdbuf();
        const std::string all = text.str();
        const std::size_t document = all.find("\n{");
        ASSERT_NE(document, std::string::npos) << entry.path();
        const auto expected = session_from_text(std::string_view(all).substr(document));
        ASSERT_TRUE(expected) << entry.path() << ": " << expected.why;
        EXPECT_EQ(session_to_text(read_back(std::string_view(all).substr(0, document))), session_to_text(*expected))
            << entry.path();
        ++count;
    }
    EXPECT_GE(count, 18u);
}

// The base document is what stored lines refer to. Who needs another one makes a new version of the format.
TEST(StateLines, TheBaseOfTheFormatIsUnchanged) {
    std::uint64_t sum = 0xcbf29ce484222325;
    for (const char c : say(kStatePhrases, kStateBase, kLookBase))
        sum = (sum ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    EXPECT_EQ(sum, 10519010263384817645u);
    EXPECT_TRUE(session_from_text(kStateBase)) << session_from_text(kStateBase).why;
}

TEST(StateLines, AreFoundInProseInUrlsAndInBrokenLines) {
    const SessionFile file = edited_words();
    const std::string line = line_of(file), first = line.substr(0, 40), rest = line.substr(40);
    for (const std::string& text :
         {say("See ", line, ", which reads the wrong rows."), say("https://host.example/view?x=1#", line),
          say("(", line, ")"), say("\"", line, "\""), say("`", line, "`"), say("_", line, "_"), say("<", line, ">"),
          say("state: ", line, ".\nThe end"), say(line, "\nBest regards"), say("ts1: none\n", line),
          say("https://host/#ts1%3A", line.substr(4)), say("  ", first, "\n", rest), say(first, "\r\n", rest),
          say("> ", first, "\n> ", rest, "\n> and prose"), say(">> > ", first, " \n>> > ", rest),
          say(first, "=\n", rest), say("| ", first, "\n| ", rest),
          say(line.substr(0, 6), "\n", line.substr(6, 30), "\n    ", line.substr(36), "\nWord"),
          say("ts1: 12\nclock: ts1:0123456789\n", line)})
        EXPECT_EQ(read_back(text), file) << text;
}

// A reader of a stream waits for the rest of a line that is cut off, and only for such a line.
TEST(StateLines, ACutLineIsFoundAndNothingElse) {
    const std::string line = line_of(edited_words()), first = line.substr(0, 40);
    for (const std::string& cut : {first, first + "=", first + " \r\n", line.substr(0, 4), line.substr(0, 6) + "\n"})
        EXPECT_EQ(cut_state_line("see " + cut).begin, 4u) << cut;
    EXPECT_EQ(cut_state_line(line + " " + first).begin, line.size() + 1);
    EXPECT_EQ(cut_state_line(first + "\n> " + line.substr(40, 9)).begin, 0u);
    EXPECT_EQ(cut_state_line(first).missing, line.size() - first.size());
    EXPECT_EQ(cut_state_line(first + "\n> " + line.substr(40, 9) + "\n").missing, line.size() - 49);
    EXPECT_EQ(cut_state_line(first + "\n\n").missing, 0u) << "a line cannot go on after a blank one";
    EXPECT_EQ(state_characters_in(">> " + first.substr(4) + "=\r"), first.size() - 4);
    for (const char* other : {"", " > ", "a b", "a.", "a:"}) EXPECT_EQ(state_characters_in(other), 0u) << other;
    for (const std::string& text :
         {std::string(), line, first + ".", first + "\n> " + line.substr(40), first + "\nBest regards",
          std::string("ts2:abcdef"), std::string("clock: ts1: 0x40"), std::string("its bits")})
        EXPECT_EQ(cut_state_line(text).begin, std::string::npos) << text;
}

TEST(StateLines, SeveralLinesOfATextAreAllFound) {
    const std::string one = line_of({presets()[1].session()}), two = line_of(edited_words());
    const auto lines = state_lines_in(say("before: ", one, "\nafter: ", two, "\n"));
    ASSERT_EQ(lines.size(), 2u);
    EXPECT_EQ(*lines[0].file, SessionFile{presets()[1].session()});
    EXPECT_EQ(*lines[1].file, edited_words());
    EXPECT_EQ(lines[0].span, (TextSpan{8, 8 + one.size()}));
}

// A line can have a hundred times as much text as characters, and more, so a short text could cost minutes.
TEST(StateLines, LinesThatHaveTooMuchTextTogetherAreNotReadAndSaySo) {
    SessionFile longer = edited_words();
    for (int i = 0; i < 600'000; ++i) longer.session.notes += 'n';
    const std::string one = line_of(longer), plain = line_of(edited_words());
    ASSERT_LT(one.size(), 6000u);
    EXPECT_EQ(read_back(one), longer);
    std::string text;
    for (int i = 0; i < 20; ++i) text += one + "\n";
    text += plain;
    const auto lines = state_lines_in(text);
    ASSERT_EQ(lines.size(), 3u) << "two of them cost all that this text may cost";
    EXPECT_TRUE(lines[0].file);
    EXPECT_TRUE(lines[1].file);
    EXPECT_NE(lines[2].file.why.find("Paste this line alone"), std::string::npos) << lines[2].file.why;
    text.clear();
    for (std::size_t i = 0; i < kMostStateLines; ++i) text += plain + "\n";
    const auto many = state_lines_in(text);
    EXPECT_EQ(many.size(), kMostStateLines) << "lines as they are cost little";
    EXPECT_TRUE(many.back().file);
}

TEST(StateLines, AStopEndsTheReadingOfAText) {
    std::stop_source stop;
    const std::string text = line_of(edited_words());
    EXPECT_EQ(state_lines_in(text, stop.get_token()).size(), 1u);
    stop.request_stop();
    EXPECT_TRUE(state_lines_in(text, stop.get_token()).empty());
}

TEST(StateLines, ACutOffOrMistypedLineIsRefusedWithASentence) {
    const std::string line = line_of(edited_words());
    for (std::size_t size = 4 + 24; size < line.size(); ++size) {
        const auto lines = state_lines_in(line.substr(0, size));
        ASSERT_EQ(lines.size(), 1u);
        EXPECT_EQ(lines[0].file.why, say("state line: it ends after ", size - 4, " of ", line.size() - 4,
                                         " characters. Copy the whole line again."));
    }
    for (std::size_t at = 4; at < line.size(); ++at) {
        std::string wrong = line;
        wrong[at] = wrong[at] == 'x' ? 'y' : 'x';
        const auto lines = state_lines_in(wrong);
        ASSERT_EQ(lines.size(), 1u) << wrong;
        EXPECT_FALSE(lines[0].file) << wrong;
    }
    EXPECT_NE(state_lines_in(line + "A")[0].file.why.find("goes on after its"), std::string::npos);
    const std::string swapped = say(line.substr(0, 30), line[31], line[30], line.substr(32));
    EXPECT_NE(state_lines_in(swapped)[0].file.why.find("a character of it is wrong"), std::string::npos);
    const std::string later = say("ts2", line.substr(3));
    EXPECT_EQ(state_lines_in(later)[0].file.why,
              "state line: it begins with ts2:, and this program reads ts1:. Use a newer tilescope.");
    EXPECT_FALSE(session_in("ts1:"));
    EXPECT_NE(session_in("ts1:").why.find("its length cannot be read. Copy"), std::string::npos);
    EXPECT_EQ(session_in(say("ts1:", std::string(50, '_'))).why,
              "state line: its length cannot be read. Copy the whole line again.");
}

// A line of this format with any compressed text.
std::string line_with(std::string_view text) {
    const auto packed = deflate(text, say(kStatePhrases, kStateBase, kLookBase));
    std::uint32_t crc = 0xffffffff;
    for (const auto byte : packed)
        for (int i = 0; i < 8; ++i) {
            const std::uint32_t bit = (crc ^ (byte >> i)) & 1;
            crc = crc >> 1 ^ (bit ? 0xedb88320u : 0u);
        }
    crc = ~crc;
    std::vector<std::uint8_t> bytes;
    std::size_t length = packed.size();
    for (; length >= 0x80; length >>= 7) bytes.push_back(static_cast<std::uint8_t>((length & 0x7f) | 0x80));
    bytes.push_back(static_cast<std::uint8_t>(length));
    for (int i = 0; i < 3; ++i) bytes.push_back(static_cast<std::uint8_t>(crc >> 8 * i & 0xff));
    bytes.insert(bytes.end(), packed.begin(), packed.end());
    constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    std::string out = "ts1:";
    for (std::size_t bit = 0; bit < bytes.size() * 8; bit += 6) {
        unsigned digit = 0;
        for (std::size_t i = bit; i < bit + 6; ++i)
            digit = digit << 1 | (i < bytes.size() * 8 ? bytes[i / 8] >> (7 - i % 8) & 1u : 0u);
        out += kDigits[digit];
    }
    return out;
}

TEST(StateLines, AMemberOfANewerVersionIsRefusedByName) {
    EXPECT_EQ(read_back(line_with("{}")), SessionFile{});
    EXPECT_EQ(state_lines_in(line_with(R"({"warp_speed":9})"))[0].file.why,
              "state line: the object session has no field 'warp_speed'. A newer tilescope may have written it.");
    EXPECT_EQ(state_lines_in(line_with(R"({"tile_k":-1})"))[0].file.why.find("newer"), std::string::npos);
    EXPECT_NE(state_lines_in(line_with(R"({"run":{"turbo":true}})"))[0].file.why.find("no field 'turbo'"),
              std::string::npos);
    EXPECT_NE(state_lines_in(line_with(R"({"look":{"lens":1}})"))[0].file.why.find("no field 'lens'"),
              std::string::npos);
    EXPECT_FALSE(state_lines_in(line_with("[1]"))[0].file);
    EXPECT_FALSE(state_lines_in(line_with("nonsense that is not a document"))[0].file);
}

TEST(StateLines, ALineThatWouldFillTheMemoryIsRefused) {
    const std::string bomb = line_with(say(R"({"notes":")", std::string(8 << 20, 'a'), "\"}"));
    EXPECT_LT(bomb.size(), 200'000u);
    EXPECT_EQ(state_lines_in(bomb)[0].file.why, "state line: the compressed text has more than 1048576 bytes.");
    Session s;
    s.notes = std::string(2 << 20, 'a');
    const auto refused = state_line({s});
    EXPECT_FALSE(refused);
    EXPECT_NE(refused.why.find("a state line has at most 1048576 bytes of text"), std::string::npos) << refused.why;
    s.notes = std::string(100'000, 'a') + "\xff" + std::string(1000, 'b');
    EXPECT_TRUE(state_line({s}));
}

TEST(Deflate, ReturnsTheTextForEveryLengthAndDictionary) {
    std::string text;
    std::uint32_t random = 1;
    for (int i = 0; i < 3000; ++i) {
        random = random * 1664525 + 1013904223;
        text += i % 7 == 0 ? text.substr(0, random >> 23 & 0x1ff) : std::string(1, static_cast<char>(random >> 24));
    }
    for (const std::size_t size : {0u, 1u, 2u, 3u, 4u, 257u, 258u, 259u, 5000u, 40'000u, 100'000u})
        for (const std::size_t words : {0u, 1u, 3u, 1000u, 32'768u}) {
            const std::string_view part = std::string_view(text).substr(0, size),
                                   dictionary = std::string_view(text).substr(500, words);
            const auto packed = deflate(part, dictionary);
            const auto back = inflate(packed, dictionary, part.size());
            ASSERT_TRUE(back) << size << " " << words << back.why;
            EXPECT_TRUE(*back == part) << size << " " << words;
            if (part.empty()) continue;
            EXPECT_FALSE(inflate(packed, dictionary, part.size() - 1));
        }
}

}  // namespace
}  // namespace tilescope::io
