// tests/window/clipboard_text_test.cpp -- reads the text of another program, which may not answer, or send much.
// SPDX-License-Identifier: MIT
#include "app/io/session_file.h"
#include "tests/support/wait_until.h"
#include "tests/window/display_test.h"

#include <tilescope/document/instruction.h>
#include <tilescope/document/presets.h>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <string>

namespace tilescope::window {
namespace {

constexpr const char* kLine = "a_desc = 0x8000402000010080\n";

// Another program, which owns the clipboard: xclip.
class Owner {
public:
    Owner(const VirtualDisplay& display, const std::string& file) : display_(display.name()) {
        pid_ = fork();
        if (pid_ == 0) {
            setenv("DISPLAY", display_.c_str(), 1);
            const int nowhere = open("/dev/null", O_RDWR);
            dup2(nowhere, 0), dup2(nowhere, 1), dup2(nowhere, 2);
            execlp("xclip", "xclip", "-quiet", "-selection", "clipboard", "-i", file.c_str(), nullptr);
            _exit(127);
        }
        test::wait_until([&] { return answers(1); });
    }
    ~Owner() {
        send(SIGCONT);
        send(SIGKILL);
        waitpid(pid_, nullptr, 0);
    }
    Owner(const Owner&) = delete;
    Owner& operator=(const Owner&) = delete;

