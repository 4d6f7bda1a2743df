// core/src/program/ptx_shared.cpp -- the variables in shared memory that PTX declares.
// SPDX-License-Identifier: MIT
#include "ptx_table.h"

#include <algorithm>

namespace tilescope::program::ptx_reading {
namespace {

constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 32;  // more than any size; no product of sizes overflows

// "[2][1024]" is 2048, "" is 1, "[]" is 0.
std::uint64_t elements(std::string_view sizes) {
    std::uint64_t out = 1;
    while (sizes.starts_with('[')) {
        const std::size_t end = std::min(sizes.find(']'), sizes.size());
        const auto size = read_immediate(without_blanks(sizes.substr(1, end - 1)));
        out *= size ? std::min(size->value, kMostBytes) : 0;
        if (out > kMostBytes) return kMostBytes;
        sizes = without_blanks(sizes.substr(std::min(end + 1, sizes.size())));
    }
    return out;
}

}  // namespace

// Source: PTX ISA 9.1, 5.4.1 (declarations) and 5.1.7 (the state space .shared).
std::vector<SharedVariable> shared_variables(std::string_view declaration) {
    SharedVariable common;
    std::uint64_t element = 1, aligned = 0;
    std::string_view rest = without_blanks(declaration);
    while (rest.starts_with('.')) {
        const std::size_t end = std::min(rest.find_first_of(" \t\r\n"), rest.size());
        const std::string_view word = rest.substr(1, end - 1);
        rest = without_blanks(rest.substr(end));
        if (word == "align") {
            const std::size_t digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
            if (const auto number = read_immediate(rest.substr(0, digits))) aligned = number->value;
            rest = without_blanks(rest.substr(digits));
        } else if (const auto type = type_of(word)) {
            element *= std::max(type->width / 8, 1u);
        } else if (word == "v2" || word == "v4") {
            element *= word == "v2" ? 2 : 4;
        }
    }
    std::vector<SharedVariable> out;
    for (const std::string_view one : split_list(rest)) {
        const std::size_t end = one.empty() || !is_name_start(one[0]) ? 0 : name_end(one, 0);
        if (end == 0) continue;
        common.name = one.substr(0, end);
        common.align = std::clamp<std::uint64_t>(aligned == 0 ? element : aligned, 1, kMostBytes);
        common.bytes = std::min(element * elements(without_blanks(one.substr(end))), kMostBytes);
        out.push_back(common);
    }
    return out;
}

}  // namespace tilescope::program::ptx_reading
