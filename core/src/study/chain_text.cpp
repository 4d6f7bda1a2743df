// core/src/study/chain_text.cpp -- what the command line and the window say of a chain of a program.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/study/program_chains.h>

namespace tilescope {
namespace {

const ProgramInstruction& first_of(const ProgramChains& program, std::size_t number) {
    return program.report.instructions[program.chains[number].mmas.front()];
}

std::string operand_text(const ProgramInstruction& mma, Operand o) {
    const auto& word = mma.as_mma->first[static_cast<std::size_t>(word_of(o))];
    if (!word) {
        const MmaOperand* operand = mma.mma.operand(pick(o, OperandRole::a, OperandRole::b));
        const bool is_list = operand != nullptr && operand->form == OperandForm::list;
        const bool is_tmem = mma.mma.a_in_tmem && o == Operand::a;
        return say(name_of(o), is_list ? " in registers" : is_tmem ? " in Tensor Memory" : " is not known");
    }
    const auto& start = mma.as_mma->start[o];
    return say(name_of(o), ' ', text_of(*word), start ? say(" = ", text_of(*start)) : std::string());
}

}  // namespace

std::string chain_name(const ProgramChains& program, std::size_t number) {
    const std::string& kernel = program.chains[number].kernel;
    return say("chain ", number, kernel.empty() ? "" : " of ", kernel);
}

std::string mmas_text(const ProgramChains& program, std::size_t number) {
    const ProgramChain& chain = program.chains[number];
    const std::string& text = first_of(program, number).mma.text;
    std::size_t mmas = chain.mmas.size();
    for (const std::vector<std::size_t>& piece : chain.joined) mmas += piece.size();
    return say(mmas, mmas == 1 ? " MMA" : " MMAs",
               chain.joined.empty() ? "" : say(" (", 1 + chain.joined.size(), " pieces of one tile)"), ", ",
               text.substr(0, text.find(' ')));
}

std::string tile_text(const ProgramChains& program, std::size_t number) {
    const ProgramChain& chain = program.chains[number];
    const ProgramMma& mma = *first_of(program, number).as_mma;
    const auto number_text = [](std::size_t n) { return n == 0 ? std::string("?") : say(n); };
    const auto type_text = [](const std::string& type) { return type.empty() ? std::string("?") : type; };
    const auto major_text = [&](Operand o) { return mma.major[o] ? say(' ', name_of(*mma.major[o])) : std::string(); };
    const TilePieces pieces = chain.session ? chain.session->pieces : TilePieces();
    return say("M ", number_text(mma.m * pieces.count.a), ", N ", number_text(mma.n * pieces.count.b), ", K ",
               number_text(mma.k * chain.steps), " (", chain.steps, chain.steps == 1 ? " step" : " steps", "), A ",
               type_text(mma.a_type), major_text(Operand::a), ", B ", type_text(mma.b_type), major_text(Operand::b),
               ", D ", type_text(mma.d_type));
}

std::string mma_words_text(const ProgramInstruction& mma) {
    return say(operand_text(mma, Operand::a), ", ", operand_text(mma, Operand::b));
}

Session session_with_asks(const ProgramChain& chain) {
    Session out = *chain.session;
    for (const ChainAsk& ask : chain.asks)
        out.notes += say(out.notes.empty() ? "" : "\n", "asks ", ask.name, ": ", ask.says);
    return out;
}

}  // namespace tilescope
