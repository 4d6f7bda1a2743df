// app/gui/window.cpp -- GLFW, OpenGL and ImGui's two backends behind one class.
// SPDX-License-Identifier: MIT
#include "app/gui/window.h"
#include "app/gl/grid_painter.h"
#include "app/gui/app_client.h"
#include "app/gui/clipboards.h"
#include "app/gui/fonts.h"
#include "app/gui/xcb.h"
#include "app/ui/imgui_compat.h"
#include "app/ui/ui_probe.h"
#include "app/window/frame/input.h"

#include <tilescope/base/say.h>

#include <GLFW/glfw3.h>
#include <imgui_impl_glfw.h>
#include <unistd.h>

#include <chrono>
#include <thread>

namespace tilescope::ui {
namespace {

// In screen coordinates of GLFW. All functions require: GLFW is initialized.
struct WorkArea {
    int width = 0, height = 0;
};

// Returns what the first monitor has for windows, without the bars of the desktop. Empty: unknown.
WorkArea work_area() {
    WorkArea out;
    int x = 0, y = 0;
    if (GLFWmonitor* monitor = glfwGetPrimaryMonitor(); monitor != nullptr)
        glfwGetMonitorWorkarea(monitor, &x, &y, &out.width, &out.height);
    return out;
}

// Shows a hidden window that was larger than `room`: as large as its frame leaves it room.
void show_within(GLFWwindow* window, WorkArea room) {
    int width = 0, height = 0, left = 0, top = 0, right = 0, bottom = 0;
    glfwGetWindowSize(window, &width, &height);
    glfwGetWindowFrameSize(window, &left, &top, &right, &bottom);
    width = std::min(width, room.width - left - right), height = std::min(height, room.height - top - bottom);
    glfwSetWindowSize(window, std::max(width, 1), std::max(height, 1));
    glfwShowWindow(window);
}

// Returns the monitor with this point; else the first one. A projector is seldom the first. Null: there is none.
GLFWmonitor* monitor_at(int x, int y) {
    int count = 0;
    GLFWmonitor** monitors = glfwGetMonitors(&count);
    for (int i = 0; i < count; ++i) {
        int left = 0, top = 0;
        glfwGetMonitorPos(monitors[i], &left, &top);
        const GLFWvidmode* mode = glfwGetVideoMode(monitors[i]);
        if (mode != nullptr && x >= left && x < left + mode->width && y >= top && y < top + mode->height)
            return monitors[i];
    }
    return glfwGetPrimaryMonitor();
}

constexpr int kNoDisplay = 3;                        // exit status
constexpr std::chrono::milliseconds kBoxWaits{500};  // without an answer; see pasted_text()
constexpr double kMostOfABox = 3;                    // seconds, in all

constexpr const char* kNeeds = "tilescope-gui needs a display with OpenGL 3.3";
constexpr const char* kInstead = "The command line tool tilescope does the same work without a display.";

std::string why_glfw_refused() {
    const char* description = nullptr;
    glfwGetError(&description);
    return description != nullptr ? description : "GLFW gave no reason";
}

std::string refusal(const std::string& found) { return say(kNeeds, ", but ", found, ". ", kInstead); }

struct DestroyWindow {
    void operator()(GLFWwindow* window) const { glfwDestroyWindow(window); }
};

struct ImGuiSession {
    explicit ImGuiSession(GLFWwindow* window) {
        ImGui::CreateContext();
        ImGuiIO& io = ImGui::GetIO();
        io.IniFilename = nullptr;  // the preferences store the sizes
        io.LogFilename = nullptr;
        io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
        io.ConfigInputTextCursorBlink = false;  // a blinking cursor would need frames
        take_input_at_once();
        ImGui_ImplGlfw_InitForOpenGL(window, false);
        ImGui_ImplOpenGL3_Init("#version 330 core");
    }
    ~ImGuiSession() {
        ImGui_ImplOpenGL3_Shutdown();
        ImGui_ImplGlfw_Shutdown();
        ImGui::DestroyContext();
    }
    ImGuiSession(const ImGuiSession&) = delete;
    ImGuiSession& operator=(const ImGuiSession&) = delete;
};

static_assert(static_cast<int>(KeyAction::release) == GLFW_RELEASE);
static_assert(static_cast<int>(KeyAction::press) == GLFW_PRESS);
static_assert(static_cast<int>(KeyAction::repeat) == GLFW_REPEAT);

// Treats the Enter key of the keypad as the other Enter key.
KeyInput key_input(int key, int action, int mods) {
    return {.key = key == GLFW_KEY_KP_ENTER ? GLFW_KEY_ENTER : key,
            .action = static_cast<KeyAction>(action),
            .modifier = key >= GLFW_KEY_LEFT_SHIFT && key <= GLFW_KEY_RIGHT_SUPER,
            .chord = (mods & (GLFW_MOD_CONTROL | GLFW_MOD_ALT)) != 0};
}

// Returns all that the renderer gets for a frame; the painter knows what its callbacks draw.
std::string contents_of(const ImDrawData& data, ImU32 back) {
    std::string out;
    const auto add = [&](const auto* values, int count = 1) {
        out.append(reinterpret_cast<const char*>(values), sizeof *values * static_cast<std::size_t>(count));
    };
    add(&back), add(&data.DisplaySize), add(&data.FramebufferScale);
    for (int i = 0; i < data.CmdListsCount; ++i) {
        const ImDrawList& list = *data.CmdLists[i];
        add(list.VtxBuffer.Data, list.VtxBuffer.Size);
        add(list.IdxBuffer.Data, list.IdxBuffer.Size);
        for (const ImDrawCmd& c : list.CmdBuffer) {
            const auto texture = texture_of(c);
            add(&c.ClipRect), add(&texture), add(&c.UserCallback);
            add(&c.VtxOffset), add(&c.IdxOffset), add(&c.ElemCount);
        }
    }
    return out;
}

class GlfwWindow final : public Window {
public:
    GlfwWindow(const WindowOptions& options, AppClient& client) : options_(options), client_(client) {}
    ~GlfwWindow() override { client_.window_ends(); }
    GlfwWindow(const GlfwWindow&) = delete;
    GlfwWindow& operator=(const GlfwWindow&) = delete;

