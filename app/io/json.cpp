// app/io/json.cpp -- JSON: the only reader of documents from outside the program, and documents as text.
// SPDX-License-Identifier: MIT
#include "app/io/json.h"

#include <tilescope/base/number.h>
#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <vector>

namespace tilescope::io {
namespace {

constexpr std::size_t kLongestShown = 40;

// How far the library has read, and whether it goes on: the text ends where a stop finds it.
struct Progress {
    const char* seen;
    const std::stop_token& stop;
};

// An iterator over the text.
class Cursor {
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    Cursor(const char* at, Progress& progress) : at_(at), progress_(&progress) {}
    reference operator*() const { return *at_; }
    Cursor& operator++() {
        progress_->seen = ++at_;
        return *this;
    }
    Cursor operator++(int) {
        const Cursor before = *this;
        ++*this;
        return before;
    }
    friend bool operator==(const Cursor& a, const Cursor& b) {
        return a.at_ == b.at_ || a.progress_->stop.stop_requested();
    }
    friend bool operator!=(const Cursor& a, const Cursor& b) { return !(a == b); }

private:
    const char* at_;
    Progress* progress_;
};

constexpr std::string_view kBlanks = " \t\r\n", kSigns = "[]{},:\"";

// Builds the document, and finds the first error of a text that has one.
class JsonBuilder {
public:
    JsonBuilder(std::string_view text, const std::stop_token& stop) : text_(text), progress_{text.data(), stop} {}

    bool is_good() { return Json::sax_parse(begin(), end(), this); }
    Json&& built() { return std::move(document_); }  // of a good text

    std::size_t mistake_at() const { return mistake_at_; }
    const std::string& mistake() const { return mistake_; }

    // Called by the library; the library defines the names.
    bool null() { return value(position(), nullptr); }
    bool boolean(bool x) { return value(position(), x); }
    bool number_integer(std::int64_t x) { return value(end_of_number(), x); }
    bool number_unsigned(std::uint64_t x) { return value(end_of_number(), x); }
    bool number_float(double x, const std::string&) { return value(end_of_number(), x); }
    bool string(std::string& x) { return value(position(), std::move(x)); }
    bool binary(Json::binary_t&) { return false; }  // a text has none
    bool start_object(std::size_t) { return open(Json::object()); }
    bool start_array(std::size_t) { return open(Json::array()); }
    bool end_object() { return close(); }
    bool end_array() { return close(); }
    bool key(std::string& name);
    bool parse_error(std::size_t position, const std::string&, const Json::exception& error);

private:
    enum class Last { nothing, opened, key, value };
    struct Level {
        Json& node;  // an open list or object. It does not move: what holds it grows after it is closed
        std::set<std::string> keys;
    };

    Cursor begin() { return {text_.data(), progress_}; }
    Cursor end() { return {text_.data() + text_.size(), progress_}; }
    std::size_t position() const { return static_cast<std::size_t>(progress_.seen - text_.data()); }
    // The library has already read the character after the number, if there is one.
    std::size_t end_of_number() const {
        return position() < text_.size() ? position() - 1 : text_.find_last_of("0123456789") + 1;
    }
    void seen(Last what, std::size_t end) {
        last_ = what;
        last_end_ = end;
    }
    template <class... Parts>
    bool refuse(std::size_t at, const Parts&... parts) {
        mistake_at_ = at;
        mistake_ = say(parts...);
        return false;
    }
    Json& place() {
        if (levels_.empty()) return document_;
        Json& node = levels_.back().node;
        return node.is_object() ? node.get_ref<Json::object_t&>().back().second : node.emplace_back();
    }
    bool value(std::size_t end, Json x) {
        seen(Last::value, end);
        if (++values_ > kMostJsonValues)
            return refuse(end - 1, "the text has more than ", kMostJsonValues, " values, which is the limit");
        newest_ = &place();
        *newest_ = std::move(x);
        return true;
    }
    bool open(Json empty) {
        if (!value(position(), std::move(empty))) return false;
        if (levels_.size() == kDeepestJson)
            return refuse(position() - 1, "lists and objects are nested more than ", kDeepestJson,
                          " levels deep, which is the limit");
        levels_.push_back({*newest_, {}});
        seen(Last::opened, position());
        return true;
    }
    bool close() {
        levels_.pop_back();
        seen(Last::value, position());
        return true;
    }
    std::string_view expected(bool separated) const;

