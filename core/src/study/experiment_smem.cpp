// core/src/study/experiment_smem.cpp -- experiments about the shared-memory descriptor.
// SPDX-License-Identifier: MIT
#include "experiment_parts.h"
#include "experiment_presets.h"

#include <tilescope/base/say.h>
#include <tilescope/document/derive.h>

namespace tilescope::experiment {
namespace {

constexpr WordId kA = WordId::a_desc;

std::uint64_t raw_of(const Session& s, WordId word, std::string_view field) {
    return raw_or_0(format_of(s, word), s.word(word), field);
}

// The field shifts the phase of the pattern: 7 is -1 modulo 8 lines.
Answer<ExperimentJob> with_base_offset(const Session& memory, unsigned offset) {
    constexpr std::uint64_t kLines = 8, kChunksOfLine = 8;
    const Session launched = with(memory, {{kA, "base_offset", offset}});
    const std::uint64_t start = raw_of(memory, kA, "start");
    return Trial(say("base_offset ", offset), memory)
        .launch(launched)
        .model("ignored", memory)
        .model("subtracted", launched)
        .model("added", with(memory, {{kA, "base_offset", kLines - offset}}))
        .model("moves", with(memory, {{kA, "start", start + offset * kChunksOfLine}}))
        .stops()
        .take();
}

// If lbo is the distance from the first 16-byte column of A to the second, the second one is column `chunks` of the
// tile. The model cannot read K-major 128B so, but the D is that of a tile with these columns.
Answer<ExperimentJob> with_lbo(const Session& memory, unsigned chunks) {
    constexpr unsigned kColumns = 8;  // f16 elements of a chunk
    const Fill moved = [chunks](ReferenceOperands& all) {
        for (unsigned row = 0; row < all.m; ++row)
            for (unsigned c = 0; c < kColumns; ++c) {
                std::uint32_t* const line = all.a.data() + std::size_t{row} * all.k;
                line[kColumns + c] = line[chunks * kColumns + c];
            }
    };
    return Trial(say("lbo ", 16 * chunks, " bytes"), memory)
        .launch(with(memory, {{kA, "lbo", chunks}}))
        .model("ignored", memory)
        .model_with("walked", memory, moved)
        .stops()
        .take();
}

}  // namespace

Jobs base_offset(const ArchRow& arch, unsigned) {
    const Session memory = plain_f16(arch);
    return all_of({with_base_offset(memory, 1), with_base_offset(memory, 2)});
}

Jobs lbo_ignored(const ArchRow& arch, unsigned) {
    const Session memory = plain_f16(arch);
    return all_of({with_lbo(memory, 0), with_lbo(memory, 2)});
}

// B of one instruction has 64 bytes of K, two atoms of 32 bytes. The word says that the second one is that of the next
// K step; the other answers are the distances that it can have without lbo.
Jobs lbo_along_k(const ArchRow& arch, unsigned) {
    const bool idesc = family_of(arch).idesc;
    const Session memory = started(arch, idesc ? kWideB : kWideBHopper);
    constexpr std::uint64_t kRow = 2, kAtom = 16, kColumn = 128;  // of 16 bytes
    const auto at = [&](std::uint64_t chunks) { return with(memory, {{WordId::b_desc, "lbo", chunks}}); };
    return all_of({Trial("lbo of two columns of atoms", memory)
                       .control(started(arch, idesc ? kSparseF16 : kSparseF16Hopper))
                       .launch(at(2 * kColumn))
                       .model("lbo", at(2 * kColumn))
                       .model("after_rows", at(kColumn))
                       .model("next_atom", at(kAtom))
                       .model("next_row", at(kRow))
                       .model("assumed_one", at(1))
                       .stops()
                       .take()});
}

// Bit 61 alone is the 32-byte atom, and bits 62 and 63 alone are the codes of Hopper.
Jobs swizzle_code(const ArchRow& arch, unsigned code) {
    constexpr unsigned kAtomBit = 1;
    const Session memory = plain_f16(arch);
    return all_of({Trial(say("swizzle ", code), memory)
                       .launch(with(memory, {{kA, "swizzle", code}}))
                       .model("lowest_bit_ignored", with(memory, {{kA, "swizzle", code & ~kAtomBit}}))
                       .model("pairs", with(memory, {{kA, "swizzle", kAtomBit}}))
                       .model("none", with(memory, {{kA, "swizzle", 0}}))
                       .stops()
                       .take()});
}

Jobs k_major_pairs(const ArchRow& arch, unsigned) {
    const Session memory = plain_f16(arch);
    const Session launched = with(memory, {{kA, "swizzle", 1}});
    return all_of({Trial("swizzle 1", memory)
                       .launch(launched)
                       .model("pairs", launched)
                       .model("as_128b", memory)
                       .model("none", with(memory, {{kA, "swizzle", 0}}))
                       .stops()
                       .take()});
}

Jobs no_swizzle(const ArchRow& arch, unsigned) {
    const Session memory = started(arch, *find_preset("k_major_none_f16"));
    const std::uint64_t lbo = raw_of(memory, kA, "lbo"), sbo = raw_of(memory, kA, "sbo");
    return all_of({Trial("K-major", memory)
                       .control(plain_f16(arch))
                       .model("canonical", memory)
                       .model("swapped", with(memory, {{kA, "lbo", sbo}, {kA, "sbo", lbo}}))
                       .stops()
                       .take()});
}

// A is in registers and B in shared memory, because two operands with the same order of bits give the same sums.
Jobs b1_order(const ArchRow& arch, unsigned) {
    Preset preset = *find_preset("wgmma_128b_b1");
    preset.a_in_tmem = true;
    const Session memory = started(arch, preset);
    const auto moved = [](unsigned mask) {
        return [mask](ReferenceOperands& all) {
            const std::vector<std::uint32_t> before = all.a;
            for (std::size_t e = 0; e < before.size(); ++e) all.a[e] = before[e ^ mask];
        };
    };
    return all_of({Trial("A in registers", memory)
                       .model("same", memory)
                       .model_with("in_bytes", memory, moved(7))
                       .model_with("in_words", memory, moved(31))
                       .model_with("byte_order", memory, moved(24))
                       .take()});
}

}  // namespace tilescope::experiment
