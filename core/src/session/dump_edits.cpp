// core/src/session/dump_edits.cpp -- the edits that are tried to explain a D that differs from the model.
// SPDX-License-Identifier: MIT
#include "dump_edits.h"

#include <tilescope/base/say.h>
#include <tilescope/word/codec.h>

#include <algorithm>
#include <bit>
#include <set>
#include <utility>

namespace tilescope {
namespace {

constexpr std::uint64_t kMostTriedRaw = 7;  // a small field is tried with all its values
constexpr unsigned kMostTriedSteps = 16;

class Edits {
public:
    Edits(const Derived& d, const EmulatorJob& job) : d_(d), job_(job) {}

    std::vector<DumpEdit> all() {
        fields_that_match_memory();
        for (const WordRow& row : kWords)
            if (d_.of(row.word).used)
                for (const Field& field : d_.of(row.word).format->fields)
                    for (const std::uint64_t raw : values(row.word, field)) set_field_to(row.word, field, raw);
        exchanged_descriptors();
        other_steps();
        for (const Operand o : kBothOperands) other_memory(o);
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
        out_.push_back({apply_edit(session(), SetField{word, &field, raw, 0, true}),
                        say("Set ", field.id, " of ", row_of(word).id, " to ", shown_meaning_of(field, raw)), "word",
                        std::popcount(before ^ after)});
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

    void exchanged_descriptors() {
        Session s = session();
        std::swap(s.words[static_cast<std::size_t>(WordId::a_desc)], s.words[static_cast<std::size_t>(WordId::b_desc)]);
        if (s == session()) return;
        const int bits = std::popcount(session().word(WordId::a_desc) ^ session().word(WordId::b_desc));
        out_.push_back({std::move(s), "Exchange a_desc and b_desc", "word", 2 * bits});
    }

    void add_run(const MmaRun& run, std::string label) {
        if (run != session().run) out_.push_back({apply_edit(session(), SetRun{run}), std::move(label), "run", 0});
    }
    void other_steps() {
        const MmaRun& now = session().run;
        const unsigned count = d_.k == 0 ? 0 : std::min(session().tile_k / d_.k, kMostTriedSteps);
        for (unsigned first = 0; first < count; ++first)
            for (unsigned steps = 1; first + steps <= count; ++steps) {
                if (first != 0 && first != now.first_step && steps != 1 && first + steps != count) continue;
                MmaRun run = now;
                run.first_step = first, run.steps = steps;
                add_run(run, steps == 1 ? say("Run only K step ", first)
                                        : say("Run K steps ", first, " to ", first + steps - 1));
            }
        MmaRun run = now;
        run.enable_d = !now.enable_d;
        add_run(run, run.enable_d ? "Add to D in the first K step" : "Do not add to D in the first K step");
    }

    void other_memory(Operand o) {
        const auto name = name_of(o);
        for (const SwizzleRow& row : kSwizzleModes) {
            OperandImage image = session().image_of(o);
            if (image.writer != ImageWriter::tile || image.mode == row.mode) continue;
            image.mode = row.mode;
            out_.push_back({apply_edit(session(), SetImage{o, image}), say("Write ", name, " with the mode ", row.name),
                            "memory"});
        }
        OperandImage image = session().image_of(o);
        if (image.writer != ImageWriter::tile) return;
        image.major = image.major == Major::k ? Major::mn : Major::k;
        out_.push_back({apply_edit(session(), SetImage{o, image}),
                        say("Write ", name, image.major == Major::k ? " K-major" : " MN-major"), "memory"});
        const AtomOrder order = session().atom_order[o];
        const AtomOrder other = order == AtomOrder::k_first ? AtomOrder::mn_first : AtomOrder::k_first;
        out_.push_back({apply_edit(session(), SetAtomOrder{o, other}),
                        say("Write the atoms of ", name, " in the other order"), "memory"});
    }
};

}  // namespace

std::vector<DumpEdit> dump_edits(const Derived& derived, const EmulatorJob& job) { return Edits(derived, job).all(); }

}  // namespace tilescope
