// core/src/program/source_reader.h -- translates the tokens of source code to statements.
// SPDX-License-Identifier: MIT
#pragma once

#include "source_parts.h"
#include "source_scope.h"

#include <deque>

namespace tilescope::program::source {

class Reader {
public:
    Reader(const Source& source, Program& out);
    void run();

private:
    using Effects = std::vector<std::string>;
    // Reads what begins at this token. Returns the index after it; kNoToken: it is something else.
    using ReadAt = std::uint32_t(std::uint32_t at, std::uint32_t end);
    using ReadWhole = bool(Cursor c);                     // reads all tokens; false: they are something else
    using ReadValue = Value(Cursor& c);                   // moves the cursor after the value
    static constexpr std::uint32_t kUnitEnd = kNone - 1;  // a jump after the last statement

    // source_reader.cpp
    ReadWhole read_assertion;
    TextSpan span_of(const Cursor& c) const;
    std::string text_of(const Cursor& c) const;
    std::string comment_of(const Cursor& c) const;
    Cursor cursor(std::uint32_t begin, std::uint32_t end) const { return {&t_, begin, end}; }
    void begin_statement(), flush_calls(), flush_effects();
    void flush() { flush_calls(), flush_effects(); }
    void forget_names(const Cursor& c, bool all);
    void observe_value(const std::string& text, const Value& value, TextSpan span, unsigned width = 0,
                       bool conditional = false);
    void observe_numbers(const Cursor& c, const std::string& name, unsigned width);
    void observe_format(const Token& token);
    std::string meant_by(const std::string& name);
    void observe_equal(const Cursor& first, const Cursor& second);
    void observe_compared(const Cursor& c);
    void observe_printed(const std::vector<Argument>& args, const std::vector<Value>& values);
    void observe_members(const Cursor& inside);
    // source_macros.cpp
    ReadAt directive;
    void observe_macro(const std::string& name, const Macro& m, bool conditional);
    std::vector<std::uint32_t> branches(std::uint32_t at, std::uint32_t end) const;
    // source_expression.cpp
    Value fail(Cursor& c) {
        c.failed = true;
        return math_.unknown();
    }
    Value expression(Cursor& c, int level = 0);
    Value conditional(Cursor& c, Value value);
    ReadValue unary, primary, parenthesized, bracketed, rust_block, postfix;
    std::optional<Value> keyword(Cursor& c);
    Value whole(Cursor c);  // all tokens; unknown if some are left
    bool skip_lambda(Cursor& c);
    Value first_part(Cursor& c, bool& read);
    void member(Cursor& c, Chain& chain);
    Value braces(Cursor& c, const std::string& path);
    bool generic_part(Cursor& c, Chain& chain);
    Value subscript(Cursor& c, const Value& base);
    std::optional<TypeAt> type_at(Cursor& c) const;
    std::optional<Type> result_type(Cursor c) const;
    Value size_of(Cursor type, bool in_bits);
    std::optional<Type> named_type(std::string_view path) const;
    std::optional<Cursor> template_arguments(Cursor& c) const;
    std::uint32_t argument_end(Cursor c) const;
    Value read_path(const std::string& path);
    // source_calls.cpp
    Value call(Cursor& c, const std::string& path, const Cursor* generic, const Value* base, std::uint32_t begin);
    std::vector<Argument> arguments(Cursor& c);
    std::optional<Value> cast(std::string_view name, const Cursor* generic, const Value* base,
                              const std::vector<Argument>& args);
    std::optional<Value> helper(std::string_view name, const std::vector<Argument>& args);
    Value defined(const Function& f, const Cursor* generic, const std::vector<Argument>& args, TextSpan span);
    Value built(const std::string& method, const Value& builder, const Argument* a, TextSpan at);
    Value undefined(PendingCall seen, const std::vector<Argument>& args);
    void change_arguments(std::string_view name, const std::vector<Argument>& args);
    // source_statement.cpp
    ReadAt statement, simple;
    ReadWhole expressions;
    void simple_tokens(Cursor c);
    void walk(std::uint32_t begin, std::uint32_t end);
    std::uint32_t statement_end(std::uint32_t at, std::uint32_t end) const;
    void unreadable(const Cursor& c);
    bool continues(const Token& before, const Token& next) const;
    bool brace_is_value(std::uint32_t at, std::uint32_t brace, std::uint32_t end) const;
    // source_assign.cpp
    ReadWhole assignment, tuple_assignment, declaration, let_declaration, annotated;
    bool declarators(Cursor c, const Declared& declared, std::uint32_t begin);
    Value initial_value(const Cursor& value, const std::optional<Type>& type, bool assigned);
    void initialize(const std::string& name, Cursor c, unsigned width);
    void fields_of(const std::string& object, const Cursor& list);
    void store(const std::string& path, const Value& value, bool plain, const Cursor& statement);
    void observe_list(const Cursor& list, const std::string& name, bool opaque);
    void observe_elements(const Cursor& inside, const std::string& name, unsigned width);
    void observe_choices(const std::string& path, const Value& value, TextSpan span);
    // source_control.cpp
    ReadAt control, if_statement, while_statement, do_statement, for_statement, switch_statement, match_statement;
    ReadAt leave_statement, try_statement, inner_block;
    std::uint32_t counted_loop(std::uint32_t at, std::uint32_t close, std::uint32_t end);
    std::uint32_t each_loop(std::uint32_t at, std::uint32_t first, std::uint32_t last, std::uint32_t body,
                            std::uint32_t end);
    std::uint32_t run_body(std::uint32_t header, std::uint32_t at, std::uint32_t end, bool conditional);
    std::uint32_t header_end(std::uint32_t at, std::uint32_t end) const;
    std::uint32_t suite_end(std::uint32_t header, std::uint32_t colon, std::uint32_t end) const;
    void walk_body(const Cursor& body, bool conditional);
    void forget_range(std::uint32_t begin, std::uint32_t end), skip_range(std::uint32_t begin, std::uint32_t end);
    Value condition(std::uint32_t begin, std::uint32_t end);
    std::uint32_t jump(ExprId condition = kNone, std::uint32_t target = kUnitEnd);
    std::uint32_t jump_if_not(const Value& condition) { return jump(math_.negated(condition).id); }
    std::uint32_t perhaps(std::uint32_t header, std::uint32_t at, std::uint32_t end);
    std::uint32_t loop_else(std::uint32_t loop, std::uint32_t at, std::uint32_t end);
    void land(std::uint32_t jump) { (*scopes_.code)[jump].index = here(); }
    void land(const std::vector<std::uint32_t>& jumps) {
        for (const std::uint32_t jump : jumps) land(jump);
    }
    std::uint32_t here() const { return static_cast<std::uint32_t>(scopes_.code->size()); }
    void start_loop(std::uint32_t next, bool is_switch = false);
    void return_value(std::uint32_t begin, std::uint32_t end);
    void end_loop(), end_fragment(), end_unit();
    // source_function.cpp
    ReadAt named_function, template_statement;
    std::uint32_t function_statement(std::uint32_t at, std::uint32_t brace, std::uint32_t end);
    bool lambda_function(const std::string& name, const Cursor& c);
    void read_parameters(Function& f, std::uint32_t begin, std::uint32_t end);
    bool read_parameter(Function& f, Cursor c);
    void add_function(Function f);
    void run_functions();
    void run_function(const Function& f);
    void keep_returned_object(const std::string& path);
    void add_member_units(const Function& f);
    void read_generics(const Cursor& inside);
    std::vector<Operand> generic_operands(const Cursor& given);
    void generic_values(const Function& f, const Cursor* given, std::vector<ExprId>& values);
    void assign_instantiation(const Function& f);
    // source_types.cpp
    ReadAt type_statement, class_statement;
    void type_alias(const std::string& name, std::uint32_t begin, std::uint32_t end);
    void read_enum(const std::string& name, std::uint32_t begin, std::uint32_t end, bool scoped);
    void add_constant(const std::string& path, const Value& value);
    std::uint32_t read_class(const std::string& name, std::uint32_t begin, std::uint32_t end);
    void bit_fields(Cursor c, std::vector<DeclaredField>& out);
    void read_constants(std::uint32_t end);
    bool size_constants(const Cursor& c);
    // source_asm.cpp
    ReadWhole assembly, llvm_assembly;
    void compiler_assembly(Cursor c), rust_assembly(Cursor c), quoted_assembly(Cursor c);
    void read_assembly(const Decoded& text, const AssemblyOperands& operands);
    void move_statements(std::size_t statements, std::size_t units);
    bool quoted_strings(Cursor& c, Template& out);
    void template_strings(Cursor& c, Template& out, const EvaluateHole* format, bool macros);
    void read_template(const Template& text, const AssemblyOperands& operands);
    Value hole_value(std::string_view text, std::uint32_t position);

    const Source& source_;
    Program& out_;
    Lexed lexed_;
    const std::vector<Token>& t_ = lexed_.tokens;
    Language language_ = Language::plain;
    std::deque<std::vector<Statement>> bodies_;  // by unit
    std::vector<Unit> units_;
    Math math_;
    Scopes scopes_;
    Macros macros_{t_};
    std::map<std::string, Type, std::less<>> types_;  // using and typedef
    BitFields fields_;
    std::map<std::string, Function, std::less<>> functions_;
    std::vector<Function> queue_;
    std::map<std::uint32_t, std::uint32_t> constants_;  // statements that are read already, with their ends
    std::vector<Loop> loops_;
    KeptStrings strings_;
    PendingJumps jumps_;
    std::vector<PendingCall> calls_;
    Effects touched_, reads_, namespaces_;
    const Function* function_ = nullptr;
    std::vector<ReturnedObject> returned_;  // by the current function
    std::vector<Parameter> generics_;       // parameters of the template that comes next
    std::string label_;                     // of the loop that comes next
    unsigned depth_ = 0;
    bool no_return_ = false;
};
}  // namespace tilescope::program::source
