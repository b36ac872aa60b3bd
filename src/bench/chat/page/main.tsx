import '#app/styles.css'
import { prepareDrawing, rest, step } from './commits.tsx'
import { answers, live } from './live.tsx'
import type { ChatBench } from './wire.ts'

declare global {
  interface Window {
    chatBench: ChatBench
  }
}

window.chatBench = { prepare: prepareDrawing, rest, step, live, answers }
