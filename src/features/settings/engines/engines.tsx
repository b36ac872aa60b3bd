import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { explainError } from '#lib/explain.ts'
import type { Network, NetworkList } from '#contract/networks.ts'
import { formatBytes } from '#lib/format.ts'
import { Button } from '#ui/actions/button.tsx'
import { FormField } from '#ui/fields/field.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { t } from '#languages/settings.ts'
import { cardClass } from '../layout/card-class.ts'
import { SettingsPart } from '../layout/part.tsx'
import { useRemoval } from '../layout/use-removal.ts'
import { networksQuery, useNetworkFolder, useRemoveNetwork } from './network-queries.ts'
import { NetworkRow } from './network-row.tsx'

/**
 * Renders the optional models of the local engine. Nothing is downloaded unless the user requests
 * the download.
 */
export function Engines() {
  const { data, error } = useQuery(networksQuery())
  const { mutate, isPending } = useRemoveNetwork()
  const removal = useRemoval<Network>({
    remove: ({ id }, callbacks) => mutate(id, callbacks),
    isPending,
    failed: t('Could not delete the network'),
  })
  return (
    <SettingsPart
      id="engines"
      title={t('Engines')}
      about={t(
        'Neural networks for the local engine. They run on this server, and TripoSR in browsers with WebGPU as well. They need no account, and are only downloaded when you ask. Without them the engine works by rules and small networks of its own.',
      )}
    >
      <div className={cardClass}>
        {error ? (
          <p role="alert" className="p-4 text-danger">
            {explainError(error)}
          </p>
        ) : (
          <ul aria-label={t('Networks')} className="divide-y divide-line">
            {data?.networks.map((network) => (
              <NetworkRow
                key={network.id}
                network={network}
                isOverruled={data.set.some(({ job }) => job === network.job)}
                onRemove={() => removal.ask(network)}
              />
            ))}
          </ul>
        )}
        {data && <DiskSpace key={data.folder ?? ''} list={data} />}
      </div>
      <ConfirmDialog
        {...removal.dialog}
        title={t('Delete this network?')}
        description={t(
          'The files of {name} are deleted from this server. Models that were made with it stay.',
          { name: removal.shown?.name ?? '' },
        )}
        confirmLabel={t('Delete')}
      />
    </SettingsPart>
  )
}

function DiskSpace({ list: { freeBytes, folder = '', set } }: { list: NetworkList }) {
  const [text, setText] = useState(folder)
  const change = useNetworkFolder()
  return (
    <form
      className="flex flex-col gap-3 border-t border-line px-4 py-3.5"
      onSubmit={(event) => {
        event.preventDefault()
        change.mutate(text)
      }}
    >
      {set.map(({ job, file }) => (
        <p key={job} className="text-pretty text-ink-muted">
          {t(
            '{file} is set in the server’s environment and is used {job, select, true {to find the object} other {for depth}}.',
            { file, job: job === 'mask' },
          )}
        </p>
      ))}
      <div className="flex items-end gap-2">
        <FormField
          label={t('Folder with networks')}
          hint={t(
            'A folder on the server whose files are used where they are. {freeBytes} are free on its disk.',
            { freeBytes: formatBytes(freeBytes) },
          )}
          error={change.error ? explainError(change.error) : undefined}
          className="flex-1"
        >
          <TextField
            value={text}
            placeholder={t('/srv/networks')}
            spellCheck={false}
            onChange={(event) => setText(event.target.value)}
          />
        </FormField>
      </div>
      <Button
        type="submit"
        className="self-start"
        isLoading={change.isPending}
        disabled={text.trim() === folder}
      >
        {text.trim() === '' && folder !== '' ? t('Forget the folder') : t('Use this folder')}
      </Button>
    </form>
  )
}
