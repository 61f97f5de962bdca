// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// The plot of a counter of an object, with all its instances, and its legend.

const mostColors = 8;
const mostSmall = 64;
const heights = { several: 264, single: 148, small: 104 };
const printedWidth = 680; // fits on A4 and on US letter
const numberNames = { mean: "Mean", last: "Last", min: "Min", max: "Max" };

class Plot {
    constructor(report, group, index) {
        this.report = report;
        this.row = 0; // that the cursor is on
        this.name = group.name;
        this.columns = group.columns;
        this.unit = unitOf(this.columns[0].counter);
        this.only = new Set();
        this.lit = null;
        this.isInSight = false;
        this.isOld = true;
        this.settings = { sort: "mean", isAscending: false, isWhole: false, isGrid: false, isFitted: false };
        const severalComputers = new Set(this.columns.map(column => column.computer)).size > 1;
        for (const column of this.columns) {
            column.name = column.instance || column.computer || column.counter;
            column.name += severalComputers && column.instance ? ` on ${column.computer}` : "";
            column.isTotal = /(^|,|\/)_Total$/i.test(column.instance) ||
                (/^(process|thread)$/i.test(column.object) && /^idle(\/|#|$)/i.test(column.instance));
            column.isFound = true;
            column.cells = {};
        }
        if (this.columns.every(column => column.isTotal)) {
            this.columns.forEach(column => { column.isTotal = false; });
        }
        this.isSingle = this.columns.length === 1;
        this.charts = new Map([[null, new Chart(this, this.isSingle ? heights.single : heights.several)]]);
        this.makeSection(index);
    }

    makeSection(index) {
        const [column] = this.columns;
        const title = column.counter + (this.isSingle && column.instance ? ` (${column.name})` : "");
        this.heading = element("h3", { id: `plot-${index}-name`, textContent: title, title: this.isSingle ? column.path : "" });
        this.canvas = element("div", { className: "canvas", role: "application", tabIndex: 0,
            "aria-label": `Plot of ${this.name}. Arrow keys move the cursor, plus and minus zoom, shift with arrow keys ` +
                "moves the time, escape shows the whole time. The legend behind it has the numbers." });
        this.canvas.addEventListener("keydown", event => this.press(event));
        this.canvas.addEventListener("blur", () => this.report.pointAt(null));
        this.section = element("section", { id: `plot-${index}`, className: this.isSingle ? "plot single" : "plot" },
            element("header", {}, this.heading, ...this.makeSwitches()),
            this.canvas, this.isSingle ? this.makeNumbers() : this.makeLegend());
        this.section.setAttribute("aria-labelledby", this.heading.id);
        this.section.style.setProperty("--rows", Math.min(this.columns.length, mostColors + 1)); // its height before it is drawn
    }

    makeSwitches() {
        this.switches = {};
        const add = (name, text, title) => {
            const button = element("button", { type: "button", className: "switch", textContent: text, title });
            button.addEventListener("click", () => this.change({ [name]: !this.settings[name] }));
            this.switches[name] = button;
        };
        this.all = element("button", { type: "button", className: "switch", textContent: "Show all", hidden: true });
        this.all.addEventListener("click", () => this.chooseAll());
        if (!this.isSingle) {
            add("isGrid", "Grid", "A small plot for each instance");
        }
        if (this.unit.kind === "percent") {
            add("isFitted", "Fit", "Fit the axis to the values, in place of 0 to 100 %");
        }
        return [this.all, ...Object.values(this.switches)];
    }

    makeNumbers() {
        const [column] = this.columns;
        return element("dl", { className: "numbers" }, ...Object.entries(numberNames).map(([name, title]) => {
            column.cells[name] = element("dd", { className: name });
            const term = element("dt", { textContent: title });
            this.lastTitle = name === "last" ? term : this.lastTitle;
            return element("div", {}, term, column.cells[name]);
        }));
    }

    makeLegend() {
        this.headers = {};
        const header = (key, title) => {
            const button = element("button", { type: "button", textContent: title });
            button.addEventListener("click", () => this.change(this.settings.sort === key
                ? { isAscending: !this.settings.isAscending } : { sort: key, isAscending: key === "name" }));
            this.lastTitle = key === "last" ? button : this.lastTitle;
            this.headers[key] = element("th", { scope: "col" }, button);
            return this.headers[key];
        };
        const head = element("tr", {}, header("name", "Instance"),
            ...Object.entries(numberNames).map(([key, title]) => header(key, title)));
        this.body = element("tbody");
        this.more = element("button", { type: "button", className: "more" });
        this.more.addEventListener("click", () => this.change({ isWhole: !this.settings.isWhole }));
        return element("div", { className: "legend" },
            element("table", { "aria-label": `Values of ${this.name}` }, element("thead", {}, head), this.body), this.more);
    }

    // Made when it is first seen: a counter may have thousands of instances.
    rowOf(column) {
        if (!column.row) {
            column.mark = element("span", { className: "mark" });
            column.button = element("button", { type: "button" }, column.mark, element("span", { textContent: column.name }));
            for (const name of Object.keys(numberNames)) {
                column.cells[name] = element("td", { className: name });
            }
            column.row = element("tr", { title: `${column.path}\nClick: only this. Ctrl+click, or click on its color: add or remove.` },
                element("th", { scope: "row" }, column.button), ...Object.values(column.cells));
            column.row.dataset.path = column.path;
            column.row.addEventListener("click", event =>
                this.choose(column, event.ctrlKey || event.metaKey || event.target === column.mark));
            column.row.addEventListener("pointerenter", () => this.light(column));
            column.row.addEventListener("pointerleave", () => this.light(null));
            column.button.addEventListener("focus", () => this.light(column));
            column.button.addEventListener("blur", () => this.light(null));
        }
        return column.row;
    }

    choose(column, isAdded) {
        const wasOnly = this.only.has(column) && (isAdded || this.only.size === 1);
        if (!isAdded) {
            this.only.clear();
        }
        if (wasOnly) {
            this.only.delete(column);
        } else {
            this.only.add(column);
        }
        this.redraw();
        this.report.writeLink();
    }

    chooseAll() {
        this.only.clear();
        this.redraw();
        this.report.writeLink();
    }

    change(settings) {
        Object.assign(this.settings, settings);
        this.redraw();
        this.report.writeLink();
    }

    search(wanted) {
        for (const column of this.columns) {
            column.isFound = column.path.toLowerCase().includes(wanted);
        }
        this.isFound = this.columns.some(column => column.isFound);
        this.section.hidden = !this.isFound;
        this.redraw();
    }

    redraw() {
        this.isOld = true;
        this.update();
    }

    update() {
        const { values, isPrinting } = this.report;
        if (!(this.isInSight || isPrinting) || !this.isOld || this.section.hidden) {
            return;
        }
        this.isOld = false;
        const [first, last] = this.report.rowsInSight();
        const found = this.columns.filter(column => column.isFound);
        for (const column of found) {
            column.numbers = statistics(values[column.index], first, last);
        }
        this.sort(found);
        const isOnly = found.some(column => this.only.has(column));
        const drawn = found.filter(column => (isOnly ? this.only.has(column) : this.isDrawn(column)));
        const colored = isOnly ? drawn : drawn.filter(column => !column.isTotal).slice(0, mostColors)
            .concat(drawn.filter(column => column.isTotal));
        this.giveColors(colored);
        this.all.hidden = !isOnly || this.isSingle;
        this.showLegend(found, drawn, new Set(colored));
        const grayed = new Set(colored);
        this.drawCharts(first, last, colored, drawn.filter(column => !grayed.has(column)));
        this.showNumbers();
        this.section.dataset.drawn = String(Number(this.section.dataset.drawn || 0) + 1);
    }

    // Totals are the last. A column without a value comes behind those that have one.
    sort(columns) {
        const { sort, isAscending } = this.settings;
        const order = isAscending ? 1 : -1;
        const compare = sort === "name" ? (a, b) => order * a.name.localeCompare(b.name, "en", { numeric: true })
            : (a, b) => {
                const [x, y] = [a.numbers[sort], b.numbers[sort]];
                return x === undefined || y === undefined ? (x === undefined) - (y === undefined) : order * (x - y);
            };
        columns.sort((a, b) => a.isTotal - b.isTotal || compare(a, b) || a.index - b.index);
    }

    // A total that is a sum would make the lines of the others flat: it is drawn if it is chosen, or is no higher than they are.
    isDrawn(column) {
        if (!column.isTotal) {
            return true;
        }
        if (this.highest === undefined) {
            const { values, times } = this.report;
            this.highest = Math.max(...this.columns.filter(column => !column.isTotal)
                .map(column => statistics(values[column.index], 0, times.length).max || 0));
        }
        return column.numbers.max <= this.highest;
    }

    // A column keeps its color while it has one.
    giveColors(columns) {
        const taken = new Set(columns.map(column => column.color));
        const free = Array.from({ length: mostColors }, (_, i) => i).filter(color => !taken.has(color));
        this.columns.filter(column => !columns.includes(column)).forEach(column => { column.color = undefined; });
        const used = new Set();
        columns.forEach((column, i) => {
            if (column.isTotal) {
                column.color = "total";
            } else if (column.color === undefined || used.has(column.color)) {
                column.color = free.length > 0 ? free.shift() : i % mostColors;
            }
            used.add(column.color);
        });
    }

    colorOf(column) {
        return column.color === "total" ? this.report.color("--text") : this.report.palette()[column.color];
    }

    showLegend(found, drawn, colored) {
        if (this.isSingle) {
            return;
        }
        const isWhole = this.settings.isWhole || this.report.isPrinting;
        const others = found.filter(column => !column.isTotal);
        const folded = isWhole ? [] : others.slice(mostColors).filter(column => !this.only.has(column));
        const hidden = new Set(folded);
        const isDrawn = new Set(drawn);
        this.rows = found.filter(column => !hidden.has(column));
        const focused = document.activeElement;
        this.body.replaceChildren(...this.rows.map(column => {
            const row = this.rowOf(column);
            row.classList.toggle("off", !isDrawn.has(column));
            column.button.setAttribute("aria-pressed", this.only.has(column));
            column.mark.style.background = colored.has(column) ? this.colorOf(column)
                : isDrawn.has(column) ? this.report.color("--gray-line") : "transparent";
            return row;
        }));
        if (this.body.contains(focused)) {
            focused.focus({ preventScroll: true }); // which it lost
        }
        const count = others.length - mostColors;
        this.more.hidden = count <= 0 || this.report.isPrinting;
        this.more.textContent = isWhole ? "fewer" : `${grouped(String(folded.length))} more`;
        this.more.setAttribute("aria-expanded", isWhole);
        for (const [key, header] of Object.entries(this.headers)) {
            if (key === this.settings.sort) {
                header.setAttribute("aria-sort", this.settings.isAscending ? "ascending" : "descending");
            } else {
                header.removeAttribute("aria-sort");
            }
        }
        Object.entries(this.switches).forEach(([name, button]) => button.setAttribute("aria-pressed", this.settings[name]));
    }

    drawCharts(first, last, colored, grayed) {
        const { times, values, holes, isPrinting } = this.report;
        const isGrid = this.settings.isGrid && !this.isSingle;
        const grid = isGrid ? [...colored, ...(this.settings.isWhole ? grayed : [])].slice(0, mostSmall) : [null];
        this.canvas.classList.toggle("grid", isGrid);
        for (const column of grid) {
            if (!this.charts.has(column)) {
                const chart = new Chart(this, heights.small);
                chart.title = element("div", { className: "title", textContent: column.name });
                chart.host.prepend(chart.title);
                this.charts.set(column, chart);
            }
        }
        this.shown = grid.map(column => this.charts.get(column));
        this.shown.filter(chart => chart.isSmall).forEach(chart => { chart.height = heights.small * (grid.length <= 2 ? 2 : 1); });
        const hosts = this.shown.map(chart => chart.host);
        if (hosts.length !== this.canvas.children.length || hosts.some((host, i) => this.canvas.children[i] !== host)) {
            this.canvas.replaceChildren(...hosts);
        }
        const width = Math.max(120, isPrinting ? printedWidth / (this.isSingle || isGrid ? 2.1 : 1) : hosts[0].clientWidth);
        // One row beyond each end, so that the lines reach the edges.
        const begin = Math.max(0, first - 1);
        const end = Math.min(times.length, last + 1);
        const points = pointsOf(times, begin, end, width, holes);
        const grayPoints = grayed.length > 0 ? pointsOf(times, begin, end, width / 3, holes) : points;
        const line = (column, points, color) => ({ column, color, values: valuesOf(values[column.index], points) });
        const lines = colored.map(column => line(column, points, this.colorOf(column)));
        const grayLines = grayed.map(column => line(column, isGrid ? points : grayPoints, isGrid ? this.report.palette()[0] : undefined));
        const extremes = [...lines, ...grayLines].map(line => statistics(line.values, 0, line.values.length));
        const range = axisRange(this.unit, Math.min(...extremes.map(({ min }) => min ?? Infinity)),
            Math.max(...extremes.map(({ max }) => max ?? -Infinity)), this.settings.isFitted);
        this.shown.forEach((chart, i) => chart.draw(Math.floor(width), { points, grayPoints, range,
            ...(isGrid ? { colored: [[...lines, ...grayLines][i]], gray: [] } : { colored: lines, gray: grayLines }) }));
        Object.entries(this.switches).forEach(([name, button]) => button.setAttribute("aria-pressed", this.settings[name]));
    }

    // Of the time in sight; the last one is that at the cursor, if there is one.
    showNumbers() {
        const { cursor, values } = this.report;
        for (const column of this.rows || this.columns) {
            for (const name of Object.keys(numberNames)) {
                const isAtCursor = name === "last" && cursor !== null;
                this.setCell(column.cells[name], isAtCursor ? values[column.index][this.row] : column.numbers[name]);
            }
        }
        this.lastTitle.textContent = cursor === null ? numberNames.last : "At cursor";
        this.lastTitle.parentElement.classList.toggle("at-cursor", cursor !== null);
    }

    setCell(cell, value) {
        const { text, exact, isRounded } = shownValue(this.unit, value, !this.isSingle);
        cell.textContent = text;
        cell.title = exact;
        cell.classList.toggle("rounded", isRounded);
    }

    light(column) {
        if (this.lit === column) {
            return;
        }
        this.lit = column;
        (this.rows || []).forEach(other => other.row.classList.toggle("lit", other === column));
        (this.shown || []).forEach(chart => chart.redraw());
    }

    // The cursor is at a row, or nowhere; the mouse is at a height of one of the charts.
    showRow(row, chart, y) {
        if (row !== null) {
            this.row = row;
        }
        this.shown.forEach(own => own.showCursor(row === null ? null : this.report.times[row], own === chart));
        this.showNumbers();
        if (this.shown.includes(chart)) {
            this.light(this.isSingle ? null : chart.nearest(row, y) || null);
        }
    }

    press(event) {
        const report = this.report;
        const [first, end] = report.rowsInSight();
        const step = Math.max(1, Math.floor((end - first) / this.canvas.clientWidth)); // that can be seen
        const middle = (report.range[0] + report.range[1]) / 2;
        const keys = event.shiftKey
            ? { ArrowLeft: () => report.pan(-0.25), ArrowRight: () => report.pan(0.25) }
            : {
                ArrowLeft: () => this.moveTo(this.row - step),
                ArrowRight: () => this.moveTo(this.row + step),
                Home: () => this.moveTo(first),
                End: () => this.moveTo(end - 1),
                Escape: () => report.showWhole(),
            };
        // Some keyboards have these with Shift.
        const action = { "+": () => report.scale(middle, 0.5), "=": () => report.scale(middle, 0.5),
            "-": () => report.scale(middle, 2), ...keys }[event.key];
        if (action && this.shown && !event.ctrlKey && !event.altKey && !event.metaKey) {
            event.preventDefault();
            action();
        }
    }

    // Shows a row that is in sight, or the nearest one that is, and says it.
    moveTo(row) {
        const { times, values } = this.report;
        const [first, end] = this.report.rowsInSight();
        if (first === end) {
            return;
        }
        const shown = Math.min(Math.max(row, first), end - 1);
        this.report.pointAt(times[shown]);
        const said = (this.rows || this.columns).map(column =>
            `${column.name} ${shownValue(this.unit, values[column.index][shown]).text || "no value"}`);
        this.report.spoken.textContent = `${this.report.shownTime(times[shown])}: ${said.join(", ")}`;
    }
}
