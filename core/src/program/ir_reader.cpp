// core/src/program/ir_reader.cpp -- translates functions of MLIR and LLVM IR to statements.
// SPDX-License-Identifier: MIT
#include "ir.h"

#include <map>

namespace tilescope::program::ir {
namespace {

bool is_function_name(std::string_view name) {
    return name == "define" || name == "declare" || name == "func" || name.ends_with(".func");
}

bool is_block(const Action& action) {
    return action.tokens[0].type == Token::Type::other && action.tokens[0].text.starts_with('^');
}

// Values of lines with patterns have no name of their own.
bool has_pattern(std::string_view name) { return name.find("[[") != name.npos; }

// What a return or a call has is observed there too, and then said once.
bool passes_on(const Action& action, const Known& known) {
    switch (known.form) {
    case Form::binary: return keeps_word(known.operation);
    case Form::select:
    case Form::zero_extend:
    case Form::sign_extend:
    case Form::phi:
    case Form::yield: return true;
    default: return reads_descriptors(action.name);
    }
}

// "\0A" is the character 10, in both languages. "$$" is a dollar, which begins no operand then.
Decoded decoded(const Source& source, const Line& line, const Token& token) {
    Decoded out;
    const std::string_view text = line.text;
    std::size_t end = token.end;
    if (end > token.begin && text[end - 1] == '"') --end;
    for (std::size_t i = text[token.begin] == '"' ? token.begin + 1 : token.begin; i < end; ++i) {
        const auto put = [&](char c) {
            out.text += c;
            out.positions.push_back(static_cast<std::uint32_t>(source.position(line.offset_of(i))));
        };
        if (text[i] == '$' && i + 1 < end && text[i + 1] == '$') {
            put('_');
            ++i;
            put('_');
        } else if (text[i] != '\\' || i + 1 >= end) {
            put(text[i]);
        } else if (const auto code = i + 2 < end ? whole_number(text.substr(i + 1, 2), 16) : std::nullopt) {
            put(static_cast<char>(*code));
            i += 2;
        } else {
            put(text[i + 1] == 'n' ? '\n' : text[i + 1] == 't' ? '\t' : text[i + 1]);
            ++i;
        }
    }
    return out;
}

struct Constraints {
    std::vector<std::string_view> list;  // of outputs, then of inputs
    std::size_t outputs = 0;
    bool strange = false;  // an output that takes an operand
};

Constraints read_constraints(std::string_view text) {
    Constraints out;
    for (const std::string_view one : split_at(',', text)) {
        if (one.empty() || one.starts_with("~")) continue;
        out.list.push_back(one);
        if (!one.starts_with("=") && !one.starts_with("+")) continue;
        out.strange |= one.find('*') != one.npos || one.starts_with("+") || ++out.outputs != out.list.size();
    }
    return out;
}

unsigned width_of_constraint(std::string_view constraint) {
    if (constraint == "r") return 32;
    if (constraint == "l") return 64;
    if (constraint == "h") return 16;
    return constraint == "b" ? 1 : 0;
}

// The place of the strings and of the operands.
struct AsmParts {
    std::size_t code = 0, constraints = 0;
    std::vector<Argument> operands;
    bool whole = false;  // no operand is missing
};

std::size_t attribute(const Action& action, std::string_view name) {
    for (std::size_t i = action.first; i + 2 < action.end; ++i)
        if (action.tokens[i].is(name) && action.tokens[i + 1].is("=") && action.tokens[i + 2].type == Token::Type::text)
            return i + 2;
    return action.end;
}

std::optional<AsmParts> parts_of(const Action& action, const Evaluator& evaluator) {
    const std::vector<Token>& tokens = action.tokens;
    AsmParts out;
    if (action.generic) {
        out.code = attribute(action, "asm_string");
        out.constraints = attribute(action, "constraints");
        out.operands = evaluator.arguments_in(action.first);
        out.whole = true;
        return out.code < action.end && out.constraints < action.end ? std::optional(out) : std::nullopt;
    }
    const auto string_from = [&](std::size_t at) {
        while (at < action.end && tokens[at].type != Token::Type::text) ++at;
        return at;
    };
    out.code = string_from(action.first);
    if (out.code >= action.end) return std::nullopt;
    out.constraints = tokens[out.code + 1].is(",") ? string_from(out.code + 1) : action.end;
    if (out.constraints != out.code + 2 || out.constraints >= action.end) {
        out.constraints = action.end;
        return out;
    }
    const std::size_t next = out.constraints + 1;
    if (!action.is_mlir()) {
        if (tokens[next].is("(")) out.operands = evaluator.arguments_in(next);
        return out;
    }
    for (std::size_t i = next; i < action.types; ++i) {
        if (tokens[i].type == Token::Type::wild) break;
        if (tokens[i].type == Token::Type::value) out.operands.push_back({evaluator.value_at(i), i, i + 1});
    }
    out.whole = action.types < action.end;
    return out;
}

// mov.b64 $0, {$1, $2};
bool joins_words(std::string_view code) {
    std::string plain;
    for (const char c : code)
        if (c != ' ' && c != '\t' && c != '\n') plain += c;
    return plain == "mov.b64$0,{$1,$2};" || plain == "mov.b64$0,{$1,$2}";
}

bool holds_any(std::string_view text, std::initializer_list<std::string_view> parts) {
    return std::ranges::any_of(parts, [&](std::string_view s) { return text.find(s) != text.npos; });
}

struct Part {
    std::string function;
    std::vector<std::size_t> lines;  // kBreak: the names up to here are not visible after it
};
constexpr std::size_t kBreak = ~std::size_t{0};

// "llvm.func @f(", "define void @f(", "\"llvm.func\"() <{". Returns the name.
std::optional<std::string> function_in(const Line& line) {
    std::string_view text = line.text;
    const bool quoted = text.starts_with('"');
    if (quoted) text.remove_prefix(1);
    const std::string_view word = text.substr(0, text.find_first_of(" \t(\""));
    if (word != "define" && word != "func" && !word.ends_with(".func")) return std::nullopt;
    const std::string_view mark = quoted ? "sym_name = \"" : "@";
    const std::size_t at = text.find(mark);
    if (at == text.npos) return quoted ? std::optional<std::string>("") : std::nullopt;
    text = text.substr(at + mark.size());
    if (!quoted && text.starts_with('"')) text.remove_prefix(1);
    return std::string(text.substr(0, text.find_first_of(quoted ? "\"" : "(\" \t")));
}

// The first part is the text outside of all functions, and the tests.
std::vector<Part> parts_of_ir(const std::vector<Line>& lines) {
    std::vector<Part> out(1);
    bool inside = false;
    int depth = 0;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const Line& line = lines[i];
        if (!line.prefix.empty()) {
            out[0].lines.push_back(i);
            continue;
        }
        const std::optional<std::string> function = function_in(line);
        if (line.fresh || function) inside = false;
        if (function) {
            out[0].lines.push_back(kBreak);
            const bool opens = line.depth > 0 || (i + 1 < lines.size() && lines[i + 1].text.starts_with("{"));
            if (!opens) continue;
            inside = true;
            depth = 0;
            out.push_back({*function, {}});
        }
        (inside ? out.back() : out[0]).lines.push_back(i);
        depth += line.depth;
        const bool next_opens = function && line.depth == 0;
        if (inside && depth <= 0 && !next_opens) inside = false;
    }
    return out;
}

// The operations of one function, or of the text outside of all functions.
class Reader {
public:
    // `unit_begin`: the index of the first statement of the unit. `copies`: of the names of all units.
    Reader(const Source& source, Program& out, std::string function, std::uint32_t unit_begin,
           std::unordered_map<std::string, unsigned>& copies)
        : source_(source), out_(out), function_(std::move(function)), unit_begin_(unit_begin), copies_(copies) {}

