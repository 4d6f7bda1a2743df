// app/io/tensor_map_file.cpp -- reads and writes tensor maps as JSON. A refusal names the key with the error.
// SPDX-License-Identifier: MIT
#include "app/io/json.h"
#include "app/io/session_file.h"

#include <tilescope/base/number.h>
#include <tilescope/base/say.h>
#include <tilescope/base/text.h>
#include <tilescope/notation/tensor_maps.h>

#include <algorithm>

namespace tilescope::io {
namespace {

// The largest values that are read.
struct Limits {
    std::uint64_t dim, stride, box, step;
};
// Far above the limits of the driver, and without an overflow later; and all that cuTensorMapEncodeTiled can be given.
constexpr Limits kUsable = {1ull << 40, 1ull << 40, 1024, 64}, kAny = {~0ull, ~0ull, 0xffffffff, 0xffffffff};
constexpr std::uint64_t kMostAddress = ~0ull, kMostSmem = 0xffffffff;

std::uint64_t code_of(const TmaType& type) { return type.code; }
std::uint64_t code_of(const TmaSwizzle& swizzle) { return static_cast<std::uint64_t>(swizzle.code); }
std::uint64_t code_of(const NamedValue& value) { return value.raw; }

struct TensorMapReader : JsonMembers {
    bool any;  // reads all numbers that a call can have
    Limits limits = any ? kAny : kUsable;

    // Reads `count` numbers of a member into `out`. If `count` is 0, reads as many as there are, up to the size of
    // `out`. Returns the number of numbers.
    std::size_t list(const char* key, const Json& j, auto& out, std::size_t count, std::uint64_t most) {
        if (j.is_null()) return 0;
        const bool fits = j.is_array() && (count != 0 ? j.size() == count : j.size() >= 1 && j.size() <= out.size());
        if (!fits) {
            refuse(count != 0
                       ? say(key, ": ", shown(j), " is not a list of ", count, count == 1 ? " number" : " numbers")
                       : say(key, ": ", shown(j), " is not a list of 1 to ", out.size(),
                             " numbers, the inner dimension first"));
            return 0;
        }
        for (std::size_t i = 0; i < j.size(); ++i)
            out[i] = static_cast<std::remove_reference_t<decltype(out[i])>>(number_in(j[i], key, most));
        return j.size();
    }

