import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { largeStreams } from './large-streams.ts'
import { openLoopServer, type LoopServer } from './loop-server.fixture.ts'
import { startTalkingThread } from './talking-thread.ts'

let talker: Awaited<ReturnType<typeof startTalkingThread>>
let server: LoopServer
beforeAll(async () => {
  talker = await startTalkingThread()
  server = await openLoopServer({ BOZZETTO_OPENAI_URL: talker.url })
})
afterAll(async () => {
  await server.close()
  await talker.end()
})

/** Only Linux reports the CPU time of one thread. */
describe.runIf(process.platform === 'linux')('streamed answers at full speed', () => {
  it('never block the event loop for long', async () => {
    const faults: string[] = []
    for (const request of largeStreams(talker.models.map((model) => `openai/${model}`))) {
      const fault = await server.faultOf(request)
      if (fault !== undefined) faults.push(fault)
    }
    expect(faults).toEqual([])
  }, 600_000)
})
