// core/src/rules/legality.cpp -- builds the legality tables of a query, in the order in which they are shown.
// SPDX-License-Identifier: MIT
#include "legality_tables.h"

#include <algorithm>
#include <array>

namespace tilescope {
namespace {

using Tables = std::vector<LegalityTable>;

void add_modes(const Judge& judge, Tables& out) {
    if (!judge.query().variant.a_in_tmem) out.push_back(modes_table(judge, LegalityWord::a_desc));
    out.push_back(modes_table(judge, LegalityWord::b_desc));
}

void add_types(const Judge& judge, Tables& out) {
    for (LegalityTable& table : type_tables(judge)) out.push_back(std::move(table));
}

void add_scales(const Judge& judge, Tables& out) {
    LegalityTable table = scales_table(judge);
    if (!table.rows.empty()) out.push_back(std::move(table));
}

struct Subject {
    std::string_view id;
    void (*add)(const Judge&, Tables&);
};
constexpr Subject kLegalitySubjects[] = {
    {"forms", [](const Judge& j, Tables& out) { out.push_back(forms_table(j)); }},
    {"kinds", [](const Judge& j, Tables& out) { out.push_back(kinds_table(j)); }},
    {"types", add_types},
    {"d", [](const Judge& j, Tables& out) { out.push_back(accumulator_table(j)); }},
    {"shape", [](const Judge& j, Tables& out) { out.push_back(shape_table(j)); }},
    {"k", [](const Judge& j, Tables& out) { out.push_back(k_table(j)); }},
    {"majors", [](const Judge& j, Tables& out) { out.push_back(majors_table(j)); }},
    {"modes", add_modes},
    {"modifiers", [](const Judge& j, Tables& out) { out.push_back(modifiers_table(j)); }},
    {"scales", add_scales},
};

constexpr auto kSubjectIds = [] {
    std::array<std::string_view, std::size(kLegalitySubjects)> out{};
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = kLegalitySubjects[i].id;
    return out;
}();

}  // namespace

std::span<const std::string_view> legality_subjects() { return kSubjectIds; }

Legality legality(const LegalityQuery& query, std::span<const std::string_view> subjects) {
    const Judge judge(query);
    Legality out{.form = judge.form(), .tables = {}};
    out.form.variant = query.variant;
    for (const Subject& subject : kLegalitySubjects)
        if (subjects.empty() || std::ranges::find(subjects, subject.id) != subjects.end())
            subject.add(judge, out.tables);
    return out;
}

}  // namespace tilescope
