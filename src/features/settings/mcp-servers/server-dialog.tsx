import { basePath } from '#lib/base-path.ts'
import { useId, useState, type FormEvent } from 'react'
import { getFieldProblems } from '#api/http/field-problems.ts'
import type { McpServer } from '#contract/mcp-servers.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { FormField } from '#ui/fields/field.tsx'
import { SegmentedControl } from '#ui/fields/segmented-control.tsx'
import { TextArea } from '#ui/fields/text-area.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { PanelSection } from '#ui/layout/section.tsx'
import { rich, t } from '#languages/settings.ts'
import { FormButtons } from '../layout/form-buttons.tsx'
import { HeaderFields } from '../headers/header-fields.tsx'
import { findMissing, toHeaderRows, toHeaders } from '../headers/header-rows.ts'
import { useChangeMcpServer, useCreateMcpServer } from './mcp-queries.ts'

type ServerDialogProps = {
  isOpen: boolean
  onClose: () => void
  server: McpServer | undefined
  takesCommands: boolean
}

export function ServerDialog({ isOpen, onClose, server, takesCommands }: ServerDialogProps) {
  const formId = useId()
  const create = useCreateMcpServer()
  const change = useChangeMcpServer()
  const [isCommand, setIsCommand] = useState(server?.command !== undefined)
  const [name, setName] = useState(server?.name ?? '')
  const [place, setPlace] = useState('')
  const [rows, setRows] = useState(() => toHeaderRows(server?.secrets))
  const [clientId, setClientId] = useState(server?.clientId ?? '')
  const [clientSecret, setClientSecret] = useState('')
  const [missing, setMissing] = useState<string>()
  const { error, isPending, reset } = server ? change : create
  const problems = getFieldProblems(error, [
    server ? 'name' : isCommand ? 'command' : 'address',
    'name',
    'secrets',
    'client',
  ])

  function submit(event: FormEvent) {
    event.preventDefault()
    const half = findMissing(rows)
    setMissing(half)
    if (half !== undefined) return reset()
    const secrets = toHeaders(rows, server?.secrets)
    const callbacks = { onSuccess: onClose }
    const client = toClient({ id: clientId.trim(), secret: clientSecret.trim() }, server?.clientId)
    const access = { secrets, ...(client !== undefined && { client }) }
    if (server) return change.mutate({ id: server.id, change: { name, ...access } }, callbacks)
    const command = place.split('\n').flatMap((line) => line.trim() || [])
    const where = isCommand ? { command } : { address: place.trim() }
    return create.mutate({ name, ...where, secrets, ...(client && { client }) }, callbacks)
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={server ? t('Edit “{name}”', { name: server.name }) : t('Add an MCP server')}
      description={t(
        'Its answers are given to the models of your chats. Add only servers that you trust.',
      )}
      footer={
        <FormButtons
          formId={formId}
          label={server ? t('Save') : t('Add')}
          isPending={isPending}
          onCancel={onClose}
        />
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4">
        {!server && takesCommands && (
          <SegmentedControl
            aria-label={t('How it is reached')}
            value={isCommand ? 'command' : 'address'}
            onValueChange={(value) => setIsCommand(value === 'command')}
            options={[
              { value: 'address', label: t('Address') },
              { value: 'command', label: t('Command') },
            ]}
          />
        )}
        <FormField
          label={t('Name')}
          isRequired
          hint={t('The names of its tools begin with it.')}
          error={problems.name}
        >
          <TextField
            autoComplete="off"
            maxLength={60}
            placeholder={t('Files')}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        </FormField>
        {!server && (
          <FormField
            label={isCommand ? t('Command') : t('Address')}
            isRequired
            error={isCommand ? problems.command : problems.address}
            hint={
              isCommand
                ? t(
                    'The program, then each argument on a line of its own. It runs on the server’s machine.',
                  )
                : t('Its Streamable HTTP endpoint, often ending in /mcp.')
            }
          >
            {isCommand ? (
              <TextArea
                rowsMin={2}
                rowsMax={6}
                value={place}
                onChange={({ target }) => setPlace(target.value)}
              />
            ) : (
              <TextField
                type="url"
                inputMode="url"
                autoComplete="off"
                spellCheck={false}
                placeholder="https://example.com/mcp"
                value={place}
                onChange={({ target }) => setPlace(target.value)}
              />
            )}
          </FormField>
        )}
        <HeaderFields
          what={isCommand ? 'variable' : 'header'}
          firstName={isCommand ? '' : 'Authorization'}
          rows={rows}
          error={missing ?? problems.secrets}
          onChange={setRows}
        />
        {!isCommand && (
          <PanelSection title={t('Sign-in with your own client ID')} isOpen={clientId !== ''}>
            <p className="mb-2 text-xs text-pretty text-ink-muted">
              {rich(
                'Only if the server’s provider does not register clients by itself. Register Bozzetto there with the redirect address <code>{origin}{basePath}/settings</code>.',
                { origin: location.origin, basePath, code: (inner) => <code>{inner}</code> },
              )}
            </p>
            <div className="flex flex-col gap-3">
              <FormField label={t('Client ID')} error={problems.client}>
                <TextField
                  autoComplete="off"
                  spellCheck={false}
                  value={clientId}
                  onChange={({ target }) => setClientId(target.value)}
                />
              </FormField>
              <FormField label={t('Client secret')} hint={t('Leave it empty for a public client.')}>
                <TextField
                  type="password"
                  autoComplete="off"
                  value={clientSecret}
                  onChange={({ target }) => setClientSecret(target.value)}
                />
              </FormField>
            </div>
          </PanelSection>
        )}
      </form>
    </Dialog>
  )
}

/**
 * Returns the OAuth client to send: `null` removes the stored client, and undefined keeps the
 * stored client.
 */
function toClient(
  { id, secret }: { id: string; secret: string },
  storedId = '',
): { id: string; secret?: string } | null | undefined {
  if (id === storedId && secret === '') return undefined
  if (id === '') return null
  return { id, ...(secret !== '' && { secret }) }
}
