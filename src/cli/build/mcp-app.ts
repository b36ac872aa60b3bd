import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { buildScript } from './build-script.ts'

const getPath = (file: string) =>
  fileURLToPath(new URL(`../../viewer/mcp-app/${file}`, import.meta.url))

/**
 * Builds the page that shows a 3D model inside MCP clients, as a single file, because the page must
 * not load other files.
 */
export const mcpApp = (): Plugin => ({
  name: 'bozzetto-mcp-app',
  resolveId: { filter: { id: /^virtual:mcp-app$/ }, handler: () => '\0virtual:mcp-app' },
  load: {
    filter: { id: /^\0virtual:mcp-app$/ },
    handler: async () => `export const page = ${JSON.stringify(await buildPage())}`,
  },
})

async function buildPage(): Promise<string> {
  const code = await buildScript(getPath('main.ts'), { format: 'es' })
  // HTML ends a script at `</script`, even inside a string.
  const script = `<script type="module">${code.replaceAll('</script', String.raw`<\/script`)}</script>`
  return (await readFile(getPath('page.html'), 'utf8')).replace('<!-- script -->', () => script)
}
