/** Lets so many work at once; the others wait, first come, first served. */
export type Turns = {
  /** Resolves when it is one's turn. @throws the reason of `signal` when that fires before. */
  take: (signal: AbortSignal) => Promise<void>
  /** Call once for each turn that was taken. */
  give: () => void
}

/** @param runningMax turns at the same time. */
export function createTurns(runningMax: number): Turns {
  const waiting: (() => void)[] = []
  let running = 0
  return {
    async take(signal) {
      signal.throwIfAborted()
      if (running < runningMax) {
        running++
        return
      }
      await new Promise<void>((resolve, reject) => {
        const turn = () => {
          signal.removeEventListener('abort', leave)
          resolve()
        }
        const leave = () => {
          waiting.splice(waiting.indexOf(turn), 1)
          reject(signal.reason as Error)
        }
        waiting.push(turn)
        signal.addEventListener('abort', leave, { once: true })
      })
    },
    give() {
      const next = waiting.shift()
      if (next) next()
      else running--
    },
  }
}
