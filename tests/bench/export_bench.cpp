// tests/bench/export_bench.cpp -- a picture of a view as a file, against a copy of as many bytes.
// SPDX-License-Identifier: MIT
//
// A person waits for a picture as long as for a click: 100 ms are the aim for a picture, 5 ms for a text.
#include "app/publish/picture_formats.h"

#include <tilescope/document/emulate.h>
#include <tilescope/emulator/emulation.h>
#include <tilescope/export/sheet.h>
#include <tilescope/view/pictures.h>

#include <benchmark/benchmark.h>

#include <cstring>
#include <string>
#include <vector>

namespace tilescope {
namespace {

Results emulated(const Derived& d) {
    Results out;
    const JobAnswer job = emulator_job(d);
    if (!job) return out;
    auto emulation = emulate(*job);
    if (!emulation) return out;
    out.state = ResultState::done;
    out.job = *job, out.session = d.session;
    out.emulation = std::move(emulation.value);
    return out;
}

// As many bytes as the pixels of the memory picture at scale 2.
void copy_of_12_mib(benchmark::State& state) {
    const std::vector<char> from(12u << 20, 'x');
    std::vector<char> to(from.size());
    for (auto step : state) {
        std::memcpy(to.data(), from.data(), from.size());
        benchmark::DoNotOptimize(to.data());
    }
}

// The whole way: scene, sheet, bytes of the file.
void export_of(benchmark::State& state, const char* view, const char* format) {
    const Derived d = derive({});
    const Results results = emulated(d);
    const io::PictureFormat* row = nullptr;
    for (const io::PictureFormat& f : io::kPictureFormats)
        if (f.id == format) row = &f;
    if (row == nullptr) return state.SkipWithError("there is no such format");
    std::size_t bytes = 0;
    for (auto step : state) {
        const auto scene = picture_of(view, d, {}, results);
        if (!scene) return state.SkipWithError(scene.why.c_str());
        const auto file = row->bytes(sheet_of(*scene), {});
        if (!file) return state.SkipWithError(file.why.c_str());
        bytes = file->size();
        benchmark::DoNotOptimize(file->data());
    }
    state.counters["bytes"] = static_cast<double>(bytes);
}
void terminal_text_of_a_tile(benchmark::State& state) {
    const Derived d = derive({});
    for (auto step : state) benchmark::DoNotOptimize(to_terminal(*picture_of("memory", d, {}), {}));
}

BENCHMARK(copy_of_12_mib)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(export_of, memory_svg, "memory", "svg")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(export_of, memory_tikz, "memory", "tikz")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(export_of, memory_pdf, "memory", "pdf")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(export_of, memory_png, "memory", "png")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(export_of, mma_svg, "mma", "svg")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(export_of, mma_pdf, "mma", "pdf")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(export_of, mma_png, "mma", "png")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(export_of, result_png, "result", "png")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(export_of, word_svg, "word a_desc", "svg")->Unit(benchmark::kMillisecond);
BENCHMARK(terminal_text_of_a_tile)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace tilescope
