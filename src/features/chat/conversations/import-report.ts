import { language } from '#lib/language/translate.ts'
import { createBrowserSetting } from '#lib/browser/browser-setting.ts'
import { importAnswerSchema, type ImportAnswer } from '#contract/chat/transfer.ts'
import * as z from 'zod/mini'
import { t } from '#languages/app.ts'

const keptReportSchema = z.object({ at: z.iso.datetime(), answer: importAnswerSchema })
export type KeptReport = z.infer<typeof keptReportSchema>

export const lastImport = createBrowserSetting<KeptReport | undefined>({
  key: 'bozzetto-last-import',
  fallback: undefined,
  parse: (text) => keptReportSchema.parse(JSON.parse(text)),
  format: (report) => (report === undefined ? undefined : JSON.stringify(report)),
})

export type ProblemGroup = {
  title: string
  conversationId?: string | undefined
  messages: string[]
}

export function groupProblems(problems: ImportAnswer['problems']): ProblemGroup[] {
  const groups = new Map<string, ProblemGroup>()
  for (const { title, message, conversationId } of problems) {
    // Two chats may have the same title, so group by the id of the chat if the id is known.
    const key = conversationId ?? `title ${title}`
    const group = groups.get(key) ?? { title, conversationId, messages: [] }
    group.messages.push(message)
    groups.set(key, group)
  }
  return [...groups.values()]
}

export function describeImport({
  conversations,
  messages,
  known,
  folders = 0,
  problems,
}: ImportAnswer): string {
  const imported =
    conversations > 0
      ? t(
          'Imported {conversations, plural, one {# chat} other {# chats}} with {messages, plural, one {# message} other {# messages}}',
          { conversations, messages },
        )
      : problems.length > 0
        ? t('No chat was imported')
        : t('No new chats')
  const here =
    known > 0 ? t('; {known} already here', { known: known.toLocaleString(language) }) : ''
  const added =
    folders > 0
      ? ` ${t('Added files or instructions to {folders}.', { folders: t('{folders, plural, one {# folder} other {# folders}}', { folders }) })}`
      : ''
  return `${imported}${here}.${added}`
}

export function formatReport({ at, answer }: KeptReport): string {
  const { problems, moreProblems = 0 } = answer
  const groups = groupProblems(problems).map(
    ({ title, messages }) => `${title}\n${messages.map((message) => `  - ${message}`).join('\n')}`,
  )
  const more =
    moreProblems > 0
      ? [
          t('And {moreProblems, plural, one {# further problem} other {# further problems}}.', {
            moreProblems,
          }),
        ]
      : []
  return `${[t('Import of chats, {at}', { at }), describeImport(answer), ...groups, ...more].join('\n\n')}\n`
}
