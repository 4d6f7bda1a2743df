// core/src/autopsy/chain_session.cpp -- a chain as sessions: the words, and the operands as they were.
// SPDX-License-Identifier: MIT
#include "parts.h"
#include "reads.h"

#include <tilescope/autopsy/chain_session.h>
#include <tilescope/base/say.h>
#include <tilescope/document/derive.h>
#include <tilescope/layout/wgmma_fragment.h>
#include <tilescope/notation/cute.h>
#include <tilescope/study/program_chains.h>

#include <algorithm>
#include <bit>
#include <functional>

namespace tilescope::autopsy {
namespace {

// What all of these steps have at each byte. A byte that changes between them is not known: the session has one memory.
std::vector<std::int32_t> memory_of_all(const Recording& recording, const Chain& chain, std::size_t first,
                                        std::size_t end) {
    constexpr std::int32_t kUnknown = -1;
    std::vector<std::int32_t> out;
    const std::vector<std::uint8_t>* last = nullptr;
    for (std::size_t i = first; i < end; ++i) {
        const std::size_t index = memory_of(recording.events[chain.steps[i].event], chain.warpgroup);
        const auto* memory = index < recording.memories.size() ? &recording.memories[index] : nullptr;
        if (memory == nullptr || memory == last) continue;
        if (out.empty()) out.assign(memory->begin(), memory->end());
        out.resize(std::max(out.size(), memory->size()), kUnknown);
        for (std::size_t at = 0; at < out.size(); ++at)
            if (at >= memory->size() || out[at] != (*memory)[at]) out[at] = kUnknown;
        last = memory;
    }
    return out;
}

// Steps as a program: each MMA with its words in the registers that it takes.
//
//     UMOV UR4, 0x10040
//     ...
//     HGMMA.64x64x16.F32 R24, gdesc[UR4], RZ, !UPT
std::string program_of(const Recording& recording, const Chain& chain, std::size_t first, std::size_t last) {
    std::string out;
    for (std::size_t i = first; i < last; ++i) {
        const Step& step = chain.steps[i];
        const SeenMma* seen = mma_of(recording, chain, step);
        if (seen == nullptr) return {};
        const MachineForm form = form_of(seen->at.text);
        std::vector<Register> uniform = seen->uniform;
        for (const Operand o : kBothOperands) {
            if (!pick(o, seen->a, seen->b)) continue;
            unsigned number = form.uniform[o];
            const std::uint64_t word = pick(o, step.instruction.a_desc, step.instruction.b_desc);
            for (const std::uint64_t half : {word & 0xffffffff, word >> 32})
                set_register(uniform, say("UR", number++), static_cast<std::uint32_t>(half));
        }
        out += with_registers(seen->at.text, uniform) + "\n";
    }
    return out;
}

using FirstBits = std::vector<std::uint64_t>;

// D before a step, m x n; empty: zeros. No value: not known.
using OldD = std::optional<std::vector<std::uint32_t>>;

// One matrix of those of the steps, side by side.
template <class T>
std::vector<T> side_by_side(const Chain& chain, std::size_t first, std::size_t last, Operand o,
                            std::vector<T> ReadOperand::*member) {
    std::vector<T> out;
    const auto read = [&](std::size_t i) -> const ReadOperand& {
        return pick(o, chain.steps[i].read.a, chain.steps[i].read.b);
    };
    for (unsigned row = 0; row < read(first).rows; ++row)
        for (std::size_t i = first; i < last; ++i) {
            const std::vector<T>& part = read(i).*member;
            const std::size_t columns = read(i).columns;
            if (part.size() < (row + 1) * columns) return {};
            const auto begin = part.begin() + static_cast<std::ptrdiff_t>(row * columns);
            out.insert(out.end(), begin, begin + static_cast<std::ptrdiff_t>(columns));
        }
    return out;
}

// ---- the memory of a session: at the places that were read ----

bool is_written_at(const Session& session, Operand o, const FirstBits& places) {
    const auto written = written_places(derive(session), o);
    return written && written->first_bit == places;
}

// The layout as a CuTe text whose swizzle counts from the start of the tile, as base_offset can say.
CuteText from_start(CuteText text, const ElementType& type) {
    const auto element = static_cast<unsigned>(std::countr_zero(type.container_bits / 8u));
    text.space = CuteSpace::none;
    text.address.reset();
    if (text.swizzle && text.swizzle->base >= element) text.swizzle->base -= element;
    return text;
}

// Chooses the image that has every element where it was read. False: no writer puts them there.
bool write_as_read(Session& session, Operand o, const FirstBits& places) {
    if (is_written_at(session, o, places)) return true;
    const SmemLayout layout = operand_from_words(session, o).layout;
    const auto text = cute_of(layout);
    if (!text) return false;
    for (const CuteText& candidate : {*text, from_start(*text, *layout.type)}) {
        Session other = session;
        other.image[o].writer = ImageWriter::cute;
        other.image[o].cute = to_text(candidate);
        other.image[o].start = layout.start;
        if (!is_written_at(other, o, places)) continue;
        session = std::move(other);
        return true;
    }
    return false;
}

// ---- one session ----

class SessionBuilder {
public:
    SessionBuilder(const Recording& recording, const Chain& chain) : recording_(recording), chain_(chain) {}

