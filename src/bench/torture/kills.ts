import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isTaskOver, taskSchema } from '#contract/tasks.ts'
import { createRandom } from '#engine/random.ts'
import { openFolderBlobs } from '#server/files/blobs/folder-blobs.ts'
import { sweepBlobs } from '#server/library/sweep.ts'
import { openStore } from '#server/store/store.ts'
import type { Random } from '#server/testing/fuzz/json-from-schema.ts'
import { startServerProcess, type ServerProcess } from '../server-process.ts'
import { noneAcknowledged, workUntil, type Acknowledged } from './load.ts'
import { startTortureGateway } from './gateway.ts'
import { noFault, faults, type ServerFault } from './faults.ts'

const startTimeoutMs = 30_000
/**
 * Time limit in milliseconds for open tasks after the last kill. A task may wait for many other
 * tasks.
 */
const settleTimeoutMs = 240_000
const graceMs = 2 * 60 * 60_000

export type KillFigures = {
  kills: number
  opened: number
  acknowledged: number
  lost: number
  stuck_tasks: number
  double_purchases: number
  orphan_files: number
  missing_files: number
}

/**
 * Kills the built server repeatedly under load, and checks the data that the server had confirmed.
 * @param options.fault additional fault, which is on during half of the kills.
 * @throws {Error} if the server does not start again.
 */
export async function runKills(
  kills: number,
  {
    seed,
    model,
    say,
    fault: given,
    tasksMax = Infinity,
  }: {
    seed: number
    model: Uint8Array
    say: (line: string) => void
    fault?: ServerFault
    tasksMax?: number
  },
): Promise<KillFigures> {
  const random = createRandom(seed)
  const fault = given ?? (await noFault())
  const { folder } = fault
  const gateway = await startTortureGateway(random, model)
  const settings = {
    BOZZETTO_GATEWAY_URL: gateway.url,
    BOZZETTO_GATEWAY_KEY: 'sa-of-the-torture',
    BOZZETTO_LOG: 'error',
    ...fault.settings,
  }
  const done = noneAcknowledged()
  let last: ServerProcess | undefined
  try {
    for (let round = 0; round < kills; round++) {
      last = await startServerProcess(folder, 'direct', settings)
      const stop = new AbortController()
      const work = workUntil(last.url, { done, random, signal: stop.signal, tasksMax })
      await untilWorking(done)
      await wait(random() * 2_500)
      if (given) await goThrough(given, { pid: last.pid, done, random })
      await last.end('SIGKILL')
      await fault.end()
      stop.abort()
      await work
      if (round % 10 === 9) say(`${round + 1} kills, ${sumAcknowledged(done)} things confirmed`)
    }
    last = await startServerProcess(folder, 'direct', settings)
    const stuck = await countStuck(last.url, done)
    const lost = await countLost(last.url, done)
    await last.end('SIGTERM')
    return {
      kills,
      opened: kills + 1,
      acknowledged: sumAcknowledged(done),
      lost,
      stuck_tasks: stuck,
      double_purchases: [...gateway.purchases.values()].filter((count) => count > 1).length,
      ...(await compareFiles(folder)),
    }
  } finally {
    await last?.end('SIGKILL')
    gateway.close()
    await fault.remove()
  }
}

/** Runs the kills once with every fault. The names of the figures contain the fault. */
export async function runKillsWithFaults(
  killsEach: number,
  { seed, model, say }: { seed: number; model: Uint8Array; say: (line: string) => void },
): Promise<Record<string, number>> {
  const all: Record<string, number> = {}
  for (const [name, make] of Object.entries(faults)) {
    const fault = await make()
    if (!fault) {
      say(`${name}: this system does not let it be made.`)
      continue
    }
    const figures = await runKills(killsEach, { seed, model, say, fault })
    say(`${name}: ${JSON.stringify(figures)}`)
    for (const [figure, value] of Object.entries(figures)) all[`${name}_${figure}`] = value
  }
  return all
}

async function goThrough(
  fault: ServerFault,
  { pid, done, random }: { pid: number; done: Acknowledged; random: Random },
): Promise<void> {
  await fault.begin(pid)
  await wait(random() * 2_500)
  if (random() < 0.5) return
  await fault.end(pid)
  await untilWorking(done)
  await wait(random() * 1_000)
}

/** Waits for the first confirmed request, because before that there is no data to lose. */
async function untilWorking(done: Acknowledged): Promise<void> {
  const before = sumAcknowledged(done)
  const giveUpAt = performance.now() + startTimeoutMs
  while (sumAcknowledged(done) === before) {
    if (performance.now() > giveUpAt) throw new Error('The server confirmed nothing.')
    await wait(20)
  }
}

const sumAcknowledged = ({ tasks, files, questions, folders }: Acknowledged): number =>
  tasks.size + files.size + questions.size + folders.size

async function countStuck(url: string, { tasks }: Acknowledged): Promise<number> {
  const open = new Set(tasks)
  const giveUpAt = performance.now() + settleTimeoutMs
  while (open.size > 0 && performance.now() < giveUpAt) {
    for (const id of open) {
      const response = await fetch(`${url}/api/tasks/${id}`)
      const task = response.ok ? taskSchema.parse(await response.json()) : undefined
      if (!task || isTaskOver(task.status)) open.delete(id)
    }
    await wait(200)
  }
  return open.size
}

async function countLost(url: string, done: Acknowledged): Promise<number> {
  const lost: string[] = []
  for (const id of done.tasks) {
    const response = await fetch(`${url}/api/tasks/${id}`)
    if (!response.ok) lost.push(`task ${id}`)
    const asset = response.ok ? taskSchema.parse(await response.json()).asset : undefined
    if (!asset) continue
    const file = await fetch(url + asset.url)
    const length = (await file.arrayBuffer()).byteLength
    if (length !== asset.sizeBytes) lost.push(`the model of task ${id}`)
  }
  for (const [id, sizeBytes] of done.files) {
    const response = await fetch(`${url}/api/files/${id}/content`)
    const length = (await response.arrayBuffer()).byteLength
    if (!response.ok || length !== sizeBytes) lost.push(`picture ${id}`)
  }
  for (const [id, text] of done.questions) {
    const response = await fetch(`${url}/api/conversations/${id}`)
    const detail = await response.text()
    if (!detail.includes(text)) lost.push(`question ${id}`)
    if (detail.includes('"status":"running"')) lost.push(`the end of the answer in ${id}`)
  }
  const folders = await (await fetch(`${url}/api/folders`)).text()
  for (const [id, names] of done.folders) {
    if (!names.some((name) => folders.includes(name))) lost.push(`the name of folder ${id}`)
  }
  for (const what of lost.slice(0, 20)) console.error(`Lost: ${what}`)
  return lost.length
}

/** Compares the database with the stored files, after a cleanup that treats all files as old. */
async function compareFiles(folder: string) {
  const store = await openStore(folder)
  try {
    const blobs = await openFolderBlobs(path.join(folder, 'blobs'))
    await sweepBlobs(store, blobs, Date.now() + graceMs)
    const { rows } = await store.executeSql(
      'select blob_key as key from assets union select thumbnail_key from assets where thumbnail_key is not null union select turntable_key from assets where turntable_key is not null union select blob_key from files',
    )
    const named = new Set((rows as { key: string }[]).map(({ key }) => key))
    const there = new Set<string>()
    for await (const { key } of blobs.list()) there.add(key)
    return {
      orphan_files: [...there].filter((key) => !named.has(key)).length,
      missing_files: [...named].filter((key) => !there.has(key)).length,
    }
  } finally {
    await store.close()
  }
}
