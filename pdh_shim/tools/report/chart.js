// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Lines over the time. uPlot draws the axes and selects; the lines are drawn here, since a counter may have
// thousands of instances.

class Chart {
    // @param plot what it is a part of
    constructor(plot, height) {
        this.plot = plot;
        this.report = plot.report;
        this.height = height;
        this.isSmall = height < heights.single;
        this.host = element("div", { className: "chart" });
        this.cursor = element("div", { className: "cursor", hidden: true }, element("span"));
        this.fingers = new Map();
    }

    // @param content {colored, gray}: lines {column, color, values}; {points, grayPoints}: their times; {range}: of the axis
    draw(width, content) {
        Object.assign(this, content);
        this.paths = new Map();
        if (this.uplot) {
            this.uplot.setSize({ width, height: this.height });
            this.uplot.setData(this.emptyData());
        } else {
            this.uplot = new uPlot(this.options(width), this.emptyData(), this.host);
            this.uplot.over.append(this.cursor);
            this.listen(this.uplot.over);
        }
    }

    emptyData() {
        return [[...this.report.range], [null, null]];
    }

    options(width) {
        const report = this.report;
        const axis = { stroke: () => report.color("--muted"), grid: { stroke: () => report.color("--grid"), width: 1 },
            ticks: { stroke: () => report.color("--grid"), width: 1, size: 5 }, font: "11px system-ui, sans-serif" };
        return {
            width,
            height: this.height,
            padding: [8, 8, 0, 0],
            legend: { show: false },
            cursor: {
                x: false,
                y: false,
                points: { show: false },
                drag: { x: true, y: false, setScale: false },
                bind: { dblclick: () => () => report.showWhole() },
            },
            tzDate: time => uPlot.tzDate(report.date(time), "Etc/UTC"),
            scales: { x: { range: () => report.range }, y: { range: () => this.range } },
            axes: [
                { ...axis, space: 68, size: this.isSmall ? 22 : 36, values: (uplot, times, index, space, step) => this.timeLabels(times, step) },
                { ...axis, size: 68, space: 28, incrs: tickSteps(this.plot.unit) || uPlot.numIncrs,
                    values: (uplot, values) => values.map(value => axisLabel(this.plot.unit, value)) },
            ],
            series: [{}, {}],
            hooks: { draw: [() => this.drawLines()], setSelect: [() => this.zoomToSelection()] },
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
            return step >= 86400 ? day : text.slice(11, end) + (isNewDay && !this.isSmall ? `\n${day}` : "");
        });
    }

    // Pixels of the canvas.
    pixels() {
        const { left, top, width, height } = this.uplot.bbox;
        const { x, y } = this.uplot.scales;
        return {
            x: time => left + (time - x.min) / (x.max - x.min) * width,
            y: value => top + height - (value - y.min) / (y.max - y.min) * height,
        };
    }

    pathOf(key, lines, points) {
        if (!this.paths.has(key)) {
            const { x, y } = this.pixels();
            const path = new Path2D();
            lines.forEach(line => addLine(path, points.times, line.values, x, y));
            this.paths.set(key, path);
        }
        return this.paths.get(key);
    }

    // Between a line and 0.
    areaOf(line) {
        const { x, y } = this.pixels();
        const { times } = this.points;
        const base = y(0);
        const path = new Path2D();
        let first = 0;
        for (let i = 0; i <= times.length; ++i) {
            if (i === times.length || line.values[i] !== line.values[i]) {
                if (first < i) {
                    path.moveTo(x(times[first]), base);
                    for (let k = first; k < i; ++k) {
                        path.lineTo(x(times[k]), y(line.values[k]));
                    }
                    path.lineTo(x(times[i - 1]), base);
                }
                first = i + 1;
            }
        }
        return path;
    }

    drawLines() {
        const { ctx, bbox } = this.uplot;
        const scale = uPlot.pxRatio;
        const stroke = (path, color, width, dash = []) => {
            ctx.strokeStyle = color;
            ctx.lineWidth = width * scale;
            ctx.setLineDash(dash.map(length => length * scale));
            ctx.stroke(path);
        };
        ctx.save();
        ctx.beginPath();
        ctx.rect(bbox.left, bbox.top - scale, bbox.width, bbox.height + 2 * scale);
        ctx.clip();
        ctx.lineJoin = "round";
        if (this.gray.length > 0) {
            stroke(this.pathOf("gray", this.gray, this.grayPoints), this.report.color("--gray-line"), 1);
        }
        // The highest one in the legend lies on top.
        // A part of an area, cut off from its 0, would deceive.
        const isAlone = this.colored.length === 1 && this.gray.length === 0 && this.range[0] <= 0;
        const width = this.points.times.length > bbox.width / scale ? 1 : 1.5;
        for (const line of [...this.colored].reverse()) {
            if (isAlone) {
                ctx.globalAlpha = 0.14;
                ctx.fillStyle = line.color;
                ctx.fill(this.areaOf(line));
                ctx.globalAlpha = 1;
            }
            stroke(this.pathOf(line.column, [line], this.points), line.color, width, line.column.isTotal ? [5, 3] : []);
        }
        const lit = this.plot.lit;
        const line = lit && [...this.colored, ...this.gray].find(line => line.column === lit);
        if (line && this.colored.length + this.gray.length > 1) {
            ctx.fillStyle = this.report.color("--veil");
            ctx.fillRect(bbox.left, bbox.top - scale, bbox.width, bbox.height + 2 * scale);
            stroke(this.pathOf(lit, [line], line.color ? this.points : this.grayPoints),
                line.color || this.report.color("--text"), 2.5);
        }
        if (this.report.moment !== null) {
            const path = new Path2D();
            const x = this.pixels().x(this.report.moment);
            path.moveTo(x, bbox.top);
            path.lineTo(x, bbox.top + bbox.height);
            stroke(path, this.report.color("--moment"), 1.5, [4, 3]);
        }
        ctx.restore();
    }

    // Without new paths.
    redraw() {
        if (this.uplot) {
            this.uplot.redraw(false, false);
        }
    }

    zoomToSelection() {
        const { select } = this.uplot;
        if (select.width > 2) {
            const [from, to] = [select.left, select.left + select.width].map(x => this.uplot.posToVal(x, "x"));
            this.uplot.setSelect({ left: 0, width: 0, top: 0, height: 0 }, false);
            this.report.zoom(from, to);
        }
    }

    listen(over) {
        const place = event => {
            const box = over.getBoundingClientRect();
            return { x: event.clientX - box.left, y: event.clientY - box.top };
        };
        const point = event => {
            const { x, y } = place(event);
            this.report.pointAt(this.uplot.posToVal(x, "x"), this, y);
        };
        over.addEventListener("wheel", event => {
            if (event.ctrlKey) { // so does a touchpad say that two fingers are moved
                event.preventDefault();
                this.report.scale(this.uplot.posToVal(place(event).x, "x"), Math.exp(Math.sign(event.deltaY) * 0.3));
            }
        }, { passive: false });
        over.addEventListener("pointerdown", event => {
            if (event.pointerType === "touch") {
                this.fingers.set(event.pointerId, this.uplot.posToVal(place(event).x, "x"));
            }
            point(event);
        });
        over.addEventListener("pointermove", event => {
            if (this.fingers.size === 2 && this.fingers.has(event.pointerId)) {
                this.pinch(event.pointerId, place(event).x / over.clientWidth);
            } else {
                point(event);
            }
        });
        for (const name of ["pointerup", "pointercancel"]) {
            over.addEventListener(name, event => this.fingers.delete(event.pointerId));
        }
        over.addEventListener("pointerleave", event => {
            this.fingers.delete(event.pointerId);
            this.report.pointAt(null);
        });
    }

    // Two fingers: the time below the other one stays where it is, and that below this one comes to `part` of the width.
    pinch(id, part) {
        const own = this.fingers.get(id);
        const [other] = [...this.fingers].filter(([finger]) => finger !== id).map(([, time]) => time);
        const [from, to] = this.report.range;
        const otherPart = (other - from) / (to - from);
        const span = (own - other) / (part - otherPart);
        if (span > 0 && isFinite(span)) {
            this.report.zoom(other - otherPart * span, other + (1 - otherPart) * span);
        }
    }

    // A line at a time, or none; the chart below the mouse says the time.
    showCursor(time, isOwn) {
        const isSeen = this.uplot && time !== null && time >= this.report.range[0] && time <= this.report.range[1];
        this.cursor.hidden = !isSeen;
        if (isSeen) {
            const x = this.uplot.valToPos(time, "x");
            this.cursor.style.transform = `translateX(${x}px)`;
            this.cursor.classList.toggle("left", x > this.uplot.over.clientWidth / 2);
            this.cursor.firstChild.textContent = isOwn ? this.report.shownTime(time).slice(11) : "";
        }
    }

    // The column whose line is nearest to a height in a row; undefined if none is near.
    nearest(row, y) {
        const near = 24;
        let best;
        let least = near;
        for (const { column } of [...this.colored, ...this.gray]) {
            const distance = Math.abs(this.uplot.valToPos(this.report.values[column.index][row], "y") - y);
            if (distance < least) {
                least = distance;
                best = column;
            }
        }
        return best;
    }
}
