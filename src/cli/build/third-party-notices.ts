import type { Plugin } from 'vite'
import { renderNotices } from '../notices/render-notices.mjs'
import { listShipped } from '../notices/shipped-packages.mjs'

const packagePath = /[/\\]node_modules[/\\](?!.*[/\\]node_modules[/\\])((?:@[^/\\]+[/\\])?[^/\\]+)/

/**
 * Writes the licences of all shipped packages beside the built page. The build fails if the list of
 * shipped packages lacks a bundled package.
 */
export const thirdPartyNotices = (): Plugin => ({
  name: 'bozzetto-third-party-notices',
  apply: 'build',
  generateBundle(_options, bundle) {
    const listed = new Set(listShipped().map(({ name }) => name))
    for (const part of Object.values(bundle)) {
      for (const id of part.type === 'chunk' ? part.moduleIds : []) {
        const name = packagePath.exec(id)?.[1]?.replaceAll('\\', '/')
        if (name !== undefined && !listed.has(name)) {
          this.error(`${name} is bundled, but is a development package: ${id}`)
        }
      }
    }
    if (this.environment.name !== 'client') return
    this.emitFile({ type: 'asset', fileName: 'third-party-notices.txt', source: renderNotices() })
  },
})
