// core/src/document/form_notes.cpp -- what each text about a session must say: words, lane mask, CTA pair, pieces.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/document/form_notes.h>

#include <bit>

namespace tilescope {
namespace {

constexpr std::size_t kMaskWordsOfCta = 4;
constexpr unsigned kLanesOfMaskWord = 32;

}  // namespace

bool is_pair(const Session& session) { return family_of(session).ctas(session.variant.cta_group) == 2; }

bool is_read(const Derived& derived, WordId word) {
    return derived.of(word).used && (word != WordId::idesc || family_of(derived.session).idesc);
}

std::string unplaced_part(const OperandView& operand) {
    return operand.unplaced.substr(0, operand.unplaced.find_last_not_of('.') + 1);
}

std::string kind_text(const Derived& derived) {
    const FamilyRow& family = family_of(derived.session);
    if (family.names_kind) return say("kind ", derived.session.variant.kind);
    return say(family.instruction, " of ", derived.a_type,
               derived.a_type == derived.b_type ? "" : say(" x ", derived.b_type));
}

std::span<const std::uint32_t> lane_mask_of(const Session& session) {
    if (!family_of(session).lane_mask || !session.variant.lane_mask) return {};
    return std::span(session.run.lane_mask).first(kMaskWordsOfCta * (is_pair(session) ? 2 : 1));
}

std::string lane_mask_sentence(const Session& session) {
    const std::span<const std::uint32_t> mask = lane_mask_of(session);
    if (mask.empty()) return {};
    std::string words;
    int off = 0;
    for (const std::uint32_t word : mask) {
        words += say(words.empty() ? "" : ", ", hex(word));
        off += std::popcount(word);
    }
    return say("The lane mask (disable-output-lane) is ", words, ": ", off, " of ", kLanesOfMaskWord * mask.size(),
               " lanes of D ", off == 1 ? "is" : "are", " not written.");
}

std::string_view issuer_of(const Session& session) {
    return is_pair(session) ? "One thread of one CTA of the pair" : "One thread";
}

std::string pair_sentences(const Session& session) {
    if (!is_pair(session)) return {};
    return say("cta_group::2: two CTAs of a cluster share this MMA. ", issuer_of(session),
               " issues it. Each CTA stores half of the rows of A and half of the columns of B. Launch the kernel with "
               "clusters of at least two CTAs: without clusters, the launch fails.");
}

std::string pieces_sentence(const Derived& d) {
    if (d.session.pieces.all() == 1) return {};
    return say("The tile is ", d.tile_m, " x ", d.tile_n, ": ", text_of(d.session.pieces), '.');
}

}  // namespace tilescope
