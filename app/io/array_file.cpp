// app/io/array_file.cpp -- the values of an operand in a file: .npy, one array of a .npz, or raw words.
// SPDX-License-Identifier: MIT
#include "app/io/array_file.h"
#include "app/io/archive.h"
#include "app/io/file.h"
#include "app/io/npy.h"

#include <tilescope/base/say.h>

#include <algorithm>
#include <cctype>

namespace tilescope::io {
namespace {

using ArrayText = Answer<std::string>;

constexpr std::string_view kArchive = ".npz:", kArray = ".npy";

// The place of the colon in "gemm.npz:a"; npos: the name is that of a file.
std::size_t colon_in(std::string_view name) {
    const std::size_t at = name.rfind(kArchive);
    return at == name.npos ? at : at + kArchive.size() - 1;
}

// The words of a file without a header, with one.
ArrayText with_header(const std::string& name, const std::string& words, const RecipeSize& size) {
    const std::size_t count = std::size_t{size.rows} * size.columns;
    std::string out = npy_to_bytes({size.rows, size.columns, std::vector<std::uint32_t>(count)}, size.type);
    const std::size_t bytes = count * static_cast<std::size_t>(npy_kind(out)->descr.back() - '0');
    if (words.size() != bytes)
        return ArrayText::refuse(say(name, ": has ", words.size(), " bytes, and ", size.rows, " x ", size.columns,
                                     " words of ", size.type, " have ", bytes, "."));
    out.replace(out.size() - bytes, bytes, words);
    return out;
}

}  // namespace

std::string file_of_array(std::string_view name) { return std::string(name.substr(0, colon_in(name))); }

ArrayText array_bytes(const std::string& name, const RecipeSize& size) {
    const std::size_t colon = colon_in(name);
    auto bytes = read_file_text(file_of_array(name), kMostNpyBytes);
    if (!bytes) return bytes;
    if (colon == name.npos) return extension_of(name) == "bin" ? with_header(name, *bytes, size) : bytes;
    auto array = zip_file(*bytes, name.substr(colon + 1) + std::string(kArray), kMostNpyBytes);
    return array ? array : ArrayText::refuse(say(name, ": ", array.why, "."));
}

Answer<RecipeWords> load_array(const std::string& name, const RecipeSize& size) {
    const auto bytes = array_bytes(name, size);
    if (!bytes) return Answer<RecipeWords>::refuse(bytes.why);
    auto out = npy_from_bytes(*bytes, size.type);
    return out ? out : Answer<RecipeWords>::refuse(say(name, ": ", out.why, "."));
}

ArrayText array_in(const std::string& archive, char letter) {
    const auto bytes = read_file_text(archive, kMostNpyBytes);
    if (!bytes) return bytes;
    const auto names = zip_names(*bytes);
    if (!names) return ArrayText::refuse(say(archive, ": ", names.why, "."));
    for (const char c : {letter, static_cast<char>(std::toupper(static_cast<unsigned char>(letter)))})
        if (std::ranges::find(*names, c + std::string(kArray)) != names->end()) return say(archive, ':', c);
    return std::string();
}

}  // namespace tilescope::io
