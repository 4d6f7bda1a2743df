// core/src/notation/field_readers.cpp -- reads fields in a line or a sentence, and the layouts that texts state.
// SPDX-License-Identifier: MIT
//
//     lbo=1 sbo=64 swizzle=128B
//     // layout 0: descriptor lbo=1 sbo=64 layout_type=2 ; K-block advance = ki*2
//     print("reference: LBO=1 SBO=64 ltype=2")
#include "fields.h"
#include "readers.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/layout/descriptor.h>
#include <tilescope/notation/cute.h>
#include <tilescope/notation/triton_layout.h>

namespace tilescope::notation {
namespace {

// Their bits are unknown until the text sets them.
constexpr std::string_view kPlacing[] = {"start", "lbo", "sbo", "swizzle"};

struct Setting {
    const Field* field;
    std::string_view text;
};

// "lbo=1 sbo=64 swizzle=128B": every piece sets a field of the descriptor. There are at least two pieces, and one of
// them sets start, lbo, sbo or swizzle.
std::vector<Setting> settings_in(const Format& format, std::string_view text) {
    std::vector<Setting> out;
    bool places = false;
    for (const std::string_view comma : split(text, ','))
        for (const std::string_view piece : split(comma, ' ')) {
            const std::size_t equals = piece.find('=');
            if (piece.empty()) continue;
            if (equals == piece.npos) return {};
            const std::string id = lower(trimmed(piece.substr(0, equals)));
            const Field* f = find_field(format, id);
            if (f == nullptr || equals + 1 == piece.size()) return {};
            places |= is_in(kPlacing, f->id);
            out.push_back({f, piece.substr(equals + 1)});
        }
    if (!places || out.size() < 2) out.clear();
    return out;
}

// Whether the numbers are in 16-byte units, not in bytes. A small number that is not a multiple of 16 can only be in
// units; then all numbers are.
bool in_units(const std::vector<Setting>& settings) {
    return std::ranges::any_of(settings, [](const Setting& s) {
        const auto n = parse_number(s.text);
        return s.field->encoding == Encoding::number && s.field->unit == "bytes" && n && *n < 1024 && *n % 16 != 0;
    });
}

std::string note_of_units(bool units) {
    return units ? "built from the fields, which are in 16-byte units" : "built from the fields, which are in bytes";
}

constexpr std::int64_t kUnit = 16;  // bytes of one unit of an encoded address or stride

struct RunSetting {
    std::string_view field, name, value;
    TextSpan span;  // in the line
};

// "sbo=64" or "sbo: 64" at the start of a word. Code has spaces before '=', and reads its variables itself.
std::optional<RunSetting> setting_at(std::string_view line, std::size_t begin) {
    const std::size_t name_end = end_of_word(line, begin);
    const std::string_view name = line.substr(begin, name_end - begin);
    if (name_end + 1 >= line.size()) return std::nullopt;
    const bool colon = line[name_end] == ':' && line[name_end + 1] == ' ';
    const bool equals = line[name_end] == '=' && line[name_end + 1] != '=';
    if (!colon && !equals) return std::nullopt;
    const std::size_t value = name_end + (colon ? 2 : 1), end = end_of_word(line, value);
    constexpr std::string_view kBehind = " ,;.)]}|`\"";
    const bool ends = end == line.size() || kBehind.find(line[end]) != kBehind.npos;
    const std::string_view field = field_of_member(name);
    if (end == value || !ends || field.empty()) return std::nullopt;
    return RunSetting{field, name, line.substr(value, end - value), {begin, end}};
}

bool only_separators(std::string_view gap) { return gap.size() <= 3 && gap.find_first_not_of(" ,;|/") == gap.npos; }

const RunSetting* setting_of(const std::vector<RunSetting>& run, std::string_view field) {
    return row_with(run, field, &RunSetting::field);
}

// A run that describes a layout: the stride, and the other stride or the mode.
bool is_layout(const std::vector<RunSetting>& run) {
    return setting_of(run, "sbo") != nullptr &&
           (setting_of(run, "lbo") != nullptr || setting_of(run, "swizzle") != nullptr);
}

std::vector<std::vector<RunSetting>> runs_in(std::string_view line) {
    std::vector<std::vector<RunSetting>> out;
    for (std::size_t at = 0; at < line.size();) {
        if (!is_word_char(line[at])) {
            ++at;
            continue;
        }
        const auto one = setting_at(line, at);
        const std::size_t word_end = end_of_word(line, at);
        at = one ? one->span.end : word_end;
        if (!one) continue;
        const bool joins =
            !out.empty() && setting_of(out.back(), one->field) == nullptr &&
            only_separators(line.substr(out.back().back().span.end, one->span.begin - out.back().back().span.end));
        if (!joins) out.emplace_back();
        out.back().push_back(*one);
    }
    std::erase_if(out, [](const auto& run) { return !is_layout(run); });
    return out;
}

bool is_address(std::string_view field) { return field == "start" || field == "lbo" || field == "sbo"; }

// "128B", "SW128", "SWIZZLE_128B" as the tables write it.
std::string mode_named(std::string_view text) {
    std::string out = lower(text);
    for (const std::string_view prefix : {"swizzle_", "swizzle", "sw"})
        if (out.starts_with(prefix) && out.size() > prefix.size()) {
            out.erase(0, prefix.size());
            break;
        }
    if (!out.empty() && is_digit(out[0]) && !out.ends_with("b")) out += 'b';
    if (out.ends_with("b")) out.back() = 'B';
    return out;
}

// The value that the field stores, or no value: the text does not determine it.
std::optional<std::uint64_t> stored(const RunSetting& s, const Format& format, bool units, bool format_known) {
    const Answer<Number> n = read_number(s.value);
    if (s.field == "swizzle" && (!n || n->value > 7)) {
        const auto word = with_field(format, 0, s.field, mode_named(s.value));
        return word ? std::optional(get_field(field_in(format, s.field), *word)) : std::nullopt;
    }
    // The codes of the modes are different for wgmma.
    if (!n || (s.field == "swizzle" && n->value != 0 && n->value < 4 && !format_known)) return std::nullopt;
    return is_address(s.field) && !units ? n->value / kUnit : n->value;
}

void find_run(Work& work, const std::vector<RunSetting>& run, std::size_t line_begin) {
    const bool units = std::ranges::any_of(run, [](const RunSetting& s) {
        const Answer<Number> n = read_number(s.value);
        const bool code = s.field == "swizzle" && n && n->value != 0 && n->value < 8;  // as the word has it
        return code || (is_address(s.field) && n && n->value % kUnit != 0);
    });
    const bool format_known = work.hints.wgmma || work.hints.tcgen05;
    const Format& format = work.format(work.hints.wgmma ? "wgmma" : "smem");
    std::vector<FieldValue> fields;
    for (const RunSetting& s : run)
        if (const auto value = stored(s, format, units, format_known)) fields.push_back({s.name, {*value, 0, 64}});
    const auto word = word_of_struct(work, fields, work.hints.wgmma ? "gmma" : "tcgen05");
    if (!word || word->role != PasteRole::smem || word->cut) return;
    work.find({.span = {line_begin + run.front().span.begin, line_begin + run.back().span.end},
               .reader = ReadBy::fields,
               .bits = word->bits,
               .role = PasteRole::smem,
               .note = note_of_units(units),
               .hopper = work.hints.wgmma,
               .tcgen05 = work.hints.tcgen05,
               .remark = true});
}

// The line of a fragment has the K step, and no word.
void read_fragment_line(Work& work, std::string_view line) {
    const auto fragment = parse_fragment(line);
    if (!fragment || !fragment->k_mode || fragment->k_step.extent <= 1) return;
    work.steps.push_back(
        {work.span_of(line), fragment->name.empty() ? "the fragment" : fragment->name, fragment->k_step.stride});
    work.fragments += say(work.fragments.empty() ? "" : " ", sentence_of(*fragment));
}

void add_find(Work& work, std::string_view part, bool hopper, PasteRole role, Bits bits, std::string note) {
    Find f{work.span_of(part), ReadBy::triton, bits, "", role, std::move(note)};
    f.hopper = hopper;
    f.remark = hopper && role == PasteRole::smem;  // no instruction of the text has this operand
    const auto same = std::ranges::find_if(work.finds, [&](const Find& row) {
        return row.reader == f.reader && row.role == f.role && row.bits == f.bits && row.hopper == f.hopper;
    });
    if (same != work.finds.end())
        ++same->merged;
    else
        work.find(std::move(f));
}

// Triton's layout of an operand determines the high half of its descriptors.
void add_high_half(Work& work, const TritonShared& shared, std::string_view part, bool hopper, PasteRole role) {
    const auto high = triton_high_half(shared, work.format(hopper ? "wgmma" : "smem"));
    if (!high) return;
    add_find(work, part, hopper, role, {std::uint64_t{*high} << 32, bit_mask(32), 64},
             say("from the layout: swizzlingByteWidth = ", shared.swizzle_bytes));
}

// A layout of bits has all strides. Only the start is unknown, and lbo where Triton is free to write anything.
void add_linear(Work& work, const TritonMemdesc& memory, std::string_view part, bool hopper, Operand operand,
                std::string_view element_format) {
    const Format& format = work.format(hopper ? "wgmma" : "smem");
    const ElementType* type = triton_type(memory, element_format);
    if (type == nullptr) return;
    const auto tile = triton_tile(memory, operand, *type);
    if (!tile) return;
    const SmemLayout slice = triton_slice(*tile, 0);
    const auto word = descriptor_of(format, slice);
    if (!word) return;
    std::uint64_t unknown = mask_of(field_in(format, "start"));
    if (use_of_lbo(slice).use != StrideUse::walked) unknown |= mask_of(field_in(format, "lbo"));
    add_find(work, part, hopper, pick(operand, PasteRole::smem_a, PasteRole::smem_b), {*word & ~unknown, unknown, 64},
             say("from the layout: ", name_of(slice.major), ", ", row_of(slice.mode).name));
}

void add_operand(Work& work, const TritonMma& mma, Operand operand, std::string_view line) {
    const auto& memory = pick(operand, mma.a, mma.b);
    if (!memory) return;
    if (const auto* shared = std::get_if<TritonShared>(&memory->encoding))
        add_high_half(work, *shared, line, mma.hopper, pick(operand, PasteRole::smem_a, PasteRole::smem_b));
    if (std::holds_alternative<TritonLinear>(memory->encoding))
        add_linear(work, *memory, line, mma.hopper, operand, pick(operand, mma.a_type, mma.b_type));
}

// The layouts that Gluon's Python makes.
void read_gluon(Work& work) {
    constexpr std::string_view kClass = "NVMMASharedLayout";
    constexpr std::size_t kLongest = 4096;
    const bool hopper = work.context.hopper || work.hints.wgmma;
    for (std::size_t at = work.text.find(kClass); at != work.text.npos; at = work.text.find(kClass, at + 1)) {
        std::string_view call;
        const auto encoding = parse_gluon_layout(work.text.substr(at, kLongest), &call);
        const auto* shared = encoding ? std::get_if<TritonShared>(&*encoding) : nullptr;
        if (shared != nullptr) add_high_half(work, *shared, call, hopper, PasteRole::smem);
    }
}

}  // namespace

bool read_fields(Work& work, const Line& line) {
    if (line.text.find('=') == line.text.npos) return false;
    const Format& format = work.format("smem");
    const std::vector<Setting> settings = settings_in(format, line.text);
    if (settings.empty()) return false;
    const bool units = in_units(settings);
    Bits bits{blank_word(format), 0, 64};
    for (const std::string_view id : kPlacing) bits.unknown |= mask_of(field_in(format, id));
    for (const Setting& s : settings) {
        const bool raw = units && s.field->unit == "bytes";
        if (const auto next = with_field(format, bits.value, s.field->id, say(raw ? "raw:" : "", s.text))) {
            bits = {*next, bits.unknown & ~mask_of(*s.field), 64};
            continue;
        }
        work.refuse(s.text, say("the field '", s.field->id, "' cannot store ", excerpt(s.text),
                                raw ? " units of 16 bytes" : ""));
        return true;
    }
    work.find({.span = work.span_of(line.text),
               .reader = ReadBy::fields,
               .bits = bits,
               .note = note_of_units(units),
               .ask = !units});
    return true;
}

void read_field_runs(Work& work) {
    for (const std::string_view line : Lines(work.text))
        for (const auto& run : runs_in(line))
            if (!work.full) find_run(work, run, offset_in(work.text, line));
}

void read_layout_texts(Work& work) {
    read_gluon(work);
    const bool fragments = work.text.find("DescriptorIterator") != work.text.npos;
    const bool triton =
        work.text.find("nvmma_shared") != work.text.npos || work.text.find("shared_linear") != work.text.npos;
    if (!fragments && !triton) return;
    const std::vector<TritonAlias> aliases = triton ? triton_aliases(work.text) : std::vector<TritonAlias>();
    bool any_mma = false;
    for (std::string_view rest = work.text; !rest.empty();) {
        const std::string_view line = trimmed(take_triton_operation(rest));
        if (fragments && line.find("DescriptorIterator") != line.npos) read_fragment_line(work, line);
        if (!triton) continue;
        const auto mma = parse_triton_mma(line, aliases);
        if (!mma) continue;
        any_mma = true;
        for (const Operand o : kBothOperands) add_operand(work, *mma, o, line);
    }
    if (any_mma || !triton) return;
    const bool hopper = work.context.hopper || work.hints.wgmma;
    for (const std::string_view whole : Lines(work.text)) {
        const std::string_view line = trimmed(whole);
        const auto alias = parse_triton_encoding(line);
        const auto* shared = alias && alias->encoding ? std::get_if<TritonShared>(&*alias->encoding) : nullptr;
        if (shared != nullptr) add_high_half(work, *shared, line, hopper, PasteRole::smem);
    }
}

}  // namespace tilescope::notation
