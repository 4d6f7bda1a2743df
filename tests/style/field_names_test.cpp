// tests/style/field_names_test.cpp -- every field that code asks for by its name exists in a format.
// SPDX-License-Identifier: MIT
//
// field() finds a wrong name at compile time, and field_in() ends the program. The other lookups answer 0 or null if a
// format lacks the field, because some fields exist in some formats only. So a name that no format has would be silent.
#include "tests/style/source_tree.h"

#include <tilescope/formats/formats.h>
#include <tilescope/formats/tensor_map.h>
#include <tilescope/word/codec.h>

#include <gtest/gtest.h>

#include <regex>
#include <set>
#include <string>

namespace tilescope::style {
namespace {

std::set<std::string> all_field_names() {
    std::set<std::string> out;
    const auto add = [&](const Format& format) {
        for (const Field& f : format.fields) out.emplace(f.id);
    };
    for (std::size_t e = 0; e <= static_cast<std::size_t>(kNewestEdition); ++e)
        for (const Format* format : all_formats(static_cast<Edition>(e))) add(*format);
    add(kTensorMapFormat);
    return out;
}

TEST(FieldNames, ThatCodeAsksForExist) {
    // The name is the last argument of a function, or the only one of a member or of a lambda. In app, members with
    // such names read JSON too.
    const std::regex function(
        R"re(\b(?:find_field|field_in|raw_or_0|value_or_0|raw_in|value_in|name_of_value|raw_of|idesc_flag|)re"
        R"re(idesc_name|with_field|own_code|any_code)\()re"
        R"re((?:[^"();]|\((?:[^"()]|\([^"()]*\))*\))*"([a-z]\w*)")re");
    const std::regex member(R"re(\b(?:raw|value|value_if|text|knows|means|bit|bytes|number)\("([a-z]\w*)")re");
    const std::set<std::string> known = all_field_names();
    std::size_t lookups = 0;
    for (const std::string_view folder : {"core/", "app/"})
        for (const SourceFile& file : sources_below(folder))
            for (std::size_t i = 0; i < file.lines.size(); ++i) {
                const std::string line = file.lines[i].substr(0, file.lines[i].find("// "));
                if (line.find("(\"") == line.npos && line.find(", \"") == line.npos) continue;
                for (const std::regex* lookup : {&function, &member}) {
                    if (lookup == &member && folder == "app/") continue;
                    for (std::sregex_iterator at(line.begin(), line.end(), *lookup), end; at != end; ++at, ++lookups)
                        EXPECT_TRUE(known.contains((*at)[1].str()))
                            << file.path << ":" << i + 1 << ": no format has a field '" << (*at)[1].str() << "'";
                }
            }
    EXPECT_GT(lookups, 350u) << "the patterns do not find the lookups";
}

}  // namespace
}  // namespace tilescope::style
