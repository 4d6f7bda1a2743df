// core/src/notation/debugger_readers.cpp -- reads lines of debuggers, of memory dumps, and of the printer of CUTLASS.
// SPDX-License-Identifier: MIT
#include "fields.h"
#include "readers.h"

#include <tilescope/base/say.h>
#include <tilescope/notation/questions.h>

namespace tilescope::notation {
namespace {

void set_register(Work& work, unsigned place, std::uint64_t value, std::string_view part) {
    work.registers[place] = {
        work.span_of(part), ReadBy::cuda_gdb, {value & bit_mask(32), 0, 32}, place < kOtherRegisters ? "UR" : "R"};
}

// Registers that never contain a descriptor: predicates, conditions, stack pointers, program counters, flags.
bool holds_no_word(std::string_view name) {
    constexpr std::string_view kNames[] = {"CC",  "PC",  "URZ", "RZ", "rip",    "rsp",     "rbp",
                                           "eip", "esp", "ebp", "pc", "eflags", "fs_base", "gs_base"};
    const std::string_view file = name.starts_with("UP") ? "UP" : "P";
    const bool predicate = name.starts_with(file) && name.size() > file.size() &&
                           name.find_first_not_of("0123456789", file.size()) == name.npos;
    return predicate || is_in(kNames, name);
}

// Reads "UR4 0x10000 65536". The hexadecimal number is the value; the decimal number must be equal. Host registers have
// other names and 64 bits. Scripts print "$UR4 0x10000": only registers of a GPU are read without the decimal number.
bool read_register_line(Work& work, std::string_view text) {
    const std::vector<std::string_view> words = words_in(text);
    if (words.size() < 2 || !words[1].starts_with("0x")) return false;
    const std::string_view name = words[0].substr(words[0].starts_with('$') ? 1 : 0);
    if (!std::ranges::all_of(name, is_word_char)) return false;
    const auto place = sass_register(name);
    if (words.size() == 2 && !place && !holds_no_word(name)) return false;
    const Answer<Number> hexadecimal = read_number(words[1]), decimal = read_number(words.back());
    if (!hexadecimal) return false;
    if (holds_no_word(name)) return true;
    const std::uint64_t bits = place ? bit_mask(32) : bit_mask(64);
    const bool agree = decimal && (decimal->value & bits) == (hexadecimal->value & bits);
    if (words.size() > 3 || (!place && !agree)) return false;
    if (decimal && !agree) {
        work.refuse(words[2], say("register ", name, ": ", words[1], " and ", words[2], " are different numbers; ",
                                  words[1], " is ", hexadecimal->value));
        return true;
    }
    if (place)
        set_register(work, *place, hexadecimal->value, text);
    else if (best_reading(work, hexadecimal->value, 64).certainty != Certainty::unknown)
        work.find({work.span_of(text), ReadBy::gdb, {hexadecimal->value, 0, 64}, std::string(name)});
    return true;
}

// Reads a typed command: after a prompt, or a command that only debuggers have. Its numbers are addresses and counts,
// not words.
bool read_command(Work& work, const Line& line) {
    const std::string_view text = line.text, before = text_before(work.text, line);
    const bool prompt = before.ends_with(')') && before.find('(') != before.npos;
    if (text.starts_with("p/") || text.starts_with("p ") || text.starts_with("print")) {
        const std::size_t blank = text.find(' ');
        if (blank == text.npos || text.find_first_of("=:,") != text.npos) return prompt;
        std::string_view expression = trimmed(text.substr(blank));
        if (expression.starts_with('$')) expression.remove_prefix(1);
        work.printed_register = expression;
        return true;
    }
    const bool shell = text.size() > 2 && text.starts_with("$ ") && !is_digit(text[2]);
    return shell || text.starts_with("x/") || (prompt && is_letter(text[0]) && text.find_first_of("=:") == text.npos);
}

// Reads "$2 = 0x40004040" after "p/x $UR4".
bool read_print(Work& work, const Line& line) {
    const std::string_view text = line.text;
    const std::size_t equals = text.find('=');
    if (!text.starts_with('$') || equals == text.npos) return false;
    const std::string_view value = trimmed(text.substr(equals + 1));
    if (value.starts_with('(')) return true;  // "(uint64_t *) 0x7ffe4010": a pointer
    if (value.starts_with('<')) return true;  // "<optimized out>"
    const bool member = work.printed_register.find_first_of(".>") != std::string::npos;
    if (member && !field_of_member(work.printed_register).empty()) return true;  // one field is not a word
    if (value.starts_with('{') && value.ends_with('}')) {
        const Line inside{value.substr(1, value.size() - 2), line.offset, line.number};
        return read_log(work, inside) || read_numbers(work, inside);
    }
    const Answer<Number> n = read_number(value);
    if (!n) {
        work.refuse(value, n.why);
        return true;
    }
    const auto place = sass_register(work.printed_register);
    const bool wide = n->bits == 64 || n->value > bit_mask(32);
    const KeyMeaning key = meaning_of_key(work.printed_register);
    const bool fits = wide ? key.role != PasteRole::idesc && key.role != PasteRole::tmem : key.role == PasteRole::idesc;
    if (place && n->value <= bit_mask(32))
        set_register(work, *place, n->value, text);
    else
        work.find({work.span_of(text),
                   ReadBy::cuda_gdb,
                   {n->value, 0, wide ? 64u : 32u},
                   work.printed_register,
                   fits ? key.role : PasteRole::unknown});
    return true;
}

// Whether the line is the position at which a debugger stopped: "0x00000002021565c0 in kernel(...)".
bool is_place(std::string_view text) {
    const std::size_t end = text.find(' ');
    return text.starts_with("0x") && end != text.npos && text.substr(end).starts_with(" in ");
}

struct PrintedField {
    std::string_view text, field;
};
constexpr PrintedField kPrinted[] = {{"start_addr", "start"},        {"leading_off", "lbo"},   {"stride_off", "sbo"},
                                     {"base_offset", "base_offset"}, {"lbo_mode", "lbo_mode"}, {"version", "version"},
                                     {"layout_type", "swizzle"}};

// The first lines of printers. CUTLASS has only the first; programs print their own.
struct PrinterTitle {
    std::string_view text, format;
};
constexpr PrinterTitle kTitles[] = {{"GmmaDescriptor:", "wgmma"},
                                    {"UmmaDescriptor:", "smem"},
                                    {"UMMA::SmemDescriptor:", "smem"},
                                    {"SmemDescriptor:", "smem"}};

// Returns the row of a first line, or null.
const PrinterTitle* title_of(std::string_view line) {
    const auto* row = std::ranges::find_if(kTitles, [&](const PrinterTitle& t) { return line.starts_with(t.text); });
    return row == std::end(kTitles) ? nullptr : row;
}

// Returns the columns of a line, up to a column "|@...|" that shows the bytes as characters. A character column without
// '|', after two blanks, is returned too.
std::vector<std::string_view> columns_of(std::string_view text) {
    std::vector<std::string_view> out = words_in(text);
    out.erase(std::ranges::find_if(out, [](std::string_view word) { return word.starts_with('|'); }), out.end());
    return out;
}

// Counts the hexadecimal columns with the width of the first. od, hexdump and xxd print them without 0x. A column of
// characters can follow.
std::size_t count_equal(const std::vector<std::string_view>& columns) {
    const auto other =
        std::ranges::find_if(columns, [&](std::string_view c) { return !is_hex(c) || c.size() != columns[0].size(); });
    return static_cast<std::size_t>(other - columns.begin());
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
    return wrong_fields(smem, word) == 0 && get_field(field_in(smem, "sbo"), word) != 0;
}

// A symbol before the first cell is the name of the cell. A cell is always shown if it is the only cell or if its name
// is the name of a descriptor.
void find_cells(Work& work, const std::vector<Cell>& cells, std::string_view symbol) {
    work.cells += cells.size();
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const Cell& low = cells[i];
        const bool named = i == 0 && meaning_of_key(symbol).role != PasteRole::unknown;
        Find f{work.span_of(low.text), ReadBy::memory, {low.value, 0, low.bits}, named ? std::string(symbol) : ""};
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
    const std::size_t digits = columns[0].size(), count = count_equal(columns);
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

bool read_debugger(Work& work, const Line& line) {
    return read_register_line(work, line.text) || read_command(work, line) || read_print(work, line) ||
           is_place(line.text);
}

// Reads the output of CUTLASS's GmmaDescriptor printer, or of one like it: a first line with the word, then the fields
// in 16-byte units. A block ends at the next first line, or at a field that the block already has.
bool read_printer(Work& work, const Line& line) {
    if (line.text.find("DescriptorIterator") != line.text.npos) return true;  // shape and strides, no word
    if (const PrinterTitle* title = title_of(line.text)) {
        const std::string_view format = title->format;
        work.context.hopper = work.context.hopper || format == "wgmma";
        const std::string_view value = trimmed(line.text.substr(title->text.size()));
        const Answer<Number> n = read_number(value);
        work.printed.push_back({.format = format, .titled = {}, .fields = {}, .span = {}});
        if (n)
            work.find({work.span_of(line.text), ReadBy::printer, {n->value, 0, 64}});
        else
            work.refuse(value, n.why);
        if (n && !work.full) work.printed.back().titled = work.finds.size() - 1;
        return true;
    }
    const std::size_t colon = line.text.find(':');
    if (colon == line.text.npos) return false;
    const std::string_view name = trimmed(line.text.substr(0, colon));
    const auto* known = std::ranges::find(kPrinted, name, &PrintedField::text);
    if (known == std::end(kPrinted)) return false;
    const bool only_umma = known->field == "version" || known->field == "lbo_mode";
    // "version: 12" of anything, or beside the block of a GmmaDescriptor.
    const bool hopper = !work.printed.empty() && work.printed.back().titled && work.printed.back().format == "wgmma";
    if (only_umma && (work.printed.empty() || hopper)) return false;
    const std::vector<std::string_view> words = split(line.text.substr(colon + 1), ' ');
    const Answer<Number> n = read_number(words.empty() ? "" : words[0]);
    if (!n) return false;
    const auto is_it = [&](const auto& p) { return p.first == known->field; };
    if (work.printed.empty() || std::ranges::any_of(work.printed.back().fields, is_it)) work.printed.emplace_back();
    PrintedBlock& block = work.printed.back();
    // The names of UMMA::LayoutType begin with SWIZZLE_, those of GMMA::LayoutType do not.
    const bool umma = words.size() > 1 && words[1].find("SWIZZLE_") != std::string_view::npos;
    if (umma || only_umma) block.format = "smem";
    const Field& f = field_in(work.format(block.format), known->field);
    if (n->value > bit_mask(f.width)) {
        work.refuse(words[0], say(name, " has ", f.width, " bits; '", words[0], "' does not fit in these bits"));
        return true;
    }
    // A line that looked like a program is read after the other lines.
    const TextSpan here = work.span_of(line.text);
    if (block.fields.empty()) block.span = here;
    block.span = {std::min(block.span.begin, here.begin), std::max(block.span.end, here.end)};
    block.fields.emplace_back(known->field, n->value);
    return true;
}

bool read_memory(Work& work, const Line& line) { return read_examined(work, line) || read_dumped(work, line); }

}  // namespace tilescope::notation
