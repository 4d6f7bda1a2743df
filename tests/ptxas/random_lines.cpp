// tests/ptxas/random_lines.cpp -- random instructions from valid and invalid parts; a seed makes them reproducible.
// SPDX-License-Identifier: MIT
#include "tests/ptxas/random_lines.h"

#include "tests/ptxas/around_lines.h"
#include "tests/ptxas/dice.h"
#include "tests/support/ptx_text.h"

#include <tilescope/notation/mma_line.h>

#include <algorithm>

namespace tilescope::test {
namespace {

// clang-format off
const Words kKinds = {"f16", "tf32", "f8f6f4", "i8", "ti16", "mxf8f6f4", "mxf4", "mxf4nvf4"};
const Words kMmaQualifiers = {"sp", "cta_group::1", "cta_group::2", "block_scale", "ashift", "kind::f16", "kind::i8", "kind::mxf4",
                              "scale_vec::1X", "scale_vec::2X", "scale_vec::4X", "block16", "block32", "collector::a::fill",
                              "collector::a::lastuse", "collector::b0::use", "collector::b::fill", "decompress::lut::b"};
const Words kCpQualifiers = {"cta_group::1", "cta_group::2", "128x256b", "4x256b", "128x128b", "64x128b", "32x128b", "warpx2::02_13",
                             "warpx2::01_23", "warpx4", "b8x16", "b6x16_p32", "b4x16_p64"};
const Words kWgmmaQualifiers = {"sp", "sync", "aligned", "satfinite", "and", "popc", "xor", "or", "f16", "f32", "bf16", "tf32", "s32", "s8",
                                "u8", "b1", "e4m3", "e5m2", "m64n8k16", "m64n16k32"};
const Words kShiftQualifiers = {"cta_group::1", "cta_group::2", "down", "up", "b8x16", "b4x16_p64"};
const Words kLoadQualifiers = {"sync", "aligned", "32x32b", "16x32bx2", "16x64b", "x1", "x2", "x4", "min", "max", "add", "abs", "NaN",
                               "f32", "u32", "s32", "b32", "row", "col", "b8x16", "pack::16b", "red"};
const Words kSizes = {"scale_vec::1X", "scale_vec::2X", "scale_vec::4X", "block16", "block32"};
const Words kRandomOperations = {"fill", "use", "lastuse", "discard"};

struct RandomTypes {
    Words d, a, b;
    unsigned k;
};
const std::vector<RandomTypes> kRandomTypes = {
    {{"f32", "f16"}, {"f16"}, {"f16"}, 16},
    {{"f32"}, {"bf16"}, {"bf16"}, 16},
    {{"f32"}, {"tf32"}, {"tf32"}, 8},
    {{"f32", "f16"}, {"e4m3", "e5m2"}, {"e4m3", "e5m2"}, 32},
    {{"s32"}, {"s8", "u8"}, {"s8", "u8"}, 32},
    {{"s32"}, {"b1"}, {"b1"}, 256},
    {{"f32", "f16", "s32", "bf16"}, {"f16", "bf16", "tf32", "s8", "e4m3", "b1"}, {"f16", "bf16", "tf32", "u8", "e4m3", "b1"}, 16},
};
// clang-format on

std::string random_size(Dice& dice, const std::string& kind) {
    if (dice.maybe(10)) return dice.one_of(kSizes);
    if (kind == "mxf8f6f4") return dice.one_of({"scale_vec::1X", "block32"});
    if (kind == "mxf4") return dice.one_of({"scale_vec::2X", "block32"});
    return dice.one_of({"scale_vec::2X", "scale_vec::4X", "block16", "block32"});
}

std::string random_collector(Dice& dice, bool ws) {
    const bool b = dice.maybe(5) ? !ws : ws;
    return std::string("collector::") + (b ? "b" + std::to_string(dice.below(4)) : "a") +
           "::" + dice.one_of(kRandomOperations);
}

std::string random_mma(Dice& dice) {
    const std::string& kind = dice.one_of(kKinds);
    const bool scaled = kind[0] == 'm', ws = dice.maybe(25) && (!scaled || dice.maybe(10)), sp = dice.maybe(30);
    const unsigned cta = ws && dice.maybe(95) ? 1 : 1 + static_cast<unsigned>(dice.below(2));
    const bool scales = dice.maybe(2) ? !scaled : scaled, in_tmem = dice.maybe(40);
    Words q;
    if (sp) q.emplace_back("sp");
    q.push_back("cta_group::" + std::to_string(cta));
    q.push_back("kind::" + kind);
    if (scales) q.emplace_back("block_scale");
    if ((scaled && dice.maybe(70)) || dice.maybe(2)) q.push_back(random_size(dice, kind));
    if ((in_tmem && dice.maybe(25)) || dice.maybe(2)) q.emplace_back("ashift");
    if (dice.maybe(30)) q.push_back(random_collector(dice, ws));
    if (dice.maybe(ws ? 1 : 8)) q.push_back("collector::b::" + dice.one_of(kRandomOperations));
    const bool lut = dice.maybe(kind.find("f8f6f4") != kind.npos && !ws && !sp ? 20 : 1);
    if (lut) q.emplace_back("decompress::lut::b");
    Words ops = {dice.address("%dt"), in_tmem ? dice.address("%at") : dice.word("%ad"), dice.word("%bd")};
    if (sp) ops.push_back(dice.address("%mt"));
    if (lut) ops.push_back(dice.address("%lut"));
    ops.push_back(dice.word("%idesc"));
    if (scales) ops.push_back(dice.address("%sfat")), ops.push_back(dice.address("%sfbt"));
    if (dice.maybe(30) && ((!ws && !scaled) || dice.maybe(10)))
        ops.push_back(dice.list("%m", dice.maybe(90) ? 4 * cta : 1 + static_cast<unsigned>(dice.below(8))));
    ops.push_back(dice.predicate());
    if (dice.maybe(kind == "ti16" && !ws ? 0 : 30))
        ops.push_back(ws || dice.maybe(5) ? dice.word("%zcm") : dice.one_of(kNumbers));
    dice.spoil(ops);
    return std::string(dice.maybe(5) ? "@%pd " : "") + "tcgen05.mma" + (ws ? ".ws" : "") +
           dice.qualifiers(std::move(q), kMmaQualifiers) + " " + joined(ops) + ";";
}

std::string random_cp(Dice& dice) {
    const std::string shape = dice.one_of({"128x256b", "4x256b", "128x128b", "64x128b", "32x128b"});
    Words q = {dice.one_of({"cta_group::1", "cta_group::2"}), shape};
    if (dice.maybe(90) && shape[0] == '6') q.push_back(dice.one_of({"warpx2::02_13", "warpx2::01_23"}));
    if (dice.maybe(90) && shape[0] == '3') q.emplace_back("warpx4");
    if (dice.maybe(5)) q.push_back(dice.one_of({"warpx2::02_13", "warpx4"}));
    if (dice.maybe(40)) q.insert(q.end(), {"b8x16", dice.one_of({"b6x16_p32", "b4x16_p64"})});
    Words ops = {dice.address("%dt"), dice.word("%ad")};
    dice.spoil(ops);
    return "tcgen05.cp" + dice.qualifiers(std::move(q), kCpQualifiers) + " " + joined(ops) + ";";
}

std::string random_shift(Dice& dice) {
    Words ops = {dice.address("%dt")};
    if (dice.maybe(30)) dice.spoil(ops);
    return std::string(dice.maybe(5) ? "@%pd " : "") + "tcgen05.shift" +
           dice.qualifiers({dice.one_of({"cta_group::1", "cta_group::2"}), "down"}, kShiftQualifiers) + " " +
           joined(ops) + ";";
}

std::string random_load(Dice& dice) {
    const bool halves = dice.maybe(40), floats = dice.maybe(60);
    const std::string number = dice.one_of({"2", "2", "4", "8", "16", "32", "64", "128", "1"});
    Words q = {"sync", "aligned", halves ? "16x32bx2" : "32x32b", "x" + number, dice.one_of({"min", "max"})};
    if (dice.maybe(floats ? 30 : 4)) q.emplace_back("abs");
    if (dice.maybe(floats ? 30 : 4)) q.emplace_back("NaN");
    q.push_back(floats ? "f32" : dice.one_of({"u32", "s32"}));
    const unsigned count = static_cast<unsigned>(std::stoul(number)) + (dice.maybe(3) ? 1 : 0);
    Words ops = {dice.maybe(80) ? registers("%c", count) : dice.list("%c", count),
                 dice.maybe(90) ? "%f4" : dice.one_of({"{%f4}", "{%f4, %f5}", "5", "{5}"}), dice.address("%dt")};
    if (halves != dice.maybe(4)) ops.push_back(dice.one_of(kNumbers));
    if (dice.maybe(30)) dice.spoil(ops);
    return "tcgen05.ld.red" + dice.qualifiers(std::move(q), kLoadQualifiers) + " " + joined(ops) + ";";
}

// Adds the numbers after the predicate: signs of A and B, transposes.
void add_random_signs(Dice& dice, Words& ops, const std::string& type, bool a_in_registers) {
    const bool integers = type == "s8" || type == "u8" || type == "b1", half = type == "f16" || type == "bf16";
    const auto sign = [&] { return dice.maybe(95) ? dice.one_of({"1", "-1"}) : dice.one_of(kNumbers); };
    const auto flag = [&] { return dice.maybe(95) ? dice.one_of({"1", "0"}) : dice.one_of(kNumbers); };
    if (!integers || dice.maybe(2)) ops.push_back(sign()), ops.push_back(sign());
    if (!half && !dice.maybe(2)) return;
    if (!a_in_registers || dice.maybe(5)) ops.push_back(flag());
    ops.push_back(flag());
}

std::string random_wgmma(Dice& dice) {
    const RandomTypes& t = kRandomTypes[dice.below(kRandomTypes.size())];
    const std::string d = dice.one_of(t.d), a = dice.one_of(t.a), b = dice.one_of(t.b);
    const bool sp = dice.maybe(30) && (a != "b1" || dice.maybe(10)), in_registers = dice.maybe(35);
    const std::string n =
        dice.one_of({"8", "8", "8", "16", "24", "32", "40", "48", "56", "96", "240", "256", "4", "12", "264"});
    const unsigned columns = static_cast<unsigned>(std::stoul(n)), k = dice.maybe(96) ? t.k * (sp ? 2 : 1) : 16;
    Words q;
    if (sp) q.emplace_back("sp");
    q.insert(q.end(), {"sync", "aligned", std::string(dice.maybe(98) ? "m64n" : "m128n") + n + "k" + std::to_string(k),
                       d, a, b});
    if ((a == b && a == "s8" && dice.maybe(30)) || dice.maybe(2)) q.emplace_back("satfinite");
    if (a == "b1") q.insert(q.end(), {"and", "popc"});
    const unsigned count = std::max(1u, d == "f16" || d == "bf16" ? columns / 4 : columns / 2);
    Words ops = {registers("%c", dice.maybe(97) ? count : count + 1), dice.word("%ad"), dice.word("%bd")};
    if (dice.maybe(2)) ops[0] = dice.list("%c", count);
    if (in_registers) ops[1] = dice.list("%f", dice.maybe(95) ? 4 : 2);
    if (sp) ops.insert(ops.end(), {dice.maybe(95) ? "%meta" : "5", dice.one_of({"0", "0", "0", "1", "2"})});
    ops.push_back(dice.predicate());
    add_random_signs(dice, ops, a, in_registers);
    if (dice.maybe(50)) dice.spoil(ops);
    return "wgmma.mma_async" + dice.qualifiers(std::move(q), kWgmmaQualifiers) + " " + joined(ops) + ";";
}

std::string random_small(Dice& dice) {
    const std::size_t which = dice.below(5);
    return which < 2 ? random_cp(dice) : which < 3 ? random_shift(dice) : random_load(dice);
}

std::string random_line(Dice& dice, bool hopper) {
    if (dice.maybe(hopper ? 60 : 10)) return random_wgmma(dice);
    const std::size_t which = dice.below(5);
    return which < 2 ? random_mma(dice) : which < 3 ? random_small(dice) : random_around(dice);
}

struct Fitting {
    OperandRole role;
    const char* name;
};
constexpr Fitting kFitting[] = {
    {OperandRole::d, "%dt"},         {OperandRole::b, "%bd"},         {OperandRole::idesc, "%idesc"},
    {OperandRole::scale_a, "%sfat"}, {OperandRole::scale_b, "%sfbt"}, {OperandRole::enable_d, "%pd"},
    {OperandRole::cp_to, "%dt"},     {OperandRole::cp_from, "%ad"},   {OperandRole::shifted, "%dt"},
    {OperandRole::reduced, "%f4"},   {OperandRole::load_from, "%dt"}, {OperandRole::lut, "%lut"},
    {OperandRole::store_to, "%dt"},  {OperandRole::alloc_to, "%ad"},  {OperandRole::allocated, "%dt"},
    {OperandRole::columns, "%at"},   {OperandRole::barrier, "%ad"},   {OperandRole::arrived, "%bd"},
    {OperandRole::count, "%at"},     {OperandRole::bytes, "%at"},     {OperandRole::done, "%pd"},
    {OperandRole::parity, "%at"},    {OperandRole::hint, "%mt"},
};

std::string fitting_name(const MmaLine& line, const MmaOperand& o) {
    const bool wgmma = line.opcode == Opcode::wgmma;
    if (wgmma && o.role == OperandRole::d) return {};
    if (o.role == OperandRole::a) return o.form == OperandForm::address ? "%at" : "%ad";
    if (o.role == OperandRole::metadata) return wgmma ? "%meta" : "%mt";
    if (o.role == OperandRole::cta_mask) return line.qualifier("multicast::cluster::32b") ? "%mt" : "%h0";
    // Before a number, or with '!', the operand can only be a predicate.
    const bool predicate = !line.ws && (&o != &line.operands.back() || o.text.starts_with('!'));
    if (o.role == OperandRole::zero_mask) return predicate ? "%pd" : "%zcm";
    for (const Fitting& f : kFitting)
        if (f.role == o.role) return f.name;
    return {};
}

}  // namespace

std::string with_fitting_names(const std::string& text) {
    const Answer<MmaLine> line = parse_mma_line(text);
    if (!line) return text;
    std::string out = line->text;
    for (auto o = line->operands.rbegin(); o != line->operands.rend(); ++o) {
        const std::string name = fitting_name(*line, *o);
        const std::size_t percent = o->text.find('%');
        const bool one = o->form == OperandForm::name || o->form == OperandForm::address;
        if (name.empty() || percent == std::string::npos || !one) continue;
        const std::size_t end = std::min(o->text.find_first_of(" +]", percent), o->text.size());
        out.replace(o->span.begin + percent, end - percent, name);
    }
    return (line->guarded ? "@%pd " : "") + out;
}

std::vector<std::string> random_lines(std::uint32_t seed, std::size_t count, bool hopper) {
    Dice dice(seed);
    std::vector<std::string> out;
    while (out.size() < count) {
        out.push_back(with_fitting_names(random_line(dice, hopper)));
    }
    return out;
}

}  // namespace tilescope::test
