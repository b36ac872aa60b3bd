import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { iconPaths, type IconNode } from './icon-path.ts'

const iconPattern = /\/lucide-react\/dist\/esm\/icons\/[^/]+\.mjs$/
const iconModule = fileURLToPath(new URL('../../ui/icon.ts', import.meta.url))

/**
 * Draws icons as one path each with `src/ui/icon.ts`. The package contains lists of shapes with
 * names and keys, and 2 KiB of unused options. An icon that cannot be a path is not changed.
 */
export const smallIcons = (): Plugin => ({
  name: 'bozzetto-small-icons',
  apply: 'build',
  transform: {
    filter: { id: iconPattern },
    async handler(code, id) {
      const { __iconData: data } = (await import(id)) as {
        __iconData: { node: readonly IconNode[] }
      }
      const paths = iconPaths(data.node)
      if (!paths) return { code, map: null }
      const given = paths.filled === '' ? [paths.lines] : [paths.lines, paths.filled]
      const made = `icon(${given.map((one) => JSON.stringify(one)).join(', ')})`
      return {
        code: `import { icon } from ${JSON.stringify(iconModule)}\nexport default /* @__PURE__ */ ${made}`,
        map: null,
      }
    },
  },
})
