// tests/unit/study/program_texts.h -- PTX of small kernels, and what the engine reads in it.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/base/say.h>
#include <tilescope/study/program_chains.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

// Statements between the declarations of a kernel and its end. d: registers of D; %rd1, %rd2: words without a start.
inline std::string kernel(std::string_view body, std::string_view shared = ".extern .shared .align 1024 .b8 tiles[];") {
    return say(".version 8.0\n.target sm_90a\n", shared,
               "\n.visible .entry k(.param .u32 p) {\n.reg .pred %p<4>;\n.reg .f32 %f<20>;\n.reg .b32 %r<20>;\n"
               ".reg .b64 %rd<20>;\nmov.u64 %rd1, 0x8000002000000000;\nmov.u64 %rd2, 0x8000002000000000;\n",
               body, "ret;\n}\n");
}

// %rd<to> = the word with the start at `distance` bytes after the variable.
inline std::string start_at(std::string_view variable, unsigned distance, unsigned to) {
    return say("mov.u32 %r1, ", variable, ";\nadd.u32 %r2, %r1, ", distance,
               ";\nbfe.u32 %r3, %r2, 4, 14;\ncvt.u64.u32 %rd19, %r3;\nor.b64 %rd", to, ", %rd1, %rd19;\n");
}

inline std::string mma(unsigned d, unsigned a, unsigned b, std::string_view scale_d) {
    return say("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f", d, ", %f", d + 1, ", %f", d + 2, ", %f", d + 3,
               "}, %rd", a, ", %rd", b, ", ", scale_d, ", 1, 1, 0, 0;\n");
}

struct ProgramRead {
    ProgramReport report;
    std::vector<ProgramChain> chains;

    const ProgramMma& mma(std::size_t i) const { return *report.instructions.at(i).as_mma; }
    bool asks(std::size_t chain, std::string_view name) const {
        return std::ranges::find(chains.at(chain).asks, name, &ChainAsk::name) != chains.at(chain).asks.end();
    }
};
inline ProgramRead read(const std::string& text, std::vector<BaseAddress> bases = {}) {
    ProgramRead out;
    out.report = check_program(text, "sm_100a", Edition::v9_1, false, bases);
    out.chains = chains_of(out.report, "sm_100a", Edition::v9_1);
    return out;
}

}  // namespace tilescope
