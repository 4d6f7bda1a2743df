// core/src/autopsy/diagnose.cpp -- the verdict on each chain.
// SPDX-License-Identifier: MIT
#include "expected_d.h"
#include "illegal.h"
#include "paragraph.h"
#include "shape_doubt.h"
#include "structure.h"
#include "study.h"

#include <tilescope/autopsy/diagnose.h>
#include <tilescope/base/say.h>
#include <tilescope/base/text.h>

#include <algorithm>
#include <utility>

namespace tilescope::autopsy {
namespace {

class Judge {
public:
    Judge(Reads& reads, const Study& study, const std::vector<SeenMap>& maps, const ExpectedArray& d, std::size_t index)
        : reads_(reads), study_(study), maps_(maps), chain_(reads.chains[index]), result_(study.chains[index]) {
        if (!d.bytes.empty()) compare_d(d);
        out_.chain = index;
        with_warpgroup_ = std::ranges::any_of(
            reads.chains, [&](const ChainReads& c) { return c.chain->warpgroup != chain_.chain->warpgroup; });
    }

    Diagnosis judge() {
        compare_all_columns();
        out_.sentences = facts_of(reads_.recording(), chain_);
        const bool any_given = study_.matrices.given.a || study_.matrices.given.b;
        if (any_given) out_.sentences.push_back(block_text(chain_, study_, result_));
        out_.sentences.push_back(d_text_);
        std::erase(out_.sentences, std::string());
        if (chain_.chain->at_exception && !chain_.steps.empty()) {
            exception();
        } else if (!chain_.known()) {
            unknown(chain_.steps.empty() ? "no MMA was seen" : chain_.steps.front().step->why);
        } else if (!type() && !wrong() && !right()) {
            not_known();
        }
        return std::move(out_);
    }

private:
    void compare_d(const ExpectedArray& d) {
        const Answer<DComparison> compared =
            study_.exchanged ? Refusal("A and B are exchanged, so the expected D is transposed; it was not compared.")
                             : compared_d(chain_, d, study_.matrices.given.b ? study_.matrices.view.b.rows : 0);
        if (compared) d_ = *compared;
        d_text_ = compared ? compared->text : compared.why;
    }

    // A part of the K columns gives another D than all of them.
    void compare_all_columns() {
        if (!d_ || d_->different == 0 || !study_.matrices.given.a || !chain_.known() || has_all_columns()) return;
        d_text_ = "These MMAs add only a part of the K columns to D, so D was not compared with the expected one.";
        d_.reset();
    }

    // All MMAs of the chain.
    std::string place() const {
        return place_text(reads_.recording(), chain_, with_warpgroup_, 0,
                          std::max<std::size_t>(chain_.steps.size(), 1));
    }
    std::string place(std::size_t step) const { return place_text(reads_.recording(), chain_, with_warpgroup_, step); }

    void take(const Fault& fault) {
        const std::size_t step = fault.k_steps.empty() ? 0 : fault.k_steps.front();
        if (out_.faults.empty()) {
            out_.mma = step;
            out_.line = say(place(step), ": ", fault.says);
        }
        out_.sentences.push_back(fault.says);
        out_.faults.push_back(fault);
    }

    void unknown(std::string_view because) {
        out_.verdict = Verdict::unknown;
        std::string why(because);
        if (why.ends_with('.')) why.pop_back();
        if (why.size() > 1 && why[1] >= 'a' && why[1] <= 'z')
            why = lower(why.substr(0, 1)) + why.substr(1);  // not "D is"
        out_.line = say(place(), ": not known, because ", why, ".");
        add_candidates();
    }

    // Several fields can be meant by one sentence.
    void add_candidates() {
        std::string_view last;
        for (const Fault& f : out_.candidates)
            if (std::exchange(last, f.says) != f.says) out_.sentences.push_back(say("Possible: ", f.says));
    }

    // Of a field of a word, or of the transpose bit.
    static bool is_of_word(const Fault& f) { return f.field <= FaultField::transpose; }

    // ---- the type of the instruction ----

    std::vector<std::uint32_t> words(Operand o) const {
        std::vector<std::uint32_t> out;
        const MatrixView& view = study_.matrices.view[o];
        if (study_.matrices.given[o]) {
            for (std::size_t row = 0; row < view.rows; ++row)
                for (std::size_t column = 0; column < view.columns && out.size() < kMostWords; ++column)
                    out.push_back(view.word(row, column));
            return out;
        }
        for (const StepReads& s : chain_.steps)
            if (s.is_known() && out.size() < kMostWords) {
                const auto& read = pick(o, s.step->read.a, s.step->read.b).words;
                out.insert(out.end(), read.begin(), read.end());
            }
        return out;
    }

