// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// The page of a performance log: decodes its rows, and draws a plot for each group of counters.
"use strict";

const plotHeight = 240;
const printedWidth = 680; // fits on A4 and on US letter

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

// How far the times from here on have to move when a time is `fall` seconds before the last one, and records usually
// are `step` seconds apart. Summer time that ends repeats an hour, or half of one. Otherwise the clock was set back, and
// the records go on as before; `utc` is how much of the move UTC takes part in.
function turnOf(fall, step) {
    const turn = [3600, 1800].find(turn => turn > fall && turn - fall <= 3 * step);
    const summer = turn || (fall > 600 && fall < 3600 ? 3600 : 0);
    return { shift: summer || (fall > 0 ? fall + step : 0), utc: summer };
}

// Times of the axis, which never go back as local times may, and the turns: from `time` of the axis on, it is `shift`
// seconds ahead of the local time, to which UTC adds `bias` seconds; null if that is not known. What the log says of its
// zone, the minutes of the first row and `[row, minutes]` of each change, comes before what the times let one guess.
function straightened(times, minutes, biases) {
    const axis = new Float64Array(times.length);
    const turns = [{ time: -Infinity, shift: 0, bias: minutes === null ? null : minutes * 60 }];
    const changes = new Map(biases);
    times.forEach((time, row) => {
        let { shift, bias } = turns[turns.length - 1];
        if (changes.has(row)) {
            const changed = changes.get(row) * 60;
            shift += bias === null ? 0 : changed - bias;
            bias = changed;
        }
        const fall = row === 0 ? -1 : axis[row - 1] - (time + shift);
        if (fall >= 0) {
            const turn = turnOf(fall, row > 1 ? axis[row - 1] - axis[row - 2] : 1);
            shift += turn.shift;
            bias = bias === null ? null : bias + turn.utc;
        }
        axis[row] = time + shift;
        const last = turns[turns.length - 1];
        if (shift !== last.shift || bias !== last.bias) {
            turns.push({ time: axis[row], shift, bias });
        }
    });
    return { axis, turns };
}

// The median distance of the rows from `first` to `last`; 0 if there are not two.
function usualDistance(times, first, last) {
    const rows = times.subarray(Math.max(first, 0), last + 1);
    const distances = rows.subarray(1).map((time, i) => time - rows[i]).sort();
    return distances[distances.length >> 1] || 0;
}

// Where records are missing: the distance is more than three times the usual one before it and behind it.
function findHoles(times) {
    const neighbors = 8;
    const holes = [];
    let recent = 0;
    for (let row = 1; row < times.length; ++row) {
        const length = times[row] - times[row - 1];
        const usual = length <= 3 * recent ? Infinity : Math.max(
            usualDistance(times, row - 1 - neighbors, row - 1), usualDistance(times, row, row + neighbors));
        if (usual > 0 && length > 3 * usual) {
            holes.push({ middle: times[row - 1] + length / 2, length });
        } else {
            recent = length;
        }
    }
    return holes;
}

// Rows to be drawn, with one without values in each hole.
function withGaps(data, holes) {
    const places = holes.map(hole => lowerBound(data[0], hole.middle));
    return data.map((column, index) => [].concat(...holes.map((hole, i) =>
        [...column.slice(i === 0 ? 0 : places[i - 1], places[i]), index === 0 ? hole.middle : null]),
        column.slice(places.length === 0 ? 0 : places[places.length - 1])));
}

// The indexes of points without a neighbor, which no line shows.
function lonePoints(times, values) {
    const lone = [];
    let first = 0;
    for (let i = 0; i <= values.length; ++i) {
        if (i === values.length || values[i] === null) {
            if (first < i && times[first] === times[i - 1]) {
                lone.push(first);
            }
            first = i + 1;
        }
    }
    return lone;
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
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
        if (key in made) {
            made[key] = value;
        } else {
            made.setAttribute(key, value);
        }
    }
    made.append(...children);
    return made;
}

