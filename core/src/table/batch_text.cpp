// core/src/table/batch_text.cpp -- a batch table as text: cells, sentences about marks, CSV and TSV.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/base/text.h>
#include <tilescope/table/batch_table.h>

#include <algorithm>

namespace tilescope {
namespace {

constexpr std::size_t kStepsInSentence = 4;

std::string lines_named(const BatchTable& table, std::uint32_t name) {
    return table.names[name].empty() ? "lines without a name" : say("lines named ", table.names[name]);
}

// "advances by 32 bytes", "advances by 32, 32, 960 and -1024 bytes in turn"
std::string advance_text(const Field& start, const BatchAdvance& a) {
    if (a.steps.size() > kStepsInSentence)
        return say("advances in a pattern that repeats after ", a.steps.size(), " words");
    const auto bytes = [&](std::int64_t raw) { return say(raw * (std::int64_t{1} << start.scale)); };
    return say("advances by ", list_of(a.steps, bytes, ", ", " and "), ' ', start.unit,
               a.steps.size() > 1 ? " in turn" : "");
}

std::string odd_sentence(const BatchTable& table, const BatchSheet& sheet, const BatchRow& row, const BatchUsual& u) {
    const Field& f = sheet.format->fields[u.field];
    return say("'", f.id, "' is ", shown_meaning_of(f, get_field(f, row.word)), ". It is ", shown_meaning_of(f, u.raw),
               " in ", u.having, " of ", u.all, " ", lines_named(table, u.name), ".");
}

// The odd groups of the row, without those whose field has an odd value already.
std::vector<const BatchGroup*> odd_groups_of(const BatchSheet& sheet, const BatchRow& row) {
    const auto at = static_cast<std::uint32_t>(&row - sheet.rows.data());
    std::vector<const BatchGroup*> out;
    for (const BatchGroup& group : sheet.groups) {
        const auto is_said = [&](const BatchUsual& u) { return u.name == row.name && u.field == group.field; };
        if (group.odd && std::ranges::binary_search(group.rows, at) && std::ranges::none_of(sheet.usual, is_said))
            out.push_back(&group);
    }
    return out;
}

std::string start_sentence(const BatchTable& table, const BatchSheet& sheet, const BatchRow& row) {
    const Field& start = field_in(*sheet.format, "start");
    const auto a = std::ranges::find(sheet.advances, row.name, &BatchAdvance::name);
    std::string out = say("'", start.id, "' is ", shown_meaning_of(start, get_field(start, row.word)), ", but ",
                          shown_meaning_of(start, *row.expected), " was expected. ");
    if (a == sheet.advances.end()) return out;
    out += say("The start of ", lines_named(table, row.name), " ", advance_text(start, *a));
    out += a->from_text ? ", as the text says. " : say(" in ", a->words - a->breaks, " of ", a->words, " words. ");
    return out + (row.goes_on ? "The other words follow this pattern as if this word had the expected start."
                              : "The words after it do not show where the pattern goes on.");
}

// All columns of the screen, and the constant fields that can have other values.
std::vector<BatchColumn> all_columns(const BatchSheet& sheet) {
    std::vector<BatchColumn> out = batch_columns(sheet);
    auto at = std::ranges::find(out, BatchColumnKind::verdict, &BatchColumn::kind);
    for (const std::size_t i : sheet.constant)
        if (sheet.format->fields[i].encoding != Encoding::fixed) at = out.insert(at, {BatchColumnKind::field, i}) + 1;
    return out;
}

void add_tsv_cell(std::string& out, std::string_view text) {
    for (const char c : text) out += c == '\t' || c == '\n' || c == '\r' ? ' ' : c;
}

}  // namespace

std::vector<BatchColumn> batch_columns(const BatchSheet& sheet) {
    std::vector<BatchColumn> out = {{BatchColumnKind::line}};
    if (sheet.has_repeats) out.push_back({BatchColumnKind::count});
    out.push_back({BatchColumnKind::name});
    out.push_back({BatchColumnKind::word});
    for (const std::size_t i : sheet.varying) out.push_back({BatchColumnKind::field, i});
    out.push_back({BatchColumnKind::verdict});
    if (sheet.has_text) out.push_back({BatchColumnKind::text});
    return out;
}

std::string_view title_of(const BatchSheet& sheet, const BatchColumn& column) {
    constexpr std::string_view kTitles[] = {"line", "count", "name", "word", "", "verdict", "text"};
    const std::string_view title = kTitles[static_cast<std::size_t>(column.kind)];
    return title.empty() ? sheet.format->fields[column.field].id : title;
}

std::string cell_of(const BatchTable& table, const BatchSheet& sheet, const BatchRow& row, const BatchColumn& column) {
    switch (column.kind) {
    case BatchColumnKind::line: return say(row.line);
    case BatchColumnKind::count: return say(row.count);
    case BatchColumnKind::name: return table.names[row.name];
    case BatchColumnKind::word: return hex_word(*sheet.format, row.word, row.unknown);
    case BatchColumnKind::verdict: return text_of(table.verdicts[row.verdict]);
    case BatchColumnKind::text: return table.texts[row.text].shown;
    case BatchColumnKind::field: break;
    }
    const Field& f = sheet.format->fields[column.field];
    return text_of(f, get_field(f, row.word), get_field(f, row.unknown));
}

std::string shown_cell_of(const BatchTable& table, const BatchSheet& sheet, const BatchRow& row,
                          const BatchColumn& column) {
    if (column.kind != BatchColumnKind::field) return cell_of(table, sheet, row, column);
    const Field& f = sheet.format->fields[column.field];
    return shown_text_of(f, get_field(f, row.word), get_field(f, row.unknown));
}

std::vector<BatchPlace> marked_rows(const BatchTable& table) {
    std::vector<BatchPlace> out;
    for (std::size_t s = 0; s < table.sheets.size(); ++s)
        for (std::uint32_t i = 0; table.sheets[s].marked > 0 && i < table.sheets[s].rows.size(); ++i)
            if (table.sheets[s].rows[i].is_marked()) out.push_back({s, i});
    std::ranges::stable_sort(out, {}, [&](const BatchPlace& p) { return table.sheets[p.sheet].rows[p.row].line; });
    return out;
}

std::string mark_in_brief(const BatchSheet& sheet, const BatchRow& row) {
    std::vector<std::string> out;
    const auto add = [&](const Field& f, std::uint64_t usual) {
        out.push_back(
            say(f.id, ' ', shown_text_of(f, get_field(f, row.word)), " instead of ", shown_text_of(f, usual)));
    };
    for (const BatchUsual& u : sheet.usual)
        if (u.name == row.name && (row.odd >> u.field & 1) != 0) add(sheet.format->fields[u.field], u.raw);
    for (const BatchGroup* group : odd_groups_of(sheet, row)) add(sheet.format->fields[group->field], group->other);
    if (row.expected) add(field_in(*sheet.format, "start"), *row.expected);
    if (row.odd_format) out.push_back(say("another format (", sheet.format->id, ")"));
    return list_of(out);
}

std::string text_of(const BatchSheet& sheet, const BatchGroup& group) {
    const Field& f = sheet.format->fields[group.field];
    const std::string value = shown_text_of(f, group.raw), other = shown_text_of(f, group.other),
                      named = say("words", group.name.empty() ? "" : " named ", group.name);
    if (group.few)
        return say(group.label, ": ", f.id, ' ', value, " in ", group.words, " of ", group.all, ' ', named, ", ", other,
                   group.words + group.others == group.all ? " in the others" : say(" in ", group.others, " others"));
    const std::string others = group.others_label.empty() ? std::string() : say(" (", group.others_label, ")");
    return say(f.id, " differs in ", named, ": ", other, " in ", group.others, others, ", ", value, " in ", group.words,
               " (", group.label, ")");
}

std::string count_of_words(std::size_t words, std::size_t different) {
    const std::string out = say(words, words == 1 ? " word" : " words");
    return different == words ? out : say(out, ", ", different, " different");
}

std::vector<std::string> marks_of(const BatchTable& table, const BatchSheet& sheet, const BatchRow& row) {
    std::vector<std::string> out;
    if (row.odd_format)
        out.push_back(say("Nearly all ", lines_named(table, row.name), " have another format than ", sheet.format->id,
                          sheet.format->kind.empty() ? "" : " ", sheet.format->kind, "."));
    for (const BatchUsual& u : sheet.usual)
        if (u.name == row.name && (row.odd >> u.field & 1) != 0) out.push_back(odd_sentence(table, sheet, row, u));
    for (const BatchGroup* group : odd_groups_of(sheet, row)) out.push_back(text_of(sheet, *group) + '.');
    if (row.expected) out.push_back(start_sentence(table, sheet, row));
    return out;
}

std::string change_before(const BatchSheet& sheet, std::size_t row) {
    const BatchRow& now = sheet.rows[row];
    std::size_t before = row;
    while (before > 0 && (before == row || sheet.rows[before].name != now.name)) --before;
    if (before == row || sheet.rows[before].name != now.name) return {};
    const std::string out = list_of(differences(sheet, sheet.rows[before], now), [](const BatchDifference& d) {
        return say(d.field, ' ', d.first, " -> ", d.second);
    });
    return out.empty() ? std::string(kUnchanged) : out;
}

std::vector<BatchDifference> differences(const BatchSheet& sheet, const BatchRow& first, const BatchRow& second) {
    std::vector<BatchDifference> out;
    for (const Field& f : sheet.format->fields) {
        const auto meaning = [&](const BatchRow& row) {
            return shown_meaning_of(f, get_field(f, row.word), get_field(f, row.unknown));
        };
        if (get_field(f, (first.word ^ second.word) | (first.unknown ^ second.unknown)) != 0)
            out.push_back({f.id, meaning(first), meaning(second)});
    }
    return out;
}

std::string batch_text(const BatchTable& table, const BatchSheet& sheet, const std::vector<BatchLine>& lines,
                       BatchForm form) {
    const bool csv = form == BatchForm::csv;
    const std::vector<BatchColumn> columns = all_columns(sheet);
    std::string out;
    const auto add = [&](std::string_view cell) { csv ? add_csv_cell(out, cell) : add_tsv_cell(out, cell); };
    const auto next = [&](bool last) { out += last ? (csv ? "\r\n" : "\n") : (csv ? "," : "\t"); };
    for (const BatchColumn& column : columns) add(title_of(sheet, column)), next(false);
    add("marks"), next(true);
    for (const BatchLine& line : lines) {
        if (line.count != 0) continue;  // the header of a group
        const BatchRow& row = sheet.rows[line.row];
        for (const BatchColumn& column : columns) add(cell_of(table, sheet, row, column)), next(false);
        add(list_of(marks_of(table, sheet, row), std::identity(), " ")), next(true);
    }
    return out;
}

}  // namespace tilescope
