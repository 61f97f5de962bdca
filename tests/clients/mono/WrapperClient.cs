// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// samples/dotnet on the values of known_values.json.
using System;
using System.IO;
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

    static void CheckLog()
    {
        const string a = @"\\M\Widget(a)\Depth";
        const string b = @"\\M\Widget(b)\Depth";
        string log = Path.GetTempFileName();
        try
        {
            File.WriteAllText(log, "\"(PDH-CSV 4.0) (East)(-60)\",\"" + a + "\",\"" + b + "\"\r\n"
                + "\"01/02/2026 00:00:00.000\",\"1\",\" \"\r\n\"no time\",\"2\",\"3\"\r\n"
                + "\"01/02/2026 00:00:02.000\",\"4\",\"5\"\r\n");
            LogColumns read = LogColumns.Read(log, a, b);
            That("the values of a log", read.Columns[a].SequenceEqual(new[] {1.0, 4.0}));
            That("a value that is not there", double.IsNaN(read.Columns[b][0]) && read.Columns[b][1] == 5.0);
            That("the times of a log", read.Times[1] == new DateTime(2026, 1, 1, 23, 0, 2, DateTimeKind.Utc)
                && read.Times[1].Kind == DateTimeKind.Utc);
            That("a loss", read.Loss != 0);
        }
        finally
        {
            File.Delete(log);
        }
        That("no such log", Throws<PdhException>(() => LogColumns.Read(log, a)));
        That("an empty name, which is this computer",
            Throws<ArgumentException>(() => LogColumns.Read("", @"\Widget(plain)\Items/sec")));
    }

    static void Main()
    {
        CheckMissingInstance();
        CheckLog();
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
