// tests/fuzz/live_frames.h -- the guarantees of the frames and messages of live runs.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/worker/messages.h"
#include "tests/fuzz/fuzz.h"

#include <string>
#include <string_view>

namespace tilescope::fuzz {

// Reads the bytes as frames and checks:
//   - a frame that is accepted is the frame whose bytes were read: encode() gives them again
//   - the bytes in pieces give the same frames and the same refusal
//   - the reader holds no more than one frame, or the text before the first frame
//   - a refusal is one sentence
std::string wrong_frames(std::string_view bytes);

// Makes a frame without a checksum, which random bytes never have: a line with the type, then the JSON up to a byte 0,
// then the raw bytes.
live::Frame frame_from(std::string_view bytes);

// Checks that a message that `read` accepts becomes the same message again, and that a refusal is one sentence.
template <class Messages>
std::string wrong_message(std::string_view bytes, Answer<Messages> (*read)(const live::Frame&)) {
    const auto message = read(frame_from(bytes));
    if (!message) return wrong_sentence(message.why);
    const auto frame = live::frame_of(*message);
    if (!frame) return "a message that was read cannot be written: " + frame.why;
    const auto again = read(*frame);
    if (!again) return "a message that was written is refused: " + again.why;
    return *again == *message ? "" : "a message reads back as a different one";
}

}  // namespace tilescope::fuzz