    // first for all lines
    void prepare(const Line& line) {
        if (line.text.find('%') == line.text.npos) return;
        const Action action = read_action(line);
        Scope& scope = scope_of(line.prefix);
        for (const Result& result : action.results) scope.defined_anywhere.insert(key_of(result.name));
        const bool header = is_function_name(action.name) || is_block(action);
        for (std::size_t i = 0; i < action.end; ++i)
            if (action.tokens[i].type == Token::Type::value && (header || action.tokens[i + 1].is("=")))
                scope.defined_anywhere.insert(key_of(action.tokens[i]));
    }

    // then for all lines
    void read(const Line& line) {
        if (line.fresh && line.prefix.empty()) {
            labelled_.clear();
            forget();
        } else if (line.fresh) {
            scope_of(line.prefix).clear();
            labelled_.insert(line.prefix);
        }
        if (line.text.empty()) return;
        const Action action = read_action(line);
        if (line.prefix.empty()) close_regions(action);
        const auto symbol = std::ranges::find(action.tokens, Token::Type::symbol, &Token::type);
        if (!line.prefix.empty() && line.fresh && symbol != action.tokens.end())
            functions_[line.prefix] = symbol->text.substr(1);
        run(action);
        if (line.prefix.empty()) open_regions(action);
    }

