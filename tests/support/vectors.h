// tests/support/vectors.h -- test vectors: what other software computed, as rows of named cells.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tilescope::test {

// One CSV file with a header line. Files that end in .gz are unpacked with gzip.
class Vectors {
public:
    // `name` as in tests/data/vectors or tests/data; "x.csv" finds "x.csv.gz" where only that exists. A copy beside the
    // checkout
    // (../shared/vectors) comes first: it may be newer. A file that is missing or has no rows fails the calling test.
    explicit Vectors(const std::string& name);

    std::size_t size() const { return rows_.size(); }
    const std::string& text(std::size_t row, std::string_view column) const;  // "" and a failure for an unknown column
    std::uint64_t number(std::size_t row, std::string_view column) const;     // hexadecimal or decimal; "" is 0
    bool has(std::string_view column) const { return columns_.contains(std::string(column)); }

private:
    std::string name_;
    std::string nothing_;  // what text() gives where there is no cell
    std::unordered_map<std::string, std::size_t> columns_;
    std::vector<std::vector<std::string>> rows_;
};

// A file of plain lines, unpacked where it ends in .gz; fails the calling test where it is missing.
std::vector<std::string> lines_of(const std::string& name);

// The cells of one CSV line; quotes around a cell may hold commas, "" in them is a quote.
std::vector<std::string> csv_cells(std::string_view line);

}  // namespace tilescope::test
