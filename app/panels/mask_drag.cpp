// app/panels/mask_drag.cpp -- computes the mask word that a drag of the mask gives.
// SPDX-License-Identifier: MIT
#include "app/panels/mask_drag.h"

#include <tilescope/base/say.h>
#include <tilescope/word/codec.h>

#include <algorithm>
#include <cmath>

namespace tilescope::ui {
namespace {

std::uint64_t with_value(const Format& format, std::uint64_t word, std::string_view id, unsigned value) {
    const Field* f = find_field(format, id);
    if (!f) return word;
    const std::uint64_t least = value_of(*f, 0), most = value_of(*f, bit_mask(f->width));
    const auto raw = raw_for(*f, std::clamp<std::uint64_t>(value, least, most));
    return raw ? set_field(*f, word, *raw) : word;
}

}  // namespace

std::uint64_t drag_border(const Format& format, std::uint64_t word, const ZeroMask& mask, unsigned submask, int border,
                          int columns) {
    const bool zeroed_first = mask.fs[submask];
    const bool run_before_is_zeroed = (border % 2 == 0) == zeroed_first;
    const int runs_of_this_kind = border / 2 + 1;
    const int change = static_cast<int>(std::lround(static_cast<double>(columns) / runs_of_this_kind));
    const auto span = static_cast<int>(run_before_is_zeroed ? mask.skip : mask.use);
    return with_value(format, word, run_before_is_zeroed ? "skip_span" : "use_span",
                      static_cast<unsigned>(std::max(1, span + change)));
}

std::uint64_t drag_row(const Format& format, std::uint64_t word, const ZeroMask& mask, unsigned submask, int columns) {
    const auto skip = static_cast<int>(mask.skip), period = skip + static_cast<int>(mask.use);
    const auto count = static_cast<int>(mask.sc[submask]);
    const int phase =
        mask.fs[submask] ? std::min(count, skip - 1) : skip + std::min(count, static_cast<int>(mask.use) - 1);
    const int moved = ((phase - columns) % period + period) % period;
    const bool zeroed_first = moved < skip;
    word = with_value(format, word, say("fs", submask), zeroed_first);
    return with_value(format, word, say("sc", submask), static_cast<unsigned>(zeroed_first ? moved : moved - skip));
}

}  // namespace tilescope::ui
