// core/src/notation/ir_line.cpp -- reads one constant of MLIR that stands alone in a line.
// SPDX-License-Identifier: MIT
#include "work.h"

#include <tilescope/base/number.h>

namespace tilescope::notation {

bool read_mlir(Work& work, const Line& line) {
    constexpr std::string_view kConstant = "llvm.mlir.constant(";
    const std::size_t at = line.text.find(kConstant);
    if (at == line.text.npos) return false;
    const std::size_t begin = at + kConstant.size(), end = line.text.find(')', begin);
    const std::string_view inside = trimmed(line.text.substr(begin, end == line.text.npos ? end : end - begin));
    const Answer<Number> n = read_number(inside);
    if (!n) {
        work.refuse(inside, n.why);
        return true;
    }
    const unsigned width = n->bits == 32 || (n->bits == 0 && n->value <= bit_mask(32)) ? 32 : 64;
    Find f{work.span_of(line.text.substr(at, begin - at + inside.size())),
           ReadBy::mlir,
           "",
           PasteRole::unknown,
           {n->value, 0, width},
           ""};
    if (n->negative) f.digits = Digits::negative;
    work.find(std::move(f));
    return true;
}

}  // namespace tilescope::notation
