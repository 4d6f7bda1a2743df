// app/shell/features.cpp -- the list of the features of the window.
// SPDX-License-Identifier: MIT
#include "app/shell/chooser.h"
#include "app/shell/clipboard.h"
#include "app/shell/closing.h"
#include "app/shell/code_texts.h"
#include "app/shell/emulation.h"
#include "app/shell/feature.h"
#include "app/shell/files.h"
#include "app/shell/follow_job.h"
#include "app/shell/lessons.h"
#include "app/shell/live_desk.h"
#include "app/shell/paste.h"
#include "app/shell/player.h"
#include "app/shell/presentation.h"
#include "app/shell/saving.h"
#include "app/shell/start_page.h"
#include "app/shell/tabs.h"

namespace tilescope::ui {
namespace {

// In each phase of a frame they act in this order: a lesson can need the result that the emulation then requests.
constexpr const Feature* kFeatures[] = {&kTabs,   &kLessons, &kEmulation, &kLive,      &kCode,
                                        &kSaving, &kClosing, &kFiles,     &kClipboard, &kPaste,
                                        &kFollow, &kChooser, &kPlayer,    &kStartPage, &kPresentation};

}  // namespace

std::span<const Feature* const> all_features() { return kFeatures; }

}  // namespace tilescope::ui
