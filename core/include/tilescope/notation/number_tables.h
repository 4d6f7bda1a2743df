// core/include/tilescope/notation/number_tables.h -- decides whether many numbers are words or something else.
// SPDX-License-Identifier: MIT
//
// Of many random numbers, some have the bits of a descriptor. So a number that nothing but its bits identifies is
// judged together with the others of its name: "10 numbers, of which 4 could be descriptors" is a table of something
// else.
//
//     NumberTables tables;
//     for (...) tables.add_number("key");      ten times
//     tables.add_word("key", "smem");          once: one of them could be a descriptor
//     tables.is_other("key")                   true
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace tilescope {

// Whether a text has a word of the subject, such as "tcgen05" or "swizzle". Its numbers are not judged as tables.
bool names_the_subject(std::string_view text);

class NumberTables {
public:
    // One 64-bit number with this name. Numbers without a name have the name "".
    void add_number(std::string_view name);

    // Says that one of the numbers could be a word of this format (Format::id).
    void add_word(std::string_view name, std::string_view format);

    // Whether fewer than three of four numbers with this name could be words of one format. Names with fewer than four
    // numbers are judged together; fewer than four numbers are never a table.
    bool is_other(std::string_view name) const;

private:
    struct Counts {
        std::uint64_t numbers = 0, tcgen05 = 0, wgmma = 0;
    };
    std::map<std::string, Counts, std::less<>> counts_;
};

}  // namespace tilescope
