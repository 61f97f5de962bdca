// The plain exports of libpdh.so, called from node through koffi: UTF-16 text, as in pdh.dll.
//
// Usage: node koffi_client.mjs LIBRARY. With PDH_SHIM_SOURCE=script:.../known_values.json the values are
// compared with the known ones, else with what this machine can have.

import assert from 'node:assert/strict';
import process from 'node:process';
import koffi from 'koffi';

const PDH_MORE_DATA = 0x800007d2;
const PDH_FMT_DOUBLE = 0x200;

const TOTAL = '\\Processor(_Total)\\% Processor Time';
const EACH = '\\Processor(*)\\% Processor Time';
const WIDGETS = '\\Widget(*)\\Items/sec';

const CounterValue = koffi.struct('PDH_FMT_COUNTERVALUE', { CStatus: 'uint32', doubleValue: 'double' });
const CounterValueItem = koffi.struct('PDH_FMT_COUNTERVALUE_ITEM_W', {
    szName: 'str16',
    FmtValue: CounterValue,
});

const library = koffi.load(process.argv[2]);
const PdhOpenQueryW = library.func('uint32 PdhOpenQueryW(str16 source, uintptr user, _Out_ void **query)');
const PdhCloseQuery = library.func('uint32 PdhCloseQuery(void *query)');
const PdhAddCounterW = library.func(
    'uint32 PdhAddCounterW(void *query, str16 path, uintptr user, _Out_ void **counter)');
const PdhCollectQueryData = library.func('uint32 PdhCollectQueryData(void *query)');
const PdhGetFormattedCounterValue = library.func(
    'uint32 PdhGetFormattedCounterValue(void *counter, uint32 format, void *type, ' +
        '_Out_ PDH_FMT_COUNTERVALUE *value)');
const PdhGetFormattedCounterArrayW = library.func(
    'uint32 PdhGetFormattedCounterArrayW(void *counter, uint32 format, _Inout_ uint32 *size, ' +
        '_Out_ uint32 *count, void *items)');

function check(status) {
    assert.equal(status, 0, `status 0x${status.toString(16)}`);
}

function openQuery() {
    const query = [null];
    check(PdhOpenQueryW(null, 0, query));
    return query[0];
}

function add(query, path) {
    const counter = [null];
    check(PdhAddCounterW(query, path, 0, counter));
    return counter[0];
}

function valueOf(counter) {
    const value = {};
    check(PdhGetFormattedCounterValue(counter, PDH_FMT_DOUBLE, null, value));
    assert.ok(value.CStatus <= 1);
    return value.doubleValue;
}

// Values by instance name.
function valuesOf(counter) {
    const size = [0];
    const count = [0];
    assert.equal(PdhGetFormattedCounterArrayW(counter, PDH_FMT_DOUBLE, size, count, null), PDH_MORE_DATA);
    const buffer = Buffer.alloc(size[0]);
    check(PdhGetFormattedCounterArrayW(counter, PDH_FMT_DOUBLE, size, count, buffer));
    const items = koffi.decode(buffer, koffi.array(CounterValueItem, count[0]));
    return Object.fromEntries(items.map((item) => [item.szName, item.FmtValue.doubleValue]));
}

function keepBusy(milliseconds) {
    const start = process.cpuUsage();
    while (process.cpuUsage(start).user < milliseconds * 1000);
}

function checkKnown(query) {
    const [total, each, widgets] = [TOTAL, EACH, WIDGETS].map((path) => add(query, path));
    check(PdhCollectQueryData(query));
    check(PdhCollectQueryData(query));
    assert.equal(valueOf(total), 50);
    assert.deepEqual(valuesOf(each), { 0: 25, 1: 75, _Total: 50 });
    assert.deepEqual(valuesOf(widgets), { plain: 3, 'Gr\u00f6\u00dfe \u{1f680}': 12345678901 });
    add(query, '\\Widget(gr\u00f6\u00dfe \u{1f680})\\Items/sec');
}

function checkLive(query) {
    const [total, each] = [TOTAL, EACH].map((path) => add(query, path));
    check(PdhCollectQueryData(query));
    keepBusy(200);
    check(PdhCollectQueryData(query));
    assert.ok(valueOf(total) > 0 && valueOf(total) <= 100, `${valueOf(total)}`);
    const { _Total, ...processors } = valuesOf(each);
    assert.equal(_Total, valueOf(total));
    assert.ok(Object.keys(processors).length >= 1);
    for (const value of Object.values(processors)) {
        assert.ok(value >= 0 && value <= 100, `${value}`);
    }
}

const query = openQuery();
if ((process.env.PDH_SHIM_SOURCE ?? '').startsWith('script:')) {
    checkKnown(query);
} else {
    checkLive(query);
}
check(PdhCloseQuery(query));
