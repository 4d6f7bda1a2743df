// core/src/code/parts.cpp -- what the texts of all targets share: the words by field, the operands, and the lines.
// SPDX-License-Identifier: MIT
#include "parts.h"

#include <tilescope/document/instruction.h>
#include <tilescope/hw/families.h>
#include <tilescope/hw/kinds.h>

#include <algorithm>

namespace tilescope::code {
namespace {

constexpr std::size_t kWidth = 100, kNoteColumn = 48;
constexpr std::string_view kWordNames[kWordCount] = {"a_desc", "b_desc", "idesc", "zero_mask"};
constexpr std::string_view kParameterNames[kWordCount] = {"a_", "b_", "idesc_", "mask_"};

bool is_in_text(const Derived& d, const WordView& view) {
    if (!is_read(d, view.id)) return false;
    return view.id != WordId::zcm || (view.decoded.word | view.unknown) != 0;
}

WordPart part_of(const WordView& view) {
    const auto at = static_cast<std::size_t>(view.id);
    WordPart out{.view = &view, .name = std::string(kWordNames[at]), .fields = {}};
    for (const Field& f : view.format->fields) {
        const bool open = view.unknown_in(f) != 0;
        out.fields.push_back(
            {&f, get_field(f, view.decoded.word), open ? say(kParameterNames[at], f.id) : std::string()});
    }
    return out;
}

// The strides that the layout walks must be those of the atoms. A stride that the layout ignores can have any value.
Answer<void> has_strides_of(const OperandTile& tile, const SmemLayout& layout) {
    const SmemLayout& atoms = tile.layout;
    if (layout.absolute_lbo) return Refusal("lbo is an absolute address");
    if (atoms_of_one_instruction(layout) > 1)
        return Refusal(
            "one instruction reads more than one atom along K, and needs the distance in lbo; libraries store 16 there "
            "(CUTLASS make_gmma_desc and make_umma_desc @7107b055)");
    if (layout.base_offset != 0) return Refusal("base_offset is ", layout.base_offset, ", and tiles of atoms have 0");
    if (use_of_sbo(layout).use == StrideUse::walked && atoms.sbo != layout.sbo)
        return Refusal("sbo is ", layout.sbo, " bytes, and atoms without gaps have ", atoms.sbo);
    if (use_of_lbo(layout).use == StrideUse::walked && atoms.lbo != layout.lbo)
        return Refusal("lbo is ", layout.lbo, " bytes, and atoms without gaps have ", atoms.lbo);
    return {};
}

}  // namespace

bool WordPart::open() const { return std::ranges::any_of(fields, &FieldPart::open); }

const FieldPart* WordPart::part(std::string_view field) const {
    for (const FieldPart& p : fields)
        if (p.field->id == field) return &p;
    return nullptr;
}

std::uint64_t WordPart::raw(std::string_view field) const {
    const FieldPart* p = part(field);
    return p != nullptr ? p->raw : 0;
}

std::vector<WordPart> words_of(const Derived& derived) {
    std::vector<WordPart> out;
    for (const WordView& view : derived.words)
        if (is_in_text(derived, view)) out.push_back(part_of(view));
    return out;
}

const WordPart* word_in(const std::vector<WordPart>& words, WordId id) {
    const auto found = std::ranges::find(words, id, [](const WordPart& w) { return w.view->id; });
    return found == words.end() ? nullptr : &*found;
}

std::string parameters_of(const WordPart& word, std::string first, const ParameterStyle& style) {
    const std::string parameters = list_of(word.fields, [&](const FieldPart& p) {
        if (!p.open() || (!style.start && p.field->id == "start")) return std::string();
        if (!style.fixed && p.field->encoding == Encoding::fixed) return std::string();
        return style.type != nullptr ? say(style.type(word, p), " ", p.parameter) : p.parameter;
    });
    return say(first, first.empty() || parameters.empty() ? "" : ", ", parameters);
}

std::optional<LboAddress> lbo_address(const WordPart& word) {
    const FieldPart *mode = word.part("lbo_mode"), *start = word.part("start"), *lbo = word.part("lbo");
    if (mode == nullptr || start == nullptr || lbo == nullptr || (!mode->open() && mode->raw == 0)) return std::nullopt;
    LboAddress out{.lbo = lbo, .bytes = {}, .note = {}};
    if (mode->open() || start->open() || lbo->open()) {
        out.note = say("lbo of ", word.name, " is an address", mode->open() ? " if lbo_mode is 1" : "",
                       ", and its distance from the start is not known: it does not move with the buffer.");
        return out;
    }
    out.bytes = static_cast<std::int64_t>(value_of(*lbo->field, lbo->raw)) -
                static_cast<std::int64_t>(value_of(*start->field, start->raw));
    out.note = say("an address, ", *out.bytes < 0 ? -*out.bytes : *out.bytes, " bytes ",
                   *out.bytes < 0 ? "before" : "after", " the start");
    return out;
}

std::string moved_lbo(const LboAddress& lbo) {
    const Field& f = *lbo.lbo->field;
    const std::uint64_t units = static_cast<std::uint64_t>(*lbo.bytes >> f.scale) & bit_mask(f.width);
    return say("((address >> ", f.scale, ") + ", units, ") & ", hex(bit_mask(f.width)));
}

std::string moves_by(const Derived& derived, const WordPart& word) {
    const FieldPart *mode = word.part("swizzle"), *start = word.part("start"), *base = word.part("base_offset");
    if (mode == nullptr || mode->open() || start == nullptr) return {};
    const SwizzleRow* row = mode_with_code(family_of(derived.session), mode->raw);
    if (row == nullptr) return {};
    // The low bits of any other address are lost when it is stored.
    if (row->mode == SwizzleMode::none)
        return say("Use an address that is a multiple of ", 1u << start->field->scale, " bytes.");
    if (!start->open())
        return say("Use an address that differs from ", hex(value_of(*start->field, start->raw)), " by a multiple of ",
                   row->pattern_bytes, " bytes.");
    const bool aligned = base == nullptr || (!base->open() && base->raw == 0);
    return aligned ? say("Use an address that is a multiple of ", row->pattern_bytes, " bytes.") : std::string();
}

std::string meaning(const FieldPart& part) {
    if (part.open()) return say("the value of ", part.field->id, " is not known");
    return meaning_of(*part.field, part.raw);
}

bool idesc_flag(const Derived& derived, std::string_view id) {
    const WordView& idesc = derived.of(WordId::idesc);
    return raw_or_0(*idesc.format, idesc.decoded.word, id) != 0;
}

std::string_view idesc_name(const Derived& derived, std::string_view id) {
    const WordView& idesc = derived.of(WordId::idesc);
    const Field* f = find_field(*idesc.format, id);
    if (f == nullptr || idesc.unknown_in(*f) != 0) return {};
    return name_in(f->names, get_field(*f, idesc.decoded.word));
}

Answer<void> idesc_is_known(const Derived& derived, std::string_view what) {
    const WordView& idesc = derived.of(WordId::idesc);
    for (const Field& f : idesc.format->fields)
        if (f.encoding != Encoding::fixed && idesc.unknown_in(f) != 0)
            return Refusal(what, " depends on the field '", f.id,
                           "' of the instruction descriptor, which has unknown bits. Give it a value.");
    return {};
}

std::string bad_size(const Derived& derived) {
    constexpr unsigned kMost = 256;  // of M of two CTAs, and of N
    const auto check = [](std::string_view side, unsigned value, const std::string& text) {
        if (text == "?") return say("an unknown ", side);
        return value == 0 || value > kMost ? say(side, " = ", value) : std::string();
    };
    const std::string m = check("M", derived.m, derived.m_text);
    return m.empty() ? check("N", derived.n, derived.n_text) : m;
}

std::string no_elements(const Derived& derived, Operand operand) {
    if (pick(operand, derived.m, derived.n) != 0) return {};
    return say(pick(operand, "M", "N"),
               pick(operand, derived.m_text, derived.n_text) == "?" ? " is not known" : " is 0");
}

bool assembles(const Derived& derived) {
    return std::ranges::none_of(
        derived.problems, [](const PlacedProblem& p) { return p.in_line && p.problem.severity == Severity::error; });
}

std::string operand_title(const Derived& derived, Operand operand) {
    const OperandView& view = derived.of(operand);
    if (!view.placed()) return unplaced_part(view);
    const SmemLayout& l = view.layout;
    const std::string_view rows = pick(operand, "M", "N");
    const std::string none = no_elements(derived, operand);
    const std::string_view share = is_pair(derived.session) ? " of one CTA" : "";
    return say(name_of(l.major), ", ", l.mode == SwizzleMode::none ? "no" : row_of(l.mode).name, " swizzle, ",
               l.type->id, ": ",
               none.empty() ? say(l.rows, " x ", l.columns, " (", rows, " x K", share, ")")
                            : say(none, ", which is not legal"));
}

Answer<OperandTile> atom_tile(const Derived& derived, Operand operand) {
    const OperandView& view = derived.of(operand);
    if (!view.placed()) return Refusal(unplaced_part(view));
    if (const std::string none = no_elements(derived, operand); !none.empty()) return Refusal(none);
    const SmemLayout& l = view.layout;
    if (derived.session.atom_step[operand] != 0)
        return Refusal("the atoms along K are ", derived.session.atom_step[operand], " bytes apart");
    const Answer<OperandTile> tile = build_tile({.mode = l.mode,
                                                 .major = l.major,
                                                 .type = l.type,
                                                 .rows = l.rows,
                                                 .columns = l.columns,
                                                 .order = derived.session.atom_order[operand],
                                                 .start = l.start,
                                                 .mma_columns = l.mma_columns});
    if (!tile) return tile;
    const auto strides = has_strides_of(*tile, l);
    return strides ? tile : Refusal(strides.why);
}

bool inner_blocks_follow(const OperandTile& tile) {
    const AtomOrder order = tile.layout.major == Major::k ? AtomOrder::mn_first : AtomOrder::k_first;
    return tile.atoms_rows == 1 || tile.atoms_columns == 1 || tile.spec.order == order;
}

const TypeNames& names_as_stored(std::string_view type, std::string_view kind) {
    const ElementType* stored = smem_type_of(type, kind);
    return stored == nullptr ? kNoTypeNames : names_of_type(stored->id);
}

bool is_padded(const ElementType& type) { return type.container_bits == 8 && type.bits < 8; }

std::string upper(std::string_view text) {
    std::string out(text);
    for (char& c : out)
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 32);
    return out;
}

