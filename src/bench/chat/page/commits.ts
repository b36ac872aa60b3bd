import { median } from '../../table.ts'
import { renderers, type Draw } from './renderers.tsx'
import { createStage, type Stage } from './stage.ts'
import type { ChatBench } from './wire.ts'

type Drawing = { stage: Stage; draw: Draw; tokens: readonly string[]; at: number; text: string }

let current: Drawing | undefined

export const prepare: ChatBench['prepare'] = (renderer, tokens, from) => {
  const text = tokens.slice(0, from).join('')
  current = { stage: createStage(), draw: renderers[renderer](), tokens, at: from, text }
  current.stage.show(current.draw(text, text))
}

export const step: ChatBench['step'] = (count) => {
  const costsMs: number[] = []
  if (!current) throw new Error('Nothing has been prepared.')
  const drawing = current
  for (let steps = 0; steps < count; steps++) {
    const token = drawing.tokens[drawing.at++] ?? ''
    drawing.text += token
    const startMs = performance.now()
    drawing.stage.show(drawing.draw(drawing.text, token))
    costsMs.push(performance.now() - startMs)
  }
  return median(costsMs)
}

export const rest: ChatBench['rest'] = async () => {
  await current?.stage.rest()
}
