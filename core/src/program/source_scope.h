// core/src/program/source_scope.h -- the variables of source code, and when their values are observed.
// SPDX-License-Identifier: MIT
#pragma once

#include "source_values.h"

#include <tilescope/program/readers.h>

namespace tilescope::program::source {

// An observation of a variable that a later statement can take back: it adds bits to this value, so it was not
// the last one.
struct Tentative {
    enum class Of : std::uint8_t {
        choice,    // of c ? a : b, or the value at the end of the block that gives it
        replaced,  // the value that a branch replaces: it is the last one if the program takes another branch
        branch     // the value at the end of a branch that adds bits to it
    };
    std::uint32_t statement = 0;
    Of of = Of::choice;
};

struct Variable {
    NameId id = kNone;
    std::uint32_t unit = 0;
    Type type;              // `any` if the text states none
    std::string path;       // "desc.bitfield.start_address_"
    bool stated = false;    // the text states the type
    bool constant = false;  // no statement changes it after its declaration
    bool quiet = false;     // a loop counter, a pointer, a truth value: never observed
    bool dirty = false;     // assigned after the last observation
    bool read = false;      // used by something that is observed itself
    bool trivial = true;    // it has no value yet, or 0
    bool zeroed = false;    // all its bits were set to 0
    FieldMeaning field;     // of a bit-field of a struct of the text
    std::string made = {};  // the type or the function that makes the object
    std::uint32_t block = 0;
    std::vector<Tentative> tentative = {};
    TextSpan span;
    std::string comment;
};

// The variables of one name: `desc`, `desc.lo`, `desc[0]`. At most kMostMembers of them are kept.
struct Root {
    bool declared = false;
    bool escaped = false;  // a pointer or a reference can change it
    std::string alias;     // a reference: the path that it stands for
    std::vector<std::uint32_t> variables;
};
inline constexpr std::size_t kMostMembers = 128;
inline constexpr std::uint32_t kMostCleared = 200'000;

struct Scope {
    bool function = false;
    std::unordered_map<std::string, Root> roots;
};

// A block whose end is the end of the life of values.
struct Block {
    bool conditional = false, branch = false;
    bool alters = false;                 // a statement of it changes a variable of an outer block, not with OR
    std::vector<std::uint32_t> changed;  // variables, in order, with repetitions
    std::vector<std::uint32_t> added;    // variables of outer blocks to which statements of this block add bits
};

// The branches of an `if` or an `#if`, as far as they were read.
struct Choice {
    struct Ends {
        std::size_t branches = 0;
        std::vector<Tentative> tentative;
    };
    std::size_t depth = 0, branches = 0;
    bool alters = false;
    std::map<std::uint32_t, Ends> ends;  // by variable
};

bool is_descriptor_name(std::string_view path);
bool is_field_name(std::string_view path);  // a bit-field of the descriptor structs of CUTLASS, or of a similar struct
bool is_whole_name(std::string_view path);  // a member of a union that has all bits: "d.desc_", "d.raw"
std::string_view root_of(std::string_view path);
std::string_view last_of(std::string_view path);  // the word after the last dot

class Scopes {
public:
    Scopes(Program& out, Math& math) : out_(out), math_(math) {}

    void enter_unit(std::uint32_t unit, std::vector<Statement>* code);
    void push(bool function = false) { scopes_.push_back({function, {}}); }
    void pop() { scopes_.pop_back(); }
    void open_block(bool conditional);
    void close_block();
    // The blocks between these are the branches of one `if`. `complete`: one of them executes.
    void open_choice() { choices_.push_back({blocks_.size(), 0, false, {}}); }
    bool choice_alters() const { return !choices_.empty() && choices_.back().alters; }
    void pass_choice();  // the branch that changes nothing
    void close_choice(bool complete);
    // The observations in code[first..last) are choices of the value that the variable has now.
    void keep_choices(const std::string& path, std::uint32_t first, std::uint32_t last);
    void before_return() { observe_block(blocks_.size() - 1); }  // a statement that ends the unit is next

    Variable* declare(const std::string& name, Type type, bool stated);
    void declare_alias(const std::string& name, const std::string& path);
    Value read(const std::string& path);
    const Variable* find(const std::string& path);
    Variable* find_to_change(const std::string& path) {
        const Variable* const v = find(path);
        return v == nullptr ? nullptr : &variables[index_of(*v)];
    }
    bool is_declared(const std::string& name) const;  // as a variable, in any scope
    bool is_local(const std::string& name) const;     // some variable of this name is in a scope of this unit

    struct Write {
        bool plain = true;  // no part of the old value remains
        TextSpan span;
        std::string comment;
        bool trivial = false;
        FieldMeaning field = {};
    };
    void write(const std::string& path, const Value& value, const Write& how);
    void forget(const std::string& path);  // unknown from now on, with all members
    void escape(const std::string& path);  // unknown for ever
    void forget_all();                     // all that is not constant
    void mark_read(const std::string& path);

    void assign(NameId name, ExprId value, TextSpan span);
    std::vector<std::uint32_t> members_of(const std::string& object);  // that the text sets; as indices of `variables`
    void observe(Observation observation, const std::vector<Operand>& operands);
    bool conditional() const;
    std::uint32_t unit() const { return unit_; }
    std::vector<Statement>* code = nullptr;

    std::vector<Variable> variables;
    bool isolated = false;        // names outside of all functions are not visible
    std::vector<NameId> spoiled;  // variables outside of all functions that a function changes

private:
    struct Place {
        Scope* scope;
        Root* root;
        std::string path;  // without aliases
    };
    Place place_of(const std::string& path, bool create);
    Variable* variable_at(const Place& place, const std::string& path);
    void clear(Variable& v);
    void forget_overlaps(const Place& place, const std::string& path);
    static bool is_field(const Variable& v) { return !v.field.field.empty() || is_field_name(v.path); }
    bool observe_variable(Variable& v);
    void before_write(Variable& v, bool plain);
    void end_branch(const Block& closed);
    void take_back(std::vector<Tentative>& of, bool all);
    bool only_branches_since(std::uint32_t block) const;
    void observe_fields(std::string_view object, const std::vector<std::uint32_t>& members);
    std::vector<std::uint32_t> observe_block(std::size_t index);  // returns what was changed in it
    std::uint32_t index_of(const Variable& v) const { return static_cast<std::uint32_t>(&v - variables.data()); }

    Program& out_;
    Math& math_;
    std::uint32_t unit_ = 0;
    std::vector<Scope> scopes_;
    std::vector<Block> blocks_;
    std::vector<Choice> choices_;
    std::vector<std::uint32_t> assigned_, pointed_;  // the variables that this unit assigns; those that pointers name
    std::uint32_t cleared_ = 0;
    bool lost_ = false;  // too many variables were forgotten, so all are unknown
};

}  // namespace tilescope::program::source
