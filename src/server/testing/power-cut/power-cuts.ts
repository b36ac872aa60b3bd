import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createRandom } from '#engine/random.ts'
import type { Random } from '../fuzz/json-from-schema.ts'
import { openStore } from '../../store/store.ts'
import { cutPower } from './cut-power.ts'
import { recordDisk, type Recording } from './record-disk.ts'
import { missingIn, workOnStore, type Acknowledgement } from './work-on-store.ts'

export type PowerCutFigures = {
  cuts: number
  opened: number
  acknowledged: number
  lost: number
}

/**
 * Writes to a new store, simulates power failures at random moments, and checks the remaining data.
 * In every fourth round the power fails again while the store is reopened and used.
 * @param options.rounds amount of data to write before the failures.
 */
export async function runPowerCuts(options: {
  cuts: number
  rounds: number
  seed: number
}): Promise<PowerCutFigures> {
  const { cuts, rounds, seed } = options
  const random = createRandom(seed)
  const figures = { cuts, opened: 0, acknowledged: 0, lost: 0 }
  const base = await mkdtemp(path.join(tmpdir(), 'bozzetto-power-'))
  try {
    const first = await record(path.join(base, 'first'), { rounds, random })
    for (let cut = 0; cut < cuts; cut++) {
      const folder = path.join(base, `cut-${cut}`)
      const at = momentIn(first, random)
      await cutPower(first, { at, folder, random })
      let answers = answersBefore(first, at)
      if (cut % 4 === 3) {
        const again = await record(folder, { rounds: Math.ceil(rounds / 8), random })
        await rm(folder, { recursive: true })
        const next = momentIn(again, random)
        await cutPower(again, { at: next, folder, random })
        answers = [...answers, ...answersBefore(again, next)]
      }
      figures.acknowledged += answers.length
      const what = `seed ${seed}, cut ${cut}`
      const lost = await countLost(folder, { answers, what }).catch((error: unknown) => {
        console.error(`Not opened (${what}):`, error)
        return undefined
      })
      figures.lost += lost ?? answers.length
      if (lost !== undefined) figures.opened++
      await rm(folder, { recursive: true })
    }
    return figures
  } finally {
    await rm(base, { recursive: true, force: true })
  }
}

/**
 * Chooses a moment, mostly right after a confirmation, because a missing sync shows at that moment.
 */
function momentIn({ before, steps }: Recording<Acknowledgement>, random: Random): number {
  if (random() < 0.3) return Math.ceil(before + random() * (steps.length - before))
  const answers = steps.flatMap(({ kind }, at) => (kind === 'answer' ? [at] : []))
  return (answers[Math.floor(random() * answers.length)] ?? before) + 1
}

const answersBefore = ({ steps }: Recording<Acknowledgement>, at: number): Acknowledgement[] =>
  steps.slice(0, at).flatMap((step) => (step.kind === 'answer' ? [step.answer] : []))

async function record(
  folder: string,
  { rounds, random }: { rounds: number; random: Random },
): Promise<Recording<Acknowledgement>> {
  await mkdir(folder, { recursive: true })
  const recording = recordDisk<Acknowledgement>(folder)
  try {
    const store = await openStore(folder)
    try {
      await workOnStore(store, { folder, rounds, random, answer: recording.answer })
    } finally {
      await store.close()
    }
  } finally {
    recording.stop()
  }
  return recording
}

async function countLost(
  folder: string,
  { answers, what }: { answers: Acknowledgement[]; what: string },
): Promise<number> {
  const store = await openStore(folder)
  try {
    const lost = await missingIn(store, folder, answers)
    for (const line of lost.slice(0, 5)) console.error(`Lost (${what}): ${line}`)
    return lost.length
  } finally {
    await store.close()
  }
}
