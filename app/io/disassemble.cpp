// app/io/disassemble.cpp -- the machine code of a compiled file as text, from NVIDIA's tools.
// SPDX-License-Identifier: MIT
#include "app/io/disassemble.h"

#include <tilescope/base/say.h>

#include <unistd.h>

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

std::optional<std::string> find_program(const std::string& name) {
    std::vector<std::string> folders;
    const char* path = std::getenv("PATH");
    for (std::string_view rest = path ? path : ""; !rest.empty();) {
        const std::size_t end = rest.find(':');
        folders.emplace_back(rest.substr(0, end));
        rest = end == rest.npos ? std::string_view() : rest.substr(end + 1);
    }
    if (const char* cuda = std::getenv("CUDA_HOME")) folders.push_back(say(cuda, "/bin"));
    folders.emplace_back("/usr/local/cuda/bin");
    for (const std::string& folder : folders) {
        const std::string file = say(folder, "/", name);
        std::error_code ignored;
        if (std::filesystem::is_regular_file(file, ignored) && access(file.c_str(), X_OK) == 0) return file;
    }
    return std::nullopt;
}

}  // namespace

bool is_compiled(std::string_view first_bytes) {
    return first_bytes.starts_with(kElf) || first_bytes.starts_with(kFatBinary);
}

Answer<std::vector<std::string>> disassembler_for(const std::string& path) {
    using Found = Answer<std::vector<std::string>>;
    if (const auto tool = find_program("cuobjdump")) return Found({*tool, "-sass", path});
    if (const auto tool = find_program("nvdisasm")) return Found({*tool, path});
    return Found::refuse(say(path,
                             ": is compiled code, and neither cuobjdump nor nvdisasm is installed; install one of "
                             "them (both are in the CUDA toolkit), or give the output of cuobjdump -sass"));
}

}  // namespace tilescope::io
