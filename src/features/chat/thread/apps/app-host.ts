import * as z from 'zod/mini'
import { appVersion } from '#lib/app-version.ts'
import { explainError, ReadableError } from '#lib/explain.ts'
import { isRecord, type Fields } from '#lib/fields.ts'
import { t } from '#languages/app.ts'

/** Revision of MCP Apps. */
const protocolVersion = '2026-01-26'

const startMs = 20_000
const teardownMs = 1_000
/** Time in which the frame reports that a navigation has not replaced its page. */
const leavingMs = 3_000
/** Maximum number of messages from an app within `floodMs`. */
const messagesMax = 2_500
const floodMs = 10_000
/** Maximum number of requests of an app that wait for a response. */
const requestsMax = 8
const textLengthMax = 8_000
/** Maximum height of an app in the chat, in CSS pixels. */
export const heightMaxPx = 800

export type AppDisplayMode = 'inline' | 'fullscreen'

/** Reason for which the page stopped an app. */
export type AppEnd = 'silent' | 'flood' | 'left'

export type HostContext = {
  theme: 'light' | 'dark'
  styles: { variables: Readonly<Record<string, string>> }
  displayMode: AppDisplayMode
  availableDisplayModes: readonly AppDisplayMode[]
  containerDimensions: Readonly<Record<string, number>>
  locale: string
  timeZone: string
  platform: 'web'
}

export type HostOptions = {
  /** Sends a message to the app. */
  post: (message: object) => void
  toolInput: Fields
  toolResult: Fields
  getContext: () => HostContext
  onEnd: (reason: AppEnd) => void
  /** Called with the wanted height in CSS pixels. */
  onHeight: (heightPx: number) => void
  /** Returns the mode after the request. */
  onDisplayMode: (mode: AppDisplayMode) => AppDisplayMode
  callTool: (name: string, given: Fields) => Promise<Fields>
  readResource: (uri: string) => Promise<Fields>
  /** Asks the person to add a message to the chat, and returns whether it was added. */
  onMessage: (text: string) => Promise<boolean>
  /** Asks the person to open a page, and returns whether it was opened. */
  onLink: (url: string) => Promise<boolean>
}

/** Connection to the app of an MCP server: JSON-RPC over messages. Source: MCP Apps (SEP-1865). */
export type AppHost = {
  /** Handles a message of the app. The content is untrusted. */
  hear: (data: unknown) => void
  changeContext: (change: Partial<HostContext>) => void
  /** Announces the end to the app, and resolves when the app has answered or after a second. */
  close: () => Promise<void>
}

const requestSchema = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.optional(z.union([z.string().check(z.maxLength(200)), z.number()])),
  method: z.optional(z.string().check(z.maxLength(200))),
  params: z.optional(z.record(z.string(), z.unknown())),
})
type Params = NonNullable<z.infer<typeof requestSchema>['params']>

const moveSchema = z.object({
  type: z.literal('preview-report'),
  what: z.enum(['leaving', 'stayed']),
})

