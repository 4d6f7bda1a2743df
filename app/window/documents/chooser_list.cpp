// app/window/documents/chooser_list.cpp -- what the file chooser shows, what Tab completes, what Enter does.
// SPDX-License-Identifier: MIT
#include "app/window/documents/chooser.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <tuple>

namespace tilescope::ui {
namespace {

namespace fs = std::filesystem;

constexpr FileType kOpenTypes[] = {
    {"All files", ""},
    {"Sessions (.json)", "json"},
    {"Text, PTX, source", "txt log out err csv ptx sass ll llir ttir ttgir mlir cu cuh h hpp c cc cpp cxx py md"},
};

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string in_lower_case(std::string_view text) {
    std::string out(text);
    std::ranges::transform(out, out.begin(), lower);
    return out;
}

// Removes a number from the front and returns its digits without leading zeros.
std::string_view take_digits(std::string_view& text) {
    std::size_t end = 0;
    while (end < text.size() && is_digit(text[end])) ++end;
    std::string_view digits = text.substr(0, end);
    text.remove_prefix(end);
    while (digits.size() > 1 && digits.front() == '0') digits.remove_prefix(1);
    return digits;
}

// "run2" comes before "run10", and "B" between "a" and "c". Requires: both are in lower case.
bool comes_before(std::string_view a, std::string_view b) {
    while (!a.empty() && !b.empty()) {
        if (is_digit(a.front()) && is_digit(b.front())) {
            const std::string_view first = take_digits(a), second = take_digits(b);
            if (first.size() != second.size()) return first.size() < second.size();
            if (first != second) return first < second;
            continue;
        }
        if (a.front() != b.front()) return a.front() < b.front();
        a.remove_prefix(1);
        b.remove_prefix(1);
    }
    return a.size() < b.size();
}

bool is_hidden(std::string_view name) { return name.starts_with('.'); }

// How well a name fits what was typed. 0: exactly, 1: it starts with it, 2: it has it somewhere, 3: not at all.
int misfit(std::string_view name, std::string_view typed) {
    if (name == typed) return 0;
    const std::size_t at = name.find(typed);
    return at == name.npos ? 3 : at == 0 ? 1 : 2;
}

bool has_extension(std::string_view name) {
    const std::size_t dot = name.find_last_of('.');
    return dot != name.npos && dot > 0 && dot + 1 < name.size();
}

const io::FolderEntry* entry_named(const io::FolderList& list, std::string_view name) {
    const auto at = std::ranges::find(list.entries, name, &io::FolderEntry::name);
    return at == list.entries.end() ? nullptr : &*at;
}

}  // namespace

std::span<const FileType> open_types() { return kOpenTypes; }

bool has_type(std::string_view name, const FileType& type) {
    if (type.extensions.empty()) return true;
    const std::size_t dot = name.find_last_of('.');
    if (dot == name.npos) return false;
    const std::string extension = in_lower_case(name.substr(dot + 1));
    for (std::string_view rest = type.extensions; !rest.empty();) {
        const std::size_t end = std::min(rest.find(' '), rest.size());
        if (rest.substr(0, end) == extension) return true;
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return false;
}

std::string joined_path(const std::string& folder, const std::string& name) {
    if (name.starts_with('/') || folder.empty()) return name;
    return say(folder, folder.ends_with('/') ? "" : "/", name);
}

std::string folder_above(const std::string& folder) {
    const std::size_t last = folder.find_last_of('/');
    return last == folder.npos || last == 0 ? "/" : folder.substr(0, last);
}

TypedPath split_typed(const std::string& shown, const std::string& typed) {
    const std::size_t last = typed.find_last_of('/');
    if (last == typed.npos) return {shown, typed};
    std::string folder = joined_path(shown, io::with_home(typed.substr(0, last + 1)));
    folder = fs::path(folder).lexically_normal().string();
    if (folder.size() > 1 && folder.ends_with('/')) folder.pop_back();
    return {folder, typed.substr(last + 1)};
}

std::vector<std::size_t> rows_of(const io::FolderList& list, const ChooserQuery& query) {
    struct Row {
        int misfit;
        bool is_file;
        std::string name;
        std::size_t index;
    };
    const std::string typed = in_lower_case(query.name);
    std::vector<Row> rows;
    for (std::size_t i = 0; i < list.entries.size(); ++i) {
        const io::FolderEntry& entry = list.entries[i];
        if (!query.as_listed && is_hidden(entry.name) && !is_hidden(query.name)) continue;
        if (!entry.is_folder && !has_type(entry.name, query.type)) continue;
        std::string name = in_lower_case(entry.name);
        const int fit = query.keeps_all || typed.empty() ? 0 : misfit(name, typed);
        if (fit < 3) rows.push_back({fit, !entry.is_folder, std::move(name), i});
    }
    if (!query.as_listed)
        std::ranges::stable_sort(rows, [](const Row& a, const Row& b) {
            if (std::tie(a.misfit, a.is_file) != std::tie(b.misfit, b.is_file))
                return std::tie(a.misfit, a.is_file) < std::tie(b.misfit, b.is_file);
            return comes_before(a.name, b.name);
        });
    std::vector<std::size_t> out;
    out.reserve(rows.size());
    for (const Row& row : rows) out.push_back(row.index);
    return out;
}

std::string completed(const io::FolderList& list, const std::string& name) {
    const std::string wanted = in_lower_case(name);
    const io::FolderEntry* first = nullptr;
    std::string out;
    std::size_t count = 0;
    const auto add = [&](const io::FolderEntry& entry) {
        if (++count == 1) {
            first = &entry;
            out = entry.name;
            return;
        }
        const auto [end, other] = std::ranges::mismatch(out, entry.name);
        out.erase(end, out.end());
    };
    // Names in the typed case count first: then what was typed stays as it is.
    for (const io::FolderEntry& entry : list.entries)
        if (entry.name.starts_with(name) && (!name.empty() || !is_hidden(entry.name))) add(entry);
    if (count == 0)
        for (const io::FolderEntry& entry : list.entries)
            if (in_lower_case(entry.name).starts_with(wanted)) add(entry);
    if (count == 0 || out.size() < name.size()) return name;
    return count == 1 && first->is_folder ? out + "/" : out;
}

namespace {

ChooserDecision decide_for(const ChooserQuestion& q, const io::FolderEntry& entry) {
    const std::string path = q.recents ? entry.name : joined_path(q.typed.folder, entry.name);
    if (!entry.is_there)
        return {ChooserAct::say, say(printable(path), " does not exist any more. Choose another file.")};
    return {entry.is_folder ? ChooserAct::enter : ChooserAct::take, path};
}

ChooserDecision decide_to_save(const ChooserQuestion& q) {
    std::string name = q.typed.name;
    const io::FolderEntry* there = entry_named(q.list, name);
    if (there == nullptr && !q.extension.empty() && !has_extension(name)) name = say(name, '.', q.extension);
    return {ChooserAct::take, joined_path(q.typed.folder, name)};
}

}  // namespace

ChooserDecision decide(const ChooserQuestion& q) {
    if (q.chosen >= 0 && static_cast<std::size_t>(q.chosen) < q.rows.size())
        return decide_for(q, q.list.entries[q.rows[static_cast<std::size_t>(q.chosen)]]);
    if (q.typed.name.empty() && q.typed.folder != q.list.path && !q.recents) return {ChooserAct::enter, q.typed.folder};
    if (q.typed.name == "..") return {ChooserAct::enter, folder_above(q.typed.folder)};
    if (q.typed.name == "~") return {ChooserAct::enter, io::home_folder()};
    if (q.typed.name.empty())
        return {ChooserAct::say, q.saving ? "Type a name for the file." : "Choose a file with the arrow keys."};
    const io::FolderEntry* exact = q.recents ? nullptr : entry_named(q.list, q.typed.name);
    if (exact != nullptr && exact->is_folder) return decide_for(q, *exact);
    if (q.saving) return decide_to_save(q);
    if (exact != nullptr) return decide_for(q, *exact);
    if (!q.rows.empty()) return decide_for(q, q.list.entries[q.rows.front()]);
    if (q.list.more) return {ChooserAct::take, joined_path(q.typed.folder, q.typed.name)};
    return {ChooserAct::say,
            say("There is no ", printable(q.typed.name), q.recents ? " among the recent files" : " in ",
                q.recents ? "" : printable(q.typed.folder), ". Check the name, or choose a row.")};
}

std::string size_text(std::uint64_t bytes) {
    constexpr std::array<std::string_view, 7> kUnits = {"B", "KB", "MB", "GB", "TB", "PB", "EB"};
    std::size_t unit = 0;
    for (; bytes >= 1'000'000; ++unit) bytes = bytes / 1000 + (bytes % 1000 >= 500 ? 1 : 0);
    std::uint64_t tenths = bytes * 10;
    for (; tenths >= 9995 && unit + 1 < kUnits.size(); ++unit) tenths = (tenths + 500) / 1000;
    const bool whole = unit == 0 || tenths >= 100;
    return whole ? say((tenths + 5) / 10, ' ', kUnits[unit]) : say(tenths / 10, '.', tenths % 10, ' ', kUnits[unit]);
}

std::string count_text(const io::FolderList& list, std::size_t shown) {
    const auto count = [](std::size_t number, std::string_view what) {
        return say(number, ' ', what, number == 1 ? "" : "s");
    };
    const auto folders = static_cast<std::size_t>(std::ranges::count(list.entries, true, &io::FolderEntry::is_folder));
    const std::size_t all = list.entries.size();
    if (list.more)
        return say("The folder has more than ", all,
                   " entries. Only these are listed; type the whole name of another one.");
    if (all == 0) return "The folder is empty.";
    return say(count(folders, "folder"), ", ", count(all - folders, "file"),
               shown < all ? say("; ", shown, " shown") : std::string());
}

}  // namespace tilescope::ui
