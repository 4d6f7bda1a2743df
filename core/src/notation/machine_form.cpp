// core/src/notation/machine_form.cpp -- the properties of an MMA in machine code, from its mnemonic and operands.
// SPDX-License-Identifier: MIT
#include <tilescope/notation/machine_form.h>

#include "text_parts.h"

#include <algorithm>
#include <array>

namespace tilescope {
namespace {

struct Mnemonic {
    std::string_view name, kinds;  // one or two
};
constexpr Mnemonic kMnemonics[] = {{"UTCHMMA", "f16 tf32"},
                                   {"UTCQMMA", "f8f6f4 mxf8f6f4"},
                                   {"UTCOMMA", "mxf4 mxf4nvf4"},
                                   {"UTCIMMA", "i8"},
                                   {"UTCMXQMMA", "mxf8f6f4"}};
constexpr std::array<std::string_view, 4> kHopperMnemonics = {"HGMMA", "QGMMA", "IGMMA", "BGMMA"};

bool is_wgmma(std::string_view base) { return std::ranges::find(kHopperMnemonics, base) != kHopperMnemonics.end(); }

// Returns the kinds that a mnemonic can have, from the output of ptxas 13.0 for every kind. UTCQMMA has an operand for
// scale factors only if its kind has scale factors. Only mxf4nvf4 has blocks of 16 elements. If the line is cut before
// its last operand, two kinds remain.
std::vector<std::string> kinds_of(const Mnemonic& mnemonic, std::string_view opcode,
                                  const std::vector<std::string_view>& operands) {
    std::vector<std::string> kinds = notation::strings_in(mnemonic.kinds);
    const auto idesc = std::ranges::find_if(operands, [](auto o) { return o.starts_with("idesc["); });
    const bool whole = idesc != operands.end() && idesc + 1 != operands.end();
    const auto keep = [&](bool second) { kinds.erase(kinds.begin() + (second ? 0 : 1)); };
    if (mnemonic.name == "UTCQMMA" && whole) keep((idesc + 1)->starts_with("tmem["));
    const bool blocks_of_16 = opcode.find(".4X") != opcode.npos || opcode.find("BLOCK16") != opcode.npos;
    if (mnemonic.name == "UTCOMMA" && blocks_of_16) keep(true);
    return kinds;
}

}  // namespace

std::optional<MachineForm> machine_form(std::string_view opcode, const std::vector<std::string_view>& operands) {
    const std::string_view base = opcode.substr(0, opcode.find('.'));
    MachineForm out;
    PasteContext& c = out.context;
    if (base == "UTCCP") return out;
    if (is_wgmma(base)) {
        c.hopper = true;
        c.sparse = opcode.find(".SP") != opcode.npos;
        return out;
    }
    const auto* known = std::ranges::find(kMnemonics, base, &Mnemonic::name);
    if (known == std::end(kMnemonics)) return std::nullopt;
    out.kinds = kinds_of(*known, opcode, operands);
    c.kinds = out.kinds.size() > 1 ? out.kinds : std::vector<std::string>();
    c.kind = out.kinds.size() > 1 ? "" : out.kinds.front();
    c.cta_group = opcode.find(".2CTA") != opcode.npos ? 2 : 1;
    c.ws = opcode.find(".WS") != opcode.npos;
    c.a_in_tmem = !operands.empty() && operands[0].starts_with("tmem[");
    return out;
}

}  // namespace tilescope
