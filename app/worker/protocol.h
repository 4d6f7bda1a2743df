// app/worker/protocol.h -- the worker process, and the frames on its pipes.
// SPDX-License-Identifier: MIT
//
// A frame is a line of text, a JSON document and raw bytes:
//
//     tilescope-live 2 result 214 65536 1f0c93a2d84ee6b1
//     |              | |      |   |     checksum of all other bytes of the frame
//     sentinel       | type   |   size of the raw bytes
//                    version  size of the JSON document
//
// A login on another machine can print text before the first frame, so the reader skips lines that do not begin with
// the sentinel. After the first frame, all bytes must be frames.
//
//     FrameReader reader("The worker");
//     reader.feed(bytes);                            // as they come
//     while (true) {
//         const auto frame = reader.take();          // refused: use reader.refused_as()
//         if (!frame || !*frame) break;
//         ... **frame ...
//     }
#pragma once

#include "app/worker/outcomes.h"

#include <tilescope/base/answer.h>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tilescope::live {

inline constexpr unsigned kProtocolVersion = 2;  // another one for each change of a message
inline constexpr std::string_view kSentinel = "tilescope-live";
inline constexpr std::size_t kMostFrameBytes = 64u << 20;  // JSON and raw bytes together
inline constexpr std::size_t kMostNoiseBytes = 64u << 10;  // before the first frame
inline constexpr std::size_t kMostLineBytes = 160;         // the first line of a frame

struct Frame {
    std::string type;  // lower-case letters and '_', at most 32
    std::string json;
    std::string blob;  // raw bytes
    friend bool operator==(const Frame&, const Frame&) = default;
};

// Returns the bytes of a frame. Requires: it is not larger than kMostFrameBytes, and its type is as described above.
std::string encode(const Frame& frame);

// Makes frames of bytes that come in pieces of any size. It needs memory for one frame and what was fed beyond it.
class FrameReader {
public:
    // `sender` begins the sentences of refusals: "The worker", "The client".
    explicit FrameReader(std::string_view sender) : sender_(sender) {}

    void feed(std::string_view bytes);

    // Returns the next frame, or nothing if more bytes are needed.
    // Errors: garbage, a damaged frame, a frame that is too large, another version. All later calls refuse too.
    Answer<std::optional<Frame>> take();

    // bad_protocol or wrong_version, after take() refused.
    Outcome refused_as() const { return refused_as_; }

    // True if bytes of an unfinished frame were fed.
    bool is_inside() const;
    // The size of the frame whose first line was read, in bytes; 0: none.
    std::size_t expected() const { return head_ ? head_->json + head_->blob : 0; }
    // The last line before the first frame that has text, for a sentence.
    const std::string& last_noise() const { return last_noise_; }
    // How many bytes frames and skipped lines had.
    std::uint64_t consumed() const { return consumed_; }
    // How many bytes wait in memory.
    std::size_t held() const { return buffer_.size(); }

private:
    struct Head {
        std::string type;
        std::size_t json = 0, blob = 0;
        std::uint64_t checksum = 0;
    };
    static std::optional<Head> head_of(std::string_view line);
    Answer<void> read_line(std::string_view line);
    Answer<void> check_unfinished_line();
    Answer<void> refuse_noise();
    // Joins the parts of the sentence.
    template <class... Parts>
    Refusal refuse(Outcome outcome, const Parts&... parts);
    std::string_view rest() const { return std::string_view(buffer_).substr(at_); }
    void drop(std::size_t bytes);

    std::string sender_, buffer_, why_, last_noise_;
    std::size_t at_ = 0, searched_ = 0, noise_ = 0;
    std::uint64_t consumed_ = 0;
    std::optional<Head> head_;
    bool started_ = false;
    Outcome refused_as_ = Outcome::ok;
};

// ---- the process that uses the GPU: tilescope --live-worker
//
// A wrong descriptor can make the GPU poison the whole process, or never answer. So all work for the GPU happens in
// this process, which may die, and never in the window or in the command line.

// The only argument of the worker process. --help does not list it, because only the client uses it.
inline constexpr std::string_view kWorkerOption = "--live-worker";

// Speaks the protocol on standard input and output until standard input closes, and returns the exit status.
// Standard output of all other code in this process, also of the driver, goes to standard error.
// The caller must end the process with _exit(): the exit handlers of the driver can wait for a GPU that hangs.
int run_worker();

}  // namespace tilescope::live
