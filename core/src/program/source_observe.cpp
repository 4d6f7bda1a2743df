// core/src/program/source_observe.cpp -- observes the variables of source code at the end of their lives.
// SPDX-License-Identifier: MIT
#include "source_scope.h"

#include <algorithm>

namespace tilescope::program::source {

void Scopes::assign(NameId name, ExprId value, TextSpan span) {
    Statement s;
    s.name = name, s.value = value, s.span = span;
    code->push_back(s);
}

void Scopes::observe(Observation observation, const std::vector<Operand>& operands) {
    observation.first = static_cast<std::uint32_t>(out_.operands.size());
    observation.count = static_cast<std::uint32_t>(operands.size());
    out_.operands.insert(out_.operands.end(), operands.begin(), operands.end());
    Statement s;
    s.type = Statement::Type::observe;
    s.index = static_cast<std::uint32_t>(out_.observations.size());
    s.span = observation.span;
    code->push_back(s);
    out_.observations.push_back(std::move(observation));
}

bool Scopes::conditional() const {
    return std::ranges::any_of(blocks_, [](const Block& b) { return b.conditional; });
}

bool Scopes::observe_variable(Variable& v) {
    const bool wanted = v.dirty && !v.quiet && !v.type.is_opaque() && !is_field(v) && v.unit == unit_ &&
                        (!v.read || is_descriptor_name(v.path));
    if (!wanted) return false;
    v.dirty = false;
    Observation o;
    o.type = Observation::Type::variable;
    o.text = v.path;
    o.span = v.span;
    o.width = v.stated && v.type.is_integer() ? v.type.width : 0;
    o.conditional = conditional();
    o.comment = v.comment;
    observe(std::move(o), {{out_.read(v.id, v.type.width), v.path, v.span}});
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
    Observation o;
    o.type = Observation::Type::call;
    o.text = "fields " + std::string(object);
    o.conditional = conditional();
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
    std::vector<std::uint32_t> changed;
    changed.swap(blocks_[index].changed);
    std::ranges::sort(changed);
    changed.erase(std::unique(changed.begin(), changed.end()), changed.end());
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
