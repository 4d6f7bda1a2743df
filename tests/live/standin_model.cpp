// tests/live/standin_model.cpp -- runs the kernel of a launch with the emulator: standin_model FILE_DESCRIPTOR.
// SPDX-License-Identifier: MIT
//
// It does what the text of the kernel says, with what core says about the instruction in this text. The parameter block
// and the buffers come from the worker, so a wrong size, order or address in the worker gives a wrong D.
//
// TILESCOPE_STANDIN can make another GPU of it, one that reads a word of the instruction in another way:
//
//     reads:0xOLD=0xNEW    a descriptor, a mask or an instruction descriptor OLD acts as NEW
//     refuses:0xWORD       an instruction with this word fails
#include "tests/live/standin_memory.h"
#include "tests/support/launch_model.h"

#include <tilescope/base/say.h>
#include <tilescope/emulator/mma.h>
#include <tilescope/formats/smem.h>
#include <tilescope/hw/archs.h>
#include <tilescope/kernel/launch.h>
#include <tilescope/kernel/parameters.h>
#include <tilescope/ptx/mma_text.h>

#include <sys/mman.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <span>
#include <string>
#include <vector>

namespace tilescope::standin {
namespace {

using test::cells_of;
using test::idesc_of;
using test::instruction_in;
using test::machine_of;

constexpr std::uint32_t kBase = kReservedSmem;  // where dynamic shared memory begins in this "GPU"

// The memory of the job as the kernel sees it.
class DeviceMemory {
public:
    DeviceMemory(char* memory, const Job& job) : memory_(memory), job_(job) {
        std::memcpy(block_.data(), memory + job.block, block_.size());
    }

    std::uint64_t param(Param p, unsigned index = 0) const { return get(block_, p, index); }
    std::uint32_t word(Param p, unsigned index = 0) const { return static_cast<std::uint32_t>(param(p, index)); }
    BlockBytes block() const { return block_; }
    std::string_view ptx() const { return {memory_ + job_.ptx, job_.ptx_bytes}; }
    unsigned ctas() const { return job_.ctas; }

