// app/worker/gpu_buffers.cpp -- allocates, fills and reads the buffers of one launch.
// SPDX-License-Identifier: MIT
#include "app/worker/gpu_buffers.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace tilescope::live {
namespace {

constexpr std::size_t kLeastRoom = 64 << 10;  // few launches need a larger buffer than the one before

// A word that the GPU may write at the same time.
std::uint32_t word_at(const void* host, std::size_t word) {
    return static_cast<const volatile std::uint32_t*>(host)[word];
}

}  // namespace

GpuBuffers::~GpuBuffers() {
    for (Buffer& buffer : buffers_) free(buffer);
}

void GpuBuffers::free(Buffer& buffer) const {
    if (buffer.host)
        driver_->free_host(buffer.host);
    else if (buffer.device != 0)
        driver_->free(buffer.device);
    buffer = {};
}

BufferStep GpuBuffers::allocate(const LaunchBuffer& wanted, Buffer& buffer) const {
    const bool is_host = buffer.host != nullptr;
    if (buffer.device != 0 && buffer.room >= wanted.bytes && is_host == wanted.host_visible)
        return buffer.bytes = wanted.bytes, BufferStep();
    free(buffer);
    const std::size_t room = std::max(std::bit_ceil(wanted.bytes), kLeastRoom);
    const auto ended = [&](int code, const char* call) {
        if (code == 0) buffer.bytes = wanted.bytes, buffer.room = room;
        return BufferStep{code, call};
    };
    if (!wanted.host_visible) return ended(driver_->allocate(&buffer.device, room), "cuMemAlloc");
    if (const int code = driver_->allocate_host(&buffer.host, room, kHostDeviceMap))
        return ended(code, "cuMemHostAlloc");
    return ended(driver_->host_pointer(&buffer.device, buffer.host, 0), "cuMemHostGetDevicePointer");
}

BufferStep GpuBuffers::put_zeros(const Buffer& buffer) const {
    if (!buffer.host) return {driver_->fill(buffer.device, 0, buffer.bytes), "cuMemsetD8"};
    std::memset(buffer.host, 0, buffer.bytes);
    return {};
}

// `stays`: no kernel changes these bytes.
BufferStep GpuBuffers::put(const LaunchBuffer& wanted, Buffer& buffer, bool stays) const {
    if (wanted.in.empty()) return buffer.held.clear(), put_zeros(buffer);
    if (buffer.host) return std::ranges::copy(wanted.in, static_cast<std::uint8_t*>(buffer.host)), BufferStep();
    if (stays && buffer.held == wanted.in) return {};
    buffer.held.clear();
    if (const int code = driver_->copy_in(buffer.device, wanted.in.data(), buffer.bytes)) return {code, "cuMemcpyHtoD"};
    if (stays) buffer.held = wanted.in;
    return {};
}

BufferStep GpuBuffers::fill(const Launch& launch) {
    buffers_.resize(std::max(buffers_.size(), launch.buffers.size()));
    for (const LaunchBuffer& wanted : launch.buffers) {
        Buffer& buffer = buffers_[count_++];
        const bool is_exchanged = !launch.more_steps.empty() && (wanted.parameter == launch.exchanged.first ||
                                                                 wanted.parameter == launch.exchanged.second);
        if (const BufferStep step = allocate(wanted, buffer); step.code != 0) return step;
        if (const BufferStep step = put(wanted, buffer, !wanted.read_back && !is_exchanged); step.code != 0)
            return step;
    }
    return {};
}

BufferStep GpuBuffers::next_step(const Launch& launch) {
    const auto buffer = [&](unsigned parameter) -> Buffer& {
        const LaunchBuffer* wanted = buffer_at(launch, parameter);
        return buffers_[static_cast<std::size_t>(wanted - launch.buffers.data())];
    };
    std::swap(buffer(launch.exchanged.first), buffer(launch.exchanged.second));
    for (std::size_t i = 0; i < count_; ++i)
        if (launch.buffers[i].in.empty() && launch.buffers[i].parameter != launch.exchanged.second)
            if (const BufferStep step = put_zeros(buffers_[i]); step.code != 0) return step;
    return {};
}

void GpuBuffers::write_addresses(const Launch& launch, std::vector<std::uint8_t>& block) const {
    for (std::size_t b = 0; b < count_; ++b)
        for (unsigned i = 0; i < 8; ++i)
            block[launch.buffers[b].parameter + i] = static_cast<std::uint8_t>(buffers_[b].device >> 8 * i);
}

BufferStep GpuBuffers::read_back(const Launch& launch, std::vector<std::vector<std::uint8_t>>& out) const {
    for (std::size_t i = 0; i < count_; ++i) {
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
    for (const Buffer& buffer : used())
        for (std::size_t i = 0; buffer.host && i < buffer.bytes / 4; ++i) out.push_back(word_at(buffer.host, i));
    return out;
}

std::optional<std::uint32_t> GpuBuffers::phase() const {
    for (const Buffer& buffer : used())
        if (buffer.host) return word_at(buffer.host, static_cast<std::size_t>(Status::phase));
    return {};
}

bool GpuBuffers::timed_out() const {
    constexpr auto kWaited = static_cast<std::size_t>(Status::waited);
    for (const Buffer& buffer : used())
        for (std::size_t i = 0; buffer.host && i + kStatusWords <= buffer.bytes / 4; i += kStatusWords)
            if (word_at(buffer.host, i + kWaited) == kWaitTimedOut) return true;
    return false;
}

}  // namespace tilescope::live
