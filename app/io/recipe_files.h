// app/io/recipe_files.h -- reads the files that the recipes of a session name.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/session/emulate.h>

#include <string>

namespace tilescope::io {

// If the recipe of an operand of the form names a .npy file, reads the file as words of the operand's type. Relative
// names start at `folder`. A refusal names the operand and the error in its file.
Answer<RecipeFiles> read_recipe_files(const Derived& derived, const std::string& folder);

// Reads the files, then builds the job with their words.
JobAnswer job_with_files(const Derived& derived, const std::string& folder);

}  // namespace tilescope::io