    // Whether the type of the array was only tried, and memory does not have its elements. Zeros are those of any type.
    bool is_refuted(Operand o) const {
        if (!study_.array[o] || !study_.array[o]->is_tried) return false;
        const auto& faults = result_.faults[o];
        const bool only_words = !faults.empty() && result_.doubt[o] == Doubt::none &&
                                std::ranges::all_of(faults, [](const Fault& f) { return is_of_word(f); });
        return !(result_.all_right(o) || only_words) || has_only_zeros(o);
    }

    // Whether the elements of the matrix that the chain should read are zeros, as far as they are in it.
    bool has_only_zeros(Operand o) const {
        const MatrixView& view = study_.matrices.view[o];
        const std::size_t first = result_.block.row[o],
                          end = std::min<std::size_t>(first + chain_.known()->rows(o), view.rows);
        for (std::size_t s = 0; s < result_.block.column.size(); ++s) {
            const std::size_t from = result_.block.column[s] / view.k_per_column;
            const std::size_t to =
                from + (chain_.steps[s].is_known() ? chain_.steps[s].shape().k / view.k_per_column : 0);
            for (std::size_t column = from; column < std::min(to, view.columns); ++column)
                for (std::size_t row = first; row < end; ++row)
                    if (!view.form.is_zero(view.word(row, column))) return false;
        }
        return true;
    }

    TypeOpinion said(Operand o) const {
        if (!study_.matrices.given[o] || !study_.array[o] || is_refuted(o)) return {};
        return opinion_of(study_.array[o]->type, words(o), chain_.known()->type(o));
    }
    TypeOpinion opinion(Operand o) const {
        const TypeOpinion out = said(o);
        if (is_refuted(o)) return {};
        return out.vote != TypeVote::nothing ? out : opinion_of(words(o), chain_.known()->type(o));
    }

    static Fault type_fault(std::string_view is, std::string_view right, std::string says) {
        return {.part = Part::instruction,
                .field = FaultField::type,
                .k_steps = {},
                .value = {std::nullopt, std::string(is)},
                .right = {std::nullopt, std::string(right)},
                .says = std::move(says)};
    }

    // Takes the types that the expected D or the arrays of 8-bit elements prove, each one for itself.
    // `fields`: of the instruction descriptor, if the instruction has one.
    std::string use_text(std::string_view fields, std::string_view right) const {
        if (!chain_.known()->shape().family->idesc) return say("Use the instruction for ", right, ".");
        return say("Set ", fields, " of the instruction descriptor to ", right, ".");
    }

    bool proven_type() {
        const OperandPair<const ElementType*> by_d = d_ ? d_->types : OperandPair<const ElementType*>{nullptr, nullptr};
        for (const Operand o : kBothOperands) {
            const ElementType& is = chain_.known()->type(o);
            const TypeOpinion by_array = said(o);
            const bool is_of_array = by_array.vote == TypeVote::for_other && is.bits == 8;
            const std::string_view right = by_d[o] ? by_d[o]->id : is_of_array ? by_array.other : is.id;
            if (right == is.id) continue;
            take(type_fault(is.id, right,
                            say("The instruction reads ", is.id, " as ", name_of(o), "; ",
                                by_d[o] ? say("read as ", right, ", the same bytes give the expected D")
                                        : say("the array of ", name_of(o), " holds ", right),
                                ". ", use_text(pick(o, "a_type", "b_type"), right))));
        }
        if (out_.faults.empty()) return false;
        out_.verdict = Verdict::wrong;
        add_operand_faults();
        return true;
    }

    bool type() {
        if (proven_type()) return true;
        const TypeOpinion a = opinion(Operand::a), b = opinion(Operand::b);
        const bool both = a.vote == TypeVote::for_other && b.vote == TypeVote::for_other && a.other == b.other;
        const bool any = a.vote == TypeVote::for_other || b.vote == TypeVote::for_other;
        const bool doubted = a.vote == TypeVote::for_it || b.vote == TypeVote::for_it;
        if (!any || doubted) return false;
        const ElementType& is = chain_.known()->type(a.vote == TypeVote::for_other ? Operand::a : Operand::b);
        const std::string right(a.vote == TypeVote::for_other ? a.other : b.other);
        const Fault fault = type_fault(
            is.id, right,
            say("The instruction reads ", is.id, "; A and B hold ", right, ". ", use_text("a_type and b_type", right)));
        if (!both) {
            out_.candidates.push_back(fault);
            return false;
        }
        out_.verdict = Verdict::wrong;
        take(fault);
        add_operand_faults();
        return true;
    }

