import { log } from '../observability/log.ts'
import { asServer } from './owner-scope.ts'
import { filterTopics } from './replica.ts'
import type { Store } from './store.ts'

const lookMs = 1_000
const looksApartMaxMs = 60_000

export type DueWork = {
  wake: () => void
  close: () => Promise<void>
}

type DueWorkOptions = {
  topic: string
  atOnceMax: number
  doNext: () => Promise<boolean>
  findNext: () => Promise<Date | 'soon' | undefined>
  tidy: () => Promise<unknown>
  failure: string
  clock: () => number
}

/** Runs work that is stored in rows when the work becomes due, until `close` is called. */
export function openDueWork(store: Store, options: DueWorkOptions): DueWork {
  const { topic, doNext, findNext, clock } = options
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isWanted = false
  let isClosed = false

  const schedule = (ms: number) => {
    clearTimeout(timer)
    if (isClosed) return
    timer = setTimeout(wake, ms)
    timer.unref()
  }
  function wake(): void {
    isWanted = true
    if (isClosed) return
    running ??= asServer(lookAll).finally(() => {
      running = undefined
      if (isWanted) wake()
    })
  }
  async function lookAll(): Promise<void> {
    try {
      while (isWanted) {
        isWanted = false
        await Promise.all(Array.from({ length: options.atOnceMax }, doAll))
      }
      const next = await findNext()
      if (next === 'soon') schedule(lookMs)
      else if (next) schedule(Math.min(Math.max(next.getTime() - clock(), lookMs), looksApartMaxMs))
      await options.tidy()
    } catch (error) {
      if (!isClosed) log().warn({ error }, options.failure)
      schedule(looksApartMaxMs)
    }
  }
  async function doAll(): Promise<void> {
    for (;;) if (isClosed || !(await doNext())) return
  }
  const stopListening = store.replica.wake.listen(filterTopics(topic, wake))
  wake()

  return {
    wake: () => {
      wake()
      store.replica.wake.tell(`${topic}:`)
    },
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      stopListening()
      await running
    },
  }
}
