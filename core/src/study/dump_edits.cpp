// core/src/study/dump_edits.cpp -- the edits that are tried to explain a D that differs from the model.
// SPDX-License-Identifier: MIT
#include "dump_edits.h"

#include <tilescope/base/say.h>
#include <tilescope/word/codec.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <set>
#include <utility>

namespace tilescope {
namespace {

constexpr std::uint64_t kMostTriedRaw = 7;  // a small field is tried with all its values
constexpr unsigned kMostTriedSteps = 16;
constexpr std::int64_t kPattern = 1024;     // bytes: every swizzle pattern begins anew
constexpr std::int64_t kMostOverlaps = 32;  // distances of A and B
constexpr std::size_t kMostTails = 16;      // ends of a load

class Edits {
public:
    Edits(const Derived& d, const EmulatorJob& job) : d_(d), job_(job) {}

    std::vector<DumpEdit> all() {
        if (std::ranges::any_of(job_.causes, &Cause::of_memory)) {
            mended_memory();
            if (!out_.empty()) return std::move(out_);
        }
        overlaps();
        fields_that_match_memory();
        for (const WordRow& row : kWords)
            if (d_.of(row.word).used)
                for (const Field& field : d_.of(row.word).format->fields)
                    for (const std::uint64_t raw : values(row.word, field)) set_field_to(row.word, field, raw);
        fields_of_both_words();
        types_of_both();
        exchanged_strides();
        exchanged_descriptors();
        other_steps();
        steps_of_kernel();
        other_memory();
        columns_of_zeros();
        return std::move(out_);
    }

private:
    const Derived& d_;
    const EmulatorJob& job_;
    std::vector<DumpEdit> out_;
    std::set<std::pair<WordId, std::uint64_t>> words_;  // that are tried

    const Session& session() const { return d_.session; }

    void set_field_to(WordId word, const Field& field, std::uint64_t raw) {
        const std::uint64_t before = session().word(word), after = set_field(field, before, raw);
        if (after == before || !words_.emplace(word, after).second) return;
        add_words(apply_edit(session(), SetField{word, &field, raw, 0, true}),
                  say("Set ", field.id, " of ", row_of(word).id, " to ", shown_meaning_of(field, raw)));
    }

    void fields_that_match_memory() {
        for (const Cause& cause : job_.causes)
            for (const WordRow& row : kWords)
                if (const Field* field =
                        row.id == cause.word && cause.raw ? find_field(*d_.of(row.word).format, cause.field) : nullptr)
                    set_field_to(row.word, *field, *cause.raw);
    }

    // The raw values that are tried.
    std::set<std::uint64_t> values(WordId word, const Field& field) const {
        std::set<std::uint64_t> out;
        if (field.encoding == Encoding::fixed && field.role == Role::fixed) return out;
        const std::uint64_t most = bit_mask(field.width), raw = get_field(field, session().word(word));
        const auto add = [&](std::uint64_t value) {
            if (value <= most) out.insert(value);
        };
        for (const NamedValue& named : field.names) add(named.raw);
        if (!field.names.empty()) return out;
        if (most <= kMostTriedRaw) {
            for (std::uint64_t value = 0; value <= most; ++value) add(value);
            return out;
        }
        if (field.role != Role::address && field.role != Role::stride) return out;
        for (const std::uint64_t value : {raw * 2, raw / 2, raw * 4, raw / 4, raw * 8, raw / 8, raw * 16, raw / 16})
            add(value);
        for (const std::uint64_t step : {1u, 2u, 4u, 8u, 16u, 32u, 64u}) add(raw + step), add(raw - step);
        for (const std::uint64_t value : {0u, 1u, 8u, 16u, 32u, 64u, 128u}) add(value);
        add_related(word, field, out, most);
        return out;
    }

    // The values of the fields of this kind in both descriptors: strides that are exchanged, the start of the other
    // operand, the starts of the other K steps.
    void add_related(WordId word, const Field& field, std::set<std::uint64_t>& out, std::uint64_t most) const {
        const auto add_from = [&](const Format& format, std::uint64_t from) {
            for (const Field& other : format.fields)
                if (other.role == field.role && get_field(other, from) <= most) out.insert(get_field(other, from));
        };
        for (const Operand o : kBothOperands) add_from(*d_.of(word_of(o)).format, session().word(word_of(o)));
        for (const MmaInstruction& step : job_.steps)
            for (const Operand o : kBothOperands)
                if (word_of(o) == word) add_from(*d_.of(word).format, pick(o, step.a_desc, step.b_desc));
    }

