// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ParamIssue } from '#lib/params/check/check-params.ts'
import type { ParamSchema } from '#lib/params/param-schema.ts'
import { focusFirstIssue } from './focus-first-issue.ts'
import { ParamFields } from './param-fields.tsx'
import { useOwnIssues } from './use-own-issues.ts'
import { useParamForm } from './use-param-form.ts'

const schema: ParamSchema = {
  type: 'object',
  required: ['file', 'prompt'],
  properties: {
    file: { title: 'Picture', type: 'string', 'x-ui': { widget: 'image', order: 1 } },
    style: {
      title: 'Shape',
      enum: ['auto', 'extrude'],
      default: 'auto',
      'x-ui': { group: 'geometry', order: 5, labels: { extrude: 'Flat' } },
    },
    faces: {
      title: 'Faces',
      type: 'integer',
      minimum: 100,
      maximum: 200_000,
      default: 20_000,
      description: 'At most that many.',
      'x-ui': { group: 'geometry', order: 4, widget: 'slider', scale: 'log', presets: [5000] },
    },
    texture: { title: 'Texture', type: 'boolean', default: true, 'x-ui': { order: 6 } },
    pbr: {
      title: 'PBR',
      type: 'boolean',
      default: true,
      'x-ui': {
        order: 7,
        visibleWhen: { properties: { texture: { const: true } } },
        valueWhenHidden: false,
      },
    },
    prompt: { title: 'Words', type: 'string', maxLength: 20, 'x-ui': { order: 8 } },
    seed: {
      title: 'Seed',
      type: 'integer',
      minimum: 0,
      'x-ui': { order: 9, widget: 'seed', advanced: true, omitWhenEmpty: true },
    },
    box: {
      title: 'Box',
      type: 'array',
      items: { type: 'integer' },
      minItems: 3,
      'x-ui': { order: 10, advanced: true },
    },
    quad: {
      title: 'Quads',
      type: 'boolean',
      default: false,
      'x-ui': { order: 11, warning: 'Gives FBX.' },
    },
  },
}

const onSent = vi.fn<(sent: Record<string, unknown>) => void>()

type FormProps = {
  start?: Record<string, unknown>
  lastSeed?: number
  refusals?: readonly ParamIssue[]
  shown?: ParamSchema
}

function Form({ start = {}, lastSeed, refusals = [], shown = schema }: FormProps) {
  const [values, setValues] = useState(start)
  const [own, setOwn] = useOwnIssues()
  const form = useParamForm(shown, values, own)
  return (
    <form aria-label="form">
      <ParamFields
        form={form}
        skip={['file']}
        lastSeed={lastSeed}
        onChange={(name, value) => {
          setValues((held) => ({ ...held, [name]: value }))
          form.changed(name)
        }}
        onUnreadable={setOwn}
      />
      <button type="button" onClick={() => form.refused(refusals)}>
        Refuse
      </button>
      <button
        type="button"
        onClick={(event) => {
          form.submitted()
          onSent(form.sent)
          const names = new Set(form.issues.map(({ path }) => path))
          const root = event.currentTarget.closest('form')!
          requestAnimationFrame(() => focusFirstIssue(root, names))
        }}
      >
        Send
      </button>
    </form>
  )
}

const user = userEvent.setup()
const send = async () => {
  await user.click(screen.getByRole('button', { name: 'Send' }))
  return onSent.mock.lastCall![0]
}
const show = (props: FormProps = {}) => render(<Form {...props} />)
Element.prototype.scrollIntoView = () => {}

afterEach(cleanup)

