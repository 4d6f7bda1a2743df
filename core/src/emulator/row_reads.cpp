// core/src/emulator/row_reads.cpp -- what one row of A or B was read from, where that is not what it should be.
// SPDX-License-Identifier: MIT
#include "row_reads.h"
#include "mma_words.h"

#include <optional>

namespace tilescope {
namespace {

using Found = FoundThere;
using Run = ReadRun;

class RowReader {
public:
    RowReader(const EmulatorJob& job, const Emulation& e, Operand operand)
        : job_(job),
          e_(e),
          operand_(operand),
          bits_(types_of(job, operand).read->bits),
          zeros_below_(zeros_below(job.steps.front())) {}

    // Returns the runs of wrong reads of one row of A or B.
    std::vector<Run> runs(int row) const {
        std::vector<Run> out;
        for (std::size_t step = 0; step < e_.reads.size(); ++step) {
            const ReadOperand& read = pick(operand_, e_.reads[step].a, e_.reads[step].b);
            if (read.first_bit.empty() || job_.places[operand_].first_bit.empty()) continue;
            const int columns = static_cast<int>(read.columns);
            for (int c = 0; c < columns; ++c) {
                const int k = static_cast<int>(job_.first_step + step) * columns + c;
                add(out, k, found(read, row, c, k));
            }
        }
        // Elements that share their bytes on purpose, as in A x A^T, have the same values everywhere.
        std::erase_if(out, [](const Run& run) { return run.found.what == Found::What::over && run.found.same_value; });
        return out;
    }

private:
    Found found(const ReadOperand& read, int row, int column, int k) const {
        const WrittenPlaces& places = job_.places[operand_];
        const std::size_t at = static_cast<std::size_t>(row) * read.columns + static_cast<std::size_t>(column);
        const std::uint64_t bit = read.first_bit[at];
        const int cta = row / places.rows;
        const Element reference{row % places.rows, k};
        const bool correct_place = k < places.columns && places.at(reference) == bit;
        const BitsRead there = e_.machine.smem[static_cast<std::size_t>(cta)].read(bit, bits_);
        const auto held = holder(bit);
        Found out{.byte = bit / 8};
        if (!there.inside) {
            out.what = Found::What::outside;
        } else if (out.byte < zeros_below_) {
            out.what = correct_place && reference_word(row, k) == 0 ? Found::What::right : Found::What::below;
        } else if (!held) {
            out.what = there.written                                               ? Found::What::factors
                       : k < places.columns && places.at(reference) == kNotWritten ? Found::What::skipped
                                                                                   : Found::What::unwritten;
        } else if (correct_place && held->owner == operand_ && held->element == reference) {
            const bool kept = !job_.scales_by_copy || read.words[at] == reference_word(row, k);
            out.what = kept ? Found::What::right : Found::What::factors;
        } else {
            out.what = correct_place ? Found::What::over : Found::What::element;
            out.same_value = correct_place && read.words[at] == reference_word(row, k);
            out.owner = held->owner;
            out.element = {held->element.row + cta * job_.places[out.owner].rows, held->element.column};
        }
        return out;
    }

    struct Holder {
        Operand owner;
        Element element;
    };
    // Returns the element that begins at the address. If there is none, returns an element that shares a bit with the
    // read. The operand that was written last comes first.
    std::optional<Holder> holder(std::uint64_t bit) const {
        const Operand last = job_.a_is_last ? Operand::a : Operand::b;
        for (const Operand owner : {last, other_operand(last)}) {
            const PlaceIndex& index = e_.index[owner];
            auto at = index.element_at(bit);
            for (std::uint64_t b = bit; !at && b < bit + bits_; ++b) at = index.element_around(b);
            if (at) return Holder{owner, *at};
        }
        return {};
    }
    std::uint32_t reference_word(int row, int k) const {
        const std::vector<std::uint32_t>& words = pick(operand_, job_.expected.a, job_.expected.b);
        const auto columns = static_cast<std::size_t>(job_.places[operand_].columns);
        return words[static_cast<std::size_t>(row) * columns + static_cast<std::size_t>(k)];
    }

    static bool continues(const Run& run, int k, const Found& f) {
        if (run.last + 1 != k || run.found.what != f.what || run.found.owner != f.owner) return false;
        if (f.what != Found::What::element && f.what != Found::What::over) return true;
        return f.element.row == run.found.element.row && f.element.column - run.found.element.column == k - run.first;
    }
    static void add(std::vector<Run>& out, int k, const Found& f) {
        if (f.what == Found::What::right) return;
        if (!out.empty() && continues(out.back(), k, f))
            out.back().last = k, out.back().found.same_value &= f.same_value;
        else
            out.push_back({k, k, f});
    }

    const EmulatorJob& job_;
    const Emulation& e_;
    Operand operand_;
    unsigned bits_;  // bits of one element as the instruction reads it
    std::uint64_t zeros_below_;
};

}  // namespace

WrittenAndRead types_of(const EmulatorJob& job, Operand o) {
    const auto shape = shape_of(job.steps.front());
    return {job.written_type[o], shape ? pick(o, shape->a, shape->b) : nullptr};
}

std::vector<ReadRun> wrong_runs(const EmulatorJob& job, const Emulation& e, Operand operand, int row) {
    return RowReader(job, e, operand).runs(row);
}

}  // namespace tilescope
