// core/src/program/source_scope.cpp -- the variables of source code, and the observations of their values.
// SPDX-License-Identifier: MIT
//
//     desc = base;
//     if (wide) desc |= a; else desc |= b;
//
// The last values of desc are those at the ends of the two branches. `base` alone is not one. What both ends have in
// common is one only if the branches are many or a branch has no such statement. `desc |= c` after this makes the ends
// of the branches intermediate too, so their observations are taken back.
#include "source_scope.h"

namespace tilescope::program::source {
namespace {

// What a member of a union can be.
enum class Part : std::uint8_t { field, half, whole };

Part part_of(std::string_view path) {
    constexpr std::string_view kHalves[] = {"lo", "hi", "lo_", "hi_", "32", "32_", "16", "16_"};
    constexpr std::string_view kWholes[] = {"desc", "64", "raw", "bits", "word", "val", "all", "full", "reg", "data"};
    const std::string last = lower(last_of(path));
    if (std::ranges::any_of(kHalves, [&](std::string_view w) { return last.ends_with(w); })) return Part::half;
    const bool whole = std::ranges::any_of(kWholes, [&](std::string_view w) { return last.find(w) != last.npos; });
    return whole ? Part::whole : Part::field;
}

bool extends(std::string_view path, std::string_view prefix) {
    return path.size() > prefix.size() && path.starts_with(prefix) &&
           (path[prefix.size()] == '.' || path[prefix.size()] == '[');
}

// "Words.IDESC": a constant of a class.
bool is_constant_name(std::string_view path) {
    const std::string_view last = last_of(path);
    return std::ranges::any_of(last, [](char c) { return c >= 'A' && c <= 'Z'; }) &&
           std::ranges::none_of(last, [](char c) { return c >= 'a' && c <= 'z'; });
}

// The member of which an element is assigned: "mask.start_count_[1]" is a part of the field mask.start_count_.
std::string_view member_of_element(std::string_view path) {
    const std::size_t open = path.find_last_of('[');
    const bool element = path.ends_with(']') && open != 0 && path[open - 1] == '_';
    return element ? path.substr(0, open) : path;
}

// In a union, two members share their bits. Members with equal names of different depth are not fields of one struct.
bool may_share_bits(std::string_view a, std::string_view b) {
    a = member_of_element(a), b = member_of_element(b);
    const auto depth = [](std::string_view s) { return std::ranges::count(s, '.') + std::ranges::count(s, '['); };
    if (a.starts_with("self.") || a.starts_with("this.") || a.find('.') == a.npos || b.find('.') == b.npos)
        return false;
    if (is_constant_name(a) || is_constant_name(b)) return false;
    const std::string_view parent_a = a.substr(0, a.find_last_of(".[")), parent_b = b.substr(0, b.find_last_of(".["));
    const Part part_a = part_of(a), part_b = part_of(b);
    if (parent_a == parent_b && a.find('[') == a.npos) {
        const bool descriptors = is_descriptor_name(a) && is_descriptor_name(b);
        return part_a != part_b || (part_a == Part::whole && !descriptors);
    }
    return parent_a != parent_b && (depth(a) != depth(b) || part_a != Part::field || part_b != Part::field);
}

}  // namespace

bool is_whole_name(std::string_view path) { return part_of(path) == Part::whole; }

std::string_view root_of(std::string_view path) {
    while (path.starts_with("*")) path = path.substr(1);
    return path.substr(0, path.find_first_of(".["));
}

std::string_view last_of(std::string_view path) {
    const std::size_t dot = path.find_last_of('.');
    return dot == path.npos ? path : path.substr(dot + 1);
}

bool is_descriptor_name(std::string_view path) {
    const std::string folded = lower(last_of(path));
    return folded.find("desc") != folded.npos || folded.find("instr") != folded.npos;
}

bool is_field_name(std::string_view path) {
    constexpr std::string_view kFields[] = {"start_addr",   "byte_offset", "base_offset", "layout_type", "lbo_mode",
                                            "swizzle_mode", "version_",    "_format",     "_major",      "n_dim",
                                            "m_dim",        "sparse_",     "saturate",    "negate",      "_type_",
                                            "k_size",       "_sf_id",      "max_shift"};
    const std::string_view last = last_of(path);
    if (path.find('.') == path.npos || path.starts_with("this.") || path.starts_with("self.")) return false;
    if (is_descriptor_name(path)) return false;
    if (last.size() > 2 && last.ends_with("_") && last[0] >= 'a' && last[0] <= 'z') return true;
    return std::ranges::any_of(kFields, [&](std::string_view f) { return last.find(f) != last.npos; });
}

void Scopes::enter_unit(std::uint32_t unit, std::vector<Statement>* statements) {
    unit_ = unit;
    code = statements;
    assigned_.clear();
    pointed_.clear();
    blocks_.assign(1, {});
    choices_.clear();
}

Scopes::Place Scopes::place_of(const std::string& original, bool create) {
    std::string path = original;
    for (int depth = 0; depth < 4; ++depth) {
        const std::string root(root_of(path));
        const std::size_t stars = path.find_first_not_of('*');
        Place found{nullptr, nullptr, path};
        for (std::size_t i = scopes_.size(); i-- > (isolated ? 1u : 0u);) {
            const auto at = scopes_[i].roots.find(root);
            if (at == scopes_[i].roots.end()) continue;
            found = {&scopes_[i], &at->second, path};
            break;
        }
        if (found.root != nullptr && !found.root->alias.empty()) {
            path = path.substr(0, stars) + found.root->alias + path.substr(stars + root.size());
            continue;
        }
        if (found.root == nullptr && create) {
            std::size_t i = scopes_.size() - 1;
            while (i > 0 && !scopes_[i].function) --i;
            found = {&scopes_[i], &scopes_[i].roots[root], path};
        }
        return found;
    }
    return {nullptr, nullptr, path};
}

Variable* Scopes::variable_at(const Place& place, const std::string& path) {
    for (const std::uint32_t i : place.root->variables)
        if (variables[i].path == path) return &variables[i];
    if (place.root->variables.size() >= kMostMembers) return nullptr;
    Variable v;
    v.path = path;
    v.unit = place.scope == scopes_.data() ? 0 : unit_;
    v.id = out_.name("source " + path + " " + std::to_string(variables.size()));
    place.root->variables.push_back(static_cast<std::uint32_t>(variables.size()));
    variables.push_back(std::move(v));
    return &variables.back();
}

Variable* Scopes::declare(const std::string& name, Type type, bool stated) {
    Root& root = scopes_.back().roots[name];
    const bool again = !root.variables.empty();
    root.declared = true;
    root.escaped = false;
    root.alias.clear();
    if (again && unit_ != 0) root.variables.clear();  // a new variable of the same name
    for (const std::uint32_t i : root.variables) {
        observe_variable(variables[i]);
        variables[i].constant = false;
        clear(variables[i]);
    }
    Variable* v = variable_at({&scopes_.back(), &root, name}, name);
    if (v == nullptr) return nullptr;
    v->unit = unit_;
    v->type = type;
    v->stated = stated;
    v->read = v->dirty = false;
    v->trivial = true;
    v->block = static_cast<std::uint32_t>(blocks_.size() - 1);
    return v;
}

void Scopes::declare_alias(const std::string& name, const std::string& path) {
    Root& root = scopes_.back().roots[name];
    root = {};
    root.declared = true;
    root.alias = root_of(path) == name ? "" : path;
    root.escaped = root.alias.empty();
}

bool Scopes::is_declared(const std::string& name) const {
    return std::ranges::any_of(scopes_, [&](const Scope& s) {
        const auto at = s.roots.find(name);
        return at != s.roots.end() && at->second.declared;
    });
}

bool Scopes::is_local(const std::string& name) const {
    return unit_ == 0 ||
           std::any_of(scopes_.begin() + 1, scopes_.end(), [&](const Scope& s) { return s.roots.contains(name); });
}

const Variable* Scopes::find(const std::string& path) {
    const Place place = place_of(path, false);
    if (place.root == nullptr || place.root->escaped || lost_) return nullptr;
    for (const std::uint32_t i : place.root->variables)
        if (variables[i].path == place.path) return &variables[i];
    return nullptr;
}

Value Scopes::read(const std::string& path) {
    const Variable* const v = find(path);
    Value out = math_.unknown();
    if (v != nullptr && (v->unit == unit_ || v->unit == 0)) {
        out.type = v->type;
        out.id = out_.read(v->id, v->type.width);
    }
    out.path = path;
    return out;
}

void Scopes::mark_read(const std::string& path) {
    if (Variable* const v = find_to_change(path)) v->read = true;
}

void Scopes::clear(Variable& v) {
    if (v.unit != unit_ || v.constant || lost_) return;
    if (++cleared_ > kMostCleared) lost_ = true;
    assign(v.id, out_.forgotten(), v.span);
    v.trivial = true;
    v.dirty = false;
}

void Scopes::forget_overlaps(const Place& place, const std::string& path) {
    for (const std::uint32_t i : place.root->variables) {
        Variable& v = variables[i];
        if (v.path == path) continue;
        const bool other_element = v.path.find('[') != v.path.npos && path.find('[') != path.npos;
        const bool in_union = !other_element && may_share_bits(path, v.path);
        if (!in_union && !extends(v.path, path) && !extends(path, v.path)) continue;
        if (in_union && !is_field_name(path)) observe_variable(v);  // perhaps a member of a struct, not of a union
        clear(v);
    }
    // Two pointers can have the same value, so the word there is observed first. `this->x` is also `x`.
    const std::string member = path.starts_with("this.") ? path.substr(5) : "this." + path;
    if (path.starts_with("*") && !lost_)
        for (const std::uint32_t i : pointed_) {
            if (variables[i].path == path) continue;
            observe_variable(variables[i]);
            clear(variables[i]);
        }
    if (const Place p = place_of(member, false);
        p.root != nullptr && (path.starts_with("this.") || !place.root->declared))
        for (const std::uint32_t i : p.root->variables)
            if (variables[i].path == member) clear(variables[i]);
}

void Scopes::write(const std::string& original, const Value& value, const Write& how) {
    const Place place = place_of(original, true);
    if (place.root == nullptr) return;
    Variable* v = variable_at(place, place.path);
    forget_overlaps(place, place.path);
    if (v == nullptr || place.root->escaped || v->constant) return;
    if (v->unit != unit_) {  // a function changes it, so it has no certain value outside of the function
        spoiled.push_back(v->id);
        place.root->escaped = true;
        return;
    }
    if (v->span.end == 0) (v->path.starts_with("*") ? pointed_ : assigned_).push_back(index_of(*v));
    before_write(*v, how.plain);
    const bool first = v->span.end == 0, wide = value.type.is_integer() && value.type.width == 64;
    if (!v->stated && first && wide && v->trivial && !v->dirty) v->type = value.type;
    const Value stored = math_.converted(value, v->type);
    if (!v->stated && v->type.is_any()) {
        v->type.narrow = stored.type.narrow || (!first && v->type.narrow);
        v->type.is_signed = stored.type.is_signed || (!first && v->type.is_signed);
    }
    assign(v->id, stored.id, how.span);
    v->field = how.field;
    v->quiet = v->quiet || v->type.kind == Type::Kind::boolean || value.type.kind == Type::Kind::boolean;
    v->trivial = how.trivial || (value.type.is_opaque() && !v->stated);
    v->dirty = !v->trivial;
    v->read = v->read && !how.plain;
    if (how.plain || first)
        v->span = how.span;
    else  // the step of a loop is read after the body
        v->span = {std::min(v->span.begin, how.span.begin), std::max(v->span.end, how.span.end)};
    if (!how.comment.empty() || how.plain) v->comment = how.comment;
    const auto here = static_cast<std::uint32_t>(blocks_.size() - 1);
    if (how.plain || v->block > here) v->block = here;
    if (v->block < here) {
        blocks_.back().added.push_back(index_of(*v));
        blocks_.back().alters |= out_.exprs[value.id].operation != Operation::bit_or;
    }
    blocks_[v->block].changed.push_back(index_of(*v));
}

void Scopes::forget(const std::string& original) {
    const Place place = place_of(original, false);
    if (place.root == nullptr) return;
    for (const std::uint32_t i : place.root->variables) {
        Variable& v = variables[i];
        if (v.path == place.path || extends(v.path, place.path) || extends(place.path, v.path)) clear(v);
    }
    forget_overlaps(place, place.path);
}

void Scopes::escape(const std::string& original) {
    forget(original);
    if (const Place place = place_of(original, true); place.root != nullptr) place.root->escaped = true;
}

void Scopes::forget_all() {
    for (std::size_t b = 0; b < blocks_.size(); ++b) observe_block(b);
    if (lost_) return;
    for (const auto* list : {&assigned_, &pointed_})
        for (const std::uint32_t i : *list) clear(variables[i]);
}

namespace {

constexpr std::size_t kMostEnds = 12;  // of one variable; more are one value with unknown bits

}  // namespace

void Scopes::open_block(bool conditional) {
    const bool branch = !choices_.empty() && choices_.back().depth == blocks_.size();
    blocks_.push_back({conditional, branch, false, {}, {}});
}

bool Scopes::only_branches_since(std::uint32_t block) const {
    return std::all_of(blocks_.begin() + block + 1, blocks_.end(),
                       [](const Block& b) { return b.branch || !b.conditional; });
}

// Takes back the observations, or those of values that a branch replaces or adds bits to.
void Scopes::take_back(std::vector<Tentative>& of, bool all) {
    std::erase_if(of, [&](const Tentative& t) {
        if (!all && t.of == Tentative::Of::choice) return false;
        Statement& s = (*code)[t.statement];
        s = {Statement::Type::assign, out_.name("source nothing"), out_.unknown(), 0, s.span};
        return true;
    });
}

void Scopes::keep_choices(const std::string& path, std::uint32_t first, std::uint32_t last) {
    Variable* const v = first < last ? find_to_change(path) : nullptr;
    if (v == nullptr || v->unit != unit_) return;
    for (std::uint32_t i = first; i < last; ++i) v->tentative.push_back({i, Tentative::Of::choice});
}

// Before a statement replaces the value (`plain`) or adds bits to it.
void Scopes::before_write(Variable& v, bool plain) {
    if (!plain) return take_back(v.tentative, true);
    const bool in_branch = blocks_.size() > v.block + 1u && only_branches_since(v.block);
    if (!in_branch)
        v.tentative.clear();
    else
        for (Tentative& t : v.tentative) t.of = Tentative::Of::replaced;
    if (!v.trivial && observe_variable(v) && in_branch)
        v.tentative.push_back({static_cast<std::uint32_t>(code->size() - 1), Tentative::Of::replaced});
}

void Scopes::close_block() {
    const std::size_t last = blocks_.size() - 1;
    const auto first = static_cast<std::uint32_t>(code->size());
    const std::vector<std::uint32_t> changed = observe_block(last);
    std::unordered_multimap<std::string_view, std::uint32_t> by_path;
    for (const std::uint32_t n : changed) by_path.emplace(variables[n].path, n);
    for (std::uint32_t i = first; i < code->size(); ++i) {
        const auto [begin, end] = by_path.equal_range(out_.observations[(*code)[i].index].text);
        for (auto at = begin; at != end; ++at) variables[at->second].tentative.push_back({i, Tentative::Of::choice});
    }
    if (last == 0) return blocks_.pop_back();
    sort_unique(blocks_.back().added);
    for (const std::uint32_t i : blocks_.back().added)
        if (Variable& v = variables[i]; blocks_.back().branch && only_branches_since(v.block) && observe_variable(v))
            v.tentative.push_back({static_cast<std::uint32_t>(code->size() - 1), Tentative::Of::branch});
    Block closed = std::move(blocks_.back());
    blocks_.pop_back();
    for (const std::uint32_t i : changed)
        if (variables[i].block == last) variables[i].block = static_cast<std::uint32_t>(last - 1);
    for (const std::uint32_t i : closed.added)
        if (variables[i].block < last - 1) blocks_.back().added.push_back(i);
    closed.changed = changed;
    if (closed.branch) end_branch(closed);
}

// What the branch observed waits for the end of the others.
void Scopes::end_branch(const Block& closed) {
    Choice& choice = choices_.back();
    ++choice.branches;
    choice.alters |= closed.alters;
    std::vector<std::uint32_t> written = closed.changed;
    written.insert(written.end(), closed.added.begin(), closed.added.end());
    sort_unique(written);
    for (const std::uint32_t i : written) {
        Choice::Ends& ends = choice.ends[i];
        ++ends.branches;
        ends.tentative.insert(ends.tentative.end(), variables[i].tentative.begin(), variables[i].tentative.end());
        variables[i].tentative.clear();
    }
}

// `desc -= x` in the only branch: the other end is the value before. What an OR adds is unknown bits of one value.
void Scopes::pass_choice() {
    open_block(true);
    for (const auto& [i, ends] : choices_.back().ends) {
        if (std::ranges::find(ends.tentative, Tentative::Of::branch, &Tentative::of) == ends.tentative.end()) continue;
        variables[i].dirty = true;
        blocks_.back().added.push_back(i);
    }
    close_block();
}

void Scopes::close_choice(bool complete) {
    if (choices_.empty()) return;
    const Choice choice = std::move(choices_.back());
    choices_.pop_back();
    for (auto [i, ends] : choice.ends) {
        Variable& v = variables[i];
        const bool adds =
            std::ranges::any_of(ends.tentative, [](const Tentative& t) { return t.of == Tentative::Of::branch; });
        const bool covered = complete && ends.branches == choice.branches && ends.tentative.size() <= kMostEnds;
        if (covered)
            std::ranges::for_each(ends.tentative, [](Tentative& t) {
                if (t.of == Tentative::Of::branch) t.of = Tentative::Of::choice;
            });
        if (covered || adds) take_back(ends.tentative, false);
        if (!covered && adds) {
            v.dirty = true;
            blocks_[std::min<std::size_t>(v.block, blocks_.size() - 1)].changed.push_back(i);
        }
        v.tentative.insert(v.tentative.end(), ends.tentative.begin(), ends.tentative.end());
    }
}

void Scopes::assign(NameId name, ExprId value, TextSpan span) {
    code->push_back({.name = name, .value = value, .span = span});
}

// What is observed in an open branch may not execute.
void Scopes::observe(Observation observation, const std::vector<Operand>& operands) {
    observation.conditional |= conditional();
    code->push_back(out_.observed(std::move(observation), operands));
}

bool Scopes::conditional() const {
    return std::ranges::any_of(blocks_, [](const Block& b) { return b.conditional; });
}

bool Scopes::observe_variable(Variable& v) {
    const bool wanted = v.dirty && !v.quiet && !v.type.is_opaque() && !is_field(v) && v.unit == unit_ &&
                        (!v.read || is_descriptor_name(v.path));
    if (!wanted) return false;
    v.dirty = false;
    observe({.type = Observation::Type::variable,
             .text = v.path,
             .span = v.span,
             .width = v.stated && v.type.is_integer() ? v.type.width : 0u,
             .comment = v.comment},
            {{out_.read(v.id, v.type.width), v.path, v.span}});
    return true;
}

std::vector<std::uint32_t> Scopes::members_of(const std::string& object) {
    std::vector<std::uint32_t> out;
    const Place place = place_of(object, false);
    if (place.root == nullptr || place.root->escaped) return out;
    for (const std::uint32_t i : place.root->variables)
        if (variables[i].path != object && variables[i].span.end != 0) out.push_back(i);
    return out;
}

void Scopes::observe_fields(std::string_view object, const std::vector<std::uint32_t>& members) {
    Observation o{.type = Observation::Type::call, .text = "fields " + std::string(object)};
    std::vector<Operand> operands;
    const std::string_view parent = object.substr(0, std::min(object.find_last_of('.'), object.size()));
    for (const std::uint32_t i : place_of(std::string(object), false).root->variables) {
        const Variable& v = variables[i];
        if (v.path == root_of(object)) o.comment = v.made;
        // "d.desc_ = 0" or "Descriptor d = {}": the fields that the text does not set are 0.
        const std::size_t dot = v.path.find_last_of('.');
        const std::string_view owner = std::string_view(v.path).substr(0, dot == v.path.npos ? 0 : dot);
        const bool whole =
            v.path == object || v.path == parent || ((owner == object || owner == parent) && is_whole_name(v.path));
        if (v.zeroed && whole) operands.push_back({out_.constant(0), "*", v.span});
    }
    if (!operands.empty()) operands.resize(1);
    for (const std::uint32_t i : members) {
        Variable& v = variables[i];
        v.dirty = false;
        o.span =
            o.span.end == 0 ? v.span : TextSpan{std::min(o.span.begin, v.span.begin), std::max(o.span.end, v.span.end)};
        const bool placed = !v.field.field.empty();
        const std::string name(placed ? v.field.field : last_of(v.path));
        operands.push_back({out_.read(v.id, v.type.width), placed ? "field:" + name : name, v.span});
        if (placed) o.comment = v.field.format;
    }
    observe(std::move(o), operands);
}

// Observes what was assigned in the block: all fields of an object together, then the variables.
std::vector<std::uint32_t> Scopes::observe_block(std::size_t index) {
    std::vector<std::uint32_t> changed = std::exchange(blocks_[index].changed, {});
    sort_unique(changed);
    std::vector<std::string> objects;
    for (const std::uint32_t i : changed) {
        const Variable& v = variables[i];
        if (!v.dirty || v.unit != unit_ || !is_field(v)) continue;
        const std::string object = v.path.substr(0, v.path.find_last_of('.'));
        if (std::ranges::find(objects, object) != objects.end()) continue;
        objects.push_back(object);
        std::vector<std::uint32_t> members;
        const Place place = place_of(v.path, false);
        if (place.root == nullptr) continue;
        for (const std::uint32_t m : place.root->variables)
            if (variables[m].path.size() > object.size() && variables[m].path.starts_with(object) &&
                variables[m].path.find_last_of('.') == object.size() && variables[m].span.end != 0)
                members.push_back(m);
        if (!members.empty()) observe_fields(object, members);
    }
    for (const std::uint32_t i : changed) observe_variable(variables[i]);
    return changed;
}

}  // namespace tilescope::program::source
