// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// The values of a counter: statistics, and what is drawn of them.

// The first index whose time is not before `time`.
function lowerBound(times, time) {
    let low = 0;
    let high = times.length;
    while (low < high) {
        const middle = (low + high) >> 1;
        if (times[middle] < time) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

// Of the rows [first, last) of a column: numbers, and the rows of the extremes. undefined where there is no value.
// The sum has its rounding errors in a second number (Neumaier, 1974), so that the mean is the one of relog -stats.
function statistics(column, first, last) {
    let count = 0;
    let sum = 0;
    let rest = 0;
    let min = Infinity;
    let max = -Infinity;
    let minRow = -1;
    let maxRow = -1;
    let latest;
    for (let i = first; i < last; ++i) {
        const value = column[i];
        if (value === value) {
            ++count;
            const next = sum + value;
            rest += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
            sum = next;
            if (value < min) {
                min = value;
                minRow = i;
            }
            if (value > max) {
                max = value;
                maxRow = i;
            }
            latest = value;
        }
    }
    return count === 0 ? { count } : { count, min, mean: (sum + rest) / count, max, last: latest, minRow, maxRow };
}

// The points that are drawn of the rows [first, last) on `pixels` pixels: each row is one; or else each pixel has two, for the
// lowest and the highest value of its rows `[starts[i], ends[i])`, in the order in which they occur. A hole is a point
// without rows.
function pointsOf(times, first, last, pixels, holes) {
    const isEach = last - first <= 2 * pixels;
    const begin = times[first];
    const step = (times[last - 1] - begin) / pixels || 1;
    const bounds = [];
    for (let i = 0; i < (isEach ? last - first : pixels); ++i) {
        const bound = isEach ? first + i : lowerBound(times, begin + i * step);
        if (bound < last && bound !== bounds[bounds.length - 1]) {
            bounds.push(bound);
        }
    }
    const seen = holes.filter(hole => hole.middle > begin && hole.length >= step);
    const points = { times: [], starts: [], ends: [] };
    const add = (time, start, end) => {
        points.times.push(time);
        points.starts.push(start);
        points.ends.push(end);
    };
    let hole = 0;
    bounds.forEach((start, i) => {
        const end = i + 1 < bounds.length ? bounds[i + 1] : last;
        for (; hole < seen.length && seen[hole].middle < times[start]; ++hole) {
            add(seen[hole].middle, -1, -1);
        }
        add(times[start], start, end);
        if (!isEach) {
            add((times[start] + times[end - 1]) / 2, start, end);
        }
    });
    return points;
}

function valuesOf(column, { starts, ends }) {
    const values = new Float64Array(starts.length);
    for (let i = 0; i < starts.length; ++i) {
        const start = starts[i];
        const end = ends[i];
        if (end - start <= 1) {
            values[i] = start < 0 ? NaN : column[start];
            continue;
        }
        let low = start;
        let high = start;
        for (let row = start; row < end; ++row) {
            const value = column[row];
            low = value < column[low] || column[low] !== column[low] ? row : low;
            high = value > column[high] || column[high] !== column[high] ? row : high;
        }
        values[i] = column[Math.min(low, high)];
        values[++i] = column[Math.max(low, high)];
    }
    return values;
}

// Adds a line to a path; a value without neighbors is a dot. `x` and `y` are functions: pixels of times and values.
function addLine(path, times, values, x, y) {
    for (let i = 0; i < values.length; ++i) {
        if (values[i] !== values[i]) {
            continue;
        }
        const first = i;
        path.moveTo(x(times[i]), y(values[i]));
        for (; i + 1 < values.length && values[i + 1] === values[i + 1]; ++i) {
            path.lineTo(x(times[i + 1]), y(values[i + 1]));
        }
        if (times[i] === times[first]) {
            path.moveTo(x(times[i]) + 1, y(values[i]));
            path.arc(x(times[i]), y(values[i]), 1, 0, 2 * Math.PI);
        }
    }
}

// A small line of the highest values of some columns, without an axis: a picture inside a text.
function sparkline(report, columns, isPercent, width = 80) {
    const height = 20;
    const { times, values } = report;
    const points = pointsOf(times, 0, times.length, width / 2, []);
    const highest = new Float64Array(points.times.length).fill(NaN);
    for (const column of columns) {
        valuesOf(values[column.index], points).forEach((value, i) => {
            highest[i] = value > highest[i] || highest[i] !== highest[i] ? value : highest[i];
        });
    }
    const { min, max } = statistics(highest, 0, highest.length);
    const low = isPercent ? Math.min(0, min) : min;
    const span = max - low;
    const [from, to] = report.whole;
    const lines = [];
    highest.forEach((value, i) => {
        if (value === value) {
            const x = (points.times[i] - from) / (to - from) * width;
            const y = height - 1 - (span > 0 ? (value - low) / span : 0.5) * (height - 2);
            if (i === 0 || highest[i - 1] !== highest[i - 1]) {
                lines.push([]);
            }
            lines[lines.length - 1].push([x.toFixed(1), y.toFixed(1)]);
        }
    });
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const attributes = { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", class: "spark", "aria-hidden": "true" };
    Object.entries(attributes).forEach(([name, value]) => svg.setAttribute(name, value));
    const add = (name, d) => {
        const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
        path.setAttribute("class", name);
        path.setAttribute("d", d);
        svg.append(path);
    };
    add("area", lines.map(line => `M${line[0][0]} ${height}L${line.join("L")}L${line[line.length - 1][0]} ${height}Z`).join(""));
    add("line", lines.map(line => `M${line.join("L")}`).join(""));
    return svg;
}
