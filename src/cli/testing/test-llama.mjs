// Finds or installs llama.cpp for the tests. At 85 MB, it is too large for a dependency.
import path from 'node:path'
import { ensureApart } from '../install-apart.mjs'

/**
 * Version of `node-llama-cpp` by withcatai (MIT licence), which has a compiled llama.cpp for each
 * platform.
 */
const version = '3.22.1'
const platforms = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'darwin-x64': 'mac-x64',
  'darwin-arm64': 'mac-arm64-metal',
  'win32-x64': 'win-x64',
  'win32-arm64': 'win-arm64',
}
const platform = platforms[`${process.platform}-${process.arch}`]

/** @returns the file of `node-llama-cpp` to import, or the reason why it is missing. */
export async function ensureLlama() {
  if (!platform) {
    return {
      missing: `There is no llama.cpp for the tests on ${process.platform}-${process.arch}.`,
    }
  }
  const found = await ensureApart({
    name: `llama-${version}`,
    what: 'llama.cpp',
    packages: [`node-llama-cpp@${version}`, `@node-llama-cpp/${platform}@${version}`],
    // The optional packages are for other platforms and graphics cards, and need hundreds of
    // megabytes.
    more: ['--omit=optional'],
  })
  if (found.missing !== undefined) return found
  return { main: path.join(found.folder, 'node_modules', 'node-llama-cpp', 'dist', 'index.js') }
}
