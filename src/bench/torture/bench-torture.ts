import { createServer } from 'vite'
import { printTable } from '../table.ts'

type Torture = { torture: (say: (line: string) => void) => Promise<Record<string, number>> }

/** Harms a server in every way that there is a promise about, and says what it survived. */
export async function benchTorture(): Promise<Record<string, number>> {
  // The store reads its migrations as Vite does.
  const vite = await createServer({
    appType: 'custom',
    logLevel: 'error',
    server: { middlewareMode: true, watch: null, ws: false },
    optimizeDeps: { noDiscovery: true, include: [] },
  })
  try {
    const { torture } = (await vite.ssrLoadModule('/src/bench/torture/torture.ts')) as Torture
    const figures = await torture((line) => console.log(line))
    printTable([['torture', ''], ...Object.entries(figures)])
    return figures
  } finally {
    await vite.close()
  }
}
