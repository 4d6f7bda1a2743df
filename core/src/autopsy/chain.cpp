// core/src/autopsy/chain.cpp -- the MMAs that make one D, computed with the bytes that the debugger saw.
// SPDX-License-Identifier: MIT
#include "loaded_d.h"
#include "parts.h"

#include <tilescope/autopsy/chain.h>
#include <tilescope/base/say.h>
#include <tilescope/layout/wgmma_fragment.h>

#include <algorithm>
#include <map>
#include <utility>

namespace tilescope::autopsy {
namespace {

using Words = std::vector<std::uint32_t>;

std::string place_text(const CodePlace& at) {
    return at.line.empty() ? say("the MMA at ", hex(at.pc)) : say("the MMA at ", hex(at.pc), " (", at.line, ")");
}

// The elements of a fragment, row by row, from the registers of 128 threads, `count` of each.
Words elements_of(const WgmmaFragment& fragment, std::span<const std::uint32_t> registers, std::size_t count) {
    const std::uint32_t mask = fragment.row->bits == 32 ? 0xffffffff : (1u << fragment.row->bits) - 1;
    Words out;
    for (unsigned row = 0; row < kWgmmaRows; ++row)
        for (unsigned column = 0; column < fragment.columns; ++column) {
            const RegisterPlace at = place_of(fragment, {static_cast<int>(row), static_cast<int>(column)});
            out.push_back(registers[at.thread * count + at.reg] >> at.bit & mask);
        }
    return out;
}

// A as the registers of the 128 threads hold it. Empty: they were not read.
Words a_of(const SeenMma& seen, const MmaShape& shape) {
    const auto fragment = a_fragment(*shape.a);
    if (!fragment || seen.a_registers.size() != kWarpgroupThreads) return {};
    Words registers;
    for (const auto& thread : seen.a_registers) registers.insert(registers.end(), thread.begin(), thread.end());
    return elements_of(*fragment, registers, seen.a_registers[0].size());
}

// The codes of the metadata as the registers of the 128 threads hold them. Empty: they were not read.
std::vector<std::uint8_t> codes_of(const SeenMma& seen, const MmaInstruction& instruction, const MmaShape& shape) {
    const auto fragment = meta_fragment(kind_or_none(instruction.variant.kind).metadata, shape.selector);
    if (!fragment || seen.metadata.size() != kWarpgroupThreads) return {};
    const Words codes = elements_of(*fragment, seen.metadata, 1);
    return {codes.begin(), codes.end()};
}

// Shared memory as it was at one stop. Keeps the last one that was asked for.
class Memories {
public:
    explicit Memories(const Recording& recording) : recording_(recording) {}

    const SmemImage* at(std::size_t index) {
        if (index >= recording_.memories.size()) return nullptr;
        if (index != kept_) {
            const auto& bytes = recording_.memories[index];
            image_ = SmemImage(static_cast<std::uint32_t>(bytes.size()));
            for (std::size_t i = 0; i < bytes.size(); ++i) image_.put(i, bytes[i]);
            kept_ = index;
        }
        return &image_;
    }

private:
    const Recording& recording_;
    SmemImage image_{0};
    std::size_t kept_ = kNoMemory;
};

// Reads the operands of one MMA, with zeros as the old D.
class StepReader {
public:
    explicit StepReader(const Recording& recording) : recording_(recording), memories_(recording) {}

    Step read(const SeenMma& seen, std::size_t event) {
        Step out{.event = event, .instruction = {}, .read = {}, .skipped = seen.skipped, .why = {}};
        auto instruction = instruction_of(seen, recording_.arch);
        if (!instruction) {
            out.why = instruction.why;
            return out;
        }
        out.instruction = *instruction;
        if (const auto shape = shape_of(out.instruction)) out.read.shape = *shape;
        auto read = gathered(seen, out.instruction);
        if (!read) {
            out.why = read.why;
            return out;
        }
        out.read = std::move(*read);
        const bool a_in_tmem = out.instruction.variant.a_in_tmem && out.read.shape.family->a == Storage::tensor_memory;
        if (a_in_tmem) out.read.a = {};
        if (const std::size_t outside = out.read.a.outside + out.read.b.outside; outside != 0)
            out.why = say("It reads ", outside, " elements outside of the shared memory of the block.");
        else
            out.why = not_recorded(out, seen);
        return out;
    }

