// app/io/npy.cpp -- matrices in files: NumPy .npy, one array of a .npz, raw words; those of recipes.
// SPDX-License-Identifier: MIT
#include "app/io/npy.h"

#include "app/io/file.h"
#include "app/io/packing.h"
#include "app/io/row_pool.h"

#include <tilescope/base/say.h>
#include <tilescope/emulator/floats.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <cctype>
#include <charconv>
#include <chrono>
#include <cmath>
#include <filesystem>

namespace tilescope::io {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::uint64_t kMostValues = 1u << 24;
constexpr std::size_t kAlignment = 64;  // of the values in the file

enum class Entry : std::uint8_t { number, whole, raw };

struct Dtype {
    std::string_view descr;
    Entry entry;
    unsigned bytes;
    bool is_signed;  // whole numbers
};
constexpr Dtype kDtypes[] = {
    {"<f2", Entry::number, 2, true}, {"<f4", Entry::number, 4, true}, {"<f8", Entry::number, 8, true},
    {"|b1", Entry::whole, 1, false}, {"|i1", Entry::whole, 1, true},  {"<i2", Entry::whole, 2, true},
    {"<i4", Entry::whole, 4, true},  {"<i8", Entry::whole, 8, true},  {"|u1", Entry::raw, 1, false},
    {"<u2", Entry::raw, 2, false},   {"<u4", Entry::raw, 4, false},
};
const Dtype* find_dtype(std::string_view descr) {
    for (const Dtype& d : kDtypes)
        if (d.descr == descr) return &d;
    return nullptr;
}

std::uint64_t little_endian(std::string_view bytes) {
    std::uint64_t out = 0;
    for (std::size_t i = bytes.size(); i-- > 0;) out = out << 8 | static_cast<unsigned char>(bytes[i]);
    return out;
}

// ---- the header: a Python dictionary as text ----

struct Header {
    std::string descr;
    std::optional<bool> fortran;
    std::optional<std::vector<std::uint64_t>> shape;
};

// Reads {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), } with its keys in any order.
class HeaderReader {
public:
    explicit HeaderReader(std::string_view text) : rest_(text) {}

    Answer<Header> read() {
        if (!eat("{")) return expected("'{'");
        while (!eat("}")) {
            const auto key = quoted();
            if (!key || !eat(":")) return expected("a name in quotes and ':'");
            if (const auto value = read_value(*key); !value) return Refusal(value.why);
            if (!eat(",") && !next_is("}")) return expected("',' or '}'");
        }
        skip();
        if (!rest_.empty()) return expected("the end");
        if (out_.descr.empty() || !out_.fortran || !out_.shape)
            return Refusal("descr, fortran_order or shape is missing in the header");
        return out_;
    }

private:
    void skip() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\r\n"), rest_.size())); }
    bool next_is(std::string_view text) {
        skip();
        return rest_.starts_with(text);
    }
    bool eat(std::string_view text) {
        if (!next_is(text)) return false;
        rest_.remove_prefix(text.size());
        return true;
    }
    Answer<Header> expected(std::string_view what) {
        skip();
        return Refusal("the header ", rest_.empty() ? "ends before " : "has unexpected text instead of ", what);
    }
    std::optional<std::string> quoted() {
        if (!next_is("'") && !next_is("\"")) return {};
        const std::size_t end = rest_.find(rest_.front(), 1);
        if (end == std::string_view::npos) return {};
        std::string out(rest_.substr(1, end - 1));
        rest_.remove_prefix(end + 1);
        return out;
    }

