import { isRecord } from '#lib/fields.ts'

/** Connection to the host program that embeds the page (MCP Apps, revision 2026-01-26). */
export type Host = {
  /**
   * Sends a request.
   * @throws {Error} with the host's error, or after `answerMs` without a response.
   */
  ask: (method: string, params: object) => Promise<Record<string, unknown>>
  tell: (method: string, params: object) => void
}

const send = (message: object) => parent.postMessage({ jsonrpc: '2.0', ...message }, '*')

type Heard = (method: string, params: Record<string, unknown>) => void

const answerMs = 60_000

/** Opens a JSON-RPC connection, only with the parent window. */
export function connectHost(heard: Heard): Host {
  const waiting = new Map<number, (answer: Record<string, unknown>) => void>()
  let lastId = 0

  addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    if (source !== parent || !isRecord(data) || data['jsonrpc'] !== '2.0') return
    const { id, method, params } = data
    if (typeof method !== 'string') {
      waiting.get(Number(id))?.(data)
      return
    }
    heard(method, isRecord(params) ? params : {})
    // The host sends only requests for a shutdown, so an empty result is enough.
    if (id !== undefined) send({ id, result: {} })
  })

  return {
    tell: (method, params) => send({ method, params }),
    ask: (method, params) =>
      new Promise((resolve, reject) => {
        const id = ++lastId
        const end = setTimeout(() => {
          waiting.delete(id)
          reject(new Error('The host does not answer.'))
        }, answerMs)
        waiting.set(id, ({ result, error }) => {
          clearTimeout(end)
          waiting.delete(id)
          if (isRecord(result)) resolve(result)
          else reject(new Error(isRecord(error) ? String(error['message']) : 'The host refuses.'))
        })
        send({ id, method, params })
      }),
  }
}
