// app/cli/verb.cpp -- declares the options of a verb with CLI11.
// SPDX-License-Identifier: MIT
#include "app/cli/verb.h"

#include "app/cli/commands.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>

#include <CLI/CLI.hpp>

#include <concepts>
#include <cstdint>
#include <limits>
#include <utility>

namespace tilescope::cli {
namespace {

template <class Value>
CLI::Option& add_typed(CLI::App& app, std::string name, Value& value, std::string help) {
    return *app.add_option(std::move(name), value, std::move(help));
}

// CLI11 itself only says that it could not convert the text.
template <std::integral Number>
CLI::Option& add_number(CLI::App& app, std::string name, Number& value, std::string help) {
    CLI::Option& option = add_typed(app, std::move(name), value, std::move(help));
    option.check([](const std::string& text) {
        using Limits = std::numeric_limits<Number>;
        Number number = 0;
        if (!CLI::detail::lexical_cast(text, number))
            return say("must be a whole number ", Limits::is_signed ? "up to " : "from 0 to ", Limits::max(), ", not ",
                       excerpt(text));
        return std::string();
    });
    return option;
}

}  // namespace

void Option::required() { option_->required(); }
void Option::at_least_one() {
    option_->check([](const std::string& text) {
        std::int64_t number = 1;
        if (CLI::detail::lexical_cast(text, number) && number < 1) return say("must be 1 or more, not ", number);
        return std::string();
    });
}
void Option::once_each() { option_->expected(1)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll); }
void Option::takes_every_word() { option_->allow_extra_args(); }
void Option::reads() { files_->read.push_back(option_); }
void Option::writes() { files_->written.push_back(option_); }

Option Verb::add_option(std::string name, std::string& value, std::string help) {
    return {add_typed(*app_, std::move(name), value, std::move(help)), *files_};
}
Option Verb::add_option(std::string name, std::vector<std::string>& value, std::string help) {
    return {add_typed(*app_, std::move(name), value, std::move(help)), *files_};
}
Option Verb::add_option(std::string name, int& value, std::string help) {
    return {add_number(*app_, std::move(name), value, std::move(help)), *files_};
}
Option Verb::add_option(std::string name, std::uint32_t& value, std::string help) {
    return {add_number(*app_, std::move(name), value, std::move(help)), *files_};
}
Option Verb::add_option(std::string name, std::uint64_t& value, std::string help) {
    return {add_number(*app_, std::move(name), value, std::move(help)), *files_};
}

void Verb::add_flag(std::string name, bool& value, std::string help) {
    app_->add_flag(std::move(name), value, std::move(help));
}

void Verb::add_word_flag(const std::string& name, const std::string& word, std::string& value, std::string help) {
    app_->add_flag(name + "{" + word + "}", value, std::move(help));
}

void Verb::set_footer(std::string text) { app_->footer(std::move(text)); }
std::string Verb::footer() const { return app_->get_footer(); }

void Verb::on_run(std::function<int()> run) {
    app_->callback([run = std::move(run), status = status_, name = app_->get_name()] {
        try {
            *status = run();
        } catch (const Refused& refused) {
            refuse(name, refused.why);
            *status = refused.status;
        }
    });
}

}  // namespace tilescope::cli
