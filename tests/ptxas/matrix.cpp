// tests/ptxas/matrix.cpp -- all forms of the instructions, including forms that no target accepts.
// SPDX-License-Identifier: MIT
#include "tests/ptxas/matrix.h"

#include "tests/support/ptx_text.h"

#include <set>

namespace tilescope::test {
namespace {

const std::vector<std::string> kOperations = {"fill", "use", "lastuse", "discard"};
const std::vector<std::string> kScaleSizes = {
    "", "scale_vec::1X", "scale_vec::2X", "scale_vec::3X", "scale_vec::4X", "scale_vec::6X", "block16", "block32"};

// A list of texts without duplicates, in the order of insertion.
class Texts {
public:
    void add(const WgmmaText& parts) { add_text(to_text(parts)); }
    // A number after the predicate of ti16 crashes the assembler without a line number. matrix_test has a separate test
    // for it.
    void add(const MmaText& parts) {
        if (parts.kind != "ti16" || !parts.scale_d) add_text(to_text(parts));
    }
    void add_text(std::string text) {
        if (seen_.insert(text).second) all_.push_back(std::move(text));
    }
    std::vector<std::string> take() { return std::move(all_); }

private:
    std::set<std::string> seen_;
    std::vector<std::string> all_;
};

void with(MmaText v, Texts& out, void (*change)(MmaText&)) {
    change(v);
    out.add(v);
}

std::vector<std::string> collectors(const char* first, const char* last) {
    std::vector<std::string> out;
    for (char buffer = *first; buffer <= *last; ++buffer)
        for (const std::string& operation : kOperations)
            out.push_back((*first == 'a' ? std::string("a") : std::string("b") + buffer) + "::" + operation);
    return out;
}

// Adds forms with the collector buffer of B without .ws, and with B as indices into a table.
void add_buffer_of_b(const MmaText& base, Texts& out) {
    for (const std::string& operation : kOperations) {
        MmaText v = base;
        v.collector_b = "b::" + operation;
        out.add(v);
        with(v, out, [](MmaText& w) { w.collector = "a::use"; });
        with(v, out, [](MmaText& w) { w.collector = "b::use"; });
        with(v, out, [](MmaText& w) { w.lut = true; });
        with(v, out, [](MmaText& w) { w.ashift = true, w.collector = "a::lastuse"; });
        with(v, out, [](MmaText& w) { w.mask = 4 * w.cta, w.scale_d = 7; });
        with(v, out, [](MmaText& w) { w.ws = true; });
    }
    MmaText lut = base;
    lut.lut = true;
    out.add(lut);
    with(lut, out, [](MmaText& w) { w.mask = 4 * w.cta; });
    with(lut, out, [](MmaText& w) { w.scale_d = 1; });
    with(lut, out, [](MmaText& w) { w.ashift = true; });
    with(lut, out, [](MmaText& w) { w.ws = true; });
    with(lut, out, [](MmaText& w) { w.scaled = !w.scaled; });
}

// Adds forms without .ws: plain, and with each mask, collector, number after the predicate, and .ashift.
void add_plain(const MmaText& base, Texts& out) {
    out.add(base);
    for (const unsigned words : {1u, 2u, 4u, 8u}) {
        MmaText v = base;
        v.mask = words;
        out.add(v);
        for (const int number : {0, 7, 15}) {
            v.scale_d = number;
            out.add(v);
        }
    }
    for (int number = -1; number <= 16; ++number) {
        MmaText v = base;
        v.scale_d = number;
        out.add(v);
    }
    for (const bool shift : {false, true}) {
        MmaText v = base;
        v.ashift = shift;
        for (const std::string& collector : collectors("a", "a")) {
            v.collector = collector;
            v.mask = 0;
            out.add(v);
            v.mask = 4 * v.cta;
            out.add(v);
            v.scale_d = 3;
            out.add(v);
            v.scale_d.reset();
        }
    }
    add_buffer_of_b(base, out);
    for (const char* foreign : {"b0::fill", "b3::discard", "b4::fill", "a::load"}) {
        MmaText v = base;
        v.collector = foreign;
        out.add(v);
    }
    with(base, out, [](MmaText& v) { v.ashift = true; });
    with(base, out, [](MmaText& v) { v.ashift = true, v.mask = 4 * v.cta; });
    with(base, out, [](MmaText& v) { v.zeros = true; });
    with(base, out, [](MmaText& v) { v.scaled = true; });
    with(base, out, [](MmaText& v) { v.size = "block32"; });
}

void add_ws(MmaText base, Texts& out) {
    base.ws = true;
    out.add(base);
    for (const bool zeros : {false, true}) {
        for (const std::string& collector : collectors("0", "3")) {
            MmaText v = base;
            v.zeros = zeros;
            v.collector = collector;
            out.add(v);
        }
    }
    with(base, out, [](MmaText& v) { v.zeros = true; });
    with(base, out, [](MmaText& v) { v.collector = "a::fill"; });
    with(base, out, [](MmaText& v) { v.mask = 4; });
    with(base, out, [](MmaText& v) { v.ashift = true; });
    with(base, out, [](MmaText& v) { v.scale_d = 3; });
}

void add_scaled(const MmaText& base, Texts& out) {
    for (const std::string& size : kScaleSizes) {
        MmaText v = base;
        v.size = size;
        out.add(v);
        for (const std::string& collector : collectors("a", "a")) {
            v.collector = collector;
            out.add(v);
        }
        v.collector.clear();
        with(v, out, [](MmaText& w) { w.mask = 4 * w.cta; });
        with(v, out, [](MmaText& w) { w.scale_d = 1; });
        with(v, out, [](MmaText& w) { w.ashift = true; });
        with(v, out, [](MmaText& w) { w.zeros = true; });
        with(v, out, [](MmaText& w) { w.ws = true; });
        with(v, out, [](MmaText& w) { w.scaled = false; });
        add_buffer_of_b(v, out);
    }
}

void add_copies(Texts& out) {
    for (const std::string shape : {"128x256b", "4x256b", "128x128b", "64x128b", "32x128b", "256x128b"})
        for (const std::string multicast : {"", ".warpx2::02_13", ".warpx2::01_23", ".warpx4"})
            for (const std::string formats : {"", ".b8x16.b6x16_p32", ".b8x16.b4x16_p64"})
                for (const std::string group : {"1", "2"})
                    out.add_text("tcgen05.cp.cta_group::" + group + "." + shape + multicast + formats + " [%dt], %ad;");
}

void add_shifts(Texts& out) {
    for (const std::string group :
         {"", ".cta_group::1", ".cta_group::2", ".cta_group::3", ".cta_group::1.cta_group::1"})
        for (const std::string down : {"", ".down", ".down.down", ".up"})
            for (const std::string operands : {" [%dt];", " [%dt+4];", " %dt;", " [%dt], %ad;", ";"}) {
                out.add_text("tcgen05.shift" + group + down + operands);
                out.add_text("tcgen05.shift" + down + group + operands);
            }
}

// Adds every pair of shape and repeats, with valid and invalid lists, and every triple of reduction, modifier and type.
void add_reducing_loads(Texts& out) {
    const std::string head = "tcgen05.ld.red.sync.aligned.";
    for (const std::string shape : {"32x32b", "16x32bx2", "16x64b", "16x128b", "16x256b"})
        for (unsigned repeats = 1; repeats <= 256; repeats *= 2)
            for (const unsigned count : {repeats / 2, repeats, repeats + 1})
                for (const std::string half : {"", ", 0", ", 16"}) {
                    if (count == 0 || count > 256) continue;
                    out.add_text(head + shape + ".x" + std::to_string(repeats) + ".max.f32 " + registers("%c", count) +
                                 ", %f4, [%dt]" + half + ";");
                }
    for (const std::string operation : {"", ".min", ".max", ".add", ".min.max", ".max.max"})
        for (const std::string modifier : {"", ".abs", ".NaN", ".abs.NaN", ".NaN.abs", ".abs.abs", ".NaN.NaN"})
            for (const std::string type : {"", ".f32", ".u32", ".s32", ".b32", ".f16", ".u64", ".f32.f32"})
                out.add_text(head + "32x32b.x2" + operation + modifier + type + " {%c0, %c1}, %f4, [%dt];");
}

struct Types {
    const char *d, *a, *b;
    unsigned k;
};
constexpr Types kTypes[] = {
    {"f32", "f16", "f16", 16},   {"f16", "f16", "f16", 16},   {"f32", "bf16", "bf16", 16}, {"f32", "tf32", "tf32", 8},
    {"f32", "e4m3", "e4m3", 32}, {"f32", "e4m3", "e5m2", 32}, {"f32", "e5m2", "e4m3", 32}, {"f32", "e5m2", "e5m2", 32},
    {"f16", "e4m3", "e4m3", 32}, {"f16", "e4m3", "e5m2", 32}, {"f16", "e5m2", "e4m3", 32}, {"f16", "e5m2", "e5m2", 32},
    {"s32", "s8", "s8", 32},     {"s32", "s8", "u8", 32},     {"s32", "u8", "s8", 32},     {"s32", "u8", "u8", 32},
    {"s32", "b1", "b1", 256},    {"f16", "bf16", "bf16", 16}, {"f32", "f16", "bf16", 16},  {"s32", "f16", "f16", 16},
    {"f32", "s8", "s8", 32},     {"f16", "tf32", "tf32", 8},
};

}  // namespace

std::vector<std::string> tcgen05_matrix() {
    Texts out;
    for (const unsigned cta : {1u, 2u})
        for (const bool a_in_tmem : {false, true})
            for (const bool sp : {false, true}) {
                MmaText base;
                base.cta = cta, base.a_in_tmem = a_in_tmem, base.sp = sp;
                for (const char* kind : {"f16", "tf32", "f8f6f4", "i8", "ti16"}) {
                    base.kind = kind;
                    add_plain(base, out);
                    add_ws(base, out);
                }
                base.scaled = true;
                for (const char* kind : {"mxf8f6f4", "mxf4", "mxf4nvf4"}) {
                    base.kind = kind;
                    add_scaled(base, out);
                }
            }
    add_copies(out);
    add_shifts(out);
    add_reducing_loads(out);
    return out.take();
}

std::vector<std::string> wgmma_matrix() {
    Texts out;
    for (const Types& t : kTypes)
        for (unsigned n = 4; n <= 264; n += n < 16 ? 4 : 8) {
            WgmmaText base;
            base.d = t.d, base.a = t.a, base.b = t.b, base.k = t.k, base.n = n;
            out.add(base);
            const bool sample = n == 8 || n == 24 || n == 40 || n == 128 || n == 240 || n == 256;
            if (!sample) continue;
            for (const unsigned variant : {1u, 2u, 3u, 4u, 5u, 6u, 7u}) {
                WgmmaText w = base;
                w.sp = variant & 1, w.satfinite = variant & 2, w.a_in_registers = variant & 4;
                out.add(w);
                w.k = w.sp ? 2 * t.k : t.k / 2;
                out.add(w);
            }
            for (const int sign : {1, -1, 0})
                for (const int transpose : {0, 1, 2}) {
                    WgmmaText w = base;
                    w.scale_a = sign, w.trans_b = transpose;
                    out.add(w);
                    w.scale_b = sign, w.trans_a = transpose;
                    out.add(w);
                }
        }
    return out.take();
}

}  // namespace tilescope::test
