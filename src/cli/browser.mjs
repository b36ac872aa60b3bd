// Finds a Chromium for the tests, or installs one.
import { existsSync } from 'node:fs'
import { CommandError, binary, run } from './project.mjs'

const known = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * @returns the path of a Chromium, or undefined when Playwright's own is there.
 * @throws {Error} when there is none and none could be installed.
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
  if (existsSync('/usr/bin/apt-get')) {
    const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
    const apt = async (...args) => {
      const [command, ...rest] = [...sudo, 'apt-get', '-qq', ...args]
      await run(command, rest, {
        env: { DEBIAN_FRONTEND: 'noninteractive' },
        stdio: ['ignore', 'ignore', 'inherit'],
      })
    }
    await apt('update')
    await apt('install', '-y', '--no-install-recommends', 'chromium')
    const debian = known.find((file) => existsSync(file))
    if (debian) return debian
  }
  throw new Error(
    'No Chromium was found and none could be installed. Install one and set BOZZETTO_CHROMIUM to its path.',
  )
}

async function playwrightChromium() {
  const { chromium } = await import('playwright')
  return existsSync(chromium.executablePath())
}
