// Functions that several commands use. This file has no dependencies, because `npm start` runs
// before packages are installed.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync, mkdirSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { removeUnused } from './remove-unused.mjs'

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')

const inRoot = (...parts) => path.join(root, ...parts)
const installStamp = inRoot('node_modules', '.bozzetto-install')
const buildStamp = inRoot('dist', '.bozzetto-build')

export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  console.error(`Bozzetto needs Node 20.19 or newer; this is ${process.version}.`)
  process.exit(1)
}

/**
 * Runs a program in the project's folder and waits for its end. The output appears in this
 * terminal.
 */
export function run(command, args, { env = {}, stdio = 'inherit', timeoutMs } = {}) {
  return new Promise((resolve, reject) => {
    const options = { cwd: root, stdio, env: { ...process.env, ...env }, timeout: timeoutMs }
    const child = spawn(command, args, options)
    child.on('error', reject)
    child.on('exit', (code, signal) =>
      code === 0 ? resolve() : reject(new CommandError(getName(command, args), code ?? signal)),
    )
  })
}

/**
 * Runs a program like `run`, and returns its output and the reason for a failure.
 * @param options.isPatient runs the program with the lowest priority.
 */
export async function capture(command, args, { env = {}, isPatient = false } = {}) {
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  if (isPatient && child.pid) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => (output += text))
  }
  const [code, signal] = await once(child, 'close')
  if (code === 0) return { output }
  return { output, error: new CommandError(getName(command, args), code ?? signal) }
}

const getName = (command, args) => `${path.basename(command)} ${args.join(' ')}`

/** Error of a program that has already printed its error message. */
export class CommandError extends Error {
  constructor(command, code) {
    super(`"${command}" ended with ${code}.`)
    this.name = 'CommandError'
    this.code = code
  }
}

export const binary = (name) =>
  inRoot('node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name)

/**
 * Installs the dependencies if the lock file has changed since the last installation.
 * @param options.forTests also installs the packages that only tests, checks and benchmarks need.
 * They remain in later installations.
 */
export async function ensureInstalled({ forTests = false } = {}) {
  const isWhole = forTests || existsSync(inRoot('node_modules', 'vitest'))
  const lock = computeHash([inRoot('package-lock.json')], (file) => readFileSync(file))
  const wanted = `${isWhole ? 'all' : 'app'} ${lock}`
  if (read(installStamp) === wanted) return
  console.log('Installing dependencies (once; a minute or so) …')
  const npm = process.env.npm_execpath
  const parts = isWhole ? '--include=dev' : '--omit=dev'
  const args = ['ci', parts, '--no-audit', '--no-fund', '--loglevel=error']
  if (npm?.endsWith('.js')) await run(process.execPath, [npm, ...args])
  else await run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args)
  if (!isWhole) removeUnused(inRoot('node_modules'))
  writeFileSync(installStamp, wanted)
}

/** Builds the page and the server if a source has changed since the last build. */
export async function ensureBuilt() {
  const wanted = sourceFingerprint()
  if (read(buildStamp) === wanted) return
  await run(process.execPath, [inRoot('src', 'cli', 'build.mjs')])
  mkdirSync(path.dirname(buildStamp), { recursive: true })
  writeFileSync(buildStamp, wanted)
}

function sourceFingerprint() {
  const files = ['index.html', 'vite.config.ts', 'package.json', 'package-lock.json']
    .map((name) => inRoot(name))
    .concat(['src', 'public'].flatMap((folder) => filesIn(inRoot(folder))))
  return computeHash(files, (file) => {
    const { size, mtimeMs } = statSync(file)
    return `${size} ${mtimeMs}`
  })
}

function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .toSorted()
}

function computeHash(files, describe) {
  const hash = createHash('sha256')
  for (const file of files)
    hash.update(path.relative(root, file)).update('\0').update(describe(file)).update('\0')
  return hash.digest('hex')
}

const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined)
