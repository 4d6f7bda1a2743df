// core/src/program/ptx_reader.cpp -- translates PTX to statements.
// SPDX-License-Identifier: MIT
#include "ptx_order.h"

namespace tilescope::program {
namespace ptx_reading {
namespace {

// Instructions whose operands are of interest.
constexpr std::array kObserved = std::to_array<std::string_view>({"mbarrier.", "tcgen05.", "wgmma."});

// The text after a word of a directive: after ".entry" of ".visible .entry f(...)". No value: the word is not there.
std::optional<std::string_view> text_behind(std::string_view directive, std::string_view word) {
    for (std::size_t at = 0; at < directive.size();) {
        while (at < directive.size() && is_blank(directive[at])) ++at;
        std::size_t end = at;
        while (end < directive.size() && !is_blank(directive[end]) && directive[end] != '(') ++end;
        if (directive.substr(at, end - at) == word) return without_blanks(directive.substr(end));
        if (end == at || directive[at] != '.') return std::nullopt;
        at = end;
    }
    return std::nullopt;
}

// "f" of "f(.param .b64 x)" and of "(.param .b32 result) f (...)"
std::string_view function_name(std::string_view text) {
    if (text.starts_with('(')) text = without_blanks(text.substr(std::min(text.find(')'), text.size() - 1) + 1));
    return text.substr(0, text.empty() || !is_name_start(text[0]) ? 0 : name_end(text, 0));
}

// The threads of a block along x: 256 of ".reqntid 256, 1, 1". 0: the text does not have the word, or no number.
// Source: PTX ISA 9.1, 11.4 (performance-tuning directives).
unsigned threads_in(std::string_view directive) {
    constexpr unsigned kMostThreads = 1024;
    for (const std::string_view word : {".reqntid", ".maxntid"}) {
        const std::size_t at = directive.find(word);
        if (at == directive.npos) continue;
        const std::string_view list = without_blanks(directive.substr(at + word.size()));
        const auto number = read_immediate(list.substr(0, std::min(list.find_first_not_of("0123456789"), list.size())));
        if (number && number->value <= kMostThreads) return static_cast<unsigned>(number->value);
    }
    return 0;
}

class PtxReader {
public:
    PtxReader(const Source& source, Program& out, const BindOperand& bind)
        : source_(source),
          out_(out),
          text_(without_comments(source.text)),
          bind_(bind ? &bind : nullptr),
          outside_(out, source, text_, bind ? "asm" + std::to_string(out.names.size()) + ":" : "", bind_),
          order_(out.gaps),
          has_mmas_(!bind && (text_.find("wgmma.") != text_.npos || text_.find("tcgen05.mma") != text_.npos)) {}

    void run() {
        if (bind_ == nullptr && out_.units.empty()) out_.units.emplace_back();
        std::size_t at = 0;
        for (Piece piece; !out_.is_stopped() && next_piece(text_, at, piece);) read(piece);
        if (function_) end_function(false);
        end_outside();
    }

private:
    Body& body() { return function_ ? *function_ : outside_; }

    void read(const Piece& piece) {
        switch (piece.type) {
        case Piece::Type::instruction: read_instruction(piece); break;
        case Piece::Type::label:
            body().label(piece.word);
            if (!is_mark(piece.word)) order_.label();
            break;
        case Piece::Type::directive: read_directive(piece); break;
        case Piece::Type::open:
            if (pending_)
                begin_function();
            else
                body().registers.open();
            break;
        case Piece::Type::close:
            if (!body().registers.close() && function_) end_function(true);
            break;
        }
    }

