// app/publish/program_json.cpp -- the MMAs of a program and their chains as JSON.
// SPDX-License-Identifier: MIT
#include "app/publish/program_json.h"

#include "app/io/json_reader.h"
#include "app/io/session_file.h"

#include <tilescope/base/say.h>

namespace tilescope::io {
namespace {

Json name_or_null(std::string_view name) { return name.empty() ? Json(nullptr) : Json(name); }
Json number_or_null(unsigned number) { return number == 0 ? Json(nullptr) : Json(number); }

Json start_json(const OperandPair<std::optional<StartSum>>& start) {
    Json out = Json::object();
    for (const Operand o : kBothOperands) {
        out[pick(o, "base_a", "base_b")] = start[o] ? Json(start[o]->base) : Json(nullptr);
        out[pick(o, "offset_a", "offset_b")] = start[o] ? Json(start[o]->offset) : Json(nullptr);
    }
    return out;
}

}  // namespace

Json mma_json(const ProgramMma& mma) {
    Json out = {{"m", number_or_null(mma.m)},         {"n", number_or_null(mma.n)},
                {"k", number_or_null(mma.k)},         {"a_type", name_or_null(mma.a_type)},
                {"b_type", name_or_null(mma.b_type)}, {"d_type", name_or_null(mma.d_type)}};
    for (const Operand o : kBothOperands)
        out[pick(o, "a_major", "b_major")] =
            mma.major[o] ? Json(name_in(kMajorNames, static_cast<std::uint64_t>(*mma.major[o]))) : Json(nullptr);
    out["scale_d"] = mma.scale_d ? Json(*mma.scale_d) : Json(nullptr);
    out["chain"] = mma.chain;
    out.update(start_json(mma.start));
    return out;
}

namespace {

// The digits of a word, with "?" for each one that has an unknown bit; null: it has no such word.
Json known_word_json(const std::optional<KnownWord>& word) { return word ? Json(text_of(*word)) : Json(nullptr); }

Json chain_mma_json(const ProgramInstruction& instruction) {
    const ProgramMma& mma = *instruction.as_mma;
    Json out = {{"line", instruction.line}, {"text", instruction.mma.text}};
    for (const std::size_t word : {0, 1, 2})
        out[std::string(name_of(kProgramWords[word]))] = known_word_json(mma.first[word]);
    out.update(start_json(mma.start));
    return out;
}

}  // namespace

std::string chains_json(const ProgramReport& report, std::span<const ProgramChain> chains, std::size_t first) {
    Json out = Json::array(), bases = Json::array();
    for (const BaseAddress& base : report.bases)
        bases.push_back(
            {{"name", base.name}, {"address", base.address}, {"certainty", base.given ? "given" : "assumed"}});
    for (const ProgramChain& chain : chains) {
        Json mmas = Json::array(), asks = Json::array();
        for (const std::size_t i : chain.mmas) mmas.push_back(chain_mma_json(report.instructions[i]));
        for (const ChainAsk& ask : chain.asks) asks.push_back({{"name", ask.name}, {"says", ask.says}});
        Json one = {{"chain", first++}, {"kernel", chain.kernel}, {"mmas", std::move(mmas)}, {"steps", chain.steps}};
        if (!chain.joined.empty()) {
            Json& pieces = one["joined"] = Json::array();
            for (const std::vector<std::size_t>& piece : chain.joined) {
                Json& of_piece = pieces.emplace_back(Json::array());
                for (const std::size_t i : piece) of_piece.push_back(chain_mma_json(report.instructions[i]));
            }
        }
        one["bases"] = bases;
        one["session"] = chain.session ? *read_json(session_to_text({.session = *chain.session})) : Json(nullptr);
        if (!chain.session) one["refused"] = chain.session.why;
        one["asks"] = std::move(asks);
        one["notes"] = chain.notes;
        out.push_back(std::move(one));
    }
    return text_of_json(out);
}

}  // namespace tilescope::io
