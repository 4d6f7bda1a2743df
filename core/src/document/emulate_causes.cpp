// core/src/document/emulate_causes.cpp -- the causes of wrong numbers: where words and memory do not match.
// SPDX-License-Identifier: MIT

#include <tilescope/base/say.h>
#include <tilescope/document/emulate.h>
#include <tilescope/hw/archs.h>
#include <tilescope/layout/descriptor.h>
#include <tilescope/layout/placing.h>
#include <tilescope/layout/smem_layout.h>
#include <tilescope/word/codec.h>

#include <algorithm>
#include <bitset>
#include <memory>
#include <span>

namespace tilescope {
namespace {

constexpr unsigned kByteBits = 8;

std::string field_of(Operand o, std::string_view stem) { return say(stem, pick(o, "_a", "_b")); }

using Bytes = std::bitset<kMostSmemBytes>;

// Marks the bytes from `first` to `end`. Ignores bytes past the end of shared memory.
void mark(Bytes& bytes, std::uint64_t first, std::uint64_t end) {
    for (std::uint64_t b = first; b < std::min<std::uint64_t>(end, kMostSmemBytes); ++b) bytes.set(b);
}

std::unique_ptr<Bytes> bytes_of(const WrittenPlaces& places) {
    auto out = std::make_unique<Bytes>();
    for (const std::uint64_t bit : places.first_bit)
        if (bit != kNotWritten) mark(*out, bit / kByteBits, (bit + places.bits + kByteBits - 1) / kByteBits);
    return out;
}

std::size_t first_of(const Bytes& bytes) {
    std::size_t b = 0;
    while (b < bytes.size() && !bytes[b]) ++b;
    return b;
}

// "K step 3", "K steps 2 and 3", "K steps 0 to 3".
std::string steps_text(const std::vector<unsigned>& steps) {
    if (steps.size() == 1) return say("K step ", steps.front());
    const bool all = steps.back() - steps.front() + 1 == steps.size();
    if (all && steps.size() > 2) return say("K steps ", steps.front(), " to ", steps.back());
    return say("K steps ", list_of(steps, std::identity(), ", ", " and "));
}

// Collects the causes of one operand in shared memory.
class OperandCauses {
public:
    OperandCauses(const Derived& d, const MmaShape& shape, Operand o)
        : o_(o),
          view_(d.of(o)),
          word_(d.of(word_of(o))),
          fits_(layout_that_reads(d.session.image_of(o), image_size(d.session, shape, o))) {}

    void add_to(const Derived& d, const EmulatorJob& job, std::vector<Cause>& out) const {
        if (!fits_) {
            add_unwritten(job, out);
            out.push_back({.word = std::string(row_of(word_.id).id),
                           .sentence = say(name_of(o_), ": ", fits_.why, "."),
                           .of_memory = true});
            return;
        }
        add_below(job, out);
        add_descriptor(out);
        add_distance(d, out);
        add_majorness(out);
    }

private:
    // No word reads what was written, so the word of the session is not at fault for what it does not find.
    void add_unwritten(const EmulatorJob& job, std::vector<Cause>& out) const {
        const Bytes written = *bytes_of(job.places.a) | *bytes_of(job.places.b);
        add_elements(
            job, [&](std::uint32_t byte) { return byte < written.size() && !written[byte]; },
            "at bytes that nobody wrote", {.word = std::string(pick(o_, "image_a", "image_b")), .of_memory = true},
            out);
    }
    // The hardware reads 0 there, whatever was written.
    void add_below(const EmulatorJob& job, std::vector<Cause>& out) const {
        const ArchRow* arch = arch_named(job.steps.front().arch);
        const FamilyRow& family = family_of(*arch);
        if (!family.zeros_below || job.steps.front().from_zero) return;
        add_elements(
            job, [&](std::uint32_t byte) { return byte < smem_begin(*arch); },
            say("below ", hex(smem_begin(*arch)), ", the first byte of the CTA, where ", family.instruction,
                " reads 0"),
            {.word = std::string(row_of(word_.id).id), .field = "start", .of_memory = true}, out);
    }
    // Adds the cause if the K steps of the job read elements at such bytes; `where` completes its sentence.
    void add_elements(const EmulatorJob& job, const auto& is_at, std::string_view where, Cause cause,
                      std::vector<Cause>& out) const {
        if (view_.bytes.empty()) return;
        const auto first_k = static_cast<int>(job.first_step * view_.mma_k),
                   end_k = first_k + static_cast<int>(job.steps.size() * view_.mma_k);
        std::vector<unsigned> steps;
        Element first{0, 0};
        std::size_t count = 0;
        for (int k = first_k; k < std::min(end_k, view_.layout.columns); ++k)
            for (int row = 0; row < view_.layout.rows; ++row) {
                const std::uint32_t byte = byte_of({row, k});
                if (!is_at(byte)) continue;
                const auto step = static_cast<unsigned>(k) / view_.mma_k;
                if (count++ == 0) first = {row, k};
                if (steps.empty() || steps.back() != step) steps.push_back(step);
            }
        if (count == 0) return;
        cause.sentence = say(steps_text(steps), steps.size() == 1 ? " reads " : " read ", count,
                             count == 1 ? " element of " : " elements of ", name_of(o_), ' ', where, ". The first is ",
                             name_of(o_), "[", first.row, "][", first.column, "] at ", hex(byte_of(first)), ".");
        out.push_back(std::move(cause));
    }
    std::uint32_t byte_of(Element e) const { return view_.bytes[index_in(view_.layout.columns, e)]; }

