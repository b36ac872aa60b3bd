import type { WebSocket } from 'ws'
import { asList, asNumber, asText, isRecord } from '#lib/fields.ts'
import { ownValue } from '#lib/own-value.ts'
import { parseServiceJson, type ServiceHttp } from '../service/service-http.ts'
import type { TaskLook } from '../service/task-provider.ts'
import type { Workflow } from './fill-workflow.ts'

const connectMsMax = 10_000
/** Maximum size of a message. Messages may contain small preview pictures. */
const messageBytesMax = 4 * 1024 * 1024
/** Maximum size of a text message, because parsing longer texts would block the event loop. */
const textBytesMax = 256 * 1024
/**
 * Maximum rate of messages. ComfyUI sends a few dozen per second, and faster sockets are closed.
 */
const messagesPerSecondMax = 1_000
const retryMs = 15_000
const unusedMs = 90_000
const socketsMax = 8

/** The module is imported on first use, so that the server starts faster. */
let sockets: { WebSocket: typeof WebSocket } | undefined
const loadSockets = async () => {
  sockets = await import('ws')
}

type FollowedPrompt = {
  id: string
  clientId: string
  workflow: () => Workflow
}

type Seen = Pick<TaskLook, 'doing' | 'progress'>

/**
 * Reads the progress of running prompts from ComfyUI's WebSocket. Tasks are polled as well, so the
 * WebSocket may fail.
 */
export type ComfyProgress = {
  /** Returns the latest known progress immediately. Opens the socket if necessary. */
  see: (prompt: FollowedPrompt, signal: AbortSignal) => Seen
  forget: (id: string) => void
}

type Watch = {
  socket: WebSocket
  steps: PromptSteps
  unused: NodeJS.Timeout
  closedAtMs: number | undefined
}

export function watchComfy({
  root,
  headers,
}: Pick<ServiceHttp, 'root' | 'headers'>): ComfyProgress {
  const watches = new Map<string, Watch>()
  const forget = (id: string) => {
    const watch = watches.get(id)
    if (!watch) return
    watches.delete(id)
    clearTimeout(watch.unused)
    watch.socket.terminate()
  }
  const open = (
    { WebSocket }: NonNullable<typeof sockets>,
    { id, clientId }: FollowedPrompt,
    steps: PromptSteps,
  ): Watch => {
    const address = `${root.replace(/^http/, 'ws')}/ws?clientId=${encodeURIComponent(clientId)}`
    const socket = new WebSocket(address, {
      headers,
      handshakeTimeout: connectMsMax,
      maxPayload: messageBytesMax,
      perMessageDeflate: false,
    })
    const unused = setTimeout(() => forget(id), unusedMs)
    unused.unref()
    const watch: Watch = { socket, steps, unused, closedAtMs: undefined }
    let heardSinceMs = Date.now()
    let heard = 0
    socket.on('message', (data, isBinary) => {
      if (Date.now() - heardSinceMs >= 1_000) [heardSinceMs, heard] = [Date.now(), 0]
      if (++heard > messagesPerSecondMax) return socket.terminate()
      if (isBinary || !Buffer.isBuffer(data) || data.byteLength > textBytesMax) return
      steps.hear(parseServiceJson(data.toString()))
    })
    socket.on('close', () => (watch.closedAtMs = Date.now()))
    // Errors are ignored, because a `close` event follows each error.
    socket.on('error', () => {})
    return watch
  }
  return {
    see(prompt, signal) {
      if (!sockets) {
        void loadSockets()
        return {}
      }
      const { id, workflow } = prompt
      let watch = watches.get(id)
      if (watch?.closedAtMs !== undefined && Date.now() - watch.closedAtMs > retryMs) {
        const { steps } = watch
        forget(id)
        watch = open(sockets, prompt, steps)
        watches.set(id, watch)
      } else if (!watch && watches.size < socketsMax) {
        watch = open(sockets, prompt, createPromptSteps(id, workflow()))
        watches.set(id, watch)
        signal.addEventListener('abort', () => forget(id), { once: true })
      }
      watch?.unused.refresh()
      return watch?.steps.seen() ?? {}
    },
    forget,
  }
}

export type PromptSteps = { hear: (message: unknown) => void; seen: () => Seen }

export function createPromptSteps(id: string, workflow: Workflow): PromptSteps {
  const total = Object.keys(workflow).length
  const done = new Set<string>()
  let current: string | undefined
  let step: { at: number; of: number } | undefined

  const finish = (node: unknown) => {
    if (typeof node === 'string' && Object.hasOwn(workflow, node)) done.add(node)
  }
  const begin = (node: string) => {
    if (current === node) return
    // ComfyUI runs nodes sequentially, so the start of a node ends the previous node.
    if (current !== undefined) finish(current)
    current = node
    step = undefined
  }
  const measure = ({ value, max }: Record<string, unknown>) => {
    const [at, of] = [asNumber(value), asNumber(max)]
    if (at !== undefined && of !== undefined && of > 1) step = { at: Math.min(at, of), of }
  }

  const hearers: Record<string, (data: Record<string, unknown>) => void> = {
    execution_cached: ({ nodes }) => asList(nodes).forEach(finish),
    executed: ({ node }) => finish(node),
    executing: ({ node }) => {
      if (typeof node === 'string') begin(node)
    },
    progress: ({ node, ...data }) => {
      if (typeof node === 'string') begin(node)
      measure(data)
    },
    progress_state: ({ nodes }) => {
      for (const [node, state] of Object.entries(isRecord(nodes) ? nodes : {})) {
        if (!isRecord(state)) continue
        if (state['state'] === 'finished') finish(node)
        if (state['state'] !== 'running') continue
        begin(node)
        measure(state)
      }
    },
  }
  return {
    hear(message) {
      if (!isRecord(message) || !isRecord(message['data'])) return
      const { type, data } = message
      // Older servers omit the prompt's id. Each client id is used for one prompt, so the event
      // belongs to this prompt.
      if ((data['prompt_id'] ?? id) !== id || typeof type !== 'string') return
      if (Object.hasOwn(hearers, type)) hearers[type]?.(data)
    },
    seen() {
      if (current === undefined && done.size === 0) return {}
      const node = current === undefined ? undefined : ownValue(workflow, current)
      const isOver = current !== undefined && done.has(current)
      const part = step && !isOver ? step.at / step.of : 0
      const words = node && getWords(node, isOver ? undefined : step)
      return {
        progress: Math.min(0.99, (done.size + part) / Math.max(1, total)),
        ...(words !== undefined && { doing: words }),
      }
    },
  }
}

const titleLengthMax = 80

function getWords(node: Workflow[string], step: { at: number; of: number } | undefined): string {
  const { _meta: meta, class_type: type } = node
  const title = (asText(isRecord(meta) ? meta['title'] : undefined) ?? type).slice(
    0,
    titleLengthMax,
  )
  return step ? `${title}, step ${step.at} of ${step.of}` : title
}
