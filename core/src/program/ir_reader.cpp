// core/src/program/ir_reader.cpp -- translates operations of MLIR and LLVM IR to statements.
// SPDX-License-Identifier: MIT
#include "ir_reader.h"

#include <algorithm>
#include <utility>

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

}  // namespace

Scope& Reader::scope_of(const std::string& prefix) { return scopes_.try_emplace(prefix, dead_ends_).first->second; }

TextSpan Reader::span_of(const Action& action, std::size_t first, std::size_t last) const {
    const Line& line = *action.line;
    if (first >= last) return {};
    const std::size_t begin = action.tokens[first].begin, end = action.tokens[last - 1].end;
    return source_.span(line.offset_of(begin), end > begin ? line.offset_of(end - 1) + 1 : line.offset_of(begin));
}

// Another reader, or another function, can have a name of the same text.
NameId Reader::fresh_name(const std::string& key) {
    const std::string base = "ir:" + key;
    for (unsigned& copy = copies_[base];; ++copy) {
        const std::size_t before = out_.names.size();
        const NameId id = out_.name(copy == 0 ? base : base + "'" + std::to_string(copy));
        if (id >= before) return id;
    }
}

// A number without a type has as many bits as it needs.
ExprId Reader::word(const Value& value) {
    if (value.constant) return out_.constant(*value.constant, value.width == 0 ? 64 : value.width);
    return value.expr == kNone ? out_.unknown(value.width == 0 ? 64 : value.width) : value.expr;
}

void Reader::define(const Action& action, const Result& result, std::string key, Value value) {
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

void Reader::define_results(const Action& action, const Value& value) {
    for (std::size_t i = 0; i < action.results.size(); ++i) {
        const Result& result = action.results[i];
        const bool single = action.results.size() == 1 && !result.many;
        const std::string key = key_of(result.name);
        if (!result.many) define(action, result, key, single ? value : Value{});
        for (std::size_t k = 0; result.many && k < result.count && !key.empty(); ++k)
            define(action, result, key + "#" + std::to_string(k), {});
    }
}

// Arguments of functions, blocks and loops: "(%x: i64", "(i64 %0", "%i = %begin", "iter_args(%a = %b)".
void Reader::define_names_inside(const Action& action) {
    const std::vector<Token>& tokens = action.tokens;
    const bool function = is_function_name(action.name);
    const bool block = is_block(action);
    for (std::size_t i = action.first; i < action.end; ++i) {
        if (tokens[i].type != Token::Type::value) continue;
        if (function || (block && tokens[i + 1].is(":")) || (!block && tokens[i + 1].is("=")))
            define(action, {tokens[i]}, key_of(tokens[i]), {});
    }
}

void Reader::mark_uses(const Action& action, const Known& known) {
    const bool passed_on = passes_on(action, known);
    Scope& scope = scope_of(action.line->prefix);
    for (std::size_t i = action.results.empty() ? 0 : action.first; i < action.end; ++i)
        if (action.tokens[i].type == Token::Type::value) scope.mark_used(key_of(action.tokens[i]), passed_on);
}

void Reader::prepare(const Line& line) {
    if (line.text.find('%') == line.text.npos) return;
    const Action action = read_action(line);
    Scope& scope = scope_of(line.prefix);
    for (const Result& result : action.results) scope.defined_anywhere.insert(key_of(result.name));
    const bool header = is_function_name(action.name) || is_block(action);
    for (std::size_t i = 0; i < action.end; ++i)
        if (action.tokens[i].type == Token::Type::value && (header || action.tokens[i + 1].is("=")))
            scope.defined_anywhere.insert(key_of(action.tokens[i]));
}

// The lines of FileCheck are for the next function too, unless a label says that they are already.
void Reader::forget() {
    regions_.clear();
    closed_ = {};
    for (auto& [prefix, scope] : scopes_)
        if (labelled_.erase(prefix) == 0) scope.clear();
}

void Reader::read(const Line& line) {
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

void Reader::open_regions(const Action& action) {
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
void Reader::close_regions(const Action& action) {
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
        Value both;
        both.width = a.width;
        both.expr = out_.add(Operation::select, a.width, {closed_.condition, word(a), word(b), kNone});
        both.telling = a.telling || b.telling;
        define_results(*closed_.choice, both);
    }
}

void Reader::observe(Observation::Type type, std::string text, TextSpan span, const std::vector<Operand>& operands,
                     unsigned width, bool lost) {
    Observation seen;
    seen.type = type;
    seen.text = std::move(text);
    seen.span = span;
    seen.width = width == 32 || width == 64 ? width : 0;
    seen.lost = lost;
    out_.observe(std::move(seen), operands);
}

void Reader::observe_return(const Action& action, const Value& value) {
    if (!value.telling) return;
    const auto label = functions_.find(action.line->prefix);
    const std::string function = action.line->prefix.empty() || label == functions_.end() ? function_ : label->second;
    const TextSpan span = span_of(action, 0, action.end);
    observe(Observation::Type::returned, function, span, {{word(value), function, span}}, value.width);
}

void Reader::observe_call(const Action& action, const Evaluator& evaluator) {
    const std::vector<Token>& tokens = action.tokens;
    std::string_view name = action.name;
    std::vector<Argument> arguments;
    if (known_operation(name).form == Form::call) {
        std::size_t at = action.first;
        while (at < action.end && tokens[at].type != Token::Type::symbol && tokens[at].type != Token::Type::text) ++at;
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

void Reader::run(const Action& action) {
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

void Reader::finish() {
    for (auto& [prefix, scope] : scopes_) scope.clear();
    std::ranges::stable_sort(dead_ends_, {}, [](const DeadEnd& d) { return d.span.begin; });
    for (const DeadEnd& d : dead_ends_) {
        if (d.value.expr == kNone && !d.value.constant) continue;
        observe(Observation::Type::variable, d.text, d.span, {{word(d.value), d.text, d.name_span}}, d.value.width,
                d.lost);
    }
    dead_ends_.clear();
}

}  // namespace tilescope::program::ir
