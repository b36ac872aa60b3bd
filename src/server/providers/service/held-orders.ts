import { HttpError } from '../../errors/http-error.ts'
import type { UpstreamService } from '../../ports/upstream-service.ts'
import { untilAborted } from '../remember.ts'

/** Maximum wait of `begin` for a result. Must be shorter than the timeout of `submit`'s caller. */
const earlyMs = 45_000
/** Time after which an unused result is dropped. */
const keptMs = 10 * 60_000

/** Pending requests whose HTTP response is the finished model, for services without tasks. */
export type HeldOrders<Result> = {
  /**
   * Stores a request and waits a short time, so that a refusal is reported immediately. The request
   * continues in the background.
   * @throws the request's error within that time.
   */
  begin: (id: string, order: Promise<Result>) => Promise<void>
  /**
   * Returns the result of a request. Each result can be taken once.
   * @throws {HttpError} `submission_uncertain` for a request from before a restart, whose result is
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
