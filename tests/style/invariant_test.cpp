// tests/style/invariant_test.cpp -- checks the invariants of ARCHITECTURE.md that are visible in the sources.
// SPDX-License-Identifier: MIT
#include "tests/style/source_tree.h"

#include <tilescope/base/say.h>
#include <tilescope/hw/families.h>
#include <tilescope/hw/kinds.h>

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <regex>
#include <set>

namespace tilescope::style {
namespace {

struct Ban {
    std::string_view where;                // prefix of the files that it applies to
    std::string_view pattern;              // regular expression, applied to code without comments and literals
    std::vector<std::string_view> except;  // prefixes of the files that may contain it
    std::string_view why;
    std::string_view unless = "\n";  // a line with this is allowed
};

TEST(Invariants, NoSourceContainsABannedPattern) {
    // clang-format off
    const std::vector<Ban> bans = {
        {"core/", R"(\b(fopen|fstream|ifstream|ofstream|printf|std::cout|std::cerr|system_clock|steady_clock|std::thread|std::jthread|getenv)\b)", {}, "core opens no file, reads no clock, prints nothing, starts no thread"},
        {"app/", R"(\bdlopen\b)", {"app/gui/xcb.cpp", "app/worker/driver.cpp"}, "only xcb.cpp and the worker's driver.cpp call dlopen"},
        {"app/", R"(\b(posix_spawnp?|fork|system|popen|exec[lv]\w*)\s*\()", {"app/io/other_programs.cpp", "app/cli/cmd_gui.cpp"}, "only a disassembler, the worker, a debugger and the window are started"},
        {"app/", R"(\bIMGUI_VERSION)", {"app/ui/imgui_compat.h", "app/ui/imgui_drawing.h", "app/ui/imgui_input.h"}, "only imgui_compat.h and its parts test the ImGui version"},
        {"app/", R"(\b(IM_COL32|ImColor|ImVec4)\s*[({]\s*[0-9.]|\bImVec4\s+\w+\s*[({]\s*[0-9.])", {"app/ui/theme.cpp"}, "only theme.cpp has colour literals"},
        {"app/", R"(\b(ImU32|rgb|colour\w*)\b[^;]*\b0x[0-9a-fA-F]{6}([0-9a-fA-F]{2})?\b)", {"app/ui/theme.cpp"}, "only theme.cpp has colour literals"},
        {"core/", R"(\b(Rgb|rgb|ImU32|ImVec[24]|\w*[pP]ixels?)\b)", {"core/include/tilescope/export/", "core/src/export/"}, "in core only export has colours and pixels"},
        {"app/", R"(\b(\w*address|drag_from|to)\b(\(\w*\))?\s*(>>\s*16|&\s*~?0x[fF]{4}))", {}, "tmem_lane(), tmem_column() and tmem_address() know the parts of an address"},
        {"core/", R"(\b(\w*address|to)\b(\(\w*\))?\s*(>>\s*16|&\s*~?0x[fF]{4})|\blane\w* << 16)", {"core/include/tilescope/formats/", "core/src/notation/cute_", "core/src/scene/tmem_scene.cpp"}, "tmem_lane(), tmem_column() and tmem_address() know the parts of an address"},
        {"app/", R"(\bImGui::(Begin|End)\s*\()", {"app/window/", "app/widgets/"}, "panels draw into an open region"},
        {"app/", R"(\bImGui::(BeginTooltip|SetTooltip)\b)", {"app/widgets/text_fit.cpp"}, "a tooltip covers no item that it is about: tip(), tooltip_beside()"},
        {"app/", R"(\bImGui::BeginPopup\()", {"app/widgets/text_fit.cpp"}, "no popup is larger than the window: begin_popup()"},
        {"core/", R"(^\s+static [[:alnum:]_:<>,&* ]+ \w+ *(=|;|\{))", {"core/include/tilescope/word/certainty.h"}, "no function-local static that can change", "static const"},
        {"app/", R"(^\s+static [[:alnum:]_:<>,&* ]+ \w+ *(=|;|\{))", {}, "no function-local static that can change", "static const"},
        {"core/", R"(\bthrow\b)", {"core/include/tilescope/word/field.h", "core/include/tilescope/word/problem.h",
          "core/include/tilescope/hw/contradictions.h", "core/include/tilescope/hw/measurements.h"}, "core throws only in checks of tables, to stop the build"},
        {"app/", R"(\bJson::(parse|accept|sax_parse|from_\w+)\b|nlohmann::json::)", {"app/io/json.cpp"}, "read untrusted JSON with read_json()"},
        {"app/", R"(\b(ifstream|fopen|getline)\b)", {}, "read with a size limit: read_text(), read_file_text(), Pieces"},
        {"app/", R"(\b(ofstream|mkstemp)\b)", {}, "write files with write_text()"},
        {"app/", R"(\bCLI::Range\s*\(\s*[0-9.]*\.)", {}, "read amounts with read_amount(): CLI::Range accepts nan"},
        {"core/", R"(\bstd::views::|\branges::(equal_range|(stable_)?partition|unique|remove(_if)?|search(_n)?|rotate|find_end)\b)", {}, "clang 14 compiles no view of this C++ library, and these return one"},
        {"app/", R"(\bstd::views::|\branges::(equal_range|(stable_)?partition|unique|remove(_if)?|search(_n)?|rotate|find_end)\b)", {}, "clang 14 compiles no view of this C++ library, and these return one"},
        {"tests/", R"(\b(sleep_for|sleep_until|usleep|nanosleep)\b)", {"tests/support/wait_until.h"}, "wait for a condition with wait_until()"},
        {"shaders/", R"(vec[34]\s*\(\s*[0-9.]+\s*,\s*[0-9.]+\s*,\s*[0-9.]+)", {}, "shaders have no colour literals"},
    };
    // clang-format on
    for (const Ban& ban : bans) {
        const Pattern pattern(ban.pattern);
        for (const SourceFile& file : sources_below(ban.where)) {
            bool excepted = false;
            for (const std::string_view place : ban.except) excepted |= file.path.starts_with(place);
            for (std::size_t i = 0; !excepted && i < file.code.size(); ++i)
                EXPECT_FALSE(pattern.is_in(file.code[i]) && file.code[i].find(ban.unless) == std::string::npos)
                    << file.path << ":" << i + 1 << ": " << file.lines[i] << "\n  " << ban.why;
        }
    }
}

// Looks for rows of field tables; the bans above look for the parts of a Tensor Memory address. Shifts and masks of
// 32-bit halves are arithmetic and allowed.
TEST(Invariants, NoFileOutsideFormatsContainsAFieldTable) {
    for (const SourceFile& file : sources_below("core/")) {
        if (file.path.starts_with("core/include/tilescope/formats/")) continue;
        for (std::size_t i = 0; i < file.code.size(); ++i)
            EXPECT_EQ(file.code[i].find(".lsb ="), std::string::npos)
                << file.path << ":" << i + 1 << ": move this row to core/include/tilescope/formats/";
    }
}

// Colours in text ("#1268C3") are literals too. The code of a line has no texts, so this looks at the whole line.
TEST(Invariants, NoTextContainsAColour) {
    const Pattern pattern(R"re("[^"]*#[0-9a-fA-F]{6}\b)re");
    for (const std::string_view folder : {"core/", "app/"})
        for (const SourceFile& file : sources_below(folder))
            for (std::size_t i = 0; i < file.lines.size(); ++i)
                EXPECT_FALSE(pattern.is_in(file.lines[i])) << file.path << ":" << i + 1 << ": " << file.lines[i];
}

// Fails for each line of core and app, outside the format tables, that matches the regular expression.
void expect_no_line_with(const std::string& text) {
    const Pattern pattern(text);
    for (const std::string_view folder : {"core/", "app/"})
        for (const SourceFile& file : sources_below(folder)) {
            if (file.path.starts_with("core/include/tilescope/formats/")) continue;
            for (std::size_t i = 0; i < file.lines.size(); ++i)
                EXPECT_FALSE(pattern.is_in(file.lines[i])) << file.path << ":" << i + 1 << ": " << file.lines[i];
        }
}

// Code tests for a feature of the target (hw/features.h). So a new target is one row.
TEST(Invariants, NoTargetIsComparedByItsName) {
    expect_no_line_with(R"re((==|!=)\s*("sm_|kHopper\b|kBlackwell\b)|("sm_\w+"|kHopper|kBlackwell)\s*(==|!=))re");
}

// Code tests for a capability of the kind (hw/kinds.h), or for a field in the format of its descriptor.
TEST(Invariants, NoKindIsComparedByItsName) {
    std::string names;
    for (const KindRow& kind : kKinds) names += say(names.empty() ? "" : "|", kind.id);
    const std::string kind = say("\"(", names, ")\"");
    expect_no_line_with(say(R"re(\b\w*kind(_name)?(\(\))?\s*(==|!=)\s*)re", kind));
    expect_no_line_with(say(kind, R"re(\s*(==|!=)\s*[[:alnum:]_.()>-]*\bkind\b)re"));
    expect_no_line_with(say(R"re(\bid\s*(==|!=)\s*"(i8|mxf\w+|idesc-mxf\w+)")re"));
}

// Code asks the row of a family (hw/families.h) what it needs to know. So a new family is one row. What reads a text
// (notation) decides which instruction a word belongs to, so it names them.
TEST(Invariants, NoFamilyIsComparedByItsName) {
    std::string names;
    for (const FamilyRow& f : kFamilies) names += say(names.empty() ? "" : "|", f.id, '|', f.smem, '|', f.instruction);
    const Pattern pattern(say(R"re((==|!=)\s*"()re", names, R"re()"|"()re", names, R"re()"\s*(==|!=))re",
                              R"re(|has(_feature)?\([^;]*Feature::()re", names, R"re()\b|Unit::()re", names,
                              R"re()\s*(==|!=)|(==|!=)\s*Unit::()re", names, R"re()|(==|!=)\s*&?kFamilies\b)re",
                              R"re(|\bis_(hopper|blackwell)\()re"));
    for (const std::string_view folder : {"core/", "app/"})
        for (const SourceFile& file : sources_below(folder))
            for (std::size_t i = 0; !file.path.starts_with("core/src/notation/") && i < file.lines.size(); ++i)
                EXPECT_FALSE(pattern.is_in(file.lines[i].substr(0, file.lines[i].find("//"))))
                    << file.path << ":" << i + 1 << ": " << file.lines[i] << "\n  ask a column of FamilyRow";
}

// Editions are ordered. A later edition has everything that an earlier edition has. So code compares with >=.
TEST(Invariants, NoEditionIsComparedForEquality) {
    expect_no_line_with(R"re((==|!=)\s*Edition::|Edition::v\w+\s*(==|!=))re");
}

// Code that has one value for A and one for B chooses by an Operand, which cannot be D. A comparison with B would treat
// D as A.
TEST(Invariants, NoValueIsChosenByComparingOperands) {
    const Pattern pattern(R"re((==|!=)\s*(Operand|Matrix)::[abd]\s*[]?])re");
    for (const std::string_view folder : {"core/", "app/", "tests/"})
        for (const SourceFile& file : sources_below(folder)) {
            const bool defines = file.path == "core/include/tilescope/hw/operand.h" ||
                                 file.path == "core/include/tilescope/document/focus.h";
            for (std::size_t i = 0; !defines && i < file.code.size(); ++i)
                EXPECT_FALSE(pattern.is_in(file.code[i]))
                    << file.path << ":" << i + 1 << ": " << file.lines[i] << "\n  index an OperandPair, or call pick()";
        }
}

// A function that refuses returns an Answer, not a string that is empty on success: a caller easily forgets to test
// such a string. There is one Refusal.
TEST(Invariants, EveryRefusalIsAnAnswer) {
    const Pattern pattern(R"re(^\s*(static |inline )?std::string (why_n|mistake)\w*\()re"
                          R"re(|std::string \w+ = \w+\(.*\); !\w+\.empty\(\)\) return \w*refuse)re"
                          R"re(|Answer<bool>|(using|struct) Refusal\b)re");
    for (const std::string_view folder : {"core/", "app/"})
        for (const SourceFile& file : sources_below(folder))
            for (std::size_t i = 0; i < file.code.size(); ++i)
                EXPECT_FALSE(pattern.is_in(file.code[i]) && file.path != "core/include/tilescope/base/answer.h")
                    << file.path << ":" << i + 1 << ": " << file.lines[i] << "\n  return an Answer<void>";
}

// Rule ids are for the user. Code reads the effect of a problem, or uses the C++ name that its table gives to the row.
TEST(Invariants, NoRuleIdOutsideTheTables) {
    const Pattern pattern(R"re("[LAT][0-9]{1,3}"|"F[12]")re");
    const std::vector<std::string_view> tables = {"core/include/tilescope/rules/",
                                                  "core/include/tilescope/word/problem.h",
                                                  "core/include/tilescope/layout/tensor_map_rules.h",
                                                  "core/include/tilescope/notation/questions.h",
                                                  "core/include/tilescope/hw/contradictions.h",
                                                  "core/src/ptx/"};  // a refusal of accept() names its row
    for (const SourceFile& file : sources_below("core/")) {
        bool may = file.path.ends_with("_rules.cpp");
        for (const std::string_view table : tables) may |= file.path.starts_with(table);
        for (std::size_t i = 0; !may && i < file.lines.size(); ++i)
            EXPECT_FALSE(pattern.is_in(file.lines[i].substr(0, file.lines[i].find("//"))))
                << file.path << ":" << i + 1 << ": " << file.lines[i];
    }
}

// core may throw only in consteval functions and in checks of tables, which run at compile time. A function begins in
// the first column.
TEST(Invariants, CoreThrowsOnlyAtCompileTime) {
    const Pattern head("^[A-Za-z]"), thrown(R"(\bthrow\b)");
    for (const SourceFile& file : sources_below("core/")) {
        std::string function;
        for (std::size_t i = 0; i < file.code.size(); ++i) {
            if (head.is_in(file.code[i])) function = file.code[i];
            if (!thrown.is_in(file.code[i])) continue;
            EXPECT_TRUE(function.starts_with("consteval ") || function.find("checked(") != std::string::npos)
                << file.path << ":" << i + 1 << ": " << file.lines[i] << "\n  in " << function;
        }
    }
}

TEST(Invariants, NoSourceHasAnOpenTask) {
    const Pattern pattern(std::string("\\b(TO") + "DO|FIX" + "ME|XX" + "X|HA" + "CK)\\b");
    for (const SourceFile& file : sources())
        for (std::size_t i = 0; i < file.lines.size(); ++i)
            EXPECT_FALSE(pattern.is_in(file.lines[i])) << file.path << ":" << i + 1 << ": " << file.lines[i];
}

TEST(Invariants, EveryFileHasADescriptionAndALicense) {
    for (const SourceFile& file : sources()) {
        ASSERT_GE(file.lines.size(), 3u) << file.path;
        const bool shader = file.path.starts_with("shaders/");
        const std::size_t first = shader && file.lines[0].starts_with("#version") ? 1 : 0;
        EXPECT_TRUE(file.lines[first].starts_with("// " + file.path + " -- "))
            << file.path << ": the first line must be \"// <path> -- <description>\", not: " << file.lines[first];
        bool license = false;
        for (std::size_t i = 0; i < 4 && i < file.lines.size(); ++i)
            license |= file.lines[i] == "// SPDX-License-Identifier: MIT";
        EXPECT_TRUE(license) << file.path << ": the line \"// SPDX-License-Identifier: MIT\" is missing";
    }
}

TEST(Invariants, TheOnlyGlobalVariableIsTheProbe) {
    const Pattern pattern(R"(^(static |extern |inline )?[A-Za-z_:<>*&]+ g_\w+)"), other("^(using|namespace|return) ");
    for (const SourceFile& file : sources_below("app/"))
        for (const std::string& line : file.code)
            if (pattern.is_in(line) && !other.is_in(line)) {
                EXPECT_NE(line.find("g_probe"), std::string::npos) << file.path << ": " << line;
            }
}

// Panels and features request a command by its id, and name no feature. A wrong id would do nothing.
TEST(Invariants, EachRequestedCommandHasARow) {
    static const std::regex row(R"rx(\.id = "(\w+)")rx"),
        request(R"rx(\b(?:command|run_soon|ask)\((?:\w+, )?"(\w+)")rx");
    std::set<std::string> rows;
    std::map<std::string, std::string> requests;
    for (const SourceFile& file : sources_below("app/"))
        for (const std::string& line : file.lines) {
            std::smatch match;
            if (file.path.starts_with("app/window/") && std::regex_search(line, match, row)) rows.insert(match[1]);
            if (std::regex_search(line, match, request)) requests.emplace(match[1], file.path);
        }
    EXPECT_GT(requests.size(), 40u);
    for (const auto& [id, path] : requests)
        EXPECT_TRUE(rows.contains(id)) << path << " requests the command " << id << ", which has no row";
}

}  // namespace
}  // namespace tilescope::style
