// core/src/notation/mma_line.cpp -- splits one PTX instruction into its qualifiers and operands.
// SPDX-License-Identifier: MIT

#include "text_parts.h"

#include <tilescope/base/number.h>
#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/hw/types.h>
#include <tilescope/notation/expression.h>
#include <tilescope/notation/leads.h>
#include <tilescope/notation/mma_line.h>

#include <utility>

namespace tilescope {
namespace {

using namespace notation;

// ---- instructions in other text ----

bool is_ptx_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f'; }

// Copies text without comments and quotes. Replaces several blanks by one blank.
class Cleaner {
public:
    explicit Cleaner(std::string_view text) : text_(text) {}

    std::string run() {
        while (at_ < text_.size()) step();
        return std::move(out_);
    }

private:
    void step() {
        const char c = text_[at_];
        if (starts("//")) return skip_line_comment();
        if (starts("/*")) {
            const std::size_t end = text_.find("*/", at_ + 2);
            at_ = end == text_.npos ? text_.size() : end + 2;
            return blank();
        }
        if (c == '"') return quote();
        if (c == '\\') return escape();
        if (quoted_ && starts("%%")) ++at_;  // C writes the register %p as %%p
        if (is_ptx_blank(text_[at_]))
            blank();
        else
            out_ += text_[at_];
        ++at_;
    }

    bool starts(std::string_view with) const { return text_.substr(at_).starts_with(with); }

    void blank() {
        if (!out_.empty() && out_.back() != ' ') out_ += ' ';
    }

    // Inside a string, a line of PTX ends at "\n" or at the end of the string.
    void skip_line_comment() {
        while (at_ < text_.size() && text_[at_] != '\n') {
            if (quoted_ && (text_[at_] == '"' || starts("\\n"))) break;
            ++at_;
        }
        blank();
    }

    void escape() {
        const char next = at_ + 1 < text_.size() ? text_[at_ + 1] : ' ';
        at_ += std::string_view("ntrvf\n\"").find(next) == std::string_view::npos ? 1 : 2;
        blank();
    }

    // Adjacent strings are one text. The text after the last string is C, not PTX.
    void quote() {
        quoted_ = !quoted_;
        ++at_;
        const std::size_t next = skip_blanks_and_comments(at_);
        if (!quoted_ && next < text_.size() && text_[next] != '"') out_ += ';';
        blank();
    }

    std::size_t skip_blanks_and_comments(std::size_t at) const {
        while (at < text_.size()) {
            const std::string_view rest = text_.substr(at);
            const bool line = rest.starts_with("//");
            if (!line && !rest.starts_with("/*") && !is_ptx_blank(rest[0])) return at;
            const std::size_t end = is_ptx_blank(rest[0]) ? 1 : rest.find(line ? "\n" : "*/", 2);
            if (end == rest.npos) return text_.size();
            at += end + (rest[0] == '/' && !line ? 2 : 0);
        }
        return at;
    }

