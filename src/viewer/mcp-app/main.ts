import { asList, asRecord, asString, type Fields } from '#lib/fields.ts'
import { readGlbChunks } from '#lib/gltf/glb.ts'
import { startDrawing, type OrbitView } from './draw.ts'
import { attachControls } from './controls.ts'
import { connectHost, type Host } from './host.ts'
import { readPlainShapes } from '../plain/read-shapes.ts'

const protocolVersion = '2026-01-26'
const heightPx = 420

const canvas = getPart('canvas')
const words = getPart('p')
const open = getPart('button')
const view: OrbitView = { yaw: 0.5, pitch: 0.25, zoom: 1 }
let draw = () => {}
let shownId = ''

const host = connectHost((method, params) => {
  if (method === 'ui/notifications/tool-result') void show(params)
  if (method === 'ui/notifications/tool-cancelled') say('failed', 'Cancelled.')
  if (method === 'ui/notifications/host-context-changed') takeTheme(params)
})

say('waiting', 'Waiting for the model.')
attachControls(canvas, view, () => draw())
new ResizeObserver(() => draw()).observe(canvas)
void begin()

function getPart<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
): HTMLElementTagNameMap[Name] {
  const element = document.querySelector(name)
  if (!element) throw new Error(`The page has no ${name}.`)
  return element
}

function say(state: 'waiting' | 'ready' | 'failed', sentence: string): void {
  document.body.dataset['state'] = state
  words.textContent = sentence
}

function takeTheme({ theme }: Fields): void {
  if (theme === 'dark' || theme === 'light') document.documentElement.style.colorScheme = theme
}

async function begin(): Promise<void> {
  const { hostContext } = await host.ask('ui/initialize', {
    appInfo: { name: 'bozzetto', version: '1.0.0' },
    appCapabilities: {},
    protocolVersion,
  })
  takeTheme(asRecord(hostContext))
  host.tell('ui/notifications/initialized', {})
  host.tell('ui/notifications/size-changed', { height: heightPx })
}

async function show({ structuredContent, content }: Fields): Promise<void> {
  const structured = asRecord(structuredContent)
  const { id, name, page_url: pageUrl } = asRecord(structured['model'] ?? structured)
  if (typeof id !== 'string' || id === shownId) {
    if (shownId === '') say('waiting', 'Not done yet.')
    return
  }
  shownId = id
  const links = asList(content).map(asRecord)
  const { uri } = links.find(({ type }) => type === 'resource_link') ?? {}
  open.hidden = typeof pageUrl !== 'string'
  open.addEventListener('click', () => {
    host
      .ask('ui/open-link', { url: pageUrl })
      .catch(() => say('failed', 'The host does not open links.'))
  })
  try {
    say('waiting', 'Loading the model.')
    const drawing = await startDrawing(
      canvas,
      readPlainShapes(readGlbChunks(await load(id, asString(uri)))),
    )
    draw = () => requestAnimationFrame(() => drawing.draw(view))
    draw()
    canvas.setAttribute('aria-label', `3D model ${asString(name)}. Arrow keys turn it.`)
    say('ready', `${asString(name)} · ${drawing.triangles.toLocaleString('en')} triangles`)
  } catch (error) {
    say('failed', error instanceof Error ? error.message : 'The model could not be shown.')
  }
}

async function load(id: string, url: string): Promise<Uint8Array<ArrayBuffer>> {
  const { blob, problem } = await readByHost(host, id)
  if (blob !== '') return Uint8Array.from(atob(blob), (sign) => sign.charCodeAt(0))
  if (url === '') throw new Error(problem)
  const response = await fetch(url)
  if (!response.ok) throw new Error('The model is no longer there.')
  return new Uint8Array(await response.arrayBuffer())
}

async function readByHost({ ask }: Host, id: string): Promise<{ blob: string; problem: string }> {
  try {
    const { contents } = await ask('resources/read', { uri: `bozzetto://models/${id}` })
    return {
      blob: asString(asRecord(asList(contents)[0])['blob']),
      problem: 'The host gave no file.',
    }
  } catch (error) {
    return { blob: '', problem: error instanceof Error ? error.message : 'The host refuses.' }
  }
}
