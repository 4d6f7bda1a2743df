// app/window/run/live_checks.cpp -- the checks before a launch, for the current session.
// SPDX-License-Identifier: MIT
#include "app/window/run/live_desk.h"

#include <tilescope/base/say.h>
#include <tilescope/document/instruction.h>
#include <tilescope/hw/archs.h>

#include <algorithm>
#include <utility>

namespace tilescope::ui {
namespace {

using Kind = LiveCheckKind;

LiveCheck check_model(const Document& doc) {
    const Results& r = doc.results;
    if (r.is_of(doc.revision)) return {Kind::good, "The CPU model has computed D."};
    if (r.state == ResultState::refused && r.requested == doc.revision) return {Kind::prevents, r.refused};
    return {Kind::note, "The CPU model has not computed D yet. A run waits for it."};
}

LiveCheck check_kernel(const Document& doc) {
    const Answer<LiveKernel> kernel = live_kernel(doc.derived);
    if (!kernel) return {Kind::prevents, kernel.why};
    return {Kind::good, say("The kernel is for ", kernel->form.arch, ", PTX ", kernel->ptx, ".")};
}

void check_rules(const Document& doc, std::vector<LiveCheck>& out) {
    const bool known = doc.results.is_of(doc.revision);
    const std::vector<std::string> reasons =
        live::reasons_against(doc.derived, known ? *doc.results.emulation : Emulation{});
    for (const std::string& reason : reasons) out.push_back({Kind::rule, reason});
    if (reasons.empty())
        out.push_back({Kind::good, say("No rule is broken (", doc.derived.rules_checked, " were checked).")});
    if (known && doc.results.emulation->outside == 0)
        out.push_back({Kind::good, "All reads are inside the memory that a launch has."});
}

LiveCheck check_gpu(Document& doc, Jobs& jobs) {
    LiveView& view = jobs.live.view;
    const ArchRow* arch = arch_named(doc.session.arch);
    const std::optional<std::uint32_t> chosen = doc.states.run.device;
    const LiveGpu* fits = nullptr;
    for (std::size_t g = 0; g < view.gpus.size(); ++g) {
        LiveGpu& gpu = view.gpus[g];
        gpu.fits = arch != nullptr && runs_on(*arch, jobs.live.devices[g].chip());
        if (fits == nullptr && gpu.fits && (!chosen || gpu.index == *chosen)) fits = &gpu;
    }
    if (!view.on) return {Kind::note, "Live mode is off, so tilescope has not looked for a driver or a GPU."};
    if (!view.gpus_sentence.empty()) return {Kind::note, view.gpus_sentence};
    if (view.gpus.empty()) return {Kind::note, "The GPUs are not listed yet. A run asks for them."};
    if (fits != nullptr) return {Kind::good, say("Code for ", doc.session.arch, " runs on GPU ", fits->text, ".")};
    if (chosen)
        return {Kind::note,
                say("GPU ", *chosen, " does not run code for ", doc.session.arch, ". Choose another GPU or target.")};
    return {Kind::note, say("None of these GPUs runs code for ", doc.session.arch,
                            ". Choose another target, or the worker of a machine with such a GPU.")};
}

}  // namespace

void update_checks(Document& doc, Jobs& jobs) {
    LiveView& view = jobs.live.view;
    std::vector<LiveCheck> checks = {check_model(doc), check_kernel(doc)};
    check_rules(doc, checks);
    checks.push_back(check_gpu(doc, jobs));
    const auto any = [&](Kind kind) { return std::ranges::find(checks, kind, &LiveCheck::kind) != checks.end(); };
    view.prevented = any(Kind::prevents);
    view.needs_anyway = any(Kind::rule);
    view.checks = std::move(checks);
}

}  // namespace tilescope::ui
