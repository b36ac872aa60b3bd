import { withBase } from '#lib/base-path.ts'
import type { ModelKind } from '../preview-kinds/preview-kinds.ts'

/** Path of three.js on this server. The preview frame may load no other files. */
const root = withBase('/preview/three/')
const main = `${root}build/three.module.js`
const addons = `${root}examples/jsm/`

const importMap = `<script type="importmap">${JSON.stringify({
  imports: { three: main, 'three/addons/': addons, 'three/examples/jsm/': addons },
})}</script>`

/** Matches a URL in quotes, as in import maps, imports and `src` attributes. */
const quotedAddress = /(["'])(https?:\/\/[^"'\s<>]{1,300})\1/g

/** Changes a page so that the page loads three.js from this server, because the frame cannot reach other servers. */
export function withLocalThree(html: string): string {
  if (!/\bthree\b/i.test(html)) return html
  const local = html.replaceAll(quotedAddress, (whole, quote: string, address: string) => {
    const known = localAddress(address)
    return known === undefined ? whole : quote + known + quote
  })
  return withImportMap(withGlobal(local))
}

function localAddress(address: string): string | undefined {
  const at = address.replace(/[?#].*/, '')
  if (!/\/three(?:\.js)?(?:@|\/|$)/i.test(at)) return undefined
  if (/\/three(?:@[^/]+)?$/i.test(at)) return main
  if (/\/three(?:\.module|\.core)?(?:\.min)?\.js$/i.test(at)) return main
  const [, kind, file = ''] = /\/(?:examples\/(jsm|js)|addons)\/(.*)$/i.exec(at) ?? []
  if (file === '' && !/\/(?:examples\/jsm|addons)\/$/i.test(at)) return undefined
  return `${addons}${file}${kind === 'js' ? oldMark : ''}`
}

/** Query string of files that add their exports to the global `THREE`. */
const oldMark = '?global'

const classicScript = /<script\b([^<>]{0,300})>\s*<\/script>/gi
const plainScript = /<script>/gi

function withGlobal(html: string): string {
  let hasGlobal = false
  const replaced = html.replaceAll(classicScript, (whole, attributes: string) => {
    if (/\btype\s*=\s*["']?module/i.test(attributes)) return whole
    const [, file] = /\bsrc\s*=\s*["']([^"']+)["']/i.exec(attributes) ?? []
    if (!file?.startsWith(root)) return whole
    hasGlobal = true
    const from = JSON.stringify(file.replace(oldMark, ''))
    return file === main
      ? `<script type="module">import * as all from ${from}; globalThis.THREE = { ...all }</script>`
      : `<script type="module">import * as all from ${from}; Object.assign(THREE, all)</script>`
  })
  // Make later scripts modules too. Otherwise these scripts would run before three.js.
  return hasGlobal ? replaced.replaceAll(plainScript, '<script type="module">') : html
}

function withImportMap(html: string): string {
  const first = html.search(/<script\b/i)
  if (first < 0 || /<script\b[^<>]{0,100}\bimportmap\b/i.test(html)) return html
  return html.slice(0, first) + importMap + html.slice(first)
}

/** JavaScript that parses each format from the variable `text` into a three.js object. */
const readers: Record<ModelKind, string> = {
  gltf: `import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js'
const read = async (text) => (await new GLTFLoader().parseAsync(text, '')).scene`,
  obj: `import { OBJLoader } from 'three/addons/loaders/OBJLoader.js'
const read = (text) => new OBJLoader().parse(text)`,
  stl: `import { STLLoader } from 'three/addons/loaders/STLLoader.js'
const read = (text) => {
  const material = new THREE.MeshStandardMaterial({ color: '#b9b2aa', side: THREE.DoubleSide })
  // STLLoader reads the number of triangles at byte 80 before it checks whether the file is text, so
  // a short text is padded.
  return new THREE.Mesh(new STLLoader().parse(text.padEnd(84)), material)
}`,
}

/** Creates a page that shows a model. Buffers and pictures must be embedded in the model. */
export const createScenePage = (kind: ModelKind, text: string): string => `<!doctype html>
<meta charset="utf-8">
<title>Model</title>
<style>html, body { height: 100%; margin: 0 } canvas { display: block } p { margin: 1rem; font: 14px system-ui }</style>
${importMap}
<script type="text/plain" id="model">${text.replaceAll('<', kind === 'gltf' ? '\\u003c' : ' ')}</script>
<script type="module">import * as THREE from 'three'
${readers[kind]}
${sceneScript}</script>
`

const sceneScript = `
import { OrbitControls } from 'three/addons/controls/OrbitControls.js'

try {
  const model = await read(document.getElementById('model').textContent.trim())
  const box = new THREE.Box3().setFromObject(model)
  if (box.isEmpty()) throw new Error('there is nothing in it.')
  const renderer = new THREE.WebGLRenderer({ antialias: true })
  renderer.setPixelRatio(Math.min(devicePixelRatio, 2))
  document.body.append(renderer.domElement)
  const scene = new THREE.Scene()
  scene.background = new THREE.Color('#eceae7')
  scene.add(model, new THREE.HemisphereLight('#ffffff', '#8d8781', 2.5))
  const sun = new THREE.DirectionalLight('#ffffff', 2)
  sun.position.set(2, 3, 4)
  scene.add(sun)
  const { center, radius } = box.getBoundingSphere(new THREE.Sphere())
  const size = radius > 0 ? radius : 1
  const camera = new THREE.PerspectiveCamera(45, 1, size / 100, size * 100)
  camera.position.copy(center).add(new THREE.Vector3(1.6, 1.1, 2.2).multiplyScalar(size))
  const controls = new OrbitControls(camera, renderer.domElement)
  controls.target.copy(center)
  controls.listenToKeyEvents(window)
  const draw = () => renderer.render(scene, camera)
  const fit = () => {
    renderer.setSize(innerWidth, innerHeight)
    camera.aspect = innerWidth / Math.max(innerHeight, 1)
    camera.updateProjectionMatrix()
    draw()
  }
  controls.addEventListener('change', draw)
  addEventListener('resize', fit)
  controls.update()
  fit()
} catch (error) {
  const said = document.createElement('p')
  said.textContent = 'Could not show this model: ' + error.message
  document.body.append(said)
}
`