class Report {
    constructor(about, rows, biases) {
        const { axis, turns } = straightened(rows.times, about.bias, biases);
        this.times = axis;
        this.turns = turns;
        this.holes = findHoles(axis);
        this.values = rows.values;
        this.isUtc = false;
        this.isPrinting = false;
        this.whole = [this.times[0] || 0, this.times[this.times.length - 1] || 0];
        this.range = this.whole;
        this.plots = this.groups(about.paths).map((group, index) => new Plot(this, group, index));
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
        const search = element("input", { id: "search", type: "search", placeholder: "Search counters",
            "aria-label": "Search counters" });
        search.addEventListener("input", () => this.search(search.value));
        const utc = element("input", { id: "utc", type: "checkbox" });
        utc.addEventListener("change", () => {
            this.isUtc = utc.checked;
            this.show();
        });
        const all = element("button", { id: "all", type: "button", textContent: "Whole time" });
        all.addEventListener("click", () => this.zoom(...this.whole));
        this.shownRange = element("span", { id: "range", role: "status" });
        // What the cursor of a key shows, for those who hear the page.
        this.spoken = element("span", { id: "spoken", role: "status" });
        document.title = `${about.title} - performance log`;
        const utcLabel = element("label", { hidden: this.turns.every(turn => turn.bias === null) }, utc, " UTC");
        document.querySelector("header").append(element("h1", { textContent: about.title }), search,
            utcLabel, all, this.shownRange, this.spoken);
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
        window.addEventListener("beforeprint", () => this.print(true));
        window.addEventListener("afterprint", () => this.print(false));
    }

    // On paper all plots are in sight.
    print(isPrinting) {
        this.isPrinting = isPrinting;
        this.show();
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

    // Around a time, so that it stays where it is.
    scale(at, factor) {
        const [from, to] = this.range;
        this.zoom(at - (at - from) * factor, at + (to - at) * factor);
    }

    // By a part of what is in sight, as far as there are records.
    pan(part) {
        const [from, to] = this.range;
        const wanted = (to - from) * part;
        const move = Math.min(Math.max(wanted, this.whole[0] - from), this.whole[1] - to);
        this.zoom(from + move, to + move);
    }

    // A time of the axis, as a date whose UTC fields are to be shown.
    date(time) {
        const { shift, bias } = this.turns.findLast(turn => turn.time <= time);
        return new Date((time - shift + (this.isUtc ? bias : 0)) * 1000);
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
    constructor(report, group, index) {
        this.report = report;
        this.row = 0; // that the cursor is on
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
        this.heading = element("h2", { id: `plot-${index}`, textContent: group.name });
        this.canvas = element("div", { className: "plot", role: "application", tabIndex: 0,
            "aria-label": `Plot of ${group.name}. Arrow keys move the cursor, plus and minus zoom, shift with arrow keys ` +
                "moves the time, escape shows the whole time. The table behind it has the numbers." });
        this.canvas.addEventListener("keydown", event => this.press(event));
        this.section = element("section", {}, this.heading, this.canvas, this.makeLegend(group.name));
        this.section.setAttribute("aria-labelledby", this.heading.id);
    }

    makeLegend(name) {
        const names = ["Instance", "Value", "Minimum", "Mean", "Maximum", "Last"];
        const head = element("tr", {}, ...names.map(name => element("th", { scope: "col", textContent: name })));
        const rows = this.columns.map(column => {
            const mark = element("span", { className: "mark" });
            mark.style.background = column.color;
            column.cells = ["value", "min", "mean", "max", "last"].map(name => element("td", { className: name }));
            column.button = element("button", { type: "button", "aria-pressed": "true" }, mark, column.name);
            column.row = element("tr", { title: column.path }, element("th", { scope: "row" }, column.button),
                ...column.cells);
            column.row.dataset.path = column.path;
            column.row.addEventListener("click", () => this.toggle(column)); // the button is a part of it
            return column.row;
        });
        return element("div", { className: "legend" },
            element("table", { "aria-label": `Values of ${name}` }, element("thead", {}, head), element("tbody", {}, ...rows)));
    }

    toggle(column) {
        column.isOn = !column.isOn;
        column.row.classList.toggle("off", !column.isOn);
        column.button.setAttribute("aria-pressed", column.isOn);
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
        const { times, values, holes, isPrinting } = this.report;
        if (!(this.isInSight || isPrinting) || !this.isOld || this.section.hidden) {
            return;
        }
        this.isOld = false;
        const [first, last] = this.rowsInSight();
        for (const column of this.columns) {
            const numbers = statistics(values[column.index], first, last);
            ["min", "mean", "max", "last"].forEach((name, i) => this.setCell(column.cells[i + 1], numbers[name]));
        }
        const width = isPrinting ? printedWidth : Math.max(200, this.section.clientWidth);
        const shown = this.columns.map(column => values[column.index]);
        // One row beyond each end, so that the lines reach the edges.
        const data = decimate(times, shown, Math.max(0, first - 1), Math.min(times.length, last + 1), width);
        const begin = data[0][0];
        const end = data[0][data[0].length - 1];
        const seen = holes.filter(hole =>
            hole.middle > begin && hole.middle < end && hole.length >= (end - begin) / width);
        this.draw(width, withGaps(data, seen));
        this.section.dataset.drawn = String(Number(this.section.dataset.drawn || 0) + 1);
    }

    // [first, end)
    rowsInSight() {
        const { times, range } = this.report;
        const end = lowerBound(times, range[1]);
        return [lowerBound(times, range[0]), end + (times[end] === range[1] ? 1 : 0)];
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
        const text = () => (report.isPrinting ? "black" : getComputedStyle(document.body).color);
        const filter = (plot, index, isShown) => (isShown ? null : lonePoints(plot.data[0], plot.data[index]));
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
            series: [{}, ...this.columns.map(column => ({ stroke: column.color, width: 1, points: { size: 4, filter } }))],
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
            const at = this.plot.posToVal(event.clientX - this.plot.over.getBoundingClientRect().left, "x");
            this.report.scale(at, event.deltaY < 0 ? 0.75 : 1 / 0.75);
        }, { passive: false });
    }

