// app/io/tensor_map_file.cpp -- reads and writes tensor maps as JSON. A refusal names the key with the error.
// SPDX-License-Identifier: MIT
#include "app/io/tensor_map_file.h"
#include "app/io/file.h"
#include "app/io/json_reader.h"

#include <tilescope/base/number.h>
#include <tilescope/base/say.h>

#include <span>
#include <utility>

namespace tilescope::io {
namespace {

// The largest values that are read. They are far above the limits of the driver, and cause no overflow later.
constexpr std::uint64_t kMostDim = 1ull << 40, kMostStride = 1ull << 40, kMostBox = 1024, kMostStep = 64,
                        kMostOrigin = 1ull << 30, kMostAddress = ~0ull, kMostSmem = 0xffffffff;

struct TensorMapReader {
    Json left;        // the keys that are not read yet
    std::string why;  // the first error

    void refuse(std::string sentence) {
        if (why.empty()) why = std::move(sentence);
    }

    // Takes the value of a key out of `left`. Returns null if the key is missing. A key with a text in `needed_as` is
    // required: if it is missing, reports an error with this text.
    Json take(const char* key, std::string_view needed_as = {}) {
        const auto found = left.find(key);
        if (found == left.end()) {
            if (!needed_as.empty()) refuse(say("the key ", key, " is missing; give ", needed_as));
            return nullptr;
        }
        Json value = *found;
        left.erase(found);
        return value;
    }

    std::uint64_t number(std::string_view key, const Json& j, std::uint64_t most) {
        const bool text = j.is_string(), whole = j.is_number_unsigned();
        const auto value = text    ? parse_number(j.get<std::string>())
                           : whole ? Answer<std::uint64_t>(j.get<std::uint64_t>())
                                   : Answer<std::uint64_t>::refuse("not a number");
        if (value && *value <= most) return *value;
        refuse(say(key, ": ", shown(j), " is not a number from 0 to ", most));
        return 0;
    }

    // Reads `count` numbers into `out`. If `count` is 0, reads as many as there are, up to the size of `out`. Returns
    // the number of numbers.
    template <class T>
    std::size_t list(const char* key, const Json& j, std::span<T> out, std::size_t count, std::uint64_t most) {
        if (j.is_null()) return 0;
        const bool fits = j.is_array() && (count != 0 ? j.size() == count : j.size() >= 1 && j.size() <= out.size());
        if (!fits) {
            refuse(count != 0
                       ? say(key, ": ", shown(j), " is not a list of ", count, count == 1 ? " number" : " numbers")
                       : say(key, ": ", shown(j), " is not a list of 1 to ", out.size(),
                             " numbers, the inner dimension first"));
            return 0;
        }
        for (std::size_t i = 0; i < j.size(); ++i) out[i] = static_cast<T>(number(key, j[i], most));
        return j.size();
    }

