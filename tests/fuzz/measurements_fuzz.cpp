// tests/fuzz/measurements_fuzz.cpp -- reports of experiments: only known ids are read, and the sentences are printable.
// SPDX-License-Identifier: MIT
#include "tests/fuzz/fuzz.h"

#include "app/runs/experiments.h"

namespace tilescope::fuzz {

std::string check_measurements(std::string_view bytes) {
    const auto found = live::measurements_in(bytes);
    if (!found) return wrong_sentence(found.why);
    for (const live::Measurement& m : *found) {
        if (!m.experiment || find_answer(*m.experiment, m.answer->id) != m.answer)
            return "an answer is not one of its experiment";
        if (std::string wrong = wrong_sentence(sentence_of(m)); !wrong.empty()) return wrong;
    }
    return {};
}

}  // namespace tilescope::fuzz
