// Finds or installs a llama.cpp for the tests. It is no dependency: 85 MB that nobody else needs.
import path from 'node:path'
import { ensureApart } from '../install-apart.mjs'

/** MIT, kept by withcatai; llama.cpp itself lies ready to run in a package for each platform. */
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

/**
 * @returns the file to import of `node-llama-cpp`, or a sentence that says why there is none.
 */
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
    // The optional ones are those of all platforms, hundreds of megabytes for graphics cards.
    more: ['--omit=optional'],
  })
  if (found.missing !== undefined) return found
  return { main: path.join(found.folder, 'node_modules', 'node-llama-cpp', 'dist', 'index.js') }
}
