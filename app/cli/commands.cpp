// app/cli/commands.cpp -- the verbs of the command line as rows, and what they share.
// SPDX-License-Identifier: MIT
#include "app/cli/commands.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>

namespace tilescope::cli {
namespace {

// clang-format off
constexpr Command kCommands[] = {
    {"decode",  "What a word is, what is wrong with it, what else it could be",
     "tilescope decode 0x4000404000010040", declare_decode},
    {"encode",  "A word from its fields",
     "tilescope encode smem start=0x400 sbo=1024 swizzle=128B", declare_encode},
    {"diff",    "Two words, field by field",
     "tilescope diff smem 0x4000404000010040 0x8000402000010040", declare_diff},
    {"formats", "The tables themselves, with sources",
     "tilescope formats smem", declare_formats},
    {"layout",  "Where each element of an operand tile lies in shared memory",
     "tilescope layout --desc 0x4000404000010040 --major k --type f16 --rows 8 --cols 16", declare_layout},
    {"locate",  "Which element lies at an address",
     "tilescope locate 0x580 --desc 0x4000404000010040 --major k --type f16 --rows 128 --cols 64", declare_locate},
    {"tile",    "The descriptor of every slice of an operand tile",
     "tilescope tile --swizzle 128B --major k --type f16 --rows 128 --cols 128 --start 0x400", declare_tile},
    {"solve",   "From a wanted layout back to the descriptors that read it",
     "tilescope solve --type f16 --layout 'Sw<3,4,3> o smem_ptr[16b] o ((8,16),(8,8)):((64,512),(1,8))'",
     declare_solve},
    {"cute",    "A CuTe layout: parsed, evaluated, printed in other units",
     "tilescope cute 'Sw<3,4,3> o smem_ptr[16b](0x400) o ((8,16),(8,8)):((64,512),(1,8))'", declare_cute},
    {"banks",   "Bank conflicts of an access, phase by phase",
     "tilescope banks --desc 0x4000404000010040 --major k --type f16 --rows 8 --cols 64 --access chunk", declare_banks},
    {"compare", "What a TMA load writes against what the MMA reads",
     "tilescope compare --desc 0x4000404000010040 --major k --type f16 --rows 8 --cols 64 --tensor-map -",
     declare_compare},
    {"mask",    "Which columns a zero-column mask zeroes",
     "tilescope mask 0x0003028000000000 --m 128 --n 64", declare_mask},
    {"legality", "What a kind on a target allows: types, shapes, modes, forms",
     "tilescope legality --kind mxf4nvf4 --arch sm_103a --table scales", declare_legality},
    {"tmem",    "Where D, A, scale factors and metadata lie in Tensor Memory",
     "tilescope tmem --m 128 --n 64 --cta-group 2 --csv", declare_tmem},
    {"scale-factors", "Scale factors in shared memory and where tcgen05.cp puts them",
     "tilescope scale-factors --rows 128 --k 256 --vec 32 --csv", declare_scale_factors},
    {"check",   "One instruction and its words: what the assembler says, and every rule",
     "tilescope check --mma 'tcgen05.mma.cta_group::1.kind::f16 [d], a, b, idesc, p;' --idesc 0x08200490", declare_check},
    {"dot",     "One element of D, bit for bit: raw words in, raw word out",
     "tilescope dot tests/data/dot/worked.jsonl", declare_dot},
    {"emulate", "The matrix instruction of a session on the CPU model, bit for bit",
     "tilescope emulate tests/data/jobs/wrong_sbo.json --element 8,0", declare_emulate},
    {"explain", "Fields, values, rules, kinds, ... in plain words",
     "tilescope explain smem.swizzle=128B L35 X14", declare_explain},
    {"rules",   "Every rule with its source, and what documents disagree about",
     "tilescope rules --severity error", declare_rules},
    {"gui",     "Starts the window program",
     "tilescope gui --help", declare_gui},
};
// clang-format on

}  // namespace

std::span<const Command> all_commands() { return kCommands; }

int refuse(std::string_view verb, std::string_view sentence) {
    const std::string line = say("tilescope", verb.empty() ? "" : " ", verb, ": ", printable(sentence), "\n");
    std::fwrite(line.data(), 1, line.size(), stderr);
    return kUnusable;
}

Answer<std::string> text_or_standard_input(const std::string& text, std::uint64_t most) {
    return text == "-" ? io::read_standard_input(most) : Answer<std::string>(text);
}

}  // namespace tilescope::cli
