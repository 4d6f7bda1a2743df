// app/publish/export_targets.cpp -- all targets of exported texts; of them, the reproducer: a session as one CUDA file.
// SPDX-License-Identifier: MIT
#include "app/publish/export_targets.h"

#include "app/io/npy.h"
#include "app/io/packing.h"
#include "app/io/state_line.h"
#include "app/publish/emulation_out.h"
#include "tilescope_document_data_embedded.h"

#include <tilescope/base/number.h>
#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/document/derive.h>
#include <tilescope/document/describe.h>
#include <tilescope/document/instruction.h>
#include <tilescope/kernel/launch.h>

#include <algorithm>

namespace tilescope::io {
namespace {

SessionFile file_of(const CodeJob& job) {
    return {.session = job.derived.session,
            .view_state = job.view_state == nullptr ? std::nullopt : std::optional(*job.view_state)};
}

// The text of a target, and what it lacks: the files that the session names.
Answer<CodeText> beside_files(const Answer<std::string>& text, std::string_view end, const CodeJob& job) {
    if (!text) return Refusal(text.why);
    CodeText out{say(*text, end), {}};
    if (const std::string files = files_beside(job.derived.session); !files.empty()) out.limits.push_back(files);
    return out;
}

Answer<CodeText> json_export(const CodeJob& job) { return CodeText{session_to_text(file_of(job)), {}}; }

Answer<CodeText> state_export(const CodeJob& job) { return beside_files(state_line(file_of(job)), "\n", job); }

Answer<CodeText> reproducer_export(const CodeJob& job) {
    return beside_files(reproducer({job.derived.session}, std::string(job.folder)), "", job);
}

// To add a target: its function and its row. The verb `export`, the panel and the palette follow. The rows of core are
// in core/src/code/targets.cpp.
// clang-format off
constexpr CodeTarget kFileTargets[] = {
    {.id = "json", .title = "Session file", .extension = "json", .language = "JSON",
     .help = "The whole session, as every verb and the window read it",
     .words = "save file document",
     .source = "tilescope: core/include/tilescope/document/describe.h",
     .returns = CodeReturns::session, .of_view = true, .text = json_export},
    {.id = "state", .title = "State line", .extension = "txt", .language = "ts1",
     .help = "The whole session and the view as one line of text: ts1:...",
     .words = "share link url one line chat bug report",
     .source = "tilescope: app/io/state_line.h",
     .returns = CodeReturns::session, .of_view = true, .text = state_export},
    {.id = "reproducer", .title = "Reproducer", .extension = "cu", .language = "CUDA",
     .help = "One file that runs the MMA on a GPU and stores D as .npy; nvcc -lcuda builds it",
     .words = "share bug report gpu run kernel nvcc standalone repro npy",
     .source = "CUDA Driver API 13.0; PTX ISA 9.1, 9.7.15 and 9.7.16",
     .returns = CodeReturns::session, .reads_files = true, .text = reproducer_export},
};
// clang-format on

// ---- a session as one CUDA file

constexpr std::string_view kReproducerTypes = R"cuda(#include <fcntl.h>
#include <unistd.h>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

// A number of the parameter block of the kernel. A later K step changes only what differs from the step before.
struct Number {
    unsigned step, offset, bytes;
    unsigned long long value;
};
)cuda";

constexpr std::size_t kLineWidth = 100;

struct Parts {
    Derived derived;
    EmulatorJob job;
    LiveKernel kernel;
    Launch launch;
    Machine before;
};

Answer<Parts> parts_of(const Session& session, const std::string& folder) {
    Derived derived = derive(session);
    JobAnswer job = job_with_files(derived, folder);
    if (!job) return Refusal(job.why);
    const Answer<KernelForm> form = kernel_form(derived);
    if (!form) return Refusal(form.why);
    auto kernel = live_kernel(*form);
    if (!kernel) return Refusal(kernel.why);
    auto before = filled(*job);
    if (!before) return Refusal(before.why);
    load_registers(*before, *job, 0);
    if (job->steps.size() > most_steps(*form))
        return Refusal("one launch of this form runs ", most_steps(*form), " K step, and the session runs ",
                       job->steps.size(), "; set steps of the run to ", most_steps(*form));
    auto launch = launch_of(*kernel, job->steps, *before);
    if (!launch) return Refusal(launch.why);
    return Parts{std::move(derived), std::move(*job), std::move(*kernel), std::move(*launch), std::move(*before)};
}

// ---- where D is in cells_out ----

// The byte of each element of D. Found with a memory in which each byte pair has its own number: what an MMA that adds
// to D would read is where D is.
Answer<std::vector<std::uint32_t>> bytes_of_d(const Parts& parts, unsigned word_bytes) {
    const LaunchBuffer* out = buffer_at(parts.launch, row_of(Param::cells_out).offset);
    MmaInstruction step = parts.job.steps.back();
    step.enable_d = true;
    std::vector<std::uint32_t> places;
    for (const unsigned half : {0u, 1u}) {  // the low and the high 16 bits of the numbers
        std::vector<std::uint8_t> cells(out->bytes);
        for (std::size_t pair = 0; pair < cells.size() / 2; ++pair) {
            cells[2 * pair] = static_cast<std::uint8_t>(pair >> 16 * half & 0xff);
            cells[2 * pair + 1] = static_cast<std::uint8_t>(pair >> (16 * half + 8) & 0xff);
        }
        Machine machine = parts.before;
        if (const auto put = take_cells(parts.kernel, parts.launch, cells, machine); !put) return Refusal(put.why);
        const auto read = gather_mma(machine, step);
        if (!read) return Refusal(read.why);
        places.resize(read->c.words.size());
        for (std::size_t i = 0; i < places.size(); ++i) places[i] |= (read->c.words[i] & 0xffff) << 16 * half;
    }
    for (std::uint32_t& place : places) place *= 2;
    const auto last = std::ranges::max_element(places);
    if (last == places.end() || *last + word_bytes > out->bytes) return Refusal("D is not in the memory of the kernel");
    return places;
}

// Rows and columns have distances of their own, whatever the layout: byte(row, column) is rows[row] + columns[column].
struct Distances {
    std::vector<std::uint32_t> rows, columns;
};
Answer<Distances> distances_of(const std::vector<std::uint32_t>& places, unsigned m, unsigned n) {
    Distances out;
    for (unsigned row = 0; row < m; ++row) out.rows.push_back(places[std::size_t{row} * n]);
    for (unsigned column = 0; column < n; ++column) out.columns.push_back(places[column] - places[0]);
    for (unsigned row = 0; row < m; ++row)
        for (unsigned column = 0; column < n; ++column)
            if (places[std::size_t{row} * n + column] != out.rows[row] + out.columns[column])
                return Refusal("the layout of D is not a sum of rows and columns");
    return out;
}

// ---- text ----

std::string constant(std::string_view type, std::string_view name, const auto& value) {
    return say("static const ", type, ' ', name, " = ", value, ";\n");
}

std::string packed_text(std::string_view name, std::span<const std::uint8_t> bytes) {
    const std::string packed = to_base64url(deflate(as_text(bytes), {}));
    std::uint64_t sum = 0xcbf29ce484222325;
    for (const std::uint8_t byte : bytes) sum = (sum ^ byte) * 0x100000001b3;
    std::string out =
        say("static const size_t ", name, "Size = ", bytes.size(), ";\n",
            constant("unsigned long long", say(name, "Sum"), say(hex(sum), "ull")), "static const char ", name, "[] =");
    for (std::size_t at = 0; at < packed.size(); at += kLineWidth)
        out += say("\n    \"", packed.substr(at, kLineWidth), '"');
    return out + ";\n";
}

std::string list_text(std::string_view name, const std::vector<std::uint32_t>& numbers) {
    std::string out = say("static const unsigned ", name, "[] = {"), line;
    for (const std::uint32_t number : numbers) {
        if (line.empty() || line.size() > kLineWidth) out += say(line, "\n    "), line.clear();
        line += say(number, ", ");
    }
    return say(out, line, "\n};\n");
}

// The numbers of the first step, and those that later steps change.
std::string numbers_text(const Launch& launch) {
    std::string out = "static const Number kNumbers[] = {\n";
    const auto value_at = [](const std::vector<std::uint8_t>& block, unsigned at, unsigned bytes) {
        std::uint64_t value = 0;
        for (unsigned i = 0; i < bytes; ++i) value |= std::uint64_t{block[at + i]} << 8 * i;
        return value;
    };
    const std::vector<std::uint8_t>* before = nullptr;
    for (std::size_t step = 0; step <= launch.more_steps.size(); ++step) {
        const auto& block = step == 0 ? launch.parameters : launch.more_steps[step - 1];
        for (const ParamRow& row : kParams) {
            const unsigned bytes = std::min(row.bytes, row.bytes > 8 ? 4u : row.bytes);
            for (unsigned at = row.offset; !row.buffer && at < row.offset + row.bytes; at += bytes) {
                const std::uint64_t value = value_at(block, at, bytes);
                const bool is_new =
                    before != nullptr ? value != value_at(*before, at, bytes) : value != 0 || row.bytes == bytes;
                if (is_new)
                    out += say("    {", step, ", ", at, ", ", bytes, ", ", hex(value), "ull},  // ", row.id, ": ",
                               row.meaning, '\n');
            }
        }
        before = &block;
    }
    return out + "};\n";
}

std::string memory_text(const Derived& d, Operand o) {
    const OperandImage& image = d.session.image_of(o);
    return say("//   ", name_of(o), ": ", image.type, ", ", written_as(image),
               "; values: ", values_of(d.session.recipe_of(recipe_of(o))), '\n');
}

std::string head_text(const Parts& parts, const std::string& line) {
    const Derived& d = parts.derived;
    std::string out = say("// One MMA, as a tilescope session describes it. It needs an NVIDIA driver and a GPU for ",
                          parts.kernel.form.arch, ".\n//\n", "//   build     nvcc -o reproducer reproducer.cu -lcuda\n",
                          "//   run       ./reproducer D.npy\n",
                          "//   compare   tilescope emulate 'STATE LINE' --against D.npy\n//\n", "// STATE LINE  ",
                          line, "\n//\n//   ", parts.kernel.instruction, "\n//\n");
    for (const WordView& word : d.words)
        if (is_read(d, word.id))
            out += say("//   ", row_of(word.id).id, std::string(8 - row_of(word.id).id.size(), ' '),
                       hex(word.decoded.word, word.format->bits / 4), "  ", word.summary, '\n');
    if (!family_of(d.session).idesc) out += say("//   ", no_idesc_sentence(d.session), '\n');
    out += "//\n// Shared memory and Tensor Memory are filled from kImage and kCells before the MMA:\n";
    if (!d.session.recorded.memory.empty()) out += "//   first, shared memory as a debugger read it\n";
    for (const Operand o : kBothOperands) out += memory_text(d, o);
    out += "// Bytes that are not written are 0xff, so that a wrong read shows in D.\n";
    if (const std::string files = files_beside(d.session); !files.empty())
        out += say("// ", printable(files), " 'compare' reads them beside it; 'run' does not need them.\n");
    return out + "\n";
}

std::string sizes_text(const Parts& parts, const MmaShape& e, unsigned word_bytes) {
    const Launch& launch = parts.launch;
    const auto number = [](std::string_view name, const auto& value) { return constant("unsigned", name, value); };
    const std::string_view descr = e.d_type == "f32" ? "<f4" : e.d_type == "f16" ? "<f2" : "<i4";
    return say(constant("char", "kTarget[]", say('"', parts.kernel.form.arch, '"')),
               constant("char", "kDescr[]", say('"', descr, '"')), number("kM", e.m), number("kN", e.n),
               number("kWordBytes", word_bytes), number("kThreads", launch.threads), number("kCtas", launch.ctas),
               number("kSharedBytes", launch.shared_bytes), number("kSteps", launch.more_steps.size() + 1),
               number("kFirstStep", parts.job.first_step), number("kStatusBytes", kStatusBytes),
               number("kADescAt", row_of(Param::a_desc).offset), number("kBDescAt", row_of(Param::b_desc).offset),
               number("kOrigin", hex(get(BlockBytes(launch.parameters.data(), kParamBytes), Param::origin))),
               constant("size_t", "kCellsOutSize", buffer_at(launch, row_of(Param::cells_out).offset)->bytes));
}

}  // namespace

