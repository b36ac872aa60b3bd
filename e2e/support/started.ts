/** A fixture that starts something for a worker, and stops it after the worker's last test. */
export const started =
  <T extends { stop: () => Promise<unknown> }>(start: () => Promise<T>) =>
  // Playwright finds a fixture's needs by destructuring, even where there are none.
  // oxlint-disable-next-line no-empty-pattern
  async ({}: object, use: (running: T) => Promise<void>): Promise<void> => {
    const running = await start()
    await use(running)
    await running.stop()
  }
