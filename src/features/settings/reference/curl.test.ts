import { expect, it } from 'vitest'
import type { ReferenceOperation } from '#api/reference.ts'
import { formatCurl } from './curl.ts'

const about: ReferenceOperation = { operationId: 'x', tags: [], summary: '', responses: {} }
const curl = (method: string, more: Partial<ReferenceOperation> = {}) =>
  formatCurl({ origin: 'http://here', path: '/x', method, operation: { ...about, ...more } })
const key = String.raw` \
  -H "Authorization: Bearer $BOZZETTO_KEY"`

it.each([
  ['get', {}, `curl http://here/x${key}`],
  ['get', { security: [] }, 'curl http://here/x'],
  ['put', {}, `curl -X PUT http://here/x${key}`],
  ['post', {}, `curl http://here/x${key} \\\n  -d ""`],
  [
    'post',
    { requestBody: { content: { 'multipart/form-data': {} } } },
    `curl http://here/x${key} \\\n  -F "file=@picture.png"`,
  ],
  [
    'post',
    {
      requestBody: {
        content: { 'multipart/form-data': { example: { file: '@a.wav', model: 'openai/x' } } },
      },
    },
    `curl http://here/x${key} \\\n  -F "file=@a.wav" \\\n  -F "model=openai/x"`,
  ],
])('formatCurl formats a %s request of the operation %j', (method, more, command) => {
  expect(curl(method, more)).toBe(command)
})

it('formatCurl escapes quotes in a body', () => {
  const content = { 'application/json': { example: { say: "it's" } } }
  expect(curl('post', { requestBody: { content } })).toContain(String.raw`"it'\''s"`)
})
