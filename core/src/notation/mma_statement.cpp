// core/src/notation/mma_statement.cpp -- finds an instruction in other text, and the roles of its operands.
// SPDX-License-Identifier: MIT
#include "mma_line_parts.h"
#include "work.h"

#include <tilescope/base/say.h>

#include <algorithm>
#include <array>

namespace tilescope::notation {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f'; }

// Copies text without comments and quotes. Replaces several blanks by one blank.
class Cleaner {
public:
    explicit Cleaner(std::string_view text) : text_(text) {}

    std::string run() {
        while (at_ < text_.size()) step();
        return std::move(out_);
    }

private:
    void step() {
        const char c = text_[at_];
        if (starts("//")) return skip_line_comment();
        if (starts("/*")) {
            const std::size_t end = text_.find("*/", at_ + 2);
            at_ = end == text_.npos ? text_.size() : end + 2;
            return blank();
        }
        if (c == '"') return quote();
        if (c == '\\') return escape();
        if (quoted_ && starts("%%")) ++at_;  // C writes the register %p as %%p
        if (is_blank(text_[at_]))
            blank();
        else
            out_ += text_[at_];
        ++at_;
    }

    bool starts(std::string_view with) const { return text_.substr(at_).starts_with(with); }

    void blank() {
        if (!out_.empty() && out_.back() != ' ') out_ += ' ';
    }

    // Inside a string, a line of PTX ends at "\n" or at the end of the string.
    void skip_line_comment() {
        while (at_ < text_.size() && text_[at_] != '\n') {
            if (quoted_ && (text_[at_] == '"' || starts("\\n"))) break;
            ++at_;
        }
        blank();
    }

    void escape() {
        const char next = at_ + 1 < text_.size() ? text_[at_ + 1] : ' ';
        at_ += std::string_view("ntrvf\n\"").find(next) == std::string_view::npos ? 1 : 2;
        blank();
    }

    // Adjacent strings are one text. The text after the last string is C, not PTX.
    void quote() {
        quoted_ = !quoted_;
        ++at_;
        const std::size_t next = skip_blanks_and_comments(at_);
        if (!quoted_ && next < text_.size() && text_[next] != '"') out_ += ';';
        blank();
    }

    std::size_t skip_blanks_and_comments(std::size_t at) const {
        while (at < text_.size()) {
            const std::string_view rest = text_.substr(at);
            const bool line = rest.starts_with("//");
            if (!line && !rest.starts_with("/*") && !is_blank(rest[0])) return at;
            const std::size_t end = is_blank(rest[0]) ? 1 : rest.find(line ? "\n" : "*/", 2);
            if (end == rest.npos) return text_.size();
            at += end + (rest[0] == '/' && !line ? 2 : 0);
        }
        return at;
    }

