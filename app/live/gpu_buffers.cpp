// app/live/gpu_buffers.cpp -- allocates, fills and reads the buffers of one launch.
// SPDX-License-Identifier: MIT
#include "app/live/gpu_buffers.h"

#include <algorithm>
#include <cstring>
#include <utility>

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

BufferStep GpuBuffers::put_zeros(const Buffer& buffer) const {
    if (!buffer.host) return {driver_->fill(buffer.device, 0, buffer.bytes), "cuMemsetD8"};
    std::memset(buffer.host, 0, buffer.bytes);
    return {};
}

BufferStep GpuBuffers::put(const LaunchBuffer& wanted, const Buffer& buffer) const {
    if (wanted.in.empty()) return put_zeros(buffer);
    if (!buffer.host) return {driver_->copy_in(buffer.device, wanted.in.data(), buffer.bytes), "cuMemcpyHtoD"};
    std::ranges::copy(wanted.in, static_cast<std::uint8_t*>(buffer.host));
    return {};
}

BufferStep GpuBuffers::fill(const Launch& launch) {
    for (const LaunchBuffer& wanted : launch.buffers) {
        Buffer& buffer = buffers_.emplace_back();
        if (const BufferStep step = allocate(wanted, buffer); step.code != 0) return step;
        if (const BufferStep step = put(wanted, buffer); step.code != 0) return step;
    }
    return {};
}

BufferStep GpuBuffers::next_step(const Launch& launch) {
    const auto buffer = [&](unsigned parameter) -> Buffer& {
        const LaunchBuffer* wanted = buffer_at(launch, parameter);
        return buffers_[static_cast<std::size_t>(wanted - launch.buffers.data())];
    };
    std::swap(buffer(launch.exchanged.first), buffer(launch.exchanged.second));
    for (std::size_t i = 0; i < buffers_.size(); ++i)
        if (launch.buffers[i].in.empty() && launch.buffers[i].parameter != launch.exchanged.second)
            if (const BufferStep step = put_zeros(buffers_[i]); step.code != 0) return step;
    return {};
}

void GpuBuffers::write_addresses(const Launch& launch, std::vector<std::uint8_t>& block) const {
    for (std::size_t b = 0; b < buffers_.size(); ++b)
        for (unsigned i = 0; i < 8; ++i)
            block[launch.buffers[b].parameter + i] = static_cast<std::uint8_t>(buffers_[b].device >> 8 * i);
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