    // The warps of a warpgroup can reach an MMA at different stops.
    void compare(const SeenMma& other, Step& step) {
        if (!step.why.empty()) return;
        const auto instruction = instruction_of(other, recording_.arch);
        const auto& mine = step.instruction;
        if (!instruction || instruction->a_desc != mine.a_desc || instruction->b_desc != mine.b_desc ||
            instruction->enable_d != mine.enable_d) {
            step.why = "The warps of the warpgroup have different words or predicates here.";
            return;
        }
        const auto read = gathered(other, mine);
        if (!read || read->a.words != step.read.a.words || read->b.words != step.read.b.words)
            step.why = "Its operands changed while the warps of the warpgroup reached it one after the other.";
    }

private:
    // What the product needs and no recording has.
    static std::string not_recorded(const Step& step, const SeenMma& seen) {
        const MmaShape& shape = step.read.shape;
        const auto in = [](Storage s) {
            return s == Storage::registers ? "registers, which were not read." : "Tensor Memory, which was not read.";
        };
        if (step.read.a.words.empty()) return say("A is in ", in(shape.family->a));
        if (shape.sparse && codes_of(seen, step.instruction, shape).empty())
            return say("The metadata are in ", in(shape.family->metadata));
        if (shape.scales) return say("The scale factors are in ", in(Storage::tensor_memory));
        if (shape.family->ctas(step.instruction.variant.cta_group) > 1)
            return "The shared memory of the other block of the pair was not read.";
        return {};
    }

    Answer<GatheredMma> gathered(const SeenMma& seen, const MmaInstruction& instruction) {
        const auto shape = shape_of(instruction);
        if (!shape) return Refusal(shape.why);
        const SmemImage* memory = memories_.at(seen.memory);
        if (memory == nullptr) return Refusal("The shared memory of the block was not read.");
        Machine machine;
        machine.ctas = shape->family->ctas(instruction.variant.cta_group);
        machine.smem[0] = *memory;
        if (machine.ctas > 1) machine.smem[1] = SmemImage(memory->size());
        if (shape->family->d == Storage::registers) machine.register_d.assign(std::size_t{shape->m} * shape->n, 0);
        if (instruction.variant.a_in_tmem && shape->family->a == Storage::registers) {
            machine.register_a = a_of(seen, *shape);
            if (machine.register_a.empty()) return Refusal("The registers of A were not read.");
        }
        machine.register_codes = codes_of(seen, instruction, *shape);
        if (machine.register_codes.empty() && shape->sparse && shape->rule.grain)  // not_recorded() says it
            machine.register_codes.assign(std::size_t{shape->m} * (shape->k / shape->rule.grain->group),
                                          static_cast<std::uint8_t>(shape->rule.grain->codes.front().code));
        return gather_mma(machine, instruction);
    }

    const Recording& recording_;
    Memories memories_;
};

Words product_of(Step& step, const Words& before) {
    const MmaShape& shape = step.read.shape;
    if (step.instruction.enable_d) step.read.c = {.rows = shape.m, .columns = shape.n, .words = before};
    Words out(std::size_t{shape.m} * shape.n);
    MatrixProduct(shape.rule, step.read.input(step.instruction)).rows(0, shape.m, out);
    const std::vector<std::uint8_t>&zeroed = step.read.zeroed, &kept = step.read.kept;
    for (std::size_t i = 0; i < out.size(); ++i) {
        if (!zeroed.empty() && zeroed[i % shape.n] != 0) out[i] = step.instruction.enable_d ? before[i] : 0;
        if (!kept.empty() && kept[i] != 0) out[i] = before[i];
    }
    return out;
}

std::size_t different_words(const Words& a, const Words& b) {
    std::size_t out = 0;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) out += a[i] != b[i] ? 1 : 0;
    return out + std::max(a.size(), b.size()) - std::min(a.size(), b.size());
}

// A chain that grows, and its model so far.
class Growing {
public:
    Growing(unsigned warpgroup, bool d_in_tmem, std::uint32_t d_first) {
        chain.warpgroup = warpgroup;
        chain.d_in_tmem = d_in_tmem;
        chain.d_first = d_first;
    }

