// app/panels/batch_state.cpp -- keeps the table of the last paste, and the lines that the panel shows of it.
// SPDX-License-Identifier: MIT
#include "app/panels/batch_state.h"

#include <tilescope/base/say.h>

#include <algorithm>
#include <tuple>
#include <utility>

namespace tilescope::ui {
namespace {

// "sbo 1024 bytes, swizzle 128B": the constant fields, without reserved bits as they must be.
std::string common_of(const BatchSheet& sheet) {
    std::string out;
    for (const std::size_t i : sheet.constant) {
        const Field& f = sheet.format->fields[i];
        const std::uint64_t raw = get_field(f, sheet.rows.front().word);
        if (f.encoding != Encoding::fixed || raw != f.want)
            out += say(out.empty() ? "The same in all: " : ", ", f.id, " ", meaning_of(f, raw));
    }
    return out;
}

std::string counts_of(const BatchSheet& sheet, const std::vector<BatchLine>& lines) {
    std::size_t rows = 0;
    for (const BatchLine& line : lines) rows += line.count == 0 ? 1 : 0;
    // By name and bits: a long text is read in parts, and each part has its own list of words.
    std::vector<std::tuple<std::uint32_t, std::uint64_t, std::uint64_t>> seen;
    seen.reserve(sheet.rows.size());
    for (const BatchRow& row : sheet.rows) seen.emplace_back(row.name, row.word, row.unknown);
    std::ranges::sort(seen);
    const auto end = std::unique(seen.begin(), seen.end());
    const std::string all = count_of_words(sheet.rows.size(), static_cast<std::size_t>(end - seen.begin()));
    std::string out = rows == sheet.rows.size() ? all : say(rows, " of ", all);
    if (sheet.marked > 0) out += say(", ", sheet.marked, " marked with >");
    return out;
}

const BatchSheet* sheet_of(const BatchTable& table, const Format* format) {
    if (table.sheets.empty()) return nullptr;
    const auto same = std::ranges::find(table.sheets, format, &BatchSheet::format);
    return same == table.sheets.end() ? &table.sheets.front() : &*same;
}

BatchAnswer answer_to(const BatchTable& table, const BatchSheet& sheet, const BatchQuery& query) {
    BatchAnswer out{.answered = query, .format = sheet.format};
    auto lines = batch_lines(table, sheet, query);
    if (!lines) {  // a filter that is refused, perhaps only until the user has typed all of it, hides nothing
        out.refused = lines.why;
        BatchQuery all = query;
        all.filter.clear();
        lines = batch_lines(table, sheet, all);
    }
    out.lines = std::move(*lines);
    out.common = common_of(sheet);
    out.counts = counts_of(sheet, out.lines);
    return out;
}

// Gives the state this table, and returns the old one. Requires: `state` has the query and the sheet that the next
// frame shows.
PreparedBatch exchange_table(BatchPanelState& state, PreparedBatch batch) {
    return std::exchange(static_cast<PreparedBatch&>(state), std::move(batch));
}

// The answer that came with the table counts if it is for what the panel shows.
void check_answer(BatchPanelState& state) {
    const BatchSheet* sheet = shown_sheet(state);
    const bool fits = sheet != nullptr && state.answered == state.query && state.format == sheet->format;
    if (!fits) static_cast<BatchAnswer&>(state) = {};
}

// The groups of which nobody knows which value is wrong: the first one, and how many more there are.
std::string groups_in_words(const BatchTable& table) {
    std::string out;
    std::size_t more = 0;
    for (const BatchSheet& sheet : table.sheets) {
        more += sheet.more_groups;
        for (const BatchGroup& group : sheet.groups) out.empty() ? void(out = text_of(sheet, group)) : void(++more);
    }
    return more == 0 ? out : say(out, ", and ", more, more == 1 ? " more group" : " more groups");
}

void forget_choices(BatchPanelState& state) {
    state.query = {};
    state.sheet = 0;
    state.chosen = state.compared = state.pointed = -1;
    state.compares = false;
    state.odd = -1;
}

}  // namespace

PreparedBatch prepare_batch(BatchTable table, std::string target, const BatchAsk& ask) {
    PreparedBatch out;
    out.marked = marked_rows(table);
    if (const BatchSheet* sheet = sheet_of(table, ask.format))
        static_cast<BatchAnswer&>(out) = answer_to(table, *sheet, ask.query);
    out.table = std::move(table);
    out.target = std::move(target);
    return out;
}

BatchAsk asked_of(const BatchPanelState& state) {
    const BatchSheet* shown = shown_sheet(state);
    return {state.query, shown == nullptr ? nullptr : shown->format};
}

PreparedBatch give_batch(BatchPanelState& state, PreparedBatch batch, std::uint64_t paste_number) {
    forget_choices(state);  // the old filter can hide all words of a new text
    PreparedBatch old = exchange_table(state, std::move(batch));
    check_answer(state);
    state.paste_number = paste_number;
    state.lines_before = 0;
    return old;
}

PreparedBatch grow_batch(BatchPanelState& state, PreparedBatch batch, std::uint64_t paste_number,
                         std::uint64_t lines_before) {
    if (state.paste_number != paste_number) return give_batch(state, std::move(batch), paste_number);
    const Format* format = asked_of(state).format;
    PreparedBatch old = exchange_table(state, std::move(batch));
    // The formats are in the order of their number of rows, which can change.
    const BatchSheet* same = sheet_of(state.table, format);
    state.sheet = same == nullptr ? 0 : static_cast<std::size_t>(same - state.table.sheets.data());
    if (state.lines_before != lines_before) {
        state.chosen = state.compared = state.odd = -1;
        state.query.folded.clear();
    }
    state.pointed = -1;
    state.lines_before = lines_before;
    check_answer(state);
    return old;
}

void show_sheet(BatchPanelState& state, std::size_t index) {
    if (state.sheet == index) return;
    state.sheet = index;
    state.query.sort = {};  // the other format has other fields
    state.answered.reset();
    state.chosen = state.compared = state.pointed = -1;
}

void show_next_odd(BatchPanelState& state) {
    if (state.marked.empty()) return;
    state.odd = (state.odd + 1) % static_cast<int>(state.marked.size());
    const BatchPlace& place = state.marked[static_cast<std::size_t>(state.odd)];
    const bool other = state.sheet != place.sheet;
    show_sheet(state, place.sheet);
    const auto is_it = [&](const BatchLine& line) { return line.count == 0 && line.row == place.row; };
    if (other || std::ranges::none_of(state.lines, is_it)) {
        state.query.filter.clear();
        ++state.filter_box;
        state.query.folded.erase(state.table.sheets[place.sheet].rows[place.row].name);
    }
    state.chosen = static_cast<int>(place.row);
    state.compared = -1;
    state.reveals = true;
}

std::string odd_in_words(const BatchPanelState& state) {
    if (state.marked.empty()) return groups_in_words(state.table);
    const std::size_t all = state.marked.size(), at = static_cast<std::size_t>(std::max(state.odd, 0)) % all;
    const BatchPlace& shown = state.marked[at];
    const BatchSheet& sheet = state.table.sheets[shown.sheet];
    const BatchRow& row = sheet.rows[shown.row];
    const auto has_row = [&](const BatchGroup& g) { return g.odd && std::ranges::binary_search(g.rows, shown.row); };
    if (const auto group = std::ranges::find_if(sheet.groups, has_row); group != sheet.groups.end())
        return say(text_of(sheet, *group), ". ", at + 1, " of ", all, ": line ", row.line);
    const std::string place = say("line ", row.line, ", ", mark_in_brief(sheet, row));
    if (all == 1) return say("1 word differs from its group: ", place);
    return say(all, " words differ from their groups. ", at + 1, " of ", all, ": ", place);
}

bool close_comparison(BatchPanelState& state, int frame) {
    if (state.compared < 0 || frame - state.compared_frame > 1) return false;
    state.compared = -1;
    return true;
}

const BatchSheet* shown_sheet(const BatchPanelState& state) {
    return state.sheet < state.table.sheets.size() ? &state.table.sheets[state.sheet] : nullptr;
}

void follow_batch(BatchPanelState& state, const PasteResult& pasted, std::string_view text, std::uint64_t paste_number,
                  const std::string& arch) {
    const std::string& target = pasted.context.arch.empty() ? arch : pasted.context.arch;
    if (state.paste_number != paste_number || state.target != target) {
        BatchTable table = batch_table(pasted, text, target);
        if (state.paste_number != paste_number) {
            give_batch(state, prepare_batch(std::move(table), target), paste_number);
        } else {
            for (BatchSheet& sheet : table.sheets)
                for (BatchRow& row : sheet.rows) row.line += state.lines_before;
            grow_batch(state, prepare_batch(std::move(table), target, asked_of(state)), paste_number,
                       state.lines_before);
        }
    }
    const BatchSheet* sheet = shown_sheet(state);
    if (sheet != nullptr && state.answered != state.query)
        static_cast<BatchAnswer&>(state) = answer_to(state.table, *sheet, state.query);
}

}  // namespace tilescope::ui
