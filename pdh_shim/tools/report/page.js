// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// The page of a performance log: decodes its rows, and draws a plot for each group of counters.
"use strict";

const plotHeight = 240;

// The rows are base64, some of them on each line: per row a time in seconds, then the values, as 64-bit floating point
// numbers in little-endian order. NaN is a value that is missing.
function decodeRows(text, width) {
    const rowBytes = 8 * (width + 1);
    const lines = text.split("\n").map(line => line.trim()).filter(line => line !== "");
    const padding = line => (line.endsWith("==") ? 2 : line.endsWith("=") ? 1 : 0);
    const rowsOf = line => Math.floor(((line.length >> 2) * 3 - padding(line)) / rowBytes);
    const count = lines.reduce((sum, line) => sum + rowsOf(line), 0);
    const times = new Float64Array(count);
    const values = Array.from({ length: width }, () => new Float64Array(count));
    let row = 0;
    for (const line of lines) {
        // A page whose writer was ended may have a part of a line at its end.
        const bytes = atob(line.slice(0, line.length & ~3));
        const buffer = new Uint8Array(bytes.length);
        for (let i = 0; i < bytes.length; ++i) {
            buffer[i] = bytes.charCodeAt(i);
        }
        const view = new DataView(buffer.buffer);
        for (let at = 0; at + rowBytes <= buffer.length; at += rowBytes, ++row) {
            times[row] = view.getFloat64(at, true);
            for (let column = 0; column < width; ++column) {
                values[column][row] = view.getFloat64(at + 8 * (column + 1), true);
            }
        }
    }
    return { times: times.subarray(0, row), values: values.map(column => column.subarray(0, row)) };
}

// \\computer\object(instance)\counter
function parsePath(path) {
    const parts = /^(?:\\\\([^\\]*))?\\(.*)\\([^\\]*)$/s.exec(path) || [path, "", "", path];
    const object = /^([^(]*)(?:\((.*)\))?$/s.exec(parts[2]) || [parts[2], parts[2]];
    return { computer: parts[1] || "", object: object[1], instance: object[2] || "", counter: parts[3] };
}

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

// What the legend says of the rows [first, last) of a column; undefined where there is no value.
function statistics(column, first, last) {
    let count = 0;
    let sum = 0;
    let min = Infinity;
    let max = -Infinity;
    let latest;
    for (let i = first; i < last; ++i) {
        const value = column[i];
        if (value === value) {
            ++count;
            sum += value;
            min = value < min ? value : min;
            max = value > max ? value : max;
            latest = value;
        }
    }
    return count === 0 ? {} : { min, mean: sum / count, max, last: latest };
}

const orNull = value => (value === value ? value : null);

// The rows [first, last) as they are drawn on `pixels` pixels: all of them, or else two for each pixel, with the lowest
// and the highest value of each column, in the order in which they occur.
function decimate(times, columns, first, last, pixels) {
    if (last - first <= 2 * pixels) {
        return [Array.from(times.subarray(first, last)),
            ...columns.map(column => Array.from(column.subarray(first, last), orNull))];
    }
    const begin = times[first];
    const step = (times[last - 1] - begin) / pixels || 1;
    const starts = [];
    for (let pixel = 0; pixel < pixels; ++pixel) {
        const start = lowerBound(times, begin + pixel * step);
        if (start < last && start !== starts[starts.length - 1]) {
            starts.push(start);
        }
    }
    const ends = [...starts.slice(1), last];
    const drawnTimes = [];
    starts.forEach((start, i) => drawnTimes.push(times[start], (times[start] + times[ends[i] - 1]) / 2));
    return [drawnTimes, ...columns.map(column => starts.flatMap((start, i) => extremes(column, start, ends[i])))];
}

function extremes(column, first, last) {
    let low = first;
    let high = first;
    for (let i = first; i < last; ++i) {
        const value = column[i];
        low = value < column[low] || column[low] !== column[low] ? i : low;
        high = value > column[high] || column[high] !== column[high] ? i : high;
    }
    return [orNull(column[Math.min(low, high)]), orNull(column[Math.max(low, high)])];
}

function shownNumber(value) {
    return value === undefined || value !== value ? "" : String(Number(value.toPrecision(6)));
}

const compactNumber = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 6 });

function element(name, attributes = {}, ...children) {
    const made = Object.assign(document.createElement(name), attributes);
    made.append(...children);
    return made;
}

class Report {
    constructor(about, rows, biases) {
        this.times = rows.times;
        this.values = rows.values;
        this.biases = [[-Infinity, about.bias], ...biases]; // where each begins, in seconds, and minutes
        this.isUtc = false;
        this.whole = [this.times[0] || 0, this.times[this.times.length - 1] || 0];
        this.range = this.whole;
        this.plots = this.groups(about.paths).map(group => new Plot(this, group));
        this.addControls(about);
        this.watch();
        this.show();
    }

