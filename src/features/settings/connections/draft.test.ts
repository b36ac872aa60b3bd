import { describe, expect, it } from 'vitest'
import type { Connection, ConnectionKind } from '#contract/connections.ts'
import { findProblems, firstDraft, toChange, toRequest } from './draft.ts'

const cloud: ConnectionKind = {
  id: 'openai',
  name: 'OpenAI',
  about: '',
  offers: ['chat'],
  group: 'cloud',
  secrets: [{ id: 'key', label: 'API key', isRequired: true }],
}
const local: ConnectionKind = {
  id: 'ollama',
  name: 'Ollama',
  about: '',
  offers: ['chat'],
  group: 'local',
  address: { default: 'http://127.0.0.1:11434/v1', example: 'http://127.0.0.1:11434/v1' },
  secrets: [{ id: 'key', label: 'API key', isRequired: false }],
}
const stored: Connection = {
  id: 'ollama',
  kind: 'ollama',
  name: 'Ollama',
  address: 'http://127.0.0.1:11434/v1',
  source: 'settings',
  isOn: true,
  secrets: [{ id: 'key', hint: 'abc…wxyz', setAt: '2026-11-20T10:00:00Z' }],
}

describe('toRequest for a new connection', () => {
  it('contains only entered values, and no address if the address is fixed', () => {
    const draft = { ...firstDraft(cloud), secrets: { key: 'sk-1' } }
    expect(findProblems(cloud, draft)).toBeUndefined()
    expect(toRequest(cloud, draft)).toEqual({ kind: 'openai', secrets: { key: 'sk-1' } })
    expect(toRequest(local, firstDraft(local))).toEqual({
      kind: 'ollama',
      address: 'http://127.0.0.1:11434/v1',
      secrets: {},
    })
  })

  it('accepts the name of a Hugging Face Space as its address', () => {
    const spaces = { ...local, address: { example: 'owner/name', takesSpaces: true } }
    const draft = { ...firstDraft(spaces), address: ' microsoft/TRELLIS.2 ' }
    const address = 'https://huggingface.co/spaces/microsoft/TRELLIS.2'
    expect(toRequest(spaces, draft)).toMatchObject({ address })
    expect(findProblems(spaces, draft)).toBeUndefined()
    expect(toChange(spaces, { ...stored, address }, { ...draft, name: stored.name })).toEqual({})
    expect(findProblems(local, draft)?.address).toMatch(/https/)
  })

  it('requires a key and a valid address', () => {
    expect(findProblems(cloud, firstDraft(cloud))?.secrets).toEqual({ key: 'Enter the API key.' })
    const lost = { ...firstDraft(local), address: ' ' }
    expect(findProblems(local, lost)?.address).toBe(
      'Enter the address, such as http://127.0.0.1:11434/v1',
    )
    const wrong = { ...firstDraft(local), address: 'ollama' }
    expect(findProblems(local, wrong)?.address).toBe('Enter an http:// or https:// address.')
  })

  it('reports which key is invalid', () => {
    const draft = { ...firstDraft(cloud), secrets: { key: 'two words' } }
    expect(findProblems(cloud, draft)?.secrets['key']).toMatch(/no spaces/)
  })
})

describe('headers of a connection', () => {
  const open = { ...local, takesHeaders: true }
  const door = { name: ' X-Door ', value: 'sesame' }
  const withDoor = {
    ...stored,
    headers: [{ id: 'X-Door', hint: 'ses…1234', setAt: '2026-11-20T10:00:00Z' }],
  }

  it('are sent by name, or rejected with a reason', () => {
    const draft = { ...firstDraft(open), headers: [door, { name: '', value: '' }] }
    expect(findProblems(open, draft)).toBeUndefined()
    expect(toRequest(open, draft).headers).toEqual({ 'X-Door': 'sesame' })
    const getProblem = (name: string, value: string) =>
      findProblems(open, { ...draft, headers: [{ name, value }] })?.headers
    expect(getProblem('X Door', 'sesame')).toMatch(/only letters/)
    expect(getProblem('Content-Type', 'text/html')).toMatch(/sets Host/)
    expect(getProblem('', 'sesame')).toMatch(/both a name and a value/)
    expect(getProblem('X-Door', '')).toMatch(/both a name and a value/)
  })

  it('are kept or removed, and their values must be entered again if the host changes', () => {
    const draft = firstDraft(open, withDoor)
    expect(findProblems(open, draft, withDoor)).toBeUndefined()
    expect(toChange(open, withDoor, draft)).toEqual({})
    expect(toChange(open, withDoor, { ...draft, headers: [] })).toEqual({
      headers: { 'X-Door': '' },
    })
    const moved = { ...draft, address: 'http://10.0.0.5:11434/v1', secrets: { key: 'new' } }
    expect(findProblems(open, moved, withDoor)?.headers).toMatch(/Enter the values again/)
    const again = { ...moved, headers: [{ ...draft.headers[0]!, value: 'new' }] }
    expect(findProblems(open, again, withDoor)).toBeUndefined()
  })
})

describe('changes to a stored connection', () => {
  it('keep its key unless the user enters another one', () => {
    const draft = firstDraft(local, stored)
    expect(findProblems(local, draft, stored)).toBeUndefined()
    expect(toChange(local, stored, draft)).toEqual({})
    expect(toChange(local, stored, { ...draft, name: 'Mine', secrets: { key: 'new' } })).toEqual({
      name: 'Mine',
      secrets: { key: 'new' },
    })
  })

  it('require the key again if the address has another host, but not if only its path changes', () => {
    const draft = firstDraft(local, stored)
    const moved = { ...draft, address: 'http://10.0.0.5:11434/v1' }
    expect(findProblems(local, moved, stored)?.secrets['key']).toMatch(/Enter it again/)
    expect(findProblems(local, { ...moved, secrets: { key: 'new' } }, stored)).toBeUndefined()
    const same = { ...draft, address: 'http://127.0.0.1:11434/v2' }
    expect(findProblems(local, same, stored)).toBeUndefined()
    expect(toChange(local, stored, same)).toEqual({ address: 'http://127.0.0.1:11434/v2' })
  })

  it('can remove an optional key but not a required one', () => {
    const draft = { ...firstDraft(local, stored), secrets: { key: '' } }
    expect(findProblems(local, draft, stored)).toBeUndefined()
    expect(toChange(local, stored, draft)).toEqual({ secrets: { key: '' } })
    expect(findProblems(cloud, draft, stored)?.secrets['key']).toBe('Enter the API key.')
  })

  it('require a name', () => {
    const draft = { ...firstDraft(local, stored), name: ' ' }
    expect(findProblems(local, draft, stored)?.name).toBe('Enter a name.')
  })
})
