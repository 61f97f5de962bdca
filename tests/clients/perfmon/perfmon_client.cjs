// The perfmon package, unmodified, on this machine's counters: it lists, samples two and reports a bad one.
// The package looks for a program named TypePerf on PATH.

const assert = require('node:assert/strict');
const perfmon = require('perfmon');

const CPU = 'processor(_total)\\% processor time';
const MEMORY = 'memory\\Available Bytes';
const patience = setTimeout(() => assert.fail('no answer'), 60_000);

function list(object) {
    return new Promise((resolve, reject) => {
        perfmon.list(object, (error, data) => (error ? reject(error) : resolve(data.counters)));
    });
}

// The first `wanted` samples, and the errors that came with them.
function sample(counters, wanted) {
    return new Promise((resolve) => {
        const samples = [];
        const errors = [];
        perfmon(counters, (error, data) => {
            (error ? errors : samples).push(error ?? data);
            if (samples.length === wanted) {
                resolve({ samples, errors });
            }
        });
    });
}

async function main() {
    const processor = await list('processor');
    assert.ok(processor.includes('processor(_Total)\\% Processor Time'), processor.join('\n'));
    assert.ok(processor.every((path) => /^processor\([^)]+\)\\[^\\\r]+$/.test(path)), processor.join('\n'));
    assert.ok((await list('')).includes('Memory\\Available Bytes'));
    await assert.rejects(list('no such object'), { message: /not found/ });

    const { samples, errors } = await sample(['badcounter', CPU, MEMORY], 2);
    perfmon.stop();
    assert.equal(errors.length, 1);
    assert.deepEqual(errors[0].counters, { badcounter: true });
    for (const { time, counters } of samples) {
        assert.ok(Math.abs(time - Date.now()) < 60_000, `${time}`);
        assert.deepEqual(Object.keys(counters), [CPU, MEMORY]);
        assert.ok(counters[CPU] >= 0 && counters[CPU] <= 100, `${counters[CPU]}`);
        assert.ok(counters[MEMORY] > 0, `${counters[MEMORY]}`);
    }
    clearTimeout(patience);
}

main();
