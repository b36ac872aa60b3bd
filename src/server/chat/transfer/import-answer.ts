import type { ChatSettings } from '#contract/chat/settings.ts'
import type { ImportAnswer } from '#contract/chat/transfer.ts'
import { cutText } from '#lib/cut-text.ts'
import { problemsMax } from '../../reading/chats/batches.ts'

export type ImportProblem = ImportAnswer['problems'][number]

export const emptyAnswer = (): ImportAnswer => ({
  source: 'bozzetto',
  conversations: 0,
  messages: 0,
  known: 0,
  problems: [],
})

/** Maximum number of chats that are named for the same problem. Further chats are only counted. */
const listedWithMessageMax = 20

const alike = new WeakMap<ImportAnswer, Map<string, { count: number; more?: ImportProblem }>>()

export function addProblem(answer: ImportAnswer, problem: ImportProblem): void {
  const known = alike.get(answer) ?? new Map<string, { count: number; more?: ImportProblem }>()
  alike.set(answer, known)
  const message = cutText(problem.message, messageLengthMax)
  const same = known.get(message) ?? { count: 0 }
  same.count++
  if (same.more) {
    same.more.title = `${(same.count - listedWithMessageMax).toLocaleString('en')} more`
    return
  }
  if (answer.problems.length >= problemsMax) return countMoreProblems(answer, 1)
  known.set(message, same)
  if (same.count <= listedWithMessageMax) {
    answer.problems.push({ ...problem, title: cutText(problem.title, titleLengthMax), message })
    return
  }
  same.more = { title: '1 more', message }
  answer.problems.push(same.more)
}

const [titleLengthMax, messageLengthMax] = [300, 2_000]

export function countMoreProblems(answer: ImportAnswer, count: number): void {
  answer.moreProblems = (answer.moreProblems ?? 0) + count
}

type Incomplete = { title: string; conversationId?: string | undefined }

/**
 * Adds a problem that names the missing files of a chat or folder.
 * @param names may be empty.
 */
export function noteMissing(
  answer: ImportAnswer,
  { title, conversationId }: Incomplete,
  names: readonly string[],
): void {
  if (names.length === 0) return
  const message = `Imported without ${getNames(names)}. Only an export with attachments has files.`
  addProblem(answer, { title, message, ...(conversationId && { conversationId }) })
}

/** Adds a problem for each part of an imported chat or folder that this server cannot store. */
export function noteGaps(
  answer: ImportAnswer,
  { title, conversationId }: Incomplete,
  gaps: readonly string[],
): void {
  for (const gap of gaps) {
    const message = `Not imported: ${gap}`
    addProblem(answer, { title, message, ...(conversationId && { conversationId }) })
  }
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

const namesMax = 10

const getNames = (names: readonly string[]): string =>
  names.length > namesMax
    ? `${names.slice(0, namesMax).join(', ')} and ${names.length - namesMax} more`
    : names.join(', ')
