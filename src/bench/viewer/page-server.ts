import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

const root = fileURLToPath(new URL('./page', import.meta.url))

/** The viewers that are compared, by the names of their pages. */
export const viewerNames = ['ours', 'drei', 'model-viewer', 'o3dv'] as const
export type ViewerName = (typeof viewerNames)[number]

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.glb': 'model/gltf-binary',
}

/**
 * Builds a page for each viewer as products are built, and serves them on a free port.
 *
 * @param models the bodies of `/models/NAME.glb`.
 */
export async function serveViewers(models: ReadonlyMap<string, Uint8Array>) {
  const outDir = await mkdtemp(path.join(tmpdir(), 'bozzetto-bench-viewers-'))
  // Each by itself: what one of them needs of three.js would otherwise be in the others' chunks.
  for (const name of viewerNames) {
    await build({
      root,
      configFile: false,
      logLevel: 'error',
      publicDir: false,
      plugins: [react()],
      build: {
        outDir,
        emptyOutDir: false,
        chunkSizeWarningLimit: 4_000,
        rolldownOptions: { input: { [name]: path.join(root, `${name}.html`) } },
      },
    })
  }
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const type = types[path.extname(pathname)] ?? 'application/octet-stream'
    const answer = (body: Uint8Array) =>
      response.writeHead(200, { 'Content-Type': type, 'Content-Length': body.byteLength }).end(body)
    const model = models.get(path.basename(pathname, '.glb'))
    if (pathname.startsWith('/models/') && model) return void answer(model)
    readFile(path.join(outDir, path.normalize(pathname))).then(answer, () =>
      response.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await rm(outDir, { recursive: true, force: true })
    },
  }
}
