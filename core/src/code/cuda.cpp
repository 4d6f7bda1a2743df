// core/src/code/cuda.cpp -- a session as CUDA C++ with inline PTX, for buffers whose addresses are known at run time.
// SPDX-License-Identifier: MIT
#include "parts.h"

#include <tilescope/document/instruction.h>
#include <tilescope/hw/archs.h>
#include <tilescope/hw/kinds.h>
#include <tilescope/layout/tile.h>
#include <tilescope/notation/mma_line.h>
#include <tilescope/ptx/mma_text.h>

#include <algorithm>

namespace tilescope::code::cuda {
namespace {

// "uint64_t{64} << 32", or the parameter of a field that nobody knows.
std::string shifted(const WordPart& word, const FieldPart& part) {
    const std::string_view type = integer_of(word);
    const std::string value = part.open() ? say(type, "(", part.parameter, ")") : say(type, "{", part.raw, "}");
    return part.field->lsb == 0 ? value : say(value, " << ", part.field->lsb);
}

std::string_view type_of(const WordPart& word, const FieldPart&) { return integer_of(word); }

// The start is the address of a buffer. If lbo is an address too, it keeps its distance from the start.
void write_descriptor(Lines& out, const Derived& d, const WordPart& word) {
    const Operand o = word.operand();
    const FieldPart& start = *word.part("start");
    out.comment(say(word.view->format->title, " of ", name_of(o), ". ", operand_title(d, o), "."));
    if (!start.open())
        out.comment(say("In the session, the buffer begins at ", hex(value_of(*start.field, start.raw)), "."));
    out.comment_moves(word);
    const auto lbo = lbo_address(word);
    if (lbo && !lbo->bytes) out.cannot(lbo->note);
    out.line("__device__ inline uint64_t make_", word.name, "(",
             parameters_of(word, "const void* buffer", {.type = type_of, .start = false}), ") {");
    out.line("    const uint32_t address = static_cast<uint32_t>(__cvta_generic_to_shared(buffer));");
    out.noted(
        say("uint64_t desc = uint64_t{address >> ", start.field->scale, "} & ", hex(bit_mask(start.field->width)), ";"),
        "start");
    for (const FieldPart& p : word.fields) {
        if (p.field == start.field) continue;
        if (lbo && lbo->bytes && p.field == lbo->lbo->field)
            out.noted(say("desc |= uint64_t{", moved_lbo(*lbo), "} << ", p.field->lsb, ";"), say("lbo: ", lbo->note));
        else if (p.open() || p.raw != 0)
            out.noted(say("desc |= ", shifted(word, p), ";"), say(p.field->id, ": ", meaning(p)));
    }
    out.line("    return desc;");
    out.end();
}

// A word whose bits do not depend on addresses.
void write_constant(Lines& out, const WordPart& word) {
    const std::string_view type = integer_of(word);
    out.comment(word.title());
    out.line("__device__ inline ", type, " make_", word.name, "(", parameters_of(word, {}, {.type = type_of}), ") {");
    const std::string_view name = word.view->id == WordId::zcm ? "zero_mask" : "desc";
    out.line("    ", type, " ", name, " = 0;");
    for (const FieldPart& p : word.fields)
        if (p.open() || p.raw != 0)
            out.noted(say(name, " |= ", shifted(word, p), ";"), say(p.field->id, ": ", meaning(p)));
    out.line("    return ", name, ";");
    out.end();
}

// The steps along K move only the start. A step that is not always the same is a table.
void write_steps(Lines& out, const Derived& d, Operand operand) {
    const OperandView& view = d.of(operand);
    if (!view.placed() || view.mma_k == 0) return;
    const auto steps = static_cast<unsigned>(view.layout.columns) / view.mma_k;
    if (steps < 2) return;
    if (view.layout.absolute_lbo)
        return out.cannot(say("The text has no function for the steps along K of ", name_of(operand),
                              ", because its lbo is an address: each step has a descriptor of its own."));
    std::string list = "0";
    int at = 0, first = 0;
    bool even = true;
    for (unsigned step = 0; step + 1 < steps; ++step) {
        const int units = k_step_units(view.layout, step, view.mma_k);
        if (step == 0) first = units;
        even = even && units == first;
        at += units;
        list += say(", ", at);
    }
    const std::string letter(pick(operand, "a", "b"));
    out.comment(say("The descriptor of K step ", "0 to ", steps - 1, " of ", name_of(operand),
                    ": the low half has the "
                    "start in units of 16 bytes."));
    out.line("__device__ inline uint64_t ", letter, "_desc_at(uint64_t desc, uint32_t k_step) {");
    if (even) {
        out.line("    return desc + uint64_t{k_step} * ", first, ";");
    } else {
        out.line("    constexpr uint32_t kUnits[] = {", list, "};");
        out.line("    return desc + kUnits[k_step];");
    }
    out.end();
}

// The inputs of the asm statement and the arguments of the C++ function, which have the same names.
class AsmInputs {
public:
    void add(std::string name, bool wide = false) { all_.push_back({std::move(name), wide}); }

