// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Prints the load of each processor.
using System;
using System.Globalization;
using System.Threading;
using PdhShim;

static class Example
{
    static void Main()
    {
        using (var query = new Query())
        {
            Counter processors = query.Add(@"\Processor(*)\% Processor Time");
            query.Collect();
            Thread.Sleep(1000);
            query.Collect();
            foreach (var each in processors.Values())
            {
                Console.WriteLine(string.Format(CultureInfo.InvariantCulture, "{0}: {1:F2} %", each.Key, each.Value));
            }
        }
    }
}
