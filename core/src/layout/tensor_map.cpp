// core/src/layout/tensor_map.cpp -- the places of a TMA box, the 128 bytes of a CUtensorMap, and its rules.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/formats/tensor_map.h>
#include <tilescope/hw/archs.h>
#include <tilescope/hw/memory.h>
#include <tilescope/layout/tensor_map.h>
#include <tilescope/layout/tensor_map_rules.h>
#include <tilescope/word/codec.h>

#include <algorithm>
#include <array>

namespace tilescope {
namespace {

std::uint32_t per_chunk(const TensorMap& map) { return 8 * kChunkBytes / map.type->container_bits; }

// Returns the bytes from the start of a row to the end of the container of its last element.
std::uint32_t inner_bytes(const TensorMap& map) { return (box_counts(map)[0] * map.type->container_bits + 7) / 8; }

}  // namespace

std::array<std::uint32_t, kTmaMostRank> box_counts(const TensorMap& map) {
    std::array<std::uint32_t, kTmaMostRank> out{1, 1, 1, 1, 1};
    for (unsigned d = 0; d < std::min(map.rank, kTmaMostRank); ++d) {
        // TMA has no step along the inner dimension unless the tensor is interleaved.
        const bool steps = d != 0 || map.interleave != TmaInterleave::none;
        const std::uint32_t step = steps ? std::max(map.steps[d], 1u) : 1;
        out[d] = (map.box[d] + step - 1) / step;
    }
    return out;
}

std::uint32_t box_row_bytes(const TensorMap& map) { return std::max(inner_bytes(map), map.swizzle->width_bytes); }

std::uint64_t box_bytes(const TensorMap& map) {
    const auto counts = box_counts(map);
    std::uint64_t rows = 1;
    for (unsigned d = 1; d < kTmaMostRank; ++d) rows *= counts[d];
    return rows * box_row_bytes(map);
}

std::uint64_t counted_bytes(const TensorMap& map) {
    std::uint64_t elements = 1;
    for (unsigned d = 0; d < std::min(map.rank, kTmaMostRank); ++d) elements *= map.box[d] / map.steps[d];
    return elements * map.type->bits / 8;
}

BitPlace tma_place(const TensorMap& map, std::uint32_t smem, const TmaCoordinates& in_box) {
    const auto counts = box_counts(map);
    std::uint32_t row = 0;
    for (unsigned d = kTmaMostRank - 1; d > 0; --d) row = row * counts[d] + static_cast<std::uint32_t>(in_box[d]);
    const auto inner = static_cast<std::uint32_t>(in_box[0]);
    const std::uint32_t bits = inner % per_chunk(map) * map.type->bits;
    const std::uint32_t linear = smem + row * box_row_bytes(map) + inner / per_chunk(map) * kChunkBytes + bits / 8;
    return {(*map.swizzle)(linear), bits % 8};
}

// ---- the bytes of a map ----

namespace {

// A member of a map. The ids of its fields are this id with a number: that of the dimension.
struct Part {
    std::string_view id;
    std::uint64_t (*get)(const TensorMap& map, unsigned d);
    void (*set)(TensorMap& map, unsigned d, std::uint64_t value);
};

std::uint64_t raw_of(std::span<const NamedValue> names, std::string_view name) {
    const auto found = std::ranges::find(names, name, &NamedValue::name);
    return found == names.end() ? 0 : found->raw;
}

// TFLOAT32 has the code of FLOAT32 and a flag.
std::uint64_t type_code(const TensorMap& map) {
    return raw_of(kTensorMapTypes, map.type->name.substr(map.type->rounds ? 1 : 0));
}
void set_type(TensorMap& map, unsigned, std::uint64_t raw) {
    if (const TmaType* type = find_tma_type(name_in(kTensorMapTypes, raw))) map.type = type;
}
void set_rounds(TensorMap& map, unsigned, std::uint64_t flag) {
    if (flag == 0) return;
    if (const TmaType* type = find_tma_type(say("T", map.type->name))) map.type = type;
}
void set_swizzle(TensorMap& map, unsigned, std::uint64_t raw) {
    if (const TmaSwizzle* swizzle = find_tma_swizzle(name_in(kTensorMapSwizzles, raw))) map.swizzle = swizzle;
}
void set_interleave(TensorMap& map, unsigned, std::uint64_t raw) {
    if (!name_in(kTmaInterleaveNames, raw).empty()) map.interleave = static_cast<TmaInterleave>(raw);
}
void set_stride(TensorMap& map, unsigned d, std::uint64_t value) { map.strides[d - 1] |= value; }
std::uint64_t stride(const TensorMap& map, unsigned d) { return map.strides[d - 1]; }
void set_nothing(TensorMap&, unsigned, std::uint64_t) {}

using Map = TensorMap;
using Value = std::uint64_t;
constexpr Part kParts[] = {
    {"address", [](const Map& m, unsigned) { return m.address; }, [](Map& m, unsigned, Value v) { m.address = v; }},
    {"rank", [](const Map& m, unsigned) -> Value { return m.rank; },
     [](Map& m, unsigned, Value v) { m.rank = std::min(static_cast<unsigned>(v), kTmaMostRank); }},
    {"type", [](const Map& m, unsigned) { return type_code(m); }, set_type},
    {"interleave", [](const Map& m, unsigned) { return static_cast<Value>(m.interleave); }, set_interleave},
    {"swizzle", [](const Map& m, unsigned) { return raw_of(kTensorMapSwizzles, m.swizzle->name); }, set_swizzle},
    {"oob_fill", [](const Map& m, unsigned) -> Value { return m.nan_fill; },
     [](Map& m, unsigned, Value v) { m.nan_fill = v != 0; }},
    {"tf32", [](const Map& m, unsigned) -> Value { return m.type->rounds; }, set_rounds},
    {"l2_promotion", [](const Map& m, unsigned) -> Value { return m.l2_promotion; },
     [](Map& m, unsigned, Value v) { m.l2_promotion = static_cast<unsigned>(v); }},
    {"stride", stride, set_stride},
    {"stride_high", stride, set_stride},
    {"dim", [](const Map& m, unsigned d) { return m.dims[d]; }, [](Map& m, unsigned d, Value v) { m.dims[d] = v; }},
    {"element_stride", [](const Map& m, unsigned d) -> Value { return m.steps[d]; },
     [](Map& m, unsigned d, Value v) { m.steps[d] = static_cast<std::uint32_t>(v); }},
    {"box", [](const Map& m, unsigned d) -> Value { return m.box[d]; },
     [](Map& m, unsigned d, Value v) { m.box[d] = static_cast<std::uint32_t>(v); }},
    {"box_bytes", [](const Map& m, unsigned) { return counted_bytes(m); }, set_nothing},
    {"pattern", [](const Map& m, unsigned) -> Value { return m.swizzle->pattern_bytes; }, set_nothing},
};

// A field of which the meaning is known.
struct KnownField {
    const Field* field;
    const Part* part;
    unsigned d = 0;  // less than the rank, unless the tensor does not have the dimension
};

// "stride1_high": the part stride_high of dimension 1.
constexpr KnownField known(const Field& field) {
    for (const Part& part : kParts) {
        if (field.id == part.id) return {&field, &part};
        for (std::size_t i = 0; i < field.id.size() && field.id.size() == part.id.size() + 1; ++i)
            if (field.id.substr(0, i) == part.id.substr(0, i) && field.id.substr(i + 1) == part.id.substr(i))
                return {&field, &part, static_cast<unsigned>(field.id[i] - '0')};
    }
    return {&field, nullptr};
}

constexpr std::size_t kKnownCount = static_cast<std::size_t>(
    std::ranges::count_if(kTensorMapFields, [](const Field& f) { return f.encoding != Encoding::fixed; }));
constexpr std::array<KnownField, kKnownCount> kKnown = [] {
    std::array<KnownField, kKnownCount> out{};
    std::size_t i = 0;
    for (const Field& f : kTensorMapFields)
        if (f.encoding != Encoding::fixed) out[i++] = known(f);
    return out;
}();
static_assert(std::ranges::find(kKnown, nullptr, &KnownField::part) == kKnown.end(), "a field without a part");

}  // namespace

std::uint64_t get_field(const Field& field, const TensorMapWords& words) {
    return words[field.lsb / 64] >> field.lsb % 64 & bit_mask(field.width);
}

std::string hex_bytes(const TensorMapWords& words) {
    std::string out;
    for (const std::uint64_t word : words)
        for (unsigned byte = 0; byte < 8; ++byte) out += hex(word >> byte * 8 & 0xff, 2).substr(2);
    return out;
}

TensorMap tensor_map_in(const TensorMapWords& words) {
    TensorMap map;
    for (const KnownField& f : kKnown)
        if (f.d < map.rank) f.part->set(map, f.d, value_of(*f.field, get_field(*f.field, words)));
    return map;
}

TensorMapWords words_of(const TensorMap& map) {
    TensorMapWords words{};
    for (const KnownField& f : kKnown) {
        if (f.d >= map.rank) continue;  // the driver writes 0 for dimensions that the tensor does not have
        const std::uint64_t raw = (f.part->get(map, f.d) >> f.field->scale) - f.field->bias;
        words[f.field->lsb / 64] |= (raw & bit_mask(f.field->width)) << f.field->lsb % 64;
    }
    return words;
}

bool is_used(const Field& field, const TensorMap& map) {
    const auto found = std::ranges::find(kKnown, &field, &KnownField::field);
    return found != kKnown.end() && found->d < map.rank;
}

std::vector<Problem> bits_problems(const TensorMapWords& words) {
    std::vector<Problem> out;
    const TensorMapWords driver = words_of(tensor_map_in(words));
    for (const Field& field : kTensorMapFields) {
        const std::uint64_t have = get_field(field, words), want = get_field(field, driver);
        if (have == want) continue;
        Problem p = problem_of(
            kTmaUnknownBits,
            say("bits ", bit_range(field), " are ", hex(have), "; the measured driver writes ", hex(want),
                " for such a map", field.encoding == Encoding::fixed ? ", and what they mean is not known." : "."));
        p.field = std::string(field.id);
        out.push_back(std::move(p));
    }
    return out;
}

bool can_be_tensor_map(const TensorMapWords& words) {
    const TensorMapWords driver = words_of(tensor_map_in(words));
    return std::ranges::all_of(kTensorMapFields, [&](const Field& field) {
        return field.encoding == Encoding::fixed || field.id == "box_bytes" ||
               get_field(field, words) == get_field(field, driver);
    });
}

// ---- the rules of cuTensorMapEncodeTiled ----

namespace {

constexpr std::uint64_t kMostDim = 1ull << 32, kStrideEnd = 1ull << 40, kAddressEnd = 1ull << 57;
constexpr std::uint32_t kMostStep = 8, kPaddedBox = 128;

using Problems = std::vector<Problem>;

template <class... Parts>
void refuse(Problems& out, const RuleInfo& rule, const Parts&... parts) {
    out.push_back(problem_of(rule, say(parts..., ".")));
}

void check_tensor(const TensorMap& map, Problems& out) {
    const bool wide = map.type->padded() || map.interleave == TmaInterleave::b32;
    const unsigned unit = wide ? 32 : 16;
    if (map.address % unit != 0)
        refuse(out, kTmaAddress, "the tensor's address must be a multiple of ", unit, ", not ", hex(map.address));
    if (map.address >= kAddressEnd)
        refuse(out, kTmaFarAddress, "the tensor's address must be below 2^57, not ", hex(map.address));
    for (unsigned d = 0; d < map.rank; ++d)
        if (map.dims[d] == 0 || map.dims[d] > kMostDim)
            refuse(out, kTmaDimension, "dimension ", d, " must have 1 to ", kMostDim, " elements, not ", map.dims[d]);
    for (unsigned d = 1; d < map.rank; ++d) {
        const std::uint64_t stride = map.strides[d - 1];
        if (stride % unit != 0)
            refuse(out, kTmaStride, "the stride of dimension ", d, " must be a multiple of ", unit, " bytes, not ",
                   stride);
        if (stride >= kStrideEnd)
            refuse(out, kTmaFarStride, "the stride of dimension ", d, " must be below ", kStrideEnd, " bytes, not ",
                   stride);
    }
    if (map.nan_fill && !map.type->floats)
        refuse(out, kTmaNanFill, map.type->name,
               " elements outside of the tensor cannot be NaN; the fill must be none");
}

void check_box(const TensorMap& map, std::string_view arch, Problems& out) {
    const std::size_t before = out.size();
    for (unsigned d = 0; d < map.rank; ++d) {
        if (map.box[d] == 0 || map.box[d] > kTmaMostBox)
            refuse(out, kTmaBox, "the box must have 1 to ", kTmaMostBox, " elements along dimension ", d, ", not ",
                   map.box[d]);
        if (map.steps[d] == 0 || map.steps[d] > kMostStep)
            refuse(out, kTmaStep, "the element stride of dimension ", d, " must be 1 to ", kMostStep, ", not ",
                   map.steps[d]);
    }
    const ArchRow* target = arch_named(arch);
    const std::uint64_t most = target ? target->smem->usable_bytes : kSmem.usable_bytes;
    if (out.size() == before && counted_bytes(map) > most)
        refuse(out, kTmaLargeBox, "a box must have at most ", most, " bytes, not ", counted_bytes(map));
    const std::uint64_t inner_bits = std::uint64_t{map.box[0]} * map.type->bits;
    if (!map.type->padded() && inner_bits % 128 != 0)
        refuse(out, kTmaInnerBox, "the inner dimension of the box must be a multiple of 16 bytes, not ", map.box[0],
               " elements of ", map.type->bits, " bits");
}

void check_swizzle(const TensorMap& map, std::string_view arch, Problems& out) {
    const std::uint64_t inner = std::uint64_t{map.box[0]} * map.type->container_bits / 8;
    const TmaSwizzle& s = *map.swizzle;
    if (map.interleave == TmaInterleave::none && s.width_bytes != 0 && inner > s.width_bytes)
        refuse(out, kTmaWideBox, "the inner dimension of a box must be at most ", s.width_bytes, " bytes with swizzle ",
               s.name, ", not ", inner);
    if (map.interleave == TmaInterleave::b32 && s.name != "32B")
        refuse(out, kTmaInterleave32, "interleave 32B requires swizzle 32B by cuda.h, not ", s.name,
               "; the driver that was measured takes it");
    const auto can = [&](Features needs) {
        const ArchRow* target = arch_named(arch);
        return (target ? target->features : Features()).has_all(needs);
    };
    const auto others = [](Features needs) { return targets_with(needs, kNewestEdition); };
    if (s.code == kNoCode)
        refuse(out, kTmaReplaceOnly, "only tensormap.replace can set swizzle ", s.name,
               "; cuTensorMapEncodeTiled has no name for it");
    if (!can(s.needs))
        refuse(out, kTmaNoSwizzle, arch, " has no swizzle ", s.name, "; these targets have it: ", others(s.needs));
    if (!can(map.type->needs()))
        refuse(out, kTmaNoType, arch, " cannot copy ", map.type->name,
               "; these targets can: ", others(map.type->needs()));
}

// What cuda.h demands of the 4- and 6-bit types. No GPU that has them was asked.
void check_packed(const TensorMap& map, Problems& out) {
    const std::string_view name = map.type->name;
    if (!map.type->padded()) {
        if (map.type->bits < 8 && map.dims[0] % 2 != 0)
            refuse(out, kTmaPackedType, name, " tensors must have an even number of elements along dimension 0, not ",
                   map.dims[0]);
        return;
    }
    if (map.dims[0] % kPaddedBox != 0)
        refuse(out, kTmaPackedType, name, " tensors must have a multiple of ", kPaddedBox,
               " elements along dimension 0, not ", map.dims[0]);
    if (map.box[0] != kPaddedBox)
        refuse(out, kTmaPackedType, name, " boxes must have ", kPaddedBox, " elements along dimension 0, not ",
               map.box[0]);
    if (map.interleave != TmaInterleave::none && map.type->bits == 6)
        refuse(out, kTmaPackedType, name, " tensors cannot be interleaved");
    constexpr std::string_view kAllowed[] = {"NONE", "128B", "128B_ATOM_32B"};
    if (std::ranges::find(kAllowed, map.swizzle->name) == std::end(kAllowed))
        refuse(out, kTmaPackedType, name, " requires swizzle NONE, 128B or 128B_ATOM_32B, not ", map.swizzle->name);
}

}  // namespace

std::vector<Problem> check(const TensorMap& map, std::string_view arch) {
    Problems out;
    if (map.rank < 1 || map.rank > kTmaMostRank) {
        refuse(out, kTmaRank, "a tensor must have 1 to ", kTmaMostRank, " dimensions, not ", map.rank);
        return out;
    }
    if (map.interleave != TmaInterleave::none && map.rank < 3)
        refuse(out, kTmaInterleavedRank, "an interleaved tensor must have 3 to ", kTmaMostRank, " dimensions, not ",
               map.rank);
    check_tensor(map, out);
    check_box(map, arch, out);
    check_swizzle(map, arch, out);
    check_packed(map, out);
    std::ranges::stable_sort(out, {}, &Problem::severity);
    return out;
}

Certainty verdict_certainty(std::string_view arch) {
    const ArchRow* target = arch_named(arch);
    return target && chip_of(*target) == kTmaMeasured.measurement()->on->chip ? kTmaMeasured : Certainty::confirmed;
}

bool is_accepted(std::span<const Problem> problems) {
    return std::ranges::find(problems, Severity::error, &Problem::severity) == problems.end();
}

std::optional<Problem> null_address(const TensorMap& map) {
    if (map.address != 0) return {};
    return problem_of(kTmaNullAddress,
                      "the tensor's address is null: some drivers refuse such a map (CUDA_ERROR_INVALID_VALUE, 1), and "
                      "with the others each copy of it fails.");
}

std::optional<Problem> rounding_note(const TensorMap& map) {
    if (!map.type->rounds) return {};
    return problem_of(kTmaRounds, say(map.type->name,
                                      " rounds each f32 to the nearest tf32 while it copies (ties to even). "
                                      "An MMA that reads f32 words, as FLOAT32 copies them, cuts the 13 low "
                                      "bits: the same data gives other products."));
}

}  // namespace tilescope
