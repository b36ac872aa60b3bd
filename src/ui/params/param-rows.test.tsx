// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import type { ParamSchema } from '#lib/params/param-schema.ts'
import { ParamRows } from './param-rows.tsx'

afterEach(cleanup)

const paramSchema: ParamSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    max_tokens: { type: 'integer', title: 'Longest answer' },
    seed: { type: 'integer', title: 'Fixed seed', 'x-ui': { advanced: true } },
  },
}
const show = (params: Record<string, unknown>) =>
  render(<ParamRows paramSchema={paramSchema} params={params} issues={[]} onChange={() => {}} />)
const advanced = () => screen.getByText('Advanced').closest('details')

it('ParamRows hides advanced params until the user opens their section', async () => {
  show({ max_tokens: 5 })
  expect(screen.getByText('Longest answer')).toBeDefined()
  expect(advanced()?.open).toBe(false)
  await userEvent.click(screen.getByText('Advanced'))
  expect(advanced()?.open).toBe(true)
})

it('ParamRows shows advanced params if one of them is set', () => {
  show({ seed: 7 })
  expect(advanced()?.open).toBe(true)
})
