// app/ui/cell_texels.cpp -- makes the bytes of cells, and keeps them until the cells change.
// SPDX-License-Identifier: MIT
#include "app/ui/cell_texels.h"
#include "app/ui/cell_painter.h"
#include "app/ui/theme.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <type_traits>

namespace tilescope::ui {
namespace {

static_assert(kFirstHatched == kStepCount);
static_assert(kColours <= kPaletteSize);

constexpr std::size_t kMarkCount = 3;  // of Mark
static_assert(static_cast<std::size_t>(Mark::crossed) == kMarkCount - 1);

std::uint8_t texel_of(std::size_t tone, Mark mark) {
    const bool can_hatch = tone >= kFirstHatched && tone < kEndHatched;
    const std::size_t hatched = mark == Mark::hatched && can_hatch ? kToneCount - kFirstHatched : 0;
    const unsigned crossed = mark == Mark::crossed ? kCellCrossed : 0u;
    return static_cast<std::uint8_t>((tone + hatched) | crossed);
}

// Returns no runs if there are too many, or if cells have a pattern or a ring: those are several lines in each cell.
std::vector<CellRun> runs_of(std::span<const std::uint8_t> texels, int columns) {
    std::vector<CellRun> runs;
    int row = 0, column = 0;
    for (std::size_t i = 0; i < texels.size(); ++i, ++column) {
        if (column == columns) ++row, column = 0;
        if (texels[i] >= kToneCount) return {};
        if (column > 0 && texels[i] == texels[i - 1]) {
            ++runs.back().end;
            continue;
        }
        if (runs.size() == TexelStore::kMostRuns) return {};
        runs.push_back({row, column, column + 1, texels[i]});
    }
    return runs;
}

// Compares bytes: std::equal would compare enumerators one by one.
template <class T>
bool same(std::span<const T> now, const std::vector<T>& before) {
    static_assert(std::has_unique_object_representations_v<T>);
    return now.size() == before.size() &&
           (now.empty() || std::memcmp(now.data(), before.data(), now.size_bytes()) == 0);
}

template <class T>
void keep(std::vector<T>& to, std::span<const T> from) {
    to.assign(from.begin(), from.end());
}

}  // namespace

std::vector<std::uint8_t> texels_of(const TexelSource& source) {
    std::array<std::array<std::uint8_t, kToneCount>, kMarkCount> table{};
    for (std::size_t mark = 0; mark < kMarkCount; ++mark)
        for (std::size_t tone = 0; tone < kToneCount; ++tone)
            table[mark][tone] = texel_of(tone, static_cast<Mark>(mark));
    std::vector<std::uint8_t> texels(source.tone.size());
    for (std::size_t i = 0; i < texels.size(); ++i) {
        const Mark mark = i < source.mark.size() ? source.mark[i] : Mark::none;
        texels[i] = table[static_cast<std::size_t>(mark)][static_cast<std::size_t>(source.tone[i])];
    }
    for (const std::size_t i : source.pointed)
        if (i < texels.size()) texels[i] |= kCellPointed;
    for (const std::size_t i : source.selected)
        if (i < texels.size()) texels[i] |= kCellSelected;
    return texels;
}

bool TexelStore::Kept::is_of(const TexelSource& source) const {
    return same(source.tone, tone) && same(source.mark, mark) && same(source.pointed, pointed) &&
           same(source.selected, selected);
}

const TexelStore::Kept& TexelStore::of(ImGuiID id, const TexelSource& source) {
    auto found = std::ranges::find(kept_, id, &Kept::id);
    if (found == kept_.end()) {
        if (kept_.size() == kMostKept) kept_.pop_back();
        kept_.emplace_front().id = id;
        found = kept_.begin();
    }
    Kept& kept = *found;
    if (kept.revision != 0 && kept.is_of(source)) return kept;
    kept.revision = ++revision_;
    kept.texels = texels_of(source);
    kept.runs = runs_of(kept.texels, source.columns);
    keep(kept.tone, source.tone), keep(kept.mark, source.mark);
    keep(kept.pointed, source.pointed), keep(kept.selected, source.selected);
    return kept;
}

}  // namespace tilescope::ui
