import { HttpError } from '../../errors/http-error.ts'
import type { UpstreamService } from '../../ports/upstream-service.ts'
import { untilAborted } from '../remember.ts'

/** Time in which `begin` waits for a result. Shorter than the timeout of `submit`'s caller. */
const earlyMs = 45_000
/** Time for which an unused result is kept. */
const keptMs = 10 * 60_000

/** Submitted requests of this process whose HTTP response will be the model. */
export type HeldOrders<Result> = {
  /**
   * Stores an order and waits a short time for it, so that a refusal is reported immediately. The
   * order continues in the background.
   * @throws the order's error within that time.
   */
  begin: (id: string, order: Promise<Result>) => Promise<void>
  /**
   * Returns the result of an order, once.
   * @throws {HttpError} `submission_uncertain` for an order of an earlier process, whose result is
   * lost.
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
