// tests/support/vectors.h -- test vectors: values computed by other software, as rows of named cells.
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
    // `name` is relative to tests/data/vectors or tests/data. "x.csv" also finds "x.csv.gz". A copy beside the checkout
    // (../shared/vectors) has priority, because it may be newer. A missing file or a file without rows fails the test.
    explicit Vectors(const std::string& name);

    std::size_t size() const { return rows_.size(); }
    const std::string& text(std::size_t row, std::string_view column) const;  // unknown column: "", and the test fails
    std::uint64_t number(std::size_t row, std::string_view column) const;     // hexadecimal or decimal; "" is 0
    bool has(std::string_view column) const { return columns_.contains(std::string(column)); }

private:
    std::string name_;
    std::string nothing_;  // what text() returns if there is no cell
    std::unordered_map<std::string, std::size_t> columns_;
    std::vector<std::vector<std::string>> rows_;
};

// Returns the lines of a file. Unpacks the file if its name ends in .gz. A missing file fails the calling test.
std::vector<std::string> lines_of(const std::string& name);

// Returns the cells of one CSV line. A quoted cell may contain commas; "" in it is one quote.
std::vector<std::string> csv_cells(std::string_view line);

}  // namespace tilescope::test