    std::string_view text_;
    std::string out_;
    std::size_t at_ = 0;
    bool quoted_ = false;
};

bool is_name_part(char c) { return is_word_char(c) || c == '.' || c == '%' || c == '$'; }

// Whether "@%p" or "@!p" is between the end of the previous statement and the opcode.
bool is_guard(std::string_view before) {
    const std::size_t end = before.find_last_of(";{}:");
    const std::string_view guard = trimmed(before.substr(end == before.npos ? 0 : end + 1));
    return guard.starts_with('@') && guard.size() > 1;
}

constexpr std::array<std::string_view, 3> kGroups = {"tcgen05.", "wgmma.", "mbarrier."};

// Returns the position of the first instruction name of these groups at or after `from`, or npos. Ignores text inside
// the name of a function or of another instruction.
std::size_t find_name(std::string_view text, std::size_t from) {
    for (std::size_t at = from; at < text.size(); ++at) {
        if (at > 0 && is_name_part(text[at - 1])) continue;
        const std::string_view rest = text.substr(at);
        if (std::ranges::any_of(kGroups, [&](std::string_view group) { return rest.starts_with(group); })) return at;
    }
    return text.npos;
}

// Returns the length of `name` at the start of the text, or 0 if the text does not start with this word. The assembler
// accepts a blank before "::".
std::size_t length_of(std::string_view name, std::string_view text) {
    std::size_t at = 0;
    for (const char c : name) {
        if (c == ':' && at + 1 < text.size() && text[at] == ' ' && text[at - 1] != ':') ++at;
        if (at >= text.size() || text[at] != c) return 0;
        ++at;
    }
    return at < text.size() && is_word_char(text[at]) ? 0 : at;
}

struct Found {
    Statement statement;
    std::size_t begin = 0, end = 0;  // positions in the clean text
};

// The longest name of kOpcodeNames with which the text begins: tcgen05.ld.red, not tcgen05.ld. Returns its length, or
// 0.
std::size_t opcode_at(std::string_view text, Opcode& opcode) {
    std::size_t longest = 0;
    for (const NamedValue& name : kOpcodeNames) {
        const std::size_t length = length_of(name.name, text);
        if (length <= longest) continue;
        longest = length;
        opcode = static_cast<Opcode>(name.raw);
    }
    return longest;
}

Found statement_at(std::string_view clean, std::size_t begin) {
    Found found;
    const std::size_t longest = opcode_at(clean.substr(begin), found.statement.opcode);
    if (longest == 0) return found;
    const std::size_t behind = begin + longest, end = std::max(behind, std::min(clean.find(';', begin), clean.size()));
    std::string text(name_of(found.statement.opcode));
    text += clean.substr(behind, end - behind);
    found.statement.text = say(trimmed(text), ';');
    found.statement.guarded = is_guard(clean.substr(0, begin));
    found.begin = begin;
    found.end = end;
    return found;
}

// Returns the first instruction at or after `from`, or an empty one.
Found next_statement(std::string_view clean, std::size_t from) {
    for (std::size_t at = find_name(clean, from); at != clean.npos; at = find_name(clean, at + 1))
        if (Found found = statement_at(clean, at); !found.statement.text.empty()) return found;
    return {};
}

// Returns the group and one word: "wgmma.fence" for "wgmma.fence.sync.aligned;".
std::string_view short_name(std::string_view text) {
    std::size_t end = text.find('.') + 1;
    while (end < text.size() && (is_word_char(text[end]) || text[end] == ':')) ++end;
    return text.substr(0, end);
}

// wgmma instructions without words, shapes and other parts that could be checked. Source: PTX ISA 9.1, 9.7.15.7.
constexpr std::string_view kNothingToCheck[] = {"wgmma.fence", "wgmma.commit_group", "wgmma.wait_group"};

std::vector<std::string> unknown_names(std::string_view clean) {
    std::vector<std::string> out;
    for (std::size_t at = find_name(clean, 0); at != clean.npos; at = find_name(clean, at + 1)) {
        if (Opcode known{}; opcode_at(clean.substr(at), known) != 0) continue;  // a statement can go on for ever
        const std::string_view name = short_name(clean.substr(at));
        if (std::ranges::find(kNothingToCheck, name) != std::end(kNothingToCheck)) continue;
        if (std::ranges::find(out, name) == out.end()) out.emplace_back(name);
    }
    return out;
}

}  // namespace

Statement find_statement(std::string_view text) {
    const std::string clean = Cleaner(text).run();
    Statement found = next_statement(clean, 0).statement;
    if (!found.text.empty()) return found;
    if (const std::vector<std::string> unknown = unknown_names(clean); !unknown.empty())
        found.unknown = unknown.front();
    return found;
}

namespace {

using enum OperandForm;

// Gives roles to the operands, from left to right.
class Roles {
public:
    explicit Roles(MmaLine& line) : line_(line) {}

