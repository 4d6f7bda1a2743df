// app/window/frame/features.cpp -- the list of the features of the window, from the rows of features.inc.
// SPDX-License-Identifier: MIT
#include "app/window/frame/feature.h"

namespace tilescope::ui {
namespace {

constexpr const Feature* kFeatures[] = {
#define TILESCOPE_FEATURE(name) &name,
#include "app/window/frame/features.inc"
#undef TILESCOPE_FEATURE
};

}  // namespace

std::span<const Feature* const> all_features() { return kFeatures; }

const StageShow* show_on_stage(const Document& doc) {
    for (const Feature* feature : all_features())
        if (feature->stage != nullptr && feature->stage->shown(doc)) return feature->stage;
    return nullptr;
}

}  // namespace tilescope::ui
