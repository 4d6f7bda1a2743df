// app/window/frame/command.cpp -- finds the row of a command.
// SPDX-License-Identifier: MIT
#include "app/window/frame/command.h"

#include <cstddef>
#include <variant>

namespace tilescope::ui {
namespace {

// clang-format off
constexpr std::string_view kCommandIds[] = {
#define TILESCOPE_COMMAND(id, ...) #id,
#define TILESCOPE_PICTURE_COMMANDS
#define TILESCOPE_SCREEN_COMMANDS
#define TILESCOPE_ANIMATION_COMMANDS
#include "app/ui/commands.inc"
#undef TILESCOPE_COMMAND
#undef TILESCOPE_PICTURE_COMMANDS
#undef TILESCOPE_SCREEN_COMMANDS
#undef TILESCOPE_ANIMATION_COMMANDS
};
// clang-format on

}  // namespace

const Command* find_command(std::string_view id) {
    for (const Command& c : all_commands())
        if (c.id == id) return &c;
    return nullptr;
}

const Command* find_command(CommandId id) { return find_command(kCommandIds[static_cast<std::size_t>(id)]); }

std::string_view id_of(const WindowCommand& command) {
    if (const auto* id = std::get_if<CommandId>(&command)) return kCommandIds[static_cast<std::size_t>(*id)];
    const auto* row = std::get_if<const Command*>(&command);
    return row != nullptr ? (*row)->id : std::string_view();
}

bool is_possible(const Command& command, Context c) { return !command.when || command.when(c); }

}  // namespace tilescope::ui