    const MmaOperand* next() const { return at_ < line_.operands.size() ? &line_.operands[at_] : nullptr; }
    bool next_is(OperandForm form) const { return next() && next()->form == form; }
    void give(OperandRole role) {
        if (next()) line_.operands[at_++].role = role;
    }
    void give_if(OperandForm form, OperandRole role) {
        if (next_is(form)) give(role);
    }
    std::size_t left() const { return line_.operands.size() - at_; }

private:
    MmaLine& line_;
    std::size_t at_ = 0;
};

// Whether a sparse instruction has its metadata as a name without brackets. Then there is one name more than idesc and
// p need, and no scale-d after them.
bool lacks_brackets_of_metadata(const MmaLine& line, std::size_t left) {
    if (!line.sparse || line.operands.empty() || line.operands.back().form == number) return false;
    const bool lists = std::ranges::any_of(line.operands, [](const MmaOperand& o) { return o.form == list; });
    return left >= (lists || line.ws ? 4u : 3u);
}

// PTX ISA 9.1, 9.7.16.10.9: d, a, b, [metadata], [lut] (PTX ISA 9.4), idesc, [sfa], [sfb], {lane mask}, p, scale-d.
// With .ws the last operand is the zero-column mask. A name after the predicate is read as this mask even without .ws;
// the rules then report the error.
void give_mma_roles(MmaLine& line) {
    Roles roles(line);
    roles.give(OperandRole::d);
    line.a_in_tmem = roles.next_is(address);
    roles.give(OperandRole::a);
    roles.give(OperandRole::b);
    if (roles.next_is(address) || lacks_brackets_of_metadata(line, roles.left()))
        if (line.sparse) roles.give(OperandRole::metadata);
    if (line.lut_b && roles.left() > 2) roles.give(OperandRole::lut);
    if (!roles.next_is(address) && !roles.next_is(list)) roles.give(OperandRole::idesc);
    // Scale factors without brackets are still read as scale factors if an operand remains for the predicate.
    for (const auto& [role, least] : {std::pair{OperandRole::scale_a, 3u}, std::pair{OperandRole::scale_b, 2u}})
        if (roles.next_is(address) || (line.block_scale && roles.left() >= least)) roles.give(role);
    roles.give_if(list, OperandRole::lane_mask);
    if (!roles.next_is(address) && !roles.next_is(list)) roles.give(OperandRole::enable_d);
    if (!roles.next_is(number) && !roles.next_is(name)) return;
    // "%5" of inline assembly can be a register or an immediate.
    const std::string_view text = roles.next()->text;
    const bool placeholder = text.size() > 1 && text[0] == '%' && text.find_first_not_of("0123456789", 1) == text.npos;
    const bool immediate = roles.next_is(number) || placeholder;
    roles.give(line.ws || !immediate ? OperandRole::zero_mask : OperandRole::scale_d);
}

// PTX ISA 9.1, 9.7.15.5.2: d, a, b, [metadata, selector,] p, [scale-a, scale-b, [trans-a,] trans-b]. A in registers has
// no trans-a.
void give_wgmma_roles(MmaLine& line) {
    Roles roles(line);
    roles.give(OperandRole::d);
    line.a_in_tmem = roles.next_is(list);
    roles.give(OperandRole::a);
    roles.give(OperandRole::b);
    if (line.sparse) roles.give(OperandRole::metadata);
    if (line.sparse) roles.give(OperandRole::sparsity_selector);
    roles.give(OperandRole::enable_d);
    roles.give(OperandRole::negate_a);
    roles.give(OperandRole::negate_b);
    if (!line.a_in_tmem) roles.give(OperandRole::transpose_a);
    roles.give(OperandRole::transpose_b);
}

// Instructions in which the position alone determines the role of an operand. PTX ISA 9.1, 9.7.16 (tcgen05) and
// 9.7.13.15 (mbarrier).
using enum OperandRole;
struct PlainRoles {
    Opcode opcode;
    std::array<OperandRole, 4> roles;
};
constexpr PlainRoles kPlainRoles[] = {
    {Opcode::cp, {cp_to, cp_from}},
    {Opcode::shift, {shifted}},
    {Opcode::ld, {loaded, load_from, half_offset}},
    {Opcode::ld_red, {loaded, reduced, load_from, half_offset}},
    {Opcode::ld_compress, {compressed, loaded, load_from}},
    {Opcode::ld_red_compress, {compressed, loaded, reduced, load_from}},
    {Opcode::alloc, {alloc_to, columns}},
    {Opcode::dealloc, {allocated, columns}},
    {Opcode::commit, {barrier, cta_mask}},
    {Opcode::bar_init, {barrier, count}},
    {Opcode::bar_inval, {barrier}},
    {Opcode::bar_expect_tx, {barrier, bytes}},
    {Opcode::bar_complete_tx, {barrier, bytes}},
    {Opcode::bar_arrive, {arrived, barrier, count}},
    {Opcode::bar_arrive_tx, {arrived, barrier, bytes}},
    {Opcode::bar_drop, {arrived, barrier, count}},
    {Opcode::bar_drop_tx, {arrived, barrier, bytes}},
    {Opcode::bar_test, {done, barrier, arrived}},
    {Opcode::bar_test_parity, {done, barrier, parity}},
    {Opcode::bar_try, {done, barrier, arrived, hint}},
    {Opcode::bar_try_parity, {done, barrier, parity, hint}},
    {Opcode::bar_pending, {count, arrived}},
};

// PTX ISA 9.1, tcgen05.st: [t], {registers}. With .16x32bx2 the offset is between them.
void give_store_roles(MmaLine& line) {
    Roles roles(line);
    roles.give(store_to);
    roles.give_if(number, half_offset);
    roles.give(stored);
}

}  // namespace

void give_roles(MmaLine& line) {
    if (line.opcode == Opcode::mma) give_mma_roles(line);
    if (line.opcode == Opcode::wgmma) give_wgmma_roles(line);
    if (line.opcode == Opcode::st) give_store_roles(line);
    Roles roles(line);
    for (const PlainRoles& row : kPlainRoles)
        if (row.opcode == line.opcode)
            for (const OperandRole role : row.roles) roles.give(role);
    // An instruction with multicast has the mask as its last operand.
    if (line.qualifier("multicast::cluster") && line.operands.size() > 2) line.operands.back().role = cta_mask;
}

}  // namespace tilescope::notation

namespace tilescope {

std::vector<std::string> instructions_in(std::string_view text) {
    std::vector<std::string> out;
    const std::string clean = notation::Cleaner(text).run();
    for (std::size_t from = 0;;) {
        const notation::Found found = notation::next_statement(clean, from);
        if (found.statement.text.empty()) return out;
        out.push_back(say(found.statement.guarded ? "@p " : "", found.statement.text));
        from = found.end;
    }
}

std::vector<std::string> unknown_instructions_in(std::string_view text) {
    return notation::unknown_names(notation::Cleaner(text).run());
}

}  // namespace tilescope
