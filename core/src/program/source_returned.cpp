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

// One unit for each member: the body of the function, with the member as its result. So a call can compute the members
// for its arguments.
void Reader::add_member_units(const Function& f) {
    const auto known = functions_.find(f.name);
    if (returned_.size() != 1 || known == functions_.end() || known->second.ambiguous) return;
    const ReturnedObject object = returned_.front();
    const std::size_t count = object.members.size();
    if (count == 0 || count > kMostReturned || bodies_[f.unit].size() > kLongestBody) return;
    known->second.made = object.made;
    const NameId nothing = out_.name("source nothing");
    for (const std::uint32_t i : object.members) {
        const Variable& v = scopes_.variables[i];
        std::vector<Statement> body = bodies_[f.unit];
        for (Statement& s : body)
            if (s.type == Statement::Type::observe) s = {Statement::Type::assign, nothing, out_.unknown(), 0, s.span};
        body[object.end].value = out_.read(v.id, v.type.width);
        known->second.members.push_back(
            {std::string(last_of(v.path)), static_cast<std::uint32_t>(units_.size()), is_field_name(v.path)});
        Unit unit = units_[f.unit];
        unit.name.clear();
        units_.push_back(std::move(unit));
        bodies_.push_back(std::move(body));
    }
}

}  // namespace tilescope::program::source