std::string_view integer_of(const WordPart& word) { return word.view->format->bits > 32 ? "uint64_t" : "uint32_t"; }

void Lines::comment(std::string_view text, std::string_view indent) {
    std::string line = say(indent, comment_);
    bool empty = true;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        if (!empty && line.size() + 1 + end >= kWidth) {
            body_ += line + '\n';
            line = say(indent, comment_, "  ");
            empty = true;
        }
        line += say(empty ? "" : " ", text.substr(0, end));
        empty = false;
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    body_ += line + '\n';
}

void Lines::comment_operand(const WordPart& word) {
    comment(say(name_of(word.operand()), ": ", operand_title(*derived_, word.operand()), "."));
    comment_moves(word);
}

void Lines::comment_moves(const WordPart& word) {
    if (const std::string by = moves_by(*derived_, word); !by.empty()) comment(by);
}

void Lines::noted(std::string_view code, std::string_view note, std::string_view indent) {
    const std::size_t used = indent.size() + code.size();
    if (note.empty()) {
        line(indent, code);
    } else if (std::max(used + 2, kNoteColumn) + comment_.size() + note.size() < kWidth) {
        line(indent, code, std::string(used + 2 < kNoteColumn ? kNoteColumn - used : 2, ' '), comment_, note);
    } else {
        comment(note, indent);
        line(indent, code);
    }
}

