import { packHarmonics } from '#model-files/splats/pack-harmonics.ts'
import { packSplats } from '#model-files/splats/pack-splats.ts'
import { sortSplats } from '#model-files/splats/sort-splats.ts'
import type { SplatAnswer, SplatQuestion } from './splat-questions.ts'

type Scope = {
  addEventListener: (type: 'message', listen: (event: MessageEvent<SplatQuestion>) => void) => void
  postMessage: (answer: SplatAnswer, transfer: Transferable[]) => void
}

// The page's types declare the worker's global object as a window.
const scope = globalThis as unknown as Scope
let positions = new Float32Array()

scope.addEventListener('message', ({ data }) => {
  if (data.type === 'pack') {
    positions = data.splats.positions
    const packed = packSplats(data.splats)
    const harmonics = packHarmonics(data.splats)
    const answer: SplatAnswer = { type: 'packed', packed, harmonics }
    const buffers = harmonics ? [packed.buffer, harmonics.buffer] : [packed.buffer]
    Reflect.apply(scope.postMessage, scope, [answer, buffers])
  } else {
    sortSplats(positions, data.towards, data.order)
    const { order } = data
    Reflect.apply(scope.postMessage, scope, [{ type: 'sorted', order }, [order.buffer]])
  }
})
