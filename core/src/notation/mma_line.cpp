// core/src/notation/mma_line.cpp -- splits one PTX instruction into its qualifiers and operands.
// SPDX-License-Identifier: MIT

#include "mma_statement.h"
#include "text_parts.h"

#include <tilescope/base/number.h>
#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/hw/types.h>
#include <tilescope/notation/expression.h>
#include <tilescope/notation/leads.h>

#include <utility>

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

// Also types that wgmma does not have, so that a rule can say so.
bool is_type(std::string_view name) {
    constexpr std::string_view kOthers[] = {"f32", "s32", "s4", "u4"};
    return find_type(name) != nullptr || notation::is_in(kOthers, name);
}
constexpr std::string_view kBitOps[] = {"and", "xor", "or"};

void read_wgmma_qualifier(MmaLine& line, const Qualifier& q) {
    if (read_shape(line, q.text)) return;
    if (q.text == "satfinite") line.satfinite = true;
    if (notation::is_in(kBitOps, q.text)) line.bit_op = q.text;
    if (!is_type(q.text)) return;
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
    if (notation::is_in(kAccesses, line.opcode)) read_access_qualifier(line, q);
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
    return static_cast<unsigned>(*notation::digits_value(name.substr(name.size() - digits)));
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
    std::string out = say("{", list_of(front));
    for (unsigned n = *from + 1; n < *to; ++n) out += say(", ", stem, n);
    return say(out, ", ", list_of(back), "}");
}

// Finds the syntax of an operand. Refuses an operand that the assembler cannot read.
Answer<void> read_form(MmaOperand& o) {
    if (o.text.starts_with('{')) o.text = whole_list(o.text);
    const std::string_view text = o.text;
    const auto inside = [&] { return trimmed(text.substr(1, text.size() - 2)); };
    if (text.starts_with('[')) {
        o.form = OperandForm::address;
        if (text.ends_with(']') && is_place(inside())) return {};
        return Refusal("expected an address: [name], [name+4] or [4]");
    }
    if (text.starts_with('{')) {
        o.form = OperandForm::list;
        if (!text.ends_with('}')) return Refusal("expected a list: {name, name}");
        const std::vector<std::string_view> parts = notation::split_operands(inside());
        const auto commas = static_cast<std::size_t>(std::ranges::count(text, ','));
        o.count = static_cast<unsigned>(parts.size());
        const bool good = !parts.empty() && commas + 1 == parts.size() && std::ranges::all_of(parts, is_simple);
        if (good) return {};
        return Refusal("expected a list without empty elements: {name, name}");
    }
    if (begins_number(text)) {
        o.form = OperandForm::number;
        o.value = number_value(text);
        if (std::ranges::count(text, '(') != std::ranges::count(text, ')'))
            return Refusal("a parenthesis has no matching parenthesis");
        if (std::ranges::all_of(text, is_number_char)) return {};
    }
    if (text == "_") {
        o.form = OperandForm::sink;
        return {};
    }
    // Predicates may be negated.
    if (is_name(text.starts_with('!') ? trimmed(text.substr(1)) : text)) return {};
    return Refusal("expected a name, a number, [an address] or {a list}");
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
        const std::size_t at = from + notation::offset_in(piece, text);
        o.span = {at, at + text.size()};
        const std::string place = say("operand ", line.operands.size() + 1, " of ", name_of(line.opcode));
        if (text.empty()) return Refusal(place, " is empty; expected a name, a number, [an address] or {a list}");
        if (const auto read = read_form(o); !read)
            return Refusal(place, ": cannot read '", printable(text.substr(0, 60)), "'; ", read.why);
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
            return Refusal(name_of(line.opcode), " has a '.' at character ", begin + 1,
                           " without a qualifier; expected a qualifier, for example .cta_group::1");
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
            if (notation::is_in(words, word)) continue;
            out += words.empty() ? say(out.empty() ? "" : "; ", group) : std::string(", ");
            out += word;
            words.push_back(word);
        }
    }
    return out;
}

