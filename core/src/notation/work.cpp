// core/src/notation/work.cpp -- the state of one paste during reading, and text functions of the readers.
// SPDX-License-Identifier: MIT
#include "work.h"

#include "classify.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/text.h>

#include <algorithm>
#include <utility>

namespace tilescope::notation {
namespace {

bool ends_with_word(std::string_view text, std::string_view word) {
    if (!text.ends_with(word)) return false;
    return text.size() == word.size() || text[text.size() - word.size() - 1] == '_' ||
           text[text.size() - word.size() - 1] == '.';
}

}  // namespace

void Work::refuse(std::string_view part, std::string why) {
    ++refused_count;
    if (refused.size() >= kMostRefusals) return;
    const TextSpan span = span_of(part);
    const std::string_view before = text.substr(0, span.begin);
    const auto line = static_cast<unsigned>(std::ranges::count(before, '\n')) + 1;
    const std::size_t newline = before.rfind('\n');
    const std::size_t column = span.begin - (newline == before.npos ? 0 : newline + 1) + 1;
    refused.push_back({span, line, static_cast<unsigned>(column), printable(why)});
}

void Work::set_name(std::string_view name, Bits bits, std::string_view part, std::string_view reader,
                    std::string note) {
    const auto [at, fresh] = names.try_emplace(std::string(name));
    Known& known = at->second;
    if (known.row) {
        Find& shown = finds[*known.row];
        const Bits fit = fitted(bits, shown.role);
        known.bits = shown.bits = fit;
        shown.span.end = std::max(shown.span.end, span_of(part).end);
        shown.reader = reader;
        shown.note = !note.empty() ? note : fit.unknown ? "some bits are unknown" : "";
        return;
    }
    // An instruction has used the old value, which is replaced here. The old value becomes a separate word.
    const auto used_as = operand_names.find(at->first);
    const bool ends = !fresh && used_as != operand_names.end() && known.bits != bits;
    if (ends) {
        find_name(*this, at->first, known);
        operand_names.erase(used_as);
    }
    const unsigned branch = fresh ? branches.innermost() : known.branch;
    known = Known{
        .bits = bits, .span = span_of(part), .reader = std::string(reader), .branch = branch, .note = std::move(note)};
    if (fresh) name_order.push_back(at->first);
}

std::optional<Bits> Work::lookup(std::string_view name) const {
    const auto found = names.find(std::string(name));
    if (found == names.end()) return std::nullopt;
    return found->second.bits;
}

void Work::find(Find f) {
    if (finds.size() >= options.max_words) {
        full = true;
        return;
    }
    finds.push_back(std::move(f));
}

PasteReading best_reading(const Work& work, std::uint64_t value, unsigned bits) {
    return classify({value, 0, bits}, work.context, work.options, work.breaks_no_rule).front();
}

void Branches::enter(std::string_view text, std::size_t indent) {
    const bool brace = text.starts_with('{') || text.starts_with('}');
    while (!brace && !open_.empty() && open_.back().indent >= indent) open_.pop_back();
    while (!text.empty() && (text[0] == '}' || text[0] == ' ')) text.remove_prefix(1);
    const std::string_view word = text.substr(0, text.find_first_not_of("abcdefghijklmnopqrstuvwxyz"));
    constexpr std::string_view kWords[] = {"if", "else", "elif", "for", "while", "switch", "case", "default"};
    if (std::ranges::find(kWords, word) == std::end(kWords)) return;
    while (!open_.empty() && open_.back().indent >= indent) open_.pop_back();
    open_.push_back({indent, ++count_});
}

void Branches::direct(std::string_view text) {
    if (text.starts_with("#if")) directives_.push_back(++count_);
    if (directives_.empty()) return;
    if (text.starts_with("#el")) directives_.back() = ++count_;
    if (text.starts_with("#endif")) directives_.pop_back();
}

void Work::begin_instruction(PasteContext form) {
    current = static_cast<std::size_t>(std::ranges::find(instructions, form) - instructions.begin());
    if (current == instructions.size()) instructions.push_back(std::move(form));
}

void Work::set_role(OperandUse& operand, PasteRole role) {
    operand.role = role;
    if (operand.instruction == kNoInstruction) operand.instruction = current;
    if (operand.instruction == current) return;
    const std::size_t mine = current;
    begin_instruction(common(instructions[operand.instruction], instructions[current]));
    operand.instruction = std::exchange(current, mine);
}

namespace {

std::vector<std::string> kinds_of_both(const PasteContext& a, const PasteContext& b) {
    std::vector<std::string> out;
    for (const PasteContext* c : {&a, &b}) {
        out.insert(out.end(), c->kinds.begin(), c->kinds.end());
        if (!c->kind.empty()) out.push_back(c->kind);
    }
    std::ranges::sort(out);
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

}  // namespace

PasteContext common(const PasteContext& a, const PasteContext& b) {
    PasteContext out = a;
    if (a.kind != b.kind || a.kinds != b.kinds) {
        out.kind.clear();
        out.kinds = kinds_of_both(a, b);
    }
    const bool same_form =
        a.cta_group == b.cta_group && a.ws == b.ws && a.sparse == b.sparse && a.a_in_tmem == b.a_in_tmem;
    if (!same_form) out.cta_group = 0, out.ws = out.sparse = out.a_in_tmem = false;
    out.hopper = a.hopper && b.hopper;
    if (a.arch != b.arch) out.arch.clear();
    return out;
}

std::vector<std::string_view> split(std::string_view text, char at) {
    std::vector<std::string_view> out;
    for (std::size_t begin = 0; begin <= text.size();) {
        std::size_t end = text.find(at, begin);
        if (end == text.npos) end = text.size();
        if (const std::string_view piece = trimmed(text.substr(begin, end - begin)); !piece.empty())
            out.push_back(piece);
        begin = end + 1;
    }
    return out;
}

std::vector<std::string_view> split_operands(std::string_view text) {
    std::vector<std::string_view> out;
    int depth = 0;
    std::size_t begin = 0;
    for (std::size_t i = 0; i <= text.size(); ++i) {
        const char c = i < text.size() ? text[i] : ',';
        if (c == '{' || c == '[' || c == '(') ++depth;
        if (c == '}' || c == ']' || c == ')') --depth;
        if (c != ',' || (depth > 0 && i < text.size())) continue;
        if (const std::string_view piece = trimmed(text.substr(begin, i - begin)); !piece.empty()) out.push_back(piece);
        begin = i + 1;
    }
    return out;
}

bool is_word_char(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

std::optional<RegisterName> register_named(std::string_view name) {
    const std::size_t digits = name.find_first_of("0123456789");
    if (digits == name.npos || digits == 0 || name.size() - digits > 3) return std::nullopt;
    const std::string_view number = name.substr(digits), prefix = name.substr(0, digits);
    const std::string folded = lower(prefix);
    const bool known = folded == "r" || folded == "ur" || folded == "%r" || folded == "%ur";
    if (!known || number.find_first_not_of("0123456789") != number.npos) return std::nullopt;
    unsigned n = 0;
    for (const char c : number) n = 10 * n + static_cast<unsigned>(c - '0');
    return RegisterName{std::string(prefix), n};
}

Bits fitted(Bits bits, PasteRole role) {
    const bool narrow = role == PasteRole::idesc || role == PasteRole::tmem || role == PasteRole::low_word ||
                        role == PasteRole::high_word;
    const bool wide =
        role == PasteRole::smem_a || role == PasteRole::smem_b || role == PasteRole::smem_sf || role == PasteRole::zcm;
    if (wide || (narrow && bits.value <= bit_mask(32))) bits.width = narrow ? 32 : 64;
    bits.value &= bit_mask(bits.width);
    bits.unknown &= bit_mask(bits.width);
    return bits;
}

KeyMeaning meaning_of_key(std::string_view original) {
    const std::string key = lower(original);
    KeyMeaning out;
    std::string_view base = key;
    for (const auto& [ending, half] : {std::pair{std::string_view("lo"), 'l'}, std::pair{std::string_view("hi"), 'h'},
                                       std::pair{std::string_view("x"), 'l'}, std::pair{std::string_view("y"), 'h'}}) {
        const bool short_name = ending.size() == 2 && base.ends_with(ending) && base.size() <= 4;  // alo, dhi, adhi
        if (out.half || !(ends_with_word(base, ending) || short_name)) continue;
        // desc.x is a half of a word. x and threadIdx.x are ordinary numbers.
        if (ending.size() == 1 && base.find("desc") == base.npos) continue;
        out.half = half;
        base.remove_suffix(ending.size());
        while (!base.empty() && (base.back() == '_' || base.back() == '.')) base.remove_suffix(1);
    }
    out.base = base;
    const auto is = [&](std::initializer_list<std::string_view> names) {
        return std::ranges::find(names, base) != names.end();
    };
    if (is({"a_desc", "adesc", "desc_a", "smem_desc_a", "descriptor_a", "a_descriptor", "a"}))
        out.role = PasteRole::smem_a;
    else if (is({"b_desc", "bdesc", "desc_b", "smem_desc_b", "descriptor_b", "b_descriptor", "b"}))
        out.role = PasteRole::smem_b;
    else if (is({"idesc", "i_desc", "instr_desc", "instruction_descriptor", "idesc_"}))
        out.role = PasteRole::idesc;
    else if (is({"idesce", "runtime_instr_desc"}))
        out.role = PasteRole::idesc_e;
    else if (is({"zcm", "zero_mask", "column_zero_mask", "zero_column_mask", "mask_desc"}))
        out.role = PasteRole::zcm;
    else if (is({"desc", "sdesc", "s_desc", "smem_desc", "matrix_desc", "mma_desc", "umma_desc", "gmma_desc",
                 "smem_descriptor", "matrix_descriptor"}))
        out.role = PasteRole::smem;
    else if (base.starts_with("tmem") || base == "a_tmem" || base == "d_tmem")
        out.role = PasteRole::tmem;
    return out;
}

}  // namespace tilescope::notation
