import { packHarmonics } from '#model-files/splats/pack-harmonics.ts'
import { packSplats } from '#model-files/splats/pack-splats.ts'
import { sortSplats } from '#model-files/splats/sort-splats.ts'
import type { SplatAnswer, SplatQuestion } from './splat-questions.ts'

type Scope = {
  addEventListener: (type: 'message', listen: (event: MessageEvent<SplatQuestion>) => void) => void
  postMessage: (answer: SplatAnswer, transfer: Transferable[]) => void
}

// TypeScript declares the worker's global object as a window.
declare const self: Scope
let positions = new Float32Array()

self.addEventListener('message', ({ data }) => {
  if (data.type === 'pack') {
    positions = data.splats.positions
    const packed = packSplats(data.splats)
    const harmonics = packHarmonics(data.splats)
    const answer: SplatAnswer = { type: 'packed', packed, harmonics }
    const buffers = harmonics ? [packed.buffer, harmonics.buffer] : [packed.buffer]
    Reflect.apply(self.postMessage, self, [answer, buffers])
  } else {
    sortSplats(positions, data.towards, data.order)
    const { order } = data
    Reflect.apply(self.postMessage, self, [{ type: 'sorted', order }, [order.buffer]])
  }
})
