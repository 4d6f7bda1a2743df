// core/src/code/tensor_map.cpp -- the calls of cuTensorMapEncodeTiled that fill A and B.
// SPDX-License-Identifier: MIT
#include "parts.h"

#include <tilescope/document/derive.h>

#include <algorithm>
#include <span>

namespace tilescope::code::tensor_map {
namespace {

// The first numbers of an array.
template <class Values>
std::string numbers_of(const Values& values, std::size_t count) {
    return list_of(std::span(values).first(count));
}

// Whether the boxes write each element where the MMA reads it. A comparison of all elements takes milliseconds.
// derive() has made it for a map of the session, and a tile of atoms without gaps is what copy_for() fills.
void check_places(Lines& out, const Derived& d, Operand operand, const TmaTile& tile) {
    const TmaView& own = d.tma[operand];
    if (own.any && !own.unknown.empty()) return out.cannot(say(name_of(operand), ": ", own.unknown));
    if (!own.any && atom_tile(d, operand)) return;
    const Agreement made = own.any ? own.agreement : compare_tma_mma(tile, d.of(operand).layout);
    const bool told = std::ranges::any_of(d.problems, [&](const PlacedProblem& p) {  // the head has the errors
        return p.problem.severity == Severity::error && p.problem.text.find(made.sentence) != std::string::npos;
    });
    if (made.different != 0 && !told) out.cannot(say(name_of(operand), ": ", made.sentence));
}

// Which part of the tensor each copy takes, and where it goes.
void write_loads(Lines& out, const TmaTile& tile) {
    constexpr std::size_t kMost = 64;
    if (tile.loads.size() == 1) return;
    for (std::size_t i = 0; i < std::min(tile.loads.size(), kMost); ++i)
        out.comment(say("  Box ", i, ": coordinates {", numbers_of(tile.loads[i].origin, tile.map.rank), "} to ",
                        hex(tile.loads[i].smem), "."));
    if (tile.loads.size() > kMost) out.comment(say("  The other ", tile.loads.size() - kMost, " boxes follow."));
}

void write_copy(Lines& out, const Derived& d, Operand operand, const TmaCopy& copy) {
    const TensorMap& map = copy.map;
    const std::string letter(pick(operand, "a", "b"));
    const SmemLayout& l = d.of(operand).layout;
    const TmaTile tile = covered(copy, l.major, l.rows, l.columns);
    out.comment(say(name_of(operand), ": ", operand_title(d, operand), ". ", tile.loads.size(),
                    tile.loads.size() == 1 ? " box, written to " : " boxes, the first written to ", hex(copy.smem),
                    "."));
    write_loads(out, tile);
    out.line("inline CUresult encode_", letter, "_map(CUtensorMap* map, void* tensor) {");
    out.line("    const cuuint64_t dims[", map.rank, "] = {", numbers_of(map.dims, map.rank),
             "};  // elements, the inner dimension first");
    out.line("    const cuuint64_t strides[", map.rank > 1 ? map.rank - 1 : 1, "] = {",
             numbers_of(map.strides, map.rank > 1 ? map.rank - 1 : 1), "};  // bytes, from dimension 1 on");
    out.line("    const cuuint32_t box[", map.rank, "] = {", numbers_of(map.box, map.rank), "};");
    out.line("    const cuuint32_t steps[", map.rank, "] = {", numbers_of(map.steps, map.rank), "};");
    out.line("    return cuTensorMapEncodeTiled(map, CU_TENSOR_MAP_DATA_TYPE_", map.type->name, ", ", map.rank,
             ", tensor, dims, strides, box, steps,");
    out.line("                                  CU_TENSOR_MAP_INTERLEAVE_",
             name_in(kTmaInterleaveNames, static_cast<std::uint64_t>(map.interleave)), ", CU_TENSOR_MAP_SWIZZLE_",
             map.swizzle->name, ",");
    out.line("                                  CU_TENSOR_MAP_L2_PROMOTION_",
             map.l2_promotion == 0 ? "NONE" : say("L2_", name_in(kTmaL2Names, map.l2_promotion)),
             ", CU_TENSOR_MAP_FLOAT_OOB_FILL_", map.nan_fill ? "NAN_REQUEST_ZERO_FMA" : "NONE", ");");
    out.end();
    if (map.swizzle->code == kNoCode)
        out.cannot(
            say("cuTensorMapEncodeTiled has no mode ", map.swizzle->name, ": only tensormap.replace can set it."));
    for (const Problem& p : check(tile, d.session.arch))
        if (p.severity == Severity::error) out.cannot(say("For ", name_of(operand), ": ", p.text));
    check_places(out, d, operand, tile);
}

}  // namespace

Answer<CodeText> text(const Derived& d) {
    Lines out(d, "// ");
    out.line("#include <cuda.h>");
    out.blank();
    bool any = false;
    std::string why;
    for (const Operand o : kBothOperands) {
        const OperandView& view = d.of(o);
        const std::string none = no_elements(d, o);
        const Answer<void> can = !view.placed()  ? Refusal(view.unplaced)
                                 : !none.empty() ? Refusal(none + '.')
                                                 : can_be_copied(*view.layout.type);
        if (!can) {
            if (view.in_smem) out.cannot(say(name_of(o), " has no tensor map: ", can.why));
            why = can.why;
            continue;
        }
        const auto& own = d.session.copy_of(o);
        if (!own)
            out.cannot(say("The session has no tensor map of ", name_of(o),
                           ": this one fills the tile from a tensor of the same size."));
        write_copy(out, d, o, own ? *own : copy_from_descriptor(d, o));
        any = true;
    }
    if (!any) return Refusal("No tensor map fills A or B: ", why);
    return out.done();
}

}  // namespace tilescope::code::tensor_map
