// core/src/autopsy/doubts.cpp -- why a word that reads the right elements need not be the right word.
// SPDX-License-Identifier: MIT
#include "doubts.h"

#include <algorithm>
#include <set>
#include <utility>

namespace tilescope::autopsy {
namespace {

constexpr std::uint32_t kPatternLine = 128;  // bytes by which base_offset counts

// The bytes that a step reads with a layout: from the first one to behind the last one.
using Bytes = std::pair<std::uint32_t, std::uint32_t>;
Bytes bytes_of(const OperandRead& read, const SmemLayout& layout) {
    const Walk& walk = read.walk(layout);
    Bytes out{~0u, 0u};
    for (std::size_t i = 0; i < walk.first.size(); ++i) {
        const std::uint32_t at = address_of(walk, layout, i);
        out = {std::min(out.first, at), std::max(out.second, at + kChunkBytes)};
    }
    return out;
}
bool have_common(const Bytes& one, const Bytes& other) { return one.first < other.second && other.first < one.second; }

// The word that was found for a step, for all of what it should read or for most of it. Null: none.
const Fit* found_for(const Finding& f) {
    if (f.state == ReadState::word) return &f.fits.front();
    return f.state == ReadState::memory && f.best.changed != 0 ? &f.best : nullptr;
}

// The bytes that a step should read, if a word for it was found, or else those that it reads.
std::optional<Bytes> bytes_of(const OperandCase& c, unsigned step) {
    const auto& read = c.chain->steps[step].of[c.operand];
    const Finding& f = (*c.findings)[step];
    if (!read) return std::nullopt;
    const Fit* fit = found_for(f);
    return bytes_of(*read, fit ? fit->layout : read->layout);
}

// Whether another word would read the tile of the other operand: A and B have equal elements.
bool is_in_other(const OperandCase& c, const OperandCase& other) {
    for (unsigned s = 0; s < c.findings->size(); ++s) {
        if (!found_for((*c.findings)[s])) continue;
        const auto mine = bytes_of(c, s);
        for (unsigned o = 0; o < other.findings->size(); ++o)
            if (const auto its = bytes_of(other, o); its && have_common(*its, *mine)) return true;
    }
    return false;
}

// Whether another word would read the bytes that another step reads rightly: K columns are equal, so that other
// bytes can have been meant.
bool is_in_other_step(const OperandCase& c) {
    for (unsigned s = 0; s < c.findings->size(); ++s) {
        const Finding& mine = (*c.findings)[s];
        if (mine.state != ReadState::word || mine.fits.front().changed != set_of(FaultField::start)) continue;
        const Walk& walk = c.chain->steps[s].of[c.operand]->walk(mine.fits.front().layout);
        std::set<std::uint32_t> places;
        for (std::size_t i = 0; i < walk.first.size(); ++i)
            places.insert(address_of(walk, mine.fits.front().layout, i));
        for (unsigned o = 0; o < c.findings->size(); ++o) {
            const auto& read = c.chain->steps[o].of[c.operand];
            if (!read || (*c.findings)[o].state != ReadState::right) continue;
            const Walk& its = read->walk(read->layout);
            for (std::size_t i = 0; i < its.first.size(); ++i)
                if (places.contains(address_of(its, read->layout, i))) return true;
        }
    }
    return false;
}

// Whether the word as it is reads most of what is not zero rightly in a step for which another word is found: then
// some bytes can be missing instead.
bool is_mostly_read(const OperandCase& c) {
    for (unsigned s = 0; s < c.findings->size(); ++s) {
        if ((*c.findings)[s].state != ReadState::word) continue;
        const OperandRead& read = *c.chain->steps[s].of[c.operand];
        const Walk& walk = read.walk(read.layout);
        const std::size_t column = c.block->column[s] / c.view->k_per_column;
        const Slice slice = slice_of(*c.view, walk, read.layout.major, {c.block->row[c.operand], column});
        std::size_t right = 0, all = 0;
        for (std::size_t i = 0; i < slice.chunks.size(); ++i) {
            if (slice.known[i] == 0 || is_repeated(slice.chunks[i], c.view->form)) continue;
            const Chunk* chunk = read.memory->at(address_of(walk, read.layout, i));
            ++all, right += chunk && *chunk == slice.chunks[i] ? 1 : 0;
        }
        if (right * 2 > all) return true;
    }
    return false;
}

// Whether all that another stride would read are zeros or other equal bytes, which are in many places.
bool is_by_zeros(const OperandCase& c) {
    for (unsigned s = 0; s < c.findings->size(); ++s) {
        const Finding& f = (*c.findings)[s];
        if (f.state != ReadState::word) continue;
        const Fit& fit = f.fits.front();
        const OperandRead& read = *c.chain->steps[s].of[c.operand];
        const Walk& walk = read.walk(fit.layout);
        for (const FaultField field : {FaultField::sbo, FaultField::lbo}) {
            const std::vector<std::uint32_t>& times = field == FaultField::sbo ? walk.sbo : walk.lbo;
            const auto says = [&](std::size_t i) {
                const Chunk* chunk = read.memory->at(address_of(walk, fit.layout, i));
                return times[i] != 0 && chunk && !is_repeated(*chunk, c.view->form);
            };
            bool any = (fit.changed & set_of(field)) == 0;
            for (std::size_t i = 0; i < times.size() && !any; ++i) any = says(i);
            if (!any) return true;
        }
    }
    return false;
}

// Whether another tile in another layout would be read. Without the other operand, it can also be that one.
bool is_another_tile(const OperandCase& c, const OperandCase& other) {
    constexpr FieldSet kBoth = set_of(FaultField::start) | set_of(FaultField::swizzle);
    return other.view->empty() && std::ranges::any_of(*c.findings, [](const Finding& f) {
               return f.state == ReadState::word && (f.fits.front().changed & kBoth) == kBoth;
           });
}

// Whether a transposed operand would have the chunks that it has as it is: then its majorness does not show.
bool is_symmetric(const OperandCase& c) {
    for (unsigned s = 0; s < c.findings->size(); ++s) {
        const Finding& f = (*c.findings)[s];
        if (f.state != ReadState::word || (f.fits.front().changed & set_of(FaultField::transpose)) == 0) continue;
        const OperandRead& read = *c.chain->steps[s].of[c.operand];
        const SliceStart at{c.block->row[c.operand], c.block->column[s] / c.view->k_per_column};
        const SmemLayout& turned = f.fits.front().layout;
        const Slice is = slice_of(*c.view, read.walk(read.layout), read.layout.major, at),
                    other = slice_of(*c.view, read.walk(turned), turned.major, at);
        const std::set<Chunk> chunks(is.chunks.begin(), is.chunks.end());
        const auto in_both =
            std::ranges::count_if(other.chunks, [&](const Chunk& chunk) { return chunks.contains(chunk); });
        if (static_cast<std::size_t>(in_both) * 2 > other.chunks.size()) return true;
    }
    return false;
}

// Whether a base offset is found that no writer has: the pattern would begin elsewhere than at a multiple of its size
// or at the tile.
bool is_odd_base(const OperandCase& c) {
    return std::ranges::any_of(*c.findings, [](const Finding& f) {
        const Fit* fit = found_for(f);
        if (!fit) return false;
        const unsigned phases = 1u << row_of(fit->layout.mode).swizzle.bits;
        return (fit->changed & set_of(FaultField::base_offset)) != 0 && fit->layout.base_offset % phases != 0 &&
               (fit->layout.start / kPatternLine - fit->layout.base_offset) % phases != 0;
    });
}

// Whether a stride is found that would begin the groups of 8 rows at different lines of the pattern.
bool is_odd_stride(const OperandCase& c) {
    return std::ranges::any_of(*c.findings, [](const Finding& f) {
        const Fit* fit = found_for(f);
        if (!fit || fit->layout.mode == SwizzleMode::none) return false;
        const std::uint32_t group = 8 * row_of(fit->layout.mode).width_bytes;
        const auto is_odd = [&](FaultField field, std::uint32_t stride) {
            return (fit->changed & set_of(field)) != 0 && stride % group != 0;
        };
        return is_odd(FaultField::sbo, fit->layout.sbo) || is_odd(FaultField::lbo, fit->layout.lbo);
    });
}

}  // namespace

bool fits_elsewhere(const OperandCase& c, const OperandCase& other) {
    return is_another_tile(c, other) || is_in_other(c, other) || is_in_other_step(c) || is_by_zeros(c) ||
           is_mostly_read(c) || is_symmetric(c) || is_odd_base(c) || is_odd_stride(c);
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
