import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { askedParts } from '../asked-parts.ts'
import { measureBackdrops } from './backdrops.ts'
import { countBadMasks } from './bad-masks.ts'
import { fitDepth } from './others/fit-depth.ts'
import { fitInside } from './others/fit-inside.ts'
import { measureOthers } from './others/others.ts'
import { makePriorSamples } from './prior/make-samples.ts'
import { measureQuality } from './quality.ts'
import { measureScale } from './scale.ts'
import { measureSpeed } from './speed.ts'

type Figures = Record<string, number>

const root = fileURLToPath(new URL('../../..', import.meta.url))

const parts: Record<string, (casePath: string) => Promise<Figures>> = {
  speed: (casePath) => measureSpeed(casePath, root),
  scale: () => measureScale(root),
  quality: () => measureQuality(),
  others: () => measureOthers(),
  backdrops: () => measureBackdrops(),
  masks: countBadMasks,
  fit: () => fitDepth(),
  fitInside: () => fitInside(),
  priorSamples: makePriorSamples,
}
/** Writes what the engine goes by, so it runs only when named. */
const unasked = ['fit', 'fitInside', 'priorSamples']

/**
 * What the local engine takes, how near it comes to known models, and whether it ever makes a broken
 * one: the parts that `BOZZETTO_BENCH_ENGINE` names, separated by commas, or all. Each says its figures
 * when it ends. They run from one built file, as the server's worker does, or the loader of sources
 * would count as well.
 */
export async function benchEngine(): Promise<Figures> {
  const known = Object.keys(parts)
  const usual = known.filter((name) => !unasked.includes(name))
  const names = askedParts('BOZZETTO_BENCH_ENGINE', known, usual)
  // Within the project, as the file's imports are looked up from where it lies.
  const cache = join(root, 'node_modules/.cache')
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'bench-engine-'))
  const all: Figures = {}
  try {
    const casePath = await buildCase(folder)
    for (const name of names) {
      const startMs = performance.now()
      const figures = (await parts[name]?.(casePath)) ?? {}
      const seconds = Math.round((performance.now() - startMs) / 1_000)
      console.log(JSON.stringify({ part: name, seconds, figures }))
      Object.assign(all, figures)
    }
    return all
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function buildCase(folder: string): Promise<string> {
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: join(root, 'src/bench/engine/case.ts'),
      outDir: folder,
      copyPublicDir: false,
      rolldownOptions: { output: { entryFileNames: 'case.mjs' } },
    },
  })
  return join(folder, 'case.mjs')
}
