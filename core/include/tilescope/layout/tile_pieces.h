// core/include/tilescope/layout/tile_pieces.h -- a tile that needs several instructions along M or N.
// SPDX-License-Identifier: MIT
//
// One wgmma has M = 64 and N of at most 256. A tile of 128 x 512 is four of them, which differ only in their start
// addresses and in their registers of D:
//
//                    B piece 0           B piece 1, distance.b bytes after piece 0
//     A piece 0      D[0..63][0..255]    D[0..63][256..511]
//     A piece 1      D[64..127][0..255]  D[64..127][256..511]       A: distance.a bytes after piece 0
//
//     const TilePieces two{.count = {2, 1}, .distance = {8192, 0}};     M = 128, K-major 128B f16
//
// The instructions can be of one warpgroup or of several: D is the same.
#pragma once

#include <tilescope/hw/operand.h>
#include <tilescope/layout/smem_layout.h>

#include <cstdint>
#include <optional>
#include <string>

namespace tilescope {

inline constexpr unsigned kMostPieces = 4;       // along M, and along N
inline constexpr unsigned kMostTileRows = 512;   // of A or B, all pieces together
inline constexpr std::uint32_t kPieceStep = 16;  // bytes: a start address counts them

struct TilePieces {
    OperandPair<unsigned> count = {1, 1};  // pieces of A along M, pieces of B along N
    OperandPair<std::uint32_t> distance;   // bytes from the start of a piece to that of the next one

    unsigned all() const { return count.a * count.b; }
    friend bool operator==(const TilePieces&, const TilePieces&) = default;
};

// "2 x 1 instructions, those along M 8192 bytes apart in A"; "one instruction".
std::string text_of(const TilePieces& pieces);

// Returns the layout of `count` pieces as one layout with the rows of all of them: its row `piece.rows` is row 0 of the
// second piece. A stride that one piece does not use becomes the distance. No value: no layout has these places.
std::optional<SmemLayout> layout_of_pieces(const SmemLayout& piece, unsigned count, std::uint32_t distance);

}  // namespace tilescope