    // ---- words and memory ----

    // Where MMAs ran unrecorded, the K columns of the later steps are not certain. A wrong stride or mode shows in
    // every step; other places and other bytes may be those of other columns.
    bool is_hidden(const Fault& f) const {
        const Chain& c = *chain_.chain;
        const bool lacks_steps =  // not only what a step needs
            !c.why.empty() && std::ranges::all_of(c.steps, [](const Step& s) { return s.why.empty(); });
        const bool holes = !c.note.empty() || lacks_steps ||
                           std::ranges::any_of(c.steps, [](const Step& s) { return s.skipped != 0 || !s.ran; });
        return holes && !chain_.chain->at_exception &&
               (f.field == FaultField::memory || f.field == FaultField::start || f.field == FaultField::overlap);
    }

    void add_operand_faults() {
        std::vector<Fault> all;
        const bool between = !block_doubt(reads_, study_, out_.chain).empty();
        for (const Operand o : kBothOperands)
            for (const Fault& f : result_.faults[o])
                (result_.doubt[o] != Doubt::none || between || is_hidden(f) ? out_.candidates : all).push_back(f);
        // A fault of a word says what to change, a fault of memory only where to look.
        std::stable_partition(all.begin(), all.end(), [](const Fault& f) { return f.field != FaultField::memory; });
        for (const Fault& f : all) take(f);
    }

    bool is_compared() const { return !chain_.chain->seen.empty() && chain_.chain->why.empty(); }

    // Whether something else than A and B keeps the chain from being right. `how`: how A and B are read.
    bool is_doubted(std::string_view how) {
        if (!has_one_d()) {
            unknown(say("the MMAs have a D of different shapes or types; ", how));
            return true;
        }
        if (d_ && d_->different != 0 && has_all_columns()) {
            unknown(say("each step reads the right elements of A and B",
                        is_compared() ? ", and D is what they give" : "", ", but ", d_->text,
                        " Another type, another C, or what comes after the MMAs can be the reason"));
            return true;
        }
        if (const std::string why = metadata_doubt(); !why.empty()) {
            unknown(why);
            return true;
        }
        for (const auto& doubt : {order_doubt, block_doubt})
            if (const std::string why = doubt(reads_, study_, out_.chain); !why.empty() && !is_d_right()) {
                unknown(say(why, "; ", how));
                return true;
            }
        if (chain_.known()->shape().scales) {
            unknown(say("the scale factors are in Tensor Memory, which was not read; ", how));
            return true;
        }
        if (auto doubt = shape_doubt(reads_, study_, out_.chain)) {
            std::string why = doubt->says;
            out_.candidates.push_back(std::move(*doubt));
            unknown(why);
            return true;
        }
        return false;
    }

    bool is_d_right() const { return d_ && d_->different == 0; }

    // The K columns may be in an order of the kernel's own. A wrong word can read them so too, by equal numbers.
    bool other_order() {
        for (const Operand o : kBothOperands)
            if (std::ranges::any_of(result_.faults[o], is_of_word)) return false;
        if (chain_.chain->different != 0 || !has_other_order(chain_, study_, result_)) return false;
        if (!study_.matrices.given.a || !study_.matrices.given.b)
            return unknown(
                       "the K columns are read in another order than given, which is right if the other operand "
                       "has the same order"),
                   true;
        if (is_doubted("A and B have another order of K than given, the same for both")) return true;
        out_.verdict = Verdict::right;
        out_.line = say(place(), ": right. A and B have their K columns in another order than given, the same for both",
                        ", so that D has the same products.");
        return true;
    }

