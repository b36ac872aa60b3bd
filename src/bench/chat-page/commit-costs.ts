import { median } from '../table.ts'
import { renderers } from './renderers.tsx'
import { createStage } from './stage.ts'
import type { ChatBench } from './wire.ts'

const warmTokens = 200

/**
 * Drawing, style and layout of single tokens; painting is not in it. The middle of some tokens in a
 * row, so that a collection of garbage says nothing about the renderer.
 */
export const commitCosts: ChatBench['commitCosts'] = async (
  renderer,
  tokens,
  { points, perPoint },
) => {
  const perPointMs: number[] = []
  for (let point = 1; point <= points; point++) {
    const stage = createStage()
    const draw = renderers[renderer]()
    const from = Math.max(0, Math.floor((tokens.length * point) / points) - perPoint)
    let text = tokens.slice(0, from).join('')
    stage.show(draw(text))
    const costsMs: number[] = []
    for (const token of tokens.slice(from, from + perPoint)) {
      text += token
      const startMs = performance.now()
      stage.show(draw(text))
      costsMs.push(performance.now() - startMs)
    }
    perPointMs.push(median(costsMs))
    stage.clear()
    await nextTask()
  }
  const mean = perPointMs.reduce((sum, ms) => sum + ms, 0) / perPointMs.length
  return { perPointMs, wholeMs: mean * tokens.length }
}

export const everyToken: ChatBench['everyToken'] = async (renderer, tokens) => {
  const stage = createStage()
  const draw = renderers[renderer]()
  let text = ''
  let wholeMs = 0
  for (const [at, token] of tokens.entries()) {
    text += token
    const startMs = performance.now()
    stage.show(draw(text))
    wholeMs += performance.now() - startMs
    // What a renderer puts off must not pile up.
    if (at % 64 === 0) await nextTask()
  }
  stage.clear()
  return wholeMs
}

/** Lets the browser compile what is hot before anything is measured. */
export async function warm(tokens: readonly string[]): Promise<void> {
  for (const renderer of ['ours', 'streamdown', 'react-markdown'] as const) {
    await everyToken(renderer, tokens.slice(0, warmTokens))
  }
}

const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve, 0))
