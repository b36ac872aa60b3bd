import { asList, type Fields, isRecord } from '#lib/fields.ts'
import type { ChatRequestBody } from '../chat-body.ts'

const modelsMax = 500

/** Matches refusals by models whose chat template has no system role, such as Gemma. */
const isAboutSystem =
  /system\W+(?:role|message|prompt|instruction)s?.{0,60}(?:not|n't|un)\s?(?:be )?(?:support|allow|enabled|permit)|(?:not|n't|un)\s?support.{0,40}system\W+(?:role|message|prompt|instruction)|developer instruction is not enabled/is

/** Moves the system text to the first question, for models that refuse the system role. */
export type SystemRole = {
  apply: (model: string, body: ChatRequestBody) => ChatRequestBody
  /** @returns the body to send instead. `undefined` if the refusal has another reason. */
  learn: (model: string, body: ChatRequestBody, text: string) => ChatRequestBody | undefined
}

export function createSystemRole(): SystemRole {
  const without = new Set<string>()
  return {
    apply: (model, body) => (without.has(model) ? (moveSystemText(body) ?? body) : body),
    learn(model, body, text) {
      if (!isAboutSystem.test(text)) return undefined
      const moved = moveSystemText(body)
      if (!moved) return undefined
      if (without.size >= modelsMax) without.clear()
      without.add(model)
      return moved
    },
  }
}

function moveSystemText(body: ChatRequestBody): ChatRequestBody | undefined {
  const { messages } = body.fields
  if (!Array.isArray(messages)) return undefined
  const all = messages.filter(isRecord)
  const system = all.filter(isSystem).map(({ content }) => content)
  if (system.length === 0 || !system.every((content) => typeof content === 'string')) {
    return undefined
  }
  const text = system.join('\n\n')
  const [first, ...rest] = all.filter((message) => !isSystem(message))
  const moved =
    first?.['role'] === 'user'
      ? [{ ...first, content: prepend(text, first['content']) }, ...rest]
      : [{ role: 'user', content: text }, ...(first ? [first] : []), ...rest]
  return { ...body, fields: { ...body.fields, messages: moved } }
}

const isSystem = ({ role }: Fields): boolean => role === 'system' || role === 'developer'

const prepend = (text: string, content: unknown): unknown =>
  typeof content === 'string'
    ? `${text}\n\n${content}`
    : [{ type: 'text', text }, ...asList(content)]
