// app/io/report.h -- an answer as facts and rows: one value, printed as text, CSV or JSON.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace tilescope::io {

using Cell = std::variant<std::int64_t, std::string>;

inline Cell cell(std::integral auto number) { return static_cast<std::int64_t>(number); }
inline Cell cell(std::string_view text) { return std::string(text); }

struct Report {
    // Said once, in order: the JSON document's own keys, lines of the text. Facts whose name begins with '.' are
    // sentences for people alone.
    std::vector<std::pair<std::string, Cell>> facts;
    std::string rows_name = "rows";  // key of the list in JSON
    std::vector<std::string> columns;
    std::vector<std::vector<Cell>> rows;
    // Instead of rows where there may be millions: how many there are, and the i-th into a row of an earlier call.
    std::uint64_t made_count = 0;
    std::function<void(std::uint64_t i, std::vector<Cell>& row)> make_row = {};

    std::uint64_t row_count() const { return make_row ? made_count : rows.size(); }
    // Requires: i < row_count(). The row, which may lie in `room`.
    const std::vector<Cell>& row(std::uint64_t i, std::vector<Cell>& room) const;

    void fact(std::string name, Cell value) { facts.emplace_back(std::move(name), std::move(value)); }
    void sentence(std::string text) { facts.emplace_back(".", std::move(text)); }
};

std::string text_of(const Cell& cell);

// Takes text a piece at a time: what is printed may be larger than memory.
using Sink = std::function<void(std::string_view)>;

// A header line and the rows. Cells with commas, quotes or line breaks are quoted.
void write_csv(const Report& report, const Sink& sink);

// One document: the facts, "notes" with the sentences, and the rows as objects.
void write_json(const Report& report, const Sink& sink);

}  // namespace tilescope::io