void Lines::cannot(std::string sentence) {
    if (std::ranges::find(limits_, sentence) == limits_.end()) limits_.push_back(std::move(sentence));
}

bool Lines::cannot_make(std::string_view helper, const WordPart& word) {
    const bool open = std::ranges::any_of(word.fields, [](const FieldPart& p) {
        return p.open() && (p.field->id == "base_offset" || p.field->id == "lbo_mode");
    });
    if (open)
        cannot(say(helper, " has no argument for base_offset and lbo_mode, and ", word.name,
                   " has unknown bits there: the text does not make it."));
    return open;
}

void Lines::cannot_issue(std::string_view who, const FormSupport& can) {
    const Variant& v = derived_->session.variant;
    const auto lacks = [&](bool used, bool supported, std::string_view what) {
        if (used && !supported) cannot(say(who, " cannot issue ", what, ", which this instruction has."));
    };
    lacks(v.ws, can.ws, "an MMA with .ws");
    lacks(v.sparse, can.sparse, say("a sparse ", family_of(derived_->session).instruction));
    lacks(v.lane_mask, can.lane_mask, "an MMA with disable-output-lane");
    lacks(v.scale_d.has_value(), can.scale_d, "an MMA with scale-input-d");
    lacks(v.ashift, can.ashift, "an MMA with .ashift");
    lacks(!v.collector.empty(), can.collector, "an MMA with a collector buffer");
}