    // The lines of FileCheck are for the next function too, unless a label says that they are already.
    void forget() {
        regions_.clear();
        closed_ = {};
        for (auto& [prefix, scope] : scopes_)
            if (labelled_.erase(prefix) == 0) scope.clear();
    }

    void finish() {
        for (auto& [prefix, scope] : scopes_) scope.clear();
        std::ranges::stable_sort(dead_ends_, {}, [](const DeadEnd& d) { return d.span.begin; });
        for (const DeadEnd& d : dead_ends_) {
            if (d.value.expr == kNone && !d.value.constant) continue;
            observe(Observation::Type::variable, d.text, d.span, {{word(d.value), d.text, d.name_span}}, d.value.width,
                    d.lost);
        }
        dead_ends_.clear();
    }

private:
    // A pair of braces of which the end is not reached yet.
    struct Region {
        std::optional<Action> choice;  // scf.if with a result
        ExprId condition = kNone;
        std::vector<Value> yields;  // the results of its regions
    };

    Scope& scope_of(const std::string& prefix) { return scopes_.try_emplace(prefix, dead_ends_).first->second; }

    void run(const Action& action) {
        const Known known = known_operation(action.name);
        mark_uses(action, known);
        Evaluator evaluator(out_, scope_of(action.line->prefix), action);
        Value value;
        const bool assembly = std::ranges::any_of(action.tokens, [](const Token& t) { return t.is("asm"); });
        if (known.form == Form::inline_asm || (known.form == Form::call && assembly)) {
            value = read_asm(action, evaluator);
        } else if (known.form == Form::call || reads_descriptors(action.name)) {
            observe_call(action, evaluator);
        } else if (known.form == Form::leave) {
            if (evaluator.operands().size() == 1) observe_return(action, evaluator.operands()[0]);
        } else if (known.form == Form::yield) {
            const bool one = evaluator.operands().size() == 1;
            if (!regions_.empty()) regions_.back().yields.push_back(one ? evaluator.operands()[0] : Value{});
        } else if (known.form == Form::unknown) {
            define_names_inside(action);
        } else {
            value = evaluator.run(known);
        }
        if (action.results.empty() && known.form == Form::constant && value.telling) {
            const TextSpan span = span_of(action, 0, action.end);
            dead_ends_.push_back({value, "", span, span});
        }
        define_results(action, value);
    }

    void mark_uses(const Action& action, const Known& known) {
        const bool passed_on = passes_on(action, known);
        Scope& scope = scope_of(action.line->prefix);
        for (std::size_t i = action.results.empty() ? 0 : action.first; i < action.end; ++i)
            if (action.tokens[i].type == Token::Type::value) scope.mark_used(key_of(action.tokens[i]), passed_on);
    }

    // Arguments of functions, blocks and loops: "(%x: i64", "(i64 %0", "%i = %begin", "iter_args(%a = %b)".
    void define_names_inside(const Action& action) {
        const std::vector<Token>& tokens = action.tokens;
        const bool function = is_function_name(action.name);
        const bool block = is_block(action);
        for (std::size_t i = action.first; i < action.end; ++i) {
            if (tokens[i].type != Token::Type::value) continue;
            if (function || (block && tokens[i + 1].is(":")) || (!block && tokens[i + 1].is("=")))
                define(action, {tokens[i]}, key_of(tokens[i]), {});
        }
    }

    void define_results(const Action& action, const Value& value) {
        for (std::size_t i = 0; i < action.results.size(); ++i) {
            const Result& result = action.results[i];
            const bool single = action.results.size() == 1 && !result.many;
            const std::string key = key_of(result.name);
            if (!result.many) define(action, result, key, single ? value : Value{});
            for (std::size_t k = 0; result.many && k < result.count && !key.empty(); ++k)
                define(action, result, key + "#" + std::to_string(k), {});
        }
    }

    void define(const Action& action, const Result& result, std::string key, Value value) {
        const bool unknown = value.expr == kNone && !value.constant && value.lanes.empty();
        if (key.empty() || (unknown && scope_of(action.line->prefix).find(key) == nullptr)) return;
        const bool named = !has_pattern(result.name.text);
        DeadEnd definition{{}, named ? std::string(result.name.text) : "", span_of(action, 0, action.end), {}};
        const Line& line = *action.line;
        definition.name_span = source_.span(line.offset_of(result.name.begin), line.offset_of(result.name.end - 1) + 1);
        if (value.expr != kNone && !value.constant) {
            const NameId name = fresh_name(line.prefix.empty() ? key : line.prefix + ":" + key);
            out_.assign(name, value.expr, definition.span);
            value.expr = out_.read(name, value.width == 0 ? 64 : value.width);
        }
        definition.value = std::move(value);
        scope_of(line.prefix).define(key, std::move(definition));
    }

