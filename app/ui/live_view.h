// app/ui/live_view.h -- what panels know of live mode: the GPUs, the checks before a launch, and the runs so far.
// SPDX-License-Identifier: MIT
//
// The shell fills it from app/runs, which panels do not use. All texts are printable.
#pragma once

#include <tilescope/document/session.h>
#include <tilescope/kernel/live_comparison.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace tilescope::ui {

struct LiveGpu {
    std::uint32_t index = 0;
    std::string text;   // "0: NVIDIA B200, 10.0"
    bool fits = false;  // it runs code for the target of the session
};

enum class LiveCheckKind : std::uint8_t {
    good,
    note,
    rule,      // an error by the rules: the user can run it anyway
    prevents,  // no run is possible
};
struct LiveCheck {
    LiveCheckKind kind = LiveCheckKind::note;
    std::string text;
};

enum class LiveActivity : std::uint8_t { idle, listing, running, stopping };

// The stages of a run, in order, as a person reads them: "CPU model", "compiling", ..., "issued", ..., "copying out".
// They are stages of the worker, and phases of the kernel while it runs.
using LiveStages = std::vector<std::string>;

// How one run ended.
struct LiveRecord {
    unsigned number = 0;  // 1, 2, ...: of this window
    Session session;
    std::string outcome;   // "ok", "device_timeout", "refused_by_rules"
    std::string sentence;  // what happened and what to do
    std::string gpu, target, instruction;
    std::string words;        // in short: "f16 128 x 96 x 16, A 128B, B 128B"
    bool good = false;        // it ran to the end
    bool has_report = false;  // there was a kernel
    bool out_of_spec = false;
    unsigned reached = 0;  // the last stage, an index of LiveStages
    std::uint64_t compile_us = 0, run_us = 0, copy_us = 0, total_us = 0;
    std::vector<std::string> sentences;                // of the comparison
    std::shared_ptr<const Emulation> model;            // null: the model did not run
    std::shared_ptr<const LiveComparison> comparison;  // null: the run did not end well
};

struct LiveView {
    bool on = false;     // live mode; off: the window starts no worker
    std::string worker;  // the command that starts it; empty: on this machine
    std::vector<LiveGpu> gpus;
    std::string gpus_sentence;  // why there are none
    LiveActivity activity = LiveActivity::idle;
    unsigned stage = 0, step = 0, steps = 0;  // of the run that goes on
    std::vector<LiveCheck> checks;            // before the launch, for the current session
    bool prevented = false;                   // a check prevents a run
    bool needs_anyway = false;                // a check is an error by the rules
    LiveStages stages;
    std::vector<LiveRecord> runs;  // oldest first; at most kMostRuns
};
inline constexpr std::size_t kMostRuns = 24;

}  // namespace tilescope::ui
