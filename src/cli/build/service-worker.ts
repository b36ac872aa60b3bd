import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { Plugin, Rolldown } from 'vite'
import { buildScript } from './build-script.ts'

const entry = fileURLToPath(new URL('../../app/offline/service-worker.ts', import.meta.url))

const places = /\/src\/features\/(?:chat\/chat|studio\/studio|library\/library)\.tsx$/
/**
 * Maximum size in bytes of a file that is stored in advance. Larger files, such as decoders, are
 * stored when they are used.
 */
const fileBytesMax = 400 * 1024

/**
 * Builds the service worker, which contains the list of the build's hashed files and so differs for
 * each build.
 */
export function serviceWorker(): Plugin {
  return {
    name: 'bozzetto-service-worker',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    generateBundle: {
      // The hook runs last, because Vite removes entries that only import other files.
      order: 'post',
      async handler(_options, bundle) {
        const files = listFiles(bundle)
        const hash = createHash('sha256').update(Object.keys(bundle).join()).digest('hex')
        const source = await buildScript(entry, {
          format: 'es',
          define: {
            bozzettoFiles: JSON.stringify(files),
            bozzettoFilesHash: JSON.stringify(hash.slice(0, 12)),
          },
        })
        this.emitFile({ type: 'asset', fileName: 'service-worker.js', source })
      },
    },
  }
}

function listFiles(bundle: Rolldown.OutputBundle): string[] {
  const files = new Set<string>()
  const add = (fileName: string) => {
    const file = bundle[fileName]
    if (file?.type !== 'chunk' || files.has(fileName)) return
    if (Buffer.byteLength(file.code) > fileBytesMax) return
    // A person uses one of sixteen languages, which is stored when it is first used.
    if (file.moduleIds.some((id) => id.includes('/src/languages/messages/'))) return
    files.add(fileName)
    for (const css of file.viteMetadata?.importedCss ?? []) files.add(css)
    for (const asset of file.viteMetadata?.importedAssets ?? []) {
      if (asset.endsWith('.woff2') || asset.endsWith('.css')) files.add(asset)
    }
    file.imports.forEach(add)
  }
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  chunks.filter(({ isEntry }) => isEntry).forEach(({ fileName }) => add(fileName))
  // Each page loads these files. They also import the code of all other pages dynamically.
  const ofAllPages = new Set(files)
  for (const { fileName, moduleIds, facadeModuleId } of chunks) {
    // A place whose code is in a shared chunk also has a file that only exports from it.
    if (![...moduleIds, facadeModuleId ?? ''].some((id) => places.test(id))) continue
    add(fileName)
    for (const shared of reachImports(bundle, fileName)) {
      if (!ofAllPages.has(shared.fileName)) shared.dynamicImports.forEach(add)
    }
  }
  const fonts = Object.keys(bundle).filter((name) => /geist.*latin-wght.*\.woff2$/.test(name))
  return [...files, ...fonts, 'icon.svg']
}

/** Returns a chunk and all chunks that it imports statically. */
function reachImports(
  bundle: Rolldown.OutputBundle,
  start: string,
  found = new Set<Rolldown.OutputChunk>(),
): ReadonlySet<Rolldown.OutputChunk> {
  const chunk = bundle[start]
  if (chunk?.type !== 'chunk' || found.has(chunk)) return found
  found.add(chunk)
  for (const imported of chunk.imports) reachImports(bundle, imported, found)
  return found
}
