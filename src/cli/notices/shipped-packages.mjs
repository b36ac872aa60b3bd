import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../project.mjs'

/**
 * Development packages that are partly bundled into the page: styles, and helpers of the bundler.
 */
const bundledTools = new Set(['tailwindcss', 'vite', 'rolldown'])
const noticeFile = /^(?:licen[cs]e|copying|notice|third.?party|ofl)/i

/**
 * Lists the packages that are bundled or installed with a release on any platform, from the lock
 * file.
 * @returns {{ name: string, version: string, license?: string, folder: string }[]}
 */
export function listShipped() {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'))
  return Object.entries(packages).flatMap(([place, { version, license, dev, link }]) => {
    const name = place.replace(/^.*node_modules\//, '')
    const isShipped = place !== '' && !link && (!dev || bundledTools.has(name))
    return isShipped ? [{ name, version, license, folder: path.join(root, place) }] : []
  })
}

/**
 * Returns the licences and notices in a package's folder. Empty if it is not installed on this
 * platform.
 * @param {string} folder
 * @returns {string[]}
 */
export function readNotices(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && noticeFile.test(entry.name))
    .map(({ name }) => readFileSync(path.join(folder, name), 'utf8').trim())
}
