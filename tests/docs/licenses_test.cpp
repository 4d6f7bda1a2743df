// tests/docs/licenses_test.cpp -- the list of works (app/publish/licenses.cpp) is what the programs really contain.
// SPDX-License-Identifier: MIT
#include "app/publish/licenses.h"
#include "tests/docs/documents.h"
#include "tests/docs/output_of.h"

#include <tilescope/base/say.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace tilescope {
namespace {

namespace fs = std::filesystem;
using io::LicensedWork;

const std::string kFolder = TILESCOPE_SOURCE_DIR "/assets/licenses/";

std::string text_of(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    std::stringstream out;
    out << in.rdbuf();
    return out.str();
}

std::vector<std::string> words_of(std::string_view text) {
    std::istringstream in{std::string(text)};
    std::vector<std::string> out;
    for (std::string word; in >> word;) out.push_back(word);
    return out;
}

TEST(Licenses, TheTableInTheReadmeHasTheRows) {
    std::string table = "| work | by | in | license |\n|---|---|---|---|\n";
    for (const LicensedWork& work : io::licensed_works()) {
        std::string links;
        for (const std::string& text : words_of(work.texts))
            links += say(links.empty() ? "" : ", ", "[", text, "](", text, ")");
        table +=
            say("| ", work.name, " | ", work.by, " | ", name_of(work.in), " | ", work.license, ": ", links, " |\n");
    }
    expect_written_part("assets/licenses/README.md", "works", table);
}

TEST(Licenses, EachTextIsThereAndIsOfAWork) {
    std::set<std::string> named;
    for (const LicensedWork& work : io::licensed_works()) {
        EXPECT_FALSE(words_of(work.texts).empty()) << work.name;
        for (const std::string& text : words_of(work.texts)) named.insert(text);
    }
    std::set<std::string> there;
    for (const auto& entry : fs::directory_iterator(kFolder))
        if (entry.path().extension() == ".txt") there.insert(entry.path().filename().string());
    EXPECT_EQ(named, there);
    for (const std::string& text : there) EXPECT_GT(text_of(kFolder + text).size(), 700u) << text;
    EXPECT_EQ(text_of(kFolder + "README.md").find("/usr/"), std::string::npos);
}

TEST(Licenses, TheProgramPrintsTheListAndAllTexts) {
    const std::string printed = output_of("'" TILESCOPE_PROGRAM "' --licenses");
    EXPECT_TRUE(printed.starts_with("MIT License")) << printed.substr(0, 100);
    for (const LicensedWork& work : io::licensed_works())
        EXPECT_NE(printed.find(say("\n", work.name, "\n")), printed.npos) << work.name;
    for (const auto& entry : fs::directory_iterator(kFolder)) {
        if (entry.path().extension() != ".txt") continue;
        EXPECT_NE(printed.find(text_of(entry.path().string())), printed.npos) << entry.path();
    }
    EXPECT_NE(printed.find(text_of(TILESCOPE_SOURCE_DIR "/LICENSE")), printed.npos);
}

struct Program {
    const char* target;  // empty: this tree has none
    LicensedWork::In in;
};
const Program kCommandLine{"app/cli/tilescope", LicensedWork::In::command_line},
    kWindow{TILESCOPE_WINDOW, LicensedWork::In::window};

bool is_in(const LicensedWork& work, const Program& program) {
    return work.in == LicensedWork::In::both || work.in == program.in;
}

std::string ninja(const std::string& arguments) {
    return output_of("'" TILESCOPE_NINJA "' -C '" TILESCOPE_BINARY_DIR "' " + arguments);
}

// The names of what is linked into the program and is not made here. Links the program once more, into another file,
// and lets the linker say which members of archives it takes.
std::set<std::string> linked_into(const Program& program) {
    std::istringstream commands(ninja(say("-t commands ", program.target)));
    std::string link;
    for (std::string line; std::getline(commands, line);) link = line;
    const std::string out = say(TILESCOPE_BINARY_DIR, "/tests/docs/linked_again"),
                      mark = say(" -o ", program.target, " ");
    const std::size_t at = link.find(mark);
    EXPECT_NE(at, link.npos) << link;
    if (at == link.npos) return {};
    link.replace(at, mark.size(), say(" -o '", out, "' -Wl,--trace,--trace,--strip-debug "));
    std::istringstream said(output_of(say("cd '", TILESCOPE_BINARY_DIR, "' && ", link, " 2>&1")));
    fs::remove(out);
    std::set<std::string> names;
    for (std::string line;
         std::getline(said, line);) {  // "/a/crti.o", "(/a/libz.a)inflate.o" or "/a/libz.a(inflate.o)"
        const bool member = line.find(')') != line.npos;
        const std::string path =
            line.starts_with('(') ? line.substr(1, line.find(')') - 1) : line.substr(0, line.find('('));
        const std::string name = fs::path(path).filename().string();
        if (!path.starts_with('/') || name.starts_with("libtilescope_")) continue;
        if (member || name.ends_with(".o")) names.insert(name);
    }
    return names;
}

std::set<std::string> found_of(const Program& program, auto belongs) {
    std::set<std::string> out;
    for (const LicensedWork& work : io::licensed_works())
        for (const std::string& found : words_of(work.found))
            if (is_in(work, program) && belongs(found)) out.insert(found);
    return out;
}

bool is_linked(const std::string& found) { return found.ends_with(".a") || found.ends_with(".o"); }

class LicensedLinks : public testing::TestWithParam<Program> {
protected:
    void SetUp() override {
        if (std::string_view(TILESCOPE_NINJA).empty()) GTEST_SKIP() << "only Ninja says what is linked and included";
        if (std::string_view(GetParam().target).empty()) GTEST_SKIP() << "this tree has no window program";
    }
};

TEST_P(LicensedLinks, EachArchiveThatIsLinkedIsOfAWorkAndEachWorkIsLinked) {
    const std::set<std::string> linked = linked_into(GetParam()), listed = found_of(GetParam(), is_linked);
    EXPECT_GE(std::ranges::count_if(linked, [](const std::string& n) { return n.ends_with(".a"); }), 3);
    for (const std::string& name : linked) EXPECT_TRUE(listed.contains(name)) << name << " is linked and not listed";
    if (std::string_view(TILESCOPE_PORTABLE) != "ON" || GetParam().in == LicensedWork::In::window) return;
    for (const std::string& name : listed)
        EXPECT_TRUE(linked.contains(name) || name == "libgcc_eh.a") << name << " is listed and not linked";
}

// Folders of headers that are the system's: they declare what is linked when the program starts, or nothing but names.
const std::set<std::string> kSystemHeaders{
    "x86_64-linux-gnu/", "aarch64-linux-gnu/", "linux/", "asm-generic/", "GLFW/", "X11/", "xcb/"};

// The folders below a folder "include" that the sources of a program include, without our own.
std::set<std::string> included_by(const Program& program) {
    std::set<std::string> out;
    std::istringstream lines(ninja("-t deps"));
    bool counts = false;
    for (std::string line; std::getline(lines, line);) {
        if (!line.starts_with(' ')) {
            const auto is_of = [&](std::initializer_list<const char*> folders) {
                return std::ranges::any_of(folders, [&](const char* f) { return line.starts_with(f); });
            };
            counts = is_of({"core/", "app/io/", "app/publish/", "app/worker/", "app/runs/"}) ||
                     (program.in == LicensedWork::In::window
                          ? is_of({"app/ui/", "app/widgets/", "app/panels/", "app/window/", "app/gl/", "app/gui/"})
                          : is_of({"app/cli/"}));
            continue;
        }
        if (!counts) continue;
        const std::string_view mark = "/include/";
        const std::size_t at = line.find(mark);
        if (at == line.npos) continue;
        const std::string rest = line.substr(at + mark.size());
        const std::size_t slash = rest.find('/');
        if (slash != rest.npos && !rest.starts_with("tilescope/")) out.insert(rest.substr(0, slash + 1));
    }
    return out;
}

TEST_P(LicensedLinks, EachFolderOfHeadersIsOfAWorkAndEachWorkIsIncluded) {
    const std::set<std::string> listed = found_of(GetParam(), [](const std::string& f) { return f.ends_with('/'); });
    std::set<std::string> included = included_by(GetParam());
    EXPECT_GE(included.size(), 3u);
    for (const std::string& folder : included)
        EXPECT_TRUE(listed.contains(folder) || kSystemHeaders.contains(folder))
            << folder << " is included and not listed";
    for (const std::string& folder : listed) EXPECT_TRUE(included.contains(folder)) << folder << " is not included";
}

TEST_P(LicensedLinks, EachEmbeddedFontIsOfAWork) {
    const std::string source = text_of(TILESCOPE_BINARY_DIR "/app/publish/embedded/tilescope_font_data_embedded.cpp");
    const std::set<std::string> listed =
        found_of(GetParam(), [](const std::string& f) { return f.ends_with(".otf") || f.ends_with(".ttf"); });
    int fonts = 0;
    const std::string mark = ".incbin \\\"";
    for (std::size_t at = source.find(mark); at != source.npos; at = source.find(mark, at + 1), ++fonts) {
        const std::size_t begin = at + mark.size();
        const fs::path file = source.substr(begin, source.find('\\', begin) - begin);
        EXPECT_TRUE(listed.contains(file.filename().string())) << file;
    }
    EXPECT_EQ(static_cast<std::size_t>(fonts), listed.size());
}

INSTANTIATE_TEST_SUITE_P(Of, LicensedLinks, testing::Values(kCommandLine, kWindow), [](const auto& program) {
    return program.param.in == LicensedWork::In::window ? "Window" : "CommandLine";
});

}  // namespace
}  // namespace tilescope