    void read_directive(const Piece& piece) {
        if (const unsigned threads = threads_in(piece.whole)) threads_ = threads;
        if (piece.word == ".reg") return body().registers.declare(piece.whole);
        if (piece.word == ".target" && out_.target.empty()) return keep_first(piece.whole, out_.target);
        if (piece.word == ".version" && out_.version.empty()) return keep_first(piece.whole, out_.version);
        if (const auto targets = text_behind(piece.whole, ".branchtargets"))
            return body().branch_targets(split_list(*targets));
        if (const auto variables = text_behind(piece.whole, ".shared"))
            for (SharedVariable& variable : shared_variables(*variables)) out_.shared.push_back(std::move(variable));
        for (const std::string_view word : {".entry", ".func"})
            if (const auto rest = text_behind(piece.whole, word))
                return read_header(function_name(*rest), word == ".entry", piece.closed);
        if (!is_ptx_directive(piece.word)) give_up(piece.whole, {}, piece.whole);
    }

    // ".target sm_100a, debug": the first value of the list.
    void keep_first(std::string_view directive, std::string& out) {
        const std::string_view list = directive.substr(std::min(directive.find_first_of(" \t"), directive.size()));
        out = split_list(list).front();
    }

    // A header that a semicolon ends is a declaration.
    void read_header(std::string_view name, bool entry, bool declaration) {
        if (bind_ != nullptr) return;
        if (function_) end_function(false);
        has_functions_ = true;
        pending_.reset();
        if (!declaration) pending_ = name, is_entry_ = entry;
    }

    void begin_function() {
        if (function_) end_function(false);
        name_ = *pending_;
        threads_of_function_ = std::exchange(threads_, 0);
        pending_.reset();
        order_.begin(is_entry_);
        function_.emplace(out_, source_, text_, "f" + std::to_string(out_.units.size()) + " ", nullptr);
    }

    void end_function(bool complete) {
        const auto first = static_cast<std::uint32_t>(out_.statements.size());
        // A function without an instruction of interest can hand its words to another one.
        const auto count = insert(first, function_->finish(0, !complete, !function_->has_observed()));
        out_.units.push_back({name_, first, first + count, {}, threads_of_function_});
        order_.end();
        function_.reset();
    }

    // Statements outside of functions go to the end of unit 0. Inline assembly goes to the end of the program, and its
    // jumps count from its first statement.
    void end_outside() {
        if (bind_ != nullptr) {
            insert(out_.statements.size(), outside_.finish(0, false, true));
            return;
        }
        Unit& unit = out_.units.front();
        const auto added = insert(unit.last, outside_.finish(unit.last - unit.first, true, !has_functions_));
        for (std::size_t i = 1; i < out_.units.size(); ++i) {
            if (out_.units[i].first < unit.last) continue;
            out_.units[i].first += added;
            out_.units[i].last += added;
        }
        unit.last += added;
    }

    // Returns the number of the statements.
    std::uint32_t insert(std::size_t at, const std::vector<Statement>& statements) {
        out_.statements.insert(out_.statements.begin() + static_cast<std::ptrdiff_t>(at), statements.begin(),
                               statements.end());
        return static_cast<std::uint32_t>(statements.size());
    }

    void read_instruction(const Piece& piece) {
        pending_.reset();
        writes_.clear();
        Instruction instruction{.body = body(), .piece = piece, .words = words_, .writes = writes_};
        look_up(instruction);
        execute(instruction);
    }

    void execute(Instruction& instruction) {
        const Piece& piece = instruction.piece;
        const Effect effect = instruction.row == nullptr ? Effect::first : instruction.row->effect;
        const std::size_t written = written_by(piece, effect);
        body().pass_on(passes_on(instruction));
        observe(piece, written);
        const TextSpan span = body().span_of(piece.whole);
        if (has_mmas_) order_.instruction(piece, written, span, body().registers);
        const std::string_view first = piece.operands.empty() ? std::string_view() : piece.operands[0];
        if (!std::ranges::all_of(piece.operands, is_sound))
            give_up(piece.whole.substr(piece.word.size()), piece.guard, piece.whole);
        switch (effect) {
        case Effect::jump: return body().jump(first, false, piece.guard, span);
        case Effect::jump_list:
            return body().jump(piece.operands.size() > 1 ? piece.operands[1] : "", true, piece.guard, span);
        case Effect::leave: return body().leave(piece.guard, span);
        case Effect::computes:
            if (compute(instruction)) return body().write(instruction.writes, piece.guard, span);
            break;
        default: break;
        }
        instruction.writes.clear();
        for (std::size_t i = written; i < piece.operands.size(); ++i) body().touch(piece.operands[i]);
        for (std::size_t i = 0; i < written; ++i)
            each_name(piece.operands[i], [&](std::string_view name) { instruction.writes.push_back({name}); });
        if (!instruction.writes.empty()) body().write(instruction.writes, piece.guard, span);
    }