// ---- the roles of operands ----

using enum OperandForm;

// Gives roles to the operands, from left to right.
class Roles {
public:
    explicit Roles(MmaLine& line) : line_(line) {}

    const MmaOperand* next() const { return at_ < line_.operands.size() ? &line_.operands[at_] : nullptr; }
    bool next_is(OperandForm form) const { return next() && next()->form == form; }
    void give(OperandRole role) {
        if (next()) line_.operands[at_++].role = role;
    }
    void give_if(OperandForm form, OperandRole role) {
        if (next_is(form)) give(role);
    }
    std::size_t left() const { return line_.operands.size() - at_; }

private:
    MmaLine& line_;
    std::size_t at_ = 0;
};

// Whether a sparse instruction has its metadata as a name without brackets. Then there is one name more than idesc and
// p need, and no scale-d after them.
bool lacks_brackets_of_metadata(const MmaLine& line, std::size_t left) {
    if (!line.sparse || line.operands.empty() || line.operands.back().form == number) return false;
    const bool lists = std::ranges::any_of(line.operands, [](const MmaOperand& o) { return o.form == list; });
    return left >= (lists || line.ws ? 4u : 3u);
}

// PTX ISA 9.1, 9.7.16.10.9: d, a, b, [metadata], [lut] (PTX ISA 9.4), idesc, [sfa], [sfb], {lane mask}, p, scale-d.
// With .ws the last operand is the zero-column mask. A name after the predicate is read as this mask even without .ws;
// the rules then report the error.
void give_mma_roles(MmaLine& line) {
    Roles roles(line);
    roles.give(OperandRole::d);
    line.a_in_tmem = roles.next_is(address);
    roles.give(OperandRole::a);
    roles.give(OperandRole::b);
    if (roles.next_is(address) || lacks_brackets_of_metadata(line, roles.left()))
        if (line.sparse) roles.give(OperandRole::metadata);
    if (line.lut_b && roles.left() > 2) roles.give(OperandRole::lut);
    if (!roles.next_is(address) && !roles.next_is(list)) roles.give(OperandRole::idesc);
    // Scale factors without brackets are still read as scale factors if an operand remains for the predicate.
    for (const auto& [role, least] : {std::pair{OperandRole::scale_a, 3u}, std::pair{OperandRole::scale_b, 2u}})
        if (roles.next_is(address) || (line.block_scale && roles.left() >= least)) roles.give(role);
    roles.give_if(list, OperandRole::lane_mask);
    if (!roles.next_is(address) && !roles.next_is(list)) roles.give(OperandRole::enable_d);
    if (!roles.next_is(number) && !roles.next_is(name)) return;
    // "%5" of inline assembly can be a register or an immediate.
    const std::string_view text = roles.next()->text;
    const bool placeholder = text.size() > 1 && text[0] == '%' && text.find_first_not_of("0123456789", 1) == text.npos;
    const bool immediate = roles.next_is(number) || placeholder;
    roles.give(line.ws || !immediate ? OperandRole::zero_mask : OperandRole::scale_d);
}

// PTX ISA 9.1, 9.7.15.5.2: d, a, b, [metadata, selector,] p, [scale-a, scale-b, [trans-a,] trans-b]. A in registers has
// no trans-a.
void give_wgmma_roles(MmaLine& line) {
    Roles roles(line);
    roles.give(OperandRole::d);
    line.a_in_tmem = roles.next_is(list);
    roles.give(OperandRole::a);
    roles.give(OperandRole::b);
    if (line.sparse) roles.give(OperandRole::metadata);
    if (line.sparse) roles.give(OperandRole::sparsity_selector);
    roles.give(OperandRole::enable_d);
    roles.give(OperandRole::negate_a);
    roles.give(OperandRole::negate_b);
    if (!line.a_in_tmem) roles.give(OperandRole::transpose_a);
    roles.give(OperandRole::transpose_b);
}

