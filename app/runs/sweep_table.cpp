// app/runs/sweep_table.cpp -- prints the sum of a sweep: tables, reasons, JSON, Markdown.
// SPDX-License-Identifier: MIT
#include "app/runs/sweep_sum.h"

#include "app/io/json_text.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>

#include <algorithm>

namespace tilescope::live {
namespace {

using Item = SweepSum::Item;

constexpr std::size_t kTableWidth = 100, kMostRows = 100, kWidestCell = 40;

// Fills a cell with blanks, on the left for numbers. Longer texts are cut.
std::string cell(std::string_view text, std::size_t width, bool to_right = false) {
    std::string out = excerpt(text, kWidestCell);
    if (out.size() > width) out.resize(width);
    const std::string blanks(width - out.size(), ' ');
    return to_right ? blanks + out : out + blanks;
}

std::string line(std::string text) {
    while (!text.empty() && text.back() == ' ') text.pop_back();
    return text + "\n";
}

std::size_t widest(const std::vector<std::string>& texts, std::size_t least) {
    for (const std::string& text : texts) least = std::max(least, excerpt(text, kWidestCell).size());
    return std::min(least, kWidestCell);
}

// A table with one column of counts for each way to end that occurs.
struct Count {
    std::string_view title;
    std::size_t Tally::*of;
};
constexpr Count kCounts[] = {{"equal", &Tally::equal},
                             {"different", &Tally::different},
                             {"refused", &Tally::refused},
                             {"not here", &Tally::lacking},
                             {"failed", &Tally::failed}};

// The rows that a table shows: all, or only those that are not all equal if there are many.
std::vector<std::size_t> rows_of(const Item& item, std::string& note) {
    std::vector<std::size_t> out;
    const bool many = item.values.size() > kMostRows;
    for (const std::size_t i : item.order())
        if (!many || item.tallies[i].equal != item.tallies[i].jobs()) out.push_back(i);
    if (!many) return out;
    const std::size_t equal = item.values.size() - out.size(), more = out.size() - std::min(out.size(), kMostRows);
    out.resize(out.size() - more);
    if (equal != 0) note += say("(", equal, " values of ", item.name, " are all equal)\n");
    if (more != 0) note += say("(", more, " more values of ", item.name, " are not all equal)\n");
    return out;
}

std::string counts_table(const Item& item) {
    std::string note, out;
    const std::vector<std::size_t> rows = rows_of(item, note);
    const std::size_t width = widest(item.values, item.name.size());
    out = cell(item.name, width);
    const auto occurs = [&](const Count& c) {
        return std::ranges::any_of(item.tallies, [&](const Tally& t) { return t.*c.of != 0; });
    };
    for (const Count& c : kCounts)
        if (occurs(c)) out += say("  ", cell(c.title, 9, true));
    out = line(out);
    for (const std::size_t i : rows) {
        std::string row = cell(item.values[i], width);
        for (const Count& c : kCounts)
            if (occurs(c)) row += say("  ", cell(say(item.tallies[i].*c.of), 9, true));
        out += line(row);
    }
    return out + note;
}

std::string one_item_table(const SweepSum& sum, const Item& item) {
    std::string note;
    const std::vector<std::size_t> rows = rows_of(item, note);
    const std::size_t width = widest(item.values, item.name.size());
    std::string out = line(say(cell(item.name, width), "  result"));
    for (const std::size_t i : rows) out += line(say(cell(item.values[i], width), "  ", sum.label({i})));
    return out + note;
}

// Rows are values of the first item, columns those of the second. If the columns do not fit, the table goes on below.
std::string matrix(const SweepSum& sum, const Item& down, const Item& across) {
    std::string note, out;
    const std::vector<std::size_t> rows = rows_of(down, note);
    const std::size_t width = widest(down.values, down.name.size());
    const std::vector<std::size_t> columns = across.order();
    std::vector<std::size_t> widths;
    for (const std::size_t c : columns) {
        std::size_t w = std::min(excerpt(across.values[c], kWidestCell).size(), kWidestCell);
        for (const std::size_t r : rows) w = std::max(w, std::min(sum.label({r, c}).size(), kWidestCell));
        widths.push_back(w);
    }
    constexpr std::size_t kMostBlocks = 8;
    std::size_t begin = 0;
    for (std::size_t block = 0; begin < across.values.size() && block < kMostBlocks; ++block) {
        std::size_t end = begin, used = width;
        while (end < across.values.size() && (end == begin || used + 2 + widths[end] <= kTableWidth))
            used += 2 + widths[end++];
        out += say(block == 0 ? "" : "\n", line(say(cell("", width), "  ", excerpt(across.name, kWidestCell))));
        std::string head = cell(down.name, width);
        for (std::size_t c = begin; c < end; ++c) head += say("  ", cell(across.values[columns[c]], widths[c]));
        out += line(head);
        for (const std::size_t r : rows) {
            std::string row = cell(down.values[r], width);
            for (std::size_t c = begin; c < end; ++c) row += say("  ", cell(sum.label({r, columns[c]}), widths[c]));
            out += line(row);
        }
        begin = end;
    }
    if (begin < across.values.size())
        note += say("(", across.values.size() - begin, " more values of ", across.name, ")\n");
    return out + note;
}

std::string different_text(const SweepRecord& r) {
    std::string out = say(printable(r.name), ": ", r.different, " of ", r.words, " words of D differ");
    if (r.cells != 0) out += say(", and ", r.cells, " other cells");
    if (r.most_ulps != 0) out += say(", by at most ", r.most_ulps, " ULP");
    for (const std::string& id : r.explained_by) out += say("; the open question ", printable(id), " explains it");
    return out;
}

}  // namespace

std::string table_of(const SweepSum& sum) {
    const auto items = sum.varied();
    if (sum.has_labels() && items.size() == 1) return one_item_table(sum, *items[0]);
    if (sum.has_labels() && items.size() == 2) return matrix(sum, *items[0], *items[1]);
    std::string out;
    for (const Item* item : items) out += say(out.empty() ? "" : "\n", counts_table(*item));
    return out;
}

std::string reasons_of(const SweepSum& sum) {
    std::string out;
    constexpr std::size_t kMostShown = 10;
    std::size_t shown = 0;
    for (const SweepRecord* r : sum.differing())
        if (shown++ < kMostShown) out += say(different_text(*r), "\n");
    if (sum.all().different > kMostShown) out += say(sum.all().different - kMostShown, " more jobs differ\n");
    for (const SweepSum::Group* g : sum.groups())
        out += say(row_of(g->outcome).id, ", ", g->jobs, g->jobs == 1 ? " job, " : " jobs, the first is ",
                   printable(g->first_job), ": ", excerpt(g->reason, 400), "\n");
    return out;
}

std::string sum_json(const SweepSum& sum) {
    using io::Json;
    const Tally& all = sum.all();
    Json items = Json::object(), reasons = Json::array(), differing = Json::array();
    for (const Item* item : sum.varied()) {
        Json values = Json::array();
        for (const std::size_t i : item->order()) {
            const Tally& t = item->tallies[i];
            values.push_back({{"value", item->values[i]},
                              {"equal", t.equal},
                              {"different", t.different},
                              {"refused", t.refused},
                              {"lacking", t.lacking},
                              {"failed", t.failed}});
        }
        items[item->name] = std::move(values);
    }
    for (const SweepSum::Group* g : sum.groups())
        reasons.push_back({{"outcome", row_of(g->outcome).id},
                           {"jobs", g->jobs},
                           {"first_job", g->first_job},
                           {"reason", g->reason}});
    for (const SweepRecord* r : sum.differing())
        differing.push_back({{"name", r->name}, {"different", r->different}, {"cells_different", r->cells}});
    return io::text_of_json({{"jobs", all.jobs()},
                             {"equal", all.equal},
                             {"different", all.different},
                             {"refused", all.refused},
                             {"lacking", all.lacking},
                             {"failed", all.failed},
                             {"repeated", sum.repeated()},
                             {"out_of_spec", sum.out_of_spec()},
                             {"devices", sum.devices()},
                             {"items", std::move(items)},
                             {"reasons", std::move(reasons)},
                             {"differing", std::move(differing)}});
}

std::string sum_markdown(const SweepSum& sum) {
    std::string out = "# A sweep on a GPU and on the model of tilescope\n\n";
    for (const std::string& device : sum.devices()) out += say("- GPU: ", printable(device), "\n");
    for (const Item* item : sum.varied())
        out += say("- varied: ", printable(item->name), ", ", item->values.size(), " values\n");
    out += say("- ", text_of(sum.all()), "\n");
    if (sum.out_of_spec() != 0)
        out += say("- ", sum.out_of_spec(), " jobs break rules of the instruction. They were requested anyway.\n");
    if (const std::string table = table_of(sum); !table.empty()) out += say("\n```\n", table, "```\n");
    if (const std::string reasons = reasons_of(sum); !reasons.empty()) out += say("\n```\n", reasons, "```\n");
    for (const SweepRecord* r : sum.differing()) {
        out += say("\n## ", printable(r->name), "\n\n");
        for (const std::string& sentence : r->comparison) out += printable(sentence) + "\n";
    }
    return out;
}

}  // namespace tilescope::live