    bool wrong() {
        if (result_.faults.a.empty() && result_.faults.b.empty()) return false;
        if (other_order()) return true;
        const RightD right_d = has_right_d(chain_, study_, result_);
        if (right_d == RightD::as_read && chain_.chain->different != 0)
            return unknown(
                       "what was read of D is the product of the right elements, which the bytes at the stop do "
                       "not give; the rest of D was not read"),
                   true;
        if (right_d == RightD::all) {
            for (const Operand o : kBothOperands)
                for (const Fault& f : result_.faults[o])
                    if (is_of_word(f)) out_.candidates.push_back(f);
            if (!out_.candidates.empty())
                return unknown(
                           "D is the product of the right elements, although the words seem to read other ones: "
                           "numbers that differ along K would show more"),
                       true;
            out_.verdict = Verdict::right;
            out_.line =
                say(place(),
                    ": right. D is the product of the right elements, although the bytes at the stop were others.");
            out_.sentences.push_back(
                "D is the product of the right elements. So the bytes changed between the stop and the MMA, or it does "
                "not matter.");
            return true;
        }
        add_operand_faults();
        if (!out_.faults.empty()) {
            out_.verdict = Verdict::wrong;
            add_candidates();
        } else if (std::ranges::any_of(out_.candidates, [&](const Fault& f) { return is_hidden(f); })) {
            unknown("MMAs may have run unrecorded, so that it is not certain which K columns each step reads");
        } else {
            unknown(doubt_text(reads_, study_, out_.chain));
        }
        return true;
    }

    // Whether D of the chain is a whole D: then it can be compared with the expected one.
    bool has_all_columns() const {
        std::size_t k = 0;
        for (const StepReads& s : chain_.steps) k += s.is_known() ? s.shape().k : 0;
        return chain_.chain->first == 0 && chain_.chain->before.empty() && k >= study_.matrices.view.a.k_columns();
    }

    // "A is e4m3", where neither the arrays nor D say so.
    std::string unknown_types() const {
        std::vector<std::string> out;
        for (const Operand o : kBothOperands)
            if (const ElementType& type = chain_.known()->type(o);
                !other_types(type).empty() && opinion(o).vote != TypeVote::for_it && !(d_ && d_->different == 0))
                out.push_back(say(name_of(o), " is ", type.id));
        return list_of(out, std::identity(), ", ", " and ");
    }

    // Rows of the block that an array does not have were not compared.
    std::string missing_rows() const {
        std::string out;
        for (const Operand o : kBothOperands) {
            const std::size_t rows = study_.matrices.view[o].rows, first = result_.block.row[o];
            const std::size_t count = chain_.known()->rows(o);
            if (first + count > rows)
                out += say(" ", name_of(o), " has ", rows, " rows; rows ", rows, " to ", first + count - 1,
                           " of the block were not compared.");
        }
        return out;
    }

    // The shapes of files that do not say them, where they are more than the block.
    std::string guessed_shapes() const {
        std::string out;
        for (const Operand o : kBothOperands) {
            const bool is_stored = pick(o, !study_.with_zeros.empty(), false);
            const MatrixView& view = is_stored ? study_.with_zeros : study_.matrices.view[o];
            const bool has_more = view.rows != chain_.known()->rows(o) || !has_all_columns();
            if (!study_.array[o] || study_.array[o]->row_bytes != 0 || !has_more) continue;
            const bool turned = pick(study_.exchanged ? other_operand(o) : o, false, bool{study_.b_is_k_by_n});
            out += say(" The file of ", name_of(study_.exchanged ? other_operand(o) : o), " was read as ",
                       turned ? view.columns : view.rows, " x ", turned ? view.rows : view.columns, ".");
        }
        return out;
    }

    std::string d_verdict(bool compared) const {
        const Chain& c = *chain_.chain;
        if (!c.unread.empty()) return say(". D is not known, because ", c.unread, ".");
        if (!compared) return ". D was not compared.";
        return is_whole(c) ? ", and D is what they give." : ", and what was read of D is what they give.";
    }

    // Why it is not known whether a sparse A has its elements at the right places. Empty: it is, or A is not sparse.
    std::string metadata_doubt() const {
        if (!chain_.known()->shape().sparse) return {};
        const auto why = std::ranges::find_if(chain_.steps, [](const StepReads& s) { return !s.step->why.empty(); });
        if (why != chain_.steps.end())
            return say(why->step->why.substr(0, why->step->why.size() - 1),
                       "; what is stored of A, and B, are read as given");
        const auto metadata = has_right_metadata(chain_, study_, result_);
        if (metadata && !*metadata)
            return "what is stored of A, and B, are read as given, but the metadata put elements of A at other K "
                   "columns";
        if (metadata || (chain_.chain->why.empty() && d_ && d_->different == 0)) return {};
        return "A was given as it is stored, so the metadata were not compared; what is stored of A, and B, are read "
               "as given";
    }

