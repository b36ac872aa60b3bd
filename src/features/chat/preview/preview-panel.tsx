import { useReducer, useRef, useState } from 'react'
import { Button } from '#ui/actions/button.tsx'
import { t } from '#languages/app.ts'
import { getPreviewTitle } from './preview-names.ts'
import { PreviewChanges } from './preview-changes.tsx'
import { PreviewContent } from './preview-content.tsx'
import { PreviewHeader, type PreviewTab, type PreviewWidth } from './preview-header.tsx'
import type { PreviewVersion } from './preview-versions.ts'
import type { Preview } from '../preview-kinds/preview-kinds.ts'
import { usePanelKeys } from './use-panel-keys.ts'
import { VersionMenu } from './version-menu.tsx'

const widthsPx: Record<PreviewWidth, number | undefined> = {
  full: undefined,
  tablet: 768,
  phone: 390,
}

const draftsMax = 20
/**
 * Changed documents by their text in the chat. They outlive the panel, so that closing it loses no
 * text.
 */
const drafts = new Map<string, string>()

function keepDraft(code: string, draft: string | undefined): void {
  drafts.delete(code)
  if (draft !== undefined) drafts.set(code, draft)
  for (const oldest of drafts.keys()) {
    if (drafts.size <= draftsMax) break
    drafts.delete(oldest)
  }
}

type PreviewPanelProps = {
  preview: Preview
  opening: number
  versions: readonly PreviewVersion[]
  onChange: (preview: Preview) => void
  onSave: ((code: string) => void) | undefined
  onAsk: ((words: string) => void) | undefined
  onClose: () => void
}

export function PreviewPanel({ preview, opening, versions, ...on }: PreviewPanelProps) {
  const [tab, setTab] = useState<PreviewTab>('preview')
  const [width, setWidth] = useState<PreviewWidth>('full')
  const [starts, setStarts] = useState(0)
  const { kind, code } = preview
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const editor = useRef<HTMLTextAreaElement>(null)
  const panel = usePanelKeys(opening, on.onClose)
  const { onAsk, onSave } = on
  const edited = drafts.get(code)
  const draft = edited === code ? undefined : edited
  const change = (next: string | undefined) => {
    keepDraft(code, next)
    redraw()
  }
  const shown = { kind, code: draft ?? code }
  const at = versions.findIndex((version) => version.code === code)
  const before = draft === undefined ? versions[at - 1]?.code : code
  const save = (next: string) => {
    change(undefined)
    onSave?.(next)
  }
  const ask = onAsk && (() => onAsk(describeChange(shown, getSelection(editor.current))))
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      aria-label={t('Preview')}
      // Below 80rem, the chat list makes room for the panel.
      data-preview
      className="absolute inset-0 z-20 flex flex-col overflow-hidden bg-surface outline-none lg:static lg:ms-2 lg:w-[calc(100%-27.5rem)] lg:min-w-[45%] xl:w-[calc(100%-43.5rem)] lg:shrink-0 lg:rounded-xl lg:shadow-segment"
    >
      <h2 className="sr-only">{getPreviewTitle(shown)}</h2>
      <PreviewHeader
        preview={shown}
        tab={tab === 'changes' && before === undefined ? 'code' : tab}
        onTab={setTab}
        hasChanges={before !== undefined}
        width={width}
        onWidth={setWidth}
        versions={
          versions.length > 1 &&
          at >= 0 && (
            <VersionMenu
              versions={versions}
              at={at}
              onShow={(index) => on.onChange(versions[index] ?? preview)}
              onCompare={() => setTab('changes')}
              onGoBack={onSave && (() => save(code))}
            />
          )
        }
        onAsk={ask}
        onRestart={() => setStarts(starts + 1)}
        onClose={on.onClose}
      />
      {draft !== undefined && (
        <div className="flex flex-wrap items-center gap-2 border-b border-line bg-info-soft px-3 py-2 text-xs">
          <span className="min-w-48 flex-1">
            {t('You have changed this document. The model does not know the change yet.')}
          </span>
          <Button size="sm" variant="ghost" onClick={() => change(undefined)}>
            {t('Discard')}
          </Button>
          <Button size="sm" variant="primary" onClick={() => save(draft)}>
            {t('Save in the chat')}
          </Button>
        </div>
      )}
      {tab === 'preview' && (
        <PreviewContent key={`${starts} ${shown.code}`} preview={shown} widthPx={widthsPx[width]} />
      )}
      {tab === 'changes' && before !== undefined && (
        <PreviewChanges before={before} after={shown.code} />
      )}
      {(tab === 'code' || (tab === 'changes' && before === undefined)) && (
        <textarea
          ref={editor}
          aria-label={t('Source')}
          value={shown.code}
          readOnly={onSave === undefined}
          spellCheck={false}
          autoCapitalize="none"
          autoCorrect="off"
          onChange={({ target }) => change(target.value)}
          className="min-h-0 flex-1 resize-none bg-surface px-4 py-3 font-mono text-xs leading-relaxed outline-none coarse:text-lg"
        />
      )}
    </aside>
  )
}

const getSelection = (area: HTMLTextAreaElement | null): string =>
  area?.value.slice(area.selectionStart, area.selectionEnd).trim() ?? ''

function describeChange(preview: Preview, selected: string): string {
  const title = getPreviewTitle(preview)
  if (selected === '') return t('Change “{title}”:', { title })
  return `${t('Change this part of “{title}”:\n```{kind}\n{selected}\n```', { title, kind: preview.kind, selected })}
`
}
