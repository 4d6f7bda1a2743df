// core/src/program/ptx_finish.cpp -- resolves the jumps of a PTX function when all its labels are known.
// SPDX-License-Identifier: MIT
#include "ptx_body.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace tilescope::program::ptx_reading {
namespace {

constexpr std::size_t kMostListed = 256, kMostHubStatements = 1u << 16;

constexpr std::array kMarks = std::to_array<std::string_view>({"$L__tmp", "$L__func_begin", "$L__func_end"});

}  // namespace

bool is_mark(std::string_view label) {
    return std::ranges::any_of(kMarks, [&](std::string_view mark) { return label.starts_with(mark); });
}

// A jump that can go to several places goes to a hub: jumps after the end of the function, one for each place.
class Finish {
public:
    Finish(Body& body, std::uint32_t base) : body_(body), base_(base) {}

    std::vector<Statement> run(bool partial, bool dead_ends) {
        find_targets();
        if (partial) add_entries();
        if (dead_ends)
            add_dead_ends();
        else
            body_.dead_.clear();
        lay_out();
        for (std::size_t i = 0; i < body_.jumps_.size(); ++i) {
            const Body::Jump& jump = body_.jumps_[i];
            const std::uint32_t to = jump.list ? hub_of_list(jump.label, jump.scope) : place_of(targets_[i]);
            out_[index_[jump.statement]].index = to;
        }
        add_hubs();
        return std::move(out_);
    }

private:
    void find_targets() {
        for (const Body::Jump& jump : body_.jumps_) {
            targets_.push_back(jump.list ? nullptr : find(jump.label, jump.scope));
            if (!jump.list) continue;
            if (const auto list = body_.lists_.find(jump.label); list != body_.lists_.end())
                for (std::size_t i = 0; i < std::min(list->second.size(), kMostListed); ++i)
                    find(list->second[i], jump.scope);
        }
    }

    Target* find(std::string_view label, std::uint32_t scope) {
        Target* found = body_.labels.find(label, scope, body_.registers);
        if (found != nullptr) found->wanted = true;
        return found;
    }

    // Code that the text does not show jumps to these places. It can have changed every register.
    void add_entries() {
        std::vector<std::uint32_t> places = body_.entries_;
        for (const auto& [key, target] : body_.labels.all())
            if (!target.wanted && !is_mark(key.second) && !body_.lists_.contains(key.second))
                places.insert(places.end(), target.places.begin(), target.places.end());
        std::ranges::sort(places);
        places.erase(std::unique(places.begin(), places.end()), places.end());
        for (const std::uint32_t place : places)
            if (place > 0) entry_places_.push_back(place);
    }

    void add_dead_ends() {
        for (const auto& [name, last] : body_.unread_) body_.dead_.push_back(last);
        std::ranges::sort(body_.dead_, {}, &Body::LastWrite::statement);
    }

    void lay_out() {
        std::vector<Statement>& first = body_.first_statements_;
        const std::vector<Statement>& statements = body_.statements_;
        out_ = std::move(first);
        const std::size_t entries = out_.size();
        for (std::size_t i = 0; i < entry_places_.size(); ++i) out_.push_back(jump_to(0, true));
        auto dead = body_.dead_.begin();
        for (std::uint32_t i = 0; i < statements.size(); ++i) {
            index_.push_back(static_cast<std::uint32_t>(out_.size()));
            out_.push_back(statements[i]);
            for (; dead != body_.dead_.end() && dead->statement == i; ++dead) out_.push_back(seen(*dead));
        }
        index_.push_back(static_cast<std::uint32_t>(out_.size()));
        for (std::size_t i = 0; i < entry_places_.size(); ++i)
            out_[entries + i].index = base_ + index_[entry_places_[i]];
    }

    Statement seen(const Body::LastWrite& last) {
        const Operand operand{body_.out_.read(last.name, last.width), std::string(last.text), last.span};
        Observation observation;
        observation.type = Observation::Type::variable;
        observation.text = last.text;
        observation.span = last.span;
        observation.width = last.width;
        observation.lost = last.lost;
        body_.out_.observe(std::move(observation), {operand});
        const Statement out = body_.out_.statements.back();
        body_.out_.statements.pop_back();
        return out;
    }

    Statement jump_to(std::uint32_t index, bool perhaps) {
        return {Statement::Type::jump, kNone, perhaps ? body_.out_.unknown(1) : kNone, index, {}};
    }

    std::uint32_t place_of(const Target* target) {
        if (target == nullptr) return kOutside;
        if (target->places.size() == 1) return base_ + index_[target->places[0]];
        const auto [at, fresh] = hub_of_target_.try_emplace(target, 0);
        if (fresh) {
            std::vector<std::uint32_t> places;
            for (const std::uint32_t place : target->places) places.push_back(base_ + index_[place]);
            at->second = hub(places);
        }
        return at->second;
    }

    std::uint32_t hub_of_list(std::string_view label, std::uint32_t scope) {
        const auto list = body_.lists_.find(label);
        if (list == body_.lists_.end() || list->second.size() > kMostListed || hubs_.size() > kMostHubStatements)
            return hub_of_all();
        const auto [at, fresh] = hub_of_list_.try_emplace({scope, label}, 0);
        if (fresh) {
            std::vector<std::uint32_t> places;
            for (const std::string_view target : list->second) places.push_back(place_of(find(target, scope)));
            at->second = hub(places);
        }
        return at->second;
    }

    std::uint32_t hub_of_all() {
        if (all_ != 0) return all_;
        std::vector<std::uint32_t> places;
        for (const auto& [key, target] : body_.labels.all())
            for (const std::uint32_t place : target.places) places.push_back(base_ + index_[place]);
        places.push_back(kOutside);
        return all_ = hub(places);
    }

    std::uint32_t hub(const std::vector<std::uint32_t>& places) {
        const auto position = static_cast<std::uint32_t>(out_.size() + 1 + hubs_.size());
        for (std::size_t i = 0; i < places.size(); ++i) hubs_.push_back(jump_to(places[i], i + 1 < places.size()));
        return base_ + position;
    }

    // A jump passes over the hubs, because other statements can follow.
    void add_hubs() {
        if (hubs_.empty()) return;
        out_.push_back(jump_to(base_ + static_cast<std::uint32_t>(out_.size() + 1 + hubs_.size()), false));
        out_.insert(out_.end(), hubs_.begin(), hubs_.end());
    }

    Body& body_;
    const std::uint32_t base_;
    std::vector<Target*> targets_;             // of each jump; null: outside of the text
    std::vector<std::uint32_t> entry_places_;  // statements that the text does not show how to reach
    std::vector<std::uint32_t> index_;         // in out_, of each statement and of the end
    std::vector<Statement> out_, hubs_;
    std::map<const Target*, std::uint32_t> hub_of_target_;
    std::map<std::pair<std::uint32_t, std::string_view>, std::uint32_t> hub_of_list_;
    std::uint32_t all_ = 0;
};

std::vector<Statement> Body::finish(std::uint32_t base, bool partial, bool dead_ends) {
    return Finish(*this, base).run(partial, dead_ends);
}

}  // namespace tilescope::program::ptx_reading
