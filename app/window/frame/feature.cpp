// app/window/frame/feature.cpp -- the features of the window; finds and runs their commands.
// SPDX-License-Identifier: MIT
#include "app/window/frame/feature.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

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

const std::vector<const Command*>& all_commands() {
    static const auto rows = [] {
        std::vector<const Command*> out;
        for (const Feature* feature : all_features())
            for (const Command& row : feature->commands)
                if (!row.title.empty()) out.push_back(&row);
        std::ranges::sort(out, {}, &Command::place);
        return out;
    }();
    return rows;
}

const Command* find_command(std::string_view id) {
    for (const Feature* feature : all_features())
        for (const Command& row : feature->commands)
            if (row.id == id) return &row;
    return nullptr;
}

const PathVerb* find_verb(std::string_view verb) {
    for (const Feature* feature : all_features())
        for (const PathVerb& row : feature->verbs)
            if (row.verb == verb) return &row;
    return nullptr;
}

const PathVerb* verb_of(std::string_view text) {
    const std::size_t end = text.find(' ');
    return end == text.npos ? nullptr : find_verb(text.substr(0, end + 1));
}

bool is_possible(const Command& row, Context c) { return row.when.now == nullptr || row.when.now(c); }

void run_command(Context c, const WindowCommand& request) {
    const Command* row = find_command(request.id);
    if (row == nullptr) return;
    for (const Feature* feature : all_features())
        if (feature->commanded) feature->commanded(c, *row);
    if (!is_possible(*row, c)) return;
    if (!row->asks_for.empty()) return run_command(c, command("choose_path", std::string(row->asks_for)));
    row->act != nullptr ? row->act(c) : row->act_on(c, request);
}

void run_verb(Context c, const PathVerb& row, const std::string& path) {
    std::error_code unreadable;
    if (!row.exports || !std::filesystem::is_regular_file(path, unreadable)) return row.act(c, path);
    c.overlays.overwrite = OverwriteQuestion{path, OverwriteReason::exists, row.verb, row.act};
    c.regions.redraw.touch();
}

}  // namespace tilescope::ui
