import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** Packages that the page imports from, with the file of each index. */
const indexes = {
  'lucide-react': 'lucide-react/dist/esm/lucide-react.mjs',
  '@tanstack/react-query': '@tanstack/react-query',
  '@tanstack/query-core': '@tanstack/query-core',
} as const
type PackageName = keyof typeof indexes

const importPattern =
  /import \{([^}]*)\} from ["'](lucide-react|@tanstack\/(?:react-query|query-core))["'];?/g

/** Absolute path of the file that defines each export of a package. */
type Files = ReadonlyMap<string, string>

/**
 * Imports each export of some packages from its own file. Through the package's index, every module
 * would depend on all icons or hooks, and chunks could not be split by page.
 */
export function directImports(): Plugin {
  let files: ReadonlyMap<string, Files>
  return {
    name: 'bozzetto-direct-imports',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    async buildStart() {
      const [icons, react, core] = await Promise.all(
        Object.values(indexes).map((index) => readIndex(fileURLToPath(resolved(index)))),
      )
      // `@tanstack/react-query` re-exports parts of `@tanstack/query-core`.
      files = new Map<PackageName, Files>([
        ['lucide-react', icons ?? new Map()],
        ['@tanstack/react-query', new Map([...(core ?? []), ...(react ?? [])])],
        ['@tanstack/query-core', core ?? new Map()],
      ])
    },
    transform: {
      filter: {
        id: /\/src\/.*\.tsx?$|\/@tanstack\/react-query\/.*\.js$/,
        code: /["'](?:lucide-react|@tanstack\/(?:react-query|query-core))["']/,
      },
      handler: (code) => ({ code: withDirectImports(code, files), map: null }),
    },
  }
}

const resolved = (specifier: string): string => import.meta.resolve(specifier)

async function readIndex(file: string): Promise<Files> {
  const index = await readFile(file, 'utf8')
  const files = new Map<string, string>()
  for (const [, names = '', from = ''] of index.matchAll(
    /^(?:im|ex)port \{([^}]*)\} from ['"](\.\/[^'"]+)['"]/gm,
  )) {
    for (const name of names.split(',')) {
      const exported = name.trim().replace(/^default as /, '')
      files.set(exported, path.join(path.dirname(file), from))
    }
  }
  return files
}

const withDirectImports = (code: string, files: ReadonlyMap<string, Files>): string =>
  code.replaceAll(importPattern, (_all, names: string, from: string) =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '')
      .map((name) => importOf(name, from, files.get(from)))
      .join(''),
  )

function importOf(name: string, from: string, files: Files | undefined): string {
  const [exported = '', local = exported] = name.split(' as ')
  const file = files?.get(exported)
  if (file === undefined) return `import { ${name} } from '${from}';`
  const isDefault = from === 'lucide-react'
  return `import ${isDefault ? local : `{ ${name} }`} from ${JSON.stringify(file)};`
}
