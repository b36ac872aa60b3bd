import {
  createConnectionSchema,
  type ChangeConnection,
  type ChatApi,
  type Connection,
  type ConnectionKind,
  type CreateConnection,
} from '#contract/connections.ts'
import { ownValue, setOwn } from '#lib/own-value.ts'
import { t } from '#languages/settings.ts'
import { findMissing, toHeaderRows, toHeaders, type HeaderRow } from '../headers/header-rows.ts'

export type ConnectionDraft = {
  name: string
  address: string
  /** Without an entry, the stored secret is kept. An empty entry removes the stored secret. */
  secrets: Readonly<Record<string, string>>
  headers: readonly HeaderRow[]
  chatApi: ChatApi
}

export type DraftProblems = {
  name?: string | undefined
  address?: string | undefined
  headers?: string | undefined
  secrets: Readonly<Record<string, string>>
}

export const firstDraft = (kind: ConnectionKind, stored?: Connection): ConnectionDraft => ({
  name: stored?.name ?? '',
  address: stored?.address ?? kind.address?.default ?? '',
  secrets: {},
  headers: toHeaderRows(stored?.headers),
  chatApi: stored?.chatApi ?? 'auto',
})

export function toRequest(
  kind: ConnectionKind,
  { name, address, secrets, headers: rows, chatApi }: ConnectionDraft,
): CreateConnection {
  const headers = toHeaders(rows)
  return {
    kind: kind.id,
    ...(name.trim() !== '' && { name }),
    ...(kind.address && { address: addressIn(kind, address) }),
    secrets: { ...secrets },
    ...(isSomething(headers) && { headers }),
    ...(kind.choosesChatApi && chatApi !== 'auto' && { chatApi }),
  }
}

const isSomething = (fields: object): boolean => Object.keys(fields).length > 0

/**
 * Converts the typed text to a URL. Also accepts the name of a Hugging Face Space, `owner/name`.
 */
function addressIn({ address: field }: ConnectionKind, text: string): string {
  const address = text.trim()
  const isSpace = field?.takesSpaces === true && /^[\w.-]+\/[\w.-]+$/.test(address)
  return isSpace ? `https://huggingface.co/spaces/${address}` : address
}

export function toChange(
  kind: ConnectionKind,
  stored: Connection,
  { name, address: text, secrets, headers: rows, chatApi }: ConnectionDraft,
): ChangeConnection {
  const address = addressIn(kind, text)
  const headers = toHeaders(rows, stored.headers)
  return {
    ...(name.trim() !== '' && name.trim() !== stored.name && { name }),
    ...(stored.address !== undefined && address !== stored.address && { address }),
    ...(isSomething(secrets) && { secrets: { ...secrets } }),
    ...(isSomething(headers) && { headers }),
    ...(chatApi !== (stored.chatApi ?? 'auto') && { chatApi }),
  }
}

/**
 * Validates the form. Returns `undefined` if the form is valid.
 * @param stored the connection that is being changed.
 */
export function findProblems(
  kind: ConnectionKind,
  draft: ConnectionDraft,
  stored?: Connection,
): DraftProblems | undefined {
  const problems: DraftProblems & { secrets: Record<string, string> } = { secrets: {} }
  const { error } = createConnectionSchema.safeParse(toRequest(kind, draft))
  for (const { path, message } of error?.issues ?? []) {
    const [field, id] = path
    if (field === 'secrets' && id !== undefined) problems.secrets[String(id)] ??= message
    if (field === 'name' || field === 'address' || field === 'headers') problems[field] ??= message
  }
  if (kind.address && draft.address.trim() === '') {
    problems.address = t('Enter the address, such as {example}', { example: kind.address.example })
  }
  if (stored && draft.name.trim() === '') problems.name = t('Enter a name.')
  const isMoved = isElsewhere(addressIn(kind, draft.address), stored)
  for (const { id, label, isRequired } of kind.secrets) {
    const isStored = stored?.secrets.some((secret) => secret.id === id) ?? false
    const given = ownValue(draft.secrets, id)
    if (isStored && isMoved && given === undefined) {
      setOwn(
        problems.secrets,
        id,
        t('Enter it again: it is only sent to the address it was saved for.'),
      )
    } else if (isRequired && (given?.trim() ?? '') === '' && (given !== undefined || !isStored)) {
      setOwn(problems.secrets, id, t('Enter the {label}.', { label }))
    }
  }
  problems.headers ??= findMissing(draft.headers)
  if (isMoved && draft.headers.some(({ hint, value }) => hint !== undefined && value === '')) {
    problems.headers = t(
      'Enter the values again: they are only sent to the address they were saved for.',
    )
  }
  const { name, address, headers, secrets } = problems
  return (name ?? address ?? headers ?? (isSomething(secrets) || undefined)) ? problems : undefined
}

/** Returns whether the address has a new host. A new host must not receive stored keys. */
function isElsewhere(address: string, stored: Connection | undefined): boolean {
  const [now, before] = [address, stored?.address].map((text) =>
    text !== undefined && URL.canParse(text) ? new URL(text).origin : undefined,
  )
  return before !== undefined && now !== undefined && now !== before
}
