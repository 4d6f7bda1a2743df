// app/io/dump_file.cpp -- reads a D that a kernel left: a .npy file in one of the types to which kernels convert D.
// SPDX-License-Identifier: MIT
#include "app/io/dump_file.h"
#include "app/io/file.h"
#include "app/io/npy.h"

#include <tilescope/base/say.h>

#include <utility>

namespace tilescope::io {
namespace {

// The type of a file of numbers or bits for a D of some type.
struct TypeRow {
    std::string_view d_type, descr, type;
};
constexpr TypeRow kTypes[] = {
    {"f32", "<f4", "f32"},  {"f32", "<f8", "f32"}, {"f32", "<u4", "f32"}, {"f32", "<f2", "f16"},
    {"f32", "<u2", "bf16"}, {"f16", "<f2", "f16"}, {"f16", "<u2", "f16"}, {"f16", "<f4", "f32"},
    {"f16", "<f8", "f32"},  {"s32", "<i4", "s32"}, {"s32", "<u4", "s32"}, {"s32", "<i8", "s32"},
};

const TypeRow* row_for(std::string_view d_type, std::string_view descr) {
    for (const TypeRow& row : kTypes)
        if (row.d_type == d_type && row.descr == descr) return &row;
    return nullptr;
}

std::string descrs_for(std::string_view d_type) {
    std::string out;
    for (const TypeRow& row : kTypes)
        if (row.d_type == d_type) out += say(out.empty() ? "" : ", ", row.descr);
    return out;
}

std::vector<std::uint32_t> transposed(const RecipeWords& matrix) {
    std::vector<std::uint32_t> out;
    out.reserve(matrix.words.size());
    for (unsigned column = 0; column < matrix.columns; ++column)
        for (unsigned row = 0; row < matrix.rows; ++row)
            out.push_back(matrix.words[std::size_t{row} * matrix.columns + column]);
    return out;
}

// Raw words of s32: npy_from_bytes() reads unsigned numbers by their value.
Answer<RecipeWords> words_from(std::string_view bytes, const NpyKind& kind, std::string_view type) {
    if (type != "s32" || kind.descr != "<u4") return npy_from_bytes(bytes, type);
    return npy_from_bytes(bytes, "f32");  // the bits stay
}

}  // namespace

Answer<DumpFile> dump_from_bytes(std::string_view bytes, const Emulation& e) {
    using Out = Answer<DumpFile>;
    const auto kind = npy_kind(bytes);
    if (!kind) return Out::refuse(kind.why);
    const TypeRow* row = row_for(e.d_type, kind->descr);
    if (row == nullptr)
        return Out::refuse(say("the file has values of the type ", kind->descr, ", and D has ", e.d_type,
                               "; write one of: ", descrs_for(e.d_type)));
    const bool fits = kind->rows == e.m && kind->columns == e.n, turned = kind->rows == e.n && kind->columns == e.m;
    if (!fits && !turned)
        return Out::refuse(say("the file has ", kind->rows, " x ", kind->columns, " values, and D has ", e.m, " x ",
                               e.n, "; write all of D, row by row or transposed"));
    auto words = words_from(bytes, *kind, row->type);
    if (!words) return Out::refuse(words.why);
    DumpFile out{.dump = {std::string(row->type), fits ? std::move(words->words) : transposed(*words)}, .notes = {}};
    if (row->type != e.d_type)
        out.notes = say("The values are compared as ", row->type, ": the model's ", e.d_type, " is ",
                        row->type == "f32" ? "converted without loss." : "rounded to nearest even.");
    if (row->descr == "<u2") out.notes = say("The 16-bit words are read as ", row->type, ". ", out.notes);
    if (!fits) out.notes += say(out.notes.empty() ? "" : " ", "The file has D transposed.");
    if (!fits || kind->rows != kind->columns || compare_dump(e, out.dump).different == 0) return out;
    // The shape of a square D does not tell. Only if the transposed one is equal, the file has that.
    Dump other{out.dump.type, transposed({e.m, e.n, out.dump.words})};
    if (compare_dump(e, other).different != 0) return out;
    out.dump = std::move(other);
    out.notes += say(out.notes.empty() ? "" : " ", "The file has D transposed: only so all words are equal.");
    return out;
}

Answer<DumpFile> load_dump(const std::string& path, const Emulation& emulation) {
    const auto bytes = read_file_text(path, kMostNpyBytes);
    if (!bytes) return Answer<DumpFile>::refuse(bytes.why);
    auto out = dump_from_bytes(*bytes, emulation);
    if (!out) return Answer<DumpFile>::refuse(say(path, ": ", out.why, "."));
    return out;
}

}  // namespace tilescope::io
