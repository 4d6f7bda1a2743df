// app/panels/mma_words.cpp -- what the MMA panel says: labels of cells, counts and caveats, the card of an element.
// SPDX-License-Identifier: MIT
//
// The card in the corner of the picture shows what is selected, and goes when the picture is zoomed or the window is
// small. The counts always stay, because a count without its caveats says more than is known.
#include "app/panels/cell_labels.h"
#include "app/panels/mma_parts.h"
#include "app/panels/panel_parts.h"
#include "app/ui/imgui_compat.h"
#include "app/ui/paste_plan.h"

#include <tilescope/base/say.h>
#include <tilescope/document/instruction.h>
#include <tilescope/document/repair.h>
#include <tilescope/emulator/element_terms.h>
#include <tilescope/layout/wgmma_fragment.h>
#include <tilescope/scene/result_scene.h>

#include <algorithm>
#include <functional>

namespace tilescope::ui {
namespace {

// The first element in each chunk of the memory of an operand, as its words read it.
void find_elements(const View& view, const MmaPicture& picture, Operand operand, std::vector<std::uint32_t>& out) {
    const Cells& memory = *picture.of(memory_part(operand));
    const OperandView& o = view.derived.of(operand);
    out.assign(memory.tone.size(), kNoKey);
    if (!o.placed()) return;
    for (int row = 0; row < o.layout.rows; ++row)
        for (int column = 0; column < o.layout.columns; ++column) {
            const std::uint32_t byte =
                o.bytes[static_cast<std::size_t>(row) * static_cast<std::size_t>(o.layout.columns) +
                        static_cast<std::size_t>(column)];
            const auto cell = byte == kNoKey ? std::nullopt : picture.cell_of_byte(memory_part(operand), byte);
            if (cell && out[*cell] == kNoKey)
                out[*cell] = static_cast<std::uint32_t>(row) << 16 | static_cast<std::uint32_t>(column);
        }
}

// Where an element of D is in the registers of a warpgroup.
std::string register_text(const View& view, int row, int column) {
    const auto d = d_fragment(view.derived.n, view.derived.d_type == "f16" ? 16 : kRegisterBits);
    if (!d) return {};
    const RegisterPlace at = place_of(*d, {row % static_cast<int>(kWgmmaRows), column % static_cast<int>(d->columns)});
    return say('t', at.thread, " r", at.reg);
}

std::string cell_text(const TmemCells& cells, unsigned cta) {
    for (const TmemCell& c : cells)
        if (c.cta == cta) return lane_text(c.lane, c.column);
    return cells.empty() ? std::string() : lane_text(cells[0].lane, cells[0].column);
}

class MmaLabels {
public:
    MmaLabels(const View& view, const MmaPicture& picture, PicturePart part, MmaLabelStore& store)
        : view_(view), picture_(picture), part_(part), cells_(*picture.of(part)), store_(store) {
        if (store.revision == view.derived.revision && store.serial == view.results.serial) return;
        store = {.revision = view.derived.revision, .serial = view.results.serial, .element_in = {}, .values = {}};
    }

    void write(std::size_t index, bool all, CellWords& out) const {
        const CellLabel what = label_of(view_.view_state, LabelPicture::mma);
        if (cells_.kind == CellKind::tmem_cell) {
            const std::uint32_t key = cells_.key[index];
            const TmemCell cell{.cta = view_.view_state.tmem_cta, .lane = key >> 16, .column = key & 0xffff};
            out = {.label = tmem_label(view_, what, cell), .byte = {}, .value = {}};
            return;
        }
        out = {.label = text_of(what, index), .byte = {}, .value = {}};
        if (!all || out.label.empty()) return;
        if (what == CellLabel::place) out.byte = text_of(CellLabel::coordinate, index);
        if (what != CellLabel::place && what != CellLabel::pair) out.byte = place_text(index);
        if (what != CellLabel::value) out.value = value_text(index);
    }

private:
    // An element of A, B or D, as the inspector counts it: the rows of A and B are those of one CTA.
    struct Place {
        Matrix matrix;
        int row, column;
        int row_of_all;  // counted through all CTAs
    };
    const View& view_;
    const MmaPicture& picture_;
    PicturePart part_;
    const Cells& cells_;
    MmaLabelStore& store_;

