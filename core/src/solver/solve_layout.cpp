// core/src/solver/solve_layout.cpp -- finds the descriptors that read a requested layout.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/hw/memory.h>
#include <tilescope/layout/placing.h>
#include <tilescope/layout/smem_layout.h>
#include <tilescope/layout/tile.h>
#include <tilescope/solver/solve_layout.h>

#include <algorithm>
#include <bit>
#include <tuple>

namespace tilescope {
namespace {

constexpr std::int64_t kChunk = kChunkBytes, kLine = kLineBytes, kMostStride = kMostStrideBytes;
constexpr std::int64_t kMostElements = 2 * (std::int64_t{kMostSmemAddress} + 1);

// The part of the requested tile that one instruction reads.
struct Block {
    const RequestedLayout& all;
    int row, column, rows, columns;

    std::uint64_t bit(int r, int c) const { return all.bits[index_in(all.columns, {row + r, column + c})]; }
};

// One way to read an operand: mode, majorness, whether lbo is an absolute address, and the phase of the pattern.
struct Way {
    SwizzleMode mode;
    Major major;
    bool absolute = false;
    unsigned base_offset = 0;
};

struct Misfit {
    Element element{};  // in the whole tile
    std::string why;
    std::size_t fitting = 0;  // number of elements that fit
};

struct Fit {
    std::optional<SmemLayout> layout;
    Misfit misfit;
};

std::string in_words(const Way& way) {
    return say(name_of(way.major), " ", way.mode == SwizzleMode::none ? "unswizzled" : row_of(way.mode).name,
               way.absolute ? " in absolute mode" : "");
}

// Computes start and strides from some elements of a block, then compares all elements of the block.
class Fitter {
public:
    Fitter(const Block& block, const Way& way) : block_(block), way_(way), per_chunk_(128 / bits()) {
        layout_ = {.mode = way.mode, .major = way.major, .type = container_type(), .rows = block.rows};
        layout_.columns = layout_.mma_columns = block.columns;
        layout_.base_offset = way.base_offset;
    }

    Fit fit() {
        compute();
        Misfit misfit = compare();
        if (!why_.empty()) return {{}, {{block_.row + at_.row, block_.column + at_.column}, why_, misfit.fitting}};
        if (!misfit.why.empty()) return {{}, misfit};
        layout_.type = block_.all.type;
        return {layout_, {}};
    }

private:
    unsigned bits() const { return block_.all.type->container_bits; }
    // Returns a type that fills its container. Its elements are at the places of the containers.
    const ElementType* container_type() const {
        for (const ElementType& t : kElementTypes)
            if (t.bits == bits() && t.container_bits == bits()) return &t;
        return block_.all.type;
    }

    // Returns the bytes from the first element to element (r, c), before the XOR.
    std::int64_t step_to(int r, int c) const { return linear(r, c) - linear(0, 0); }
    std::int64_t linear(int r, int c) const {
        return placing::swizzled(layout_, static_cast<std::uint32_t>(block_.bit(r, c) / 8));
    }

    // Returns the stride, computed from element (r, c), which is one step away. Returns 0 if the block does not have
    // this element.
    std::uint32_t stride(int r, int c) {
        if (!why_.empty() || r >= block_.rows || c >= block_.columns) return 0;
        const std::int64_t bytes = step_to(r, c);
        const Element e{block_.row + r, block_.column + c};
        if (bytes % kChunk != 0)
            why_ = say("element (", e.row, ", ", e.column, ") needs a stride of ", bytes,
                       " bytes, but strides must be multiples of 16");
        else if (bytes < 0 || bytes > kMostStride)
            why_ = say("element (", e.row, ", ", e.column, ") needs a stride of ", bytes,
                       " bytes, but strides must be 0 to ", kMostStride);
        if (!why_.empty()) at_ = {r, c};
        return static_cast<std::uint32_t>(bytes);
    }

    void compute() {
        const std::uint64_t first = block_.bit(0, 0);
        if (first % (kChunk * 8) != 0 && why_.empty()) {
            why_ = say("element (", block_.row, ", ", block_.column, ") starts at byte ", hex(first / 8),
                       first % 8 ? say(", bit ", first % 8) : std::string(), ", which is not a multiple of 16");
            return;
        }
        layout_.start = static_cast<std::uint32_t>(linear(0, 0));
        const AtomSize atom = atom_of(way_.mode, way_.major, *layout_.type);
        const auto chunk = static_cast<int>(per_chunk_);
        if (way_.mode == SwizzleMode::none) {
            const bool k = way_.major == Major::k;
            layout_.sbo = k ? stride(8, 0) : stride(chunk, 0);
            layout_.lbo = k ? stride(0, chunk) : stride(0, 8);
        } else if (way_.major == Major::mn) {
            layout_.lbo = stride(atom.rows, 0);
            layout_.sbo = stride(0, atom.columns);
        } else {
            const bool by_lbo = atoms_of_one_instruction(layout_) > 1;
            layout_.sbo = stride(8, 0);
            layout_.lbo = by_lbo ? stride(0, atom.columns) : static_cast<std::uint32_t>(kChunk);
            if (!way_.absolute && !by_lbo) layout_.k_atom = stride(0, atom.columns);
        }
        if (way_.absolute) compute_second_chunk();
    }