    void send(int signal) const { kill(pid_, signal); }
    // While xclip sends a long text, it drops the requests of others: they must ask again.
    bool answers(int times = 10) const {
        const std::string command =
            "DISPLAY=" + display_ + " timeout 2 xclip -selection clipboard -o -t TARGETS > /dev/null 2>&1";
        for (int i = 0; i < times; ++i)
            if (std::system(command.c_str()) == 0) return true;
        return false;
    }

private:
    std::string display_;
    pid_t pid_ = -1;
};

class ClipboardText : public DisplayTest {
protected:
    ClipboardText() : DisplayTest(1440, 900, {"xclip"}) {}
    std::string file_of(std::size_t bytes) const {
        const std::string path = folder + "/text";
        std::ofstream out(path);
        for (std::size_t written = 0; written < bytes; written += std::string_view(kLine).size()) out << kLine;
        return path;
    }
    // KiB of memory at its highest.
    static long memory_of(const Program& program) {
        std::ifstream in("/proc/" + std::to_string(program.pid()) + "/status");
        for (std::string line; std::getline(in, line);)
            if (line.starts_with("VmHWM:")) return std::atol(line.c_str() + 6);
        return 0;
    }
};

TEST_F(ClipboardText, HasACardOnTheStartPage) {
    const Owner owner(*display, file_of(1));
    Program program(*display, {"--start"});
    EXPECT_TRUE(program.waits_for("start.clipboard"));
    program.click("start.clipboard");
    EXPECT_TRUE(program.find("region.stage"));
    program.key("ctrl+c");  // the window itself owns it now, and answers itself
    program.key("ctrl+z");
    program.key("ctrl+v");
    program.key("ctrl+s");
    const std::string path = folder + "/pasted.json";
    program.type(path);
    program.key("Return");
    ASSERT_TRUE(test::wait_until([&] { return bool{io::load_session(path)}; }));
    EXPECT_EQ(io::load_session(path)->session.word(WordId::a_desc), 0x8000402000010080u);
}

// What the window makes of a text of another program that is pasted over the example.
class PastedExample : public ClipboardText {
protected:
    std::string text_file(const std::string& text) const {
        std::ofstream(folder + "/text") << text;
        return folder + "/text";
    }
    Derived saved_by(Program& program) const {
        program.key("ctrl+s");
        program.type(folder + "/pasted.json");
        program.key("Return");
        EXPECT_TRUE(test::wait_until([&] { return bool{io::load_session(folder + "/pasted.json")}; }));
        return derive(io::load_session(folder + "/pasted.json")->session);
    }
};

TEST_F(PastedExample, ALineOfWgmmaBringsItsShape) {
    const Owner owner(*display,
                      text_file("wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 {...}, 0x4000004000000840, "
                                "0x4000004000000c40, p, 1, 1, 0, 0;\n"));
    Program program(*display, {"--no-start"});
    EXPECT_FALSE(program.find("mma.basis")) << "nothing of an example is assumed";
    program.key("ctrl+v");
    EXPECT_TRUE(program.waits_for("mma.basis")) << "scale-d is a register";
    EXPECT_FALSE(program.find("words.idesc.assumed"));
    const Derived d = saved_by(program);
    EXPECT_TRUE(d.instruction.starts_with("wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 ")) << d.instruction;
    EXPECT_TRUE(d.problems.empty());
    EXPECT_EQ(d.session.word(WordId::b_desc), 0x4000004000000c40u);
}

TEST_F(PastedExample, AKernelWhoseWordsAreParametersIsUnknownNotLegal) {
    const Owner owner(*display, text_file(live_kernel(derive(find_preset("wgmma_triton_bf16")->session()))->text));
    Program program(*display, {"--no-start"});
    ASSERT_TRUE(program.find("words.a_desc.not_compared")) << "the example is legal";
    program.key("ctrl+v");
    EXPECT_TRUE(program.waits_for("mma.basis"));
    EXPECT_FALSE(program.find("words.a_desc.not_compared"));
    const Derived d = saved_by(program);
    EXPECT_EQ(basis_of(d), Basis::unknown);
    EXPECT_EQ(d.a_type, "bf16");
}

TEST_F(ClipboardText, NoOwnerCanStopTheWindow) {
    const Owner owner(*display, file_of(1));
    owner.send(SIGSTOP);
    const auto begin = std::chrono::steady_clock::now();
    Program program(*display, {"--start"});
    program.key("Right");
    EXPECT_TRUE(program.find("start.card.1"));
    EXPECT_FALSE(program.find("start.clipboard"));
    program.key("Escape");
    EXPECT_TRUE(program.find("region.stage"));
    program.key("ctrl+v");
    program.key("ctrl+k");
    EXPECT_TRUE(program.find("palette.box"));
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(45));
    EXPECT_EQ(program.stop(SIGTERM), 128 + SIGTERM);
}

TEST_F(ClipboardText, AnOwnerThatContinuesIsReadWhenTheWindowHasTheKeyboardAgain) {
    const Owner owner(*display, file_of(1));
    owner.send(SIGSTOP);
    Program program(*display, {"--start"});
    program.key("Right");
    EXPECT_FALSE(program.find("start.clipboard"));
    owner.send(SIGCONT);
    Program other(*display, {});
    program.focus();
    EXPECT_TRUE(program.waits_for("start.clipboard"));
}

TEST_F(ClipboardText, ALongTextTakesNoMemory) {
    long plain = 0;
    {
        Program program(*display, {"--start"});
        program.key("Right");
        plain = memory_of(program);
    }
    const Owner owner(*display, file_of(100 << 20));
    Program program(*display, {"--start"});
    EXPECT_TRUE(program.waits_for("start.clipboard"));
    program.key("Right");
    EXPECT_LT(memory_of(program), plain + 16 * 1024) << "KiB";
    EXPECT_TRUE(owner.answers()) << "the other program still has its text";
    program.key("Escape");
    program.key("ctrl+v");  // refused: the window reads 16 MiB
    EXPECT_TRUE(test::wait_until([&] { return !program.find("status.stop"); }));
    EXPECT_FALSE(program.find("batch.filter")) << "a part of the text was pasted";
    EXPECT_LT(memory_of(program), plain + 128 * 1024) << "KiB";
    EXPECT_TRUE(program.find("region.stage"));
    EXPECT_TRUE(owner.answers());
}

}  // namespace
}  // namespace tilescope::window
