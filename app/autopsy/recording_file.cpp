// app/autopsy/recording_file.cpp -- reads a recording: a folder, or the lines of JSON that a debugger writes.
// SPDX-License-Identifier: MIT
#include "app/autopsy/recording_file.h"

#include "app/io/file.h"
#include "app/io/json.h"
#include "app/io/packing.h"

#include <tilescope/autopsy/chain.h>
#include <tilescope/base/number.h>
#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/base/text.h>
#include <tilescope/layout/wgmma_fragment.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <utility>

namespace tilescope::autopsy {
namespace {

using io::Json;
using io::member;
using io::text_in;

constexpr std::uint64_t kMostWarps = 64, kMostRegisters = 256;
constexpr unsigned kThreadsOfWarp = 32, kWarpsOfGroup = 4;

std::uint64_t number_in(const Json& json, std::string_view key) {
    const Json* found = member(json, key);
    return found != nullptr && found->is_number_unsigned() ? found->get<std::uint64_t>() : 0;
}

bool is_true(const Json& json, std::string_view key) {
    const Json* found = member(json, key);
    return found != nullptr && found->is_boolean() && found->get<bool>();
}

// Exactly `digits` hexadecimal digits at `at`.
std::optional<std::uint64_t> hex_at(std::string_view text, std::size_t at, std::size_t digits) {
    std::uint64_t out = 0;
    if (text.size() < at + digits) return std::nullopt;
    const auto [end, error] = std::from_chars(text.data() + at, text.data() + at + digits, out, 16);
    return error == std::errc() && end == text.data() + at + digits ? std::optional(out) : std::nullopt;
}

std::optional<std::uint64_t> word_in(const Json& json, std::string_view key) {
    const std::string text = text_in(json, key);
    return text.size() == 16 ? hex_at(text, 0, 16) : std::nullopt;
}

// "0x7ffd...". No value: there is none, or the debugger refused to tell it.
std::optional<std::uint64_t> pc_in(const Json& json, std::string_view key) {
    const auto pc = parse_number(text_in(json, key));
    return pc ? pc.value : std::nullopt;
}

// "gemm.cu:142" of "Line 142 of "gemm.cu" starts at address ...". Empty: there is no line.
std::string line_of(std::string_view said) {
    constexpr std::string_view kLine = "Line ", kOf = " of \"";
    const std::size_t begin = said.find(kLine), of = said.find(kOf, begin == said.npos ? 0 : begin);
    if (begin != 0 || of == said.npos) return {};
    const std::string_view number = said.substr(kLine.size(), of - kLine.size());
    const std::string_view rest = said.substr(of + kOf.size());
    return say(rest.substr(0, rest.find('"')), ':', number);
}

CodePlace place_in(const Json& json) {
    return {.pc = pc_in(json, "pc").value_or(0),
            .text = text_in(json, "text"),
            .line = line_of(text_in(json, "line")),
            .called_at = text_in(json, "inlined_from")};
}

// {"UR4": "00010040"} and {"UP0": 1}: those that are not 0.
std::vector<Register> registers_in(const Json* json) {
    std::vector<Register> out;
    if (json == nullptr || !json->is_object()) return out;
    for (const auto& [name, value] : json->items()) {
        std::optional<std::uint64_t> number;
        if (value.is_number_unsigned()) number = value.get<std::uint64_t>();
        if (value.is_boolean()) number = value.get<bool>() ? 1 : 0;
        if (value.is_string()) number = hex_at(value.get<std::string>(), 0, value.get<std::string>().size());
        if (number.value_or(0) != 0) out.push_back({name, static_cast<std::uint32_t>(*number)});
    }
    return out;
}

bool predicates_were_read(const Json& json) {
    const Json* found = member(json, "predicates");
    return found != nullptr && found->is_object() && !found->empty() &&
           std::ranges::none_of(*found, [](const Json& value) { return value.is_null(); });
}

// The registers of the threads of a warpgroup, `count` each. Empty: the form is another one.
std::vector<std::uint32_t> threads_in(const Json* json, std::size_t count, std::size_t threads = kWarpgroupThreads) {
    std::vector<std::uint32_t> out;
    if (json == nullptr || !json->is_array() || json->size() != threads || count == 0) return out;
    for (const Json& thread : *json) {
        if (!thread.is_string()) return {};
        const auto& text = thread.get_ref<const std::string&>();
        if (text.size() != 8 * count) return {};
        for (std::size_t i = 0; i < count; ++i) {
            const auto value = hex_at(text, 8 * i, 8);
            if (!value) return {};
            out.push_back(static_cast<std::uint32_t>(*value));
        }
    }
    return out;
}

// "(2,2,1)" at the place; it is then behind it.
std::optional<std::array<unsigned, 3>> triple_at(std::string_view text, std::size_t& at) {
    std::array<unsigned, 3> out{};
    const std::size_t open = text.find('(', at), close = text.find(')', open == text.npos ? 0 : open);
    if (open == text.npos || close == text.npos) return std::nullopt;
    const auto parts = split_at(text.substr(open + 1, close - open - 1), ',');
    if (parts.size() != out.size()) return std::nullopt;
    for (std::size_t i = 0; i < out.size(); ++i) {
        const auto number = parse_number(trimmed(parts[i]));
        if (!number) return std::nullopt;
        out[i] = static_cast<unsigned>(*number);
    }
    at = close + 1;
    return out;
}

// The line of a table that the debugger marks as the current one: "*      1   -  0  2 Active ...".
std::string_view current_row(std::string_view table) {
    for (const std::string_view line : split_at(table, '\n'))
        if (line.starts_with('*')) return line;
    return {};
}

// The machine code at an address, in a listing "=> 0x7ffd... <+16>:\tS2R R0,SR_TID.X".
std::string listed_at(std::string_view listing, std::uint64_t pc) {
    for (const std::string_view line : split_at(listing, '\n')) {
        const std::size_t at = line.find("0x"), colon = line.find(">:", at == line.npos ? 0 : at);
        if (at == line.npos || colon == line.npos) continue;
        const auto address = parse_number(line.substr(at, line.find_first_of(" \t<", at) - at));
        if (address && *address == pc) return std::string(trimmed(line.substr(colon + 2)));
    }
    return {};
}

}  // namespace

struct RecordingReader::State {
    TakeFile take_file;
    Recording recording;
    std::map<std::string, std::size_t> memories;  // by the name of the file
    std::map<unsigned, unsigned> skipped;         // MMAs of a warpgroup since its last event
    std::uint64_t shared_size = 0;                // of the block; 0: not known

