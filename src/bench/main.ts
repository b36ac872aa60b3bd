import { cpus, totalmem } from 'node:os'
import { benchPage } from './page/bench-page.ts'
import { benchStart } from './start/bench-start.ts'

type Bench = () => Promise<Record<string, number>>

const benches: Record<string, () => Promise<Bench>> = {
  engine: async () => (await import('./engine/bench-engine.ts')).benchEngine,
  scan: async () => (await import('./scan/bench-scan.ts')).benchScan,
  studio: async () => (await import('./studio/bench-studio.ts')).benchStudio,
  files: async () => (await import('./files/bench-files.ts')).benchFiles,
  viewer: async () => (await import('./viewer/bench-viewer.ts')).benchViewer,
  chat: async () => (await import('./chat/bench-chat.ts')).benchChat,
  proxy: async () => (await import('./proxy/bench-proxy.ts')).benchProxy,
  connections: async () => (await import('./connections/bench-connections.ts')).benchConnections,
  torture: async () => (await import('./torture/bench-torture.ts')).benchTorture,
  attacks: async () => (await import('./attacks/bench-attacks.ts')).benchAttacks,
  replicas: async () => (await import('./replicas/bench-replicas.ts')).benchReplicas,
  memory: async () => (await import('./memory/bench-memory.ts')).benchMemory,
  knowledge: async () => (await import('./knowledge/bench-knowledge.ts')).benchKnowledge,
  tolerance: async () => (await import('./tolerance/bench-tolerance.ts')).benchTolerance,
  start: () => Promise.resolve(benchStart),
  page: () => Promise.resolve(benchPage),
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
