// core/src/document/derive.cpp -- everything that follows from a Session; recomputed after each edit.
// SPDX-License-Identifier: MIT
#include "derive_parts.h"

#include <tilescope/base/say.h>
#include <tilescope/document/derive.h>
#include <tilescope/formats/formats.h>
#include <tilescope/hw/shapes.h>
#include <tilescope/layout/placing.h>
#include <tilescope/layout/smem_layout.h>
#include <tilescope/layout/tile.h>
#include <tilescope/rules/rule.h>

#include <algorithm>

namespace tilescope {
namespace {

void decode_words(Derived& d) {
    for (const WordRow& row : kWords) {
        WordView& w = d.of(row.word);
        w.id = row.word;
        w.format = &format_of(d.session, row.word);
        w.unknown = d.session.unknown_bits(row.word) & bit_mask(w.format->bits);
        w.assumed = d.session.assumed.bits[row.word] & bit_mask(w.format->bits);
        w.decoded = decode(*w.format, d.session.word(row.word));
        drop_unknown_bits(w.decoded.problems, w.decoded, w.unknown);
    }
}

std::uint64_t value_in(const WordView& w, std::string_view id) { return value_or_0(*w.format, w.decoded.word, id); }

std::string type_in(const WordView& w, std::string_view id) {
    const Field* f = find_field(*w.format, id);
    const std::string_view name =
        f && w.knows(id) ? name_in(f->names, get_field(*f, w.decoded.word)) : std::string_view();
    return name.empty() ? "?" : std::string(name);
}

// .sp is in the instruction descriptor, or in the name of the instruction if there is none.
bool is_sparse(const Derived& d) {
    return family_of(d.session).idesc ? d.of(WordId::idesc).raw("sparse") != 0 : d.session.variant.sparse;
}

void read_instruction(Derived& d) {
    const WordView& w = d.of(WordId::idesc);
    d.m = static_cast<unsigned>(value_in(w, "m"));
    d.n = static_cast<unsigned>(value_in(w, "n"));
    d.tile_m = d.m * d.session.pieces.count.a;
    d.tile_n = d.n * d.session.pieces.count.b;
    d.m_text = w.knows("m") ? say(d.m) : "?";
    d.n_text = w.knows("n") ? say(d.n) : "?";
    d.a_type = type_in(w, "a_type");
    d.b_type = type_in(w, "b_type");
    d.d_type = find_field(*w.format, "d_type") ? type_in(w, "d_type") : "f32";  // block-scaled kinds: always f32
    const Field* sparse = find_field(*w.format, "sparse");
    d.k = mma_k(*w.format, sparse ? set_field(*sparse, w.decoded.word, is_sparse(d)) : w.decoded.word);
    if (!multiplies_bits(d.session.variant, d.session.arch)) return;
    d.a_type = d.b_type = "b1";
    d.k = kBitsK;
}

// Returns the type that is drawn if the instruction descriptor names none.
const ElementType* fallback_type(std::string_view kind) {
    const Format* format = idesc_format(kind, kNewestEdition);
    const Field* f = format ? find_field(*format, "a_type") : nullptr;
    const ElementType* t = f && !f->names.empty() ? smem_type_of(f->names.front().name, kind) : nullptr;
    return t ? t : find_type("f16");
}

// Makes the layout of piece 0 that of all pieces.
void add_pieces(const TilePieces& pieces, Operand operand, OperandView& o) {
    o.piece_rows = o.layout.rows;
    const unsigned count = pieces.count[operand], rows = count * static_cast<unsigned>(o.layout.rows);
    if (count == 1 || !o.placed()) return;
    if (rows > kMostTileRows) {
        o.unplaced = say(name_of(operand), " has ", rows, " rows, and a tile has at most ", kMostTileRows, '.');
        return;
    }
    if (const auto whole = layout_of_pieces(o.layout, count, pieces.distance[operand])) {
        o.layout = *whole;
        return;
    }
    SmemLayout all = o.layout;
    all.rows = static_cast<int>(rows);
    o.layout.k_atom = placing::atom_column_bytes(all);
    o.apart = true;
    o.unplaced = say("The pieces of ", name_of(operand), " are ", pieces.distance[operand], " bytes apart. With the ",
                     "strides of the word, row ", o.piece_rows, " of one tile is elsewhere, so it is not drawn.");
}

// Computes the layout from the descriptor, even if the instruction does not read this descriptor.
void place_layout(const Derived& d, Operand operand, OperandView& o) {
    const Session& s = d.session;
    const bool is_a = operand == Operand::a;
    const WordView& idesc = d.of(WordId::idesc);
    const WordView& word = d.of(word_of(operand));
    const ElementType& type = drawn_type(d, operand, o.type_note);
    // The two CTAs of a pair each hold half of the rows of A and half of the columns of B (rows here).
    const unsigned whole = pick(operand, d.m, d.n);
    const unsigned rows = std::clamp(s.variant.cta_group == 2 ? whole / 2 : whole, 1u, kMostTileRows);
    const Major major = idesc.raw(pick(operand, "transpose_a", "transpose_b")) ? Major::mn : Major::k;
    // A sparse A stores half of the columns, and so does its tile.
    const bool sparse = is_sparse(d);
    o.stored_half = is_a && sparse;
    const unsigned columns = std::max(stored_k(s.tile_k, is_a, sparse), 1u);
    o.mma_k = d.k != 0 ? stored_k(d.k, is_a, sparse) : dense_k(type);
    const auto placed = layout_of(*word.format, word.decoded.word, major, type, static_cast<int>(rows),
                                  static_cast<int>(columns), static_cast<int>(o.mma_k));
    o.layout = placed ? *placed
                      : SmemLayout{.major = major,
                                   .type = &type,
                                   .start = static_cast<std::uint32_t>(value_in(word, "start")),
                                   .rows = static_cast<int>(rows),
                                   .columns = static_cast<int>(columns),
                                   .mma_columns = static_cast<int>(o.mma_k)};
    if (!placed) o.unplaced = say("The location of ", name_of(operand), " is not known: ", placed.why, ".");
    // k_first: the next atom along K follows directly. assumption_of() describes the other order.
    const bool k_first = s.atom_order[operand] == AtomOrder::k_first;
    const bool has_step = major == Major::k && o.layout.mode != SwizzleMode::none;
    if (k_first && has_step) o.layout.k_atom = atom_of(o.layout.mode, major, type).bytes;
    if (s.atom_step[operand] != 0 && has_step) o.layout.k_atom = s.atom_step[operand];
    add_pieces(s.pieces, operand, o);
}

std::string where_a_is(const Session& s) { return say("A is read from ", name_of(family_of(s).a), " in this form."); }

// ---- which fields with unknown bits need a value before a picture can be drawn ----

constexpr std::string_view kStart = "start";

// Returns the session with values for all bits of `mask`, which are unknown or assumed.
Session with_values(const Session& s, WordId id, std::uint64_t values, std::uint64_t mask) {
    Session out = s;
    out.word(id) = (out.word(id) & ~mask) | values;
    out.unknown[id] &= ~mask;
    return out;
}

bool same_places(const OperandView& a, const OperandView& b) {
    if (a.placed() != b.placed() || a.mma_k != b.mma_k || a.layout.type != b.layout.type) return false;
    if (a.layout == b.layout) return true;
    return a.layout.rows == b.layout.rows && a.layout.columns == b.layout.columns && a.layout.major == b.layout.major &&
           tile_map(a.layout) == tile_map(b.layout);
}

// Adds the fields of the word of which bits in `open`, which are unknown or assumed, change what `is_same` compares.
// Two fields can matter only together (lbo_mode and lbo). Then all fields of the word are added.
template <class IsSame>
void add_asks(const Derived& d, WordId id, std::uint64_t open, IsSame is_same, std::vector<FieldPlace>& asks) {
    const WordView& w = d.of(id);
    const auto changes = [&](std::uint64_t bits) {
        return std::ranges::any_of(completions_of(*w.format, bits), [&](std::uint64_t values) {
            return !is_same(with_values(d.session, id, values, bits));
        });
    };
    std::uint64_t rest = 0;
    std::vector<FieldPlace> others;
    for (const FieldPlace& place : fields_with(w, open)) {
        const Field& f = *find_field(*w.format, place.field);
        const std::uint64_t bits = set_field(f, 0, get_field(f, open));
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

// Finds the fields with unknown or assumed bits on which the places of the operand depend, by trying values of these
// bits. Sets `asks` and `unplaced`, or `assumes` and `assumed`, of the operand.
void ask_for_places(Derived& d, Operand operand) {
    const WordId id = word_of(operand);
    const WordView &word = d.of(id), &idesc = d.of(WordId::idesc);
    if ((word.unknown | word.assumed | idesc.unknown | idesc.assumed) == 0) return;
    OperandView& o = d.of(operand);
    const OperandView now = operand_from_words(d.session, operand);
    const auto is_same = [&](const Session& s) { return same_places(operand_from_words(s, operand), now); };
    add_asks(d, id, word.unknown & ~bits_of(word, kStart), is_same, o.asks);
    add_asks(d, WordId::idesc, idesc.unknown, is_same, o.asks);
    if (!o.asks.empty()) {
        o.unplaced = sentence_of(say("The places of ", name_of(operand), " depend"), o.asks);
        return;
    }
    add_asks(d, id, word.assumed, is_same, o.assumes);
    add_asks(d, WordId::idesc, idesc.assumed, is_same, o.assumes);
    if (!word.knows(kStart))
        o.assumed = say("The start address of ", row_of(id).title, " has unknown bits. ", name_of(operand),
                        " is shown at ", hex(o.layout.start), ", as if they were 0.");
    if (!o.assumes.empty())
        o.assumed += say(o.assumed.empty() ? "" : " ", "Nobody gave ", text_of(o.assumes), ": ", name_of(operand),
                         " is shown with the values of the example.");
}

// The same for the zero-column mask. Requires: the mask and its sizes are set.
void ask_for_mask(Derived& d) {
    const WordView& word = d.of(WordId::zcm);
    const auto columns = [&](std::uint64_t bits) {
        std::vector<unsigned> out;
        for (const MaskReading reading : {MaskReading::examples, MaskReading::text})
            for (const MaskColumn& c : expand_mask(mask_of(*word.format, bits), d.mask.m, d.mask.n, reading).columns)
                out.push_back(c.source << 1 | static_cast<unsigned>(c.zeroed));
        return out;
    };
    if (word.unknown != 0) {
        const std::vector<unsigned> now = columns(word.decoded.word);
        add_asks(
            d, WordId::zcm, word.unknown, [&](const Session& s) { return columns(s.word(WordId::zcm)) == now; },
            d.mask.asks);
    }
    for (const FieldPlace& size : {FieldPlace{WordId::idesc, "m"}, FieldPlace{WordId::idesc, "n"}})
        if (d.session.mask.follow && !d.of(size.word).knows(size.field)) d.mask.asks.push_back(size);
    if (!d.mask.asks.empty()) d.mask.unknown = sentence_of("The mask depends", d.mask.asks);
}

// ---- the parts of derive() ----

void place_operand(Derived& d, Operand operand) {
    OperandView& o = d.of(operand);
    o.in_smem = !(operand == Operand::a && d.session.variant.a_in_tmem);
    if (!o.in_smem) {
        o.unplaced = where_a_is(d.session);
        return;
    }
    place_layout(d, operand, o);
    ask_for_places(d, operand);
    if (!o.placed()) return;
    o.bytes = tile_map(o.layout);
    const Extent range = extent(o.layout);
    o.first_byte = range.first, o.last_byte = range.last;
    const Overlap overlap = overlap_of(o.layout);
    o.overlaps = overlap.any;
    o.overlap_note = overlap.sentence;
}

void derive_mask(Derived& d) {
    const WordView& w = d.of(WordId::zcm);
    d.mask.word = mask_of(*w.format, w.decoded.word);
    d.mask.m = d.session.mask.follow ? d.m : d.session.mask.m;
    d.mask.n = std::clamp(d.session.mask.follow ? d.n : d.session.mask.n, 1u, 256u);
    ask_for_mask(d);
    d.mask.examples = expand_mask(d.mask.word, d.mask.m, d.mask.n, MaskReading::examples);
    d.mask.text = expand_mask(d.mask.word, d.mask.m, d.mask.n, MaskReading::text);
}

void mark_unused_words(Derived& d) {
    WordView &a = d.of(WordId::a_desc), &mask = d.of(WordId::zcm);
    if (d.session.variant.a_in_tmem) {
        a.used = false;
        a.unused_reason = where_a_is(d.session);
    }
    if (!d.session.variant.ws) {
        mask.used = false;
        mask.unused_reason = "Not used without .ws. Only .ws forms accept a zero-column mask.";
    }
    if (const FamilyRow& family = family_of(d.session); !family.zero_mask) {
        mask.used = false;
        mask.unused_reason = say(family.instruction, " has no zero-column mask.");
    }
}

std::string summary_of(const Derived& d, const WordView& w) {
    switch (w.id) {
    case WordId::idesc:
        return say(d.m_text, " x ", d.n_text, "  ", d.a_type, d.a_type == d.b_type ? "" : say(" x ", d.b_type), " > ",
                   d.d_type);
    case WordId::zcm:
        if (!d.mask.word.nonzero && w.knows("nonzero")) return "no column is zeroed";
        if (w.unknown != 0) return "? zeroed";
        return say(d.mask.word.skip, " zeroed, ", d.mask.word.use, " used");
    default: break;
    }
    const Field* swizzle = find_field(*w.format, "swizzle");
    return say(text_of(*swizzle, get_field(*swizzle, w.decoded.word), w.unknown_in(*swizzle)), " at ",
               w.knows("start") ? hex(value_in(w, "start")) : "?");
}

}  // namespace

const ElementType& drawn_type(const Derived& d, Operand operand, std::string& note) {
    const std::string_view kind = d.of(WordId::idesc).format->kind;
    const std::string_view name = pick(operand, d.a_type, d.b_type);
    const ElementType* type = smem_type_of(name, kind);
    if (type) return *type;
    type = fallback_type(kind);
    const bool known = d.of(WordId::idesc).knows(pick(operand, "a_type", "b_type"));
    note = !known ? say("The type of ", name_of(operand), " has unknown bits. The picture shows ", type->id, ".")
           : name.empty() ? say("The instruction descriptor names no type for ", name_of(operand),
                                ". The picture shows ", type->id, ".")
                          : say("tilescope does not know the memory layout of ", name, " (", name_of(operand),
                                "). The picture shows ", type->id, ".");
    return *type;
}

std::vector<FieldPlace> fields_with(const WordView& word, std::uint64_t bits) {
    std::vector<FieldPlace> out;
    for (const Field& f : word.format->fields)
        if (f.encoding != Encoding::fixed && get_field(f, bits) != 0) out.push_back({word.id, f.id});
    return out;
}

std::vector<FieldPlace> open_fields(const WordView& word) { return fields_with(word, word.unknown); }

std::string text_of(std::span<const FieldPlace> places) {
    std::string out;
    for (std::size_t i = 0; i < places.size(); ++i) {
        const bool last_of_word = i + 1 == places.size() || places[i + 1].word != places[i].word;
        out += say(i == 0 ? "" : i + 1 == places.size() ? " and " : ", ", places[i].field);
        if (last_of_word) out += say(" of ", row_of(places[i].word).title);
    }
    return out;
}

std::string sentence_of(std::string_view what, std::span<const FieldPlace> asks) {
    return say(what, " on unknown bits. Give ", text_of(asks), " a value.");
}

OperandView operand_from_words(const Session& session, Operand operand) {
    Derived d;
    d.session = session;
    decode_words(d);
    read_instruction(d);
    return operand_from_words(d, operand);
}

OperandView operand_from_words(const Derived& derived, Operand operand) {
    OperandView view;
    place_layout(derived, operand, view);
    return view;
}

Derived derive(const Session& session, std::uint64_t revision) {
    Derived d;
    d.revision = revision;
    d.session = session;
    decode_words(d);
    read_instruction(d);
    for (const Operand o : kBothOperands) place_operand(d, o);
    d.tmem = tmem_view(d);
    derive_mask(d);
    for (const Operand o : kBothOperands) d.layout_requests[o] = layout_request(d, o);
    d.mask.request = mask_request(d);
    for (const Operand o : kBothOperands) d.tma[o] = tma_view(d, o);
    mark_unused_words(d);
    for (WordView& w : d.words) w.summary = summary_of(d, w);
    d.assumptions = assumptions_of(d);
    d.kinds = kind_views(session);
    d.instruction = instruction_text(d);
    d.targets = target_views(d);
    d.choices = form_choices(session);
    find_problems(d);
    return d;
}

}  // namespace tilescope
