/** Creates a worker fixture that starts something and stops it after the worker's last test. */
export const started =
  <T extends { stop: () => Promise<unknown> }>(start: () => Promise<T>) =>
  // Playwright reads a fixture's dependencies from the destructured parameter, which must exist.
  // oxlint-disable-next-line no-empty-pattern
  async ({}: object, use: (running: T) => Promise<void>): Promise<void> => {
    const running = await start()
    await use(running)
    await running.stop()
  }
