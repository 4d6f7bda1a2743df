// core/src/autopsy/fit.cpp -- which word reads the right elements from the recorded memory.
// SPDX-License-Identifier: MIT
#include "fit.h"

#include <tilescope/hw/families.h>
#include <tilescope/layout/placing.h>

#include <algorithm>
#include <bit>

namespace tilescope::autopsy {
namespace {

constexpr std::size_t kMostFits = 8;            // of one majorness and mode
constexpr std::size_t kMostCompared = 200'000;  // chunks, in one search: equal chunks in many places give many layouts
constexpr std::size_t kReferences = 3;          // chunks from which a field is computed, where none fits all
constexpr std::uint32_t kProbe = kChunkBytes;

Walk walk_of(SmemLayout layout, Major major, SwizzleMode mode) {
    layout = {.mode = mode,
              .major = major,
              .type = layout.type,
              .rows = layout.rows,
              .columns = layout.columns,
              .mma_columns = layout.columns};
    SmemLayout by_sbo = layout, by_lbo = layout;
    by_sbo.sbo = kProbe;
    by_lbo.lbo = kProbe;
    const int chunk = static_cast<int>(elements_per_chunk(*layout.type));
    const bool k = major == Major::k;
    Walk out;
    for (int outer = 0; outer < (k ? layout.rows : layout.columns); ++outer)
        for (int inner = 0; inner < (k ? layout.columns : layout.rows); inner += chunk) {
            const Element e = k ? Element{outer, inner} : Element{inner, outer};
            const std::uint32_t fixed = placing::linear_address(layout, e);
            out.first.push_back(e);
            out.fixed.push_back(fixed);
            out.sbo.push_back((placing::linear_address(by_sbo, e) - fixed) / kProbe);
            out.lbo.push_back((placing::linear_address(by_lbo, e) - fixed) / kProbe);
        }
    return out;
}

// The greatest value of a field in bytes.
std::uint64_t most_of(const Format& format, std::string_view id) {
    const Field& f = field_in(format, id);
    return value_of(f, bit_mask(f.width));
}

// Searches the layouts of one majorness and mode.
class Search {
public:
    Search(const OperandRead& read, const MatrixView& view, SliceStart at) : read_(read), view_(view), at_(at) {}

    std::vector<Fit> exact() {
        exact_ = true;
        bound_ = 0;
        all();
        std::ranges::stable_sort(found_, {}, [](const Fit& f) { return std::popcount(f.changed); });
        return std::move(found_);
    }

    Fit best() {
        exact_ = false;
        const Slice own = slice_of(view_, read_.walk(read_.layout), read_.layout.major, at_);
        const Fit as_is{read_.layout, 0, wrong_chunks(read_, *read_.memory, read_.layout, own)};
        bound_ = as_is.wrong;
        all();
        const auto better = [](const Fit& a, const Fit& b) {
            return a.wrong != b.wrong ? a.wrong < b.wrong : std::popcount(a.changed) < std::popcount(b.changed);
        };
        const auto best = std::ranges::min_element(found_, better);
        return best == found_.end() || best->wrong * 2 > as_is.wrong ? as_is : *best;
    }

private:
    void all() {
        for (const Major major : {read_.layout.major, read_.layout.major == Major::k ? Major::mn : Major::k}) {
            slice_ = slice_of(view_, read_.walks->of(major, read_.layout.mode), major, at_);
            if (slice_.count == 0) continue;
            counts_.assign(slice_.chunks.size(), 0);
            for (std::size_t i = 0; i < counts_.size(); ++i)
                if (slice_.known[i] != 0) counts_[i] = read_.memory->places().of(slice_.chunks[i]).size();
            for (const SwizzleRow& mode : kSwizzleModes)
                if (mode.*family_reading(read_.format->id)->swizzle != kNoCode) in_mode(major, mode);
        }
    }

    void in_mode(Major major, const SwizzleRow& mode) {
        layout_ = read_.layout;
        layout_.major = major;
        layout_.mode = mode.mode;
        walk_ = &read_.walks->of(major, mode.mode);
        most_found_ = found_.size() + kMostFits;
        const unsigned phases = 1u << mode.swizzle.bits, own = read_.layout.base_offset;
        for (unsigned base = 0; base < phases; ++base) {
            layout_.base_offset = base == own % phases ? own : base;
            with_strides();
        }
    }

