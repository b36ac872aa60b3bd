import { createRandom } from '#engine/random.ts'
import { png, tinyGlb } from '#server/generation/tasks.fixture.ts'
import { fuzzServer } from './fuzz.ts'
import { killAgainAndAgain } from './kills.ts'
import { fillAndTime } from './lists.ts'

/** `BOZZETTO_TORTURE=short`: two kills and nothing else, as the tests do it. */
const isShort = process.env['BOZZETTO_TORTURE'] === 'short'
const kills = Number(process.env['BOZZETTO_TORTURE_KILLS'] ?? (isShort ? 2 : 50))
const fuzzCount = Number(process.env['BOZZETTO_TORTURE_FUZZ'] ?? 20_000)
const seed = Number(process.env['BOZZETTO_FUZZ_SEED'] ?? 1)

/** All that a server is harmed with, and what became of it, by name. @param say tells of progress. */
export async function torture(say: (line: string) => void): Promise<Record<string, number>> {
  const model = new Uint8Array(tinyGlb())
  const survived = kills > 0 ? await killAgainAndAgain(kills, { seed, model, say }) : {}
  if (isShort) return survived
  const files = { picture: new Uint8Array(await png()), model }
  return {
    ...survived,
    ...(fuzzCount > 0 && (await fuzzServer(fuzzCount, createRandom(seed), { files, say }))),
    ...(await fillAndTime(say)),
  }
}
