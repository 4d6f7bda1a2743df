// tests/window/environment.h -- variables of the environment, which the programs of a test are known by.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace tilescope::window {

// Sets an environment variable for the programs that a test starts.
class Environment {
public:
    Environment(const char* name, const std::string& value) : name_(name) {
        const char* old = std::getenv(name);
        had_ = old != nullptr;
        if (had_) before_ = old;
        setenv(name, value.c_str(), 1);
    }
    ~Environment() { had_ ? setenv(name_, before_.c_str(), 1) : unsetenv(name_); }
    Environment(const Environment&) = delete;
    Environment& operator=(const Environment&) = delete;

private:
    const char* name_;
    std::string before_;
    bool had_ = false;
};

// Returns how many processes of this machine have both texts in their command line or environment.
inline std::size_t processes_with(const std::string& command, const std::string& mark) {
    std::size_t count = 0;
    std::error_code gone;
    for (const std::filesystem::directory_entry& process : std::filesystem::directory_iterator("/proc", gone)) {
        const auto text = [&](const char* file) {
            std::ifstream in(process.path() / file, std::ios::binary);
            std::stringstream all;
            all << in.rdbuf();
            return all.str();
        };
        count += text("cmdline").find(command) != std::string::npos && text("environ").find(mark) != std::string::npos;
    }
    return count;
}

}  // namespace tilescope::window
