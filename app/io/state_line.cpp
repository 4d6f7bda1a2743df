// app/io/state_line.cpp -- a session and its view state as one line of text: "ts1:...".
// SPDX-License-Identifier: MIT
#include "app/io/state_line.h"
#include "app/io/json.h"
#include "app/io/packing.h"

#include <tilescope/base/say.h>
#include <tilescope/base/text.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <vector>

namespace tilescope::io {
namespace {

constexpr std::string_view kVersionMark = "1";
constexpr std::size_t kCheckBytes = 3;
constexpr std::size_t kSurelyMeant = 24;  // so many characters after the mark are no time stamp and no register
constexpr std::size_t kHead = 8;          // characters, that tell how long the line is
constexpr std::size_t kMostCharacters = 4 * kMostStateBytes;  // more than deflate() writes for kMostStateBytes

constexpr std::string_view kTooCostly =
    "the lines before it have more text than the state lines of one text may have. Paste this line alone.";

std::string dictionary() { return say(kStatePhrases, kStateBase, kLookBase); }

// The low bytes of the check sum of the compressed bytes: a line has these.
std::uint32_t check_of(std::span<const std::uint8_t> bytes) { return crc32_of(as_text(bytes)) & 0xffffff; }

// A document that this program made.
Json document_in(std::string_view text) { return *read_json(text); }

// ---- the difference of two documents, and back: RFC 7396 ----

Json patch_from(const Json& base, const Json& to) {
    if (!base.is_object() || !to.is_object()) return to;
    Json patch = Json::object();
    for (const auto& [key, value] : to.items()) {
        const auto old = base.find(key);
        if (old == base.end())
            patch[key] = value.is_object() ? patch_from(Json::object(), value) : value;
        else if (*old != value)
            patch[key] = patch_from(*old, value);
    }
    for (const auto& [key, value] : base.items())
        if (!to.contains(key)) patch[key] = nullptr;
    return patch;
}

Json patched(Json base, const Json& patch) {
    if (!patch.is_object()) return patch;
    if (!base.is_object()) base = Json::object();
    for (const auto& [key, value] : patch.items()) {
        if (value.is_null())
            base.erase(key);
        else
            base[key] = patched(base.contains(key) ? base[key] : Json(), value);
    }
    return base;
}

// The document of a session file <-> the text that a line compresses. The reference is a difference from the session,
// because most often it is the session before an edit.
std::string compact_text(Json document) {
    const Json look = taken_from(document, "look"), reference = taken_from(document, "reference");
    Json patch = patch_from(document_in(kStateBase), document);
    if (!look.is_null()) patch["look"] = patch_from(document_in(kLookBase), look);
    if (document.erase("tilescope"); !reference.is_null()) patch["reference"] = patch_from(document, reference);
    return line_of_json(patch);
}

Answer<SessionFile> session_of_compact(std::string_view text, bool& new_name) {
    Answer<Json> patch = read_json(text);
    if (!patch) return Refusal(patch.why);
    if (!patch->is_object()) return Refusal("it has no object");
    const Json look = taken_from(*patch, "look"), reference = taken_from(*patch, "reference");
    Json document = patched(document_in(kStateBase), *patch);
    Json session = document;
    session.erase("tilescope");
    if (!look.is_null()) document["look"] = patched(document_in(kLookBase), look);
    if (!reference.is_null()) document["reference"] = patched(std::move(session), reference);
    return session_from_text(line_of_json(document), {}, &new_name);
}

// ---- a line in a text ----

bool is_line_start(std::string_view text, std::size_t at) {
    if (at == 0) return true;
    const char before = text[at - 1];
    return !digit64(before) || before == '_' || before == '-';
}

// "ts1:", "ts2:", "ts1%3A".
struct Mark {
    std::string_view version;
    std::size_t begin = 0, end = 0;
};
// Requires: "ts" is there.
std::optional<Mark> mark_at(std::string_view text, std::size_t at) {
    if (!is_line_start(text, at)) return std::nullopt;
    std::size_t end = at + 2;
    while (end < text.size() && end < at + 5 && is_digit(text[end])) ++end;
    const std::string_view version = text.substr(at + 2, end - at - 2);
    if (version.empty()) return std::nullopt;
    if (text.substr(end).starts_with(":")) return Mark{version, at, end + 1};
    const std::string_view escaped = text.substr(end, 3);
    return escaped == "%3A" || escaped == "%3a" ? std::optional(Mark{version, at, end + 3}) : std::nullopt;
}

// The first mark from a place on.
std::optional<Mark> next_mark(std::string_view text, std::size_t from, const std::stop_token& stop = {}) {
    for (std::size_t at = text.find("ts", from); at != text.npos && !stop.stop_requested();
         at = text.find("ts", at + 2))
        if (const auto mark = mark_at(text, at)) return mark;
    return std::nullopt;
}

// What a mail program adds to a line at its end and at the beginning of the next one.
constexpr std::string_view kBeforeBreak = " \t=\r", kBeforeQuoted = " \t>|";

// The place after a line break that a mail program has made, with its marks: " \r\n> > ". `at` if there is none.
std::size_t after_break(std::string_view text, std::size_t at) {
    const auto skip = [&](std::size_t from, std::string_view all) {
        return std::min(text.find_first_not_of(all, from), text.size());
    };
    const std::size_t end = skip(at, kBeforeBreak);
    if (end == text.size() || text[end] != '\n') return at;
    const std::size_t next = skip(end + 1, kBeforeQuoted);
    return next < text.size() && digit64(text[next]) ? next : at;
}

// How many characters a line has after its mark, once the first ones tell.
std::optional<std::size_t> wanted_characters(std::string_view characters) {
    std::size_t length = 0;
    const std::vector<std::uint8_t> bytes = from_base64url(characters.substr(0, kHead));
    for (std::size_t i = 0; i < std::min<std::size_t>(bytes.size(), 4); ++i) {
        length |= std::size_t{bytes[i] & 0x7fu} << 7 * i;
        if (bytes[i] < 0x80) return ((i + 1 + kCheckBytes + length) * 8 + 5) / 6;
    }
    return std::nullopt;
}

// The characters after the mark, without the breaks between them.
struct Characters {
    std::string text;
    std::optional<std::size_t> wanted;
    std::size_t end = 0, first_run = 0;
};
Characters characters_from(std::string_view text, std::size_t at) {
    Characters out{.text = {}, .wanted = {}, .end = at};
    bool broken = false;
    while (out.end < text.size() && out.text.size() < out.wanted.value_or(kMostCharacters)) {
        if (digit64(text[out.end])) {
            out.text += text[out.end++];
            out.first_run += !broken;
            if (!out.wanted) out.wanted = wanted_characters(out.text);
            continue;
        }
        const std::size_t next = after_break(text, out.end);
        if (next == out.end) break;
        out.end = next;
        broken = true;
    }
    return out;
}

template <class... Parts>
Refusal refused_line(const Parts&... why) {
    return Refusal("state line: ", why...);
}

// The compressed text of a line whose characters are all there and fit its check sum.
Answer<std::vector<std::uint8_t>> packed_text(const Mark& mark, const Characters& line, std::string_view rest) {
    constexpr std::string_view kCopyAgain = "Copy the whole line again.";
    if (mark.version != kVersionMark)
        return refused_line("it begins with ts", mark.version,
                            ":, and this program reads ts1:. Use a newer tilescope.");
    if (!line.wanted) return refused_line("its length cannot be read. ", kCopyAgain);
    if (line.text.size() < *line.wanted)
        return refused_line("it ends after ", line.text.size(), " of ", *line.wanted, " characters. ", kCopyAgain);
    if (!rest.empty() && digit64(rest.front()) && rest.front() != '_' && rest.front() != '-')
        return refused_line("it goes on after its ", *line.wanted, " characters. ", kCopyAgain);
    std::vector<std::uint8_t> bytes = from_base64url(line.text);
    const auto head =
        static_cast<std::size_t>(std::ranges::find_if(bytes, [](auto b) { return b < 0x80; }) - bytes.begin()) + 1;
    const auto packed = std::span(bytes).subspan(head + kCheckBytes);
    std::uint32_t check = 0;
    for (std::size_t i = 0; i < kCheckBytes; ++i) check |= std::uint32_t{bytes[head + i]} << 8 * i;
    if (check != check_of(packed) || to_base64url(bytes) != line.text)
        return refused_line("a character of it is wrong: its check sum does not fit. ", kCopyAgain);
    return std::vector<std::uint8_t>(packed.begin(), packed.end());
}

// `left` is what the text may still cost, before and after this line.
Answer<SessionFile> unpacked(std::span<const std::uint8_t> packed, std::size_t& left) {
    const Answer<std::string> compact = inflate(packed, dictionary(), kMostStateBytes);
    const std::size_t cost = compact ? compact->size() : kMostStateBytes;  // what is damaged can have been long
    left -= std::min(left, std::max(cost, kLeastStateCost));
    if (!compact) return refused_line(compact.why, ".");
    bool new_name = false;
    const Answer<SessionFile> file = session_of_compact(*compact, new_name);
    if (file) return file;
    return refused_line(file.why, ".", new_name ? " A newer tilescope may have written it." : "");
}

}  // namespace

Answer<std::string> state_line(const SessionFile& file) {
    const std::string text = compact_text(document_in(session_to_text(file)));
    if (text.size() > kMostStateBytes)
        return Refusal("a state line has at most ", kMostStateBytes, " bytes of text, and the notes make it ",
                       text.size(), "; shorten them, or save the session as a file");
    const std::vector<std::uint8_t> packed = deflate(text, dictionary());
    std::vector<std::uint8_t> bytes;
    std::size_t length = packed.size();
    for (; length >= 0x80; length >>= 7) bytes.push_back(static_cast<std::uint8_t>((length & 0x7f) | 0x80));
    bytes.push_back(static_cast<std::uint8_t>(length));
    const std::uint32_t check = check_of(packed);
    for (std::size_t i = 0; i < kCheckBytes; ++i) bytes.push_back(static_cast<std::uint8_t>(check >> 8 * i & 0xff));
    bytes.insert(bytes.end(), packed.begin(), packed.end());
    return say("ts", kVersionMark, ':', to_base64url(bytes));
}

std::vector<StateLine> state_lines_in(std::string_view text, const std::stop_token& stop) {
    std::vector<StateLine> out;
    std::size_t left = kMostStateLines * kLeastStateCost + text.size();
    const std::size_t first = std::min(text.find_first_not_of(" \t\r\n"), text.size());
    for (auto mark = next_mark(text, 0, stop); mark && out.size() < kMostStateLines;) {
        const Characters line = characters_from(text, mark->end);
        const auto packed = packed_text(*mark, line, text.substr(line.end));
        const bool costly = packed && left == 0;
        auto file = costly   ? Answer<SessionFile>(refused_line(kTooCostly))
                    : packed ? unpacked(*packed, left)
                             : Refusal(packed.why);
        const bool is_all = mark->begin == first && text.find_first_of(" \t", first) == text.npos;
        const bool is_meant = file || costly || is_all || line.first_run >= kSurelyMeant;
        if (is_meant) out.push_back({{mark->begin, line.end}, std::move(file)});
        if (costly) break;
        mark = next_mark(text, is_meant ? line.end : mark->end, stop);
    }
    return out;
}

CutStateLine cut_state_line(std::string_view text) {
    std::size_t from = 0;
    while (const auto mark = next_mark(text, from)) {
        from = mark->end;
        if (mark->version != kVersionMark) continue;
        const Characters line = characters_from(text, mark->end);
        const std::size_t has = line.text.size(), wanted = line.wanted.value_or(kHead);
        const std::string_view rest = text.substr(line.end);
        if (has < wanted && rest.find_first_not_of(" \t=\r\n") == rest.npos) {
            const bool goes_on = line.wanted && std::ranges::count(rest, '\n') <= 1;
            return {mark->begin, goes_on ? wanted - has : 0};
        }
        if (has == wanted) from = line.end;
    }
    return {};
}

std::size_t state_characters_in(std::string_view line) {
    const std::size_t begin = std::min(line.find_first_not_of(kBeforeQuoted), line.size());
    const std::size_t end = line.find_last_not_of(kBeforeBreak) + 1;  // npos + 1 is 0
    const std::string_view inside = line.substr(begin, std::max(begin, end) - begin);
    return std::ranges::all_of(inside, [](char c) { return bool{digit64(c)}; }) ? inside.size() : 0;
}

const StateLine* readable_line(const std::vector<StateLine>& lines) {
    const auto found = std::ranges::find_if(lines, [](const StateLine& line) { return bool(line.file); });
    return found == lines.end() ? nullptr : &*found;
}

Answer<SessionFile> session_in(std::string_view text, std::string_view path) {
    const auto told = [&](Answer<SessionFile> file, std::string_view end) {
        return file || path.empty() ? file : Refusal(path, ": ", file.why, end);
    };
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    const bool is_document = first != text.npos && text[first] == '{';
    const std::vector<StateLine> lines = is_document ? std::vector<StateLine>() : state_lines_in(text);
    if (lines.empty()) return told(session_from_text(text), ".");
    const StateLine* line = readable_line(lines);
    return line != nullptr ? line->file : told(lines.front().file, "");  // its sentence has an end
}

bool is_state_line(std::string_view argument) {
    std::error_code ignored;
    return !state_lines_in(argument).empty() && !std::filesystem::exists(std::filesystem::path(argument), ignored);
}

std::string files_beside(const Session& session) {
    std::vector<std::string> all;
    for (const RecipeRow& row : kRecipes)
        if (const Recipe& recipe = session.recipe_of(row.of); recipe.kind == RecipeKind::file)
            all.push_back(say(row.title, " (", recipe.file, ")"));
    const Recorded& recorded = session.recorded;
    if (!recorded.d.empty()) all.push_back(say("D as it was read (", recorded.d, ")"));
    if (!recorded.memory.empty()) all.push_back(say("shared memory (", recorded.memory, ")"));
    const std::string files = list_of(all, std::identity());
    return files.empty() ? "" : say("A state line does not contain files. These values need theirs: ", files, ".");
}

std::string about_line(const Session& session) {
    const std::string files = files_beside(session);
    return say("a state line: ", session.arch, ", kind ", session.variant.kind, ".", files.empty() ? "" : " ", files);
}

}  // namespace tilescope::io
