// core/src/autopsy/loaded_d.cpp -- D in Tensor Memory, as tcgen05.ld has put it into registers.
// SPDX-License-Identifier: MIT
#include "loaded_d.h"

#include <tilescope/base/number.h>
#include <tilescope/base/say.h>
#include <tilescope/base/text.h>
#include <tilescope/formats/tmem.h>
#include <tilescope/hw/memory.h>
#include <tilescope/hw/types.h>
#include <tilescope/layout/tmem_layout.h>

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

namespace tilescope::autopsy {
namespace {

constexpr std::string_view kLoad = "LDTM";
constexpr std::uint32_t kLowHalf = 0xffff;

// The names of the shapes in machine code.
struct MachineShape {
    std::string_view text, shape;
    unsigned first_thread, threads;
};
constexpr MachineShape kMachineShapes[] = {{"", "32x32b", 0, 32},
                                           {"16dp64bit", "16x64b", 0, 32},
                                           {"16dp128bit", "16x128b", 0, 32},
                                           {"16dp256bit", "16x256b", 0, 32},
                                           {"16dp32bit_t0_t15", "16x32bx2", 0, 16},
                                           {"16dp32bit_t16_t31", "16x32bx2", 16, 16}};

// Where the D of a step is. No shape, or no address: it may be anywhere.
struct DColumns {
    bool known = false;
    unsigned first = 0, end = 0;  // columns
    bool half = false;            // only 16 of each 32 lanes, from `lane` on
    unsigned lane = 0;
    bool overlaps(const DColumns& other) const {
        if (!known || !other.known) return true;
        return first < other.end && other.first < end && !(half && other.half && lane != other.lane);
    }
};

TmemLayout d_layout_of(const Step& step) {
    const MmaShape& shape = step.read.shape;
    const std::uint32_t address = step.instruction.tmem[static_cast<std::size_t>(TmemPlace::d)];
    return {.operand = TmemOperand::d,
            .path = shape.path,
            .columns = shape.n,
            .bits = bits_of_d(shape.d_type),
            .base_column = tmem_column(address),
            .lane_half = tmem_lane(address)};
}

DColumns d_columns_of(const Step& step) {
    if (step.instruction.idesc == 0 || step.read.shape.path == nullptr || step.read.shape.n == 0) return {};
    const TmemLayout layout = d_layout_of(step);
    return {.known = true,
            .first = layout.base_column,
            .end = layout.base_column + columns_used(layout),
            .half = layout.path->half,
            .lane = layout.lane_half};
}

// What is known of the cells of Tensor Memory.
class Cells {
public:
    Cells(unsigned first, unsigned columns) : first_(first), columns_(columns), cells_(kTmem.lanes * columns) {}

