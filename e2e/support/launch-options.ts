import { testChromiumArguments } from '#testing/chromium-arguments.ts'

const executablePath = process.env['BOZZETTO_CHROMIUM']

/** Returns the options of the browser of the tests, with further arguments. */
export const launchWith = (...more: readonly string[]) => ({
  args: [...testChromiumArguments, ...more],
  ...(executablePath && { executablePath }),
})

/**
 * Options for flows that run Python. Optimizing WebAssembly later halves the CPU time of its start,
 * which runs most of the code only once. It slows down other WebAssembly, such as networks.
 */
export const pythonBrowser = {
  launchOptions: launchWith('--js-flags=--wasm-tiering-budget=1000000000'),
}
