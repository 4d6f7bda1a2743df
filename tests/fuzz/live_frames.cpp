// tests/fuzz/live_frames.cpp -- the guarantees of the frames of live runs.
// SPDX-License-Identifier: MIT
#include "tests/fuzz/live_frames.h"

#include <algorithm>
#include <vector>

namespace tilescope::fuzz {
namespace {

constexpr std::size_t kSmallPiece = 13;

struct ReadFrames {
    std::vector<live::Frame> frames;
    std::string why, wrong;
};

ReadFrames read_in_pieces(std::string_view bytes, std::size_t piece) {
    ReadFrames out;
    live::FrameReader reader("The worker");
    for (std::size_t at = 0; at < bytes.size() && out.why.empty(); at += piece) {
        reader.feed(bytes.substr(at, piece));
        for (;;) {
            const auto taken = reader.take();
            if (!taken) out.why = taken.why;
            if (!taken || !*taken) break;
            const std::string_view used = bytes.substr(0, reader.consumed());
            if (!used.ends_with(live::encode(**taken))) out.wrong = "a frame is not the one that was read";
            out.frames.push_back(**taken);
        }
        // The reader drops what it has used as soon as this is more than half of what it holds.
        const std::size_t most = std::max(live::kMostNoiseBytes, reader.expected()) + piece;
        if (reader.held() > 2 * most) out.wrong = "the reader holds more than it needs";
    }
    return out;
}

}  // namespace

std::string wrong_frames(std::string_view bytes) {
    const ReadFrames whole = read_in_pieces(bytes, std::max<std::size_t>(bytes.size(), 1));
    const ReadFrames pieces = read_in_pieces(bytes, kSmallPiece);
    if (whole.frames != pieces.frames) return "pieces give other frames";
    if (whole.why.empty() != pieces.why.empty()) return "pieces are refused, and the whole is not, or the reverse";
    return first_of(whole.wrong, pieces.wrong, whole.why.empty() ? "" : wrong_sentence(whole.why),
                    pieces.why.empty() ? "" : wrong_sentence(pieces.why));
}

live::Frame frame_from(std::string_view bytes) {
    const std::size_t line = std::min(bytes.find('\n'), bytes.size());
    const std::string_view rest = bytes.substr(std::min(line + 1, bytes.size()));
    const std::size_t end = std::min(rest.find('\0'), rest.size());
    return {.type = std::string(bytes.substr(0, line)),
            .json = std::string(rest.substr(0, end)),
            .blob = std::string(rest.substr(std::min(end + 1, rest.size())))};
}

}  // namespace tilescope::fuzz
