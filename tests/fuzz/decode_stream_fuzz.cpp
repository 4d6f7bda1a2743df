// tests/fuzz/decode_stream_fuzz.cpp -- a long text that `decode` reads in pieces: where they are cut changes nothing.
// SPDX-License-Identifier: MIT
#include "app/cli/decode.h"
#include "tests/fuzz/fuzz.h"

#include <tilescope/base/say.h>

#include <algorithm>

namespace tilescope::cli {

// The stream counts what it refuses. Here nobody reads the sentences.
int refuse(std::string_view, std::string_view) { return kUnusable; }

}  // namespace tilescope::cli

namespace tilescope::fuzz {
namespace {

constexpr std::size_t kPiece = 13;  // bytes: about a word

struct Streamed {
    std::uint64_t words = 0, lines = 0, refused = 0;
    bool has_steps = false, has_error = false, only_guesses = false;
    std::string why;
    friend bool operator==(const Streamed&, const Streamed&) = default;
};

Streamed streamed(std::string_view bytes, std::size_t piece) {
    const cli::Globals globals;
    cli::DecodeOutput output(globals, cli::DecodeOutput::How::table, false);  // prints a table at its end, or nothing
    cli::DecodeStream stream({}, globals, output);
    Answer<void> can;
    for (std::size_t at = 0; at < bytes.size() && can; at += piece) can = stream.add(bytes.substr(at, piece));
    if (can) can = stream.finish();
    return {.words = output.words(),
            .lines = stream.lines(),
            .refused = stream.refused(),
            .has_steps = output.has_steps(),
            .has_error = output.has_error(),
            .only_guesses = output.has_only_guesses(),
            .why = can ? std::string() : can.why};
}

}  // namespace

std::string check_decode_stream(std::string_view bytes) {
    const Streamed whole = streamed(bytes, std::max<std::size_t>(bytes.size(), 1));
    if (!whole.why.empty()) return wrong_sentence(whole.why);
    const Streamed parts = streamed(bytes, kPiece);
    if (parts == whole) return {};
    return say("pieces of ", kPiece, " bytes give ", parts.words, " words of ", parts.lines, " lines, and the whole ",
               whole.words, " of ", whole.lines, "; ", parts.refused, " and ", whole.refused, " places are refused");
}

}  // namespace tilescope::fuzz
