import type { ChatRequestMessage } from '../../ports/chat-provider.ts'
import { asText, isRecord } from '#lib/fields.ts'
import { lengthMmMax } from '#contract/change-model.ts'
import { mentionedIds } from '#lib/links/model-mention.ts'

export const guideModelId = 'bozzetto/guide'

export type GuideCall = { name: string; arguments: Record<string, unknown> }

export const guideTools = ['make_3d_model', 'look_at_model', 'inspect_model', 'change_model']

export type GuideTurn = { call: GuideCall } | { answer: string }

const sides = new Set(['front', 'right', 'back', 'left', 'top', 'bottom', 'studio'])
const getHeight = (words: string): number | undefined => {
  const [, number, unit = 'mm'] = /(\d+(?:\.\d+)?)\s*(mm|cm|m)?\b/.exec(words) ?? []
  if (number === undefined) return undefined
  return Number(number) * (unit === 'm' ? 1_000 : unit === 'cm' ? 10 : 1)
}

/** Commands by first word. Each command returns a tool call, or explains why it cannot run. */
const commands: Record<string, (words: string) => GuideTurn> = {
  make: (words) => {
    const address = /https?:\/\/\S{1,1000}/.exec(words)?.[0]
    const name = words.replace(address ?? '', '').trim()
    const given = { ...(address && { picture: address }), ...(name && { name }) }
    return { call: { name: 'make_3d_model', arguments: given } }
  },
  look: (words) => {
    const asked = words.split(/\s+/).filter((word) => sides.has(word))
    const mode = words.includes('clay') ? { mode: 'clay' } : {}
    const given = { id: 'latest', ...(asked.length > 0 && { sides: asked.slice(0, 6) }), ...mode }
    return { call: { name: 'look_at_model', arguments: given } }
  },
  print: (words) => {
    const height = getHeight(words)
    if (height === undefined) {
      return { call: { name: 'inspect_model', arguments: { id: 'latest' } } }
    }
    if (height <= 0 || height > lengthMmMax) return { answer: wrongHeight }
    const steps = [{ kind: 'repair' }, { kind: 'height', heightMm: height }, { kind: 'plate' }]
    return { call: { name: 'change_model', arguments: { id: 'latest', steps } } }
  },
}

const wrongHeight =
  'A height has to be more than nothing and at most 10 m: send **/print 80 mm**, **/print 8 cm** or **/print 0.2 m**.'

const offer =
  'I can make a 3D model of this picture on this machine, free of charge: send **/make**. ' +
  'Then **/look** shows it from all sides, and **/print 80 mm** makes a copy of that height that is ready to print.'

const offerForModel =
  'I understand commands: **/look** shows this model from all sides, **/print** says whether it can be printed, ' +
  'and **/print 80 mm** makes a copy of that height that is ready to print. A language model can also discuss it.'

/** Returns whether a text is a command, which needs no language model. */
export const isCommand = (text: string): boolean => commandIn(text) !== undefined

function commandIn(text: string): GuideTurn | undefined {
  const [, name = '', words = ''] = /^\s*\/([a-z]{2,12})\b([^\n]*)/.exec(text) ?? []
  return Object.hasOwn(commands, name) ? commands[name]?.(words.trim()) : undefined
}

/**
 * Returns the tool call or text for the last question, or `undefined` for a question that the
 * manual answers.
 */
export function readGuideTurn(messages: readonly ChatRequestMessage[]): GuideTurn | undefined {
  // A user message right after a tool result was added by the tool, so it is no question.
  const at = messages.findLastIndex(
    ({ role }, place) => role === 'user' && messages[place - 1]?.role !== 'tool',
  )
  const question = messages[at]
  const results = messages.slice(at + 1).filter(({ role }) => role === 'tool')
  const words = question ? getWords(question) : ''
  const turn = commandIn(words)
  if (turn) {
    const last = results.at(-1)
    return last ? { answer: forPeople(getWords(last)) } : turn
  }
  const hasPicture = question !== undefined && showsPicture(question, words)
  const rest = words.replaceAll(/\[[^\]]{1,300}\]/g, '').trim()
  if (mentionedIds(rest).length > 0) return { answer: offerForModel }
  return hasPicture && rest.length < 80 ? { answer: offer } : undefined
}

/** Removes ids and everything after the first paragraph, which only models need. */
const forPeople = (text: string): string =>
  (text.split('\n\n')[0] ?? '').replaceAll(/ \(id [0-9a-z]{20}\)/g, '')

function showsPicture({ content }: ChatRequestMessage, words: string): boolean {
  const parts: unknown[] = Array.isArray(content) ? content : []
  return (
    /^\[A picture you cannot see/m.test(words) ||
    parts.some((part) => isRecord(part) && part['type'] === 'image_url')
  )
}

function getWords({ content }: ChatRequestMessage): string {
  if (typeof content === 'string') return content
  const parts: unknown[] = Array.isArray(content) ? content : []
  return parts.flatMap((part) => (isRecord(part) ? (asText(part['text']) ?? []) : [])).join('\n')
}