    // Where a warp is, and whether it was recorded there already.
    struct Warp {
        std::uint64_t thread = 0, pc = 0;
        bool has_thread = false, at_mma = false, at_wait = false;
    };
    std::map<std::uint64_t, Warp> warps;

    // Each sentence once: the debugger has the same trouble at many stops.
    void lose(std::string sentence) {
        constexpr std::size_t kMostLost = 1000;
        if (recording.lost.size() < kMostLost && std::ranges::find(recording.lost, sentence) == recording.lost.end())
            recording.lost.push_back(std::move(sentence));
    }

    void move(std::uint64_t warp, std::uint64_t pc) {
        Warp& state = warps[warp];
        if (state.pc != pc) state.at_mma = state.at_wait = false;
        state.pc = pc;
    }

    std::optional<std::string> file(const Json& json, std::size_t most) {
        const std::string name = text_in(json, "file");
        if (name.empty()) return std::nullopt;
        Answer<std::string> bytes = take_file(name, most);
        if (!bytes) lose(say("The file ", printable(name), " of the recording was not read: ", bytes.why));
        return std::move(bytes.value);
    }

    std::size_t memory_of(const Json& json) {
        const Json* shared = member(json, "shared");
        const std::string name = shared == nullptr ? std::string() : text_in(*shared, "file");
        if (name.empty()) return kNoMemory;
        if (const auto known = memories.find(name); known != memories.end()) return known->second;
        std::size_t& index = memories[name] = kNoMemory;
        if (recording.memories.size() == kMostMemories) {
            lose(say("Shared memory had more than ", kMostMemories, " contents: the later ones were not read."));
            return kNoMemory;
        }
        const auto bytes = file(*shared, kMostMemoryBytes);
        const std::uint64_t said = number_in(*shared, "bytes"), right = said != 0 ? said : shared_size;
        // A part is no evidence: what it lacks would lie outside of the shared memory of the block.
        if (bytes && (bytes->empty() || (right != 0 && bytes->size() != right))) {
            const std::string of = right != 0 ? say(" of ", right) : std::string();
            lose(say(printable(name), " has ", bytes->size(), of,
                     " bytes, so this content of shared memory is not known."));
        } else if (bytes) {
            index = recording.memories.size();
            recording.memories.emplace_back(bytes->begin(), bytes->end());
        }
        return index;
    }