    Answer<void> read_value(std::string_view key) {
        if (key == "shape") return read_shape();
        if (key == "fortran_order") {
            const bool yes = eat("True");
            if (!yes && !eat("False")) return Refusal("the key fortran_order is neither True nor False");
            out_.fortran = yes;
            return {};
        }
        if (key != "descr") return Refusal("the header has a name other than descr, fortran_order and shape");
        if (next_is("[")) return Refusal("the values are records; write numbers");
        const auto text = quoted();
        if (!text || text->empty()) return Refusal("the key descr is not a text");
        out_.descr = *text;
        return {};
    }
    Answer<void> read_shape() {
        if (!eat("(")) return Refusal("the value of the key 'shape' is not a list in parentheses");
        std::vector<std::uint64_t> sizes;
        while (!eat(")")) {
            skip();
            const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), sizes.emplace_back());
            if (error != std::errc()) return Refusal("the value of the key 'shape' has an entry that is not a size");
            rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
            if (!eat(",") && !next_is(")")) return Refusal("the value of the key 'shape' has no closing parenthesis");
        }
        out_.shape = std::move(sizes);
        return {};
    }

    std::string_view rest_;
    Header out_;
};

// Reads the magic, the version and the header, and removes them from `bytes`.
Answer<Header> take_header(std::string_view& bytes) {
    if (!bytes.starts_with(kMagic)) return Refusal("not a .npy file: it does not begin with \\x93NUMPY");
    bytes.remove_prefix(kMagic.size());
    if (bytes.size() < 2) return Refusal("the file ends inside the header");
    const unsigned version = static_cast<unsigned char>(bytes[0]);
    if (version < 1 || version > 3 || bytes[1] != 0)
        return Refusal("version ", version, ".", static_cast<unsigned>(little_endian(bytes.substr(1, 1))),
                       " of the format is unknown; use 1.0, 2.0 or 3.0");
    bytes.remove_prefix(2);
    const std::size_t width = version == 1 ? 2 : 4;
    if (bytes.size() < width) return Refusal("the file ends inside the header");
    const std::uint64_t length = little_endian(bytes.substr(0, width));
    bytes.remove_prefix(width);
    if (bytes.size() < length) return Refusal("the file ends inside the header");
    const std::string_view text = bytes.substr(0, length);
    bytes.remove_prefix(length);
    return HeaderReader(text).read();
}

// ---- values ----

// The type of the words that are read or written.
struct Target {
    std::string_view id;
    const FloatFormat* number;
    const IntegerType* integer;

    explicit Target(std::string_view type) : id(type), number(find_float(type)), integer(find_integer(type)) {}
    unsigned bits() const { return number != nullptr ? number->bits : integer->bits; }
    unsigned bytes() const { return bits() <= 8 ? 1 : bits() / 8; }
    // A scale factor is a whole byte, even if the hardware ignores a bit of the byte.
    unsigned raw_bits() const { return number != nullptr && !number->is_signed ? 8 : bits(); }
};

Answer<std::uint32_t> refuse_value(std::string_view value, const Target& type) {
    const unsigned value_bits = type.integer->bits - type.integer->is_signed;
    const std::int64_t most = (std::int64_t{1} << value_bits) - 1;
    return Refusal("is ", value, "; ", type.id, " has whole numbers from ", type.integer->is_signed ? -most - 1 : 0,
                   " to ", most);
}

Answer<std::uint32_t> integer_word(std::int64_t value, const Target& type) {
    const unsigned value_bits = type.integer->bits - type.integer->is_signed;
    const std::int64_t end = std::int64_t{1} << value_bits;
    if (value >= end || value < (type.integer->is_signed ? -end : 0)) return refuse_value(say(value), type);
    return static_cast<std::uint32_t>(value) & static_cast<std::uint32_t>(bit_mask(type.integer->bits));
}

double number_of(std::uint64_t bits, const Dtype& dtype) {
    if (dtype.bytes == 8) return std::bit_cast<double>(bits);
    if (dtype.bytes == 4) return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    return value_of_word(*find_float("f16"), static_cast<std::uint32_t>(bits));
}

Answer<std::uint32_t> from_number(std::uint64_t bits, const Dtype& dtype, const Target& type) {
    const auto word = static_cast<std::uint32_t>(bits);
    const bool as_f32 = type.id == "f32" || type.id == "tf32";
    if ((type.id == "f16" && dtype.bytes == 2) || (as_f32 && dtype.bytes == 4)) return word;
    const double value = number_of(bits, dtype);
    if (type.number != nullptr) return word_in_memory(*type.number, value);
    if (!std::isfinite(value) || value != std::trunc(value) || std::abs(value) > 0x1p40) {
        char text[32];
        const auto end = std::to_chars(text, text + sizeof text, value).ptr;
        return refuse_value({text, static_cast<std::size_t>(end - text)}, type);
    }
    return integer_word(static_cast<std::int64_t>(value), type);
}