    std::optional<std::string> begin();
    void draw() override;
    void wait(double seconds) override;
    bool is_unseen() const override;
    io::Image picture() override;
    void resize(int width, int height, float monitor_scale) override;
    double now() const override { return glfwGetTime(); }
    std::uint64_t frames_drawn() const override { return frames_; }
    std::uint64_t frames_at_last_input() const override { return frames_at_input_; }
    double last_input() const override { return last_input_; }

private:
    friend int last_words(void*);
    friend const char* give_clipboard(void*);
    const char* pasted_text();
    void listen();
    void listen_to_pointer();
    void listen_to_keys();
    void touch();
    void exposed() { shown_.clear(), touch(); }
    bool render();
    void take(decltype(InputEvent::what) what);
    float requested_scale() const;
    void follow_client();
    void follow_full_screen();

    WindowOptions options_;
    AppClient& client_;
    std::unique_ptr<GLFWwindow, DestroyWindow> glfw_;
    Input input_;
    std::optional<ImGuiSession> imgui_;
    std::optional<gl::GridPainter> painter_;
    std::optional<gl::Canvas> canvas_;
    Fonts fonts_{};
    std::unique_ptr<ClipboardJobs> clipboard_;  // for text boxes; null: GLFW reads it
    std::string pasted_;                        // what it read last
    bool presented_ = false;                    // the fonts have the large sizes
    float scale_ = 0;
    std::optional<bool> dark_;
    std::string title_;
    bool full_screen_ = false;
    int x_ = 0, y_ = 0, width_ = 0, height_ = 0;  // position and size before full screen
    std::uint64_t frames_ = 0, frames_at_input_ = 0;
    double last_input_ = 0;
    std::string shown_;  // the contents of the frame on the screen; empty: it must be rendered
    int repeated_ = 0;   // frames since then, which looked the same
};

const char* give_clipboard(void* window);
GlfwWindow& of(GLFWwindow* window) { return *static_cast<GlfwWindow*>(glfwGetWindowUserPointer(window)); }

// Only the thread of the window may read the document. Any other thread waits here, because the thread of the window
// will also notice the lost display and end the process.
int last_words(void*) {
    if (GLFWwindow* window = glfwGetCurrentContext(); window != nullptr)
        of(window).client_.display_lost();
    else
        std::this_thread::sleep_for(std::chrono::seconds(2));
    _exit(kNoDisplay);
}

std::optional<std::string> GlfwWindow::begin() {
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
    const WorkArea room = options_.hidden || options_.sized ? WorkArea{} : work_area();
    const bool too_large = room.width > 0 && (options_.width > room.width || options_.height > room.height);
    glfwWindowHint(GLFW_VISIBLE, options_.hidden || too_large ? GLFW_FALSE : GLFW_TRUE);
    title_ = client_.title();
    glfw_.reset(glfwCreateWindow(options_.width, options_.height, title_.c_str(), nullptr, nullptr));
    if (!glfw_) return say("GLFW cannot create such a window (", why_glfw_refused(), ")");
    if (too_large) show_within(glfw_.get(), room);
    glfwMakeContextCurrent(glfw_.get());
    if (gladLoadGL(glfwGetProcAddress) == 0) return "the OpenGL functions cannot be loaded";
    glfwSwapInterval(options_.hidden ? 0 : 1);

    painter_.emplace();
    if (options_.hidden) canvas_.emplace(options_.width, options_.height);
    imgui_.emplace(glfw_.get());
    clipboard_ = clipboard_jobs(wake);
    give_clipboard_by<give_clipboard>(glfw_.get());
    listen();
    listen_to_pointer();
    listen_to_keys();
    xcb::before_xlib_ends_the_program(last_words);
    return std::nullopt;
}

// A text box wants its text at once. Waits for the program that has it, but not long. That program can be this one:
// then GLFW answers the reader while this function waits. A part of the text is not pasted.
const char* GlfwWindow::pasted_text() {
    if (!clipboard_) return glfwGetClipboardString(glfw_.get());
    clipboard_->ask({.bytes = kMostPasteBytes, .silence = kBoxWaits});
    const double end = glfwGetTime() + kMostOfABox;
    while (!clipboard_->has_answer() && glfwGetTime() < end) glfwWaitEventsTimeout(0.05);
    auto text = clipboard_->take();
    clipboard_->stop();
    if (!text) text = ClipboardText{.text = {}, .whole = false, .late = true};
    if (!text->whole) client_.paste_failed(*text);
    pasted_ = text->whole ? std::move(text->text) : std::string();
    return pasted_.c_str();
}

const char* give_clipboard(void* window) { return of(static_cast<GLFWwindow*>(window)).pasted_text(); }

void GlfwWindow::touch() {
    client_.redraw().touch();
    frames_at_input_ = frames_;
    last_input_ = glfwGetTime();
}

// Adds input to the queue. Closing the window and dropping a file use the queue too, because keys that were typed
// before must take effect first.
void GlfwWindow::take(decltype(InputEvent::what) what) {
    input_.add({std::move(what), glfwGetTime()});
    touch();
}

// Every event of the window may change the picture.
void GlfwWindow::listen() {
    GLFWwindow* w = glfw_.get();
    glfwSetWindowUserPointer(w, this);
    glfwSetWindowRefreshCallback(w, [](GLFWwindow* win) { of(win).exposed(); });
    glfwSetWindowIconifyCallback(w, [](GLFWwindow* win, int) { of(win).exposed(); });
    glfwSetFramebufferSizeCallback(w, [](GLFWwindow* win, int, int) { of(win).exposed(); });
    glfwSetWindowContentScaleCallback(w, [](GLFWwindow* win, float, float) { of(win).exposed(); });
    glfwSetWindowFocusCallback(w, [](GLFWwindow* win, int has) {
        of(win).take(FocusInput{has == GLFW_TRUE});
        if (has == GLFW_TRUE) of(win).take(Action([win] { of(win).client_.focus_returned(); }));
    });
    glfwSetWindowCloseCallback(w, [](GLFWwindow* win) {
        glfwSetWindowShouldClose(win, GLFW_FALSE);
        of(win).take(Action([win] { of(win).client_.close_requested(); }));
    });
    glfwSetDropCallback(w, [](GLFWwindow* win, int count, const char** paths) {
        const std::vector<std::string> dropped(paths, paths + count);
        of(win).take(Action([win, dropped] { of(win).client_.dropped(dropped); }));
    });
}

void GlfwWindow::listen_to_pointer() {
    GLFWwindow* w = glfw_.get();
    glfwSetMouseButtonCallback(w, [](GLFWwindow* win, int button, int action, int) {
        of(win).take(ButtonInput{button, action == GLFW_PRESS});
    });
    glfwSetCursorPosCallback(w, [](GLFWwindow* win, double x, double y) {
        of(win).take(PointerInput{static_cast<float>(x), static_cast<float>(y)});
    });
    glfwSetScrollCallback(w, [](GLFWwindow* win, double right, double up) {
        of(win).take(WheelInput{static_cast<float>(right), static_cast<float>(up)});
    });
    glfwSetCursorEnterCallback(w, [](GLFWwindow* win, int entered) {
        if (entered == GLFW_FALSE) of(win).take(PointerLeft{});
    });
}

void GlfwWindow::listen_to_keys() {
    GLFWwindow* w = glfw_.get();
    glfwSetKeyCallback(w, [](GLFWwindow* win, int key, int, int action, int mods) {
        of(win).take(key_input(key, action, mods));
        WindowOptions& options = of(win).options_;
        if (options.other_scale && key == GLFW_KEY_PRINT_SCREEN && action == GLFW_PRESS)
            std::swap(options.monitor_scale, options.other_scale);
    });
    glfwSetCharCallback(w, [](GLFWwindow* win, unsigned character) { of(win).take(CharacterInput{character}); });
}

float GlfwWindow::requested_scale() const {
    int width = 0, height = 0;
    glfwGetWindowSize(glfw_.get(), &width, &height);
    if (const auto presented = client_.presented_scale({static_cast<float>(width), static_cast<float>(height)}))
        return *presented;
    float monitor = 1, unused = 1;
    glfwGetWindowContentScale(glfw_.get(), &monitor, &unused);
    const float scale = options_.monitor_scale.value_or(monitor) * client_.user_scale();
    return std::clamp(scale, 0.5f, 4.0f);
}

void GlfwWindow::follow_full_screen() {
    if (options_.hidden || client_.full_screen() == full_screen_) return;
    full_screen_ = client_.full_screen();
    if (!full_screen_) {
        glfwSetWindowMonitor(glfw_.get(), nullptr, x_, y_, width_, height_, GLFW_DONT_CARE);
        return;
    }
    glfwGetWindowPos(glfw_.get(), &x_, &y_);
    glfwGetWindowSize(glfw_.get(), &width_, &height_);
    GLFWmonitor* monitor = monitor_at(x_ + width_ / 2, y_ + height_ / 2);
    const GLFWvidmode* mode = monitor != nullptr ? glfwGetVideoMode(monitor) : nullptr;
    if (mode == nullptr) return;
    glfwSetWindowMonitor(glfw_.get(), monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
}

// Updates fonts, style and title if their scale, theme or text has changed. Called between two frames.
void GlfwWindow::follow_client() {
    follow_full_screen();
    const float scale = requested_scale();
    const bool dark = client_.dark();
    const bool presented = client_.presented_scale({1, 1}).has_value();
    if (scale != scale_ || presented != presented_) {
        fonts_ = build_fonts(*ImGui::GetIO().Fonts, scale, presented);
        if (scale_ != 0) renew_font_texture(), shown_.clear();  // the backend creates the first texture
    }
    if (scale != scale_ || dark != dark_) apply_theme(theme(dark), scale);
    scale_ = scale, dark_ = dark, presented_ = presented;

    const std::string title = client_.title();
    if (title != title_) glfwSetWindowTitle(glfw_.get(), title.c_str());
    title_ = title;
}

void GlfwWindow::draw() {
    follow_client();
    painter_->begin_frame();
    if (g_probe != nullptr) g_probe->begin_frame();
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplGlfw_NewFrame();
    input_.hand_over(glfwGetTime(), client_.holds_input());
    ImGui::NewFrame();
    const Theme& colours = theme(client_.dark());
    client_.frame({.theme = &colours,
                   .scale = scale_,
                   .mono = fonts_.mono,
                   .painter = &*painter_,
                   .lead = fonts_.lead,
                   .title = fonts_.title});
    ImGui::Render();
    repeated_ = render() ? 0 : repeated_ + 1;
    ++frames_;
    client_.redraw().drew_a_frame();
    if (input_.waiting()) client_.redraw().touch();
    constexpr double kFrame = 1.0 / 60;
    if (repeated_ > Redraw::kFramesToSettle) wait(kFrame);  // an animation rests; no exchange of buffers makes it wait
}

// Most frames only let ImGui settle and look like the one before: then that one stays on the screen. Returns false.
bool GlfwWindow::render() {
    const ImU32 back = theme(client_.dark()).window;
    std::string contents = contents_of(*ImGui::GetDrawData(), back);
    if (painter_->repeats_frame() && contents == shown_) return false;
    shown_ = std::move(contents);
    int width = 0, height = 0;
    glfwGetFramebufferSize(glfw_.get(), &width, &height);
    const ImVec4 colour = as_vec4(back);
    glViewport(0, 0, width, height);
    glClearColor(colour.x, colour.y, colour.z, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
    if (!canvas_) glfwSwapBuffers(glfw_.get());
    return true;
}

void GlfwWindow::wait(double seconds) {
    if (seconds < 0) glfwWaitEvents();
    if (seconds == 0) glfwPollEvents();
    if (seconds > 0) glfwWaitEventsTimeout(seconds);
}

bool GlfwWindow::is_unseen() const {
    return glfwGetWindowAttrib(glfw_.get(), GLFW_ICONIFIED) == GLFW_TRUE ||
           glfwGetWindowAttrib(glfw_.get(), GLFW_VISIBLE) == GLFW_FALSE;
}

io::Image GlfwWindow::picture() {
    return {options_.width, options_.height, gl::rendered_pixels(options_.width, options_.height)};
}

void GlfwWindow::resize(int width, int height, float monitor_scale) {
    glfwSetWindowSize(glfw_.get(), width, height);
    options_.width = width, options_.height = height, options_.monitor_scale = monitor_scale;
    canvas_.reset();
    canvas_.emplace(width, height);
    exposed();
}

}  // namespace

void wake() { glfwPostEmptyEvent(); }

WindowSystem::WindowSystem() {
    if (glfwInit() != GLFW_TRUE) refused_ = refusal(say("no display was found (", why_glfw_refused(), ")"));
}

WindowSystem::~WindowSystem() { glfwTerminate(); }

Answer<std::unique_ptr<Window>> WindowSystem::open(const WindowOptions& options, AppClient& client) const {
    if (!refused_.empty()) return Refusal(refused_);
    auto window = std::make_unique<GlfwWindow>(options, client);
    if (const auto why = window->begin()) return Refusal(refusal(*why));
    return Answer<std::unique_ptr<Window>>(std::unique_ptr<Window>(std::move(window)));
}

}  // namespace tilescope::ui
