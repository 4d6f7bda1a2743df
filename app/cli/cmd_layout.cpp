// app/cli/cmd_layout.cpp -- layout and locate: elements to bytes, and back.
// SPDX-License-Identifier: MIT
#include "app/cli/commands.h"
#include "app/cli/text_out.h"
#include "app/cli/words.h"
#include "app/io/json_out.h"

#include <tilescope/base/number.h>
#include <tilescope/base/say.h>
#include <tilescope/formats/formats.h>
#include <tilescope/hw/memory.h>
#include <tilescope/layout/address_sum.h>
#include <tilescope/layout/k_advance.h>
#include <tilescope/layout/tile_map.h>
#include <tilescope/rules/rule.h>
#include <tilescope/session/derive.h>

#include <CLI/CLI.hpp>

#include <memory>

namespace tilescope::cli {
namespace {

constexpr int kMostElements = 1 << 24;

struct LayoutArgs {
    std::string desc, swizzle, lbo, sbo, start, base_offset, as, major, type, address = "-";
    int rows = 0, columns = 0;
    unsigned k_step = 0;
};

Answer<SmemLayout> refuse_layout(std::string why) { return Answer<SmemLayout>::refuse(std::move(why)); }

// The descriptor word: given, or put together from its fields by the same functions that `encode` uses.
Answer<std::uint64_t> word_of(const LayoutArgs& args, const Format& format) {
    const std::string phase = args.base_offset.empty() ? "0" : args.base_offset;
    if (!args.desc.empty()) {
        const std::pair<const char*, const std::string*> others[] = {{"--swizzle", &args.swizzle},
                                                                     {"--lbo", &args.lbo},
                                                                     {"--sbo", &args.sbo},
                                                                     {"--start", &args.start},
                                                                     {"--base-offset", &args.base_offset}};
        for (const auto& [option, text] : others)
            if (!text->empty())
                return Answer<std::uint64_t>::refuse(
                    say(option, " and --desc exclude each other; want one way to name the layout"));
        return word_for(format, or_standard_input(args.desc));
    }
    std::uint64_t word = blank_word(format);
    const std::pair<const char*, const std::string*> fields[] = {{"swizzle", &args.swizzle},
                                                                 {"lbo", &args.lbo},
                                                                 {"sbo", &args.sbo},
                                                                 {"start", &args.start},
                                                                 {"base_offset", &phase}};
    for (const auto& [id, text] : fields) {
        if (text->empty())
            return Answer<std::uint64_t>::refuse(
                say("--", id, " is missing; want --desc WORD, or --swizzle, --lbo, --sbo and --start"));
        const auto next = with_field(format, word, id, *text);
        if (!next) return next;
        word = *next;
    }
    return word;
}

// To standard error: the layout is drawn as the word says, whatever is wrong with it.
void note_problems(std::uint64_t word, const Format& format, const SmemLayout& layout, const Globals& g) {
    const std::string_view arch = format.id == "wgmma" ? kHopper : std::string_view(g.arch);
    const WordContext context{.arch = arch, .major = layout.major, .type = layout.type, .rows = layout.rows};
    for (const Problem& p : check_word(decode(format, word), context))
        if (p.severity == Severity::error) refuse("layout", say(p.rule, " ", p.text));
}

Answer<SmemLayout> layout_from(const LayoutArgs& args, const Globals& g) {
    const bool hopper = args.as.empty() ? g.arch == kHopper : args.as == "wgmma";
    if (!args.as.empty() && args.as != "smem" && args.as != "wgmma")
        return refuse_layout(say("--as: have '", args.as, "', want smem or wgmma"));
    const Format& format = **find_format(hopper ? "wgmma" : "smem", {}, g.edition);
    const ElementType* type = find_type(args.type);
    if (!type) {
        std::string known;
        for (const ElementType& t : kElementTypes) known += say(known.empty() ? "" : ", ", t.id);
        return refuse_layout(say("--type: have '", args.type, "', want one of: ", known));
    }
    if (args.major != "k" && args.major != "mn")
        return refuse_layout(say("--major: have '", args.major, "', want k or mn"));
    if (args.rows < 1 || args.columns < 1) return refuse_layout("--rows and --cols are at least 1");
    if (args.rows > kMostElements / args.columns)
        return refuse_layout(
            say("--rows times --cols is at most ", kMostElements, ", not ", args.rows, " x ", args.columns));
    const auto word = word_of(args, format);
    if (!word) return refuse_layout(word.why);
    const Field& swizzle = field(format, "swizzle");
    if (name_in(swizzle.names, get(swizzle, *word)).empty())
        return refuse_layout(
            say("the descriptor's swizzle code ", get(swizzle, *word), " does not exist; want one of 0, 1, 2, 4, 6"));
    SmemLayout layout =
        layout_of(format, *word, args.major == "k" ? Major::k : Major::mn, *type, args.rows, args.columns);
    note_problems(*word, format, layout, g);
    layout.start = k_step_start(layout, args.k_step);
    if (const Extent lies = extent(layout); lies.last >= kSmem.bytes)
        refuse("layout", say("the tile reaches to ", hex(lies.last), "; shared memory ends at ", hex(kSmem.bytes - 1)));
    return layout;
}

// Bytes of a small tile as a table that fits the screen; larger ones are for --csv.
void print_tile(const SmemLayout& layout, const std::vector<std::uint32_t>& bytes) {
    constexpr int kMostRows = 64, kMostColumns = 10;
    print(say(layout.rows, " x ", layout.columns, " ", layout.type->id, ", ", name_of(layout.major), ", ",
              row_of(layout.mode).name, ", start ", hex(layout.start), ", lbo ", layout.lbo, ", sbo ", layout.sbo,
              " bytes\n"));
    for (const StrideReport& report : {use_of_lbo(layout), use_of_sbo(layout)}) print(say(report.sentence, "\n"));
    const int columns = std::min(layout.columns, kMostColumns), rows = std::min(layout.rows, kMostRows);
    print("\n   row");
    for (int c = 0; c < columns; ++c) print(say("  ", padded(say("col ", c), 7)));
    print("\n");
    for (int r = 0; r < rows; ++r) {
        std::string line = padded("", 6 - std::min<std::size_t>(6, say(r).size())) + say(r);
        for (int c = 0; c < columns; ++c) {
            const std::string bit = layout.type->bits < 8 ? say(".", first_bit(layout, {r, c})) : "";
            line += say("  ", padded(hex(bytes[static_cast<std::size_t>(r * layout.columns + c)]) + bit, 7));
        }
        print(line + "\n");
    }
    if (rows < layout.rows || columns < layout.columns)
        print(say("... the first ", rows, " rows and ", columns, " columns; --csv lists every element.\n"));
}

void print_csv(const SmemLayout& layout, const std::vector<std::uint32_t>& bytes) {
    std::string out = "row,col,byte,bit,chunk,bank\n";
    std::size_t i = 0;
    for (int r = 0; r < layout.rows; ++r)
        for (int c = 0; c < layout.columns; ++c, ++i) {
            const std::uint32_t b = bytes[i];
            out += say(r, ",", c, ",", b, ",", first_bit(layout, {r, c}), ",", b / 16, ",", b / 4 % 32, "\n");
            if (out.size() > 1 << 16) print(out), out.clear();
        }
    print(out);
}

int run_layout(const LayoutArgs& args, const Globals& g) {
    const auto layout = layout_from(args, g);
    if (!layout) return refuse("layout", layout.why);
    if (const std::string assumed = assumption_of(*layout); !assumed.empty())
        std::fprintf(stderr, "tilescope layout: %s\n", assumed.c_str());
    const std::vector<std::uint32_t> bytes = tile_map(*layout);
    if (g.json)
        print(io::layout_json(*layout, bytes));
    else if (g.csv)
        print_csv(*layout, bytes);
    else
        print_tile(*layout, bytes);
    return kDone;
}

int run_locate(const LayoutArgs& args, const Globals& g) {
    const auto layout = layout_from(args, g);
    if (!layout) return refuse("locate", layout.why);
    const std::string given = or_standard_input(args.address);
    const auto address = parse_number(given);
    if (!address) return refuse("locate", say("address: ", address.why));
    if (*address > 0xffffffffull)
        return refuse("locate", say("address: ", given, " has more than 32 bits; want a shared-memory address"));
    const auto byte = static_cast<std::uint32_t>(*address);
    const std::vector<Element> elements = elements_at(*layout, byte);
    if (g.json) return print(io::locate_json(*layout, byte, elements)), kDone;
    if (g.csv) print("row,col,byte,bit\n");
    for (const Element e : elements) {
        const BitPlace p = place(*layout, e);
        if (g.csv) {
            print(say(e.row, ",", e.column, ",", p.byte, ",", p.bit, "\n"));
            continue;
        }
        print(say("row ", e.row, ", column ", e.column, ": bytes ", hex(p.byte), " to ", hex(end_of(*layout, e) - 1),
                  "\n"));
        for (const std::string& line : explain(*layout, e).lines) print(say("    ", line, "\n"));
    }
    if (elements.empty() && !g.csv) print(say("No element of the tile has bits in byte ", hex(byte), ".\n"));
    return kDone;
}

void declare_shared(CLI::App& app, LayoutArgs& args) {
    app.add_option("--desc", args.desc, "The descriptor word");
    app.add_option("--swizzle", args.swizzle, "Instead of a word: none, 32B, 64B, 128B, 128B_32B");
    app.add_option("--lbo", args.lbo, "Instead of a word: leading-dimension byte offset");
    app.add_option("--sbo", args.sbo, "Instead of a word: stride-dimension byte offset");
    app.add_option("--start", args.start, "Instead of a word: start address in bytes");
    app.add_option("--base-offset", args.base_offset, "Phase of the pattern, 0 to 7");
    app.add_option("--as", args.as, "How --desc is read: smem (default) or wgmma");
    app.add_option("--major", args.major, "k or mn")->required();
    app.add_option("--type", args.type, "f16, bf16, tf32, e4m3, e5m2, e2m3, e3m2, e2m1, e2m1x2, u8, s8")->required();
    app.add_option("--rows", args.rows, "M or N indices of the tile")->required();
    app.add_option("--cols", args.columns, "K indices of the tile")->required();
    app.add_option("--k-step", args.k_step, "Advance the start by so many instructions along K");
}

}  // namespace

void declare_layout(CLI::App& app, const Globals& globals, int& status) {
    const auto args = std::make_shared<LayoutArgs>();
    declare_shared(app, *args);
    app.callback([args, &globals, &status] { status = run_layout(*args, globals); });
}

void declare_locate(CLI::App& app, const Globals& globals, int& status) {
    const auto args = std::make_shared<LayoutArgs>();
    app.add_option("address", args->address, "Byte address after the swizzle; - or nothing reads standard input");
    declare_shared(app, *args);
    app.callback([args, &globals, &status] { status = run_locate(*args, globals); });
}

}  // namespace tilescope::cli