    void set_both(FieldPlace first, FieldPlace second, std::uint64_t raw, std::string_view names) {
        const Field &a = *find_field(*d_.of(first.word).format, first.field),
                    &b = *find_field(*d_.of(second.word).format, second.field);
        Session s = apply_edit(session(), SetField{first.word, &a, raw, 0, true});
        s = apply_edit(s, SetField{second.word, &b, raw, 0, true});
        const auto stays = [&](WordId word) { return s.word(word) == session().word(word); };
        if (first.word != second.word && (stays(first.word) || stays(second.word))) return;  // an edit of one word
        add_words(std::move(s), say("Set ", names, " to ", shown_meaning_of(a, raw)));
    }

    // One helper function often makes both descriptors, so that both have the same error.
    void fields_of_both_words() {
        if (!d_.of(WordId::a_desc).used || !d_.of(WordId::b_desc).used) return;
        for (const Field& field : d_.of(WordId::a_desc).format->fields)
            if (field.role != Role::address)
                for (const std::uint64_t raw : values(WordId::a_desc, field))
                    set_both({WordId::a_desc, field.id}, {WordId::b_desc, field.id}, raw,
                             say(field.id, " of a_desc and b_desc"));
    }
    void types_of_both() {
        const Format& format = *d_.of(WordId::idesc).format;
        const Field *a = find_field(format, "a_type"), *b = find_field(format, "b_type");
        if (a == nullptr || b == nullptr) return;
        for (const std::uint64_t raw : values(WordId::idesc, *a))
            set_both({WordId::idesc, a->id}, {WordId::idesc, b->id}, raw, "a_type and b_type of idesc");
    }

    void add_words(Session s, std::string label) {
        int bits = 0;
        for (const WordRow& row : kWords) bits += std::popcount(session().word(row.word) ^ s.word(row.word));
        if (bits != 0) out_.push_back({std::move(s), std::move(label), "word", bits});
    }

    void exchanged_strides() {
        Session both = session();
        for (const Operand o : kBothOperands) {
            const WordId word = word_of(o);
            if (!d_.of(word).used) continue;
            const Format& format = *d_.of(word).format;
            const Field &lbo = field_in(format, "lbo"), &sbo = field_in(format, "sbo");
            const std::uint64_t now = session().word(word);
            const std::uint64_t then = set_field(lbo, set_field(sbo, now, get_field(lbo, now)), get_field(sbo, now));
            Session one = session();
            one.word(word) = both.word(word) = then;
            add_words(std::move(one), say("Exchange lbo and sbo of ", row_of(word).id));
        }
        add_words(std::move(both), "Exchange lbo and sbo of a_desc and b_desc");
    }

    void exchanged_descriptors() {
        Session s = session();
        std::swap(s.word(WordId::a_desc), s.word(WordId::b_desc));
        add_words(std::move(s), "Exchange a_desc and b_desc");
    }

    void add_run(const MmaRun& run, std::string label) {
        if (run != session().run) out_.push_back({apply_edit(session(), SetRun{run}), std::move(label), "run", 0});
    }
    void other_steps() {
        const MmaRun& now = session().run;
        const unsigned count = d_.k == 0 ? 0 : std::min(session().tile_k / d_.k, kMostTriedSteps);
        for (unsigned first = 0; first < count; ++first)
            for (unsigned steps = 1; first + steps <= count; ++steps) {
                MmaRun run = now;
                run.first_step = first, run.steps = steps;
                add_run(run, steps == 1 ? say("Run only K step ", first)
                                        : say("Run K steps ", first, " to ", first + steps - 1));
            }
        MmaRun run = now;
        run.enable_d = !now.enable_d;
        add_run(run, run.enable_d ? "Add to D in the first K step" : "Do not add to D in the first K step");
    }

    // What the K loop of a kernel does and no session can say.
    void steps_of_kernel() {
        const std::size_t count = job_.steps.size();
        if (count < 2 || count > kMostTriedSteps) return;
        const auto add = [&](std::string label, std::function<void(EmulatorJob&)> change) {
            out_.push_back({session(), std::move(label), "run", 0, std::move(change)});
        };
        const bool a = d_.of(WordId::a_desc).used, b = d_.of(WordId::b_desc).used;
        const auto stays = [](bool of_a, bool of_b) {
            return [of_a, of_b](EmulatorJob& job) {
                for (MmaInstruction& step : job.steps) {
                    if (of_a) step.a_desc = job.steps[0].a_desc;
                    if (of_b) step.b_desc = job.steps[0].b_desc;
                }
            };
        };
        if (a) add("Do not advance a_desc: each K step reads the first slice of A", stays(true, false));
        if (b) add("Do not advance b_desc: each K step reads the first slice of B", stays(false, true));
        if (a && b) add("Advance neither a_desc nor b_desc: each K step reads the first slices", stays(true, true));
        const FamilyRow& family = family_of(session());
        if ((!a && family.a == Storage::registers) ||
            (session().variant.sparse && family.metadata == Storage::registers))
            return;  // registers are loaded by the step's number
        for (std::size_t i = 1; i + 1 < count; ++i)
            add(say("Leave out K step ", job_.first_step + i),
                [i](EmulatorJob& job) { job.steps.erase(job.steps.begin() + static_cast<std::ptrdiff_t>(i)); });
    }