    // Which warps of the warpgroup, and whether all of them were recorded here before and have not moved.
    std::pair<unsigned, bool> warps_in(const Json& json, std::uint64_t pc, bool Warp::*recorded) {
        const Json* here = member(json, "warps_here");
        if (here == nullptr || !here->is_array() || here->empty()) return {kAllWarps, false};
        unsigned mask = 0;
        bool again = true, all_known = recording.threads[1] <= 1 && recording.threads[2] <= 1;
        for (const Json& number : *here) {
            if (!number.is_number_unsigned() || number.get<std::uint64_t>() >= kMostWarps) continue;
            move(number.get<std::uint64_t>(), pc);
            Warp& warp = warps[number.get<std::uint64_t>()];
            again = again && warp.*recorded;
            warp.*recorded = true;
            all_known = all_known && warp.has_thread;
            mask |= 1u << warp.thread / kThreadsOfWarp % kWarpsOfGroup;
        }
        return {all_known && mask != 0 ? mask : kAllWarps, again};
    }

    void take_launch(const Json& json) {
        const std::string kernels = text_in(json, "kernels");
        const std::string_view row = current_row(kernels);
        std::size_t at = 0;
        const auto grid = triple_at(row, at);
        const auto threads = grid ? triple_at(row, at) : std::nullopt;
        if (threads) {
            recording.grid = *grid;
            recording.threads = *threads;
            std::string_view name = trimmed(row.substr(at));
            if (name.ends_with("()")) name.remove_suffix(2);
            recording.kernel = name;
        }
        if (const std::string name = text_in(json, "kernel"); !name.empty()) recording.kernel = name;
    }

    void take_info(const Json& json) {
        const std::string what = text_in(json, "what"), text = text_in(json, "text");
        if (what == "focus") {
            std::size_t at = text.find("block ");
            if (at == text.npos) return;
            if (const auto block = triple_at(text, at)) recording.block = *block;
        } else if (what == "devices") {
            const std::string_view row = current_row(text);
            const std::size_t at = row.find(" sm_");
            if (at == row.npos) return;
            const std::string_view name = row.substr(at + 1, row.find(' ', at + 1) - at - 1);
            if (name.size() <= 3 || !is_digit(name[3])) return;
            recording.arch = say(name, is_digit(name.back()) ? "a" : "");
            recording.arch_known = true;
        }
    }

    // Where no GPU is named, the machine code says which targets there are.
    void assume_arch(const std::string& text) {
        if (recording.arch_known) return;
        if (const FamilyRow* family = find_family(text)) recording.arch = family->target;
    }

    void take_code(const Json& json) {
        recording.code.clear();
        const Json* list = member(json, "mma");
        for (const Json& mma : list != nullptr && list->is_array() ? *list : Json::array()) {
            const Json* loop = member(mma, "loop");
            recording.code.push_back({place_in(mma), loop != nullptr && loop->is_boolean() && loop->get<bool>()});
        }
        if (!recording.code.empty()) assume_arch(recording.code.front().at.text);
        if (auto text = file(json, kMostRecordedCode)) recording.machine_code = std::move(*text);
    }

    // What an MMA and a wait both have: the place, the warpgroup and its warps.
    template <class Seen>
    Seen seen_in(const Json& json, bool Warp::*recorded) {
        Seen out;
        out.at = place_in(json);
        out.warpgroup = static_cast<unsigned>(number_in(json, "warpgroup"));
        std::tie(out.warps, out.again) = warps_in(json, out.at.pc, recorded);
        out.skipped = std::exchange(skipped[out.warpgroup], 0);
        out.visit = static_cast<unsigned>(number_in(json, "visit"));
        return out;
    }

