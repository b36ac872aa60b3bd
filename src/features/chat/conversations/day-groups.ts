import { language } from '#lib/language/translate.ts'
import type { Conversation } from '#contract/chat/chat.ts'
import { t } from '#languages/app.ts'

export type DayGroup = { name: string; conversations: Conversation[] }

export function groupByDay(conversations: readonly Conversation[], now: Date): DayGroup[] {
  const groups: DayGroup[] = []
  for (const conversation of conversations.toSorted((a, b) =>
    b.updatedAt.localeCompare(a.updatedAt),
  )) {
    const name = getGroupName(new Date(conversation.updatedAt), now)
    const last = groups.at(-1)
    if (last?.name === name) last.conversations.push(conversation)
    else groups.push({ name, conversations: [conversation] })
  }
  return groups
}

function getGroupName(date: Date, now: Date): string {
  const days = Math.round((startOfDay(now) - startOfDay(date)) / 86_400_000)
  if (days <= 0) return t('Today')
  if (days === 1) return t('Yesterday')
  if (days < 7) return t('Last 7 days')
  const isThisYear = date.getFullYear() === now.getFullYear()
  return date.toLocaleDateString(language, {
    month: 'long',
    ...(isThisYear ? {} : { year: 'numeric' }),
  })
}

const startOfDay = (date: Date) =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
