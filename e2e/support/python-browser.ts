import { testChromiumArguments } from '#testing/chromium-arguments.ts'

const executablePath = process.env['BOZZETTO_CHROMIUM']

/**
 * Options for flows that run Python. Optimizing WebAssembly later halves the CPU time of its start,
 * which runs most of the code only once. It slows down other WebAssembly, such as networks.
 */
export const pythonBrowser = {
  launchOptions: {
    args: [...testChromiumArguments, '--js-flags=--wasm-tiering-budget=1000000000'],
    ...(executablePath && { executablePath }),
  },
}
