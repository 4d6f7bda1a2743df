// app/worker/gpu_buffers.h -- the buffers of one launch in the memory of the GPU. Only the worker process uses this.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/worker/driver.h"

#include <tilescope/kernel/launch.h>

namespace tilescope::live {

// The result of a few calls of the driver: the first code that is not 0, and the function that returned it.
struct BufferStep {
    int code = 0;
    const char* call = "";
};

// The memory stays allocated from launch to launch: to allocate takes the driver longer than to copy and to run.
class GpuBuffers {
public:
    // Requires: `driver` is open and lives longer than this object; in all calls, the same context is current.
    explicit GpuBuffers(const Driver& driver) : driver_(&driver) {}
    GpuBuffers& operator=(GpuBuffers&&) = delete;  // nor any other copy
    ~GpuBuffers();                                 // frees the memory

    // Begins a launch: until fill(), it has no buffers.
    void begin() { count_ = 0; }

    // Allocates what is missing, and fills all buffers. What the launch before copied in and no kernel can have changed
    // is not copied again. Requires: the launch keeps the limits of messages.h.
    BufferStep fill(const Launch& launch);

    // Prepares the next step: exchanges the two buffers, and fills those with zeros again that began so, except the one
    // that has what the step before left.
    // Requires: the kernel has ended.
    BufferStep next_step(const Launch& launch);

    // Writes the addresses of all buffers into the parameter block of a step.
    void write_addresses(const Launch& launch, std::vector<std::uint8_t>& block) const;

    // Copies the buffers with read_back. Requires: the kernel has ended.
    BufferStep read_back(const Launch& launch, std::vector<std::vector<std::uint8_t>>& out) const;

    // The words that the kernel wrote to the host-visible buffers; valid at any time, also after an error.
    std::vector<std::uint32_t> status() const;
    std::optional<std::uint32_t> phase() const;  // of the first CTA; nothing without a status block
    bool timed_out() const;                      // a CTA stopped itself after timeout_ns

    // Frees nothing: after a sticky error each call of the driver fails, and the process ends.
    void abandon() { buffers_.clear(), count_ = 0; }

private:
    struct Buffer {
        DevicePointer device = 0;
        void* host = nullptr;  // not null: visible to the host
        std::size_t bytes = 0, room = 0;
        std::vector<std::uint8_t> held;  // what was copied in, if it is still there
    };
    std::span<const Buffer> used() const { return std::span(buffers_).first(count_); }
    void free(Buffer& buffer) const;
    BufferStep allocate(const LaunchBuffer& wanted, Buffer& buffer) const;
    BufferStep put_zeros(const Buffer& buffer) const;
    BufferStep put(const LaunchBuffer& wanted, Buffer& buffer, bool stays) const;

    const Driver* driver_;
    std::vector<Buffer> buffers_;
    std::size_t count_ = 0;  // of this launch; the others wait for a launch with more buffers
};

}  // namespace tilescope::live
