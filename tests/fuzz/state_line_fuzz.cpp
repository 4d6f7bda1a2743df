// tests/fuzz/state_line_fuzz.cpp -- state lines in any text: a line that can be read is written and read back the same.
// SPDX-License-Identifier: MIT
#include "tests/fuzz/fuzz.h"

#include "app/io/packing.h"
#include "app/io/state_line.h"

#include <tilescope/base/say.h>

#include <cstdint>

namespace tilescope::fuzz {
namespace {

std::string check_inflate(std::string_view bytes) {
    constexpr std::size_t kMost = 4096;
    const std::vector<std::uint8_t> packed(bytes.begin(), bytes.end());
    const auto text = io::inflate(packed, "\"a_desc\":\"0x4000404000010040\"", kMost);
    if (!text) return wrong_sentence(text.why);
    if (text->size() > kMost) return say("inflate() gave ", text->size(), " bytes, more than ", kMost);
    const auto again = io::inflate(io::deflate(*text, bytes.substr(0, 100)), bytes.substr(0, 100), kMost);
    return again && *again == *text ? std::string() : "deflate() does not give the text back";
}

}  // namespace

std::string check_state_line(std::string_view bytes) {
    if (const std::string wrong = check_inflate(bytes); !wrong.empty()) return wrong;
    std::size_t end = 0;
    for (const io::StateLine& found : io::state_lines_in(bytes)) {
        if (!is_inside(found.span, bytes) || found.span.begin < end) return "the span of a line is wrong";
        end = found.span.end;
        if (!found.file) {
            if (const std::string wrong = wrong_sentence(found.file.why); !wrong.empty()) return wrong;
            continue;
        }
        const auto line = io::state_line(*found.file);
        if (!line) return say("a line was read, but it cannot be written: ", line.why);
        const auto again = io::state_lines_in(*line);
        if (again.size() != 1 || !again[0].file || !(*again[0].file == *found.file))
            return say(*line, " reads back as another session");
    }
    return {};
}

}  // namespace tilescope::fuzz
