// core/src/emulator/notes.cpp -- notes about unusual reads and unknown behavior of a run; patterns in words.
// SPDX-License-Identifier: MIT
#include "emulation_parts.h"

#include <tilescope/base/say.h>
#include <tilescope/hw/archs.h>
#include <tilescope/layout/descriptor.h>

#include <algorithm>

namespace tilescope {
namespace {

// One operand with its name. If along_k is true, notes count its columns in the tile, not in the instruction.
struct Named {
    std::string_view name;
    ReadOperand GatheredMma::*read;
    bool along_k = true;
};
constexpr Named kNamed[] = {{"A", &GatheredMma::a},           {"B", &GatheredMma::b},
                            {"D", &GatheredMma::c, false},    {"SFA", &GatheredMma::a_factors},
                            {"SFB", &GatheredMma::b_factors}, {"metadata", &GatheredMma::meta}};

std::size_t count_of(const ReadOperand& read, BadRead what) {
    return what == BadRead::outside ? read.outside : read.unwritten;
}

// Describes an address: "at byte 0x39000". For wgmma, an operand that is not in shared memory is in registers.
std::string place_text(const MmaShape& shape, const ReadOperand& read, std::uint64_t place) {
    if (!read.first_bit.empty()) return say("at byte ", hex(place));
    return shape.family->d == Storage::registers ? "from registers" : say("at lane and column ", hex(place, 8));
}

// Describes the first such read of all instructions: "A[8][16] was read at byte 0x39000". If that read is not in the
// list of problems, names only the operand.
std::string first_read(const EmulatorJob& job, const std::vector<GatheredMma>& steps, const Named& named,
                       BadRead what) {
    for (std::size_t s = 0; s < steps.size(); ++s) {
        const ReadOperand& read = steps[s].*named.read;
        const int first = named.along_k ? static_cast<int>((job.first_step + s) * read.columns) : 0;
        for (const ReadProblem& p : read.problems)
            if (p.what == what)
                return say(named.along_k ? say("K step ", job.first_step + s, ": ") : "", named.name, "[",
                           p.element.row, "][", first + p.element.column, "] was read ",
                           place_text(steps[s].shape, read, p.place));
    }
    return say("Elements of ", named.name, " were read");
}

void note_reads(Emulation& out, const EmulatorJob& job, const Named& named) {
    const std::vector<GatheredMma>& steps = out.reads;
    for (const BadRead what : {BadRead::outside, BadRead::unwritten}) {
        std::size_t count = 0;
        for (const GatheredMma& step : steps) count += count_of(step.*named.read, what);
        (what == BadRead::outside ? out.outside : out.unwritten) += count;
        if (count == 0) continue;
        const bool in_smem = !(steps.front().*named.read).first_bit.empty();
        const ArchRow* arch = what == BadRead::outside && in_smem ? arch_named(job.steps.front().arch) : nullptr;
        out.notes.push_back(
            say(first_read(job, steps, named, what),
                what == BadRead::outside ? ", past the end of the memory (" : ", where nothing was written (", count,
                count == 1 ? " such read)." : " such reads).",
                arch ? say(" There, ", family_of(*arch).outside->past, '.') : ""));
    }
}

// The start 0 says that the address is added later, and a live kernel moves the memory of such a session up (launch.h).
void note_reads_below(Emulation& out, const MmaInstruction& i, const ReadOperand& read, std::string_view name,
                      std::uint64_t start) {
    const ArchRow* arch = arch_named(i.arch);
    if (arch == nullptr || read.first_bit.empty()) return;
    if (start == 0 && family_of(*arch).zeros_below)
        out.notes.push_back(say("The start of ", name,
                                " is 0. This emulator takes it as an address that the kernel adds later, and counts "
                                "all addresses from the first byte of the CTA, ",
                                hex(smem_begin(*arch)), ". If nothing is added: below that byte, ",
                                family_of(*arch).outside->below, '.'));
    if (start == 0 || i.from_zero) return;
    const std::uint64_t lowest = *std::ranges::min_element(read.first_bit) / 8;
    if (lowest >= smem_begin(*arch)) return;
    out.notes.push_back(say(name, " was read at byte ", hex(lowest), ", below the first byte of a CTA, ",
                            hex(smem_begin(*arch)), ". There, ", family_of(*arch).outside->below,
                            family_of(*arch).zeros_below
                                ? ". This emulator does the same."
                                : ". This emulator reads what the session wrote there, and 1 in "
                                  "each bit that nobody wrote."));
}

// Adds a note if one instruction reads several atoms of B along K, and no GPU of this generation was measured.
void note_wide_b(Emulation& out, const MmaInstruction& i, const MmaShape& s) {
    const Format& format = smem_format_of(i);
    const auto columns = static_cast<int>(s.k);
    const auto layout = layout_of(format, i.b_desc, s.b_major, *s.b, static_cast<int>(s.n), columns, columns);
    if (!layout || atoms_of_one_instruction(*layout) < 2 || field_in(format, "lbo").certainty.measurement()) return;
    out.notes.push_back(
        say("One instruction reads ", atoms_of_one_instruction(*layout),
            " atoms of B along K. This emulator takes lbo as their distance, as an H100 does; nobody has "
            "measured it on Blackwell (X34)."));
}

// 128-byte lines after which the swizzle pattern repeats. base_offset counts modulo this number.
unsigned lines_of_pattern(std::string_view swizzle) {
    const SwizzleRow* mode = mode_named(swizzle);
    return mode ? std::max(mode->pattern_bytes / kLineBytes, 1u) : 1;
}

// Adds notes about fields whose effect no document defines, and about places where no GPU reads memory.
void note_fields(Emulation& out, const MmaInstruction& i, const GatheredMma& gathered) {
    const Format& format = smem_format_of(i);
    for (const bool is_a : {true, false}) {
        if (is_a && i.variant.a_in_tmem) continue;
        const std::uint64_t word = is_a ? i.a_desc : i.b_desc;
        const std::string_view name = is_a ? "a_desc" : "b_desc";
        note_reads_below(out, i, is_a ? gathered.a : gathered.b, is_a ? "A" : "B", raw_in(format, word, "start"));
        const unsigned base = raw_in(format, word, "base_offset");
        if (base % lines_of_pattern(name_of_value(format, word, "swizzle")) != 0)
            out.notes.push_back(
                say(name, " base_offset is ", base,
                    ": this emulator subtracts it from the number of the 128-byte line before the XOR, as "
                    "an H100 does (X14)",
                    gathered.shape.family->was_measured() ? "." : "; nobody has measured it on Blackwell."));
        if (name_of_value(format, word, "swizzle").empty())
            out.notes.push_back(
                say("In ", name, ", swizzle code ", raw_in(format, word, "swizzle"),
                    " has no meaning. This emulator uses no swizzle; the hardware behavior is unknown."));
    }
    note_wide_b(out, i, gathered.shape);
}

}  // namespace

std::string pattern_of(const std::vector<bool>& hit, std::string_view what) {
    const std::size_t n = hit.size(), count = static_cast<std::size_t>(std::count(hit.begin(), hit.end(), true));
    if (count == 0) return {};
    if (count == n) return say("every ", what);
    const auto first = static_cast<std::size_t>(std::find(hit.begin(), hit.end(), true) - hit.begin());
    std::size_t run = 0;
    while (first + run < n && hit[first + run]) ++run;
    if (count == 1) return say(what, " ", first);
    if (run == count && first + run == n) return say(what, "s ", first, " and up");
    if (run == count) return say(what, "s ", first, " to ", first + run - 1);
    for (std::size_t period = 2; period <= n / 2; ++period) {
        bool repeats = true;
        for (std::size_t i = 0; i + period < n && repeats; ++i) repeats = hit[i] == hit[i + period];
        if (!repeats) continue;
        std::size_t in_period = 0;
        for (std::size_t i = 0; i < period; ++i) in_period += hit[i];
        if (in_period != run) return say(in_period, " of every ", period, " ", what, "s");
        const std::string from = say(", from ", what, " ", first);
        if (period == 2 * run)
            return run == 1 ? say("every second ", what, from)
                            : say("every second group of ", run, " ", what, "s", from);
        return say(run, run == 1 ? " " : " neighbouring ", what, run == 1 ? "" : "s", " of every ", period, from);
    }
    return say(count, " of ", n, " ", what, "s");
}

void take_notes(Emulation& out, const EmulatorJob& job) {
    const std::vector<GatheredMma>& steps = out.reads;
    for (const Named& named : kNamed) note_reads(out, job, named);
    note_fields(out, job.steps.front(), steps.front());
    const auto any = [&](auto has) { return std::find_if(steps.begin(), steps.end(), has); };
    const auto differs = any([](const GatheredMma& s) { return s.copies_differ; });
    if (differs != steps.end())
        out.notes.push_back("Copies of an operand in Tensor Memory differ. The first copy was used for all lanes.");
    const auto illegal = any([](const GatheredMma& s) { return s.illegal_code.has_value(); });
    if (illegal != steps.end()) {
        const IllegalCode& code = *illegal->illegal_code;
        const MmaShape& s = illegal->shape;
        out.notes.push_back(say(
            "Metadata of row ", code.row, ", group ", code.group, " is ", hex(code.code), ", which has no meaning. ",
            s.family->every_code
                ? say("This emulator does what an H100 does: ", meeting_text(*s.rule.grain, code.code), ".")
                : "This emulator used the first legal code; the hardware behavior is unknown."));
    }
    const MmaShape& shape = steps.front().shape;
    if (job.scales_by_copy && shape.scales && has_halves(Operand::b, *shape.path))
        out.notes.push_back(
            "The two halves of SFB use separate lanes, so they were stored directly, not copied with tcgen05.cp.");
    if (job.steps.front().variant.ashift) out.notes.push_back(std::string(kRowShift.note));
}

}  // namespace tilescope
