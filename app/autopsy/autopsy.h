// app/autopsy/autopsy.h -- a recording with its chains and what is said of them: as values, and as JSON.
// SPDX-License-Identifier: MIT
//
//     const auto autopsy = autopsy_of(*read_recording("recordings/gemm"), {.a = "a.npy", .b = "b.npy"});
//     puts(headline(*autopsy).c_str());    "MMA 0 of kernel `gemm`, line 142: sbo of B is 512; ..."
#pragma once

#include "app/autopsy/expected_files.h"
#include "app/io/json_value.h"

#include <tilescope/autopsy/diagnose.h>

#include <stop_token>
#include <string>
#include <vector>

namespace tilescope::autopsy {

struct Autopsy {
    Recording recording;
    std::vector<Chain> chains;
    std::vector<Diagnosis> diagnoses;  // one for each chain, in their order

    const Diagnosis* worst() const;  // the most severe verdict; null: there is no chain
};

// The error at which the program stopped; null: it met none.
const SeenException* exception_in(const Recording& recording);

// Errors: those of read_expected().
Answer<Autopsy> autopsy_of(Recording recording, const ExpectedFiles& files, const std::stop_token& stop = {});

// Returns the verdict in one line: the sentence of the worst chain. Without a chain, what was seen instead.
std::string headline(const Autopsy& autopsy);

// Returns "MMAs 0 to 3 of warpgroup 1" and the like for the head of a paragraph.
std::string chain_title(const Autopsy& autopsy, std::size_t chain);

// The steps of the faults that concern all of them are listed too.
io::Json autopsy_json(const Autopsy& autopsy);

}  // namespace tilescope::autopsy
