import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { nodeFileTrace } from '@vercel/nft'
import sharp from 'sharp'
import { root } from './project.mjs'

const startTimeoutMs = 60_000
const modelTimeoutMs = 120_000

/**
 * Files that the server loads by names built at run time, which tracing the imports does not find.
 */
const namedLate = [
  `node_modules/fs-native-extensions/prebuilds/${process.platform}-${process.arch}`,
  'node_modules/onnxruntime-web/dist/ort-wasm-simd-threaded.mjs',
  'node_modules/onnxruntime-web/dist/ort-wasm-simd-threaded.wasm',
  'node_modules/libheif-js/libheif-wasm/libheif.wasm',
  // The page loads Python from Pyodide's files.
  'node_modules/pyodide/package.json',
  'node_modules/pyodide/pyodide-lock.json',
  'node_modules/pyodide/pyodide.mjs',
  'node_modules/pyodide/pyodide.asm.mjs',
  'node_modules/pyodide/pyodide.asm.wasm',
  'node_modules/pyodide/python_stdlib.zip',
  // The process that reads PDFs imports this package by path.
  'node_modules/unpdf',
  'src/engine/weights',
]

/** Fields of `package.json` that are copied into the npm package. */
const publishedFields = [
  'name',
  'version',
  'description',
  'license',
  'homepage',
  'bugs',
  'repository',
  'type',
  'engines',
]

const isOfPackage = (file) => file.startsWith('node_modules')

/**
 * Writes everything that the server needs at run time into a folder: the page, the server, and the
 * used files of packages. `node dist/server/main.js` in that folder starts the server on the same
 * platform.
 */
export async function writeApp(folder) {
  const packageFiles = await listPackageFiles()
  writeOwnFiles(folder, ['dist/client', 'dist/server', ...packageFiles])
  const { name, version, license, type, engines } = readManifest()
  writeManifest(folder, { name, version, private: true, license, type, engines })
}

/**
 * Writes the npm package into a folder: the page, the server, the ONNX model that cuts out objects,
 * and the command `bozzetto`. The package runs on every platform, because npm installs the
 * libraries.
 */
export async function writePackage(folder) {
  const used = new Set((await listPackageFiles()).map(getPackageName))
  writeOwnFiles(folder, ['dist/client', 'dist/server', 'src/engine/weights', 'README.md'])
  mkdirSync(path.join(folder, 'bin'))
  cpSync(path.join(root, 'src/cli/bozzetto.mjs'), path.join(folder, 'bin', 'bozzetto.mjs'))
  const { dependencies, ...manifest } = readManifest()
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'))
  writeManifest(folder, {
    ...Object.fromEntries(publishedFields.map((field) => [field, manifest[field]])),
    bin: { bozzetto: 'bin/bozzetto.mjs' },
    // The package uses the exact versions that were tested.
    dependencies: Object.fromEntries(
      Object.keys(dependencies)
        .filter((library) => used.has(library))
        .map((library) => [library, packages[`node_modules/${library}`].version]),
    ),
  })
}

const readManifest = () => JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))

const writeManifest = (folder, manifest) =>
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`)

async function listPackageFiles() {
  const server = path.join(root, 'dist', 'server')
  const entries = readdirSync(server).filter((name) => name.endsWith('.js'))
  const { fileList } = await nodeFileTrace(
    entries.map((name) => path.join(server, name)),
    { base: root, ignore: ['dist/server/new-database/**', 'dist/client/**'] },
  )
  return [...namedLate, ...[...fileList].filter(isOfPackage)]
}

const getPackageName = (file) =>
  /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file.replaceAll('\\', '/'))?.[1]

function writeOwnFiles(folder, files) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const file of files) {
    const from = path.join(root, file)
    if (existsSync(from)) cpSync(from, path.join(folder, file), { recursive: true })
  }
  cpSync(path.join(root, 'LICENSE'), path.join(folder, 'LICENSE'))
  const notices = 'third-party-notices.txt'
  cpSync(path.join(root, 'dist', 'client', notices), path.join(folder, notices))
}

/**
 * Starts the application that `writeApp` has written, and creates a model from a picture, which
 * uses the engine, its processes, the database and native packages.
 * @throws {Error} with the step that failed.
 */
export async function tryApp(folder, entry = 'dist/server/main.js') {
  const data = mkdtempSync(path.join(tmpdir(), 'bozzetto-try-'))
  const key = 'sa-only-to-try-this-once'
  const server = spawn(process.execPath, [entry], {
    cwd: folder,
    env: { PATH: process.env.PATH, PORT: '0', BOZZETTO_DATA: data, BOZZETTO_API_KEYS: key },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const url = await getAddress(server)
    const ask = async (target, body) => {
      const response = await fetch(url + target, {
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(30_000),
      })
      const text = await response.text()
      if (!response.ok) throw new Error(`${target} was answered with ${response.status}: ${text}`)
      return JSON.parse(text)
    }
    const picture = await pictureToCutOut(path.join(folder, 'dist/client/samples/teddy-bear.webp'))
    const file = { type: 'jpg', url: `data:image/jpeg;base64,${picture.toString('base64')}` }
    const order = { model: 'local/image-to-3d', input: [{ params: { file, face_limit: 2_000 } }] }
    const { id } = await ask('/model/v1/generation', order)
    const until = Date.now() + modelTimeoutMs
    for (;;) {
      const { status, error } = await ask(`/model/v1/generation/task/${id}`)
      if (status === 'completed') return
      if (status === 'failed' || Date.now() > until) {
        throw new Error(`No model was made (${status}): ${error?.message ?? 'it took too long'}`)
      }
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  } finally {
    server.kill('SIGTERM')
    if (server.exitCode === null) await once(server, 'exit')
    rmSync(data, { recursive: true, force: true })
  }
}

/**
 * Installs the npm package with an empty cache, as `npx` does on a new machine, and creates a model
 * with the package.
 * @throws {Error} with the step that failed.
 */
export async function tryPackage(packed) {
  const place = mkdtempSync(path.join(tmpdir(), 'bozzetto-npx-'))
  try {
    const args = ['install', '--prefix', place, '--cache', path.join(place, 'cache'), '--no-audit']
    const { status, stderr } = spawnSync('npm', [...args, packed], {
      encoding: 'utf8',
      shell: process.platform === 'win32',
    })
    if (status !== 0) throw new Error(`npm could not install ${packed}: ${stderr}`)
    await tryApp(path.join(place, 'node_modules', readManifest().name), 'bin/bozzetto.mjs')
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

/** Puts the sample on a background that only the ONNX model can remove. */
const pictureToCutOut = async (sample) =>
  sharp({
    create: {
      width: 512,
      height: 512,
      channels: 3,
      background: '#785',
      noise: { type: 'gaussian', mean: 120, sigma: 50 },
    },
  })
    .composite([{ input: await sharp(sample).resize(400, 400).png().toBuffer() }])
    .jpeg()
    .toBuffer()

async function getAddress(server) {
  let printed = ''
  const signal = AbortSignal.timeout(startTimeoutMs)
  for (;;) {
    const [chunk] = await Promise.race([
      once(server.stdout, 'data', { signal }),
      once(server, 'exit', { signal }).then(() => {
        throw new Error(`It ended at once. It printed: ${printed}`)
      }),
    ])
    printed += chunk
    const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(printed) ?? []
    if (url) return url
  }
}