    // The columns of the same counter of the same object, in the order of the log.
    groups(paths) {
        const groups = new Map();
        paths.forEach((path, index) => {
            const parts = parsePath(path);
            const name = `${parts.object}: ${parts.counter}`;
            const group = groups.get(name.toLowerCase()) || { name, columns: [] };
            groups.set(name.toLowerCase(), group);
            group.columns.push({ path, index, ...parts });
        });
        return [...groups.values()];
    }

    addControls(about) {
        const search = element("input", { id: "search", type: "search", placeholder: "Search counters" });
        search.addEventListener("input", () => this.search(search.value));
        const utc = element("input", { id: "utc", type: "checkbox" });
        utc.addEventListener("change", () => {
            this.isUtc = utc.checked;
            this.show();
        });
        const all = element("button", { id: "all", type: "button", textContent: "Whole time" });
        all.addEventListener("click", () => this.zoom(...this.whole));
        this.shownRange = element("span", { id: "range" });
        const utcLabel = element("label", { hidden: about.bias === null && this.biases.length === 1 }, utc, " UTC");
        document.querySelector("header").append(element("h1", { textContent: about.title }), search,
            utcLabel, all, this.shownRange);
        document.querySelector("main").append(...this.plots.map(plot => plot.section));
    }

    // Plots are drawn when they come into sight: a log may have thousands of counters.
    watch() {
        const observer = new IntersectionObserver(entries => entries.forEach(entry => {
            const plot = this.plots.find(plot => plot.section === entry.target);
            plot.isInSight = entry.isIntersecting;
            plot.update();
        }), { rootMargin: "200px" });
        this.plots.forEach(plot => observer.observe(plot.section));
        window.addEventListener("resize", () => this.show());
    }

    search(text) {
        const wanted = text.toLowerCase();
        this.plots.forEach(plot => plot.search(wanted));
    }

    zoom(from, to) {
        if (to > from) {
            this.range = [Math.max(from, this.whole[0]), Math.min(to, this.whole[1])];
            this.show();
        }
    }

    // Summer time may begin or end in a log.
    biasSeconds(time) {
        const [, minutes] = this.biases.filter(([start]) => start <= time).pop();
        return minutes * 60;
    }

    // A time of the log, as a date whose UTC fields are to be shown.
    date(time) {
        return new Date((time + (this.isUtc ? this.biasSeconds(time) : 0)) * 1000);
    }

    shownTime(time) {
        return this.date(time).toISOString().replace("T", " ").replace("Z", "");
    }

    show() {
        this.shownRange.textContent =
            `${this.shownTime(this.range[0])} to ${this.shownTime(this.range[1])} ${this.isUtc ? "UTC" : "local time"}`;
        this.plots.forEach(plot => {
            plot.isOld = true;
            plot.update();
        });
    }
}

// One plot and its legend.
class Plot {
    constructor(report, group) {
        this.report = report;
        this.columns = group.columns;
        this.isInSight = false;
        this.isOld = true;
        const severalComputers = new Set(this.columns.map(column => column.computer)).size > 1;
        this.columns.forEach((column, i) => {
            column.color = `hsl(${(i * 137.508 + 210) % 360} 70% 45%)`;
            column.name = column.instance || column.computer || column.counter;
            column.name += severalComputers && column.instance ? ` on ${column.computer}` : "";
            column.isOn = true;
            column.isFound = true;
        });
        this.canvas = element("div", { className: "plot" });
        this.section = element("section", {}, element("h2", { textContent: group.name }), this.canvas, this.makeLegend());
    }

