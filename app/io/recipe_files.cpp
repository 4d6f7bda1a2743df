// app/io/recipe_files.cpp -- runs the model of a session whose recipes can name files.
// SPDX-License-Identifier: MIT

#include "app/io/npy.h"
#include "app/io/row_pool.h"

#include <tilescope/base/say.h>

#include <filesystem>

namespace tilescope::io {

Answer<RecipeFiles> read_recipe_files(const Derived& derived, const std::string& folder) {
    RecipeFiles out;
    for (const RecipeRow& row : kRecipes) {
        const Recipe& recipe = derived.session.recipe_of(row.of);
        const RecipeSize size = recipe_size(derived, row.of);
        if (recipe.kind != RecipeKind::file || size.rows == 0) continue;
        if (recipe.file.empty())
            return Refusal(row.title, ": the recipe has no file name; give a .npy file of ", size.rows, " x ",
                           size.columns, " values.");
        auto words = load_array((std::filesystem::path(folder) / recipe.file).string(), size);
        if (!words) return Refusal(row.title, ": ", words.why);
        out[static_cast<std::size_t>(row.of)] = std::move(*words);
    }
    return out;
}

JobAnswer job_with_files(const Derived& derived, const std::string& folder) {
    const Answer<RecipeFiles> files = read_recipe_files(derived, folder);
    return files ? emulator_job(derived, *files) : JobAnswer(Refusal(files.why));
}

Results emulated(const Derived& derived, const std::string& folder, bool with_repairs, const std::stop_token& stop) {
    Results out{.state = ResultState::refused};
    auto job = job_with_files(derived, folder);
    if (!job) {
        out.refused = job.why;
        return out;
    }
    RowPool pool;
    auto emulation = emulate(*job, {.loop = pool.loop(), .stop = stop});
    if (!emulation) {
        out.refused = emulation.why;
        return out;
    }
    const auto changed_job = [&](const Derived& changed) { return job_with_files(changed, folder); };
    if (with_repairs)
        out.repairs = repairs_of(derived, *job, *emulation, {.job = changed_job, .loop = pool.loop(), .stop = stop});
    out.state = ResultState::done;
    out.job = std::move(*job.value);
    out.session = derived.session;
    out.emulation = std::move(*emulation.value);
    out.sums = range_of_sums(*out.emulation);
    out.revision = derived.revision;
    return out;
}

}  // namespace tilescope::io
