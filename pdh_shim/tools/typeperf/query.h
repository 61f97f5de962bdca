#pragma once

#include "output_file.h"
#include "sampler.h"

#include <pdh.h>

#include <string>
#include <vector>

namespace typeperf {

/// A live query and its counters, each of which becomes a column.
class Query : public SampleSource {
  public:
    /// @throws Failure
    Query();
    ~Query() override;

    /// Adds a counter or, for a path with wildcards, all that match now. Counters that do not exist are left
    /// out.
    /// @return ERROR_SUCCESS, or why nothing was added
    DWORD add(const std::string& path);

    /// Writes the raw values of each sample to this file, which outlives the query.
    void capture_to(OutputFile& file) { capture_ = &file; }

    /// Paths of the columns, each with its computer.
    [[nodiscard]] const std::vector<std::string>& columns() const { return columns_; }

    /// @throws Failure
    [[nodiscard]] bool collect(Sample& sample) override;

  private:
    DWORD add_column(const std::string& path);
    void capture_sample();

    PDH_HQUERY query_ = nullptr;
    std::vector<PDH_HCOUNTER> counters_;
    std::vector<std::string> columns_;
    OutputFile* capture_ = nullptr;
    bool is_captured_ = false; // at least one sample
};

} // namespace typeperf
