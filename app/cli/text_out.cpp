// app/cli/text_out.cpp -- text for people: columns, wrapped sentences, colour on a terminal.
// SPDX-License-Identifier: MIT
#include "app/cli/text_out.h"
#include "app/cli/commands.h"

#include <tilescope/base/say.h>

#include <fmt/color.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

namespace tilescope::cli {
namespace {

constexpr std::size_t kWidth = 98;

// Colour only for a person at a terminal.
std::string coloured(std::string_view text, Severity severity) {
    static constexpr fmt::terminal_color kColours[] = {fmt::terminal_color::red, fmt::terminal_color::yellow,
                                                       fmt::terminal_color::blue, fmt::terminal_color::white};
    const char* off = std::getenv("NO_COLOR");
    if (!isatty(STDOUT_FILENO) || (off && *off)) return std::string(text);
    return fmt::format(fmt::fg(kColours[static_cast<std::size_t>(severity)]), "{}", text);
}

}  // namespace

std::string padded(std::string_view text, std::size_t width) {
    std::string out(text);
    if (out.size() < width) out.append(width - out.size(), ' ');
    return out;
}

std::string wrapped(std::string_view text, std::size_t indent) {
    std::string out, line;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find(' ', at), text.size());
        const std::string_view word = text.substr(at, end - at);
        if (!line.empty() && indent + line.size() + 1 + word.size() > kWidth) {
            out += say(out.empty() ? "" : std::string(indent, ' '), line, "\n");
            line.clear();
        }
        line += say(line.empty() ? "" : " ", word);
        at = end + 1;
    }
    return say(out, out.empty() ? "" : std::string(indent, ' '), line, "\n");
}

void print_problems(std::span<const Problem> problems) {
    for (const Problem& p : problems) {
        const std::string head =
            say("  ", padded(name_of(p.severity), 6), padded(p.rule, 4), padded(say(p.field, " "), 13));
        print(say(coloured(head, p.severity), wrapped(say(p.text, p.fix.empty() ? "" : " ", p.fix), head.size())));
    }
}

}  // namespace tilescope::cli
