import ChevronRight from 'lucide-react/icons/chevron-right'
import ExternalLink from 'lucide-react/icons/external-link'
import { useState, type FormEvent, type ReactNode } from 'react'
import type { Connection, ConnectionKind, ChatApi } from '#contract/connections.ts'
import { ownValue } from '#lib/own-value.ts'
import { FormField } from '#ui/fields/field.tsx'
import type { SelectOption } from '#ui/fields/select-props.ts'
import { Select } from '#ui/fields/select.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { t } from '#languages/settings.ts'
import { AddressField } from './address-field.tsx'
import { HeaderFields } from '../headers/header-fields.tsx'
import { SecretInput } from './secret-field.tsx'
import type { DraftState } from './use-draft.ts'

type ConnectionFieldsProps = {
  formId: string
  kind: ConnectionKind
  stored?: Connection | undefined
  state: DraftState
  onSubmit: () => void
}

export function ConnectionFields({ formId, kind, stored, state, onSubmit }: ConnectionFieldsProps) {
  const { draft, problems, change } = state
  const name = (
    <FormField label={t('Name')} hint={t('Shown in lists of models.')} error={problems.name}>
      <TextField
        value={draft.name}
        maxLength={60}
        placeholder={kind.name}
        autoComplete="off"
        onChange={(event) => change({ name: event.target.value })}
      />
    </FormField>
  )
  const address = kind.address && (
    <AddressField
      address={kind.address}
      value={draft.address}
      error={problems.address}
      isFocused={!stored && draft.address === ''}
      onChange={(value) => change({ address: value })}
    />
  )
  // Hide the address of a cloud provider that has only one server.
  const isAddressUsual =
    !stored &&
    kind.group === 'cloud' &&
    kind.address?.default !== undefined &&
    kind.address.choices === undefined
  const headers = kind.takesHeaders && (
    <HeaderFields
      what="header"
      rows={draft.headers}
      error={problems.headers}
      onChange={(rows) => change({ headers: rows })}
    />
  )
  const chatApi = kind.choosesChatApi && (
    <ChatApiField value={draft.chatApi} onChange={(value) => change({ chatApi: value })} />
  )
  const hasFoldedProblem = [
    problems.name,
    problems.headers,
    isAddressUsual ? problems.address : undefined,
  ].some((problem) => problem !== undefined)

  function submit(event: FormEvent) {
    event.preventDefault()
    onSubmit()
  }

  return (
    <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-5">
      {stored && name}
      {!isAddressUsual && address}
      {kind.secrets.map((secret, at) => (
        <SecretInput
          key={secret.id}
          secret={secret}
          stored={stored?.secrets.find(({ id }) => id === secret.id)}
          value={ownValue(draft.secrets, secret.id)}
          error={ownValue(problems.secrets, secret.id)}
          isFocused={!stored && at === 0 && (!kind.address || kind.address.default !== undefined)}
          onChange={(value) => change({ secrets: withSecret(draft.secrets, secret.id, value) })}
        />
      ))}
      {kind.keyUrl !== undefined && <KeyLink kind={kind} href={kind.keyUrl} />}
      {stored ? (
        (headers || chatApi) && (
          <Folded
            label={t('More options')}
            isOpen={draft.headers.length > 0 || draft.chatApi !== 'auto'}
          >
            {chatApi}
            {headers}
          </Folded>
        )
      ) : (
        <Folded label={t('More options')} isOpen={hasFoldedProblem}>
          {isAddressUsual && address}
          {name}
          {chatApi}
          {headers}
        </Folded>
      )}
    </form>
  )
}

const KeyLink = ({ kind, href }: { kind: ConnectionKind; href: string }) => (
  <a
    href={href}
    target="_blank"
    rel="noreferrer"
    className="inline-flex items-center gap-1.5 self-start rounded-sm font-medium text-accent touch-target hover:text-accent-strong"
  >
    {t('Get a key from {name}', { name: kind.name })}
    <ExternalLink aria-hidden className="size-3.5" />
    <span className="sr-only">{t('(opens in a new tab)')}</span>
  </a>
)

type FoldedProps = {
  label: string
  isOpen: boolean
  children: ReactNode
}

function Folded({ label, isOpen, children }: FoldedProps) {
  // A section that opened because of an error stays open after the error is fixed.
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  return (
    <details className="group/folded" open={wasOpen}>
      <summary className="inline-flex cursor-pointer list-none items-center gap-1 rounded-sm text-ink-muted touch-target hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          className="size-4 transition-transform group-open/folded:rotate-90"
        />
        {label}
      </summary>
      <div className="flex flex-col gap-5 pt-4">{children}</div>
    </details>
  )
}

/** Removes an empty secret, so that the stored secret is kept. */
function withSecret(
  secrets: Readonly<Record<string, string>>,
  id: string,
  value: string | undefined,
): Record<string, string> {
  const { [id]: _, ...others } = secrets
  return value === undefined ? others : { ...others, [id]: value }
}

const options: readonly SelectOption<ChatApi>[] = [
  { value: 'auto', label: t('Automatic'), hint: t('Responses for models that need it') },
  { value: 'chat', label: t('Chat completions'), hint: t('What most servers offer') },
  { value: 'responses', label: t('Responses'), hint: t('OpenAI’s newer interface') },
]

type ChatApiFieldProps = { value: ChatApi; onChange: (value: ChatApi) => void }

const ChatApiField = ({ value, onChange }: ChatApiFieldProps) => (
  <FormField
    label={t('Interface for chats')}
    hint={t('Change this only if chats with this service fail.')}
  >
    <Select value={value} options={options} onValueChange={onChange} />
  </FormField>
)
