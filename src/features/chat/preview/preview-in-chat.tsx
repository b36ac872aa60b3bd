import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import type { Message } from '#contract/chat/chat.ts'
import { t } from '#languages/app.ts'
import type { Turn } from '../messages/thread.ts'
import { PreviewPanel } from './preview-panel.tsx'
import { findPreviewVersions, listAnswers, replaceCode } from './preview-versions.ts'
import type { Preview } from '../preview-kinds/preview-kinds.ts'

export type PreviewChat = {
  /** Messages of the visible branch. */
  turns: readonly Turn[]
  /** Messages of all branches. */
  messages: readonly Message[]
  isReadOnly: boolean
  onKeep: (message: Message, text: string) => void
  onAsk: (words: string) => void
}

type PreviewInChatProps = {
  preview: Preview
  opening: number
  chat: PreviewChat
  onChange: (preview: Preview) => void
  onClose: () => void
}

/**
 * Renders a document that was written in a chat, with all its versions. A new version replaces the
 * shown version if that was the newest version.
 */
export function PreviewInChat({ chat, ...props }: PreviewInChatProps) {
  const { turns, messages, isReadOnly } = chat
  const { preview } = props
  const answers = useMemo(() => listAnswers(turns, messages), [turns, messages])
  const versions = useMemo(() => findPreviewVersions(answers, preview), [answers, preview])
  const newest = versions.at(-1)
  const newestBefore = useRef(newest)
  const follow = useEffectEvent(() => {
    const last = newestBefore.current
    if (newest && preview.code === last?.code && newest.code !== last.code) props.onChange(newest)
    newestBefore.current = newest
  })
  useEffect(() => {
    follow()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- runs for each newer version.
  }, [newest])

  const ask = (words: string) => {
    // On a narrow screen, the panel covers the message box.
    if (matchMedia('(width < 64rem)').matches) props.onClose()
    chat.onAsk(words)
  }
  const save = (code: string) => {
    const answer = answers.find(({ id }) => id === newest?.messageId)
    const isLast = answer && turns.at(-1)?.siblings.includes(answer.id)
    if (answer && newest && isLast) {
      chat.onKeep(answer, replaceCode(answer.text, newest.code, code))
      props.onChange({ kind: preview.kind, code })
      return
    }
    // Write a question with this version, because editing an earlier answer would hide the messages
    // after the answer.
    ask(`${t('This is the version to go on with:\n```{kind}\n{code}\n```', { kind: preview.kind, code })}
`)
  }
  return (
    <PreviewPanel
      {...props}
      versions={versions}
      onSave={isReadOnly ? undefined : save}
      onAsk={isReadOnly ? undefined : ask}
    />
  )
}
