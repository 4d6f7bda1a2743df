// core/src/study/variation.cpp -- a grid of sessions, and the lists of values that it is made of.
// SPDX-License-Identifier: MIT
#include "variation_parts.h"

#include <tilescope/base/number.h>
#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/base/text.h>
#include <tilescope/document/derive.h>
#include <tilescope/document/emulate.h>
#include <tilescope/layout/descriptor.h>

#include <unordered_set>
#include <utility>

namespace tilescope {
namespace {

// ---- the values of an item: ranges, lists, names, all ----

constexpr std::string_view kRaw = "raw:";

// A value without its spelling: "0x10" and "16" are one value.
std::string identity_of(std::string_view value) {
    const bool raw = value.starts_with(kRaw);
    const auto number = read_number(value.substr(raw ? kRaw.size() : 0));
    if (!number || number->negative) return lower(value);
    return say(raw ? kRaw : "", number->value);
}

class ValueReader {
public:
    explicit ValueReader(const AllValues& all) : all_(all) {}

    Answer<std::vector<std::string>> read(std::string_view text) {
        while (true) {
            const std::size_t comma = text.find(',');
            if (auto added = add_part(trimmed(text.substr(0, comma))); !added) return Refusal(added.why);
            if (comma == text.npos) return std::move(out_);
            text.remove_prefix(comma + 1);
        }
    }

private:
    Answer<void> add_part(std::string_view part) {
        if (part.empty()) return Refusal("a value is empty; write values such as 8..256:8, 16,32,64 or all");
        if (part == "all") return add_all();
        if (part.find("..") != part.npos) return add_range(part);
        return add(part);
    }

    Answer<void> add_all() {
        const Answer<std::vector<std::string>> values = all_();
        if (!values) return Refusal(values.why);
        for (const std::string& value : *values)
            if (auto added = add(value); !added) return added;
        return {};
    }

    Answer<void> add_range(std::string_view part) {
        const auto refuse = [&](std::string_view why) { return Refusal("'", excerpt(part), "' ", why); };
        const std::string_view prefix = part.starts_with(kRaw) ? kRaw : std::string_view();
        std::string_view rest = part.substr(prefix.size());
        const std::size_t dots = rest.find(".."), colon = rest.find(':', dots);
        const std::string_view first_text = rest.substr(0, dots);
        const auto first = read_number(first_text), last = read_number(rest.substr(dots + 2, colon - dots - 2)),
                   step = read_number(colon == rest.npos ? "1" : rest.substr(colon + 1));
        if (!first || !last || !step || first->negative || last->negative || step->negative)
            return refuse("is not a range; write first..last or first..last:step, such as 8..256:8");
        if (step->value == 0) return refuse("has step 0; write a step from 1 on");
        if (first->value > last->value) return refuse("is empty; write the smaller number first");
        const bool in_hex = lower(trimmed(first_text)).starts_with("0x");
        if ((last->value - first->value) / step->value >= kMostVaried) return too_many();
        for (std::uint64_t i = 0, n = (last->value - first->value) / step->value; i <= n; ++i) {
            const std::uint64_t value = first->value + i * step->value;
            if (auto added = add(say(prefix, in_hex ? hex(value) : say(value)), say(prefix, value)); !added)
                return added;
        }
        return {};
    }

    Answer<void> add(std::string_view value) { return add(value, identity_of(value)); }

    Answer<void> add(std::string_view value, std::string identity) {
        if (!seen_.insert(std::move(identity)).second)
            return Refusal("the value ", excerpt(value), " is listed twice; list it once");
        if (out_.size() == kMostVaried) return too_many();
        out_.emplace_back(value);
        return {};
    }

    static Answer<void> too_many() { return Refusal("there are more than ", kMostVaried, " values; write fewer"); }

