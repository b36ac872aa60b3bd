import { HttpError } from '../../errors/http-error.ts'
import type { UpstreamService } from '../../ports/upstream-service.ts'
import { untilAborted } from '../remember.ts'

/** Longest wait for an early end of an order; shorter than what the caller of `submit` waits. */
const earlyMs = 45_000
/** How long an answer that nobody takes is kept. */
const keptMs = 10 * 60_000

/** Orders that are answered with the model, on their way or with their answer, in this process alone. */
export type HeldOrders<Result> = {
  /**
   * Waits a while, so that a refusal is known at once; a longer one goes on by itself.
   *
   * @throws what the order ends with in that time.
   */
  begin: (id: string, order: Promise<Result>) => Promise<void>
  /**
   * What an order has come to; each can be taken once.
   *
   * @throws {HttpError} `submission_uncertain` for one that this process does not have: it went with the
   *   former one, and what it bought with it.
   */
  take: (id: string, signal: AbortSignal) => Promise<Result>
}

export function createHeldOrders<Result>({ title }: UpstreamService): HeldOrders<Result> {
  const held = new Map<string, Promise<Result>>()

  return {
    begin: async (id, order) => {
      held.set(id, order)
      const forget = () => {
        if (held.get(id) === order) held.delete(id)
      }
      const forgetLater = () => void setTimeout(forget, keptMs).unref()
      order.then(forgetLater, forgetLater)
      let timer: NodeJS.Timeout | undefined
      const early = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, earlyMs)
      })
      try {
        await Promise.race([order.then(() => {}), early])
      } finally {
        clearTimeout(timer)
      }
    },
    take: async (id, signal) => {
      const order = held.get(id)
      if (!order) {
        throw new HttpError(
          'submission_uncertain',
          `The answer of ${title} was lost when Bozzetto was restarted. The model may have been billed. To be safe, it was not ordered again.`,
        )
      }
      const result = await untilAborted(order, signal)
      held.delete(id)
      return result
    },
  }
}
