// tests/bench/matrix_product_bench.cpp -- one instruction on whole matrices, against naive loops on floats.
// SPDX-License-Identifier: MIT
#include "tests/bench/naive_product.h"
#include "tests/bench/timing.h"
#include "tests/support/matrix_cases.h"

#include <tilescope/emulator/matrix_product.h>

#include <benchmark/benchmark.h>

#include <algorithm>

namespace tilescope {
namespace {

struct Subject {
    std::string_view name;
    DotForm form;
    unsigned k;
    test::Flavour flavour = test::Flavour::small;
};

const Subject kSubjects[] = {
    {"bf16 K 16", {.a_type = "bf16", .b_type = "bf16"}, 16},
    {"bf16 K 16, uniform bits", {.a_type = "bf16", .b_type = "bf16"}, 16, test::Flavour::bits},
    {"f16 K 16", {}, 16},
    {"f16 K 16, D f16", {.d_type = "f16"}, 16},
    {"tf32 K 8", {.kind = "tf32", .a_type = "tf32", .b_type = "tf32"}, 8},
    {"e4m3 K 32", {.kind = "f8f6f4", .a_type = "e4m3", .b_type = "e4m3"}, 32},
    {"mxf8f6f4 e4m3 K 32",
     {.kind = "mxf8f6f4", .a_type = "e4m3", .b_type = "e4m3", .scale_type = "ue8m0", .scale_block = 32},
     32},
    {"mxf4 K 64", {.kind = "mxf4", .a_type = "e2m1", .b_type = "e2m1", .scale_type = "ue8m0", .scale_block = 32}, 64},
    {"mxf4nvf4 ue4m3 K 64",
     {.kind = "mxf4nvf4", .a_type = "e2m1", .b_type = "e2m1", .scale_type = "ue4m3", .scale_block = 16},
     64},
    {"sparse f16 K 32", {.sparse = true}, 32},
    {"i8 K 32", {.kind = "i8", .a_type = "s8", .b_type = "s8", .d_type = "s32"}, 32},
    {"wgmma e4m3 K 32", {.unit = Unit::wgmma, .kind = "", .a_type = "e4m3", .b_type = "e4m3"}, 32},
};
constexpr unsigned kM = 128, kN = 256;

// Returns the number of products that are added. A sparse A has half of K.
double products_of(const DotForm& form, unsigned k) { return double{kM} * kN * k / (form.sparse ? 2 : 1); }

class NaiveLoops {
public:
    explicit NaiveLoops(unsigned k) : k_(k), a_(std::size_t{kM} * k, 1.25f), b_(std::size_t{kN} * k, 0.75f) {}
    double time(void (*loop)(const bench::Naive&)) {
        std::ranges::fill(d_, 0.0f);
        return bench::nanoseconds_of([&] {
            benchmark::DoNotOptimize(a_.data());
            loop({kM, kN, k_, a_.data(), b_.data(), d_.data()});
            benchmark::DoNotOptimize(d_.data());
            benchmark::ClobberMemory();
        });
    }

private:
    std::size_t k_;
    std::vector<float> a_, b_, d_ = std::vector<float>(std::size_t{kM} * kN);
};

// All variants take turns, so a slow moment of the machine affects all of them. The result is the fastest turn of each
// variant, per product. A matrix product includes the time to copy and decode its operands; decoded_ns excludes it.
void matrices_against_floats(benchmark::State& state) {
    const Subject& s = kSubjects[static_cast<std::size_t>(state.range(0))];
    test::Random random(1);
    const test::MatrixCase given = test::random_case({s.form, kM, kN, s.k}, s.flavour, random);
    const MatrixInput in = given.input();
    std::vector<std::uint32_t> d(std::size_t{kM} * kN);
    const auto time = [&](Vectors vectors) {
        return bench::nanoseconds_of([&] {
            MatrixProduct(given.rule, in, vectors).rows(0, kM, d);
            benchmark::DoNotOptimize(d.data());
            benchmark::ClobberMemory();
        });
    };
    const MatrixProduct ready(given.rule, in);
    const auto rows_alone = [&] {
        return bench::nanoseconds_of([&] {
            ready.rows(0, kM, d);
            benchmark::DoNotOptimize(d.data());
            benchmark::ClobberMemory();
        });
    };
    NaiveLoops naive(s.k);
    double decoded = 1e18, best = 1e18, portable = best, ijk = best, ikj = best, rows = best;
    for (auto step : state) {
        best = std::min(best, time(Vectors::best));
        decoded = std::min(decoded, rows_alone());
        portable = std::min(portable, time(Vectors::portable));
        ijk = std::min(ijk, naive.time(bench::naive_ijk));
        ikj = std::min(ikj, naive.time(bench::naive_ikj));
        rows = std::min(rows, naive.time(bench::naive_rows));
    }
    const double products = products_of(s.form, s.k), naive_products = double{kM} * kN * s.k;
    const double written = ijk / naive_products, fastest = std::min({ijk, ikj, rows}) / naive_products;
    state.counters["ns_per_product"] = best / products;
    state.counters["decoded_ns"] = decoded / products;
    state.counters["portable_ns"] = portable / products;
    state.counters["naive_ns"] = written;
    state.counters["fastest_naive_ns"] = fastest;
    state.counters["ratio"] = best / products / written;
    state.counters["portable_ratio"] = portable / products / written;
    state.counters["ratio_to_fastest"] = best / products / fastest;
    state.SetLabel(std::string(s.name));
}
BENCHMARK(matrices_against_floats)->ArgName("form")->DenseRange(0, std::size(kSubjects) - 1);

void dot_one_element(benchmark::State& state) {
    test::Random random(1);
    const test::MatrixCase given = test::random_case({{}, 1, 1, 16}, test::Flavour::small, random);
    const test::Element element(given, 0, 0);
    for (auto step : state) benchmark::DoNotOptimize(dot(element.rule(), element.input()));
}
BENCHMARK(dot_one_element);

void exact_128_256_64(benchmark::State& state) {
    const auto flavour = state.range(0) == 0 ? test::Flavour::small : test::Flavour::bits;
    test::Random random(1);
    const test::MatrixCase given =
        test::random_case({{.a_type = "bf16", .b_type = "bf16"}, kM, kN, 64}, flavour, random);
    std::vector<ExactWord> out(std::size_t{kM} * kN);
    for (auto step : state) {
        ExactProduct(given.rule, given.input()).rows(0, kM, out);
        benchmark::DoNotOptimize(out.data());
    }
    state.SetLabel(std::string(test::name_of(flavour)));
}
BENCHMARK(exact_128_256_64)->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace tilescope