    const AllValues& all_;
    std::unordered_set<std::string> seen_;
    std::vector<std::string> out_;
};

// ---- the grid ----

// The sessions whose field tables a later item can be in: each context with each value.
std::vector<Session> contexts_after(const std::vector<Session>& contexts, const Item& item,
                                    const std::vector<std::string>& values) {
    std::vector<Session> out;
    for (const Session& context : contexts)
        for (const std::string& value : values) {
            Varied varied{context};
            if (item.apply(varied, value)) out.push_back(std::move(varied.session));
        }
    return out.empty() ? contexts : out;
}

// "idesc.n=8..256:8" in two parts.
struct Given {
    std::string_view item, values;
};

Answer<std::vector<Given>> parts_of(std::span<const std::string> vary) {
    std::vector<Given> out;
    for (const std::string_view text : vary) {
        const std::size_t equals = text.find('=');
        if (equals == text.npos || equals == 0)
            return Refusal("'", excerpt(text), "' does not have the form ITEM=VALUES, such as idesc.n=8..256:8");
        const Given given{trimmed(text.substr(0, equals)), text.substr(equals + 1)};
        if (std::ranges::find(out, given.item, &Given::item) != out.end())
            return Refusal(excerpt(given.item), " is varied twice; give all its values in one list");
        out.push_back(given);
    }
    return out;
}

Answer<std::vector<std::string>> values_of(const Item& item, const Given& part, std::span<const Session> contexts) {
    const auto values = read_values(part.values, [&] { return item.all(contexts); });
    const auto refuse = [&](std::string_view why) { return Refusal(part.item, ": ", why); };
    if (!values) return refuse(values.why);
    for (const std::string& value : *values)
        if (const auto can = item.can_mean(value, contexts); !can) return refuse(can.why);
    return values;
}

// ---- memory and descriptors agree after a change of layout or size ----

constexpr std::uint32_t kStep = 1024;  // every swizzle pattern begins at a multiple of it

std::uint32_t next_start(std::int64_t end) { return static_cast<std::uint32_t>((end + kStep - 1) / kStep * kStep); }

Answer<void> fit_one(Session& s, const MmaShape& shape, Operand o, Fit how) {
    if (how == Fit::if_needed && words_read_image(s, o)) return {};
    const auto layout = layout_that_reads(s.image[o], image_size(s, shape, o));
    if (!layout) return Refusal(name_of(o), ": ", layout.why);
    const auto word = descriptor_of(format_of(s, word_of(o)), *layout);
    if (!word) return Refusal(name_of(o), ": ", word.why);
    s.word(word_of(o)) = *word;
    s.unknown[word_of(o)] = 0;
    return {};
}

}  // namespace

bool words_read_image(const Session& s, Operand operand) {
    const auto shape = shape_of(instruction_of(s));
    if (!shape || !in_smem(s, operand)) return false;
    const auto places = places_of(s.image[operand], image_size(s, *shape, operand));
    const OperandView view = operand_from_words(s, operand);
    if (!places || !view.placed() || s.unknown_bits(word_of(operand)) != 0) return false;
    if (view.layout.rows != places->rows || view.layout.columns != places->columns) return false;
    for (int row = 0; row < places->rows; ++row)
        for (int column = 0; column < places->columns; ++column) {
            const BitPlace there = place_in_memory(view.layout, {row, column});
            if (std::uint64_t{there.byte} * 8 + there.bit != places->at({row, column})) return false;
        }
    return true;
}

Answer<void> set_major(Session& s, Operand operand, Major major) {
    const Field* f = find_field(format_of(s, WordId::idesc), pick(operand, "transpose_a", "transpose_b"));
    std::uint64_t& word = s.word(WordId::idesc);
    if (f != nullptr) word = set_field(*f, word, major == Major::mn);
    if (f == nullptr && major == Major::mn)
        return Refusal(name_of(operand), " is always K-major in kind ", s.variant.kind, "; it cannot be MN-major");
    s.image[operand].major = major;
    return {};
}

Answer<void> fit_words(Session& s, const OperandPair<Fit>& how) {
    if (how.a == Fit::leave && how.b == Fit::leave) return {};
    const auto shape = shape_of(instruction_of(s));
    if (!shape) return Refusal(shape.why);
    OperandPair<ByteStretch> bytes;
    for (const Operand o : kBothOperands) {
        if (!in_smem(s, o)) continue;
        OperandImage& image = s.image[o];
        const bool moves = how[o] != Fit::leave && image.writer == ImageWriter::tile;
        if (moves && image.start % row_of(image.mode).pattern_bytes != 0) image.start = next_start(image.start);
        for (unsigned turn = 0; turn < 2; ++turn) {
            const auto places = places_of(image, image_size(s, *shape, o));
            if (!places) return Refusal(name_of(o), " cannot be written: ", places.why);
            bytes[o] = places->stretch();
            if (!moves || turn != 0 || !bytes[o].overlaps(bytes[other_operand(o)])) break;
            image.start = next_start(bytes[other_operand(o)].end);
        }
        if (how[o] == Fit::leave) continue;
        if (const auto fitted = fit_one(s, *shape, o, how[o]); !fitted) return fitted;
    }
    return {};
}

Answer<std::vector<std::string>> read_values(std::string_view text, const AllValues& all) {
    return ValueReader(all).read(text);
}

Answer<Grid> Grid::of(Session base, std::span<const std::string> vary) {
    const auto given = parts_of(vary);
    if (!given) return Refusal(given.why);
    Grid out;
    out.base_ = std::move(base);
    out.items_.resize(given->size());
    std::vector<Session> contexts = {out.base_};
    std::vector<bool> is_read(given->size());
    for (const Turn turn : kTurns)
        for (std::size_t i = 0; i < given->size(); ++i) {
            const Given& part = (*given)[i];
            if (is_read[i]) continue;
            const auto item = Item::named(part.item, contexts);
            if (!item && turn == Turn::word) return Refusal(item.why);
            if (!item || item->turn() != turn) continue;
            auto values = values_of(*item, part, contexts);
            if (!values) return Refusal(values.why);
            if (out.size_ > kMostVaried / values->size())
                return Refusal("the grid has more than ", kMostVaried, " jobs; write fewer values");
            out.size_ *= values->size();
            out.items_[i] = {std::string(part.item), std::move(*values)};
            out.order_.push_back(i);
            is_read[i] = true;
            if (turn < Turn::memory) contexts = contexts_after(contexts, *item, out.items_[i].values);
        }
    const auto fits = [&](Operand o) { return !in_smem(out.base_, o) || words_read_image(out.base_, o); };
    out.words_fit_ = fits(Operand::a) && fits(Operand::b);
    return out;
}

std::string_view Grid::value(std::size_t i, std::size_t item) const {
    for (std::size_t later = items_.size(); --later > item;) i /= items_[later].values.size();
    const auto& values = items_[item].values;
    return values[i % values.size()];
}

std::string Grid::name(std::size_t i) const {
    std::string out;
    for (std::size_t item = 0; item < items_.size(); ++item)
        out += say(item == 0 ? "" : " ", items_[item].item, "=", value(i, item));
    return out;
}

Answer<Session> Grid::session(std::size_t i) const {
    Varied varied{base_};
    bool fitted = false;
    const auto fit = [&]() -> Answer<void> {
        if (std::exchange(fitted, true)) return {};
        for (const Operand o : kBothOperands)
            if (varied.fit[o] == Fit::if_needed && !words_fit_) varied.fit[o] = Fit::leave;
        return fit_words(varied.session, varied.fit);
    };
    for (const std::size_t index : order_) {
        const std::string& name = items_[index].item;
        const auto item = Item::named(name, std::span(&varied.session, 1));
        if (!item) return Refusal(item.why);
        if (item->turn() == Turn::word)
            if (const auto done = fit(); !done) return Refusal(done.why);
        if (const auto applied = item->apply(varied, value(i, index)); !applied)
            return Refusal(name, "=", value(i, index), ": ", applied.why);
    }
    if (const auto done = fit(); !done) return Refusal(done.why);
    return std::move(varied.session);
}

}  // namespace tilescope
