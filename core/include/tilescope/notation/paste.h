// core/include/tilescope/notation/paste.h -- any text -> the words in it, with every reading and why.
// SPDX-License-Identifier: MIT
//
// A person pastes what they have: numbers of every spelling, halves in either order, PTX, SASS, MLIR, registers of a
// debugger, printf logs, C and Python expressions, many at once. Nothing is cleaned up by hand and nothing is guessed
// silently: a word carries the text it came from, how that was read, the likeliest meaning and the others. What could
// not be read is listed with its place and the reason.
#pragma once

#include <tilescope/word/codec.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

struct TextSpan {
    std::size_t begin = 0, end = 0;  // offsets into the pasted text
    friend bool operator==(const TextSpan&, const TextSpan&) = default;
};

inline constexpr std::size_t kNoInstruction = ~std::size_t{0};

enum class PasteRole : std::uint8_t {
    unknown,
    smem_a,
    smem_b,
    smem_sf,
    idesc,
    idesc_e,
    zcm,
    tmem,
    low_word,
    high_word,
    smem
};
inline constexpr NamedValue kPasteRoleNames[] = {{0, "unknown"},
                                                 {1, "A descriptor"},
                                                 {2, "B descriptor"},
                                                 {3, "scale-factor source"},
                                                 {4, "instruction descriptor"},
                                                 {5, "idescE"},
                                                 {6, "zero-column mask"},
                                                 {7, "Tensor Memory address"},
                                                 {8, "low word"},
                                                 {9, "high word"},
                                                 {10, "shared-memory descriptor"}};

struct PasteReading {
    const Format* format = nullptr;
    std::uint64_t word = 0;  // as this reading has it: halves exchanged, the high half of an idescE, ...
    std::string why;
    Certainty certainty = Certainty::unknown;
    std::string rule;           // a rule or question it rests on: "L25", "L26", "L54", "A1"; mostly empty
    std::uint64_t unknown = 0;  // bits of `word` that this reading does not tell: the other half
};

struct FoundWord {
    TextSpan span;
    std::string source;  // the text it was read from
    std::string reader;  // "number", "PTX", "SASS", "log", ...
    std::string name;    // a_desc, UR4, %rd1, or empty
    PasteRole role = PasteRole::unknown;
    std::uint64_t value = 0;
    unsigned bits = 64;                        // 32 or 64
    std::uint64_t unknown_bits = 0;            // holes: bits that the text does not tell
    std::vector<PasteReading> readings;        // best first; never empty
    bool ask = false;                          // several readings are about as likely
    std::string note;                          // "hi, lo in this order"; "OR constant: other bits come from %rd12"
    unsigned merged = 1;                       // equal lines of a log that it stands for
    std::size_t instruction = kNoInstruction;  // of PasteResult::instructions, that names it as an operand
};

// What an instruction says, or what several have in common: where they differ in their form, none is said.
struct PasteContext {
    std::string kind;
    std::vector<std::string> kinds;  // that it may be of, or of instructions that differ in it; `kind` is empty then
    unsigned cta_group = 0;          // 0: not said
    bool ws = false, sparse = false, a_in_tmem = false, hopper = false;
    std::string arch;
    friend bool operator==(const PasteContext&, const PasteContext&) = default;
};

// "add.u32 blo, blo, 128": the start address moves on by so many units of 16 bytes.
struct KStep {
    TextSpan span;
    std::string name;
    std::int64_t units = 0;
};

struct PasteRefusal {
    TextSpan span;
    unsigned line = 1, column = 1;
    std::string why;
};

struct PasteResult {
    std::vector<FoundWord> words;
    std::vector<KStep> steps;
    std::vector<PasteRefusal> refused;       // the first ones
    std::size_t refused_count = 0;           // all of them
    PasteContext context;                    // of the whole text
    std::vector<PasteContext> instructions;  // of operands: what the instructions that name them say
    unsigned lines = 0, understood = 0;      // not counting empty ones
    std::string layout;                      // the whole text is a CuTe layout: as it is printed; else empty
    std::string sentence;                    // what happened
};

struct PasteOptions {
    Edition edition = Edition::v9_1;
    std::string_view kind = {};       // the one in use: preferred where several are legal
    bool kind_asked = false;          // a person named it: 32-bit words are read under it, legal or not
    std::string_view as = "auto";     // or a format id: the only reading
    std::size_t max_bytes = 1 << 20;  // more text is refused whole
    std::size_t max_words = 10'000;   // reading stops there, and says so
};

// Whether a word, read by a format, breaks none of its rules. Bits in `unknown` are not told: they break none.
using IsClean = bool (*)(const Format& format, std::uint64_t word, std::uint64_t unknown);

// Never fails and never throws: any bytes are text. A reading that is not clean comes behind all that are. What is
// clean the rules know, and they stand above this module: programs call paste() of <tilescope/rules/read_paste.h>.
PasteResult paste(std::string_view text, const PasteOptions& options, IsClean is_clean);

// What the text says of the instruction that a word belongs to: the one that names it, else the whole text's.
const PasteContext& context_of(const PasteResult& result, const FoundWord& word);

}  // namespace tilescope