    void add_descriptor(std::vector<Cause>& out) const {
        const Format& format = *word_.format;
        const auto right = descriptor_of(format, *fits_);
        const std::string_view word = row_of(word_.id).id;
        if (!right) {
            out.push_back({std::string(word),
                           {},
                           say(name_of(o_), ": no descriptor can read the layout that was written: ", right.why, ".")});
            return;
        }
        const std::uint64_t now = word_.decoded.word;
        for (const FieldChange& c : differences(format, now, *right)) {
            if (!changes_reads(set_field(*c.field, now, c.to))) continue;
            const bool address = is_byte_address(*c.field);
            const auto text = [&](std::uint64_t raw) {
                return address ? hex(value_of(*c.field, raw)) : meaning_of(*c.field, raw);
            };
            out.push_back({std::string(word), std::string(c.field->id),
                           say("The field '", c.field->id, "' of ", word, " is ", text(c.from), ", but ", name_of(o_),
                               address ? " was written at " : " was written with ", text(c.to), "."),
                           c.to});
        }
    }

    // The pieces of the tile are as far apart as its rows in memory, or else D is wrong.
    void add_distance(const Derived& d, std::vector<Cause>& out) const {
        const TilePieces& pieces = d.session.pieces;
        if (pieces.count[o_] == 1) return;
        const std::uint32_t in_memory = placing::linear_address(*fits_, {view_.piece_rows, 0}) - fits_->start;
        if (in_memory == pieces.distance[o_]) return;
        out.push_back({.word = "pieces",
                       .field = field_of(o_, "distance"),
                       .sentence = say("The pieces of ", name_of(o_), " begin ", pieces.distance[o_],
                                       " bytes apart, but row ", view_.piece_rows, " of ", name_of(o_), " was written ",
                                       in_memory, " bytes after row 0.")});
    }

    // Whether the other word reads other bytes with the majorness of the memory. If the instruction has the wrong
    // majorness, that is a cause of its own, and a field that is right with the right one is not at fault.
    bool changes_reads(std::uint64_t other) const {
        SmemLayout base = view_.layout;
        base.rows = view_.piece_rows;
        base.major = fits_->major;
        const Format& format = *word_.format;
        return tile_map(*with_word(base, format, word_.decoded.word)) != tile_map(*with_word(base, format, other));
    }

    void add_majorness(std::vector<Cause>& out) const {
        const Major now = view_.layout.major;
        if (now == fits_->major) return;
        const std::string field = field_of(o_, "transpose");
        out.push_back({"idesc", field,
                       say("The field '", field, "' of idesc makes the instruction read ", name_of(o_), " as ",
                           name_of(now), ", but ", name_of(o_), " was written as ", name_of(fits_->major), "."),
                       std::uint64_t{fits_->major == Major::mn}});
    }

