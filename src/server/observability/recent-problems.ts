import { z } from 'zod'
import type { ServerStatus } from '#contract/server-status.ts'
import { metrics } from './server-metrics.ts'

type Problem = ServerStatus['problems'][number]

const problemsMax = 30
const textLengthMax = 500

const problems = new Map<string, Problem>()

const lineSchema = z.object({
  time: z.string(),
  msg: z.string().default(''),
  error: z.array(z.object({ message: z.string() })).default([]),
  requestId: z.string().optional(),
})

/**
 * Stores a line of the log if it reports an error. Never throws.
 * @param line JSON without secrets.
 */
export function noteProblem(line: string): void {
  if (!line.startsWith('{"level":"error"')) return
  metrics.count('bozzetto_errors_total')
  const read = lineSchema.safeParse(parseLine(line)).data
  if (!read) return
  const { time, msg, error, requestId } = read
  const text = `${msg} ${error[0]?.message ?? ''}`.trim().slice(0, textLengthMax)
  const count = (problems.get(text)?.count ?? 0) + 1
  problems.delete(text)
  problems.set(text, { at: time, text, count, ...(requestId !== undefined && { requestId }) })
  const [oldest] = problems.keys()
  if (problems.size > problemsMax && oldest !== undefined) problems.delete(oldest)
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

export const listProblems = (): Problem[] => [...problems.values()].toReversed()

export const forgetProblems = (): void => problems.clear()
