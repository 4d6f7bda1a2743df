// core/src/program/source_macros.h -- the macros of a text, and the tokens that replace their names.
// SPDX-License-Identifier: MIT
//
//     #ifdef BF16
//     #define IDESC 0x08200490
//     #else
//     #define IDESC 0x08200010
//     #endif                        IDESC is replaced by (IDESC ? (0x08200490) : (0x08200010)), of which IDESC is
//     unknown
#pragma once

#include "source_parts.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::program::source {

struct Macro {
    bool function = false;
    bool unclear = false;      // its parameters are not understood, or #undef ends it
    bool conditional = false;  // a condition that the text does not decide is around it
    std::vector<std::string_view> parameters;
    std::uint32_t begin = 0, end = 0;  // tokens
};
using Definitions = std::vector<Macro>;  // the different ones of a name, in the order of the text

// The end of the line of a directive.
std::uint32_t line_end(const std::vector<Token>& tokens, std::uint32_t at, std::uint32_t end);

bool opens_branch(std::string_view word);  // if, ifdef, ifndef

class Macros {
public:
    explicit Macros(const std::vector<Token>& tokens) : tokens_(tokens) {}  // `tokens` must outlive this object
    void collect();

    bool used_in(std::uint32_t begin, std::uint32_t end) const;

    // Replaces macros by their tokens, which get the position of the macro. A macro with several definitions that are
    // values is replaced by a choice between them. False: this is not possible.
    bool expand(const Cursor& c, std::vector<Token>& out) { return expand(c, out, 0, {}); }

    // The tokens of an expression with directives in it: with the first branch of each #if, and with the last one or
    // none. Empty: it has no directive.
    std::vector<std::vector<Token>> branches_of(const Cursor& c) const;

    // Whether the condition of the #if, #ifdef or #elif at this token holds. No value: the text does not say it.
    std::optional<bool> test_at(std::uint32_t directive) const;

    const std::map<std::string, Definitions, std::less<>>& all() const { return macros_; }

private:
    using Arguments = std::map<std::string_view, Cursor>;

    void add(std::uint32_t at, bool conditional);
    bool is_guard(std::uint32_t at) const;
    std::optional<bool> test_of(std::uint32_t at);
    std::optional<bool> is_defined(std::string_view name) const;
    bool is_value(const Macro& m) const;
    bool is_replaced(const Definitions& definitions, const Token& name, const Token& next) const;
    bool expand(const Cursor& c, std::vector<Token>& out, unsigned depth, const Arguments& args);
    bool replace(const Cursor& c, std::uint32_t& at, const Definitions& definitions, std::vector<Token>& out,
                 unsigned depth);
    bool add_body(const Macro& m, const std::vector<Cursor>& given, std::vector<Token>& out, unsigned depth);

    const std::vector<Token>& tokens_;
    std::map<std::string, Definitions, std::less<>> macros_;
    std::map<std::uint32_t, bool> tests_;  // by the token of the directive
    std::size_t expanded_ = 0;             // tokens that macros gave
};

}  // namespace tilescope::program::source
