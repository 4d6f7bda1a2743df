// core/src/notation/finder.h -- reads the observations of one program and adds its words.
// SPDX-License-Identifier: MIT
#pragma once

#include "struct_fields.h"
#include "work.h"

#include <tilescope/notation/machine_form.h>
#include <tilescope/notation/mma_line.h>
#include <tilescope/program/evaluate.h>
#include <tilescope/program/placed.h>

#include <string_view>

namespace tilescope::notation {

using program::Observation;
using program::Program;

inline Bits bits_in(const program::KnownBits& x, unsigned width) {
    const std::uint64_t mask = bit_mask(width);
    return {x.value & mask, ~x.known & mask, width};
}

// What the name of a variable, its function and its comment say.
struct Meaning {
    PasteRole role = PasteRole::unknown;
    char half = 0;
    unsigned width = 0;
};
Meaning meaning_of(std::string_view name, unsigned declared);

// Returns 64 if a bit above bit 31 can be 1, else 32.
unsigned width_of_value(const program::KnownBits& x);

class Finder {
public:
    // `exact`: the operands before join_added_fields(), or nothing.
    Finder(Work& work, ReadBy reader, const Program& program, const std::vector<program::KnownBits>& exact)
        : work_(work),
          reader_(reader),
          program_(program),
          placed_(reader == ReadBy::expression ? every_placed_value(program) : EveryPlaced()),
          values_(evaluate(program, program::OrRule::exact, watched())),
          disjoint_(evaluate(program, program::OrRule::disjoint)),
          separate_(evaluate(program, program::OrRule::separate)),
          exact_(exact),
          parts_(program),
          first_find_(work.finds.size()) {}

    void run();

private:
    const program::KnownBits& operand(const Observation& seen, unsigned i) const {
        return values_.operands[seen.first + i];
    }
    Likely likely(const Observation& seen, unsigned i) {
        const program::KnownBits &sure = operand(seen, i), &disjoint = disjoint_.operands[seen.first + i],
                                 &separate = separate_.operands[seen.first + i];
        return {disjoint.known & ~sure.known & ~disjoint.value, separate.known & ~sure.known & ~separate.value,
                sure.is_known() ? program::OrParts{} : parts_.of(program_.operands[seen.first + i].value)};
    }
    const program::Operand& written(const Observation& seen, unsigned i) const {
        return program_.operands[seen.first + i];
    }

    void instruction(const Observation& seen);
    void ptx_instruction(const Observation& seen, const MmaLine& line);
    void machine_instruction(const Observation& seen, const MachineForm& form);
    void tmem_address(const Observation& seen, unsigned i, std::string_view text);
    void call(const Observation& seen);
    void struct_fields(const Observation& seen, std::string_view object);
    void smem_desc(const Observation& seen);
    bool make_call(const Observation& seen);
    bool known_call(const Observation& seen);
    bool halves(const Observation& seen, unsigned i);
    void value(const Observation& seen);
    bool is_repeated(const Observation& seen) const;
    void register_pair(const Observation& seen);
    void name_built_word(Find& f) const;
    void name_limits();
    std::vector<Trace> traces_of(const Observation& seen, const std::vector<FieldBits>& places) const;
    // All bits of an operand, or those in `mask`; bit i of the operand is bit i + shift of the word.
    Trace trace(const Observation& seen, unsigned i, std::uint64_t mask = ~std::uint64_t{0}, int shift = 0) const {
        return {{static_cast<std::uint32_t>(&seen - program_.observations.data()), i, mask}, shift};
    }
    void add(Find f);

    // By operand: the values that the program puts into the fields of the word.
    using EveryPlaced = std::vector<std::vector<program::PlacedValue>>;
    static EveryPlaced every_placed_value(const Program& program);
    std::vector<program::ExprId> watched() const;
    std::vector<Placed> placed(const Observation& seen, unsigned i) const;

    Work& work_;
    ReadBy reader_;
    const Program& program_;
    const EveryPlaced placed_;
    const program::Evaluation values_, disjoint_, separate_;
    const std::vector<program::KnownBits>& exact_;
    program::OrPartsOf parts_;
    const std::size_t first_find_;
};

}  // namespace tilescope::notation
