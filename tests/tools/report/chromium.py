# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""A Chromium without a window, told what to do through a pipe (the DevTools protocol): it opens pages as files, and gets the
mouse, the wheel, fingers and keys as from a person."""

import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

PROGRAM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
PATIENCE = 600  # seconds until a browser counts as hanging


class Chromium:
    """A browser with one page. Its files are in a folder of its own; both are gone after the block."""

    def __init__(self, width=1000, height=800):
        self.size = (width, height)
        self.number = 0
        self.events = []
        self.left = b""

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        commands, self.commands = os.pipe()
        self.answers, answers = os.pipe()

        def give_pipes():  # the browser reads 3 and writes 4
            read, write = os.dup(commands), os.dup(answers)
            os.dup2(read, 3)
            os.dup2(write, 4)
            for descriptor in (3, 4):
                os.set_inheritable(descriptor, True)

        self.process = subprocess.Popen(
            [PROGRAM, "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--hide-scrollbars",
             "--disable-background-networking", "--disable-component-update", "--disable-sync", "--remote-debugging-pipe",
             "--user-data-dir=" + self.folder.name, f"--window-size={self.size[0]},{self.size[1]}", "about:blank"],
            env={**os.environ, "TMPDIR": self.folder.name}, preexec_fn=give_pipes, close_fds=False,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(commands)
        os.close(answers)
        self.session = None
        targets = self.send("Target.getTargets")["targetInfos"]
        page = next(target for target in targets if target["type"] == "page")
        self.session = self.send("Target.attachToTarget", targetId=page["targetId"], flatten=True)["sessionId"]
        self.send("Page.enable")
        self.send("Runtime.enable")
        self.resize(*self.size)
        return self

    def __exit__(self, *_):
        os.close(self.commands)
        self.process.terminate()
        self.process.wait(PATIENCE)
        os.close(self.answers)
        self.folder.cleanup()

    # -- The pipe -------------------------------------------------------------------------------------

    def send(self, method, **parameters):
        """What the browser answers."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        rest = json.dumps(message).encode() + b"\0"
        while rest:
            rest = rest[os.write(self.commands, rest):]
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                assert "error" not in answer, (method, answer["error"])
                return answer["result"]
            self.events.append(answer)

    def receive(self):
        end = time.monotonic() + PATIENCE
        while b"\0" not in self.left:
            ready, _, _ = select.select([self.answers], [], [], max(0, end - time.monotonic()))
            assert ready, "Chromium hangs"
            more = os.read(self.answers, 1 << 20)
            assert more, "Chromium has ended"
            self.left += more
        message, self.left = self.left.split(b"\0", 1)
        return json.loads(message)

    # -- A page ---------------------------------------------------------------------------------------

    def open(self, path, link="", script=""):
        """@param script runs before those of the page"""
        self.events.clear()
        self.send("Page.navigate", url="about:blank")
        added = self.send("Page.addScriptToEvaluateOnNewDocument", source=script)["identifier"]
        self.send("Page.navigate", url="file://" + os.path.abspath(path) + link)
        self.wait_for("document.readyState === 'complete' && location.protocol === 'file:' && window.report !== undefined")
        self.settle()
        self.send("Page.removeScriptToEvaluateOnNewDocument", identifier=added)

    def ask(self, body):
        """What a function with this body returns; it may wait."""
        answer = self.send("Runtime.evaluate", expression="(async () => {" + body + "})()", awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]["exception"].get("description", answer)
        return answer["result"].get("value")

    def wait_for(self, condition):
        """Until an expression is true; a page may be loaded anew in the meantime."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                if self.ask(f"return Boolean({condition});"):
                    return
                self.check()
            except AssertionError as error:
                if "Chromium" in str(error):
                    raise
            assert time.monotonic() < end, condition

    def check(self):
        """That no script of the page has failed."""
        for event in self.events:
            assert event.get("method") != "Runtime.exceptionThrown", "Chromium: " + event["params"]["exceptionDetails"]["exception"]["description"]

    def settle(self):
        """Until what was done is drawn: the plots in sight are."""
        self.ask("""
            const frame = () => new Promise(done => requestAnimationFrame(() => setTimeout(done)));
            const isSeen = ({ section }) => {
                const { top, bottom } = section.getBoundingClientRect();
                return section.checkVisibility() && top < window.innerHeight && bottom > 0;
            };
            for (let i = 0; i < 3 || window.report?.plots.some(plot => plot.isOld && isSeen(plot)); ++i) {
                await frame();
            }""")

    def resize(self, width, height, is_phone=False, scale=1):
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=is_phone)
        self.send("Emulation.setTouchEmulationEnabled", enabled=is_phone)

    def set_dark(self, is_dark):
        self.send("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": "dark" if is_dark else "light"}])

    def screenshot(self, path, **options):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.send("Page.captureScreenshot", format="png", **options)["data"]))

    def print_to(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.send("Page.printToPDF", printBackground=False)["data"]))

    # -- A person -------------------------------------------------------------------------------------

    def center(self, element):
        """Of an element, by an expression, once it is in sight."""
        return self.ask(f"""
            const element = {element};
            element.scrollIntoView({{ block: "nearest", behavior: "instant" }});
            const {{ left, top, width, height }} = element.getBoundingClientRect();
            return [left + width / 2, top + height / 2];""")

    def mouse(self, kind, x, y, **more):
        self.send("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    def move(self, x, y):
        self.mouse("mouseMoved", x, y)
        self.settle()

    def click(self, element, ctrl=False, count=1):
        x, y = self.center(element)
        self.mouse("mouseMoved", x, y)
        for number in range(1, count + 1):
            for kind in ("mousePressed", "mouseReleased"):
                self.mouse(kind, x, y, button="left", clickCount=number, modifiers=2 if ctrl else 0)
        self.settle()

    def drag(self, start, end):
        self.mouse("mouseMoved", *start)
        self.mouse("mousePressed", *start, button="left", clickCount=1)
        self.mouse("mouseMoved", (start[0] + end[0]) / 2, end[1], button="left", buttons=1)
        self.mouse("mouseMoved", *end, button="left", buttons=1)
        self.mouse("mouseReleased", *end, button="left", clickCount=1)
        self.settle()

    def wheel(self, x, y, turned, ctrl=False):
        self.mouse("mouseWheel", x, y, deltaX=0, deltaY=turned, modifiers=2 if ctrl else 0)
        self.settle()

    def touch(self, kind, *points):
        self.send("Input.dispatchTouchEvent", type=kind, touchPoints=[{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)])

    def press(self, key, ctrl=False, shift=False):
        text = {"Enter": "\r", " ": " "}.get(key, key if len(key) == 1 else "")
        modifiers = (2 if ctrl else 0) | (8 if shift else 0)
        code = {"Enter": 13, "Escape": 27, "Tab": 9, "Home": 36, "End": 35, "ArrowLeft": 37, "ArrowRight": 39, " ": 32}.get(key, 0)
        self.send("Input.dispatchKeyEvent", type="keyDown", key=key, modifiers=modifiers, windowsVirtualKeyCode=code,
                  **({"text": text} if text else {}))
        self.send("Input.dispatchKeyEvent", type="keyUp", key=key, modifiers=modifiers, windowsVirtualKeyCode=code)
        self.settle()

    def type(self, text):
        self.send("Input.insertText", text=text)
        self.settle()
