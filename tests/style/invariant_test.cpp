// tests/style/invariant_test.cpp -- the invariants of ARCHITECTURE.md that can be read off the sources.
// SPDX-License-Identifier: MIT
#include "tests/style/source_tree.h"

#include <tilescope/base/say.h>
#include <tilescope/hw/kinds.h>

#include <gtest/gtest.h>

#include <fstream>
#include <regex>

namespace tilescope::style {
namespace {

struct Ban {
    std::string_view where;                // prefix of the files it holds for
    std::string_view pattern;              // regular expression over code without comments and literals
    std::vector<std::string_view> except;  // prefixes of the places that may
    std::string_view why;
};

TEST(Invariants, WhatIsBannedStandsNowhere) {
    // clang-format off
    const std::vector<Ban> bans = {
        {"core/", R"(\b(fopen|fstream|ifstream|ofstream|printf|std::cout|std::cerr|system_clock|steady_clock|std::thread|std::jthread|getenv)\b)", {}, "core opens no file, reads no clock, prints nothing, starts no thread"},
        {"app/", R"(\bdlopen\b)", {"app/live/driver.cpp", "app/gui/lost_display.cpp"}, "only driver.cpp and lost_display.cpp call dlopen"},
        {"app/", R"(\bIMGUI_VERSION)", {"app/ui/imgui_compat.h", "app/ui/imgui_input.h"}, "only imgui_compat.h and imgui_input.h test the ImGui version"},
        {"app/", R"(\bIM_COL32\s*\(\s*[0-9])", {"app/ui/theme.cpp"}, "only theme.cpp has colour literals"},
        {"app/", R"(\bImGui::(Begin|End)\s*\()", {"app/shell/", "app/widgets/"}, "panels draw into an open region"},
        {"core/", R"(^\s+static (?!constexpr)[\w:<>,&* ]+ \w+ *(=|;|\{))", {}, "no function-local static that is not constexpr"},
        {"app/", R"(^\s+static (?!constexpr)[\w:<>,&* ]+ \w+ *(=|;|\{))", {}, "no function-local static that is not constexpr"},
        {"core/", R"(\bthrow\b)", {"core/include/tilescope/word/field.h", "core/include/tilescope/word/rule_info.h",
          "core/include/tilescope/rules/rule.h", "core/include/tilescope/rules/mma_rule.h", "core/include/tilescope/hw/contradictions.h"}, "exceptions stop the build on broken tables and cross no module border"},
        {"app/", R"(\bJson::(parse|accept|sax_parse|from_\w+)\b|nlohmann::json::)", {"app/io/json_reader.cpp"}, "JSON from outside goes through read_json()"},
        {"app/", R"(\b(ifstream|fopen|getline)\b)", {}, "reading is bounded: read_text(), read_file_text(), Pieces"},
        {"app/", R"(\b(ofstream|mkstemp)\b)", {}, "files are written by write_text()"},
        {"app/", R"(\bCLI::Range\s*\(\s*[0-9.]*\.)", {}, "amounts are read by read_amount(): CLI::Range takes nan"},
        {"shaders/", R"(vec[34]\s*\(\s*[0-9.]+\s*,\s*[0-9.]+\s*,\s*[0-9.]+)", {}, "shaders have no colour literals"},
    };
    // clang-format on
    for (const Ban& ban : bans) {
        const std::regex pattern{std::string(ban.pattern)};
        for (const SourceFile& file : sources_below(ban.where)) {
            bool excepted = false;
            for (const std::string_view place : ban.except) excepted |= file.path.starts_with(place);
            for (std::size_t i = 0; !excepted && i < file.code.size(); ++i)
                EXPECT_FALSE(std::regex_search(file.code[i], pattern))
                    << file.path << ":" << i + 1 << ": " << file.lines[i] << "\n  " << ban.why;
        }
    }
}

// A bit position is a shift or mask by a number above a byte's; addresses and 32-bit halves are arithmetic, not
// formats.
TEST(Invariants, NoFileOutsideFormatsHoldsAFieldTable) {
    for (const SourceFile& file : sources_below("core/")) {
        if (file.path.starts_with("core/include/tilescope/formats/")) continue;
        for (std::size_t i = 0; i < file.code.size(); ++i)
            EXPECT_EQ(file.code[i].find(".lsb ="), std::string::npos) << file.path << ":" << i + 1;
    }
}

// Lines of core and app outside the tables of hardware that match.
void expect_no_line_with(const std::string& text) {
    const std::regex pattern(text);
    for (const std::string_view folder : {"core/", "app/"})
        for (const SourceFile& file : sources_below(folder)) {
            if (file.path.starts_with("core/include/tilescope/formats/")) continue;
            for (std::size_t i = 0; i < file.lines.size(); ++i)
                EXPECT_FALSE(std::regex_search(file.lines[i], pattern))
                    << file.path << ":" << i + 1 << ": " << file.lines[i];
        }
}

// Code asks a target for a feature (hw/features.h): then a new target is one row.
TEST(Invariants, NoTargetIsComparedByItsName) {
    expect_no_line_with(R"re((==|!=)\s*("sm_|kHopper\b|kBlackwell\b)|("sm_\w+"|kHopper|kBlackwell)\s*(==|!=))re");
}

// Code asks a kind for a capability (hw/kinds.h), or the format of its descriptor for a field.
TEST(Invariants, NoKindIsComparedByItsName) {
    std::string names;
    for (const KindRow& kind : kKinds) names += say(names.empty() ? "" : "|", kind.id);
    const std::string kind = say("\"(", names, ")\"");
    expect_no_line_with(say(R"re(\b\w*kind(_name)?(\(\))?\s*(==|!=)\s*)re", kind));
    expect_no_line_with(say(kind, R"re(\s*(==|!=)\s*[\w.()>-]*\bkind\b)re"));
    expect_no_line_with(say(R"re(\bid\s*(==|!=)\s*"(i8|mxf\w+|idesc-mxf\w+)")re"));
}

// Editions are ordered: what one of them brought, later ones have too.
TEST(Invariants, NoEditionIsComparedForEquality) {
    expect_no_line_with(R"re((==|!=)\s*Edition::|Edition::v\w+\s*(==|!=))re");
}

// What there is one of for A and one for B is asked for by its Operand, which cannot be D: where a comparison chooses,
// whatever is not B is taken for A.
TEST(Invariants, NothingIsPickedByComparingOperands) {
    const std::regex pattern(R"re((==|!=)\s*(Operand|Matrix)::[abd]\s*[?\]])re");
    for (const std::string_view folder : {"core/", "app/", "tests/"})
        for (const SourceFile& file : sources_below(folder)) {
            const bool defines = file.path == "core/include/tilescope/hw/operand.h" ||
                                 file.path == "core/include/tilescope/session/focus.h";
            for (std::size_t i = 0; !defines && i < file.code.size(); ++i)
                EXPECT_FALSE(std::regex_search(file.code[i], pattern))
                    << file.path << ":" << i + 1 << ": " << file.lines[i] << "\n  index an OperandPair, or pick()";
        }
}

// A sentence that is empty where all is well can be taken for an answer unlooked at; Answer<void> cannot. The one other
// Refusal is the assembler's, of a line.
TEST(Invariants, ThereIsOneWayToRefuse) {
    const std::regex pattern(R"re(^\s*(static |inline )?std::string (why_n|mistake)\w*\()re"
                             R"re(|std::string \w+ = \w+\(.*\); !\w+\.empty\(\)\) return \w*refuse)re"
                             R"re(|Answer<bool>|(using|struct) Refusal\b)re");
    for (const std::string_view folder : {"core/", "app/"})
        for (const SourceFile& file : sources_below(folder))
            for (std::size_t i = 0; file.path != "core/src/ptx/parts.h" && i < file.code.size(); ++i)
                EXPECT_FALSE(std::regex_search(file.code[i], pattern))
                    << file.path << ":" << i + 1 << ": " << file.lines[i] << "\n  return an Answer<void>";
}

// Ids of rules are for people. Code asks a problem for its effect, and names a row where its table does.
TEST(Invariants, NoRuleIsNamedByItsIdOutsideTheTables) {
    const std::regex pattern(R"re("[LA][0-9]{1,3}"|"F[12]")re");
    const std::vector<std::string_view> tables = {
        "core/include/tilescope/rules/", "core/include/tilescope/word/rule_info.h",
        "core/include/tilescope/notation/questions.h", "core/include/tilescope/hw/contradictions.h",
        "core/src/ptx/"};  // a refusal of the assembler's names its row
    for (const SourceFile& file : sources_below("core/")) {
        bool may = file.path.ends_with("_rules.cpp");
        for (const std::string_view table : tables) may |= file.path.starts_with(table);
        for (std::size_t i = 0; !may && i < file.lines.size(); ++i)
            EXPECT_FALSE(std::regex_search(file.lines[i].substr(0, file.lines[i].find("//")), pattern))
                << file.path << ":" << i + 1 << ": " << file.lines[i];
    }
}

// What core throws stops the build: it stands in checks of tables, which a static_assert calls, and in consteval
// functions. A function of theirs begins in the first column.
TEST(Invariants, WhatCoreThrowsStopsTheBuild) {
    const std::regex head("^[A-Za-z]"), thrown(R"(\bthrow\b)");
    for (const SourceFile& file : sources_below("core/")) {
        std::string function;
        for (std::size_t i = 0; i < file.code.size(); ++i) {
            if (std::regex_search(file.code[i], head)) function = file.code[i];
            if (!std::regex_search(file.code[i], thrown)) continue;
            EXPECT_TRUE(function.starts_with("consteval ") || function.find("checked(") != std::string::npos)
                << file.path << ":" << i + 1 << ": " << file.lines[i] << "\n  in " << function;
        }
    }
}

TEST(Invariants, NothingIsLeftToDo) {
    const std::regex pattern(std::string("\\b(TO") + "DO|FIX" + "ME|XX" + "X|HA" + "CK)\\b");
    for (const SourceFile& file : sources())
        for (std::size_t i = 0; i < file.lines.size(); ++i)
            EXPECT_FALSE(std::regex_search(file.lines[i], pattern))
                << file.path << ":" << i + 1 << ": " << file.lines[i];
}

TEST(Invariants, EveryFileSaysWhatItIsAndItsLicense) {
    for (const SourceFile& file : sources()) {
        ASSERT_GE(file.lines.size(), 3u) << file.path;
        const bool shader = file.path.starts_with("shaders/");
        const std::size_t first = shader && file.lines[0].starts_with("#version") ? 1 : 0;
        EXPECT_TRUE(file.lines[first].starts_with("// " + file.path + " -- "))
            << file.path << ": " << file.lines[first];
        bool license = false;
        for (std::size_t i = 0; i < 4 && i < file.lines.size(); ++i)
            license |= file.lines[i] == "// SPDX-License-Identifier: MIT";
        EXPECT_TRUE(license) << file.path << ": SPDX line";
    }
}

TEST(Invariants, OnlyTheProbeIsGlobal) {
    const std::regex pattern(R"(^(static |extern |inline )?(?!using |namespace |return )[A-Za-z_:<>*&]+ g_\w+)");
    for (const SourceFile& file : sources_below("app/"))
        for (const std::string& line : file.code)
            if (std::regex_search(line, pattern)) {
                EXPECT_NE(line.find("g_probe"), std::string::npos) << file.path << ": " << line;
            }
}

}  // namespace
}  // namespace tilescope::style