    char* at(Param buffer) const { return memory_ + (param(buffer) - job_.base); }
    void put_status(unsigned cta, Status status, std::uint32_t value, unsigned more = 0) const {
        const std::size_t index = cta * kStatusWords + static_cast<std::size_t>(status) + more;
        std::memcpy(at(Param::status) + 4 * index, &value, sizeof value);
    }

private:
    char* memory_;
    const Job& job_;
    ParamBlock block_{};
};

std::uint32_t cell_at(const char* cells, std::size_t index) {
    std::uint32_t out = 0;
    std::memcpy(&out, cells + 4 * index, sizeof out);
    return out;
}

std::size_t cell_index(const DeviceMemory& device, unsigned cta, unsigned lane, unsigned column) {
    return (std::size_t{cta} * kTmem.lanes + lane) * device.word(Param::columns) + column;
}

Machine filled(const DeviceMemory& device) {
    Machine out;
    out.ctas = device.ctas();
    const std::uint32_t bytes = device.word(Param::image_bytes), offset = device.word(Param::image_offset);
    const char* const image = device.at(Param::image);
    for (unsigned cta = 0; cta < out.ctas; ++cta) {
        for (std::uint32_t i = 0; i < bytes; ++i)
            out.smem[cta].put(kBase + offset + i, static_cast<std::uint8_t>(image[std::size_t{cta} * bytes + i]));
        for (unsigned lane = 0; lane < kTmem.lanes; ++lane)
            for (unsigned column = 0; column < device.word(Param::columns); ++column)
                out.tmem[cta].put(lane, column,
                                  cell_at(device.at(Param::cells_in), cell_index(device, cta, lane, column)));
    }
    return out;
}

void write_cells(const DeviceMemory& device, const Machine& machine) {
    for (unsigned cta = 0; cta < device.ctas(); ++cta)
        for (unsigned lane = 0; lane < kTmem.lanes; ++lane)
            for (unsigned column = 0; column < device.word(Param::columns); ++column) {
                const std::uint32_t cell = machine.tmem[cta].cell(lane, column);
                std::memcpy(device.at(Param::cells_out) + 4 * cell_index(device, cta, lane, column), &cell,
                            sizeof cell);
            }
}

// The name after ".target ".
std::string target_of(std::string_view ptx) {
    const std::size_t at = ptx.find(".target ");
    if (at == std::string_view::npos) return {};
    const std::string_view rest = ptx.substr(at + 8);
    return std::string(rest.substr(0, rest.find_first_of(", \n")));
}

// Returns a descriptor whose addresses count from the real start of shared memory.
std::uint64_t moved(const DeviceMemory& device, Param param, std::uint32_t start_bit, std::uint32_t lbo_bit) {
    std::uint64_t word = device.param(param);
    const std::uint64_t distance = kBase - device.param(Param::origin);
    for (const auto& [bit, name] : {std::pair(start_bit, "start"), {lbo_bit, "lbo"}}) {
        if ((device.word(Param::relocate) & bit) == 0) continue;
        const Field& field = field_in(kSmem91, name);
        word = set_field(field, word, get_field(field, word) + distance / kChunkBytes);
    }
    return word;
}

// Returns the MMA of the text with the words of the parameter block.
Answer<MmaInstruction> instruction_of(const DeviceMemory& device) {
    MmaInstruction out;
    out.arch = target_of(device.ptx());
    out.edition = edition_of(out.arch, out.edition);
    bool found = false;
    for (const std::string& text : instructions_in(device.ptx())) {
        const auto line = parse_mma_line(text);
        if (!line || !text.starts_with("tcgen05.mma.")) continue;
        out.variant = variant_of(*line);
        found = true;
    }
    if (!found) return Refusal("the kernel has no tcgen05.mma");
    out.idesc = device.word(Param::idesc);
    out.a_desc = moved(device, Param::a_desc, kRelocateA, kRelocateLboOfA);
    out.b_desc = moved(device, Param::b_desc, kRelocateB, kRelocateLboOfB);
    out.zcm = device.param(Param::zcm);
    out.tmem = {device.word(Param::tmem_d), device.word(Param::tmem_a), device.word(Param::tmem_sfa),
                device.word(Param::tmem_sfb), device.word(Param::tmem_meta)};
    out.enable_d = device.word(Param::enable_d) != 0;
    for (unsigned i = 0; i < kLaneMaskWords; ++i) out.lane_mask[i] = device.word(Param::lane_mask, i);
    return out;
}

// The texts after "word:" in TILESCOPE_STANDIN.
std::vector<std::string> asked_for(const std::string& word) {
    const char* value = std::getenv("TILESCOPE_STANDIN");
    const std::string all = say(" ", value ? value : "", " "), wanted = say(" ", word, ":");
    std::vector<std::string> out;
    for (std::size_t at = all.find(wanted); at != std::string::npos; at = all.find(wanted, at + 1)) {
        const std::size_t begin = at + wanted.size();
        out.push_back(all.substr(begin, all.find(' ', begin) - begin));
    }
    return out;
}

std::uint64_t number_in(const std::string& text) { return std::strtoull(text.c_str(), nullptr, 16); }

// Reads the words of the instruction as the environment says. Errors: it refuses one of them.
Answer<void> read_otherwise(MmaInstruction& i) {
    std::uint64_t idesc = i.idesc;
    for (std::uint64_t* word : {&i.a_desc, &i.b_desc, &i.zcm, &idesc}) {
        for (const std::string& text : asked_for("refuses"))
            if (number_in(text) == *word) return Refusal("the environment refuses a word");
        for (const std::string& text : asked_for("reads"))
            if (const std::size_t to = text.find('='); to != text.npos && number_in(text.substr(0, to)) == *word) {
                *word = number_in(text.substr(to + 1));
                break;
            }
    }
    i.idesc = static_cast<std::uint32_t>(idesc);
    return {};
}

void write_status(const DeviceMemory& device, std::uint32_t phase) {
    for (unsigned cta = 0; cta < device.ctas(); ++cta) {
        device.put_status(cta, Status::phase, phase);
        device.put_status(cta, Status::smem_base, kBase);
        for (const auto& [param, status] : {std::pair(Param::a_desc, Status::a_desc), {Param::b_desc, Status::b_desc}})
            for (unsigned i = 0; i < 2; ++i)
                device.put_status(cta, status, static_cast<std::uint32_t>(device.param(param) >> 32 * i), i);
    }
}

// The wgmma of the text, or no line.
Answer<MmaLine> wgmma_of(const DeviceMemory& device) {
    for (const std::string& text : instructions_in(device.ptx()))
        if (text.starts_with("wgmma.mma_async")) return parse_mma_line(text);
    return Refusal("the kernel has no wgmma");
}

// Returns the form of a wgmma. Its qualifiers have the types, and the types belong to one kind.
// Requires: `line` lives as long as the form.
Answer<KernelForm> form_of(const MmaLine& line, std::string_view arch) {
    const auto number = [&](OperandRole role) {
        const MmaOperand* o = line.operand(role);
        return o && o->value ? *o->value : 0;
    };
    KernelForm out{.arch = std::string(arch)};
    out.variant = {.sparse = line.sparse, .a_in_tmem = line.a_in_tmem, .b1 = line.a_type == "b1"};
    out.shape = {.n = line.n,
                 .k = line.k,
                 .d_type = line.d_type,
                 .a_type = line.a_type,
                 .b_type = line.b_type,
                 .saturate = line.satfinite,
                 .negate_a = number(OperandRole::negate_a) < 0,
                 .negate_b = number(OperandRole::negate_b) < 0,
                 .transpose_a = number(OperandRole::transpose_a) != 0,
                 .transpose_b = number(OperandRole::transpose_b) != 0};
    for (const KindRow& kind : kKinds) {
        if (!kind.wgmma || (out.variant.b1 && !kind.integer)) continue;
        out.variant.kind = kind.id;
        if (idesc_of(out)) return out;
    }
    return Refusal("no kind has the types of the wgmma");
}

Answer<void> execute_wgmma(const DeviceMemory& device, const MmaLine& line) {
    const auto form = form_of(line, target_of(device.ptx()));
    if (!form) return Refusal(form.why);
    const auto bytes_of = [&](Param buffer, std::size_t bytes) {
        return std::span(reinterpret_cast<const std::uint8_t*>(device.at(buffer)), bytes);
    };
    auto step = instruction_in(*form, device.block(), kBase);
    if (!step) return Refusal(step.why);
    auto machine =
        machine_of(*form, device.block(), bytes_of(Param::image, device.word(Param::image_bytes)),
                   bytes_of(Param::cells_in, std::size_t{thread_words(*form).all()} * kLiveThreads * 4), kBase);
    if (!machine) return Refusal(machine.why);
    write_status(device, 4);
    if (const auto can = read_otherwise(*step); !can) return can;
    if (const auto done = execute_mma(*machine, *step); !done) return Refusal(done.why);
    const std::vector<std::uint8_t> cells = cells_of(*form, *machine);
    std::memcpy(device.at(Param::cells_out), cells.data(), cells.size());
    device.put_status(0, Status::waited, kWaitComplete);
    write_status(device, 7);
    return {};
}

// Runs the kernel. Errors: the model does not know the instruction, or the emulator refuses it.
Answer<void> execute(const DeviceMemory& device) {
    write_status(device, 1);
    if (const auto line = wgmma_of(device)) return execute_wgmma(device, *line);
    auto instruction = instruction_of(device);
    if (!instruction) return Refusal(instruction.why);
    Machine machine = filled(device);
    write_status(device, 4);
    if (const auto can = read_otherwise(*instruction); !can) return can;
    const auto gathered = execute_mma(machine, *instruction);
    if (!gathered) return Refusal(gathered.why);
    for (unsigned cta = 0; cta < device.ctas(); ++cta) device.put_status(cta, Status::waited, kWaitComplete);
    write_cells(device, machine);
    write_status(device, 7);
    return {};
}

int run_on_model(int file) {
    void* const memory = mmap(nullptr, kMemoryBytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (memory == MAP_FAILED) return 2;
    Job job;
    std::memcpy(&job, memory, sizeof job);
    const Answer<void> done = execute(DeviceMemory(static_cast<char*>(memory), job));
    if (!done) std::fprintf(stderr, "stand-in: %s\n", done.why.c_str());
    return done ? 0 : 1;
}

}  // namespace

}  // namespace tilescope::standin

int main(int argc, char** argv) { return argc == 2 ? tilescope::standin::run_on_model(std::atoi(argv[1])) : 2; }
