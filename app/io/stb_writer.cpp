// app/io/stb_writer.cpp -- PNG files and compressed bytes, with stb_image_write. Only this file includes it.
// SPDX-License-Identifier: MIT
#include "app/io/deflate.h"
#include "app/io/file.h"
#include "app/io/raster.h"

#include <tilescope/base/say.h>

#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb/stb_image_write.h>

namespace tilescope::io {

Answer<std::string> png_of(const Image& image) {
    std::string bytes;
    const auto append = [](void* to, void* data, int size) {
        static_cast<std::string*>(to)->append(static_cast<const char*>(data), static_cast<std::size_t>(size));
    };
    if (stbi_write_png_to_func(append, &bytes, image.width, image.height, 3, image.rgb.data(), image.width * 3) == 0)
        return Answer<std::string>::refuse("the picture does not fit in memory");
    return bytes;
}

Answer<void> write_png(const std::string& path, const Image& image) {
    const auto bytes = png_of(image);
    return bytes ? write_text(path, *bytes) : Answer<void>::refuse(say(path, ": ", bytes.why));
}

std::string deflated(std::string bytes) {
    constexpr int kQuality = 5;  // the least that the library knows; more takes longer and saves little
    int size = 0;
    auto* data = reinterpret_cast<unsigned char*>(bytes.data());
    unsigned char* made = stbi_zlib_compress(data, static_cast<int>(bytes.size()), &size, kQuality);
    if (made == nullptr) return {};
    std::string out(reinterpret_cast<const char*>(made), static_cast<std::size_t>(size));
    STBIW_FREE(made);
    return out;
}

}  // namespace tilescope::io
