import Download from 'lucide-react/icons/download'
import ExternalLink from 'lucide-react/icons/external-link'
import FileUp from 'lucide-react/icons/file-up'
import Pause from 'lucide-react/icons/pause'
import Trash2 from 'lucide-react/icons/trash'
import { useRef, useState } from 'react'
import type { Network } from '#contract/networks.ts'
import { formatBytes, formatDuration } from '#lib/format.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { Button } from '#ui/actions/button.tsx'
import { Switch } from '#ui/fields/switch.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { Progress } from '#ui/progress/progress.tsx'
import { t } from '#languages/settings.ts'
import {
  useBringNetworkFile,
  useChooseNetwork,
  useDownloadNetwork,
  usePauseNetwork,
} from './network-queries.ts'
import { moreButton } from '../layout/more-button.tsx'

type NetworkRowProps = {
  network: Network
  /** True if an environment variable makes the server use another file. */
  isOverruled: boolean
  onRemove: () => void
}

export function NetworkRow({ network, isOverruled, onRemove }: NetworkRowProps) {
  const { id, name, does, state, job, isUsed, problem, loadedBytes, totalBytes } = network
  const download = useDownloadNetwork()
  const pause = usePauseNetwork()
  const choose = useChooseNetwork()
  const bring = useBroughtFile(network)
  const fetchLabel =
    state === 'paused'
      ? t('Resume')
      : t('Download {totalBytes}', { totalBytes: formatBytes(totalBytes) })
  return (
    <li aria-label={name} className="flex flex-col gap-2 px-4 py-3.5">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-56">
          <h3 className="font-medium wrap-anywhere">{name}</h3>
          <p className="mt-0.5 max-w-prose text-pretty text-ink-muted">{does}</p>
          <Facts network={network} />
        </div>
        <div className="flex items-center gap-2">
          {state === 'loading' ? (
            <Button
              icon={<Pause aria-hidden />}
              isLoading={pause.isPending}
              onClick={() =>
                pause.mutate(id, { onError: reportFailure(t('Could not pause the download')) })
              }
            >
              {t('Pause')}
            </Button>
          ) : state === 'ready' ? (
            job !== 'shape' && (
              <Switch
                aria-label={t('Use {name}', { name })}
                checked={isUsed}
                disabled={isOverruled}
                onCheckedChange={(wanted) =>
                  choose.mutate(
                    { id, isUsed: wanted },
                    { onError: reportFailure(t('Could not turn {name} on or off', { name })) },
                  )
                }
              />
            )
          ) : (
            <Button
              icon={<Download aria-hidden />}
              isLoading={download.isPending}
              aria-label={`${fetchLabel} ${name}`}
              onClick={() =>
                download.mutate(id, {
                  onError: reportFailure(t('Could not download {name}', { name })),
                })
              }
            >
              {fetchLabel}
            </Button>
          )}
          <Menu
            trigger={moreButton(name)}
            items={[
              ...network.files
                .filter(({ isThere }) => !isThere)
                .map((file) => ({
                  label: t('Choose {name}', { name: file.name }),
                  icon: <FileUp />,
                  isDisabled: state === 'loading' || bring.fraction !== undefined,
                  onSelect: () => bring.choose(file.name),
                })),
              {
                label: t('About this network'),
                icon: <ExternalLink />,
                onSelect: () => void window.open(network.page, '_blank', 'noopener'),
              },
              'separator',
              {
                label: t('Delete'),
                icon: <Trash2 />,
                isDangerous: true,
                isDisabled: loadedBytes === 0 || network.isInFolder,
                onSelect: onRemove,
              },
            ]}
          />
        </div>
      </div>
      {(state === 'loading' || state === 'paused') && bring.fraction === undefined && (
        <Progress
          label={state === 'loading' ? t('Downloading') : t('Paused')}
          value={totalBytes > 0 ? loadedBytes / totalBytes : undefined}
          detail={t('{loadedBytes} of {totalBytes}', {
            loadedBytes: formatBytes(loadedBytes),
            totalBytes: formatBytes(totalBytes),
          })}
        />
      )}
      {bring.fraction !== undefined && (
        <div className="flex items-end gap-3">
          <Progress label={t('Receiving the file')} value={bring.fraction} className="flex-1" />
          <Button size="sm" onClick={bring.stop}>
            {t('Cancel')}
          </Button>
        </div>
      )}
      {problem !== undefined && (
        <p role="alert" className="text-pretty text-danger">
          {problem}
        </p>
      )}
      {bring.input}
    </li>
  )
}

function Facts({ network }: { network: Network }) {
  const { licence, needs, totalBytes, lastMs, state, job, isInFolder } = network
  const facts = [
    licence,
    formatBytes(totalBytes),
    needs,
    lastMs === undefined ? undefined : t('Took {lastMs} here.', { lastMs: formatDuration(lastMs) }),
    state === 'ready' && job === 'shape' ? t('In the studio.') : undefined,
    isInFolder ? t('From your folder.') : undefined,
  ]
  return (
    <p className="mt-1 text-xs text-pretty text-ink-muted">
      {facts.filter((fact) => fact !== undefined).join(' · ')}
    </p>
  )
}

function useBroughtFile({ id }: Network) {
  const [fraction, setFraction] = useState<number>()
  const input = useRef<HTMLInputElement>(null)
  const wanted = useRef('')
  const stop = useRef<AbortController>(undefined)
  const { mutate } = useBringNetworkFile()
  function take(file: File | undefined) {
    if (!file) return
    stop.current = new AbortController()
    setFraction(0)
    const { signal } = stop.current
    mutate(
      { id, name: wanted.current, file, onProgress: setFraction, signal },
      {
        onError: (error) =>
          !signal.aborted && reportFailure(t('Could not use {name}', { name: file.name }))(error),
        onSettled: () => setFraction(undefined),
      },
    )
  }
  return {
    fraction,
    stop: () => stop.current?.abort(),
    choose: (name: string) => {
      wanted.current = name
      input.current?.click()
    },
    input: (
      <input
        ref={input}
        type="file"
        accept=".onnx"
        hidden
        aria-label={t('Network file')}
        onChange={({ target }) => {
          take(target.files?.[0])
          target.value = ''
        }}
      />
    ),
  }
}
