// core/src/autopsy/structure.cpp -- what the reads of a chain show without the expected matrices.
// SPDX-License-Identifier: MIT
#include "structure.h"

#include <tilescope/base/say.h>

#include <algorithm>
#include <map>
#include <set>

namespace tilescope::autopsy {
namespace {

bool uses(const Walk& walk, FaultField field) {
    const auto& counts = field == FaultField::sbo ? walk.sbo : walk.lbo;
    return std::ranges::any_of(counts, [](std::uint32_t c) { return c != 0; });
}

bool reads_twice(const OperandRead& read, const SmemLayout& layout) {
    const Walk& walk = read.walk(layout);
    std::vector<std::uint32_t> all;
    for (std::size_t i = 0; i < walk.first.size(); ++i) all.push_back(address_of(walk, layout, i));
    std::ranges::sort(all);
    return std::ranges::adjacent_find(all) != all.end();
}

class Suspect {
public:
    Suspect(const ChainReads& chain, Operand o, const std::vector<SeenMap>& maps) : chain_(chain), o_(o), maps_(maps) {}

    std::vector<Fault> run() {
        strides();
        starts();
        modes();
        bytes();
        return std::move(out_);
    }

private:
    const OperandRead* read(std::size_t step) const {
        const auto& r = chain_.steps[step].of[o_];
        return r ? &*r : nullptr;
    }

    void add(FaultField field, std::vector<unsigned> steps, std::string says) {
        if (std::ranges::any_of(out_, [&](const Fault& f) { return f.field == field; })) return;
        Fault fault{.part = part_of(o_), .field = field, .k_steps = std::move(steps), .says = std::move(says)};
        const OperandRead* r = fault.k_steps.empty() ? nullptr : read(fault.k_steps.front());
        if (r && field <= FaultField::transpose) fault.value = value_in(*r->format, field, r->layout);
        out_.push_back(std::move(fault));
    }

    // Bytes that one MMA reads twice, and strides that leave gaps.
    void strides() {
        for (unsigned s = 0; s < chain_.steps.size(); ++s) {
            const OperandRead* r = read(s);
            if (!r) continue;
            const SmemLayout& l = r->layout;
            const Walk& walk = r->walk(l);
            const bool twice = reads_twice(*r, l);
            const std::string what = twice ? "one MMA reads bytes of it twice" : "rows of it have gaps between them";
            for (const FaultField field : {FaultField::sbo, FaultField::lbo}) {
                const std::uint32_t is = field == FaultField::sbo ? l.sbo : l.lbo;
                const std::uint32_t usual = field == FaultField::sbo ? dense(l).sbo : dense(l).lbo;
                const bool is_wide = field == FaultField::sbo && l.major == Major::k && is > usual;
                if (uses(walk, field) && (twice ? is != usual : is_wide))
                    add(field, {s},
                        say(name_of(field), " of ", name_of(o_), " is ", is, ", and ", what,
                            "; a tile without"
                            " gaps has ",
                            usual, "."));
            }
            const bool fits_mode = l.sbo == dense(l).sbo || !uses(walk, FaultField::sbo);
            if (!fits_mode && l.mode != SwizzleMode::none)
                add(FaultField::swizzle, {s},
                    say("swizzle of ", name_of(o_), " is ", row_of(l.mode).name, ", and ", what,
                        "; the bytes may be written with another swizzle."));
            if (twice)
                add(FaultField::transpose, {s},
                    say("The instruction reads ", name_of(o_), " ", name_of(l.major), ", and ", what,
                        "; the bytes may be written ", name_of(l.major == Major::k ? Major::mn : Major::k), "."));
        }
    }

    // Whether the chain begins at a later K step of a K-major tile: all its steps are inside of one row of the swizzle.
    bool begins_in_a_row() const {
        const SmemLayout& l = read(0)->layout;
        const std::uint32_t row = row_of(l.mode).width_bytes, k = l.columns * l.type->container_bits / 8;
        unsigned count = 1;
        while (count < chain_.steps.size() && read(count) && read(count)->layout.start == l.start + count * k) ++count;
        return l.major == Major::k && l.start % row % k == 0 && l.start % row + count * k <= row;
    }

    // Starts that are not those of a tile, and steps that do not go on.
    void starts() {
        const OperandRead* first = read(0);
        if (first && first->layout.mode != SwizzleMode::none) {
            const SmemLayout& l = first->layout;
            const std::uint32_t pattern = row_of(l.mode).pattern_bytes, lines = pattern / kLineBytes;
            const std::uint32_t phase = (l.start / kLineBytes - l.base_offset) % std::max(lines, 1u);
            if (phase != 0 || (l.start % kLineBytes != 0 && !begins_in_a_row())) {
                const std::string what = say("start of ", name_of(o_), " is ", hex(l.start), " and base_offset ",
                                             l.base_offset, ": the swizzle pattern does not begin there.");
                add(FaultField::start, {0}, what);
                add(FaultField::base_offset, {0}, what);
            }
        }
        std::map<std::uint64_t, unsigned> seen;
        std::optional<std::int64_t> usual;
        for (unsigned s = 0; s < chain_.steps.size(); ++s) {
            const OperandRead* r = read(s);
            if (!r) continue;
            const auto [at, is_new] = seen.try_emplace(r->word, s);
            if (!is_new && chain_.steps[at->second].memory == chain_.steps[s].memory)
                add(FaultField::start, {s},
                    say("The word of ", name_of(o_), " in K step ", s, " is that of K step ", at->second,
                        ", with the same bytes: perhaps its start was not moved on."));
            const OperandRead* before = s == 0 ? nullptr : read(s - 1);
            if (!before) continue;
            const std::int64_t step = std::int64_t{r->layout.start} - before->layout.start;
            const std::int64_t row = row_of(r->layout.mode).width_bytes;
            const std::int64_t k = std::int64_t{r->layout.columns} * r->layout.type->container_bits / 8;
            const bool is_odd = !usual && r->layout.major == Major::k && row >= 2 * k && step != k;
            if (is_odd && step == r->layout.columns * row)
                add(FaultField::transpose, {},
                    say(name_of(o_), " is read K-major, but its start advances by ", step,
                        " bytes a K step, as that of an MN-major tile does: perhaps it must be transposed."));
            if (is_odd)
                add(FaultField::start, {s},
                    say("start of ", name_of(o_), " advances by ", step, " bytes to K step ", s,
                        "; one K step of a K-major tile is ", k, " bytes."));
            if (!usual) usual = step;
        }
    }

