// core/src/view/set_view.cpp -- sets one member of the view state from text.
// SPDX-License-Identifier: MIT
#include <tilescope/base/number.h>
#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/base/text.h>
#include <tilescope/view/set_view.h>

#include <algorithm>
#include <span>

namespace tilescope {
namespace {

constexpr std::uint64_t kMostViewNumber = 0x7fffffff;

std::string name_key(std::string_view name) {
    std::string out = lower(name);
    std::ranges::replace(out, ' ', '_');
    return out;
}

std::string or_list(std::span<const NamedValue> names) {
    std::string out;
    for (const NamedValue& n : names) {
        const bool last = &n == &names.back();
        out += say(out.empty() ? "" : last ? " or " : ", ", n.name);
    }
    return out;
}

// Visits the members of a view state, and sets the one with the key.
struct ViewSetter {
    std::string_view key, value;
    bool found = false;
    std::string why;     // why this key does not have the value
    std::string values;  // what the values of this key are

    void name(std::string_view member_key, auto& member, std::span<const NamedValue> names) {
        if (!is(member_key, or_list(names))) return;
        for (const NamedValue& n : names)
            if (name_key(n.name) == name_key(value)) {
                member = static_cast<std::remove_reference_t<decltype(member)>>(n.raw);
                return;
            }
        refuse();
    }
    void operator()(std::string_view member_key, unsigned& member) {
        if (!is(member_key, "a number")) return;
        const auto number = parse_number(value);
        if (number && *number <= kMostViewNumber)
            member = static_cast<unsigned>(*number);
        else
            refuse();
    }
    void operator()(std::string_view member_key, bool& member) {
        if (!is(member_key, "yes or no")) return;
        const std::string text = name_key(value);
        const bool yes = text == "yes" || text == "true" || text == "on" || text == "1";
        const bool no = text == "no" || text == "false" || text == "off" || text == "0";
        if (yes || no)
            member = yes;
        else
            refuse();
    }
    void operator()(std::string_view member_key, std::string& member) {
        if (is(member_key, "a string")) member = value;
    }
    void operator()(std::string_view member_key, Focus& member) {
        if (!is(member_key, "a place, such as A 3 24")) return;
        const auto focus = focus_from(value);
        if (focus)
            member = *focus;
        else
            why = say(key, ": ", focus.why);
    }

private:
    bool is(std::string_view member_key, std::string what) {
        if (name_key(key) != member_key) return false;
        values = std::move(what);
        return found = true;
    }
    void refuse() { why = say(key, ": '", excerpt(value), "' is not one of its values; use ", values); }
};

struct KeyList {
    std::vector<std::string> keys;
    void name(std::string_view key, const auto&, std::span<const NamedValue>) { keys.emplace_back(key); }
    void operator()(std::string_view key, const auto&) { keys.emplace_back(key); }
};

}  // namespace

std::vector<std::string> view_keys() {
    KeyList list;
    const ViewState view_state;
    describe_view_state(list, view_state);
    return list.keys;
}

std::string view_values(std::string_view key) {
    ViewSetter setter{.key = key, .value = {}};
    ViewState view_state;
    describe_view_state(setter, view_state);
    return setter.values;
}

Answer<ViewState> with_view_key(const ViewState& view_state, std::string_view key, std::string_view value) {
    ViewSetter setter{.key = key, .value = value};
    ViewState out = view_state;
    describe_view_state(setter, out);
    if (!setter.why.empty()) return Answer<ViewState>::refuse(setter.why);
    if (setter.found) return out;
    std::string known;
    for (const std::string& k : view_keys()) known += say(known.empty() ? "" : ", ", k);
    return Answer<ViewState>::refuse(say("'", excerpt(key), "' is not a key of a view; use one of: ", known));
}

Answer<ViewState> with_view_key(const ViewState& view_state, std::string_view text) {
    const std::size_t sign = text.find('=');
    if (sign == std::string_view::npos)
        return Answer<ViewState>::refuse(say("'", excerpt(text), "' sets nothing; write KEY=VALUE, such as k_step=1"));
    return with_view_key(view_state, trimmed(text.substr(0, sign)), trimmed(text.substr(sign + 1)));
}

}  // namespace tilescope
