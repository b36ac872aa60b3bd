import '#app/styles.css'
import { commitCosts, everyToken } from './commit-costs.ts'
import { answers, live } from './live.tsx'
import type { ChatBench } from './wire.ts'

declare global {
  interface Window {
    chatBench: ChatBench
  }
}

window.chatBench = { commitCosts, everyToken, live, answers }
