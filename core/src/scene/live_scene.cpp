// core/src/scene/live_scene.cpp -- D of the CPU model and D of a GPU, side by side.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/emulator/dot.h>
#include <tilescope/emulator/element_terms.h>
#include <tilescope/emulator/emulation.h>
#include <tilescope/emulator/floats.h>
#include <tilescope/emulator/matrix_product.h>
#include <tilescope/emulator/recipe.h>
#include <tilescope/scene/result_scene.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

namespace tilescope {
namespace {

using Words = std::span<const std::uint32_t>;

// The tones of differences: the greatest distance of each, and its text. Small differences are light, as equal words
// are.
struct UlpRow {
    std::int64_t most;
    Tone tone;
    std::string_view text;
};
constexpr UlpRow kUlpRows[] = {
    {0, Tone::zeroed, "same value, other bits"},
    {1, Tone::step7, "1 ULP"},
    {3, Tone::step6, "2 to 3"},
    {7, Tone::step5, "4 to 7"},
    {15, Tone::step4, "8 to 15"},
    {255, Tone::step3, "16 to 255"},
    {65535, Tone::step2, "256 to 65535"},
    {kFar - 1, Tone::step1, "more"},
    {std::numeric_limits<std::int64_t>::max(), Tone::step0, "too far apart to count"},
};

std::int64_t ulps_between(const Emulation& e, std::uint32_t word, std::uint32_t model) {
    return ulp_distance(DotRule{.d = find_float(e.d_type)}, word, model);
}

std::int64_t size_of(std::int64_t ulps) { return ulps < 0 ? -ulps : ulps; }

const UlpRow& row_of_ulps(std::int64_t ulps) {
    return *std::ranges::find_if(kUlpRows, [&](const UlpRow& row) { return size_of(ulps) <= row.most; });
}

// The finite values of both grids.
struct Range {
    double low = 0, high = 0;
    std::uint32_t low_word = 0, high_word = 0;
    bool any = false, other = false;  // other: an infinity or NaN