    // Modes that differ from those of the tensor maps.
    void modes() {
        const OperandRead* first = read(0);
        if (!first) return;
        const auto agrees = [&](const SeenMap& m) {
            return !m.certain || m.map.swizzle->mma == &row_of(first->layout.mode);
        };
        if (std::ranges::all_of(maps_, agrees)) return;
        const std::string what = say("The word of ", name_of(o_), " has swizzle ", row_of(first->layout.mode).name,
                                     ", and a tensor map of the kernel has another one.");
        add(FaultField::tensor_map, {0}, what);
        add(FaultField::swizzle, {0}, what);
    }

    // Chunks in which all bytes are equal.
    void bytes() {
        std::size_t repeated = 0, zeros = 0, all = 0;
        unsigned step = 0;
        for (unsigned s = 0; s < chain_.steps.size(); ++s) {
            const OperandRead* r = read(s);
            if (!r) continue;
            const Walk& walk = r->walk(r->layout);
            for (std::size_t i = 0; i < walk.first.size(); ++i, ++all) {
                const Chunk* chunk = r->memory->at(address_of(walk, r->layout, i));
                if (!chunk || !is_repeated(*chunk, form_of(*r->layout.type))) continue;
                if (*chunk == kZeroChunk) {
                    ++zeros;
                } else if (repeated++ == 0) {
                    step = s;
                }
            }
        }
        if (repeated == 0 && (zeros == 0 || zeros * 2 > all)) return;
        const std::string what =
            say("The MMAs read ", repeated != 0 ? repeated : zeros, " of ", all, " chunks of ", name_of(o_),
                repeated != 0 ? " in which all 16 bytes are equal, as in memory that was filled." : " that are zero.");
        for (const FaultField field : {FaultField::memory, FaultField::start, FaultField::sbo, FaultField::lbo})
            if ((field != FaultField::sbo && field != FaultField::lbo) ||
                (read(step) && uses(read(step)->walk(read(step)->layout), field)))
                add(field, {step}, what);
    }

    const ChainReads& chain_;
    const Operand o_;
    const std::vector<SeenMap>& maps_;
    std::vector<Fault> out_;
};

std::size_t chunks_outside(const OperandRead& read, const SmemLayout& layout) {
    const Walk& walk = read.walk(layout);
    std::size_t out = 0;
    for (std::size_t i = 0; i < walk.first.size(); ++i) out += read.memory->at(address_of(walk, layout, i)) == nullptr;
    return out;
}

}  // namespace

std::vector<Fault> suspicions(const ChainReads& chain, Operand o, const std::vector<SeenMap>& maps) {
    return Suspect(chain, o, maps).run();
}

Outside outside_of(const StepReads& step, Operand o) {
    Outside out;
    if (!step.of[o]) return out;
    const OperandRead& read = *step.of[o];
    const Walk& walk = read.walk(read.layout);
    out.end = read.memory->size();
    for (std::size_t i = 0; i < walk.first.size(); ++i) {
        const std::uint32_t address = address_of(walk, read.layout, i);
        if (read.memory->at(address)) continue;
        if (out.chunks++ == 0) out.first = walk.first[i], out.address = address;
    }
    if (out.chunks == 0) return out;
    for (const FaultField field : {FaultField::sbo, FaultField::lbo, FaultField::start}) {
        SmemLayout other = read.layout;
        const SmemLayout usual = dense(read.layout);
        if (field == FaultField::sbo) other.sbo = usual.sbo;
        if (field == FaultField::lbo) other.lbo = usual.lbo;
        if (field == FaultField::start) other.start = read.memory->begin();
        if (changed_fields(read.layout, other) == 0) continue;
        const bool is_enough = chunks_outside(read, other) == 0;
        out.certain &= is_enough || field == FaultField::start || !uses(walk, field);
        if (!is_enough) continue;
        Fault fault{.part = part_of(o),
                    .field = field,
                    .k_steps = {},
                    .value = value_in(*read.format, field, read.layout),
                    .says = {}};
        const std::uint32_t is = field == FaultField::sbo   ? read.layout.sbo
                                 : field == FaultField::lbo ? read.layout.lbo
                                                            : read.layout.start;
        const std::uint32_t want = field == FaultField::sbo ? usual.sbo : usual.lbo;
        const bool undivided = field != FaultField::start && is == want * kChunkBytes;
        if (field != FaultField::start) fault.right = value_in(*read.format, field, other);
        fault.says =
            say(name_of(field), " of ", name_of(o), " is ", field == FaultField::start ? hex(is) : say(is),
                undivided ? say(" (", want, " was put in the field without dividing it by 16)") : std::string(),
                "; element (", out.first.row, ", ", out.first.column, ") is then at ", hex(out.address),
                ", past the end of shared memory at ", hex(out.end), ".",
                field == FaultField::start ? std::string() : say(" A tile without gaps has ", want, "."));
        out.fields.push_back(std::move(fault));
    }
    return out;
}

}  // namespace tilescope::autopsy
