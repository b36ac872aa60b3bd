import { createStore } from 'zustand/vanilla'
import { isAbort } from '#api/http/errors.ts'
import { explainError } from '#lib/explain.ts'
import { askTemporarily } from '#api/chat/temporary-chat.ts'
import type { ChatSettings } from '#contract/chat/settings.ts'
import type { TemporaryQuestion } from '#contract/chat/temporary-chat.ts'
import { newId } from '#lib/id.ts'
import { showToast } from '#ui/feedback/toasts.ts'
import { t } from '#languages/app.ts'
import { advance, finish } from '../markdown/streaming/blocks.ts'
import { wordsWithTexts, type TemporaryFile } from './read-file.ts'
import { emptyMarkdown, type MarkdownText } from '../markdown/streaming/markdown-text.ts'

export type TemporaryMessage = {
  id: string
  role: 'user' | 'assistant'
  text: string
  files?: readonly TemporaryFile[]
  markdown: MarkdownText
  reasoning: string
  modelId?: string
  problem?: string
}

type TemporaryState = {
  messages: readonly TemporaryMessage[]
  isAnswering: boolean
  settings: ChatSettings
}
type AskedText = { text: string; files: readonly TemporaryFile[] }

/** Creates a chat whose messages are stored in memory only, so that a reload deletes them. */
export function createMemoryChat() {
  const store = createStore<TemporaryState>(() => ({
    messages: [],
    isAnswering: false,
    settings: {},
  }))
  let answering: AbortController | undefined
  /**
   * Sends a question with all earlier messages. Keeps the received part of an answer, even if the
   * answer fails.
   */
  async function ask({ text, files }: AskedText, modelId: string): Promise<void> {
    if (store.getState().isAnswering) return
    const { messages: before, settings } = store.getState()
    const blank = { text: '', reasoning: '', markdown: emptyMarkdown }
    const question: TemporaryMessage = { ...blank, id: newId(), role: 'user', text, files }
    const answer: TemporaryMessage = { ...blank, id: newId(), role: 'assistant', modelId }
    const controller = new AbortController()
    answering = controller
    store.setState({ messages: [...before, question, answer], isAnswering: true })
    const said = [...before, question]
      .filter((message) => message.text !== '' || message.files?.length)
      .map(toChatMessage)
    const sent = dropOldPictures(said)
    if (sent !== said) {
      showToast({ title: t('The oldest pictures of this chat are no longer sent.') })
    }
    const show = (change: Partial<TemporaryMessage>) =>
      store.setState(({ messages }) => ({
        messages: messages.map((one) => (one.id === answer.id ? { ...one, ...change } : one)),
      }))
    try {
      await readAnswer(
        askTemporarily({ modelId, messages: sent, settings }, controller.signal),
        show,
      )
    } catch (error) {
      if (!isAbort(error)) show({ problem: explainError(error) })
    } finally {
      // During the request, the user may have started a new chat.
      if (answering === controller) store.setState({ isAnswering: false })
    }
  }
  return {
    store,
    ask,
    /** Removes the last question and its answer, and asks the question again. */
    askAgain: async (modelId: string): Promise<void> => {
      const { messages, isAnswering } = store.getState()
      const question = messages.at(-2)
      if (isAnswering || question?.role !== 'user') return
      store.setState({ messages: messages.slice(0, -2) })
      await ask({ text: question.text, files: question.files ?? [] }, modelId)
    },
    stop: (): void => answering?.abort(),
    end: (): void => {
      answering?.abort()
      answering = undefined
      store.setState({ messages: [], isAnswering: false, settings: {} })
    },
  }
}

export const temporaryChat = createMemoryChat()

function toChatMessage({
  role,
  text,
  files = [],
}: TemporaryMessage): TemporaryQuestion['messages'][number] {
  const pictures = files.flatMap((file) => (file.kind === 'picture' ? file.url : []))
  return { role, text: wordsWithTexts(text, files), ...(pictures.length > 0 && { pictures }) }
}

type ChatMessage = TemporaryQuestion['messages'][number]

/** Size of all pictures in a request, in characters. The server accepts 6 MiB with the texts. */
const picturesLengthMax = 4_500_000

/** Leaves out the oldest pictures of a chat whose pictures are too large together. */
function dropOldPictures(messages: ChatMessage[]): ChatMessage[] {
  let left = picturesLengthMax
  let isCut = false
  const kept = messages.toReversed().map(({ pictures = [], ...message }): ChatMessage => {
    left -= pictures.reduce((sum, { length }) => sum + length, 0)
    if (pictures.length === 0) return message
    if (left >= 0) return { ...message, pictures }
    isCut = true
    return {
      ...message,
      text: t('{text}\n\n(The pictures are no longer sent.)', { text: message.text }).trim(),
    }
  })
  return isCut ? kept.toReversed() : messages
}

async function readAnswer(
  events: ReturnType<typeof askTemporarily>,
  show: (change: Partial<TemporaryMessage>) => void,
): Promise<void> {
  let text = ''
  let reasoning = ''
  let frame = 0
  let markdown = emptyMarkdown
  const draw = () => {
    frame = 0
    markdown = advance(markdown, text)
    show({ text, reasoning, markdown })
  }
  try {
    for await (const { event } of events) {
      if (event.type === 'text-delta') text += event.delta
      else if (event.type === 'reasoning-delta') reasoning += event.delta
      else if (event.type === 'run-restart') {
        text = reasoning = ''
        markdown = emptyMarkdown
      } else if (event.type === 'run-end' && event.run.failure) {
        show({ problem: event.run.failure.message })
      }
      frame ||= requestAnimationFrame(draw)
    }
  } finally {
    cancelAnimationFrame(frame)
    show({ text, reasoning, markdown: finish(markdown, text) })
  }
}
