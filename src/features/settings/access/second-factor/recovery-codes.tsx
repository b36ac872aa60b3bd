import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import Download from 'lucide-react/icons/download'
import { useRef } from 'react'
import { Button } from '#ui/actions/button.tsx'
import { saveFile } from '#ui/save-file.ts'
import { t } from '#languages/settings.ts'
import { useCopy } from '../../layout/use-copy.ts'

export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const list = useRef<HTMLUListElement>(null)
  const { isCopied, copy } = useCopy(codes.join('\n'), () => {
    if (list.current) getSelection()?.selectAllChildren(list.current)
  })

  function download() {
    const host = window.location.host
    const text = `${t('Recovery codes for Bozzetto at {host}. Each works once.\n\n{codes}', { host, codes: codes.join('\n') })}
`
    const name = `bozzetto-recovery-codes-${host.replaceAll(/[^\w.-]/g, '-')}.txt`
    saveFile(new Blob([text], { type: 'text/plain' }), name)
  }

  return (
    <div className="flex flex-col gap-3">
      <ul
        ref={list}
        aria-label={t('Recovery codes')}
        className="flex flex-col gap-1.5 rounded-lg border border-line bg-surface-sunken px-4 py-3 font-mono text-sm"
      >
        {codes.map((code) => (
          <li key={code} className="whitespace-nowrap">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button
          icon={isCopied ? <Check aria-hidden className="text-success" /> : <Copy aria-hidden />}
          onClick={() => void copy()}
        >
          {isCopied ? t('Copied') : t('Copy')}
        </Button>
        <Button icon={<Download aria-hidden />} onClick={download}>
          {t('Download')}
        </Button>
        <output className="sr-only">{isCopied && t('Recovery codes copied')}</output>
      </div>
    </div>
  )
}
