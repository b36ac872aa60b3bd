import { packSplats } from './pack-splats.ts'
import { sortSplats } from './sort-splats.ts'
import type { SplatAnswer, SplatQuestion } from './splat-questions.ts'

type Scope = {
  addEventListener: (type: 'message', listen: (event: MessageEvent<SplatQuestion>) => void) => void
  postMessage: (answer: SplatAnswer, transfer: Transferable[]) => void
}

// A worker's global object, which the page's types know as a window.
const scope = globalThis as unknown as Scope
let positions = new Float32Array()

scope.addEventListener('message', ({ data }) => {
  if (data.type === 'pack') {
    positions = data.splats.positions
    const packed = packSplats(data.splats)
    Reflect.apply(scope.postMessage, scope, [{ type: 'packed', packed }, [packed.buffer]])
  } else {
    sortSplats(positions, data.towards, data.order)
    const { order } = data
    Reflect.apply(scope.postMessage, scope, [{ type: 'sorted', order }, [order.buffer]])
  }
})
