import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError } from '#api/http/errors.ts'
import { explainError } from '#lib/explain.ts'
import { modelFileBytesMax } from '#contract/model-settings.ts'
import { modelsQuery } from '#queries/models.ts'
import { Button } from '#ui/actions/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { DropZone } from '#ui/layout/drop-zone.tsx'
import { showToast } from '#ui/feedback/toasts.ts'
import { ByPointer } from '#ui/layout/by-pointer.tsx'
import { t } from '#languages/settings.ts'
import { useAddModelFile } from './queries.ts'
import { replacedModel } from './replaced-model.ts'
import { findLineRange } from './line-range.ts'

type AddModelDialogProps = { isOpen: boolean; onClose: () => void }

export function AddModelDialog({ isOpen, onClose }: AddModelDialogProps) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const area = useRef<HTMLTextAreaElement>(null)
  const add = useAddModelFile()
  const models = useQuery(modelsQuery()).data?.models ?? []
  const replaced = replacedModel(text, models)
  // The text for which the user confirmed the warning. After a change, the user must confirm the
  // warning again.
  const [warned, setWarned] = useState<string>()
  const isWarned = replaced !== undefined && warned === text

  const write = (next: string) => {
    setText(next)
    setProblem(undefined)
  }
  const close = () => {
    setProblem(undefined)
    onClose()
  }
  async function take([file]: File[]) {
    if (!file) return
    if (file.size > modelFileBytesMax) setProblem(t('The file is larger than 512 KiB.'))
    else write(await file.text())
  }
  async function keep() {
    setProblem(undefined)
    if (replaced && !isWarned) return setWarned(text)
    try {
      const { model, name } = await add.mutateAsync(text)
      showToast({
        kind: 'success',
        title: t('{name} is in the studio', { name: model?.name ?? name }),
      })
      setText('')
      onClose()
    } catch (error) {
      setProblem(explainError(error))
      showLine(area.current, getErrorLine(error))
    }
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      size="lg"
      title={t('Add a model')}
      description={t(
        'The file names the service and the model, and describes the model’s parameters as JSON Schema.',
      )}
      footer={
        <>
          {text === '' && (
            <Button variant="ghost" onClick={() => write(example)} className="me-auto">
              {t('Start from an example')}
            </Button>
          )}
          <Button
            variant="primary"
            disabled={text.trim() === ''}
            isLoading={add.isPending}
            onClick={() => void keep()}
          >
            {isWarned ? t('Replace') : t('Add')}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <textarea
          ref={area}
          aria-label={t('Model file')}
          aria-invalid={problem !== undefined || undefined}
          aria-describedby="model-file-problem"
          spellCheck={false}
          value={text}
          onChange={(event) => write(event.target.value)}
          placeholder={t('Paste the file here')}
          className="control h-[min(24rem,45dvh)]! resize-none overflow-auto py-2 font-mono text-xs/5 whitespace-pre"
        />
        {isWarned && (
          <p role="alert" className="rounded-lg bg-warning-soft px-3 py-2 text-pretty text-warning">
            {t('This replaces “{name}” in the studio until you delete the file again.', {
              name: replaced.name,
            })}
          </p>
        )}
        <p id="model-file-problem" role="alert" className="text-danger empty:hidden">
          {problem !== undefined && (
            <span className="flex gap-1.5 text-pretty">
              <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
              {problem}
            </span>
          )}
        </p>
        <DropZone
          label={t('Choose a model file')}
          accept=".json,application/json"
          onFiles={(files) => void take(files)}
        >
          <p className="p-3 text-center text-ink-muted">
            <ByPointer
              fine={t('Drop a JSON file here, or choose one')}
              coarse={t('Choose a JSON file')}
            />
          </p>
        </DropZone>
      </div>
    </Dialog>
  )
}

function getErrorLine(error: unknown): number | undefined {
  const path = error instanceof ApiError ? error.issues[0]?.path : undefined
  const line = /^line (\d+)$/.exec(path ?? '')?.[1]
  return line === undefined ? undefined : Number(line)
}

function showLine(area: HTMLTextAreaElement | null, line: number | undefined): void {
  if (!area || line === undefined) return
  const { start, end } = findLineRange(area.value, line)
  area.focus()
  area.setSelectionRange(start, end)
  const lineHeightPx = Number.parseFloat(getComputedStyle(area).lineHeight)
  area.scrollTop = Math.max(0, (line - 4) * (Number.isNaN(lineHeightPx) ? 20 : lineHeightPx))
}

const example = `{
  "provider": "gateway",
  "model": "acme_3d",
  "name": "Acme 3D",
  "description": "What it makes, in a sentence.",
  "expectedSeconds": 60,
  "paramSchema": {
    "type": "object",
    "required": ["prompt"],
    "properties": {
      "prompt": { "type": "string", "title": "Description" },
      "face_limit": { "type": "integer", "title": "Face limit", "minimum": 1000, "maximum": 500000, "default": 50000 }
    }
  }
}
`
