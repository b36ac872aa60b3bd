import { execFile, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { WebIO } from '@gltf-transform/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readGlbParts } from '#model-files/mesh/read-glb-parts.ts'
import { measureExtent } from '#model-files/mesh/extent.ts'
import { writePartsAsGlb } from '#model-files/import/write-glb.ts'
import { readEnv } from '../../env.ts'
import { listen } from '../../http/listen.ts'
import { startServer, type RunningServer } from '../../running-server.ts'
import { makeDataFolder } from '../../store/data-folder.fixture.ts'

const key = 'sa-blender-client-71c0d9e2'
const addon = path.resolve('public/bozzetto_blender.py')

let folder: string
let running: RunningServer
let server: Server
let url: string
let glb: Uint8Array<ArrayBuffer>

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-blender-'))
  await makeDataFolder(folder)
  running = await startServer(readEnv({ BOZZETTO_DATA: folder, BOZZETTO_API_KEYS: key }))
  const listening = await listen(running.fetch, { hostname: '127.0.0.1', port: 0 })
  server = listening.server
  url = `http://127.0.0.1:${listening.address.port}`
  glb = await writePartsAsGlb({
    parts: [tetrahedron],
    materials: [
      { name: 'Clay', color: [1, 1, 1, 1], metalness: 0, roughness: 1, emissive: [0, 0, 0] },
    ],
  })
  await writeFile(path.join(folder, 'ball.glb'), glb)
})
afterAll(async () => {
  server?.close().closeAllConnections()
  await running?.close()
  await rm(folder, { recursive: true, force: true })
})

const tetrahedron = {
  name: 'Spike',
  material: 0,
  positions: new Float32Array([0, 0, 0, 0.04, 0, 0, 0, 0.04, 0, 0, 0, 0.04]),
  indices: new Uint32Array([0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3]),
}

const isInstalled = (program: string) => spawnSync(program, ['--version']).status === 0

type Answer = { status: number; body: Record<string, unknown> }

