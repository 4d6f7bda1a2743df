// core/src/notation/classify.cpp -- which word a value most probably is, why, and what else it could be.
// SPDX-License-Identifier: MIT
#include "classify.h"

#include <tilescope/base/say.h>
#include <tilescope/formats/formats.h>
#include <tilescope/hw/shapes.h>
#include <tilescope/notation/questions.h>

#include <algorithm>

namespace tilescope {
namespace {

struct Scored {
    int score;
    PasteReading reading;
};

Certainty certainty_of(int score) {
    return score >= 90 ? Certainty::confirmed : score >= 50 ? Certainty::secondary : Certainty::unknown;
}

class Classifier {
public:
    Classifier(const PasteContext& context, const PasteOptions& options)
        : context_(context),
          options_(options),
          smem_(*format("smem")),
          wgmma_(*format("wgmma")),
          zcm_(*format("zcm")),
          tmem_(*format("tmem")) {}

    std::vector<PasteReading> forced(std::uint64_t value) const {
        const auto found = find_format(options_.as, preferred_kind(), options_.edition);
        const auto any_kind = found ? found : find_format(options_.as, {}, options_.edition);
        if (!any_kind) return {};
        return {{*any_kind, value & mask((*any_kind)->bits), "You said so.", Certainty::confirmed, "", 0}};
    }

    std::vector<PasteReading> sorted() {
        std::ranges::stable_sort(scored_, std::greater{}, &Scored::score);
        std::vector<PasteReading> out;
        for (Scored& s : scored_) out.push_back(std::move(s.reading));
        return out;
    }

    void read_64(std::uint64_t value);
    void read_32(std::uint64_t value);

private:
    const PasteContext& context_;
    const PasteOptions& options_;
    const Format &smem_, &wgmma_, &zcm_, &tmem_;
    std::vector<Scored> scored_;

    const Format* format(std::string_view id) const { return *find_format(id, {}, options_.edition); }
    std::string_view preferred_kind() const {
        return context_.kind.empty() ? options_.kind : std::string_view(context_.kind);
    }

    void add(int score, const Format& f, std::uint64_t word, std::string why, std::string rule = {},
             std::uint64_t unknown = 0) {
        scored_.push_back({score, {&f, word, std::move(why), certainty_of(score), std::move(rule), unknown}});
    }
    bool faultless(const Format& f, std::uint64_t word) const { return decode(f, word).problems.empty(); }
    std::uint64_t raw(const Format& f, std::string_view id, std::uint64_t word) const {
        return get(field(f, id), word);
    }

