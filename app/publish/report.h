// app/publish/report.h -- an answer as facts and rows, which can be printed as text, CSV or JSON.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/base/say.h>
#include <tilescope/word/certainty.h>

#include <concepts>
#include <functional>
#include <utility>
#include <variant>
#include <vector>

namespace tilescope::io {

// A whole number or a text.
struct Cell : std::variant<std::int64_t, std::string> {
    Cell() = default;
    Cell(std::integral auto number) : variant(static_cast<std::int64_t>(number)) {}
    template <std::convertible_to<std::string_view> Text>
    Cell(const Text& text) : variant(std::string(std::string_view(text))) {}
};

struct Report {
    // Printed once and in this order, as keys of the JSON document and as lines of the text. A fact with the name "."
    // is a sentence; JSON lists it under "notes".
    std::vector<std::pair<std::string, Cell>> facts;
    std::string rows_name = "rows";  // the key of the list in JSON
    std::vector<std::string> columns;
    std::vector<std::vector<Cell>> rows;
    // Replaces `rows` if there may be millions: the number of rows, and a function that writes row i into `row`.
    std::uint64_t made_count = 0;
    std::function<void(std::uint64_t i, std::vector<Cell>& row)> make_row = {};

    std::uint64_t row_count() const { return make_row ? made_count : rows.size(); }
    // Returns row i. May store the row in `room`. Requires: i < row_count().
    const std::vector<Cell>& row(std::uint64_t i, std::vector<Cell>& room) const;

    void fact(std::string name, Cell value) { facts.emplace_back(std::move(name), std::move(value)); }
    template <class... Parts>
    void sentence(const Parts&... parts) {
        facts.emplace_back(".", say(parts...));
    }
};

std::string text_of(const Cell& cell);

// Receives text piece by piece, because the output may be larger than memory.
using Sink = std::function<void(std::string_view)>;

// Writes a header line and the rows. Cells with commas, quotes or line breaks are in quotes.
void write_csv(const Report& report, const Sink& sink);

// Writes one document: the facts, "notes" with the sentences, and the rows as objects.
void write_json(const Report& report, const Sink& sink);

// Adds the facts: "certainty" and, for a measured fact, "measured".
void put_certainty(Report& out, Certainty certainty);

}  // namespace tilescope::io
