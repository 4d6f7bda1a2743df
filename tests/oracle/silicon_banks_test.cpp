// tests/oracle/silicon_banks_test.cpp -- oracle: how often an H100 serves shared memory for an access of a warp.
// SPDX-License-Identifier: MIT
//
// The GPU was timed (../shared/vectors/silicon/README.md, "Shared-memory accesses"). bank_report() has no inactive
// lanes and does not know loads in which neighbouring lanes read the same vector; such rows are counted, not compared.
#include "tests/support/vectors.h"

#include <tilescope/base/say.h>
#include <tilescope/layout/banks.h>

#include <gtest/gtest.h>

#include <cstdio>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace tilescope {
namespace {

// An access of the file: the bytes of one thread, the threads that have an address, and whether it is a load.
struct MeasuredAccess {
    Access access;
    bool all_lanes = false;
};

MeasuredAccess access_in(const test::Vectors& v, std::size_t row) {
    const std::map<std::string, unsigned> kBytes = {{"u8", 1}, {"u16", 2}, {"b32", 4}, {"b64", 8}, {"b128", 16}};
    const std::string& kind = v.text(row, "kind");
    const std::size_t dot = kind.find('.');
    MeasuredAccess out{.access = {}, .all_lanes = v.text(row, "mask") == "ffffffff"};
    out.access.loads = kind.starts_with("ld.");
    std::istringstream in(v.text(row, "addresses"));
    for (std::string address; in >> address;)
        out.access.addresses.push_back(static_cast<std::uint32_t>(std::stoul(address, nullptr, 16)));
    const auto bytes = kBytes.find(kind.substr(dot + 1));
    if (bytes != kBytes.end()) {
        out.access.bytes = bytes->second;
        return out;
    }
    // ldmatrix and stmatrix: eight rows of 16 bytes for each matrix ("x2"), from the lanes in order.
    out.access.bytes = 16;
    out.access.addresses.resize(std::size_t{8} * static_cast<unsigned>(kind[dot + 2] - '0'));
    out.all_lanes = true;
    return out;
}

// All accesses of the verb `banks` to some tiles, as the distances from the first byte of the tile.
std::set<std::string> accesses_of_the_verb() {
    std::set<std::string> out;
    for (const SwizzleRow& mode : kSwizzleModes)
        for (const Major major : {Major::k, Major::mn})
            for (const char* type : {"e4m3", "f16", "tf32"})
                for (const std::uint32_t stride : {128u, 256u, 512u, 1024u}) {
                    const SmemLayout tile{.mode = mode.mode,
                                          .major = major,
                                          .type = find_type(type),
                                          .lbo = 2048,
                                          .sbo = stride,
                                          .rows = 64,
                                          .columns = 32};
                    for (const AccessRow& access : kAccessKinds)
                        for (const unsigned bytes : {4u, 8u, 16u})
                            if (const auto made = banks_of(tile, {.kind = access.kind, .bytes = bytes})) {
                                std::string key = say(made->access.bytes, ":");
                                for (const std::uint32_t a : made->access.addresses) key += say(" ", a);
                                out.insert(key);
                            }
                }
    return out;
}

TEST(SiliconOracle, BanksNeedAsManyCyclesAsTheGpu) {
    const test::Vectors v("silicon/h100_banks.csv");
    const std::set<std::string> verb = accesses_of_the_verb();
    std::size_t compared = 0, masked = 0, of_the_verb = 0;
    for (std::size_t i = 0; i < v.size(); ++i) {
        const MeasuredAccess a = access_in(v, i);
        if (!a.all_lanes) {
            ++masked;
            continue;
        }
        ++compared;
        EXPECT_EQ(bank_report(a.access).cycles, v.number(i, "wavefronts"))
            << v.text(i, "kind") << " " << v.text(i, "label");
        std::string key = say(a.access.bytes, ":");
        for (const std::uint32_t address : a.access.addresses) key += say(" ", address);
        of_the_verb += verb.contains(key);
    }
    EXPECT_EQ(compared, 1096u);
    EXPECT_GT(of_the_verb, 0u);
    std::printf(
        "%zu of %zu access patterns compared, %zu of them are accesses of the verb banks to a tile; %zu have inactive "
        "lanes\n",
        compared, v.size(), of_the_verb, masked);
}

}  // namespace
}  // namespace tilescope
