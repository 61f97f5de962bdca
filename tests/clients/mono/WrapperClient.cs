// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// samples/dotnet on the values of known_values.json.
using System;
using System.Linq;
using PdhShim;

static class WrapperClient
{
    static void That(string what, bool holds)
    {
        if (!holds)
        {
            throw new Exception(what);
        }
    }

    static bool Throws<T>(Action action) where T : Exception
    {
        try
        {
            action();
            return false;
        }
        catch (T)
        {
            return true;
        }
    }

    static void CheckMissingInstance()
    {
        using (var query = new Query())
        {
            Counter missing = query.Add(@"\Widget(nobody)\Items/sec");
            query.Collect();
            query.Collect();
            That("the only counter may have no value", missing.Value() == null);
        }
    }

    static void Main()
    {
        CheckMissingInstance();
        var query = new Query();
        Counter total = query.Add(@"\Processor(_Total)\% Processor Time");
        Counter each = query.Add(@"\Processor(*)\% Processor Time");
        Counter widgets = query.Add(@"\Widget(*)\Items/sec");
        query.Collect();
        That("no rate after one sample", total.Value() == null && each.Values().Count == 0);
        query.Collect();
        That("total", total.Value() == 50.0);
        var values = each.Values();
        That("instances", values.Keys.OrderBy(name => name, StringComparer.Ordinal).SequenceEqual(new[] {"0", "1", "_Total"}));
        That("values", values["0"] == 25.0 && values["1"] == 75.0);
        That("any name", widgets.Values()["Gr\u00f6\u00dfe \U0001F680"] == 12345678901.0);
        That("no such counter", Throws<PdhException>(() => query.Add(@"\Widget(plain)\None")));
        widgets.Remove();
        That("removed", Throws<PdhException>(() => widgets.Values()));
        query.Dispose();
        query.Dispose();
        That("closed query", Throws<ObjectDisposedException>(query.Collect));
        That("counter of a closed query", Throws<ObjectDisposedException>(() => total.Value()));
    }
}
