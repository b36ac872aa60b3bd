import { HttpError } from '../../errors/http-error.ts'
import { ownerOfNewRow } from '../../store/owner-scope.ts'

const failedMs = 60_000
/**
 * Length of the pause after a spending limit was reached. Other pauses are shorter, because
 * spending limits rarely change within minutes.
 */
const overQuotaMs = 10 * 60_000
const pausesMax = 1_000

/** Embedding models that are paused after a failure, by person. */
export type Pauses = {
  begin: (model: string, error: unknown) => void
  end: (model: string) => void
  problemOf: (model: string) => string | undefined
}

export function createPauses(clock: () => number = Date.now): Pauses {
  const pauses = new Map<string, { until: number; problem: string }>()
  return {
    begin(model, error) {
      const {
        code,
        message,
        retryAfterSeconds = 0,
      } = error instanceof HttpError
        ? error
        : { code: '', message: 'The embeddings could not be stored.', retryAfterSeconds: 0 }
      const forMs = Math.max(
        code === 'over_quota' ? overQuotaMs : failedMs,
        Math.min(retryAfterSeconds * 1_000, overQuotaMs),
      )
      if (pauses.size >= pausesMax) pauses.clear()
      pauses.set(getKey(model), { until: clock() + forMs, problem: message })
    },
    end: (model) => void pauses.delete(getKey(model)),
    problemOf(model) {
      const pause = pauses.get(getKey(model))
      return pause && pause.until > clock() ? pause.problem : undefined
    },
  }
}

const getKey = (model: string): string => JSON.stringify([ownerOfNewRow(), model])
