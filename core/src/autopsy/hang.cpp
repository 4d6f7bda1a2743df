// core/src/autopsy/hang.cpp -- what a kernel waits for that did not end.
// SPDX-License-Identifier: MIT
#include "paragraph.h"
#include "parts.h"

#include <tilescope/autopsy/diagnose.h>
#include <tilescope/base/say.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>

namespace tilescope::autopsy {
namespace {

// A kernel can be without an MMA for a shorter time while other blocks stop, or while it waits for the host.
constexpr double kLeastSeconds = 5;

struct HangRow {
    std::string_view text, waits;
};
// Source: NVIDIA, CUDA Binary Utilities, "Hopper Instruction Set"; the machine code of mbarrier.try_wait, barrier.sync,
// barrier.cluster.wait and wgmma.wait_group, as a debugger listed it on an H100.
constexpr HangRow kWaits[] = {
    {"SYNCS.PHASECHK", "an mbarrier whose phase was not completed"},
    {"NANOSLEEP.SYNCS", "an mbarrier whose phase was not completed"},
    {"WARPGROUP.DEPBAR", "MMAs that did not end"},
    {"WARPGROUP.ARRIVE", "the other warps of the warpgroup"},
    {"BAR.SYNC", "other warps, at a barrier of the block"},
    {"BAR.RED", "other warps, at a barrier of the block"},
    {"UCGABAR_WAIT", "other blocks of the cluster"},
    {"WARPSYNC", "other threads of the warp"},
};

// The instruction itself says it, else the short loop that it is in.
std::string_view wait_at(const SeenHang::Place& place) {
    for (const HangRow& row : kWaits)
        if (place.at.text.find(row.text) != std::string::npos) return row.waits;
    for (const HangRow& row : kWaits)
        if (std::ranges::any_of(place.loop,
                                [&](const std::string& line) { return line.find(row.text) != std::string::npos; }))
            return row.waits;
    return {};
}

// "its last MMA was MMA 3, the 9th that it came to".
std::string last_mma(const Recording& recording, unsigned warpgroup) {
    const SeenMma* last = nullptr;
    std::size_t count = 0;
    for (const Event& event : recording.events)
        if (const auto* mma = std::get_if<SeenMma>(&event); mma && mma->warpgroup == warpgroup) last = mma;
    for (const Way& way : ways_of(recording))
        for (const Visit& visit : way.visits)
            count += way.warpgroup != warpgroup ? 0 : visit.skipped + (visit.is_wait ? 0 : 1);
    if (!last) return "it came to no MMA";
    const auto number = number_of(recording, last->at);
    return say(number ? say("its last MMA was MMA ", *number, ", and it came to ") : std::string("it came to "), count,
               count == 1 ? " MMA" : " MMAs");
}

// Whether the debugger may be what keeps the warps there: it does not let a warp off its breakpoint that needs others.
bool may_be_held(const Recording& recording, const SeenHang::Place& place) {
    return number_of(recording, place.at).has_value() || (place.held && wait_at(place).empty());
}

std::string place_sentence(const Recording& recording, const SeenHang::Place& place) {
    constexpr unsigned kWarpsOfGroup = 4;
    const bool all = place.warps >= kWarpsOfGroup;
    const std::string who =
        all ? say("Warpgroup ", place.warpgroup)
            : say(place.warps, place.warps == 1 ? " warp" : " warps", " of warpgroup ", place.warpgroup);
    const std::string lines = lines_text(place.at);
    const std::string_view waits = wait_at(place);
    const bool one = all || place.warps == 1;
    const auto mma = number_of(recording, place.at);
    std::string out =
        say(who, one ? " stands" : " stand",
            mma ? say(" before MMA ", *mma) : say(" at ", place.offset.empty() ? hex(place.at.pc) : place.offset),
            lines.empty() ? "" : ", ", lines);
    if (!mma && waits.empty()) out += say(" (", place.at.text.empty() ? "an unknown instruction" : place.at.text, ")");
    if (may_be_held(recording, place)) return say(out, ", where the debugger may hold ", one ? "it" : "them");
    return waits.empty() ? out : say(out, one ? ", and waits for " : ", and wait for ", waits);
}

}  // namespace

bool is_hung(const Recording& recording) {
    const std::optional<SeenHang>& hang = recording.hang;
    return hang && hang->watched && hang->seconds >= kLeastSeconds && !hang->places.empty() &&
           std::ranges::none_of(hang->places,
                                [&](const SeenHang::Place& place) { return may_be_held(recording, place); });
}

std::string hang_text(const Recording& recording) {
    constexpr std::size_t kMostShown = 6;
    constexpr double kMostSeconds = 1e9;
    if (!recording.hang) return {};
    const std::string name = say("ernel `", short_name(recording.kernel), '`');
    const auto tenths = static_cast<std::uint64_t>(std::clamp(recording.hang->seconds, 0.0, kMostSeconds) * 10);
    const bool is_short = recording.hang->seconds < kLeastSeconds;
    const std::string seconds = is_short ? say(tenths / 10, '.', tenths % 10) : say(tenths / 10);
    std::string out =
        !recording.hang->watched
            ? say("Not known, because k", name, " still ran ", seconds,
                  " s after what was recorded, and its later MMAs had no breakpoint.")
            : say(is_hung(recording) ? say('K', name, " did not end")
                                     : say("Not known, because k", name, " did not end under the debugger"),
                  ": it came to no other MMA or wait in ", seconds, " s",
                  is_short ? ", which is too short a time to tell; give more --seconds." : ".");
    std::set<unsigned> told;  // the warpgroups whose last MMA was named
    for (std::size_t i = 0; i < std::min(recording.hang->places.size(), kMostShown); ++i) {
        const SeenHang::Place& place = recording.hang->places[i];
        const bool is_new = told.insert(place.warpgroup).second;
        out += say(' ', place_sentence(recording, place), is_new ? "; " : "",
                   is_new ? last_mma(recording, place.warpgroup) : std::string(), '.');
    }
    if (recording.hang->places.size() > kMostShown)
        out += say(" Other warps stand at ", recording.hang->places.size() - kMostShown, " other places.");
    return out;
}

}  // namespace tilescope::autopsy
