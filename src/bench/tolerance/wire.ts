import { isDeepStrictEqual } from 'node:util'
import { failedQuestions } from '#server/chat/runs/wire-cases/history-cases.fixture.ts'
import {
  completeExpected,
  openWireReplay,
} from '#server/chat/runs/wire-cases/replay-wire-case.fixture.ts'
import { wireCases } from '#server/chat/runs/wire-cases/wire-cases.fixture.ts'
import { openTestStore } from '#server/store/store.fixture.ts'
import type { BenchPart } from '../run-parts.ts'
import { countFailures } from './count-failures.ts'

/** Replays recorded answers of chat services, both complete and in small pieces. */
export const replayWireCases: BenchPart = async (say) => {
  const store = await openTestStore()
  const service = await openWireReplay(store)
  try {
    const failed = await countFailures(
      wireCases,
      async (one) => {
        const expected = completeExpected(one)
        for (const pieceBytes of [Infinity, 5]) {
          const seen = await service.replay(one, pieceBytes)
          if (!isDeepStrictEqual(seen, expected)) return JSON.stringify(seen)
        }
        return undefined
      },
      say,
    )
    const blocked = await countFailures(
      failedQuestions.map(([name, answers]) => ({ class: 'strict history', name, answers })),
      async ({ answers }) => {
        const last = (await service.ask(answers)).at(-1)
        return last?.text === 'Done.' ? undefined : JSON.stringify(last?.run?.failure)
      },
      say,
    )
    return { wire_cases_failed: failed + blocked }
  } finally {
    await service.close()
    await store.close()
  }
}
