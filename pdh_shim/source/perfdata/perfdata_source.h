// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "model/source.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace pdh_shim::source::perfdata {

// A source that replays performance data blocks: what HKEY_PERFORMANCE_DATA gave, here or on Windows, written
// into a file, one block after the other.
//
// A block that repeats an object already seen begins the next collect, so that one collect may consist of
// several blocks of different objects. The first block has its clocks; the frequency cannot change.
// Names come from the blocks themselves if they carry them (see perfdata/block_writer.h), else from the
// English title database; indexes that neither knows appear as `#index`. DefaultScale is reported, but not
// applied.
//
// Each collect of a session takes the next one of the file; after the last it is no_more_data. An object that
// a collect does not have has no instances then, or, if it never has any, no valid data. The instances to
// enumerate come from the collect that any session took last, before that from the first. The catalogue
// has all objects and counters of the whole file.
//
// A file is checked completely when it is loaded. One that is cut within its last block is taken without it.

/// Makes a source of the bytes of a file.
/// @param name its Source::name()
/// @retval invalid_datasource they are not performance data blocks, or are malformed
[[nodiscard]] Result<std::unique_ptr<model::Source>, Failure> make_perfdata_source(
    std::vector<std::byte> bytes, std::string name = "perfdata");

/// Makes a source of a file; the path is UTF-8.
/// @retval file_not_found there is no such file, or it cannot be read
/// @retval invalid_datasource as above
[[nodiscard]] Result<std::unique_ptr<model::Source>, Failure> load_perfdata_source(const std::string& path);

} // namespace pdh_shim::source::perfdata
