// core/src/rules/explain_parts.h -- the families of topics. Each family loops over its tables.
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
    std::function<Explanation()> explanation;
};
using Topics = std::vector<Topic>;

// The key for comparing topics: only the letters (as lower case), the digits and '=' of the text.
std::string key_of(std::string_view text);

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

// The values that a field can have, as a whole sentence.
std::string range_text(const Field& field);

// Adds a topic to e.see, unless it is already there.
void also_see(Explanation& e, std::string_view topic);

// Adds the contradictions that concern this topic to e.see.
void see_contradictions(Explanation& e);

}  // namespace tilescope
