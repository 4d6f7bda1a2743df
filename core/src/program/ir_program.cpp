// core/src/program/ir_program.cpp -- the functions of MLIR and LLVM IR.
// SPDX-License-Identifier: MIT
#include "ir_reader.h"

#include <algorithm>
#include <utility>

namespace tilescope::program {
namespace {

struct Part {
    std::string function;
    std::vector<std::size_t> lines;  // kBreak: the names up to here are not visible after it
};
constexpr std::size_t kBreak = ~std::size_t{0};

// "llvm.func @f(", "define void @f(", "\"llvm.func\"() <{". Returns the name.
std::optional<std::string> function_in(const ir::Line& line) {
    std::string_view text = line.text;
    const bool quoted = text.starts_with('"');
    if (quoted) text.remove_prefix(1);
    const std::string_view word = text.substr(0, text.find_first_of(" \t(\""));
    if (word != "define" && word != "func" && !word.ends_with(".func")) return std::nullopt;
    const std::string_view mark = quoted ? "sym_name = \"" : "@";
    const std::size_t at = text.find(mark);
    if (at == text.npos) return quoted ? std::optional<std::string>("") : std::nullopt;
    text = text.substr(at + mark.size());
    if (!quoted && text.starts_with('"')) text.remove_prefix(1);
    return std::string(text.substr(0, text.find_first_of(quoted ? "\"" : "(\" \t")));
}

// The first part is the text outside of all functions, and the tests.
std::vector<Part> parts_of_ir(const std::vector<ir::Line>& lines) {
    std::vector<Part> out(1);
    bool inside = false;
    int depth = 0;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const ir::Line& line = lines[i];
        if (!line.prefix.empty()) {
            out[0].lines.push_back(i);
            continue;
        }
        const std::optional<std::string> function = function_in(line);
        if (line.fresh || function) inside = false;
        if (function) {
            out[0].lines.push_back(kBreak);
            const bool opens = line.depth > 0 || (i + 1 < lines.size() && lines[i + 1].text.starts_with("{"));
            if (!opens) continue;
            inside = true;
            depth = 0;
            out.push_back({*function, {}});
        }
        (inside ? out.back() : out[0]).lines.push_back(i);
        depth += line.depth;
        const bool next_opens = function && line.depth == 0;
        if (inside && depth <= 0 && !next_opens) inside = false;
    }
    return out;
}

}  // namespace

void read_ir(const Source& source, Program& out) {
    const std::vector<ir::Line> lines = ir::lines_of(source.text);
    const std::vector<Part> parts = parts_of_ir(lines);
    std::unordered_map<std::string, unsigned> copies;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const auto here = static_cast<std::uint32_t>(out.statements.size());
        const bool extend = i == 0 && out.units.size() == 1 && out.units[0].last == here;
        if (!extend) out.units.push_back({parts[i].function, here, here, {}});
        const std::size_t unit = out.units.size() - 1;
        ir::Reader reader(source, out, parts[i].function, out.units[unit].first, copies);
        for (const std::size_t line : parts[i].lines)
            if (line != kBreak) reader.prepare(lines[line]);
        for (const std::size_t line : parts[i].lines) {
            if (out.is_stopped()) return;
            if (line == kBreak)
                reader.forget();
            else
                reader.read(lines[line]);
        }
        reader.finish();
        out.units[unit].last = static_cast<std::uint32_t>(out.statements.size());
    }
}

}  // namespace tilescope::program
