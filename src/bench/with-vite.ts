import { createServer, type ViteDevServer } from 'vite'

/**
 * Runs `work` with a Vite server that loads the modules of the server, because the database code
 * imports SQL files through Vite.
 */
export async function withVite<T>(work: (vite: ViteDevServer) => Promise<T>): Promise<T> {
  const vite = await createServer({
    appType: 'custom',
    logLevel: 'error',
    server: { middlewareMode: true, watch: null, ws: false },
    optimizeDeps: { noDiscovery: true, include: [] },
  })
  try {
    return await work(vite)
  } finally {
    await vite.close()
  }
}
