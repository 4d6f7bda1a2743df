// core/src/program/ir_vectors.cpp -- vectors and structures of MLIR and LLVM IR.
// SPDX-License-Identifier: MIT
#include "ir_evaluate.h"

#include <utility>

namespace tilescope::program::ir {

// The base with one lane replaced.
Value Evaluator::insert(std::size_t base, std::size_t inserted, const std::optional<std::uint64_t>& lane) const {
    Value out;
    if (!lane || operands_.size() != (has_bracket() ? 2 : 3)) return out;
    out.lanes = operands_[base].lanes;
    if (*lane < kMostLanes) {
        if (out.lanes.size() <= *lane) out.lanes.resize(*lane + 1);
        out.lanes[*lane] = operands_[inserted];
        out.lanes[*lane].lanes.clear();
    }
    for (const Value& x : out.lanes) out.telling |= x.telling;
    return out;
}

Value Evaluator::extract(const std::optional<std::uint64_t>& lane) const {
    if (!lane || operands_.size() != (has_bracket() ? 1 : 2) || *lane >= operands_[0].lanes.size()) return {};
    return operands_[0].lanes[*lane];
}

// The number in the brackets of MLIR, or the last operand of LLVM IR.
std::optional<std::uint64_t> Evaluator::position() const {
    if (has_bracket()) return brackets_.size() == 1 ? value_at(brackets_[0]).constant : std::nullopt;
    return operands_.empty() ? std::nullopt : operands_.back().constant;
}

Value Evaluator::packed(const Value& value, unsigned lane_width, unsigned count) {
    const unsigned width = lane_width * count;
    if (width > 64 || value.lanes.empty() || value.lanes.size() > count) return {};
    std::vector<ExprId> words;
    for (unsigned i = 0; i < count; ++i)
        words.push_back(i < value.lanes.size() ? word(value.lanes[i], lane_width) : out_.unknown(lane_width));
    if (lane_width == 32 && count == 2)
        return integer(compute(Operation::join, 64, words[0], words[1]), width, value.telling);
    ExprId sum = words[0];
    for (unsigned i = 1; i < count; ++i)
        sum = compute(Operation::bit_or, width, sum,
                      compute(Operation::shift_left, width, words[i], out_.constant(i * lane_width)));
    return integer(sum, width, value.telling);
}

Value Evaluator::unpacked(const Value& value, unsigned lane_width, unsigned count) {
    const unsigned width = lane_width * count;
    Value out;
    if (width > 64 || count > kMostLanes) return out;
    const ExprId whole = word(value, width);
    for (unsigned i = 0; i < count; ++i) {
        const ExprId moved = compute(Operation::shift_right, width, whole, out_.constant(i * lane_width));
        const ExprId mask = out_.constant(mask_of(lane_width));
        out.lanes.push_back(integer(compute(Operation::bit_and, lane_width, moved, mask), lane_width, value.telling));
    }
    out.telling = value.telling;
    return out;
}

Value Evaluator::bitcast() {
    const Type in = in_type(), out = out_type();
    if (types_.size() < 2 || operands_.size() != 1) return {};
    const Value& x = operands_[0];
    if (in.is_integer() && out.is_integer() && in.width == out.width) return x;
    if (in.kind == Type::Kind::vector && out.is_integer() && in.width * in.count == out.width)
        return packed(x, in.width, in.count);
    if (out.kind != Type::Kind::vector) return {};
    if (in.is_integer() && in.width == out.width * out.count) return unpacked(x, out.width, out.count);
    if (in.kind != Type::Kind::vector || in.width * in.count != out.width * out.count) return {};
    return in.width == out.width ? x : unpacked(packed(x, in.width, in.count), out.width, out.count);
}

Value Evaluator::vectors(Form form) {
    // MLIR writes the inserted value before the vector, except in its generic form.
    const bool value_first = action_.is_mlir() && !action_.generic;
    const std::size_t base = value_first ? 1 : 0;
    const bool attributes = action_.generic;  // the position is an attribute
    switch (form) {
    case Form::insert_element: return insert(base, 1 - base, position());
    case Form::insert_value: return attributes ? Value{} : insert(base, 1 - base, position());
    case Form::vector_insert: return attributes ? Value{} : insert(1, 0, position());
    case Form::extract_element: return extract(position());
    case Form::extract_value:
    case Form::vector_extract: return attributes ? Value{} : extract(position());
    case Form::from_elements: {
        Value out;
        if (out_type().kind != Type::Kind::vector || out_type().count != operands_.size()) return out;
        if (operands_.size() > kMostLanes) return out;
        for (const Value& x : operands_) out.telling |= x.telling;
        out.lanes = operands_;
        return out;
    }
    default: return {};
    }
}

}  // namespace tilescope::program::ir
