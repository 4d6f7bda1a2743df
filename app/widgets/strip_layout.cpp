// app/widgets/strip_layout.cpp -- shares the width of a row among its bands.
// SPDX-License-Identifier: MIT
#include "app/widgets/strip_layout.h"

#include <algorithm>
#include <cmath>
#include <numeric>

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

// Shares `spare` among the bands. `missing` is the width that each label lacks. A small request is granted in full, so
// short labels are whole and only long labels are cut.
std::vector<float> grants(const std::vector<float>& missing, float spare) {
    std::vector<std::size_t> order(missing.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t i) { return missing[i]; });
    std::vector<float> granted(missing.size());
    for (std::size_t n = 0; n < order.size(); ++n) {
        const float share = spare / static_cast<float>(order.size() - n);
        granted[order[n]] = std::min(missing[order[n]], share);
        spare -= granted[order[n]];
    }
    return granted;
}

void share_width(std::vector<StripBand>& bands, const StripRoom& room, unsigned bits) {
    std::vector<float> missing;
    for (const StripBand& b : bands) missing.push_back(std::max(0.0f, room.labels[b.field] - bits_of(b) * room.cell));
    const float gaps = room.gap * static_cast<float>(bands.size() - 1);
    const float spare = std::max(0.0f, room.width - gaps - room.cell * static_cast<float>(bits));
    const std::vector<float> granted = grants(missing, spare);
    const float given = std::accumulate(granted.begin(), granted.end(), 0.0f);
    const float rest = (spare - given) / static_cast<float>(bits);
    float x = 0;
    for (std::size_t i = 0; i < bands.size(); ++i) {
        const float end = x + bits_of(bands[i]) * (room.cell + rest) + granted[i];
        bands[i].x = std::round(x);
        bands[i].width = std::round(end) - bands[i].x;
        x = end + room.gap;
    }
}

}  // namespace

float needed_width(const Format& format, const StripRoom& room) {
    float widest = 0;
    const unsigned bits = format.bits / room.rows;
    for (unsigned i = 0; i < room.rows; ++i) {
        float width = 0;
        for (const StripBand& b : bands_between(format, i * bits, (i + 1) * bits - 1))
            width += std::max(room.labels[b.field], bits_of(b) * room.cell) + room.gap;
        widest = std::max(widest, width - room.gap);
    }
    return widest;
}

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