    // Returns the row with this name. The name may have the prefix of cuda.h.
    template <class Row>
    const Row* name(const char* key, const Json& j, std::span<const Row> rows, std::string_view prefix) {
        if (j.is_null()) return nullptr;
        std::string have = j.is_string() ? clipped(j.get<std::string>()) : shown(j);
        if (have.starts_with(prefix)) have.erase(0, prefix.size());
        std::string known;
        for (const Row& row : rows) {
            if (j.is_string() && have == row.name) return &row;
            known += say(known.empty() ? "" : ", ", row.name);
        }
        refuse(say(key, ": '", have, "' is unknown; use one of: ", known));
        return nullptr;
    }
};

void read_names(TensorMapReader& in, TensorMap& map) {
    const Json type = in.take("type", "a CUtensorMapDataType, as in \"BFLOAT16\"");
    if (const auto* row = in.name("type", type, std::span<const TmaType>(kTmaTypes), "CU_TENSOR_MAP_DATA_TYPE_"))
        map.type = row;
    const Json swizzle = in.take("swizzle", "a CUtensorMapSwizzle, as in \"128B\"");
    if (const auto* row =
            in.name("swizzle", swizzle, std::span<const TmaSwizzle>(kTmaSwizzles), "CU_TENSOR_MAP_SWIZZLE_"))
        map.swizzle = row;
    const Json lanes = in.take("interleave");
    if (const auto* row =
            in.name("interleave", lanes, std::span<const NamedValue>(kTmaInterleaveNames), "CU_TENSOR_MAP_INTERLEAVE_"))
        map.interleave = static_cast<TmaInterleave>(row->raw);
}

void read_sizes(TensorMapReader& in, TensorMap& map) {
    const Json dims = in.take(
        "dims", "a list with the number of elements in each dimension, 1 to 5 dimensions, the inner dimension first");
    const std::size_t rank = in.list("dims", dims, std::span<std::uint64_t>(map.dims), 0, kMostDim);
    if (rank == 0) return;
    map.rank = static_cast<unsigned>(rank);
    const Json box = in.take("box", "a list with the box size, in elements, for each dimension in dims");
    in.list("box", box, std::span<std::uint32_t>(map.box), rank, kMostBox);
    const Json steps = in.take("element_strides");
    in.list("element_strides", steps, std::span<std::uint32_t>(map.steps), rank, kMostStep);
    const Json strides =
        in.take("strides", "a list with the stride, in bytes, for each dimension in dims except the first");
    if (rank > 1) in.list("strides", strides, std::span<std::uint64_t>(map.strides), rank - 1, kMostStride);
    if (rank == 1 && !strides.is_null() && !(strides.is_array() && strides.empty()))
        in.refuse("strides: a tensor of one dimension has no strides; write []");
}

void read_places(TensorMapReader& in, TmaCopy& copy) {
    if (const Json j = in.take("address"); !j.is_null()) copy.map.address = in.number("address", j, kMostAddress);
    if (const Json j = in.take("smem"); !j.is_null())
        copy.smem = static_cast<std::uint32_t>(in.number("smem", j, kMostSmem));
    std::array<int, 2> origin{};
    in.list("origin", in.take("origin"), std::span<int>(origin), 2, kMostOrigin);
    copy.first = {origin[0], origin[1]};
}

}  // namespace

Answer<TmaCopy> tensor_map_from_text(std::string_view text) {
    using Copy = Answer<TmaCopy>;
    auto json = read_json(text);
    if (!json) return Copy::refuse(json.why);
    if (!json->is_object())
        return Copy::refuse(
            say("this is not a tensor map: ", shown(*json), " is not an object {\"type\": ..., \"dims\": ...}"));
    TensorMapReader in{std::move(*json), {}};
    TmaCopy copy;
    read_names(in, copy.map);
    read_sizes(in, copy.map);
    read_places(in, copy);
    if (in.why.empty() && !in.left.empty())
        in.refuse(
            say("a tensor map has no field '", clipped(in.left.begin().key()),
                "'; the fields are type, swizzle, interleave, address, dims, strides, box, element_strides, smem, "
                "origin"));
    return in.why.empty() ? Copy(copy) : Copy::refuse(in.why);
}

std::string tensor_map_to_text(const TmaCopy& copy) {
    const TensorMap& map = copy.map;
    Json out = {{"type", map.type->name},
                {"swizzle", map.swizzle->name},
                {"interleave", kTmaInterleaveNames[static_cast<std::size_t>(map.interleave)].name},
                {"address", hex(map.address)}};
    Json dims = Json::array(), strides = Json::array(), box = Json::array(), steps = Json::array();
    for (unsigned d = 0; d < map.rank && d < kTmaMostRank; ++d) {
        dims.push_back(map.dims[d]);
        box.push_back(map.box[d]);
        steps.push_back(map.steps[d]);
        if (d > 0) strides.push_back(map.strides[d - 1]);
    }
    out["dims"] = dims;
    out["strides"] = strides;
    out["box"] = box;
    out["element_strides"] = steps;
    out["smem"] = hex(copy.smem);
    out["origin"] = {copy.first.row, copy.first.column};
    return out.dump();
}

Answer<TmaCopy> load_tensor_map(const std::string& path) {
    const Answer<std::string> text = read_text(path);
    if (!text) return Answer<TmaCopy>::refuse(text.why);
    const Answer<TmaCopy> copy = tensor_map_from_text(*text);
    return copy ? copy : Answer<TmaCopy>::refuse(say(path, ": ", copy.why));
}

}  // namespace tilescope::io
