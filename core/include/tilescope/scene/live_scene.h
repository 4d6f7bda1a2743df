// core/include/tilescope/scene/live_scene.h -- D of the CPU model and D of a GPU, side by side.
// SPDX-License-Identifier: MIT
//
//     const Scene scene = live_scene(model, comparison.d, LiveColouring::difference);
//     scene.grids[0]      D of the model
//     scene.grids[1]      D of the GPU: a cell for each element, like the first grid
//
// difference: a cell is as dark as its word is far from the model, in units in the last place (ULP). Equal words are
// grey. value: a cell is as light as its value is large, with one range for both grids; words that differ are hatched.
// In both, the first word that differs (row by row) is crossed in the second grid.
#pragma once

#include <tilescope/scene/scene.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tilescope {

struct Emulation;

enum class LiveColouring : std::uint8_t { difference, value };

// `gpu` has the words of D that the GPU computed, m x n as in the model. Empty: there is no run yet, so the scene has
// only the grid of the model. `colouring` is then of no effect: the grid shows values.
Scene live_scene(const Emulation& model, std::span<const std::uint32_t> gpu, LiveColouring colouring);

// Describes one element, in lines: its word and value in the model, the same of the GPU, and their distance. Without
// words of a GPU, only the first line. Empty if the element is outside D.
//
//     model  277   0x438a8000
//     GPU    277.5 0x438ac000
//     The GPU is 16384 ULP above the model.
std::vector<std::string> live_element_lines(const Emulation& model, std::span<const std::uint32_t> gpu, unsigned row,
                                            unsigned column);

}  // namespace tilescope