    // The first one that is read stays.
    void put(unsigned lane, unsigned column, std::uint32_t bits, std::uint32_t mask) {
        if (lane >= kTmem.lanes || column < first_ || column >= first_ + columns_) return;
        auto& [value, known] = cells_[lane * columns_ + column - first_];
        value |= bits & mask & ~known;
        known |= mask;
    }
    // The bits of an element. No value: they were not all read, or the cell is not one of these.
    std::optional<std::uint32_t> at(const TmemCell& cell, unsigned bits) const {
        if (cell.lane >= kTmem.lanes || cell.column < first_ || cell.column >= first_ + columns_) return std::nullopt;
        const auto& [value, known] = cells_[cell.lane * columns_ + cell.column - first_];
        const std::uint32_t mask = (bits == 32 ? ~0u : (1u << bits) - 1) << cell.bit;
        if ((known & mask) != mask) return std::nullopt;
        return (value & mask) >> cell.bit;
    }

private:
    unsigned first_, columns_;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> cells_;  // the bits, and which of them are known
};

// False: the warp cannot read these lanes, or the instruction is not understood.
bool put_load(const SeenLoad& seen, Cells& cells) {
    const auto load = machine_load(seen.at.text);
    const unsigned lane = tmem_lane(seen.address), column = tmem_column(seen.address);
    if (!load || registers_of(load->fragment) != seen.d_count || seen.d.size() != std::size_t{32} * seen.d_count ||
        lane / kTmem.warp_lanes != seen.warp % (kTmem.lanes / kTmem.warp_lanes))
        return false;
    for (unsigned i = 0; i < load->threads; ++i)
        for (unsigned reg = 0; reg < seen.d_count; ++reg) {
            if (std::ranges::find(seen.lost, seen.d_first + reg) != seen.lost.end()) continue;
            const unsigned thread = load->first_thread + i;
            const auto cell = cell_of(load->fragment, {thread, reg});
            const std::uint32_t bits = seen.d[std::size_t{thread} * seen.d_count + reg];
            if (!cell) continue;
            if (!load->packed) {
                cells.put(lane + cell->lane, column + cell->column, bits, ~0u);
                continue;
            }
            cells.put(lane + cell->lane, column + 2 * cell->column, bits, kLowHalf);
            cells.put(lane + cell->lane, column + 2 * cell->column + 1, bits >> 16, kLowHalf);
        }
    return true;
}

class LoadReader {
public:
    LoadReader(const Recording& recording, std::span<const Chain> chains)
        : recording_(recording), writes_(recording.events.size()) {
        std::size_t mmas = 0;
        for (const Event& event : recording.events) {
            if (const auto* mma = std::get_if<SeenMma>(&event)) ++mmas, seen_.insert(mma->at.pc);
            any_ |= std::holds_alternative<SeenLoad>(event);
            mmas_.push_back(mmas);
        }
        for (const Chain& chain : chains)
            for (const Step& step : chain.steps) {
                ++steps_;
                if (step.event < writes_.size())
                    writes_[step.event] = writes_[step.event] ? DColumns() : d_columns_of(step);
            }
    }

    void read(Chain& chain) const {
        const Step& last = chain.steps.back();
        if (last.event >= mmas_.size()) return;
        chain.unread = any_ ? "no tcgen05.ld that is understood was seen to read it after the last of these MMAs"
                            : "Tensor Memory was not read";
        if (any_ && !chain.at_exception && chain.n != 0 && d_columns_of(last).known) {
            if (has_one_shape(chain))
                compare(chain, d_layout_of(last), d_columns_of(last));
            else
                chain.unread = "its MMAs have a D of different shapes or types";
        }
        if (chain.why.empty()) return;
        if (!chain.model.empty() && !chain.seen.empty() && chain.different == 0) {
            chain.why.clear();  // D began with zeros
            return;
        }
        chain.model.clear(), chain.checks.clear();
        chain.different = 0;
        chain.wait = kNoMemory;
    }

private:
    // Of the steps whose shape is known.
    static bool has_one_shape(const Chain& chain) {
        const MmaShape& last = chain.steps.back().read.shape;
        return std::ranges::all_of(chain.steps, [&](const Step& step) {
            const MmaShape& shape = step.read.shape;
            return shape.n == 0 || (shape.m == chain.m && shape.n == chain.n && shape.d_type == last.d_type);
        });
    }

    void compare(Chain& chain, const TmemLayout& layout, const DColumns& columns) const {
        if (const auto placed = can_be_placed(layout); !placed || ctas(layout) != 1) {
            chain.unread = placed ? "the other block of the pair has a part of it" : "its address is not that of a D";
            return;
        }
        Cells cells(layout.base_column, columns_used(layout));
        const std::size_t load = put_loads(chain, columns, cells);
        if (load != kNoMemory) take(chain, layout, cells, load);
    }

    // The last load that is of this chain; kNoMemory: there is none.
    std::size_t put_loads(const Chain& chain, const DColumns& place, Cells& cells) const {
        std::size_t out = kNoMemory;
        const std::size_t last = chain.steps.back().event;
        for (std::size_t i = last + 1; i < recording_.events.size(); ++i) {
            if (writes_[i] && writes_[i]->overlaps(place)) break;
            const auto* mma = std::get_if<SeenMma>(&recording_.events[i]);
            if (mma != nullptr && mma->skipped != 0) break;
            const auto* load = std::get_if<SeenLoad>(&recording_.events[i]);
            if (load != nullptr && load->mmas >= mmas_[last] && put_load(*load, cells)) out = i;
        }
        return out;
    }

