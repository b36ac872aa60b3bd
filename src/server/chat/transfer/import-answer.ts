import type { ImportAnswer } from '#contract/chat/transfer.ts'
import { problemsMax } from '../../reading/chats/batches.ts'

/** What is counted in while something is imported. */
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

/** Says which files a chat or a folder came without. @param names of them; none is no problem. */
export function noteMissing(answer: ImportAnswer, title: string, names: readonly string[]): void {
  if (names.length === 0) return
  const message = `Imported without ${namesOf(names)}. Only an export with attachments has files.`
  addProblem(answer, { title, message })
}

/** So many names of files are said. */
const namesMax = 3

const namesOf = (names: readonly string[]): string =>
  names.length > namesMax
    ? `${names.slice(0, namesMax).join(', ')} and ${names.length - namesMax} more`
    : names.join(', ')
