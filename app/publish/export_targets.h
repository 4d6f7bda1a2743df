// app/publish/export_targets.h -- all targets of exported texts: those of core, and those that need files or JSON.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/code/code.h>

#include <string_view>
#include <vector>

namespace tilescope::io {

// json_export(), ...: one function for each row of export_targets.inc.
#define TILESCOPE_EXPORT_TARGET(name, ...) Answer<CodeText> name##_export(const CodeJob& job);
#include "app/publish/export_targets.inc"
#undef TILESCOPE_EXPORT_TARGET

inline constexpr CodeTarget kFileTargets[] = {
#define TILESCOPE_EXPORT_TARGET(name, ...) {__VA_ARGS__, .text = name##_export},
#include "app/publish/export_targets.inc"
#undef TILESCOPE_EXPORT_TARGET
};

// Returns the targets of core, then those of app/io.
std::vector<CodeTarget> export_targets();

// Returns the target with this id.
// Errors: no target has it. The reason lists all.
Answer<CodeTarget> export_target(std::string_view id);

}  // namespace tilescope::io
