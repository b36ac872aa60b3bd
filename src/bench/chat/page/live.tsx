import { flushSync } from 'react-dom'
import { createAnswerStore } from '#features/chat/runs/answer-store.ts'
import { createPacer, type Clock } from '#features/chat/runs/pacer.ts'
import { useSnapshot } from '#features/chat/runs/use-snapshot.ts'
import { finishedRun, OwnAnswer } from './own-answer.tsx'
import { otherRenderers } from './renderers.tsx'
import { createStage, painted } from './stage.ts'
import type { Due, Pace } from './token-clock.ts'
import type { ChatBench, OtherName, RendererName } from './wire.ts'

type Receiver = {
  append: (token: string) => void
  end: () => void
  subscribe: (listener: () => void) => () => void
  /**
   * Returns the number of rendered UTF-16 units. The last units count only after deferred
   * rendering.
   */
  drawnLength: () => number
  view: () => React.ReactNode
}

export const live: ChatBench['live'] = async (renderer, tokens, tokensPerSecond) => {
  const receiver = getReceiver(renderer)
  const stage = createStage()
  stage.show(receiver.view())
  let publishings = 0
  receiver.subscribe(() => publishings++)
  const clock = new Worker(new URL('./token-clock.ts', import.meta.url), { type: 'module' })
  const length = tokens.join('').length
  const startMs = epochMs()
  const lastDueMs = await new Promise<number>((resolve) => {
    let received = 0
    clock.addEventListener('message', ({ data }: MessageEvent<Due>) => {
      const count = typeof data === 'number' ? data : tokens.length
      while (received < count) receiver.append(tokens[received++] ?? '')
      if (typeof data === 'number') return
      receiver.end()
      resolve(data.lastDueMs)
    })
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name.
    clock.postMessage({ count: tokens.length, tokensPerSecond } satisfies Pace)
  })
  await new Promise<void>((resolve) => {
    const look = () => (receiver.drawnLength() === length ? resolve() : requestAnimationFrame(look))
    look()
  })
  await painted()
  const endMs = epochMs()
  clock.terminate()
  stage.clear()
  return { wallMs: endMs - startMs, lagMs: endMs - lastDueMs, publishings }
}

export const answers: ChatBench['answers'] = async (texts) => {
  const stage = createStage()
  for (const [at, tokens] of texts.entries()) {
    const store = createAnswerStore({ text: '', reasoning: '' }, quickClock)
    stage.show(<OwnAnswer key={at} store={store} />)
    for (const [index, token] of tokens.entries()) {
      store.appended('text', token)
      if (index % 32 === 0) await nextTask()
    }
    store.ended(finishedRun)
    await nextTask()
  }
  stage.clear()
}

function getReceiver(renderer: RendererName): Receiver {
  return renderer === 'ours' ? ownReceiver() : otherReceiver(renderer)
}

function ownReceiver(): Receiver {
  const store = createAnswerStore({ text: '', reasoning: '' })
  return {
    append: (token) => store.appended('text', token),
    end: () => store.ended(finishedRun),
    subscribe: store.subscribe,
    drawnLength() {
      const { status, text } = store.getSnapshot()
      return status === 'running' ? 0 : text.text.length
    },
    view: () => <OwnAnswer store={store} />,
  }
}

/**
 * Creates a receiver that differs from this app's receiver only in the renderer. The text is also
 * kept outside of React and updated once per frame.
 */
function otherReceiver(renderer: OtherName): Receiver {
  const draw = otherRenderers[renderer]
  const listeners = new Set<() => void>()
  let arrived = ''
  let drawn = { text: '' }
  const pacer = createPacer(() => {
    drawn = { text: arrived }
    flushSync(() => {
      for (const listener of listeners) listener()
    })
  })
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }
  const source = { subscribe, getSnapshot: () => drawn }
  function Other() {
    const { text } = useSnapshot(source) ?? drawn
    return <div>{draw(text)}</div>
  }
  return {
    append(token) {
      arrived += token
      pacer.request()
    },
    end() {
      pacer.flush()
      pacer.stop()
    },
    subscribe,
    drawnLength: () => drawn.text.length,
    view: () => <Other />,
  }
}

const epochMs = () => performance.timeOrigin + performance.now()

const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve, 0))

/**
 * A clock that runs frames at once, because fifty answers at the screen's frame rate would take
 * minutes.
 */
const quickClock: Clock = {
  now: () => performance.now(),
  nextFrame(callback) {
    const id = setTimeout(callback, 0)
    return () => clearTimeout(id)
  },
  after(ms, callback) {
    const id = setTimeout(callback, ms)
    return () => clearTimeout(id)
  },
  afterPaint: (callback) => void setTimeout(callback, 0),
  isHidden: () => false,
  onVisibility: () => () => {},
}
