// tests/cli/recording_file_test.cpp -- recordings as files and as a stream of lines.
// SPDX-License-Identifier: MIT
#include "app/autopsy/recording_file.h"
#include "app/autopsy/session_files.h"
#include "app/io/file.h"
#include "app/io/npy.h"
#include "app/io/session_file.h"
#include "tests/support/temporary_folder.h"

#include <tilescope/autopsy/chain_session.h>
#include <tilescope/base/say.h>
#include <tilescope/base/text.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace tilescope::autopsy {
namespace {

const std::string kData = TILESCOPE_SOURCE_DIR "/tests/data/autopsy/";

// Files of which each name has the same bytes: its own name.
RecordingReader reader_of_names() {
    return RecordingReader([](const std::string& name, std::size_t) -> Answer<std::string> { return name; });
}

// The reason why one of the lines is refused. Empty: none is.
std::string refusal_of(RecordingReader& reader, const std::vector<std::string>& lines) {
    for (const std::string& line : lines)
        if (const auto taken = reader.take(line); !taken) return taken.why;
    return {};
}

std::string mma_line(std::string_view pc, std::string_view warps, std::string_view more = "") {
    return say(R"({"event": "mma", "pc": ")", pc, R"(", "text": "HGMMA.64x8x16.F32 R24,gdesc[UR4],R24", )",
               R"("warpgroup": 0, "warps_here": )", warps, more, "}");
}

TEST(RecordingFile, ReadsARecordingOfAnH100) {
    const auto recording = read_recording(kData + "wrong_sbo");
    ASSERT_TRUE(recording) << recording.why;
    EXPECT_EQ(recording->debugger, "NVIDIA (R) cuda-gdb 13.0");
    EXPECT_EQ(recording->arch, "sm_90a");
    EXPECT_EQ(recording->threads, (std::array{128u, 1u, 1u}));
    EXPECT_EQ(recording->block, (std::array{0u, 0u, 0u}));
    EXPECT_EQ(recording->code.size(), 4u);
    EXPECT_EQ(recording->memories.size(), 1u);
    EXPECT_EQ(recording->constants.size(), 1024u);
    EXPECT_TRUE(recording->machine_code.starts_with("Dump of assembler code"));
    EXPECT_TRUE(recording->ended);
    EXPECT_TRUE(recording->lost.empty());
    const std::vector<Chain> chains = chains_of(*recording);
    ASSERT_EQ(chains.size(), 1u);
    EXPECT_TRUE(chains[0].model == chains[0].seen);
}

TEST(RecordingFile, TakesWordsFromTheUniformRegisters) {
    RecordingReader reader = reader_of_names();
    const std::string more = R"(, "ur": {"UR4": "00010040", "UR6": "00010240", "UR7": "40000040"})";
    EXPECT_EQ(refusal_of(reader, {mma_line("0x10", "[0]", more), mma_line("0x20", "[0]")}), "");
    const auto& read = std::get<SeenMma>(reader.recording().events[0]);
    EXPECT_EQ(read.a, 0x10040u);
    EXPECT_EQ(read.b, 0x4000004000010240u);
    EXPECT_FALSE(read.predicates_read);
    const auto& unread = std::get<SeenMma>(reader.recording().events[1]);
    EXPECT_FALSE(unread.a.has_value());
    EXPECT_FALSE(unread.b.has_value());
    EXPECT_EQ(unread.memory, kNoMemory);
}

// Warps 4 to 7 of the multiprocessor are the threads 0, 32, 64 and 96.
TEST(RecordingFile, KnowsWhichWarpsHaveMoved) {
    const auto stop = [](std::string_view first, std::string_view others) {
        std::string out = R"({"event": "stop", "warps": [)";
        for (const unsigned warp : {4u, 5u, 6u, 7u})
            out += say(R"({"warp": )", warp, R"(, "thread": )", (warp - 4) * 32, R"(, "pc": ")",
                       warp == 4 ? first : others, R"("})", warp == 7 ? "]}" : ", ");
        return out;
    };
    RecordingReader reader = reader_of_names();
    EXPECT_EQ(refusal_of(reader, {stop("0x10", "0x10"), mma_line("0x10", "[4, 5, 6, 7]"), stop("0x20", "0x10"),
                                  mma_line("0x10", "[5, 6, 7]"), stop("0x20", "0x20"), stop("0x10", "0x10"),
                                  mma_line("0x10", "[5, 4, 7, 6]")}),
              "");
    ASSERT_EQ(reader.recording().events.size(), 3u);
    const auto seen = [&](std::size_t i) { return std::get<SeenMma>(reader.recording().events[i]); };
    EXPECT_EQ(seen(0).warps, 0b1111u);
    EXPECT_FALSE(seen(0).again);
    EXPECT_EQ(seen(1).warps, 0b1110u);
    EXPECT_TRUE(seen(1).again);
    EXPECT_FALSE(seen(2).again);
}