    // ---- memory that is at fault, whatever the words are ----

    // The session with an operand at another place, where its word reads it. Nothing if the word cannot have that
    // start.
    std::optional<Session> moved(const Session& from, Operand o, std::int64_t by) const {
        if (by == 0) return from;
        const Field& start = field_in(*d_.of(word_of(o)).format, "start");
        OperandImage image = from.image_of(o);
        const std::int64_t value =
            static_cast<std::int64_t>(value_of(start, get_field(start, from.word(word_of(o))))) + by;
        const std::int64_t first = static_cast<std::int64_t>(image.start) + by;
        if (value < 0 || first < 0) return std::nullopt;
        const auto raw = raw_for(start, static_cast<std::uint64_t>(value));
        if (!raw) return std::nullopt;
        image.start = static_cast<std::uint32_t>(first);
        return apply_edit(apply_edit(from, SetImage{o, image}), SetField{word_of(o), &start, *raw, 0, true});
    }

    bool are_tiles() const {
        return d_.of(Operand::a).in_smem && d_.of(Operand::b).in_smem &&
               session().image_of(Operand::a).writer == ImageWriter::tile &&
               session().image_of(Operand::b).writer == ImageWriter::tile;
    }

    // The session's own memory is at fault: it is written where the words read it, and A and B apart.
    void mended_memory() {
        for (const Operand o : kBothOperands)
            if (d_.of(o).in_smem && session().image_of(o).writer != ImageWriter::tile)
                out_.push_back({apply_edit(session(), MatchWords{o}),
                                say("Write all of ", name_of(o), ", where ", row_of(word_of(o)).id, " reads it"),
                                "memory"});
        const ByteStretch a = job_.places.a.stretch(), b = job_.places.b.stretch();
        if (!are_tiles() || !a.overlaps(b)) return;
        for (const Operand o : kBothOperands) {
            const ByteStretch &mine = pick(o, a, b), &other = pick(o, b, a);
            const std::int64_t by = (other.end - mine.first + kPattern - 1) / kPattern * kPattern;
            if (auto s = moved(session(), o, by))
                out_.push_back({std::move(*s),
                                say("Write ", name_of(o), " behind ", name_of(other_operand(o)), ", at ",
                                    hex(static_cast<std::uint64_t>(mine.first + by))),
                                "memory"});
        }
    }

    // Buffers that are too close: B begins inside A, or ends in it, and the one that is written last overwrites the
    // other.
    void overlaps() {
        const ByteStretch a = job_.places.a.stretch(), b = job_.places.b.stretch();
        if (a.bytes() == 0 || b.bytes() == 0 || !are_tiles()) return;
        const std::int64_t now = b.first - a.first, all = a.bytes() + b.bytes();
        const std::int64_t step = std::max((all / kMostOverlaps + kPattern - 1) / kPattern * kPattern, kPattern);
        for (std::int64_t to = (-b.bytes() / step) * step; to < a.bytes(); to += step) {
            if (to <= -b.bytes()) continue;
            const std::int64_t up = std::max<std::int64_t>(-(a.first + to), 0);  // both are moved to stay in memory
            const auto first = moved(session(), Operand::a, (up + kPattern - 1) / kPattern * kPattern);
            auto s =
                first ? moved(*first, Operand::b, to - now + (up + kPattern - 1) / kPattern * kPattern) : std::nullopt;
            if (!s) continue;
            const std::int64_t shared = std::min(a.bytes(), to + b.bytes()) - std::max<std::int64_t>(to, 0);
            for (const Operand last : {Operand::b, Operand::a}) {
                std::function<void(EmulatorJob&)> change;
                if (last == Operand::a) change = [](EmulatorJob& job) { job.a_is_last = true; };
                out_.push_back(
                    {*s,
                     say("Let A and B overlap: B begins ", to < 0 ? -to : to, " bytes ", to < 0 ? "before" : "after",
                         " the start of A, they share ", shared, " bytes, and ", name_of(last), " is written last"),
                     "overlap", 0, std::move(change)});
            }
        }
    }