    std::string_view text_;
    Progress progress_;
    Json document_;
    Json* newest_ = nullptr;
    std::vector<Level> levels_;
    std::size_t values_ = 0, last_end_ = 0, mistake_at_ = 0;
    Last last_ = Last::nothing;
    std::string mistake_;
};

bool JsonBuilder::key(std::string& name) {
    seen(Last::key, position());
    // The library has read up to the quote at the end of the key. The quote at its start has an even number of
    // backslashes before it.
    std::size_t quote = position() - 1;
    for (bool escaped = true; escaped;) {
        quote = text_.rfind('"', quote - 1);
        const std::size_t plain = text_.find_last_not_of('\\', quote - 1);
        escaped = (quote - 1 - plain) % 2 != 0;
    }
    std::set<std::string>& keys = levels_.back().keys;
    if (!keys.insert(name).second) return refuse(quote, "the key '", clipped(name), "' occurs twice; write it once");
    if (keys.size() > kMostJsonKeys)
        return refuse(quote, "this object has more than ", kMostJsonKeys, " keys, which is the limit");
    levels_.back().node.get_ref<Json::object_t&>().emplace_back(name, nullptr);
    return true;
}

// Returns what JSON allows at this position. `separated`: a comma or a colon is before the position.
std::string_view JsonBuilder::expected(bool separated) const {
    const bool object = !levels_.empty() && levels_.back().node.is_object();
    switch (last_) {
    case Last::nothing: return "a value";
    case Last::opened: return object ? "a key in double quotes, or '}'" : "a value, or ']'";
    case Last::key: return separated ? "a value" : "':' and a value";
    case Last::value: break;
    }
    if (levels_.empty()) return "the end of the text";
    if (separated) return object ? "a key in double quotes" : "a value";
    return object ? "',' or '}'" : "',' or ']'";
}

// Describes the first text after the last valid part as the error, because the library's message may start elsewhere.
bool JsonBuilder::parse_error(std::size_t position, const std::string&, const Json::exception& error) {
    constexpr int kNumberTooLarge = 406;
    std::size_t at = std::min(text_.find_first_not_of(kBlanks, last_end_), text_.size());
    const char separator = last_ == Last::key ? ':' : ',';
    const bool separated = (last_ == Last::key || (last_ == Last::value && !levels_.empty())) && at < text_.size() &&
                           text_[at] == separator;
    if (separated) at = std::min(text_.find_first_not_of(kBlanks, at + 1), text_.size());
    if (at == text_.size())
        return refuse(at, "this is not JSON: the text ends, but ", expected(separated), " is missing");
    const bool in_text = text_[at] == '"';
    const bool sign = !in_text && kSigns.find(text_[at]) != kSigns.npos;
    const std::size_t end = in_text ? position : sign ? at + 1 : text_.find_first_of(say(kBlanks, kSigns), at + 1);
    const std::string have = clipped(text_.substr(at, std::min(end, text_.size()) - at));
    if (error.id == kNumberTooLarge) return refuse(at, "the number ", have, " is too large");
    const bool whole = std::string_view(error.what()).find("invalid string") == std::string_view::npos;
    if (in_text && !whole)
        return refuse(at, "this is not JSON: the text ", have,
                      " does not end with '\"' on its line, or has a "
                      "character that needs a backslash, or is not UTF-8");
    return refuse(at, "this is not JSON: found '", have, "' instead of ", expected(separated));
}

std::string place_of(std::string_view text, std::size_t at, std::size_t first_line) {
    const std::string_view front = text.substr(0, at);
    const auto lines = static_cast<std::size_t>(std::ranges::count(front, '\n'));
    const std::size_t start = front.rfind('\n') == front.npos ? 0 : front.rfind('\n') + 1;
    return say("line ", first_line + lines, ", column ", at - start + 1);
}

}  // namespace

std::string clipped(std::string_view text) { return excerpt(text, kLongestShown); }

const Json* member(const Json& json, std::string_view key) {
    const auto found = json.is_object() ? json.find(std::string(key)) : json.end();
    return found == json.end() ? nullptr : &*found;
}

std::string text_in(const Json& json, std::string_view key) {
    const Json* text = member(json, key);
    return text && text->is_string() ? text->get<std::string>() : std::string();
}

std::string shown(const Json& json) { return clipped(line_of_json(json)); }

Json taken_from(Json& object, std::string_view key) {
    const auto found = object.find(std::string(key));
    if (found == object.end()) return nullptr;
    Json value = std::move(*found);
    object.erase(found);
    return value;
}

Json JsonMembers::take(std::string_view key, std::string_view needed_as) {
    if (!needed_as.empty() && !member(left, key)) refuse("the key ", key, " is missing; give ", needed_as);
    return taken_from(left, key);
}

std::uint64_t JsonMembers::number_in(const Json& value, std::string_view key, std::uint64_t most) {
    const auto read = value.is_string()            ? parse_number(value.get<std::string>())
                      : value.is_number_unsigned() ? Answer<std::uint64_t>(value.get<std::uint64_t>())
                                                   : Refusal("is not a number");
    if (read && *read <= most) return *read;
    refuse(key, ": ", shown(value), " is not a number from 0 to ", most);
    return 0;
}

Answer<Json> read_json(std::string_view text, std::size_t first_line, const std::stop_token& stop) {
    JsonBuilder builder(text, stop);
    const bool good = builder.is_good();
    if (stop.stop_requested()) return Refusal("the reading was stopped");
    if (good) return builder.built();
    return Refusal(place_of(text, builder.mistake_at(), first_line), ": ", builder.mistake());
}

void put_certainty(Json& out, Certainty certainty) {
    out["certainty"] = name_of(certainty);
    const Measurement* m = certainty.measurement();
    if (!m) return;
    out["measured"] = {{"gpu", m->on->name},
                       {"compute_capability", m->on->chip},
                       {"driver", m->on->driver},
                       {"date", m->on->date},
                       {"file", m->file}};
}

}  // namespace tilescope::io