    Answer<ChainSession> build(std::size_t first, std::size_t last, const OldD& before, std::string prefix) {
        const std::string program = program_of(recording_, chain_, first, last);
        const ProgramChains chains =
            read_chains(program, {.arch = recording_.arch, .user_chose_arch = true, .threads = kWarpgroupThreads});
        if (chains.chains.empty()) return Refusal("The machine code of the chain has a form that is not known.");
        const ProgramChain& tile = chains.chains.front();
        if (!tile.session) return Refusal(tile.session.why);
        out_ = {};
        out_.first = first;
        out_.last = first + tile.steps;
        out_.session = *tile.session;
        prefix_ = std::move(prefix);
        set_run();
        for (const Operand o : kBothOperands) set_operand(o);
        set_memory();
        if (out_.session.run.enable_d) set_c(before);
        set_d();
        out_.session.notes = list_of(out_.notes, std::identity(), "\n");
        return std::move(out_);
    }

private:
    const Step& first() const { return chain_.steps[out_.first]; }
    void note(std::string text) { out_.notes.push_back(std::move(text)); }

    void set_run() {
        Session& s = out_.session;
        s.run.first_step = 0;
        s.run.steps = 0;
        s.run.enable_d = first().instruction.enable_d;
        s.keep_memory = true;
        const SeenMma* seen = mma_of(recording_, chain_, first());
        std::string where = seen->at.line.empty() ? std::string() : say(", ", seen->at.line);
        if (!recording_.kernel.empty()) where = say(" of the kernel ", recording_.kernel, where);
        const bool one = out_.last == out_.first + 1;
        note(say("Recorded by a debugger: warpgroup ", chain_.warpgroup, where, one ? ", K step " : ", K steps ",
                 out_.first, one ? "" : say(" to ", out_.last - 1), " of its chain."));
        if (const std::string tile = tile_text(chain_); !tile.empty()) note(tile);
    }

    void set_file(RecipeOf of, std::string_view letter, RecipeWords words) {
        Recipe& recipe = out_.session.recipe_of(of);
        recipe = {.kind = RecipeKind::file, .file = say(prefix_, '_', letter, ".npy")};
        out_.files[static_cast<std::size_t>(of)] = std::move(words);
    }

    void set_operand(Operand o) {
        RecipeWords words{.words = side_by_side(chain_, out_.first, out_.last, o, &ReadOperand::words)};
        words.rows = pick(o, first().read.a, first().read.b).rows;
        words.columns = words.rows == 0 ? 0 : static_cast<unsigned>(words.words.size() / words.rows);
        set_file(recipe_of(o), pick(o, "a", "b"), std::move(words));
        if (!in_smem(out_.session, o)) return;
        const FirstBits places = side_by_side(chain_, out_.first, out_.last, o, &ReadOperand::first_bit);
        if (!write_as_read(out_.session, o, places))
            note(say("The memory of ", name_of(o),
                     " in this session is not at all places from which the MMAs read it: ",
                     "no writer puts the elements there. Its values are those that were read."));
    }

    void set_memory() {
        out_.memory = memory_of_all(recording_, chain_, out_.first, out_.last);
        if (!out_.memory.empty()) out_.session.recorded.memory = say(prefix_, "_memory.npy");
    }

    void set_c(const OldD& before) {
        if (!before) return note("What D was before is not known: the session has zeros.");
        if (!before->empty()) set_file(RecipeOf::d, "c", {chain_.m, chain_.n, *before});
    }