    bool has_one_d() const {
        const MmaShape& first = chain_.known()->shape();
        return std::ranges::all_of(chain_.steps, [&](const StepReads& s) {
            return !s.is_known() ||
                   (s.shape().m == first.m && s.shape().n == first.n && s.shape().d_type == first.d_type);
        });
    }

    bool right() {
        if (!study_.matrices.given.a || !study_.matrices.given.b) return false;
        if (!result_.all_right(Operand::a) || !result_.all_right(Operand::b)) return false;
        if (chain_.chain->different != 0) return false;
        const bool compared = is_compared();
        if (is_doubted("A and B are read as given")) return true;
        out_.verdict = Verdict::right;
        const std::string types = unknown_types();
        out_.line =
            say(place(), ": right",
                types.empty() ? types : say(" if ", types, ", which the arrays do not say (the expected D would)"),
                ". Each step reads the right elements of A and B", d_verdict(compared));
        if (study_.exchanged)
            out_.line += " A of the instruction is what was given as B, and B is what was given as A.";
        if (const MatrixView& b = study_.matrices.view[study_.exchanged ? Operand::a : Operand::b];
            study_.b_is_k_by_n && b.rows == b.columns)
            out_.line += " B was taken as K x N, as which its elements are read rightly; as N x K they are not.";
        if (chain_.known()->ctas > 1) out_.line += " Of the pair, only the half in this block was compared.";
        out_.line += missing_rows() + guessed_shapes();
        if (!d_ && !d_text_.empty()) {
            out_.line += say(" ", d_text_);
            std::erase(out_.sentences, d_text_);
        }
        return true;
    }

    void not_known() {
        const Chain& c = *chain_.chain;
        for (const Operand o : kBothOperands)
            if (!study_.matrices.given[o])
                for (Fault& f : suspicions(chain_, o, maps_)) out_.candidates.push_back(std::move(f));
        if (c.different != 0) {
            if (!c.unread.empty()) return unknown(c.unread);
            out_.candidates.push_back(
                {.part = Part::d,
                 .field = FaultField::result,
                 .k_steps = {},
                 .says = say("D is not what the words and the bytes give: bytes changed while "
                             "the MMA ran, or D was read before ",
                             c.d_in_tmem ? "the MMAs were complete (tcgen05.commit, and a wait)" : "the wait", ".")});
            return unknown(say(c.different, " of ", numbers_read(c),
                               " numbers of D are not what these words and these bytes give"));
        }
        if (!study_.why_not.empty()) return unknown(study_.why_not);
        const bool a = study_.matrices.given.a, b = study_.matrices.given.b;
        if (!a && !b && d_ && d_->different == 0) {
            out_.verdict = Verdict::right;
            out_.candidates.clear();
            out_.line = say(place(), ": right. ", d_->text);
            if (c.d_in_tmem && !is_whole(c))
                out_.line += say(" D of the program is not known, because ",
                                 c.unread.empty() ? "only a part of it was read" : c.unread,
                                 ", so this is about the words and the bytes only.");
            return;
        }
        if (!a || !b) return not_given(a, b);
        if (const std::string why = uncompared(); !why.empty()) {
            const Operand read = result_.any_known(Operand::a) ? Operand::a : Operand::b;
            return unknown(result_.any_known(read) ? say(why, "; ", name_of(read), " is read as given") : why);
        }
        const bool any = result_.any_known(Operand::a) || result_.any_known(Operand::b);
        unknown(any ? "some steps could not be compared with A and B; the others are right"
                    : "the steps are outside of A and B");
    }

    // The first line has what is most probable.
    void not_given(bool a, bool b) {
        const std::string_view missing = !a && !b ? "A and B were" : !a ? "A was" : "B was";
        const std::string_view rest = a || b ? "; what was given is read rightly" : "";
        unknown(say("the expected ", missing, " not given", rest, !a && !b && !d_text_.empty() ? ". " : "",
                    !a && !b ? d_text_ : std::string()));
        if (!out_.candidates.empty())
            out_.line += say(" Possible: ", out_.candidates.front().says);
        else if (d_text_.empty())
            out_.line += " The words and the bytes alone show no fault.";
    }

