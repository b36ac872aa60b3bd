import { useState, useSyncExternalStore } from 'react'
import type { AnswerSnapshot } from './answer-store.ts'
import type { LiveRun } from './live-runs.ts'

const never = () => () => {}

/** Tells screen readers when an answer begins and ends. Each word of it would drown them. */
export function Announcer({ live }: { live: LiveRun | undefined }) {
  const now = useSyncExternalStore(live?.store.subscribe ?? never, () =>
    live ? sentenceOf(live.store.getSnapshot()) : '',
  )
  const [said, setSaid] = useState({ text: '', isFailure: false })
  // A finished run is forgotten at once; what was said about it stays until it has been read out.
  if (now !== '' && now !== said.text) {
    setSaid({ text: now, isFailure: live?.store.getSnapshot().status === 'failed' })
  }
  return (
    <div className="sr-only">
      <output>{said.isFailure ? '' : said.text}</output>
      <p role="alert">{said.isFailure ? said.text : ''}</p>
    </div>
  )
}

function sentenceOf({ status, text, failure }: AnswerSnapshot): string {
  switch (status) {
    case 'running':
      return 'Answering'
    case 'waiting':
      return 'A tool wants to be allowed'
    case 'completed':
      return `Done, ${wordsIn(text.text)} words`
    case 'stopped':
      return `Stopped after ${wordsIn(text.text)} words`
    case 'interrupted':
      return 'The server ended in the middle of the answer'
    case 'failed':
      return failure?.message ?? 'The answer failed'
  }
}

const wordsIn = (text: string) => text.split(/\s+/).filter(Boolean).length
