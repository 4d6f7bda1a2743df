// core/src/program/ptx_body.h -- the statements of one PTX function, of a fragment, or of inline assembly.
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx_names.h"

#include <tilescope/program/readers.h>

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tilescope::program::ptx_reading {

// Past the end of every unit, also when it is added to a position.
inline constexpr std::uint32_t kOutside = 0x7fffffff;

struct Write {
    std::string_view register_name;
    ExprId value = kNone;    // kNone: unknown
    unsigned width = 0;      // of the type of the instruction; 0: it does not say how wide the register is
    bool dull = false;       // not worth an observation
    bool forgotten = false;  // unknown, and perhaps not written
};

// Compilers mark places for debuggers with labels. Code seldom jumps to them.
bool is_mark(std::string_view label);

class Body {
public:
    Body(Program& out, const Source& source, std::string_view text, std::string prefix, const BindOperand* bind)
        : registers(out, std::move(prefix)), out_(out), source_(source), text_(text), bind_(bind) {}

    Registers registers;
    Labels labels;

    Program& out() { return out_; }
    TextSpan span_of(std::string_view part) const;

    // A register of the text, or an operand of inline assembly.
    Register& find(std::string_view name);
    ExprId read(std::string_view name, unsigned width);

    // An instruction that is not followed reads all names of this text.
    void touch(std::string_view text);

    // What becomes of the bits of registers that the next instruction reads. At first they are passed on.
    void pass_on(bool bits) { passed_on_ = bits; }

    // Writes of one instruction. All values are computed before the first is written. `guard`: see Piece.
    void write(std::vector<Write>& writes, std::string_view guard, TextSpan span);
    void observe(const Observation& observation, const std::vector<Operand>& operands);
    bool has_observed() const { return has_observed_; }
    void label(std::string_view text);
    void jump(std::string_view label, std::string_view guard, TextSpan span);
    void jump_to_one_of(std::string_view list, std::string_view guard, TextSpan span);  // a .branchtargets list
    void branch_targets(const std::vector<std::string_view>& targets);                  // the list of the last label
    void leave(std::string_view guard, TextSpan span);

    // Returns the statements. `base` is the index of the first one in its unit. `partial`: the text is only a part of a
    // function, so code that is not in the text can jump to a label. `dead_ends`: observe registers whose bits
    // nobody reads, or nobody passes on.
    std::vector<Statement> finish(std::uint32_t base, bool partial, bool dead_ends);

private:
    struct Jump {
        std::uint32_t statement, scope;
        std::string_view label;
        bool list;
    };
    struct LastWrite {
        std::uint32_t statement = 0;
        NameId name = kNone;
        std::string_view text;
        unsigned width = 0;
        TextSpan span;
        bool lost = false;  // see Observation
    };
    friend class Finish;

    ExprId guard_value(std::string_view guard);
    void push(const Statement& statement);
    void push_jump(std::string_view guard, TextSpan span, Jump jump);
    void forget(Register& written, bool guarded);
    void use(NameId name);

    Program& out_;
    const Source& source_;
    std::string_view text_;
    const BindOperand* bind_;
    std::vector<Statement> statements_, first_statements_;
    std::vector<Jump> jumps_;
    std::unordered_map<std::string_view, std::vector<std::string_view>> lists_;
    std::unordered_map<std::string_view, bool> asked_;  // whether the name is an operand of inline assembly
    std::unordered_map<NameId, LastWrite> unread_;
    std::vector<LastWrite> dead_;
    std::vector<std::uint32_t> entries_;  // statements after a jump, without a label
    std::string_view last_label_;
    bool left_ = false;  // the last statement never goes on to the next one
    bool passed_on_ = true, has_observed_ = false;
};

}  // namespace tilescope::program::ptx_reading
