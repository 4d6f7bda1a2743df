// core/src/rules/explain_parts.h -- families of topics; each loops over its tables.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/base/say.h>
#include <tilescope/rules/explain.h>
#include <tilescope/word/problem.h>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

struct Topic {
    std::string id;
    std::vector<std::string> also;  // other names
    std::function<Explanation()> tell;
};
using Topics = std::vector<Topic>;

// The letters and digits of a name, in small letters, and '=': what topics are compared by.
std::string key_of(std::string_view text);

void add_formats(Topics& out, const ExplainOptions& options);
void add_fields(Topics& out, const ExplainOptions& options);
void add_rules(Topics& out, const ExplainOptions& options);
void add_contradictions(Topics& out, const ExplainOptions& options);
void add_words(Topics& out, const ExplainOptions& options);  // severities, certainties, roles of fields
void add_kinds(Topics& out, const ExplainOptions& options);
void add_types(Topics& out, const ExplainOptions& options);
void add_archs(Topics& out, const ExplainOptions& options);
void add_swizzles(Topics& out, const ExplainOptions& options);
void add_qualifiers(Topics& out, const ExplainOptions& options);
void add_places(Topics& out, const ExplainOptions& options);  // layouts of Tensor Memory, shapes of ld and cp

// The explanations of "field=value", best first; empty where the left side names no field. `why` is the first refusal
// of a value.
std::vector<Explanation> explain_assignment(std::string_view text, const ExplainOptions& options, std::string& why);

// Appends a topic once.
void also_see(Explanation& e, std::string_view topic);

// The contradictions that name this topic.
void see_contradictions(Explanation& e);

// "a, b, c", without what has no text.
template <class List, class Text>
std::string joined(const List& list, Text text) {
    std::string out;
    for (const auto& item : list)
        if (const std::string each(text(item)); !each.empty()) out += say(out.empty() ? "" : ", ", each);
    return out;
}

}  // namespace tilescope
