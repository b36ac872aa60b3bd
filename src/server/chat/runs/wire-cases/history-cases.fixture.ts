import {
  body,
  calculate,
  chat,
  chunk,
  doneMark,
  product,
  sse,
  toolChunks,
} from './wire-case.fixture.ts'

const failure = body({ error: { message: 'Broken' } }, 'application/json', '500 Broken')
const cut = sse(chunk({ content: 'Half ' }))
const truncated = toolChunks(calculate(product.slice(0, 9), { index: 0, id: 'a' }))
const same = toolChunks(calculate(product, { index: 0, id: 'call_0' }))

const invented = toolChunks({
  index: 0,
  id: 'a',
  function: { name: 'search the web: now!', arguments: '{}' },
})

/**
 * Raw answers to the first questions of a chat. The tests check that the chat can continue after
 * these answers.
 */
export const failedQuestions: readonly [name: string, answers: string[]][] = [
  ['an error before the first word', [failure]],
  ['two errors', [failure, failure]],
  ['an error within an answer', [cut]],
  ['an empty answer', [sse(chunk({}, 'stop'), doneMark)]],
  ['reasoning without an answer', [chat({ reasoning_content: 'I thought' })]],
  ['truncated arguments', [truncated]],
  ['an error after a tool call', [same, failure]],
  [
    'the same call id in two answers',
    [same, body({ choices: [{ message: { content: 'One.' }, finish_reason: 'stop' }] }), same],
  ],
  ['a call after an error', [failure, same]],
  ['a call of a tool with an impossible name', [invented]],
  ['an answer of white space', [chat({ content: ' \n' })]],
]
