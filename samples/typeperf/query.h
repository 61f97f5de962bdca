#pragma once

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
    Query(const Query&) = delete;
    Query& operator=(const Query&) = delete;
    Query(Query&&) = delete;
    Query& operator=(Query&&) = delete;
    ~Query() override;

    /// Adds a counter or, for a path with wildcards, all that it stands for now. What does not exist is left
    /// out.
    void add(const std::string& path);

    /// Paths of the columns, each with its computer.
    [[nodiscard]] const std::vector<std::string>& columns() const { return columns_; }

    /// @throws Failure
    [[nodiscard]] bool collect(Sample& sample) override;

  private:
    void add_column(const std::string& path);

    PDH_HQUERY query_ = nullptr;
    std::vector<PDH_HCOUNTER> counters_;
    std::vector<std::string> columns_;
};

} // namespace typeperf
