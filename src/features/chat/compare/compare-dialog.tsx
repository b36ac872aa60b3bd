import { useState } from 'react'
import { answersAtOnceMax } from '#contract/chat.ts'
import type { ChatModel } from '#contract/models.ts'
import { Button } from '#ui/actions/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { useProviderName } from '#queries/provider-name.ts'

type CompareDialogProps = {
  isOpen: boolean
  onClose: () => void
  models: readonly ChatModel[]
  /** Those chosen until now. */
  modelIds: readonly string[]
  onDone: (modelIds: readonly string[]) => void
}

/** Chooses the models that answer the same question side by side. */
export const CompareDialog = (props: CompareDialogProps) => (
  <Dialog
    isOpen={props.isOpen}
    onClose={props.onClose}
    title="Compare models"
    description={`Two to ${answersAtOnceMax} models answer your next questions side by side.`}
  >
    {props.isOpen && <Choice {...props} />}
  </Dialog>
)

function Choice({ models, modelIds, onClose, onDone }: CompareDialogProps) {
  const nameOfProvider = useProviderName()
  const [chosen, setChosen] = useState<readonly string[]>(modelIds)
  const toggle = (id: string) => (isOn: boolean) =>
    setChosen((held) => (isOn ? [...held, id] : held.filter((one) => one !== id)))
  const finish = (ids: readonly string[]) => {
    onDone(ids)
    onClose()
  }
  return (
    <div className="flex flex-col gap-3">
      <ul className="-mx-2 max-h-[45dvh] overflow-y-auto">
        {models.map(({ id, name, provider }) => (
          <li key={id} className="flex min-h-9 items-center rounded-md px-2 hover:bg-hover">
            <label className="flex min-h-9 min-w-0 flex-1 items-center gap-2.5 coarse:min-h-11">
              <input
                type="checkbox"
                className="checkbox"
                checked={chosen.includes(id)}
                disabled={!chosen.includes(id) && chosen.length >= answersAtOnceMax}
                onChange={({ target }) => toggle(id)(target.checked)}
              />
              <span className="min-w-0 flex-1 truncate">{name}</span>
              <span className="max-w-[40%] shrink-0 truncate text-xs text-ink-faint">
                {nameOfProvider(provider)}
              </span>
            </label>
          </li>
        ))}
      </ul>
      <div className="flex items-center justify-end gap-2">
        <span className="mr-auto text-xs text-ink-faint tabular-nums">
          {chosen.length} of {answersAtOnceMax}
        </span>
        {modelIds.length > 1 && (
          <Button variant="ghost" onClick={() => finish([])}>
            Stop comparing
          </Button>
        )}
        <Button variant="primary" disabled={chosen.length < 2} onClick={() => finish(chosen)}>
          Compare
        </Button>
      </div>
    </div>
  )
}
