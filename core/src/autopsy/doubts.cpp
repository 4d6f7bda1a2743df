// core/src/autopsy/doubts.cpp -- why a word that reads the right elements need not be the right word.
// SPDX-License-Identifier: MIT
#include "doubts.h"

#include <algorithm>
#include <utility>

namespace tilescope::autopsy {
namespace {

constexpr std::uint32_t kPatternLine = 128;  // bytes by which base_offset counts

// The bytes that a step reads with a layout, from the first one to behind the last one, of one content of memory.
struct Bytes {
    std::size_t memory = kNoMemory;
    std::uint32_t first = ~0u, end = 0;
    friend auto operator<=>(const Bytes&, const Bytes&) = default;
};
bool have_common(const Bytes& one, const Bytes& other) {
    return one.memory == other.memory && one.first < other.end && other.first < one.end;
}

// The words that were found for the steps of an operand, and what follows from them.
class Found {
public:
    explicit Found(const OperandCase& c) : c_(c), fits_(named_fits(c)) {}

    std::size_t size() const { return fits_.size(); }
    const Fit* fit(std::size_t step) const { return fits_[step]; }
    const std::optional<OperandRead>& read(std::size_t step) const { return c_.chain->steps[step].of[c_.operand]; }

    // Those that a step should read, if a word for it was found, or else those that it reads. Each of them once.
    std::vector<Bytes> bytes(bool only_found) const {
        std::vector<Bytes> out;
        for (std::size_t s = 0; s < size(); ++s)
            if (read(s) && (fit(s) || !only_found)) out.push_back(bytes_of(s));
        std::ranges::sort(out);
        out.erase(std::unique(out.begin(), out.end()), out.end());
        return out;
    }

    template <class Test>
    bool any(Test test) const {
        for (std::size_t s = 0; s < size(); ++s)
            if (read(s) && fit(s) && test(s, *fit(s), *read(s))) return true;
        return false;
    }

    // Of a step with a layout: its chunks as they should be.
    Slice slice(std::size_t step, const SmemLayout& layout) const {
        const std::size_t column = c_.block->column[step] / c_.view->k_per_column;
        return slice_of(*c_.view, read(step)->walk(layout), layout.major, {c_.block->row[c_.operand], column});
    }

    // Where the steps that are right read, with the content of memory.
    std::vector<std::pair<std::size_t, std::uint32_t>> right_places() const {
        std::vector<std::pair<std::size_t, std::uint32_t>> out;
        for (std::size_t s = 0; s < size(); ++s) {
            if (!read(s) || (*c_.findings)[s].state != ReadState::right) continue;
            const Walk& walk = read(s)->walk(read(s)->layout);
            for (std::size_t i = 0; i < walk.first.size(); ++i)
                out.emplace_back(memory(s), address_of(walk, read(s)->layout, i));
        }
        std::ranges::sort(out);
        return out;
    }
    std::size_t memory(std::size_t step) const { return c_.chain->steps[step].memory; }

private:
    Bytes bytes_of(std::size_t step) const {
        const SmemLayout& layout = fit(step) ? fit(step)->layout : read(step)->layout;
        const Walk& walk = read(step)->walk(layout);
        Bytes out{memory(step)};
        for (std::size_t i = 0; i < walk.first.size(); ++i) {
            const std::uint32_t at = address_of(walk, layout, i);
            out.first = std::min(out.first, at), out.end = std::max(out.end, at + kChunkBytes);
        }
        return out;
    }

