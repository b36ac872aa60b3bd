import X from 'lucide-react/icons/x'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { isRunActive } from '#contract/chat/chat.ts'
import { explainError } from '#lib/explain.ts'
import { Button } from '#ui/actions/button.tsx'
import { t } from '#languages/app.ts'
import type { FollowedRun } from '../runs/followed-run.ts'
import { createDictation, type Dictation } from './dictation.ts'
import { LevelMeter } from './level-meter.tsx'
import { readAnswer } from './read-answer.ts'
import { useReading } from './reading-store.ts'

/** Milliseconds of silence after which a question is complete. */
const endMs = 1_300
/** Milliseconds of speech that interrupt the answer. Shorter sounds are noise. */
const interruptMs = 400
/** Milliseconds between two measurements of the loudness. Must equal `tickMs` in `dictation.ts`. */
const measureMs = 50

type HandsFreeBarProps = {
  onStart: () => void
  live: FollowedRun | undefined
  onWords: (words: string) => void
  onEnd: (words: string | undefined) => void
  onSend: (words: string) => void
  onStop: () => void
}

type Phase = 'listening' | 'thinking' | 'interruptible' | 'speaking' | 'failed'

const labels: Record<Phase, string> = {
  listening: t('Listening. Speak, then pause.'),
  thinking: t('Waiting for the answer'),
  interruptible: t('Speaking. Talk to interrupt.'),
  speaking: t('Speaking'),
  failed: '',
}

/**
 * Renders a conversation by voice: listens until the user pauses, sends the question, reads the
 * answer aloud, and listens again. Speech interrupts the answer if the dictation uses a service
 * instead of the browser.
 */
export function HandsFreeBar({ live, onStart, onWords, onEnd, onSend, onStop }: HandsFreeBarProps) {
  const client = useQueryClient()
  const [phase, setPhase] = useState<Phase>('listening')
  const [problem, setProblem] = useState<string>()
  const [levels, setLevels] = useState<readonly number[]>([])
  const talk = useRef<Talk>(undefined)
  const wishes = useEffectEvent((wish: TalkWish) => {
    if (wish.kind === 'words') onWords(wish.words)
    else if (wish.kind === 'question') onSend(wish.words)
    else if (wish.kind === 'stop') onStop()
    else if (wish.kind === 'levels') setLevels(wish.levels)
    else if (wish.kind === 'phase') setPhase(wish.phase)
    else {
      setPhase('failed')
      setProblem(wish.problem)
    }
  })

  const tellStart = useEffectEvent(onStart)

  useEffect(() => {
    tellStart()
    useReading.setState({ reading: undefined, isTalking: true })
    const own = createTalk(client, (wish) => wishes(wish))
    talk.current = own
    return () => {
      own.close()
      useReading.setState({ isTalking: false })
    }
  }, [client])

  useEffect(() => {
    if (live) talk.current?.answer(live)
  }, [live])

  return (
    <div className="flex items-center gap-3 px-3 pb-2">
      {problem === undefined ? (
        <>
          <LevelMeter levels={phase === 'listening' ? levels : []} />
          <output className="text-sm text-ink-muted">{labels[phase]}</output>
        </>
      ) : (
        <p role="alert" className="min-w-0 flex-1 text-sm text-danger">
          {problem}
        </p>
      )}
      <Button size="sm" icon={<X aria-hidden />} onClick={() => onEnd(undefined)}>
        {t('End')}
      </Button>
    </div>
  )
}

type TalkWish =
  | { kind: 'words'; words: string }
  | { kind: 'question'; words: string }
  | { kind: 'levels'; levels: readonly number[] }
  | { kind: 'phase'; phase: Phase }
  | { kind: 'stop' }
  | { kind: 'failed'; problem: string }

type Talk = ReturnType<typeof createTalk>

function createTalk(client: QueryClient, tell: (wish: TalkWish) => void) {
  let isClosed = false
  let isListening = true
  let canInterrupt = false
  let loudMs = 0
  let dictation: Dictation | undefined
  let reader: ReturnType<typeof readAnswer> | undefined
  let answeredRunId: string | undefined

  const fail = (problem: string) => {
    close()
    tell({ kind: 'failed', problem })
  }
  const ask = async () => {
    const asked = dictation
    if (!asked || !isListening) return
    isListening = false
    tell({ kind: 'phase', phase: 'thinking' })
    const words = await asked.finish()
    dictation = undefined
    if (isClosed) return
    if (words === '') return listen()
    tell({ kind: 'question', words })
  }
  const listen = () => {
    if (isClosed) return
    isListening = true
    loudMs = 0
    tell({ kind: 'phase', phase: 'listening' })
    dictation ??= hear()
  }
  const interrupt = () => {
    reader?.stop()
    reader = undefined
    tell({ kind: 'stop' })
    listen()
  }
  const hear = (): Dictation => {
    const own = createDictation(client, {
      isIgnored: () => !isListening,
      onSpeech: () => {
        loudMs += measureMs
        if (!isListening && loudMs >= interruptMs) interrupt()
      },
      onSilence: (silentMs) => {
        if (silentMs > measureMs && !isListening) loudMs = 0
        const { words, interim } = own.store.getState()
        const hasWords = words !== '' || interim !== '' || own.hasPending()
        if (isListening && hasWords && silentMs >= endMs) void ask()
      },
    })
    own.store.subscribe((state) => {
      const { levels, problem } = state
      if (problem !== undefined) return fail(problem)
      canInterrupt ||= state.canInterrupt
      tell({ kind: 'levels', levels })
      const words = `${state.words} ${state.interim}`.trim()
      if (isListening && words !== '') tell({ kind: 'words', words })
    })
    own.start()
    return own
  }
  const close = () => {
    isClosed = true
    dictation?.cancel()
    reader?.stop()
  }
  dictation = hear()

  return {
    close,
    answer(live: FollowedRun) {
      const { runId, store } = live
      if (isClosed || answeredRunId === runId) return
      answeredRunId = runId
      reader?.stop()
      reader = readAnswer(
        client,
        () => {
          const { text, status } = store.getSnapshot()
          return { text: text.text, isDone: !isRunActive({ status }) }
        },
        {
          onSound: () => {
            if (isListening || isClosed) return
            tell({ kind: 'phase', phase: canInterrupt ? 'interruptible' : 'speaking' })
            // Recording starts while the answer is spoken, so that an interruption is recorded
            // completely.
            loudMs = 0
            dictation ??= hear()
          },
          onEnd: (error) => {
            reader = undefined
            if (error !== undefined) return fail(explainError(error))
            listen()
          },
        },
      )
    },
  }
}