    std::string_view text_;
    std::string out_;
    std::size_t at_ = 0;
    bool quoted_ = false;
};

bool is_name_part(char c) { return is_word_char(c) || c == '.' || c == '%' || c == '$'; }

// Whether "@%p" or "@!p" is between the end of the previous statement and the opcode.
bool is_guard(std::string_view before) {
    const std::size_t end = before.find_last_of(";{}:");
    const std::string_view guard = trimmed(before.substr(end == before.npos ? 0 : end + 1));
    return guard.starts_with('@') && guard.size() > 1;
}

constexpr std::string_view kGroups[] = {"tcgen05.", "wgmma.", "mbarrier."};

// Returns the position of the first instruction name of these groups at or after `from`, or npos. Ignores text inside
// the name of a function or of another instruction.
std::size_t find_name(std::string_view text, std::size_t from) {
    for (std::size_t at = from; at < text.size(); ++at) {
        if (at > 0 && is_name_part(text[at - 1])) continue;
        if (starts_with_any(text.substr(at), kGroups)) return at;
    }
    return text.npos;
}

// Returns the length of `name` at the start of the text, or 0 if the text does not start with this word. The assembler
// accepts a blank before "::".
std::size_t length_of(std::string_view name, std::string_view text) {
    std::size_t at = 0;
    for (const char c : name) {
        if (c == ':' && at + 1 < text.size() && text[at] == ' ' && text[at - 1] != ':') ++at;
        if (at >= text.size() || text[at] != c) return 0;
        ++at;
    }
    return at < text.size() && is_word_char(text[at]) ? 0 : at;
}

// One instruction in a clean text.
struct Statement {
    std::string text;  // ends with ';'; empty: no instruction
    Opcode opcode = Opcode::mma;
    bool guarded = false;
    std::size_t end = 0;  // in the clean text
};

// The longest name of kOpcodeNames with which the text begins: tcgen05.ld.red, not tcgen05.ld. Returns its length, or
// 0.
std::size_t opcode_at(std::string_view text, Opcode& opcode) {
    std::size_t longest = 0;
    for (const NamedValue& name : kOpcodeNames) {
        const std::size_t length = length_of(name.name, text);
        if (length <= longest) continue;
        longest = length;
        opcode = static_cast<Opcode>(name.raw);
    }
    return longest;
}

Statement statement_at(std::string_view clean, std::size_t begin) {
    Statement out;
    const std::size_t longest = opcode_at(clean.substr(begin), out.opcode);
    if (longest == 0) return out;
    const std::size_t behind = begin + longest;
    out.end = std::max(behind, std::min(clean.find(';', begin), clean.size()));
    out.text = say(trimmed(say(name_of(out.opcode), clean.substr(behind, out.end - behind))), ';');
    out.guarded = is_guard(clean.substr(0, begin));
    return out;
}

// Returns the first instruction at or after `from`, or an empty one.
Statement next_statement(std::string_view clean, std::size_t from) {
    for (std::size_t at = find_name(clean, from); at != clean.npos; at = find_name(clean, at + 1))
        if (Statement found = statement_at(clean, at); !found.text.empty()) return found;
    return {};
}

// Returns the group and one word: "wgmma.fence" for "wgmma.fence.sync.aligned;".
std::string_view short_name(std::string_view text) {
    return text.substr(0, end_of_word(text, text.find('.') + 1, ':'));
}

// wgmma instructions without words, shapes and other parts that could be checked. Source: PTX ISA 9.1, 9.7.15.7.
constexpr std::string_view kNothingToCheck[] = {"wgmma.fence", "wgmma.commit_group", "wgmma.wait_group"};

std::vector<std::string> unknown_in(std::string_view clean) {
    std::vector<std::string> out;
    for (std::size_t at = find_name(clean, 0); at != clean.npos; at = find_name(clean, at + 1)) {
        if (Opcode known{}; opcode_at(clean.substr(at), known) != 0) continue;  // a statement can go on for ever
        const std::string_view name = short_name(clean.substr(at));
        if (is_in(kNothingToCheck, name)) continue;
        if (!is_in(out, name)) out.emplace_back(name);
    }
    return out;
}

// ---- qualifiers ----

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
    return find_type(name) != nullptr || is_in(kOthers, name);
}
constexpr std::string_view kBitOps[] = {"and", "xor", "or"};

void read_wgmma_qualifier(MmaLine& line, const Qualifier& q) {
    if (read_shape(line, q.text)) return;
    if (q.text == "satfinite") line.satfinite = true;
    if (is_in(kBitOps, q.text)) line.bit_op = q.text;
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
    if (is_in(kAccesses, line.opcode)) read_access_qualifier(line, q);
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
    return is_word_char(c) || std::string_view("+-*/<>=&|^~!()?:. ").find(c) != std::string_view::npos;
}

// Whether a text is a name: "%r1", "a_desc", "%tid.x". "_" is not a name; in PTX it marks an unused result.
bool is_name(std::string_view text) {
    return !text.empty() && text != "_" && !is_digit(text.front()) && text.front() != '.' &&
           std::ranges::all_of(text, [](char c) { return is_name_part(c); });
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
    return static_cast<unsigned>(*digits_value(name.substr(name.size() - digits)));
}

constexpr std::string_view kDots = "...";

// People shorten long lists: "{%f0, %f1, ..., %f63}" has 64 names. Returns the whole list, or the text as it is.
std::string whole_list(std::string_view text) {
    constexpr unsigned kMost = 512;
    const std::size_t at = text.find(kDots);
    if (at == text.npos || !text.ends_with('}')) return std::string(text);
    if (trimmed(text.substr(1, text.size() - 2)) == kDots) return std::string(kElidedList);
    const std::vector<std::string_view> front = split_operands(text.substr(1, at - 1)),
                                        back = split_operands(
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
        const std::vector<std::string_view> parts = split_operands(inside());
        const auto commas = static_cast<std::size_t>(std::ranges::count(text, ','));
        o.count = static_cast<unsigned>(parts.size());
        if (text == kElidedList) return {};
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
    const std::string_view all = line.text, list = all.substr(begin, all.size() - 1 - begin);  // without the ';'
    if (trimmed(list).empty()) return {};
    for (const std::string_view text : split_operands(list, true)) {
        const std::size_t at = offset_in(all, text);
        MmaOperand o{.span = {at, at + text.size()}, .text = std::string(text)};
        const std::string place = say("operand ", line.operands.size() + 1, " of ", name_of(line.opcode));
        if (text.empty()) return Refusal(place, " is empty; expected a name, a number, [an address] or {a list}");
        if (const auto read = read_form(o); !read)
            return Refusal(place, ": cannot read '", printable(text.substr(0, 60)), "'; ", read.why);
        line.operands.push_back(std::move(o));
    }
    return {};
}

Answer<std::size_t> read_qualifiers(MmaLine& line, std::size_t at) {
    const std::string_view text = line.text;
    while (true) {
        const std::size_t begin = std::min(text.find_first_not_of(' ', at), text.size());
        if (text[begin] != '.') return at;
        const std::size_t end = end_of_word(text, begin + 1, ':');
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
    for (const std::string_view group : kGroups) {
        std::vector<std::string_view> words;
        for (const NamedValue& name : kOpcodeNames) {
            if (!name.name.starts_with(group)) continue;
            const std::string_view rest = name.name.substr(group.size());
            const std::string_view word = rest.substr(0, rest.find_first_of(".:"));
            if (!is_in(words, word)) words.push_back(word);
        }
        out += say(out.empty() ? "" : "; ", group, list_of(words));
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
    const std::string clean = Cleaner(text).run();
    const Statement found = next_statement(clean, 0);
    if (found.text.empty()) {
        if (const std::vector<std::string> unknown = unknown_in(clean); !unknown.empty())
            return Refusal(printable(std::string_view(unknown.front()).substr(0, 60)),
                           " is an unknown instruction and is not checked; expected ", known_names());
        if (const Lead* lead = lead_in(text)) return Refusal(std::string(lead->says));
        return Refusal("this text has no instruction; expected ", known_names());
    }
    MmaLine line;
    line.text = found.text;
    line.opcode = found.opcode;
    line.guarded = found.guarded;
    const Answer<std::size_t> behind = read_qualifiers(line, name_of(found.opcode).size());
    if (!behind) return Refusal(behind.why);
    if (const Answer<void> read = read_operands(line, *behind); !read) return Refusal(read.why);
    give_roles(line);
    for (MmaOperand& o : line.operands)
        if (o.text == kElidedList && o.role == OperandRole::lane_mask) o.count = line.cta_group == 2 ? 8 : 4;
    return line;
}

std::vector<std::string> instructions_in(std::string_view text) {
    std::vector<std::string> out;
    const std::string clean = Cleaner(text).run();
    for (Statement found = next_statement(clean, 0); !found.text.empty(); found = next_statement(clean, found.end))
        out.push_back(say(found.guarded ? "@p " : "", found.text));
    return out;
}

std::vector<std::string> unknown_instructions_in(std::string_view text) { return unknown_in(Cleaner(text).run()); }

}  // namespace tilescope
