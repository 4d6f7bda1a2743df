// app/panels/cell_labels.cpp -- the list of labels, and the texts of coordinates, cells and values.
// SPDX-License-Identifier: MIT
#include "app/panels/cell_labels.h"

#include "app/panels/mma_parts.h"
#include "app/panels/panel_parts.h"

#include <tilescope/base/say.h>
#include <tilescope/document/emulate.h>
#include <tilescope/emulator/element_terms.h>
#include <tilescope/layout/tmem_access.h>

#include <algorithm>

namespace tilescope::ui {
namespace {

// The emulation of these words, or null. After an edit, the numbers of the last result belong to other words.
const Emulation* emulation_of(const View& view) {
    const Results& r = view.results;
    const bool now = r.emulation && r.state != ResultState::refused && r.is_of(view.derived.revision);
    if (!now) return nullptr;
    return view.view_state.screen == Screen::mma ? &r.shown() : &*r.emulation;
}

std::optional<std::size_t> index_in_d(const Emulation& e, int row, int column) {
    const auto r = static_cast<unsigned>(row), c = static_cast<unsigned>(column);
    if (row < 0 || column < 0 || r >= e.m || c >= e.n) return std::nullopt;
    return std::size_t{r} * e.n + c;
}

std::string help_text(LabelPicture picture, CellLabel now) {
    std::string text =
        "Selects what is written into the cells (key L). A cell of several elements shows the first one. Labels that "
        "do not fit are absent: zoom in to read them.";
    for (const NamedValue& n : names_of(picture))
        if (n.raw == static_cast<std::uint64_t>(now)) text += say("\n\n", n.name, ": ", n.doc);
    return text;
}

// The type of a thing in Tensor Memory; empty: a metadata code.
std::string type_in_tmem(const View& view, TmemPlace place) {
    switch (place) {
    case TmemPlace::d: return view.derived.d_type;
    case TmemPlace::a: return view.derived.a_type;
    case TmemPlace::sfa: return std::string(recipe_size(view.derived, RecipeOf::sfa).type);
    case TmemPlace::sfb: return std::string(recipe_size(view.derived, RecipeOf::sfb).type);
    case TmemPlace::meta: break;
    }
    return {};
}

std::string value_in_tmem(const View& view, const TmemThing& thing, TmemCell cell) {
    if (thing.place == TmemPlace::d) return value_of_d(view, thing.row, thing.column);
    const Emulation* e = emulation_of(view);
    if (!e || cell.cta >= e->machine.ctas) return {};
    cell.bit = thing.first_bit;
    const BitsRead read = e->machine.tmem[cell.cta].read(cell, thing.bits);
    if (!read.inside || !read.written) return {};
    const std::string type = type_in_tmem(view, thing.place);
    return type.empty() ? say(read.value) : text_of_word(type, read.value);
}

// How tcgen05.ld.32x32b loads the cell: one instruction reads at most 128 columns.
std::optional<Reader> reader_of(const View& view, const TmemThing& thing, const TmemCell& cell) {
    const TmemRegion* region = view.derived.tmem.region(thing.place);
    if (region == nullptr || cell.column < region->first) return std::nullopt;
    const unsigned most = row_of(LoadShape::b32).max_num, passed = (cell.column - region->first) / most * most;
    const std::vector<Reader> readers =
        readers_of({.fragment = {.shape = LoadShape::b32, .num = most}, .column = region->first + passed},
                   {cell.lane, cell.column});
    return readers.empty() ? std::nullopt : std::optional(readers.front());
}

}  // namespace

void choose_label(const View& view, LabelPicture picture, Requests& requests, std::string_view id) {
    const CellLabel now = label_of(view.view_state, picture);
    const std::span<const NamedValue> names = names_of(picture);
    // As wide as the longest label, so that none is cut.
    float width = 0;
    for (const NamedValue& n : names) width = std::max(width, button_width(say("label ", n.name).c_str()));
    width += ImGui::GetFrameHeight();
    stay_on_line(width);
    ImGui::SetNextItemWidth(width);
    ImGui::PushID(id.data(), id.data() + id.size());
    const std::string shown = say("label ", name_in(names, static_cast<std::uint64_t>(now)));
    const bool open = begin_list("##labels", shown, id);
    if (!open && ImGui::IsItemHovered()) tooltip_of_item(help_text(picture, now));
    if (open) {
        for (const NamedValue& n : names) {
            if (list_line(std::string(n.name), n.raw == static_cast<std::uint64_t>(now), id, '.', n.name))
                label_of(requests.view_state, picture) = static_cast<CellLabel>(n.raw);
        }
        ImGui::EndCombo();
    }
    ImGui::PopID();
}

std::string coordinate_text(int row, int column) { return say(row, ',', column); }
std::string lane_text(std::uint32_t lane, std::uint32_t column) { return say(lane, ',', column); }
std::string pair_text(const std::string& from, const std::string& to) {
    return from.empty() || to.empty() ? std::string() : say(from, " -> ", to);
}

void keep_values(const View& view, Operand operand, KeptValues& kept) {
    if (kept.revision == view.derived.revision) return;
    kept = {.revision = view.derived.revision, .type = {}, .words = {}};
    const OperandView& o = view.derived.of(operand);
    const OperandImage& image = view.session.image_of(operand);
    const Recipe& recipe = view.session.recipe_of(recipe_of(operand));
    if (!o.placed() || recipe.kind == RecipeKind::file || image != image_from_words(view.derived, operand)) return;
    if (!strides_not_written(view.session, operand).empty()) return;
    if (o.layout.type == nullptr || image.type != o.layout.type->id || o.layout.rows <= 0 || o.layout.columns <= 0)
        return;
    auto words = words_of(recipe, {.type = image.type,
                                   .rows = static_cast<unsigned>(o.layout.rows),
                                   .columns = static_cast<unsigned>(o.layout.columns)});
    if (!words) return;
    kept.type = image.type;
    kept.words = std::move(*words);
}

std::string value_of_d(const View& view, int row, int column) {
    const Emulation* e = emulation_of(view);
    const auto at = e ? index_in_d(*e, row, column) : std::nullopt;
    if (!at) return {};
    std::span<const std::uint32_t> d = e->d;
    if (view.view_state.screen == Screen::mma && view.view_state.sums) {
        const unsigned step = view.view_state.k_step, first = view.results.job.first_step;
        if (step < first) return {};
        d = d_after(*e, step - first);
    }
    return *at < d.size() ? text_of_word(e->d_type, d[*at]) : std::string();
}

std::string value_read(const View& view, Operand operand, int row, int column) {
    const Emulation* e = emulation_of(view);
    if (!e || e->reads.empty() || row < 0 || column < 0) return {};
    const ReadOperand& first = pick(operand, e->reads.front().a, e->reads.front().b);
    if (first.columns == 0) return {};
    const unsigned c = static_cast<unsigned>(column), r = static_cast<unsigned>(row), step = c / first.columns;
    if (step < view.results.job.first_step || step - view.results.job.first_step >= e->reads.size()) return {};
    const GatheredMma& reads = e->reads[step - view.results.job.first_step];
    const ReadOperand& read = pick(operand, reads.a, reads.b);
    const std::size_t at = std::size_t{r} * read.columns + c % first.columns;
    if (r >= read.rows || at >= read.words.size()) return {};
    return text_of_word(pick(operand, view.derived.a_type, view.derived.b_type), read.words[at]);
}

std::string_view verdict_of_d(const View& view, int row, int column) {
    // D is asked for after a step that was not emulated: the verdicts are about other steps.
    if (view.view_state.screen == Screen::mma && view.view_state.sums && !has_emulated_step(view)) return {};
    const Emulation* e = emulation_of(view);
    const auto at = e ? index_in_d(*e, row, column) : std::nullopt;
    return at && *at < e->verdicts.size() ? name_in(kVerdictNames, static_cast<std::uint64_t>(e->verdicts[*at]))
                                          : std::string_view();
}

std::string tmem_label(const View& view, CellLabel what, const TmemCell& cell) {
    const std::vector<TmemThing> things = things_in(view.derived.tmem, cell);
    if (things.empty()) return {};
    const TmemThing& thing = things.front();
    const bool of_d = thing.place == TmemPlace::d;
    const std::string place = lane_text(cell.lane, cell.column);
    const auto coordinate = [&] {
        // D fills most of the map, so only the others have their name.
        return say(of_d ? "" : row_of(thing.place).title, of_d ? "" : " ", coordinate_text(thing.row, thing.column));
    };
    switch (what) {
    case CellLabel::automatic:
    case CellLabel::coordinate: return coordinate();
    case CellLabel::lane_column:
    case CellLabel::place: return place;
    case CellLabel::pair: return pair_text(coordinate(), place);
    case CellLabel::value: return value_in_tmem(view, thing, cell);
    case CellLabel::verdict: return of_d ? std::string(verdict_of_d(view, thing.row, thing.column)) : std::string();
    case CellLabel::thread:
        if (const auto r = reader_of(view, thing, cell)) return say('w', r->warp, " t", r->thread);
        return {};
    case CellLabel::reg:
        if (const auto r = reader_of(view, thing, cell)) return say('r', r->reg);
        return {};
    case CellLabel::k:
    case CellLabel::byte:
    case CellLabel::chunk:
    case CellLabel::bank: break;
    }
    return {};
}

}  // namespace tilescope::ui
