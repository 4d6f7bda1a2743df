// app/panels/memory_labels.cpp -- what is written into the cells of an operand.
// SPDX-License-Identifier: MIT
#include "app/panels/memory_labels.h"

#include "app/panels/cell_labels.h"

#include <tilescope/base/say.h>
#include <tilescope/layout/banks.h>
#include <tilescope/view/pictures.h>

#include <algorithm>
#include <cmath>

namespace tilescope::ui {
namespace {

std::string coordinate_text(const Element& e) { return ui::coordinate_text(e.row, e.column); }

}  // namespace

Element access_from(const View& view) { return access_begin(view.derived, view.view_state); }

MemoryLabels::MemoryLabels(const View& view, Operand operand, const SceneCache& cache, const Cells& cells,
                           KeptValues& values)
    : view_(view),
      which_(operand),
      operand_(view.derived.of(operand)),
      cache_(cache),
      cells_(cells),
      values_(values),
      bytes_(static_cast<std::uint32_t>(std::max(cache.scene.grids[1].cell_columns, 1))) {
    if (view.view_state.labels != CellLabel::thread || operand != view.view_state.operand) return;
    auto choice = parse_access(view.view_state.bank_access);
    if (!choice) return;
    choice->from = access_from(view);
    const auto found = banks_of(operand_.layout, *choice);
    if (!found) return;
    const Swizzle swizzle = row_of(operand_.layout.mode).swizzle;
    for (unsigned thread = 0; thread < found->access.addresses.size(); ++thread) {
        const std::uint32_t address = found->access.addresses[thread];
        const std::uint32_t shown = view.view_state.swizzle ? address : swizzle(address);
        for (std::uint32_t byte = shown / bytes_ * bytes_; byte < shown + found->access.bytes; byte += bytes_)
            threads_.emplace_back(byte, thread);
    }
    std::ranges::sort(threads_);
}

MemoryLabels::Place MemoryLabels::place_of(std::size_t index) const {
    const bool memory = cells_.kind == CellKind::byte;
    const std::uint32_t key =
        memory ? (index < cache_.element_in.size() ? cache_.element_in[index] : kNoKey) : cells_.key[index];
    if (key == kNoKey) return {kNoKey, {}};
    const Element e{static_cast<int>(key >> 16), static_cast<int>(key & 0xffff)};
    if (memory) return {cells_.key[index], e};
    const std::uint32_t byte =
        operand_.bytes[static_cast<std::size_t>(e.row) * static_cast<std::size_t>(operand_.layout.columns) +
                       static_cast<std::size_t>(e.column)];
    if (byte == kNoKey) return {kNoKey, e};
    return {view_.view_state.swizzle ? byte : row_of(operand_.layout.mode).swizzle(byte), e};
}

std::string MemoryLabels::value_at(const Element& e) const {
    keep_values(view_, which_, values_);
    const std::size_t at = static_cast<std::size_t>(e.row) * static_cast<std::size_t>(operand_.layout.columns) +
                           static_cast<std::size_t>(e.column);
    return at < values_.words.size() ? tilescope::text_of_word(values_.type, values_.words[at]) : std::string();
}

std::string MemoryLabels::thread_at(std::uint32_t byte) const {
    const std::uint32_t first = byte / bytes_ * bytes_;
    const auto found = std::ranges::lower_bound(threads_, std::pair(first, 0u));
    return found != threads_.end() && found->first == first ? say('t', found->second) : std::string();
}

std::string MemoryLabels::banks_at(std::uint32_t byte) const {
    const auto bank = [](std::uint32_t at) { return at / kBanks.word_bytes % kBanks.banks; };
    const std::uint32_t last = bank(byte + bytes_ - 1);
    return bytes_ <= kBanks.word_bytes ? say(bank(byte)) : say(bank(byte), '-', last);
}

std::string MemoryLabels::text_of(CellLabel what, std::size_t index, const Place& place) const {
    const bool placed = place.byte != kNoKey;
    const auto at = [&](auto text) { return placed ? text(place.byte) : std::string(); };
    switch (what) {
    case CellLabel::automatic: return cells_.label[index] == kNoLabel ? std::string() : say(cells_.label[index]);
    case CellLabel::coordinate: return coordinate_text(*place.element);
    case CellLabel::k: return say(place.element->column);
    case CellLabel::byte: return at([](std::uint32_t byte) { return hex(byte); });
    case CellLabel::chunk: return say(chunk_in_row(operand_.layout, *place.element));
    case CellLabel::bank: return at([&](std::uint32_t byte) { return banks_at(byte); });
    case CellLabel::thread: return at([&](std::uint32_t byte) { return thread_at(byte); });
    case CellLabel::value: return value_at(*place.element);
    case CellLabel::pair:
        return at([&](std::uint32_t byte) { return pair_text(coordinate_text(*place.element), hex(byte)); });
    case CellLabel::lane_column:
    case CellLabel::place:
    case CellLabel::reg:
    case CellLabel::verdict: break;  // of other pictures
    }
    return {};
}

void MemoryLabels::write(std::size_t index, bool all, CellWords& out) const {
    const Place place = place_of(index);
    if (!place.element) {
        out = {};
        return;
    }
    const CellLabel what = view_.view_state.labels;
    out.label = text_of(what, index, place);
    out.byte.clear(), out.value.clear();
    if (!all) return;
    if (what != CellLabel::byte && what != CellLabel::pair) out.byte = text_of(CellLabel::byte, index, place);
    if (what == CellLabel::byte) out.byte = coordinate_text(*place.element);
    if (what != CellLabel::value) out.value = value_at(*place.element);
    const bool several = cells_.kind == CellKind::byte
                             ? cache_.scene.grids[0].cell_columns > 1 || cache_.scene.grids[0].cell_rows > 1
                             : cells_.cell_columns > 1 || cells_.cell_rows > 1;
    if (several && !out.value.empty()) out.value += " ..";
}

}  // namespace tilescope::ui
