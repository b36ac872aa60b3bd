import { createServer } from 'vite'

type Attacks = { attacks: () => Promise<Record<string, number>> }

/** Attacks the running app, and prints what got through. */
export async function benchAttacks(): Promise<Record<string, number>> {
  // The store reads its migrations through Vite.
  const vite = await createServer({
    appType: 'custom',
    logLevel: 'error',
    server: { middlewareMode: true, watch: null, ws: false },
    optimizeDeps: { noDiscovery: true, include: [] },
  })
  try {
    const { attacks } = (await vite.ssrLoadModule('/src/bench/attacks/attacks.ts')) as Attacks
    return await attacks()
  } finally {
    await vite.close()
  }
}
