// app/io/recipe_files.h -- runs the model of a session whose recipes can name files.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/document/derive.h>
#include <tilescope/document/emulate.h>
#include <tilescope/document/results.h>

#include <stop_token>
#include <string>

namespace tilescope::io {

// If the recipe of an operand of the form names a .npy file, reads the file as words of the operand's type. Relative
// names start at `folder`. A refusal names the operand and the error in its file.
Answer<RecipeFiles> read_recipe_files(const Derived& derived, const std::string& folder);

// Reads the files, then builds the job with their words.
JobAnswer job_with_files(const Derived& derived, const std::string& folder);

// Runs the model and, if asked, looks for repairs; returns when it is done. Relative names of recipe files begin at
// `folder`. Results::refused has the reason if the model cannot run. After a stop, nobody may use the results.
Results emulated(const Derived& derived, const std::string& folder, bool with_repairs = true,
                 const std::stop_token& stop = {});

}  // namespace tilescope::io
