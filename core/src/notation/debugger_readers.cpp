// core/src/notation/debugger_readers.cpp -- reads the output of debuggers and of CUTLASS's descriptor printer.
// SPDX-License-Identifier: MIT
#include "fields.h"
#include "readers.h"

#include <tilescope/base/say.h>

namespace tilescope::notation {
namespace {

void set_register(Work& work, unsigned place, std::uint64_t value, std::string_view part) {
    work.registers[place] = {
        {value & bit_mask(32), 0, 32}, work.span_of(part), ReadBy::cuda_gdb, place < kOtherRegisters ? "UR" : "R"};
}

// Registers that never contain a descriptor: predicates, conditions, stack pointers, program counters, flags.
bool holds_no_word(std::string_view name) {
    constexpr std::array<std::string_view, 14> kNames = {"CC",  "PC",  "URZ", "RZ", "rip",    "rsp",     "rbp",
                                                         "eip", "esp", "ebp", "pc", "eflags", "fs_base", "gs_base"};
    const std::string_view file = name.starts_with("UP") ? "UP" : "P";
    const bool predicate = name.starts_with(file) && name.size() > file.size() &&
                           name.find_first_not_of("0123456789", file.size()) == name.npos;
    return predicate || std::ranges::find(kNames, name) != kNames.end();
}

// Reads "UR4 0x10000 65536". The hexadecimal number is the value; the decimal number must be equal. Host registers have
// other names and 64 bits.
bool read_register_line(Work& work, std::string_view text) {
    const std::vector<std::string_view> words = words_in(text);
    if (words.size() < 3 || !words[1].starts_with("0x") || !std::ranges::all_of(words[0], is_word_char)) return false;
    const Answer<Number> hexadecimal = read_number(words[1]), decimal = read_number(words[2]);
    if (!hexadecimal) return false;
    if (holds_no_word(words[0])) return true;
    const auto place = sass_register(words[0]);
    const std::uint64_t bits = place ? bit_mask(32) : bit_mask(64);
    const bool agree = decimal && (decimal->value & bits) == (hexadecimal->value & bits);
    if (words.size() > 3 || (!place && !agree)) return false;
    if (decimal && !agree) {
        work.refuse(words[2], say("register ", words[0], ": ", words[1], " and ", words[2], " are different numbers; ",
                                  words[1], " is ", hexadecimal->value));
        return true;
    }
    if (place)
        set_register(work, *place, hexadecimal->value, text);
    else if (best_reading(work, hexadecimal->value, 64).certainty != Certainty::unknown)
        work.find({work.span_of(text), ReadBy::gdb, {hexadecimal->value, 0, 64}, std::string(words[0])});
    return true;
}

// Reads a typed command: after a prompt, or a command that only debuggers have. Its numbers are addresses and counts,
// not words.
bool read_command(Work& work, const Line& line) {
    const std::string_view text = line.text, before = text_before(work.text, line);
    const bool prompt = before.ends_with(')') && before.find('(') != before.npos;
    const bool letter = (text[0] >= 'a' && text[0] <= 'z') || (text[0] >= 'A' && text[0] <= 'Z');
    if (text.starts_with("p/") || text.starts_with("p ") || text.starts_with("print")) {
        const std::size_t blank = text.find(' ');
        if (blank == text.npos || text.find_first_of("=:,") != text.npos) return prompt;
        std::string_view expression = trimmed(text.substr(blank));
        if (expression.starts_with('$')) expression.remove_prefix(1);
        work.printed_register = expression;
        return true;
    }
    const bool shell = text.size() > 2 && text.starts_with("$ ") && (text[2] < '0' || text[2] > '9');
    return shell || text.starts_with("x/") || (prompt && letter && text.find_first_of("=:") == text.npos);
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
    if (member && !field_of_member(work.printed_register).empty()) return true;  // one field is no word
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
constexpr PrintedField kPrinted[] = {{"start_addr", "start"},
                                     {"leading_off", "lbo"},
                                     {"stride_off", "sbo"},
                                     {"base_offset", "base_offset"},
                                     {"layout_type", "swizzle"}};

}  // namespace

bool read_debugger(Work& work, const Line& line) {
    return read_register_line(work, line.text) || read_command(work, line) || read_print(work, line) ||
           is_place(line.text);
}

// Reads the output of CUTLASS's GmmaDescriptor printer: a first line with the word, then the fields in 16-byte units. A
// block ends at the next first line, or at a field that the block already has.
bool read_printer(Work& work, const Line& line) {
    constexpr std::string_view kTitle = "GmmaDescriptor:", kIterator = "DescriptorIterator";
    const std::size_t colon = line.text.find(':');
    if (colon == line.text.npos) return false;
    if (line.text.find(kIterator) != line.text.npos) return true;  // shape and strides, no word
    if (line.text.starts_with(kTitle)) {
        work.context.hopper = true;
        const std::string_view value = trimmed(line.text.substr(kTitle.size()));
        const Answer<Number> n = read_number(value);
        work.printed.emplace_back();
        if (n)
            work.find({work.span_of(line.text), ReadBy::printer, {n->value, 0, 64}});
        else
            work.refuse(value, n.why);
        if (n && !work.full) work.printed.back().titled = work.finds.size() - 1;
        return true;
    }
    const std::string_view name = trimmed(line.text.substr(0, colon));
    const auto* known = std::ranges::find(kPrinted, name, &PrintedField::text);
    if (known == std::end(kPrinted)) return false;
    const std::vector<std::string_view> words = split(line.text.substr(colon + 1), ' ');
    const Answer<Number> n = read_number(words.empty() ? "" : words[0]);
    if (!n) return false;
    const Field& f = field_in(work.format("wgmma"), known->field);
    if (n->value > bit_mask(f.width)) {
        work.refuse(words[0], say(name, " has ", f.width, " bits; '", words[0], "' does not fit in these bits"));
        return true;
    }
    const auto is_it = [&](const auto& p) { return p.first == known->field; };
    if (work.printed.empty() || std::ranges::any_of(work.printed.back().fields, is_it)) work.printed.emplace_back();
    PrintedBlock& block = work.printed.back();
    // A line that looked like a program is read after the other lines.
    const TextSpan here = work.span_of(line.text);
    if (block.fields.empty()) block.span = here;
    block.span = {std::min(block.span.begin, here.begin), std::max(block.span.end, here.end)};
    block.fields.emplace_back(known->field, n->value);
    return true;
}

}  // namespace tilescope::notation
