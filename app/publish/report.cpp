// app/publish/report.cpp -- an answer as facts and rows, which can be printed as text, CSV or JSON.
// SPDX-License-Identifier: MIT
#include "app/publish/report.h"

#include <tilescope/base/say.h>
#include <tilescope/base/text.h>

#include <nlohmann/json.hpp>

namespace tilescope::io {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const Cell& cell) {
    if (const auto* number = std::get_if<std::int64_t>(&cell)) return *number;
    return std::get<std::string>(cell);
}

constexpr std::size_t kReportPiece = 1 << 16;  // bytes of text that are collected for the sink

std::string dumped(const Json& json) { return json.dump(2, ' ', false, Json::error_handler_t::replace); }

// Adds a number as it is, and a text as `add_text` writes it.
void add_cell(std::string& out, const Cell& cell, const auto& add_text) {
    if (const auto* number = std::get_if<std::int64_t>(&cell)) return say_one(out, *number);
    add_text(out, std::get<std::string>(cell));
}

template <class AddRow>
void write_rows(const Report& report, std::string out, const Sink& sink, AddRow add_row) {
    std::vector<Cell> room;
    for (std::uint64_t i = 0; i < report.row_count(); ++i) {
        add_row(out, report.row(i, room), i);
        if (out.size() < kReportPiece) continue;
        sink(out);
        out.clear();
    }
    sink(out);
}

Json head_json(const Report& report) {
    Json out = Json::object(), notes = Json::array();
    for (const auto& [name, value] : report.facts)
        if (name == ".")
            notes.push_back(json_of(value));
        else
            out[name] = json_of(value);
    if (!notes.empty()) out["notes"] = std::move(notes);
    return out;
}

}  // namespace

const std::vector<Cell>& Report::row(std::uint64_t i, std::vector<Cell>& room) const {
    if (!make_row) return rows[i];
    make_row(i, room);
    return room;
}

std::string text_of(const Cell& cell) {
    if (const auto* number = std::get_if<std::int64_t>(&cell)) return std::to_string(*number);
    return std::get<std::string>(cell);
}

void write_csv(const Report& report, const Sink& sink) {
    const std::string header = list_of(report.columns, std::identity(), ",") + "\n";
    write_rows(report, header, sink, [](std::string& out, const std::vector<Cell>& row, std::uint64_t) {
        for (std::size_t c = 0; c < row.size(); ++c) {
            if (c > 0) out += ',';
            add_cell(out, row[c], add_csv_cell);
        }
        out += '\n';
    });
}

void write_json(const Report& report, const Sink& sink) {
    Json head = head_json(report);
    if (report.columns.empty() || report.row_count() == 0) {
        if (!report.columns.empty()) head[report.rows_name] = Json::array();
        sink(dumped(head) + "\n");
        return;
    }
    // The text of the head without its closing brace, for one more member.
    std::string begin = head.empty() ? "{" : dumped(head).erase(dumped(head).size() - 2) + ",";
    begin += say("\n  ", dumped(report.rows_name), ": [");
    std::vector<std::string> keys;
    for (const std::string& column : report.columns) keys.push_back(say("\n      ", dumped(column), ": "));
    write_rows(report, begin, sink, [&](std::string& out, const std::vector<Cell>& row, std::uint64_t i) {
        out += i == 0 ? "\n    {" : ",\n    {";
        for (std::size_t c = 0; c < row.size(); ++c) {
            if (c > 0) out += ',';
            out += keys[c];
            add_cell(out, row[c], [](std::string& to, const std::string& text) { to += dumped(text); });
        }
        out += "\n    }";
    });
    sink("\n  ]\n}\n");
}

void put_certainty(Report& out, Certainty certainty) {
    out.fact("certainty", name_of(certainty));
    if (const Measurement* m = certainty.measurement()) out.fact("measured", text_of(*m));
}

}  // namespace tilescope::io
