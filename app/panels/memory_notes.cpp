// app/panels/memory_notes.cpp -- notes about the picture of shared memory, one sentence each.
// SPDX-License-Identifier: MIT
#include "app/panels/memory_tools.h"
#include "app/panels/panel_parts.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/text_fit.h"

#include <tilescope/base/say.h>
#include <tilescope/hw/archs.h>
#include <tilescope/notation/cute.h>
#include <tilescope/rules/place_rules.h>

namespace tilescope::ui {
namespace {

void note(std::string_view id, const std::string& text, ImU32 colour) {
    if (text.empty()) return;
    ImGui::PushStyleColor(ImGuiCol_Text, as_vec4(colour));
    wrapped(text);
    ImGui::PopStyleColor();
    mark(id);
}

std::string strides_of(const SmemLayout& layout, const WordView& word) {
    return say("lbo = ", word.knows("lbo") ? say(layout.lbo) : "?", ": ", use_of_lbo(layout).sentence,
               "  sbo = ", word.knows("sbo") ? say(layout.sbo) : "?", ": ", use_of_sbo(layout).sentence);
}

// Returns a note if the start address is not in the first line of the swizzle pattern.
std::string phase_of(const SmemLayout& layout) {
    const SwizzleRow& mode = row_of(layout.mode);
    const std::uint32_t inside = layout.start % mode.pattern_bytes / 128;
    if (layout.mode == SwizzleMode::none || inside == 0) return {};
    return say("! The start address is in 128-byte line ", inside, " (counted from 0) of the ", mode.name,
               " swizzle pattern, so the picture shows the pattern shifted.");
}

// Returns a note if bytes of the tile are outside of the shared memory of a CTA. A start of 0 is a word whose address
// is added later.
std::string outside_of(const OperandView& o, std::string_view arch_id) {
    const ArchRow* arch = arch_named(arch_id);
    if (!arch || o.bytes.empty() || (o.layout.start == 0 && o.last_byte < smem_end(*arch))) return {};
    const std::string outside = outside_text(*arch, o.first_byte, o.last_byte, smem_end(*arch));
    return outside.empty() ? outside : say("! ", outside);
}

}  // namespace

void draw_memory_notes(const View& view) {
    const OperandView& o = view.derived.of(view.view_state.operand);
    if (!o.placed()) return;
    const Theme& theme = view.theme;
    assumed_note(view, view.view_state.operand);
    if (!view.view_state.swizzle)
        note("memory.swizzle_off", "! This picture is without the XOR of the swizzle. Press S to show the XOR.",
             theme.warn);
    if (o.overlaps) note("memory.overlap", say("! ", o.overlap_note, ". Crossing lines mark them."), theme.warn);
    note("memory.phase", phase_of(o.layout), theme.warn);
    note("memory.outside", outside_of(o, view.session.arch), theme.warn);
    note("memory.type", o.type_note, theme.warn);
}

void draw_layout_sentences(const View& view) {
    const OperandView& o = view.derived.of(view.view_state.operand);
    if (!o.placed()) return;
    if (const auto text = cute_of(o.layout)) cute_text(view, "memory.cute", to_text(*text));
    const ImU32 dim = view.theme.dim;
    note("memory.strides", strides_of(o.layout, view.derived.of(word_of(view.view_state.operand))), dim);
    if (const auto other = major_difference(view.derived, view.view_state.operand))
        note("memory.major", other->sentence, view.theme.warn);
    note("memory.assumption", assumption_of(o.layout), dim);
}

}  // namespace tilescope::ui
