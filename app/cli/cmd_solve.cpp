// app/cli/cmd_solve.cpp -- solve and cute: layouts as text, and the descriptors that read them.
// SPDX-License-Identifier: MIT
#include "app/cli/commands.h"
#include "app/cli/layout_args.h"
#include "app/cli/pictures.h"
#include "app/cli/tensor_map_arg.h"
#include "app/cli/text_out.h"
#include "app/cli/words.h"

#include <tilescope/base/number.h>
#include <tilescope/base/say.h>
#include <tilescope/hw/memory.h>
#include <tilescope/layout/descriptor.h>
#include <tilescope/notation/cute.h>
#include <tilescope/scene/cute_scene.h>
#include <tilescope/solver/solve_layout.h>
#include <tilescope/word/codec.h>

#include <CLI/CLI.hpp>

#include <memory>

namespace tilescope::cli {
namespace {

struct CuteArgs {
    std::string text = "-", type;
    PictureFiles files;
    std::vector<std::string> names;  // NAME=VALUE
    unsigned recast = 0;
};
struct SolveArgs {
    CuteArgs cute;
    std::string start = "0", as, tensor_map, major;
    int mma_rows = 0, mma_k = 0, rows = 0, columns = 0;
};

// The text with its unit and the values of its names.
Answer<CuteText> text_from(const CuteArgs& args) {
    using Text = Answer<CuteText>;
    auto text = parse_cute(args.text == "-" ? read_standard_input() : args.text);
    if (!text) return text;
    std::vector<CuteName> values;
    for (const std::string& pair : args.names) {
        const std::size_t equals = pair.find('=');
        const auto value = parse_number(equals == pair.npos ? "" : std::string_view(pair).substr(equals + 1));
        if (!value) return Text::refuse(say("--let: have '", pair, "', want NAME=NUMBER"));
        values.push_back({std::string_view(pair).substr(0, equals), static_cast<std::int64_t>(*value)});
    }
    if (args.type.empty()) return with_names(*text, values);
    const auto type = type_named("--type", args.type);
    if (!type) return Text::refuse(type.why);
    values.push_back({"T", static_cast<std::int64_t>(elements_per_chunk(**type))});
    if (text->unit_bits == 0) text->unit_bits = (*type)->container_bits;
    return with_names(*text, values);
}

// The same layout counted in other units, or why not.
void say_units(io::Report& report, const CuteText& text) {
    struct Unit {
        const char* name;
        unsigned bits;
    };
    for (const Unit& unit : {Unit{"bits", 1}, Unit{"bytes", 8}, Unit{"units_128b", 128}}) {
        if (unit.bits == text.unit_bits) continue;
        const auto restated = in_unit(text, unit.bits);
        report.fact(unit.name, io::cell(restated ? to_text(*restated) : say("- ", restated.why)));
    }
}

// Where a coordinate lies: byte and bit, or lane, column and bit of Tensor Memory.
void add_place(std::vector<io::Cell>& row, const CuteText& text, std::int64_t offset) {
    const std::uint64_t bit = bit_of(text, offset);
    const bool tmem = text.space == CuteSpace::tmem;
    const unsigned unit = tmem ? kTmem.cell_bits : 8;
    if (tmem)
        row.insert(row.end(), {io::cell(bit / unit >> 16), io::cell(bit / unit & 0xffff), io::cell(bit % unit)});
    else
        row.insert(row.end(), {io::cell(bit / unit), io::cell(bit % unit)});
}

// A row a coordinate, the last mode fastest: as `layout` prints its elements.
void add_elements(io::Report& report, const CuteText& text, const std::vector<CuteModes>& modes) {
    report.rows_name = "elements";
    const bool matrix = modes.size() == 2, placed = text.unit_bits != 0, tmem = text.space == CuteSpace::tmem;
    for (std::size_t i = 0; i < modes.size(); ++i)
        report.columns.push_back(matrix ? (i == 0 ? "row" : "col") : say("i", i));
    report.columns.push_back("offset");
    if (placed && tmem) report.columns.insert(report.columns.end(), {"lane", "column", "bit"});
    if (placed && !tmem) report.columns.insert(report.columns.end(), {"byte", "bit"});
    std::int64_t size = 1;
    for (const CuteModes& m : modes) size *= size_of(m);
    for (std::int64_t i = 0; i < size; ++i) {
        std::vector<io::Cell> row;
        std::int64_t offset = 0, rest = i;
        std::vector<std::int64_t> at(modes.size());
        for (std::size_t m = modes.size(); m-- > 0; rest /= size_of(modes[m])) at[m] = rest % size_of(modes[m]);
        for (std::size_t m = 0; m < modes.size(); ++m) {
            offset += offset_of(modes[m], at[m]);
            row.push_back(io::cell(at[m]));
        }
        row.push_back(io::cell(offset));
        if (placed) add_place(row, text, offset);
        report.rows.push_back(std::move(row));
    }
}

int run_cute(const CuteArgs& args, const Globals& g) {
    auto text = text_from(args);
    if (!text) return refuse("cute", text.why);
    io::Report report;
    report.fact("layout", io::cell(to_text(*text)));
    if (args.recast != 0) {
        const auto out = recast(*text, args.recast);
        if (!out) return refuse("cute", say("--recast ", args.recast, ": ", out.why));
        report.fact("recast", io::cell(to_text(out->text)));
        if (!out->note.empty()) report.sentence(out->note);
        text = out->text;
    }
    report.fact("unit_bits", text->unit_bits == 0 ? io::cell("the text does not say") : io::cell(text->unit_bits));
    if (const auto names = names_in(*text); !names.empty()) {
        std::string all;
        for (const std::string& name : names) all += say(all.empty() ? "" : ", ", name);
        report.fact("names", io::cell(all));
        report.sentence("Give the names values with --let NAME=NUMBER to see offsets; --type gives T.");
        return print_report(report, g);
    }
    const auto modes = modes_of(*text);
    if (!modes) return refuse("cute", modes.why);
    if (args.files.any()) {
        const auto scene = cute_scene(*text);
        return scene ? write_scene("cute", *scene, args.files) : refuse("cute", scene.why);
    }
    if (text->unit_bits != 0) say_units(report, *text);
    std::int64_t size = 1;
    for (const CuteModes& m : *modes) size *= size_of(m);
    report.fact("coordinates", io::cell(size));
    add_elements(report, *text, *modes);
    return print_report(report, g, 16);
}

// A row a step of every solution.
io::Report report_of(const LayoutAnswer& answer, const Format& format) {
    io::Report report;
    report.rows_name = "descriptors";
    report.columns = {"solution", "swizzle", "major", "step", "start", "lbo", "sbo", "word", "note"};
    report.fact("solutions", io::cell(answer.solutions.size()));
    for (std::size_t i = 0; i < answer.solutions.size(); ++i) {
        const LayoutSolution& s = answer.solutions[i];
        report.sentence(say("Solution ", i + 1, ": ", name_of(s.major), " ", row_of(s.mode).name, " (",
                            numberings(s.mode), "); ", use_of_lbo(s.steps[0]).sentence, " ",
                            use_of_sbo(s.steps[0]).sentence, s.note.empty() ? "" : " ", s.note));
        for (std::size_t step = 0; step < s.steps.size(); ++step) {
            const SmemLayout& l = s.steps[step];
            const auto word = descriptor_of(format, l);
            report.rows.push_back({io::cell(i + 1), io::cell(row_of(s.mode).name),
                                   io::cell(kMajorNames[static_cast<std::size_t>(s.major)].name), io::cell(step),
                                   io::cell(l.start), io::cell(l.lbo), io::cell(l.sbo),
                                   word ? io::cell(hex_word(format, *word)) : io::cell("-"),
                                   io::cell(word ? s.note : word.why)});
        }
    }
    return report;
}

Answer<WantedLayout> wanted_text(const SolveArgs& args, const ElementType& type) {
    using Wanted = Answer<WantedLayout>;
    const auto start = parse_number(args.start);
    if (!start) return Wanted::refuse(say("--start: ", start.why));
    const auto text = text_from(args.cute);
    if (!text) return Wanted::refuse(say("--layout: ", text.why));
    auto wanted = wanted_from(*text, type, static_cast<std::uint32_t>(*start));
    return wanted ? wanted : Wanted::refuse(say("--layout: ", wanted.why));
}

// What a TMA load of the tile writes. What the driver would refuse of it goes to standard error.
Answer<WantedLayout> wanted_copy(const SolveArgs& args, const ElementType& type) {
    using Wanted = Answer<WantedLayout>;
    if (!args.cute.text.empty())
        return Wanted::refuse("--layout and --tensor-map exclude each other; want one of them");
    if (args.major.empty()) return Wanted::refuse("--major is missing; want k or mn");
    const auto major = major_named(args.major);
    if (!major) return Wanted::refuse(major.why);
    if (const std::string why = mistake_in_size(args.rows, args.columns); !why.empty()) return Wanted::refuse(why);
    const auto copy = tensor_map_named(args.tensor_map);
    if (!copy) return Wanted::refuse(say("--tensor-map: ", copy.why));
    const TmaTile tile = covered(*copy, *major, args.rows, args.columns);
    auto wanted = wanted_from(tile, type, args.rows, args.columns);
    if (!wanted) return Wanted::refuse(say("--tensor-map: ", wanted.why));
    note_refusals("solve", tile);
    return wanted;
}

int run_solve(const SolveArgs& args, const Globals& g) {
    const auto type = type_named("--type", args.cute.type);
    if (!type) return refuse("solve", type.why);
    if (args.tensor_map.empty() && args.cute.text.empty())
        return refuse("solve", "--layout is missing; want --layout 'CUTE TEXT' or --tensor-map FILE.json");
    const auto wanted = args.tensor_map.empty() ? wanted_text(args, **type) : wanted_copy(args, **type);
    if (!wanted) return refuse("solve", wanted.why);
    const auto format = descriptor_format(args.as, g);
    if (!format) return refuse("solve", format.why);
    const LayoutAnswer answer = solve_layout(*wanted, {args.mma_rows, args.mma_k});
    io::Report report = report_of(answer, **format);
    if (answer.solutions.empty()) report.sentence(answer.why);
    print_report(report, g);
    return answer.solutions.empty() ? kWrong : kDone;
}

void declare_names(CLI::App& app, CuteArgs& args) {
    app.add_option("--let", args.names, "A value for a name of the text: --let SBO=512 --let m=16");
}

}  // namespace

void declare_cute(CLI::App& app, const Globals& globals, int& status) {
    const auto args = std::make_shared<CuteArgs>();
    app.add_option("layout", args->text, "The layout; - or nothing reads standard input");
    app.add_option("--type", args->type, "Element type: the unit where the text says none, and T");
    app.add_option("--recast", args->recast, "Also as coordinates of so many bits, as cute::recast_layout");
    declare_names(app, *args);
    declare_picture_files(app, args->files);
    app.callback([args, &globals, &status] { status = run_cute(*args, globals); });
}

void declare_solve(CLI::App& app, const Globals& globals, int& status) {
    const auto args = std::make_shared<SolveArgs>();
    args->cute.text.clear();
    app.add_option("--layout", args->cute.text, "The wanted layout as CuTe text; - reads standard input");
    app.add_option("--tensor-map", args->tensor_map, kTensorMapHelp);
    app.add_option("--rows", args->rows, "With --tensor-map: M or N indices of the tile");
    app.add_option("--cols", args->columns, "With --tensor-map: K indices of the tile");
    app.add_option("--major", args->major, "With --tensor-map: k or mn");
    app.add_option("--type", args->cute.type, "Element type, as for layout")->required();
    app.add_option("--start", args->start, "Byte address where the text has none");
    app.add_option("--mma-rows", args->mma_rows, "Rows one instruction reads (default: all)");
    app.add_option("--mma-k", args->mma_k, "Stored columns one instruction reads (default: 32 bytes)");
    app.add_option("--as", args->as, "Format of the words: smem (default) or wgmma");
    declare_names(app, args->cute);
    add_tensor_map_footer(app);
    app.callback([args, &globals, &status] { status = run_solve(*args, globals); });
}

}  // namespace tilescope::cli
