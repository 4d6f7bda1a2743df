// core/src/study/variation_items.cpp -- the items of a grid that are fields of words.
// SPDX-License-Identifier: MIT
#include "variation_items.h"
#include "session_items.h"

#include <tilescope/base/number.h>
#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/base/text.h>
#include <tilescope/document/edit.h>
#include <tilescope/rules/rule.h>
#include <tilescope/word/codec.h>

#include <algorithm>
#include <numeric>
#include <set>

namespace tilescope {
namespace {

using Texts = Answer<std::vector<std::string>>;

// The number of characters to insert, remove or replace.
std::size_t edit_distance(std::string_view from, std::string_view to) {
    std::vector<std::size_t> row(to.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < from.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i + 1);
        for (std::size_t j = 0; j < to.size(); ++j) {
            const std::size_t replaced = diagonal + (from[i] == to[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
        }
    }
    return row.back();
}

std::vector<std::string> field_names(const Session& s, WordId word) {
    std::vector<std::string> out;
    for (const Field& f : format_of(s, word).fields)
        if (f.encoding != Encoding::fixed) out.push_back(say(row_of(word).id, ".", f.id));
    return out;
}

std::string joined(std::span<const std::string> names) {
    std::string out;
    for (const std::string& name : names) out += say(out.empty() ? "" : ", ", name);
    return out;
}

// What is wrong with the name of an item, with the names that are close to it, or all names of its word.
std::string unknown_item(std::string_view name, std::span<const Session> sessions) {
    std::vector<std::string> all, of_word, close;
    for (const SessionItem& item : session_items()) all.emplace_back(item.id);
    for (const WordRow& row : kWords) {
        const std::vector<std::string> fields = field_names(sessions.front(), row.word);
        if (name.substr(0, name.find('.')) == row.id) of_word = fields;
        all.insert(all.end(), fields.begin(), fields.end());
    }
    constexpr std::size_t kClose = 2;
    const std::string bare = lower(name.substr(std::min(name.find('.') + 1, name.size())));
    for (const std::string& item : all)
        if (edit_distance(excerpt(lower(name)), item) <= kClose || (bare.size() > 1 && item.ends_with("." + bare)))
            close.push_back(item);
    if (close.empty() && of_word.empty())
        return say("there is no item '", excerpt(name),
                   "'; write WORD.FIELD with a_desc, b_desc, idesc or zcm, such as ",
                   "idesc.n, or one of: ", joined(std::span(all).first(session_items().size())));
    return say("there is no item '", excerpt(name), "'; ",
               close.empty() ? "the fields are: " : "close names are: ", joined(close.empty() ? of_word : close));
}

// What is known of the word besides its bits.
WordContext context_of(const Session& s) {
    const Variant& v = s.variant;
    return {.arch = s.arch,
            .cta_group = family_of(s).ctas(v.cta_group),
            .ws = v.ws,
            .sparse = v.sparse,
            .a_in_tmem = v.a_in_tmem};
}

// Finds the values of a field that break no rule, except for rules about other fields that the word breaks already.
class LegalValues {
public:
    LegalValues(const Session& s, WordId word, const Field& field)
        : format_(format_of(s, word)), word_(s.word(word)), context_(context_of(s)), field_(field) {
        for (const Problem& p : check_word(decode(format_, word_), context_))
            if (p.severity == Severity::error && p.field != field.id) broken_.insert(std::string(p.rule));
    }
    bool has(std::uint64_t raw) const {
        const auto problems = check_word(decode(format_, set_field(field_, word_, raw)), context_);
        return std::ranges::none_of(problems, [&](const Problem& p) {
            return p.severity == Severity::error && (p.field == field_.id || !broken_.contains(std::string(p.rule)));
        });
    }

private:
    const Format& format_;
    const std::uint64_t word_;
    const WordContext context_;
    const Field& field_;
    std::set<std::string> broken_;
};

}  // namespace

Answer<Item> Item::named(std::string_view name, std::span<const Session> sessions) {
    Item out;
    for (const SessionItem& item : session_items())
        if (item.id == name) {
            out.row_ = static_cast<std::size_t>(&item - session_items().data());
            out.turn_ = turn_of_item(out.row_);
            return out;
        }
    const std::size_t dot = std::min(name.find('.'), name.size());
    for (const WordRow& row : kWords) {
        if (name.substr(0, dot) != row.id || dot == name.size()) continue;
        for (const Session& s : sessions)
            if (const Field* f = find_field(format_of(s, row.word), name.substr(dot + 1))) {
                out.field_ = f->id;
                out.word_ = row.word;
                out.turn_ = row.word == WordId::idesc && f->role == Role::shape ? Turn::memory : Turn::word;
                return out;
            }
    }
    return Answer<Item>::refuse(unknown_item(name, sessions));
}

Texts Item::all_of_field(std::span<const Session> sessions) const {
    constexpr unsigned kMostBits = 16;
    std::vector<std::string> out;
    std::set<std::string, std::less<>> seen;
    for (const Session& s : sessions) {
        const Format& format = format_of(s, word_);
        const Field* f = find_field(format, field_);
        if (f == nullptr) continue;
        if (f->encoding == Encoding::number && f->width > kMostBits)
            return Texts::refuse(say("the field has ", f->width, " bits, too many to try all; write a range"));
        const LegalValues legal(s, word_, *f);
        for (std::uint64_t raw = 0; raw <= bit_mask(f->width); ++raw) {
            const bool is_named = f->encoding == Encoding::one_of && !name_in(f->names, raw).empty();
            const bool is_legal = f->encoding == Encoding::flag || (f->encoding == Encoding::fixed && raw == f->want) ||
                                  (f->encoding == Encoding::number && legal.has(raw));
            if (!is_named && !is_legal) continue;
            std::string text = text_of(*f, raw);
            if (seen.insert(text).second) out.push_back(std::move(text));
        }
    }
    if (out.empty()) return Texts::refuse("no value of the field is legal; write the values that you want");
    return out;
}

Texts Item::all(std::span<const Session> sessions) const {
    if (!field_.empty()) return all_of_field(sessions);
    std::vector<std::string> out;
    for (const Session& s : sessions)
        for (std::string& name : names_of_item(row_, s))
            if (std::ranges::find(out, name) == out.end()) out.push_back(std::move(name));
    if (out.empty()) return Texts::refuse("it has no list of all values; write a range, such as 16..64:16");
    return out;
}

Answer<void> Item::can_mean(std::string_view value, std::span<const Session> sessions) const {
    if (field_.empty()) return item_can_mean(row_, value, sessions);
    std::string why;
    for (const Session& s : sessions) {
        const Field* f = find_field(format_of(s, word_), field_);
        if (f == nullptr) continue;
        const auto raw = raw_for(*f, value);
        const bool is_number = value.starts_with("raw:") ? bool(parse_number(value.substr(4)))
                                                         : f->encoding == Encoding::number && parse_number(value);
        if (raw || is_number) return {};
        if (why.empty()) why = raw.why;
    }
    return Answer<void>::refuse(std::move(why));
}

Answer<void> Item::apply(Varied& varied, std::string_view value) const {
    if (field_.empty()) return apply_item(row_, varied, value);
    Session& s = varied.session;
    const Format& format = format_of(s, word_);
    const Field* f = find_field(format, field_);
    if (f == nullptr) return Answer<void>::refuse(say(format.id, " has no field '", field_, "'"));
    const auto raw = raw_for(*f, value);
    if (!raw) return Answer<void>::refuse(raw.why);
    s = apply_edit(s, SetField{word_, f, *raw});
    if (turn_ == Turn::memory) varied.needs(Fit::if_needed);
    return {};
}

}  // namespace tilescope
