// core/src/autopsy/paragraph.cpp -- the sentences about a chain that do not depend on A and B.
// SPDX-License-Identifier: MIT
#include "paragraph.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/formats/formats.h>
#include <tilescope/formats/tmem.h>
#include <tilescope/rules/rule.h>
#include <tilescope/solver/solve_mask.h>
#include <tilescope/word/codec.h>

#include <algorithm>
#include <set>
#include <span>

namespace tilescope::autopsy {
namespace {

const CodePlace* place_of(const Recording& recording, const ChainReads& chain, std::size_t step) {
    const std::size_t event = chain.steps[step].step->event;
    if (const SeenMma* mma = mma_of(recording, *chain.chain, *chain.steps[step].step)) return &mma->at;
    const auto* stop = event < recording.events.size() ? std::get_if<SeenException>(&recording.events[event]) : nullptr;
    return stop ? &stop->at : nullptr;
}

// "line 142 of gemm.cu" of "src/gemm.cu:142"
std::string line_text(std::string_view line) {
    const std::size_t colon = line.rfind(':');
    if (colon == line.npos) return say("line ", line);
    const std::string_view file = line.substr(0, colon);
    return say("line ", line.substr(colon + 1), " of ", file.substr(file.rfind('/') + 1));
}

std::string unread_text(const Recording& recording, const Chain& c) {
    if (recording.hang) return "D was not read, because the kernel did not end.";
    const std::size_t behind = std::min(c.steps.back().event + 1, recording.events.size());
    const bool may_run = std::ranges::any_of(std::span(recording.events).subspan(behind), [&](const Event& event) {
        const auto* wait = std::get_if<SeenWait>(&event);
        return wait && wait->warpgroup == c.warpgroup && wait->pending != 0;
    });
    return may_run ? "D was not read: at the recorded waits, a part of the MMAs could still run." : "D was not read.";
}

std::string d_text(const Recording& recording, const Chain& c) {
    if (!c.unread.empty()) return say("D is not known, because ", c.unread, '.');
    if (c.seen.empty()) return c.at_exception ? "" : unread_text(recording, c);
    if (!c.why.empty()) return say("D cannot be computed: ", c.why);
    if (c.last == c.first) return say("D cannot be compared with the model: ", c.note);
    const std::string all = say(c.seen.size(), " numbers");
    const std::string read = is_whole(c) ? all : say(numbers_read(c), " of ", all, " were read");
    if (c.different == 0)
        return say("D is what these words and these bytes give, bit for bit (", read,
                   "): the hardware did as it was told.");
    return say(c.different, " of ", numbers_read(c), " numbers of D ", is_whole(c) ? "" : "that were read ",
               "are not what these words and these bytes give.");
}

// What the instruction takes from Tensor Memory, or writes only in part.
void add_tmem(const StepReads& s, std::vector<std::string>& out) {
    const MmaInstruction& i = s.step->instruction;
    if (s.shape().family->d != Storage::tensor_memory) return;
    const auto at = [&](TmemPlace place) {
        const std::uint32_t address = i.tmem[static_cast<std::size_t>(place)];
        return say("lane ", tmem_lane(address), ", column ", tmem_column(address));
    };
    std::vector<std::string> parts{say("D is at ", at(TmemPlace::d))};
    if (i.variant.a_in_tmem) parts.push_back(say("A at ", at(TmemPlace::a)));
    if (s.shape().sparse) parts.push_back(say("the metadata at ", at(TmemPlace::meta)));
    if (s.shape().scales)
        parts.push_back(say("the scale factors of A at ", at(TmemPlace::sfa), " and of B at ", at(TmemPlace::sfb)));
    out.push_back(say("In Tensor Memory, ", list_of(parts, std::identity(), "; "), "."));
    if (s.ctas > 1)
        out.push_back(say("The block shares the MMA with another one, whose memory was not read: rows 0 to ",
                          s.rows(Operand::a) - 1, " of A and 0 to ", s.rows(Operand::b) - 1,
                          " of B are of this block."));
    const auto count = [](const std::vector<std::uint8_t>& all) {
        return std::ranges::count_if(all, [](std::uint8_t one) { return one != 0; });
    };
    if (const auto zeroed = count(s.step->read.zeroed); zeroed != 0)
        out.push_back(say("The zero-column mask makes ", zeroed, " columns of A x B zero."));
    if (const auto kept = count(s.step->read.kept); kept != 0)
        out.push_back(say("The lane mask keeps ", kept, " numbers of D as they were."));
}

void add_rules(const Recording& recording, const StepReads& s, std::vector<std::string>& out) {
    for (const Operand o : kBothOperands) {
        if (!s.of[o]) continue;
        const SmemLayout& l = s.of[o]->layout;
        const WordContext context{
            .arch = recording.arch, .major = l.major, .type = l.type, .rows = l.rows, .columns = l.columns};
        for (const Problem& p : check_word(decode(*s.of[o]->format, s.of[o]->word), context))
            if (p.severity != Severity::info) out.push_back(say("The word of ", name_of(o), ": ", p.text));
    }
}

}  // namespace

std::string short_name(const std::string& kernel) {
    constexpr std::size_t kMostShown = 120;
    std::string name = kernel;
    if (name.starts_with("void ")) name.erase(0, 5);
    // Only the parameters go: the arguments of a template can have parentheses too, as in "gemm<(int)64>(float*)".
    if (const std::size_t open = name.find('('); open != name.npos && name.ends_with(')')) {
        std::size_t depth = 0, at = name.size();
        do {
            depth += name[--at] == ')' ? 1 : 0;
            depth -= name[at] == '(' ? 1 : 0;
        } while (depth != 0 && at > open);
        name.erase(at);
    }
    return excerpt(name, kMostShown);
}

// The user's line first: that of the call, where the MMA is in an inlined function.
std::string lines_text(const CodePlace& at) {
    if (at.line.empty() || at.called_at.empty() || at.called_at == at.line)
        return at.line.empty() && at.called_at.empty() ? "" : line_text(at.line.empty() ? at.called_at : at.line);
    return say(line_text(at.called_at), " (inlined ", line_text(at.line), ")");
}

std::optional<unsigned> number_of(const Recording& recording, const CodePlace& at) {
    const auto found = std::ranges::find(recording.code, at.pc, [](const CodeMma& mma) { return mma.at.pc; });
    if (found == recording.code.end()) return std::nullopt;
    return static_cast<unsigned>(
        std::ranges::count_if(recording.code, [&](const CodeMma& mma) { return mma.at.pc < at.pc; }));
}

std::string place_text(const Recording& recording, const ChainReads& chain, bool with_warpgroup, std::size_t step,
                       std::size_t count) {
    std::set<unsigned> numbers;  // the steps of a loop are one MMA
    std::set<std::string> lines;
    for (std::size_t s = step; s < step + count; ++s) {
        const CodePlace* at = s < chain.steps.size() ? place_of(recording, chain, s) : nullptr;
        numbers.insert(at ? number_of(recording, *at).value_or(static_cast<unsigned>(s)) : static_cast<unsigned>(s));
        if (at) lines.insert(lines_text(*at));
    }
    std::string out = say(numbers.size() == 1 ? "MMA " : "MMAs ",
                          list_columns(std::vector<unsigned>(numbers.begin(), numbers.end()), 6));
    if (!recording.kernel.empty()) out += say(" of kernel `", short_name(recording.kernel), "`");
    if (with_warpgroup) out += say(", warpgroup ", chain.chain->warpgroup);
    const CodePlace* at = step < chain.steps.size() ? place_of(recording, chain, step) : nullptr;
    if (const std::string line = at ? lines_text(*at) : std::string(); !line.empty())
        out += say(lines.size() > 1 ? ", the first at " : ", ", line);
    return out;
}

std::vector<std::string> facts_of(const Recording& recording, const ChainReads& chain) {
    std::vector<std::string> out;
    const StepReads* first = chain.known();
    if (!first) {
        out.push_back(chain.steps.empty() ? "The chain has no MMA." : chain.steps.front().step->why);
        return out;
    }
    const MmaShape& shape = first->shape();
    const MmaInstruction& instruction = first->step->instruction;
    out.push_back(say("Warpgroup ", chain.chain->warpgroup, ": ", chain.steps.size(),
                      chain.steps.size() == 1 ? " MMA" : " MMAs", " of ", shape.m, " x ", shape.n, " x ", shape.k,
                      ", A is ", shape.a->id, ", B is ", shape.b->id, ", D is ", shape.d_type, "."));
    for (const Operand o : kBothOperands)
        if (first->of[o])
            out.push_back(say(name_of(o), ": ", hex_word(*first->of[o]->format, first->of[o]->word), " (",
                              brief_meaning(*first->of[o]->format, first->of[o]->word, 0), "), ",
                              name_of(first->of[o]->layout.major), "."));
    if (first->a_in_registers) out.push_back("A is in registers.");
    if (const std::string tile = tile_text(*chain.chain); !tile.empty()) out.push_back(tile);
    if (shape.family->idesc)
        if (const Format* format = idesc_format(instruction.variant.kind, instruction.edition))
            out.push_back(say("Instruction descriptor: ", hex_word(*format, instruction.idesc), " (kind ",
                              instruction.variant.kind, ", ", brief_meaning(*format, instruction.idesc, 0), ")."));
    add_tmem(*first, out);
    if (const std::string d = d_text(recording, *chain.chain); !d.empty()) out.push_back(d);
    add_rules(recording, *first, out);
    return out;
}

std::string block_text(const ChainReads& chain, const Study& study, const ChainStudy& result) {
    const StepReads* first = chain.known();
    if (!first || result.block.column.empty()) return {};
    std::vector<std::string> parts;
    for (const Operand o : kBothOperands)
        if (study.matrices.given[o])
            parts.push_back(
                say("rows ", result.block.row[o], " to ", result.block.row[o] + first->rows(o) - 1, " of ", name_of(o),
                    study.exchanged ? say(" (", name_of(other_operand(o)), " of the arrays)") : std::string()));
    std::vector<unsigned> columns;
    for (std::size_t s = 0; s < chain.steps.size(); ++s)
        for (unsigned k = 0; chain.steps[s].is_known() && k < chain.steps[s].shape().k; ++k)
            columns.push_back(static_cast<unsigned>(result.block.column[s]) + k);
    std::ranges::sort(columns);
    columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
    return say("The MMAs should multiply ", list_of(parts, std::identity(), ", ", " and "), ", K columns ",
               list_columns(columns, 6), ".");
}

}  // namespace tilescope::autopsy