describe('ParamFields', () => {
  it('groups fields in the order of the schema, with advanced groups closed', () => {
    show()
    const labels = [...document.querySelectorAll('[data-param]')].map(
      (row) => (row as HTMLElement).dataset['param'],
    )
    expect(labels).toEqual(['faces', 'style', 'texture', 'pbr', 'prompt', 'quad', 'seed', 'box'])
    const block = screen.getByRole('region', { name: 'Geometry' })
    expect(within(block).getByText('Shape')).toBeTruthy()
    expect(screen.getByLabelText('Seed').closest('details')!.open).toBe(false)
    expect(screen.queryByText('Picture')).toBeNull()
  })

  it('shows only important fields before “More options” if the schema marks some', () => {
    const faces = { type: 'integer', title: 'Faces', 'x-ui': { important: true } }
    const detail = { type: 'number', title: 'Detail' }
    show({ shown: { type: 'object', properties: { detail, faces } } })
    expect(screen.getByLabelText('Faces').closest('details')).toBeNull()
    expect(screen.getByLabelText('Detail').closest('details')).not.toBeNull()
  })

  it('describes each field for screen readers', async () => {
    show()
    const [number] = screen.getAllByRole('spinbutton')
    const described = number!.getAttribute('aria-describedby')!
    expect(document.getElementById(described)!.textContent).toBe('At most that many.')
    await user.click(screen.getByRole('button', { name: 'About Faces' }))
    expect(document.getElementById(described)!.className).not.toContain('sr-only')
  })

  it('hides a field whose condition is not met but keeps its value', async () => {
    show({ start: { pbr: true, prompt: 'x' } })
    await user.click(screen.getByRole('switch', { name: 'Texture' }))
    expect(screen.queryByRole('switch', { name: 'PBR' })).toBeNull()
    expect((await send())['pbr']).toBe(false)
    await user.click(screen.getByRole('switch', { name: 'Texture' }))
    expect(screen.getByRole<HTMLInputElement>('switch', { name: 'PBR' }).checked).toBe(true)
  })

  it('applies a typed number when the field loses the focus', async () => {
    show()
    const number = screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Faces' })
    expect(number.value).toBe('20000')
    await user.clear(number)
    await user.type(number, '5')
    expect(number.value).toBe('5')
    await user.type(number, '0 000')
    await user.tab()
    expect((await send())['faces']).toBe(50_000)
  })

  it('treats an emptied number field as no value', async () => {
    show()
    const number = screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Faces' })
    await user.clear(number)
    await user.tab()
    expect(number.value).toBe('')
    expect(number.placeholder).toBe('20000')
    expect(await send()).not.toHaveProperty('faces')
  })

  it('rounds the values of a logarithmic slider, and shows the presets in the schema', async () => {
    show()
    screen.getByRole('slider').focus()
    await user.click(screen.getByRole('button', { name: 'Faces: 5000' }))
    expect((await send())['faces']).toBe(5000)
    expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toBe('5000')
  })

  it('shows a few short choices as buttons with the labels in the schema', async () => {
    show()
    const group = screen.getByRole('radiogroup', { name: 'Shape' })
    await user.click(within(group).getByRole('radio', { name: 'Flat' }))
    expect((await send())['style']).toBe('extrude')
  })

  it('leaves the seed field empty, and uses the last seed again only on request', async () => {
    show({ lastSeed: 4711 })
    const seed = screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Seed' })
    expect(seed.value).toBe('')
    expect(seed.placeholder).toBe('Random')
    expect(await send()).not.toHaveProperty('seed')
    await user.click(screen.getByRole('button', { name: 'Keep 4711' }))
    expect((await send())['seed']).toBe(4711)
    await user.click(screen.getByRole('button', { name: 'Use a random seed' }))
    expect(await send()).not.toHaveProperty('seed')
  })

  it('reports a missing value only after the field has lost the focus', async () => {
    show()
    expect(screen.queryByRole('alert')).toBeNull()
    await user.click(screen.getByLabelText('Words'))
    expect(screen.queryByRole('alert')).toBeNull()
    await user.tab()
    expect(screen.getByRole('alert').textContent).toBe('Words is required.')
    expect(screen.getByLabelText('Words').getAttribute('aria-invalid')).toBe('true')
    await user.type(screen.getByLabelText('Words'), 'a chair')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('shows all issues on submit, and focuses the first one', async () => {
    show({ start: { box: [1] } })
    await send()
    await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Words')))
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
      'Words is required.',
      'Box takes at least 3 entries.',
    ])
  })

  it('opens the section that contains the first issue', async () => {
    show({ start: { box: [1], prompt: 'x' } })
    await send()
    await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Box')))
    expect(screen.getByLabelText('Box').closest('details')!.open).toBe(true)
  })

  it('shows an issue reported by the server until the field changes', async () => {
    const refusals = [{ path: 'prompt', message: 'These words are not allowed.' }]
    show({ start: { prompt: 'x' }, refusals })
    await user.click(screen.getByRole('button', { name: 'Refuse' }))
    expect(screen.getByRole('alert').textContent).toBe('These words are not allowed.')
    await user.type(screen.getByLabelText('Words'), 'y')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('shows unknown types as JSON, and reports invalid JSON', async () => {
    show({ start: { prompt: 'x' } })
    const box = screen.getByLabelText('Box')
    await user.type(box, '[[1, 2')
    await user.tab()
    expect(screen.getByRole('alert').textContent).toBe('Box must be valid JSON.')
    await user.type(box, ', 3]')
    expect(screen.queryByRole('alert')).toBeNull()
    expect((await send())['box']).toEqual([1, 2, 3])
  })

  it('shows the warning of a switch once it is on', async () => {
    show()
    expect(screen.queryByText('Gives FBX.')).toBeNull()
    await user.click(screen.getByRole('switch', { name: 'Quads' }))
    expect(screen.getByText('Gives FBX.')).toBeTruthy()
  })

  it('shows the number of changed advanced settings', async () => {
    show({ start: { seed: 3 } })
    expect(screen.getByText('1 changed')).toBeTruthy()
  })
})
