import { expect, test } from 'vitest'
import { listFlowFailures, listUnitFailures } from './list-failures.mjs'

const createSpec = (title: string, messages: string[]) => ({
  title,
  ok: messages.length === 0,
  tests: [{ results: [{ errors: messages.map((message) => ({ message })) }] }],
})

test('names failed unit tests and files that could not be loaded', () => {
  const passed = { status: 'passed', fullName: 'adds', failureMessages: [] }
  const failed = {
    status: 'failed',
    fullName: 'a price has two digits',
    failureMessages: ['\u001B[31mexpected 1\u001B[39m\nat price.test.ts:3'],
  }
  const report = {
    testResults: [
      {
        name: '/a/price.test.ts',
        status: 'failed',
        message: '',
        assertionResults: [passed, failed],
      },
      { name: '/a/lost.test.ts', status: 'failed', message: 'No such file', assertionResults: [] },
      { name: '/a/fine.test.ts', status: 'passed', message: '', assertionResults: [passed] },
    ],
  }
  expect(listUnitFailures(report)).toEqual([
    '/a/price.test.ts › a price has two digits\n    expected 1\n    at price.test.ts:3',
    '/a/lost.test.ts\n    No such file',
  ])
})

test('names failed flows of nested groups with their first error', () => {
  const group = { title: 'dark', specs: [createSpec('opens', ['Timeout', 'Later'])] }
  const report = {
    suites: [{ title: 'chat.spec.ts', specs: [createSpec('sends', [])], suites: [group] }],
    errors: [{ message: 'No browser' }],
  }
  expect(listFlowFailures(report)).toEqual([
    'chat.spec.ts › dark › opens\n    Timeout',
    'flows\n    No browser',
  ])
})

test('names nothing without a report', () => {
  expect([...listUnitFailures({}), ...listFlowFailures({})]).toEqual([])
})