    // `doubt`: what may have happened unseen before this step. `known`: D before it, if it was read.
    void add(Step step, std::size_t group, std::string doubt, const Words& known) {
        const bool begins = chain.steps.empty();
        const MmaShape& shape = step.read.shape;
        if (shape.n != 0 && d_type_.empty()) d_type_ = shape.d_type;
        if (step.why.empty() && chain.n != 0 && (shape.m != chain.m || shape.n != chain.n || shape.d_type != d_type_))
            step.why = "It adds to this D, but its own D has another shape or type than that of the chain.";
        if (doubt_.empty()) doubt_ = std::move(doubt);
        if (begins) {
            chain.m = shape.m, chain.n = shape.n;
            model_ = known.empty() ? Words(std::size_t{chain.m} * chain.n, 0) : known;
            chain.before = step.instruction.enable_d ? known : Words();
            if (step.why.empty() && step.instruction.enable_d && known.empty())
                assumed_ = "What D was before the first MMA that was seen was not read.";
        }
        if (!step.why.empty() && lost_.empty())
            lost_ = begins ? step.why : say("Step ", chain.steps.size(), ": ", step.why);
        if (step.why.empty() && chain.n == 0) chain.m = shape.m, chain.n = shape.n;
        if (step.why.empty() && lost_.empty()) model_ = product_of(step, model_);
        models_.push_back(lost_.empty() && !chain.d_in_tmem ? model_ : Words());
        groups_.push_back(group);
        chain.steps.push_back(std::move(step));
    }

    // What adds to D was not seen.
    void lose(std::string why) {
        if (lost_.empty()) lost_ = std::move(why);
    }

    // D was read. `complete`: so many groups are complete. `certain`: the waits of all warps are over. False: something
    // that adds to D was not seen.
    bool check(std::size_t wait, Words d, std::size_t complete, bool certain) {
        const std::size_t steps = chain.steps.size();
        if (!chain.checks.empty() && chain.checks.back().steps == steps) return d == chain.seen || !certain;
        std::size_t least = chain.checks.empty() ? 0 : chain.checks.back().steps;
        while (least < steps && groups_[least] < complete) ++least;
        const std::size_t matched = matching(d, least);
        if (matched == 0 && (least != steps || !certain)) return true;  // it may have a part of a group
        const std::size_t at = matched != 0 ? matched : steps;
        if (matched != 0) assumed_.clear();
        if (matched == steps) lost_.clear();
        if (matched != 0 || (lost_.empty() && assumed_.empty() && doubt_.empty())) {
            doubt_.clear();
            finish(wait, std::move(d), at);
        } else {
            begin_again(wait, std::move(d));
        }
        return true;
    }

    Chain take() {
        if (chain.checks.empty() || chain.last == chain.first) {
            chain.why = !lost_.empty() ? lost_ : !chain.note.empty() ? chain.note : assumed_;
            if (chain.checks.empty() && chain.why.empty()) chain.model = model_;
            if (chain.checks.empty()) chain.last = chain.steps.size();
        }
        if (!chain.why.empty()) {
            chain.model.clear();
            chain.note.clear();
            chain.before.clear();
            chain.first = 0;
            if (chain.d_in_tmem && lost_.empty()) chain.model = model_;  // its loads may prove that D began with zeros
        }
        return std::move(chain);
    }

    Chain chain;

private:
    // The number of steps with which the model is this D, at least `least`. 0: none.
    std::size_t matching(const Words& d, std::size_t least) const {
        for (std::size_t steps = chain.steps.size(); steps > 0 && steps >= least; --steps)
            if (models_[steps - 1] == d) return steps;
        return 0;
    }

    void finish(std::size_t wait, Words d, std::size_t steps) {
        chain.model = models_[steps - 1];
        chain.seen = std::move(d);
        chain.different = different_words(chain.model, chain.seen);
        chain.wait = wait;
        chain.last = steps;
        chain.checks.push_back({wait, steps, chain.different});
    }

