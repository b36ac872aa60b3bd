import { and, eq, sql } from 'drizzle-orm'
import type { ToolAnswer, ToolProgress, ToolQuestion } from '#contract/chat/tool-question.ts'
import { newId } from '#lib/id.ts'
import { HttpError } from '../../errors/http-error.ts'
import { toolCalls } from '../../store/schema.ts'
import { storedJson } from '../../store/storable.ts'
import type { CalledTool } from '../tools/called-tool.ts'
import { findAnswerProblem } from '../tools/find-answer-problem.ts'
import { findRun } from '../conversations/message-rows.ts'
import type { LiveRun } from './live/live-run.ts'
import type { RunContext } from './run-context.ts'

/** Time in milliseconds after which a question to a person counts as dismissed. */
const answerMs = 10 * 60_000
/** Minimum time between two progress updates of one tool call, in milliseconds. */
const progressEveryMs = 250

type KeepCalls = (calls: readonly CalledTool[]) => Promise<void>

/**
 * Shows a question of a running tool call to all readers of the answer and waits for a person's
 * reply.
 * @param keepCalls stores the question, so that readers on other servers see it too.
 * @returns `cancel` if nobody replies in time or the answer ends.
 */
export async function askPerson(
  live: LiveRun,
  call: CalledTool,
  { question, keepCalls }: { question: Omit<ToolQuestion, 'id'>; keepCalls: KeepCalls },
): Promise<Omit<ToolAnswer, 'questionId'>> {
  const id = newId()
  const { progress: _, ...current } = live.calls[call.index] ?? call
  const asking: CalledTool = { ...current, question: { ...question, id } }
  const answered = live.waitForAnswer(id, answerMs)
  await keepCalls([asking])
  live.setCalls([asking])
  const answer = await answered
  if (live.signal.aborted) return { action: 'cancel' }
  await keepCalls([current])
  live.setCalls([current])
  return answer
}

/** Returns a throttled function that reports the progress of a tool call. */
export function createProgressReporter(live: LiveRun, call: CalledTool) {
  let lastMs = -Infinity
  return (progress: ToolProgress): void => {
    const nowMs = performance.now()
    if (nowMs - lastMs < progressEveryMs || live.signal.aborted) return
    lastMs = nowMs
    live.setCalls([{ ...(live.calls[call.index] ?? call), progress }])
  }
}

/**
 * Passes a person's reply to the tool call that asked a question. Another server may run the tool
 * call.
 * @throws {HttpError} `not_found` if the run does not exist. `conflict` if the question is no
 * longer open. `bad_request` if the reply does not match the question.
 */
export async function answerQuestion(
  { store: { db, replica }, registry }: Pick<RunContext, 'store' | 'registry'>,
  runId: string,
  { index, ...answer }: ToolAnswer & { index: number },
): Promise<void> {
  const live = registry.live(runId)
  if (live) {
    checkAnswer(live.calls[index], answer)
    if (!live.giveAnswer(answer)) throw questionClosed()
    return
  }
  const found = await findRun(db, runId)
  if (!found) throw new HttpError('not_found', 'This answer no longer exists.')
  checkAnswer(found.toolCalls[index], answer)
  const stored = JSON.stringify(storedJson({ answer }))
  await db
    .update(toolCalls)
    .set({ details: sql`${toolCalls.details} || ${stored}::jsonb` })
    .where(and(eq(toolCalls.messageId, found.answerId), eq(toolCalls.index, index)))
  replica.wake.tell(`run:${runId}`)
}

function checkAnswer(call: CalledTool | undefined, answer: ToolAnswer): void {
  const question = call?.status === 'running' ? call.question : undefined
  if (question?.id !== answer.questionId) throw questionClosed()
  const problem = findAnswerProblem(question, answer)
  if (problem !== undefined) throw new HttpError('bad_request', problem)
}

const questionClosed = () =>
  new HttpError('conflict', 'This question is no longer open: it was answered, or the call ended.')