TEST(RecordingFile, CountsMmasThatWereNotRecorded) {
    RecordingReader reader = reader_of_names();
    const std::string skipped = R"({"event": "skipped", "warpgroup": 0, "mmas": 12})";
    EXPECT_EQ(refusal_of(reader, {mma_line("0x10", "[0]"), skipped, mma_line("0x20", "[0]"), mma_line("0x30", "[0]")}),
              "");
    std::vector<unsigned> counts;
    for (const Event& event : reader.recording().events) counts.push_back(std::get<SeenMma>(event).skipped);
    EXPECT_EQ(counts, (std::vector{0u, 12u, 0u}));
}

TEST(RecordingFile, EachContentOfMemoryIsReadOnce) {
    RecordingReader reader = reader_of_names();
    for (const std::string name : {"one", "two", "one"})
        EXPECT_TRUE(reader.take(mma_line("0x10", "[0]", say(R"(, "shared": {"file": ")", name, R"("})"))));
    ASSERT_EQ(reader.recording().memories.size(), 2u);
    EXPECT_EQ(std::get<SeenMma>(reader.recording().events[2]).memory, 0u);
}

// The size is that of the event, else that of the block.
TEST(RecordingFile, AContentOfAnotherSizeIsNotRead) {
    RecordingReader reader([](const std::string& name, std::size_t) -> Answer<std::string> {
        return name == "empty" ? std::string() : name;
    });
    const auto with = [](std::string_view shared) {
        return mma_line("0x10", "[0]", say(R"(, "shared": {)", shared, "}"));
    };
    EXPECT_EQ(refusal_of(reader, {with(R"("file": "empty")"), with(R"("file": "short", "bytes": 16)"),
                                  R"({"event": "shared_size", "bytes": 8})", with(R"("file": "part")"),
                                  with(R"("file": "complete")")}),
              "");
    EXPECT_EQ(reader.recording().lost,
              (std::vector<std::string>{"empty has 0 bytes, so this content of shared memory is not known.",
                                        "short has 5 of 16 bytes, so this content of shared memory is not known.",
                                        "part has 4 of 8 bytes, so this content of shared memory is not known."}));
    ASSERT_EQ(reader.recording().memories.size(), 1u);
    EXPECT_EQ(std::get<SeenMma>(reader.recording().events[1]).memory, kNoMemory);
    EXPECT_EQ(std::get<SeenMma>(reader.recording().events[3]).memory, 0u);
}

TEST(RecordingFile, RefusesWhatIsNoRecording) {
    const auto refused = [](const std::string& line) {
        RecordingReader reader = reader_of_names();
        return refusal_of(reader, {line});
    };
    EXPECT_NE(refused("garbage"), "");
    EXPECT_NE(refused(R"(["mma"])"), "");
    EXPECT_NE(refused(R"({"event": 5})"), "");
    EXPECT_NE(refused(R"({"event": "mma"})"), "");
    EXPECT_NE(refused(R"({"event": "wait", "d_count": 4096})"), "");
    EXPECT_NE(refused(std::string(kMostRecordedLine + 1, ' ')), "");
    EXPECT_EQ(refused(R"({"event": "an event of a later version", "mma": [5]})"), "");
}

// A debugger that cannot read something cannot read it at any stop.
TEST(RecordingFile, WhatIsLostIsSaidOnce) {
    RecordingReader reader = reader_of_names();
    const std::string one = R"({"event": "error", "where": "words", "text": "not read"})";
    EXPECT_EQ(refusal_of(reader, {one, R"({"event": "error", "where": "shared", "text": "not read"})", one}), "");
    EXPECT_EQ(reader.recording().lost, (std::vector<std::string>{"words: not read", "shared: not read"}));
}

