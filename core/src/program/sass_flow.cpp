// core/src/program/sass_flow.cpp -- finds the jumps of machine code and the places that unseen code can jump to.
// SPDX-License-Identifier: MIT
#include "sass.h"

#include <unordered_set>

namespace tilescope::program::sass {
namespace {

struct Branch {
    std::string_view bases;
    Ends ends;
};
// SYNC, BRK and CONT continue at an address that an older instruction saved. A call can change every register.
constexpr Branch kBranches[] = {{"BRA JMP", Ends::jumps},
                                {"BRX BRXU JMX JMXU SYNC BRK CONT", Ends::indirectly},
                                {"EXIT RET RTT LONGJMP", Ends::leaves},
                                {"CALL CAL JCAL PEXIT RPCMOV", Ends::forgets}};

// Addresses differ by less than this in one function.
constexpr std::uint64_t kFarthestJump = std::uint64_t{1} << 26;

class FlowFinder {
public:
    explicit FlowFinder(const Code& code) : code_(code), size_(static_cast<std::uint32_t>(code.instructions.size())) {}

    Flow run() {
        out_.steps.resize(size_);
        out_.entered.resize(size_ + 1);
        out_.joins.resize(size_ + 1);
        seen_.resize(size_ + 1);
        map_places();
        for (at_ = 0; at_ < size_; ++at_) read_step();
        find_returns();
        find_entries();
        if (scatter_) list_places();
        for (std::uint32_t i = 0; i <= size_; ++i)
            if (out_.entered[i] || seen_[i]) out_.joins[i] = true;
        return std::move(out_);
    }

private:
    // A place that has the same label or address as another place can be reached from everywhere.
    template <class Key>
    void place(std::unordered_map<Key, std::uint32_t>& places, Key key, std::uint32_t index) {
        const auto [at, fresh] = places.try_emplace(key, index);
        if (fresh || at->second == index) return;
        out_.entered[index] = out_.entered[at->second] = true;
    }

    void map_places() {
        for (std::uint32_t i = 0; i < size_; ++i) {
            const Instruction& instruction = code_.instructions[i];
            if (instruction.address) place(addresses_, *instruction.address, i);
            if (instruction.offset) place(offsets_, *instruction.offset, i);
            all_listed_ &= instruction.address.has_value();
        }
        for (const auto& [label, index] : code_.labels) place(labels_, label, static_cast<std::uint32_t>(index));
    }

    std::optional<std::uint32_t> labelled(std::string_view label) const {
        const auto found = labels_.find(label);
        if (found == labels_.end()) return std::nullopt;
        return found->second;
    }

    std::optional<std::uint32_t> addressed(std::uint64_t address) const {
        if (const auto found = addresses_.find(address); found != addresses_.end()) return found->second;
        if (const auto found = offsets_.find(address); found != offsets_.end()) return found->second;
        return std::nullopt;
    }

    // The place that the last operand names, if it names one in this code.
    std::optional<std::uint32_t> named_place(const Instruction& instruction) const {
        if (instruction.operands.empty()) return std::nullopt;
        const Operand& last = instruction.operands.back();
        if (last.type == Operand::Type::number) return addressed(last.value);
        const std::string_view label = label_in(last.text);
        return labelled(label.empty() ? last.text : label);
    }

    void jump_to(std::uint32_t index) {
        out_.targets.push_back(index);
        ++out_.steps[at_].count;
        seen_[index] = true;
    }

    void read_step() {
        const Instruction& instruction = code_.instructions[at_];
        Step& step = out_.steps[at_];
        step.first = static_cast<std::uint32_t>(out_.targets.size());
        const auto* branch =
            std::ranges::find_if(kBranches, [&](const Branch& b) { return has_word(b.bases, instruction.base); });
        if (branch == std::end(kBranches)) return refer(instruction);
        step.ends = branch->ends;
        read_condition(instruction, step);
        if (step.ends == Ends::jumps) read_jump(instruction, step);
        if (step.ends == Ends::indirectly) read_indirect(instruction, step);
        if (step.ends == Ends::forgets) refer(instruction);
    }

