import { use, useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import * as z from 'zod/mini'
import type { CallPlace } from '#api/chat/apps.ts'
import type { McpApp } from '#contract/mcp-apps.ts'
import { usePageTheme, type PageTheme } from '../../diagrams/page-theme.ts'
import { ReadOnlyContext, useThreadActions } from '../thread-actions.ts'
import {
  createAppHost,
  heightMaxPx,
  type AppEnd,
  type AppHost,
  type AppDisplayMode,
  type HostContext,
} from './app-host.ts'
import { readStyleVariables } from './read-style-variables.ts'
import { useAppQuestions } from './use-app-questions.ts'

const readySchema = z.object({ type: z.literal('preview-ready'), isConfined: z.boolean() })

/** MCP servers whose apps the person runs although the browser cannot confine them. */
const trustedServers = new Set<string>()

export const trustServer = (name: string): void => {
  trustedServers.add(name)
}

type AppHostOptions = {
  app: McpApp
  place: CallPlace
  mode: AppDisplayMode
  onMode: (mode: AppDisplayMode) => void
  onEnd: (reason: AppEnd) => void
  onHeight: (heightPx: number) => void
  /** Called if the browser cannot confine the app. The app is then not sent to the frame. */
  onUnconfined: () => void
}

type FrameRef = RefObject<HTMLIFrameElement | null>

/** Sends an app to its frame, and connects it to the chat. */
export function useAppHost(frame: FrameRef, options: AppHostOptions) {
  const { app, mode, onMode, place } = options
  const { question, dismiss, callTool, readResource, askToSend, askToOpen } = useAppQuestions(place)
  const { start } = useThreadActions()
  const isReadOnly = use(ReadOnlyContext)
  const theme = usePageTheme()
  const host = useRef<AppHost>(undefined)

  const handle = useEffectEvent(({ data, source }: MessageEvent<unknown>) => {
    if (source === null || source !== frame.current?.contentWindow) return
    if (host.current) return host.current.hear(data)
    const { data: ready } = readySchema.safeParse(data)
    if (!ready) return
    if (!ready.isConfined && !trustedServers.has(app.serverName)) return options.onUnconfined()
    // `postMessage` needs `*` for an opaque origin.
    const post = (message: unknown) => frame.current?.contentWindow?.postMessage(message, '*')
    host.current = createAppHost({
      post,
      toolInput: app.toolInput,
      toolResult: app.toolResult,
      getContext: () => toContext({ frame, theme, mode }),
      onEnd: options.onEnd,
      onHeight: options.onHeight,
      onDisplayMode: (wanted) => {
        onMode(wanted)
        return wanted
      },
      callTool,
      readResource,
      onMessage: async (text) => {
        if (isReadOnly || !(await askToSend(text))) return false
        onMode('inline')
        start(text)
        return true
      },
      onLink: askToOpen,
    })
    post(app.html)
  })
  useEffect(() => {
    const hear = (event: MessageEvent<unknown>) => handle(event)
    window.addEventListener('message', hear)
    return () => {
      window.removeEventListener('message', hear)
      void host.current?.close()
      host.current = undefined
    }
  }, [])
  useEffect(
    () => host.current?.changeContext(toContext({ frame, theme, mode })),
    [frame, theme, mode],
  )
  const changeSize = useEffectEvent(() => {
    const { containerDimensions } = toContext({ frame, theme, mode })
    host.current?.changeContext({ containerDimensions })
  })
  useEffect(() => {
    if (!frame.current) return undefined
    let widthPx = frame.current.clientWidth
    const observer = new ResizeObserver(([entry]) => {
      const newPx = Math.round(entry?.contentRect.width ?? 0)
      if (newPx !== widthPx) changeSize()
      widthPx = newPx
    })
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [frame])
  return {
    question,
    close: async (): Promise<void> => {
      dismiss()
      await host.current?.close()
    },
  }
}

type Surroundings = { frame: FrameRef; theme: PageTheme; mode: AppDisplayMode }

function toContext({ frame, theme, mode }: Surroundings): HostContext {
  const width = frame.current?.clientWidth ?? 0
  const isFull = mode === 'fullscreen'
  return {
    theme,
    styles: { variables: readStyleVariables() },
    displayMode: mode,
    availableDisplayModes: ['inline', 'fullscreen'],
    containerDimensions: isFull
      ? { width, height: frame.current?.clientHeight ?? 0 }
      : { width, maxHeight: heightMaxPx },
    locale: navigator.language,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    platform: 'web',
  }
}
