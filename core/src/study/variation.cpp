// core/src/study/variation.cpp -- a grid of sessions.
// SPDX-License-Identifier: MIT
#include "variation_items.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/base/text.h>

#include <algorithm>
#include <utility>

namespace tilescope {
namespace {

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
    using Out = Answer<std::vector<Given>>;
    std::vector<Given> out;
    for (const std::string_view text : vary) {
        const std::size_t equals = text.find('=');
        if (equals == text.npos || equals == 0)
            return Out::refuse(
                say("'", excerpt(text), "' does not have the form ITEM=VALUES, such as idesc.n=8..256:8"));
        const Given given{trimmed(text.substr(0, equals)), text.substr(equals + 1)};
        if (std::ranges::find(out, given.item, &Given::item) != out.end())
            return Out::refuse(say(excerpt(given.item), " is varied twice; give all its values in one list"));
        out.push_back(given);
    }
    return out;
}

Answer<std::vector<std::string>> values_of(const Item& item, const Given& part, std::span<const Session> contexts) {
    const auto values = read_values(part.values, [&] { return item.all(contexts); });
    const auto refuse = [&](std::string_view why) {
        return Answer<std::vector<std::string>>::refuse(say(part.item, ": ", why));
    };
    if (!values) return refuse(values.why);
    for (const std::string& value : *values)
        if (const auto can = item.can_mean(value, contexts); !can) return refuse(can.why);
    return values;
}

}  // namespace

Answer<Grid> Grid::of(Session base, std::span<const std::string> vary) {
    const auto given = parts_of(vary);
    if (!given) return Answer<Grid>::refuse(given.why);
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
            if (!item && turn == Turn::word) return Answer<Grid>::refuse(item.why);
            if (!item || item->turn() != turn) continue;
            auto values = values_of(*item, part, contexts);
            if (!values) return Answer<Grid>::refuse(values.why);
            if (out.size_ > kMostVaried / values->size())
                return Answer<Grid>::refuse(say("the grid has more than ", kMostVaried, " jobs; write fewer values"));
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
        out += say(out.empty() ? "" : " ", items_[item].item, "=", value(i, item));
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
        if (!item) return Answer<Session>::refuse(item.why);
        if (item->turn() == Turn::word)
            if (const auto done = fit(); !done) return Answer<Session>::refuse(done.why);
        if (const auto applied = item->apply(varied, value(i, index)); !applied)
            return Answer<Session>::refuse(say(name, "=", value(i, index), ": ", applied.why));
    }
    if (const auto done = fit(); !done) return Answer<Session>::refuse(done.why);
    return std::move(varied.session);
}

}  // namespace tilescope
