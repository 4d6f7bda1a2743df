// core/src/ptx/tables.h -- what the assembler accepts: qualifiers, operands, forms of each target, versions.
// SPDX-License-Identifier: MIT
//
// Source of every row: measured with ptxas 13.0.88 on every target, and with ptxas 13.5.37 for the additions of
// PTX 9.4. Each table names its section of the manual.
#pragma once

#include <tilescope/base/enum_set.h>
#include <tilescope/hw/features.h>
#include <tilescope/notation/mma_line.h>
#include <tilescope/word/field.h>

#include <array>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <string_view>

namespace tilescope::ptx {

// A line can have one qualifier of a family. The exceptions are in kRepeats.
// clang-format off
enum class Family : std::uint8_t {
    // tcgen05.mma, tcgen05.cp, wgmma and tcgen05.shift
    ws, sparse, cta_group, kind, block_scale, scale_size, ashift, collector, collector_b, decompress,
    shape, multicast, container, packing, sync, aligned, type, saturate, bit_op, popc, down,
    // tcgen05.ld and tcgen05.st, then tcgen05.alloc, tcgen05.commit and mbarrier
    repeats, reduction, absolute, nan, value_type, meta_type, sparsity, packing_16,
    space, exclusive, completion, restriction, no_complete, semantics, scope,
    // families that the assembler reads and ignores
    conversion, layout, predicate, vector, two_bits
};
// clang-format on

// Matches .kind:: with any id of kKinds.
inline constexpr std::string_view kAnyKind = "kind::";

using Opcodes = EnumSet<Opcode>;
static_assert(std::size(kOpcodeNames) <= 32);

inline constexpr Opcodes kPlainLoads = {Opcode::ld, Opcode::ld_red};
inline constexpr Opcodes kCompressing = {Opcode::ld_compress, Opcode::ld_red_compress};
inline constexpr Opcodes kReducing = {Opcode::ld_red, Opcode::ld_red_compress};
inline constexpr Opcodes kAccesses = kPlainLoads | kCompressing | Opcode::st;
inline constexpr Opcodes kWaits = {Opcode::wait_ld, Opcode::wait_st};
inline constexpr Opcodes kFences = {Opcode::fence_before, Opcode::fence_after};
inline constexpr Opcodes kAllocations = {Opcode::alloc, Opcode::dealloc};
inline constexpr Opcodes kAligned = kAllocations | Opcode::relinquish | kWaits;  // .sync.aligned
inline constexpr Opcodes kArrivals = {Opcode::bar_arrive, Opcode::bar_arrive_tx, Opcode::bar_drop, Opcode::bar_drop_tx};
inline constexpr Opcodes kTransactions = {Opcode::bar_expect_tx, Opcode::bar_complete_tx};
inline constexpr Opcodes kBarrierWaits = {Opcode::bar_test, Opcode::bar_test_parity, Opcode::bar_try,
                                          Opcode::bar_try_parity};
inline constexpr Opcodes kOnBarriers = kArrivals | kTransactions | kBarrierWaits | Opcode::bar_init | Opcode::bar_inval;
inline constexpr Opcodes kBarriers = kOnBarriers | Opcode::bar_pending;
inline constexpr Opcodes kAround = kAccesses | kAligned | kFences | Opcode::commit | kBarriers;
inline constexpr Opcodes kGrouped = {Opcode::mma,   Opcode::cp,      Opcode::shift,     Opcode::commit,
                                     Opcode::alloc, Opcode::dealloc, Opcode::relinquish};

struct QualifierRow {
    Opcodes opcodes;
    Family family;
    std::string_view texts;  // the qualifiers, with blanks between
};

// clang-format off
// PTX ISA 9.1, 9.7.16.10.9 (mma), 9.7.16.9.3 (cp), 9.7.15.5.2 (wgmma; its shapes are in kWgmma),
// tcgen05.shift, tcgen05.ld (ld.red); ti16, collector::b, decompress::lut::b: PTX ISA 9.4.
inline constexpr QualifierRow kQualifiers[] = {
    {kGrouped, Family::cta_group, "cta_group::1 cta_group::2"},

    {Opcode::mma, Family::ws, "ws"},
    {Opcode::mma, Family::sparse, "sp"},
    {Opcode::mma, Family::kind, kAnyKind},
    {Opcode::mma, Family::block_scale, "block_scale"},
    {Opcode::mma, Family::scale_size, "scale_vec::1X scale_vec::2X scale_vec::4X block16 block32"},
    {Opcode::mma, Family::ashift, "ashift"},
    {Opcode::mma, Family::collector,
     "collector::a::fill collector::a::use collector::a::lastuse collector::a::discard "
     "collector::b0::fill collector::b0::use collector::b0::lastuse collector::b0::discard "
     "collector::b1::fill collector::b1::use collector::b1::lastuse collector::b1::discard "
     "collector::b2::fill collector::b2::use collector::b2::lastuse collector::b2::discard "
     "collector::b3::fill collector::b3::use collector::b3::lastuse collector::b3::discard"},
    {Opcode::mma, Family::collector_b, "collector::b::fill collector::b::use collector::b::lastuse collector::b::discard"},
    {Opcode::mma, Family::decompress, "decompress::lut::b"},

    {Opcode::cp, Family::shape, "128x256b 4x256b 128x128b 64x128b 32x128b"},
    {Opcode::cp, Family::multicast, "warpx2::02_13 warpx2::01_23 warpx4"},
    {Opcode::cp, Family::container, "b8x16"},
    {Opcode::cp, Family::packing, "b6x16_p32 b4x16_p64"},

    {Opcode::wgmma, Family::sparse, "sp"},
    {Opcode::wgmma | kAccesses | kAligned, Family::sync, "sync"},
    {Opcode::wgmma | kAccesses | kAligned, Family::aligned, "aligned"},
    {Opcode::wgmma, Family::type, "f16 bf16 tf32 f32 e4m3 e5m2 s8 u8 s32 b1"},
    {Opcode::wgmma, Family::saturate, "satfinite"},
    {Opcode::wgmma, Family::bit_op, "and"},
    {Opcode::wgmma, Family::popc, "popc"},

    {Opcode::shift, Family::down, "down"},

    {kAccesses, Family::shape, "32x32b"},
    {kPlainLoads | Opcode::st, Family::shape, "16x32bx2"},
    {{Opcode::ld, Opcode::st}, Family::shape, "16x64b 16x128b 16x256b"},
    {{Opcode::ld, Opcode::st}, Family::repeats, "x1"},
    {kPlainLoads | Opcode::st, Family::repeats, "x2"},
    {kAccesses, Family::repeats, "x4 x8 x16 x32 x64 x128"},
    {Opcode::ld, Family::packing_16, "pack::16b"},
    {Opcode::st, Family::packing_16, "unpack::16b"},
    {kReducing | kCompressing, Family::reduction, "min max"},
    {kReducing | kCompressing, Family::absolute, "abs"},
    {kReducing, Family::nan, "NaN"},
    {kReducing | kCompressing, Family::value_type, "f32"},
    {Opcode::ld_red, Family::value_type, "u32 s32"},
    {{Opcode::ld, Opcode::st, Opcode::alloc, Opcode::dealloc}, Family::value_type, "b32"},
    {kCompressing, Family::sparsity, "sp::2:4"},
    {kCompressing, Family::meta_type, "b2"},

    {kAllocations, Family::exclusive, "exclusive"},
    {Opcode::commit, Family::completion, "mbarrier::arrive::one"},
    {Opcode::commit, Family::multicast, "multicast::cluster multicast::cluster::16b"},
    {kArrivals | kTransactions | Opcode::commit, Family::multicast, "multicast::cluster::32b"},
    {Opcode::commit, Family::restriction, "sync_restrict::shared::read::mma::a"},
    {Opcode::commit | kBarriers, Family::value_type, "b64"},

    {Opcode::alloc | kOnBarriers, Family::space, "shared::cta"},
    {Opcode::commit | kArrivals | kTransactions, Family::space, "shared::cluster"},
    {kOnBarriers, Family::space, "shared"},
    {{Opcode::bar_arrive, Opcode::bar_drop}, Family::no_complete, "noComplete"},
    {kArrivals, Family::semantics, "release"},
    {kBarrierWaits, Family::semantics, "acquire"},
    {kArrivals | kTransactions | kBarrierWaits, Family::semantics, "relaxed"},
    {kArrivals | kTransactions | kBarrierWaits, Family::scope, "cta cluster"},

    // Qualifiers of other instructions. The assembler also accepts and ignores them here. No manual has them.
    {Opcodes{Opcode::mma, Opcode::wgmma, Opcode::shift} | kAround, Family::conversion, "b8x16 b6x16_p32 b4x16_p64"},
    {Opcodes{Opcode::mma, Opcode::cp, Opcode::shift, Opcode::st, Opcode::commit} | kPlainLoads | kAligned | kFences | kBarriers, Family::two_bits, "b2"},
    {Opcode::commit, Family::restriction, "sync_restrict::shared::cta sync_restrict::shared::cluster"},
    {kAccesses, Family::layout, "row col"},
    {Opcode::cp, Family::layout, "row col"},
    {Opcode::wgmma, Family::layout, "row col"},
    {Opcode::wgmma | kCompressing, Family::predicate, "pred"},
    {Opcode::wgmma, Family::vector, "v2 v4 v8"},
};

// Families of which a line can have more than one qualifier.
struct RepeatRow {
    Family family;
    long most;
};
inline constexpr RepeatRow kRepeats[] = {
    {Family::type, 3},       {Family::sync, 1'000'000},      {Family::saturate, 1'000'000},
    {Family::conversion, 2}, {Family::predicate, 1'000'000}, {Family::layout, 2},
    {Family::nan, 1'000'000}, {Family::two_bits, 1'000'000},
};

struct RequiredRow {
    Opcodes opcodes;
    Family family;
    std::string_view what;  // the missing qualifier, for the message
};
// The manual also requires .aligned for wgmma, tcgen05.ld and tcgen05.st. The assembler does not require it for wgmma.
// Up to 13.0.88 it does not require it for the others (Feature::loose).
inline constexpr RequiredRow kRequired[] = {
    {kGrouped, Family::cta_group, ".cta_group::1 or .cta_group::2"},
    {Opcode::mma,   Family::kind,      "a .kind::, for example .kind::f16"},
    {Opcode::cp,    Family::shape,     "a shape, for example .128x256b"},
    {Opcode::shift, Family::down,      ".down"},
    {Opcode::wgmma | kAccesses | kAligned, Family::sync, ".sync"},
    {Opcode::wgmma, Family::shape,     "a shape, for example .m64n64k16"},
    {kAligned | kCompressing, Family::aligned, ".aligned"},
    {kReducing | kCompressing, Family::shape, "a shape, .32x32b or .16x32bx2"},
    {kAccesses, Family::shape, "a shape, for example .32x32b"},
    {kReducing | kCompressing, Family::repeats, "a number of repeats, .x2 to .x128"},
    {kAccesses, Family::repeats, "a number of repeats, .x1 to .x128"},
    {kReducing | kCompressing, Family::reduction, ".min or .max"},
    {kReducing, Family::value_type, "a type, .f32, .u32 or .s32"},
    {Opcode::ld_compress, Family::value_type, "a type, .f32"},
    {kCompressing, Family::sparsity, ".sp::2:4"},
    {kCompressing, Family::meta_type, "the type of the metadata, .b2"},
    {{Opcode::ld, Opcode::st, Opcode::alloc, Opcode::dealloc}, Family::value_type, ".b32"},
    {Opcode::commit, Family::completion, ".mbarrier::arrive::one"},
    {Opcode::commit | kBarriers, Family::value_type, ".b64"},
};

// PTX ISA 9.1, 9.7.16.9.3: shapes of tcgen05.cp with their required multicast. The other shapes have no multicast.
struct CopyRow {
    std::string_view shape;
    std::array<std::string_view, 2> multicast;
};
inline constexpr CopyRow kCopies[] = {
    {"128x256b", {}},
    {"4x256b",   {}},
    {"128x128b", {}},
    {"64x128b",  {"warpx2::02_13", "warpx2::01_23"}},
    {"32x128b",  {"warpx4"}},
};

// PTX ISA 9.1, tcgen05.ld and tcgen05.st: registers of one repeat of a shape. An access has at most 128.
struct AccessRow {
    std::string_view shape;
    unsigned registers;
};
inline constexpr AccessRow kAccessShapes[] = {
    {"32x32b", 1}, {"16x32bx2", 1}, {"16x64b", 1}, {"16x128b", 2}, {"16x256b", 4},
};
inline constexpr unsigned kMostRegisters = 128;

// PTX ISA 9.1, 9.7.15.2 and 9.7.15.5.2. N is 8 to 256 in steps of 8. For integers see `stepped`.
struct WgmmaRow {
    std::string_view d, a, b;
    unsigned k;           // of the dense form; the .sp form has twice this K
    unsigned d_bits;      // bits of one value of D; determines the number of registers
    bool stepped;         // above 32, N has steps of 16 instead of 8
    bool negates;         // has imm-scale-a, imm-scale-b
    bool transposes;      // has imm-trans-a, imm-trans-b
    bool saturates;       // accepts .satfinite
    int selector;         // highest sparsity selector
    bool bits;            // requires .and.popc
};
inline constexpr WgmmaRow kWgmma[] = {
    //d      a       b       k    d bits step   neg    trans  sat    sel bits
    {"f32", "f16",  "f16",  16,  32, false, true,  true,  false, 1, false},
    {"f16", "f16",  "f16",  16,  16, false, true,  true,  false, 1, false},
    {"f32", "bf16", "bf16", 16,  32, false, true,  true,  false, 1, false},
    {"f32", "tf32", "tf32", 8,   32, false, true,  false, false, 1, false},
    {"f32", "e4m3", "e4m3", 32,  32, false, true,  false, false, 0, false},
    {"f32", "e4m3", "e5m2", 32,  32, false, true,  false, false, 0, false},
    {"f32", "e5m2", "e4m3", 32,  32, false, true,  false, false, 0, false},
    {"f32", "e5m2", "e5m2", 32,  32, false, true,  false, false, 0, false},
    {"f16", "e4m3", "e4m3", 32,  16, false, true,  false, false, 0, false},
    {"f16", "e4m3", "e5m2", 32,  16, false, true,  false, false, 0, false},
    {"f16", "e5m2", "e4m3", 32,  16, false, true,  false, false, 0, false},
    {"f16", "e5m2", "e5m2", 32,  16, false, true,  false, false, 0, false},
    {"s32", "s8",   "s8",   32,  32, true,  false, false, true,  0, false},
    {"s32", "s8",   "u8",   32,  32, true,  false, false, true,  0, false},
    {"s32", "u8",   "s8",   32,  32, true,  false, false, true,  0, false},
    {"s32", "u8",   "u8",   32,  32, true,  false, false, true,  0, false},
    {"s32", "b1",   "b1",   256, 32, true,  false, false, false, 0, true},
};

// The operands of each form. The pattern has one letter for each operand:
//   a  [address]                        v  {list} with at least one register;  l  only registers
//   r  register or {register}           x  {list} to store: with at least one register, or only float words; no doubles
//   g  register                         o  register or _
//   c  {list} instead of a count (in no manual): 1, 2 or 4 elements, with a register or only integers
//   s  A: descriptor or [address]       d  A of wgmma: descriptor or {list}
//   w  name or number                   p  predicate, !predicate or number
//   n  predicate or !predicate          i  number
//   q  !predicate                       e  [metadata], m  name, k  number: only with .sp
//   D  no operand; the row is only for lines without .sp
struct OperandRow {
    std::string_view form;     // see form_of()
    std::string_view pattern;
    std::string_view text;     // the operands as in the manual; empty: not in the manual
};
inline constexpr OperandRow kOperands[] = {
    {"mma",    "aswewp",     "[d], a, b, idesc, p"},
    {"mma",    "aswewvp",    "[d], a, b, idesc, {lane mask}, p"},
    {"floats", "aswewp",     "[d], a, b, idesc, p"},
    {"floats", "aswewvp",    "[d], a, b, idesc, {lane mask}, p"},
    {"floats", "aswewpi",    "[d], a, b, idesc, p, scale-d"},
    {"floats", "aswewvpi",   "[d], a, b, idesc, {lane mask}, p, scale-d"},
    {"floats", "aswewnpi",   ""},  // a predicate instead of the lane mask: not in the manual, but accepted
    {"i8",     "aswewp",     "[d], a, b, idesc, p"},
    {"i8",     "aswewvp",    "[d], a, b, idesc, {lane mask}, p"},
    {"i8",     "aswewpi",    ""},  // the assembler ignores the numbers
    {"i8",     "aswewnq",    ""},
    {"i8",     "aswDwvpi",   ""},
    {"i8",     "aswDwnpi",   ""},
    {"scaled", "aswewaap",   "[d], a, b, idesc, [scale-a], [scale-b], p"},
    {"lut",    "aswawp",     "[d], a, b, [lut], idesc, p"},
    {"lut",    "aswawvp",    "[d], a, b, [lut], idesc, {lane mask}, p"},
    {"lut_scaled", "aswawaap", "[d], a, b, [lut], idesc, [scale-a], [scale-b], p"},
    {"ws",     "aswewp",     "[d], a, b, idesc, p"},
    {"ws",     "aswewpw",    "[d], a, b, idesc, p, zero-column mask"},
    {"cp",     "aw",         "[t], s-desc"},
    {"shift",  "a",          "[t]"},
    {"none",   "",           "no operand"},
    {"loads",  "la",         "{registers}, [t]"},
    {"loads_halves", "lai",  "{registers}, [t], columns between the halves"},
    {"reds",   "lra",        "{registers}, result, [t]"},
    {"reds_halves", "lrai",  "{registers}, result, [t], columns between the halves"},
    {"compressed", "lla",    "{metadata}, {registers}, [t]"},
    {"compressed_reds", "llra", "{metadata}, {registers}, result, [t]"},
    {"stores", "ax",         "[t], {registers}"},
    {"stores_halves", "aix", "[t], columns between the halves, {registers}"},
    {"alloc",  "aw",         "[destination of the address], columns"},
    {"dealloc", "ww",        "address, columns"},
    {"commit", "a",          "[mbarrier]"},
    {"commit_all", "aw",     "[mbarrier], CTA mask"},
    {"init",   "aw",         "[mbarrier], count"},
    {"inval",  "a",          "[mbarrier]"},
    {"bytes",  "aw",         "[mbarrier], bytes"},
    {"arrive", "oa",         "state or _, [mbarrier]"},
    {"arrive", "oaw",        "state or _, [mbarrier], count"},
    {"arrive", "oac",        ""},
    {"arrive_all", "oaw",    "state or _, [mbarrier], CTA mask"},
    {"arrive_all", "oaww",   "state or _, [mbarrier], count, CTA mask"},
    {"arrive_all", "oacw",   ""},
    {"arrive_bytes_all", "oaww", "state or _, [mbarrier], bytes, CTA mask"},
    {"bytes_all", "aww",     "[mbarrier], bytes, CTA mask"},
    {"arrive_bytes", "oaw",  "state or _, [mbarrier], bytes"},
    {"test",   "gaw",        "p, [mbarrier], state"},
    {"test_parity", "gaw",   "p, [mbarrier], parity"},
    {"try",    "gaw",        "p, [mbarrier], state"},
    {"try",    "gaww",       "p, [mbarrier], state, nanoseconds"},
    {"try_parity", "gaw",    "p, [mbarrier], parity"},
    {"try_parity", "gaww",   "p, [mbarrier], parity, nanoseconds"},
    {"pending", "gw",        "count, state"},
    {"float",  "lwwmkpiiii", "{d}, a-desc, b-desc, p, scale-a, scale-b, trans-a, trans-b"},
    {"float",  "lvwmkpiii",  "{d}, {a}, b-desc, p, scale-a, scale-b, trans-b"},
    {"scales", "ldwmkpii",   "{d}, a, b-desc, p, scale-a, scale-b"},
    {"plain",  "ldwmkp",     "{d}, a, b-desc, p"},
};

// A form that not every target has, or that requires a later .version. PTX ISA 9.1, 9.7.16.10.9, "Target ISA Notes" and
// "PTX ISA Notes". If the manual and the assembler differ, the row has the behaviour of the assembler. The requirements
// of a kind are in kKinds.
struct FormRow {
    std::string_view text;
    std::optional<TextSpan> (*used)(const MmaLine&);  // the part of the line with the form, if it has the form
    std::optional<Feature> needs;                     // the targets that have it; no value: all targets of the instruction
    std::string_view version;                         // lowest .version, if the target does not require a higher one
    std::string_view last = {};   // .version of the last assembler that accepts it; empty: all later ones do
    std::string_view first = {};  // .version of the first assembler that accepts it, with any .version; empty: all do
};
// clang-format on

}  // namespace tilescope::ptx