    void add(double value, std::uint32_t word) {
        if (!std::isfinite(value)) {
            other = true;
            return;
        }
        if (!any || value < low) low = value, low_word = word;
        if (!any || value > high) high = value, high_word = word;
        any = true;
    }
    Tone tone(double value) const {
        if (!std::isfinite(value)) return Tone::zeroed;
        if (!(high > low)) return Tone::step4;
        const double place = (value / 2 - low / 2) / (high / 2 - low / 2) * 8;  // halves: the width can overflow
        return static_cast<Tone>(std::clamp(static_cast<int>(place), 0, 7));
    }
};

// A label that fits into a cell: an integer of at most four digits.
std::int32_t label_of(double value) {
    return value == std::floor(value) && std::abs(value) < 10'000 ? static_cast<std::int32_t>(value) : kNoLabel;
}

std::int32_t label_of_ulps(std::int64_t ulps) {
    return size_of(ulps) < 10'000 && ulps != kNoLabel ? static_cast<std::int32_t>(ulps) : kNoLabel;
}

void show_values(const Emulation& e, Words words, const Range& range, Cells& cells) {
    for (std::size_t i = 0; i < words.size(); ++i) {
        const double value = number_of_d(e, words[i]);
        cells.tone[i] = range.tone(value);
        cells.label[i] = label_of(value);
    }
}

std::optional<std::size_t> first_difference(const Emulation& e, Words gpu) {
    for (std::size_t i = 0; i < gpu.size(); ++i)
        if (gpu[i] != e.d[i]) return i;
    return std::nullopt;
}

void add_value_legend(const Emulation& e, const Range& range, Scene& scene) {
    if (range.any && range.high > range.low) {
        scene.legend.push_back({Tone::step0, Mark::none, say("near ", text_of_word(e.d_type, range.low_word))});
        scene.legend.push_back({Tone::step7, Mark::none, say("near ", text_of_word(e.d_type, range.high_word))});
    } else if (range.any) {
        scene.legend.push_back({Tone::step4, Mark::none, text_of_word(e.d_type, range.low_word)});
    }
    if (range.other) scene.legend.push_back({Tone::zeroed, Mark::none, "infinity or NaN"});
}

// Both grids have the same colours, so that a place in the one is easily found in the other.
void show_differences(const Emulation& e, Words gpu, Scene& scene) {
    std::array<bool, std::size(kUlpRows)> there{};
    bool any_equal = false;
    for (std::size_t i = 0; i < gpu.size(); ++i) {
        if (gpu[i] == e.d[i]) {
            any_equal = true;
            continue;
        }
        const std::int64_t ulps = ulps_between(e, gpu[i], e.d[i]);
        const UlpRow& row = row_of_ulps(ulps);
        there[static_cast<std::size_t>(&row - kUlpRows)] = true;
        for (Cells& cells : scene.grids) cells.tone[i] = row.tone;
        scene.grids[1].label[i] = label_of_ulps(ulps);
    }
    if (any_equal) scene.legend.push_back({Tone::equal, Mark::none, "equal"});
    for (std::size_t r = 0; r < there.size(); ++r)
        if (there[r]) scene.legend.push_back({kUlpRows[r].tone, Mark::none, std::string(kUlpRows[r].text)});
}

std::string element_line(const Emulation& e, std::string_view who, std::uint32_t word) {
    return say(who, text_of_word(e.d_type, word), "  ", hex(word, bits_of_d(e.d_type) / 4));
}

}  // namespace

Scene live_scene(const Emulation& e, Words gpu, LiveColouring colouring) {
    Scene scene;
    const std::string size = say(e.m, " x ", e.n);
    scene.grids.push_back(d_grid(e, "live_model", say("MODEL  D  ", size)));
    if (gpu.size() != e.d.size()) gpu = {};
    if (!gpu.empty()) scene.grids.push_back(d_grid(e, "live_gpu", say("GPU  D  ", size)));
    const auto first = first_difference(e, gpu);
    if (!gpu.empty() && colouring == LiveColouring::difference) {
        show_differences(e, gpu, scene);
    } else {
        Range range;
        for (const std::uint32_t word : e.d) range.add(number_of_d(e, word), word);
        for (const std::uint32_t word : gpu) range.add(number_of_d(e, word), word);
        show_values(e, e.d, range, scene.grids[0]);
        if (!gpu.empty()) show_values(e, gpu, range, scene.grids[1]);
        add_value_legend(e, range, scene);
        for (std::size_t i = 0; i < gpu.size(); ++i)
            if (gpu[i] != e.d[i])
                for (Cells& cells : scene.grids) cells.mark[i] = Mark::hatched;
        if (first) scene.legend.push_back({Tone::equal, Mark::hatched, "differs"});
    }
    if (first) {
        scene.grids[1].mark[*first] = Mark::crossed;
        scene.legend.push_back({Tone::equal, Mark::crossed, "first difference"});
    }
    scene.sentence = gpu.empty() ? "D of the CPU model. No GPU has run it."
                     : first     ? "D of the CPU model, and D of a GPU, which differs."
                                 : "D of the CPU model, and D of a GPU, which is equal in every bit.";
    return scene;
}

std::vector<std::string> live_element_lines(const Emulation& e, Words gpu, unsigned row, unsigned column) {
    if (row >= e.m || column >= e.n) return {};
    const std::size_t i = std::size_t{row} * e.n + column;
    std::vector<std::string> out = {element_line(e, "model  ", e.d[i])};
    if (gpu.size() != e.d.size()) return out;
    out.push_back(element_line(e, "GPU    ", gpu[i]));
    if (gpu[i] == e.d[i]) {
        out.emplace_back("equal in every bit");
        return out;
    }
    const std::int64_t ulps = ulps_between(e, gpu[i], e.d[i]);
    out.push_back(ulps == 0 ? "The bits differ, but the values are equal."
                  : size_of(ulps) >= kFar
                      ? "The words are too far apart to count the distance."
                      : say("The GPU is ", size_of(ulps), " ULP ", ulps < 0 ? "below" : "above", " the model."));
    return out;
}

}  // namespace tilescope
