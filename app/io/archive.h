// app/io/archive.h -- texts that gzip compressed, and the files of a zip archive such as a NumPy .npz file.
// SPDX-License-Identifier: MIT
//
//     gunzipped(bytes, 1 << 20)                     the text of a .gz file
//     zip_names(bytes)                              {"a.npy", "b.npy"}
//     zip_file(bytes, "a.npy", 1 << 20)             the bytes of this file
//
// Sources: RFC 1952 (gzip); PKWARE, APPNOTE.TXT 6.3.10, 4.3 (zip).
#pragma once

#include <tilescope/base/answer.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::io {

bool is_gzip(std::string_view first_bytes);

// Errors: the bytes are no single gzip text, or are damaged; the text has more than `most` bytes.
Answer<std::string> gunzipped(std::string_view bytes, std::size_t most);

// Returns the names of the files in a zip archive, in their order.
// Errors: the bytes are no zip archive; it has more than 2^16 files or 4 GiB, or is encrypted.
Answer<std::vector<std::string>> zip_names(std::string_view bytes);

// Errors also: the archive has no such file; it is damaged or compressed in another way than DEFLATE; it has more than
// `most` bytes.
Answer<std::string> zip_file(std::string_view bytes, std::string_view name, std::size_t most);

}  // namespace tilescope::io
