// app/worker/worker.cpp -- reads requests, and answers them with the GPU.
// SPDX-License-Identifier: MIT
#include "app/io/descriptor.h"
#include "app/io/program.h"
#include "app/worker/gpu.h"
#include "app/worker/messages.h"
#include "app/worker/protocol.h"

#include <tilescope/base/say.h>

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <thread>
#include <variant>

namespace tilescope::live {
namespace {

constexpr std::size_t kWorkerPiece = 1 << 16;

// Ends the process as soon as the client has closed standard input, also while the driver works.
class ClientWatch {
public:
    ClientWatch() : end_(eventfd(0, EFD_CLOEXEC)), thread_([this] { watch(); }) {}
    ~ClientWatch() {
        eventfd_write(end_.number(), 1);
        thread_.join();
    }
    ClientWatch& operator=(ClientWatch&&) = delete;  // nor any other copy

private:
    void watch() {
        for (;;) {
            pollfd ready[] = {{STDIN_FILENO, POLLRDHUP, 0}, {end_.number(), POLLIN, 0}};
            if (poll(ready, 2, -1) < 0) continue;
            if (ready[1].revents != 0) return;
            if (ready[0].revents != 0) _exit(io::kDone);
        }
    }

    io::Descriptor end_;
    std::thread thread_;
};

class Worker {
public:
    explicit Worker(io::Descriptor out) : out_(std::move(out)) {}

    int run() {
        // The line end ends a line that a login printed without one.
        if (!io::write_all(out_.number(), "\n") || !send(Hello{.tilescope = TILESCOPE_VERSION})) return io::kUnusable;
        while (!done_) {
            const Answer<std::optional<Frame>> frame = reader_.take();
            if (!frame) return fail(frame.why);
            if (*frame) {
                if (const auto handled = handle(**frame); !handled) return fail(handled.why);
            } else if (!read_more()) {
                return reader_.is_inside() ? fail("The client ended in the middle of a message") : io::kDone;
            }
        }
        return io::kDone;
    }

private:
    static int fail(std::string_view why) {
        std::fprintf(stderr, "tilescope --live-worker: %.*s.\n", static_cast<int>(why.size()), why.data());
        return io::kUnusable;
    }

    bool read_more() {
        std::array<char, kWorkerPiece> piece{};
        const ssize_t got = io::uninterrupted([&] { return read(STDIN_FILENO, piece.data(), piece.size()); });
        if (got > 0) reader_.feed({piece.data(), static_cast<std::size_t>(got)});
        return got > 0;
    }

    bool send(const FromWorker& message) {
        const Answer<Frame> frame = frame_of(message);
        const bool sent = frame && io::write_all(out_.number(), encode(*frame));
        done_ |= !sent;
        return sent;
    }

    Answer<void> handle(const Frame& frame) {
        const Answer<ToWorker> message = to_worker(frame);
        if (!message) return Refusal(message.why);
        std::visit([this](const auto& request) { answer(request); }, *message);
        return {};
    }

    void answer(const Hello&) {}  // the frame had the same version
    void answer(const Bye&) { done_ = true; }
    void answer(const DevicesRequest&) { send(gpu_.devices()); }
    void answer(const SettleRequest& request) { send(Settled{.ending = gpu_.settle(request.device)}); }
    void answer(const CompileAhead& request) { gpu_.compile_ahead(request); }
    void answer(const LaunchRequest& request) {
        const RunResult result = gpu_.run(request, [this](const Progress& progress) { send(progress); });
        send(result);
        done_ |= result.worker_ends;
    }

    io::Descriptor out_;
    FrameReader reader_{"The client"};
    Gpu gpu_;
    bool done_ = false;
};

}  // namespace

int run_worker() {
    io::Descriptor out(fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
    if (!out || dup2(STDERR_FILENO, STDOUT_FILENO) < 0) return io::kUnusable;
    const ClientWatch watch;
    return Worker(std::move(out)).run();
}

}  // namespace tilescope::live
