// core/src/notation/classify.cpp -- lists the formats that a value can have, the most likely first, with the reasons.
// SPDX-License-Identifier: MIT
#include "fields.h"
#include "readings.h"

#include <tilescope/formats/formats.h>
#include <tilescope/hw/archs.h>
#include <tilescope/hw/kinds.h>
#include <tilescope/hw/memory.h>
#include <tilescope/hw/shapes.h>
#include <tilescope/notation/questions.h>

#include <span>

namespace tilescope::notation {
namespace {

struct Scored {
    int score;
    PasteReading reading;
    bool clean;
};

Certainty certainty_of(int score) {
    return score >= 90 ? Certainty::confirmed : score >= 50 ? Certainty::secondary : Certainty::unknown;
}

// Whether a dense reading uses a feature that kernels rarely use: an f16 D under f8f6f4, or a shift of B. Many
// block-scaled words have such a reading too.
bool is_rare(const Format& f, std::uint64_t word) {
    const KindRow& kind = kind_or_none(f.kind);
    return raw_or_0(f, word, "max_shift") != 0 ||
           (kind.padded && !kind.block_scaled() && raw_or_0(f, word, "d_type") == 0);
}

class Classifier {
public:
    Classifier(const Work& work, const PasteContext& context, std::uint64_t unknown, const std::vector<Placed>& placed)
        : work_(work), options_(work.options), context_(context), unknown_(unknown), placed_(placed) {}

    std::vector<PasteReading> forced(std::uint64_t value) const {
        const auto found = find_format(options_.as, preferred_kind(), options_.edition);
        const auto any_kind = found ? found : find_format(options_.as, {}, options_.edition);
        if (!any_kind) return {};
        return {{*any_kind, value & bit_mask((*any_kind)->bits), "You selected this format.", Certainty::confirmed, "",
                 unknown_ & bit_mask((*any_kind)->bits)}};
    }

    // Sorts by likelihood. Readings that break a rule of their format come after all others.
    std::vector<PasteReading> sorted() {
        std::ranges::stable_sort(scored_, std::greater{}, &Scored::score);
        std::stable_partition(scored_.begin(), scored_.end(), [](const Scored& s) { return s.clean; });
        std::vector<PasteReading> out;
        for (Scored& s : scored_) out.push_back(std::move(s.reading));
        return out;
    }

    void read_64(std::uint64_t value) {
        add_smem(value);
        const bool smem = is_valid(smem_, value);
        add_mask(value, smem);
        const std::uint64_t low = value & bit_mask(32), high = value >> 32, swapped = low << 32 | high;
        // A number below 2^32 has no half that could be swapped.
        if (unknown_ == 0 && !smem && high != 0 && is_valid(smem_, swapped) && raw(smem_, "sbo", swapped) != 0)
            add(97, smem_, swapped,
                say("If the two 32-bit halves are swapped, this is a valid tcgen05 descriptor: ", hex(swapped, 16),
                    "."),
                kSwappedHalvesId);
        if (unknown_ == 0 && !smem && low == 0 && high != 0) add_idescs(high, 112, kIdescHighId);
    }