void Lines::cannot_store(std::string_view helper, const WordPart& word, bool takes_phase) {
    constexpr std::string_view kFields[] = {"start", "lbo", "sbo", "swizzle", "version", "base_offset", "lbo_mode"};
    const auto taken = std::span(kFields).first(takes_phase ? 7 : 5);
    for (const FieldPart& p : word.fields) {
        if (std::ranges::find(taken, p.field->id) == taken.end() && (p.open() || p.raw != p.field->want))
            cannot(say(helper, " stores ", p.field->want, " in '", p.field->id, "' of ", word.name,
                       "; the session has ", p.open() ? std::string("unknown bits") : say(p.raw), " there."));
    }
}

void Lines::cannot_lay_out(std::string_view who, Operand operand, const std::string& why) {
    cannot(say(who, " do not make ", name_of(operand), ": ", why, "."));
}

CodeText Lines::done() const {
    const Derived& d = *derived_;
    Lines head(d, comment_);
    std::vector<std::string> errors;
    for (const PlacedProblem& p : d.problems)
        if (p.problem.severity == Severity::error)
            errors.push_back(say("The session has an error", p.problem.rule.empty() ? "" : ", ", p.problem.rule, ": ",
                                 p.problem.text));
    head.comment(say(d.m_text, " x ", d.n_text, " x ", d.k, ", ", d.a_type, " x ", d.b_type, " > ", d.d_type, ", for ",
                     d.session.arch, ". Written by tilescope from this instruction:"));
    head.comment(say("    ", d.instruction));
    for (const Operand o : kBothOperands) head.comment(say(name_of(o), ": ", operand_title(d, o)));
    if (const std::string pair = pair_sentences(d.session); !pair.empty()) head.comment(pair);
    if (const std::string pieces = pieces_sentence(d); !pieces.empty()) head.comment(pieces);
    for (const std::string& error : errors) head.comment(error);
    std::vector<std::string> limits = limits_;
    const auto masks_lanes = [](std::uint32_t word) { return word != 0; };
    if (!holds_lane_mask_ && std::ranges::any_of(lane_mask_of(d.session), masks_lanes))
        limits.push_back(say("The text does not store the lane mask. ", lane_mask_sentence(d.session)));
    if (!limits.empty()) head.comment("This text does not have everything:");
    for (const std::string& limit : limits) head.comment(say("- ", limit));
    errors.insert(errors.end(), limits.begin(), limits.end());
    return {say(head.body_, '\n', body_), std::move(errors)};
}

}  // namespace tilescope::code
