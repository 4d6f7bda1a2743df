// app/live/gpu_buffers.cpp -- allocates, fills and reads the buffers of one launch.
// SPDX-License-Identifier: MIT
#include "app/live/gpu_buffers.h"

#include <algorithm>
#include <cstring>

namespace tilescope::live {
namespace {

// A word that the GPU may write at the same time.
std::uint32_t word_at(const void* host, std::size_t word) {
    return static_cast<const volatile std::uint32_t*>(host)[word];
}

}  // namespace

GpuBuffers::~GpuBuffers() {
    for (const Buffer& buffer : buffers_) {
        if (buffer.host)
            driver_->free_host(buffer.host);
        else if (buffer.device != 0)
            driver_->free(buffer.device);
    }
}

BufferStep GpuBuffers::allocate(const LaunchBuffer& wanted, Buffer& buffer) const {
    buffer.bytes = wanted.bytes;
    if (!wanted.host_visible) return {driver_->allocate(&buffer.device, wanted.bytes), "cuMemAlloc"};
    if (const int code = driver_->allocate_host(&buffer.host, wanted.bytes, kHostDeviceMap))
        return {code, "cuMemHostAlloc"};
    return {driver_->host_pointer(&buffer.device, buffer.host, 0), "cuMemHostGetDevicePointer"};
}

BufferStep GpuBuffers::fill(const Launch& launch, std::vector<std::uint8_t>& block) {
    for (const LaunchBuffer& wanted : launch.buffers) {
        Buffer& buffer = buffers_.emplace_back();
        if (const BufferStep step = allocate(wanted, buffer); step.code != 0) return step;
        if (buffer.host) {
            std::memset(buffer.host, 0, buffer.bytes);
            std::ranges::copy(wanted.in, static_cast<std::uint8_t*>(buffer.host));
        } else if (wanted.in.empty()) {
            if (const int code = driver_->fill(buffer.device, 0, buffer.bytes)) return {code, "cuMemsetD8"};
        } else if (const int code = driver_->copy_in(buffer.device, wanted.in.data(), buffer.bytes)) {
            return {code, "cuMemcpyHtoD"};
        }
        for (unsigned i = 0; i < 8; ++i)
            block[wanted.parameter + i] = static_cast<std::uint8_t>(buffer.device >> 8 * i);
    }
    return {};
}

BufferStep GpuBuffers::read_back(const Launch& launch, std::vector<std::vector<std::uint8_t>>& out) const {
    for (std::size_t i = 0; i < buffers_.size(); ++i) {
        if (!launch.buffers[i].read_back) continue;
        const Buffer& buffer = buffers_[i];
        std::vector<std::uint8_t>& bytes = out.emplace_back(buffer.bytes);
        if (buffer.host)
            std::memcpy(bytes.data(), buffer.host, buffer.bytes);
        else if (const int code = driver_->copy_out(bytes.data(), buffer.device, buffer.bytes))
            return {code, "cuMemcpyDtoH"};
    }
    return {};
}

std::vector<std::uint32_t> GpuBuffers::status() const {
    std::vector<std::uint32_t> out;
    for (const Buffer& buffer : buffers_)
        for (std::size_t i = 0; buffer.host && i < buffer.bytes / 4; ++i) out.push_back(word_at(buffer.host, i));
    return out;
}

std::optional<std::uint32_t> GpuBuffers::phase() const {
    for (const Buffer& buffer : buffers_)
        if (buffer.host) return word_at(buffer.host, static_cast<std::size_t>(Status::phase));
    return {};
}

bool GpuBuffers::timed_out() const {
    constexpr auto kWaited = static_cast<std::size_t>(Status::waited);
    for (const Buffer& buffer : buffers_)
        for (std::size_t i = 0; buffer.host && i + kStatusWords <= buffer.bytes / 4; i += kStatusWords)
            if (word_at(buffer.host, i + kWaited) == kWaitTimedOut) return true;
    return false;
}

}  // namespace tilescope::live
