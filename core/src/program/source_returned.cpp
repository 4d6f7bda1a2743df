// core/src/program/source_returned.cpp -- the members of an object that a function returns, for each call.
// SPDX-License-Identifier: MIT
#include "source_reader.h"

namespace tilescope::program::source {
namespace {

constexpr std::size_t kMostReturned = 12, kLongestBody = 1000;

}  // namespace

void Reader::keep_returned_object(const std::string& path) {
    ReturnedObject object;
    object.end = here();
    if (!path.empty()) object.members = scopes_.members_of(path);
    if (const Variable* const v = scopes_.find(path)) object.made = v->made;
    returned_.push_back(std::move(object));
}

// One unit for each member of the object that a function returns, and for each descriptor of a function without a
// result: the body of the function, with this value as its result. So a call can compute them for its arguments.
void Reader::add_member_units(const Function& f) {
    const auto known = functions_.find(f.name);
    if (known == functions_.end() || known->second.ambiguous || bodies_[f.unit].size() > kLongestBody) return;
    const NameId nothing = out_.name("source nothing");
    const auto add = [&](std::uint32_t end, ExprId value, Function::Member member, std::vector<Function::Member>& to) {
        std::vector<Statement> body = bodies_[f.unit];
        for (Statement& s : body)
            if (s.type == Statement::Type::observe) s = {Statement::Type::assign, nothing, out_.unknown(), 0, s.span};
        body[end].type = Statement::Type::end;
        body[end].value = value;
        member.unit = static_cast<std::uint32_t>(units_.size());
        to.push_back(std::move(member));
        Unit unit = units_[f.unit];
        unit.name.clear();
        units_.push_back(std::move(unit));
        bodies_.push_back(std::move(body));
    };
    const std::vector<Statement> body = bodies_[f.unit];
    for (std::uint32_t i = 0; i < body.size() && f.stated && f.result.is_opaque(); ++i) {
        if (body[i].type != Statement::Type::observe || known->second.words.size() >= kMostReturned) continue;
        const Observation& seen = out_.observations[body[i].index];
        if (seen.type == Observation::Type::variable && seen.count == 1 && is_descriptor_name(seen.text))
            add(i, out_.operands[seen.first].value, {seen.text}, known->second.words);
    }
    if (returned_.size() != 1 || returned_.front().members.size() > kMostReturned) return;
    const ReturnedObject object = returned_.front();
    if (!object.members.empty()) known->second.made = object.made;
    for (const std::uint32_t i : object.members) {
        const Variable& v = scopes_.variables[i];
        add(object.end, out_.read(v.id, v.type.width), {std::string(last_of(v.path)), 0, is_field_name(v.path)},
            known->second.members);
    }
}

}  // namespace tilescope::program::source
