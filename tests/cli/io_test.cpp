// tests/cli/io_test.cpp -- session and preferences files: round trip, refusals, no partial files.
// SPDX-License-Identifier: MIT
#include "app/io/follow.h"
#include "app/io/prefs_file.h"
#include "app/io/session_file.h"
#include "tests/support/temporary_folder.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>

namespace tilescope::io {
namespace {

class Files : public test::FolderTest {
protected:
};

TEST_F(Files, ATileOfSeveralInstructionsSurvivesARoundTrip) {
    Session s;
    s.arch = "sm_90a";
    EXPECT_EQ(session_to_text({s}).find("pieces"), std::string::npos) << "one instruction has no key";
    EXPECT_EQ(session_to_text({s}).find("atom_step"), std::string::npos);
    s.atom_step = {0, 0x6000};
    s.pieces = {{2, 3}, {8192, 0x4000}};
    const auto back = session_from_text(session_to_text({s}));
    ASSERT_TRUE(back) << back.why;
    EXPECT_EQ(back->session, s);
}

TEST_F(Files, ASessionSurvivesARoundTrip) {
    Session s;
    s.edition = Edition::v9_4;
    s.arch = "sm_107a";
    s.variant = {.kind = "ti16", .cta_group = 2, .ws = false, .sparse = true, .a_in_tmem = true};
    s.words = {0xffffffffffffffff, 0x8000000000000001, 0xffffffff, 0x0123456789abcdef};
    s.tile_k = 200;
    s.variant.scale_block = 16;
    s.mask = {false, 32, 17};
    s.atom_order = {AtomOrder::k_first, AtomOrder::mn_first};
    s.tmem = {0x00100000, 1, 2, 3, 511};
    s.requested_layout = "((8,2),(8,2)):((8,64),(1,128))";
    s.requested_mask = "0011";
    s.notes = "two\nlines \"quoted\" \xc3\xa4";
    s.tensor_map.a = copy_for({.mode = SwizzleMode::b128, .start = 0x400, .sbo = 1024, .rows = 128, .columns = 128});
    s.tensor_map.b = TmaCopy{.map = {.type = find_tma_type("16U4_ALIGN16B"),
                                     .swizzle = find_tma_swizzle("96B"),
                                     .interleave = TmaInterleave::b32,
                                     .rank = 5,
                                     .address = 0xfedcba9876543210,
                                     .dims = {1, 2, 3, 4, 1ull << 40},
                                     .strides = {0, 16, 1ull << 40, 5},
                                     .box = {1, 2, 3, 4, 1024},
                                     .steps = {8, 7, 6, 5, 4}},
                             .smem = 0xffffffff,
                             .first = {1 << 30, 7}};
    ASSERT_TRUE(save_session(folder + "/a.json", {s}));
    const auto back = load_session(folder + "/a.json");
    ASSERT_TRUE(back) << back.why;
    EXPECT_EQ(*back, SessionFile{s});

    Session pinned;
    pinned.words[0] = 1;
    const ViewState view_state{
        .screen = Screen::mask,
        .tabs = {kFirstTabs[0], StageTab::layout, StageTab::legality, kFirstTabs[3], StageTab::scales},
        .active = WordId::zcm,
        .operand = Operand::b,
        .k_step = 3,
        .grain = Grain::line,
        .colouring = Colouring::k_step,
        .labels = {CellLabel::bank, CellLabel::reg, CellLabel::verdict},
        .swizzle = false,
        .other_reading = true,
        .raw_values = true,
        .stride_unit = StrideUnit::bits,
        .painting = true,
        .conv = {14, 3, 2, 1},
        .selection = ElementFocus{Matrix::b, 12, 300},
        .reference = pinned};
    ASSERT_TRUE(save_session(folder + "/b.json", {s, view_state}));
    const auto seen = load_session(folder + "/b.json");
    ASSERT_TRUE(seen) << seen.why;
    EXPECT_EQ(*seen, (SessionFile{s, view_state}));
}

TEST(SessionText, ALookWithoutAScreenOpensTheFirstOneAndAnOldScreenStays) {
    const auto first = session_from_text(R"({"tilescope": 1, "look": {"k_step": 2}})");
    ASSERT_TRUE(first && first->view_state) << first.why;
    EXPECT_EQ(first->view_state->screen, Screen::mma);
    const auto old = session_from_text(R"({"tilescope": 1, "look": {"screen": "tmem", "tmem_tab": "result"}})");
    ASSERT_TRUE(old && old->view_state) << old.why;
    EXPECT_EQ(old->view_state->screen, Screen::tmem);
}

TEST_F(Files, UnknownBitsAreSavedAndHaveNoValue) {
    Session s;
    s.unknown[WordId::a_desc] = 0x3fff;
    s.words[0] &= ~std::uint64_t{0x3fff};
    const std::string text = session_to_text({s});
    EXPECT_NE(text.find(R"("a_desc": "0x3fff")"), std::string::npos) << text;
    const auto back = session_from_text(text);
    ASSERT_TRUE(back) << back.why;
    EXPECT_EQ(back->session, s);
    EXPECT_EQ(session_to_text({Session{}}).find("unknown"), std::string::npos) << "older programs read such a file";
    const auto both =
        session_from_text(R"({"tilescope": 1, "a_desc": "0x4000404000010040", "unknown": {"a_desc": 255}})");
    ASSERT_TRUE(both) << both.why;
    EXPECT_EQ(both->session.word(WordId::a_desc), 0x4000404000010000u);
}

struct Broken {
    const char *text, *why;
};

TEST_F(Files, AnAddressMayBeText) {
    const auto read = session_from_text(R"({"tilescope": 1, "tmem_d": "0x00100020", "tmem_a": 7})");
    ASSERT_TRUE(read) << read.why;
    EXPECT_EQ(read->session.address(TmemPlace::d), 0x00100020u);
    EXPECT_EQ(read->session.address(TmemPlace::a), 7u);
    EXPECT_FALSE(session_from_text(R"({"tilescope": 1, "tmem_d": "lane 16"})"));
    EXPECT_FALSE(session_from_text(R"({"tilescope": 1, "tmem_d": -1})"));
}

TEST_F(Files, TheRefusalOfAnInvalidSessionNamesTheFirstError) {
    for (const Broken& b :
         {Broken{"", "this is not JSON"},
          Broken{"{", "this is not JSON"},
          Broken{"[]", "is not an object"},
          Broken{"{}", "no \"tilescope\" key"},
          Broken{R"({"tilescope": 2})", "version 2"},
          Broken{R"({"tilescope": 4294967297})", "version 4294967297"},
          Broken{R"({"tilescope": 1.0})", "version 1.0"},
          Broken{R"({"tilescope": 1, "adesc": "0x1"})", "the object session has no field 'adesc'"},
          Broken{R"({"tilescope": 1, "a_desc": "0xzz"})", "a_desc: '0xzz' is not a number"},
          Broken{R"({"tilescope": 1, "a_desc": 12345678901234567890123})", "a_desc"},
          Broken{R"({"tilescope": 1, "ws": 1})", "ws: 1 is not true or false"},
          Broken{R"({"tilescope": 1, "ws": true, "ws": false})", "line 1, column 30: the key 'ws' occurs twice"},
          Broken{R"({"tilescope": 1, "kind": "f17"})", "kind: 'f17' is unknown"},
          Broken{R"({"tilescope": 1, "arch": "sm_1"})", "arch: 'sm_1' is unknown"},
          Broken{R"({"tilescope": 1, "edition": "8.0"})", "use 9.1 or 9.4"},
          Broken{R"({"tilescope": 1, "cta_group": 3})", "cta_group must be 1 or 2, not 3"},
          Broken{R"({"tilescope": 1, "kind": ""})",
                 "kind: '' is unknown; use one of: f16, tf32, f8f6f4, i8, mxf8f6f4, mxf4, mxf4nvf4 (PTX 9.1)"},
          Broken{R"({"tilescope": 1, "tile_k": -5})", "tile_k"},
          Broken{R"({"tilescope": 1, "idesc": "0x100000000"})", "idesc has 32 bits"},
          Broken{R"({"tilescope": 1, "unknown": {"idesc": "0x100000000"}})", "unknown: idesc has 32 bits"},
          Broken{R"({"tilescope": 1, "unknown": {"c_desc": 1}})", "the object unknown has no field 'c_desc'"},
          Broken{R"({"tilescope": 1, "unknown": {"a_desc": "0x40?"}})", "unknown: a_desc: "},
          Broken{R"({"tilescope": 1, "unknown": "0xff"})", "unknown: \"0xff\" is not an object"},
          Broken{R"({"tilescope": 1, "tensor_map_a": 3})", "tensor_map_a: this is not a tensor map: 3 is"},
          Broken{R"({"tilescope": 1, "tensor_map_b": {"type": "UINT8"}})", "tensor_map_b: the key swizzle is missing"},
          Broken{R"({"tilescope": 1, "look": []})", "look: [] is not an object"},
          Broken{R"({"tilescope": 1, "look": {"zoom": 2}})", "the object look has no field 'zoom'"},
          Broken{R"({"tilescope": 1, "look": {"screen": "live"}})",
                 "screen: \"live\" is unknown; use one of: mma, memory"},
          Broken{R"({"tilescope": 1, "look": {"selection": "C 1"}})", "selection: 'C 1' is not a place"},
          Broken{R"({"tilescope": 1, "reference": {"arch": "sm_1"}})", "arch: 'sm_1' is unknown"},
          Broken{R"({"tilescope": 1, "reference": {"look": {}}})", "the object reference has no field 'look'"}}) {
        const auto session = session_from_text(b.text);
        EXPECT_FALSE(session) << b.text;
        EXPECT_NE(session.why.find(b.why), std::string::npos) << b.text << "\ngot: " << session.why;
    }
    EXPECT_TRUE(session_from_text(R"({"tilescope": 1})")) << "every field is optional";
    EXPECT_EQ(*session_from_text(R"({"tilescope": 1})"), SessionFile{});
}

TEST_F(Files, WritesAFileCompletelyOrNotAtAll) {
    const std::string path = folder + "/a.json";
    ASSERT_TRUE(write_text(path, "old"));
    ASSERT_TRUE(write_text(path, "new"));
    EXPECT_EQ(*read_text(path), "new");
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder), {}), 1) << "no other file remains";
    // The path is a folder: the rename fails, and the folder stays.
    std::filesystem::create_directories(folder + "/b/c");
    const auto refused = write_text(folder + "/b", "text");
    EXPECT_FALSE(refused);
    EXPECT_NE(refused.why.find("this file was not changed"), std::string::npos) << refused.why;
    EXPECT_TRUE(std::filesystem::is_directory(folder + "/b/c"));
    EXPECT_FALSE(read_text(folder + "/none.json"));
    EXPECT_NE(read_text(folder).why.find("is a folder"), std::string::npos);
}

