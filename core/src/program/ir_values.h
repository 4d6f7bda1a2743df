// core/src/program/ir_values.h -- the values of MLIR and LLVM IR by name.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/program/program.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace tilescope::program::ir {

struct Value {
    ExprId expr = kNone;                    // kNone: unknown
    unsigned width = 0;                     // 0: the text does not say
    std::optional<std::uint64_t> constant;  // if the text states it
    bool pointer = false;
    bool telling = false;      // the text determines some bits, and not only those of a small number
    std::vector<Value> lanes;  // of a vector or a structure; lanes that are missing here are unknown
};

inline constexpr std::size_t kMostLanes = 16;

// Small numbers, also negative ones, are sizes, counts and shifts.
constexpr bool is_large(const std::optional<std::uint64_t>& value, unsigned width) {
    constexpr std::uint64_t kSmall = 0x10000;
    const std::uint64_t above = width >= 64 ? 0 : ~std::uint64_t{0} << width;
    return value && *value >= kSmall && (*value | above) < ~kSmall;
}

// "%c16_i32", "%c16_i32_4", "%true": the printers of MLIR give constants such names. `index`: also "%c16".
std::optional<Value> stated_by_name(std::string_view key, bool index);

// A value that no other operation reads, or whose bits none passes on.
struct DeadEnd {
    Value value;
    std::string text;
    TextSpan span, name_span;
    bool lost = false;  // see Observation
};

// The names of one function, or of the lines of one FileCheck prefix. A name can be defined again where its first
// definition is not visible, or in text that is put together from several functions.
class Scope {
public:
    explicit Scope(std::vector<DeadEnd>& dead_ends) : dead_ends_(dead_ends) {}

    void define(const std::string& key, DeadEnd definition);
    void mark_used(const std::string& key, bool passed_on);
    const Value* find(const std::string& key) const;

    void enter() { ++depth_; }
    void leave();
    void clear();

    std::unordered_set<std::string> defined_anywhere;

private:
    struct Entry {
        DeadEnd definition;
        bool used = false;
    };
    struct Change {
        unsigned depth;
        std::string key;
        std::optional<Entry> before;
    };
    void finish(Entry& entry);

    std::vector<DeadEnd>& dead_ends_;
    std::unordered_map<std::string, Entry> entries_;
    std::unordered_set<std::string> early_uses_;
    std::vector<Change> changes_;  // inside of regions
    unsigned depth_ = 0;
};

}  // namespace tilescope::program::ir
