// core/src/autopsy/visits.cpp -- the way of a warpgroup through the program, from what was seen of its warps.
// SPDX-License-Identifier: MIT
#include "parts.h"

#include <algorithm>

namespace tilescope::autopsy {
namespace {

constexpr std::size_t kNowhere = ~std::size_t{0};

// What an event says of one warpgroup.
struct Place {
    unsigned warpgroup = 0;
    std::uint64_t pc = 0;
    bool is_wait = false;
    unsigned warps = 0, skipped = 0, visit = 0;
    bool again = false;
};

std::optional<Place> place_of(const Event& event) {
    if (const auto* mma = std::get_if<SeenMma>(&event))
        return Place{mma->warpgroup, mma->at.pc, false, mma->warps, mma->skipped, mma->visit, mma->again};
    if (const auto* wait = std::get_if<SeenWait>(&event))
        return Place{wait->warpgroup, wait->at.pc, true, wait->warps, wait->skipped, wait->visit, wait->again};
    return std::nullopt;
}

class WayBuilder {
public:
    explicit WayBuilder(unsigned warpgroup) : way_{warpgroup, {}} { at_.fill(kNowhere); }

    void add(const Place& place, std::size_t event) {
        const std::size_t index = visit_of(place);
        Visit& visit = way_.visits[index];
        visit.warps |= place.warps;
        visit.skipped += place.skipped;
        visit.events.push_back(event);
        for (std::size_t warp = 0; warp < at_.size(); ++warp)
            if ((place.warps >> warp & 1) != 0) {
                at_[warp] = index;
                if (visit.of_warp[warp] == kNoMemory) visit.of_warp[warp] = event;
            }
    }
    unsigned warpgroup() const { return way_.warpgroup; }
    Way& way() { return way_; }

private:
    bool is_at(std::size_t index, const Place& place) const {
        return index < way_.visits.size() && way_.visits[index].pc == place.pc &&
               way_.visits[index].is_wait == place.is_wait;
    }

    std::size_t numbered(const Place& place) {
        for (std::size_t i = way_.visits.size(); i-- > 0;)
            if (is_at(i, place) && way_.visits[i].number == place.visit) return i;
        way_.visits.push_back({.pc = place.pc, .is_wait = place.is_wait, .number = place.visit});
        return way_.visits.size() - 1;
    }

    // The same place as before, or one that other warps reached before these, or the next one of the way.
    std::size_t visit_of(const Place& place) {
        if (place.visit != 0) return numbered(place);
        std::size_t from = 0;
        for (std::size_t warp = 0; warp < at_.size(); ++warp)
            if ((place.warps >> warp & 1) != 0 && at_[warp] != kNowhere) {
                if (place.again && is_at(at_[warp], place)) return at_[warp];
                from = std::max(from, at_[warp] + 1);
            }
        for (std::size_t i = from; i < way_.visits.size(); ++i)
            if (is_at(i, place) && (way_.visits[i].warps & place.warps) == 0) return i;
        way_.visits.push_back({.pc = place.pc, .is_wait = place.is_wait});
        return way_.visits.size() - 1;
    }

    Way way_;
    std::array<std::size_t, 4> at_{};  // the visit of each warp
};

}  // namespace

std::vector<Way> ways_of(const Recording& recording) {
    std::vector<WayBuilder> builders;
    const auto of = [&](unsigned warpgroup) -> WayBuilder& {
        const auto found = std::ranges::find(builders, warpgroup, &WayBuilder::warpgroup);
        return found != builders.end() ? *found : builders.emplace_back(warpgroup);
    };
    for (std::size_t i = 0; i < recording.events.size(); ++i) {
        if (const auto place = place_of(recording.events[i])) of(place->warpgroup).add(*place, i);
        if (const auto* exception = std::get_if<SeenException>(&recording.events[i]))
            for (const SeenMma& mma : exception->warpgroups) of(mma.warpgroup);
    }
    std::vector<Way> out;
    for (WayBuilder& builder : builders) out.push_back(std::move(builder.way()));
    return out;
}

}  // namespace tilescope::autopsy
