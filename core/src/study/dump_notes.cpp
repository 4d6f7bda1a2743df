// core/src/study/dump_notes.cpp -- what a D that differs from the model shows as a whole.
// SPDX-License-Identifier: MIT
#include "dump_notes.h"

#include <tilescope/base/say.h>
#include <tilescope/emulator/floats.h>
#include <tilescope/emulator/recipe.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>

namespace tilescope {
namespace {

constexpr unsigned kMostNamed = 3;  // lines that a sentence names
constexpr double kNice = 1e-5;      // a factor so near to one with few bits is that one

class Notes {
public:
    Notes(const Emulation& e, const Dump& dump, const SumRounding& rounding, const DumpComparison& c)
        : e_(e), dump_(dump), rounding_(rounding), c_(c) {}

    std::vector<std::string> all() const {
        std::vector<std::string> out;
        for (const std::string& note : {not_stored(), factor(), moved(true), moved(false)})
            if (!note.empty()) out.push_back(note);
        return out;
    }

private:
    const Emulation& e_;
    const Dump& dump_;
    const SumRounding& rounding_;
    const DumpComparison& c_;

    std::string not_stored() const {
        const FloatFormat* const format = rounding_.format();
        std::optional<std::uint32_t> word;
        for (std::size_t at = 0; at < dump_.words.size(); ++at) {
            if (c_.is_beyond[at] == 0) continue;
            if (word && !same_word(*word, dump_.words[at], format)) return {};
            word = dump_.words[at];
        }
        const bool nothing = word && (*word == 0 || std::isnan(rounding_.value(*word)));
        if (!nothing) return {};
        if (*word == 0 && is_activation())
            return "The dump has 0 where the model is negative, and only there: the kernel may apply max(D, 0).";
        return say("The dump has ", text_of_word(dump_.type, *word),
                   " there: the kernel may not have stored these words, or its M or N is smaller.");
    }

    bool is_activation() const {
        for (std::size_t at = 0; at < c_.model.size(); ++at) {
            const double value = rounding_.value(c_.model[at]);
            if (c_.is_beyond[at] != 0 ? !(value < 0) : rounding_.value(dump_.words[at]) < 0) return false;
        }
        return true;
    }

    // The factor that fits best: the least squares.
    double best_factor() const {
        double products = 0, squares = 0;
        for (std::size_t at = 0; at < c_.model.size(); ++at) {
            const double model = rounding_.value(c_.model[at]);
            products += model * rounding_.value(dump_.words[at]), squares += model * model;
        }
        const double factor = products / squares;
        const FloatFormat& few_bits = *find_float("bf16");
        const double nice = value_of_word(few_bits, word_nearest(few_bits, factor));
        return std::abs(nice - factor) < kNice * std::abs(factor) ? nice : factor;
    }
    std::string factor() const {
        const double factor = best_factor();
        if (!std::isfinite(factor) || factor == 0) return {};
        const SumRounding scaled = rounding_.scaled(std::max(1.0, std::abs(factor)));
        const FloatFormat* const format = rounding_.format();
        for (std::size_t at = 0; at < c_.model.size(); ++at) {
            const double value = rounding_.value(c_.model[at]) * factor;
            const bool near = format != nullptr ? scaled.is_near(word_nearest(*format, value), dump_.words[at])
                                                : value == rounding_.value(dump_.words[at]);
            if (!near) return {};
        }
        const auto word = std::bit_cast<std::uint32_t>(static_cast<float>(factor));
        return say("Each word of the dump is ", text_of_word("f32", word),
                   " times that of the model: look for a factor (alpha, a scale), not for a wrong place.");
    }

    std::size_t at(bool rows, unsigned line, unsigned i) const {
        return rows ? std::size_t{line} * e_.n + i : std::size_t{i} * e_.n + line;
    }
    bool is_line(bool rows, unsigned of_dump, unsigned of_model) const {
        for (unsigned i = 0; i < (rows ? e_.n : e_.m); ++i)
            if (!rounding_.is_near(c_.model[at(rows, of_model, i)], dump_.words[at(rows, of_dump, i)])) return false;
        return true;
    }
    // Whether the dump has the rows (or columns) of the model at other places.
    std::string moved(bool rows) const {
        const unsigned count = rows ? e_.m : e_.n;
        const std::string_view what = rows ? "row" : "column";
        std::string named;
        unsigned moved = 0;
        for (unsigned line = 0; line < count; ++line) {
            if (is_line(rows, line, line)) continue;
            unsigned from = 0;
            while (from < count && !is_line(rows, line, from)) ++from;
            if (from == count) return {};
            if (++moved <= kMostNamed)
                named +=
                    say(moved == 1 ? "" : ", ", what, ' ', line, " of the dump is ", what, ' ', from, " of the model");
        }
        if (moved == 0) return {};
        return say("Each ", what, " of the dump is a ", what, " of the model, but ", moved, moved == 1 ? " is" : " are",
                   " at another place: ", named, moved > kMostNamed ? ", ..." : "",
                   ". Look at the part of the kernel that stores D.");
    }
};

}  // namespace

std::vector<std::string> notes_of_dump(const Emulation& e, const Dump& dump, const SumRounding& rounding,
                                       const DumpComparison& c) {
    return c.beyond == 0 ? std::vector<std::string>() : Notes(e, dump, rounding, c).all();
}

}  // namespace tilescope
