// core/src/program/sass_listing.cpp -- divides a listing of machine code into functions, labels and instructions.
// SPDX-License-Identifier: MIT
#include "sass_text.h"

#include <tilescope/base/text.h>

#include <algorithm>
#include <array>

namespace tilescope::program::sass {
namespace {

constexpr std::uint64_t kInstructionBytes = 16;

class ListingReader {
public:
    Listing run(std::string_view text) {
        out_.parts.emplace_back();
        while (!text.empty()) {
            const std::size_t end = std::min(text.find('\n'), text.size());
            read_line(trimmed(text.substr(0, end)));
            text.remove_prefix(std::min(end + 1, text.size()));
        }
        out_.parts.back().ends_in_gap = gap_;
        return std::move(out_);
    }

private:
    // A section and its label have the same name. A file for several targets has functions of the same name.
    void begin(std::string_view name, bool always) {
        if (!always && out_.parts.back().name == name && out_.parts.size() > 1) return;
        out_.parts.back().ends_in_gap = gap_;
        out_.parts.emplace_back().name = name;
        gap_ = false;
        before_.reset();
    }

    // Lines in the quotes of another language: "MOV R1, R2;\n",
    void read_strings(std::string_view line) {
        while (const auto inside = first_string(line)) {
            for (std::string_view rest = *inside; !rest.empty();) {
                const std::size_t end = rest.find("\\n");  // backslash and n
                read_line(trimmed(rest.substr(0, end)));
                rest = end == rest.npos ? std::string_view() : rest.substr(end + 2);
            }
            line.remove_prefix(static_cast<std::size_t>(inside->data() - line.data()) + inside->size());
            if (!line.empty()) line.remove_prefix(1);  // the quote
            line.remove_prefix(std::min(line.find_first_not_of(", \t"), line.size()));
        }
    }

    void read_line(std::string_view line) {
        if (first_string(line)) return read_strings(line);
        if (line.empty() || line.starts_with("//") || read_header(line)) return;
        if (line.starts_with("..") || line.starts_with("\xe2\x80\xa6")) {
            gap_ = true;
            return;
        }
        read_label(line);
        while (!line.empty())
            if (auto found = read_instruction(line)) add(std::move(*found));
    }

    // Reads the names of functions and targets.
    bool read_header(std::string_view line) {
        constexpr std::array<std::string_view, 4> kTargets = {".target", "code for ", "arch = ", "arch="};
        for (const std::string_view mark : kTargets) {
            if (!line.starts_with(mark)) continue;
            const std::string_view name = trimmed(line.substr(mark.size()));
            if (out_.target.empty() && name.starts_with("sm_"))
                out_.target = name.substr(0, name.find_first_of(" ,\t"));
            return true;
        }
        if (line.starts_with("Function")) {
            const std::string_view rest = trimmed(line.substr(8));
            if (!rest.starts_with(':')) return false;
            begin(trimmed(rest.substr(1)), true);
            return true;
        }
        constexpr std::string_view kText = ".text.";
        const bool section = line.starts_with(".section");
        const std::string_view rest = section ? trimmed(line.substr(8)) : line;
        const std::string_view name = rest.substr(0, rest.find_first_of(", \t:"));
        if (!section && !line.ends_with(':')) return false;
        if (name.starts_with(kText)) begin(name.substr(kText.size()), section);
        return section || name.starts_with(kText);
    }

    // Removes a label from the line. Text before a colon is a label only if an instruction or nothing is after it.
    void read_label(std::string_view& line) {
        const std::size_t colon = line.find_first_of(": \t;/[<");
        if (colon == line.npos || colon == 0 || line[colon] != ':' || is_digit(line[0]) || line[0] == '@') return;
        const std::string_view rest = trimmed(line.substr(colon + 1));
        std::string_view probe = rest;
        if (!rest.empty() && !rest.starts_with("//") && !read_instruction(probe)) return;
        Code& code = out_.parts.back();
        code.labels.emplace_back(line.substr(0, colon), code.instructions.size());
        line = rest.starts_with("//") ? std::string_view() : rest;
    }

    void add(Instruction instruction) {
        if (before_ && instruction.address) {
            const std::uint64_t step = *instruction.address - *before_;  // wraps if the address is lower
            instruction.gap |= step == 0 || step > kInstructionBytes;
        }
        before_ = instruction.address;
        instruction.gap |= gap_;
        gap_ = false;
        out_.parts.back().instructions.push_back(std::move(instruction));
    }

    Listing out_;
    bool gap_ = false;                     // a line shows that code is missing
    std::optional<std::uint64_t> before_;  // the address of the last instruction
};

}  // namespace

Listing read_listing(std::string_view text) { return ListingReader().run(text); }

}  // namespace tilescope::program::sass