    void read_32(std::uint64_t value) {
        const std::uint64_t as_high = value << 32;
        const bool high_word = is_valid(smem_, as_high) && raw(smem_, "sbo", as_high) != 0;
        add_idescs(value, 100, "");
        if (high_word)
            add(95, smem_, as_high,
                "The high 32 bits of a tcgen05 shared-memory descriptor. The low 32 bits are not in the text.",
                kHighHalfId, unknown_ << 32 | bit_mask(32));
        const unsigned columns = tmem_columns(options_.edition);
        if (is_address(value))
            add(50, tmem_, value,
                say("The lane is below ", kTmem.lanes, " and the column is below ", columns,
                    ", as in a Tensor Memory address."));
        else
            add(2, tmem_, value,
                say("As a Tensor Memory address, the value is outside the ", kTmem.lanes, " lanes and ", columns,
                    " columns."));
        add(30, smem_, value, "The low 32 bits of a shared-memory descriptor. The high 32 bits are not in the text.",
            {}, unknown_ | bit_mask(32) << 32);
        const Format& f = closest_idesc(value);
        // If the text makes a kind likely, its wrong word is more probable than a wrong word of another kind.
        const bool likely = is_among_kinds(f.kind) && !work_.breaks_no_rule(f, value, unknown_);
        if (!legal_idesc(f, value, unknown_))
            add(likely ? 120 : 8, f, value,
                say("As an instruction descriptor of kind ", f.kind, ", the word is not legal."));
    }

private:
    const Work& work_;
    const PasteOptions& options_;
    const PasteContext& context_;
    const std::uint64_t unknown_;  // the unknown bits of the value
    const std::vector<Placed>& placed_;
    const Format &smem_ = work_.format("smem"), &wgmma_ = work_.format("wgmma"), &zcm_ = work_.format("zcm"),
                 &tmem_ = work_.format("tmem");
    std::vector<Scored> scored_;

    std::string_view preferred_kind() const {
        return context_.kind.empty() ? options_.kind : std::string_view(context_.kind);
    }

    // `unknown`: not those of the value.
    void add(int score, const Format& f, std::uint64_t word, std::string why, std::string_view rule = {},
             std::optional<std::uint64_t> unknown = {}) {
        const std::uint64_t holes = unknown.value_or(unknown_) & bit_mask(f.bits);
        const bool clean = work_.breaks_no_rule(f, word, holes) && (&f != &tmem_ || is_address(word));
        const Certainty most = clean ? most_certain(f, holes) : Certainty::secondary;
        const Certainty certainty = std::max(certainty_of(score), most);
        scored_.push_back({score, {&f, word, std::move(why), certainty, std::string(rule), holes}, clean});
    }
    // A constant identifies a format only if its bits are known. Returns the highest possible certainty.
    static Certainty most_certain(const Format& f, std::uint64_t unknown) {
        Certainty most = Certainty::confirmed;
        for (const Field& at : f.fields) {
            if (at.encoding != Encoding::fixed || at.want == 0 || get_field(at, unknown) == 0) continue;
            most = get_field(at, unknown) == bit_mask(at.width) ? Certainty::unknown
                                                                : std::max(most, Certainty::secondary);
        }
        return most;
    }
    bool is_address(std::uint64_t word) const {
        return raw(tmem_, "column", word) < tmem_columns(options_.edition) && raw(tmem_, "lane", word) < kTmem.lanes;
    }
    bool is_valid(const Format& f, std::uint64_t word) const { return wrong_fields(f, word, unknown_) == 0; }
    std::uint64_t raw(const Format& f, std::string_view id, std::uint64_t word) const {
        return get_field(field_in(f, id), word);
    }

    bool is_among_kinds(std::string_view kind) const { return is_in(context_.kinds, kind); }

    // Adds every kind under which the bits are legal. A kind that the text or the user names comes first.
    void add_idescs(std::uint64_t word, int base, std::string_view rule) {
        const std::uint64_t unknown = rule.empty() ? unknown_ : 0;  // a whole idescE is known
        const std::size_t before = scored_.size();
        int order = 0;
        for (const std::string_view kind : kinds_of(options_.edition)) {
            const Format& f = *idesc_format(kind, options_.edition);
            ++order;
            if (!legal_idesc(f, word, unknown)) continue;
            const bool named = kind == context_.kind, in_use = context_.kind.empty() && kind == options_.kind;
            const int likely = named ? 20 : is_among_kinds(kind) ? 15 : in_use ? 10 : 0;
            add(base - order + likely - (is_rare(f, word) ? 8 : 0), f, word, {}, rule);
        }
        explain_kinds(std::span(scored_).subspan(before));
    }

