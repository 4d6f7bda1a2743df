// app/io/session_file.cpp -- reads and writes sessions, with the list of fields in describe() of core, and TMA copies.
// SPDX-License-Identifier: MIT
#include "app/io/session_file.h"
#include "app/io/json.h"

#include <tilescope/base/number.h>
#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/base/text.h>
#include <tilescope/document/describe.h>
#include <tilescope/document/edit.h>
#include <tilescope/formats/formats.h>
#include <tilescope/hw/archs.h>
#include <tilescope/notation/tensor_maps.h>
#include <tilescope/word/problem.h>

#include <algorithm>

namespace tilescope::io {
namespace {

constexpr int kVersion = 1;

// Writes words as "0x..." text, because JSON readers that use doubles would lose the low bits of a number.
struct SessionWriter {
    Json out;
    void operator()(const char* key, std::uint64_t word) { out[key] = hex(word); }
    void operator()(const char* key, unsigned number) { out[key] = number; }
    void operator()(const char* key, const std::optional<unsigned>& number) {
        if (number) out[key] = *number;
    }
    void operator()(const char* key, bool flag) { out[key] = flag; }
    void operator()(const char* key, const std::string& text) { out[key] = text; }
    void operator()(const char* key, Edition e) { out[key] = name_of(e); }
    void operator()(const char* key, const std::optional<TmaCopy>& copy) {
        if (copy) out[key] = *read_json(tensor_map_to_text(*copy));
    }
    void operator()(const char* key, const Focus& focus) { out[key] = text_of(focus); }
    void name(const char* key, auto value, std::span<const NamedValue> names) {
        out[key] = name_in(names, static_cast<std::uint64_t>(value));
    }
    void all_bits(const char* key, std::uint32_t number) { out[key] = number; }
    void list(const char* key, std::span<const std::uint32_t> numbers) {
        Json& all = out[key] = Json::array();
        for (const std::uint32_t n : numbers) all.push_back(hex(n));
    }
    void list(const char* key, const OperandPair<std::uint32_t>& pair) { list(key, std::array{pair.a, pair.b}); }
    void part(const char* key, const auto& member) {
        SessionWriter inner{Json::object()};
        describe_part(inner, member);
        out[key] = std::move(inner.out);
    }
    template <class Member>
    void part_unless_empty(const char* key, const Member& member) {
        if (member != Member{}) part(key, member);
    }
    void unless_off(const char* key, bool flag) {
        if (flag) operator()(key, flag);
    }
    void unless_zero(const char* key, auto number) {
        if (number != 0) operator()(key, number);
    }
};

// A missing key keeps its default. An unknown key is a fault that names the key.
struct SessionReader : JsonMembers {
    void operator()(const char* key, std::uint64_t& word) {
        with(key, [&](const Json& j) { take_answer(key, parse_number(text_or_dump(j)), word); });
    }
    void operator()(const char* key, unsigned& number) {
        with(key, [&](const Json& j) { number = static_cast<unsigned>(number_in(j, key, 0x7fffffff)); });
    }
    void all_bits(const char* key, std::uint32_t& number) {
        with(key, [&](const Json& j) { number = static_cast<std::uint32_t>(number_in(j, key, 0xffffffff)); });
    }
    void list(const char* key, std::span<std::uint32_t> numbers) {
        with(key, [&](const Json& j) {
            if (!j.is_array() || j.size() != numbers.size())
                return refuse(key, ": ", shown(j), " is not a list of ", numbers.size(), " numbers");
            for (std::size_t i = 0; i < numbers.size(); ++i)
                numbers[i] = static_cast<std::uint32_t>(number_in(j[i], key, 0xffffffff));
        });
    }
    void list(const char* key, OperandPair<std::uint32_t>& pair) {
        std::array both{pair.a, pair.b};
        list(key, both);
        pair = {both[0], both[1]};
    }
    void part(const char* key, auto& member) {
        with(key, [&](const Json& j) {
            if (!j.is_object()) return refuse(key, ": ", shown(j), " is not an object");
            SessionReader inner{{j}};
            describe_part(inner, member);
            if (inner.fault) return note(std::move(inner.fault).inside(say(key, ": ")));
            note(inner.rest_of(key));
        });
    }
    void part_unless_empty(const char* key, auto& member) { part(key, member); }
    void unless_zero(const char* key, auto& number) { operator()(key, number); }
    void unless_off(const char* key, bool& flag) { operator()(key, flag); }
    void operator()(const char* key, std::optional<unsigned>& number) {
        unsigned value = 0;
        const std::size_t before = left.size();
        operator()(key, value);
        if (left.size() != before) number = value;
    }
    void operator()(const char* key, bool& flag) {
        with(key, [&](const Json& j) { take_value(key, j, j.is_boolean(), "true or false", flag); });
    }
    void operator()(const char* key, std::string& text) {
        with(key, [&](const Json& j) { take_value(key, j, j.is_string(), "a text", text); });
    }
    void operator()(const char* key, Edition& edition) {
        with(key, [&](const Json& j) {
            const Answer<Edition> e = find_edition(text_or_dump(j));
            if (e)
                edition = *e;
            else
                note(unknown_name(e.why));
        });
    }
    void operator()(const char* key, Focus& focus) {
        with(key, [&](const Json& j) { take_answer(key, focus_from(text_or_dump(j)), focus); });
    }
    void operator()(const char* key, std::optional<TmaCopy>& copy) {
        with(key, [&](const Json& j) {
            bool new_name = false;
            const Answer<TmaCopy> read = tensor_map_from_text(j.dump(), TmaNumbers::usable, &new_name);
            copy = read.value;
            if (!read) note({say(key, ": ", read.why), new_name});
        });
    }
    template <class Enum>
    void name(const char* key, Enum& value, std::span<const NamedValue> names) {
        with(key, [&](const Json& j) {
            for (const NamedValue& n : names)
                if (j.is_string() && j.get<std::string>() == n.name) return void(value = static_cast<Enum>(n.raw));
            note(
                unknown_name(say(key, ": ", shown(j), " is unknown; use one of: ", list_of(names, &NamedValue::name))));
        });
    }