    void set_d() {
        const MmaShape& shape = first().read.shape;
        if (shape.sparse) note("The metadata of this session are not those of the program, so its D is another one.");
        if (shape.scales) note("The scale factors of this session are not those of the program: they were not read.");
        out_.d_type = shape.rule.d ? shape.rule.d->id : std::string_view("s32");
        for (std::size_t i = out_.first; i < out_.last; ++i)
            if (!chain_.steps[i].why.empty()) note(say("K step ", i, ": ", chain_.steps[i].why));
        for (const Check& check : chain_.checks) {
            const bool is_last = check.steps == chain_.last;
            if (!is_whole(chain_) || check.steps != out_.last || (!is_last && check.different != 0)) continue;
            out_.measured = true;
            if (is_last) out_.d = {chain_.m, chain_.n, chain_.seen};
            if (is_last && chain_.different != 0)
                note(say(chain_.different, " elements of D as it was read differ from the model."));
        }
        if (!out_.measured)
            note(!chain_.unread.empty() ? say("D is not known, because ", chain_.unread, ".")
                 : chain_.d_in_tmem && !chain_.why.empty()
                     ? say("D of the program is not that of this session. ", chain_.why)
                 : chain_.known.empty() ? "D was not read after the last of these steps."
                                        : say("Of D, ", numbers_read(chain_), " of ", chain_.seen.size(),
                                              " numbers were read; D of this session is that of the model."));
    }

    const Recording& recording_;
    const Chain& chain_;
    ChainSession out_;
    std::string prefix_;
};

// D after these steps, as the model says. After a stop, it is of fewer steps.
OldD model_after(const Chain& chain, std::size_t first, std::size_t last, OldD d, const std::stop_token& stop) {
    for (std::size_t i = first; i < last && !stop.stop_requested(); ++i) {
        const Step& step = chain.steps[i];
        const MmaShape& shape = step.read.shape;
        if (!step.why.empty() || step.skipped != 0 || (!d && step.instruction.enable_d)) return std::nullopt;
        GatheredMma read = step.read;
        if (step.instruction.enable_d) {
            if (d->empty()) d->assign(std::size_t{shape.m} * shape.n, 0);
            read.c = {.rows = shape.m, .columns = shape.n, .words = *d};
        }
        d.emplace(std::size_t{shape.m} * shape.n);
        MatrixProduct(shape.rule, read.input(step.instruction)).rows(0, shape.m, *d);
    }
    return d;
}

// The session names the file of its D, and says what that is.
void name_d(const Recording& recording, const Chain& chain, ChainSession& part, std::string_view prefix) {
    part.session.recorded.d = say(prefix, "_d.npy");
    const bool one = part.last == part.first + 1;
    part.session.recorded.says =
        say("D as the debugger read it: ", recording.kernel.empty() ? "" : say("kernel ", recording.kernel, ", "),
            "warpgroup ", chain.warpgroup, ", after MMA", one ? " " : "s ", part.first,
            one ? "" : say(" to ", part.last - 1), " of its chain", chain.tile.empty() ? "" : ": ", rows_text(chain));
}

}  // namespace

Answer<std::vector<ChainSession>> sessions_of(const Recording& recording, const Chain& chain, std::string_view name,
                                              const std::stop_token& stop) {
    const auto unread = std::ranges::find_if(chain.steps, [](const Step& step) { return step.read.a.words.empty(); });
    const auto end = static_cast<std::size_t>(unread - chain.steps.begin());
    if (end == 0) return Refusal(chain.steps.empty() ? "The chain has no MMA." : chain.steps.front().why);
    std::vector<ChainSession> out;
    OldD before;
    for (std::size_t first = 0; first < end;) {
        if (first == chain.first && chain.why.empty()) before = chain.before;
        // The D that was read is known behind a gap only.
        const std::size_t last = first < chain.first ? std::min(chain.first, end) : end;
        const std::string prefix = out.empty() ? std::string(name) : say(name, '-', out.size() + 1);
        auto session = SessionBuilder(recording, chain).build(first, last, before, prefix);
        if (!session) return Refusal(session.why);
        before = model_after(chain, session->first, session->last, before, stop);
        if (stop.stop_requested()) return Refusal("stopped");
        if (session->d.words.empty() && before) session->d = {chain.m, chain.n, *before};
        session->measured &= !session->d.words.empty();
        if (session->measured) name_d(recording, chain, *session, prefix);
        first = session->last;
        out.push_back(std::move(*session));
    }
    return out;
}

}  // namespace tilescope::autopsy