    // Returns known chunks that have these strides, those with the fewest places in memory first. A step of one stride
    // is enough, and gives it exactly.
    std::vector<std::size_t> references(bool sbo, bool lbo) const {
        std::vector<std::size_t> out;
        for (std::size_t i = 0; i < counts_.size(); ++i)
            if (counts_[i] != 0 && walk_->sbo[i] == (sbo ? 1u : 0u) && walk_->lbo[i] == (lbo ? 1u : 0u))
                out.push_back(i);
        const std::size_t count = std::min(out.size(), exact_ ? std::size_t{1} : kReferences);
        std::ranges::partial_sort(out, out.begin() + static_cast<std::ptrdiff_t>(count), {},
                                  [&](std::size_t i) { return counts_[i]; });
        out.resize(count);
        return out;
    }

    // Returns the values of a field with which the reference chunks are read, and that of the word, which comes first.
    std::vector<std::uint32_t> values(std::uint32_t own, std::uint32_t usual, const std::vector<std::size_t>& chunks,
                                      std::string_view field) const {
        std::vector<std::uint32_t> out{own};
        const std::uint64_t most = most_of(*read_.format, field);
        for (const std::size_t chunk : chunks) {
            std::size_t tried = 0;
            const auto places = read_.memory->places().of(slice_.chunks[chunk]);
            // Of many places, the one that a tile without gaps would have must not be missed.
            if (places.size() > kMostPlaces && std::ranges::find(out, usual) == out.end()) out.push_back(usual);
            for (const std::uint32_t at : places) {
                if (++tried > kMostPlaces) break;
                const std::uint32_t linear = placing::swizzled(layout_, at);
                const std::uint32_t from = walk_->fixed[chunk] + (field == "start" ? 0 : layout_.start);
                if (linear < from || linear - from > most || (linear - from) % kChunkBytes != 0) continue;
                if (field == "start" && linear - from < read_.memory->begin()) continue;
                if (std::ranges::find(out, linear - from) == out.end()) out.push_back(linear - from);
            }
        }
        return out;
    }

    void with_strides() {
        for (const std::uint32_t start :
             values(read_.layout.start, read_.layout.start, references(false, false), "start")) {
            layout_.start = start;
            const SmemLayout usual = dense(layout_);
            const auto sbos = values(read_.layout.sbo, usual.sbo, references(true, false), "sbo");
            const auto lbos = values(read_.layout.lbo, usual.lbo, references(false, true), "lbo");
            for (const std::uint32_t sbo : sbos)
                for (const std::uint32_t lbo : lbos) {
                    layout_.sbo = sbo;
                    layout_.lbo = lbo;
                    compare();
                }
        }
    }

    void compare() {
        if (found_.size() >= most_found_ || compared_ > kMostCompared) return;
        const std::size_t wrong = wrong_chunks(read_, *read_.memory, layout_, slice_, bound_, &compared_);
        const FieldSet changed = changed_fields(read_.layout, layout_);
        if (wrong > bound_ || (changed == 0 && !exact_) || is_over_itself(changed)) return;
        if (!exact_ && std::popcount(changed) != 1) return;  // a part of the bytes does not say two fields
        if (!exact_) {
            bound_ = wrong;
            found_.clear();
        }
        found_.push_back({layout_, changed, wrong});
    }

    // No tile is written so: groups of 8 rows, or core matrices, would be in the same bytes.
    bool is_over_itself(FieldSet changed) const {
        const std::uint32_t group = 8 * row_of(layout_.mode).width_bytes;
        return ((changed & set_of(FaultField::sbo)) != 0 && layout_.sbo < group) ||
               ((changed & set_of(FaultField::lbo)) != 0 && layout_.lbo < group);
    }

