// core/src/layout/wgmma_fragment.cpp -- the registers of the 128 threads that hold D, A and the metadata.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/layout/banks.h>
#include <tilescope/layout/wgmma_fragment.h>

#include <cassert>

namespace tilescope {
namespace {

constexpr unsigned kGroupThreads = 4;  // threads that have the same two rows
constexpr unsigned kRowsOfWarp = 16, kRowStep = 8, kMostD = 256, kNStep = 8;

const FragmentRow* fragment_row(FragmentPart part, unsigned bits) {
    for (const FragmentRow& row : kFragmentRows)
        if (row.part == part && row.bits == bits) return &row;
    return nullptr;
}

// The place of an element inside its group of four threads: a thread of the group, and a bit of all its registers.
struct InGroup {
    unsigned q, bit;
};

InGroup in_group(const WgmmaFragment& f, unsigned second_row, unsigned column) {
    const FragmentRow& row = *f.row;
    const unsigned in_run = column % row.run, turn = column / row.run % row.threads;
    const unsigned round = column / (row.run * row.threads);
    if (row.rows_by_thread) return {turn * 2 + second_row, (round * row.run + in_run) * row.bits};
    return {f.selector * row.threads + turn, ((round * 2 + second_row) * row.run + in_run) * row.bits};
}

}  // namespace

Answer<WgmmaFragment> d_fragment(unsigned n, unsigned bits) {
    const FragmentRow* row = fragment_row(FragmentPart::d, bits);
    if (!row) return Refusal("wgmma has no D with elements of ", bits, " bits.");
    if (n == 0 || n > kMostD || n % kNStep != 0)
        return Refusal("N of wgmma is a multiple of ", kNStep, " from ", kNStep, " to ", kMostD, ", not ", n, ".");
    return WgmmaFragment{.row = row, .columns = n};
}

Answer<WgmmaFragment> a_fragment(const ElementType& type) {
    const FragmentRow* row = type.wgmma ? fragment_row(FragmentPart::a, type.container_bits) : nullptr;
    if (!row) return Refusal("wgmma has no A of type ", type.id, ".");
    return WgmmaFragment{.row = row, .columns = row->columns};
}

Answer<WgmmaFragment> meta_fragment(std::string_view metadata, unsigned selector) {
    for (const FragmentRow& row : kFragmentRows) {
        if (row.part != FragmentPart::meta || row.name != metadata) continue;
        if (selector < row.selectors) return WgmmaFragment{.row = &row, .columns = row.columns, .selector = selector};
        return Refusal("The sparsity selector of wgmma is ", selector, "; for these types it must be ",
                       row.selectors == 1 ? "0." : say("0 to ", row.selectors - 1, "."));
    }
    return Refusal("It is not known where wgmma has the metadata of this kind.");
}

unsigned registers_of(const WgmmaFragment& f) {
    const unsigned threads = f.row->threads * (f.row->rows_by_thread ? 2 : 1) * (kWgmmaRows / kRowsOfWarp) * kRowStep;
    return (kWgmmaRows * f.columns * f.row->bits / threads + kRegisterBits - 1) / kRegisterBits;
}

RegisterPlace place_of(const WgmmaFragment& f, Element e) {
    const auto row = static_cast<unsigned>(e.row), column = static_cast<unsigned>(e.column);
    assert(row < kWgmmaRows && column < f.columns && "the element is in the operand");
    const InGroup place = in_group(f, row / kRowStep % 2, column);
    return {.thread = row / kRowsOfWarp * kWarpThreads + row % kRowStep * kGroupThreads + place.q,
            .reg = place.bit / kRegisterBits,
            .bit = place.bit % kRegisterBits};
}

std::optional<Element> element_at(const WgmmaFragment& f, const RegisterPlace& p) {
    const FragmentRow& facts = *f.row;
    if (p.thread >= kWarpgroupThreads || p.reg >= registers_of(f) || p.bit >= kRegisterBits) return {};
    const unsigned q = p.thread % kGroupThreads, element = (p.reg * kRegisterBits + p.bit) / facts.bits;
    const unsigned in_run = element % facts.run, after_run = element / facts.run;
    unsigned second_row = after_run % 2, turn = q - f.selector * facts.threads, round = after_run / 2;
    if (facts.rows_by_thread) second_row = q % 2, turn = q / 2, round = after_run;
    if (turn >= facts.threads) return {};  // even if q is below the threads of the selector: turn is then huge
    const unsigned row =
        p.thread / kWarpThreads * kRowsOfWarp + p.thread % kWarpThreads / kGroupThreads + second_row * kRowStep;
    const unsigned column = (round * facts.threads + turn) * facts.run + in_run;
    if (column >= f.columns) return {};
    return Element{static_cast<int>(row), static_cast<int>(column)};
}

}  // namespace tilescope
