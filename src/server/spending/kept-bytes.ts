import { noAmounts } from './amounts.ts'
import type { Spending } from './spending.ts'

/** Counts the words of chats and documents that are kept, against the limits on bytes. */
export type KeptBytes = {
  /**
   * Does `work`, which keeps so many bytes; what it did not keep after all is not counted. None at all need room,
   * too: for what comes of it.
   *
   * @throws {HttpError} `over_quota`, or `rate_limited` while what is under way may use up the rest; and what
   *   `work` throws.
   */
  keep: <T>(bytes: number, work: () => Promise<T>) => Promise<T>
  /** Counts what is kept whatever the limits are. */
  add: (bytes: number) => void
}

/** Where nothing is limited. */
export const uncounted: KeptBytes = { keep: (_bytes, work) => work(), add: () => {} }

export const createKeptBytes = ({ reserve }: Pick<Spending, 'reserve'>): KeptBytes => ({
  async keep(bytes, work) {
    const settle = await reserve({ amounts: { ...noAmounts, bytes: Math.max(1, bytes) } })
    let kept = 0
    try {
      const done = await work()
      kept = bytes
      return done
    } finally {
      await settle({ ...noAmounts, bytes: kept })
    }
  },
  add: (bytes) =>
    void reserve({ amounts: noAmounts }).then((count) => count({ ...noAmounts, bytes })),
})