std::vector<CodeTarget> export_targets() {
    const auto core = code_targets();
    std::vector<CodeTarget> out(core.begin(), core.end());
    out.insert(out.end(), std::begin(kFileTargets), std::end(kFileTargets));
    return out;
}

Answer<CodeTarget> export_target(std::string_view id) {
    const std::vector<CodeTarget> all = export_targets();
    if (const auto found = std::ranges::find(all, id, &CodeTarget::id); found != all.end()) return *found;
    return Refusal("'", excerpt(id),
                   "' is not a target of export; use list, or one of: ", list_of(all, &CodeTarget::id));
}

// ---- a session as one CUDA file

Answer<std::string> reproducer(const SessionFile& file, const std::string& folder) {
    const auto line = state_line({file.session});
    if (!line) return line;
    const auto parts = parts_of(file.session, folder);
    if (!parts) return Refusal(parts.why);
    const auto shape = shape_of(parts->job.steps.front());
    if (!shape) return Refusal(shape.why);
    const unsigned word_bytes = bits_of_d(shape->d_type) / 8;
    const auto places = bytes_of_d(*parts, word_bytes);
    if (!places) return Refusal(places.why);
    const auto distances = distances_of(*places, shape->m, shape->n);
    if (!distances) return Refusal(distances.why);
    const auto& in = [&](Param param) -> const std::vector<std::uint8_t>& {
        return buffer_at(parts->launch, row_of(param).offset)->in;
    };
    return say(
        head_text(*parts, *line), kReproducerTypes, "\nstatic const char kState[] = \"", *line, "\";\n",
        sizes_text(*parts, *shape, word_bytes),
        "\n// The numbers of the instruction. The kernel reads each of them at its place in the parameter block.\n",
        numbers_text(parts->launch),
        "\n// The byte of D[row][column] in the memory that the kernel copies back: kRowAt[row] + kColumnAt[column].\n",
        list_text("kRowAt", distances->rows), list_text("kColumnAt", distances->columns),
        "\nstatic const char kKernel[] = R\"ptx(", parts->launch.ptx, ")ptx\";\n\n// Memory before the MMA, packed.\n",
        packed_text("kImage", in(Param::image)), packed_text("kCells", in(Param::cells_in)), '\n',
        as_text(embedded::reproducer_cu()));
}

}  // namespace tilescope::io
