import { cpus, totalmem } from 'node:os'
import { benchPage } from './page/bench-page.ts'
import { benchStart } from './start/bench-start.ts'

type Bench = () => Promise<Record<string, number>>

const benches: Record<string, () => Promise<Bench>> = {
  engine: async () => (await import('./engine/bench-engine.ts')).benchEngine,
  scan: async () => (await import('./scan/bench-scan.ts')).benchScan,
  chat: async () => (await import('./chat/bench-chat.ts')).benchChat,
  viewer: async () => (await import('./viewer/bench-viewer.ts')).benchViewer,
  studio: async () => (await import('./studio/bench-studio.ts')).benchStudio,
  files: async () => (await import('./files/bench-files.ts')).benchFiles,
  page: () => Promise.resolve(benchPage),
  proxy: async () => (await import('./proxy/bench-proxy.ts')).benchProxy,
  start: () => Promise.resolve(benchStart),
  knowledge: () => inVite('knowledge/measure-knowledge.ts', 'measureKnowledge'),
  tolerance: () => inVite('tolerance/tolerance.ts', 'tolerance'),
  attacks: () => inVite('attacks/attacks.ts', 'attacks'),
  torture: () => inVite('torture/torture.ts', 'torture'),
}

/** Returns a benchmark of a module that imports the database code, whose SQL files Vite loads. */
async function inVite(module: string, name: string): Promise<Bench> {
  const { withVite } = await import('./with-vite.ts')
  return () =>
    withVite(async (vite) => {
      const loaded = (await vite.ssrLoadModule(`/src/bench/${module}`)) as Record<string, Bench>
      const bench = loaded[name]
      if (!bench) throw new Error(`The module ${module} exports no ${name}.`)
      return bench()
    })
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in benches))
if (unknown.length > 0) {
  console.error(
    `There is no benchmark ${unknown.join(', ')}. There are: ${Object.keys(benches).join(', ')}.`,
  )
  process.exit(1)
}

const [cpu] = cpus()
console.log(
  `${cpus().length} × ${cpu?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`,
)
for (const [name, load] of Object.entries(benches)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  console.log(`\n── ${name}`)
  const bench = await load()
  const figures = await bench()
  console.log(JSON.stringify({ bench: name, figures }))
}
// A closed PGlite database can leave a timer behind, which would keep the process running.
process.exit()
