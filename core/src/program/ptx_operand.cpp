// core/src/program/ptx_operand.cpp -- numbers, registers, addresses and variables in shared memory of PTX.
// SPDX-License-Identifier: MIT
#include "ptx.h"

namespace tilescope::program::ptx_reading {
namespace {

constexpr unsigned kMostTerms = 8;

struct Radix {
    std::string_view prefix;
    int base;
    unsigned float_bits;
};
constexpr Radix kRadixes[] = {{"0x", 16, 0},  {"0X", 16, 0},  {"0b", 2, 0},   {"0B", 2, 0},
                              {"0f", 16, 32}, {"0F", 16, 32}, {"0d", 16, 64}, {"0D", 16, 64}};

bool fits(const Immediate& number, unsigned width) {
    if (number.float_bits != 0) return number.float_bits == width;
    if (width >= 64 || width == 1) return true;
    const std::uint64_t above = number.value >> (width - 1);
    return above <= 1 || above == ~std::uint64_t{0} >> (width - 1);
}

bool is_part_of_term(char c) { return is_name_start(c) || is_digit(c) || c == '.'; }

// "%r1 + 16" or "sym+-8"
ExprId sum(Body& body, std::string_view text) {
    ExprId total = kNone;
    unsigned width = 64, terms = 0;
    for (std::size_t i = 0; i < text.size();) {
        bool minus = false;
        for (; i < text.size() && !is_part_of_term(text[i]); ++i) {
            if (text[i] == '-') minus = !minus;
            if (std::string_view("+- \t\r\n").find(text[i]) == text.npos) return body.out().unknown();
        }
        if (i == text.size() || ++terms > kMostTerms) return body.out().unknown();
        std::size_t end = i;
        if (is_name_start(text[i]))
            end = name_end(text, i);
        else
            while (end < text.size() && is_part_of_term(text[end])) ++end;
        const std::string_view term = text.substr(i, end - i);
        i = end;
        if (total == kNone && is_name(term) && body.find(term).width == 32) width = 32;
        const ExprId value = scalar(body, term, width);
        if (value == kNone) return body.out().unknown();
        if (total == kNone && !minus)
            total = value;
        else
            total = body.out().add(minus ? Operation::subtract : Operation::add, width,
                                   {total == kNone ? body.out().constant(0) : total, value});
        const std::string_view rest = without_blanks(text.substr(i));
        if (rest.empty()) break;
        if (rest[0] != '+' && rest[0] != '-') return body.out().unknown();
    }
    return total == kNone ? body.out().unknown() : total;
}

// The registers of a list, or a predicate. What only this reads still counts as unread.
std::vector<ExprId> parts_of(Body& body, std::string_view operand) {
    const auto value = [&](std::string_view name, unsigned width) {
        const Register& source = body.find(name);
        return source.opaque ? body.out().unknown(width) : body.out().read(source.name, width);
    };
    std::vector<ExprId> out;
    for (const std::string_view name : elements_of(operand))
        out.push_back(is_name(name) ? value(name, 32) : body.out().unknown(32));
    const bool negated = operand.starts_with('!');
    const std::string_view name = negated ? without_blanks(operand.substr(1)) : operand;
    if (!is_name(name) || !(negated || body.find(name).predicate)) return out;
    out.push_back(value(name, 1));
    if (negated) out.back() = body.out().add(Operation::bit_not, 1, {out.back()});
    return out;
}

}  // namespace

std::optional<Immediate> read_immediate(std::string_view text) {
    const bool negative = text.starts_with('-');
    if (negative) text.remove_prefix(1);
    while (!text.empty() && std::string_view("uUlL").find(text.back()) != text.npos) text.remove_suffix(1);
    if (text.empty() || !is_digit(text[0])) return std::nullopt;
    Radix radix{"", text.size() > 1 && text[0] == '0' ? 8 : 10, 0};
    for (const Radix& other : kRadixes)
        if (text.starts_with(other.prefix)) radix = other;
    const std::string_view number = text.substr(radix.prefix.size());
    const std::optional<std::uint64_t> value = whole_number(number, radix.base);
    if (!value || (radix.float_bits != 0 && (negative || number.size() * 4 != radix.float_bits))) return std::nullopt;
    return Immediate{negative ? 0 - *value : *value, radix.float_bits};
}

bool is_name(std::string_view operand) {
    return !operand.empty() && is_name_start(operand[0]) && operand != "_" && name_end(operand, 0) == operand.size();
}

std::vector<std::string_view> elements_of(std::string_view operand) {
    if (operand.size() < 2 || operand.front() != '{' || operand.back() != '}') return {};
    return split_list(operand.substr(1, operand.size() - 2));
}

ExprId scalar(Body& body, std::string_view operand, unsigned width) {
    if (is_name(operand)) return body.read(operand, width);
    if (width == 1 && operand.starts_with('!')) {
        const std::string_view name = without_blanks(operand.substr(1));
        if (!is_name(name)) return kNone;
        return body.out().add(Operation::bit_not, 1, {body.read(name, 1)});
    }
    const std::optional<Immediate> number = read_immediate(operand);
    if (!number || !fits(*number, width)) return kNone;
    return body.out().constant(width == 1 ? std::uint64_t{number->value != 0} : number->value, width);
}

Operand observed(Body& body, std::string_view operand, bool written, bool has_parts) {
    Operand out{kNone, one_line(operand), body.span_of(operand)};
    if (has_parts) out.parts = parts_of(body, operand);
    if (operand.empty() || operand == "_" || operand[0] == '{' || operand[0] == '!') return out;
    if (operand.size() > 1 && operand[0] == '[' && operand.back() == ']') {
        out.value = sum(body, operand.substr(1, operand.size() - 2));
    } else if (is_name(operand)) {
        const Register& source = body.find(operand);
        const unsigned width = source.width == 0 ? 64 : source.width;
        if (source.predicate) return out;
        out.value = written ? body.out().unknown(width) : body.read(operand, width);
    } else if (const std::optional<Immediate> number = read_immediate(operand)) {
        out.value = body.out().constant(number->value);
    } else if (operand.find('|') == operand.npos) {
        out.value = body.out().unknown();
    }
    return out;
}

namespace {

constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 32;  // more than any size; no product of sizes overflows

// "[2][1024]" is 2048, "" is 1, "[]" is 0.
std::uint64_t elements(std::string_view sizes) {
    std::uint64_t out = 1;
    while (sizes.starts_with('[')) {
        const std::size_t end = std::min(sizes.find(']'), sizes.size());
        const auto size = read_immediate(without_blanks(sizes.substr(1, end - 1)));
        out *= size ? std::min(size->value, kMostBytes) : 0;
        if (out > kMostBytes) return kMostBytes;
        sizes = without_blanks(sizes.substr(std::min(end + 1, sizes.size())));
    }
    return out;
}

}  // namespace

// Source: PTX ISA 9.1, 5.4.1 (declarations) and 5.1.7 (the state space .shared).
std::vector<SharedVariable> shared_variables(std::string_view declaration) {
    SharedVariable common;
    std::uint64_t element = 1, aligned = 0;
    std::string_view rest = without_blanks(declaration);
    while (rest.starts_with('.')) {
        const std::size_t end = std::min(rest.find_first_of(" \t\r\n"), rest.size());
        const std::string_view word = rest.substr(1, end - 1);
        rest = without_blanks(rest.substr(end));
        if (word == "align") {
            const std::size_t digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
            if (const auto number = read_immediate(rest.substr(0, digits))) aligned = number->value;
            rest = without_blanks(rest.substr(digits));
        } else if (const auto type = type_of(word)) {
            element *= std::max(type->width / 8, 1u);
        } else if (word == "v2" || word == "v4") {
            element *= word == "v2" ? 2 : 4;
        }
    }
    std::vector<SharedVariable> out;
    for (const std::string_view one : split_list(rest)) {
        const std::size_t end = one.empty() || !is_name_start(one[0]) ? 0 : name_end(one, 0);
        if (end == 0) continue;
        common.name = one.substr(0, end);
        common.align = std::clamp<std::uint64_t>(aligned == 0 ? element : aligned, 1, kMostBytes);
        common.bytes = std::min(element * elements(without_blanks(one.substr(end))), kMostBytes);
        out.push_back(common);
    }
    return out;
}

}  // namespace tilescope::program::ptx_reading