    void open_regions(const Action& action) {
        for (int i = action.line->lowest; i < action.line->depth; ++i) {
            scope_of("").enter();
            regions_.emplace_back();
        }
        if (regions_.empty() || action.line->depth <= action.line->lowest) return;
        if (action.name == "else") regions_.back() = std::move(closed_);
        if (action.name != "scf.if" || action.results.size() != 1 || action.results[0].many) return;
        Evaluator evaluator(out_, scope_of(""), action);
        regions_.back().choice = action;
        regions_.back().condition =
            evaluator.operands().empty() ? out_.unknown(1) : evaluator.word(evaluator.operands()[0], 1);
    }

    // The result of scf.if is that of one of its two regions.
    void close_regions(const Action& action) {
        closed_ = {};
        for (int i = 0; i > action.line->lowest; --i) {
            // Names before a bracket that was opened before the text are not visible after it.
            if (regions_.empty()) scope_of("").clear();
            if (regions_.empty()) continue;
            scope_of("").leave();
            closed_ = std::move(regions_.back());
            regions_.pop_back();
            if (!closed_.choice || closed_.yields.size() != 2) continue;
            const Value &a = closed_.yields[0], &b = closed_.yields[1];
            const bool known = (a.constant || a.expr != kNone) && (b.constant || b.expr != kNone);
            if (!known || a.width != b.width || a.width == 0 || a.pointer || b.pointer) continue;
            define_results(*closed_.choice,
                           {.expr = out_.add(Operation::select, a.width, {closed_.condition, word(a), word(b)}),
                            .width = a.width,
                            .telling = a.telling || b.telling});
        }
    }

    void observe_return(const Action& action, const Value& value) {
        if (!value.telling) return;
        const auto label = functions_.find(action.line->prefix);
        const std::string function =
            action.line->prefix.empty() || label == functions_.end() ? function_ : label->second;
        const TextSpan span = span_of(action, 0, action.end);
        observe(Observation::Type::returned, function, span, {{word(value), function, span}}, value.width);
    }

    void observe_call(const Action& action, const Evaluator& evaluator) {
        const std::vector<Token>& tokens = action.tokens;
        std::string_view name = action.name;
        std::vector<Argument> arguments;
        if (known_operation(name).form == Form::call) {
            std::size_t at = action.first;
            while (at < action.end && tokens[at].type != Token::Type::symbol && tokens[at].type != Token::Type::text)
                ++at;
            if (at >= action.end || !tokens[at + 1].is("(")) return;
            name = tokens[at].text.substr(1);
            if (name.ends_with('"')) name.remove_suffix(1);
            if (!reads_descriptors(name)) return;
            arguments = evaluator.arguments_in(at + 1);
        } else {
            arguments = evaluator.arguments();
        }
        std::vector<Operand> operands;
        for (const Argument& x : arguments) {
            const std::size_t begin = tokens[x.first].begin, end = tokens[x.last - 1].end;
            operands.push_back(
                {word(x.value), action.line->text.substr(begin, end - begin), span_of(action, x.first, x.last)});
        }
        observe(Observation::Type::call, std::string(name), span_of(action, 0, action.end), operands, 0);
    }

    void observe(Observation::Type type, std::string text, TextSpan span, const std::vector<Operand>& operands,
                 unsigned width, bool lost = false) {
        const unsigned stated = width == 32 || width == 64 ? width : 0;
        out_.observe({.type = type, .text = std::move(text), .span = span, .width = stated, .lost = lost}, operands);
    }

