// core/src/notation/field_readers.cpp -- reads descriptors that the text lists field by field.
// SPDX-License-Identifier: MIT
#include "work.h"

#include <tilescope/base/number.h>
#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/formats/formats.h>
#include <tilescope/word/codec.h>

#include <algorithm>
#include <array>

namespace tilescope::notation {
namespace {

constexpr std::array<std::string_view, 4> kPlacing = {"start", "lbo", "sbo", "swizzle"};

const Format& smem_of(const Work& work) { return **find_format("smem", {}, work.options.edition); }

// A word that is built from fields. The bits of start, lbo, sbo and swizzle are unknown until the text sets them.
struct Assembly {
    std::uint64_t word, unknown;

    explicit Assembly(const Format& format) : word(blank_word(format)), unknown(0) {
        for (const std::string_view id : kPlacing) unknown |= bits_of(field_in(format, id));
    }
    static std::uint64_t bits_of(const Field& f) { return bit_mask(f.width) << f.lsb; }

    // Returns false if the field cannot store the value.
    bool set(const Format& format, std::string_view id, const std::string& text) {
        const auto next = with_field(format, word, id, text);
        if (next) word = *next, unknown &= ~bits_of(field_in(format, id));
        return bool{next};
    }
};

struct Setting {
    const Field* field;
    std::string_view text;
};

// "lbo=1 sbo=64 swizzle=128B": every piece sets a field of the descriptor. There are at least two pieces, and one of
// them sets start, lbo, sbo or swizzle.
std::vector<Setting> settings_in(const Format& format, std::string_view text) {
    std::vector<Setting> out;
    bool places = false;
    for (const std::string_view comma : split(text, ','))
        for (const std::string_view piece : split(comma, ' ')) {
            const std::size_t equals = piece.find('=');
            if (piece.empty()) continue;
            if (equals == piece.npos) return {};
            const std::string id = lower(trimmed(piece.substr(0, equals)));
            const Field* f = find_field(format, id);
            if (f == nullptr || equals + 1 == piece.size()) return {};
            places |= std::ranges::find(kPlacing, f->id) != kPlacing.end();
            out.push_back({f, piece.substr(equals + 1)});
        }
    if (!places || out.size() < 2) out.clear();
    return out;
}

// Whether the numbers are in 16-byte units, not in bytes. A small number that is not a multiple of 16 can only be in
// units; then all numbers are.
bool in_units(const std::vector<Setting>& settings) {
    return std::ranges::any_of(settings, [](const Setting& s) {
        const auto n = parse_number(s.text);
        return s.field->encoding == Encoding::number && s.field->unit == "bytes" && n && *n < 1024 && *n % 16 != 0;
    });
}

}  // namespace

bool read_fields(Work& work, const Line& line) {
    if (line.text.find('=') == line.text.npos) return false;
    const Format& format = smem_of(work);
    const std::vector<Setting> settings = settings_in(format, line.text);
    if (settings.empty()) return false;
    const bool units = in_units(settings);
    Assembly word(format);
    for (const Setting& s : settings) {
        const bool raw = units && s.field->unit == "bytes";
        if (word.set(format, s.field->id, say(raw ? "raw:" : "", s.text))) continue;
        work.refuse(s.text, say("the field '", s.field->id, "' cannot store ", excerpt(s.text),
                                raw ? " units of 16 bytes" : ""));
        return true;
    }
    Find f{work.span_of(line.text),
           ReadBy::fields,
           "",
           PasteRole::unknown,
           {word.word, word.unknown, 64},
           units ? "built from the fields, which are in 16-byte units" : "built from the fields, which are in bytes"};
    f.ask = !units;
    work.find(std::move(f));
    return true;
}

}  // namespace tilescope::notation
