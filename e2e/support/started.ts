/**
 * Creates a worker fixture from a function. Playwright stops the fixture after the last test of the
 * worker.
 */
export const started =
  <T extends { stop: () => Promise<unknown> }>(start: () => Promise<T>) =>
  // Playwright reads the dependencies of a fixture from the destructured parameter, so the
  // parameter must exist.
  // oxlint-disable-next-line no-empty-pattern
  async ({}: object, use: (running: T) => Promise<void>): Promise<void> => {
    const running = await start()
    await use(running)
    await running.stop()
  }