TEST_F(Files, NamesAMissingFolderAndDoesNotCreateIt) {
    const auto refused = write_text(folder + "/new/a.json", "text");
    EXPECT_EQ(refused.why, folder + "/new/a.json: cannot be written: there is no folder '" + folder +
                               "/new'; this file was not changed.");
    EXPECT_TRUE(std::filesystem::is_empty(folder));
}

TEST_F(Files, ReplacesTheTargetOfALinkAndKeepsTheLink) {
    std::filesystem::create_directory(folder + "/there");
    ASSERT_TRUE(write_text(folder + "/there/a.json", "old"));
    std::filesystem::create_symlink("there/a.json", folder + "/link.json");
    ASSERT_TRUE(write_text(folder + "/link.json", "new"));
    EXPECT_TRUE(std::filesystem::is_symlink(folder + "/link.json"));
    EXPECT_EQ(*read_text(folder + "/there/a.json"), "new");
    std::filesystem::create_symlink("nowhere", folder + "/broken");
    EXPECT_NE(write_text(folder + "/broken", "new").why.find("is a link to a missing file"), std::string::npos);
    EXPECT_TRUE(std::filesystem::is_symlink(folder + "/broken"));
}

TEST_F(Files, WritesTheBytesIntoAPipe) {
    const std::string pipe = folder + "/pipe";
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    EXPECT_NE(write_text(pipe, "text").why.find("this pipe has no reader"), std::string::npos);
    const int reader = open(pipe.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    ASSERT_GE(reader, 0);
    EXPECT_TRUE(write_text(pipe, "text"));
    char got[8] = {};
    EXPECT_EQ(read(reader, got, sizeof got), 4);
    EXPECT_EQ(std::string(got), "text");
    close(reader);
    EXPECT_TRUE(std::filesystem::is_fifo(pipe));
}

// Waiting for a pipe without a writer would never end.
TEST_F(Files, ReadsOnlyARegularFileOfLimitedSizeIfADocumentNamesIt) {
    const std::string pipe = folder + "/pipe", file = folder + "/file";
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    EXPECT_EQ(read_file_text(pipe, 10).why, pipe + ": is not a file; give a file.");
    EXPECT_EQ(read_file_text(folder, 10).why, folder + ": is a folder; give a file.");
    ASSERT_TRUE(write_text(file, "eleven char"));
    EXPECT_EQ(read_file_text(file, 10).why, file + ": has 11 bytes; the limit is 10.");
    EXPECT_EQ(*read_file_text(file, 11), "eleven char");
}

TEST_F(Files, ACompressedFileIsRefusedWithItsName) {
    const std::string file = folder + "/file";
    const std::pair<std::string, std::string_view> kinds[] = {{"gzip", "\x1f\x8b\x08"},
                                                              {"zstd", "\x28\xb5\x2f\xfd\x04"},
                                                              {"xz",
                                                               {"\xfd"
                                                                "7zXZ\0\0",
                                                                7}},
                                                              {"bzip2", "BZh91AY"}};
    for (const auto& [name, bytes] : kinds) {
        ASSERT_TRUE(write_text(file, bytes));
        const std::string why = file + ": is compressed by " + name + "; unpack it first.";
        EXPECT_EQ(read_text(file).why, why);
        EXPECT_EQ(read_file_text(file).why, why);
        EXPECT_EQ(Pieces::of(file)->next().why, why);
        EXPECT_EQ(Follower::of(file)->next(std::chrono::milliseconds(0), {}).why, why);
    }
    ASSERT_TRUE(write_text(file, "B"));
    EXPECT_EQ(*read_text(file), "B");
}

TEST_F(Files, PreferencesSurviveARoundTripAndInvalidOnesAreReported) {
    const std::string path = folder + "/config/prefs.json";
    EXPECT_EQ(*load_prefs(path), PrefsFile{});
    PrefsFile p{.theme = "dark",
                .scale = 1.5,
                .rail = 200,
                .side = 300,
                .drawer = 0.3,
                .rail_pinned = true,
                .side_folded = true,
                .strip_folded = true,
                .drawer_open = true,
                .reduced_motion = true,
                .start_page = false,
                .recents = {"/a.json", "/b.json"}};
    ASSERT_TRUE(save_prefs(path, p));
    EXPECT_EQ(*load_prefs(path), p);
    std::ofstream(path) << "not json";
    EXPECT_NE(load_prefs(path).why.find("The defaults are used."), std::string::npos);
    std::ofstream(path) << R"({"theme": 5, "scale": 99, "rail": 222})";
    const auto odd = load_prefs(path);
    ASSERT_TRUE(odd);
    EXPECT_EQ(odd->theme, "light");
    EXPECT_EQ(odd->scale, 2.0);
    EXPECT_EQ(odd->rail, 222);
    std::ofstream(path) << R"({"rail": 1e308, "side": -1e308, "drawer": 1e308})";
    EXPECT_EQ(*load_prefs(path), (PrefsFile{.rail = 16384, .side = 0, .drawer = 1})) << "every value fits in a float";
}

}  // namespace
}  // namespace tilescope::io