Answer<std::uint32_t> word_from(std::uint64_t bits, const Dtype& dtype, const Target& type) {
    if (dtype.entry == Entry::number) return from_number(bits, dtype, type);
    if (dtype.entry == Entry::raw && type.number != nullptr && dtype.bytes == type.bytes()) {
        if (bits >> type.raw_bits() == 0) return static_cast<std::uint32_t>(bits);
        return Refusal("is ", hex(bits), "; a raw word of ", type.id, " has ", type.raw_bits(), " bits");
    }
    const unsigned spare = 64 - 8 * dtype.bytes;
    const std::int64_t value =
        dtype.is_signed ? static_cast<std::int64_t>(bits << spare) >> spare : static_cast<std::int64_t>(bits);
    if (type.number != nullptr) return word_in_memory(*type.number, static_cast<double>(value));
    return integer_word(value, type);
}

// The matrix of a file; one dimension is a row.
struct Matrix {
    const Dtype* dtype;
    unsigned rows, columns;
    bool fortran;
    std::string_view bytes;  // its values

    std::uint64_t bits_at(std::size_t row, std::size_t column) const {
        const std::size_t index = fortran ? column * rows + row : row * columns + column;
        return little_endian(bytes.substr(index * dtype->bytes, dtype->bytes));
    }
    // Calls see(bits, row, column) for each value, row by row, until it returns false.
    void each(const auto& see) const {
        for (std::size_t row = 0; row < (columns == 0 ? 0 : rows); ++row)  // an empty array may have millions of rows
            for (std::size_t column = 0; column < columns; ++column)
                if (!see(bits_at(row, column), row, column)) return;
    }
};

// Refuses a file whose values are not a matrix.
Answer<Matrix> matrix_in(std::string_view bytes) {
    const auto header = take_header(bytes);
    if (!header) return Refusal(header.why);
    const std::vector<std::uint64_t>& shape = *header->shape;
    const Dtype* dtype = find_dtype(header->descr);
    if (dtype == nullptr)
        return Refusal("the values have an unknown type; use one of: ", list_of(kDtypes, &Dtype::descr));
    if (shape.empty() || shape.size() > 2)
        return Refusal("the array has ", shape.size(), " dimensions; use one or two");
    const std::uint64_t rows = shape.size() == 2 ? shape[0] : 1, columns = shape.back();
    if (rows > kMostValues || columns > kMostValues || rows * columns > kMostValues)
        return Refusal("the array has ", rows, " x ", columns, " values; the limit is ", kMostValues);
    const std::uint64_t expected = rows * columns * dtype->bytes;
    if (bytes.size() != expected)
        return Refusal("the file has ", bytes.size(), " bytes of values; ", rows, " x ", columns, " values of ",
                       dtype->descr, " have ", expected);
    return Matrix{dtype, static_cast<unsigned>(rows), static_cast<unsigned>(columns), *header->fortran, bytes};
}

const Dtype& dtype_for(const Target& type) {
    const std::string_view descr = type.id == "f32"    ? "<f4"
                                   : type.id == "f16"  ? "<f2"
                                   : type.id == "s32"  ? "<i4"
                                   : type.id == "s8"   ? "|i1"
                                   : type.bytes() == 1 ? "|u1"
                                   : type.bytes() == 2 ? "<u2"
                                                       : "<u4";
    return *find_dtype(descr);
}

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
        return Refusal(name, ": has ", words.size(), " bytes, and ", size.rows, " x ", size.columns, " words of ",
                       size.type, " have ", bytes, ".");
    out.replace(out.size() - bytes, bytes, words);
    return out;
}

}  // namespace

