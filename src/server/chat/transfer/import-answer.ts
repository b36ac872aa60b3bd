import type { ChatSettings } from '#contract/chat/settings.ts'
import type { ImportAnswer } from '#contract/chat/transfer.ts'
import { problemsMax } from '../../reading/chats/batches.ts'

export const emptyAnswer = (): ImportAnswer => ({
  source: 'bozzetto',
  conversations: 0,
  messages: 0,
  known: 0,
  problems: [],
})

export function addProblem(answer: ImportAnswer, problem: ImportAnswer['problems'][number]): void {
  if (answer.problems.length < problemsMax) answer.problems.push(problem)
}

/** Adds a problem that names the missing files of a chat or folder. @param names may be empty. */
export function noteMissing(answer: ImportAnswer, title: string, names: readonly string[]): void {
  if (names.length === 0) return
  const message = `Imported without ${namesOf(names)}. Only an export with attachments has files.`
  addProblem(answer, { title, message })
}

/**
 * Counts chats whose tool permissions were dropped, and system prompts that the owner has to
 * accept.
 */
export function noteSettings(answer: ImportAnswer, settings: ChatSettings = {}): void {
  const { systemPrompt = '', tools = [], allowedTools = [], paidCallsMax, paidUsdMax } = settings
  const limits = [paidCallsMax, paidUsdMax].filter((limit) => limit !== undefined)
  if (tools.length + allowedTools.length + limits.length > 0) {
    answer.withoutPermissions = (answer.withoutPermissions ?? 0) + 1
  }
  if (systemPrompt !== '') notePrompt(answer)
}

/** Counts a system prompt or folder instructions that the owner has to accept. */
export function notePrompt(answer: ImportAnswer): void {
  answer.prompts = (answer.prompts ?? 0) + 1
}

const namesMax = 3

const namesOf = (names: readonly string[]): string =>
  names.length > namesMax
    ? `${names.slice(0, namesMax).join(', ')} and ${names.length - namesMax} more`
    : names.join(', ')
