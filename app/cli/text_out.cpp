// app/cli/text_out.cpp -- output: columns, wrapped sentences, colour, and the parts of JSON documents.
// SPDX-License-Identifier: MIT
#include "app/cli/json_parts.h"
#include "app/cli/verb.h"

#include <tilescope/word/codec.h>

#include <unistd.h>

#include <fmt/color.h>
#include <algorithm>
#include <cstdlib>

namespace tilescope::cli {
namespace {

constexpr std::size_t kWidth = 98;

// Uses colour only on a terminal, and only if NO_COLOR is not set.
std::string coloured(std::string_view text, Severity severity) {
    static constexpr fmt::terminal_color kColours[] = {fmt::terminal_color::red, fmt::terminal_color::yellow,
                                                       fmt::terminal_color::blue, fmt::terminal_color::white};
    const char* off = std::getenv("NO_COLOR");
    if (!isatty(STDOUT_FILENO) || (off && *off)) return std::string(text);
    return fmt::format(fmt::fg(kColours[static_cast<std::size_t>(severity)]), "{}", text);
}

// Prints each fact as "name  value", and each sentence as a line without a name.
void print_facts(const io::Report& report) {
    std::size_t width = 0;
    for (const auto& [name, value] : report.facts) width = std::max(width, name.size() + 2);
    for (const auto& [name, value] : report.facts) {
        if (name == ".")
            print_wrapped(0, io::text_of(value));
        else
            print(padded(name, width), wrapped(io::text_of(value), width));
    }
}

void print_rows(const io::Report& report, std::size_t shown) {
    std::vector<std::vector<std::string>> rows = {report.columns};
    std::vector<io::Cell> room;
    for (std::size_t r = 0; r < shown; ++r) {
        auto& cells = rows.emplace_back();
        for (const io::Cell& cell : report.row(r, room)) cells.push_back(io::text_of(cell));
    }
    for (const std::string& line : in_columns(rows)) print(line, "\n");
}

// ---- JSON

// Returns a number for numbers, flags and fixed bits, and the name for enumerators (a number if the name is a number).
// Returns null for a stored value without a meaning.
Json value_json(const Field& f, std::uint64_t raw) {
    if (f.encoding == Encoding::number) return value_of(f, raw);
    if (f.encoding != Encoding::one_of) return raw;
    const std::string_view name = name_in(f.names, raw);
    if (name.empty()) return nullptr;
    if (const auto number = parse_number(name)) return *number;
    return name;
}

}  // namespace

std::vector<std::string> in_columns(const std::vector<std::vector<std::string>>& rows, std::size_t gap) {
    std::vector<std::size_t> widths;
    for (const auto& cells : rows) {
        widths.resize(std::max(widths.size(), cells.size()));
        for (std::size_t c = 0; c < cells.size(); ++c) widths[c] = std::max(widths[c], cells[c].size());
    }
    std::vector<std::string> out;
    for (const auto& cells : rows) {
        std::string& line = out.emplace_back();
        for (std::size_t c = 0; c < cells.size(); ++c)
            line += c + 1 < cells.size() ? padded(cells[c], widths[c] + gap) : cells[c];
    }
    return out;
}

std::string without_end_blanks(std::string_view line) {
    return std::string(line.substr(0, line.find_last_not_of(' ') + 1));
}

int write_or_print(const std::string& path, std::string_view text) {
    if (path.empty()) return print(text), kDone;
    need(io::write_text(path, text));
    return kDone;
}

int print_report(const io::Report& report, const Globals& g, std::size_t most) {
    if (g.json) return io::write_json(report, io::print), kDone;
    if (g.csv) return io::write_csv(report, io::print), kDone;
    print_facts(report);
    const std::uint64_t count = report.row_count();
    if (count == 0) return kDone;
    const auto shown = static_cast<std::size_t>(std::min<std::uint64_t>(most, count));
    print("\n");
    print_rows(report, shown);
    if (shown < count) print("... These are the first ", shown, " of ", count, " rows. --csv lists all rows.\n");
    return kDone;
}

std::string padded(std::string_view text, std::size_t width) {
    std::string out(text);
    if (out.size() < width) out.append(width - out.size(), ' ');
    return out;
}

std::string wrapped(std::string_view text, std::size_t indent) {
    std::string out, line;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find(' ', at), text.size());
        const std::string_view word = text.substr(at, end - at);
        if (!line.empty() && indent + line.size() + 1 + word.size() > kWidth) {
            out += say(out.empty() ? "" : std::string(indent, ' '), line, "\n");
            line.clear();
        }
        line += say(line.empty() ? "" : " ", word);
        at = end + 1;
    }
    return say(out, out.empty() ? "" : std::string(indent, ' '), line, "\n");
}

void print_problems(std::span<const Problem> problems) {
    for (const Problem& p : problems) {
        const std::string head =
            say("  ", padded(name_of(p.severity), 6), padded(say(p.rule, " "), 4), padded(say(p.field, " "), 13));
        print_with_codes(coloured(head, p.severity));
        print(wrapped(say(p.text, p.fix.empty() ? "" : " ", p.fix), head.size()));
    }
}

// ---- JSON

Json field_json(const Field& f, std::uint64_t raw, std::uint64_t unknown) {
    Json out = {{"id", f.id},
                {"lsb", f.lsb},
                {"width", f.width},
                {"raw", raw},
                {"value", unknown != 0 && (raw & ~unknown) == 0 ? Json() : value_json(f, raw)},
                {"meaning", meaning_of(f, raw, unknown)}};
    if (unknown != 0) out["known"] = hex(bit_mask(f.width) & ~unknown);
    return out;
}

Json problem_json(const Problem& p) {
    Json out = {{"rule", p.rule},   {"severity", name_of(p.severity)},
                {"field", p.field}, {"text", p.text},
                {"fix", p.fix},     {"source", p.source}};
    put_certainty(out, p.certainty);
    return out;
}

Json problems_json(std::span<const Problem> problems) { return list_json(problems, problem_json); }

Json start_json(const OperandPair<std::optional<StartSum>>& start) {
    Json out = Json::object();
    for (const Operand o : kBothOperands) {
        out[pick(o, "base_a", "base_b")] = start[o] ? Json(start[o]->base) : Json(nullptr);
        out[pick(o, "offset_a", "offset_b")] = start[o] ? Json(start[o]->offset) : Json(nullptr);
    }
    return out;
}

}  // namespace tilescope::cli
