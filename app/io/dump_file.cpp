// app/io/dump_file.cpp -- reads a D that a kernel left: a .npy file in one of the types to which kernels convert D.
// SPDX-License-Identifier: MIT
#include "app/io/file.h"
#include "app/io/npy.h"
#include "app/io/program.h"

#include <tilescope/base/say.h>
#include <tilescope/emulator/floats.h>

#include <bit>
#include <cmath>

namespace tilescope::io {
namespace {

// The type of a file of numbers or bits for a D of some type.
struct TypeRow {
    std::string_view d_type, descr, type;
};
constexpr TypeRow kTypes[] = {
    {"f32", "<f4", "f32"},  {"f32", "<f8", "f32"}, {"f32", "<u4", "f32"}, {"f32", "<f2", "f16"}, {"f32", "<u2", "bf16"},
    {"f32", "<i2", "bf16"}, {"f16", "<f2", "f16"}, {"f16", "<u2", "f16"}, {"f16", "<i2", "f16"}, {"f16", "<f4", "f32"},
    {"f16", "<f8", "f32"},  {"s32", "<i4", "s32"}, {"s32", "<u4", "s32"}, {"s32", "<i8", "s32"},
};

const TypeRow* row_for(std::string_view d_type, std::string_view descr) {
    for (const TypeRow& row : kTypes)
        if (row.d_type == d_type && row.descr == descr) return &row;
    return nullptr;
}

std::string descrs_for(std::string_view d_type) {
    return list_of(kTypes, [&](const TypeRow& row) { return row.d_type == d_type ? row.descr : std::string_view(); });
}

template <class Value>
std::vector<Value> transposed(const std::vector<Value>& values, unsigned rows, unsigned columns) {
    std::vector<Value> out;
    out.reserve(values.size());
    for (unsigned column = 0; column < columns; ++column)
        for (unsigned row = 0; row < rows; ++row) out.push_back(values[std::size_t{row} * columns + column]);
    return out;
}

// Raw words of s32: npy_from_bytes() reads unsigned numbers by their value, and signed ones always.
Answer<RecipeWords> words_from(std::string_view bytes, const NpyKind& kind, std::string_view type) {
    if (kind.descr == "<i2") {
        std::string copy(bytes);
        copy.replace(copy.find(kind.descr), kind.descr.size(), "<u2");
        return npy_from_bytes(copy, type);
    }
    if (type != "s32" || kind.descr != "<u4") return npy_from_bytes(bytes, type);
    return npy_from_bytes(bytes, "f32");  // the bits stay
}

bool is_rounded(double value, std::uint32_t word) {
    const double read = std::bit_cast<float>(word);
    return read != value && !(std::isnan(read) && std::isnan(value));
}

// "2 values of the file are no f32 and are rounded to nearest even; the first one is D[0][8] = 1e+300."
std::string about_rounding(const std::vector<double>& exact, const std::vector<std::uint32_t>& words, unsigned n) {
    std::size_t count = 0, first = 0;
    for (std::size_t at = exact.size(); at-- > 0;)
        if (is_rounded(exact[at], words[at])) ++count, first = at;
    if (count == 0) return {};
    return say(count, count == 1 ? " value of the file is no f32 and is" : " values of the file are no f32 and are",
               " rounded to nearest even; the first one is D[", first / n, "][", first % n,
               "] = ", amount_text(exact[first]), ".");
}

void add_note(DumpFile& file, std::string_view note) {
    if (!note.empty()) file.notes += say(file.notes.empty() ? "" : " ", note);
}

void transpose(DumpFile& file, unsigned rows, unsigned columns) {
    file.dump.words = transposed(file.dump.words, rows, columns);
    if (!file.exact.empty()) file.exact = transposed(file.exact, rows, columns);
}

// Kernels round D to 16 bits, and programs store that as f32. Then the file has only numbers of the narrow type, and
// only as such can its words be those of the model.
void compare_as_narrow(DumpFile& file, const Emulation& e) {
    const FloatFormat& wide = *find_float("f32");
    const std::size_t different = compare_dump(e, file.dump).different;
    if (different == 0 || !file.exact.empty()) return;
    for (const std::string_view type : {"f16", "bf16"}) {
        const FloatFormat& narrow = *find_float(type);
        Dump other{std::string(type), file.dump.words};
        bool whole = true;
        for (std::uint32_t& word : other.words) {
            const std::uint32_t before = word;
            word = word_nearest(narrow, value_of_word(wide, before));
            whole = whole && word_nearest(wide, value_of_word(narrow, word)) == before;
        }
        if (!whole || compare_dump(e, other).different * 2 > different) continue;
        file.dump = std::move(other);
        return add_note(file, say("All values of the file are numbers of ", type, ", and are compared as such."));
    }
}

}  // namespace

Answer<DumpFile> dump_from_bytes(std::string_view bytes, const Emulation& e) {
    const auto kind = npy_kind(bytes);
    if (!kind) return Refusal(kind.why);
    const TypeRow* row = row_for(e.d_type, kind->descr);
    if (row == nullptr)
        return Refusal("the file has values of the type ", kind->descr, ", and D has ", e.d_type,
                       "; write one of: ", descrs_for(e.d_type));
    const bool flat = kind->rows == 1 && kind->columns == std::size_t{e.m} * e.n;
    const bool fits = flat || (kind->rows == e.m && kind->columns == e.n),
               turned = flat ? e.m == e.n : kind->rows == e.n && kind->columns == e.m;
    if (!fits && !turned)
        return Refusal("the file has ", kind->rows, " x ", kind->columns, " values, and D has ", e.m, " x ", e.n,
                       "; write all of D, row by row or transposed");
    auto words = words_from(bytes, *kind, row->type);
    if (!words) return Refusal(words.why);
    DumpFile out{.dump = {std::string(row->type), std::move(words->words)}, .notes = {}};
    if (row->descr == "<f8") out.exact = std::move(*npy_numbers(bytes).value);
    if (!fits) transpose(out, kind->rows, kind->columns);
    if (row->descr == "<u2" || row->descr == "<i2") add_note(out, say("The 16-bit words are read as ", row->type, "."));
    if (row->type != e.d_type)
        add_note(out, say("The values are compared as ", row->type, ": the model's ", e.d_type, " is ",
                          row->type == "f32" ? "converted without loss." : "rounded to nearest even."));
    if (!fits) add_note(out, "The file has D transposed.");
    if (flat && e.m != 1) add_note(out, "The file has one dimension: it is read row by row.");
    // The shape of a square D does not tell. Only if the transposed one is equal, the file has that.
    if (fits && turned && compare_dump(e, out.dump).beyond != 0) {
        DumpFile other = out;
        transpose(other, e.n, e.m);
        const DumpComparison found = compare_dump(e, other.dump);
        add_note(other, found.different == 0 ? "The file has D transposed: only so all words are equal."
                                             : "The file has D transposed: only so it agrees with the model.");
        if (found.beyond == 0) out = std::move(other);
    }
    if (out.dump.type == "f32") compare_as_narrow(out, e);
    const std::string rounding = about_rounding(out.exact, out.dump.words, e.n);
    if (rounding.empty()) out.exact.clear();
    add_note(out, rounding);
    return out;
}

Answer<DumpFile> load_dump(const std::string& path, const Emulation& emulation) {
    const auto bytes = extension_of(path) == "npz"   ? array_bytes(path + ":d")
                       : extension_of(path) == "bin" ? array_bytes(path, {emulation.d_type, emulation.m, emulation.n})
                       : file_of_array(path) != path ? array_bytes(path)
                                                     : read_input(path, kMostNpyBytes);
    if (!bytes) return Refusal(bytes.why);
    auto out = dump_from_bytes(*bytes, emulation);
    if (!out) return Refusal(input_name(path), ": ", out.why, ".");
    return out;
}

}  // namespace tilescope::io
