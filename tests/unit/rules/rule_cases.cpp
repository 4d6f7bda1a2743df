// tests/unit/rules/rule_cases.cpp -- reads tests/data/rules: cases that break a rule, and similar cases that do not.
// SPDX-License-Identifier: MIT
#include "tests/unit/rules/rule_cases.h"

#include <tilescope/base/number.h>
#include <tilescope/formats/formats.h>
#include <tilescope/notation/questions.h>
#include <tilescope/rules/place_rules.h>
#include <tilescope/rules/program_check.h>
#include <tilescope/rules/read_paste.h>
#include <tilescope/rules/text_rules.h>

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

namespace tilescope {
namespace {

using StoreOption = void (*)(RuleCase&, const std::string&);

std::uint64_t number(const std::string& text) { return *parse_number(text); }
unsigned small(const std::string& text) { return static_cast<unsigned>(number(text)); }

const std::map<std::string, StoreOption>& options() {
    // clang-format off
    static const std::map<std::string, StoreOption> table = {
        {"kind", [](RuleCase& c, const std::string& v) { c.kind = v; }},
        {"arch", [](RuleCase& c, const std::string& v) { c.arch = v, c.arch_given = true; }},
        {"edition", [](RuleCase& c, const std::string& v) { c.edition = *find_edition(v); }},
        {"severity", [](RuleCase& c, const std::string& v) { c.severity = v; }},
        {"meta", [](RuleCase& c, const std::string& v) { c.word = number(v); }},
        {"part", [](RuleCase& c, const std::string& v) { c.part = v; }},
        {"major", [](RuleCase& c, const std::string& v) { c.context.major = v == "k" ? Major::k : Major::mn; }},
        {"type", [](RuleCase& c, const std::string& v) { c.context.type = find_type(v); }},
        {"rows", [](RuleCase& c, const std::string& v) { c.context.rows = static_cast<int>(small(v)); }},
        {"cols", [](RuleCase& c, const std::string& v) { c.context.columns = static_cast<int>(small(v)); }},
        {"cta", [](RuleCase& c, const std::string& v) { c.context.cta_group = small(v); }},
        {"block", [](RuleCase& c, const std::string& v) { c.context.scale_block = small(v); }},
        {"ws", [](RuleCase& c, const std::string& v) { c.context.ws = small(v) != 0; }},
        {"sparse", [](RuleCase& c, const std::string& v) { c.context.sparse = small(v) != 0; }},
        {"tmem", [](RuleCase& c, const std::string& v) { c.context.a_in_tmem = small(v) != 0; }},
        {"m", [](RuleCase& c, const std::string& v) { c.context.mask_m = small(v); }},
        {"idesc", [](RuleCase& c, const std::string& v) { (c.subject == "mma" ? c.words.idesc : c.context.idesc) = number(v); }},
        {"a_desc", [](RuleCase& c, const std::string& v) { c.words.a_desc = number(v); }},
        {"b_desc", [](RuleCase& c, const std::string& v) { c.words.b_desc = number(v); }},
        {"zcm", [](RuleCase& c, const std::string& v) { c.words.zcm = number(v); }},
    };
    // clang-format on
    return table;
}

RuleCase case_of(const std::string& line) {
    RuleCase c;
    c.line = line;
    const std::size_t text = line.find(" :: ");
    if (text != line.npos) c.text = line.substr(text + 4);
    std::istringstream words(line.substr(0, text));
    std::string verdict, word;
    words >> verdict >> c.subject;
    EXPECT_TRUE(verdict == "breaks" || verdict == "spares") << line;
    c.breaks = verdict == "breaks";
    if (c.text.empty()) {
        words >> word;
        c.word = number(word);
    }
    for (std::string option; words >> option;) {
        const std::string key = option.substr(0, option.find('='));
        const auto row = options().find(key);
        EXPECT_TRUE(row != options().end()) << "unknown option " << key << ": " << line;
        if (row != options().end()) row->second(c, option.substr(key.size() + 1));
    }
    return c;
}

using Problems = std::vector<MmaProblem>;

Problems as_parts(std::vector<Problem> problems) {
    Problems out;
    for (Problem& p : problems) out.push_back({MmaPart::line, std::move(p)});
    return out;
}
Problems as_parts(std::optional<Problem> problem) {
    return problem ? Problems{{MmaPart::line, std::move(*problem)}} : Problems{};
}

const Format& format_of(const RuleCase& c) { return **find_format(c.subject, c.kind, c.edition); }

Problems of_word(const RuleCase& c) {
    WordContext context = c.context;
    context.arch = c.arch;
    return as_parts(check_word(decode(format_of(c), c.word), context));
}

Problems of_instruction(const RuleCase& c) {
    const auto line = parse_mma_line(c.text);
    EXPECT_TRUE(line) << c.line << ": " << line.why;
    return line ? check_mma(*line, c.words, c.arch, c.edition).problems : Problems{};
}

// In the file, " / " ends a line of the program.
Problems of_program(const RuleCase& c) {
    std::string text = c.text;
    for (std::size_t at = text.find(" / "); at != text.npos; at = text.find(" / ")) text.replace(at, 3, "\n");
    ProgramReport report = check_program(text, c.arch, c.edition, c.arch_given);
    Problems out = as_parts(std::move(report.problems));
    for (ProgramInstruction& i : report.instructions)
        out.insert(out.end(), i.report.problems.begin(), i.report.problems.end());
    return out;
}

// All words of a pasted text.
Problems of_paste(const RuleCase& c) {
    Problems out;
    for (FoundWord& w : paste(c.text).words)
        for (Problem& p : w.problems) out.push_back({MmaPart::line, std::move(p)});
    return out;
}

const std::map<std::string, Problems (*)(const RuleCase&)>& subjects() {
    static const std::map<std::string, Problems (*)(const RuleCase&)> table = {
        {"mma", of_instruction},
        {"address", [](const RuleCase& c) { return as_parts(check_address(c.word, c.arch)); }},
        {"columns", [](const RuleCase& c) { return as_parts(check_columns(c.word, c.arch)); }},
        {"metadata",
         [](const RuleCase& c) {
             const auto word = static_cast<std::uint32_t>(c.word);
             return as_parts(c.text.empty() ? check_metadata(word, c.kind)
                                            : check_metadata(word, *parse_mma_line(c.text)));
         }},
        {"kernel", [](const RuleCase& c) { return as_parts(check_kernel_text(c.text)); }},
        {"program", of_program},
        {"paste", of_paste},
    };
    return table;
}

const std::filesystem::path kFolder = TILESCOPE_SOURCE_DIR "/tests/data/rules";

// Stores the one_click of a problem in a word of the format.
void store(const MmaProblem& p, std::optional<std::uint64_t>& word, const Format& format) {
    if (word) word = set_field(field_in(format, p.problem.one_click->field), *word, p.problem.one_click->raw);
}

}  // namespace

std::vector<RuleCase> rule_cases(const std::string& id) {
    std::vector<RuleCase> out;
    std::ifstream in(kFolder / (id + ".txt"));
    for (std::string line; std::getline(in, line);)
        if (!line.empty() && line[0] != '#') out.push_back(case_of(line));
    return out;
}

std::vector<std::string> files_of_cases() {
    std::vector<std::string> out;
    for (const auto& entry : std::filesystem::directory_iterator(kFolder)) out.push_back(entry.path().stem().string());
    return out;
}

std::set<std::string> ids_with_cases() {
    std::set<std::string> out;
    for (const WordRule* r : all_rules()) out.insert(std::string(r->id));
    for (const MmaRule* r : all_mma_rules()) out.insert(std::string(r->id));
    for (const RuleInfo& r : kAddressRules) out.insert(std::string(r.id));
    for (const RuleInfo& r : kValueRules) out.insert(std::string(r.id));
    for (const RuleInfo& r : kSpillRules) out.insert(std::string(r.id));
    for (const RuleInfo& r : kAcceptRules) out.insert(std::string(r.id));
    return out;
}

std::vector<MmaProblem> problems_of(const RuleCase& c) {
    const auto row = subjects().find(c.subject);
    return row == subjects().end() ? of_word(c) : row->second(c);
}

const MmaProblem* problem_in(const std::vector<MmaProblem>& problems, const std::string& rule, const RuleCase& c) {
    for (const MmaProblem& p : problems) {
        const bool severe = c.severity.empty() || name_of(p.problem.severity) == c.severity;
        const bool there = c.part.empty() || name_of(p.part) == c.part;
        if (p.problem.rule == rule && severe && there) return &p;
    }
    return nullptr;
}

RuleCase with_fix(const RuleCase& c, const MmaProblem& p) {
    RuleCase out = c;
    if (c.subject != "mma") {
        out.word = set_field(field_in(format_of(c), p.problem.one_click->field), c.word, p.problem.one_click->raw);
        return out;
    }
    const bool hopper = c.text.find("wgmma") != c.text.npos;
    const Format& smem = **find_format(hopper ? "wgmma" : "smem", {}, c.edition);
    const auto line = parse_mma_line(c.text);
    if (p.part == MmaPart::a_desc) store(p, out.words.a_desc, smem);
    if (p.part == MmaPart::b_desc) store(p, out.words.b_desc, smem);
    if (p.part == MmaPart::zcm) store(p, out.words.zcm, **find_format("zcm", {}, c.edition));
    if (p.part == MmaPart::idesc) store(p, out.words.idesc, *idesc_format(line->kind, c.edition));
    return out;
}

}  // namespace tilescope
