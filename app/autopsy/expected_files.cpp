// app/autopsy/expected_files.cpp -- array files as the bytes that memory should have.
// SPDX-License-Identifier: MIT
#include "app/autopsy/expected_files.h"

#include "app/io/file.h"
#include "app/io/npy.h"

#include <tilescope/base/say.h>
#include <tilescope/hw/types.h>

#include <algorithm>

namespace tilescope::autopsy {
namespace {

// What the instruction says of a matrix.
struct WantedType {
    std::string id;
    unsigned bytes = 0;     // of an element or of its code, or of a word of D; 0: not known
    unsigned bits = 0;      // of an element
    bool as_bytes = false;  // a file of bytes has the words of each row, not one number in each byte

    bool is_part_of_byte() const { return bits != 0 && bits < 8; }
};

WantedType wanted_type(std::string_view id) {
    const FloatFormat* number = find_float(id);
    const IntegerType* whole = find_integer(id);
    const unsigned bits = number ? number->bits : whole ? whole->bits : 0;
    return bits == 0 ? WantedType() : WantedType{std::string(id), std::max(bits / 8, 1u), bits};
}

// The types of the first instruction that is known.
std::array<WantedType, 3> wanted_types(std::span<const Chain> chains) {
    for (const Chain& chain : chains)
        for (const Step& step : chain.steps)
            if (const auto shape = shape_of(step.instruction))
                return {wanted_type(shape->a->number), wanted_type(shape->b->number), wanted_type(shape->d_type)};
    return {};
}

// The type of a file whose words are those of memory; empty: words of any type.
std::string type_of_descr(std::string_view descr, const WantedType& wanted) {
    if (descr == "<f2") return "f16";
    if (descr == "<f4") return wanted.id == "tf32" ? "tf32" : "f32";
    if (descr == "|i1") return "s8";
    if (descr == "<i4") return "s32";
    return {};
}

unsigned bytes_of_descr(std::string_view descr) { return static_cast<unsigned>(descr.back() - '0'); }

// The bytes of the file are words of this type: reading as this type keeps them.
std::string_view type_that_keeps(std::string_view descr) {
    if (descr == "<f2" || descr == "<u2") return "f16";
    if (descr == "<f4" || descr == "<u4") return "f32";
    if (descr == "|i1") return "s8";
    if (descr == "|u1") return "e4m3";
    return descr == "<i4" ? "s32" : std::string_view();
}

Answer<ExpectedArray> as_bytes(std::string_view npy, std::string_view type, std::string known) {
    const auto words = io::npy_from_bytes(npy, type);
    if (!words) return Refusal(words.why);
    const unsigned width = wanted_type(type).bytes;
    ExpectedArray out{.bytes = {}, .row_bytes = 0, .type = std::move(known)};
    out.bytes.reserve(words->words.size() * width);
    for (const std::uint32_t word : words->words)
        for (unsigned i = 0; i < width; ++i) out.bytes.push_back(static_cast<std::uint8_t>(word >> 8 * i));
    if (words->rows > 1) out.row_bytes = std::size_t{words->columns} * width;
    return out;
}

// Bytes as codes of less than 8 bits: one in each byte, or as many as a byte has, the first one in the low bits. What
// most bytes have in their high bits says which.
Answer<void> unpack(ExpectedArray& array, const WantedType& wanted) {
    const unsigned in_byte = 8 / wanted.bits, most = (1u << wanted.bits) - 1;
    const auto above = std::ranges::count_if(array.bytes, [&](std::uint8_t b) { return b > most; });
    const auto zeros = std::ranges::count(array.bytes, std::uint8_t{0});
    if (above == 0 && in_byte > 1 && static_cast<std::size_t>(zeros) * 2 > array.bytes.size())
        return Refusal("most of its bytes are 0 and none is above ", most, ", so each can be one element of ",
                       wanted.id, " or ", in_byte, "; give the numbers as float32");
    if (above == 0) return {};
    if (in_byte == 1)
        return Refusal("a byte of it is above ", most, "; elements of ", wanted.id, " are one code of ", wanted.bits,
                       " bits in each byte, or numbers as float32");
    std::vector<std::uint8_t> codes;
    codes.reserve(array.bytes.size() * in_byte);
    for (const std::uint8_t byte : array.bytes)
        for (unsigned i = 0; i < in_byte; ++i)
            codes.push_back(static_cast<std::uint8_t>(byte >> i * wanted.bits & most));
    array.bytes = std::move(codes);
    array.row_bytes *= in_byte;
    return {};
}

struct ReadArray {
    ExpectedArray array;
    bool rounded = false;
    bool may_be_bytes = false;
};

constexpr std::string_view kBytes = "|u1";

Answer<ReadArray> array_of(const std::string& npy, const WantedType& wanted) {
    const auto kind = io::npy_kind(npy);
    if (!kind) return Refusal(kind.why);
    const bool may_be_bytes = kind->descr == kBytes && wanted.bytes > 1 && kind->columns % wanted.bytes == 0;
    if (may_be_bytes && wanted.as_bytes) {
        auto array = as_bytes(npy, type_that_keeps(kBytes), {});
        return array ? Answer<ReadArray>(ReadArray{std::move(*array)}) : Refusal(array.why);
    }
    if (wanted.is_part_of_byte() && kind->descr == "|i1")
        return Refusal("its values are int8, which can be codes or numbers; give codes of ", wanted.id,
                       " as uint8, or numbers as float32");
    const std::string_view keeps = type_that_keeps(kind->descr);
    const bool same_width = wanted.bytes == 0 || wanted.bytes == bytes_of_descr(kind->descr);
    const bool as_it_is = !keeps.empty() && same_width;
    if (!as_it_is && wanted.bytes == 0)
        return Refusal("it has values of the type ", kind->descr,
                       ", and no instruction of the recording says how they are stored; give the words as .bin");
    auto array =
        as_it_is ? as_bytes(npy, keeps, type_of_descr(kind->descr, wanted)) : as_bytes(npy, wanted.id, wanted.id);
    if (!array) return Refusal(array.why);
    if (as_it_is && wanted.is_part_of_byte())
        if (const auto done = unpack(*array, wanted); !done) return Refusal(done.why);
    return ReadArray{std::move(*array), !as_it_is, may_be_bytes};
}

Answer<ReadArray> array_named(const std::string& name, const WantedType& wanted) {
    if (io::extension_of(name) == "bin") {
        const auto bytes = io::read_file_text(name, io::kMostNpyBytes);
        if (!bytes) return Refusal(bytes.why);
        ReadArray out{{.bytes = {bytes->begin(), bytes->end()}, .row_bytes = 0, .type = {}}};
        if (wanted.is_part_of_byte())
            if (const auto done = unpack(out.array, wanted); !done) return Refusal(name, ": ", done.why, ".");
        return out;
    }
    const auto bytes = io::array_bytes(name);
    if (!bytes) return Refusal(bytes.why);
    auto out = array_of(*bytes, wanted);
    return out ? out : Refusal(name, ": ", out.why, ".");
}

// Empty: neither the option nor the archive has it.
Answer<std::string> name_for(const std::string& given, const std::string& archive, char letter) {
    return !given.empty() || archive.empty() ? Answer<std::string>(given) : io::array_in(archive, letter);
}

// Real numbers are stored in one of these.
std::vector<std::string> others_of(const WantedType& wanted, bool may_be_bytes) {
    std::vector<std::string> out;
    if (may_be_bytes) out.emplace_back(kBytes);
    for (const std::string_view id : {"f16", "bf16", "e4m3", "e5m2", "e2m3", "e3m2"})
        if (id != wanted.id && wanted_type(id).bits == wanted.bits) out.emplace_back(id);
    return out;
}

// Words of D without a header have the rows of a chain's D. Errors: D of a chain was read, and none has such rows.
Answer<void> fit_a_d(std::size_t bytes, std::span<const Chain> chains) {
    Answer<void> out;
    for (const Chain& chain : chains) {
        const std::size_t width = wanted_types({&chain, 1})[2].bytes, row = chain.n * width;
        if (chain.seen.empty() || row == 0) continue;
        const std::size_t least = chain.seen.size() * width;
        if (bytes >= least && bytes % row == 0) return {};
        if (out)
            out = Refusal("it has ", bytes, " bytes; D of an MMA here is ", chain.seen.size() / chain.n, " x ", chain.n,
                          " words of ", width, " bytes, so ", least, " bytes are right, or more in rows of ", row);
    }
    return out;
}

}  // namespace

Answer<ExpectedRead> read_expected(const ExpectedFiles& files, std::span<const Chain> chains, std::string_view stored) {
    auto types = wanted_types(chains);
    ExpectedRead out;
    struct Row {
        const std::string& given;
        char letter;
        ExpectedArray& array;
        bool is_operand;
    };
    const Row rows[] = {
        {files.a, 'a', out.arrays.a, true}, {files.b, 'b', out.arrays.b, true}, {files.d, 'd', out.arrays.d, false}};
    for (std::size_t i = 0; i < std::size(rows); ++i) {
        const Row& row = rows[i];
        const auto name = name_for(row.given, files.archive, row.letter);
        if (!name) return Refusal(name.why);
        if (name->empty()) continue;
        const WantedType other = wanted_type(stored);
        const bool is_tried = row.is_operand && other.bits == types[i].bits && other.bits != 0;
        if (is_tried) types[i] = other;
        types[i].as_bytes = stored == kBytes;
        auto read = array_named(*name, types[i]);
        if (!read) return Refusal(read.why);
        const bool is_words = io::extension_of(*name) == "bin";
        if (read->array.bytes.empty())
            return Refusal(*name, is_words ? ": it has 0 bytes; right are" : ": it has no elements; right are",
                           " all elements of the matrix, row by row.");
        if (!row.is_operand && is_words)
            if (const auto fits = fit_a_d(read->array.bytes.size(), chains); !fits)
                return Refusal(*name, ": ", fits.why, ".");
        row.array = std::move(read->array);
        row.array.is_tried = is_tried && read->rounded;
        if (row.is_operand && read->rounded) out.other_types = others_of(types[i], read->may_be_bytes);
    }
    return out;
}

}  // namespace tilescope::autopsy
