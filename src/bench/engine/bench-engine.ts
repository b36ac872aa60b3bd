import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { askedParts } from '../asked-parts.ts'
import { measureBackdrops } from './backdrops.ts'
import { countBadMasks } from './bad-masks.ts'
import { fitDepth } from './others/fit-depth.ts'
import { measureOthers } from './others/others.ts'
import { makePriorSamples } from './prior-samples/make-samples.ts'
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
  priorSamples: makePriorSamples,
}
/** Parts that run only when they are selected, because they overwrite data of the engine. */
const unasked = ['fit', 'priorSamples']

/**
 * Measures the local engine: time, memory, similarity to models of known shape, and defects.
 * `BOZZETTO_BENCH_ENGINE` selects parts, separated by commas (default: all). All parts run from one
 * built file, so that loading sources is not measured.
 */
export async function benchEngine(): Promise<Figures> {
  const known = Object.keys(parts)
  const usual = known.filter((name) => !unasked.includes(name))
  const names = askedParts('BOZZETTO_BENCH_ENGINE', known, usual)
  // The file's imports are resolved from its location, so the file must be inside the project.
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
