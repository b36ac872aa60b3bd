import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const packageName = 'lucide-react'
const indexModule = `${packageName}/dist/esm/lucide-react.mjs`

/**
 * Imports each icon from its own file: through the package's index every module would depend on every icon, and
 * which place needs which could not be told.
 */
export function iconFiles(): Plugin {
  let files: ReadonlyMap<string, string>
  return {
    name: 'bozzetto-icon-files',
    apply: 'build',
    async buildStart() {
      files = await readIndex()
    },
    transform: {
      filter: { id: /\/src\/.*\.tsx?$/, code: packageName },
      handler: (code) => ({ code: importFiles(code, files), map: null }),
    },
  }
}

/** The file of each name that the package's index exports. */
async function readIndex(): Promise<ReadonlyMap<string, string>> {
  const index = await readFile(fileURLToPath(import.meta.resolve(indexModule)), 'utf8')
  const files = new Map<string, string>()
  for (const [, names = '', file = ''] of index.matchAll(
    /^export \{([^}]*)\} from '\.\/icons\/([^']+)\.mjs'/gm,
  )) {
    for (const [, name = ''] of names.matchAll(/default as (\w+)/g)) files.set(name, file)
  }
  return files
}

function importFiles(code: string, files: ReadonlyMap<string, string>): string {
  return code.replaceAll(/import \{([^}]*)\} from ["']lucide-react["'];?/g, (_, names: string) =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '')
      .map((name) => {
        const [exported = '', local = exported] = name.split(' as ')
        const file = files.get(exported)
        return file === undefined
          ? `import { ${name} } from '${packageName}';`
          : `import ${local} from '${packageName}/icons/${file}';`
      })
      .join(''),
  )
}