// Values of other types are as good as none.
TEST(RecordingFile, OddValuesAreNotRead) {
    RecordingReader reader = reader_of_names();
    EXPECT_EQ(
        refusal_of(reader, {R"({"event": "wait", "d_count": 4, "d_first": -1, "d": ["00"], "warps_here": [[]]})",
                            mma_line("nowhere", R"(["a", -4, 1e30, 64])", R"(, "ur": [], "a": "4000", "b": 7)"),
                            R"({"event": "exception", "warpgroups": {"x": 5, "0": {"pc": "0x0"}}, "pc": null})",
                            R"({"event": "stop", "warps": {"warp": 1}})", R"({"event": "launch", "kernels": "*("})",
                            R"({"event": "code", "mma": [1, null], "file": "sass"})",
                            R"({"event": "hung", "seconds": "x", "places": [1, {"loop": [4], "pc": 5, "warps": -1}]})",
                            R"({"event": "info", "what": "devices", "text": "* sm_"})",
                            R"({"event": "info", "what": "focus", "text": "block (1,2"})"}),
        "");
    EXPECT_TRUE(std::get<SeenWait>(reader.recording().events[0]).d.empty());
    EXPECT_EQ(reader.recording().lost.size(), 1u);
    ASSERT_TRUE(reader.recording().hang);
    EXPECT_EQ(reader.recording().hang->places.size(), 2u);
    EXPECT_EQ(reader.recording().arch, "sm_90a");
    EXPECT_NO_FATAL_FAILURE((void)chains_of(reader.recording()));
}

std::string load_line(std::string_view count, std::size_t threads, std::string_view more) {
    std::string rows;
    for (std::size_t i = 0; i < threads; ++i) rows += say(i == 0 ? "" : ", ", R"("0000000100000002")");
    return say(R"({"event": "load", "text": "LDTM.x2 R4, tmem[UR4]", "thread": 96, "d_first": 4, "d_count": )", count,
               R"(, "d": [)", rows, "]", more, "}");
}

TEST(RecordingFile, TakesTheRegistersOfATcgen05Ld) {
    RecordingReader reader = reader_of_names();
    const std::string address = R"(, "address": "00600020", "lost": [5, "x"], "mmas": 7)";
    EXPECT_EQ(refusal_of(reader, {load_line("2", 32, address)}), "");
    const auto& load = std::get<SeenLoad>(reader.recording().events.at(0));
    EXPECT_EQ(load.warp, 3u);
    EXPECT_EQ(load.address, 0x600020u);
    EXPECT_EQ(load.d.size(), 64u);
    EXPECT_EQ(load.d[62], 1u);
    EXPECT_EQ(load.lost, std::vector<unsigned>{5});
    EXPECT_EQ(load.mmas, 7u);
    EXPECT_EQ(refusal_of(reader, {load_line("2", 32, ""), load_line("2", 31, address), load_line("3", 32, address),
                                  load_line("2", 32, R"(, "address": "000600020")")}),
              "");
    EXPECT_EQ(reader.recording().events.size(), 1u);
    EXPECT_EQ(reader.recording().lost.size(), 1u) << "one sentence, said once";
    EXPECT_EQ(refusal_of(reader, {load_line("300", 32, address)}), "an event 'load' has 300 registers from 4 on");
    std::string many = "4";
    for (unsigned i = 0; i < 256; ++i) many += ", 4";
    for (const std::string& lost : {std::string("512"), std::string("4294967300"), many})
        EXPECT_EQ(refusal_of(reader, {load_line("2", 32, say(R"(, "address": "00600020", "lost": [)", lost, "]"))}),
                  "an event 'load' has lost registers that no thread has");
}

// The lines of a recording whose kernel loads D with two instructions: as they are, without the second one, and
// with another number in a register.
TEST(RecordingFile, DOfTcgen05IsAsFarAsItWasLoaded) {
    const std::string folder = kData + "tcgen05_sbo";
    const auto text = io::read_packed_text(folder + "/recording.jsonl.gz", io::kMostFileBytes);
    ASSERT_TRUE(text) << text.why;
    const auto chain_of = [&](const std::function<bool(std::string&)>& keep) {
        RecordingReader reader(folder);
        for (const std::string_view each : split_at(*text, '\n')) {
            std::string line(each);
            if (line.empty() || !keep(line)) continue;
            EXPECT_TRUE(reader.take(line)) << line;
        }
        return chains_of(reader.recording()).at(0);
    };
    const Chain whole = chain_of([](std::string&) { return true; });
    EXPECT_TRUE(is_whole(whole) && whole.different == 0) << whole.unread;
    const auto is_second = [](const std::string& line) {
        return line.find("\"load\"") != line.npos && line.find("tmem[UR10+0x20]") != line.npos;
    };
    const Chain first = chain_of([&](std::string& line) { return !is_second(line); });
    EXPECT_EQ(numbers_read(first), 128u * 32);
    EXPECT_EQ(first.different, 0u);
    const Chain changed = chain_of([&](std::string& line) {
        const std::size_t at = is_second(line) ? line.find("\"d\": [\"") : line.npos;
        if (at != line.npos) line[at + 7] = line[at + 7] == '3' ? '4' : '3';
        return true;
    });
    EXPECT_EQ(changed.different, 4u) << "a number of each warp";
}

TEST(RecordingFile, TheLastLineMayBeIncomplete) {
    const test::TemporaryFolder folder;
    const std::string path = folder.path() + "/recording.jsonl";
    ASSERT_TRUE(io::write_text(path, mma_line("0x10", "[0]") + "\n{\"event\": \"wai"));
    const auto cut = read_recording(folder.path());
    ASSERT_TRUE(cut) << cut.why;
    EXPECT_EQ(cut->events.size(), 1u);
    ASSERT_TRUE(io::write_text(path, "{\"event\": \"wai\n" + mma_line("0x10", "[0]") + "\n"));
    const auto broken = read_recording(folder.path());
    EXPECT_NE(broken.why.find("recording.jsonl, line 1: "), std::string::npos) << broken.why;
}

TEST(RecordingFile, OnlyFilesOfTheFolderAreRead) {
    const test::TemporaryFolder folder;
    const std::string inner = folder.path() + "/recording";
    std::filesystem::create_directory(inner);
    ASSERT_TRUE(io::write_text(folder.path() + "/secret.bin", "secret"));
    std::string text;
    for (const std::string name : {"../secret.bin", "/etc/passwd", "missing.bin", "..", ".hidden", "a\\u0000b"})
        text += mma_line("0x10", "[0]", say(R"(, "shared": {"file": ")", name, R"("})")) + "\n";
    ASSERT_TRUE(io::write_text(inner + "/recording.jsonl", text));
    const auto recording = read_recording(inner);
    ASSERT_TRUE(recording) << recording.why;
    EXPECT_TRUE(recording->memories.empty());
    EXPECT_EQ(recording->lost.size(), 6u);
    EXPECT_NE(read_recording(inner + "/missing").why, "");
}

// What --out leaves can be read back: sessions, arrays, and the bytes of memory.
TEST(RecordingFile, WritesSessionsWithTheirArrays) {
    const auto recording = read_recording(kData + "wrong_sbo");
    ASSERT_TRUE(recording) << recording.why;
    const std::vector<Chain> chains = chains_of(*recording);
    const test::TemporaryFolder folder;
    const std::string out = folder.path() + "/out/";
    const auto files = write_sessions(out, *recording, chains);
    ASSERT_TRUE(files) << files.why;
    EXPECT_TRUE(files->missing.empty());
    EXPECT_EQ(files->written, (std::vector<std::string>{"chain0_a.npy", "chain0_b.npy", "chain0_memory.npy",
                                                        "chain0_d.npy", "chain0.json"}));
    const auto memory = io::load_array(out + "chain0_memory.npy", {.type = "e4m3"});
    ASSERT_TRUE(memory) << memory.why;
    EXPECT_TRUE(std::ranges::equal(memory->words, recording->memories[0]));
    const auto d = io::load_array(out + "chain0_d.npy", {.type = "s32"});
    ASSERT_TRUE(d) << d.why;
    EXPECT_TRUE(d->words == chains[0].seen);
    const auto file = io::load_session(out + "chain0.json");
    ASSERT_TRUE(file) << file.why;
    EXPECT_EQ(file->session.recorded.d, "chain0_d.npy");
    EXPECT_EQ(file->session.recorded.says,
              "D as the debugger read it: kernel s8_64x64x128_q, warpgroup 0, after MMAs 0 to 3 of its chain");
    const Results results = io::emulated(derive(file->session), out, false);
    ASSERT_TRUE(results.recorded) << results.not_recorded << results.refused;
    EXPECT_TRUE(results.recorded->is_equal());
    EXPECT_NE(write_sessions(folder.path() + "/no/folder", *recording, chains).why, "");
}

TEST(RecordingFile, AStopLeavesNoHalfOfTheSessions) {
    const auto recording = read_recording(kData + "wrong_sbo");
    ASSERT_TRUE(recording) << recording.why;
    const std::vector<Chain> chains = chains_of(*recording);
    const test::TemporaryFolder folder;
    std::stop_source stop;
    stop.request_stop();
    EXPECT_EQ(sessions_of(*recording, chains.at(0), "chain0", stop.get_token()).why, "stopped");
    EXPECT_EQ(written_session(*recording, chains.at(0), {}, "chain0", stop.get_token()).why, "stopped");
    EXPECT_EQ(write_sessions(folder.path() + "/out", *recording, chains, {}, stop.get_token()).why, "stopped");
    EXPECT_FALSE(std::filesystem::exists(folder.path() + "/out"));
    // Nor does a file that cannot be written.
    std::filesystem::create_directories(folder.path() + "/other/chain0.json");
    EXPECT_NE(write_sessions(folder.path() + "/other", *recording, chains).why, "");
    EXPECT_FALSE(std::filesystem::exists(folder.path() + "/other/chain0_a.npy"));
}

TEST(RecordingFile, SessionsWithTheSameMemoryNameOneFile) {
    const auto recording = read_recording(kData + "wrong_sbo");
    ASSERT_TRUE(recording) << recording.why;
    const std::vector<Chain> chains = chains_of(*recording);
    const test::TemporaryFolder folder;
    ASSERT_TRUE(write_sessions(folder.path(), *recording, std::vector{chains.at(0), chains.at(0)}));
    const auto file = io::load_session(folder.path() + "/chain1.json");
    ASSERT_TRUE(file) << file.why;
    EXPECT_EQ(file->session.recorded.memory, "chain0_memory.npy");
    EXPECT_FALSE(std::filesystem::exists(folder.path() + "/chain1_memory.npy"));
    const Results results = io::emulated(derive(file->session), folder.path(), false);
    ASSERT_TRUE(results.recorded) << results.not_recorded << results.refused;
    EXPECT_TRUE(results.recorded->is_equal());
}

// The session has one memory. A byte that changes between its MMAs is not known, and here none of them reads it.
TEST(RecordingFile, AByteThatChangesBetweenTheMmasIsNotKnown) {
    auto recording = read_recording(kData + "wrong_sbo");
    ASSERT_TRUE(recording) << recording.why;
    const std::size_t other = recording->memories.size();
    recording->memories.push_back(recording->memories[0]);
    recording->memories[other].back() ^= 1;
    const std::vector<Chain> before = chains_of(*recording);
    std::get<SeenMma>(recording->events[before.at(0).steps.back().event]).memory = other;
    const std::vector<Chain> chains = chains_of(*recording);
    const test::TemporaryFolder folder;
    ASSERT_TRUE(write_sessions(folder.path(), *recording, chains));
    const auto memory = io::load_array(folder.path() + "/chain0_memory.npy", {.type = "s32"});
    ASSERT_TRUE(memory) << memory.why;
    EXPECT_EQ(static_cast<std::int32_t>(memory->words.back()), -1);
    EXPECT_EQ(std::ranges::count(memory->words, memory->words.back()), 1);
    const auto file = io::load_session(folder.path() + "/chain0.json");
    ASSERT_TRUE(file) << file.why;
    const Results results = io::emulated(derive(file->session), folder.path(), false);
    ASSERT_TRUE(results.recorded) << results.not_recorded << results.refused;
    EXPECT_TRUE(results.recorded->is_equal());
    EXPECT_EQ(results.recorded->unknowns, 0u);
}

}  // namespace
}  // namespace tilescope::autopsy
