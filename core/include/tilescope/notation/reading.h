// core/include/tilescope/notation/reading.h -- what a paste finds: words, their readings and their context.
// SPDX-License-Identifier: MIT
//
// paste.h finds the words of a text. This header has what each word is then.
#pragma once

#include <tilescope/base/text_span.h>
#include <tilescope/word/codec.h>
#include <tilescope/word/problem.h>

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

inline constexpr std::size_t kNoInstruction = ~std::size_t{0};

// clang-format off
enum class PasteRole : std::uint8_t {
    unknown, smem_a, smem_b, smem_sf, idesc, idesc_e, zcm, tmem, low_word, high_word, smem
};
// clang-format on
inline constexpr auto kPasteRoleNames =
    numbered("unknown", "A descriptor", "B descriptor", "scale-factor source", "instruction descriptor", "idescE",
             "zero-column mask", "Tensor Memory address", "low word", "high word", "shared-memory descriptor");

// ---- where bits of a word come from ----
//
//     2:  and.b32 %r2, %r1, 16383;
//     3:  or.b32  %r3, %r2, 65536;       bit 16: constant, line 3; bits 0 to 13: input %r1, line 2

enum class OriginKind : std::uint8_t {
    constant,  // the line states the bits as a number
    computed,  // the line computes the bits
    input  // the text does not say how the bits are made: the line loads them, calls another function or reads `name`
};
inline constexpr NamedValue kOriginKindNames[] = {{0, "constant"}, {1, "computed"}, {2, "input"}};

// One statement of the pasted text that gives bits to a word. Several origins of one bit: it is one of them at each
// time (a condition, a loop), or several statements set it to 1.
struct BitOrigin {
    std::uint64_t mask = 0;  // bits of the word
    OriginKind kind = OriginKind::computed;
    unsigned line = 1;      // of the text, counted from 1
    std::string text = {};  // the statement, in one line of at most kLongestOrigin bytes
    std::string name = {};  // of an input: the name that the text does not set; else empty
    TextSpan span = {};     // of the statement
    friend bool operator==(const BitOrigin&, const BitOrigin&) = default;
};

// The origins of a word, sorted by their lowest bits. A bit without an origin cannot be followed, or it is a 0 that
// a shift or a mask makes.
struct BitOrigins {
    std::vector<BitOrigin> list = {};
    bool cut = false;  // there are more: a limit of the number or of the time was reached
    friend bool operator==(const BitOrigins&, const BitOrigins&) = default;
};

inline constexpr std::size_t kLongestOrigin = 100, kMostOrigins = 32, kOriginsInTooltip = 3;

// Returns the origins of the bits in `mask` only, of another word: each bit moved down by `down` bits.
BitOrigins origins_in(const BitOrigins& origins, std::uint64_t mask, unsigned down = 0);

// Sorts the origins by their lowest bits, and keeps at most kMostOrigins.
void keep_first_origins(BitOrigins& origins);

// Adds an origin, or its bits to the same one.
void add_origin(BitOrigins& to, BitOrigin one);

// The origins of a word of two halves.
BitOrigins joined_origins(const BitOrigins& low, const BitOrigins& high);

// Returns "from line 2: and.b32 %r2, %r1, 16383; (%r1 is not in the text)".
std::string origin_text(const BitOrigin& origin);

// One sentence for each origin of the bits in `mask`. At most `most`; then "and 4 more".
std::vector<std::string> origin_lines(const BitOrigins& origins, std::uint64_t mask, std::size_t most);

// ---- words ----

// One possible meaning of a value.
struct PasteReading {
    const Format* format = nullptr;
    std::uint64_t word =
        0;  // as this reading sees it: for example with swapped halves, or only the high half of an idescE
    std::string why;
    Certainty certainty = Certainty::unknown;
    std::string rule;  // the rule or question that this reading depends on: "L25", "L26", "L54", "A3"; often empty
    std::uint64_t unknown = 0;  // bits of `word` that are unknown: not in the text, or in the other half
};

// One value of 32 or 64 bits from the text.
struct FoundWord {
    TextSpan span;
    std::string source;  // the part of the text that contains it
    std::string reader;  // "number", "PTX", "SASS", "log", ...
    std::string name;    // a_desc, UR4, %rd1, or empty
    PasteRole role = PasteRole::unknown;
    std::uint64_t value = 0;
    unsigned bits = 64;                  // 32 or 64
    std::uint64_t unknown_bits = 0;      // 1 for each bit whose value is not in the text
    std::vector<PasteReading> readings;  // best first; never empty
    bool ask = false;                    // several readings are similarly likely: the user must decide
    std::string note;                    // for example "high half first"
    unsigned merged = 1;                 // the number of equal lines of a log that this word represents
    std::size_t instruction =
        kNoInstruction;                  // index into PasteResult::instructions of the instruction with this operand
    std::vector<TextSpan> again = {};    // the other places of this word if it is in several lines of a log, in order
    std::vector<Problem> problems = {};  // of the program that builds the word, if the first reading is right
    BitOrigins origins = {};             // of the bits of `value`: the statements of the program that give them
};

// The properties of an instruction, or the common properties of several instructions. A property in which the
// instructions differ has its default value.
struct PasteContext {
    std::string kind;
    std::vector<std::string> kinds;  // the possible kinds, if there are several; then `kind` is empty
    unsigned cta_group = 0;          // 0: unknown
    bool ws = false, sparse = false, a_in_tmem = false, hopper = false;
    bool tcgen05 = false;  // other words of the text are of tcgen05 without doubt
    std::string arch;
    friend bool operator==(const PasteContext&, const PasteContext&) = default;
};

// "add.u32 blo, blo, 128": the start address advances by this number of 16-byte units.
struct KStep {
    TextSpan span;
    std::string name;
    std::int64_t units = 0;
};

// A part of the text that cannot be read.
struct PasteRefusal {
    TextSpan span;
    unsigned line = 1, column = 1;
    std::string why;
    bool limit = false;  // a limit of the program is the reason, not the text
};

struct PasteOptions {
    Edition edition = Edition::v9_1;
    std::string_view kind = {};       // the selected kind: comes first if the bits are legal under several kinds
    bool kind_given = false;          // the user requested `kind`: 32-bit words are read under it, even illegal words
    std::string_view as = "auto";     // or a format id: then this format is the only reading
    std::string_view arch = {};       // the target that the user requested: its words come first
    std::size_t max_bytes = 1 << 20;  // a longer text is refused completely
    std::size_t max_words = 10'000;   // reading stops after this number; the summary reports it
    bool origins = true;              // follows the bits of a program to the statements that give them
    std::stop_token stop = {};        // asked at each line and each word; then the result is of no use
};

// Returns whether the word breaks no rule of the format. The bits in `unknown` are not in the text, so these bits break
// no rule.
using BreaksNoRule = bool (*)(const Format& format, std::uint64_t word, std::uint64_t unknown);

// Returns the origins of the bits of `reading.word`: of the half that it reads. None if it swaps the halves.
BitOrigins origins_of(const FoundWord& word, const PasteReading& reading);

// Whether a value with this role is surely of tcgen05: wgmma has no instruction descriptor, and its words have no
// version. Such a value tells what the words beside it are (PasteContext::tcgen05).
bool is_tcgen05_word(PasteRole role, std::uint64_t value);

// Returns the common properties of two instructions.
PasteContext common(const PasteContext& a, const PasteContext& b);

}  // namespace tilescope