    // Why an operand is not compared with its matrix. Empty: both are, in some step.
    std::string uncompared() const {
        const StepReads& first = *chain_.known();
        const bool a_is_compared = first.of.a || first.a_in_registers;
        if (a_is_compared && first.of.b && result_.any_known(Operand::a) && result_.any_known(Operand::b)) return {};
        const auto why = std::ranges::find_if(chain_.steps, [](const StepReads& s) { return !s.step->why.empty(); });
        if (why != chain_.steps.end()) return why->step->why.substr(0, why->step->why.size() - 1);
        return first.shape().sparse && !a_is_compared ? "a sparse A in registers is not compared" : std::string();
    }

    // ---- exceptions ----

    const SeenException* stop() const {
        for (const Event& event : reads_.recording().events)
            if (const auto* s = std::get_if<SeenException>(&event)) return s;
        return nullptr;
    }

    // Faults of words that the last step has.
    std::vector<Fault> faults_of_last() const {
        std::vector<Fault> out;
        const auto last = static_cast<unsigned>(chain_.steps.size() - 1);
        for (const Operand o : kBothOperands)
            for (const Fault& f : result_.faults[o])
                if (f.field != FaultField::memory && result_.doubt[o] == Doubt::none &&
                    (f.k_steps.empty() || std::ranges::find(f.k_steps, last) != f.k_steps.end()))
                    out.push_back(f);
        return out;
    }

    void exception() {
        out_.verdict = Verdict::fault;
        const std::string message = stop() ? stop()->message : std::string("an exception");
        out_.sentences.push_back(say("The program stopped here: ", message, "."));
        const std::size_t last = chain_.steps.size() - 1;
        out_.mma = last;
        if (is_illegal_instruction(message)) return illegal_instruction(last, message);
        bool any_outside = false, certain = true;
        std::vector<Fault> possible;
        for (const Operand o : kBothOperands) {
            const Outside outside = outside_of(chain_.steps[last], o);
            if (outside.chunks == 0) continue;
            any_outside = true;
            certain = certain && outside.certain;
            out_.sentences.push_back(say("Element (", outside.first.row, ", ", outside.first.column,
                                         ") of the tile of ", name_of(o), " is read at ", hex(outside.address),
                                         ", but the shared memory of the block ends at ", hex(outside.end), "."));
            possible.insert(possible.end(), outside.fields.begin(), outside.fields.end());
        }
        for (const Fault& f : faults_of_last()) take(f);
        if (!out_.faults.empty()) return;
        if (possible.size() == 1 && certain) return take(possible.front());
        out_.candidates = std::move(possible);
        add_candidates();
        out_.line = say(
            place(last), ": ", message, ". ",
            any_outside ? "The MMA reads outside of the shared memory of the block; which field is wrong is not known."
            : chain_.steps[last].is_known() ? "All that the MMA reads is inside of the shared memory of the block."
                                            : chain_.steps[last].step->why);
    }

    void illegal_instruction(std::size_t step, const std::string& message) {
        const SeenMma* seen = mma_of(reads_.recording(), *chain_.chain, *chain_.steps[step].step);
        const Illegal illegal = seen ? illegal_in(*seen, reads_.recording()) : Illegal{};
        for (Fault fault : illegal.faults) {
            fault.k_steps = {static_cast<unsigned>(step)};
            take(fault);
        }
        if (out_.faults.empty()) out_.line = say(place(step), ": ", message, ". ", illegal.else_what);
    }

    static constexpr std::size_t kMostWords = 1u << 16;

    Reads& reads_;
    const Study& study_;
    const std::vector<SeenMap>& maps_;
    const ChainReads& chain_;
    const ChainStudy& result_;
    bool with_warpgroup_ = false;
    std::optional<DComparison> d_;
    std::string d_text_;  // how D differs from the expected one, or why they were not compared; empty: not given
    Diagnosis out_;
};

}  // namespace

std::vector<Diagnosis> diagnose(const Recording& recording, std::span<const Chain> chains, const Expected& expected,
                                const std::stop_token& stop) {
    std::vector<Diagnosis> out;
    Reads reads(recording, chains);
    const std::vector<SeenMap> maps = maps_in(recording);
    const auto study = study_of(reads, expected, maps, stop);
    for (std::size_t i = 0; i < chains.size(); ++i) {
        if (study && i < study->chains.size()) {
            out.push_back(Judge(reads, *study, maps, expected.d, i).judge());
            continue;
        }
        out.push_back({.chain = i, .line = "Not known, because the search was stopped.", .sentences = {}});
    }
    return out;
}

}  // namespace tilescope::autopsy