    Answer<void> take_mma(const Json& json) {
        auto out = seen_in<SeenMma>(json, &Warp::at_mma);
        if (out.at.text.empty()) return Refusal("an event 'mma' has no text");
        assume_arch(out.at.text);
        const Json* uniform = member(json, "ur");
        out.uniform_read = uniform != nullptr && uniform->is_object() && !uniform->empty();
        out.uniform = registers_in(uniform);
        out.predicates = registers_in(member(json, "predicates"));
        out.predicates_read = predicates_were_read(json);
        out.a = word_in(json, "a");
        out.b = word_in(json, "b");
        if (const std::string idesc = text_in(json, "idesc"); idesc.size() == 8)
            if (const auto word = hex_at(idesc, 0, 8)) out.idesc = static_cast<std::uint32_t>(*word);
        if (out.uniform_read && !out.b) take_words(out);
        const auto a = threads_in(member(json, "a_registers"), 4);
        for (std::size_t i = 0; i < a.size(); i += 4) out.a_registers.push_back({a[i], a[i + 1], a[i + 2], a[i + 3]});
        out.metadata = threads_in(member(json, "metadata"), 1);
        out.memory = memory_of(json);
        recording.events.emplace_back(std::move(out));
        return {};
    }
    static void take_words(SeenMma& out) {
        const MmaWords words = words_of(out.at.text, out.uniform);
        out.a = words.a, out.b = words.b, out.idesc = words.idesc;
    }

    Answer<void> take_wait(const Json& json) {
        auto out = seen_in<SeenWait>(json, &Warp::at_wait);
        out.pending = static_cast<unsigned>(number_in(json, "pending"));
        out.d_first = static_cast<unsigned>(number_in(json, "d_first"));
        const std::uint64_t count = number_in(json, "d_count");
        if (count > kMostRegisters) return Refusal("an event 'wait' has ", count, " registers for each thread");
        out.d_count = static_cast<unsigned>(count);
        out.d = threads_in(member(json, "d"), count);
        if (out.d.empty() && member(json, "d") != nullptr) lose("D at a wait has another form than 128 texts.");
        out.memory = memory_of(json);
        recording.events.emplace_back(std::move(out));
        return {};
    }

    Answer<void> take_load(const Json& json) {
        SeenLoad out;
        out.at = place_in(json);
        out.warpgroup = static_cast<unsigned>(number_in(json, "warpgroup"));
        out.warp = static_cast<unsigned>(number_in(json, "thread")) / kThreadsOfWarp;
        const std::string text = text_in(json, "address");
        const auto address = hex_at(text, 0, text.size());
        const std::uint64_t first = number_in(json, "d_first"), count = number_in(json, "d_count");
        if (count > kMostRegisters || first > kMostRegisters)
            return Refusal("an event 'load' has ", count, " registers from ", first, " on");
        out.d_first = static_cast<unsigned>(first);
        out.d_count = static_cast<unsigned>(count);
        out.d = threads_in(member(json, "d"), count, kThreadsOfWarp);
        out.mmas = number_in(json, "mmas");
        const Json* lost = member(json, "lost");
        for (const Json& number : lost != nullptr && lost->is_array() ? *lost : Json::array())
            if (number.is_number_unsigned()) {
                if (out.lost.size() == kMostRegisters || number.get<std::uint64_t>() >= 2 * kMostRegisters)
                    return Refusal("an event 'load' has lost registers that no thread has");
                out.lost.push_back(number.get<unsigned>());
            }
        if (!address || text.size() > 8 || out.d.empty()) {
            lose(say("What '", printable(out.at.text), "' has read was not recorded whole."));
            return {};
        }
        out.address = static_cast<std::uint32_t>(*address);
        recording.events.emplace_back(std::move(out));
        return {};
    }

    std::string text_at(std::uint64_t pc, const Json& json) const {
        const auto found = std::ranges::find(recording.code, pc, [](const CodeMma& mma) { return mma.at.pc; });
        if (found != recording.code.end()) return found->at.text;
        for (const char* key : {"error_code", "code"})
            if (std::string text = listed_at(text_in(json, key), pc); !text.empty()) return text;
        return listed_at(recording.machine_code, pc);
    }