    // A load that ends before the tile leaves zeros, as TMA does past the end of a tensor. Zeros of A and of B give one
    // D.
    void columns_of_zeros() {
        const std::size_t columns = job_.expected.k;
        const ElementType* type = job_.written_type.b;
        if (type == nullptr || session().variant.sparse) return;
        const std::size_t chunk = std::max<std::size_t>(kChunkBytes * 8 / type->container_bits, columns / kMostTails);
        for (std::size_t from = chunk; from < columns; from += chunk)
            out_.push_back(
                {session(),
                 say("Let A or B have zeros from column ", from, " of K on, as a load leaves them that ends there"),
                 "memory", 0, [from, columns](EmulatorJob& job) {
                     for (std::vector<std::uint32_t>* words : {&job.expected.a, &job.expected.b})
                         for (std::size_t at = 0; at < words->size(); ++at)
                             if (at % columns >= from) (*words)[at] = 0;
                 }});
    }

    // A way to write an operand. It has a name, so that both operands can be written in the same way.
    struct Way {
        std::string how;  // "row by row"
        OperandImage image;
    };

    // A producer that knows no swizzle.
    void add_plain(Operand o, const OperandImage& now, std::vector<Way>& out) const {
        const auto shape = shape_of(instruction_of(session()));
        if (!shape) return;
        const ImageSize size = image_size(session(), *shape, o);
        const unsigned bytes = size.type->container_bits / 8;
        if (bytes == 0) return;
        const auto add = [&](std::string how, std::string cute) {
            Way& plain = out.emplace_back(Way{std::move(how), now});
            plain.image.writer = ImageWriter::cute, plain.image.cute = std::move(cute);
        };
        const auto tile = build_tile({now.mode, now.major, size.type, size.rows, size.columns, size.order});
        if (tile && now.mode != SwizzleMode::none) {
            const AtomSize& atom = tile->atom;
            const bool k = now.major == Major::k;
            add("without the XOR of the swizzle",
                say("((", atom.rows, ",", tile->atoms_rows, "),(", atom.columns, ",", tile->atoms_columns, ")):((",
                    k ? atom.columns : 1, ",", tile->row_step / bytes, "),(", k ? 1 : atom.rows, ",",
                    tile->column_step / bytes, "))"));
        }
        add("row by row", say("(", size.rows, ",", size.columns, "):(", size.columns, ",1)"));
        add("column by column", say("(", size.rows, ",", size.columns, "):(1,", size.rows, ")"));
    }

    std::vector<Way> ways_to_write(Operand o) const {
        std::vector<Way> out;
        const OperandImage& now = session().image_of(o);
        if (now.writer != ImageWriter::tile) return out;
        for (const SwizzleRow& row : kSwizzleModes) {
            if (now.mode == row.mode) continue;
            out.push_back({say("with the mode ", row.name), now});
            out.back().image.mode = row.mode;
        }
        const bool k_major = now.major == Major::k;
        out.push_back({k_major ? "MN-major" : "K-major", now});
        out.back().image.major = k_major ? Major::mn : Major::k;
        add_plain(o, now, out);
        return out;
    }

    void other_memory() {
        const OperandPair<std::vector<Way>> ways{ways_to_write(Operand::a), ways_to_write(Operand::b)};
        const auto add = [&](Session s, std::string_view names, std::string_view how) {
            out_.push_back({std::move(s), say("Write ", names, ' ', how), "memory"});
        };
        for (const Operand o : kBothOperands) {
            for (const Way& way : ways[o]) add(apply_edit(session(), SetImage{o, way.image}), name_of(o), way.how);
            if (ways[o].empty()) continue;
            const bool k_first = session().atom_order[o] == AtomOrder::k_first;
            add(apply_edit(session(), SetAtomOrder{o, k_first ? AtomOrder::mn_first : AtomOrder::k_first}),
                say("the atoms of ", name_of(o)), "in the other order");
        }
        for (const Way& a : ways[Operand::a])
            for (const Way& b : ways[Operand::b])
                if (a.how == b.how)
                    add(apply_edit(apply_edit(session(), SetImage{Operand::a, a.image}), SetImage{Operand::b, b.image}),
                        "A and B", a.how);
    }
};

}  // namespace

std::vector<DumpEdit> dump_edits(const Derived& derived, const EmulatorJob& job) { return Edits(derived, job).all(); }

}  // namespace tilescope