    // Computes the address of the second chunk from the first element after the first line of the block.
    void compute_second_chunk() {
        const std::int64_t left = kLine - layout_.start % kLine;
        const auto column = static_cast<int>(left * 8 / bits());
        layout_.absolute_lbo = true;
        if (column >= block_.columns) {  // the block does not leave its line: any address is right
            layout_.lbo = layout_.start - layout_.start % static_cast<std::uint32_t>(kLine);
            return;
        }
        const std::int64_t address = linear(0, column);
        at_ = {0, column};
        if (address % kLine != 0 || address > kMostStride)
            why_ = say("element (", block_.row, ", ", block_.column + column, ") is at ",
                       hex(static_cast<std::uint64_t>(address)),
                       ", but the second chunk must start at a multiple of 128 bytes, at most ",
                       hex(static_cast<std::uint64_t>(kMostStride)));
        layout_.lbo = static_cast<std::uint32_t>(address);
    }

    Misfit compare() const {
        const std::vector<std::uint32_t> have = tile_map(layout_);
        const bool nibbles = bits() < 8;
        Misfit out;
        std::size_t i = 0;
        for (int r = 0; r < block_.rows; ++r)
            for (int c = 0; c < block_.columns; ++c, ++i) {
                const std::uint64_t at = std::uint64_t{have[i]} * 8 + (nibbles ? first_bit(layout_, {r, c}) : 0);
                if (at == block_.bit(r, c)) {
                    ++out.fitting;
                    continue;
                }
                if (!out.why.empty()) continue;
                out.element = {block_.row + r, block_.column + c};
                out.why = say("element (", out.element.row, ", ", out.element.column, ") is requested at ",
                              hex(block_.bit(r, c) / 8), ", but a ", in_words(way_), " descriptor with start ",
                              hex(layout_.start), ", lbo ", layout_.lbo, " and sbo ", layout_.sbo, " reads it at ",
                              hex(have[i]));
            }
        return out;
    }

    const Block& block_;
    const Way& way_;
    const unsigned per_chunk_;
    SmemLayout layout_;
    std::string why_;
    Element at_{0, 0};  // the element of the block that why_ is about
};

// Tries the ways one by one and remembers the closest one. A stride without a second step is not used; compute() sets
// it to 0, as CUTLASS does.
class Search {
public:
    Search(const RequestedLayout& request, StepSize size) : request_(request), size_(size) {}

    const Misfit& closest() const { return closest_; }
    const std::string& closest_way() const { return closest_way_; }

    std::optional<LayoutSolution> try_way(const Way& way) {
        LayoutSolution out{way.mode, way.major, {}, {}};
        std::size_t fitting = 0;
        for (int row = 0; row < request_.rows; row += size_.rows)
            for (int column = 0; column < request_.columns; column += size_.columns) {
                const Block block{request_, row, column, std::min(size_.rows, request_.rows - row),
                                  std::min(size_.columns, request_.columns - column)};
                Fit fit = Fitter(block, way).fit();
                if (!fit.layout) {
                    fit.misfit.fitting += fitting;
                    remember(fit.misfit, way);
                    return std::nullopt;
                }
                fitting += static_cast<std::size_t>(block.rows) * static_cast<std::size_t>(block.columns);
                out.steps.push_back(*fit.layout);
            }
        return out;
    }

