// app/io/disassemble.cpp -- the machine code of a compiled file as text, from NVIDIA's tools.
// SPDX-License-Identifier: MIT
#include "app/io/disassemble.h"
#include "app/io/on_path.h"

#include <tilescope/base/say.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>

namespace tilescope::io {
namespace {

// ELF, sections 1 and 2 of its specification; the fat binary's header as nvcc's fatbinary tool writes it,
// little-endian.
constexpr std::string_view kElf =
                               "\x7f"
                               "ELF",
                           kFatBinary = "\x50\xed\x55\xba";

std::optional<std::string> tool_named(const std::string& name) {
    std::vector<std::string> others;
    if (const char* cuda = std::getenv("CUDA_HOME")) others.push_back(say(cuda, "/bin"));
    others.emplace_back("/usr/local/cuda/bin");
    return program_on_path(name, others);
}

}  // namespace

bool is_compiled(std::string_view first_bytes) {
    return first_bytes.starts_with(kElf) || first_bytes.starts_with(kFatBinary);
}

Answer<std::vector<std::string>> disassembler_for(const std::string& path) {
    using Found = Answer<std::vector<std::string>>;
    if (const auto tool = tool_named("cuobjdump")) return Found({*tool, "-sass", path});
    if (const auto tool = tool_named("nvdisasm")) return Found({*tool, path});
    return Found::refuse(say(path,
                             ": is compiled code, and neither cuobjdump nor nvdisasm is installed; install one of "
                             "them (both are in the CUDA toolkit), or give the output of cuobjdump -sass"));
}

std::uint64_t most_disassembly(const std::string& path) {
    // An instruction has 16 bytes, and about 250 as text. The rest is for compression.
    constexpr std::uint64_t kTimes = 1000, kLeast = 16u << 20, kMostBytes = std::uint64_t{1} << 50;
    std::error_code ignored;
    const std::uint64_t bytes = std::filesystem::file_size(path, ignored);
    return kLeast + kTimes * std::min(bytes, kMostBytes);
}

}  // namespace tilescope::io
