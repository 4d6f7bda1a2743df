// app/autopsy/session_files.cpp -- writes the chains of a recording as sessions with their arrays.
// SPDX-License-Identifier: MIT
#include "app/autopsy/session_files.h"

#include "app/io/npy.h"
#include "app/io/session_file.h"

#include <tilescope/autopsy/chain_session.h>
#include <tilescope/base/say.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <utility>

namespace tilescope::autopsy {
namespace {

constexpr std::string_view kStoppedWriting = "stopped";
constexpr std::string_view kByteType = "e4m3";  // one whose words are bytes: |u1

class Writer {
public:
    explicit Writer(const std::string& folder) : folder_(folder) {
        std::error_code failed;
        // With its name misspelled, the folder above is missing.
        is_new_ = std::filesystem::create_directory(folder, failed);
    }
    ~Writer() {
        std::error_code ignored;
        for (const std::string& name : out_.written) std::filesystem::remove(path(name), ignored);
        if (is_new_) std::filesystem::remove(folder_, ignored);  // it stays if it has files
    }
    Writer& operator=(Writer&&) = delete;  // nor any other copy

    Answer<void> array(const std::string& name, const RecipeWords& words, std::string_view type) {
        out_.written.push_back(name);
        return io::save_npy(path(name), words, type);
    }

    Answer<void> session(ChainSession part, const std::string& name) {
        const Derived derived = derive(part.session);
        for (const RecipeRow& row : kRecipes) {
            const RecipeWords& words = part.files[static_cast<std::size_t>(row.of)];
            if (words.rows == 0) continue;
            const RecipeSize size = recipe_size(derived, row.of);
            if (auto done = array(part.session.recipe_of(row.of).file, words, size.type); !done) return done;
        }
        if (!part.memory.empty())
            if (auto done = memory(part); !done) return done;
        if (part.measured)
            if (auto done = array(part.session.recorded.d, part.d, part.d_type); !done) return done;
        out_.written.push_back(say(name, ".json"));
        return io::save_session(path(out_.written.back()), {.session = part.session});
    }

    void note_missing(std::string sentence) { out_.missing.push_back(std::move(sentence)); }
    SessionFiles finished() { return std::exchange(out_, {}); }

private:
    // Bytes, where all are known; else numbers. Sessions with the same memory name one file.
    Answer<void> memory(ChainSession& part) {
        const bool all = std::ranges::find(part.memory, -1) == part.memory.end();
        const RecipeWords words{1, static_cast<unsigned>(part.memory.size()), {part.memory.begin(), part.memory.end()}};
        std::string& name = part.session.recorded.memory;
        const auto [same, is_new] = memories_.try_emplace(part.memory, name);
        name = same->second;
        return is_new ? array(name, words, all ? kByteType : "s32") : Answer<void>();
    }

    std::string path(const std::string& name) const { return (std::filesystem::path(folder_) / name).string(); }

    std::string folder_;
    bool is_new_ = false;
    std::map<std::vector<std::int32_t>, std::string> memories_;  // the names of their files
    SessionFiles out_;                                           // until it is finished
};

}  // namespace

Answer<SessionFiles> write_sessions(const std::string& folder, const Recording& recording,
                                    std::span<const Chain> chains, std::span<const Diagnosis> diagnoses,
                                    const std::stop_token& stop) {
    Writer writer(folder);
    for (std::size_t i = 0; i < chains.size(); ++i) {
        const std::string name = say("chain", i);
        const auto sessions = sessions_of(recording, chains[i], name, stop);
        if (stop.stop_requested()) return Refusal(kStoppedWriting);
        if (!sessions) {
            writer.note_missing(say("chain ", i, ": ", sessions.why));
            continue;
        }
        for (std::size_t part = 0; part < sessions->size(); ++part)
            if (auto done = writer.session((*sessions)[part], part == 0 ? name : say(name, '-', part + 1)); !done)
                return Refusal(done.why);
    }
    for (const Diagnosis& diagnosis : diagnoses) {
        if (diagnosis.verdict != Verdict::wrong || diagnosis.chain >= chains.size()) continue;
        const std::string name = say("chain", diagnosis.chain, "-written");
        const auto session = written_session(recording, chains[diagnosis.chain], diagnosis.faults, name, stop);
        if (stop.stop_requested()) return Refusal(kStoppedWriting);
        if (!session) continue;  // it would add nothing
        if (auto done = writer.session(*session, name); !done) return Refusal(done.why);
    }
    return writer.finished();
}

}  // namespace tilescope::autopsy