    void add_idescs(std::uint64_t word, int base, std::string_view rule);
    void add_smem(std::uint64_t word);
    void add_mask(std::uint64_t word, bool smem);
};

bool legal_idesc(const Format& f, std::uint64_t word) {
    const auto value = [&](std::string_view id) {
        return static_cast<unsigned>(value_of(field(f, id), get(field(f, id), word)));
    };
    return decode(f, word).problems.empty() &&
           shape_exists(f.kind, value("sparse") != 0, value("transpose_b") != 0, value("m"), value("n"));
}

// Every kind under which the bits are legal; the kind that the text or the user named comes first.
void Classifier::add_idescs(std::uint64_t word, int base, std::string_view rule) {
    std::string legal;
    const std::size_t before = scored_.size();
    int order = 0;
    for (const std::string_view kind : kinds_of(options_.edition)) {
        const Format& f = *idesc_format(kind, options_.edition);
        ++order;
        if (!legal_idesc(f, word)) continue;
        const bool named = kind == context_.kind, in_use = context_.kind.empty() && kind == options_.kind;
        legal += say(legal.empty() ? "" : ", ", kind);
        add(base - order + (named ? 20 : in_use ? 10 : 0), f, word, {}, std::string(rule));
    }
    for (std::size_t i = before; i < scored_.size(); ++i)
        scored_[i].reading.why = say(
            rule == "L25" ? "The low half is 0 and the high half is an instruction descriptor, as in CUTLASS's run-time"
                            " form (idescE); its types and its shape exist under kind "
                          : "Types and shape exist under kind ",
            legal, ".");
}

void Classifier::add_smem(std::uint64_t word) {
    const std::vector<Problem> problems = decode(smem_, word).problems;
    const bool only_fixed = problems.size() == 1 && problems[0].field == "fixed";
    const bool strides = raw(smem_, "sbo", word) != 0;
    if (problems.empty()) {
        add(context_.hopper ? 85 : 100, smem_, word,
            "version is 1 and the fixed bits are zero: a tcgen05 shared-memory descriptor.");
    } else if (word == std::uint64_t{0xB0} << 53) {
        add(98, smem_, word, "The misprint of a tcgen05 descriptor's fixed bits, alone.", "L1", ~(mask(8) << 53));
    } else if (only_fixed && strides) {
        add(80, smem_, word, "Only the fixed bits are wrong for a tcgen05 shared-memory descriptor.", "L1");
    } else {
        add(20, smem_, word, say("As a tcgen05 shared-memory descriptor it has ", problems.size(), " wrong fields."));
    }
    if (faultless(wgmma_, word)) {
        const bool likely = raw(wgmma_, "sbo", word) != 0;
        add(context_.hopper ? 120
            : likely        ? 90
                            : 40,
            wgmma_, word, "No version constant and nothing in the reserved bits: a Hopper wgmma descriptor.",
            std::string(likely ? std::string_view() : kHopperOrNot.id));
    } else {
        add(context_.hopper ? 110 : 10, wgmma_, word, "As a Hopper descriptor it has bits in reserved places.");
    }
}

void Classifier::add_mask(std::uint64_t word, bool smem) {
    if (!faultless(zcm_, word)) return add(5, zcm_, word, "As a zero-column mask it has bits in reserved places.");
    const bool says_mask = raw(zcm_, "nonzero", word) != 0;
    const bool spans =
        raw(zcm_, "skip_span", word) != 0 || raw(zcm_, "use_span", word) != 0 || raw(zcm_, "column_shift", word) != 0;
    const int score = smem ? 60 : says_mask ? 95 : spans ? 70 : 15;
    add(score, zcm_, word,
        says_mask ? "nonzero is set and the reserved bits are zero: a zero-column mask."
                  : "The reserved bits of a zero-column mask are zero.",
        std::string(smem && says_mask ? kMaskOrSmem.id : std::string_view()));
}

void Classifier::read_64(std::uint64_t value) {
    add_smem(value);
    const bool smem = faultless(smem_, value);
    add_mask(value, smem);
    const std::uint64_t low = value & mask(32), high = value >> 32, swapped = low << 32 | high;
    if (!smem && faultless(smem_, swapped) && raw(smem_, "sbo", swapped) != 0)
        add(97, smem_, swapped,
            say("With the halves exchanged it is a faultless tcgen05 descriptor: ", hex(swapped, 16), "."), "L26");
    if (!smem && low == 0 && high != 0) add_idescs(high, 112, "L25");
}

void Classifier::read_32(std::uint64_t value) {
    const std::uint64_t as_high = value << 32;
    const bool high_word = faultless(smem_, as_high) && raw(smem_, "sbo", as_high) != 0;
    add_idescs(value, 100, "");
    if (high_word)
        add(95, smem_, as_high, "The high half of a tcgen05 shared-memory descriptor; the low half is not told.", "L54",
            mask(32));
    const bool address = raw(tmem_, "column", value) < 512 && raw(tmem_, "lane", value) < 128;
    if (address)
        add(50, tmem_, value, "Lane below 128 and column below 512: a Tensor Memory address.");
    else
        add(2, tmem_, value, "As a Tensor Memory address it lies outside the 128 lanes and 512 columns.");
    add(30, smem_, value, "The low half of a shared-memory descriptor; the high half is not told.", {}, mask(32) << 32);
    const Format* in_use = idesc_format(preferred_kind(), options_.edition);
    const Format& f = in_use ? *in_use : *idesc_format("f16", options_.edition);
    if (!legal_idesc(f, value))
        add(8, f, value, say("As an instruction descriptor of kind ", f.kind, " it is not legal."));
}

}  // namespace

std::vector<PasteReading> classify(std::uint64_t value, unsigned bits, const PasteContext& context,
                                   const PasteOptions& options) {
    Classifier c(context, options);
    if (options.as != "auto")
        if (std::vector<PasteReading> out = c.forced(value); !out.empty()) return out;
    if (bits == 32)
        c.read_32(value & mask(32));
    else
        c.read_64(value);
    return c.sorted();
}

bool is_question(std::uint64_t value, const std::vector<PasteReading>& readings) {
    if (value == 0) return true;
    const std::string& rule = readings.front().rule;
    // A faultless descriptor whose strides read as the spans of a mask that is on.
    if (std::ranges::any_of(readings, [](const PasteReading& r) { return r.rule == kMaskOrSmem.id; })) return true;
    return rule == "L25" || rule == "L26" || rule == "L54" || rule == kHopperOrNot.id;
}

}  // namespace tilescope