    std::optional<Place> element_in_memory(Operand operand, std::size_t index) const {
        std::vector<std::uint32_t>& found = store_.element_in[operand];
        if (found.size() != cells_.tone.size()) find_elements(view_, picture_, operand, found);
        const std::uint32_t key = found[index];
        if (key == kNoKey) return std::nullopt;
        const int row = static_cast<int>(key >> 16);
        const int before = static_cast<int>(view_.view_state.tmem_cta) * view_.derived.of(operand).layout.rows;
        return Place{matrix_of(operand), row, static_cast<int>(key & 0xffff), row + before};
    }

    std::optional<Place> element_of(std::size_t index) const {
        const std::uint32_t key = cells_.key[index];
        const int high = static_cast<int>(key >> 16), low = static_cast<int>(key & 0xffff);
        const auto columns = static_cast<std::size_t>(cells_.columns);
        const int drawn_row = static_cast<int>(index / columns) * cells_.cell_rows,
                  drawn_column = static_cast<int>(index % columns) * cells_.cell_columns;
        if (key == kNoKey) return std::nullopt;
        switch (cells_.kind) {
        case CellKind::element_a: return Place{Matrix::a, high, low, drawn_row};
        case CellKind::element_b: return Place{Matrix::b, high, low, drawn_column};
        case CellKind::element_d: return Place{Matrix::d, high, low, high};
        case CellKind::byte: return element_in_memory(part_ == PicturePart::memory_b ? Operand::b : Operand::a, index);
        default: return std::nullopt;
        }
    }

    std::string place_text(std::size_t index) const {
        if (cells_.kind == CellKind::byte) return cells_.key[index] == kNoKey ? std::string() : hex(cells_.key[index]);
        const auto e = element_of(index);
        if (!e) return {};
        const Derived& d = view_.derived;
        const unsigned cta = view_.view_state.tmem_cta;
        const auto operand = operand_of(e->matrix);
        if (!operand)
            return d.tmem.d ? cell_text(places(*d.tmem.d, {e->row, e->column}), cta)
                            : register_text(view_, e->row, e->column);
        const OperandView& o = d.of(*operand);
        if (!o.in_smem) return d.tmem.a ? cell_text(places(*d.tmem.a, {e->row_of_all, e->column}), cta) : std::string();
        if (!o.placed() || e->row >= o.layout.rows || e->column >= o.layout.columns) return {};
        const std::uint32_t byte =
            o.bytes[static_cast<std::size_t>(e->row) * static_cast<std::size_t>(o.layout.columns) +
                    static_cast<std::size_t>(e->column)];
        return byte == kNoKey ? std::string() : hex(byte);
    }

    std::string value_text(std::size_t index) const {
        const auto e = element_of(index);
        if (!e) return {};
        const auto operand = operand_of(e->matrix);
        if (!operand) return value_of_d(view_, e->row, e->column);
        std::string read = value_read(view_, *operand, e->row_of_all, e->column);
        if (!read.empty()) return read;
        // Not emulated: what was written, if memory matches the words.
        KeptValues& kept = store_.values[*operand];
        keep_values(view_, *operand, kept);
        const std::size_t at =
            static_cast<std::size_t>(e->row) * static_cast<std::size_t>(view_.derived.of(*operand).layout.columns) +
            static_cast<std::size_t>(e->column);
        const bool one_cta = e->row == e->row_of_all;
        return one_cta && at < kept.words.size() ? text_of_word(kept.type, kept.words[at]) : std::string();
    }