    makeLegend() {
        const names = ["Instance", "Value", "Minimum", "Mean", "Maximum", "Last"];
        const head = element("tr", {}, ...names.map(name => element("th", { textContent: name })));
        const rows = this.columns.map(column => {
            const mark = element("span", { className: "mark" });
            mark.style.background = column.color;
            column.cells = ["value", "min", "mean", "max", "last"].map(name => element("td", { className: name }));
            column.row = element("tr", { title: column.path }, element("td", {}, mark, column.name), ...column.cells);
            column.row.dataset.path = column.path;
            column.row.addEventListener("click", () => this.toggle(column));
            return column.row;
        });
        return element("div", { className: "legend" },
            element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows)));
    }

    toggle(column) {
        column.isOn = !column.isOn;
        column.row.classList.toggle("off", !column.isOn);
        this.redraw();
    }

    search(wanted) {
        for (const column of this.columns) {
            column.isFound = column.path.toLowerCase().includes(wanted);
            column.row.hidden = !column.isFound;
        }
        this.section.hidden = this.columns.every(column => !column.isFound);
        this.redraw();
    }

    redraw() {
        this.isOld = true;
        this.update();
    }

    update() {
        if (!this.isInSight || !this.isOld || this.section.hidden) {
            return;
        }
        this.isOld = false;
        const { times, values, range } = this.report;
        const first = lowerBound(times, range[0]);
        let last = lowerBound(times, range[1]);
        last += times[last] === range[1] ? 1 : 0;
        for (const column of this.columns) {
            const numbers = statistics(values[column.index], first, last);
            ["min", "mean", "max", "last"].forEach((name, i) => this.setCell(column.cells[i + 1], numbers[name]));
        }
        const width = Math.max(200, this.section.clientWidth);
        const shown = this.columns.map(column => values[column.index]);
        // One row beyond each end, so that the lines reach the edges.
        const data = decimate(times, shown, Math.max(0, first - 1), Math.min(times.length, last + 1), width);
        this.draw(width, data);
        this.section.dataset.drawn = String(Number(this.section.dataset.drawn || 0) + 1);
    }

    setCell(cell, value) {
        cell.textContent = shownNumber(value);
        cell.title = value === undefined ? "" : String(value);
    }

    draw(width, data) {
        if (!this.plot) {
            this.plot = new uPlot(this.options(width), data, this.canvas);
            this.addWheel();
        } else {
            this.plot.setSize({ width, height: plotHeight });
            this.plot.setData(data);
        }
        this.columns.forEach((column, i) => {
            const show = column.isOn && column.isFound;
            if (this.plot.series[i + 1].show !== show) {
                this.plot.setSeries(i + 1, { show });
            }
        });
    }

    options(width) {
        const report = this.report;
        const text = getComputedStyle(document.body).color;
        const axis = { stroke: text, grid: { stroke: "#8884" }, ticks: { stroke: "#8884" } };
        return {
            width,
            height: plotHeight,
            legend: { show: false },
            cursor: {
                sync: { key: "all" },
                drag: { x: true, y: false, setScale: false },
                bind: { dblclick: () => () => report.zoom(...report.whole) },
            },
            tzDate: time => uPlot.tzDate(report.date(time), "Etc/UTC"),
            scales: { x: { range: () => report.range } },
            axes: [
                { ...axis, space: 90, values: (plot, times, index, space, step) => this.timeLabels(times, step) },
                { ...axis, size: 64, values: (plot, values) => values.map(value => compactNumber.format(value)) },
            ],
            series: [{}, ...this.columns.map(column => ({ stroke: column.color, width: 1, points: { size: 4 } }))],
            hooks: {
                setSelect: [plot => this.zoomToSelection(plot)],
                setCursor: [plot => this.showValues(plot)],
            },
        };
    }

    // Times as long as their distance needs, with the date below the first one of each day.
    timeLabels(times, step) {
        const end = step < 1 ? 23 : step < 60 ? 19 : 16;
        let day = "";
        return times.map(time => {
            const text = this.report.date(time).toISOString();
            const isNewDay = text.slice(0, 10) !== day;
            day = text.slice(0, 10);
            return step >= 86400 ? day : text.slice(11, end) + (isNewDay ? `\n${day}` : "");
        });
    }

    zoomToSelection(plot) {
        if (plot.select.width > 2) {
            const from = plot.posToVal(plot.select.left, "x");
            const to = plot.posToVal(plot.select.left + plot.select.width, "x");
            plot.setSelect({ left: 0, width: 0, top: 0, height: 0 }, false);
            this.report.zoom(from, to);
        }
    }

    addWheel() {
        this.plot.over.addEventListener("wheel", event => {
            event.preventDefault();
            const [from, to] = this.report.range;
            const at = this.plot.posToVal(event.clientX - this.plot.over.getBoundingClientRect().left, "x");
            const factor = event.deltaY < 0 ? 0.75 : 1 / 0.75;
            this.report.zoom(at - (at - from) * factor, at + (to - at) * factor);
        }, { passive: false });
    }

    // The values of the row that is nearest to the cursor.
    showValues(plot) {
        const { times, values } = this.report;
        const isOver = plot.cursor.left >= 0;
        const time = isOver ? plot.posToVal(plot.cursor.left, "x") : 0;
        let row = Math.min(lowerBound(times, time), times.length - 1);
        row -= row > 0 && time - times[row - 1] < times[row] - time ? 1 : 0;
        for (const column of this.columns) {
            this.setCell(column.cells[0], isOver ? values[column.index][row] : undefined);
        }
        this.section.querySelector("h2").title = isOver ? this.report.shownTime(times[row]) : "";
    }
}

document.addEventListener("DOMContentLoaded", () => {
    const about = JSON.parse(document.getElementById("about").textContent);
    const rows = decodeRows(document.getElementById("rows").textContent, about.paths.length);
    const biases = document.getElementById("biases");
    window.report = new Report(about, rows, biases ? JSON.parse(biases.textContent) : []);
});
