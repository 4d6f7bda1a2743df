// core/src/rules/smem_facts.h -- facts about a shared-memory descriptor (tcgen05 or Hopper) that several rules need.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/layout/descriptor.h>
#include <tilescope/rules/rule.h>

#include <optional>
#include <string>

namespace tilescope {

inline const SwizzleRow* mode(const WordFacts& w) {
    return mode_with_code(*family_reading(w.format().id), w.raw("swizzle"));
}
inline bool is_mode(const WordFacts& w, SwizzleMode m) { return mode(w) == &row_of(m); }
inline bool swizzled(const WordFacts& w) { return mode(w) && mode(w)->mode != SwizzleMode::none; }
inline std::string name(const WordFacts& w) { return w.text("swizzle"); }
inline bool k_major(const WordFacts& w) { return w.context().major == Major::k; }
inline bool mn_major(const WordFacts& w) { return w.context().major == Major::mn; }

// The bytes of one atom: the size of one group of rows (K-major) or of k (MN-major).
inline std::uint64_t group_bytes(const WordFacts& w) {
    return mode(w) ? std::uint64_t{mode(w)->k_rows} * mode(w)->width_bytes : 0;
}

// Whether the tile is MN-major and wider than one swizzle width, so that lbo is used.
inline bool walks_lbo(const WordFacts& w) {
    const WordContext& c = w.context();
    if (!mn_major(w) || !swizzled(w) || !c.type || c.rows == 0) return false;
    return static_cast<unsigned>(c.rows) * c.type->container_bits / 8 > mode(w)->width_bytes;
}

// Bytes of K that one instruction reads of each row: 32; 64 for a sparse B; 48 with K = 96. Returns 0 if not known.
inline std::uint64_t slice_bytes(const WordFacts& w) {
    const WordContext& c = w.context();
    return c.type ? static_cast<std::uint64_t>(c.columns) * c.type->container_bits / 8 : 0;
}

// Whether one instruction reads several whole atoms along K, so that lbo is the distance between them.
inline bool walks_lbo_along_k(const WordFacts& w) {
    const std::uint64_t bytes = slice_bytes(w);
    return k_major(w) && swizzled(w) && bytes > mode(w)->width_bytes && bytes % mode(w)->width_bytes == 0;
}
// Whether nothing is known that excludes it: B of a sparse instruction reads 64 bytes.
inline bool may_walk_lbo_along_k(const WordFacts& w) {
    constexpr std::uint64_t kWidest = 64;
    if (slice_bytes(w) != 0) return walks_lbo_along_k(w);
    return k_major(w) && swizzled(w) && mode(w)->width_bytes < kWidest && w.context().sparse != false;
}

// The byte in its swizzle row at which a K-major slice begins.
inline std::uint64_t place_in_row(const WordFacts& w) { return w.value("start") % mode(w)->width_bytes; }

// The slice of one instruction. Returns nothing if the type, the majorness or a size is not known.
inline std::optional<SmemLayout> slice(const WordFacts& w) {
    const WordContext& c = w.context();
    if (!c.major || !c.type || c.rows == 0 || c.columns == 0) return {};
    const auto placed = layout_of(w.format(), w.word(), *c.major, *c.type, c.rows, c.columns, c.columns);
    return placed ? std::optional(*placed) : std::nullopt;
}

}  // namespace tilescope
