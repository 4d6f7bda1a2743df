// tests/unit/autopsy/diagnose_doubt_test.cpp -- what several faults explain is not called by the name of one.
// SPDX-License-Identifier: MIT
#include "made_kernel.h"

#include <tilescope/base/say.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace tilescope::autopsy::test {
namespace {

// "b.sbo b.start", of all chains, each one once.
std::string names_in(const std::vector<Diagnosis>& all) {
    std::set<std::string> out;
    for (const Diagnosis& d : all)
        for (const Fault& f : d.faults) out.insert(say(name_of(f.part), ".", name_of(f.field)));
    return list_of(out, std::identity(), " ");
}

std::string said_in(const std::vector<Diagnosis>& all) { return list_of(all, &Diagnosis::line, "\n"); }

// Numbers of a file can be stored in any type. Zeros, and bytes that memory does not have, say nothing about it.
TEST(DiagnoseDoubt, BelievesATriedTypeIfMemoryHasIt) {
    for (const std::string type : {"e4m3", "bf16"}) {
        const std::string other = type == "bf16" ? "f16" : "e5m2";
        MadeKernel kernel({.type = type, .seed = 2}), stored({.type = other, .seed = 2});
        for (ExpectedArray* array : {&kernel.expected.a, &kernel.expected.b})
            array->type = other, array->is_tried = true;
        EXPECT_EQ(names_in(kernel.diagnosed()), "instruction.type");
        kernel.text = stored.text;
        EXPECT_EQ(names_in(kernel.diagnosed()), "") << "it is the type of the instruction";
        kernel.text = MadeKernel(kernel.plan).text;
        kernel.expected.a.bytes = stored.expected.a.bytes;
        kernel.expected.b.bytes.assign(kernel.expected.b.bytes.size(), 0);
        EXPECT_EQ(names_in(kernel.diagnosed()).find("type"), std::string::npos) << said_in(kernel.diagnosed());
        std::ranges::fill(kernel.memory, std::uint8_t{0});
        EXPECT_EQ(names_in(kernel.diagnosed()).find("type"), std::string::npos) << said_in(kernel.diagnosed());
    }
}

}  // namespace
}  // namespace tilescope::autopsy::test