    // The model goes on with the D that was read.
    void begin_again(std::size_t wait, Words d) {
        chain.note = !lost_.empty() ? lost_ : !assumed_.empty() ? assumed_ : doubt_;
        lost_.clear(), assumed_.clear(), doubt_.clear();
        if (chain.n == 0) chain.m = kWgmmaRows, chain.n = static_cast<unsigned>(d.size() / kWgmmaRows);
        model_ = d;
        chain.before = d;
        chain.model.clear();
        chain.seen = std::move(d);
        chain.different = 0;
        chain.wait = wait;
        chain.first = chain.last = chain.steps.size();
        chain.checks.push_back({wait, chain.steps.size(), 0});
    }

    std::string d_type_;
    Words model_;
    std::vector<Words> models_;  // after each step; empty where no D will be compared
    std::vector<std::size_t> groups_;
    std::string lost_;     // a step cannot be computed
    std::string assumed_;  // D began with zeros
    std::string doubt_;    // what may have happened unseen
};

// What the machine code says, read once.
struct KernelCode {
    std::vector<MachineForm> forms;  // of Recording::code
    Listing listing;
};

// Follows the way of one warpgroup.
class WayReader {
public:
    WayReader(const Recording& recording, const KernelCode& code, StepReader& reader, const Way& way)
        : recording_(recording), code_(code), reader_(reader), way_(way) {}

    std::vector<Chain> run(std::size_t& steps_left, const std::stop_token& stop) {
        for (std::size_t i = 0; i < way_.visits.size() && !stop.stop_requested(); ++i) {
            if (way_.visits[i].skipped != 0) skip(way_.visits[i].skipped);
            if (way_.visits[i].is_wait)
                wait(i);
            else if (steps_left != 0)
                --steps_left, mma(i);
        }
        exception();
        for (auto& [d_first, growing] : open_) done_.push_back(growing.take());
        return std::move(done_);
    }

private:
    // Which registers they add to is not known.
    void skip(unsigned mmas) {
        known_.clear();
        for (auto& [d_first, growing] : open_)
            growing.lose(say(mmas, mmas == 1 ? " MMA of the chain was" : " MMAs of the chain were", " not recorded."));
    }

    void close(std::uint32_t d_first) {
        const auto found = open_.find(d_first);
        if (found == open_.end()) return;
        done_.push_back(found->second.take());
        open_.erase(found);
    }

    Step step_of(const Visit& visit) {
        const auto& first = std::get<SeenMma>(recording_.events[visit.events.front()]);
        Step out = reader_.read(first, visit.events.front());
        for (const std::size_t event : visit.events) {
            const auto& other = std::get<SeenMma>(recording_.events[event]);
            if (other.memory != first.memory || other.a != first.a || other.b != first.b) reader_.compare(other, out);
        }
        return out;
    }

    void mma(std::size_t index) {
        const Visit& visit = way_.visits[index];
        const auto& seen = std::get<SeenMma>(recording_.events[visit.events.front()]);
        const MachineForm form = form_of(seen.at.text);
        const auto runs = runs_at(visit, form);
        if (form.computes && runs.value_or(true)) {
            const bool in_registers = index > 0 && !form.d_in_tmem;
            Step step = step_of(visit);
            if (!runs) {
                step.ran = false;
                step.read = {};
                step.why = say("Whether it ran is not known: its guard ", form.guard, " is not known for all threads.");
            }
            add(form, std::move(step), in_registers ? doubt(form.d_first, index) : std::string());
        }
        if (form.closes_group) ++closed_;
    }

    // Whether the guard is true. No value: it was not read, or the warps have different ones. Of a warp, the predicates
    // of one thread were read; a tcgen05.mma can be for another thread.
    std::optional<bool> runs_at(const Visit& visit, const MachineForm& form) const {
        if (form.guard.empty()) return true;
        const bool is_of_all = form.guard.find('U') != std::string::npos || form.guard.ends_with("PT");
        std::optional<bool> out;
        for (const std::size_t event : visit.events) {
            const auto value = value_of(form.guard, std::get<SeenMma>(recording_.events[event]));
            if (!value || (out && *out != *value)) return std::nullopt;
            out = value;
        }
        return out.value_or(true) || is_of_all || !form.d_in_tmem ? out : std::nullopt;
    }