async function call(at: string, init: RequestInit = {}): Promise<Answer> {
  const headers = { authorization: `Bearer ${key}` }
  const response = await fetch(`${url}/model/v1/library${at}`, { headers, ...init })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
const send = (query: string, body: Uint8Array<ArrayBuffer> = glb) =>
  call(`?${query}`, { method: 'POST', body })
const load = async (id: unknown) => {
  const headers = { authorization: `Bearer ${key}` }
  const response = await fetch(`${url}/model/v1/library/${String(id)}/model`, { headers })
  return new Uint8Array(await response.arrayBuffer())
}

describe('/model/v1/library', () => {
  it('lists, sends and adds models, page by page', async () => {
    const first = await send('name=First')
    expect(first).toMatchObject({ status: 201, body: { name: 'First', type: 'glb' } })
    const second = await send('name=Second')
    const page = await call('?limit=1&search=First')
    expect(page.body).toMatchObject({ models: [{ id: first.body['id'], triangles: 4 }] })
    const newest = await call('?limit=1')
    expect(newest.body).toMatchObject({ models: [{ id: second.body['id'] }] })
    const older = await call(`?limit=1&before=${String(newest.body['next'])}`)
    expect(older.body).toMatchObject({ models: [{ id: first.body['id'] }] })
    expect(await load(first.body['id'])).toEqual(glb)
    expect(await call(`/${String(first.body['id'])}`)).toMatchObject({
      status: 200,
      body: { name: 'First' },
    })
  })

  it('adds a version of a model', async () => {
    const source = await send('name=Jar')
    const version = await send(`name=Jar&version_of=${String(source.body['id'])}`)
    expect(version).toMatchObject({ status: 201, body: { version_of: source.body['id'] } })
  })

  it.each([
    ['a missing model', () => call('/aaaaaaaaaaaaaaaaaaaa'), 404],
    ['a version of a missing model', () => send('name=A&version_of=aaaaaaaaaaaaaaaaaaaa'), 404],
    ['a file that is no model', () => send('name=A', new Uint8Array([1, 2, 3])), 400],
    ['a model without a name', () => send(''), 400],
    ['a page that does not exist', () => call('?before=nothing'), 400],
    ['a missing key', () => call('', { headers: {} }), 401],
  ] as const)('refuses %s', async (_case, ask, status) => {
    const answer = await ask()
    expect(answer.status).toBe(status)
    expect(answer.body['message']).toMatch(/.{10}/)
  })
})

async function run(program: string, args: readonly string[], more = {}): Promise<string> {
  const { stdout } = await promisify(execFile)(program, [...args], {
    env: { ...process.env, BOZZETTO_URL: url, BOZZETTO_KEY: key, FOLDER: folder, ...more },
    timeout: 120_000,
  })
  return stdout
}
const lastLine = (text: string): unknown => {
  const line = text.split('\n').findLast((one) => one.startsWith('RESULT '))
  if (line === undefined) throw new Error(text)
  return JSON.parse(line.slice('RESULT '.length))
}

const clientScript = `
import importlib.util, json, os
spec = importlib.util.spec_from_file_location("bozzetto_blender", ${JSON.stringify(addon)})
addon = importlib.util.module_from_spec(spec)
spec.loader.exec_module(addon)
client = addon.Client(os.environ["BOZZETTO_URL"] + "/", os.environ["BOZZETTO_KEY"])
with open(os.environ["FOLDER"] + "/ball.glb", "rb") as file:
    glb = file.read()
made = client.send_model(glb, "Vase & Lid")
version = client.send_model(glb, "Vase & Lid", made["id"])
orphan = client.send_model(glb, "Orphan", "aaaaaaaaaaaaaaaaaaaa")
found, following = client.list_models("Vase")
problems = []
for address, key in [("ftp://x", "sa-x"), (client.address, ""), (client.address, "sa-wrong"), ("http://127.0.0.1:1", "sa-x")]:
    try:
        addon.Client(address, key).list_models()
    except addon.BozzettoError as error:
        problems.append(str(error))
print("RESULT " + json.dumps({
    "same": client.load_model(made["id"]) == glb,
    "found": [model["id"] for model in found] == [version["id"], made["id"]],
    "problems": problems,
    "orphan": [orphan["name"], orphan.get("version_of")],
}))
`

/** Loads the part for Blender with a stand-in for Blender, and lets the end of a job fail. */
const panelScript = `
import importlib.util, json, sys, time, types
from types import SimpleNamespace
state = SimpleNamespace(status="", is_busy=False)
timers = []
bpy = types.ModuleType("bpy")
bpy.types = SimpleNamespace(**{name: type(name, (), {}) for name in ("AddonPreferences", "PropertyGroup", "Operator", "Panel", "WindowManager")})
bpy.props = SimpleNamespace(**{name + "Property": lambda **_: None for name in ("String", "Bool", "Enum", "Pointer")})
bpy.app = SimpleNamespace(background=False, timers=SimpleNamespace(register=lambda poll, persistent=False: timers.append((poll, persistent))))
bpy.context = SimpleNamespace(window_manager=SimpleNamespace(bozzetto=state, windows=[]))
bpy.utils = types.ModuleType("bpy.utils")
bpy.utils.previews = types.ModuleType("bpy.utils.previews")
sys.modules.update({"bpy": bpy, "bpy.utils": bpy.utils, "bpy.utils.previews": bpy.utils.previews})
spec = importlib.util.spec_from_file_location("bozzetto_blender", ${JSON.stringify(addon)})
addon = importlib.util.module_from_spec(spec)
spec.loader.exec_module(addon)
def fail(result, problem):
    raise KeyError("no such picture")
addon.set_status("Loading", True)
can_start = addon.BozzettoRefresh.poll(bpy.context)
addon.run_job(lambda: 1, fail)
poll, persistent = timers[0]
while poll() is not None:
    time.sleep(0.01)
print("RESULT " + json.dumps({"status": state.status, "busy": state.is_busy, "persistent": persistent, "can_start": can_start}))
`

const blenderScript = `
import bpy, json, numpy, os
# Debian's Blender 3.4 needs this name, which Debian's NumPy no longer has.
if "bool" not in dir(numpy):
    numpy.bool = bool
bpy.ops.preferences.addon_install(filepath=${JSON.stringify(addon)})
bpy.ops.preferences.addon_enable(module="bozzetto_blender")
preferences = bpy.context.preferences.addons["bozzetto_blender"].preferences
preferences.address = os.environ["BOZZETTO_URL"]
preferences.key = os.environ["BOZZETTO_KEY"]
state = bpy.context.window_manager.bozzetto
state.search = "Owl"
bpy.ops.bozzetto.refresh()
import bozzetto_blender
model = bozzetto_blender.models[0]
state.chosen = model["id"]
bpy.ops.object.select_all(action="DESELECT")
bpy.ops.bozzetto.import_model()
owl = next(item for item in bpy.data.objects if item.get("bozzetto_id") == model["id"] and item.type == "MESH")
size = list(owl.dimensions)
owl.scale = [2 * value for value in owl.scale]
bpy.ops.object.select_all(action="DESELECT")
owl.select_set(True)
bpy.context.view_layer.objects.active = owl
bpy.ops.bozzetto.send()
sent = owl["bozzetto_id"]
bpy.ops.preferences.addon_disable(module="bozzetto_blender")
print("RESULT " + json.dumps({"size": size, "sent": sent, "source": model["id"], "name": owl.name}))
`

describe('the Blender add-on', () => {
  it.skipIf(!isInstalled('python3'))(
    'sends, lists and loads models, and explains failures (needs python3)',
    async () => {
      const result = lastLine(await run('python3', ['-c', clientScript]))
      expect(result).toMatchObject({ same: true, found: true, orphan: ['Orphan', null] })
      const { problems } = result as { problems: string[] }
      expect(problems).toEqual([
        expect.stringContaining("Enter the server's address"),
        expect.stringContaining('Enter an API key'),
        expect.stringContaining('key'),
        expect.stringContaining('The server does not answer'),
      ])
    },
  )

  it.skipIf(!isInstalled('python3'))(
    'enables its panel again if the end of a job fails (needs python3)',
    async () => {
      expect(lastLine(await run('python3', ['-c', panelScript]))).toEqual({
        status: expect.stringContaining('no such picture'),
        busy: false,
        persistent: true,
        can_start: false,
      })
    },
  )

  it.skipIf(!isInstalled('blender'))(
    'imports at true size and sends a version back (needs blender)',
    { timeout: 240_000 },
    async () => {
      const owl = await send('name=Owl')
      const script = path.join(folder, 'script.py')
      await writeFile(script, blenderScript)
      await Promise.all(['config', 'scripts'].map((one) => mkdir(path.join(folder, one))))
      const stdout = await run(
        'blender',
        ['--background', '--factory-startup', '--python-exit-code', '1', '--python', script],
        {
          BLENDER_USER_CONFIG: path.join(folder, 'config'),
          BLENDER_USER_SCRIPTS: path.join(folder, 'scripts'),
        },
      )
      const { size, sent, source, name } = lastLine(stdout) as {
        size: number[]
        sent: string
        source: string
        name: string
      }
      expect({ source, name }).toEqual({ source: owl.body['id'], name: 'Spike' })
      for (const side of size) expect(side).toBeCloseTo(0.04, 4)
      expect(sent).not.toBe(source)
      const bytes = await load(sent)
      const { low, high } = measureExtent((await readGlbParts(bytes)).parts)
      expect(high[1] - low[1]).toBeCloseTo(0.08, 4)
      const nodes = (await new WebIO().readBinary(bytes)).getRoot().listNodes()
      expect(nodes.map((node) => node.getName())).toContain('Spike')
      expect((await call(`/${sent}`)).body).toMatchObject({ name: 'Owl', version_of: source })
    },
  )

  it('is a single file without other packages', async () => {
    const text = await readFile(addon, 'utf8')
    const imports = [...text.matchAll(/^\s*(?:import|from) ([\w.]+)/gm)].map(([, name]) => name)
    const standard = ['json', 'os', 'shutil', 'tempfile', 'threading']
    expect(
      imports.filter((name) => !standard.includes(name!) && !/^(?:urllib|bpy)/.test(name!)),
    ).toEqual([])
  })
})