    static void read_condition(const Instruction& instruction, Step& step) {
        const std::size_t count = instruction.operands.size();
        const bool guarded = instruction.guard.has_value();
        if (step.ends != Ends::jumps) {
            step.always = !guarded;
            step.exact = instruction.base == "EXIT" && count == 0 && instruction.modifiers.empty();
            return;
        }
        // "BRA.U UP0, L" has a predicate. "BRA.DIV UR4, L" jumps if threads have diverged.
        const bool simple = std::ranges::all_of(instruction.modifiers, [](auto m) { return m == "U"; });
        const bool decides = count == 2 && instruction.operands[0].is_predicate();
        step.always = !guarded && count < 2 && simple;
        step.exact = simple && (count < 2 || decides);
        if (step.exact && decides) step.condition = &instruction.operands[0];
    }

    void read_jump(const Instruction& instruction, Step& step) {
        if (const auto found = named_place(instruction)) return jump_to(*found);
        const Operand* last = instruction.operands.empty() ? nullptr : &instruction.operands.back();
        const bool number = last != nullptr && last->type == Operand::Type::number;
        const bool label = last != nullptr && (last->text[0] == '.' || !label_in(last->text).empty());
        const bool here = number ? may_be_here(instruction, last->value) : !label;
        step.ends = here ? Ends::indirectly : Ends::leaves;
        scatter_ |= here;
        scatter_all_ |= here && number;
    }

    // Whether an address that no instruction has can still be one of them.
    bool may_be_here(const Instruction& instruction, std::uint64_t target) const {
        if (!all_listed_) return true;
        if (instruction.listed) return false;
        const std::uint64_t distance =
            target > *instruction.address ? target - *instruction.address : *instruction.address - target;
        return distance > kFarthestJump;
    }

    void read_indirect(const Instruction& instruction, Step& step) {
        constexpr std::string_view kMark = "BRANCH_TARGETS";
        std::string_view rest = instruction.text;
        const std::size_t mark = rest.find(kMark);
        if (mark == rest.npos) {
            scatter_ = true;
            return;
        }
        step.ends = Ends::jumps;
        step.exact = false;
        rest.remove_prefix(mark + kMark.size());
        while (!rest.empty()) {
            const std::size_t begin = std::min(rest.find_first_not_of(" ,"), rest.size());
            rest.remove_prefix(begin);
            const std::string_view name = rest.substr(0, rest.find_first_of(", \"*)"));
            if (name.empty()) break;
            if (const auto found = labelled(name)) jump_to(*found);
            rest.remove_prefix(name.size());
        }
    }

    // A place that an instruction names but does not jump to, such as the end of a region that threads leave together.
    void refer(const Instruction& instruction) {
        if (!has_word("BSSY WARPSYNC CALL CAL JCAL SSY PBK PRET", instruction.base)) return;
        const auto found = named_place(instruction);
        if (!found) return;
        if (instruction.base == "BSSY" && instruction.operands.size() == 2)
            regions_.emplace_back(instruction.operands[0].text, *found);
        else
            out_.entered[*found] = true;
    }

    // BSYNC continues at the place that BSSY names. Compilers put it before that place.
    void find_regions() {
        const auto synchronizes = [&](std::uint32_t index, std::string_view region) {
            const Instruction& instruction = code_.instructions[index];
            return instruction.base == "BSYNC" && !instruction.operands.empty() &&
                   instruction.operands[0].text == region;
        };
        std::unordered_set<std::uint32_t> ends;
        for (const auto& [region, place] : regions_)
            if (place > 0 && synchronizes(place - 1, region)) ends.insert(place - 1);
        std::unordered_set<std::string_view> stray;
        for (std::uint32_t i = 0; i < size_; ++i)
            if (code_.instructions[i].base == "BSYNC" && !ends.contains(i))
                stray.insert(code_.instructions[i].operands.empty() ? "" : code_.instructions[i].operands[0].text);
        for (const auto& [region, place] : regions_) {
            if (place == 0 || !ends.contains(place - 1) || stray.contains(region)) out_.entered[place] = true;
            seen_[place] = true;
        }
    }

