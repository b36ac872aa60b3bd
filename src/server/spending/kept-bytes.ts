import { noAmounts } from './amounts.ts'
import type { Spending } from './spending.ts'

/** Counts the text of stored chats and documents towards limits on bytes. */
export type KeptBytes = {
  /**
   * Runs `work`, which stores this number of bytes, and counts the bytes if `work` succeeds. For
   * zero bytes, the limit must still have room, because data follows.
   * @throws {HttpError} `over_quota`, or `rate_limited` while running calls may use up the rest.
   * Also errors of `work`.
   */
  keep: <T>(bytes: number, work: () => Promise<T>) => Promise<T>
  add: (bytes: number) => void
}

/** Counts nothing, for servers without limits. */
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
