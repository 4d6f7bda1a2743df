// core/include/tilescope/study/selftest.h -- the jobs with which a GPU is compared with the model.
// SPDX-License-Identifier: MIT
//
//     const SelftestList list("9.0", SelftestSize::smoke);
//     for (std::size_t i = 0; i < list.size(); ++i)
//         if (const auto job = list.job(i)) run(job->session);
//
// Every job has words that no rule refuses, and memory that matches them. So a difference is a fact about the hardware
// or an error of the model, never one of the words.
#pragma once

#include <tilescope/document/session.h>
#include <tilescope/study/variation.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

enum class SelftestSize : std::uint8_t {
    smoke,  // every preset of the chip, with values that show wrong reads and with random values
    full    // also every N, swizzle mode and majorness, all kinds and types, dense and sparse, A in and out of memory
};
inline constexpr NamedValue kSelftestSizes[] = {{0, "smoke"}, {1, "full"}};

struct SelftestJob {
    std::string name;  // "k_major_128b_f16 idesc.n=96, random": unique in its list
    Session session;
};

// The jobs for a chip, for example "10.3", in a fixed order. Each runs all K steps of its tile. Presets of another
// target of the same generation are retargeted.
//
// A list is made at once; its jobs are made one by one, because thousands of them take seconds.
class SelftestList {
public:
    // No entries: no target with wgmma or tcgen05 is for this chip.
    SelftestList(std::string_view chip, SelftestSize size);

    std::size_t size() const { return begin_.back(); }
    // Requires: i < size().
    std::string name(std::size_t i) const;
    // Requires: i < size(). No value: the chip has no such form, or a rule refuses it.
    std::optional<SelftestJob> job(std::size_t i) const;

private:
    void add(std::string name, const Session& base, const std::vector<std::string>& vary);
    void add_forms(const Session& base, std::string_view name);
    std::size_t part_of(std::size_t i) const;

    struct Part {
        std::string name;
        Grid grid;
    };
    std::vector<Part> parts_;
    std::vector<std::size_t> begin_ = {0};  // of each part, and the end
};

}  // namespace tilescope