    Value read_asm(const Action& action, Evaluator& evaluator) {
        const std::optional<AsmParts> parts = parts_of(action, evaluator);
        if (!parts) return {};
        const Decoded code = decoded(source_, *action.line, action.tokens[parts->code]);
        std::string_view written;
        if (parts->constraints < action.end) written = action.tokens[parts->constraints].text;
        if (written.size() >= 2) written = written.substr(1, written.size() - 2);
        const Constraints constraints = read_constraints(written);
        const std::size_t inputs = constraints.list.size() - std::min(constraints.outputs, constraints.list.size());
        const std::vector<Argument>& given = parts->operands;
        const bool certain =
            !constraints.strange && (given.size() == inputs || (given.size() < inputs && !parts->whole));
        const auto operand = [&](std::size_t i) -> ExprId {
            const unsigned width = i < constraints.list.size() ? width_of_constraint(constraints.list[i]) : 0;
            const std::size_t input = i - constraints.outputs;
            if (!certain || i < constraints.outputs || input >= given.size())
                return out_.unknown(width == 0 ? 64 : width);
            const Value& value = given[input].value;
            return width == 0 ? word(value) : evaluator.word(value, width);
        };
        if (joins_words(code.text) && written == "=l,r,r" && certain) {
            Value out{.expr = out_.add(Operation::join, 64, {operand(1), operand(2)}), .width = 64};
            for (const Argument& x : given) out.telling |= x.value.telling;
            return out;
        }
        if (!holds_any(code.text, {"tcgen05.", "wgmma.", "mbarrier"})) return {};
        if (holds_any(code.text, {"{{", "[["})) return {};  // a pattern of FileCheck stands for code that is not known
        const BindOperand bind = [&](std::string_view name) -> std::optional<ExprId> {
            if (name.size() < 2 || name[0] != '$') return std::nullopt;
            const std::optional<std::uint64_t> index = integer_in(name.substr(1));
            return index ? std::optional(operand(static_cast<std::size_t>(*index))) : std::nullopt;
        };
        const std::size_t first = out_.statements.size();
        read_ptx({code.text, 0, &code.positions}, out_, bind);
        // Jumps count from the start of the assembly. An index that is too large leaves the function.
        for (std::size_t i = first; i < out_.statements.size(); ++i)
            if (Statement& s = out_.statements[i];
                s.type == Statement::Type::jump && s.index <= out_.statements.size() - first)
                s.index += static_cast<std::uint32_t>(first) - unit_begin_;
        return {};
    }

    // Another reader, or another function, can have a name of the same text.
    NameId fresh_name(const std::string& key) {
        const std::string base = "ir:" + key;
        for (unsigned& copy = copies_[base];; ++copy) {
            const std::size_t before = out_.names.size();
            const NameId id = out_.name(copy == 0 ? base : base + "'" + std::to_string(copy));
            if (id >= before) return id;
        }
    }

    // A number without a type has as many bits as it needs.
    ExprId word(const Value& value) {
        if (value.constant) return out_.constant(*value.constant, value.width == 0 ? 64 : value.width);
        return value.expr == kNone ? out_.unknown(value.width == 0 ? 64 : value.width) : value.expr;
    }

    TextSpan span_of(const Action& action, std::size_t first, std::size_t last) const {
        const Line& line = *action.line;
        if (first >= last) return {};
        const std::size_t begin = action.tokens[first].begin, end = action.tokens[last - 1].end;
        return source_.span(line.offset_of(begin), end > begin ? line.offset_of(end - 1) + 1 : line.offset_of(begin));
    }

    const Source& source_;
    Program& out_;
    std::string function_;
    std::uint32_t unit_begin_;
    std::unordered_map<std::string, unsigned>& copies_;
    std::vector<DeadEnd> dead_ends_;
    std::map<std::string, Scope> scopes_;           // by prefix
    std::map<std::string, std::string> functions_;  // by prefix: that of the last label
    std::unordered_set<std::string> labelled_;      // prefixes with a label for the next function
    std::vector<Region> regions_;
    Region closed_;  // the last one
};

}  // namespace
}  // namespace tilescope::program::ir

namespace tilescope::program {

void read_ir(const Source& source, Program& out) {
    const std::vector<ir::Line> lines = ir::lines_of(source.text);
    const std::vector<ir::Part> parts = ir::parts_of_ir(lines);
    std::unordered_map<std::string, unsigned> copies;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const auto here = static_cast<std::uint32_t>(out.statements.size());
        const bool extend = i == 0 && out.units.size() == 1 && out.units[0].last == here;
        if (!extend) out.units.push_back({parts[i].function, here, here, {}});
        const std::size_t unit = out.units.size() - 1;
        ir::Reader reader(source, out, parts[i].function, out.units[unit].first, copies);
        for (const std::size_t line : parts[i].lines)
            if (line != ir::kBreak) reader.prepare(lines[line]);
        for (const std::size_t line : parts[i].lines) {
            if (out.is_stopped()) return;
            if (line == ir::kBreak)
                reader.forget();
            else
                reader.read(lines[line]);
        }
        reader.finish();
        out.units[unit].last = static_cast<std::uint32_t>(out.statements.size());
    }
}

}  // namespace tilescope::program
