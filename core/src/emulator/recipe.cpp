// core/src/emulator/recipe.cpp -- generates the values of an operand.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/emulator/floats.h>
#include <tilescope/emulator/recipe.h>
#include <tilescope/layout/sparse_meta.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace tilescope {
namespace {

constexpr std::uint32_t kLeastRandomScale = 120, kRandomScales = 15;  // ue8m0 words around 127
// 8-bit exponent fields around 127. So products and their sums are finite, and the terms are close enough to interact.
constexpr std::uint32_t kLeastRandomExponent = 119, kRandomExponents = 17;
constexpr unsigned kWideExponent = 8;

// The generator of recipe.h.
class Random {
public:
    explicit Random(std::uint32_t seed) : state_(mixed(seed + 1)) {}

    std::uint32_t next() { return static_cast<std::uint32_t>(mixed(state_ += kStep) >> 32); }
    // Returns 0 to count - 1, as uniformly as 32 bits allow.
    std::uint32_t below(std::uint32_t count) { return static_cast<std::uint32_t>(std::uint64_t{next()} * count >> 32); }

private:
    static constexpr std::uint64_t kStep = 0x9e3779b97f4a7c15;  // 2^64 divided by the golden ratio
    static constexpr std::uint64_t mixed(std::uint64_t x) {
        for (int round = 0; round < 2; ++round) {
            x ^= x >> 32;
            x *= kStep;
        }
        return x ^ x >> 29;
    }
    std::uint64_t state_;
};

// A floating-point type or an integer type; the other pointer is null.
struct ValueType {
    const FloatFormat* number = nullptr;
    const IntegerType* integer = nullptr;

    explicit ValueType(std::string_view id) : number(find_float(id)), integer(find_integer(id)) {}
    bool exists() const { return number != nullptr || integer != nullptr; }
    unsigned bits() const { return number != nullptr ? number->bits : integer->bits; }
    std::uint32_t word_of(std::uint32_t value) const {
        return number != nullptr ? word_nearest(*number, value) : value;
    }
    // Returns how many of the integers 0, 1, 2, ... the type holds exactly.
    unsigned integers() const {
        if (number != nullptr) return exact_integers(*number);
        return 1u << (integer->bits - integer->is_signed);
    }
    // Scale factors are whole bytes, even if the hardware ignores one of their bits.
    unsigned word_bits() const { return number != nullptr && !number->is_signed ? 8 : bits(); }
    std::uint32_t random_bits(Random& random) const { return random.next() >> (32 - word_bits()); }
    std::uint32_t scattered(Random& random) const {
        constexpr std::uint32_t kValues = 3;
        return integers() > kValues ? word_of(1 + random.below(kValues)) : word_of(random.below(integers()));
    }
    std::uint32_t random(Random& random) const {
        if (number == nullptr) return random_bits(random);
        if (!number->has_zero) return kLeastRandomScale + random.below(kRandomScales);
        if (number->exponent_bits >= kWideExponent) return near_one(random);
        for (;;) {
            const std::uint32_t word = random.next() >> (32 - bits());
            const RawNumber value = decode_number(*number, word);
            if (value.what == NumberClass::finite && (number->is_signed || value.m != 0)) return word;
        }
    }

private:
    std::uint32_t near_one(Random& random) const {
        const unsigned below_exponent = bits() - 1 - number->exponent_bits;
        const std::uint32_t exponents = ((1u << number->exponent_bits) - 1) << below_exponent;
        const std::uint32_t word = (random.next() >> (32 - bits())) >> number->ignored_low << number->ignored_low;
        return (word & ~exponents) | (kLeastRandomExponent + random.below(kRandomExponents)) << below_exponent;
    }
};

bool is_code(RecipeKind kind) {
    return kind == RecipeKind::coordinates || kind == RecipeKind::rows || kind == RecipeKind::columns ||
           kind == RecipeKind::counting;
}

std::uint64_t code_of(RecipeKind kind, const RecipeSize& size, std::uint64_t index) {
    const std::uint64_t columns = std::max(size.columns, 1u);
    if (kind == RecipeKind::rows) return index / columns;
    if (kind == RecipeKind::columns) return index % columns;
    return index;
}

std::uint32_t digit_of(std::uint64_t code, unsigned base, unsigned digit) {
    for (; digit != 0 && code != 0; --digit) code /= base;
    return static_cast<std::uint32_t>(code % base);
}

// Returns one word of a recipe that needs no file and no random numbers.
std::uint32_t word_at(const Recipe& recipe, const RecipeSize& size, const ValueType& type, std::uint64_t index) {
    const std::uint64_t columns = std::max(size.columns, 1u);
    switch (recipe.kind) {
    case RecipeKind::ones: return type.word_of(1);
    case RecipeKind::identity: return index / columns == index % columns ? type.word_of(1) : 0;
    case RecipeKind::coordinates:
    case RecipeKind::rows:
    case RecipeKind::columns:
        return type.word_of(digit_of(code_of(recipe.kind, size, index), type.integers(), recipe.digit));
    case RecipeKind::counting: return type.word_of(static_cast<std::uint32_t>(index % type.integers()));
    default: return 0;
    }
}

// Refuses a digit that the coordinates of this size do not have: it would be zero for every element.
Answer<void> has_digit(const Recipe& recipe, const RecipeSize& size) {
    const unsigned digits = code_digits(recipe, size).digits;
    if (!is_code(recipe.kind) || recipe.kind == RecipeKind::counting || recipe.digit < digits) return {};
    return Refusal("digit ", recipe.digit, " does not exist: coordinates of ", size.rows, " x ", size.columns,
                   " elements in ", size.type, " have only ",
                   digits == 1 ? std::string("digit 0") : say("digits 0 to ", digits - 1));
}

Answer<void> file_fits(const Recipe& recipe, const RecipeSize& size, const RecipeWords* file) {
    if (file == nullptr)
        return Refusal("the file '", recipe.file, "' could not be read; it must be a readable .npy file");
    if (file->rows == size.rows && file->columns == size.columns &&
        file->words.size() == std::size_t{size.rows} * size.columns)
        return {};
    return Refusal("the file '", recipe.file, "' has ", file->rows, " x ", file->columns, " values; the operand has ",
                   size.rows, " x ", size.columns);
}

// Returns the shortest text that reads back as the same number.
template <class Number>
std::string text_of_number(Number value) {
    constexpr Number kWhole = 1 << 24;
    char text[64];
    const bool whole = std::abs(value) <= kWhole && value == std::trunc(value);
    const auto end = whole ? std::to_chars(text, text + sizeof text, value, std::chars_format::fixed).ptr
                           : std::to_chars(text, text + sizeof text, value).ptr;
    return {text, end};
}

// Returns the double with the fewest decimal digits that rounds to the word.
double simplest(const FloatFormat& format, std::uint32_t word, double value) {
    for (int digits = 1; digits < 17; ++digits) {
        char text[64];
        const auto end = std::to_chars(text, text + sizeof text, value, std::chars_format::scientific, digits - 1).ptr;
        double shorter = 0;
        std::from_chars(text, end, shorter);
        if (word_nearest(format, shorter) == word) return shorter;
    }
    return value;
}

}  // namespace