    Operand o_;
    const OperandView& view_;
    const WordView& word_;
    Answer<SmemLayout> fits_;
};

// Returns the value of the field that encodes the type. Nothing if no value does.
std::optional<std::uint64_t> code_of(const Format& format, std::string_view field, const ElementType& type) {
    const Field* f = find_field(format, field);
    if (f == nullptr) return std::nullopt;
    for (const NamedValue& n : f->names)
        if (smem_type_of(n.name, format.kind) == &type) return n.raw;
    return std::nullopt;
}

// Packed fp4 is a separate type (e2m1x2): the same numbers, but a different memory layout.
bool differ_by_packing(const ElementType& a, const ElementType& b) {
    return a.number == b.number && a.packed() != b.packed();
}

// "B was written as e2m1 with one element per byte; mxf4 reads two elements per byte."
std::string packing_text(Operand o, const ElementType& written, std::string_view kind) {
    if (written.packed())
        return say(name_of(o), " was written as e2m1 with two elements per byte; ", kind,
                   " reads one element per byte.");
    return say(name_of(o), " was written as e2m1 with one element per byte; ", kind, " reads two elements per byte.");
}

void add_types(const Derived& d, const MmaShape& shape, const EmulatorJob& job, std::vector<Cause>& out) {
    const Format& format = *d.of(WordId::idesc).format;
    for (const Operand o : kBothOperands) {
        const ElementType *read = pick(o, shape.a, shape.b), *written = job.written_type[o];
        if (read == written || !written) continue;
        if (shape.rule.bits) {
            out.push_back({"instruction",
                           {},
                           say("The instruction reads single bits (b1), but ", name_of(o), " was written as ",
                               written->id, ".")});
            continue;
        }
        const std::string field(pick(o, "a_type", "b_type"));
        if (differ_by_packing(*read, *written)) {
            out.push_back({"idesc", field, packing_text(o, *written, format.kind)});  // another kind, not another field
            continue;
        }
        const std::string other_kind =
            code_of(format, field, *written) ? "" : say(", a type that kind ", format.kind, " does not have");
        out.push_back({"idesc", field,
                       say("The field '", field, "' of idesc is ", read->id, ", but ", name_of(o), " was written as ",
                           written->id, other_kind, "."),
                       code_of(format, field, *written)});
    }
}

void add_signs(const MmaShape& shape, std::vector<Cause>& out) {
    for (const Operand o : kBothOperands) {
        if (!pick(o, shape.negate_a, shape.negate_b)) continue;
        const std::string field = field_of(o, "negate");
        out.push_back({"idesc", field,
                       say("The field '", field, "' of idesc is set: the instruction negates ", name_of(o), "."),
                       std::uint64_t{0}});
    }
}

void add_scale_ids(const MmaShape& shape, const EmulatorJob& job, std::vector<Cause>& out) {
    if (!shape.scales) return;
    for (const Operand o : kBothOperands) {
        const unsigned read = pick(o, shape.sfa_id, shape.sfb_id), written = job.written_id[o];
        if (read == written) continue;
        const std::string_view field = pick(o, "sfa_id", "sfb_id");
        out.push_back({"idesc", std::string(field),
                       say("The field '", field, "' of idesc is ", read, ", but the scale factors of ", name_of(o),
                           " were written starting at byte ", written, " of their cell."),
                       std::uint64_t{written}});
    }
}

// A and B can share bytes on purpose, as in A x A^T. Then the bytes that both write have one value.
bool share_values(const EmulatorJob& job) {
    const std::size_t of_a = job.places.a.first_bit.size(), of_b = job.places.b.first_bit.size();
    for (std::size_t cta = 0; (cta + 1) * of_a <= job.expected.a.size() && (cta + 1) * of_b <= job.expected.b.size();
         ++cta) {
        SmemImage a(kMostSmemBytes), b(kMostSmemBytes);
        write(a, job.places.a, std::span(job.expected.a).subspan(cta * of_a, of_a));
        write(b, job.places.b, std::span(job.expected.b).subspan(cta * of_b, of_b));
        const SmemImage::Range range = a.written_range();
        for (std::uint32_t byte = range.first; byte < range.end; ++byte)
            if (a.is_written(byte) && b.is_written(byte) && a.byte(byte) != b.byte(byte)) return false;
    }
    return true;
}

// Later writes overwrite earlier ones: B overwrites A, and scale factors overwrite both.
void add_overlaps(const Derived& d, const MmaShape& shape, const EmulatorJob& job, std::vector<Cause>& out) {
    struct Written {
        std::string_view name, word;
        std::unique_ptr<Bytes> bytes;
    };
    std::vector<Written> all;
    for (const Operand o : kBothOperands)
        all.push_back({name_of(o), pick(o, "image_a", "image_b"), bytes_of(job.places[o])});
    for (const Operand o : kBothOperands) {
        if (!shape.scales || !job.scales_by_copy || !d.tmem.scales(o)) continue;
        auto bytes = std::make_unique<Bytes>();
        const std::uint64_t first = job.scale_smem[o];
        mark(*bytes, first, first + bytes_of(memory_of(*d.tmem.scales(o))));
        all.push_back({pick(o, "SFA", "SFB"), "run", std::move(bytes)});
    }
    for (std::size_t later = 1; later < all.size(); ++later)
        for (std::size_t i = 0; i < later; ++i) {
            const Bytes both = *all[i].bytes & *all[later].bytes;
            if (both.none() || (later == 1 && share_values(job))) continue;
            out.push_back({.word = std::string(all[later].word),
                           .field = all[later].word == "run" ? "scale_smem" : "start",
                           .sentence = say(all[i].name, " and ", all[later].name, " overlap: both use the same ",
                                           both.count(), " bytes of shared memory, the first at ", hex(first_of(both)),
                                           ". ", all[later].name, " was written last and overwrote ", all[i].name, "."),
                           .of_memory = true});
        }
}

// Adds the operands that share cells of Tensor Memory, with the text of the rule about it.
void add_shared_cells(const Derived& d, std::vector<Cause>& out) {
    for (const PlacedProblem& p : d.problems)
        if (p.problem.effect == Effect::shared_cells) out.push_back({"tmem", {}, p.problem.text});
}

}  // namespace

std::vector<Cause> causes_of(const Derived& d, const MmaShape& shape, const EmulatorJob& job) {
    std::vector<Cause> out;
    add_overlaps(d, shape, job, out);
    for (const Operand o : kBothOperands)
        if (in_smem(d.session, o)) OperandCauses(d, shape, o).add_to(d, job, out);
    add_types(d, shape, job, out);
    add_signs(shape, out);
    add_scale_ids(shape, job, out);
    add_shared_cells(d, out);
    // Right words would not help.
    std::stable_partition(out.begin(), out.end(), [](const Cause& c) { return c.of_memory; });
    return out;
}

}  // namespace tilescope
