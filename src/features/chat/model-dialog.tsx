import { Check, Search } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import type { ChatModel } from '#contract/models.ts'
import { cn } from '#ui/cn.ts'
import { Dialog } from '#ui/dialog.tsx'
import { TextField } from '#ui/text-field.tsx'
import { nameOfProvider } from './provider-name.ts'

type ModelDialogProps = {
  isOpen: boolean
  onClose: () => void
  models: readonly ChatModel[]
  modelId: string | undefined
  onChoose: (modelId: string) => void
}

/** Searches among many models. */
export const ModelDialog = ({ isOpen, onClose, ...list }: ModelDialogProps) => (
  <Dialog isOpen={isOpen} onClose={onClose} title="Model">
    <ModelList {...list} />
  </Dialog>
)

function ModelList({ models, modelId, onChoose }: Omit<ModelDialogProps, 'isOpen' | 'onClose'>) {
  const [typed, setTyped] = useState('')
  const words = useDeferredValue(typed).toLowerCase().split(/\s+/).filter(Boolean)
  const found = models.filter(({ id, name, provider }) => {
    const text = `${id} ${name} ${nameOfProvider(provider)}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  const providers = [...new Set(found.map(({ provider }) => provider))]
  return (
    <div className="flex flex-col gap-3">
      <TextField
        type="search"
        aria-label="Search models"
        placeholder={`Search ${models.length} models`}
        icon={<Search aria-hidden />}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && found[0]) onChoose(found[0].id)
        }}
      />
      <div className="-mx-2 max-h-[50dvh] overflow-y-auto">
        {found.length === 0 && <p className="px-2 py-4 text-ink-muted">No model has that name.</p>}
        {providers.map((provider) => (
          <section key={provider} aria-label={nameOfProvider(provider)}>
            <h3 className="px-2 pt-2 pb-1 text-xs font-medium text-ink-faint">
              {nameOfProvider(provider)}
            </h3>
            {found
              .filter((model) => model.provider === provider)
              .map(({ id, name }) => (
                <button
                  key={id}
                  type="button"
                  aria-pressed={id === modelId}
                  onClick={() => onChoose(id)}
                  className={cn(
                    'flex min-h-8 w-full items-center gap-2 rounded-md px-2 text-left hover:bg-hover coarse:min-h-11',
                    id === modelId && 'font-medium',
                  )}
                >
                  <span className="min-w-0 flex-1 truncate">{name}</span>
                  {id === modelId && <Check aria-hidden className="size-4 text-accent" />}
                </button>
              ))}
          </section>
        ))}
      </div>
    </div>
  )
}
