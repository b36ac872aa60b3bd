import type { WorkerAnswer } from '#model-files/worker/ask-worker.ts'

/** A worker whose answers a test sends. */
export class FakeWorker extends EventTarget implements Worker {
  static readonly made: FakeWorker[] = []
  readonly questions: unknown[] = []
  isTerminated = false
  onmessage = null
  onmessageerror = null
  onerror = null

  constructor() {
    super()
    FakeWorker.made.push(this)
  }

  postMessage(question: unknown): void {
    this.questions.push(question)
  }

  terminate(): void {
    this.isTerminated = true
  }

  answer(data: WorkerAnswer<unknown>): void {
    if (!this.isTerminated) this.dispatchEvent(new MessageEvent('message', { data }))
  }
}