    press(event) {
        const report = this.report;
        const [first, end] = this.rowsInSight();
        const step = Math.max(1, Math.floor((end - first) / this.canvas.clientWidth)); // that can be seen
        const middle = (report.range[0] + report.range[1]) / 2;
        const keys = event.shiftKey
            ? { ArrowLeft: () => report.pan(-0.25), ArrowRight: () => report.pan(0.25) }
            : {
                ArrowLeft: () => this.moveTo(this.row - step),
                ArrowRight: () => this.moveTo(this.row + step),
                Home: () => this.moveTo(first),
                End: () => this.moveTo(end - 1),
                Escape: () => report.zoom(...report.whole),
            };
        // Some keyboards have these with Shift.
        const action = { "+": () => report.scale(middle, 0.5), "=": () => report.scale(middle, 0.5),
            "-": () => report.scale(middle, 2), ...keys }[event.key];
        if (action && this.plot && !event.ctrlKey && !event.altKey && !event.metaKey) {
            event.preventDefault();
            action();
        }
    }

    // Shows a row that is in sight, or the nearest one that is, and says it.
    moveTo(row) {
        const { times, values } = this.report;
        const [first, end] = this.rowsInSight();
        if (first === end) {
            return;
        }
        const shown = Math.min(Math.max(row, first), end - 1);
        this.plot.setCursor({ left: this.plot.valToPos(times[shown], "x"), top: plotHeight / 2 });
        this.showRow(shown);
        const said = this.columns.filter(column => column.isOn && column.isFound)
            .map(column => `${column.name} ${shownNumber(values[column.index][shown]) || "no value"}`);
        this.report.spoken.textContent = `${this.report.shownTime(times[shown])}: ${said.join(", ")}`;
    }

    // The values of the row that is nearest to the cursor.
    showValues(plot) {
        const { times } = this.report;
        if (plot.cursor.left < 0) {
            this.columns.forEach(column => this.setCell(column.cells[0]));
            this.heading.title = "";
            return;
        }
        const time = plot.posToVal(plot.cursor.left, "x");
        const row = Math.min(lowerBound(times, time), times.length - 1);
        this.showRow(row > 0 && time - times[row - 1] < times[row] - time ? row - 1 : row);
    }

    showRow(row) {
        this.row = row;
        this.columns.forEach(column => this.setCell(column.cells[0], this.report.values[column.index][row]));
        this.heading.title = this.report.shownTime(this.report.times[row]);
    }
}

document.addEventListener("DOMContentLoaded", () => {
    const about = JSON.parse(document.getElementById("about").textContent);
    const rows = decodeRows(document.getElementById("rows").textContent, about.paths.length);
    const biases = document.getElementById("biases");
    window.report = new Report(about, rows, biases ? JSON.parse(biases.textContent) : []);
});
