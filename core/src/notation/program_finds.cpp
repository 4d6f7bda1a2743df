// core/src/notation/program_finds.cpp -- finds the words that a program computes, their origins, and its K steps.
// SPDX-License-Identifier: MIT
#include "readers.h"

#include <tilescope/base/printable.h>
#include <tilescope/program/readers.h>

#include <cstdlib>

namespace tilescope::notation {
namespace {

// ---- values of which other words say all ----

// The observations inside of functions that the program calls.
std::set<std::uint32_t> seen_in_called(const program::Program& program) {
    std::set<std::uint64_t> called;
    for (const program::Expr& e : program.exprs)
        if (e.operation == program::Operation::call && e.value < program.units.size()) called.insert(e.value);
    std::set<std::uint32_t> out;
    for (const std::uint64_t unit : called)
        for (std::uint32_t i = program.units[unit].first; i < program.units[unit].last; ++i)
            if (program.statements[i].type == program::Statement::Type::observe)
                out.insert(program.statements[i].index);
    return out;
}

// Whether a word says all that the result of the function says.
bool fills(const Find& word, const Find& open) {
    return !word.returned && word.bits.width == open.bits.width && (word.bits.unknown & ~open.bits.unknown) == 0 &&
           (word.bits.value & ~open.bits.unknown) == open.bits.value;
}

// The words of each name that are found under a condition.
using Choices = std::map<std::string, std::vector<std::size_t>, std::less<>>;
Choices choices_in(const std::vector<Find>& all, std::size_t first) {
    Choices out;
    for (std::size_t i = first; i < all.size(); ++i)
        if (all[i].branch == Branch::only_if) out[all[i].name].push_back(i);
    return out;
}

// The words that together say all that this open one says: "x ? 1 : 2" is one of two values. Empty: fewer than two.
std::vector<std::size_t> choices_of(const std::vector<Find>& all, const Choices& choices, const Find& open) {
    std::vector<std::size_t> out;
    const auto same =
        open.bits.unknown != 0 && open.instruction == kNoInstruction ? choices.find(open.name) : choices.end();
    if (same == choices.end()) return out;
    for (const std::size_t i : same->second)
        if (all[i].bits.unknown != open.bits.unknown && fills(all[i], open)) out.push_back(i);
    if (out.size() < 2) out.clear();
    return out;
}

// make_desc(addr, lbo, sbo) alone has open strides. The word of make_desc(smem_a, 16, 1024) says all that it says, and
// that of make_desc(smem_a, lbo, sbo) as much.
void drop_helpers(Work& work, std::size_t first, const program::Program& program) {
    const std::set<std::uint32_t> in_called = seen_in_called(program);
    std::vector<Find>& all = work.finds;
    const Choices choices = choices_in(all, first);
    std::vector<bool> drop(all.size());
    for (std::size_t i = first; i < all.size(); ++i) {
        const Find& f = all[i];
        for (const std::size_t choice : choices_of(all, choices, f)) {
            all[choice].note.clear();
            all[choice].branch = Branch::one_of_several;
            drop[i] = true;
        }
        const bool helper = f.returned && !f.traces.empty() && in_called.contains(f.traces.front().from.observation);
        drop[i] = drop[i] || (helper && std::any_of(all.begin() + static_cast<std::ptrdiff_t>(first), all.end(),
                                                    [&](const Find& word) { return fills(word, f); }));
    }
    std::size_t i = 0;
    std::erase_if(work.finds, [&](const Find&) { return drop[i++]; });
}

// ---- the statements that give the bits of the values ----

std::uint64_t moved_by(std::uint64_t mask, int by) { return by >= 0 ? mask << by : mask >> -by; }

// In one line, without the comments of the rest of a line: "mul.wide.u32 %rd1, %r1, 24;".
std::string statement_text(std::string_view text) {
    std::string out;
    for (const char c : text) {
        const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
        if (!blank) out += c;
        if (blank && !out.empty() && out.back() != ' ') out += ' ';
    }
    const std::string_view line = trimmed(out);
    return line.size() <= kLongestOrigin ? printable(line) : excerpt(line, kLongestOrigin - 3);
}

// A reader adds words to its names, so that they are different: "source addr 5". The user knows the name in the text.
std::string name_in_text(std::string_view name, std::string_view statement) {
    constexpr std::string_view kSource = "source ";
    if (name.starts_with(kSource)) {
        name.remove_prefix(kSource.size());
        name = name.substr(0, name.rfind(' '));
    } else if (const std::size_t percent = name.find('%'); percent != name.npos) {
        name.remove_prefix(percent);
    }
    return name.empty() || statement.find(name) == statement.npos ? std::string() : printable(name);
}

// The values with bits that can be followed.
std::vector<Find*> wanted_in(Work& work) {
    std::vector<Find*> out;
    const auto add = [&](Find& f) {
        if (!f.traces.empty()) out.push_back(&f);
    };
    std::ranges::for_each(work.finds, add);
    for (auto& [n, known] : work.registers) add(known);
    for (OperandRegisters& used : work.operand_registers) std::ranges::for_each(used.halves, add);
    return out;
}

void add_followed(BitOrigins& to, const program::Origins& from, int shift, const Work& work, const LineNumbers& lines,
                  const program::Program& program) {
    to.cut |= from.cut;
    for (const program::Origin& o : from.list) {
        const std::string_view statement = work.text.substr(o.span.begin, o.span.end - o.span.begin);
        add_origin(to, {.mask = moved_by(o.mask, shift),
                        .kind = static_cast<OriginKind>(o.kind),
                        .line = lines.of(o.span.begin),
                        .text = statement_text(statement),
                        .name = o.name == program::kNone ? "" : name_in_text(program.names[o.name], statement),
                        .span = o.span});
    }
}

void add_origins(Work& work, const program::Program& program) {
    if (!work.options.origins) return;
    std::vector<program::AskedBits> asked;
    const std::vector<Find*> wanted = wanted_in(work);
    for (const Find* f : wanted)
        for (const Trace& t : f->traces) asked.push_back(t.from);
    if (asked.empty()) return;
    const std::vector<program::Origins> found = program::origins_of(program, asked);
    const LineNumbers lines(work.text);
    auto next = found.begin();
    for (Find* f : wanted) {
        for (const Trace& t : f->traces) add_followed(f->origins, *next++, t.shift, work, lines, program);
        keep_first_origins(f->origins);
        f->traces.clear();
    }
}

// ---- K steps ----

struct Addition {
    program::NameId base, to;
    std::int64_t units;
    TextSpan span;
};

// The additions of a constant to a name. Notes the names that are the low half of a word.
std::vector<Addition> additions_in(Work& work, const program::Program& program) {
    constexpr std::int64_t kMost = 1 << 24;  // larger than any start address
    std::vector<Addition> out;
    for (const program::Statement& s : program.statements) {
        if (s.type != program::Statement::Type::assign || s.value == program::kNone) continue;
        const program::Expr& e = program.exprs[s.value];
        if (e.operation == program::Operation::join) {
            const program::Expr& low = program.exprs[e.args[0]];
            if (low.operation == program::Operation::name) work.packed_names.insert(program.names[low.value]);
        }
        if (e.operation != program::Operation::add) continue;
        const program::Expr &a = program.exprs[e.args[0]], &b = program.exprs[e.args[1]];
        if (a.operation != program::Operation::name || b.operation != program::Operation::constant) continue;
        const auto units = static_cast<std::int64_t>(b.value << (64 - e.width)) >> (64 - e.width);
        if (-kMost < units && units < kMost)
            out.push_back({static_cast<program::NameId>(a.value), s.name, units, s.span});
    }
    return out;
}

// "%2 = add %1, 2", "%3 = add %1, 4": the step is 2, and the second one is the distance of a later K step.
void find_steps(Work& work, const program::Program& program) {
    const std::vector<Addition> all = additions_in(work, program);
    std::unordered_map<program::NameId, std::int64_t> smallest;
    for (const Addition& one : all) {
        const auto [at, fresh] = smallest.try_emplace(one.base, one.units);
        if (!fresh && std::abs(one.units) < std::abs(at->second)) at->second = one.units;
    }
    for (const Addition& one : all)
        if (one.base == one.to || one.units == smallest.at(one.base))
            work.steps.push_back({one.span, program.names[one.to], one.units});
}

// ---- a passage ----

struct Translator {
    Language language;
    ReadBy reader;
    void (*read)(const program::Source& source, program::Program& out);
};
constexpr Translator kTranslators[] = {
    {Language::ptx, ReadBy::ptx, [](const auto& source, auto& out) { read_ptx(source, out); }},
    {Language::sass, ReadBy::sass, program::read_sass},
    {Language::ir, ReadBy::mlir, program::read_ir},
    {Language::source, ReadBy::expression, program::read_source}};

ProgramLines lines_with_statements(const Work& work, const Passage& passage, const program::Program& program) {
    std::vector<std::size_t> starts;
    for (const program::Statement& s : program.statements) starts.push_back(s.span.begin);
    for (const program::Observation& o : program.observations) starts.push_back(o.span.begin);
    std::ranges::sort(starts);
    ProgramLines out{0, !starts.empty()};
    unsigned number = passage.first_line;
    auto at = starts.begin();
    for (const std::string_view line : Lines(work.text.substr(passage.begin, passage.end - passage.begin))) {
        const std::size_t begin = offset_in(work.text, line);
        at = std::lower_bound(at, starts.end(), begin);
        const bool has_one = at != starts.end() && *at <= begin + line.size();
        out.understood += has_one;
        if (!has_one && !trimmed(line).empty()) out.others.push_back(number);
        ++number;
    }
    return out;
}

}  // namespace

ProgramLines read_program(Work& work, const Passage& passage) {
    program::Program program;
    program.stop = work.options.stop;
    const program::Source source{work.text.substr(passage.begin, passage.end - passage.begin), passage.begin};
    const Translator& translator = *row_with(kTranslators, passage.language, &Translator::language);
    translator.read(source, program);
    if (passage.language == Language::sass)
        work.cut_listing |=
            source.text.find("/*0") != source.text.npos && source.text.find("/*0000*/") == source.text.npos;
    if (work.is_stopped()) return {};
    const std::size_t before = work.finds.size();
    const std::vector<program::KnownBits> exact =
        passage.language == Language::source ? program::join_added_fields(program) : std::vector<program::KnownBits>();
    find_words(work, translator.reader, program, exact);
    if (work.is_stopped()) return {};
    if (passage.language == Language::source) drop_helpers(work, before, program);
    add_origins(work, program);
    if (passage.language != Language::sass) find_steps(work, program);
    return lines_with_statements(work, passage, program);
}

}  // namespace tilescope::notation
