// core/src/rules/catalogue.cpp -- the list of all rules that the program can report, from all tables.
// SPDX-License-Identifier: MIT
#include "tables.h"

#include <tilescope/base/say.h>
#include <tilescope/base/text.h>
#include <tilescope/formats/smem.h>
#include <tilescope/layout/tensor_map_rules.h>
#include <tilescope/notation/questions.h>
#include <tilescope/rules/catalogue.h>
#include <tilescope/rules/place_rules.h>
#include <tilescope/rules/text_rules.h>

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

template <class Rule>
RuleInfo info_of(const Rule& r, std::string_view applies_to) {
    return {.id = r.id,
            .applies_to = applies_to,
            .severity = r.severity,
            .certainty = r.certainty,
            .field = r.field,
            .what = r.what,
            .fix = r.fix,
            .source = r.source};
}
RuleInfo info_of(const WordRule& r) { return info_of(r, subject_of(r.format)); }
RuleInfo info_of(const MmaRule& r) {
    return info_of(r, r.opcode == Opcode::wgmma ? "wgmma instruction" : "instruction");
}

// Adds the row, unless the list has its id.
void add_once(std::vector<RuleInfo>& list, const RuleInfo& r) {
    if (std::ranges::find(list, r.id, &RuleInfo::id) == list.end()) list.push_back(r);
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
        if (looks_at(*r, format)) add_once(out, info_of(*r));
    return out;
}

std::vector<RuleInfo> rules_about(const Format& format, std::string_view field) {
    std::vector<RuleInfo> out;
    for (const WordRule* r : all_rules())
        if (r->field == field && applies(*r, format)) add_once(out, info_of(*r));
    for (const MmaRule* r : all_mma_rules())
        if (r->field == field && shows_in(*r, format)) add_once(out, info_of(*r));
    return out;
}

std::string to_markdown(std::span<const RuleInfo> rules) {
    std::string out = "| rule | severity | applies to | problem | what to do | source |\n|---|---|---|---|---|---|\n";
    for (const RuleInfo& r : rules)
        out += say("| ", r.id, " | ", name_of(r.severity), " | ", markdown_cell(r.applies_to),
                   r.field.empty() ? "" : say(": `", r.field, "`"), " | ", markdown_cell(r.what), " | ",
                   markdown_cell(r.fix), " | ", markdown_cell(r.source), after_source(r.certainty), " |\n");
    return out;
}

std::string to_markdown(std::span<const Contradiction> contradictions) {
    std::string out =
        "| id | subject | interpretation A | interpretation B | default | reason | what would settle it |\n";
    out += "|---|---|---|---|---|---|---|\n";
    for (const Contradiction& c : contradictions)
        out += say("| ", c.id, " | ", markdown_cell(c.subject), " | ", markdown_cell(c.reading_a), " *",
                   markdown_cell(c.source_a), "* | ", markdown_cell(c.reading_b), " *", markdown_cell(c.source_b),
                   "* | ", name_of(c.takes), " (", name_of(c.certainty), ") | ", markdown_cell(c.why),
                   c.gpu_answer.empty() ? ""
                                        : say(" **Measured:** ", markdown_cell(c.gpu_answer), " *",
                                              markdown_cell(text_of(*c.asked.measurement())), "*"),
                   c.open.empty() ? "" : say(" **Open:** ", markdown_cell(c.open)), " | ", markdown_cell(c.decides),
                   " |\n");
    return out;
}

}  // namespace tilescope
