// app/cli/verb.cpp -- declares the options of a verb with CLI11, refuses, and reads words and kinds as arguments.
// SPDX-License-Identifier: MIT
#include "app/cli/verb.h"

#include <tilescope/base/printable.h>
#include <tilescope/formats/formats.h>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <concepts>
#include <limits>

namespace tilescope::cli {
namespace {

constexpr Command kCommands[] = {
#define TILESCOPE_VERB(function, name, summary, example) {name, summary, example, declare_##function},
#include "app/cli/verbs.inc"
#undef TILESCOPE_VERB
};

// CLI11 itself only says that it could not convert the text.
template <std::integral Number>
std::string check_number(const std::string& text) {
    using Limits = std::numeric_limits<Number>;
    Number number = 0;
    if (CLI::detail::lexical_cast(text, number)) return {};
    return say("must be a whole number ", Limits::is_signed ? "up to " : "from 0 to ", Limits::max(), ", not ",
               excerpt(text));
}

}  // namespace

std::span<const Command> all_commands() { return kCommands; }

int refuse(std::string_view verb, std::string_view sentence) {
    const std::string line = say("tilescope", verb.empty() ? "" : " ", verb, ": ", printable(sentence), "\n");
    std::fwrite(line.data(), 1, line.size(), stderr);
    return kUnusable;
}

Option& Option::required() { return option_->required(), *this; }
Option& Option::at_least_one() {
    option_->check([](const std::string& text) {
        std::int64_t number = 1;
        if (CLI::detail::lexical_cast(text, number) && number < 1) return say("must be 1 or more, not ", number);
        return std::string();
    });
    return *this;
}
Option& Option::once_each() {
    return option_->expected(1)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll), *this;
}
Option& Option::takes_every_word() { return option_->allow_extra_args(), *this; }
Option& Option::reads() { return files_->read.push_back(option_), *this; }
Option& Option::writes() { return files_->written.push_back(option_), *this; }

template <class Value>
Option Verb::add_option(std::string name, Value& value, std::string help) {
    CLI::Option& option = *app_->add_option(std::move(name), value, std::move(help));
    if constexpr (std::integral<Value>) option.check(check_number<Value>);
    return {option, *files_};
}
template Option Verb::add_option(std::string, std::string&, std::string);
template Option Verb::add_option(std::string, std::vector<std::string>&, std::string);
template Option Verb::add_option(std::string, int&, std::string);
template Option Verb::add_option(std::string, std::uint32_t&, std::string);
template Option Verb::add_option(std::string, std::uint64_t&, std::string);

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
        } catch (const Refused& why) {
            refuse(name, why.why);
            *status = why.status;
        }
    });
}

Answer<std::string> text_or_standard_input(const std::string& text) {
    return text == "-" ? io::read_standard_input() : Answer<std::string>(text);
}

Answer<std::string> word_or_standard_input(const std::string& text) {
    const auto all = text_or_standard_input(text);
    if (!all || text != "-") return all;
    const std::size_t begin = all->find_first_not_of(" \t\r\n");
    if (begin == all->npos) return std::string();
    return all->substr(begin, all->find_first_of(" \t\r\n", begin) - begin);
}

Answer<std::uint64_t> word_for(const Format& format, const std::string& text) {
    const Answer<Number> n = read_number(text);
    if (!n) return Refusal(n.why);
    // The sign of a negative decimal is extended to the width of the word.
    const std::uint64_t value = format.bits == 64 ? in_width(*n, 64) : n->value;
    if (value <= bit_mask(format.bits)) return value;
    return Refusal("'", text, "' has more than the ", format.bits, " bits of ", format.id, "; give at most ",
                   hex(bit_mask(format.bits)));
}

Answer<std::uint64_t> word_given(const Format& format, const std::string& text) {
    const auto given = word_or_standard_input(text);
    return given ? word_for(format, *given) : Refusal(given.why);
}

std::pair<unsigned, unsigned> place_given(std::string_view option, const std::string& text, std::uint64_t most,
                                          std::string_view right) {
    const std::size_t comma = std::min(text.find(','), text.size());
    const auto row = parse_number(text.substr(0, comma)),
               column = parse_number(text.substr(std::min(comma + 1, text.size())));
    if (row && column && *row <= most && *column <= most)
        return {static_cast<unsigned>(*row), static_cast<unsigned>(*column)};
    throw refused(option, ": '", text, "' is not an element", right);
}

std::string kind_list(Edition edition) { return list_of(kinds_of(edition)); }

// A format of several kinds has a table for each.
std::string format_list(Edition edition) {
    return list_of(all_formats(edition), [last = std::string_view()](const Format* f) mutable {
        return std::exchange(last, f->id) == f->id ? std::string_view() : f->id;
    });
}

Answer<void> is_kind(std::string_view kind, Edition edition) {
    const auto kinds = kinds_of(edition);
    if (kind.empty() || std::ranges::find(kinds, kind) != kinds.end()) return {};
    return Refusal("kind: '", kind, "' is unknown; use one of: ", kind_list(edition));
}

}  // namespace tilescope::cli
