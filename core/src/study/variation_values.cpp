// core/src/study/variation_values.cpp -- reads the values of an item: ranges, lists, names, all.
// SPDX-License-Identifier: MIT
#include <tilescope/base/number.h>
#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/base/text.h>
#include <tilescope/study/variation.h>

#include <unordered_set>
#include <utility>

namespace tilescope {
namespace {

using Values = Answer<std::vector<std::string>>;
constexpr std::string_view kRaw = "raw:";

// A value without its spelling: "0x10" and "16" are one value.
std::string identity_of(std::string_view value) {
    const bool raw = value.starts_with(kRaw);
    const auto number = read_number(value.substr(raw ? kRaw.size() : 0));
    if (!number || number->negative) return lower(value);
    return say(raw ? kRaw : "", number->value);
}

class ValueReader {
public:
    explicit ValueReader(const AllValues& all) : all_(all) {}

    Values read(std::string_view text) {
        while (true) {
            const std::size_t comma = text.find(',');
            if (auto added = add_part(trimmed(text.substr(0, comma))); !added) return Values::refuse(added.why);
            if (comma == text.npos) return std::move(out_);
            text.remove_prefix(comma + 1);
        }
    }

private:
    Answer<void> add_part(std::string_view part) {
        if (part.empty())
            return Answer<void>::refuse("a value is empty; write values such as 8..256:8, 16,32,64 or all");
        if (part == "all") return add_all();
        if (part.find("..") != part.npos) return add_range(part);
        return add(part);
    }

    Answer<void> add_all() {
        const Values values = all_();
        if (!values) return Answer<void>::refuse(values.why);
        for (const std::string& value : *values)
            if (auto added = add(value); !added) return added;
        return {};
    }

    Answer<void> add_range(std::string_view part) {
        const auto refuse = [&](std::string_view why) {
            return Answer<void>::refuse(say("'", excerpt(part), "' ", why));
        };
        const std::string_view prefix = part.starts_with(kRaw) ? kRaw : std::string_view();
        std::string_view rest = part.substr(prefix.size());
        const std::size_t dots = rest.find(".."), colon = rest.find(':', dots);
        const std::string_view first_text = rest.substr(0, dots);
        const auto first = read_number(first_text), last = read_number(rest.substr(dots + 2, colon - dots - 2)),
                   step = read_number(colon == rest.npos ? "1" : rest.substr(colon + 1));
        if (!first || !last || !step || first->negative || last->negative || step->negative)
            return refuse("is not a range; write first..last or first..last:step, such as 8..256:8");
        if (step->value == 0) return refuse("has step 0; write a step from 1 on");
        if (first->value > last->value) return refuse("is empty; write the smaller number first");
        const bool in_hex = lower(trimmed(first_text)).starts_with("0x");
        if ((last->value - first->value) / step->value >= kMostVaried) return too_many();
        for (std::uint64_t i = 0, n = (last->value - first->value) / step->value; i <= n; ++i) {
            const std::uint64_t value = first->value + i * step->value;
            if (auto added = add(say(prefix, in_hex ? hex(value) : say(value)), say(prefix, value)); !added)
                return added;
        }
        return {};
    }

    Answer<void> add(std::string_view value) { return add(value, identity_of(value)); }

    Answer<void> add(std::string_view value, std::string identity) {
        if (!seen_.insert(std::move(identity)).second)
            return Answer<void>::refuse(say("the value ", excerpt(value), " is listed twice; list it once"));
        if (out_.size() == kMostVaried) return too_many();
        out_.emplace_back(value);
        return {};
    }

    static Answer<void> too_many() {
        return Answer<void>::refuse(say("there are more than ", kMostVaried, " values; write fewer"));
    }

    const AllValues& all_;
    std::unordered_set<std::string> seen_;
    std::vector<std::string> out_;
};

}  // namespace

Answer<std::vector<std::string>> read_values(std::string_view text, const AllValues& all) {
    return ValueReader(all).read(text);
}

}  // namespace tilescope
