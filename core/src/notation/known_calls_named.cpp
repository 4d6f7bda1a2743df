// core/src/notation/known_calls_named.cpp -- builds words from calls whose arguments have the names of fields.
// SPDX-License-Identifier: MIT
#include "known_calls.h"

#include <tilescope/base/text.h>
#include <tilescope/formats/formats.h>
#include <tilescope/word/codec.h>

namespace tilescope::notation {
namespace {

// M and N, if the call states them in elements. Some functions take them divided by 16 and 8; then M is below 32.
std::optional<std::uint64_t> elements(const CallArgument* given) {
    return given != nullptr && given->bits.unknown == 0 ? std::optional(given->bits.value) : std::nullopt;
}
bool put_shape(const Format& format, const CallArgument* m, const CallArgument* n, Bits& word) {
    constexpr std::uint64_t kSmallest = 32;
    const auto rows = elements(m), columns = elements(n);
    if (rows && *rows < kSmallest) return false;
    const bool clear = rows || (columns && *columns > kSmallest);
    const auto put = [&](std::string_view id, const CallArgument* given, std::optional<std::uint64_t> value) {
        const Field* f = find_field(format, id);
        if (f == nullptr || given == nullptr) return true;
        const std::uint64_t code = value.value_or(0) >> f->scale;
        word.value = set_field(*f, word.value, code);
        word.unknown = set_field(*f, word.unknown, value ? 0 : bit_mask(f->width));
        return code <= bit_mask(f->width) && code << f->scale == value.value_or(0);
    };
    return put("m", m, rows) && put("n", n, clear ? columns : std::nullopt);
}

}  // namespace

std::optional<StructWord> word_of_named_arguments(const Work& work, std::string_view function,
                                                  const std::vector<CallArgument>& arguments) {
    constexpr std::size_t kFewestNames = 3;
    const std::string name = lower(function);
    const bool makes = name.find("desc") != name.npos || name.find("instr") != name.npos;
    const Format* dense = idesc_format("f16", work.options.edition);
    if (!makes || dense == nullptr) return std::nullopt;
    std::vector<FieldValue> fields;
    const CallArgument *m = nullptr, *n = nullptr;
    for (const CallArgument& a : arguments) {
        const std::string key = lower(a.key);
        if (key == "m")
            m = &a;
        else if (key == "n")
            n = &a;
        else if (!key.empty() && !key.starts_with("m_dim") && !key.starts_with("n_dim"))  // in elements or divided
            fields.push_back({a.key, a.bits});
    }
    if (fields.size() < kFewestNames) return std::nullopt;
    auto out = word_of_struct(work, fields);
    if (!out || out->role != PasteRole::idesc || out->cut) return std::nullopt;
    if (!put_shape(*dense, m, n, out->bits)) return std::nullopt;
    out->kinds = kinds_named_in(function);
    out->note = "from the names of the arguments";
    return out;
}

}  // namespace tilescope::notation
