// app/window/frame/features.cpp -- the list of the features of the window.
// SPDX-License-Identifier: MIT
#include "app/window/code/code_texts.h"
#include "app/window/documents/chooser.h"
#include "app/window/documents/closing.h"
#include "app/window/documents/files.h"
#include "app/window/documents/saving.h"
#include "app/window/documents/tabs.h"
#include "app/window/frame/feature.h"
#include "app/window/guide/lessons.h"
#include "app/window/guide/player.h"
#include "app/window/guide/presentation.h"
#include "app/window/guide/start_page.h"
#include "app/window/paste/clipboard.h"
#include "app/window/paste/follow_job.h"
#include "app/window/paste/paste.h"
#include "app/window/result/emulation.h"
#include "app/window/run/live_desk.h"

namespace tilescope::ui {
namespace {

// In each phase of a frame they act in this order: a lesson can need the result that the emulation then requests.
constexpr const Feature* kFeatures[] = {&kTabs,   &kLessons, &kEmulation, &kLive,      &kCode,
                                        &kSaving, &kClosing, &kFiles,     &kClipboard, &kPaste,
                                        &kFollow, &kChooser, &kPlayer,    &kStartPage, &kPresentation};

}  // namespace

std::span<const Feature* const> all_features() { return kFeatures; }

}  // namespace tilescope::ui