CodeDigits code_digits(const Recipe& recipe, const RecipeSize& size) {
    const ValueType type(size.type);
    CodeDigits out{.base = type.exists() ? type.integers() : 0, .digits = 1};
    if (!is_code(recipe.kind) || recipe.kind == RecipeKind::counting || out.base < 2) return out;
    const std::uint64_t all = std::uint64_t{size.rows} * size.columns;
    std::uint64_t last = recipe.kind == RecipeKind::columns ? std::max(size.columns, 1u) - 1
                         : all == 0                         ? 0
                                                            : code_of(recipe.kind, size, all - 1);
    for (; last >= out.base; last /= out.base) ++out.digits;
    return out;
}

Answer<std::vector<std::uint32_t>> words_of(const Recipe& recipe, const RecipeSize& size, const RecipeWords* file) {
    const ValueType type(size.type);
    if (!type.exists()) return Refusal("unknown element type '", size.type, "'");
    if (recipe.kind == RecipeKind::file) {
        if (const auto can = file_fits(recipe, size, file); !can) return Refusal(can.why);
        return file->words;
    }
    if ((is_code(recipe.kind) || recipe.kind == RecipeKind::scattered) && type.integers() < 2)
        return Refusal(size.type, " cannot store the integers 0, 1, 2, ...; use 'zeros', 'ones', 'random' or a file");
    if (const auto can = has_digit(recipe, size); !can) return Refusal(can.why);
    std::vector<std::uint32_t> out(std::size_t{size.rows} * size.columns);
    Random random(recipe.seed);
    for (std::size_t i = 0; i < out.size(); ++i)
        out[i] = recipe.kind == RecipeKind::random        ? type.random(random)
                 : recipe.kind == RecipeKind::random_bits ? type.random_bits(random)
                 : recipe.kind == RecipeKind::scattered   ? type.scattered(random)
                                                          : word_at(recipe, size, type, i);
    return out;
}

std::vector<std::uint8_t> codes_of(const MetaRecipe& recipe, const SparseGrain& grain, unsigned rows, unsigned groups) {
    std::vector<std::uint8_t> legal;
    for (const SparseCode& code : grain.codes) legal.push_back(static_cast<std::uint8_t>(code.code));
    std::ranges::sort(legal);
    std::vector<std::uint8_t> out(std::size_t{rows} * groups, legal.front());
    Random random(recipe.seed);
    const auto count = static_cast<std::uint32_t>(legal.size());
    for (std::size_t i = 0; i < out.size(); ++i) {
        if (recipe.kind == MetaRecipeKind::alternating) out[i] = legal[i % count];
        if (recipe.kind == MetaRecipeKind::random) out[i] = legal[random.below(count)];
    }
    return out;
}

std::string text_of_word(std::string_view id, std::uint32_t word) {
    const ValueType type(id);
    if (!type.exists()) return hex(word);
    if (type.integer != nullptr) {
        const unsigned spare = 32 - type.integer->bits;
        if (!type.integer->is_signed) return say(word << spare >> spare);
        return say(static_cast<std::int32_t>(word << spare) >> spare);
    }
    const FloatFormat& format = *type.number;
    const double value = value_of_word(format, word);
    if (std::isnan(value)) return "nan";
    if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
    if (&format == find_float("f32")) return text_of_number(static_cast<float>(value));
    constexpr std::size_t kShort = 8;
    std::string exact = text_of_number(value);
    if (exact.size() <= kShort) return exact;
    return text_of_number(simplest(format, word_nearest(format, value), value));
}

}  // namespace tilescope
