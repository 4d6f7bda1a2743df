// app/panels/paste_chains.cpp -- the list of the chains of MMAs of a pasted program, one of which becomes the session.
// SPDX-License-Identifier: MIT
#include "app/panels/paste_chains.h"
#include "app/panels/panel_parts.h"
#include "app/ui/imgui_compat.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/action_button.h"
#include "app/widgets/text_fit.h"

#include <tilescope/base/say.h>
#include <tilescope/study/program_chains.h>

#include <algorithm>
#include <utility>

namespace tilescope::ui {
namespace {

constexpr std::size_t kMostChains = 32;
constexpr std::size_t kMostMmas = 16;  // in the tooltip

void chain_tooltip(const ProgramChains& program, const ProgramChain& chain) {
    if (!ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return;
    std::string text;
    for (std::size_t i = 0; i < std::min(chain.mmas.size(), kMostMmas); ++i) {
        const ProgramInstruction& mma = program.report.instructions[chain.mmas[i]];
        text += say("line ", mma.line, "  ", mma_words_text(mma), i < chain.steps ? "\n" : " (not in the session)\n");
    }
    if (chain.mmas.size() > kMostMmas) text += say("and ", chain.mmas.size() - kMostMmas, " more\n");
    for (const std::string& note : chain.notes) text += say(note, '\n');
    ImGui::SetTooltip("%s", text.c_str());
}

bool draw_chain(const View& view, PastePanelState& state, std::size_t number) {
    const ProgramChains& program = *view.program;
    const ProgramChain& chain = program.chains[number];
    const std::string id = say("paste.chain.", number);
    ImGui::PushID(static_cast<int>(number));
    const float room = ImGui::GetContentRegionAvail().x - action_width(Icon::apply, "");
    const std::string label = say(shortened(say("Open ", chain_name(program, number)), room), "###open");
    ImGui::BeginDisabled(!chain.session);
    const bool pressed = action_button(Icon::apply, label.c_str(), {-1, 0});
    ImGui::EndDisabled();
    mark(id);
    if (chain.session && std::exchange(state.focus_apply, false)) focus_last_item();
    chain_tooltip(program, chain);
    dim_text(view.theme, mmas_text(program, number));
    wrapped(tile_text(program, number));
    mono_text(view, mma_words_text(program.report.instructions[chain.mmas.front()]));
    if (!chain.session) dim_text(view.theme, say("no session: ", chain.session.why));
    for (const ChainAsk& ask : chain.asks) dim_text(view.theme, say("asks ", ask.name, ": ", ask.says));
    if (!chain.asks.empty()) mark(id, ".asks");
    ImGui::PopID();
    return pressed;
}

}  // namespace

bool has_chain(const View& view) {
    return view.program != nullptr &&
           std::ranges::any_of(view.program->chains, [](const ProgramChain& chain) { return bool(chain.session); });
}

void draw_chains(const View& view, PastePanelState& state, Requests& requests, bool entered) {
    if (view.program == nullptr) return;
    const auto& chains = view.program->chains;
    for (std::size_t i = 0; i < std::min(chains.size(), kMostChains); ++i) {
        const bool pressed = draw_chain(view, state, i);
        const bool first = entered && chains[i].session && !requests.open_chain;
        if (pressed || first) requests.open_chain = i;
        ImGui::Separator();
    }
    if (chains.size() > kMostChains)
        dim_text(view.theme, say("and ", chains.size() - kMostChains, " more chains: tilescope session lists all."));
}

}  // namespace tilescope::ui
