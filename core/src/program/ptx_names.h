// core/src/program/ptx_names.h -- registers and scopes of PTX.
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx_text.h"

#include <tilescope/program/program.h>

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tilescope::program::ptx_reading {

struct Register {
    NameId name = kNone;
    std::string_view text;   // as written, without the doubled % of inline assembly
    unsigned width = 0;      // 0: neither a declaration nor an instruction says it
    bool predicate = false;  // one bit
    bool opaque = false;     // a part of a vector, or a vector: its value is not followed
    bool declared = false;
};

// The registers of one function. A declaration in a nested scope hides the register of the same name outside of it.
class Registers {
public:
    // `prefix` makes the names different from those of other functions.
    Registers(Program& out, std::string prefix);

    void open();
    bool close();                                // false: only the outermost scope is open
    void declare(std::string_view declaration);  // ".reg .b32 %r<39>, id"
    Register& find(std::string_view text);
    Register& bind(std::string_view text, unsigned width);  // an operand of inline assembly, in all scopes
    NameId fresh();                                         // a name that the text cannot contain
    std::uint32_t scope() const { return open_.back(); }
    std::uint32_t parent(std::uint32_t scope) const { return parents_[scope]; }

private:
    struct Declaration {
        std::uint32_t scope, depth;
        std::uint64_t count;  // of numbered registers
        unsigned width;
        bool predicate, vector;
    };
    struct Cached {
        std::uint32_t generation = 0;
        Register* found = nullptr;
    };
    using Declarations = std::unordered_map<std::string_view, std::vector<Declaration>>;

    void add(Declarations& to, std::string_view name, const Declaration& declaration);
    const Declaration* declared(std::string_view text) const;

    Program& out_;
    std::string prefix_, nested_;
    Declarations exact_, numbered_;
    std::unordered_map<std::string_view, Cached> cache_;
    std::unordered_map<NameId, Register> registers_;
    std::vector<std::uint32_t> open_ = {0}, parents_ = {kNone};
    std::vector<std::vector<std::pair<Declarations*, std::string_view>>> undo_ = {{}};
    std::uint32_t generation_ = 1, ignored_ = 0, fresh_ = 0;
};

// A place in the text of a function to which it can jump: the index of a statement.
struct Target {
    std::vector<std::uint32_t> places;  // more than one if the text defines the label again in the same scope
    bool wanted = false;                // a jump names it
};

// The labels of one function. A label can be seen from its scope and the scopes inside.
class Labels {
public:
    void define(std::string_view text, std::uint32_t scope, std::uint32_t place) {
        targets_[{scope, text}].places.push_back(place);
    }
    Target* find(std::string_view text, std::uint32_t scope, const Registers& registers);
    std::map<std::pair<std::uint32_t, std::string_view>, Target>& all() { return targets_; }

private:
    std::map<std::pair<std::uint32_t, std::string_view>, Target> targets_;
};

}  // namespace tilescope::program::ptx_reading
