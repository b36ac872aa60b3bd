import {
  type McpServer,
  ResourceNotFoundError,
  ResourceTemplate,
} from '@modelcontextprotocol/server'
import { idSchema } from '#contract/id.ts'
import { glbMimeType } from '#lib/model-kinds.ts'
import type { McpCaller, McpServices } from './mcp-services.ts'

const appUri = 'ui://bozzetto/model.html'
/** MIME type of embeddable pages. Source: MCP Apps, revision 2026-01-26. */
const appMimeType = 'text/html;profile=mcp-app'
/**
 * Maximum size of a file in bytes. The file passes as base64 through the program that embeds the
 * page.
 */
const fileBytesMax = 12 * 1024 * 1024

/** Metadata of tools whose result is a 3D model, for programs that can embed the page. */
export const shownInApp = { ui: { resourceUri: appUri }, 'ui/resourceUri': appUri }

export const getModelPageUrl = ({ addressOf }: McpCaller, id: string): string =>
  // Replaces the end of the file's address, which begins with the server's own address.
  addressOf(id, 'glb').replace(/\/model\/v1\/files\/.*$/, `/asset/${id}`)

/** Registers the embeddable page that shows a model, and the files that the page requests. */
export function addModelApp(
  server: McpServer,
  { assets, blobs }: Pick<McpServices, 'assets' | 'blobs'>,
  caller: McpCaller,
): void {
  const { origin } = new URL(caller.addressOf('0'.repeat(20), 'glb'))
  server.registerResource(
    'model-viewer',
    appUri,
    {
      title: '3D model',
      description: 'Shows the model of a finished task, to be turned.',
      mimeType: appMimeType,
    },
    async () => {
      const { page } = await import('virtual:mcp-app')
      // The page contains all its code and may connect only to this server.
      const csp = { connectDomains: [origin], resourceDomains: [], frameDomains: [] }
      const ui = { csp, prefersBorder: true }
      return { contents: [{ uri: appUri, mimeType: appMimeType, text: page, _meta: { ui } }] }
    },
  )
  server.registerResource(
    'model-file',
    new ResourceTemplate('bozzetto://models/{id}', { list: undefined }),
    { title: 'Model file', description: 'A GLB of the library.', mimeType: glbMimeType },
    async ({ href }, { id }) => {
      const stored = idSchema.safeParse(id).success ? await assets.find(String(id)) : undefined
      const { mimeType, sizeBytes } = stored?.asset ?? {}
      if (!stored || mimeType !== glbMimeType) throw new ResourceNotFoundError(href)
      if ((sizeBytes ?? 0) > fileBytesMax) {
        throw new Error('This model is too large to be shown here. Open it in Bozzetto.')
      }
      const bytes = await blobs.read(stored.blobKey)
      return { contents: [{ uri: href, mimeType, blob: Buffer.from(bytes).toString('base64') }] }
    },
  )
}
