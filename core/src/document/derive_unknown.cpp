// core/src/document/derive_unknown.cpp -- which fields with unknown bits need a value before a picture can be drawn.
// SPDX-License-Identifier: MIT
#include "derive_parts.h"

#include <tilescope/base/say.h>
#include <tilescope/layout/tile_map.h>
#include <tilescope/rules/rule.h>

#include <algorithm>

namespace tilescope {
namespace {

constexpr std::string_view kStart = "start";

// Returns the session with values for all bits of `mask` that are unknown.
Session with_values(const Session& s, WordId id, std::uint64_t values, std::uint64_t mask) {
    Session out = s;
    out.words[static_cast<std::size_t>(id)] |= values;
    out.unknown[id] &= ~mask;
    return out;
}

bool same_places(const OperandView& a, const OperandView& b) {
    if (a.placed() != b.placed() || a.mma_k != b.mma_k || a.layout.type != b.layout.type) return false;
    if (a.layout == b.layout) return true;
    return a.layout.rows == b.layout.rows && a.layout.columns == b.layout.columns && a.layout.major == b.layout.major &&
           tile_map(a.layout) == tile_map(b.layout);
}

// Adds the fields of the word whose unknown bits change what `is_same` compares. `skipped` are bits that no value is
// tried for. Two fields can matter only together (lbo_mode and lbo). Then all fields of the word are added.
template <class IsSame>
void add_asks(const Derived& d, WordId id, std::uint64_t skipped, IsSame is_same, std::vector<FieldPlace>& asks) {
    const WordView& w = d.of(id);
    const auto changes = [&](std::uint64_t bits) {
        return std::ranges::any_of(completions_of(*w.format, bits), [&](std::uint64_t values) {
            return !is_same(with_values(d.session, id, values, bits));
        });
    };
    std::uint64_t rest = 0;
    std::vector<FieldPlace> others;
    for (const FieldPlace& place : open_fields(w)) {
        const Field& f = *find_field(*w.format, place.field);
        const std::uint64_t bits = set_field(f, 0, w.unknown_in(f)) & ~skipped;
        if (bits == 0) continue;
        if (changes(bits))
            asks.push_back(place);
        else
            rest |= bits, others.push_back(place);
    }
    if (others.size() > 1 && changes(rest)) asks.insert(asks.end(), others.begin(), others.end());
}

std::uint64_t bits_of(const WordView& w, std::string_view id) {
    const Field* f = find_field(*w.format, id);
    return f ? set_field(*f, 0, bit_mask(f->width)) : 0;
}

}  // namespace

std::vector<FieldPlace> open_fields(const WordView& word) {
    std::vector<FieldPlace> out;
    for (const Field& f : word.format->fields)
        if (f.encoding != Encoding::fixed && word.unknown_in(f) != 0) out.push_back({word.id, f.id});
    return out;
}

std::string sentence_of(std::string_view what, std::span<const FieldPlace> asks) {
    std::string fields;
    for (std::size_t i = 0; i < asks.size(); ++i) {
        const bool last_of_word = i + 1 == asks.size() || asks[i + 1].word != asks[i].word;
        fields += say(i == 0 ? "" : i + 1 == asks.size() ? " and " : ", ", asks[i].field);
        if (last_of_word) fields += say(" of ", row_of(asks[i].word).title);
    }
    return say(what, " on unknown bits. Give ", fields, " a value.");
}

void ask_for_places(Derived& d, Operand operand) {
    const WordId id = word_of(operand);
    const WordView& word = d.of(id);
    if (word.unknown == 0 && d.of(WordId::idesc).unknown == 0) return;
    OperandView& o = pick(operand, d.a, d.b);
    const OperandView now = operand_from_words(d.session, operand);
    const auto is_same = [&](const Session& s) { return same_places(operand_from_words(s, operand), now); };
    add_asks(d, id, bits_of(word, kStart), is_same, o.asks);
    add_asks(d, WordId::idesc, 0, is_same, o.asks);
    if (!o.asks.empty())
        o.unplaced = sentence_of(say("The places of ", name_of(operand), " depend"), o.asks);
    else if (!word.knows(kStart))
        o.assumed = say("The start address of ", row_of(id).title, " has unknown bits. ", name_of(operand),
                        " is shown at ", hex(o.layout.start), ", as if they were 0.");
}

void ask_for_mask(Derived& d) {
    const WordView& word = d.of(WordId::zcm);
    const auto columns = [&](std::uint64_t bits) {
        std::vector<unsigned> out;
        for (const MaskReading reading : {MaskReading::examples, MaskReading::text})
            for (const MaskColumn& c : expand_mask(mask_of(*word.format, bits), d.mask_m, d.mask_n, reading).columns)
                out.push_back(c.source << 1 | static_cast<unsigned>(c.zeroed));
        return out;
    };
    if (word.unknown != 0) {
        const std::vector<unsigned> now = columns(word.decoded.word);
        add_asks(
            d, WordId::zcm, 0, [&](const Session& s) { return columns(s.word(WordId::zcm)) == now; }, d.mask_asks);
    }
    for (const FieldPlace& size : {FieldPlace{WordId::idesc, "m"}, FieldPlace{WordId::idesc, "n"}})
        if (d.session.mask.follow && !d.of(size.word).knows(size.field)) d.mask_asks.push_back(size);
    if (!d.mask_asks.empty()) d.mask_unknown = sentence_of("The mask depends", d.mask_asks);
}

}  // namespace tilescope