    // A subroutine returns to an address in a register, which is a constant of the code that calls it: MOV R2, 0x24f0,
    // or IMAD.MOV.U32 R2, RZ, RZ, 0x24f0. A sum with another register is a number of the program.
    void find_returns() {
        std::unordered_set<unsigned> registers;
        for (const Instruction& instruction : code_.instructions)
            if (instruction.base == "RET")
                for (const Operand& operand : registers_in(instruction.text)) registers.insert(operand.index);
        if (registers.empty()) return;
        for (const Instruction& instruction : code_.instructions) {
            const std::span<const Operand> operands = instruction.operands;
            if (operands.size() < 2 || operands.back().type != Operand::Type::number) continue;
            if (!std::ranges::all_of(operands.subspan(1, operands.size() - 2), &Operand::zero)) continue;
            const Operand& to = operands.front();
            if (!to.is_register() || !registers.contains(to.index)) continue;
            if (const auto found = addressed(operands.back().value)) out_.entered[*found] = true;
        }
    }

    // Whether the whole function is listed. A disassembler writes a label at its end, from which it computes the size.
    bool is_complete() const {
        const bool whole = !code_.name.empty() && size_ > 0 && code_.instructions[0].address == 0 && !code_.ends_in_gap;
        return whole && std::ranges::none_of(code_.instructions, &Instruction::gap) &&
               std::ranges::any_of(code_.labels, [&](const auto& label) { return label.second == size_; });
    }

    // The labels in all operands. In a complete function, no jump goes to another one: it is there for a table of the
    // file, such as that of all exits.
    std::unordered_set<std::string_view> named_labels() const {
        std::unordered_set<std::string_view> out;
        for (const Instruction& instruction : code_.instructions)
            for (const Operand& operand : instruction.operands) {
                const std::string_view text = operand.text;
                for (std::size_t at = text.find(".L"); at != text.npos;) {
                    const std::size_t end = std::min(text.find_first_of(" ,()@+-*\"]", at), text.size());
                    out.insert(text.substr(at, end - at));
                    at = text.find(".L", end);
                }
            }
        return out;
    }

    void find_entries() {
        find_regions();
        const bool complete = is_complete();
        const std::unordered_set<std::string_view> named = complete ? named_labels() : decltype(named_labels())();
        for (const auto& [label, index] : code_.labels) {
            const bool hidden = complete && label.starts_with(".L") && !named.contains(label);
            if (!seen_[index] && !hidden) out_.entered[index] = true;
        }
        for (std::uint32_t i = 0; i < size_; ++i) {
            const Step& step = out_.steps[i];
            if (code_.instructions[i].gap) out_.entered[i] = true;
            const bool ended = step.ends != Ends::never && step.always;
            if (step.ends == Ends::forgets || (ended && !seen_[i + 1])) out_.entered[i + 1] = true;
        }
        if (code_.ends_in_gap) out_.entered[size_] = true;
    }

    void list_places() {
        if (!code_.labels.empty() && !scatter_all_) {
            for (const auto& [label, index] : code_.labels) out_.scattered.push_back(static_cast<std::uint32_t>(index));
        } else {
            for (std::uint32_t i = 0; i < size_; ++i) out_.scattered.push_back(i);
        }
        for (const std::uint32_t index : out_.scattered) out_.joins[index] = true;
    }

    const Code& code_;
    std::uint32_t size_;
    std::uint32_t at_ = 0;
    bool all_listed_ = true, scatter_ = false, scatter_all_ = false;
    std::unordered_map<std::uint64_t, std::uint32_t> addresses_, offsets_;
    std::unordered_map<std::string_view, std::uint32_t> labels_;
    std::vector<std::pair<std::string_view, std::uint32_t>> regions_;  // BSSY: the register and the place
    std::vector<bool> seen_;                                           // a visible jump goes there
    Flow out_;
};

}  // namespace

Flow find_flow(const Code& code) { return FlowFinder(code).run(); }

}  // namespace tilescope::program::sass
