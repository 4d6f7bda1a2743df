// core/src/notation/origin_finds.cpp -- the statements that give the bits of the found values.
// SPDX-License-Identifier: MIT
#include "origin_finds.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/text.h>
#include <tilescope/program/origins.h>

#include <algorithm>
#include <bit>
#include <utility>

namespace tilescope::notation {
namespace {

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

// Counts lines of a text. The positions may go back.
class LineNumbers {
public:
    explicit LineNumbers(std::string_view text) {
        for (std::size_t at = text.find('\n'); at != text.npos; at = text.find('\n', at + 1)) ends_.push_back(at);
    }
    unsigned line_of(std::size_t position) const {
        return 1 + static_cast<unsigned>(std::ranges::lower_bound(ends_, position) - ends_.begin());
    }

private:
    std::vector<std::size_t> ends_;
};

void keep_first(BitOrigins& origins) {
    std::ranges::stable_sort(origins.list, {}, [](const BitOrigin& o) {
        return std::pair(static_cast<unsigned>(std::countr_zero(o.mask)), o.span.begin);
    });
    if (origins.list.size() <= kMostOrigins) return;
    origins.list.resize(kMostOrigins);
    origins.cut = true;
}

struct Wanted {
    std::vector<Trace>* traces;
    BitOrigins* origins;
};

std::vector<Wanted> wanted_in(Work& work) {
    std::vector<Wanted> out;
    const auto add = [&](auto& value) {
        if (!value.traces.empty()) out.push_back({&value.traces, &value.origins});
    };
    for (Find& f : work.finds) add(f);
    for (auto& [n, known] : work.registers) add(known);
    for (OperandRegisters& used : work.operand_registers)
        for (Known& half : used.halves) add(half);
    return out;
}

void add_followed(BitOrigins& to, const program::Origins& from, int shift, const Work& work, const LineNumbers& lines,
                  const program::Program& program) {
    to.cut |= from.cut;
    for (const program::Origin& o : from.list) {
        const std::string_view statement = work.text.substr(o.span.begin, o.span.end - o.span.begin);
        BitOrigin made{.mask = moved_by(o.mask, shift),
                       .kind = static_cast<OriginKind>(o.kind),
                       .line = lines.line_of(o.span.begin),
                       .text = statement_text(statement),
                       .name = o.name == program::kNone ? "" : name_in_text(program.names[o.name], statement),
                       .span = o.span};
        const auto same = std::ranges::find_if(to.list, [&](const BitOrigin& x) {
            return x.span == made.span && x.kind == made.kind && x.name == made.name;
        });
        if (same != to.list.end())
            same->mask |= made.mask;
        else
            to.list.push_back(std::move(made));
    }
}

}  // namespace

void add_origins(Work& work, const program::Program& program) {
    if (!work.options.origins) return;
    std::vector<program::AskedBits> asked;
    const std::vector<Wanted> wanted = wanted_in(work);
    for (const Wanted& w : wanted)
        for (const Trace& t : *w.traces) asked.push_back(t.from);
    if (asked.empty()) return;
    const std::vector<program::Origins> found = program::origins_of(program, asked);
    const LineNumbers lines(work.text);
    std::size_t at = 0;
    for (const Wanted& w : wanted) {
        for (const Trace& t : *w.traces) add_followed(*w.origins, found[at++], t.shift, work, lines, program);
        keep_first(*w.origins);
        w.traces->clear();
    }
}

BitOrigins joined_origins(const BitOrigins& low, const BitOrigins& high) {
    BitOrigins out = origins_in(low, bit_mask(32));
    out.cut |= high.cut;
    for (BitOrigin o : high.list) {
        o.mask <<= 32;
        const auto same = std::ranges::find_if(
            out.list, [&](const BitOrigin& x) { return x.span == o.span && x.kind == o.kind && x.name == o.name; });
        if (o.mask != 0 && same != out.list.end()) same->mask |= o.mask;
        if (o.mask != 0 && same == out.list.end()) out.list.push_back(std::move(o));
    }
    keep_first(out);
    return out;
}

}  // namespace tilescope::notation
