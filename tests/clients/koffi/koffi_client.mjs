// samples/node, on the values of known_values.json where PDH_SHIM_SOURCE says so, else on those of this machine.

import assert from 'node:assert/strict';
import process from 'node:process';
import { PdhError, Query } from './index.js';

const TOTAL = '\\Processor(_Total)\\% Processor Time';
const EACH = '\\Processor(*)\\% Processor Time';
const WIDGETS = '\\Widget(*)\\Items/sec';
const NO_COUNTER = 0xc0000bb9;

function keepBusy(milliseconds) {
    const start = process.cpuUsage();
    while (process.cpuUsage(start).user < milliseconds * 1000);
}

function checkKnown(query) {
    const [total, each, widgets] = [TOTAL, EACH, WIDGETS].map((path) => query.add(path));
    query.collect();
    assert.equal(total.value(), null);
    assert.equal(each.values().size, 0);
    query.collect();
    assert.equal(total.value(), 50);
    assert.deepEqual(Object.fromEntries(each.values()), { 0: 25, 1: 75, _Total: 50 });
    assert.deepEqual(Object.fromEntries(widgets.values()), { plain: 3, 'Gr\u00f6\u00dfe \u{1f680}': 12345678901 });
    query.add('\\Widget(gr\u00f6\u00dfe \u{1f680})\\Items/sec').remove();
    assert.throws(() => query.add('\\Widget(plain)\\None'),
        (error) => error instanceof PdhError && error.status === NO_COUNTER);
}

function checkMissingInstance() {
    const query = new Query();
    const missing = query.add('\\Processor(nobody)\\% Processor Time');
    query.collect();
    query.collect();
    assert.equal(missing.value(), null);
    query.close();
}

function checkLive(query) {
    const [total, each] = [TOTAL, EACH].map((path) => query.add(path));
    query.collect();
    keepBusy(200);
    query.collect();
    assert.ok(total.value() > 0 && total.value() <= 100, `${total.value()}`);
    const values = each.values();
    assert.equal(values.get('_Total'), total.value());
    assert.ok(values.size >= 2);
    for (const value of values.values()) {
        assert.ok(value >= 0 && value <= 100, `${value}`);
    }
}

checkMissingInstance();
const query = new Query();
if ((process.env.PDH_SHIM_SOURCE ?? '').startsWith('script:')) {
    checkKnown(query);
} else {
    checkLive(query);
}
query.close();
query.close();
assert.throws(() => query.collect(), /closed/);
