// app/io/recipe_files.cpp -- reads the files that the recipes of a session name.
// SPDX-License-Identifier: MIT
#include "app/io/recipe_files.h"
#include "app/io/array_file.h"

#include <tilescope/base/say.h>

#include <filesystem>

namespace tilescope::io {

Answer<RecipeFiles> read_recipe_files(const Derived& derived, const std::string& folder) {
    using Out = Answer<RecipeFiles>;
    RecipeFiles out;
    for (const RecipeRow& row : kRecipes) {
        const Recipe& recipe = derived.session.recipe_of(row.of);
        const RecipeSize size = recipe_size(derived, row.of);
        if (recipe.kind != RecipeKind::file || size.rows == 0) continue;
        if (recipe.file.empty())
            return Out::refuse(say(row.title, ": the recipe has no file name; give a .npy file of ", size.rows, " x ",
                                   size.columns, " values."));
        auto words = load_array((std::filesystem::path(folder) / recipe.file).string(), size);
        if (!words) return Out::refuse(say(row.title, ": ", words.why));
        out[static_cast<std::size_t>(row.of)] = std::move(*words);
    }
    return out;
}

JobAnswer job_with_files(const Derived& derived, const std::string& folder) {
    const Answer<RecipeFiles> files = read_recipe_files(derived, folder);
    return files ? emulator_job(derived, *files) : JobAnswer(Answer<EmulatorJob>::refuse(files.why));
}

}  // namespace tilescope::io
