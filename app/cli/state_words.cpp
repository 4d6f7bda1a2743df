// app/cli/state_words.cpp -- the words of a state line, as decode prints them.
// SPDX-License-Identifier: MIT
#include "app/cli/state_words.h"
#include "app/cli/text_out.h"

#include <tilescope/base/say.h>
#include <tilescope/session/derive.h>

#include <array>
#include <string>
#include <utility>

namespace tilescope::cli {
namespace {

constexpr std::array<PasteRole, kWordCount> kRoles = {PasteRole::smem_a, PasteRole::smem_b, PasteRole::idesc,
                                                      PasteRole::zcm};

PasteContext context_of(const Session& s) {
    PasteContext out;
    out.kind = s.variant.kind;
    out.cta_group = s.variant.cta_group;
    out.ws = s.variant.ws;
    out.sparse = s.variant.sparse;
    out.a_in_tmem = s.variant.a_in_tmem;
    out.hopper = is_hopper(s);
    out.tcgen05 = !out.hopper;
    out.arch = s.arch;
    return out;
}

}  // namespace

StateWords words_of(const io::StateLine& line, std::string_view text) {
    const Session& session = line.file->session;
    const Derived derived = derive(session);
    StateWords out{{}, context_of(session)};
    for (const WordRow& row : kWords) {
        const auto at = static_cast<std::size_t>(row.word);
        const std::uint64_t word = session.word(row.word), unknown = session.unknown_bits(row.word);
        if (row.word == WordId::zcm && word == 0 && unknown == 0) continue;
        const Format* format = derived.words[at].format;
        FoundWord found{.span = line.span,
                        .source = std::string(text.substr(line.span.begin, line.span.end - line.span.begin)),
                        .reader = "state line",
                        .name = std::string(row.id),
                        .role = kRoles[at],
                        .value = word,
                        .bits = format->bits,
                        .unknown_bits = unknown};
        found.readings.push_back({.format = format,
                                  .word = word,
                                  .why = say("the state line has it as ", row.id),
                                  .certainty = Certainty::confirmed,
                                  .unknown = unknown});
        out.words.push_back(std::move(found));
    }
    return out;
}

void add_state_line(const io::StateLine& line, std::string_view text, std::uint64_t number, const Globals& globals,
                    DecodeOutput& output) {
    if (!globals.json && !globals.csv) print(wrapped(say("This is ", io::about_line(line.file->session)), 0));
    StateWords found = words_of(line, text);
    for (FoundWord& word : found.words) output.add(std::move(word), found.context, number);
}

std::string without_lines(std::string_view text, const std::vector<io::StateLine>& lines) {
    std::string out(text);
    for (const io::StateLine& line : lines)
        for (std::size_t at = line.span.begin; at < line.span.end; ++at)
            if (out[at] != '\n') out[at] = ' ';
    return out;
}

}  // namespace tilescope::cli
