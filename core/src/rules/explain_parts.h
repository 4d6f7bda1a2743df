// core/src/rules/explain_parts.h -- the families of topics. Each family loops over its tables.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/base/say.h>
#include <tilescope/rules/explain.h>
#include <tilescope/word/problem.h>

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tilescope {

struct Topic {
    std::string id;
    std::vector<std::string> also;  // other names
    std::function<Explanation(const ExplainOptions&)> explanation;
};
using Topics = std::vector<Topic>;

// Adds the topic of a row of a table, which `Explain` explains.
template <auto Explain, class Row>
void add_row(Topics& out, const Row& row, std::string_view id, std::vector<std::string> also = {}) {
    out.push_back({std::string(id), std::move(also), [&row](const ExplainOptions& o) { return Explain(row, o); }});
}

// The names of a list, some of which can be empty.
template <class List>
std::vector<std::string> names_in(const List& list, std::string_view except = {}) {
    std::vector<std::string> out;
    for (const std::string_view name : list)
        if (!name.empty() && name != except) out.emplace_back(name);
    return out;
}

// The beginning of an explanation: what a row says of itself.
template <class Row>
Explanation about(const Row& row, std::string_view topic, std::string_view title) {
    Explanation e{.topic = std::string(topic),
                  .title = std::string(title),
                  .paragraphs = {},
                  .facts = {},
                  .source = std::string(row.source),
                  .see = {}};
    if constexpr (requires { row.certainty; }) e.certainty = row.certainty;
    return e;
}

// The key for comparing topics: only the letters (as lower case), the digits and '=' of the text.
std::string topic_key(std::string_view text);

void add_formats(Topics& out, const ExplainOptions& options);
void add_fields(Topics& out, const ExplainOptions& options);
void add_rules(Topics& out, const ExplainOptions& options);
void add_contradictions(Topics& out, const ExplainOptions& options);
void add_words(Topics& out, const ExplainOptions& options);  // severities, certainties, roles of fields
void add_measurements(Topics& out, const ExplainOptions& options);
void add_doubts(Topics& out, const ExplainOptions& options);       // what no public model or document says about sums
void add_tensor_maps(Topics& out, const ExplainOptions& options);  // the 128 bytes of a CUtensorMap, not a word
void add_leads(Topics& out, const ExplainOptions& options);        // errors and instructions without a descriptor
void add_kinds(Topics& out, const ExplainOptions& options);
void add_types(Topics& out, const ExplainOptions& options);
void add_archs(Topics& out, const ExplainOptions& options);
void add_swizzles(Topics& out, const ExplainOptions& options);
void add_qualifiers(Topics& out, const ExplainOptions& options);
void add_places(Topics& out, const ExplainOptions& options);  // layouts of Tensor Memory, shapes of ld and cp

// The explanations of "field=value", best first. Returns an empty list if the left side names no field. `why` gets the
// first refusal of the value.
std::vector<Explanation> explain_assignment(std::string_view text, const ExplainOptions& options, std::string& why);

// Adds a topic to e.see, unless it is already there.
void also_see(Explanation& e, std::string_view topic);

// Adds the contradictions that concern this topic to e.see.
void see_contradictions(Explanation& e);

}  // namespace tilescope
