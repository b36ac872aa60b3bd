import { useEffect, useRef, useState } from 'react'
import { callByApp, readAppResource, type CallPlace } from '#api/chat/apps.ts'
import { ReadableError } from '#lib/explain.ts'
import type { Fields } from '#lib/fields.ts'
import { t } from '#languages/app.ts'
import { formatArgumentName, formatArgumentValue } from '../answer/call-arguments.ts'
import type { AppQuestion, ToolPermission } from './app-question.tsx'

/**
 * Returns the requests that an app may send, and the question that waits for a press by the person. Only
 * one question is shown at a time: tool calls wait for their turn, and other requests are refused.
 */
export function useAppQuestions(place: CallPlace) {
  const [question, setQuestion] = useState<AppQuestion>()
  const open = useRef<() => void>(undefined)
  const turn = useRef<Promise<unknown>>(Promise.resolve())

  const ask = <Answer>(
    denied: Answer,
    toQuestion: (decide: (answer: Answer) => void) => AppQuestion,
  ) =>
    new Promise<Answer>((resolve) => {
      const decide = (answer: Answer) => {
        open.current = undefined
        setQuestion(undefined)
        resolve(answer)
      }
      open.current = () => decide(denied)
      setQuestion(toQuestion(decide))
    })
  const dismiss = () => open.current?.()
  useEffect(() => () => open.current?.(), [])

  const askForTool = async (name: string, given: Fields): Promise<Fields> => {
    // The person may have allowed the tool in an earlier turn.
    const again = await callByApp(place, { name, arguments: given })
    if (!again.asks) return again.result ?? {}
    const { title } = again.asks
    const permission = await ask<ToolPermission | undefined>(undefined, (decide) => ({
      kind: 'tool',
      title,
      given: formatArguments(given),
      decide,
    }))
    if (permission === undefined) throw new ReadableError(t('The person did not allow this call.'))
    return (await callByApp(place, { name, arguments: given, permission })).result ?? {}
  }
  return {
    question,
    dismiss,
    callTool: async (name: string, given: Fields): Promise<Fields> => {
      const { result, asks } = await callByApp(place, { name, arguments: given })
      if (!asks) return result ?? {}
      const asked = turn.current.then(() => askForTool(name, given))
      turn.current = asked.catch(() => {})
      return asked
    },
    readResource: (uri: string): Promise<Fields> => readAppResource(place, uri),
    askToSend: async (text: string): Promise<boolean> =>
      open.current === undefined && ask(false, (decide) => ({ kind: 'message', text, decide })),
    askToOpen: async (url: string): Promise<boolean> =>
      open.current === undefined &&
      ask(false, (decide) => ({
        kind: 'link',
        url,
        decide: (isAllowed) => {
          // Opened in the handler of the press, because browsers block it elsewhere.
          if (isAllowed) window.open(url, '_blank', 'noopener,noreferrer')
          decide(isAllowed)
        },
      })),
  }
}

const formatArguments = (given: Fields): string =>
  Object.entries(given)
    .map(([name, value]) => `${formatArgumentName(name)}: ${formatArgumentValue(value)}`)
    .join('\n')
