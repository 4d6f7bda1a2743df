// core/src/document/requests.cpp -- layouts and masks that the user requests, and the words that give them.
// SPDX-License-Identifier: MIT
#include <tilescope/document/derive.h>
#include <tilescope/document/requests.h>
#include <tilescope/layout/descriptor.h>
#include <tilescope/solver/solve_mask.h>

#include <algorithm>

namespace tilescope {

LayoutRequest layout_request(const Derived& d, Operand operand) {
    LayoutRequest out;
    const OperandView& o = d.of(operand);
    out.any = !d.session.requested_layout.empty();
    if (!out.any || !o.in_smem) return out;
    const auto refuse = [&](const std::string& why) { return out.refused = why, out; };
    const auto text = parse_cute(d.session.requested_layout);
    if (!text) return refuse(text.why);
    const auto requested = requested_from(*text, *o.layout.type, o.layout.start);
    if (!requested) return refuse(requested.why);
    if (std::ranges::find(o.asks, WordId::idesc, &FieldPlace::word) != o.asks.end()) return refuse(o.unplaced);
    out.answer = solve_layout(*requested, {0, static_cast<int>(o.mma_k)});
    for (const LayoutSolution& s : out.answer.solutions) {
        const auto word = descriptor_of(*d.of(word_of(operand)).format, s.steps[0]);
        out.words.push_back(word.value);
        out.word_refused.push_back(word.why);
    }
    return out;
}

MaskRequest mask_request(const Derived& d) {
    MaskRequest out;
    out.any = !d.session.requested_mask.empty();
    if (!out.any) return out;
    const auto columns = mask_from_text(d.session.requested_mask, d.mask.n);
    if (!columns) {
        out.refused = columns.why;
        return out;
    }
    out.columns = *columns;
    out.answer = solve_mask(*columns, d.mask.m, d.mask.word);
    if (out.answer.solution) out.word = mask_word(*d.of(WordId::zcm).format, out.answer.solution->mask).value;
    return out;
}

NearestRequest nearest_request(const Derived& d) {
    const MaskRequest& request = d.mask.request;
    const auto nearest = nearest_mask(request.columns, d.mask.m, d.mask.word);
    if (!nearest) return {};
    return {mask_word(*d.of(WordId::zcm).format, nearest->mask).value,
            different_columns(request.columns, zeroed_columns(expand_mask(nearest->mask, d.mask.m, d.mask.n)))};
}

std::uint64_t unknown_start(const Derived& d, Operand operand) {
    const WordView& word = d.of(word_of(operand));
    const Field& start = field_in(*word.format, "start");
    return set_field(start, 0, word.unknown_in(start));
}

std::vector<Edit> edits_of(const Derived& d, Operand operand, std::size_t solution) {
    const LayoutRequest& request = d.layout_requests[operand];
    if (solution >= request.words.size() || !request.words[solution]) return {};
    std::vector<Edit> out{SetWord{word_of(operand), *request.words[solution], unknown_start(d, operand)}};
    const bool mn = request.answer.solutions[solution].major == Major::mn;
    const Field* transpose = find_field(*d.of(WordId::idesc).format, pick(operand, "transpose_a", "transpose_b"));
    if (transpose && (get_field(*transpose, d.session.word(WordId::idesc)) != 0) != mn)
        out.push_back(SetField{WordId::idesc, transpose, mn});
    return out;
}

std::string mask_text(const std::vector<bool>& zeroed) {
    std::string out;
    for (std::size_t j = zeroed.size(); j-- > 0;) out += zeroed[j] ? '1' : '0';
    return out;
}

}  // namespace tilescope
