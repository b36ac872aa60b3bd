import '#app/styles.css'
import { prepare, step } from './commits.ts'
import { answers, live } from './live.tsx'
import type { ChatBench } from './wire.ts'

declare global {
  interface Window {
    chatBench: ChatBench
  }
}

window.chatBench = { prepare, step, live, answers }
