// core/src/notation/mma_line.cpp -- splits one PTX instruction into its qualifiers and operands.
// SPDX-License-Identifier: MIT
#include <tilescope/base/number.h>
#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/base/text.h>
#include <tilescope/notation/leads.h>
#include <tilescope/notation/mma_line.h>

#include "mma_line_parts.h"
#include "work.h"

#include <algorithm>
#include <array>

namespace tilescope {

using notation::Statement;

namespace {

bool is_name_char(char c) { return notation::is_word_char(c) || c == '$' || c == '%'; }

// Returns the part of a qualifier after its family: "f16" of "kind::f16".
std::string after(const Qualifier& q, std::string_view family) { return q.text.substr(family.size()); }

unsigned small_number(std::string_view text) {
    const Answer<Number> n = read_number(text);
    return n && n->value < 10'000 ? static_cast<unsigned>(n->value) : 0;
}

// .m64n8k16: PTX ISA 9.1, 9.7.15.2.
bool read_shape(MmaLine& line, std::string_view text) {
    const std::size_t n = text.find('n'), k = text.find('k');
    if (!text.starts_with('m') || n == text.npos || k == text.npos || k < n) return false;
    if (text.find_first_not_of("mnk0123456789") != text.npos) return false;
    line.m = small_number(text.substr(1, n - 1));
    line.n = small_number(text.substr(n + 1, k - n - 1));
    line.k = small_number(text.substr(k + 1));
    return true;
}

constexpr std::array<std::string_view, 14> kWgmmaTypes = {"f16", "bf16", "tf32", "f32",  "e4m3", "e5m2", "s8",
                                                          "u8",  "s32",  "b1",   "e2m3", "e3m2", "s4",   "u4"};
constexpr std::array<std::string_view, 3> kBitOps = {"and", "xor", "or"};

void read_wgmma_qualifier(MmaLine& line, const Qualifier& q) {
    if (read_shape(line, q.text)) return;
    if (q.text == "satfinite") line.satfinite = true;
    if (std::ranges::find(kBitOps, q.text) != kBitOps.end()) line.bit_op = q.text;
    if (std::ranges::find(kWgmmaTypes, q.text) == kWgmmaTypes.end()) return;
    // PTX names the types in the order D, A, B.
    for (std::string* type : {&line.d_type, &line.a_type, &line.b_type})
        if (type->empty()) {
            *type = q.text;
            return;
        }
}

// A shape of tcgen05.cp is for example "128x256b". A conversion is a container and a packing: "b8x16" and "b6x16_p32".
void read_cp_qualifier(MmaLine& line, const Qualifier& q) {
    const std::string_view text = q.text;
    if (text.starts_with("warpx")) line.multicast = text;
    if (is_digit(text[0]) && text.find('x') != text.npos) line.shape = text;
    if (text.starts_with('b') && text.size() > 1 && is_digit(text[1]))
        line.source_format += say(line.source_format.empty() ? "" : ".", text);
}

// PTX ISA 9.1, tcgen05.ld and tcgen05.st: a shape is for example "16x32bx2", a number of repeats "x4".
void read_access_qualifier(MmaLine& line, const Qualifier& q) {
    const std::string_view text = q.text;
    const bool digit = text.size() > 1 && is_digit(text[1]);
    if (is_digit(text[0]) && text.find('x') != text.npos) line.shape = text;
    if (text[0] == 'x' && digit) line.repeats = small_number(text.substr(1));
    if (text == "min" || text == "max") line.reduction = text;
    if (text == "abs") line.absolute = true;
    if (text == "NaN") line.nan = true;
    if (text == "f32" || text == "u32" || text == "s32" || text == "b32") line.d_type = text;
}

constexpr std::array<Opcode, 5> kAccesses = {Opcode::ld, Opcode::ld_red, Opcode::ld_compress, Opcode::ld_red_compress,
                                             Opcode::st};

void read_mma_qualifier(MmaLine& line, const Qualifier& q) {
    constexpr std::string_view kKind = "kind::", kCollector = "collector::";
    if (q.text == "ws") line.ws = true;
    if (q.text == "block_scale") line.block_scale = true;
    if (q.text == "ashift") line.ashift = true;
    if (q.text.starts_with(kKind)) line.kind = after(q, kKind);
    if (q.text.starts_with(kCollector)) {
        const std::string buffer = after(q, kCollector);
        (buffer.starts_with("b::") ? line.collector_b : line.collector) = buffer;
    }
    if (q.text == "decompress::lut::b") line.lut_b = true;
    const bool size = q.text.starts_with("block") && q.text.size() > 5 && is_digit(q.text[5]);
    if (size || q.text.starts_with("scale_vec::")) line.scale_size = q.text;
}

void read_qualifier(MmaLine& line, const Qualifier& q) {
    constexpr std::string_view kGroup = "cta_group::";
    if (q.text.starts_with(kGroup)) line.cta_group = small_number(after(q, kGroup));
    if (q.text == "sp") line.sparse = true;
    if (line.opcode == Opcode::mma) read_mma_qualifier(line, q);
    if (line.opcode == Opcode::cp) read_cp_qualifier(line, q);
    if (line.opcode == Opcode::wgmma) read_wgmma_qualifier(line, q);
    if (std::ranges::find(kAccesses, line.opcode) != kAccesses.end()) read_access_qualifier(line, q);
}

// Whether a text starts like a number or a constant expression: with a sign, a bracket or a digit. "!1" is a predicate
// that is written as a number.
bool begins_number(std::string_view text) {
    while (!text.empty() && std::string_view("-+!~( ").find(text.front()) != std::string_view::npos)
        text.remove_prefix(1);
    return !text.empty() && is_digit(text.front());
}

std::optional<std::int64_t> number_value(std::string_view text) {
    const bool octal = text.size() > 1 && text[0] == '0' && text.find_first_not_of("01234567") == text.npos;
    if (octal) {
        std::uint64_t value = 0;
        for (const char c : text) value = value * 8 + static_cast<std::uint64_t>(c - '0');
        return static_cast<std::int64_t>(value);
    }
    if (text.starts_with('!')) {
        const std::optional<std::int64_t> inner = number_value(trimmed(text.substr(1)));
        return inner ? std::optional<std::int64_t>(*inner == 0) : std::nullopt;
    }
    const Answer<Evaluated> e = evaluate(text, {});
    if (!e || e->bits.unknown != 0) return std::nullopt;
    return static_cast<std::int64_t>(e->bits.value);
}

// Whether a character can be in a number or a constant expression: a digit, a suffix, an operator.
bool is_number_char(char c) {
    return notation::is_word_char(c) || std::string_view("+-*/<>=&|^~!()?:. ").find(c) != std::string_view::npos;
}

// Whether a text is a name: "%r1", "a_desc", "%tid.x". "_" is not a name; in PTX it marks an unused result.
bool is_name(std::string_view text) {
    return !text.empty() && text != "_" && !is_digit(text.front()) && text.front() != '.' &&
           std::ranges::all_of(text, [](char c) { return is_name_char(c) || c == '.'; });
}

// Whether a text is a name or a number.
bool is_simple(std::string_view text) { return begins_number(text) || is_name(text); }

// Whether a text can be between the brackets of an address: "%dt", "%dt+4", "4".
bool is_place(std::string_view text) {
    const std::size_t plus = text.find('+');
    if (plus == text.npos) return is_simple(text);
    return is_name(trimmed(text.substr(0, plus))) && number_value(trimmed(text.substr(plus + 1)));
}

// The number at the end of a name: 63 of "%f63".
std::optional<unsigned> last_number(std::string_view name) {
    constexpr std::size_t kMostDigits = 4;
    const std::size_t digits = name.size() - (name.find_last_not_of("0123456789") + 1);
    if (digits == 0 || digits > kMostDigits || digits == name.size()) return std::nullopt;
    unsigned out = 0;
    for (const char c : name.substr(name.size() - digits)) out = 10 * out + static_cast<unsigned>(c - '0');
    return out;
}

// People shorten long lists: "{%f0, %f1, ..., %f63}" has 64 names. Returns the whole list, or the text as it is.
std::string whole_list(std::string_view text) {
    constexpr std::string_view kDots = "...";
    constexpr unsigned kMost = 512;
    const std::size_t at = text.find(kDots);
    if (at == text.npos || !text.ends_with('}')) return std::string(text);
    const std::vector<std::string_view> front = notation::split_operands(text.substr(1, at - 1)),
                                        back = notation::split_operands(
                                            text.substr(at + kDots.size(), text.size() - at - kDots.size() - 1));
    const auto from = front.empty() ? std::nullopt : last_number(front.back()),
               to = back.empty() ? std::nullopt : last_number(back.front());
    if (!from || !to || *to <= *from || *to - *from > kMost) return std::string(text);
    const std::string_view stem = front.back().substr(0, front.back().find_last_not_of("0123456789") + 1);
    std::string out = "{";
    for (const std::string_view name : front) out += say(out.size() > 1 ? ", " : "", name);
    for (unsigned n = *from + 1; n < *to; ++n) out += say(", ", stem, n);
    for (const std::string_view name : back) out += say(", ", name);
    return out + "}";
}

// Finds the syntax of an operand. Refuses an operand that the assembler cannot read.
Answer<void> read_form(MmaOperand& o) {
    if (o.text.starts_with('{')) o.text = whole_list(o.text);
    const std::string_view text = o.text;
    const auto inside = [&] { return trimmed(text.substr(1, text.size() - 2)); };
    if (text.starts_with('[')) {
        o.form = OperandForm::address;
        if (text.ends_with(']') && is_place(inside())) return {};
        return Answer<void>::refuse("expected an address: [name], [name+4] or [4]");
    }
    if (text.starts_with('{')) {
        o.form = OperandForm::list;
        if (!text.ends_with('}')) return Answer<void>::refuse("expected a list: {name, name}");
        const std::vector<std::string_view> parts = notation::split_operands(inside());
        const auto commas = static_cast<std::size_t>(std::ranges::count(text, ','));
        o.count = static_cast<unsigned>(parts.size());
        const bool good = !parts.empty() && commas + 1 == parts.size() && std::ranges::all_of(parts, is_simple);
        if (good) return {};
        return Answer<void>::refuse("expected a list without empty elements: {name, name}");
    }
    if (begins_number(text)) {
        o.form = OperandForm::number;
        o.value = number_value(text);
        if (std::ranges::count(text, '(') != std::ranges::count(text, ')'))
            return Answer<void>::refuse("a parenthesis has no matching parenthesis");
        if (std::ranges::all_of(text, is_number_char)) return {};
    }
    if (text == "_") {
        o.form = OperandForm::sink;
        return {};
    }
    // Predicates may be negated.
    if (is_name(text.starts_with('!') ? trimmed(text.substr(1)) : text)) return {};
    return Answer<void>::refuse("expected a name, a number, [an address] or {a list}");
}

// Splits the operands at the commas outside brackets.
Answer<void> read_operands(MmaLine& line, std::size_t begin) {
    const std::size_t end = line.text.size() - 1;  // the ';'
    if (trimmed(std::string_view(line.text).substr(begin, end - begin)).empty()) return {};
    int depth = 0;
    for (std::size_t i = begin, from = begin; i <= end; ++i) {
        const char c = line.text[i];
        depth += c == '[' || c == '{' || c == '(';
        depth -= c == ']' || c == '}' || c == ')';
        if (i < end && (c != ',' || depth > 0)) continue;
        MmaOperand o;
        const std::string_view piece = std::string_view(line.text).substr(from, i - from);
        const std::string_view text = trimmed(piece);
        o.text = text;
        o.span.begin = from + (text.empty() ? 0 : static_cast<std::size_t>(text.data() - piece.data()));
        o.span.end = o.span.begin + text.size();
        const std::string place = say("operand ", line.operands.size() + 1, " of ", name_of(line.opcode));
        if (text.empty())
            return Answer<void>::refuse(say(place, " is empty; expected a name, a number, [an address] or {a list}"));
        if (const auto read = read_form(o); !read)
            return Answer<void>::refuse(say(place, ": cannot read '", printable(text.substr(0, 60)), "'; ", read.why));
        line.operands.push_back(std::move(o));
        from = i + 1;
    }
    return {};
}

Answer<std::size_t> read_qualifiers(MmaLine& line, std::size_t at) {
    const std::string_view text = line.text;
    while (true) {
        std::size_t begin = at;
        while (begin < text.size() && text[begin] == ' ') ++begin;
        if (text[begin] != '.') return at;
        std::size_t end = begin + 1;
        while (notation::is_word_char(text[end]) || text[end] == ':') ++end;
        if (end == begin + 1)
            return Answer<std::size_t>::refuse(
                say(name_of(line.opcode), " has a '.' at character ", begin + 1,
                    " without a qualifier; expected a qualifier, for example .cta_group::1"));
        line.qualifiers.push_back({std::string(text.substr(begin + 1, end - begin - 1)), {begin, end}});
        read_qualifier(line, line.qualifiers.back());
        at = end;
    }
}

// Lists the known instructions by group: "tcgen05.mma, cp, shift; wgmma.mma_async; mbarrier.init, inval".
std::string known_names() {
    std::string out;
    for (const std::string_view group : {"tcgen05.", "wgmma.", "mbarrier."}) {
        std::vector<std::string_view> words;
        for (const NamedValue& name : kOpcodeNames) {
            if (!name.name.starts_with(group)) continue;
            const std::string_view rest = name.name.substr(group.size());
            const std::string_view word = rest.substr(0, rest.find_first_of(".:"));
            if (std::ranges::find(words, word) != words.end()) continue;
            out += words.empty() ? say(out.empty() ? "" : "; ", group) : std::string(", ");
            out += word;
            words.push_back(word);
        }
    }
    return out;
}

}  // namespace

Answer<MmaLine> parse_mma_line(std::string_view text) {
    const Statement found = notation::find_statement(text);
    if (!found.unknown.empty())
        return Answer<MmaLine>::refuse(say(printable(std::string_view(found.unknown).substr(0, 60)),
                                           " is an unknown instruction and is not checked; expected ", known_names()));
    if (const Lead* lead = found.text.empty() ? lead_in(text) : nullptr)
        return Answer<MmaLine>::refuse(std::string(lead->says));
    if (found.text.empty())
        return Answer<MmaLine>::refuse(say("this text has no instruction; expected ", known_names()));
    MmaLine line;
    line.text = found.text;
    line.opcode = found.opcode;
    line.guarded = found.guarded;
    const Answer<std::size_t> behind = read_qualifiers(line, name_of(found.opcode).size());
    if (!behind) return Answer<MmaLine>::refuse(behind.why);
    if (const Answer<void> read = read_operands(line, *behind); !read) return Answer<MmaLine>::refuse(read.why);
    notation::give_roles(line);
    return line;
}

}  // namespace tilescope
