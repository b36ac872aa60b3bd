import { createAnswerStore } from '#features/chat/runs/answer-store.ts'
import { createManualClock } from '#features/chat/runs/manual-clock.fixture.ts'
import { loadMarkdownReader } from '#features/chat/runs/markdown-reader.ts'
import { median } from '../../table.ts'
import { OwnAnswer } from './own-answer.tsx'
import { otherRenderers } from './renderers.tsx'
import { createStage, type BenchStage } from './stage.ts'
import type { ChatBench, OtherName, RendererName } from './wire.ts'

type Drawing = {
  stage: BenchStage
  append: (token: string) => void
  tokens: readonly string[]
  at: number
}

let current: Drawing | undefined

export const prepareDrawing: ChatBench['prepare'] = async (renderer, tokens, from) => {
  await loadMarkdownReader()
  const stage = createStage()
  current = { stage, append: appender(renderer, stage), tokens, at: from }
  current.append(tokens.slice(0, from).join(''))
}

function appender(renderer: RendererName, stage: BenchStage): Drawing['append'] {
  return renderer === 'ours' ? ownAppender(stage) : otherAppender(renderer, stage)
}

function ownAppender(stage: BenchStage): Drawing['append'] {
  const { clock, tick } = createManualClock()
  const store = createAnswerStore({ text: '', reasoning: '' }, clock)
  stage.show(<OwnAnswer store={store} />)
  return (token) => {
    store.appended('text', token)
    tick()
    stage.layOut()
  }
}

function otherAppender(renderer: OtherName, stage: BenchStage): Drawing['append'] {
  let text = ''
  return (token) => {
    text += token
    stage.show(otherRenderers[renderer](text))
  }
}

export const step: ChatBench['step'] = (count) => {
  const costsMs: number[] = []
  if (!current) throw new Error('Nothing has been prepared.')
  const { append, tokens } = current
  for (let steps = 0; steps < count; steps++) {
    const token = tokens[current.at++] ?? ''
    const startMs = performance.now()
    append(token)
    costsMs.push(performance.now() - startMs)
  }
  return median(costsMs)
}

export const rest: ChatBench['rest'] = async () => {
  await current?.stage.rest()
}
