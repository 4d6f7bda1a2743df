// core/src/notation/spills.h -- values of a program that are wider than the fields that they are for.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/program/known_bits.h>
#include <tilescope/program/placed.h>
#include <tilescope/word/field.h>
#include <tilescope/word/problem.h>

#include <vector>

namespace tilescope::notation {

struct Placed {
    program::PlacedValue place;
    program::KnownBits value;
};

// Returns a problem for each value that begins where a field of the format begins, was encoded for this field, and has
// bits above it: an error if such a bit is 1, a warning if a mask lets such bits through that can be 1.
std::vector<Problem> spills(const Format& format, const std::vector<Placed>& values);

// Returns the bits that are 1 because of such values: they say nothing about the format.
std::uint64_t spilled_ones(const Format& format, const std::vector<Placed>& values);

}  // namespace tilescope::notation
