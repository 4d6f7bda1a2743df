// app/ui/icons.h -- the icons of the window: glyphs of Fork Awesome, which the text font has beside its letters.
// SPDX-License-Identifier: MIT
//
//     if (action_button(Icon::copy, "Copy")) ...     an icon always stands beside a word (app/widgets/buttons.h)
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace tilescope::ui {

// What a button does. One icon has one meaning everywhere.
enum class Icon : std::uint8_t {
    apply,
    close,
    copy,
    data,
    fit,
    left,
    more,
    paste,
    pause,
    pin,
    restore,
    right,
    run,
    save,
    search,
    step,
    stop,
};

// The code points, in the order of Icon. Source: the character map of Fork Awesome 1.2
// (https://forkaweso.me/Fork-Awesome/icons/).
inline constexpr std::array<char16_t, 17> kIconCodes = {
    0xf00c,  // check
    0xf00d,  // times
    0xf0c5,  // files-o
    0xf1c0,  // database
    0xf0b2,  // arrows-alt
    0xf104,  // angle-left
    0xf141,  // ellipsis-h
    0xf0ea,  // clipboard
    0xf04c,  // pause
    0xf08d,  // thumb-tack
    0xf0e2,  // undo
    0xf105,  // angle-right
    0xf04b,  // play
    0xf0c7,  // floppy-o
    0xf002,  // search
    0xf051,  // step-forward
    0xf04d,  // stop
};
static_assert(kIconCodes.size() == static_cast<std::size_t>(Icon::stop) + 1);

// One icon in UTF-8: three bytes and the end.
using IconText = std::array<char, 4>;

constexpr IconText text_of(Icon icon) {
    const unsigned code = kIconCodes[static_cast<std::size_t>(icon)];
    return {static_cast<char>(0xe0 | code >> 12), static_cast<char>(0x80 | (code >> 6 & 0x3f)),
            static_cast<char>(0x80 | (code & 0x3f)), 0};
}

}  // namespace tilescope::ui
