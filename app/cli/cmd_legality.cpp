// app/cli/cmd_legality.cpp -- legality: prints what a kind on a target allows, as tables.
// SPDX-License-Identifier: MIT
#include "app/cli/verb.h"

#include <tilescope/hw/shapes.h>
#include <tilescope/rules/legality.h>

#include <algorithm>

namespace tilescope::cli {
namespace {

struct LegalityArgs {
    Variant variant;
    std::vector<std::string> tables;
};

constexpr std::size_t kWide = 12;  // columns; a wider table is printed as lists
constexpr std::size_t kLeast = 3;  // the width of "yes"

std::string sign_of(const LegalityCell& cell) {
    if (cell.verdict == LegalityVerdict::absent) return "";
    if (cell.text.empty())
        return cell.verdict == LegalityVerdict::allowed ? "yes" : cell.verdict == LegalityVerdict::doubtful ? "!" : "-";
    return say(cell.verdict == LegalityVerdict::refused ? "-" : "", cell.text,
               cell.verdict == LegalityVerdict::doubtful ? " !" : "");
}

// Returns the names of the columns. If the line is too long, removes the prefix that they share: 100a for sm_100a.
std::vector<std::string> headings(const LegalityTable& table, std::size_t titles) {
    constexpr std::size_t kLine = 100;
    std::size_t length = titles;
    for (const std::string& name : table.columns) length += 1 + name.size();
    std::vector<std::string> out = table.columns;
    const std::string prefix = out.empty() ? "" : out[0].substr(0, out[0].find('_') + 1);
    const bool shared = std::ranges::all_of(out, [&](const std::string& name) { return name.starts_with(prefix); });
    if (length > kLine && shared)
        for (std::string& name : out) name.erase(0, prefix.size());
    return out;
}

void print_grid(const LegalityTable& table, std::size_t titles) {
    std::vector<std::vector<std::string>> rows = {{table.rows_are}};
    for (const std::string& name : headings(table, titles)) rows.front().push_back(padded(name, kLeast));
    for (const LegalityRow& row : table.rows) {
        auto& cells = rows.emplace_back(1, row.title);
        for (const LegalityCell& cell : row.cells) cells.push_back(sign_of(cell));
    }
    for (const std::string& line : in_columns(rows, 1)) print(without_end_blanks(line), "\n");
}

// Prints one list for each row, such as "M 128    8, 16, 24 ... 256". The doubtful sizes are on the next line.
void print_lists(const LegalityTable& table, std::size_t titles) {
    for (const LegalityRow& row : table.rows) {
        std::vector<unsigned> allowed, doubtful;
        for (std::size_t c = 0; c < row.cells.size(); ++c) {
            const auto size = static_cast<unsigned>(std::stoul(table.columns[c]));
            if (row.cells[c].verdict == LegalityVerdict::allowed) allowed.push_back(size);
            if (row.cells[c].verdict == LegalityVerdict::doubtful) doubtful.push_back(size);
        }
        print(padded(row.title, titles), ' ',
              wrapped(allowed.empty() ? std::string("-") : list_sizes(allowed), titles + 1));
        if (!doubtful.empty()) print(std::string(titles, ' '), " ! ", wrapped(list_sizes(doubtful), titles + 3));
    }
}

// Prints each reason once, because a hundred cells of a table may have the same reason. --csv has all cells.
void print_reasons(const LegalityTable& table) {
    struct Reason {
        const LegalityCell* first;
        std::size_t cells = 0;
    };
    constexpr std::size_t kMost = 6;  // reasons of one rule
    std::vector<Reason> reasons;
    for (const LegalityRow& row : table.rows)
        for (const LegalityCell& cell : row.cells) {
            if (cell.verdict != LegalityVerdict::refused && cell.verdict != LegalityVerdict::doubtful) continue;
            const auto same = [&](const Reason& r) {
                return r.first->rule == cell.rule && r.first->verdict == cell.verdict && r.first->why == cell.why;
            };
            const auto of_rule = [&](const Reason& r) { return r.first->rule == cell.rule; };
            auto at = std::ranges::find_if(reasons, same);
            if (at == reasons.end() && std::ranges::count_if(reasons, of_rule) >= static_cast<std::ptrdiff_t>(kMost))
                at = std::prev(std::find_if(reasons.rbegin(), reasons.rend(), of_rule).base());
            if (at == reasons.end()) at = reasons.insert(at, Reason{&cell});
            ++at->cells;
        }
    for (const Reason& r : reasons) {
        const std::string head =
            say("  ", r.first->verdict == LegalityVerdict::refused ? "- " : "! ", padded(say(r.first->rule, " "), 5));
        print_after(head, r.first->why, r.cells > 1 ? say(" (the first of ", r.cells, " similar entries)") : "");
    }
}

void print_table(const LegalityTable& table) {
    std::size_t titles = table.rows_are.size();
    for (const LegalityRow& row : table.rows) titles = std::max(titles, row.title.size());
    print("\n", table.title, "\n");
    if (table.columns.size() > kWide && parse_number(table.columns.front()))  // lists are of sizes
        print_lists(table, titles);
    else
        print_grid(table, titles);
    print_reasons(table);
}

io::Report report_of(const LegalityQuery& query, const Legality& answer) {
    io::Report report{.facts = {{"kind", query.variant.kind},
                                {"target", query.arch},
                                {"form", name_of(answer.form.verdict)},
                                {"why", answer.form.verdict == LegalityVerdict::allowed ? "" : answer.form.why}},
                      .rows_name = "cells",
                      .columns = {"table", "row", "column", "verdict", "text", "rule", "why", "source", "certainty"}};
    for (const LegalityTable& table : answer.tables)
        for (const LegalityRow& row : table.rows)
            for (std::size_t c = 0; c < row.cells.size(); ++c) {
                const LegalityCell& cell = row.cells[c];
                if (cell.verdict == LegalityVerdict::absent) continue;
                report.rows.push_back({table.id, row.id, table.columns[c], name_of(cell.verdict), cell.text, cell.rule,
                                       cell.why, cell.source, name_of(cell.certainty)});
            }
    return report;
}

int run_legality(const LegalityArgs& args, const Globals& g) {
    const Variant& variant = args.variant;
    need(is_kind(variant.kind, g.edition));
    if (variant.cta_group != 1 && variant.cta_group != 2)
        throw refused("--cta-group must be 1 or 2, not ", variant.cta_group);
    std::vector<std::string_view> subjects(args.tables.begin(), args.tables.end());
    for (const std::string_view id : subjects) row_named("--table", id, legality_subjects(), std::identity());
    const LegalityQuery query{.edition = g.edition, .arch = g.arch, .variant = variant};
    const Legality answer = legality(query, subjects);
    if (g.json || g.csv) return print_report(report_of(query, answer), g);
    print("kind ", variant.kind, " on ", g.arch, ": ", name_of(answer.form.verdict), "\n");
    if (answer.form.verdict == LegalityVerdict::refused) print_wrapped(0, answer.form.rule, "  ", answer.form.why);
    print("Legend: yes = allowed, ! = doubtful, - = refused\n");
    for (const LegalityTable& table : answer.tables) print_table(table);
    return kDone;
}

}  // namespace

void declare_legality(Verb& verb) {
    LegalityArgs& args = verb.runs(run_legality);
    verb.add_option("--kind", args.variant.kind, "The .kind:: of the instruction (default f16)");
    verb.add_option("--cta-group", args.variant.cta_group, "1 (default) or 2");
    verb.add_flag("--ws", args.variant.ws, "The .ws form");
    verb.add_flag("--sparse", args.variant.sparse, "The .sp form");
    verb.add_flag("--a-in-tmem", args.variant.a_in_tmem, "A is in Tensor Memory (on Hopper: in registers)");
    verb.add_option("--table", args.tables, "Print only these tables (default: all)");
    verb.set_footer(
        say("Tables: ", wrapped(list_of(legality_subjects()), 8),
            "--arch selects the target. The rules of `tilescope rules` decide every entry of the tables.\n"));
}

}  // namespace tilescope::cli