    // Where the D of a step begins. Steps with an address that is not known are one chain.
    static std::uint32_t d_of(const MachineForm& form, const Step& step) {
        if (!form.d_in_tmem) return form.d_first;
        return step.instruction.idesc == 0 ? ~0u : step.instruction.tmem[static_cast<std::size_t>(TmemPlace::d)];
    }

    void add(const MachineForm& form, Step step, std::string doubt) {
        const std::uint32_t d_first = d_of(form, step);
        const bool carries = step.instruction.enable_d;
        if (!carries) {
            close(d_first);
            known_.erase(d_first);
        }
        const auto [at, begins] = open_.try_emplace(d_first, Growing(way_.warpgroup, form.d_in_tmem, d_first));
        const auto known = known_.find(d_first);
        at->second.add(std::move(step), closed_, carries ? std::move(doubt) : std::string(),
                       begins && known != known_.end() ? known->second : Words());
        if (begins) known_.erase(d_first);
    }

    // Whether the program may have passed this instruction between the two visits.
    bool is_between(std::uint64_t pc, const Visit& from, const Visit& to) const {
        const bool behind = from.is_wait ? pc >= from.pc : pc > from.pc;
        if (to.pc > from.pc) return behind && pc < to.pc;
        const JumpBack* loop = nullptr;  // the smallest one with both
        for (const JumpBack& jump : code_.listing.loops)
            if (jump.to <= to.pc && jump.from >= from.pc && (!loop || jump.from - jump.to < loop->from - loop->to))
                loop = &jump;
        if (loop != nullptr && (pc < loop->to || pc > loop->from)) return false;
        return behind || pc < to.pc;
    }

    // What may have changed D between this visit and the one before, and was not seen.
    std::string doubt(unsigned d_first, std::size_t index) const {
        const Visit &from = way_.visits[index - 1], &to = way_.visits[index];
        for (std::size_t i = 0; i < code_.forms.size(); ++i) {
            const CodeMma& mma = recording_.code[i];
            if (!code_.forms[i].computes || code_.forms[i].d_first != d_first) continue;
            if (is_between(mma.at.pc, from, to) && (to.pc > from.pc || mma.in_loop))
                return say("The warps may have passed ", place_text(mma.at), " unseen.");
        }
        const auto found = open_.find(d_first);
        const unsigned count = found == open_.end() ? 1 : found->second.chain.n / 2;
        for (const RegisterWrite& write : code_.listing.writes)
            if (write.number >= d_first && write.number < d_first + count && is_between(write.pc, from, to))
                return say("The instruction at ", hex(write.pc), " may have changed D.");
        return {};
    }

    // D of all warps, as each had it when it was behind the wait.
    struct SeenD {
        Words registers;      // empty: not read
        bool certain = true;  // false: a warp was not seen behind the wait, so its part may be an older one
    };
    SeenD d_of(const Visit& visit) const {
        const auto& first = std::get<SeenWait>(recording_.events[visit.events.front()]);
        SeenD out;
        for (unsigned warp = 0; warp < 4; ++warp) {
            const bool was_here = visit.of_warp[warp] != kNoMemory;
            const auto& seen =
                std::get<SeenWait>(recording_.events[was_here ? visit.of_warp[warp] : visit.events.back()]);
            const std::size_t count = std::size_t{kWarpgroupThreads / 4} * first.d_count;
            if (seen.d_first != first.d_first || seen.d.size() != 4 * count) return {};
            const auto begin = seen.d.begin() + static_cast<std::ptrdiff_t>(warp * count);
            out.registers.insert(out.registers.end(), begin, begin + static_cast<std::ptrdiff_t>(count));
            out.certain &= was_here;
        }
        return out;
    }

    void wait(std::size_t index) {
        const Visit& visit = way_.visits[index];
        const auto& seen = std::get<SeenWait>(recording_.events[visit.events.back()]);
        const auto open = open_.find(seen.d_first);
        const auto known = known_.find(seen.d_first);
        const unsigned n = open != open_.end()     ? open->second.chain.n
                           : known != known_.end() ? static_cast<unsigned>(known->second.size()) / kWgmmaRows
                                                   : 0;
        const SeenD read = d_of(visit);
        if (n == 0 || read.registers.empty()) return;
        const auto fragment = d_fragment(n, seen.d_count * 4 == n ? 16 : 32);
        if (!fragment || registers_of(*fragment) != seen.d_count) return;
        Words d = elements_of(*fragment, read.registers, seen.d_count);
        const std::size_t complete = closed_ - std::min<std::size_t>(closed_, seen.pending);
        if (open != open_.end()) {
            if (open->second.check(visit.events.back(), d, complete, read.certain)) return;
            close(seen.d_first);  // an MMA was passed unseen
        }
        if (read.certain) known_[seen.d_first] = std::move(d);
    }

