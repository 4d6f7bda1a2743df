// app/cli/cute_args.cpp -- the options that give a CuTe layout.
// SPDX-License-Identifier: MIT
#include "app/cli/cute_args.h"
#include "app/cli/layout_args.h"
#include "app/cli/words.h"

#include <tilescope/base/number.h>
#include <tilescope/base/say.h>

#include <algorithm>

namespace tilescope::cli {

void declare_names(Verb& verb, CuteArgs& args) {
    verb.add_option("--let", args.names, "The value of a name in the text, such as --let SBO=512 --let m=16");
}

Answer<CuteText> cute_text_from(const CuteArgs& args) {
    using Text = Answer<CuteText>;
    const auto given = text_or_standard_input(args.text);
    if (!given) return Text::refuse(given.why);
    auto text = parse_cute(*given);
    if (!text) return text;
    std::vector<CuteName> values;
    for (const std::string& pair : args.names) {
        const std::size_t equals = pair.find('=');
        const auto value = parse_number(equals == pair.npos ? "" : std::string_view(pair).substr(equals + 1));
        if (!value || equals == 0) return Text::refuse(say("--let: '", pair, "' is not NAME=NUMBER, such as SBO=512"));
        const auto names = names_in(*text);
        if (std::ranges::find(names, pair.substr(0, equals)) == names.end())
            return Text::refuse(say("--let: the layout does not contain the name '", pair.substr(0, equals), "'"));
        values.push_back({std::string_view(pair).substr(0, equals), static_cast<std::int64_t>(*value)});
    }
    if (args.type.empty()) return with_names(*text, values);
    const auto type = type_named("--type", args.type);
    if (!type) return Text::refuse(type.why);
    values.push_back({"T", static_cast<std::int64_t>(elements_per_chunk(**type))});
    if (text->unit_bits == 0) text->unit_bits = (*type)->container_bits;
    return with_names(*text, values);
}

}  // namespace tilescope::cli
