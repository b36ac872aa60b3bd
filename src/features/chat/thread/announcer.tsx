import { translateFailure } from '#lib/language/translate-sentence.ts'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { t } from '#languages/app.ts'
import type { AnswerSnapshot } from '../runs/answer-store.ts'
import type { FollowedRun } from '../runs/followed-run.ts'
import { newSentences } from '../voice/sentences.ts'

const never = () => () => {}

type AnnouncerProps = {
  live: FollowedRun | undefined
  isReadAloud: boolean
}

/**
 * Announces to screen readers that an answer starts or ends. Announcing each delta would be
 * unusable.
 */
export function Announcer({ live, isReadAloud }: AnnouncerProps) {
  const now = useSyncExternalStore(live?.store.subscribe ?? never, () =>
    live ? getAnnouncement(live.store.getSnapshot()) : '',
  )
  const [said, setSaid] = useState({ text: '', isFailure: false })
  // A finished run disappears at once, so keep its announcement until the screen reader has read
  // it.
  if (now !== '' && now !== said.text) {
    setSaid({ text: now, isFailure: live?.store.getSnapshot().status === 'failed' })
  }
  return (
    <div className="sr-only">
      <output>{said.isFailure ? '' : said.text}</output>
      <p role="alert">{said.isFailure ? said.text : ''}</p>
      {isReadAloud && live && <Reader key={live.runId} live={live} />}
    </div>
  )
}

/**
 * Milliseconds between two announcements, so that a screen reader can start the first before the
 * next arrives.
 */
const portionMs = 2_000
/**
 * Maximum number of announcements in the DOM. Screen readers have already read older announcements.
 */
const portionsMax = 4

function Reader({ live: { store } }: { live: FollowedRun }) {
  const [portions, setPortions] = useState<readonly { at: number; words: string }[]>([])

  useEffect(() => {
    let at = store.getSnapshot().text.text.length
    const read = () => {
      const { text, status } = store.getSnapshot()
      const isDone = status !== 'running'
      const { words, to } = newSentences(text.text, at, isDone)
      at = to
      if (words !== '') {
        setPortions((held) => [...held, { at, words }].slice(-portionsMax))
      }
      if (isDone) clearInterval(timer)
    }
    const timer = setInterval(read, portionMs)
    return () => clearInterval(timer)
  }, [store])

  return (
    <div aria-live="polite" aria-relevant="additions">
      {portions.map((portion) => (
        <p key={portion.at}>{portion.words}</p>
      ))}
    </div>
  )
}

function getAnnouncement({ status, text, failure }: AnswerSnapshot): string {
  switch (status) {
    case 'running':
      return t('Answering')
    case 'waiting':
      return t('The model wants to use a tool and is waiting for your approval')
    case 'completed':
      return t('Done, {words} words', { words: countWords(text.text) })
    case 'stopped':
      return t('Stopped after {words} words', { words: countWords(text.text) })
    case 'interrupted':
      return t('The server stopped during the answer')
    case 'failed':
      return translateFailure(failure) ?? t('The answer failed')
  }
}

const countWords = (text: string) => text.split(/\s+/).filter(Boolean).length
