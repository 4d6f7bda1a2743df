// app/panels/memory_picture.cpp -- the pictures of an operand: scenes, rings, labels, arrows, chunks on their way.
// SPDX-License-Identifier: MIT
#include "app/panels/cell_labels.h"
#include "app/panels/memory_parts.h"
#include "app/panels/panel_parts.h"
#include "app/ui/drawing.h"

#include <tilescope/base/say.h>
#include <tilescope/layout/placing.h>
#include <tilescope/layout/smem_layout.h>
#include <tilescope/view/pictures.h>

#include <algorithm>

namespace tilescope::ui {
namespace {

// Returns the address of a cell. For an empty cell, computes it from any non-empty cell of the same line.
std::optional<std::uint32_t> address_of(const Cells& cells, std::size_t index) {
    if (cells.key[index] != kNoKey) return cells.key[index];
    const auto columns = static_cast<std::size_t>(cells.columns);
    const std::size_t first = index / columns * columns;
    for (std::size_t i = first; i < first + columns; ++i)
        if (cells.key[i] != kNoKey)
            return cells.key[i] +
                   static_cast<std::uint32_t>(index - i) * static_cast<std::uint32_t>(cells.cell_columns);
    return std::nullopt;
}

// Fills what links the two grids of an operand: cache.element_in and cache.tile_to_memory.
//
// Both grids of a K-major tile go down with the rows if each group of eight rows lies in lines of its own, one group
// after the other: with 128B swizzle and K = 64 of f16, row r is line r; with 64B, two rows are a line. The axis is not
// common if the atoms along K follow each other in memory (a row then lies in several places), and not for an
// MN-major tile: its lines are columns of K, which go to the right in the tile.
void link_grids(SceneCache& cache, const OperandView& operand, bool swizzle) {
    constexpr int kGroup = 8;  // rows of a core matrix
    cache.element_in.clear(), cache.tile_to_memory = {};
    if (cache.scene.grids.size() < 2) return;
    const Cells &tile = cache.scene.grids[0], &memory = cache.scene.grids[1];
    cache.element_in.assign(memory.tone.size(), kNoKey);
    if (tile.rows == 0 || memory.rows == 0) return;
    const auto width = static_cast<std::uint32_t>(std::max(memory.cell_columns, 1));
    const auto columns = static_cast<std::size_t>(operand.layout.columns),
               tile_columns = static_cast<std::size_t>(tile.columns);
    const Swizzle xor_of = row_of(operand.layout.mode).swizzle;
    const float ratio = static_cast<float>(memory.rows) / static_cast<float>(tile.rows);
    bool common = operand.layout.major == Major::k && tile.cell_rows == 1;
    for (std::size_t i = 0; i < tile.key.size(); ++i) {
        const std::uint32_t byte = operand.bytes[(tile.key[i] >> 16) * columns + (tile.key[i] & 0xffff)];
        if (byte == kNoKey) continue;
        const auto found = cache.cell_of.find((swizzle ? byte : xor_of(byte)) / width * width);
        if (found == cache.cell_of.end()) continue;
        std::uint32_t& first = cache.element_in[found->second];
        if (first == kNoKey) first = tile.key[i];
        const std::size_t row = i / tile_columns, line = found->second / static_cast<std::size_t>(memory.columns);
        const float begin = static_cast<float>(row / kGroup * kGroup) * ratio, end = std::ceil(begin + kGroup * ratio);
        common = common && static_cast<float>(line) >= std::floor(begin) && static_cast<float>(line) < end;
    }
    if (common) cache.tile_to_memory = {.rows = ratio, .columns = 0};
}

// Returns the first address of a drawn row. Empty lines are not drawn, so the addresses of two rows can differ by more
// than one line.
std::uint32_t line_at(const Cells& cells, int row) {
    const auto width = static_cast<std::uint32_t>(cells.columns * std::max(cells.cell_columns, 1));
    for (int column = 0; column < cells.columns; ++column)
        if (const std::uint32_t key = cells.key[cells.at(row, column)]; key != kNoKey) return key / width * width;
    return kNoKey;
}

std::optional<ByteFocus> byte_beside(const Cells& cells, const ByteFocus& from, int down, int right) {
    const int width = std::max(cells.cell_columns, 1);
    const auto line = static_cast<std::uint32_t>(cells.columns * width);
    int row = 0;
    while (row < cells.rows && line_at(cells, row) != from.address / line * line) ++row;
    if (row == cells.rows) return std::nullopt;
    const int to_row = std::clamp(row + down, 0, cells.rows - 1);
    const int column = std::clamp(static_cast<int>(from.address % line) / width + right, 0, cells.columns - 1);
    return ByteFocus{from.cta, line_at(cells, to_row) + static_cast<std::uint32_t>(column * width)};
}

class MemoryLabels {
public:
    MemoryLabels(const View& view, Operand operand, const SceneCache& cache, const Cells& cells, KeptValues& values)
        : view_(view),
          which_(operand),
          operand_(view.derived.of(operand)),
          cache_(cache),
          cells_(cells),
          values_(values),
          bytes_(static_cast<std::uint32_t>(std::max(cache.scene.grids[1].cell_columns, 1))) {
        if (label_of(view.view_state, LabelPicture::memory) != CellLabel::thread || operand != view.view_state.operand)
            return;
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

    void write(std::size_t index, bool all, CellWords& out) const {
        const Place place = place_of(index);
        if (!place.element) {
            out = {};
            return;
        }
        const CellLabel what = label_of(view_.view_state, LabelPicture::memory);
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

private:
    struct Place {
        std::uint32_t byte;
        std::optional<Element> element;
    };
    const View& view_;
    Operand which_;
    const OperandView& operand_;
    const SceneCache& cache_;
    const Cells& cells_;
    KeptValues& values_;
    std::uint32_t bytes_;                                      // of a cell
    std::vector<std::pair<std::uint32_t, unsigned>> threads_;  // first byte of a cell, thread; sorted

    Place place_of(std::size_t index) const {
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
        return {view_.view_state.swizzle ? byte : placing::swizzled(operand_.layout, byte), e};
    }

    std::string value_at(const Element& e) const {
        keep_values(view_, which_, values_);
        const std::size_t at = static_cast<std::size_t>(e.row) * static_cast<std::size_t>(operand_.layout.columns) +
                               static_cast<std::size_t>(e.column);
        return at < values_.words.size() ? tilescope::text_of_word(values_.type, values_.words[at]) : std::string();
    }

    std::string thread_at(std::uint32_t byte) const {
        const std::uint32_t first = byte / bytes_ * bytes_;
        const auto found = std::ranges::lower_bound(threads_, std::pair(first, 0u));
        return found != threads_.end() && found->first == first ? say('t', found->second) : std::string();
    }

    std::string banks_at(std::uint32_t byte) const {
        const auto bank = [](std::uint32_t at) { return at / kBanks.word_bytes % kBanks.banks; };
        const std::uint32_t last = bank(byte + bytes_ - 1);
        return bytes_ <= kBanks.word_bytes ? say(bank(byte)) : say(bank(byte), '-', last);
    }

    std::string text_of(CellLabel what, std::size_t index, const Place& place) const {
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
};

constexpr float kLeastRise = 16;                // height of the arrow of the XOR, in logical pixels
constexpr float kIgnored = 0.6f;                // opacity
constexpr float kAcross = 0.18f, kDown = 1.0f;  // where an arrow is in its cells: beside and below their numbers

// Draws a name on a filled plate, so that it is readable on every cell.
void draw_name(const std::string& name, ImVec2 head, const Rect& area, const Style& style) {
    const ImVec2 size = ImGui::CalcTextSize(name.c_str());
    const float pad = style.px.gap / 2;
    ImVec2 min{head.x + style.px.handle, head.y - size.y / 2 - pad / 2};
    min.x = std::min(min.x, area.max.x - size.x - 2 * pad);  // a name at the right end moves to the left
    min.y = std::clamp(min.y, area.min.y, std::max(area.min.y, area.max.y - size.y - pad));
    const ImVec2 max{min.x + size.x + 2 * pad, min.y + size.y + pad};
    if (min.x < area.min.x || max.y > area.max.y) return;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(min, max, style.theme.panel, pad / 2);
    list.AddRect(min, max, style.theme.arrow, pad / 2, 0, style.px.line);
    list.AddText({std::round(min.x + pad), std::round(min.y + pad / 2)}, style.theme.text, name.c_str());
}

void draw_head(ImVec2 from, ImVec2 to, ImU32 colour, const Style& style) {
    const float length = 2.5f * style.px.ring + 2 * style.px.scale;
    draw_arrow_head(*ImGui::GetWindowDrawList(), from, to, length, colour);
}

void draw_stride_line(ImVec2 from, ImVec2 to, bool ignored, const Style& style) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Theme& theme = style.theme;
    const ImU32 colour = ignored ? faded(theme.arrow, kIgnored) : theme.arrow;
    // A halo makes the line visible on every cell.
    list.AddLine(from, to, theme.ring_halo, style.px.ring + 2 * style.px.line);
    if (ignored)
        dashed_line(list, from, to, colour, style.px.ring);
    else
        list.AddLine(from, to, colour, style.px.ring);
    draw_head(from, to, colour, style);
}

void draw_arrow(const Arrow& arrow, const GridPlaces& places, const Style& style) {
    const bool down = arrow.to_row != arrow.from_row;
    const auto place = [&](int row, int column) {
        return places.corner(static_cast<float>(row) + (down ? 0.5f : kDown),
                             static_cast<float>(column) + (down ? kAcross : 0.5f));
    };
    const ImVec2 from = place(arrow.from_row, arrow.from_column), to = place(arrow.to_row, arrow.to_column);
    const Rect& area = places.area;
    const bool above = std::max(from.y, to.y) < area.min.y, left = std::max(from.x, to.x) < area.min.x;
    if (above || left || from.y > area.max.y || from.x > area.max.x) return;  // the view shows another part
    draw_stride_line(from, to, arrow.ignored, style);
}

bool is_drawn(const Arrow& a) { return a.grid == 0 && (a.from_row != a.to_row || a.from_column != a.to_column); }

// The cell of a grid of memory that has this byte; nothing if no drawn line has it.
struct MemoryCell {
    int row = 0, column = 0;
};

std::optional<MemoryCell> cell_with(const Cells& memory, std::uint32_t address) {
    const auto width = static_cast<std::uint32_t>(std::max(memory.cell_columns, 1));
    const std::uint32_t line = static_cast<std::uint32_t>(memory.columns) * width;
    for (int row = 0; row < memory.rows; ++row)
        for (int column = 0; column < memory.columns; ++column) {
            const std::uint32_t key = memory.key[memory.at(row, column)];
            if (key == kNoKey) continue;
            if (key / line == address / line) return MemoryCell{row, static_cast<int>(address % line / width)};
            break;  // the line has another address
        }
    return std::nullopt;
}

constexpr double kGlide = 0.300, kStagger = 0.015;  // seconds
constexpr std::uint32_t kLine = 128;

void draw_line(const Cells& cells, const GridPlaces& places, int row, Swizzle swizzle, float part, const Style& style) {
    const ImVec2 min = places.cell(row, 0).min, max = places.cell(row, cells.columns - 1).max;
    ImGui::GetWindowDrawList()->AddRectFilled(min, max, colour_of(style.theme, Tone::empty));
    std::vector<Movement> movements;
    for (int column = 0; column < cells.columns; ++column) {
        const std::size_t index = cells.at(row, column);
        if (cells.key[index] == kNoKey) continue;
        movements.push_back({.from = {0, row, glide_column(cells, index, swizzle)},
                             .to = {0, row, column},
                             .tone = cells.tone[index],
                             .label = cells.label[index],
                             .part = part});
    }
    draw_movements(movements, std::span(&places, 1), style);
}

}  // namespace

void index_bytes(SceneCache& cache, std::size_t grid) {
    cache.cell_of.clear();
    if (cache.scene.grids.size() <= grid) return;
    const Cells& memory = cache.scene.grids[grid];
    for (std::size_t i = 0; i < memory.key.size(); ++i)
        if (memory.key[i] != kNoKey) cache.cell_of[memory.key[i]] = i;
}

const SceneCache& scene_of(const View& view, Operand operand, MemoryPanelState& state) {
    SceneCache& cache = state.cache[operand];
    const OperandView& o = view.derived.of(operand);
    const ViewState& view_state = view.view_state;
    const TileOptions tile_look = tile_options(view.derived, view_state, operand);
    const auto recorded = recorded_memory(view.session, view.results);
    const std::uint64_t serial = recorded.empty() ? 0 : view.results.serial;
    if (cache.revision == view.derived.revision && cache.serial == serial && cache.view_state == tile_look)
        return cache;
    cache.scene = memory_picture(view.derived, view_state, operand, recorded);
    cache.serial = serial;
    cache.left_out = view_state.swizzle || !o.placed() ? Swizzle{} : row_of(o.layout.mode).swizzle;
    cache.revision = view.derived.revision;
    cache.view_state = tile_look;
    index_bytes(cache, 1);
    link_grids(cache, o, view_state.swizzle);
    return cache;
}

std::vector<std::size_t> rings_of(const Trace& trace, Operand operand, const SceneCache& cache, const Cells& cells) {
    std::vector<std::size_t> out;
    if (cells.kind == CellKind::byte) {
        const auto width = static_cast<std::uint32_t>(std::max(cells.cell_columns, 1));
        for (const ByteFocus& b : trace.bytes)
            if (const auto found = cache.cell_of.find(cache.left_out(b.address) / width * width);
                found != cache.cell_of.end())
                out.push_back(found->second);
    } else {
        for (const ElementFocus& e : trace.elements) {
            const int row = e.row / cells.cell_rows, column = e.column / cells.cell_columns;
            if (e.matrix == matrix_of(operand) && row < cells.rows && column < cells.columns)
                out.push_back(cells.at(row, column));
        }
    }
    std::ranges::sort(out);
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

Rings rings_in(const View& view, Operand operand, const SceneCache& cache, const Cells& cells) {
    const auto rings = [&](const Trace& t) { return rings_of(t, operand, cache, cells); };
    const bool selection = is_something(view.view_state.selection);
    if (selection && view.focus == view.view_state.selection) return {{}, rings(view.trace)};
    Rings out{rings(view.trace), {}};
    if (selection) out.selected = rings(trace(view.derived, view.view_state.selection));
    return out;
}

Focus focus_of(const Cells& cells, std::size_t index, Operand operand, const Swizzle& left_out) {
    if (cells.kind == CellKind::byte) {
        const auto address = address_of(cells, index);
        return address ? Focus(ByteFocus{0, left_out(*address)}) : Focus();
    }
    const std::uint32_t key = cells.key[index];
    if (key == kNoKey) return {};
    return ElementFocus{matrix_of(operand), static_cast<int>(key >> 16), static_cast<int>(key & 0xffff)};
}

std::optional<Focus> focus_beside(const Cells& cells, const Focus& from, int down, int right, const Swizzle& left_out) {
    // The XOR is its own inverse.
    if (const auto* byte = std::get_if<ByteFocus>(&from); byte && cells.kind == CellKind::byte) {
        const auto to = byte_beside(cells, {byte->cta, left_out(byte->address)}, down, right);
        return to ? std::optional<Focus>(ByteFocus{to->cta, left_out(to->address)}) : std::nullopt;
    }
    const auto* element = std::get_if<ElementFocus>(&from);
    if (!element || cells.kind == CellKind::byte) return std::nullopt;
    const int last_row = cells.rows * cells.cell_rows - 1, last_column = cells.columns * cells.cell_columns - 1;
    return ElementFocus{element->matrix, std::clamp(element->row + down * cells.cell_rows, 0, last_row),
                        std::clamp(element->column + right * cells.cell_columns, 0, last_column)};
}

std::string table_of(const Cells& cells) {
    std::string out = say(cells.row_axis, " \\ ", cells.column_axis);
    for (const std::string& label : cells.column_labels) out += say('\t', label);
    for (int row = 0; row < cells.rows; ++row) {
        const auto r = static_cast<std::size_t>(row);
        out += say('\n', r < cells.row_labels.size() ? cells.row_labels[r] : "");
        for (int column = 0; column < cells.columns; ++column) {
            const std::int32_t label = cells.label[cells.at(row, column)];
            out += '\t';
            if (label != kNoLabel) out += say(label);
        }
    }
    return out + '\n';
}

Element access_from(const View& view) { return access_begin(view.derived, view.view_state); }

CellText memory_labels(const View& view, Operand operand, const SceneCache& cache, const Cells& cells,
                       KeptValues& values) {
    return [labels = MemoryLabels(view, operand, cache, cells, values)](std::size_t index, bool all, CellWords& out) {
        labels.write(index, all, out);
    };
}

void draw_xor_arrow(const Cells& memory, const SmemLayout& layout, Element element, const GridPlaces& places,
                    const Style& style) {
    const AddressSum sum = explanation_of(layout, element);
    const auto from = cell_with(memory, sum.linear), to = cell_with(memory, sum.address);
    if (!from || !to || (from->row == to->row && from->column == to->column)) return;
    const auto middle = [&](const MemoryCell& cell) {
        return places.corner(static_cast<float>(cell.row) + 0.5f, static_cast<float>(cell.column) + 0.5f);
    };
    const ImVec2 start = middle(*from), end = middle(*to);
    const float rise = std::max(places.height, kLeastRise * style.px.scale);
    const ImVec2 top{(start.x + end.x) / 2, std::max(std::min(start.y, end.y) - rise, places.area.min.y)};
    const Rect old = places.cell(from->row, from->column);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(places.area.min, places.area.max, true);
    list.AddRect(old.min, old.max, style.theme.arrow, 0, 0, style.px.line);
    const float width = style.px.ring;
    list.AddBezierQuadratic(start, top, end, style.theme.ring_halo, width + 2 * style.px.line);
    list.AddBezierQuadratic(start, top, end, style.theme.arrow, width);
    draw_head(top, end, style.theme.arrow, style);
    draw_name(say(sum.unit, ' ', sum.unit_before, " xor ", sum.phase, " = ", sum.unit_after), {top.x, top.y},
              places.area, style);
    list.PopClipRect();
    mark_rect({{std::min(start.x, end.x), top.y}, {std::max(start.x, end.x), std::max(start.y, end.y)}}, "memory.xor");
}

void draw_stride_arrows(const Scene& scene, const GridPlaces& places, const Style& style) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(places.area.min, places.area.max, true);
    for (const Arrow& a : scene.arrows)
        if (is_drawn(a)) draw_arrow(a, places, style);
    list.PopClipRect();
}

std::vector<LegendEntry> legend_of_two(const Scene& first, const Scene& other) {
    std::vector<LegendEntry> out = first.legend;
    for (const LegendEntry& entry : other.legend)
        if (entry.mark != Mark::none && std::ranges::find(out, entry.text, &LegendEntry::text) == out.end())
            out.push_back(entry);
    return out;
}

void stride_legend(const Scene& scene, const Style& style) {
    const float right = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
    const float swatch = style.px.text, gap = style.px.gap;
    for (const Arrow& a : scene.arrows) {
        if (!is_drawn(a)) continue;
        const float width = swatch + gap / 2 + ImGui::CalcTextSize(a.label.c_str()).x;
        if (ImGui::GetItemRectMax().x + 2 * gap + width <= right) ImGui::SameLine(0, 2 * gap);
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const bool down = a.from_row != a.to_row;
        const ImVec2 from{at.x + (down ? swatch / 2 : 0), at.y + (down ? 0 : swatch / 2)},
            to{at.x + (down ? swatch / 2 : swatch), at.y + (down ? swatch : swatch / 2)};
        draw_stride_line(from, to, a.ignored, style);
        ImGui::GetWindowDrawList()->AddText({std::round(at.x + swatch + gap / 2), at.y}, style.theme.text,
                                            a.label.c_str());
        ImGui::Dummy({width, swatch});
        mark("memory.stride.", a.field);
    }
}

float glide_of(int line, double seconds) {
    const double t = std::clamp((seconds - kStagger * std::max(line, 0)) / kGlide, 0.0, 1.0);
    return static_cast<float>(t * t * (3 - 2 * t));  // starts and ends at rest
}

int glide_column(const Cells& memory, std::size_t index, Swizzle swizzle) {
    const auto width = static_cast<std::uint32_t>(std::max(memory.cell_columns, 1));
    return static_cast<int>(swizzle(memory.key[index]) % kLine / width);
}

bool draw_glide(const Cells& memory, const GridPlaces& places, Swizzle swizzle, double seconds, const Style& style) {
    if (swizzle.bits == 0 || memory.cell_columns >= static_cast<int>(kLine)) return false;
    const int first = static_cast<int>(places.top);
    const float visible_rows = (places.area.max.y - places.area.min.y) / places.height;
    const int last = std::min(memory.rows, static_cast<int>(std::ceil(places.top + visible_rows)));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(places.area.min, places.area.max, true);
    bool moving = false;
    for (int row = first; row < last; ++row) {
        const float part = glide_of(row - first, seconds);
        if (part >= 1) continue;
        moving = true;
        draw_line(memory, places, row, swizzle, part, style);
    }
    list.PopClipRect();
    return moving;
}

}  // namespace tilescope::ui
