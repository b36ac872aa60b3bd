// Finds or installs a llama.cpp for the tests. It is no dependency: 85 MB that nobody else needs.
import path from 'node:path'
import { apart, installApart, markReady } from './install-apart.mjs'

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
const { folder, isReady } = apart(`llama-${version}`)

/**
 * @returns the file to import of `node-llama-cpp`, or a sentence that says why there is none.
 */
export async function ensureLlama() {
  if (!platform) {
    return {
      missing: `There is no llama.cpp for the tests on ${process.platform}-${process.arch}.`,
    }
  }
  const main = path.join(folder, 'node_modules', 'node-llama-cpp', 'dist', 'index.js')
  if (isReady) return { main }
  console.log('Installing llama.cpp for the tests (once) …')
  const packages = [`node-llama-cpp@${version}`, `@node-llama-cpp/${platform}@${version}`]
  // The optional ones are those of all platforms, hundreds of megabytes for graphics cards.
  if (!(await installApart(folder, packages, { more: ['--omit=optional'] }))) {
    return { missing: 'llama.cpp could not be installed for the tests.' }
  }
  markReady(folder)
  return { main }
}
