// core/src/program/source_calls.cpp -- calls in source code: casts, known helpers, functions of the text, and others.
// SPDX-License-Identifier: MIT
#include "source_reader.h"

namespace tilescope::program::source {
namespace {

constexpr std::string_view kTemplateCasts = "static_cast reinterpret_cast bit_cast const_cast bitcast cast";
constexpr std::string_view kMethodCasts = "to astype cast bitcast view";
constexpr std::string_view kValueFirst =
    "const_expr constexpr Constexpr ir_value value readfirstlane __builtin_assume_aligned_value";

enum class Helper : std::uint8_t {
    smallest,
    largest,
    ceiling,
    encode,
    same,
    address,  // in shared memory: 32 bits
    bit_not,
    binary  // the operator `op`
};
struct KnownHelper {
    Helper meaning;
    std::size_t arguments;
    std::string_view names;
    std::string_view op = {};
};
// Names that mean the same in all code; shli, ori and such are those of MLIR in Python.
constexpr KnownHelper kHelpers[] = {
    {Helper::smallest, 2, "min umin minimum"},
    {Helper::largest, 2, "max umax maximum"},
    {Helper::ceiling, 2, "ceil_div ceildiv cdiv"},
    {Helper::encode, 1, "matrix_descriptor_encode matrix_desc_encode desc_encode desc_enc"},
    {Helper::address, 1, "__cvta_generic_to_shared cvta_to_shared cast_smem_ptr_to_uint smem_u32"},
    {Helper::same, 1, "Some"},
    {Helper::bit_not, 1, "bitwise_not"},
    {Helper::binary, 2, "shli shift_left left_shift", "<<"},
    {Helper::binary, 2, "shrui lshr shift_right right_shift shift_right_logical", ">>"},
    {Helper::binary, 2, "ori or_ bitwise_or", "|"},
    {Helper::binary, 2, "andi and_ bitwise_and", "&"},
    {Helper::binary, 2, "bitwise_xor", "^"},
};

// A call of such a function does not change its arguments, if its name has no word of kWriters.
constexpr std::string_view kReaders[] = {"mma",      "print",  "assert", "check", "wait",   "arrive",
                                         "sync",     "commit", "copy",   "store", "tma",    "fence",
                                         "barrier",  "launch", "free",   "log",   "expect", "utccp",
                                         "prefetch", "dump",   "debug",  "cp_",   "use",    "consume"};
constexpr std::string_view kWriters[] = {"init",  "set",   "make",   "fill",  "build", "update", "advance", "incr",
                                         "patch", "reset", "encode", "write", "load",  "clear",  "swap",    "modify"};

bool only_reads(std::string_view name) {
    const std::string folded = lower(last_of(name));
    const auto has = [&](std::string_view w) { return folded.find(w) != folded.npos; };
    return std::ranges::any_of(kReaders, has) && !std::ranges::any_of(kWriters, has);
}

std::string_view unquoted(const Token& t) {
    if (t.type != TokenType::text) return t.text;
    return t.text.size() > 2 ? t.text.substr(1, t.text.size() - 2) : t.text;
}

// The text of a number, or a name, that makes a call worth to be observed.
bool is_telling(const Token& t) {
    if (t.type == TokenType::name) return is_descriptor_name(t.text);
    if (t.type != TokenType::number) return false;
    const std::optional<Literal> n = read_literal(t);
    return n && n->value >= (n->decimal ? 100'000u : 0x10000u);
}

// lambda x: x, and lambda x: arith.constant(i64, x): the value of a call is that of its argument.
bool passes_on(const Function& f, const std::vector<Token>& tokens) {
    if (!f.expression || f.ambiguous || f.parameters.size() != 1 || f.begin >= f.end) return false;
    const std::uint32_t last = f.end - 1;
    if (f.begin == last) return tokens[last].is(f.parameters[0].name);
    const std::uint32_t open = tokens[last].match;  // of "constant(i64, x)"
    return tokens[last].is(")") && open > f.begin && open + 4 == last && tokens[open - 1].is("constant") &&
           tokens[open + 1].is("i64") && tokens[open + 3].is(f.parameters[0].name);
}

}  // namespace

// At `(`: splits the arguments at their commas, and at the semicolon before the keywords of Julia. The cursor moves
// after `)`.
std::vector<Argument> Reader::arguments(Cursor& c) {
    std::vector<Argument> out;
    const std::uint32_t close = c.close();
    if (close == kNoToken) {
        c.failed = true;
        return out;
    }
    for (std::uint32_t i = c.at + 1; i < close;) {
        Argument a{c.part(i, argument_end(c.part(i, close)))};
        i = a.value.end + 1;
        a.span = span_of(a.value);
        a.text = text_of(a.value);
        if (a.value.peek().type == TokenType::name && a.value.peek(1).is("=")) {
            a.keyword = a.value.peek().text;
            a.value.at += 2;
        }
        if (!a.value.done()) out.push_back(std::move(a));
    }
    c.at = close + 1;
    return out;
}

// At `(`, after the name of a function. `base`: the value of which it is a method, if that has no name.
Value Reader::call(Cursor& c, const std::string& path, const Cursor* generic, const Value* base, std::uint32_t begin) {
    const std::vector<Argument> args = arguments(c);
    if (c.failed || c.depth > kDeepestNesting) return fail(c);
    const std::string name(last_of(path));
    if (base != nullptr && last_of(base->origin) == "builder")
        return built(name, *base, args.size() == 1 ? args.data() : nullptr, span_of(c.part(begin, c.at)));
    Value receiver;
    if (base != nullptr)
        receiver = *base;
    else if (const std::size_t dot = path.find_last_of('.'); dot != path.npos && has_word(kMethodCasts, name))
        receiver = read_path(path.substr(0, dot));
    else if (dot != path.npos && has_word(kValueFirst, name) && args.empty())
        return read_path(path.substr(0, dot));
    if (base != nullptr && has_word(kValueFirst, name)) return *base;
    if (auto value = cast(path, generic, receiver.id == kNone ? nullptr : &receiver, args)) return *value;
    const auto known = functions_.find(name);
    const bool method = path.find('.') != path.npos;
    if (known != functions_.end() && args.size() == 1 && passes_on(known->second, t_)) return whole(args[0].value);
    if (known != functions_.end() && !(method && known->second.ambiguous))
        return defined(known->second, generic, args, span_of(c.part(begin, c.at)));
    if (auto value = helper(name, args)) return *value;
    PendingCall seen{path, span_of(c.part(begin, c.at)), {}};
    if (generic != nullptr) seen.operands = generic_operands(*generic);
    return undefined(std::move(seen), args);
}

// X::builder().lbo(16).build(): one call whose arguments have the names of the methods.
Value Reader::built(const std::string& method, const Value& builder, const Argument* a, TextSpan at) {
    if (method != "build") {
        Value out = builder;
        const Value x = a != nullptr ? whole(a->value) : math_.unknown();
        out.members.emplace_back(method + "=" + (a != nullptr ? a->text : ""), x.id);
        return out;
    }
    PendingCall seen{builder.origin, at, {}};
    for (const auto& [text, id] : builder.members) seen.operands.push_back({id, text, at});
    calls_.push_back(std::move(seen));
    return math_.unknown();
}

std::optional<Value> Reader::cast(std::string_view path, const Cursor* generic, const Value* base,
                                  const std::vector<Argument>& args) {
    const std::string_view name = last_of(path);
    const auto argument = [&](std::size_t i) { return whole(args[i].value); };
    if (generic != nullptr && has_word(kTemplateCasts, name) && (args.size() == 1 || base != nullptr)) {
        Cursor typed = *generic;
        const std::optional<TypeAt> type = type_at(typed);
        const Value x = args.size() == 1 ? argument(0) : *base;
        if (type && type->pointer) return math_.unknown(kOpaque);
        return type && typed.done() ? math_.converted(x, *type) : math_.unknown();
    }
    const auto type_of = [&](const Argument& a) -> std::optional<Type> {
        Cursor typed = a.value;
        if (typed.is_one()) return named_type(unquoted(typed.peek()));
        const std::optional<TypeAt> type = type_at(typed);
        return type && typed.done() && !type->pointer ? std::optional<Type>(type) : std::nullopt;
    };
    if (base != nullptr && args.size() == 1 && has_word(kMethodCasts, name)) {
        const std::optional<Type> type = type_of(args[0]);
        return type ? math_.converted(*base, *type) : math_.unknown();
    }
    const std::string folded = lower(name);
    if (args.size() == 2 && (folded == "cast" || folded == "reinterpret")) {
        for (const std::size_t i : {1u, 0u})
            if (const std::optional<Type> type = type_of(args[i])) return math_.converted(argument(1 - i), *type);
        return std::nullopt;
    }
    if (name == "constant" && args.size() == 2)  // arith.constant(i64, 46)
        if (const std::optional<Type> type = type_of(args[0])) return math_.converted(argument(1), *type);
    if (args.size() != 1) return std::nullopt;
    const bool number = args[0].value.is_one() && args[0].value.peek().type == TokenType::number;
    if (name == "c" && number && path == name && !functions_.contains(name)) return argument(0);  // MLIR in Python
    if (name == "constant" || has_word(kValueFirst, name)) {  // llvm.mlir.constant(64 : i32)
        Cursor value = args[0].value;
        const Value x = expression(value);
        if (value.failed) return math_.unknown();
        if (!value.take(":")) return x;
        const std::optional<Type> type = type_at(value);
        return type ? math_.converted(x, *type) : x;
    }
    if (functions_.contains(name)) return std::nullopt;
    const std::optional<Type> type = named_type(path);
    if (!type || scopes_.is_declared(std::string(root_of(path)))) return std::nullopt;
    return math_.converted(argument(0), *type);
}

std::optional<Value> Reader::helper(std::string_view name, const std::vector<Argument>& args) {
    const auto* const known = std::ranges::find_if(kHelpers, [&](const auto& h) { return has_word(h.names, name); });
    if (known == std::end(kHelpers) || known->arguments != args.size()) return std::nullopt;
    const Value a = whole(args[0].value), b = args.size() > 1 ? whole(args[1].value) : math_.unknown();
    const auto any = [&](std::uint64_t n) { return math_.number(n, {Type::Kind::any, 64, false, false}); };
    switch (known->meaning) {
    case Helper::smallest: return math_.smaller(a, b, false);
    case Helper::largest: return math_.smaller(a, b, true);
    case Helper::ceiling: {
        const Value divisor = math_.once(b);
        const Value one = math_.number(1, divisor.type.is_opaque() ? kAny : divisor.type);
        return math_.binary("//", math_.binary("-", math_.binary("+", a, divisor), one), divisor);
    }
    case Helper::encode: {
        const Value cut = math_.converted(math_.binary("&", a, any(0x3ffff)), integer_type(64, false));
        return math_.binary(">>", cut, any(4));
    }
    case Helper::same: return a;
    case Helper::address: return math_.unknown(integer_type(32, false));
    case Helper::bit_not: return math_.inverted(a);
    case Helper::binary: return math_.binary(known->op, a, b);
    }
    return std::nullopt;
}

Value Reader::defined(const Function& f, const Cursor* generic, const std::vector<Argument>& args, TextSpan span) {
    std::vector<ExprId> values;
    for (const Parameter& p : f.parameters) values.push_back(p.initial ? out_.constant(*p.initial) : out_.unknown());
    std::size_t next = 0;
    bool certain = !f.ambiguous && args.size() <= f.parameters.size();
    // Inline assembly in a function without a result reads its parameters. What they are is known here only.
    const bool ends_here = f.stated && f.result.is_opaque() && f.members.empty();
    PendingCall given{f.name, span, {}};
    bool telling = false, numbers = false;
    for (const Argument& a : args) {
        const Value x = whole(a.value);
        given.operands.push_back({x.type.is_opaque() ? kNone : x.id, a.text, a.span});
        telling = telling || std::ranges::any_of(a.value.all(), is_telling);
        numbers = numbers || (a.value.peek().type == TokenType::number && a.value.is_one());
        const auto named = std::ranges::find(f.parameters, a.keyword, &Parameter::name);
        if (a.keyword.empty() ? next >= f.parameters.size() : named == f.parameters.end()) {
            certain = false;
            continue;
        }
        const std::size_t i = a.keyword.empty() ? next++ : static_cast<std::size_t>(named - f.parameters.begin());
        const Parameter& p = f.parameters[i];
        const Type to = p.stated ? p.type : Type{};
        values[i] = math_.converted(x, to).id;
        if (p.by_reference && !x.path.empty()) touched_.push_back(x.path);
        if (!ends_here) scopes_.mark_read(x.path);
    }
    if (ends_here && telling) calls_.push_back(std::move(given));
    generic_values(f, generic, values);
    for (const Function::Member& word : f.words)
        if (certain && numbers) observe_value(word.name, {.id = out_.call(word.unit, values)}, span, 0, true);
    if (!certain || f.result.is_opaque()) {
        for (const Argument& a : args)
            if (f.ambiguous) forget_names(a.value, true);
        return math_.unknown(f.result.is_opaque() ? kOpaque : kAny);
    }
    Value out;
    PendingCall seen{"fields " + f.name, span, {}, f.made};
    for (const Function::Member& m : f.members) {
        out.members.emplace_back(m.name, out_.call(m.unit, values));
        if (m.bit_field) seen.operands.push_back({out.members.back().second, m.name, span});
    }
    if (seen.operands.size() > 1) calls_.push_back(std::move(seen));
    out.type = f.stated ? f.result : kAny;
    out.id = out_.call(f.unit, values, out.type.width);
    return out;
}

// `seen` has the arguments of the template. They come after the others.
Value Reader::undefined(PendingCall seen, const std::vector<Argument>& args) {
    const std::string path = seen.name;
    const std::vector<Operand> generic = std::exchange(seen.operands, {});
    const std::string folded = lower(last_of(path));
    std::string_view owner = std::string_view(path).substr(0, path.size() - last_of(path).size());
    if (owner.ends_with("[].")) owner.remove_suffix(3);  // UMMAInsDescriptor[kind].create[...]()
    while (owner.ends_with('.')) owner.remove_suffix(1);
    bool telling = folded.find("mma") != folded.npos || folded.find("desc") != folded.npos ||
                   owner.ends_with("Descriptor") || owner.ends_with("Desc");  // Tcgen05SmemDesc.build(...)
    const std::size_t reads = reads_.size();
    std::vector<Value> values;
    for (const Argument& a : args) {
        values.push_back(whole(a.value));
        const Value& x = values.back();
        seen.operands.push_back({x.type.is_opaque() ? kNone : x.id, a.text, a.span});
        telling = telling || std::ranges::any_of(a.value.all(), is_telling);
    }
    seen.operands.insert(seen.operands.end(), generic.begin(), generic.end());
    change_arguments(path, args);
    if (folded.ends_with("printf")) observe_printed(args, values);
    const bool templated = args.empty() && !generic.empty();  // make_instr_desc<float, 128, 64>()
    if (telling && (!args.empty() || templated)) {
        for (std::size_t i = reads; i < reads_.size(); ++i) scopes_.mark_read(reads_[i]);
        calls_.push_back(std::move(seen));
    }
    reads_.resize(reads);
    Value out = math_.unknown();
    out.origin = path;
    return out;
}

// A function that the text does not define can take its arguments by reference.
void Reader::change_arguments(std::string_view callee, const std::vector<Argument>& args) {
    if (only_reads(callee)) return;
    if (const std::size_t dot = callee.find_last_of('.'); dot != callee.npos && dot > 0) {
        const std::string object(callee.substr(0, dot));
        if (const Variable* const v = scopes_.find(object); v == nullptr || language_ == Language::c)
            touched_.push_back(object);
    }
    if (!no_return_ || language_ != Language::c) return;
    for (const Argument& a : args) {
        const bool path = std::ranges::all_of(
            a.value.all(), [](const Token& t) { return t.type == TokenType::name || t.is(".") || t.is("->"); });
        if (path) touched_.emplace_back(a.value.peek().text);
    }
}

}  // namespace tilescope::program::source
