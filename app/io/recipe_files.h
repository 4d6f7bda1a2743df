// app/io/recipe_files.h -- reads the files that the recipes of a session name.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/session/emulate.h>

#include <string>

namespace tilescope::io {

// Reads every .npy file that the recipes of the form's operands name, as words of these operands. Relative names start
// at `folder`. A refusal names the operand and the error in its file.
Answer<RecipeFiles> read_recipe_files(const Derived& derived, const std::string& folder);

}  // namespace tilescope::io
