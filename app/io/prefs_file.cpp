// app/io/prefs_file.cpp -- preferences on the user's disk.
// SPDX-License-Identifier: MIT
#include "app/io/prefs_file.h"

#include "app/io/file.h"

#include <tilescope/base/say.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace tilescope::io {
namespace {

using Json = nlohmann::ordered_json;
constexpr std::size_t kMostRecents = 12;

// The one list of what is kept; `io(key, member)` once a member.
template <class Io, class P>
void describe_prefs(Io& io, P& prefs) {
    io("theme", prefs.theme);
    io("scale", prefs.scale);
    io("rail", prefs.rail);
    io("side", prefs.side);
    io("drawer", prefs.drawer);
    io("rail_folded", prefs.rail_folded);
    io("drawer_folded", prefs.drawer_folded);
    io("reduced_motion", prefs.reduced_motion);
    io("recents", prefs.recents);
}

struct Writer {
    Json out = Json::object();
    void operator()(const char* key, const auto& value) { out[key] = value; }
};

// Preferences of another version are no mistake: what is of the right type is taken.
struct Reader {
    const Json& in;
    void operator()(const char* key, std::string& v) { take(key, &Json::is_string, v); }
    void operator()(const char* key, double& v) { take(key, &Json::is_number, v); }
    void operator()(const char* key, bool& v) { take(key, &Json::is_boolean, v); }
    void operator()(const char* key, std::vector<std::string>& v) {
        const auto found = in.find(key);
        if (found == in.end() || !found->is_array()) return;
        for (const Json& item : *found)
            if (item.is_string() && v.size() < kMostRecents) v.push_back(item.get<std::string>());
    }
    template <class T>
    void take(const char* key, bool (Json::*right_type)() const noexcept, T& value) {
        const auto found = in.find(key);
        if (found != in.end() && ((*found).*right_type)()) value = found->template get<T>();
    }
};

}  // namespace

std::string prefs_path() {
    const char* config = std::getenv("XDG_CONFIG_HOME");
    const char* home = std::getenv("HOME");
    if (config && *config) return say(config, "/tilescope/prefs.json");
    return home && *home ? say(home, "/.config/tilescope/prefs.json") : std::string();
}

Answer<PrefsFile> load_prefs(const std::string& path) {
    std::error_code unreadable;
    if (path.empty() || !std::filesystem::exists(path, unreadable)) return PrefsFile{};
    const Answer<std::string> text = read_text(path);
    if (!text) return Answer<PrefsFile>::refuse(text.why);
    const Json json = Json::parse(*text, nullptr, false);
    if (!json.is_object())
        return Answer<PrefsFile>::refuse(
            say(path, ": these are no preferences (not a JSON object); the defaults are used."));
    PrefsFile prefs;
    Reader reader{json};
    describe_prefs(reader, prefs);
    prefs.scale = std::clamp(prefs.scale, 0.75, 2.0);
    return prefs;
}

Answer<bool> save_prefs(const std::string& path, const PrefsFile& prefs) {
    if (path.empty()) return Answer<bool>::refuse("There is no home folder to keep preferences in.");
    std::error_code ignored;  // write_text() says what is missing
    std::filesystem::create_directories(std::filesystem::path(path).parent_path(), ignored);
    Writer writer;
    describe_prefs(writer, prefs);
    return write_text(path, writer.out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

}  // namespace tilescope::io
