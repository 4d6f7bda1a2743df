// core/src/program/ptx_body.cpp -- the registers of a PTX function, its statements and its jumps.
// SPDX-License-Identifier: MIT
#include "ptx.h"

namespace tilescope::program::ptx_reading {
namespace {

constexpr std::size_t kDeepestScope = 64, kMostDigits = 9;

// ".b32" is 32. No number: 0.
unsigned bits_of_type(std::string_view type) {
    unsigned bits = 0;
    const std::size_t digit = std::min(type.find_first_of("0123456789"), type.size());
    std::from_chars(type.data() + digit, type.data() + type.size(), bits);
    if (type.ends_with("x2")) bits *= 2;
    if (type.ends_with("x4")) bits *= 4;
    return std::min(bits, 64u);
}

}  // namespace

// The count of names is different for each reading that adds a name, so names of other readings are never met.
Registers::Registers(Program& out, std::string prefix)
    : out_(out), prefix_(std::move(prefix)), nested_(prefix_ + "ptx" + std::to_string(out.names.size()) + ".") {}

void Registers::open() {
    if (open_.size() >= kDeepestScope) {
        ++ignored_;
        return;
    }
    parents_.push_back(open_.back());
    open_.push_back(static_cast<std::uint32_t>(parents_.size() - 1));
    undo_.emplace_back();
}

bool Registers::close() {
    if (ignored_ > 0) {
        --ignored_;
        return true;
    }
    if (open_.size() == 1) return false;
    for (const auto& [where, name] : undo_.back()) (*where)[name].pop_back();
    if (!undo_.back().empty()) ++generation_;
    undo_.pop_back();
    open_.pop_back();
    return true;
}

void Registers::add(Declarations& to, std::string_view name, const Declaration& declaration) {
    std::vector<Declaration>& all = to[name];
    ++generation_;
    if (!all.empty() && all.back().scope == declaration.scope) {
        const std::uint64_t count = std::max(all.back().count, declaration.count);
        all.back() = declaration;
        all.back().count = count;
        return;
    }
    all.push_back(declaration);
    undo_.back().emplace_back(&to, name);
}

void Registers::declare(std::string_view declaration) {
    Declaration common{open_.back(), static_cast<std::uint32_t>(open_.size()), 0, 0, false, false};
    const std::size_t blank = std::min(declaration.find_first_of(" \t"), declaration.size());
    std::string_view rest = without_blanks(declaration.substr(blank));
    while (rest.starts_with('.')) {
        const std::string_view type = rest.substr(0, rest.find_first_of(" \t\n\r"));
        if (type == ".v2" || type == ".v4" || type == ".v8")
            common.vector = true;
        else if (type == ".pred")
            common.predicate = true, common.width = 1;
        else if (type != ".align")
            common.width = bits_of_type(type);
        rest = without_blanks(rest.substr(type.size()));
    }
    for (std::string_view name : split_list(rest)) {
        Declaration one = common;
        const std::size_t angle = name.find('<');
        if (angle != name.npos) {
            const std::string_view count = without_blanks(name.substr(angle + 1));
            std::from_chars(count.data(), count.data() + count.size(), one.count);
            name = without_blanks(name.substr(0, angle));
        }
        if (name.starts_with("%%")) name.remove_prefix(1);
        if (!name.empty() && is_name_start(name[0]))
            add(angle != name.npos && one.count > 0 ? numbered_ : exact_, name, one);
    }
}

// %r12 is declared as %r12, or as %r<n> with n > 12, or as %r1<n> with n > 2.
const Registers::Declaration* Registers::declared(std::string_view text) const {
    const Declaration* best = nullptr;
    const auto found = exact_.find(text);
    if (found != exact_.end() && !found->second.empty()) best = &found->second.back();
    std::uint64_t number = 0, unit = 1;
    for (std::size_t i = text.size(); i > 1 && text.size() - i < kMostDigits && is_digit(text[i - 1]); --i) {
        number += unit * static_cast<std::uint64_t>(text[i - 1] - '0');
        unit *= 10;
        const auto family = numbered_.find(text.substr(0, i - 1));
        if (family == numbered_.end()) continue;
        const std::vector<Declaration>& all = family->second;
        const auto last =
            std::find_if(all.rbegin(), all.rend(), [&](const Declaration& d) { return number < d.count; });
        if (last != all.rend() && (best == nullptr || last->depth > best->depth)) best = &*last;
    }
    return best;
}

Register& Registers::find(std::string_view text) {
    if (text.starts_with("%%")) text.remove_prefix(1);
    Cached& cached = cache_[text];
    if (cached.generation == generation_) return *cached.found;
    const Declaration* declaration = declared(text);
    const bool nested = declaration != nullptr && declaration->scope != 0;
    const std::string scope = nested ? nested_ + std::to_string(declaration->scope) + ":" : prefix_;
    const NameId name = out_.name(scope + std::string(text));
    Register& found = registers_[name];
    if (found.name == kNone) found = {.name = name, .text = text};
    if (declaration != nullptr) {
        found.width = declaration->width;
        found.predicate = declaration->predicate;
        found.opaque = declaration->vector;
        found.declared = true;
    } else if (text.find('.') != text.npos && !text.starts_with("%[")) {
        found.opaque = text != kThreadIndex;  // the only part of a vector with a value of its own
    }
    cached = {generation_, &found};
    return found;
}

NameId Registers::fresh() { return out_.name(nested_ + "copy" + std::to_string(fresh_++)); }

namespace {

// %0, $1, %[name], %name
bool is_operand_name(std::string_view name) { return name.size() > 1 && (name[0] == '%' || name[0] == '$'); }

}  // namespace

TextSpan Body::span_of(std::string_view part) const {
    const auto begin = static_cast<std::size_t>(part.data() - text_.data());
    return source_.span(begin, begin + part.size());
}

// An operand of inline assembly gets a name of its own, because the text can write it.
Register& Body::find(std::string_view name) {
    if (bind_ == nullptr || !is_operand_name(name) || name[1] == '%') return registers.find(name);
    if (const auto value = asked_.insert(name).second ? (*bind_)(name) : std::nullopt) {
        const unsigned width = *value < out_.exprs.size() ? out_.exprs[*value].width : 64;
        Register& bound = registers.find(name);
        bound.width = width == 0 ? 64 : width;
        bound.declared = true;
        first_statements_.push_back({Statement::Type::assign, bound.name, *value, 0, span_of(name)});
    }
    return registers.find(name);
}

ExprId Body::read(std::string_view name, unsigned width) {
    const Register& source = find(name);
    use(source.name);
    return source.opaque ? out_.unknown(width) : out_.read(source.name, width);
}

// A word stays the last one that the text tells until an operation makes another one of it.
void Body::use(NameId name) {
    const auto used = unread_.find(name);
    if (used == unread_.end()) return;
    if (passed_on_)
        unread_.erase(used);
    else
        used->second.lost = true;
}

void Body::touch(std::string_view text) {
    each_name(text, [&](std::string_view name) {
        if (!unread_.empty()) use(find(name).name);
    });
}

ExprId Body::guard_value(std::string_view guard) {
    if (guard.empty()) return kNone;
    const ExprId value = scalar(*this, guard, 1);
    return value == kNone ? out_.unknown(1) : value;
}

void Body::push(const Statement& statement) {
    if (left_) entries_.push_back(static_cast<std::uint32_t>(statements_.size()));
    left_ = false;
    statements_.push_back(statement);
}

// A guarded write keeps the old value in part, so the old value is used.
void Body::forget(Register& written, bool guarded) {
    const auto old = unread_.find(written.name);
    if (old == unread_.end()) return;
    if (!guarded) dead_.push_back(old->second);
    unread_.erase(old);
}

void Body::write(std::vector<Write>& writes, std::string_view guard, TextSpan span) {
    const auto assign = [&](NameId name, ExprId value) { push({Statement::Type::assign, name, value, 0, span}); };
    const auto copied = [&](ExprId value) {
        const NameId copy = registers.fresh();
        assign(copy, value);
        return out_.read(copy, out_.exprs[value].width);
    };
    ExprId condition = guard_value(guard);
    if (writes.size() > 1) {
        for (Write& one : writes)
            if (one.value != kNone) one.value = copied(one.value);
        if (condition != kNone) condition = copied(condition);
    }
    for (std::size_t i = 0; i < writes.size(); ++i) {
        Register& target = find(writes[i].register_name);
        const unsigned wide = target.declared && target.width != 0 ? target.width : 64;
        ExprId value = writes[i].value;
        if (value == kNone || target.opaque) value = writes[i].forgotten ? out_.forgotten(wide) : out_.unknown(wide);
        if (condition != kNone)
            value = out_.add(Operation::select, wide, {condition, value, out_.read(target.name, wide)});
        forget(target, condition != kNone);
        assign(target.name, value);
        if (!target.declared) {
            target.width = writes[i].value == kNone ? 0 : writes[i].width;
            target.predicate = target.width == 1;
        }
        const bool seen = writes[i].value != kNone && !writes[i].dull && !target.opaque;
        if (seen && (writes[i].width == 32 || writes[i].width == 64))
            unread_[target.name] = {static_cast<std::uint32_t>(statements_.size() - 1), target.name, target.text,
                                    writes[i].width, span};
    }
}

void Body::observe(const Observation& observation, const std::vector<Operand>& operands) {
    has_observed_ = true;
    push(out_.observed(observation, operands));
}

void Body::label(std::string_view text) {
    last_label_ = text;
    labels_[{registers.scope(), text}].places.push_back(static_cast<std::uint32_t>(statements_.size()));
    if (!is_mark(text)) left_ = false;
}

void Body::branch_targets(const std::vector<std::string_view>& targets) {
    std::vector<std::string_view>& list = lists_[last_label_];
    list.insert(list.end(), targets.begin(), targets.end());
}

void Body::jump(std::string_view label, bool list, std::string_view guard, TextSpan span) {
    const ExprId condition = guard_value(guard);
    jumps_.push_back({static_cast<std::uint32_t>(statements_.size()), registers.scope(), label, list});
    push({Statement::Type::jump, kNone, condition, kOutside, span});
    left_ = condition == kNone;
}

void Body::leave(std::string_view guard, TextSpan span) {
    const ExprId condition = guard_value(guard);
    const bool always = condition == kNone;
    push({always ? Statement::Type::end : Statement::Type::jump, kNone, condition, always ? 0 : kOutside, span});
    left_ = always;
}

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

    // A label can be seen from its scope and the scopes inside.
    Target* find(std::string_view label, std::uint32_t scope) {
        for (; scope != kNone; scope = body_.registers.parent(scope))
            if (const auto at = body_.labels_.find({scope, label}); at != body_.labels_.end()) {
                at->second.wanted = true;
                return &at->second;
            }
        return nullptr;
    }

    // Code that the text does not show jumps to these places. It can have changed every register.
    void add_entries() {
        entry_places_ = body_.entries_;
        for (const auto& [key, target] : body_.labels_)
            if (!target.wanted && !is_mark(key.second) && !body_.lists_.contains(key.second))
                entry_places_.insert(entry_places_.end(), target.places.begin(), target.places.end());
        sort_unique(entry_places_);
        std::erase(entry_places_, 0u);  // the start
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
        return body_.out_.observed({.type = Observation::Type::variable,
                                    .text = std::string(last.text),
                                    .span = last.span,
                                    .width = last.width,
                                    .lost = last.lost},
                                   {operand});
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
        for (const auto& [key, target] : body_.labels_)
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
