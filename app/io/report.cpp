// app/io/report.cpp -- an answer as facts and rows: CSV and JSON.
// SPDX-License-Identifier: MIT
#include "app/io/report.h"

#include <nlohmann/json.hpp>

namespace tilescope::io {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const Cell& cell) {
    if (const auto* number = std::get_if<std::int64_t>(&cell)) return *number;
    return std::get<std::string>(cell);
}

std::string quoted(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == text.npos) return text;
    std::string out = "\"";
    for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
    return out + "\"";
}

}  // namespace

std::string text_of(const Cell& cell) {
    if (const auto* number = std::get_if<std::int64_t>(&cell)) return std::to_string(*number);
    return std::get<std::string>(cell);
}

std::string report_csv(const Report& report) {
    std::string out;
    for (std::size_t c = 0; c < report.columns.size(); ++c) out += (c > 0 ? "," : "") + report.columns[c];
    out += "\n";
    for (const std::vector<Cell>& row : report.rows) {
        for (std::size_t c = 0; c < row.size(); ++c) {
            if (c > 0) out += ',';
            out += quoted(text_of(row[c]));
        }
        out += '\n';
    }
    return out;
}

std::string report_json(const Report& report) {
    Json out = Json::object();
    Json notes = Json::array();
    for (const auto& [name, value] : report.facts)
        if (name == ".")
            notes.push_back(json_of(value));
        else
            out[name] = json_of(value);
    if (!notes.empty()) out["notes"] = std::move(notes);
    Json rows = Json::array();
    for (const std::vector<Cell>& row : report.rows) {
        Json item = Json::object();
        for (std::size_t c = 0; c < row.size(); ++c) item[report.columns[c]] = json_of(row[c]);
        rows.push_back(std::move(item));
    }
    if (!report.columns.empty()) out[report.rows_name] = std::move(rows);
    return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace tilescope::io