    std::string text_of(CellLabel what, std::size_t index) const {
        const auto coordinate = [&]() -> std::string {
            const auto e = element_of(index);
            return e ? coordinate_text(e->row, e->column) : std::string();
        };
        switch (what) {
        case CellLabel::automatic: return cells_.label[index] == kNoLabel ? coordinate() : say(cells_.label[index]);
        case CellLabel::coordinate: return coordinate();
        case CellLabel::place: return place_text(index);
        case CellLabel::value: return value_text(index);
        case CellLabel::pair: return pair_text(coordinate(), place_text(index));
        case CellLabel::verdict: {
            const auto e = element_of(index);
            return e && !operand_of(e->matrix) ? std::string(verdict_of_d(view_, e->row, e->column)) : std::string();
        }
        default: return {};  // of other pictures
        }
    }
};

// The K step of the picture has no sums, because the run leaves it out.
void draw_missing_step(const View& view) {
    if (has_emulated_step(view)) return;
    const unsigned step = view.view_state.k_step;
    if (view.view_state.sums)
        return dim_text(view.theme,
                        say("K step ", step, " was not emulated, so D has no sum after it and no colours of it."),
                        "mma.no_sum");
    dim_text(view.theme, say("The picture frames K step ", step, " of A and B. It was not emulated."),
             "mma.other_step");
}

void draw_counts(const View& view, Requests& requests) {
    const Results& r = view.results;
    const std::string covered = steps_in_words(r.job);
    // The button stands before the text, so that no number moves it. A small window has the box of the tools just
    // above.
    if (!covers_all_steps(r.job) && !view.compact) {
        if (button("Emulate all K steps", "mma.add_steps", {.small = true})) emulate_all_steps(view, requests);
        ImGui::SameLine();
    }
    // The colours of D are about one K step then, and the counts are not.
    const bool sums = view.view_state.sums && has_emulated_step(view) && r.emulation->reads.size() > 1;
    wrapped(say(sums ? "After the last K step:  " : "", counts_in_words(*r.emulation), covered.empty() ? "" : ".  ",
                covered),
            "mma.counts");
}

void draw_recorded(const View& view) {
    const Results& r = view.results;
    if (r.recorded) draw_recorded_d(view, "mma.recorded");
    if (!r.not_recorded.empty()) coloured(view.theme.warn, r.not_recorded, "mma.not_recorded");
}

// The memory before the paste is that of an example, so the words of the user cannot be judged against it.
void offer_to_say_what_was_written(const View& view, Requests& requests) {
    constexpr const char* kRight = "My program wrote this";
    if (button(kRight, "mma.written", {.beside = true, .small = true})) requests.ask("say_written");
    tip_below(say("A: ", text_of(view.session.image.a), "\nB: ", text_of(view.session.image.b),
                  "\n\nThen D says whether the words read that."));
    constexpr const char* kSay = "It wrote something else ...";
    if (button(kSay, "mma.say_written", {.beside = true, .small = true})) requests.ask("show_panel", "operands");
    tip("Opens the panel Data: the swizzle, the start and the type with which your program wrote A and B, or a CuTe "
        "layout with any strides. Then D shows whether the words read that.");
}

// The important half first: a narrow window cuts no line, but a reader stops early.
std::string rewritten_text(const View& view, bool earlier, const std::string& unmatched) {
    const std::string but = unmatched.empty() ? "." : say(" as a tile without gaps: ", unmatched, '.');
    if (view.compact)
        return earlier ? "The memory was made for earlier words, and the last words kept it."
                       : say("The memory was made for the pasted words", but);
    if (earlier)
        return "D shows only whether the last words read what earlier words mean: the memory was made for those, and "
               "the last words kept it.";
    return say(
        "Nobody said what your program wrote, so D shows only whether the words agree with each other. The memory was "
        "made for the pasted words",
        but);
}

// A result without a wrong element, in a memory that the words made: it says less than it seems to.
void draw_rewritten(const View& view, bool shown, Requests& requests) {
    // Words that say no places have no memory that they could be judged against.
    const auto is_open = [&](Operand o) { return !view.derived.of(o).asks.empty(); };
    if (view.rewritten == nullptr || std::ranges::any_of(kBothOperands, is_open)) return;
    if (shown && view.results.emulation->count[static_cast<std::size_t>(Verdict::wrong)] != 0) return;
    const bool earlier = view.rewritten->is_of_earlier_words(view.history);
    const std::string unmatched = list_of(kBothOperands, [&](Operand o) { return unmatched_strides(view.session, o); });
    sentence_of(view.theme, Severity::warn, rewritten_text(view, earlier, unmatched), "mma.rewritten");
    if (!unmatched.empty()) mark("mma.rewritten.part");
    if (earlier) mark("mma.rewritten.earlier");
    if (earlier) return;  // the words are judged against what the user kept
    if (view.rewritten->example) return offer_to_say_what_was_written(view, requests);
    constexpr const char* kJudge = "Judge against the old memory";
    if (button(kJudge, "mma.judge_old", {.beside = true, .small = true})) requests.ask("judge_old_memory");
    const OperandPair<OperandImage>& old = view.rewritten->before;
    tip_below(say("Takes back the memory that was there before these words, and keeps it.\n\nA: ", text_of(old.a),
                  "\nB: ", text_of(old.b)));
}

// What an equal element proves, and the offer to prove more.
void draw_proof(const View& view, PanelStates& states, Requests& requests) {
    const Emulation& e = *view.results.emulation;
    const std::string text = sight_grouped(e);
    if (!text.empty() && !view.compact) dim_text(view.theme, text);
    if (view.compact) stay_on_line(button_width("Make wrong reads visible in D") + ImGui::GetFrameHeight());
    draw_covering(view, states, requests, "mma.cover");
    if (!text.empty() && view.compact) tip_below(text);
}

// A small window has no card, which has the legend elsewhere.
void draw_legend_button(const View& view, const PanelStates& states) {
    constexpr const char *kLegend = "Legend", *kPopup = "mma_legend";
    constexpr float kWidth = 360;  // logical pixels
    if (button(kLegend, "mma.legend", {.beside = true, .small = true})) ImGui::OpenPopup(kPopup);
    ImGui::SetNextWindowSize({kWidth * view.scale, 0});
    if (!begin_popup(kPopup, true)) return;
    legend(states.mma.picture.scene.legend, style_of(view));
    ImGui::EndPopup();
}

// The other way to make words and memory agree: for descriptors that are being made, the memory is only an example. It
// is left out where the card is full: the panel Data has it too.
void offer_to_match(PanelStates& states, Requests& requests) {
    const ImVec2 room = ImGui::GetContentRegionAvail();
    if (room.y < ImGui::GetTextLineHeightWithSpacing()) return;
    const float padding = 2 * ImGui::GetStyle().FramePadding.x;
    const std::string label = shortened("The words are right: rewrite the memory", room.x - padding);
    if (button(label.c_str(), "mma.match", {.small = true})) {
        for (const Operand o : kBothOperands) requests.edit(MatchWords{o});
        requests.gesture = states.next_gesture++;
        requests.status = "A and B are written where the words read them now.";
    }
    tip("Writes A and B where the words read them. Choose this if you make new descriptors and the memory is only an "
        "example.");
}

// Before an emulation, only the picture shows that the memory is another one.
void draw_written_otherwise(const View& view, PanelStates& states, Requests& requests) {
    const std::string which = list_of(
        kBothOperands, [&](Operand o) { return is_written_otherwise(view, o) ? name_of(o) : ""; }, " and ");
    if (which.empty()) return;
    coloured(colour_of(view.theme, Severity::warn), say("The memory of ", which, " was written for other words."),
             "mma.written_otherwise");
    if (!view.lesson) offer_to_match(states, requests);
}

void draw_repair(const View& view, PanelStates& states, Requests& requests, const Repair& repair) {
    coloured(colour_of(view.theme, Severity::error), repair.cause, "mma.cause");
    const float room = ImGui::GetContentRegionAvail().x - 2 * ImGui::GetStyle().FramePadding.x;
    if (button(in_lines(repair.label, room).c_str(), "mma.fix")) {
        requests.edit(repair.edit, states.next_gesture++);
        requests.status = say(repair.label, ".");
        requests.result = true;
    }
    stay_on_line(ImGui::CalcTextSize(repair.effect.c_str()).x);
    dim_text(view.theme, repair.effect, "mma.effect");
}

void explain(const View& view, MmaPanelState& state, const ElementFocus& at) {
    const Results& r = view.results;
    if (r.shows_kernel()) dim_text(view.theme, say("If the kernel has this error: ", r.against.offers.front().label));
    draw_element_explanation(view, state.explained, at, "mma.explanation");
    if (!view.view_state.sums || r.emulation->reads.size() < 2) return;
    wrapped(running_sum(r.shown_job(), r.shown(), static_cast<unsigned>(at.row), static_cast<unsigned>(at.column),
                        view.view_state.k_step),
            "mma.running_sum");
}

// Both words of an element: of the model, and as it was read.
void draw_recorded_word(const View& view, const ElementFocus& at) {
    const Results& r = view.results;
    if (!r.recorded || at.row < 0 || at.column < 0) return;
    const auto lines = live_element_lines(*r.emulation, r.recorded->d, static_cast<unsigned>(at.row),
                                          static_cast<unsigned>(at.column));
    mono_text(view, list_of(lines, std::identity(), "   "), "mma.recorded_word");
}

void draw_element(const View& view, PanelStates& states, Requests& requests, const ElementFocus& at) {
    const Results& r = view.results;
    const Repair* repair = repair_for(r.repairs, *r.emulation, at.row, at.column);
    const auto& before = states.mma.explained.key;
    const bool chosen_now = !before || before->second != at;
    if (repair != nullptr && r.is_of(view.derived.revision)) {
        if (chosen_now) requests.view_state.active = repair->field.word;  // its fields are at the side
        draw_repair(view, states, requests, *repair);
    }
    explain(view, states.mma, at);
    draw_recorded_word(view, at);
    if (repair != nullptr && r.is_of(view.derived.revision)) offer_to_match(states, requests);
    const std::size_t index = static_cast<std::size_t>(at.row) * r.emulation->n + static_cast<std::size_t>(at.column);
    if (repair != nullptr || r.emulation->verdicts[index] != Verdict::wrong) return;
    for (const Cause& cause : r.job.causes) wrapped(cause.sentence);
    dim_text(view.theme, "No edit of one field makes this element right.", "mma.no_fix");
}

void draw_before(const View& view, PanelStates& states, Requests& requests) {
    const Derived& d = view.derived;
    const bool pieces = d.session.pieces.all() != 1;  // the picture shows all of them
    wrapped(say("D ", pieces ? say(d.tile_m) : d.m_text, " x ", pieces ? say(d.tile_n) : d.n_text, " ", d.d_type,
                "  =  A ", d.a_type, "  x  B ", d.b_type, view.session.run.enable_d ? "  +  D" : ""),
            "mma.formula");
    if (pieces) wrapped(pieces_sentence(d), "mma.pieces");
    if (view.results.state == ResultState::refused) return;  // the lines above the picture say why
    for (const Operand o : kBothOperands)
        if (!view.derived.of(o).placed() && view.derived.of(o).in_smem)
            wrapped(say(name_of(o), ": ", view.derived.of(o).unplaced), "mma.unplaced");
    if (const MaskPicture& mask = d.mask.examples; d.of(WordId::zcm).used && d.mask.asks.empty() && mask.zeroed > 0)
        wrapped(say("The mask zeroes ", mask.zeroed, " of ", mask.columns.size(), " columns of D."), "mma.mask");
    draw_written_otherwise(view, states, requests);
    dim_text(view.theme,
             "Point at an element of D: its row of A, its row of B, and the bytes that are read light up. D is "
             "coloured by its lanes until you press Emulate.",
             "mma.intro");
}

}  // namespace

CellText mma_labels(const View& view, const MmaPicture& picture, PicturePart part, MmaLabelStore& store) {
    return [labels = MmaLabels(view, picture, part, store)](std::size_t index, bool all, CellWords& out) {
        labels.write(index, all, out);
    };
}

void draw_mma_verdict(const View& view, PanelStates& states, Requests& requests) {
    const Results& r = view.results;
    const bool shown = r.emulation && r.state != ResultState::refused;
    if (view.compact && !states.mma.picture.scene.legend.empty()) draw_legend_button(view, states);
    waiting_words_line(view, states, requests, "mma.waiting");
    basis_line(view, requests, "mma.basis");
    if (r.state == ResultState::refused) sentence_of(view.theme, Severity::error, r.refused, "mma.refused");
    against_line(view, states, requests, "mma");  // what the user asked comes first
    if (r.state != ResultState::refused) verdict_line(view, states, requests, "mma");
    if (shown && states.counts_open) {
        draw_counts(view, requests);
        draw_proof(view, states, requests);
    }
    if (shown) draw_recorded(view);
    draw_rewritten(view, shown, requests);
}

std::optional<ElementFocus> selected_of_result(const View& view) {
    if (!view.results.emulation) return std::nullopt;
    const Emulation& e = *view.results.emulation;
    const std::optional<Trace> pinned = pinned_trace(view);
    const auto at = element_of_d(view.view_state.selection, pinned ? *pinned : view.trace);
    const bool inside =
        at && at->row >= 0 && at->column >= 0 && at->row < static_cast<int>(e.m) && at->column < static_cast<int>(e.n);
    return inside ? at : std::nullopt;
}

void draw_mma_card(const View& view, PanelStates& states, Requests& requests, Rect place) {
    const ImVec2 size{place.max.x - place.min.x, place.max.y - place.min.y};
    if (size.x < 40 * view.scale || size.y < 20 * view.scale) return;
    ImGui::SetCursorScreenPos(place.min);
    if (begin_part("mma.card", size)) {
        const Results& r = view.results;
        const bool shown = r.emulation && r.state != ResultState::refused;
        if (!shown) draw_before(view, states, requests);
        if (shown) draw_missing_step(view);
        const auto at = shown ? selected_of_result(view) : std::nullopt;
        if (at)
            draw_element(view, states, requests, *at);
        else if (shown && r.shown().count[static_cast<std::size_t>(Verdict::wrong)] != 0)
            dim_text(view.theme, "Click a wrong element of D to see which bytes were read for it.", "mma.hint");
        legend(states.mma.picture.scene.legend, style_of(view));
    }
    ImGui::EndChild();
    mark("mma.card");
}

}  // namespace tilescope::ui
