// core/include/tilescope/scene/mma_scene.h -- one MMA as a picture: A, B and D as matrices, and where each lies.
// SPDX-License-Identifier: MIT
//
//                        SFB
//                         B    ->  memory of B
//     memory of A <- A    D    ->  Tensor Memory
//
// A is m x k, B is drawn k x n, and D m x n, so that a row of A and a column of B meet in their element of D.
#pragma once

#include <tilescope/emulator/element_terms.h>
#include <tilescope/emulator/image_writer.h>
#include <tilescope/hw/operand.h>
#include <tilescope/layout/smem_layout.h>
#include <tilescope/layout/tmem_view.h>
#include <tilescope/scene/scene.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tilescope {

// The parts of the picture. Each is one grid, or missing.
enum class PicturePart : std::uint8_t { a, b, d, memory_a, memory_b, tmem, sfa, sfb, meta };
inline constexpr auto kPictureParts = numbered("a", "b", "d", "memory_a", "memory_b", "tmem", "sfa", "sfb", "meta");
inline constexpr std::size_t kPicturePartCount = std::size(kPictureParts);

// A or B. `rows` and `columns` are its size in all CTAs together; a sparse A has its stored columns.
struct MmaMatrix {
    int rows = 0, columns = 0;
    int columns_of_step = 0;                 // stored columns that one instruction reads
    bool stored_half = false;                // A of a sparse MMA: the stored half of its K
    const SmemLayout* layout = nullptr;      // of one CTA; null: not in shared memory, or the place is unknown
    std::span<const std::uint32_t> bytes;    // tile_map() of the layout
    const WrittenPlaces* written = nullptr;  // where memory has the elements of one CTA; null: not known
    std::string type;                        // "f16"
    std::string where;                       // "K-major, 128B, from 0x400", or the reason why there is no place
};

struct MmaSource {
    OperandPair<MmaMatrix> operand;
    const TmemView* tmem = nullptr;
    const Emulation* emulation = nullptr;  // of these words; null: D is coloured by lane
    unsigned m = 0, n = 0;
    std::string d_type;
    unsigned k_step = 0;  // the K step that is lit
    unsigned cta = 0;     // whose memory is drawn
    // D after the K step, of `emulation`. Empty: D has the verdicts of the result.
    std::span<const std::uint32_t> sums;
    SumRange range;     // of the sums of all steps
    std::string after;  // "after K step 1 (2 of 4)"
    // n entries, 1: the zero-column mask zeroes this column of D. Empty: no mask, or it is not known.
    std::vector<std::uint8_t> zeroed;
};

struct MmaPicture {
    Scene scene;
    std::array<std::optional<std::size_t>, kPicturePartCount> grid;  // index into scene.grids

    // Null: the picture does not have the part.
    const Cells* of(PicturePart part) const {
        const auto& at = grid[static_cast<std::size_t>(part)];
        return at ? &scene.grids[*at] : nullptr;
    }
    // The cell of a byte in the memory of A or B. Nothing if the picture does not have the byte.
    std::optional<std::size_t> cell_of_byte(PicturePart memory, std::uint64_t address) const;
    OperandPair<std::unordered_map<std::uint32_t, int>> row_of_line;  // 128-byte line -> row of its memory grid
};

// Draws the picture. Grids have at most 256 rows and columns; a cell of a larger matrix covers several elements.
//
//     D           by lane (16 lanes a tone; a column that the mask zeroes is hatched), or after an emulation by
//     verdict:
//                 equal; equal but not proven (hatched); rounding; requested (zeroed); wrong (crossed);
//                 or by its numbers after a K step: eight tones from the least to the greatest sum, 0 is empty
//     memory      chunks of 16 bytes; a chunk that is read where nothing was written is crossed,
//                 a chunk that was written and is not read has the tone `used`
MmaPicture mma_picture(const MmaSource& source);

// Returns the part that shows the memory of an operand, and the part that shows the operand as a matrix.
constexpr PicturePart memory_part(Operand o) { return pick(o, PicturePart::memory_a, PicturePart::memory_b); }
constexpr PicturePart matrix_part(Operand o) { return pick(o, PicturePart::a, PicturePart::b); }

// ---- A, B and D as rectangles to scale, with edges that can be dragged ----

// Sizes are in rows and columns of the operands. The caller scales all boxes by the same factor.
struct ShapeBox {
    std::string_view id;  // "a", "b", "d"
    double left, top, width, height;
    std::string label;  // "D  f32, 128 x 96"
};
struct ShapeEdge {
    std::string_view id;  // "m": the bottom of A and D; "n": the right of B and D
    bool horizontal;      // true: the edge moves up and down
    double left, top, length;
};
struct ShapeScene {
    double width, height;
    std::vector<ShapeBox> boxes;
    std::vector<ShapeEdge> edges;
    std::string sentence;
};

struct ShapeInput {
    unsigned m = 128, n = 64, k = 16, cta_group = 1;
    std::string a_type, b_type, d_type;
};

//             N
//           +---+
//         K | B |
//      K    +---+
//    +---+  +---+
//  M | A |  | D |
//    +---+  +---+
ShapeScene shape_scene(const ShapeInput& input);

}  // namespace tilescope
