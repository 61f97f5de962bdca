// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Prints the load of each processor: node example.js

import { setTimeout } from 'node:timers/promises';
import { Query } from './index.js';

const query = new Query();
const processors = query.add('\\Processor(*)\\% Processor Time');
query.collect();
await setTimeout(1000);
query.collect();
for (const [name, percent] of processors.values()) {
    console.log(`${name}: ${percent.toFixed(2)} %`);
}
query.close();
