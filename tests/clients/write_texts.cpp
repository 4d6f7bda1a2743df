// tests/clients/write_texts.cpp -- writes the text of each preset for each target into a folder, with the words.
// SPDX-License-Identifier: MIT
//
// write_texts FOLDER writes PRESET.TARGET.EXTENSION, and presets.json: the words, the target chip and the limits, which
// the programs of the clients compare with.
#include "app/io/export_targets.h"
#include "app/io/file.h"
#include "app/io/json_text.h"

#include <tilescope/base/say.h>
#include <tilescope/session/presets.h>
#include <tilescope/word/codec.h>

#include <cstdio>
#include <string>

namespace tilescope {
namespace {

int write_all(const std::string& folder) {
    io::Json list = io::Json::array();
    for (const Preset& preset : presets()) {
        const Derived d = derive(preset.session());
        io::Json row = {{"id", preset.id}, {"arch", d.session.arch}, {"words", io::Json::object()}};
        for (const WordView& view : d.words)
            if (view.used) row["words"][std::string(row_of(view.id).id)] = hex_word(*view.format, view.decoded.word);
        for (const CodeTarget& target : io::export_targets()) {
            const Answer<CodeText> code = target.text({.derived = d});
            if (!code) continue;
            row["limits"][std::string(target.id)] = code->limits;
            const std::string name = say(folder, "/", preset.id, ".", target.id, ".", target.extension);
            if (const auto written = io::write_text(name, code->text); !written) {
                std::fprintf(stderr, "write_texts: %s\n", written.why.c_str());
                return 1;
            }
        }
        list.push_back(std::move(row));
    }
    const auto written = io::write_text(folder + "/presets.json", io::text_of_json(list));
    if (!written) std::fprintf(stderr, "write_texts: %s\n", written.why.c_str());
    return written ? 0 : 1;
}

}  // namespace
}  // namespace tilescope

int main(int argc, char** argv) {
    if (argc == 2) return tilescope::write_all(argv[1]);
    std::fprintf(stderr, "write_texts: name one folder\n");
    return 2;
}
