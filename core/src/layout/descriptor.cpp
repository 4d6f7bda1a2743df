// core/src/layout/descriptor.cpp -- converts descriptor words to layouts and masks, and back.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/layout/descriptor.h>
#include <tilescope/word/codec.h>

namespace tilescope {
namespace {

// Stores values in the fields of a word. After the first value that a field cannot store, keeps only the reason.
class Writer {
public:
    explicit Writer(const Format& format) : format_(format), word_(blank_word(format)) {}

    void value(std::string_view id, std::uint64_t value) {
        if (!why_.empty()) return;
        const Field& f = field_in(format_, id);
        const auto raw = raw_for(f, value);
        if (!raw) why_ = raw.why;
        if (raw) word_ = set_field(f, word_, *raw);
    }
    // For fields that only some formats have. Without the field, only the value 0 is possible.
    void value_if(std::string_view id, std::uint64_t number) {
        if (find_field(format_, id)) return value(id, number);
        if (number != 0 && why_.empty()) why_ = say(format_.id, " descriptors have no ", id, "; this field must be 0");
    }
    void raw(std::string_view id, std::uint64_t raw) { word_ = set_field(field_in(format_, id), word_, raw); }

    Answer<std::uint64_t> word() const { return why_.empty() ? Answer<std::uint64_t>(word_) : Refusal(why_); }

private:
    const Format& format_;
    std::uint64_t word_;
    std::string why_;
};

}  // namespace

Answer<void> places_elements(const Format& format, std::uint64_t word) {
    const Field& swizzle = field_in(format, "swizzle");
    const std::uint64_t code = get_field(swizzle, word);
    if (!name_in(swizzle.names, code).empty()) return {};
    return Refusal("swizzle code ", code, " is in no manual, so the places of the elements are not known; use ",
                   list_of(swizzle.names, &NamedValue::raw, ", ", " or "));
}

Answer<SmemLayout> layout_of(const Format& format, std::uint64_t word, Major major, const ElementType& type, int rows,
                             int columns, int mma_columns) {
    if (const auto can = places_elements(format, word); !can) return Refusal(can.why);
    const auto raw = [&](std::string_view id) { return raw_or_0(format, word, id); };
    const auto bytes = [&](std::string_view id) {
        return static_cast<std::uint32_t>(value_of(field_in(format, id), raw(id)));
    };
    const SwizzleRow* mode = mode_with_code(*family_reading(format.id), raw("swizzle"));
    return SmemLayout{.mode = mode->mode,
                      .major = major,
                      .type = &type,
                      .start = bytes("start"),
                      .lbo = bytes("lbo"),
                      .sbo = bytes("sbo"),
                      .base_offset = static_cast<unsigned>(raw("base_offset")),
                      .absolute_lbo = raw("lbo_mode") != 0,
                      .rows = rows,
                      .columns = columns,
                      .mma_columns = mma_columns};
}

Answer<SmemLayout> with_word(const SmemLayout& layout, const Format& format, std::uint64_t word) {
    auto out = layout_of(format, word, layout.major, *layout.type, layout.rows, layout.columns, layout.mma_columns);
    if (out) out.value->k_atom = layout.k_atom;
    return out;
}

Answer<std::uint64_t> descriptor_of(const Format& format, const SmemLayout& layout) {
    const SwizzleRow& mode = row_of(layout.mode);
    const int code = mode.*family_reading(format.id)->swizzle;
    if (code == kNoCode)
        return Refusal(format.id, " descriptors have no swizzle mode ", mode.name, "; use none, 32B, 64B or 128B");
    Writer w(format);
    w.value("start", layout.start);
    w.value("lbo", layout.lbo);
    w.value("sbo", layout.sbo);
    w.value_if("base_offset", layout.base_offset);
    w.value_if("lbo_mode", layout.absolute_lbo);
    w.raw("swizzle", static_cast<std::uint64_t>(code));
    return w.word();
}

Answer<std::uint64_t> with_start(const Format& format, std::uint64_t word, const SmemLayout& layout) {
    const Field& start = field_in(format, "start");
    const auto raw = raw_for(start, std::uint64_t{layout.start});
    if (!raw) return raw;
    word = set_field(start, word, *raw);
    if (!layout.absolute_lbo) return word;
    const Field& lbo = field_in(format, "lbo");
    const auto second = raw_for(lbo, std::uint64_t{layout.lbo});
    return second ? set_field(lbo, word, *second) : second;
}

ZeroMask mask_of(const Format& format, std::uint64_t word) {
    ZeroMask m;
    for (unsigned i = 0; i < m.sc.size(); ++i) {
        m.sc[i] = static_cast<unsigned>(get_field(field_in(format, say("sc", i)), word));
        m.fs[i] = get_field(field_in(format, say("fs", i)), word) != 0;
    }
    const auto value = [&](std::string_view id) {
        const Field& f = field_in(format, id);
        return static_cast<unsigned>(value_of(f, get_field(f, word)));
    };
    m.nonzero = value("nonzero") != 0;
    m.skip = value("skip_span");
    m.use = value("use_span");
    m.column_shift = value("column_shift");
    return m;
}

Answer<std::uint64_t> mask_word(const Format& format, const ZeroMask& mask) {
    Writer w(format);
    for (unsigned i = 0; i < mask.sc.size(); ++i) {
        w.value(say("sc", i), mask.sc[i]);
        w.value(say("fs", i), mask.fs[i]);
    }
    w.value("nonzero", mask.nonzero);
    w.value("skip_span", mask.skip);
    w.value("use_span", mask.use);
    w.value("column_shift", mask.column_shift);
    return w.word();
}

}  // namespace tilescope
