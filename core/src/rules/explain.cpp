// core/src/rules/explain.cpp -- finds the topic that a text means.
// SPDX-License-Identifier: MIT
#include "explain_parts.h"

#include <tilescope/base/number.h>
#include <tilescope/base/text.h>
#include <tilescope/hw/contradictions.h>

#include <algorithm>
#include <numeric>

namespace tilescope {
namespace {

// The families of topics. If a text has several meanings, explanation_of() returns them in this order.
constexpr void (*kTopicFamilies[])(Topics&, const ExplainOptions&) = {
    add_formats,    add_fields, add_rules, add_contradictions, add_kinds,  add_types,       add_archs, add_swizzles,
    add_qualifiers, add_places, add_words, add_measurements,   add_doubts, add_tensor_maps, add_leads};

Topics all_topics(const ExplainOptions& options) {
    Topics out;
    for (const auto family : kTopicFamilies) family(out, options);
    return out;
}

bool has_name(const Topic& topic, std::string_view key) {
    return std::ranges::any_of(topic.also, [&](const std::string& name) { return topic_key(name) == key; });
}

// Topics whose id is the key, then topics that have the key as another name.
std::vector<const Topic*> found_in(const Topics& topics, std::string_view key) {
    std::vector<const Topic*> out, others;
    for (const Topic& t : topics)
        if (topic_key(t.id) == key || has_name(t, key)) (topic_key(t.id) == key ? out : others).push_back(&t);
    out.insert(out.end(), others.begin(), others.end());
    return out;
}

// Topics that begin with the key, if there are only a few. Used if no topic has the name: "cta_group" finds both
// groups.
std::vector<const Topic*> begun_with(const Topics& topics, std::string_view key) {
    constexpr std::size_t kLeastKey = 3, kMost = 4;
    std::vector<const Topic*> out;
    if (key.size() < kLeastKey) return out;
    for (const Topic& t : topics)
        if (topic_key(t.id).starts_with(key)) out.push_back(&t);
    if (out.size() > kMost) out.clear();
    return out;
}

// Names that contain the text are nearer than names that only look similar.
std::size_t distance_to(const Topic& topic, std::string_view key) {
    const auto one = [&](const std::string& name) {
        const std::string other = topic_key(name);
        const bool part = key.size() > 2 && other.find(key) != other.npos;
        return part ? std::size_t{1} : edit_distance(key, other);
    };
    std::size_t out = one(topic.id);
    for (const std::string& name : topic.also) out = std::min(out, one(name));
    return out;
}

std::string nearest_topics(const Topics& topics, std::string_view key) {
    constexpr std::size_t kMost = 5, kLongest = 200;  // no topic has a longer name
    std::vector<std::pair<std::size_t, const Topic*>> near;
    if (key.size() > kLongest) return {};
    for (const Topic& t : topics)
        if (const std::size_t d = distance_to(t, key); d <= std::max<std::size_t>(1, key.size() / 3))
            near.emplace_back(d, &t);
    std::ranges::stable_sort(near, {}, [](const auto& n) { return n.first; });
    if (near.size() > kMost) near.resize(kMost);
    return list_of(near, [](const auto& n) { return n.second->id; });
}

constexpr std::string_view kTopicKinds =
    "fields (smem.swizzle), their values (smem.swizzle=128B), rules (L1), contradictions (X1), kinds, element types, "
    "targets, swizzle modes, qualifiers, layouts (layout A), measurements and open questions (g16)";

std::string unknown_topic(const Topics& topics, std::string_view text, const ExplainOptions& options) {
    constexpr std::size_t kShown = 60;  // letters to show of a string that is longer than any topic
    const std::string key = topic_key(text);
    const std::string quoted = say("'", text.substr(0, kShown), text.size() > kShown ? "..." : "", "'");
    if (key.empty()) return say("the topic is empty; topics are ", kTopicKinds);
    if (read_number(text)) return say(quoted, " is a number; use decode to read a word");
    const std::string elsewhere = list_of(kEditionNames, [&](const NamedValue& e) {
        ExplainOptions other = options;
        other.edition = static_cast<Edition>(e.raw);
        return found_in(all_topics(other), key).empty() ? std::string_view() : e.name;
    });
    if (!elsewhere.empty()) return say(quoted, " exists in edition ", elsewhere, " only");
    const std::string near = nearest_topics(topics, key);
    if (!near.empty()) return say(quoted, " is not a topic; similar topics: ", near);
    return say(quoted, " is not a topic; topics are ", kTopicKinds);
}

}  // namespace

std::string topic_key(std::string_view text) {
    std::string out;
    for (const char c : lower(text))
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '=') out += c;
    return out;
}

void also_see(Explanation& e, std::string_view topic) {
    if (topic != e.topic && std::ranges::find(e.see, topic) == e.see.end()) e.see.emplace_back(topic);
}

void see_contradictions(Explanation& e) {
    const std::string key = topic_key(e.topic);
    for (const Contradiction& c : kContradictions)
        for (const std::string_view concern : c.concerns)
            if (!concern.empty() && topic_key(concern) == key) also_see(e, c.id);
}

Answer<std::vector<Explanation>> explanation_of(std::string_view topic, const ExplainOptions& options) {
    const Topics topics = all_topics(options);
    const std::string key = topic_key(topic);
    std::vector<Explanation> out;
    if (!key.empty())
        for (const Topic* t : found_in(topics, key)) {
            out.push_back(t->explanation(options));
            see_contradictions(out.back());
        }
    if (!out.empty()) return out;
    std::string why;
    if (topic.find('=') != topic.npos) out = explain_assignment(topic, options, why);
    if (out.empty() && topic.find('=') == topic.npos)
        for (const Topic* t : begun_with(topics, key)) out.push_back(t->explanation(options));
    if (!out.empty()) return out;
    return Refusal(why.empty() ? unknown_topic(topics, topic, options) : why);
}

std::vector<std::string> explain_topics(const ExplainOptions& options) {
    std::vector<std::string> out;
    for (const Topic& t : all_topics(options)) out.push_back(t.id);
    return out;
}

std::size_t edit_distance(std::string_view from, std::string_view to) {
    std::vector<std::size_t> row(to.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < from.size(); ++i) {
        std::size_t diagonal = row[0]++;
        for (std::size_t j = 0; j < to.size(); ++j) {
            const std::size_t above = row[j + 1];
            row[j + 1] = std::min({diagonal + (from[i] != to[j]), above + 1, row[j] + 1});
            diagonal = above;
        }
    }
    return row.back();
}

}  // namespace tilescope
