import type { WireCase } from './wire-case.fixture.ts'

const page = 'https://a.example/x'
const file = (name: string) => ({ name, answer: { file: `./${name}.http` } })
const failed = { status: 'failed' } as const

/** Answers reconstructed from bug reports of other chat programs. */
export const reportedCases: readonly WireCase[] = [
  { ...file('bom'), class: 'labels', expected: { text: 'Hello' } },
  { ...file('done-trailing'), class: 'labels', expected: { text: 'Hello' } },
  { ...file('json-type-sse'), class: 'labels', expected: { text: 'Hello there.' } },
  {
    name: 'anthropic-done-marker-only',
    class: 'labels',
    service: 'anthropic',
    answer: { file: './anthropic-done-marker-only.sse' },
    expected: { text: 'Hello' },
  },
  {
    ...file('refusal'),
    class: 'unexpected fields',
    expected: { text: 'I am not able to help with that.' },
  },
  {
    ...file('refusal-whole'),
    class: 'unexpected fields',
    expected: { text: 'I am not able to help with that.' },
  },
  {
    ...file('reasoning-text'),
    class: 'unexpected fields',
    expected: { reasoning: 'I thought', text: 'Hello' },
  },
  {
    ...file('reasoning-details-only'),
    class: 'unexpected fields',
    expected: { reasoning: 'I thought', text: 'Hello' },
  },
  {
    ...file('only-reasoning'),
    class: 'unexpected fields',
    expected: { reasoning: 'The answer to your question is forty-two.', text: '' },
  },
  {
    ...file('annotations'),
    class: 'unexpected fields',
    expected: { text: 'It is so.', sources: [page] },
  },
  {
    ...file('perplexity'),
    class: 'unexpected fields',
    expected: { text: 'It is so[1].', sources: [page] },
  },
  {
    ...file('mistral-think'),
    class: 'reasoning',
    expected: { reasoning: 'User greets.', text: 'Hello!' },
  },
  {
    ...file('gemma-channel'),
    class: 'reasoning',
    expected: { reasoning: 'User greets.', text: 'Hello!' },
  },
  {
    ...file('think-closing-only-inline'),
    class: 'reasoning',
    expected: {
      reasoning: 'Okay the user greets me. I will greet back.',
      text: 'Hello!',
    },
  },
  {
    ...file('finish-network'),
    class: 'stop reasons',
    expected: { text: 'Half an ans', end: 'error' },
  },
  {
    ...file('error-string-finish'),
    class: 'stop reasons',
    expected: { text: 'Half ', end: 'error' },
  },
  {
    ...file('finish-sensitive'),
    class: 'stop reasons',
    expected: { text: 'Half an ans', end: 'filter' },
  },
  {
    ...file('code-msg'),
    class: 'errors',
    expected: { ...failed, text: '', failure: 'account is in arrears' },
  },
  {
    ...file('detail-error'),
    class: 'errors',
    expected: { ...failed, text: '', failure: 'Model is loading' },
  },
  {
    ...file('minimax'),
    class: 'errors',
    expected: { ...failed, text: '', failure: 'insufficient balance' },
  },
  {
    ...file('llamacpp-error-field'),
    class: 'errors',
    expected: { ...failed, text: 'Half ', failure: 'context shift is disabled' },
  },
  {
    ...file('event-error-no-data'),
    class: 'errors',
    expected: { ...failed, text: 'Half ', failure: 'cut off by the service' },
  },
  {
    ...file('index0'),
    class: 'tool calls',
    expected: { results: ['6*7 = 42', '1+1 = 2'], text: 'Done.' },
  },
  {
    ...file('index0-same-chunk'),
    class: 'tool calls',
    expected: { results: ['6*7 = 42', '1+1 = 2'], text: 'Done.' },
  },
  {
    ...file('args-double-encoded'),
    class: 'tool calls',
    expected: { results: ['6*7 = 42'], text: 'Done.' },
  },
  {
    ...file('args-cumulative-prefix'),
    class: 'tool calls',
    expected: { results: ['6*7 = 42'], text: 'Done.' },
  },
  {
    name: 'ollama-args-string',
    class: 'tool calls',
    service: 'ollama',
    answer: { file: './ollama-args-string.ndjson' },
    expected: { results: ['6*7 = 42'], text: 'Done.' },
  },
]