    static bool passes_on(const Instruction& instruction) {
        const bool splits = !instruction.piece.operands.empty() && instruction.piece.operands[0].starts_with('{');
        return is_observed(instruction.piece) ||
               (instruction.row != nullptr && !splits &&
                (is_move(*instruction.row) || keeps_word(instruction.row->operation)));
    }

    static bool is_observed(const Piece& piece) {
        return std::ranges::any_of(kObserved, [&](std::string_view word) { return piece.word.starts_with(word); });
    }

    // The number of operands that the instruction writes. They are the first ones.
    static std::size_t written_by(const Piece& piece, Effect effect) {
        const std::vector<std::string_view>& operands = piece.operands;
        const auto address = std::ranges::find_if(operands, [](std::string_view o) { return o.starts_with('['); });
        const auto before_address = static_cast<std::size_t>(address - operands.begin());
        switch (effect) {
        case Effect::before_address: return before_address;
        case Effect::computes:
        case Effect::first: return std::min(before_address, std::size_t{1});
        case Effect::call: return !operands.empty() && operands[0].starts_with('(') ? 1 : 0;
        default: return 0;
        }
    }

    void observe(const Piece& piece, std::size_t written) {
        if (!is_observed(piece)) return;
        std::vector<Operand> operands;
        const bool mma = piece.word.starts_with("wgmma.mma_async") || piece.word.starts_with("tcgen05.mma");
        for (const std::string_view operand : piece.operands)
            operands.push_back(observed(body(), operand, operands.size() < written, mma));
        body().observe({.type = Observation::Type::instruction,
                        .text = one_line(piece.whole),
                        .span = body().span_of(piece.whole),
                        .conditional = !piece.guard.empty(),
                        .comment = comment_behind(piece.whole)},
                       operands);
    }

    // The comment in the same line, after the semicolon.
    std::string comment_behind(std::string_view statement) const {
        std::string_view rest =
            source_.text.substr(static_cast<std::size_t>(statement.data() - text_.data()) + statement.size());
        rest = rest.substr(0, rest.find('\n'));
        while (!rest.empty() && (rest[0] == ' ' || rest[0] == '\t' || rest[0] == ';')) rest.remove_prefix(1);
        return rest.starts_with("//") ? std::string(without_blanks(rest.substr(2))) : std::string();
    }

    // Any name of a text that is not understood could be a result.
    void give_up(std::string_view text, std::string_view guard, std::string_view place) {
        std::vector<Write> writes;
        each_name(text, [&](std::string_view name) { writes.push_back({.register_name = name, .forgotten = true}); });
        body().write(writes, guard, body().span_of(place));
    }

    const Source& source_;
    Program& out_;
    const std::string text_;
    const BindOperand* bind_;
    Body outside_;
    AsyncOrder order_;
    const bool has_mmas_;
    std::optional<Body> function_;
    std::optional<std::string_view> pending_;  // the function whose header was read
    std::vector<std::string_view> words_;      // kept, so that not every instruction allocates memory
    std::vector<Write> writes_;
    std::string name_;
    unsigned threads_ = 0, threads_of_function_ = 0;  // that the last header states; that the function states
    bool has_functions_ = false, is_entry_ = false;
};

}  // namespace
}  // namespace ptx_reading

void read_ptx(const Source& source, Program& out, const BindOperand& bind) {
    ptx_reading::PtxReader(source, out, bind).run();
}

}  // namespace tilescope::program
