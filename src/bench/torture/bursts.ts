import { randomFillSync } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { newId } from '#lib/id.ts'
import { openQueue } from '#server/generation/worker/queue.ts'
import { openStore } from '#server/store/store.ts'
import { startServerProcess } from '../server-process.ts'
import { startTortureGateway } from './gateway.ts'
import { getP95 } from './lists.ts'
import { watchMemory } from './memory.ts'

type Options = { random: () => number; model: Uint8Array; say: (line: string) => void }

/**
 * Width of the uploaded picture in pixels. The picture is noise, which cannot be compressed, so the
 * file has 19.9 MB.
 */
const sidePx = 2_575
const uploadTimeoutMs = 20 * 60_000
const ordersAtOnce = 100
const drainedMin = 200

export async function uploadAtOnce(count: number, { say }: Pick<Options, 'say'>) {
  const noise = randomFillSync(new Uint8Array(sidePx * sidePx * 3))
  const picture = await sharp(noise, { raw: { width: sidePx, height: sidePx, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer()
  return withServer({}, async (server) => {
    const memory = watchMemory(server.pid, 250)
    const idleMib = await getFirst(memory.samples)
    const startMs = performance.now()
    let kept = 0
    const statuses = await Promise.all(
      Array.from({ length: count }, async (_, at) => {
        const response = await fetch(`${server.url}/api/files?name=noise.png`, {
          method: 'POST',
          headers: { 'Content-Length': String(picture.length + 4) },
          body: another(picture, at),
          signal: AbortSignal.timeout(uploadTimeoutMs),
          duplex: 'half',
        })
        await response.text()
        kept++
        if (kept % 20 === 0) say(`${kept} of ${count} uploads answered`)
        return response.status
      }),
    )
    memory.end()
    return {
      uploads: count,
      uploads_kept: statuses.filter((status) => status === 201).length,
      uploads_seconds: Math.round((performance.now() - startMs) / 1_000),
      uploads_mib_before: Math.round(idleMib),
      uploads_mib_at_most: Math.round(Math.max(...memory.samples.map(({ mib }) => mib))),
    }
  })
}

/**
 * Streams the picture followed by bytes that differ for each upload, so that the server stores each
 * upload as a new file. All uploads share one copy of the picture in memory.
 */
function another(picture: Uint8Array, at: number): ReadableStream<Uint8Array> {
  let sent = 0
  const tail = new Uint8Array(new Uint32Array([at]).buffer)
  return new ReadableStream({
    pull(controller) {
      if (sent >= picture.length) {
        controller.enqueue(tail)
        controller.close()
        return
      }
      controller.enqueue(picture.subarray(sent, sent + 65_536))
      sent += 65_536
    },
  })
}

/**
 * Submits `count` tasks at once. The server may accept as many tasks as its queue holds, and must
 * refuse the others with a status after which clients retry.
 */
export async function orderAtOnce(count: number, { random, model, say }: Options) {
  const gateway = await startTortureGateway(random, model)
  const settings = { BOZZETTO_GATEWAY_URL: gateway.url, BOZZETTO_GATEWAY_KEY: 'sa-of-the-torture' }
  try {
    return await withServer(settings, async (server) => {
      const counts = { taken: 0, refused: 0, faults: 0 }
      let ordered = 0
      const orderSome = async () => {
        while (ordered++ < count) {
          const params = { prompt: `Order ${ordered}` }
          const response = await fetch(`${server.url}/api/tasks`, {
            method: 'POST',
            headers: { 'Content-Type': 'application/json' },
            body: JSON.stringify({ id: newId(), modelId: 'gateway/quick_3d', params }),
          })
          const text = await response.text()
          if (response.status === 201) counts.taken++
          else if (response.status === 429 && text.includes('too_many_tasks')) counts.refused++
          else counts.faults++
        }
      }
      await Promise.all(Array.from({ length: ordersAtOnce }, orderSome))
      say(`${count} orders: ${JSON.stringify(counts)}`)
      return {
        orders: count,
        orders_taken: counts.taken,
        orders_told_to_wait: counts.refused,
        orders_faults: counts.faults,
      }
    })
  } finally {
    gateway.close()
  }
}

/** Starts a server whose database contains `count` queued tasks. */
export async function startWithQueued(count: number, { say }: Pick<Options, 'say'>) {
  return withServer(
    {},
    async (server) => {
      say(`with ${count} tasks waiting: first answer after ${Math.round(server.firstAnswerMs)} ms`)
      // Measures the list of models, because clients cannot make the list of tasks as long as this
      // test does.
      const answerMs = await getP95(`${server.url}/api/assets?limit=48`)
      const startMs = performance.now()
      const before = await waitingAt(server.url)
      let left = before
      while (before - left < drainedMin && performance.now() - startMs < 120_000) {
        await wait(1_000)
        left = await waitingAt(server.url)
      }
      const seconds = (performance.now() - startMs) / 1_000
      return {
        queued: count,
        queued_first_answer_ms: Math.round(server.firstAnswerMs),
        queued_answer_p95_ms: answerMs,
        queued_done_per_second: Math.round((before - left) / seconds),
      }
    },
    (folder) => fillQueue(folder, count),
  )
}

async function waitingAt(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^bozzetto_tasks_waiting (\d+)/m.exec(text)?.[1] ?? Number.NaN)
}

async function fillQueue(folder: string, count: number): Promise<void> {
  const store = await openStore(folder)
  try {
    await (await openQueue(store)).close()
    // The pictures of the tasks do not exist, so that each task ends at once.
    await store.executeSql(`
      insert into tasks (id, model_id, provider, params, status, event_seq, created_at)
        select 'q' || lpad(n::text, 19, '0'), 'local/image-to-3d', 'local', '{"file":{"type":"png","file_token":"00000000000000000000"}}',
          'queued', 1, now() - n * interval '1 second'
        from generate_series(1, ${count}) n;
      insert into task_events (task_id, seq, status)
        select id, 1, 'queued' from tasks;
      insert into pgboss.job (name, data)
        select 'generate-local', jsonb_build_object('taskId', id) from tasks;
      analyze`)
  } finally {
    await store.close()
  }
}

async function getFirst(samples: readonly { mib: number }[]): Promise<number> {
  for (let tries = 0; tries < 100 && samples.length === 0; tries++) await wait(20)
  return samples[0]?.mib ?? Number.NaN
}

async function withServer<T>(
  settings: Record<string, string>,
  work: (server: Awaited<ReturnType<typeof startServerProcess>>) => Promise<T>,
  prepare?: (folder: string) => Promise<void>,
): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-burst-'))
  try {
    await prepare?.(folder)
    const server = await startServerProcess(folder, 'direct', {
      BOZZETTO_LOG: 'silent',
      ...settings,
    })
    try {
      return await work(server)
    } finally {
      await server.end('SIGKILL')
    }
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
