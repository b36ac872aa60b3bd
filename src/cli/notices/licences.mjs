/** Licences that allow distribution together with MIT code if their text is included. */
const permissive = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  // MIT without the duty to name the authors, the licence of postal-mime.
  'MIT-0',
  // Licence of fonts, which may be bundled but not sold alone.
  'OFL-1.1',
  // Licence of the Python Software Foundation, permissive, the licence of argparse.
  'PSF-2.0',
  'Unlicense',
  'Zlib',
])

/**
 * Licences by package name for packages without a `license` field in package.json. Other files of
 * these packages state the licence.
 */
const undeclared = new Map([
  ['khroma', 'MIT'],
  ['webgl-constants', 'MIT'],
])

const libvips =
  'sharp loads libvips as a shared library. To use another build, replace the package @img/sharp-libvips-* or @img/sharp-*, or install libvips and build sharp from source: https://sharp.pixelplumbing.com/install#building-from-source. Source: https://github.com/lovell/sharp-libvips.'

/**
 * Places where users find the source of an MPL library, or the way to replace an LGPL library, as
 * these licences require. Keys are prefixes of package names.
 */
const replaceable = new Map([
  [
    'libheif-js',
    'libheif decodes HEIC pictures, in files of its own: libheif-*.wasm with its loader in dist/client/assets, and node_modules/libheif-js on the server. To use another build, replace the package libheif-js by one with the same exports and run npm run build, or replace those files. Source: https://github.com/catdad-experiments/libheif-emscripten and https://github.com/strukturag/libheif.',
  ],
  [
    'occt-import-js',
    'Open CASCADE reads STEP and IGES files, in a file of its own: occt-import-js-*.wasm in dist/client/assets, with its loader in cad-worker-*.js. To use another build, replace the package occt-import-js by one with the same exports and run npm run build, or replace the file. Source: https://github.com/kovacsv/occt-import-js and https://github.com/Open-Cascade-SAS/OCCT.',
  ],
  ['@img/sharp-', libvips],
  [
    'mediabunny',
    'Mediabunny writes MP4 and WebM files in the page, from its unchanged source. Source: https://github.com/Vanilagy/mediabunny.',
  ],
  [
    'pyodide',
    'Pyodide runs Python in the page, from the unchanged files of its package node_modules/pyodide. Source: https://github.com/pyodide/pyodide. It contains CPython under the licence of the Python Software Foundation: https://docs.python.org/3/license.html.',
  ],
])

export function assessLicence({ name, license }) {
  const licence = license ?? undeclared.get(name)
  if (licence === undefined) return { problem: `${name} declares no licence.` }
  const [, replacement] = [...replaceable].find(([start]) => name.startsWith(start)) ?? []
  // `A OR B` is compatible if one of the licences is compatible, `A AND B` only if both are.
  const alternatives = licence.replaceAll(/[()]/g, '').split(' OR ')
  const isFine = alternatives.some((terms) =>
    terms
      .split(' AND ')
      .every((term) => permissive.has(term) || (/^(?:LGPL|MPL)-/.test(term) && replacement)),
  )
  if (isFine) return { licence, ...(/LGPL|^MPL/.test(licence) && replacement && { replacement }) }
  const hint = /LGPL|^MPL/.test(licence)
    ? ' Say in src/cli/notices/licences.mjs how to replace it, or where its source is.'
    : ''
  return { problem: `${name} has the licence ${licence}, which is not known to allow this.${hint}` }
}
