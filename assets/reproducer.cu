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

// Unpacks base64 and DEFLATE (RFC 1951): blocks with the fixed codes, and blocks that are not compressed.
struct Bits {
    std::vector<unsigned char> bytes;
    size_t at = 0;
    unsigned bit() { unsigned b = at / 8 < bytes.size() ? bytes[at / 8] >> (at % 8) & 1 : 0; ++at; return b; }
    unsigned number(unsigned n) { unsigned v = 0; for (unsigned i = 0; i < n; ++i) v |= bit() << i; return v; }
    unsigned code(unsigned n, unsigned v = 0) { while (n-- > 0) v = v << 1 | bit(); return v; }
    unsigned symbol() {
        unsigned v = code(7);
        if (v <= 0x17) return 256 + v;
        v = code(1, v);
        if (v <= 0xbf) return v - 0x30;
        if (v <= 0xc7) return 280 + v - 0xc0;
        return 144 + code(1, v) - 0x190;
    }
};
static void inflate_codes(Bits& in, std::vector<unsigned char>& out, size_t size) {
    for (unsigned s; out.size() < size && (s = in.symbol()) != 256;) {
        if (s < 256) { out.push_back((unsigned char)s); continue; }
        const unsigned l = s - 257, lbits = l < 8 || l == 28 ? 0 : l / 4 - 1;
        const size_t length = l == 28 ? 258 : l < 8 ? l + 3 : ((4 + l % 4) << lbits) + 3 + in.number(lbits);
        const unsigned d = in.code(5), dbits = d < 4 ? 0 : d / 2 - 1;
        const size_t back = d < 4 ? d + 1 : ((2 + d % 2) << dbits) + 1 + in.number(dbits);
        if (back > out.size()) break;
        for (size_t i = 0; i < length; ++i) out.push_back(out[out.size() - back]);
    }
}
static std::vector<unsigned char> unpacked(const char* text, size_t size, unsigned long long sum) {
    Bits in;
    unsigned word = 0, have = 0;
    for (; *text; ++text) {
        const char c = *text;
        const int digit = c == '-' ? 62 : c == '_' ? 63 : c >= 'a' ? c - 'a' + 26 : c >= 'A' ? c - 'A' : c - '0' + 52;
        word = word << 6 | unsigned(digit);
        if ((have += 6) >= 8) in.bytes.push_back((unsigned char)(word >> (have -= 8)));
    }
    std::vector<unsigned char> out;
    for (bool last = false; !last && out.size() < size && in.at / 8 < in.bytes.size();) {
        last = in.bit();
        if (in.number(2) != 0) {
            inflate_codes(in, out, size);
            continue;
        }
        in.at = (in.at + 7) / 8 * 8;  // at a byte: the length, its complement, the bytes
        unsigned stored = in.number(16);
        for (in.number(16); stored > 0 && out.size() < size; --stored) out.push_back((unsigned char)in.number(8));
    }
    unsigned long long have_sum = 0xcbf29ce484222325ull;  // FNV-1a
    for (unsigned char byte : out) have_sum = (have_sum ^ byte) * 0x100000001b3ull;
    if (out.size() != size || have_sum != sum) {
        std::fprintf(stderr, "The data in this file are damaged. Export the reproducer again.\n");
        std::exit(2);
    }
    return out;
}

static unsigned long long buffer(size_t bytes, const std::vector<unsigned char>& in = {}) {
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