    void take_exception(const Json& json) {
        SeenException out;
        out.message = message_of(json);
        out.at.pc = pc_in(json, "errorpc").value_or(0);
        if (out.at.pc == 0) out.at.pc = pc_in(json, "pc").value_or(0);
        out.at.line = line_of(text_in(json, "line"));
        out.at.text = text_at(out.at.pc, json);
        out.memory = memory_of(json);
        const Json* groups = member(json, "warpgroups");
        if (groups != nullptr && groups->is_object())
            for (const auto& [number, group] : groups->items())
                if (auto mma = mma_of(number, group, json, out)) out.warpgroups.push_back(std::move(*mma));
        recording.events.emplace_back(std::move(out));
    }
    // No value: the warpgroup does not stand at an MMA.
    std::optional<SeenMma> mma_of(const std::string& number, const Json& group, const Json& json,
                                  const SeenException& exception) const {
        SeenMma out;
        const auto warpgroup = parse_number(number);
        out.at.pc = pc_in(group, "pc").value_or(0);
        const auto code = std::ranges::find(recording.code, out.at.pc, [](const CodeMma& mma) { return mma.at.pc; });
        if (!warpgroup || code == recording.code.end()) return std::nullopt;
        out.warpgroup = static_cast<unsigned>(*warpgroup);
        out.at = code->at;
        if (out.at.pc == exception.at.pc && out.at.line.empty()) out.at.line = exception.at.line;
        const Json* uniform = member(group, "ur");
        out.uniform = registers_in(uniform);
        out.uniform_read = uniform != nullptr && uniform->is_object();
        if (out.uniform_read) take_words(out);
        // The predicates are those of the warp in the focus of the debugger.
        const bool in_focus = pc_in(json, "pc") == out.at.pc && *warpgroup == 0;
        out.predicates = in_focus ? registers_in(member(json, "predicates")) : std::vector<Register>();
        out.predicates_read = in_focus && predicates_were_read(json);
        out.memory = exception.memory;
        return out;
    }
    // "CUDA_EXCEPTION_5, Warp Out-of-range Address"
    static std::string message_of(const Json& json) {
        constexpr std::string_view kSignal = "stopped with signal ", kCuda = "CUDA Exception: ";
        const std::string program = text_in(json, "program"), text = text_in(json, "text");
        if (const std::size_t at = program.find(kSignal); at != program.npos) {
            std::string_view out = std::string_view(program).substr(at + kSignal.size());
            out = trimmed(out.substr(0, out.find('\n')));
            if (out.ends_with('.')) out.remove_suffix(1);
            return std::string(out);
        }
        const std::size_t at = text.find(kCuda);
        const std::string_view said = trimmed(std::string_view(text).substr(at == text.npos ? 0 : at + kCuda.size()));
        return std::string(said.substr(0, said.find('\n')));
    }

    void take_hang(const Json& json) {
        SeenHang out;
        const Json *seconds = member(json, "seconds"), *places = member(json, "places");
        if (seconds != nullptr && seconds->is_number()) out.seconds = seconds->get<double>();
        for (const Json& place : places != nullptr && places->is_array() ? *places : Json::array()) {
            out.places.push_back({.warpgroup = static_cast<unsigned>(number_in(place, "warpgroup")),
                                  .warps = static_cast<unsigned>(number_in(place, "warps")),
                                  .at = place_in(place),
                                  .offset = text_in(place, "offset"),
                                  .loop = {},
                                  .held = is_true(place, "held")});
            const Json* loop = member(place, "loop");
            for (const Json& line : loop != nullptr && loop->is_array() ? *loop : Json::array())
                if (line.is_string()) out.places.back().loop.push_back(line.get<std::string>());
        }
        out.watched = member(json, "watched") == nullptr || is_true(json, "watched");
        recording.hang = std::move(out);
    }

    void skip(const Json& json) {
        constexpr std::uint64_t kMost = 1'000'000'000;
        skipped[static_cast<unsigned>(number_in(json, "warpgroup") % kMost)] +=
            static_cast<unsigned>(std::min(number_in(json, "mmas"), kMost));
    }

    void take_stop(const Json& json) {
        const Json* list = member(json, "warps");
        for (const Json& warp : list != nullptr && list->is_array() ? *list : Json::array()) {
            const std::uint64_t number = number_in(warp, "warp");
            if (number >= kMostWarps) continue;
            move(number, pc_in(warp, "pc").value_or(0));
            warps[number].thread = number_in(warp, "thread");
            warps[number].has_thread = member(warp, "thread") != nullptr;
        }
    }

