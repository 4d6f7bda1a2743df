// core/src/notation/memory_reader.cpp -- reads memory dumps of debuggers and hexdump: an address, then the contents.
// SPDX-License-Identifier: MIT
#include "readers.h"

#include <tilescope/base/say.h>
#include <tilescope/notation/questions.h>

namespace tilescope::notation {
namespace {

// Returns the columns of a line, up to a column "|@...|" that shows the bytes as characters. A character column without
// '|', after two blanks, is returned too.
std::vector<std::string_view> columns_of(std::string_view text) {
    std::vector<std::string_view> out = words_in(text);
    out.erase(std::ranges::find_if(out, [](std::string_view word) { return word.starts_with('|'); }), out.end());
    return out;
}

// Counts the hexadecimal columns of equal width from `from` on. od, hexdump and xxd print them without 0x. A column of
// characters can follow.
std::size_t count_equal(const std::vector<std::string_view>& columns, std::size_t from) {
    std::size_t to = from;
    while (to < columns.size() && is_hex(columns[to]) && columns[to].size() == columns[from].size()) ++to;
    return to - from;
}

struct Cell {
    std::string_view text;
    std::uint64_t value;
    unsigned bits;
};

// Most memory cells are not descriptors. Returns whether the value of this cell is likely to be one.
bool is_descriptor(const Work& work, std::uint64_t value, unsigned bits) {
    const PasteReading best = best_reading(work, value, bits);
    const std::string_view id = best.format->id;
    const bool half = best.rule == kHighHalfId, whole = bits == 64 && (id == "smem" || id == "wgmma");
    return best.certainty != Certainty::unknown && (half || whole || !best.format->kind.empty());
}

// Whether two adjacent 32-bit cells, low half first, are a valid descriptor.
bool is_pair(const Work& work, std::uint64_t word) {
    const Format& smem = work.format("smem");
    return decode(smem, word).problems.empty() && get_field(field_in(smem, "sbo"), word) != 0;
}

// A symbol before the first cell is the name of the cell. A cell is always shown if it is the only cell or if its name
// is the name of a descriptor.
void find_cells(Work& work, const std::vector<Cell>& cells, std::string_view symbol) {
    work.cells += cells.size();
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const Cell& low = cells[i];
        const bool named = i == 0 && meaning_of_key(symbol).role != PasteRole::unknown;
        Find f(work.span_of(low.text), ReadBy::memory, {low.value, 0, low.bits}, named ? std::string(symbol) : "");
        const std::uint64_t whole = i + 1 < cells.size() ? cells[i + 1].value << 32 | low.value : 0;
        if (low.bits == 32 && i + 1 < cells.size() && is_pair(work, whole)) {
            f.span.end = work.span_of(cells[++i].text).end;
            f.bits = {whole, 0, 64};
            f.note = kLowFirst;
        } else if (!named && cells.size() > 1 && !is_descriptor(work, low.value, low.bits)) {
            continue;
        }
        if (named && f.bits.width == 64) f.role = meaning_of_key(symbol).role;
        work.find(std::move(f));
    }
}

// "0x7ffe4010 <desc>: 0x00010040 0x40004040": the output of x in gdb and cuda-gdb and of memory read in lldb.
// Cells of 4 and 8 bytes have all their digits. A shorter column is a byte, an address or characters.
bool read_examined(Work& work, const Line& line) {
    const bool here = line.text.starts_with("=>");  // marks the next instruction
    const auto at = address_column(here ? trimmed(line.text.substr(2)) : line.text);
    if (!at) return false;
    std::vector<Cell> cells;
    for (const std::string_view column : columns_of(at->rest)) {
        const Answer<Number> n = read_number(column);
        if (!n) break;  // a host instruction, a symbol, or characters
        constexpr std::size_t kDigits = 8, kPrefix = 2;
        if (column.size() >= kDigits + (n->decimal ? 0 : kPrefix))
            cells.push_back({column, n->value, n->bits == 64 || n->value > bit_mask(32) ? 64u : 32u});
    }
    find_cells(work, cells, at->symbol.find('+') == at->symbol.npos ? at->symbol : "");
    return true;
}

// "0000020 4000404000010040 4000404000010440", "00000010: 4000 0100", "00000000  40 00 01 00  |@...|": an offset,
// then columns of equal width.
bool read_dumped(Work& work, const Line& line) {
    const std::size_t end = line.text.find_first_of(" \t");
    // The last line has only the end offset.
    if (end == line.text.npos)
        return work.dumped && is_hex(line.text) && line.text.size() < 8 + 1 && line.text[0] == '0';
    std::string_view offset = line.text.substr(0, end);
    const bool colon = offset.ends_with(':');
    if (colon) offset.remove_suffix(1);
    if (!is_hex(offset) || offset.size() < 6 || offset.size() > 16) return false;
    const std::vector<std::string_view> columns = columns_of(line.text.substr(end));
    if (columns.empty() || !is_hex(columns[0])) return false;
    const std::size_t digits = columns[0].size(), count = count_equal(columns, 0);
    const bool bytes = (digits == 2 && count >= 4) || (digits == 4 && count >= 2);
    const bool words = (digits == 8 || digits == 16) && (colon || offset.size() < 8);
    if (!bytes && !words) return false;
    work.dumped = true;
    std::vector<Cell> cells;
    for (std::size_t i = 0; words && i < count; ++i)
        cells.push_back({columns[i], read_number(say("0x", columns[i]))->value, static_cast<unsigned>(digits * 4)});
    find_cells(work, cells, {});
    return true;
}

}  // namespace

bool read_memory(Work& work, const Line& line) { return read_examined(work, line) || read_dumped(work, line); }

}  // namespace tilescope::notation
