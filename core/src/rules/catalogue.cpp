// core/src/rules/catalogue.cpp -- the list of all rules that the program can report, from all tables.
// SPDX-License-Identifier: MIT
#include "tables.h"

#include <tilescope/formats/smem.h>
#include <tilescope/layout/tensor_map_rules.h>
#include <tilescope/notation/questions.h>
#include <tilescope/rules/accept_rules.h>
#include <tilescope/rules/catalogue.h>
#include <tilescope/rules/place_rules.h>
#include <tilescope/rules/tma_rules.h>
#include <tilescope/rules/value_rules.h>

#include <algorithm>
#include <tuple>

namespace tilescope {
namespace {

// The names of WordRule::format that users read.
struct SubjectRow {
    std::string_view format, name;
};
constexpr SubjectRow kSubjects[] = {{"idesc", "idesc, kinds without block scaling"},
                                    {"idesc-any", "idesc, every kind"},
                                    {"idesc-scaled", "idesc, block-scaled kinds"},
                                    {"idesc-mxf4", "idesc, kinds mxf4 and mxf4nvf4"},
                                    {"idesc-mxf8f6f4", "idesc, kind mxf8f6f4"}};

std::string_view subject_of(std::string_view format) {
    for (const SubjectRow& row : kSubjects)
        if (row.format == format) return row.name;
    return format;
}

RuleInfo info_of(const WordRule& r) {
    return {.id = r.id,
            .applies_to = subject_of(r.format),
            .severity = r.severity,
            .certainty = r.certainty,
            .field = r.field,
            .what = r.what,
            .fix = r.fix,
            .source = r.source};
}

RuleInfo info_of(const MmaRule& r) {
    return {.id = r.id,
            .applies_to = r.opcode == Opcode::wgmma ? "wgmma instruction" : "instruction",
            .severity = r.severity,
            .certainty = r.certainty,
            .field = r.field,
            .what = r.what,
            .fix = r.fix,
            .source = r.source};
}

// Sorts F before L before T before A, then by number.
std::tuple<std::size_t, std::size_t, std::string_view> place_of(const RuleInfo& r) {
    return {std::string_view("FLTA").find(r.id.front()), r.id.size(), r.id};
}

}  // namespace

bool shows_in(const MmaRule& r, const Format& format) {
    if (r.part == MmaPart::idesc) return !format.kind.empty();
    if (r.part == MmaPart::zcm) return format.id == "zcm";
    return r.part != MmaPart::line && family_reading(format.id) != nullptr;
}

std::vector<RuleInfo> rule_catalogue() {
    std::vector<RuleInfo> out;
    for (const std::span<const RuleInfo> table :
         {std::span<const RuleInfo>(kTableRules), std::span<const RuleInfo>(kAddressRules),
          std::span<const RuleInfo>(kPlaceRules), std::span<const RuleInfo>(kReadingRules),
          std::span<const RuleInfo>(kTmaRules), std::span<const RuleInfo>(kTensorMapRules),
          std::span<const RuleInfo>(kValueRules), std::span<const RuleInfo>(kAcceptRules),
          std::span<const RuleInfo>(kQuestions), std::span<const RuleInfo>(kSpillRules)})
        out.insert(out.end(), table.begin(), table.end());
    // This rule has the certainty of the field, as codec.cpp says; word/ knows no measurement.
    std::ranges::find(out, kInertFieldRule.applies_to, &RuleInfo::applies_to)->certainty = kWgmmaMeasured;
    for (const WordRule* r : all_rules()) out.push_back(info_of(*r));
    for (const MmaRule* r : all_mma_rules()) out.push_back(info_of(*r));
    std::ranges::stable_sort(out, {}, place_of);
    return out;
}

std::vector<RuleInfo> rules_checking(const Format& format) {
    std::vector<RuleInfo> out;
    for (const WordRule* r : all_rules())
        if (looks_at(*r, format) && std::ranges::find(out, r->id, &RuleInfo::id) == out.end())
            out.push_back(info_of(*r));
    return out;
}

std::vector<RuleInfo> rules_about(const Format& format, std::string_view field) {
    std::vector<RuleInfo> out;
    const auto add = [&](const RuleInfo& r) {
        if (std::ranges::find(out, r.id, &RuleInfo::id) == out.end()) out.push_back(r);
    };
    for (const WordRule* r : all_rules())
        if (r->field == field && applies(*r, format)) add(info_of(*r));
    for (const MmaRule* r : all_mma_rules())
        if (r->field == field && shows_in(*r, format)) add(info_of(*r));
    return out;
}

}  // namespace tilescope
