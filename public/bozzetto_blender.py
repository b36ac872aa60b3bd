"""Bozzetto for Blender: loads models of the library and sends them back as new versions.

Blender 3.4 or newer. Install this file in Edit > Preferences > Add-ons, then enter the address of
the server and an API key with the scope "files".
"""

bl_info = {
    "name": "Bozzetto",
    "author": "The Bozzetto contributors",
    "version": (1, 0, 0),
    "blender": (3, 4, 0),
    "location": "3D View > Sidebar > Bozzetto",
    "description": "Loads models of the library at true size and sends them back",
    "category": "Import-Export",
}

import json
import os
import shutil
import tempfile
import threading
import urllib.error
import urllib.parse
import urllib.request

try:
    import bpy
    import bpy.utils.previews
except ImportError:
    # The client below works without Blender.
    bpy = None

TIMEOUT_SECONDS = 30
UPLOAD_TIMEOUT_SECONDS = 300
JSON_BYTES_MAX = 4 * 1024 * 1024
PICTURE_BYTES_MAX = 4 * 1024 * 1024
MODEL_BYTES_MAX = 256 * 1024 * 1024
PAGE_LENGTH = 24


class BozzettoError(Exception):
    """A failure with a sentence for the user, and the HTTP status if the server answered."""

    def __init__(self, message, status=None):
        super().__init__(message)
        self.status = status


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    # A redirect would send the key to another server.
    def redirect_request(self, *_args):
        return None


class Client:
    """Calls the public interface of a Bozzetto server."""

    def __init__(self, address, key):
        address = address.strip().rstrip("/")
        if urllib.parse.urlsplit(address).scheme not in ("http", "https"):
            raise BozzettoError("Enter the server's address, such as http://127.0.0.1:5310.")
        if not key.strip():
            raise BozzettoError("Enter an API key. You can make one in Settings > Programs.")
        self.address = address
        self.key = key.strip()
        self.opener = urllib.request.build_opener(_NoRedirect)

    def list_models(self, search="", before=None):
        """Returns a page of models and the start of the next page."""
        query = {"limit": str(PAGE_LENGTH)}
        if search.strip():
            query["search"] = search.strip()
        if before:
            query["before"] = before
        page = self._read_json("/model/v1/library?" + urllib.parse.urlencode(query))
        return page["models"], page["next"]

    def load_thumbnail(self, model_id):
        return self._read(self._path(model_id, "/thumbnail"), PICTURE_BYTES_MAX)

    def load_model(self, model_id):
        return self._read(self._path(model_id, "/model"), MODEL_BYTES_MAX)

    def send_model(self, glb, name, version_of=None):
        """Adds a GLB to the library and returns the new model.

        The model is no version if `version_of` was deleted.
        """
        query = {"name": name}
        if version_of:
            query["version_of"] = version_of
        try:
            return self._read_json(
                "/model/v1/library?" + urllib.parse.urlencode(query),
                glb,
                {"Content-Type": "model/gltf-binary"},
            )
        except BozzettoError as error:
            if version_of and error.status == 404:
                return self.send_model(glb, name)
            raise

    @staticmethod
    def _path(model_id, rest):
        return "/model/v1/library/" + urllib.parse.quote(model_id, safe="") + rest

    def _read_json(self, path, body=None, headers=None):
        try:
            return json.loads(self._read(path, JSON_BYTES_MAX, body, headers))
        except ValueError as error:
            raise BozzettoError("This address does not belong to a Bozzetto server.") from error

    def _read(self, path, bytes_max, body=None, headers=None):
        request = urllib.request.Request(
            self.address + path,
            data=body,
            headers={"Authorization": "Bearer " + self.key, **(headers or {})},
        )
        timeout = TIMEOUT_SECONDS if body is None else UPLOAD_TIMEOUT_SECONDS
        try:
            with self.opener.open(request, timeout=timeout) as response:
                content = response.read(bytes_max + 1)
        except urllib.error.HTTPError as error:
            raise BozzettoError(_explain(error), error.code) from error
        except (OSError, urllib.error.URLError) as error:
            raise BozzettoError(
                "The server does not answer. Check its address and that it is running."
            ) from error
        if len(content) > bytes_max:
            raise BozzettoError("The answer is too large for this add-on.")
        return content


def _explain(error):
    try:
        message = json.loads(error.read(JSON_BYTES_MAX)).get("message")
    except (ValueError, AttributeError, OSError):
        message = None
    if message:
        return str(message)
    if 300 <= error.code < 400:
        return "The server redirects. Enter its final address."
    return "The server answered with status %d." % error.code