Answer<RecipeWords> npy_from_bytes(std::string_view bytes, std::string_view type) {
    using Out = Answer<RecipeWords>;
    const Target target(type);
    if (target.number == nullptr && target.integer == nullptr)
        return Refusal("a .npy file has no values of the type '", type, "'");
    const auto matrix = matrix_in(bytes);
    if (!matrix) return Refusal(matrix.why);
    RecipeWords out{matrix->rows, matrix->columns, {}};
    out.words.reserve(std::size_t{out.rows} * out.columns);
    std::string why;
    matrix->each([&](std::uint64_t bits, std::size_t row, std::size_t column) {
        const auto word = word_from(bits, *matrix->dtype, target);
        if (word) return out.words.push_back(*word), true;
        return why = say("value (", row, ", ", column, ") ", word.why), false;
    });
    return why.empty() ? Out(std::move(out)) : Refusal(why);
}

Answer<std::vector<double>> npy_numbers(std::string_view bytes) {
    const auto matrix = matrix_in(bytes);
    if (!matrix) return Refusal(matrix.why);
    const Dtype& dtype = *matrix->dtype;
    if (dtype.entry != Entry::number) return Refusal("the values have the type ", dtype.descr, ", no numbers");
    std::vector<double> out;
    out.reserve(std::size_t{matrix->rows} * matrix->columns);
    matrix->each(
        [&](std::uint64_t bits, std::size_t, std::size_t) { return out.push_back(number_of(bits, dtype)), true; });
    return out;
}

Answer<NpyKind> npy_kind(std::string_view bytes) {
    const auto matrix = matrix_in(bytes);
    if (!matrix) return Refusal(matrix.why);
    return NpyKind{std::string(matrix->dtype->descr), matrix->rows, matrix->columns};
}

std::string npy_to_bytes(const RecipeWords& matrix, std::string_view type) {
    const Target target(type);
    assert((target.number != nullptr || target.integer != nullptr) && "the type exists");
    assert(matrix.words.size() == std::size_t{matrix.rows} * matrix.columns && "one word for each element");
    const Dtype& dtype = dtype_for(target);
    std::string header = say("{'descr': '", dtype.descr, "', 'fortran_order': False, 'shape': (", matrix.rows, ", ",
                             matrix.columns, "), }");
    constexpr std::size_t kBefore = 10, kLineEnd = 1;  // magic, version and length; the line feed
    const std::size_t used = kBefore + header.size() + kLineEnd;
    header.append((kAlignment - used % kAlignment) % kAlignment, ' ');
    header += '\n';
    std::string out = say(kMagic, '\x01', '\0', static_cast<char>(header.size() & 0xff),
                          static_cast<char>(header.size() >> 8), header);
    for (const std::uint32_t word : matrix.words)
        for (unsigned i = 0; i < dtype.bytes; ++i) out += static_cast<char>(word >> 8 * i & 0xff);
    return out;
}

Answer<void> save_npy(const std::string& path, const RecipeWords& matrix, std::string_view type) {
    return write_text(path, npy_to_bytes(matrix, type));
}

bool is_array_name(std::string_view path) {
    const std::string extension = extension_of(file_of_array(path));
    return extension == "npy" || extension == "npz";
}

std::string file_of_array(std::string_view name) { return std::string(name.substr(0, colon_in(name))); }

ArrayText array_bytes(const std::string& name, const RecipeSize& size) {
    const std::size_t colon = colon_in(name);
    auto bytes = read_file_text(file_of_array(name), kMostNpyBytes);
    if (!bytes) return bytes;
    if (colon == name.npos) return extension_of(name) == "bin" ? with_header(name, *bytes, size) : bytes;
    auto array = zip_file(*bytes, name.substr(colon + 1) + std::string(kArray), kMostNpyBytes);
    return array ? array : Refusal(name, ": ", array.why, ".");
}

Answer<RecipeWords> load_array(const std::string& name, const RecipeSize& size) {
    const auto bytes = array_bytes(name, size);
    if (!bytes) return Refusal(bytes.why);
    auto out = npy_from_bytes(*bytes, size.type);
    return out ? out : Refusal(name, ": ", out.why, ".");
}

