import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../project.mjs'

/**
 * Packages that only the build needs. They are not `devDependencies`, because `npm start` builds
 * the app.
 */
export const buildTools = new Set([
  '@tailwindcss/vite',
  '@vitejs/plugin-react',
  'tailwindcss',
  'vite',
])
const bundledTools = ['tailwindcss', 'vite', 'rolldown']
const noticeFile = /^(?:licen[cs]e|copying|notice|third.?party|ofl)/i

/**
 * Lists the packages that are bundled, or installed with a release on any platform, from the lock
 * file.
 * @returns {{ name: string, version: string, license?: string, folder: string }[]}
 */
export function listShipped() {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'))
  const places = new Set(bundledTools.map((name) => findPlace(packages, '', name)))
  const add = (from, name) => {
    const place = findPlace(packages, from, name)
    if (place === undefined || places.has(place)) return
    places.add(place)
    for (const used of listUsed(packages[place])) add(place, used)
  }
  for (const name of Object.keys(packages[''].dependencies)) {
    if (!buildTools.has(name)) add('', name)
  }
  return [...places].map((place) => {
    const { version, license } = packages[place]
    const name = place.replace(/^.*node_modules\//, '')
    return { name, version, license, folder: path.join(root, place) }
  })
}

const listUsed = (entry) => [
  ...Object.keys(entry.dependencies ?? {}),
  ...Object.keys(entry.optionalDependencies ?? {}),
  ...Object.keys(entry.peerDependencies ?? {}).filter(
    (name) => !entry.peerDependenciesMeta?.[name]?.optional,
  ),
]

/**
 * Finds a package in the same order as Node: in the folder of the importing package, then in the
 * parent folders.
 */
function findPlace(packages, from, name) {
  const place = `${from === '' ? '' : `${from}/`}node_modules/${name}`
  if (place in packages) return place
  return from === ''
    ? undefined
    : findPlace(packages, from.replace(/\/?node_modules\/(?:@[^/]+\/)?[^/]+$/, ''), name)
}

/**
 * Returns the texts of licences and notices in a package's folder, or an empty list if the package
 * is not installed on this platform.
 * @param {string} folder
 * @returns {string[]}
 */
export function readNotices(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && noticeFile.test(entry.name))
    .map(({ name }) => readFileSync(path.join(folder, name), 'utf8').trim())
}
