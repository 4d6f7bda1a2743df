// core/include/tilescope/word/certainty.h -- how certain a fact is, and the measurement that a measured fact rests on.
// SPDX-License-Identifier: MIT
//
// A measurement is one row (hw/measurements.h). A measured fact has a pointer to this row, so that every output that
// shows the certainty can show GPU, date and file too:
//
//     {.id = "L88", ..., .certainty = measured("layout")}
//     name_of(rule.certainty)       "measured"
//     text_of(rule.certainty)       "measured: NVIDIA H100 80GB HBM3, 2026-11-26, h100_layout.csv.gz"
#pragma once

#include <tilescope/base/say.h>

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace tilescope {

// A GPU and the day on which it was asked.
struct MeasuredGpu {
    std::string_view name;    // "NVIDIA H100 80GB HBM3", as the driver says it
    std::string_view chip;    // "9.0": the compute capability
    std::string_view driver;  // "580.159.04"
    std::string_view date;    // "2026-11-26"
};

struct Measurement {
    std::string_view id;  // "layout"; never reused
    const MeasuredGpu* on;
    std::string_view file;    // the vectors: "h100_layout.csv.gz"
    std::string_view method;  // one sentence
};

// From the most certain to the least certain. measured: a GPU did it, and the vectors are kept. confirmed: read in a
// document of NVIDIA or in source code. secondary: from a third party, or a conclusion. unknown: no source settles it.
//
// A greater value is less certain: `certainty > Certainty::confirmed` is a doubt, and std::max() of two facts is the
// certainty of a conclusion from both.
class Certainty {
public:
    enum class Level : std::uint8_t { measured, confirmed, secondary, unknown };

    static const Certainty confirmed, secondary, unknown;
    constexpr Certainty() = default;  // confirmed: a row that states no certainty
    constexpr explicit Certainty(const Measurement& measurement) : level_(Level::measured), measured_(&measurement) {}

    constexpr Level level() const { return level_; }
    constexpr const Measurement* measurement() const { return measured_; }  // null: not measured

    friend constexpr bool operator==(Certainty a, Certainty b) { return a.level_ == b.level_; }
    friend constexpr auto operator<=>(Certainty a, Certainty b) { return a.level_ <=> b.level_; }

private:
    constexpr explicit Certainty(Level level) : level_(level) {}

    Level level_ = Level::confirmed;
    const Measurement* measured_ = nullptr;
};
inline constexpr Certainty Certainty::confirmed{Level::confirmed};
inline constexpr Certainty Certainty::secondary{Level::secondary};
inline constexpr Certainty Certainty::unknown{Level::unknown};

inline constexpr std::string_view kCertaintyNames[] = {"measured", "confirmed", "secondary", "unknown"};
constexpr std::string_view name_of(Certainty c) { return kCertaintyNames[static_cast<std::size_t>(c.level())]; }

// "NVIDIA H100 80GB HBM3, 2026-11-26, h100_layout.csv.gz"
inline std::string text_of(const Measurement& m) { return say(m.on->name, ", ", m.on->date, ", ", m.file); }

// "secondary"; "measured: NVIDIA H100 80GB HBM3, 2026-11-26, h100_layout.csv.gz"
inline std::string text_of(Certainty certainty) {
    const Measurement* m = certainty.measurement();
    return m ? say(name_of(certainty), ": ", text_of(*m)) : std::string(name_of(certainty));
}

// "An NVIDIA H100 80GB HBM3 ignores these bits (measured on ...). ..." Requires: a measured certainty.
inline std::string no_effect_of(Certainty certainty) {
    const Measurement& m = *certainty.measurement();
    return say("An ", m.on->name, " ignores these bits (measured on ", m.on->date, ", ", m.file,
               "). A later GPU can give them a meaning.");
}

// " (secondary)" after a source. Empty for confirmed: the source says enough.
inline std::string after_source(Certainty certainty) {
    return certainty == Certainty::confirmed ? std::string() : say(" (", text_of(certainty), ")");
}

}  // namespace tilescope