const callSchema = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(128)),
  arguments: z._default(z.record(z.string(), z.unknown()), {}),
})
const uriSchema = z.object({ uri: z.string().check(z.minLength(1), z.maxLength(2_000)) })
const linkSchema = z.object({ url: z.string().check(z.maxLength(2_000), z.regex(/^https?:\/\//i)) })
const messageSchema = z.object({
  content: z
    .array(z.object({ type: z.literal('text'), text: z.string() }))
    .check(z.minLength(1), z.maxLength(20)),
})
const modeSchema = z.object({ mode: z.string() })
const sizeSchema = z.object({ height: z.number().check(z.nonnegative(), z.maximum(100_000)) })

class RefusedError extends ReadableError {
  override readonly name = 'RefusedError'
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

const refusedCode = -32_000
const unknownMethodCode = -32_601
const invalidParamsCode = -32_602

/** @throws {RefusedError} */
function read<T>(schema: z.ZodMiniType<T>, params: Params): T {
  const { data, error } = z.safeParse(schema, params)
  if (!error) return data
  throw new RefusedError(invalidParamsCode, t('The params of this request are invalid.'))
}

const teardownId = 'teardown'

export function createAppHost(options: HostOptions): AppHost {
  let state: 'starting' | 'running' | 'ended' = 'starting'
  let heardCount = 0
  let waitingCount = 0
  let leavingTimer: ReturnType<typeof setTimeout> | undefined
  let onTornDown: (() => void) | undefined
  const send = (message: object) => options.post({ jsonrpc: '2.0', ...message })
  const end = () => {
    state = 'ended'
    clearTimeout(startTimer)
    clearTimeout(leavingTimer)
    clearInterval(floodTimer)
  }
  const endBecause = (reason: AppEnd) => {
    end()
    options.onEnd(reason)
  }
  const startTimer = setTimeout(() => endBecause('silent'), startMs)
  const floodTimer = setInterval(() => {
    heardCount = 0
  }, floodMs)

  const notify = (method: string, params: object) => send({ method, params })
  const notice = (method: string, params: Params) => {
    if (method === 'ui/notifications/initialized' && state === 'starting') {
      state = 'running'
      clearTimeout(startTimer)
      notify('ui/notifications/tool-input', { arguments: options.toolInput })
      notify('ui/notifications/tool-result', options.toolResult)
    }
    const { data: size } = sizeSchema.safeParse(params)
    if (method === 'ui/notifications/size-changed' && size) options.onHeight(size.height)
  }
  const answer = async (id: string | number, method: string, params: Params) => {
    if (waitingCount >= requestsMax) {
      const message = t('At most {requestsMax} requests can wait for a response.', { requestsMax })
      return send({ id, error: { code: refusedCode, message } })
    }
    waitingCount++
    try {
      const result = await run(options, method, params)
      if (state !== 'ended') send({ id, result })
    } catch (error) {
      const code = error instanceof RefusedError ? error.code : refusedCode
      if (state !== 'ended') send({ id, error: { code, message: explainError(error) } })
    } finally {
      waitingCount--
    }
  }

  return {
    hear: (data) => {
      if (state === 'ended' && !isTeardownAnswer(data)) return
      if (++heardCount > messagesMax) return endBecause('flood')
      const { data: move } = moveSchema.safeParse(data)
      if (move) clearTimeout(leavingTimer)
      if (move?.what === 'leaving') leavingTimer = setTimeout(() => endBecause('left'), leavingMs)
      const { data: message } = requestSchema.safeParse(data)
      if (!message) return
      const { id, method, params = {} } = message
      if (method === undefined) {
        if (id === teardownId) onTornDown?.()
      } else if (id === undefined) notice(method, params)
      else void answer(id, method, params)
    },
    changeContext: (change) => {
      if (state === 'running') notify('ui/notifications/host-context-changed', change)
    },
    close: () => {
      const wasRunning = state === 'running'
      end()
      if (!wasRunning) return Promise.resolve()
      send({ id: teardownId, method: 'ui/resource-teardown', params: {} })
      return new Promise((resolve) => {
        onTornDown = resolve
        setTimeout(resolve, teardownMs)
      })
    },
  }
}

const isTeardownAnswer = (data: unknown): boolean => isRecord(data) && data['id'] === teardownId

async function run(options: HostOptions, method: string, params: Params): Promise<object> {
  switch (method) {
    case 'ping':
      return {}
    case 'ui/initialize':
      return {
        protocolVersion,
        hostInfo: { name: 'Bozzetto', version: appVersion },
        hostCapabilities: {
          openLinks: {},
          serverTools: {},
          serverResources: {},
          message: { text: {} },
          logging: {},
        },
        hostContext: options.getContext(),
      }
    case 'tools/call': {
      const call = read(callSchema, params)
      return options.callTool(call.name, call.arguments)
    }
    case 'resources/read':
      return options.readResource(read(uriSchema, params).uri)
    case 'ui/message': {
      const { content } = read(messageSchema, params)
      const text = content.map((one) => one.text).join('\n\n')
      if (text.trim() === '' || text.length > textLengthMax)
        throw new RefusedError(
          invalidParamsCode,
          t('A message has 1 to {textLengthMax} characters.', { textLengthMax }),
        )
      return toOutcome(await options.onMessage(text))
    }
    case 'ui/open-link': {
      const { url } = read(linkSchema, params)
      if (!URL.canParse(url))
        throw new RefusedError(invalidParamsCode, t('This is not an address.'))
      return toOutcome(await options.onLink(new URL(url).href))
    }
    case 'ui/request-display-mode': {
      const { mode } = read(modeSchema, params)
      return { mode: options.onDisplayMode(mode === 'fullscreen' ? 'fullscreen' : 'inline') }
    }
    default:
      throw new RefusedError(unknownMethodCode, t('This host does not support the method.'))
  }
}

const toOutcome = (isDone: boolean): object => (isDone ? {} : { isError: true })
