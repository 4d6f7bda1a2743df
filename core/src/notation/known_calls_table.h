// core/src/notation/known_calls_table.h -- functions of known libraries that make descriptors, and their parameters.
// SPDX-License-Identifier: MIT
//
// Each row follows the public definition that `source` names. The functions start with the word 0. So a field without a
// parameter is 0, unless `open` has its bits. The first row that the arguments fit is used.
#pragma once

#include "known_calls_cutlass.h"
#include "known_calls_dsl.h"
#include "known_calls_kernels.h"
#include "known_calls_python.h"
#include "known_calls_rust.h"
#include "known_calls_tilelang.h"
#include "known_calls_tvm.h"

namespace tilescope::notation::known_calls {

inline constexpr std::span<const KnownFunction> kLibraries[] = {
    tilelang::kFunctions, tvm::kFunctions,  kernels::kFunctions, cutlass::kFunctions,
    python::kFunctions,   rust::kFunctions, dsl::kFunctions};

}  // namespace tilescope::notation::known_calls
