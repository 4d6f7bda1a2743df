// app/runs/sweep.cpp -- a sweep: every session of a list with every value of a grid.
// SPDX-License-Identifier: MIT
#include "app/runs/sweep.h"

#include "app/io/session_file.h"

#include <tilescope/base/hash.h>
#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>

#include <algorithm>

namespace tilescope::live {

Answer<Sweep> Sweep::of(std::vector<SweepFile> files, std::span<const std::string> vary, bool anyway) {
    Sweep out;
    out.files_ = std::move(files);
    out.begin_ = {0};
    const bool several = out.files_.size() > 1;
    std::uint64_t id = fnv1a(anyway ? "tilescope sweep 1 anyway" : "tilescope sweep 1");
    for (std::size_t f = 0; f < out.files_.size(); ++f) {
        const SweepFile& file = out.files_[f];
        const auto refuse = [&](std::string_view why) {
            return Answer<Sweep>::refuse(several ? say(excerpt(file.path, 100), ": ", why) : std::string(why));
        };
        for (std::size_t other = 0; other < f; ++other)
            if (out.files_[other].path == file.path) return refuse("the job is listed twice; list it once");
        auto grid = Grid::of(file.session, vary);
        if (!grid) return refuse(grid.why);
        if (out.size() + grid->size() > kMostVaried)
            return refuse(say("the sweep has more than ", kMostVaried, " jobs; write fewer values"));
        out.begin_.push_back(out.size() + grid->size());
        id = fnv1a(io::session_to_text({file.session}), id);
        if (several) id = fnv1a(file.path, id);
        for (const Variation& item : grid->items()) {
            id = fnv1a(say("\n", item.item), id);
            for (const std::string& value : item.values) id = fnv1a(say("\n\t", value), id);
        }
        out.grids_.push_back(std::move(*grid));
    }
    out.id_ = hex(id, 16).substr(2);
    return out;
}

std::size_t Sweep::file_of(std::size_t i) const {
    return static_cast<std::size_t>(std::ranges::upper_bound(begin_, i) - begin_.begin()) - 1;
}

std::string Sweep::name(std::size_t i) const {
    const std::size_t f = file_of(i);
    const std::string values = grids_[f].name(i - begin_[f]);
    if (files_.size() == 1 && !values.empty()) return values;
    return values.empty() ? files_[f].path : say(files_[f].path, " ", values);
}

SweepValues Sweep::values(std::size_t i) const {
    const std::size_t f = file_of(i);
    SweepValues out;
    for (std::size_t item = 0; item < grids_[f].items().size(); ++item)
        out.emplace_back(grids_[f].items()[item].item, grids_[f].value(i - begin_[f], item));
    return out;
}

Answer<Session> Sweep::session(std::size_t i) const {
    const std::size_t f = file_of(i);
    return grids_[f].session(i - begin_[f]);
}

}  // namespace tilescope::live
