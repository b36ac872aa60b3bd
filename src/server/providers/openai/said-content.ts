import { asList, asString, isRecord, type Fields } from '#lib/fields.ts'
import { ownValue } from '#lib/own-value.ts'

export type SaidContent = {
  text: string
  reasoning: string
  /** Parts with pictures, in the format of `images` in OpenRouter's messages. */
  images: unknown[]
  annotations: unknown[]
}

/** Fields with reasoning text, in order of preference. */
export const reasoningFields = [
  'reasoning_content',
  'reasoning',
  'reasoning_text',
  'thinking',
  'thinking_content',
  'thought',
  'thoughts',
  'reasoningContent',
]

/** Returns the text of a string, of a list of parts, or of one part. */
export function toText(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(toText).join('')
  if (!isRecord(value)) return ''
  for (const name of ['text', 'content', 'value', 'summary', 'reasoningText']) {
    const text = toText(ownValue(value, name))
    if (text) return text
  }
  return ''
}

export function readAnswerContent(content: unknown): SaidContent {
  const said: SaidContent = { text: '', reasoning: '', images: [], annotations: [] }
  if (typeof content === 'string') said.text = content
  else for (const part of isRecord(content) ? [content] : asList(content)) addPart(said, part)
  return said
}

function addPart(said: SaidContent, part: unknown): void {
  if (typeof part === 'string') said.text += part
  if (!isRecord(part)) return
  const type = asString(part['type'])
  const isPicture =
    /image/.test(type) || isRecord(part['inline_data']) || isRecord(part['inlineData'])
  // Mistral's agents put the found pages between the texts.
  if (type === 'tool_reference') return void said.annotations.push(part)
  const isThought = type === '' ? getThought(part) !== '' : /think|thought|reason/.test(type)
  if (isPicture) said.images.push(part)
  else if (isThought) said.reasoning += getThought(part) || toText(part)
  else {
    said.text += toText(part) || asString(part['refusal'])
    said.annotations.push(...asList(part['annotations']))
  }
}

/** Mistral sends thoughts as `{type:'thinking', thinking:[{type:'text',text}]}`. */
const getThought = (part: Fields): string => toText(part['thinking']) || toText(part['reasoning'])

/** Returns the reasoning text of Anthropic's blocks. */
export const getThoughts = (blocks: unknown): string =>
  asList(blocks).filter(isRecord).map(getThought).join('')
