import { expect, it } from 'vitest'
import type { Attachment, ConversationDetail } from '#contract/chat/chat.ts'
import { hasProvisionalTitle } from './provisional-title.ts'

const createdAt = '2026-11-26T00:00:00.000Z'
const picture: Attachment = {
  kind: 'picture',
  id: 'p',
  name: 'amphora.webp',
  mimeType: 'image/webp',
  sizeBytes: 1,
  widthPx: 20,
  heightPx: 20,
  url: '/p',
}

function createChat(title: string, ...questions: string[]): ConversationDetail {
  return {
    conversation: { id: 'c', title, createdAt, updatedAt: createdAt },
    messages: questions.map((text, at) => ({
      id: `q${at}`,
      conversationId: 'c',
      role: 'user',
      text,
      attachments: [picture],
      createdAt,
    })),
  }
}

it.each([
  ['words', 'Why is the sky blue?', 'Why is the sky blue?'],
  ['words that were cut', 'Why is the…', 'Why is the sky blue?'],
  ['several lines', 'Why is the sky blue?', '  Why is\nthe   sky\n\nblue?'],
  ['a model’s name', 'Is Bear sturdy?', 'Is “Bear” (model abcdefghij0123456789) sturdy?'],
  ['a picture alone', 'amphora.webp', ''],
  ['nothing', 'New chat', ' '],
])('hasProvisionalTitle recognises a provisional title made from %s', (_of, title, question) => {
  expect(hasProvisionalTitle(createChat(title, question))).toBe(true)
})

it.each([
  ['was found', createChat('Light scattering', 'Why is the sky blue?')],
  ['was found for a picture', createChat('A Greek vase', '')],
  ['has been left by a second question', createChat('Why?', 'Why?', 'And how?')],
])('hasProvisionalTitle returns false for other titles', (_how, detail) => {
  expect(hasProvisionalTitle(detail)).toBe(false)
})