    const OperandRead& read_;
    const MatrixView& view_;
    const SliceStart at_;
    bool exact_ = true;
    std::size_t bound_ = 0, compared_ = 0, most_found_ = 0;
    Slice slice_;
    std::vector<std::size_t> counts_;  // places in memory of each known chunk
    const Walk* walk_ = nullptr;
    SmemLayout layout_;
    std::vector<Fit> found_;
};

}  // namespace

Walks::Walks(const SmemLayout& layout) {
    for (const Major major : {Major::k, Major::mn})
        for (const SwizzleRow& mode : kSwizzleModes)
            all_[static_cast<std::size_t>(major)][static_cast<std::size_t>(mode.mode)] =
                walk_of(layout, major, mode.mode);
}

SmemLayout dense(SmemLayout l) {
    constexpr std::uint32_t kGroupRows = 8;
    const SwizzleRow& mode = row_of(l.mode);
    const std::uint32_t rows = static_cast<std::uint32_t>(l.rows), columns = static_cast<std::uint32_t>(l.columns);
    const std::uint32_t group = kGroupRows * mode.width_bytes;
    if (l.major == Major::k) {
        l.sbo = group;
        if (l.mode == SwizzleMode::none) l.lbo = group * ((rows + kGroupRows - 1) / kGroupRows);
    } else if (l.mode == SwizzleMode::none) {
        l.lbo = group;
        l.sbo = group * ((columns + kGroupRows - 1) / kGroupRows);
    } else {
        l.sbo = group;
        l.lbo = group * ((columns + kGroupRows - 1) / kGroupRows);
    }
    return l;
}

std::uint32_t address_of(const Walk& walk, const SmemLayout& layout, std::size_t chunk) {
    return placing::swizzled(
        layout, layout.start + walk.fixed[chunk] + layout.sbo * walk.sbo[chunk] + layout.lbo * walk.lbo[chunk]);
}

Slice slice_of(const MatrixView& view, const Walk& walk, Major major, SliceStart at) {
    Slice out;
    out.chunks.resize(walk.first.size());
    out.known.resize(walk.first.size());
    for (std::size_t i = 0; i < walk.first.size(); ++i) {
        const Element e = walk.first[i];
        out.known[i] = view.chunk(at.row + static_cast<std::size_t>(e.row),
                                  at.column + static_cast<std::size_t>(e.column), major, out.chunks[i]);
        out.count += out.known[i];
    }
    return out;
}

std::size_t wrong_chunks(const OperandRead& read, const Memory& memory, const SmemLayout& layout, const Slice& slice,
                         std::size_t most, std::size_t* compared) {
    const Walk& walk = read.walk(layout);
    std::size_t wrong = 0, i = 0;
    for (; i < slice.chunks.size() && wrong <= most; ++i) {
        const Chunk* at = slice.known[i] != 0 ? memory.at(address_of(walk, layout, i)) : &slice.chunks[i];
        if (!at || *at != slice.chunks[i]) ++wrong;
    }
    if (compared) *compared += i;
    return wrong;
}

FieldSet changed_fields(const SmemLayout& from, const SmemLayout& to) {
    FieldSet out = 0;
    const auto add = [&](bool changed, FaultField field) { out |= changed ? set_of(field) : 0; };
    add(from.start != to.start, FaultField::start);
    add(from.lbo != to.lbo, FaultField::lbo);
    add(from.sbo != to.sbo, FaultField::sbo);
    add(from.base_offset != to.base_offset, FaultField::base_offset);
    add(from.mode != to.mode, FaultField::swizzle);
    add(from.major != to.major, FaultField::transpose);
    return out;
}

std::vector<Fit> exact_fits(const OperandRead& read, const MatrixView& view, SliceStart at) {
    return Search(read, view, at).exact();
}

Fit best_fit(const OperandRead& read, const MatrixView& view, SliceStart at) { return Search(read, view, at).best(); }

std::optional<WrittenRows> written_rows(const OperandRead& read, const MatrixView& view, SliceStart at) {
    for (const Major major : {read.layout.major, read.layout.major == Major::k ? Major::mn : Major::k}) {
        const Walk& walk = read.walks->of(major, SwizzleMode::none);
        const Slice slice = slice_of(view, walk, major, at);
        const bool k = major == Major::k;
        const auto line = [&](const Element& e) { return static_cast<std::uint32_t>(k ? e.row : e.column); };
        const auto chunk = [&](const Element& e) {
            return static_cast<std::uint32_t>(k ? e.column : e.row) / elements_per_chunk(*read.layout.type);
        };
        const auto second = std::ranges::find_if(walk.first, [&](const Element& e) { return line(e) == 1; });
        if (slice.count != slice.chunks.size() || second == walk.first.end()) continue;
        const auto next = static_cast<std::size_t>(second - walk.first.begin());
        for (const SwizzleRow& mode : kSwizzleModes)
            for (const std::uint32_t a :
                 read.memory->places()
                     .of(slice.chunks[0])
                     .first(std::min(kMostPlaces, read.memory->places().of(slice.chunks[0]).size())))
                for (const std::uint32_t b :
                     read.memory->places()
                         .of(slice.chunks[next])
                         .first(std::min(kMostPlaces, read.memory->places().of(slice.chunks[next]).size()))) {
                    const std::uint32_t start = mode.swizzle(a), pitch = mode.swizzle(b) - start;
                    const auto fits = [&](std::size_t i) {
                        const Element& e = walk.first[i];
                        const Chunk* at_place =
                            read.memory->at(mode.swizzle(start + line(e) * pitch + chunk(e) * kChunkBytes));
                        return at_place && *at_place == slice.chunks[i];
                    };
                    std::size_t i = 0;
                    while (i < slice.chunks.size() && fits(i)) ++i;
                    if (i == slice.chunks.size()) return WrittenRows{mode.mode, major, start, pitch};
                }
    }
    return std::nullopt;
}

}  // namespace tilescope::autopsy