    Answer<void> take(const Json& json) {
        const std::string event = text_in(json, "event");
        if (event.empty()) return Refusal("the line is no object with an 'event'");
        if (recording.events.size() >= kMostRecordedEvents)
            return Refusal("the recording has more than ", kMostRecordedEvents, " events");
        if (event == "mma") return take_mma(json);
        if (event == "wait") return take_wait(json);
        if (event == "load") return take_load(json);
        if (event == "exception") take_exception(json);
        if (event == "stop") take_stop(json);
        if (event == "hung") take_hang(json);
        if (event == "launch") take_launch(json);
        if (event == "info") take_info(json);
        if (event == "code") take_code(json);
        if (event == "skipped") skip(json);
        if (event == "shared_size") shared_size = number_in(json, "bytes");
        if (event == "exit") recording.ended = true;
        if (event == "error") lose(say(text_in(json, "where"), ": ", printable(text_in(json, "text"))));
        if (event == "constant_bank" && number_in(json, "bank") == 0)
            if (const auto bytes = file(json, kMostMemoryBytes))
                recording.constants.assign(bytes->begin(), bytes->end());
        if (event == "session")
            if (const Json* version = member(json, "version");
                version != nullptr && version->is_array() && !version->empty() && version->front().is_string())
                recording.debugger = version->front().get<std::string>();
        return {};
    }
};

namespace {

// A plain name in the folder, as it is or with ".gz".
Answer<std::string> file_in(const std::string& folder, const std::string& name, std::size_t most) {
    if (name.empty() || name.find_first_of("/\\") != name.npos || name.starts_with('.') || name.find('\0') != name.npos)
        return Refusal("'", printable(name), "' is no name of a file in the folder of the recording");
    const std::string path = folder + "/" + name;
    std::error_code ignored;
    const bool plain = std::filesystem::exists(path, ignored);
    return io::read_packed_text(plain ? path : path + ".gz", most);
}

// The same for a file that a line names: ".gz" is gzip, or it is not read.
Answer<std::string> named_file_in(const std::string& folder, const std::string& name, std::size_t most) {
    auto bytes = file_in(folder, name, most);
    const std::string path = folder + "/" + name, packed = path + ".gz";
    std::error_code ignored;
    if (!bytes || std::filesystem::exists(path, ignored) || !std::filesystem::is_regular_file(packed, ignored))
        return bytes;
    const auto stored = io::read_text(packed);
    if (!stored || io::is_gzip(*stored)) return bytes;
    return Refusal(packed, " is not compressed with gzip; plain bytes have the name ", name, ".");
}

}  // namespace

RecordingReader::RecordingReader(TakeFile take_file) : state_(std::make_unique<State>()) {
    state_->take_file = std::move(take_file);
    state_->recording.arch_known = false;
}
RecordingReader::RecordingReader(const std::string& folder)
    : RecordingReader(
          [folder](const std::string& name, std::size_t most) { return named_file_in(folder, name, most); }) {}
RecordingReader::~RecordingReader() = default;
RecordingReader::RecordingReader(RecordingReader&&) noexcept = default;
RecordingReader& RecordingReader::operator=(RecordingReader&&) noexcept = default;

const Recording& RecordingReader::recording() const { return state_->recording; }

Answer<void> RecordingReader::take(std::string_view line) {
    if (line.size() > kMostRecordedLine) return Refusal("a line has more than ", kMostRecordedLine, " bytes");
    const auto json = io::read_json(line);
    if (!json) return Refusal(json.why);
    return state_->take(*json);
}

Answer<Recording> read_recording(const std::string& folder, const std::stop_token& stop) {
    constexpr std::string_view kName = "recording.jsonl";
    const auto text = file_in(folder, std::string(kName), io::kMostFileBytes);
    if (!text) return Refusal(text.why);
    RecordingReader reader(folder);
    std::string_view rest = *text;
    for (std::size_t number = 1; !rest.empty(); ++number) {
        if (stop.stop_requested()) return Refusal("stopped");
        const std::size_t end = rest.find('\n');
        const std::string_view line = trimmed(rest.substr(0, end));
        rest.remove_prefix(end == rest.npos ? rest.size() : end + 1);
        if (line.empty()) continue;
        const auto taken = reader.take(line);
        if (!taken && end != rest.npos) return Refusal(folder, "/", kName, ", line ", number, ": ", taken.why);
    }
    return reader.recording();
}

}  // namespace tilescope::autopsy
