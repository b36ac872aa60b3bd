import type { Conversation } from '#contract/chat/chat.ts'

/** Changes per tag: true adds the tag, false removes the tag. */
export type TagChange = Readonly<Record<string, boolean>>

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

export function changeTags(tags: readonly string[] = [], change: TagChange): string[] {
  const changes = Object.entries(change)
  const kept = tags.filter((tag) => !changes.some(([name, isOn]) => !isOn && isSame(name, tag)))
  for (const [name, isOn] of changes) {
    if (isOn && !kept.some((tag) => isSame(tag, name))) kept.push(name)
  }
  return kept
}

/** Returns whether all, some or none of the chats have a tag after a change. */
export function countTagged(
  chats: readonly Conversation[],
  name: string,
  change: TagChange,
): 'all' | 'some' | 'none' {
  const tagged = chats.filter(({ tags }) =>
    changeTags(tags, change).some((tag) => isSame(tag, name)),
  )
  if (tagged.length === 0) return 'none'
  return tagged.length === chats.length ? 'all' : 'some'
}