    const OperandCase& c_;
    const std::vector<const Fit*> fits_;
};

// Whether another word would read the tile of the other operand: A and B have equal elements.
bool is_in_other(const Found& found, const OperandCase& other) {
    const std::vector<Bytes> mine = found.bytes(true), its = Found(other).bytes(false);
    return std::ranges::any_of(mine, [&](const Bytes& one) {
        return std::ranges::any_of(its, [&](const Bytes& two) { return have_common(one, two); });
    });
}

// Whether another word would read the bytes that another step reads rightly: K columns are equal, so that other
// bytes can have been meant.
bool is_in_other_step(const Found& found) {
    const auto places = found.right_places();
    return found.any([&](std::size_t s, const Fit& fit, const OperandRead& read) {
        if (fit.changed != set_of(FaultField::start)) return false;
        const Walk& walk = read.walk(fit.layout);
        for (std::size_t i = 0; i < walk.first.size(); ++i)
            if (std::ranges::binary_search(places, std::pair(found.memory(s), address_of(walk, fit.layout, i))))
                return true;
        return false;
    });
}

// Whether the word as it is reads most of what is not zero rightly in a step for which another word is found: then
// some bytes can be missing instead.
bool is_mostly_read(const Found& found, const OperandCase& c) {
    return found.any([&](std::size_t s, const Fit&, const OperandRead& read) {
        if ((*c.findings)[s].state != ReadState::word) return false;
        const Walk& walk = read.walk(read.layout);
        const Slice slice = found.slice(s, read.layout);
        std::size_t right = 0, all = 0;
        for (std::size_t i = 0; i < slice.chunks.size(); ++i) {
            if (slice.known[i] == 0 || is_repeated(slice.chunks[i], c.view->form)) continue;
            const Chunk* chunk = read.memory->at(address_of(walk, read.layout, i));
            ++all, right += chunk && *chunk == slice.chunks[i] ? 1 : 0;
        }
        return right * 2 > all;
    });
}

// Whether all that another stride would read are zeros or other equal bytes, which are in many places.
bool is_by_zeros(const Found& found, const OperandCase& c) {
    return found.any([&](std::size_t, const Fit& fit, const OperandRead& read) {
        const Walk& walk = read.walk(fit.layout);
        const auto says_nothing = [&](FaultField field, const std::vector<std::uint32_t>& times) {
            if ((fit.changed & set_of(field)) == 0) return false;
            for (std::size_t i = 0; i < times.size(); ++i) {
                const Chunk* chunk = times[i] == 0 ? nullptr : read.memory->at(address_of(walk, fit.layout, i));
                if (chunk && !is_repeated(*chunk, c.view->form)) return false;
            }
            return true;
        };
        return says_nothing(FaultField::sbo, walk.sbo) || says_nothing(FaultField::lbo, walk.lbo);
    });
}

// Whether another tile in another layout would be read. Without the other operand, it can also be that one.
bool is_another_tile(const Found& found, const OperandCase& other) {
    constexpr FieldSet kBoth = set_of(FaultField::start) | set_of(FaultField::swizzle);
    return other.view->empty() &&
           found.any([](std::size_t, const Fit& fit, const OperandRead&) { return (fit.changed & kBoth) == kBoth; });
}

// Whether a transposed operand would have the chunks that it has as it is: then its majorness does not show.
bool is_symmetric(const Found& found) {
    return found.any([&](std::size_t s, const Fit& fit, const OperandRead& read) {
        if ((fit.changed & set_of(FaultField::transpose)) == 0) return false;
        const Slice other = found.slice(s, fit.layout);
        std::vector<Chunk> chunks = found.slice(s, read.layout).chunks;
        std::ranges::sort(chunks);
        const auto in_both = std::ranges::count_if(
            other.chunks, [&](const Chunk& chunk) { return std::ranges::binary_search(chunks, chunk); });
        return static_cast<std::size_t>(in_both) * 2 > other.chunks.size();
    });
}

// Whether a base offset is found that no writer has: the pattern would begin elsewhere than at a multiple of its size
// or at the tile.
bool is_odd_base(const Found& found) {
    return found.any([](std::size_t, const Fit& fit, const OperandRead&) {
        const unsigned phases = 1u << row_of(fit.layout.mode).swizzle.bits;
        return (fit.changed & set_of(FaultField::base_offset)) != 0 && fit.layout.base_offset % phases != 0 &&
               (fit.layout.start / kPatternLine - fit.layout.base_offset) % phases != 0;
    });
}

// Whether a stride is found that would begin the groups of 8 rows at different lines of the pattern.
bool is_odd_stride(const Found& found) {
    return found.any([](std::size_t, const Fit& fit, const OperandRead&) {
        if (fit.layout.mode == SwizzleMode::none) return false;
        const std::uint32_t group = 8 * row_of(fit.layout.mode).width_bytes;
        const auto is_odd = [&](FaultField field, std::uint32_t stride) {
            return (fit.changed & set_of(field)) != 0 && stride % group != 0;
        };
        return is_odd(FaultField::sbo, fit.layout.sbo) || is_odd(FaultField::lbo, fit.layout.lbo);
    });
}

}  // namespace

bool fits_elsewhere(const OperandCase& c, const OperandCase& other) {
    const Found found(c);
    return is_another_tile(found, other) || is_in_other(found, other) || is_in_other_step(found) ||
           is_by_zeros(found, c) || is_mostly_read(found, c) || is_symmetric(found) || is_odd_base(found) ||
           is_odd_stride(found);
}

bool is_uneven(const OperandCase& c, const std::vector<Fault>& faults) {
    const auto reads_as_it_is = [&](unsigned step) {
        const Finding& f = (*c.findings)[step];
        return f.state == ReadState::right || f.state == ReadState::later || f.state == ReadState::word ||
               (f.state == ReadState::memory && f.best.changed == 0 && f.wrong.size() * 2 < f.count);
    };
    return std::ranges::any_of(faults, [&](const Fault& fault) {
        constexpr FaultField kOfTile[] = {FaultField::lbo, FaultField::sbo, FaultField::swizzle, FaultField::transpose};
        if (std::ranges::find(kOfTile, fault.field) == std::end(kOfTile)) return false;
        for (unsigned s = 0; s < c.findings->size(); ++s) {
            const auto& read = c.chain->steps[s].of[c.operand];
            if (read && std::ranges::find(fault.k_steps, s) == fault.k_steps.end() && reads_as_it_is(s) &&
                value_in(*read->format, fault.field, read->layout).number == fault.value.number)
                return true;
        }
        return false;
    });
}

}  // namespace tilescope::autopsy
