// tests/fuzz/fields_fuzz.cpp -- fields: encode after decode gives the same word, and printed values read back.
// SPDX-License-Identifier: MIT
//
// Input: the index of a format (1 byte), the index of a field (1 byte), a word (8 bytes, little-endian), the text for
// the field (the rest).
#include "tests/fuzz/fuzz.h"

#include <tilescope/base/say.h>
#include <tilescope/formats/formats.h>
#include <tilescope/word/codec.h>

namespace tilescope::fuzz {
namespace {

constexpr std::size_t kHead = 10;  // bytes before the text

const Format& format_at(unsigned char index) {
    const auto first = all_formats(Edition::v9_1), second = all_formats(Edition::v9_4);
    const std::size_t i = index % (first.size() + second.size());
    return i < first.size() ? *first[i] : *second[i - first.size()];
}

// A stored value reads back from both of its texts: raw:N and its value.
std::string wrong_texts(const Field& f, std::uint64_t raw) {
    const auto stored = raw_for(f, say("raw:", raw));
    if (!stored || *stored != raw) return say(f.id, ": raw:", raw, " does not read back as ", raw);
    const std::string text = text_of(f, raw);
    const bool has_meaning = f.encoding != Encoding::one_of || !name_in(f.names, raw).empty();
    if (text.empty()) return say(f.id, ": the text for ", raw, " is empty");
    if (f.encoding == Encoding::fixed || !has_meaning) return {};
    const auto again = raw_for(f, std::string_view(text));
    if (!again) return say(f.id, ": '", text, "' is refused: ", again.why);
    if (*again != raw) return say(f.id, ": '", text, "' is read as ", *again, "; expected ", raw);
    return {};
}

// with_field() changes only the named field.
std::string wrong_edit(const Format& format, const Field& f, std::uint64_t word, std::string_view text) {
    const auto edited = with_field(format, word, f.id, text);
    if (!edited) return wrong_sentence(edited.why);
    const std::vector<FieldChange> changes = differences(format, word, *edited);
    for (const FieldChange& change : changes)
        if (change.field->id != f.id) return say(f.id, "=", text, " changes ", change.field->id);
    if (changes.empty() != (word == *edited))
        return say(f.id, "=", text, ": either the words or the fields differ, not both");
    return {};
}

}  // namespace

std::string check_fields(std::string_view bytes) {
    if (bytes.size() < kHead) return {};
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
    const Format& format = format_at(byte(0));
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < 8; ++i) word |= std::uint64_t{byte(2 + i)} << 8 * i;
    word &= bit_mask(format.bits);
    const Decoded decoded = decode(format, word);
    if (encode(decoded) != word) return say(format.id, ": ", hex(word), " is encoded as ", hex(encode(decoded)));
    if (decoded.raw.size() != format.fields.size())
        return say(format.id, ": the decoded word has too few or too many fields");
    for (std::size_t i = 0; i < format.fields.size(); ++i) {
        const std::string wrong = wrong_texts(format.fields[i], decoded.raw[i]);
        if (!wrong.empty()) return say(format.id, " ", hex(word), ": ", wrong);
    }
    return wrong_edit(format, format.fields[byte(1) % format.fields.size()], word, bytes.substr(kHead));
}

}  // namespace tilescope::fuzz