    // If the bits are valid under several kinds and nothing names one, the kind is a guess. It is a question for the
    // user if the text names several of these kinds.
    void explain_kinds(std::span<Scored> found) const {
        const std::string clean = list_of(found, [](const Scored& s) { return s.clean ? s.reading.format->kind : ""; });
        const auto count = std::ranges::count_if(found, &Scored::clean);
        const auto in_text = std::ranges::count_if(
            found, [&](const Scored& s) { return s.clean && is_among_kinds(s.reading.format->kind); });
        for (Scored& s : found) {
            PasteReading& r = s.reading;
            const std::string_view kind = r.format->kind;
            const bool is_named = kind == context_.kind || (options_.kind_given && kind == options_.kind);
            const bool guess = count > 1 && !is_named;
            if (guess && r.certainty == Certainty::confirmed) r.certainty = Certainty::secondary;
            r.why = !s.clean
                        ? say("As an instruction descriptor of kind ", kind, ", the word breaks a rule of this kind.")
                    : r.rule == kIdescHighId
                        ? say("The low 32 bits are 0 and the high 32 bits are an instruction descriptor, as in the "
                              "run-time form of CUTLASS (idescE). The types and the shape are legal under kind ",
                              clean, ".")
                        : say("The types and the shape are legal under kind ", clean, ".");
            if (in_text > 1 && s.clean && is_among_kinds(kind) && r.rule.empty()) {
                r.rule = kWhichKind.id;
                r.why += " The text names several of these kinds, but no instruction uses this word.";
            }
        }
    }

    void add_smem(std::uint64_t word) {
        const std::size_t wrong = wrong_fields(smem_, word, unknown_);
        const bool only_fixed = wrong == 1 && is_wrong_field(field_in(smem_, "fixed"), word, unknown_);
        const bool strides = raw(smem_, "sbo", word) != 0;
        if (wrong == 0) {
            const bool open =
                get_field(field_in(smem_, "version"), unknown_) || get_field(field_in(smem_, "fixed"), unknown_);
            add(context_.hopper ? 85 : 100, smem_, word,
                open ? "The known bits are those of a tcgen05 shared-memory descriptor. Some bits of its constants are "
                       "unknown."
                     : "The field 'version' is 1 and the fixed bits are 0, as in a tcgen05 shared-memory descriptor.");
        } else if (word == std::uint64_t{0xB0} << 53) {
            add(98, smem_, word,
                "The fixed bits have the value 0xB0, a misprint in the PTX manual. All other bits are 0.", kFixedBitsId,
                unknown_ | ~(bit_mask(8) << 53));
        } else if (only_fixed && strides) {
            add(80, smem_, word, "A tcgen05 shared-memory descriptor in which only the fixed bits are wrong.",
                kFixedBitsId);
        } else {
            add(20, smem_, word,
                say("As a tcgen05 shared-memory descriptor, the word has ", wrong,
                    wrong == 1 ? " wrong field." : " wrong fields."));
        }
        if (is_valid(wgmma_, word)) {
            // The format has no constant but zeros, so a round number such as 0x20000000000 has its bits too.
            const bool likely =
                raw(wgmma_, "sbo", word) != 0 && (raw(wgmma_, "lbo", word) | raw(wgmma_, "swizzle", word));
            add(context_.hopper ? 120
                : likely        ? (raw(wgmma_, "swizzle", word) != 0 ? 90 : 85)
                                : 40,
                wgmma_, word, "The version bits and the reserved bits are 0, as in a Hopper wgmma descriptor.",
                likely ? std::string_view() : kHopperOrNot.id);
        } else {
            add(context_.hopper ? 110 : 10, wgmma_, word,
                "As a Hopper descriptor, the word has reserved bits that are not 0.");
        }
    }

