// app/shell/live_checks.cpp -- the checks before a launch, for the current session.
// SPDX-License-Identifier: MIT
#include "app/shell/live_checks.h"

#include <tilescope/base/say.h>
#include <tilescope/hw/archs.h>
#include <tilescope/session/kernel_form.h>

#include <algorithm>
#include <utility>

namespace tilescope::ui {
namespace {

using Kind = LiveCheckKind;

LiveCheck check_model(const App& app) {
    const Results& r = app.results;
    if (r.is_of(app.revision)) return {Kind::good, "The CPU model has computed D."};
    if (r.state == ResultState::refused && r.requested == app.revision) return {Kind::prevents, r.refused};
    return {Kind::note, "The CPU model has not computed D yet. A run waits for it."};
}

LiveCheck check_kernel(const App& app) {
    const Answer<LiveKernel> kernel = live_kernel(app.derived);
    if (!kernel) return {Kind::prevents, kernel.why};
    return {Kind::good, say("The kernel is for ", kernel->form.arch, ", PTX ", kernel->ptx, ".")};
}

void check_rules(const App& app, std::vector<LiveCheck>& out) {
    const bool known = app.results.is_of(app.revision);
    const std::vector<std::string> reasons =
        live::reasons_against(app.derived, known ? *app.results.emulation : Emulation{});
    for (const std::string& reason : reasons) out.push_back({Kind::rule, reason});
    if (reasons.empty())
        out.push_back({Kind::good, say("No rule is broken (", app.derived.rules_checked, " were checked).")});
    if (known && app.results.emulation->outside == 0)
        out.push_back({Kind::good, "All reads are inside the memory that a launch has."});
}

LiveCheck check_gpu(App& app) {
    LiveView& view = app.live.view;
    const ArchRow* arch = arch_named(app.session.arch);
    const std::optional<std::uint32_t> chosen = app.states.run.device;
    const LiveGpu* fits = nullptr;
    for (std::size_t g = 0; g < view.gpus.size(); ++g) {
        LiveGpu& gpu = view.gpus[g];
        gpu.fits = arch != nullptr && runs_on(*arch, app.live.devices[g].chip());
        if (fits == nullptr && gpu.fits && (!chosen || gpu.index == *chosen)) fits = &gpu;
    }
    if (!view.on) return {Kind::note, "Live mode is off, so tilescope has not looked for a driver or a GPU."};
    if (!view.gpus_sentence.empty()) return {Kind::note, view.gpus_sentence};
    if (view.gpus.empty()) return {Kind::note, "The GPUs are not listed yet. A run asks for them."};
    if (fits != nullptr) return {Kind::good, say("Code for ", app.session.arch, " runs on GPU ", fits->text, ".")};
    if (chosen)
        return {Kind::note,
                say("GPU ", *chosen, " does not run code for ", app.session.arch, ". Choose another GPU or target.")};
    return {Kind::note, say("None of these GPUs runs code for ", app.session.arch,
                            ". Choose another target, or the worker of a machine with such a GPU.")};
}

}  // namespace

void update_checks(App& app) {
    LiveView& view = app.live.view;
    std::vector<LiveCheck> checks = {check_model(app), check_kernel(app)};
    check_rules(app, checks);
    checks.push_back(check_gpu(app));
    const auto any = [&](Kind kind) { return std::ranges::find(checks, kind, &LiveCheck::kind) != checks.end(); };
    view.prevented = any(Kind::prevents);
    view.needs_anyway = any(Kind::rule);
    view.checks = std::move(checks);
}

}  // namespace tilescope::ui
