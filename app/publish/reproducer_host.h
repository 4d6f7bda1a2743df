// app/publish/reproducer_host.h -- the host program of a reproducer: the text behind the data of the session.
// SPDX-License-Identifier: MIT
//
// It calls only the driver API, and declares it: any C++ compiler can build it.
#pragma once

#include <string_view>

namespace tilescope::io {

inline constexpr std::string_view kReproducerTypes = R"cuda(#include <fcntl.h>
#include <unistd.h>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

// A number of the parameter block of the kernel. A later K step changes only what differs from the step before.
struct Number {
    unsigned step, offset, bytes;
    unsigned long long value;
};
)cuda";

inline constexpr std::string_view kReproducerDriver = R"cuda(
// The functions of the CUDA driver that are used here. cuda.h declares the same.
extern "C" {
int cuInit(unsigned);
int cuDeviceGet(int*, int);
int cuDeviceGetName(char*, int, int);
int cuDeviceGetAttribute(int*, int, int);
int cuDevicePrimaryCtxRetain(void**, int);
int cuCtxSetCurrent(void*);
int cuModuleLoadDataEx(void**, const void*, unsigned, int*, void**);
int cuModuleGetFunction(void**, void*, const char*);
int cuFuncSetAttribute(void*, int, int);
int cuMemAlloc_v2(unsigned long long*, size_t);
int cuMemsetD8_v2(unsigned long long, unsigned char, size_t);
int cuMemcpyHtoD_v2(unsigned long long, const void*, size_t);
int cuMemcpyDtoH_v2(void*, unsigned long long, size_t);
int cuLaunchKernel(void*, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void*, void**, void**);
int cuStreamQuery(void*);
int cuGetErrorName(int, const char**);
}

static void check(int code, const char* call) {
    if (code == 0) return;
    const char* name = "?";
    cuGetErrorName(code, &name);
    std::fprintf(stderr, "%s: error %d (%s)\n", call, code, name);
    std::exit(1);
}

)cuda";

inline constexpr std::string_view kReproducerRun =
    R"cuda(static unsigned long long buffer(size_t bytes, const std::vector<unsigned char>& in = {}) {
    unsigned long long pointer = 0;
    check(cuMemAlloc_v2(&pointer, bytes), "cuMemAlloc");
    check(cuMemsetD8_v2(pointer, 0, bytes), "cuMemsetD8");
    if (!in.empty()) check(cuMemcpyHtoD_v2(pointer, in.data(), in.size()), "cuMemcpyHtoD");
    return pointer;
}

static void put(std::vector<unsigned char>& block, unsigned offset, unsigned bytes, unsigned long long value) {
    for (unsigned i = 0; i < bytes; ++i) block[offset + i] = (unsigned char)(value >> 8 * i);
}

static bool write_npy(const char* path, const std::vector<unsigned char>& cells) {
    std::string header = "{'descr': '" + std::string(kDescr) + "', 'fortran_order': False, 'shape': (" +
                         std::to_string(kM) + ", " + std::to_string(kN) + "), }";
    while ((10 + header.size() + 1) % 64 != 0) header += ' ';
    header += '\n';
    std::string out = "\x93NUMPY\x01";
    out += '\0';
    out += char(header.size() & 0xff);
    out += char(header.size() >> 8);
    out += header;
    for (unsigned row = 0; row < kM; ++row)
        for (unsigned column = 0; column < kN; ++column)
            out.append(reinterpret_cast<const char*>(&cells[kRowAt[row] + kColumnAt[column]]), kWordBytes);
    const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    size_t done = 0;
    for (ssize_t wrote = 1; file >= 0 && wrote > 0 && done < out.size(); done += size_t(wrote > 0 ? wrote : 0))
        wrote = write(file, out.data() + done, out.size() - done);
    return file >= 0 && close(file) == 0 && done == out.size();
}