    // Returns the row with the name or the code that a member has. The name may have the prefix of cuda.h. Of an
    // enumeration that has short names here, `is_short`, it may also have all that cuda.h writes around them: L2_128B,
    // NAN_REQUEST_ZERO_FMA.
    template <class Row, std::size_t count>
    const Row* name(const char* key, const Row (&rows)[count], std::string_view prefix, bool is_short = false,
                    std::string_view needed_as = {}) {
        const Json j = take(key, needed_as);
        if (j.is_null()) return nullptr;
        std::string have = j.is_string() ? clipped(j.get<std::string>()) : shown(j);
        std::string_view bare = have;
        if (bare.starts_with(prefix)) bare.remove_prefix(prefix.size());
        if (is_short && bare.starts_with("L2_")) bare.remove_prefix(3);
        if (is_short) bare = bare.substr(0, bare.find('_'));
        for (const Row& row : rows) {
            const bool named = is_short ? lower(bare) == lower(row.name) : bare == row.name;
            if (j.is_string() ? named : j.is_number_unsigned() && j.get<std::uint64_t>() == code_of(row)) return &row;
        }
        note(unknown_name(say(key, ": '", have, "' is unknown; use one of: ", list_of(rows, &Row::name))));
        return nullptr;
    }
};

void read_names(TensorMapReader& in, TensorMap& map) {
    if (const auto* row =
            in.name("type", kTmaTypes, "CU_TENSOR_MAP_DATA_TYPE_", false, "a CUtensorMapDataType, as in \"BFLOAT16\""))
        map.type = row;
    if (const auto* row =
            in.name("swizzle", kTmaSwizzles, "CU_TENSOR_MAP_SWIZZLE_", false, "a CUtensorMapSwizzle, as in \"128B\""))
        map.swizzle = row;
    if (const auto* row = in.name("interleave", kTmaInterleaveNames, "CU_TENSOR_MAP_INTERLEAVE_"))
        map.interleave = static_cast<TmaInterleave>(row->raw);
    if (const auto* row = in.name("oob_fill", kTmaFillNames, "CU_TENSOR_MAP_FLOAT_OOB_FILL_", true))
        map.nan_fill = row->raw != 0;
    if (const auto* row = in.name("l2_promotion", kTmaL2Names, "CU_TENSOR_MAP_L2_PROMOTION_", true))
        map.l2_promotion = static_cast<unsigned>(row->raw);
}

void read_sizes(TensorMapReader& in, TensorMap& map) {
    const Json dims = in.take(
        "dims", "a list with the number of elements in each dimension, 1 to 5 dimensions, the inner dimension first");
    if (in.any && dims.is_array() && (dims.empty() || dims.size() > kTmaMostRank)) {
        for (const char* key : {"box", "element_strides", "strides"}) in.take(key);
        map.rank = static_cast<unsigned>(dims.size());  // check() refuses it
        return;
    }
    const std::size_t rank = in.list("dims", dims, map.dims, 0, in.limits.dim);
    if (rank == 0) return;
    map.rank = static_cast<unsigned>(rank);
    const Json box = in.take("box", "a list with the box size, in elements, for each dimension in dims");
    in.list("box", box, map.box, rank, in.limits.box);
    in.list("element_strides", in.take("element_strides"), map.steps, rank, in.limits.step);
    const Json strides =
        in.take("strides", "a list with the stride, in bytes, for each dimension in dims except the first");
    if (rank > 1) in.list("strides", strides, map.strides, rank - 1, in.limits.stride);
    if (rank == 1 && !strides.is_null() && !(strides.is_array() && strides.empty()))
        in.refuse("strides: a tensor of one dimension has no strides; write []");
}

void read_places(TensorMapReader& in, TmaCopy& copy) {
    if (const Json j = in.take("address"); !j.is_null()) copy.map.address = in.number_in(j, "address", kMostAddress);
    if (const Json j = in.take("smem"); !j.is_null())
        copy.smem = static_cast<std::uint32_t>(in.number_in(j, "smem", kMostSmem));
    // The numbers can be negative: the tile can begin outside of the tensor.
    const Json origin = in.take("origin");
    if (origin.is_null()) return;
    const auto place = with_text(copy, TmaMember::origin, origin.is_array() ? origin.dump() : shown(origin));
    if (place) copy.first = place->first;
    if (!place) in.refuse(place.why);
}

}  // namespace

Answer<TmaCopy> tensor_map_from_text(std::string_view text, TmaNumbers numbers, bool* new_name) {
    auto json = read_json(text);
    if (!json || !json->is_object()) {
        const std::vector<FoundTensorMap> found = tensor_maps_in(text);
        if (found.size() > 1)
            return Refusal("this text has ", found.size(), " tensor maps; give a text with one of them");
        if (!found.empty()) return TmaCopy{.map = found[0].map};
        if (!json) return Refusal(json.why);
        return Refusal("this is not a tensor map: ", shown(*json), " is not an object {\"type\": ..., \"dims\": ...}");
    }
    TensorMapReader in{{std::move(*json)}, numbers == TmaNumbers::any};
    TmaCopy copy;
    read_names(in, copy.map);
    read_sizes(in, copy.map);
    read_places(in, copy);
    if (!in.left.empty())
        in.note(unknown_name(
            say("a tensor map has no field '", in.unread(),
                "'; the fields are type, swizzle, interleave, address, dims, strides, box, element_strides, oob_fill, "
                "l2_promotion, smem, origin")));
    if (new_name != nullptr) *new_name = in.fault.new_name;
    return in.fault ? Refusal(in.fault.why) : Answer<TmaCopy>(copy);
}

std::string tensor_map_to_text(const TmaCopy& copy) {
    const TensorMap& map = copy.map;
    Json out = {{"type", map.type->name},
                {"swizzle", map.swizzle->name},
                {"interleave", kTmaInterleaveNames[static_cast<std::size_t>(map.interleave)].name},
                {"address", hex(map.address)}};
    const unsigned rank = std::min(map.rank, kTmaMostRank);
    const auto first = [](const auto& all, unsigned count) {
        return Json(std::vector(all.begin(), all.begin() + count));
    };
    out["dims"] = first(map.dims, rank);
    out["strides"] = first(map.strides, std::max(rank, 1u) - 1);
    out["box"] = first(map.box, rank);
    out["element_strides"] = first(map.steps, rank);
    if (map.nan_fill) out["oob_fill"] = name_in(kTmaFillNames, 1);
    if (map.l2_promotion != 0) out["l2_promotion"] = name_in(kTmaL2Names, map.l2_promotion);
    out["smem"] = hex(copy.smem);
    out["origin"] = {copy.first.row, copy.first.column};
    return out.dump();
}

}  // namespace tilescope::io
