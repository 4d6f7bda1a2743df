// core/src/rules/markdown.cpp -- the tables of rules and contradictions as Markdown, for tilescope's manual.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/rules/catalogue.h>

namespace tilescope {
namespace {

// The text of a table cell. Escapes each bar, because a bar ends a cell in Markdown.
std::string cell(std::string_view text) {
    std::string out;
    for (const char c : text) out += c == '|' ? std::string("\\|") : std::string(1, c);
    return out;
}

}  // namespace

std::string to_markdown(std::span<const RuleInfo> rules) {
    std::string out = "| rule | severity | applies to | problem | what to do | source |\n|---|---|---|---|---|---|\n";
    for (const RuleInfo& r : rules)
        out += say("| ", r.id, " | ", name_of(r.severity), " | ", cell(r.applies_to),
                   r.field.empty() ? "" : say(": `", r.field, "`"), " | ", cell(r.what), " | ", cell(r.fix), " | ",
                   cell(r.source), after_source(r.certainty), " |\n");
    return out;
}

std::string to_markdown(std::span<const Contradiction> contradictions) {
    std::string out =
        "| id | subject | interpretation A | interpretation B | default | reason | what would settle it |\n";
    out += "|---|---|---|---|---|---|---|\n";
    for (const Contradiction& c : contradictions)
        out += say("| ", c.id, " | ", cell(c.subject), " | ", cell(c.reading_a), " *", cell(c.source_a), "* | ",
                   cell(c.reading_b), " *", cell(c.source_b), "* | ", name_of(c.takes), " (", name_of(c.certainty),
                   ") | ", cell(c.why),
                   c.gpu_answer.empty()
                       ? ""
                       : say(" **Measured:** ", cell(c.gpu_answer), " *", cell(text_of(*c.asked.measurement())), "*"),
                   c.open.empty() ? "" : say(" **Open:** ", cell(c.open)), " | ", cell(c.decides), " |\n");
    return out;
}

}  // namespace tilescope
