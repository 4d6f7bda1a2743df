// core/src/program/source_asm.cpp -- inline assembly in source code, and PTX in the strings of code that prepares it.
// SPDX-License-Identifier: MIT
#include "source_reader.h"

namespace tilescope::program::source {
namespace {

// Functions and macros whose string has holes for the arguments after it.
constexpr std::string_view kFormats = "format writeln write print println format_args eprint eprintln format_to";

bool is_joint(const Cursor& c) { return c.is("+") || c.is("<<"); }

bool is_f_string(const Token& t) {
    const std::string_view prefix = t.text.substr(0, t.text.find_first_of("\"'"));
    return prefix.find_first_of("fF") != prefix.npos;
}

// The index after the strings that are beside each other.
std::uint32_t strings_end(const Cursor& c, std::uint32_t begin) {
    while (begin < c.end && c[begin].type == TokenType::text) ++begin;
    return begin;
}

// The arguments of format(), in any of its spellings, for the strings [begin, end). kNoToken: the strings have no
// holes.
std::uint32_t format_arguments(const Cursor& c, std::uint32_t begin, std::uint32_t end, Language language) {
    std::uint32_t after = end;
    if (begin > 0 && c[end].is(")") && c[end].match == begin - 1) ++after;
    if (language != Language::c && c[after].is(".") && c[after + 1].is("format") && c[after + 2].is("("))
        return after + 3;
    std::uint32_t open = begin;
    while (open > 0 && begin - open < 8 && !c[open].is("(") && !c[open].is(";")) --open;
    if (open < 2 || !c[open].is("(")) return kNoToken;
    const bool macro = c[open - 1].is("!");
    if (macro != (language == Language::rust)) return kNoToken;
    const Token& name = c[open - (macro ? 2 : 1)];
    const bool known = has_word(kFormats, name.text);
    const bool cpp = name.is("format") || name.is("format_to");
    return known && (macro || (cpp && language == Language::c)) ? end : kNoToken;
}

// A single name.
std::string name_at(const Cursor& c, std::uint32_t end) {
    return end == c.at + 1 && c.peek().type == TokenType::name ? std::string(c.peek().text) : std::string();
}

// The x of std::to_string(x), str(x) or String(x), or all of it.
Cursor written_number(const Cursor& c, std::uint32_t end) {
    constexpr std::string_view kNames = "to_string str String string hex";
    const std::uint32_t open = end > c.at && c[end - 1].is(")") ? c[end - 1].match : kNoToken;
    const bool known = open < end && open > c.at && has_word(kNames, c[open - 1].text);
    return known ? c.part(open + 1, end - 1) : c.part(c.at, end);
}

// os << std::endl
bool is_line_end(const Cursor& c, std::uint32_t end) { return end > c.at && c[end - 1].is("endl"); }

}  // namespace

// The value of an expression in a string.
Value Reader::hole_value(std::string_view text, std::uint32_t position) {
    if (text.empty() || text.size() > 200) return math_.unknown();
    Lexed inner = lex(text);
    for (Token& t : inner.tokens) t.begin += position, t.end += position, t.language = language_;
    return whole({&inner.tokens, 0, static_cast<std::uint32_t>(inner.tokens.size() - 1)});
}

// Joins the strings at the cursor: "a" "b", "a" + f(x) + "b". `format`: gives the values of their holes. `macros`: a
// name between them is a macro, and is left out.
void Reader::template_strings(Cursor& c, Template& out, const EvaluateHole* format, bool macros) {
    const EvaluateHole own = [&](std::string_view text, std::uint32_t position) { return hole_value(text, position); };
    while (!c.done()) {
        const Token& t = c.peek();
        if (t.type == TokenType::text) {
            Decoded one;
            decode_string(t, one);
            if (format != nullptr || is_f_string(t))
                add_braced(one, format != nullptr ? *format : own, out);
            else if (t.language == Language::julia)
                add_dollars(one, source_.text, own, out);
            else
                add_plain(one, out);
            ++c.at;
        } else if (is_joint(c) && !macros) {
            Cursor part = c.part(c.at + 1, c.end);
            std::uint32_t end = part.at;
            for (; end < c.end && part[end].type != TokenType::text; ++end) {
                const Token& x = part[end];
                if (x.is("+") || x.is("<<") || x.is(",") || x.is(")") || x.is("]") || x.is(";") || x.is("}")) break;
                if (x.match < c.end && x.match > end) end = x.match;
            }
            const std::uint32_t position = t.begin;
            if (is_line_end(part, end))
                add_plain({"\n", {position}}, out);
            else if (end > part.at)
                add_hole({whole(written_number(part, end)), HoleForm::plain, name_at(part, end), part[end - 1].end},
                         part.peek().begin, out);
            c.at = end;
        } else if (macros && t.type == TokenType::name) {
            c.at = c.peek(1).is("(") && c.peek(1).match < c.end ? c.peek(1).match + 1 : c.at + 1;
        } else {
            break;
        }
    }
}

// The strings at the cursor, with those of the same list. False: there is none.
bool Reader::quoted_strings(Cursor& c, Template& out) {
    const std::uint32_t begin = c.at, end = strings_end(c, begin);
    if (begin == end) return false;
    const std::uint32_t at = format_arguments(c, begin, end, language_);
    if (at == kNoToken) {
        template_strings(c, out, nullptr, false);
    } else {
        std::vector<Cursor> given;
        std::map<std::string, Cursor, std::less<>> named;
        const std::uint32_t stop = at > end && c[at - 1].match < c.end ? c[at - 1].match : c.end;
        for (Cursor args = c.part(at, stop); !args.done() && !args.is(")");) {
            if (args.take(",")) continue;
            std::uint32_t last = args.at;
            for (; last < args.end && !args[last].is(",") && !args[last].is(")"); ++last)
                if (args[last].match < args.end && args[last].match > last) last = args[last].match;
            const bool keyword = args.peek(1).is("=");
            const Cursor value = args.part(args.at + (keyword ? 2 : 0), last);
            if (keyword) named.insert_or_assign(std::string(args.peek().text), value);
            if (!keyword) given.push_back(value);
            args.at = std::max(last, args.at + 1);
        }
        std::size_t next = 0;
        const EvaluateHole format = [&](std::string_view text, std::uint32_t position) {
            const bool number = std::ranges::all_of(text, is_digit) && text.size() < 3;
            if (const auto found = named.find(text); found != named.end()) return whole(found->second);
            if (!number) return language_ == Language::rust ? hole_value(text, position) : math_.unknown();
            std::size_t i = 0;
            for (const char x : text) i = 10 * i + static_cast<std::size_t>(x - '0');
            if (text.empty()) i = next++;
            return i < given.size() ? whole(given[i]) : math_.unknown();
        };
        template_strings(c, out, &format, false);
    }
    const Token& before = begin > 0 ? c[begin - 1] : kNothing;
    const bool listed = before.is("[") || before.is("{") || (before.is(",") && !out.text.text.empty());
    const bool macro = before.is("(") && begin > 2 && c[begin - 3].is("concat");
    if ((listed || macro) && c.is(",") && c.peek(1).type == TokenType::text && !before.is(",")) {
        const std::uint32_t close = c[begin - 1].match;
        while (c.is(",") && c.at < close && c.peek(1).type == TokenType::text) {
            add_plain({"\n", {c.peek().begin}}, out);
            ++c.at;
            template_strings(c, out, nullptr, false);
        }
    }
    return true;
}

// Reads the strings of a statement if they have PTX. What is done with them is not known, so their operands are not
// either. lines.append("..."), again and again, is one text.
void Reader::quoted_assembly(Cursor c) {
    const auto has_code = [&](const Token& t) { return t.type == TokenType::text && has_ptx(t.text); };
    const std::vector<Token>& all = *c.tokens;
    const bool own = c.tokens == &t_;
    if (std::none_of(all.begin() + c.at, all.begin() + c.end, has_code)) return;
    for (Cursor s = c; !s.done();) {
        const bool before = own && s.at >= strings_.read.first && s.at < strings_.read.second;
        Template text;
        const std::uint32_t begin = s.at;
        if (before || !quoted_strings(s, text)) {
            ++s.at;
            continue;
        }
        constexpr std::uint32_t kLongest = 16;      // tokens: lines.append(
        const std::uint32_t length = begin - c.at;  // of what stands before the string
        const auto repeats = [&](std::uint32_t at) {
            if (at + length >= all.size() || all[at + length].type != TokenType::text) return false;
            for (std::uint32_t i = 0; i < length; ++i)
                if (all[at + i].text != all[c.at + i].text) return false;
            return true;
        };
        const auto end_of_statement = [&](std::uint32_t at) {
            while (at < all.size() && (all[at].is(")") || all[at].is(";"))) ++at;
            return at;
        };
        std::uint32_t last = s.at;
        for (std::uint32_t at = end_of_statement(last);
             own && length > 1 && length < kLongest && at >= c.end && repeats(at); at = end_of_statement(last)) {
            Cursor next{c.tokens, at + length, static_cast<std::uint32_t>(all.size())};
            add_plain({"\n", {all[at].begin}}, text);
            quoted_strings(next, text);
            last = next.at;
        }
        if (last != s.at) strings_.read = {s.at, last};
        if (!has_ptx_instruction(text.text.text)) continue;
        strings_.keep(c, begin, text);
        read_template(text, {});
    }
}

// Two texts of one name are of different branches, so neither is certain.
void KeptStrings::keep(const Cursor& c, std::uint32_t begin, const Template& text) {
    while (begin > c.at && c[begin - 1].is("(")) --begin;
    if (begin < c.at + 2 || !c[begin - 1].is("=") || c[begin - 2].type != TokenType::name) return;
    const auto [kept, fresh] = templates.try_emplace(std::string(c[begin - 2].text), text);
    if (!fresh) kept->second = {};
    for (Hole& hole : kept->second.holes)  // a variable can have another value at the call
        if (!hole.value.constant) hole.value = {};
}

void Reader::read_template(const Template& text, const AssemblyOperands& operands) {
    const std::vector<FilledPart> parts = filled(text);
    for (const FilledPart& part : parts) {
        AssemblyOperands all = part.operands;
        all.inputs.insert(operands.inputs.begin(), operands.inputs.end());
        if (&part == &parts.back()) all.outputs = operands.outputs;
        read_assembly(part.text, all);
    }
}

namespace {

constexpr std::string_view kCompilerWords = "asm __asm__ __asm";
constexpr std::string_view kLlvmWords = "inline_asm inline_ptx inlined_assembly inline_asm_elementwise";

// "r" of "=r": without what says how the operand is used.
std::string_view without_use(std::string_view constraint) {
    return constraint.substr(std::min(constraint.find_first_not_of("=+&~* "), constraint.size()));
}

// "=r,l,~{memory}": the operands of inline assembly in LLVM.
bool is_constraints(std::string_view text) {
    return !text.empty() && text.size() <= 400 && std::ranges::all_of(split_at(',', text), [](std::string_view one) {
        one = without_use(one);
        return one.starts_with("{") || (!one.empty() && one.size() <= 2 && one[0] >= 'a' && one[0] <= 'z');
    });
}

Type type_of_constraint(std::string_view text) {
    text = without_use(text);
    if (text == "r") return integer_type(32, false);
    if (text == "l") return integer_type(64, false);
    if (text == "h") return integer_type(16, false);
    return text == "n" || text == "i" ? kAny : kOpaque;
}

}  // namespace

bool Reader::assembly(Cursor c) {
    for (std::uint32_t i = c.at; i < c.end; ++i)
        if (is_word(c[i], kLlvmWords)) return llvm_assembly(c);
    std::uint32_t word = c.at;
    while (word < c.end && !is_word(c[word], kCompilerWords)) {
        const std::uint32_t body =
            language_ == Language::c ? lambda_body(c.part(word, c.end)) : kNoToken;  // its statements are read later
        word = body == kNoToken ? word + 1 : c[body].match;
    }
    if (word == c.end) {  // strings with PTX, without the word before them
        Template text;
        Cursor strings = c;
        const bool first = strings.peek().type == TokenType::text;
        if (first) template_strings(strings, text, nullptr, true);
        const bool ends = strings.done() || strings.is(":") || strings.is("::") || strings.is(")");
        if (!first || !ends || !has_ptx(text.text.text)) {
            quoted_assembly(c);
            return false;
        }
        compiler_assembly(c);
        return true;
    }
    std::uint32_t open = word + 1;
    const bool macro = c[open].is("!");
    while (open < c.end && !c[open].is("(") && c[open].type != TokenType::text) ++open;
    if (open >= c.end) return false;
    if (c[open].type == TokenType::text) return llvm_assembly(c);  // call void asm sideeffect "..."
    const Cursor inside = c.part(open + 1, c[open].match < c.end ? c[open].match : c.end);
    if (macro)
        rust_assembly(inside);
    else
        compiler_assembly(inside);
    return true;
}

// "..." : outputs : inputs : clobbers
void Reader::compiler_assembly(Cursor c) {
    Template text;
    const Cursor all = c;
    template_strings(c, text, nullptr, true);
    AssemblyOperands operands;
    unsigned section = 0, number = 0;
    while (!c.done()) {
        if (c.is(":") || c.is("::")) {
            section += c.is("::") ? 2 : 1;
            ++c.at;
            continue;
        }
        if (section < 1 || section > 2) {
            ++c.at;
            continue;
        }
        std::string name;
        if (c.is("[") && c.close() == c.at + 2) name = "%[" + std::string(c.peek(1).text) + "]", c.at += 3;
        if (c.peek().type != TokenType::text || !c.peek(1).is("(")) {
            ++c.at;
            continue;
        }
        Decoded constraint;
        decode_string(c.peek(), constraint);
        ++c.at;
        const std::uint32_t close = c.close() == kNoToken ? c.end : c.close();
        const Cursor inner = c.part(c.at + 1, close);
        const Type type = type_of_constraint(constraint.text);
        Value value = whole(inner);
        const std::string index = "%" + std::to_string(number++);
        if (section == 1) {
            if (value.path.empty()) forget_names(inner, true);
            operands.outputs[index] = {value.path, type};
            if (!name.empty()) operands.outputs[name] = {value.path, type};
        }
        if (section == 2 || constraint.text.starts_with("+")) {
            value = math_.converted(value, type);
            operands.inputs[index] = value;
            if (!name.empty()) operands.inputs[name] = value;
        }
        c.at = close + 1;
    }
    if (text.text.text.empty()) forget_names(all, false);
    read_template(text, operands);
}

// asm!("... {0} {name}", in(reg64) x, name = out(reg32) y)
void Reader::rust_assembly(Cursor c) {
    Decoded strings;
    while (c.peek().type == TokenType::text) {
        decode_string(c.peek(), strings);
        strings.text += '\n';
        strings.positions.push_back(c.peek().end);
        ++c.at;
        c.take(",");
    }
    const auto named = [](std::string_view name) {
        return is_digit(name.empty() ? ' ' : name[0]) ? "%" + std::string(name) : "%[" + std::string(name) + "]";
    };
    Decoded text;  // {name} is %[name]
    for (std::size_t i = 0; i < strings.text.size(); ++i) {
        const std::size_t close = strings.text[i] == '{' ? strings.text.find_first_of("}, ", i) : std::string::npos;
        const bool twice = i + 1 < strings.text.size() && strings.text[i + 1] == strings.text[i];
        if ((strings.text[i] == '{' || strings.text[i] == '}') && twice) ++i;
        const bool operand = !twice && close != std::string::npos && strings.text[close] == '}' && close > i + 1;
        const std::string_view inside = operand ? std::string_view(strings.text).substr(i + 1, close - i - 1) : "";
        text.text += operand ? named(inside.substr(0, inside.find(':'))) : std::string(1, strings.text[i]);
        text.positions.resize(text.text.size(), strings.positions[i]);
        if (operand) i = close;
    }
    AssemblyOperands operands;
    unsigned number = 0;
    for (Cursor one : comma_parts(c)) {
        std::string name = "%" + std::to_string(number);
        if (one.peek(1).is("=")) name = named(one.peek().text), one.at += 2;
        const std::string_view kind = one.peek().text;
        const bool in = has_word("in inout inlateout", kind), out = kind.find("out") != kind.npos;
        if ((!in && !out) || !one.peek(1).is("(") || one.peek(1).match >= one.end) continue;
        const std::string_view reg = one.peek(2).text;
        const Type type = type_of_constraint(reg == "reg64" ? "l" : reg == "reg32" ? "r" : reg == "reg16" ? "h" : "");
        const Value value = whole(one.part(one.peek(1).match + 1, one.end));
        if (in) operands.inputs[name] = math_.converted(value, type);
        if (out) operands.outputs[name] = {value.path, type};
        ++number;
    }
    read_assembly(text, operands);
}

// llvm.inline_asm(type, [operands], "...", "=r,l"), or asm sideeffect "...", "r,l"(i32 %1, i64 64)
bool Reader::llvm_assembly(Cursor c) {
    Template text;
    Decoded constraints;
    std::uint32_t list = kNoToken, after = kNoToken;
    for (std::uint32_t i = c.at; i < c.end; ++i) {
        if (c[i].type == TokenType::text) {
            Template one;
            Cursor strings = c.part(i, c.end);
            quoted_strings(strings, one);
            if (has_ptx(one.text.text) && text.text.text.empty())
                text = one;
            else if (constraints.text.empty() && is_constraints(one.text.text))
                constraints = one.text, after = strings.at;
            i = strings.at - 1;
        }
        const bool argument = c[i].is("[") && i > c.at && (c[i - 1].is(",") || c[i - 1].is("(") || c[i - 1].is("="));
        if (argument && list == kNoToken && c[i].match < c.end) list = i;
    }
    for (std::uint32_t i = c.at; i < c.end && list == kNoToken; ++i)
        if (c[i].is("]") && c[i + 1].is("(") && c[i + 1].match < c.end) list = i + 1;
    if (list == kNoToken && after < c.end && c[after].is("(") && c[after].match < c.end) list = after;
    const std::uint32_t equal = find_symbol(c, "=");
    if (equal != kNoToken && c[c.at].type == TokenType::name) forget_names(c.part(c.at, equal), true);
    for (std::uint32_t i = c.at; i < c.end && text.text.text.empty(); ++i)
        if (const auto kept = strings_.templates.find(c[i].text); kept != strings_.templates.end() && !c[i + 1].is("="))
            text = kept->second;
    if (text.text.text.empty()) return true;
    if (list == kNoToken) {  // asm = "..."
        if (equal != kNoToken) strings_.keep(c, equal + 1, text);
        read_template(text, {});
        return true;
    }
    std::vector<Type> types;
    unsigned outputs = 0;
    for (const std::string_view one : split_at(',', constraints.text)) {
        types.push_back(type_of_constraint(trimmed(one)));
        if (trimmed(one).starts_with("=")) ++outputs;
    }
    AssemblyOperands operands;
    unsigned number = outputs;
    for (Cursor one : comma_parts(c.part(list + 1, c[list].match))) {
        const Type type = number < types.size() ? types[number] : kOpaque;
        const bool typed = one.at + 1 < one.end && one.peek().type == TokenType::name && named_type(one.peek().text);
        if (typed && !one.peek(1).is("(")) ++one.at;
        operands.inputs["$" + std::to_string(number++)] = math_.converted(whole(one), type);
    }
    read_template(text, operands);
    return true;
}

void Reader::read_assembly(const Decoded& text, const AssemblyOperands& operands) {
    for (const std::string& name : reads_) scopes_.mark_read(name);
    flush_calls();
    const std::size_t statements = out_.statements.size(), units = out_.units.size(), names = out_.names.size();
    const std::size_t before = scopes_.code->size();
    if (has_ptx(text.text)) {
        std::vector<std::uint32_t> positions;
        for (const std::uint32_t p : text.positions)
            positions.push_back(static_cast<std::uint32_t>(source_.position(p)));
        const std::size_t seen = out_.observations.size();
        read_ptx({text.text, 0, &positions}, out_, [&](std::string_view operand) -> std::optional<ExprId> {
            const auto found = operands.inputs.find(operand);
            if (found == operands.inputs.end() || found->second.type.is_opaque()) return std::nullopt;
            const Type& type = found->second.type;
            if (out_.exprs[found->second.id].width == type.width) return found->second.id;
            return out_.add(Operation::bit_and, type.width, {found->second.id, out_.constant(~std::uint64_t{0})});
        });
        for (std::size_t i = seen; i < out_.observations.size(); ++i)
            out_.observations[i].conditional = out_.observations[i].conditional || scopes_.conditional();
        move_statements(statements, units);
    }
    flush_effects();
    for (const auto& [operand, target] : operands.outputs) {
        if (target.first.empty()) continue;
        NameId result = kNone;  // the register of the operand, if the text writes it
        for (std::size_t i = before; i < scopes_.code->size(); ++i) {
            const Statement& s = (*scopes_.code)[i];
            if (s.type == Statement::Type::assign && s.name >= names && out_.names[s.name].ends_with(":" + operand))
                result = s.name;
        }
        Value value = math_.unknown(target.second);
        if (result != kNone && !target.second.is_opaque()) value.id = out_.read(result, target.second.width);
        const Variable* const old = scopes_.find(target.first);
        scopes_.write(target.first, value,
                      {.span = old != nullptr ? old->span : TextSpan{}, .trivial = result == kNone});
    }
    reads_.clear();
}

// The statements of the assembly become statements of the surrounding function.
void Reader::move_statements(std::size_t statements, std::size_t units) {
    const auto base = here();
    const auto count = static_cast<std::uint32_t>(out_.statements.size() - statements);
    for (std::size_t i = statements; i < out_.statements.size(); ++i) {
        Statement s = out_.statements[i];
        if (s.type == Statement::Type::end) s = {Statement::Type::jump, kNone, kNone, count, s.span};
        if (s.type == Statement::Type::jump) s.index = base + std::min(s.index, count);
        scopes_.code->push_back(s);
    }
    out_.statements.resize(statements);
    out_.units.resize(units);
}

}  // namespace tilescope::program::source