    static std::string text_or_dump(const Json& j) { return j.is_string() ? j.get<std::string>() : j.dump(); }
    template <class T>
    void take_answer(const char* key, const Answer<T>& answer, T& value) {
        if (answer) return void(value = *answer);
        refuse(key, ": ", answer.why);
    }
    template <class T>
    void take_value(const char* key, const Json& j, bool is_one, std::string_view form, T& value) {
        if (is_one) return void(value = j.get<T>());
        refuse(key, ": ", shown(j), " is not ", form);
    }
    void with(const char* key, auto read) {
        if (left.contains(key)) read(take(key));
    }
    // That something of the object `what` was not read.
    JsonFault rest_of(std::string_view what) const {
        return left.empty() ? JsonFault() : unknown_name(say("the object ", what, " has no field '", unread(), "'"));
    }
};

JsonFault fault_of(const OperandImage& image) {
    if (image.type.empty() || find_type(image.type)) return {};
    return unknown_name(say("type: '", excerpt(image.type),
                            "' is unknown; remove the key type to use the type from the words, or use one of: ",
                            list_of(kElementTypes, &ElementType::id)));
}

// A distance that two start addresses of 14 bits can have.
bool is_distance(std::uint32_t bytes) { return bytes % kPieceStep == 0 && bytes < kPieceStep << 14; }

JsonFault fault_of(const TilePieces& pieces) {
    for (const Operand o : kBothOperands) {
        if (const unsigned count = pieces.count[o]; count < 1 || count > kMostPieces)
            return {say(pick(o, "m", "n"), " must be 1 to ", kMostPieces, ", not ", count)};
        if (!is_distance(pieces.distance[o]))
            return {say(pick(o, "distance_a", "distance_b"), " must be a multiple of 16 below 262144, not ",
                        pieces.distance[o])};
    }
    return {};
}

// Refuses values that the types of the members allow, but a session does not.
JsonFault fault_of(const Session& s) {
    if (const auto arch = find_arch(s.arch, s.edition); !arch) return {arch.why, arch_named(s.arch) == nullptr};
    const auto kinds = kinds_of(s.edition);
    if (std::ranges::find(kinds, s.variant.kind) == kinds.end())
        return unknown_name(say("kind: '", excerpt(s.variant.kind), "' is unknown; use one of: ", list_of(kinds),
                                " (PTX ", name_of(s.edition), ")"));
    if (s.variant.cta_group != 1 && s.variant.cta_group != 2)
        return {say("cta_group must be 1 or 2, not ", s.variant.cta_group)};
    if (s.variant.scale_block != 0 && s.variant.scale_block != 16 && s.variant.scale_block != 32)
        return {say("scale_block must be 0 (the default of the kind), 16 or 32, not ", s.variant.scale_block)};
    if (const std::string& c = s.variant.collector; !c.empty() && !is_collector(c))
        return unknown_name(say("collector: '", excerpt(c),
                                "' is unknown; write a buffer (a; for .ws: b0, b1, b2 or b3), followed by "
                                "::fill, ::use, ::lastuse or ::discard, such as a::fill"));
    if (s.variant.scale_d.value_or(0) > kMostScaleD)
        return {say("scale_d must be 0 to ", kMostScaleD, ", not ", *s.variant.scale_d)};
    if (s.tile_k < 8 || s.tile_k > 1024) return {say("tile_k must be 8 to 1024, not ", s.tile_k)};
    if (s.pieces.all() != 1 && !family_of(s).pieces)
        return {say("pieces: ", s.arch, " has no wgmma, and only a tile of wgmma has pieces")};
    if (auto fault = fault_of(s.pieces)) return std::move(fault).inside("pieces: ");
    for (const std::uint32_t step : {s.atom_step.a, s.atom_step.b})
        if (!is_distance(step)) return {say("an atom_step must be a multiple of 16 below 262144, not ", step)};
    if (s.mask.n < 1 || s.mask.n > 256) return {say("mask_n must be 1 to 256, not ", s.mask.n)};
    for (const Operand o : kBothOperands)
        if (auto fault = fault_of(s.image_of(o))) return std::move(fault).inside(pick(o, "image_a: ", "image_b: "));
    for (const unsigned first : {s.run.scale_first.a, s.run.scale_first.b})
        if (first > kMostScaleFirst) return {say("run: scale_first must be 0 to ", kMostScaleFirst, ", not ", first)};
    if (s.word(WordId::idesc) >> 32) return {say("idesc has 32 bits; ", hex(s.word(WordId::idesc)), " has more bits")};
    if (s.unknown_bits(WordId::idesc) >> 32)
        return {say("unknown: idesc has 32 bits; ", hex(s.unknown_bits(WordId::idesc)), " has more bits")};
    return {};
}

template <class Describe>
JsonFault read_object(Json json, std::string_view what, Describe describe_all) {
    if (!json.is_object()) return {say(what, ": ", shown(json), " is not an object")};
    SessionReader reader{{std::move(json)}};
    describe_all(reader);
    reader.note(reader.rest_of(what));
    return reader.fault;
}

// Reads a session. If the file has no image of an operand, the memory is as the words read it. If the file has no type
// of an image, the type is that of the words.
JsonFault read_session(Json json, const char* what, Session& session) {
    const OperandPair<bool> no_image = {!json.contains("image_a"), !json.contains("image_b")};
    const bool has_run = json.contains("run");
    for (const Operand o : kBothOperands) session.image[o].type.clear();
    if (auto fault = read_object(std::move(json), what, [&](SessionReader& io) { describe(io, session); }))
        return fault;
    if (auto fault = fault_of(session)) return fault;
    for (const WordRow& row : kWords)  // an unknown bit has no value, whatever the word in the file has there
        session.words[static_cast<std::size_t>(row.word)] &= ~session.unknown_bits(row.word);
    session = apply_edit(session, SetAssumed{session.assumed});
    const MmaRun run = session.run;
    for (const Operand o : kBothOperands)
        if (no_image[o]) follow_words(session, o);
    name_types(session);
    if (has_run) session.run = run;
    return {};
}

JsonFault read_file(Json json, SessionFile& file) {
    const Json view_state = taken_from(json, "look"), reference = taken_from(json, "reference");
    if (auto fault = read_session(std::move(json), "session", file.session)) return fault;
    if (!view_state.is_null()) {
        file.view_state.emplace();
        const auto describe_all = [&](SessionReader& io) { describe_view_state(io, *file.view_state); };
        if (auto fault = read_object(view_state, "look", describe_all)) return fault;
    }
    if (reference.is_null()) return {};
    if (!file.view_state) file.view_state.emplace();
    return read_session(reference, "reference", file.view_state->reference.emplace());
}

// ---- TMA copies

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

std::string session_to_text(const SessionFile& file) {
    SessionWriter whole{{{"tilescope", kVersion}}}, view_state{Json::object()}, reference{Json::object()};
    describe(whole, file.session);
    if (file.view_state) {
        describe_view_state(view_state, *file.view_state);
        whole.out["look"] = view_state.out;
    }
    if (file.view_state && file.view_state->reference) {
        describe(reference, *file.view_state->reference);
        whole.out["reference"] = reference.out;
    }
    return text_of_json(whole.out);
}

Answer<SessionFile> session_from_text(std::string_view text, const std::stop_token& stop, bool* new_name) {
    auto read = read_json(text, 1, stop);
    if (!read) return Refusal(read.why);
    Json& json = *read;
    if (!json.is_object()) return Refusal("this is not a session: the document is not an object");
    const auto version = json.find("tilescope");
    if (version == json.end()) return Refusal("this is not a session: it has no \"tilescope\" key");
    if (!version->is_number_integer() || *version != kVersion)
        return Refusal("this session has version ", shown(*version), "; this program reads version ", kVersion);
    json.erase(version);
    SessionFile file;
    const JsonFault fault = read_file(std::move(json), file);
    if (new_name != nullptr) *new_name = fault.new_name;
    return fault ? Refusal(fault.why) : Answer<SessionFile>(std::move(file));
}

Answer<SessionFile> load_session(const std::string& path) {
    const Answer<std::string> text = read_text(path);
    if (!text) return Refusal(text.why);
    const Answer<SessionFile> file = session_from_text(*text);
    if (!file) return Refusal(path, ": ", file.why, ".");
    return file;
}

Answer<void> save_session(const std::string& path, const SessionFile& file) {
    return write_text(path, session_to_text(file));
}

// ---- TMA copies

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