// Instructions in which the position alone determines the role of an operand. PTX ISA 9.1, 9.7.16 (tcgen05) and
// 9.7.13.15 (mbarrier).
using enum OperandRole;
struct PlainRoles {
    Opcode opcode;
    std::array<OperandRole, 4> roles;
};
constexpr PlainRoles kPlainRoles[] = {{Opcode::cp, {cp_to, cp_from}},
                                      {Opcode::shift, {shifted}},
                                      {Opcode::ld, {loaded, load_from, half_offset}},
                                      {Opcode::ld_red, {loaded, reduced, load_from, half_offset}},
                                      {Opcode::ld_compress, {compressed, loaded, load_from}},
                                      {Opcode::ld_red_compress, {compressed, loaded, reduced, load_from}},
                                      {Opcode::alloc, {alloc_to, columns}},
                                      {Opcode::dealloc, {allocated, columns}},
                                      {Opcode::commit, {barrier, cta_mask}},
                                      {Opcode::bar_init, {barrier, count}},
                                      {Opcode::bar_inval, {barrier}},
                                      {Opcode::bar_expect_tx, {barrier, bytes}},
                                      {Opcode::bar_complete_tx, {barrier, bytes}},
                                      {Opcode::bar_arrive, {arrived, barrier, count}},
                                      {Opcode::bar_arrive_tx, {arrived, barrier, bytes}},
                                      {Opcode::bar_drop, {arrived, barrier, count}},
                                      {Opcode::bar_drop_tx, {arrived, barrier, bytes}},
                                      {Opcode::bar_test, {done, barrier, arrived}},
                                      {Opcode::bar_test_parity, {done, barrier, parity}},
                                      {Opcode::bar_try, {done, barrier, arrived, hint}},
                                      {Opcode::bar_try_parity, {done, barrier, parity, hint}},
                                      {Opcode::bar_pending, {count, arrived}}};

// PTX ISA 9.1, tcgen05.st: [t], {registers}. With .16x32bx2 the offset is between them.
void give_store_roles(MmaLine& line) {
    Roles roles(line);
    roles.give(store_to);
    roles.give_if(number, half_offset);
    roles.give(stored);
}

void give_roles(MmaLine& line) {
    if (line.opcode == Opcode::mma) give_mma_roles(line);
    if (line.opcode == Opcode::wgmma) give_wgmma_roles(line);
    if (line.opcode == Opcode::st) give_store_roles(line);
    Roles roles(line);
    for (const PlainRoles& row : kPlainRoles)
        if (row.opcode == line.opcode)
            for (const OperandRole role : row.roles) roles.give(role);
    // An instruction with multicast has the mask as its last operand.
    if (line.qualifier("multicast::cluster") && line.operands.size() > 2) line.operands.back().role = cta_mask;
}

}  // namespace

Answer<MmaLine> parse_mma_line(std::string_view text) {
    const Statement found = notation::find_statement(text);
    if (!found.unknown.empty())
        return Refusal(printable(std::string_view(found.unknown).substr(0, 60)),
                       " is an unknown instruction and is not checked; expected ", known_names());
    if (const Lead* lead = found.text.empty() ? lead_in(text) : nullptr) return Refusal(std::string(lead->says));
    if (found.text.empty()) return Refusal("this text has no instruction; expected ", known_names());
    MmaLine line;
    line.text = found.text;
    line.opcode = found.opcode;
    line.guarded = found.guarded;
    const Answer<std::size_t> behind = read_qualifiers(line, name_of(found.opcode).size());
    if (!behind) return Refusal(behind.why);
    if (const Answer<void> read = read_operands(line, *behind); !read) return Refusal(read.why);
    give_roles(line);
    return line;
}

std::vector<std::string> instructions_in(std::string_view text) {
    std::vector<std::string> out;
    for (const Statement& found : notation::all_statements(text))
        out.push_back(say(found.guarded ? "@p " : "", found.text));
    return out;
}

std::vector<std::string> unknown_instructions_in(std::string_view text) { return notation::unknown_names(text); }

}  // namespace tilescope