    // PTX names of inputs inside asm are %0, %1, ... A name that is not an input stays.
    std::string number_of(std::string_view name) const {
        const auto found = std::ranges::find(all_, name, &Input::name);
        return found == all_.end() ? std::string(name) : say('%', found - all_.begin());
    }
    std::string arguments() const {
        return list_of(all_, [](const Input& i) { return say(i.wide ? "uint64_t " : "uint32_t ", i.name); });
    }
    std::string constraints() const {
        return list_of(all_, [](const Input& i) { return say('"', i.wide ? 'l' : 'r', "\"(", i.name, ')'); });
    }

private:
    struct Input {
        std::string name;
        bool wide;  // 64 bits
    };
    std::vector<Input> all_;
};

// Begins an asm statement: `line` adds to D if `accumulate` is not 0. The lists of its operands follow.
void begin_asm(Lines& out, std::string_view accumulate, std::string_view line) {
    out.line("    asm volatile(\"{\\n\"");
    out.line("                 \".reg .pred p;\\n\"");
    out.line("                 \"setp.ne.b32 p, ", accumulate, ", 0;\\n\"");
    out.line("                 \"", line, "\\n\"");
    out.line("                 \"}\\n\"");
}

void write_mma(Lines& out, const Derived& d) {
    const Variant& v = d.session.variant;
    AsmInputs inputs;
    const bool mask = (d.session.word(WordId::zcm) | d.session.unknown_bits(WordId::zcm)) != 0 && v.ws;
    inputs.add("d");
    inputs.add("a", !v.a_in_tmem);
    inputs.add("b", true);
    if (v.sparse) inputs.add("meta");
    inputs.add("idesc");
    if (kind_or_none(v.kind).block_scaled()) inputs.add("sfa"), inputs.add("sfb");
    std::vector<std::string> masks;
    for (unsigned i = 0; v.lane_mask && i < 4 * v.cta_group; ++i) inputs.add(masks.emplace_back(say("m", i)));
    inputs.add("accumulate");
    if (mask) inputs.add("zcm", true);
    const auto named = [&](std::string_view name) { return inputs.number_of(name); };
    const std::string dn = named("d"), an = named("a"), bn = named("b"), mn = named("meta"), in = named("idesc"),
                      sa = named("sfa"), sb = named("sfb"), zn = named("zcm");
    MmaNames names{.d = dn, .a = an, .b = bn, .meta = mn, .idesc = in};
    names.sfa = sa, names.sfb = sb, names.lane_mask = "m", names.enable_d = "p", names.zcm = zn;
    std::string line = mma_text(v, mask, names);
    for (const std::string& m : masks)
        if (const std::size_t at = line.find(m); at != line.npos) line.replace(at, m.size(), named(m));
    out.comment(
        say(issuer_of(d.session), " issues the MMA. The addresses in Tensor Memory are those of tcgen05.alloc."));
    out.line("__device__ inline void mma(", inputs.arguments(), ") {");
    begin_asm(out, named("accumulate"), line);
    out.line("                 :: ", inputs.constraints(), " : \"memory\");");
    out.line("}");
}

// wgmma: D is in the registers of a warpgroup. The operands are numbered: D, A, B, the metadata, `accumulate`.
void write_wgmma(Lines& out, const Derived& d) {
    const Variant& v = d.session.variant;
    if (const auto read = parse_mma_line(d.instruction); !read)
        return out.cannot(say("The instruction has no text: ", read.why));
    const unsigned registers = d_registers(d.n, d.d_type), of_a = v.a_in_tmem ? kWgmmaARegisters : 1;
    const unsigned enable = registers + of_a + (v.sparse ? 2 : 1);
    const std::string a = say('%', registers), b = say('%', registers + of_a), meta = say('%', registers + of_a + 1);
    std::string line = wgmma_text(v, wgmma_shape(d), true,
                                  {.d = "%", .a = v.a_in_tmem ? "a" : std::string_view(a), .b = b, .meta = meta});
    for (unsigned i = 0; v.a_in_tmem && i < of_a; ++i) {
        const std::string name = say('a', i);
        line.replace(line.rfind(name), name.size(), say('%', registers + i));
    }
    const bool floats = d.d_type == "f32";
    std::string outs;
    for (unsigned i = 0; i < registers; ++i)
        outs += say(i == 0 ? "" : ", ", "\"+", floats ? "f" : "r", "\"(d[", i, "])");
    out.comment("All 128 threads of a warpgroup issue the MMA, between wgmma.fence and wgmma.commit_group.");
    out.line("__device__ inline void mma(", floats ? "float" : "uint32_t", " (&d)[", registers, "], ",
             v.a_in_tmem ? "const uint32_t (&a)[4], " : "uint64_t a, ", "uint64_t b", v.sparse ? ", uint32_t meta" : "",
             ", uint32_t accumulate) {");
    begin_asm(out, say('%', enable), line);
    out.line("                 : ", outs);
    out.line("                 : ", v.a_in_tmem ? "\"r\"(a[0]), \"r\"(a[1]), \"r\"(a[2]), \"r\"(a[3])" : "\"l\"(a)",
             ", \"l\"(b)", v.sparse ? ", \"r\"(meta)" : "", ", \"r\"(accumulate));");
    out.line("}");
}

// All instructions of a tile. The words of the other pieces differ only in their starts.
void write_tile(Lines& out, const Derived& d) {
    const Session& s = d.session;
    const OperandPair<unsigned>& count = s.pieces.count;
    if (s.pieces.all() == 1) return;
    const bool registers = s.variant.a_in_tmem;
    const auto moved = [&](Operand o, std::string_view piece) {
        const std::string_view word = pick(o, "a", "b");
        return count[o] == 1 ? std::string(word)
                             : say(word, " + uint64_t{", piece, "} * ", s.pieces.distance[o] / kPieceStep);
    };
    out.blank();
    out.comment("All instructions of the tile, with the words of piece 0.");
    out.comment("The pieces along M can also be those of several warpgroups.");
    out.line("__device__ inline void mma_tile(", d.d_type == "f32" ? "float" : "uint32_t", " (&d)[", count.a, "][",
             count.b, "][", d_registers(d.n, d.d_type), "], ",
             registers ? say("const uint32_t (&a)[", count.a, "][4]") : std::string("uint64_t a"), ", uint64_t b",
             s.variant.sparse ? say(", const uint32_t (&meta)[", count.a, "]") : std::string(),
             ", uint32_t accumulate) {");
    for (const Operand o : kBothOperands) {
        const std::string_view i = pick(o, "m", "n");
        out.line("#pragma unroll");
        out.line(pick(o, "    ", "        "), "for (uint32_t ", i, " = 0; ", i, " < ", count[o], "; ++", i, ")");
    }
    out.line("            mma(d[m][n], ", registers ? "a[m]" : moved(Operand::a, "m"), ", ", moved(Operand::b, "n"),
             s.variant.sparse ? ", meta[m]" : "", ", accumulate);");
    out.line("}");
}

}  // namespace

Answer<CodeText> text(const Derived& d) {
    Lines out(d, "// ");
    const FamilyRow& family = family_of(d.session);
    if (!family.idesc)
        if (const auto known = idesc_is_known(d, say("The text of ", family.instruction)); !known)
            return Refusal(known.why);
    if (assembles(d)) out.comment(say("Compile it with nvcc for ", d.session.arch, "."));
    out.line("#include <cstdint>");
    out.blank();
    for (const WordPart& word : words_of(d)) {
        if (word.part("start") != nullptr && word.view->id != WordId::idesc)
            write_descriptor(out, d, word);
        else
            write_constant(out, word);
    }
    for (const Operand o : kBothOperands)
        if (d.of(o).in_smem) write_steps(out, d, o);
    if (family.idesc)
        write_mma(out, d);
    else
        write_wgmma(out, d), write_tile(out, d);
    return out.done();
}

}  // namespace tilescope::code::cuda
