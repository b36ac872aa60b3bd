import type { LookRequest, PhotoLook } from '#lib/scan/live-messages.ts'
import { lookAtFrame } from './look-at-frame.ts'

type WorkerScope = {
  addEventListener: (
    type: 'message',
    listener: (event: { readonly data: LookRequest }) => void,
  ) => void
  postMessage: (answer: PhotoLook) => void
}

const { addEventListener, postMessage } = globalThis as unknown as WorkerScope
addEventListener('message', ({ data }) => {
  const answer = lookAtFrame(data)
  postMessage(answer)
})