// Says where shared memory began, and the words that the MMA got if these are others.
static void report(const unsigned* status, const std::vector<unsigned char>& block) {
    const auto two = [](const unsigned* w) { return w[0] | (unsigned long long)w[1] << 32; };
    const auto word = [&](unsigned offset) {
        unsigned long long v = 0;
        std::memcpy(&v, &block[offset], 8);
        return v;
    };
    std::printf("shared memory begins at 0x%x; the session counts from 0x%x\n", status[2], kOrigin);
    if (two(status + 8) != word(kADescAt) || two(status + 10) != word(kBDescAt))
        std::printf("so the kernel moved the addresses: the MMA got a_desc 0x%016llx, b_desc 0x%016llx\n",
                    two(status + 8), two(status + 10));
    else
        std::printf("the MMA got the words of the session\n");
}

int main(int argc, char** argv) {
    const char* path = argc > 1 ? argv[1] : "D.npy";
    const std::vector<unsigned char> image = unpacked(kImage, kImageSize, kImageSum),
                                     cells_in = unpacked(kCells, kCellsSize, kCellsSum);
    int device = 0, major = 0, minor = 0;
    char name[256] = "";
    void *context = nullptr, *module = nullptr, *kernel = nullptr;
    check(cuInit(0), "cuInit");
    check(cuDeviceGet(&device, 0), "cuDeviceGet");
    check(cuDeviceGetName(name, sizeof name, device), "cuDeviceGetName");
    check(cuDeviceGetAttribute(&major, 75, device), "cuDeviceGetAttribute");
    check(cuDeviceGetAttribute(&minor, 76, device), "cuDeviceGetAttribute");
    std::printf("%s, compute capability %d.%d; the kernel is for %s\n", name, major, minor, kTarget);
    check(cuDevicePrimaryCtxRetain(&context, device), "cuDevicePrimaryCtxRetain");
    check(cuCtxSetCurrent(context), "cuCtxSetCurrent");
    check(cuModuleLoadDataEx(&module, kKernel, 0, nullptr, nullptr), "cuModuleLoadDataEx");
    check(cuModuleGetFunction(&kernel, module, "tilescope_mma"), "cuModuleGetFunction");
    check(cuFuncSetAttribute(kernel, 8, int(kSharedBytes)), "cuFuncSetAttribute");  // dynamic shared memory

    const unsigned long long image_at = buffer(image.size(), image), status_at = buffer(kStatusBytes * kCtas);
    unsigned long long from = buffer(cells_in.size(), cells_in), to = buffer(kCellsOutSize);
    std::vector<unsigned char> block(32764);  // the driver copies as much as the kernel has
    std::vector<unsigned> status(kStatusBytes / 4);
    for (unsigned step = 0; step < kSteps; ++step) {
        if (step != 0) std::swap(from, to);  // D of a step is an input of the next one
        for (const Number& number : kNumbers)
            if (number.step == step) put(block, number.offset, number.bytes, number.value);
        put(block, 0, 8, image_at), put(block, 8, 8, from), put(block, 16, 8, to), put(block, 24, 8, status_at);
        check(cuMemsetD8_v2(status_at, 0, kStatusBytes * kCtas), "cuMemsetD8");
        void* parameters[] = {block.data()};
        check(cuLaunchKernel(kernel, kCtas, 1, 1, kThreads, 1, 1, kSharedBytes, nullptr, parameters, nullptr),
              "cuLaunchKernel");
        int code = 600;  // CUDA_ERROR_NOT_READY. The kernel itself stops waiting for the MMA.
        while ((code = cuStreamQuery(nullptr)) == 600) {}
        check(code, "the kernel");
        check(cuMemcpyDtoH_v2(status.data(), status_at, kStatusBytes), "cuMemcpyDtoH");
        std::printf("K step %u: ", kFirstStep + step);
        report(status.data(), block);
    }
    std::vector<unsigned char> cells(kCellsOutSize);
    check(cuMemcpyDtoH_v2(cells.data(), to, cells.size()), "cuMemcpyDtoH");
    if (!write_npy(path, cells)) {
        std::fprintf(stderr, "%s cannot be written\n", path);
        return 1;
    }
    std::printf("wrote D, %u x %u, to %s\n%s\ncompare it: tilescope emulate '%s' --against %s\n", kM, kN, path, kState,
                kState, path);
}
)cuda";

}  // namespace tilescope::io