    void take(Chain& chain, const TmemLayout& layout, const Cells& cells, std::size_t load) const {
        const std::vector<std::uint8_t>& kept = chain.steps.front().read.kept;  // the bits before the first MMA
        for (unsigned row = 0; row < chain.m; ++row)
            for (RowWalk at(layout, row); !at.ended(); at.next()) {
                const std::size_t index = chain.seen.size();
                const bool is_old = index < kept.size() && kept[index] != 0;
                const auto word = is_old ? std::nullopt : cells.at(at.cells()[0], layout.bits);
                chain.seen.push_back(word.value_or(0));
                chain.known.push_back(word ? 1 : 0);
                chain.different += word && index < chain.model.size() && *word != chain.model[index] ? 1 : 0;
            }
        const std::string other = chain.different == 0 ? std::string() : other_writer();
        const std::size_t read = numbers_read(chain);
        if (read == 0 || !other.empty()) {
            chain.seen.clear(), chain.known.clear();
            if (!other.empty()) chain.unread = other;  // `different` stays: no verdict may be sure
            return;
        }
        chain.unread.clear();
        if (read == chain.seen.size()) chain.known.clear();
        chain.wait = load;
        chain.last = chain.steps.size();
        chain.checks.push_back({load, chain.last, chain.different});
    }

    // What may have written to D and was not seen. Empty: nothing.
    std::string other_writer() const {
        constexpr std::string_view kDiffers = "what was read is not what the words and the bytes give, and ";
        if (steps_ >= kMostSteps) return say(kDiffers, "only the first ", kMostSteps, " MMAs were computed");
        for (const CodeMma& mma : recording_.code)
            if (!seen_.contains(mma.at.pc))
                return say(kDiffers, "the MMA at ", hex(mma.at.pc), ", which was not seen, may have changed it");
        for (const std::string_view text : {"STTM", "UTCCP", "UTCSHIFT"})
            if (recording_.machine_code.find(text) != std::string::npos)
                return say(kDiffers, "an instruction ", text, " of the kernel may have changed it");
        return {};
    }

    const Recording& recording_;
    bool any_ = false;
    std::vector<std::size_t> mmas_;                // SeenMma up to each event
    std::set<std::uint64_t> seen_;                 // where MMAs were seen in the code
    std::vector<std::optional<DColumns>> writes_;  // of each event that is an MMA
    std::size_t steps_ = 0;
};

}  // namespace

std::optional<MachineLoad> machine_load(std::string_view text) {
    text = trimmed(text);
    if (!text.starts_with(kLoad)) return std::nullopt;
    std::string_view form = text.substr(kLoad.size(), text.find_first_of(" \t") - kLoad.size());
    MachineLoad out;
    std::string_view shape;
    for (const std::string_view part : split_at(form, '.')) {
        if (part.empty()) continue;
        if (part == "PACK16BIT") {
            out.packed = true;
        } else if (part.starts_with('x')) {
            const auto number = parse_number(part.substr(1));
            if (!number || *number > kTmem.columns) return std::nullopt;
            out.fragment.num = static_cast<unsigned>(*number);
        } else if (shape.empty()) {
            shape = part;
        } else {
            return std::nullopt;
        }
    }
    const auto* row = row_with(kMachineShapes, shape, &MachineShape::text);
    if (row == nullptr) return std::nullopt;
    out.fragment.shape = load_shape_named(row->shape)->shape;
    out.first_thread = row->first_thread, out.threads = row->threads;
    if (!takes_num(out.fragment)) return std::nullopt;
    return out;
}

void read_loads(const Recording& recording, std::span<Chain> chains) {
    const LoadReader reader(recording, chains);
    for (Chain& chain : chains)
        if (chain.d_in_tmem && !chain.steps.empty()) reader.read(chain);
}

}  // namespace tilescope::autopsy
