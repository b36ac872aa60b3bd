import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { newId } from '#lib/id.ts'
import type { RivalAnswer, RivalOrder } from './lock-rival.fixture.ts'

const rivalFile = fileURLToPath(new URL('lock-rival.fixture.ts', import.meta.url))
/** Time in milliseconds in which all processes receive the order, before they start together. */
const leadMs = 20

type Rival = {
  pid: number
  ask: (order: RivalOrder) => Promise<RivalAnswer>
  kill: () => Promise<void>
}

export type RivalryFigures = {
  twoOwners: number
  noOwner: number
  refusals: Set<string>
}

/**
 * Lets processes lock one data folder at the same moment, again and again. In some rounds the
 * folder's owner was killed before or is killed during the attempts.
 */
export async function contendForFolder(rounds: number, processes: number): Promise<RivalryFigures> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-rivals-'))
  const script = await bundleRival()
  const rivals = await Promise.all(Array.from({ length: processes }, () => startRival(script)))
  const figures: RivalryFigures = { twoOwners: 0, noOwner: 0, refusals: new Set() }
  try {
    for (let round = 0; round < rounds; round++) {
      const before = round % 3 === 0 ? undefined : await ownerAmong(rivals, folder)
      if (before !== undefined && round % 3 === 1) await before.kill()
      const others = rivals.filter((rival) => rival !== before)
      const atMs = Date.now() + leadMs
      const asked = others.map((rival) => rival.ask({ enter: folder, atMs }))
      if (before !== undefined && round % 3 === 2) {
        await new Promise((resolve) => setTimeout(resolve, leadMs + (round % 5)))
        await before.kill()
      }
      const answers = await Promise.all(asked)
      const owners = answers.filter((answer) => 'isIn' in answer && answer.isIn)
      if (owners.length > 1) figures.twoOwners++
      if (owners.length === 0 && round % 3 !== 2) figures.noOwner++
      for (const answer of answers) {
        if ('isIn' in answer && !answer.isIn) {
          figures.refusals.add(
            answer.reason.replace(folder, 'FOLDER').replace(/process \d+/, 'process N'),
          )
        }
      }
      await Promise.all(others.map((rival) => rival.ask({ leave: true })))
      if (before !== undefined) rivals.splice(rivals.indexOf(before), 1, await startRival(script))
    }
    return figures
  } finally {
    await Promise.all(rivals.map((rival) => rival.kill()))
    await rm(folder, { recursive: true, force: true })
    await rm(path.dirname(script), { recursive: true, force: true })
  }
}

/** Compiles the script to JavaScript, which starts much faster than with a TypeScript loader. */
async function bundleRival(): Promise<string> {
  const outDir = path.resolve('node_modules/.cache/bozzetto', `rival-${newId()}`)
  await build({
    configFile: false,
    logLevel: 'error',
    build: { ssr: rivalFile, outDir, rolldownOptions: { output: { entryFileNames: 'rival.mjs' } } },
  })
  return path.join(outDir, 'rival.mjs')
}

async function ownerAmong([first]: Rival[], folder: string): Promise<Rival> {
  const answer = await first?.ask({ enter: folder, atMs: 0 })
  if (!first || !answer || !('isIn' in answer) || !answer.isIn) {
    throw new Error(`Nobody gets into a free folder: ${JSON.stringify(answer)}`)
  }
  return first
}

async function startRival(script: string): Promise<Rival> {
  const child = fork(script)
  await nextAnswer(child)
  return {
    pid: child.pid ?? 0,
    ask: (order) => {
      const answer = nextAnswer(child)
      child.send(order)
      return answer
    },
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exit = once(child, 'exit')
      child.kill('SIGKILL')
      await exit
    },
  }
}

const nextAnswer = (child: ChildProcess): Promise<RivalAnswer> =>
  new Promise((resolve, reject) => {
    const ended = () => reject(new Error('A process of the rush ended by itself.'))
    child.once('exit', ended)
    child.once('message', (answer: RivalAnswer) => {
      child.off('exit', ended)
      resolve(answer)
    })
  })
