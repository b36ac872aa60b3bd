// Finds a Chromium for tests and benchmarks, or installs one.
import { existsSync } from 'node:fs'
import { CommandError, binary, run } from './project.mjs'

const installTimeoutMs = 300_000

const known = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

const headlessShell = '/usr/bin/chromium-headless-shell'

/**
 * Finds or installs a browser for tests, preferably a headless Chromium, which needs a quarter less
 * CPU time.
 * @returns the same as `ensureBrowser`.
 * @throws {Error} as `ensureBrowser`.
 */
export async function ensureTestBrowser() {
  if (process.env.BOZZETTO_CHROMIUM || (await playwrightChromium())) return ensureBrowser()
  // Only root can install Debian packages, and tests run as root only in containers.
  if (!existsSync(headlessShell) && process.getuid?.() === 0) {
    await installPackage('chromium-headless-shell', { isOptional: true })
  }
  return existsSync(headlessShell) ? headlessShell : ensureBrowser()
}

/**
 * @returns the path of a Chromium, or `undefined` if Playwright has installed one itself.
 * @throws {Error} if there is no Chromium and the installation failed.
 */
export async function ensureBrowser() {
  const set = process.env.BOZZETTO_CHROMIUM
  if (set) return set
  const installed = await playwrightChromium()
  if (installed) return undefined
  const found = known.find((file) => existsSync(file))
  if (found) return found

  console.log('Installing a browser for the tests …')
  try {
    await run(binary('playwright'), ['install', 'chromium'])
    if (await playwrightChromium()) return undefined
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
  }
  await installPackage('chromium')
  const debian = known.find((file) => existsSync(file))
  if (debian) return debian
  throw new Error(
    'No Chromium was found and none could be installed. Install one and set BOZZETTO_CHROMIUM to its path.',
  )
}

async function installPackage(name, { isOptional = false } = {}) {
  if (!existsSync('/usr/bin/apt-get')) return
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const apt = async (...args) => {
    const [command, ...rest] = [...sudo, 'apt-get', '-qq', ...args]
    await run(command, rest, {
      env: { DEBIAN_FRONTEND: 'noninteractive' },
      stdio: ['ignore', 'ignore', isOptional ? 'ignore' : 'inherit'],
      timeoutMs: installTimeoutMs,
    })
  }
  try {
    await apt('update')
    await apt('install', '-y', '--no-install-recommends', name)
  } catch (error) {
    if (!isOptional || !(error instanceof CommandError)) throw error
  }
}

async function playwrightChromium() {
  const { chromium } = await import('playwright')
  return existsSync(chromium.executablePath())
}