ArrayText array_in(const std::string& archive, char letter) {
    const auto bytes = read_file_text(archive, kMostNpyBytes);
    if (!bytes) return bytes;
    const auto names = zip_names(*bytes);
    if (!names) return Refusal(archive, ": ", names.why, ".");
    for (const char c : {letter, static_cast<char>(std::toupper(static_cast<unsigned char>(letter)))})
        if (std::ranges::find(*names, c + std::string(kArray)) != names->end()) return say(archive, ':', c);
    return std::string();
}

// ---- the model of a session whose recipes can name files

namespace {

std::string in_folder(const std::string& folder, const std::string& name) {
    return (std::filesystem::path(folder) / name).string();
}

}  // namespace

Answer<RecipeFiles> read_recipe_files(const Derived& derived, const std::string& folder) {
    RecipeFiles out;
    for (const RecipeRow& row : kRecipes) {
        const Recipe& recipe = derived.session.recipe_of(row.of);
        const RecipeSize size = recipe_size(derived, row.of);
        if (recipe.kind != RecipeKind::file || size.rows == 0) continue;
        if (recipe.file.empty())
            return Refusal(row.title, ": the recipe has no file name; give a .npy file of ", size.rows, " x ",
                           size.columns, " values.");
        auto words = load_array(in_folder(folder, recipe.file), size);
        if (!words) return Refusal(row.title, ": ", words.why);
        out[static_cast<std::size_t>(row.of)] = std::move(*words);
    }
    return out;
}

JobAnswer job_with_files(const Derived& derived, const std::string& folder) {
    const Answer<RecipeFiles> files = read_recipe_files(derived, folder);
    if (!files) return JobAnswer(Refusal(files.why));
    JobAnswer job = emulator_job(derived, *files);
    const std::string& memory = derived.session.recorded.memory;
    if (!job || memory.empty()) return job;
    const auto bytes = load_array(in_folder(folder, memory), {.type = "s32"});
    if (!bytes) return JobAnswer(Refusal("recorded shared memory: ", bytes.why));
    job->memory.assign(bytes->words.begin(), bytes->words.end());
    return job;
}

void compare_with_recorded(Results& results, const std::string& folder) {
    const std::string& file = results.session.recorded.d;
    if (file.empty() || !results.emulation) return;
    const Emulation& model = *results.emulation;
    const auto d = load_array(in_folder(folder, file), {.type = model.d_type, .rows = model.m, .columns = model.n});
    auto compared = d ? compare_d(model, d->words) : Answer<LiveComparison>(Refusal("recorded D: ", d.why));
    results.not_recorded = compared.why;
    results.recorded = std::move(compared.value);
}

Results emulated(const Derived& derived, const std::string& folder, bool with_repairs, EmulatorTools tools,
                 std::atomic<unsigned>* rows) {
    const auto begin = std::chrono::steady_clock::now();
    RowPool pool;
    if (!tools.loop) tools.loop = pool.loop();
    const auto job_of = [&](const Derived& d) { return job_with_files(d, folder); };
    Results out{.state = ResultState::refused};
    JobAnswer job = job_of(derived);
    if (!job) {
        out.refused = std::move(job.why);
        out.refused_at = job.at;
        return out;
    }
    if (rows != nullptr) *rows = rows_of(*job);
    Answer<Emulation> made = emulate(*job, tools);
    if (!made) {
        out.refused = std::move(made.why);
        return out;
    }
    for (std::string& note : notes_of(derived, *job)) made->notes.push_back(std::move(note));
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
    out.milliseconds = took.count();
    if (with_repairs)
        out.repairs = repairs_of(derived, *job, *made, {.job = job_of, .loop = tools.loop, .stop = tools.stop});
    out.state = ResultState::done;
    out.job = std::move(*job);
    out.session = derived.session;
    out.sums = range_of_sums(*made);
    out.emulation = std::move(*made);
    out.revision = derived.revision;
    compare_with_recorded(out, folder);
    return out;
}

}  // namespace tilescope::io
