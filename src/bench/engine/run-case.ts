import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** `BOZZETTO_BENCH_QUICK=1`: a look at whether it works, with figures that are worth little. */
export const isQuick = process.env['BOZZETTO_BENCH_QUICK'] === '1'

/** Runs the built case; what it prints is its own file's, a wrong shape would be a defect of the bench. */
export async function runCase(casePath: string, args: string[], timeout: number) {
  const { stdout } = await promisify(execFile)(process.execPath, [casePath, ...args], { timeout })
  return JSON.parse(stdout)
}