    void add_mask(std::uint64_t word, bool smem) {
        if (!is_valid(zcm_, word))
            return add(5, zcm_, word, "As a zero-column mask, the word has reserved bits that are not 0.");
        const bool is_nonzero = raw(zcm_, "nonzero", word) != 0;
        const bool spans = raw(zcm_, "skip_span", word) != 0 || raw(zcm_, "use_span", word) != 0 ||
                           raw(zcm_, "column_shift", word) != 0;
        const int score = smem ? 60 : is_nonzero ? 95 : spans ? 70 : 15;
        add(score, zcm_, word,
            is_nonzero ? "The field 'nonzero' is set and the reserved bits are 0, as in a zero-column mask."
                       : "The reserved bits of a zero-column mask are 0, but the field 'nonzero' is not set.",
            smem && is_nonzero ? kMaskOrSmem.id : std::string_view());
    }

    // The kind in use. If the user or the text names none, the kind under which the fewest fields are wrong; of the
    // kinds that the text makes likely, if there are some.
    const Format& closest_idesc(std::uint64_t value) const {
        const Format* best = idesc_format(preferred_kind(), options_.edition);
        if (best != nullptr && (options_.kind_given || !context_.kind.empty())) return *best;
        const bool any = !options_.kind_given && context_.kind.empty() && !context_.kinds.empty();
        if (any) best = idesc_format(context_.kinds.front(), options_.edition);
        if (best == nullptr) best = idesc_format("f16", options_.edition);
        const auto wrong_in = [&](const Format& f) {  // without what a value that is too wide made wrong
            return wrong_fields(f, value & ~spilled_ones(f, placed_), unknown_);
        };
        std::size_t fewest = wrong_in(*best);
        for (const std::string_view kind : kinds_of(options_.edition)) {
            const Format* f = idesc_format(kind, options_.edition);
            if (any && !is_among_kinds(kind)) continue;
            const std::size_t wrong = wrong_in(*f);
            if (wrong < fewest) fewest = wrong, best = f;
        }
        return *best;
    }
};

}  // namespace

bool legal_idesc(const Format& f, std::uint64_t word, std::uint64_t unknown) {
    if (wrong_fields(f, word, unknown) != 0) return false;
    const auto is_open = [&](std::string_view id) { return get_field(field_in(f, id), unknown) != 0; };
    if (is_open("sparse") || is_open("transpose_b") || is_open("m") || is_open("n")) return true;
    const auto value = [&](std::string_view id) {
        return static_cast<unsigned>(value_of(field_in(f, id), get_field(field_in(f, id), word)));
    };
    return shape_exists(f.kind, value("sparse") != 0, value("transpose_b") != 0, value("m"), value("n"));
}

std::vector<PasteReading> classify(const Work& work, Bits bits, const PasteContext& context,
                                   const std::vector<Placed>& placed) {
    Classifier c(work, context, bits.unknown, placed);
    if (work.options.as != "auto")
        if (std::vector<PasteReading> out = c.forced(bits.value); !out.empty()) return out;
    if (bits.width == 32)
        c.read_32(bits.value & bit_mask(32));
    else
        c.read_64(bits.value);
    return c.sorted();
}

bool is_question(std::uint64_t value, const std::vector<PasteReading>& readings) {
    if (value == 0 && readings.front().unknown == 0) return true;
    const std::string& rule = readings.front().rule;
    // A valid descriptor whose bits are also a zero-column mask with the nonzero bit.
    if (std::ranges::any_of(readings, [](const PasteReading& r) { return r.rule == kMaskOrSmem.id; })) return true;
    return rule == kIdescHighId || rule == kSwappedHalvesId || rule == kHighHalfId || rule == kHopperOrNot.id ||
           rule == kWhichKind.id;
}

bool is_likely(const PasteReading& reading) {
    return reading.certainty != Certainty::unknown && reading.format->id != "tmem";
}

bool leaves_shared_memory(const PasteReading& best) {
    const Field* stride = find_field(*best.format, "sbo");
    return stride != nullptr && get_field(*stride, best.unknown) == 0 &&
           value_of(*stride, get_field(*stride, best.word)) >= std::int64_t{kSmem.bytes};
}

}  // namespace tilescope::notation