    // The closest way is one with the mode that the text names. Among those, and if the text names no mode, it is the
    // way that fits the most elements.
    void remember(const Misfit& misfit, const Way& way) {
        if (way.base_offset != 0) return;  // no user requests a base offset, so it would not explain the refusal
        const bool named_now = request_.stated == way.mode, named_before = !closest_way_.empty() && named_;
        if (!closest_way_.empty() &&
            std::tuple(named_before, closest_.fitting) >= std::tuple(named_now, misfit.fitting))
            return;
        closest_ = misfit;
        closest_way_ = in_words(way);
        named_ = named_now;
    }

private:
    const RequestedLayout& request_;
    StepSize size_;
    Misfit closest_;
    std::string closest_way_;
    bool named_ = false;
};

// Returns whether a swizzled K-major slice continues in another atom.
bool leaves_atom(const SmemLayout& step) {
    const std::uint32_t width = row_of(step.mode).width_bytes;
    const auto bytes = static_cast<std::uint32_t>(step.columns) * step.type->container_bits / 8;
    return step.major == Major::k && step.mode != SwizzleMode::none && step.start % width + bytes > width;
}

// Returns a doubt about a solution, or an empty text. Source: PTX ISA 9.1, Tables 51 and 55.
std::string doubt_about(const Way& way, const LayoutSolution& solution) {
    const ElementType& type = *solution.steps[0].type;
    const bool wide_atom = way.mode == SwizzleMode::b128_32;
    if (way.absolute) return "Absolute-address mode (the field 'lbo_mode') is only for K = 96, on sm_103a and sm_107a.";
    if (way.base_offset != 0)
        return say("tilescope sets base_offset = ", way.base_offset,
                   ". A Hopper GPU subtracts it from the line number, but nobody has measured it on Blackwell (X14).");
    if (std::ranges::any_of(solution.steps, [](const SmemLayout& step) { return atoms_of_one_instruction(step) > 1; }))
        return "One instruction reads more than one atom along K. Then lbo is their distance, which is measured only "
               "for the 64 bytes of a sparse B of wgmma (X34).";
    if (std::ranges::any_of(solution.steps, leaves_atom))
        return "One instruction reads columns outside the swizzle atom. The effect on hardware is not known.";
    if (way.major == Major::k && wide_atom) return "No document describes a K-major 128B_32B atom.";
    if (way.major == Major::k) return {};
    if (type.container_bits == 32 && !wide_atom)
        return "MN-major operands of 32 bits accept only 128B_32B (PTX ISA 9.1, Table 51).";
    if (type.container_bits != 32 && wide_atom)
        return "128B_32B is only for 32-bit MN-major operands (PTX ISA 9.1, Table 51).";
    if (type.bits < 8) return "4-bit and 6-bit operands must be K-major (PTX ISA 9.1, Table 51).";
    return {};
}

}  // namespace

Answer<RequestedLayout> requested_from(const CuteText& text, const ElementType& type, std::uint32_t start, int stage) {
    const CuteName t[] = {{"T", static_cast<std::int64_t>(elements_per_chunk(type))}};
    CuteText bound = with_names(text, t);
    if (bound.space != CuteSpace::none && bound.space != CuteSpace::smem)
        return Refusal("the layout is not in shared memory; use smem_ptr, or no pointer");
    if (bound.unit_bits == 0) bound.unit_bits = type.container_bits;
    if (bound.unit_bits != type.container_bits) {
        auto restated = in_unit(bound, type.container_bits);
        if (!restated)
            return Refusal("the layout has units of ", bound.unit_bits, " bits, but elements of ", type.id, " have ",
                           type.container_bits, " bits: ", restated.why);
        bound = *restated;
    }
    const auto matrix = matrix_of(bound);
    if (!matrix) return Refusal(matrix.why);
    RequestedLayout out{
        &type, static_cast<int>(size_of(matrix->rows)), static_cast<int>(size_of(matrix->columns)), {}, {}};
    // The window solves the text at every key press, so refuse layouts that are larger than shared memory at once.
    if (size_of(matrix->rows) * size_of(matrix->columns) > kMostElements)
        return Refusal("the layout has ", size_of(matrix->rows), " x ", size_of(matrix->columns),
                       " elements; shared memory has space for at most ", kMostElements, " of 4 bits");
    out.stages = static_cast<int>(size_of(matrix->stages));
    out.stage = stage;
    if (stage < 0 || stage >= out.stages)
        return Refusal("the layout has no stage ", stage, "; use 0 to ", out.stages - 1);
    const std::int64_t first = offset_of(matrix->stages, stage);
    std::vector<std::int64_t> columns;
    for (int c = 0; c < out.columns; ++c) columns.push_back(offset_of(matrix->columns, c));
    out.bits.reserve(static_cast<std::size_t>(out.rows) * columns.size());
    for (int r = 0; r < out.rows; ++r) {
        const std::int64_t row = first + offset_of(matrix->rows, r);
        for (const std::int64_t column : columns) out.bits.push_back(bit_of(bound, row + column, start));
    }
    // Addresses below 0 wrap to very large numbers, so this check finds them too.
    if (const auto most = std::ranges::max_element(out.bits); *most / 8 > kMostSmemAddress)
        return Refusal("element (", (most - out.bits.begin()) / out.columns, ", ",
                       (most - out.bits.begin()) % out.columns, ") is at ", hex(*most / 8),
                       "; shared-memory addresses end at ", hex(kMostSmemAddress));
    if (!bound.swizzle) {
        out.stated = SwizzleMode::none;
        return out;
    }
    for (const SwizzleRow& mode : kSwizzleModes) {
        Swizzle bytes = *bound.swizzle;  // a swizzle on elements is converted to one on bytes
        if (bound.space == CuteSpace::none)
            bytes.base += static_cast<unsigned>(std::bit_width(bound.unit_bits / 8)) - 1;
        if (bytes == mode.swizzle || (bytes.bits == 0 && mode.mode == SwizzleMode::none)) out.stated = mode.mode;
    }
    return out;
}

LayoutAnswer solve_layout(const RequestedLayout& request, StepSize size) {
    LayoutAnswer out;
    if (request.rows < 1 || request.columns < 1) {
        out.why = "the tile has no elements";
        return out;
    }
    const auto k = static_cast<int>(dense_k(*request.type));
    if (size.rows <= 0) size.rows = request.rows;
    if (size.columns <= 0) size.columns = std::min(k, request.columns);
    Search search(request, size);
    const auto try_all = [&](bool absolute, unsigned base_offset) {
        for (const SwizzleRow& mode : kSwizzleModes)
            for (const Major major : {Major::k, Major::mn}) {
                if (absolute && (mode.mode != SwizzleMode::b128 || major != Major::k)) continue;
                if (base_offset != 0 && mode.mode == SwizzleMode::none) continue;
                const Way way{mode.mode, major, absolute, base_offset};
                auto solution = search.try_way(way);
                if (!solution) continue;
                solution->note = doubt_about(way, *solution);
                out.solutions.push_back(std::move(*solution));
            }
    };
    try_all(false, 0);
    if (out.solutions.empty() && request.type->container_bits == 4) try_all(true, 0);
    // A base offset is needed only for a pattern that does not start at address 0. Try it if all else has failed.
    for (unsigned phase = 1; phase < 8 && out.solutions.empty(); ++phase) try_all(false, phase);
    std::ranges::stable_sort(out.solutions, std::greater<>{}, [&](const LayoutSolution& s) {
        return std::tuple(request.stated == s.mode, s.note.empty(), row_of(s.mode).width_bytes);
    });
    if (!out.solutions.empty()) return out;
    out.misfit = search.closest().element;
    out.why = say("No descriptor reads this layout. The closest descriptor is ", search.closest_way(), ": ",
                  search.closest().why, ".");
    return out;
}

std::string numberings(SwizzleMode mode) {
    const SwizzleRow& row = row_of(mode);
    const auto code = [](int value) { return value == kNoCode ? std::string("-") : say(value); };
    return say("tcgen05 ", code(row.tcgen05), ", wgmma ", code(row.wgmma), ", CUtensorMapSwizzle ",
               code(row.tensor_map), ", ordinal ", code(row.ordinal), ", Sw<", row.swizzle.bits, ",", row.swizzle.base,
               ",", row.swizzle.shift, ">");
}

Answer<RequestedLayout> requested_from(const TmaTile& tile, const ElementType& type, int rows, int columns) {
    constexpr std::uint64_t kChunkBits = 8 * kChunkBytes;
    const TmaType& wrote = *tile.map.type;
    if (wrote.bits != type.bits || wrote.container_bits != type.container_bits)
        return Refusal("the tensor map has ", wrote.name, " elements of ", wrote.bits, " bits in ",
                       wrote.container_bits, "-bit containers; ", type.id, " elements have ", type.bits, " bits in ",
                       type.container_bits, "-bit containers");
    RequestedLayout out{&type, rows, columns, written_bits(tile, rows, columns), {}};
    const auto missing = std::ranges::find(out.bits, kNotWritten);
    if (missing != out.bits.end()) {
        const auto index = missing - out.bits.begin();
        return Refusal("element (", index / columns, ", ", index % columns, ") is not in any box of the copy");
    }
    // Elements of padded types are at the start of their chunk without gaps. A requested layout counts by containers.
    for (std::uint64_t& bit : out.bits) {
        const std::uint64_t in_chunk = bit % kChunkBits;
        bit += in_chunk / type.bits * type.container_bits - in_chunk;
    }
    if (const SwizzleRow* mma = tile.map.swizzle->mma) out.stated = mma->mode;
    return out;
}

}  // namespace tilescope