    // The MMA at which the program stopped was seen before it ran, or only then. If another instruction is at fault,
    // the warpgroup only happens to stand at an MMA.
    void exception() {
        for (std::size_t i = 0; i < recording_.events.size(); ++i) {
            const auto* seen = std::get_if<SeenException>(&recording_.events[i]);
            if (seen == nullptr || is_elsewhere(seen->at.text)) continue;
            bool is_listed = false;
            for (const SeenMma& mma : seen->warpgroups) {
                if (mma.warpgroup != way_.warpgroup) continue;
                stopped_at(mma, i);
                is_listed = true;
            }
            if (is_listed || way_.visits.empty() || way_.visits.back().is_wait) continue;
            const Visit& last = way_.visits.back();
            const auto& mma = std::get<SeenMma>(recording_.events[last.events.front()]);
            if (last.pc == seen->at.pc) stopped_at(mma, i);
        }
    }
    // An MMA runs on while the warp is at a wait.
    static bool is_elsewhere(const std::string& text) {
        return !text.empty() && text.find("WARPGROUP") == text.npos && !form_of(text).is_mma;
    }
    void stopped_at(const SeenMma& mma, std::size_t event) {
        const MachineForm form = form_of(mma.at.text);
        if (!form.computes) return;
        const bool was_seen = !way_.visits.empty() && !way_.visits.back().is_wait && way_.visits.back().pc == mma.at.pc;
        Step step = reader_.read(mma, event);
        const std::uint32_t d_first = d_of(form, step);
        if (!was_seen) add(form, std::move(step), "");
        if (const auto found = open_.find(d_first); found != open_.end()) found->second.chain.at_exception = true;
    }

    const Recording& recording_;
    const KernelCode& code_;
    StepReader& reader_;
    const Way& way_;
    std::map<std::uint32_t, Growing> open_;  // by Chain::d_first
    std::map<std::uint32_t, Words> known_;   // D that was read behind an MMA that was not seen
    std::size_t closed_ = 0;                 // groups
    std::vector<Chain> done_;
};

}  // namespace

std::size_t numbers_read(const Chain& chain) {
    return chain.known.empty() ? chain.seen.size()
                               : static_cast<std::size_t>(std::ranges::count(chain.known, std::uint8_t{1}));
}

const SeenMma* mma_of(const Recording& recording, const Chain& chain, const Step& step) {
    if (step.event >= recording.events.size()) return nullptr;
    const Event& event = recording.events[step.event];
    if (const auto* mma = std::get_if<SeenMma>(&event)) return mma;
    const auto* stop = std::get_if<SeenException>(&event);
    if (!stop) return nullptr;
    const auto found = std::ranges::find(stop->warpgroups, chain.warpgroup, &SeenMma::warpgroup);
    return found == stop->warpgroups.end() ? nullptr : &*found;
}

std::vector<Chain> chains_of(const Recording& recording, const std::stop_token& stop) {
    KernelCode code{.forms = {}, .listing = listing_of(recording.machine_code)};
    for (const CodeMma& mma : recording.code) code.forms.push_back(form_of(mma.at.text));
    StepReader reader(recording);
    std::vector<Chain> out;
    std::size_t steps_left = kMostSteps;
    for (const Way& way : ways_of(recording))
        for (Chain& chain : WayReader(recording, code, reader, way).run(steps_left, stop))
            out.push_back(std::move(chain));
    if (stop.stop_requested()) return {};
    std::ranges::stable_sort(out, {}, [](const Chain& chain) { return chain.steps.front().event; });
    read_loads(recording, out);
    note_tiles(out, stop);
    if (stop.stop_requested()) return {};
    return out;
}

}  // namespace tilescope::autopsy
