"""A window around WebKit for the tests: WebKitWebDriver drives its content; commands that the driver lacks arrive as
lines of JSON over the socket named in ROR_CONTROL. Debian's MiniBrowser has no profile and a wide toolbar."""

import json
import os
import sys

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gdk, Gio, GLib, Gtk, WebKit2  # noqa: E402

PROFILE = os.environ["ROR_PROFILE"]
ASKED = json.loads(os.environ.get("ROR_OPTIONS", "{}"))


class Browser:
    def __init__(self):
        self.size = (1280, 720)
        self.scripts = []
        self.requests = []
        self.views = []
        self.downloads = PROFILE
        manager = WebKit2.WebsiteDataManager(base_data_directory=PROFILE, base_cache_directory=os.path.join(PROFILE, "cache"))
        self.context = WebKit2.WebContext.new_with_website_data_manager(manager)
        self.context.set_automation_allowed(True)
        self.reader("en-US")
        self.context.connect("automation-started", self.started)
        self.context.connect("download-started", self.download)
        if ASKED.get("proxy"):
            manager.set_network_proxy_settings(WebKit2.NetworkProxyMode.CUSTOM, WebKit2.NetworkProxySettings.new(ASKED["proxy"], None))
        if ASKED.get("blockThirdParty"):
            self.context.get_cookie_manager().set_accept_policy(WebKit2.CookieAcceptPolicy.NO_THIRD_PARTY)
        self.content = WebKit2.UserContentManager()
        self.settings = WebKit2.Settings()
        self.settings.set_enable_write_console_messages_to_stdout(True)
        self.settings.set_enable_javascript(ASKED.get("scripts", True))

    def started(self, _context, session):
        info = WebKit2.ApplicationInfo()
        info.set_name("MiniBrowser")
        info.set_version(WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version())
        session.set_application_info(info)
        session.connect("create-web-view", self.create)

    def create(self, *_):
        view = WebKit2.WebView(web_context=self.context, is_controlled_by_automation=True, settings=self.settings, user_content_manager=self.content)
        window = Gtk.Window(decorated=False)
        window.set_default_size(*self.size)
        window.add(view)
        window.show_all()
        view.grab_focus()
        window.present()
        view.connect("close", self.close, window)
        view.connect("resource-load-started", lambda _view, _resource, request: self.requests.append(request.get_uri()))
        view.connect("permission-request", lambda _view, request: request.allow() or True)
        self.views.append(view)
        return view

    def close(self, view, window):
        self.views.remove(view)
        window.destroy()

    def download(self, _context, download):
        def decide(download, name):
            download.set_destination(GLib.filename_to_uri(os.path.join(self.downloads, name), None))
            return True

        download.connect("decide-destination", decide)

    def size_to(self, width, height):
        self.size = (width, height)
        for view in self.views:
            view.get_toplevel().resize(width, height)

    def dark(self, on):
        Gtk.Settings.get_default().set_property("gtk-application-prefer-dark-theme", on)

    def before(self, source):
        self.content.add_script(WebKit2.UserScript.new(source, WebKit2.UserContentInjectedFrames.ALL_FRAMES, WebKit2.UserScriptInjectionTime.START, None, None))

    def reader(self, locale):
        self.context.set_preferred_languages([locale])

    def shows(self, text):
        """Whether this text is visible on the page. Needs no script in the page."""
        finder = self.views[-1].get_find_controller()

        def search(done):
            handlers.append(finder.connect("found-text", lambda _finder, _count: done(True)))
            handlers.append(finder.connect("failed-to-find-text", lambda _finder: done(False)))
            finder.search(text, WebKit2.FindOptions.CASE_INSENSITIVE, 10)

        handlers = []
        found = self.wait(search)
        for handler in handlers:
            finder.disconnect(handler)
        finder.search_finish()
        return bool(found)

    def forget(self):
        self.content.remove_all_scripts()

    def clipboard(self):
        return self.wait(lambda done: Gtk.Clipboard.get(Gdk.SELECTION_CLIPBOARD).request_text(lambda _clipboard, text, _data: done(text), None))

    @staticmethod
    def wait(work):
        """The value that `work` passes to its callback, or None after 2 seconds."""
        found = []
        loop = GLib.MainLoop()

        def done(value):
            found.append(value)
            loop.quit()

        late = GLib.timeout_add(2000, loop.quit)
        work(done)
        if not found:
            loop.run()
        if found:
            GLib.source_remove(late)
        return found[0] if found else None

    def save_to(self, folder):
        self.downloads = folder

    def pid(self):
        return os.getpid()

    def asked(self):
        found, self.requests = self.requests, []
        return found


def serve(browser, path):
    def incoming(_service, connection, _source):
        lines = Gio.DataInputStream.new(connection.get_input_stream())

        def answer(stream, result):
            line, _length = stream.read_line_finish_utf8(result)
            if line is None:
                return Gtk.main_quit()
            name, given = json.loads(line)
            try:
                reply = {"ok": getattr(browser, name)(*given)}
            except Exception as error:  # told to the test
                reply = {"error": repr(error)}
            connection.get_output_stream().write_all((json.dumps(reply) + "\n").encode(), None)
            stream.read_line_async(GLib.PRIORITY_DEFAULT, None, answer)

        lines.read_line_async(GLib.PRIORITY_DEFAULT, None, answer)
        held.append((connection, lines))
        return True

    held = []
    service = Gio.SocketService()
    service.add_address(Gio.UnixSocketAddress.new(path), Gio.SocketType.STREAM, Gio.SocketProtocol.DEFAULT, None)
    service.connect("incoming", incoming)
    service.start()
    held.append(service)


browser = Browser()
if "ROR_CONTROL" in os.environ:
    serve(browser, os.environ["ROR_CONTROL"])
sys.exit(Gtk.main())
