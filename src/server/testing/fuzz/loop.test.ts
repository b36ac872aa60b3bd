import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRandom } from '#engine/random.ts'
import { fuzzRoutes } from './fuzz-routes.ts'
import { pickRandom } from './json-from-schema.ts'
import { largeJson, shapes, type LargeRequest } from './large-bodies.ts'
import { largeFiles } from './large-files.ts'
import { openLoopServer, type LoopServer } from './loop-server.fixture.ts'
import { watchLoop } from './loop-watch.mjs'

const seed = Number(process.env['BOZZETTO_FUZZ_SEED'] ?? 1)
const jsonCount = 60
const sizes = [31 * 2 ** 20, 6 * 2 ** 20, 500_000, 60_000] as const
/** Large files that are read quickly, so that the test takes seconds. */
const files = largeFiles.filter(({ name }) =>
  /^form|^document: (?:words|bytes|UTF-16)|^model file|20 MB that|19 MB|nothing$/.test(name),
)

let server: LoopServer
beforeAll(async () => {
  server = await openLoopServer()
})
afterAll(() => server.close())

const known = (name: string) => (name === 'model' ? 'bozzetto/guide' : undefined)

function* largeRequests(): Generator<LargeRequest> {
  const random = createRandom(seed)
  const routes = fuzzRoutes(server.app.routes).flatMap(({ body, ...route }) =>
    typeof body === 'string' ? [] : [{ ...route, body }],
  )
  const names = Object.keys(shapes) as [string, ...string[]]
  for (let at = 0; at < jsonCount; at++) {
    const route = routes[at % routes.length]
    if (!route) return
    const shape = pickRandom(random, names)
    const bytes = pickRandom(random, sizes)
    yield {
      name: `${route.method} ${route.path}: ${shape}, ${bytes} bytes`,
      method: route.method,
      target: route.path.replaceAll(/:\w+(?:\{[^}]*\})?/g, 'aaaaaaaaaaaaaaaaaaaa'),
      type: 'application/json',
      body: () => largeJson(route, { shape, bytes, random, known }),
    }
  }
  yield* files
}

/** Only Linux reports the CPU time of one thread. */
describe.runIf(process.platform === 'linux')('requests of the maximum size', () => {
  it('never block the server’s event loop for long', async () => {
    const stalls: string[] = []
    for (const request of largeRequests()) {
      const stall = await server.faultOf(request)
      if (stall !== undefined) stalls.push(stall)
    }
    expect(stalls, `with the seed ${seed}`).toEqual([])
  }, 600_000)
})

describe.runIf(process.platform === 'linux')('watchLoop', () => {
  it('reports a turn that computes, but not a turn that waits', async () => {
    const turns: number[] = []
    const end = watchLoop((cpuMs) => turns.push(cpuMs))
    await new Promise((resolve) => setTimeout(resolve, 10))
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 120)
    await new Promise((resolve) => setTimeout(resolve, 10))
    const waited = Math.max(...turns)
    const until = performance.now() + 120
    while (performance.now() < until) Math.sqrt(until)
    await new Promise((resolve) => setTimeout(resolve, 10))
    end()
    expect(waited).toBeLessThan(40)
    // The CPU time may be shorter than the wait, because other processes may have interrupted this
    // process.
    expect(Math.max(...turns)).toBeGreaterThan(waited + 20)
  })
})