if bpy is not None:
    models = []
    previews = None
    folder = None

    # Blender keeps no reference to these texts, so they must stay in memory.
    shown_items = []

    def get_preferences(context):
        return context.preferences.addons[__name__].preferences

    def get_client(context):
        preferences = get_preferences(context)
        return Client(preferences.address, preferences.key)

    def run_job(job, on_done):
        """Runs `job` in a thread, and then `on_done(result, problem)` in the main thread."""
        outcome = {}

        def work():
            try:
                outcome["result"] = job()
            except BozzettoError as error:
                outcome["problem"] = str(error)
            except Exception as error:  # The user must see every failure.
                outcome["problem"] = "This failed: %s" % error

        def finish():
            try:
                on_done(outcome.get("result"), outcome.get("problem"))
            except Exception as error:  # The panel must not stay disabled.
                set_status("This failed: %s" % error)
            for window in bpy.context.window_manager.windows:
                for area in window.screen.areas:
                    area.tag_redraw()

        if bpy.app.background:
            # Timers do not run without a window.
            work()
            finish()
            return
        thread = threading.Thread(target=work, daemon=True)
        thread.start()

        def poll():
            if thread.is_alive():
                return 0.1
            finish()
            return None

        # The timer must survive the opening of another file.
        bpy.app.timers.register(poll, persistent=True)

    def write_file(name, content):
        # The system may have cleaned its temporary folder.
        os.makedirs(folder, exist_ok=True)
        path = os.path.join(folder, name)
        with open(path, "wb") as file:
            file.write(content)
        return path

    def set_status(text, is_busy=False):
        state = bpy.context.window_manager.bozzetto
        state.status = text
        state.is_busy = is_busy

    def list_items(_self, _context):
        shown_items.clear()
        for at, model in enumerate(models):
            icon = previews[model["id"]].icon_id if model["id"] in previews else 0
            shown_items.append((model["id"], model["name"], describe(model), icon, at))
        return shown_items or [("none", "No models", "Press Refresh", 0, 0)]

    def describe(model):
        triangles = model.get("triangles")
        size = "%.1f MB" % (model["size_bytes"] / 1024 / 1024)
        return size if triangles is None else "{:,} triangles, {}".format(triangles, size)

    def find_model(model_id):
        return next((model for model in models if model["id"] == model_id), None)

    class BozzettoPreferences(bpy.types.AddonPreferences):
        bl_idname = __name__

        address: bpy.props.StringProperty(name="Server", default="http://127.0.0.1:5310")
        key: bpy.props.StringProperty(name="API key", subtype="PASSWORD")

        def draw(self, _context):
            self.layout.prop(self, "address")
            self.layout.prop(self, "key")

    class BozzettoState(bpy.types.PropertyGroup):
        search: bpy.props.StringProperty(name="Search")
        chosen: bpy.props.EnumProperty(name="Model", items=list_items)
        next: bpy.props.StringProperty()
        status: bpy.props.StringProperty()
        is_busy: bpy.props.BoolProperty()

    class BozzettoOperator:
        @classmethod
        def poll(cls, context):
            return not context.window_manager.bozzetto.is_busy

    class BozzettoRefresh(BozzettoOperator, bpy.types.Operator):
        bl_idname = "bozzetto.refresh"
        bl_label = "Refresh"
        bl_description = "Lists the newest models of the library"

        is_next: bpy.props.BoolProperty(options={"SKIP_SAVE"})

        def execute(self, context):
            state = context.window_manager.bozzetto
            before = state.next if self.is_next else None
            search = state.search
            try:
                client = get_client(context)
            except BozzettoError as error:
                self.report({"ERROR"}, str(error))
                return {"CANCELLED"}
            set_status("Loading the library", True)

            def job():
                page, following = client.list_models(search, before)
                pictures = {}
                for model in page:
                    if not model["has_thumbnail"] or model["id"] in previews:
                        continue
                    try:
                        pictures[model["id"]] = client.load_thumbnail(model["id"])
                    except BozzettoError:
                        continue  # A model without a picture is still useful.
                return page, following, pictures

            def on_done(result, problem):
                if problem:
                    set_status(problem)
                    return
                page, following, pictures = result
                for model_id, content in pictures.items():
                    if model_id not in previews:
                        path = write_file(model_id + ".webp", content)
                        previews.load(model_id, path, "IMAGE")
                models[:] = page
                state.next = following or ""
                set_status("" if page else "The library has no such models.")

            run_job(job, on_done)
            return {"FINISHED"}

    class BozzettoImport(BozzettoOperator, bpy.types.Operator):
        bl_idname = "bozzetto.import_model"
        bl_label = "Import"
        bl_description = "Loads the model at true size"

        model_id: bpy.props.StringProperty(options={"SKIP_SAVE"})

        def execute(self, context):
            model = find_model(self.model_id or context.window_manager.bozzetto.chosen)
            if model is None:
                self.report({"ERROR"}, "Press Refresh and choose a model.")
                return {"CANCELLED"}
            if model["type"] != "glb":
                self.report({"ERROR"}, "Only GLB models can be imported. This is a %s." % model["type"].upper())
                return {"CANCELLED"}
            try:
                client = get_client(context)
            except BozzettoError as error:
                self.report({"ERROR"}, str(error))
                return {"CANCELLED"}
            set_status("Loading %s" % model["name"], True)

            def on_done(content, problem):
                set_status(problem or "")
                if not problem:
                    import_glb(content, model)

            run_job(lambda: client.load_model(model["id"]), on_done)
            return {"FINISHED"}

    def import_glb(content, model):
        path = write_file(model["id"] + ".glb", content)
        before = set(bpy.data.objects)
        try:
            # Blender's unit is the metre, like that of glTF, so the size stays.
            bpy.ops.import_scene.gltf(filepath=path)
        except RuntimeError as error:
            set_status("Blender cannot read this model: %s" % error)
            return
        finally:
            os.remove(path)
        for item in set(bpy.data.objects) - before:
            item["bozzetto_id"] = model["id"]
            item["bozzetto_name"] = model["name"]
        # The operator ended before the download, so this is its undo step.
        for window in bpy.context.window_manager.windows[:1]:
            with bpy.context.temp_override(window=window):
                bpy.ops.ed.undo_push(message="Import %s" % model["name"])

    class BozzettoSend(BozzettoOperator, bpy.types.Operator):
        bl_idname = "bozzetto.send"
        bl_label = "Send back"
        bl_description = "Adds the selected objects to the library, as a new version if they came from there"

        def execute(self, context):
            objects = context.selected_objects
            if not objects:
                self.report({"ERROR"}, "Select the objects that you want to send.")
                return {"CANCELLED"}
            sources = {item.get("bozzetto_id") for item in objects} - {None}
            if len(sources) > 1:
                self.report({"ERROR"}, "These objects come from several models. Select those of one.")
                return {"CANCELLED"}
            named = next((item for item in objects if item.get("bozzetto_id")), objects[0])
            name = named.get("bozzetto_name") or named.name
            path = os.path.join(folder, "sent.glb")
            try:
                os.makedirs(folder, exist_ok=True)
                client = get_client(context)
                # The exporter drops shape keys if it applies modifiers.
                has_shapes = any(getattr(item.data, "shape_keys", None) for item in objects)
                bpy.ops.export_scene.gltf(
                    filepath=path,
                    export_format="GLB",
                    use_selection=True,
                    export_apply=not has_shapes,
                )
                with open(path, "rb") as file:
                    glb = file.read()
            except (BozzettoError, RuntimeError, OSError) as error:
                self.report({"ERROR"}, str(error))
                return {"CANCELLED"}
            finally:
                if os.path.exists(path):
                    os.remove(path)
            source = next(iter(sources), None)
            # Objects may be deleted during the upload, so `on_done` finds objects by name.
            names = [item.name for item in objects]
            set_status("Sending %s" % name, True)

            def on_done(made, problem):
                set_status(problem or "Sent. It is in the library.")
                if made:
                    found = (bpy.data.objects.get(name) for name in names)
                    for item in filter(None, found):
                        item["bozzetto_id"] = made["id"]
                        item["bozzetto_name"] = made["name"]

            run_job(lambda: client.send_model(glb, name, source), on_done)
            return {"FINISHED"}

    class BozzettoPanel(bpy.types.Panel):
        bl_idname = "VIEW3D_PT_bozzetto"
        bl_label = "Bozzetto"
        bl_space_type = "VIEW_3D"
        bl_region_type = "UI"
        bl_category = "Bozzetto"

        def draw(self, context):
            layout = self.layout
            state = context.window_manager.bozzetto
            layout.enabled = not state.is_busy
            layout.prop(state, "search", icon="VIEWZOOM")
            row = layout.row(align=True)
            row.operator("bozzetto.refresh")
            following = row.row(align=True)
            following.enabled = state.next != ""
            following.operator("bozzetto.refresh", text="Next page").is_next = True
            if models:
                layout.template_icon_view(state, "chosen", show_labels=True, scale=8)
                layout.label(text=next((m["name"] for m in models if m["id"] == state.chosen), ""))
                layout.operator("bozzetto.import_model", icon="IMPORT")
            layout.operator("bozzetto.send", icon="EXPORT")
            if state.status:
                layout.label(text=state.status)

    classes = (
        BozzettoPreferences,
        BozzettoState,
        BozzettoRefresh,
        BozzettoImport,
        BozzettoSend,
        BozzettoPanel,
    )

    def register():
        global previews, folder
        folder = tempfile.mkdtemp(prefix="bozzetto-")
        previews = bpy.utils.previews.new()
        for one in classes:
            bpy.utils.register_class(one)
        bpy.types.WindowManager.bozzetto = bpy.props.PointerProperty(type=BozzettoState)

    def unregister():
        del bpy.types.WindowManager.bozzetto
        for one in reversed(classes):
            bpy.utils.unregister_class(one)
        bpy.utils.previews.remove(previews)
        models.clear()
        shutil.rmtree(folder, ignore_errors=True)
