// app/widgets/strip_layout.cpp -- shares the width of a row among its bands.
// SPDX-License-Identifier: MIT
#include "app/widgets/strip_layout.h"

#include <algorithm>
#include <cmath>

namespace tilescope::ui {
namespace {

float bits_of(const StripBand& band) { return static_cast<float>(band.high - band.low + 1); }

std::vector<StripBand> bands_between(const Format& format, unsigned low, unsigned high) {
    std::vector<StripBand> bands;
    for (std::size_t i = format.fields.size(); i-- > 0;) {
        const Field& f = format.fields[i];
        const unsigned top = f.lsb + f.width - 1;
        if (f.lsb > high || top < low) continue;
        bands.push_back({i, std::max(low, f.lsb), std::min(high, top)});
    }
    return bands;
}

void share_width(std::vector<StripBand>& bands, const StripRoom& room, unsigned bits) {
    float wanted = 0;
    for (const StripBand& b : bands) wanted += std::max(0.0f, room.names[b.field] - bits_of(b) * room.cell);
    const float gaps = room.gap * static_cast<float>(bands.size() - 1);
    const float spare = std::max(0.0f, room.width - gaps - room.cell * static_cast<float>(bits));
    const float granted = wanted > 0 ? std::min(1.0f, spare / wanted) : 0;
    const float rest = (spare - granted * wanted) / static_cast<float>(bits);
    float x = 0;
    for (StripBand& b : bands) {
        const float name = std::max(0.0f, room.names[b.field] - bits_of(b) * room.cell) * granted;
        const float end = x + bits_of(b) * (room.cell + rest) + name;
        b.x = std::round(x);
        b.width = std::round(end) - b.x;
        x = end + room.gap;
    }
}

}  // namespace

std::vector<StripRow> strip_rows(const Format& format, const StripRoom& room) {
    std::vector<StripRow> rows;
    const unsigned bits = format.bits / room.rows;
    for (unsigned i = room.rows; i-- > 0;) {
        StripRow row{i * bits, (i + 1) * bits - 1, bands_between(format, i * bits, (i + 1) * bits - 1)};
        share_width(row.bands, room, bits);
        rows.push_back(std::move(row));
    }
    return rows;
}

CellSpan cell_of(const StripBand& band, unsigned bit) {
    const float from_left = static_cast<float>(band.high - bit), share = band.width / bits_of(band);
    return {band.x + std::round(from_left * share), band.x + std::round((from_left + 1) * share)};
}

unsigned bit_at(const StripRow& row, float x) {
    if (x < 0) return row.high;
    const StripBand* hit = &row.bands.front();
    for (const StripBand& b : row.bands)
        if (x >= b.x) hit = &b;
    for (unsigned bit = hit->high; bit > hit->low; --bit)
        if (x < cell_of(*hit, bit).to) return bit;
    return hit->low;
}

}  // namespace tilescope::ui
