const triesMax = 5

/**
 * Creates a reload of rows that this process has in memory. Rows that were read while this process
 * changed them may be old, so they are read again.
 */
export function createReload<T>(read: () => Promise<T>, take: (rows: T) => void) {
  let changes = 0
  return {
    /** Must be called after each change of the rows in memory. */
    noteChange: () => void changes++,
    /** Keeps the rows in memory if changes never stop. The next reload then takes the rows. */
    readAgain: async (): Promise<void> => {
      for (let tries = 0; tries < triesMax; tries++) {
        const before = changes
        const rows = await read()
        if (changes !== before) continue
        take(rows)
        return
      }
    },
  }
}
