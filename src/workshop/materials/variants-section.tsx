import Trash2 from 'lucide-react/icons/trash-2'
import { variantNameMax } from '#model-files/edit/edit-steps.ts'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { PanelSection } from '#ui/layout/section.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { t } from '#languages/viewer.ts'
import type { EditorState } from '../state/editor-state.ts'
import type { EditSteps } from './use-edit-step.ts'

type VariantsSectionProps = { editor: EditorState; steps: EditSteps }

/** Lists the colour variants of the model, to show, rename or remove a variant. */
export function VariantsSection({ editor, steps }: VariantsSectionProps) {
  const { loaded, choice, onChoice, model } = editor
  const { busy, apply } = steps
  const variants = loaded?.variants ?? []
  if (variants.length === 0) return null
  const show = (variant: number | undefined) => onChoice({ ...choice, variant })
  return (
    <PanelSection title={t('Variants')}>
      <div className="flex flex-col gap-1">
        <div className={row}>
          <VariantRadio
            label={t('Default')}
            isOn={choice.variant === undefined}
            onChosen={() => show(undefined)}
          />
          <span className="ps-3">{t('Default')}</span>
        </div>
        {variants.map((name, at) => (
          <div key={`${model.url} ${at}`} className={row}>
            <VariantRadio label={name} isOn={choice.variant === at} onChosen={() => show(at)} />
            <TextField
              aria-label={t('Name of {name}', { name })}
              defaultValue={name}
              maxLength={variantNameMax}
              disabled={busy !== undefined}
              className="min-w-0 flex-1"
              onBlur={({ target }) => {
                const next = target.value.trim()
                if (next === '') target.value = name
                else if (next !== name) apply({ kind: 'rename-variant', variant: at, name: next })
              }}
            />
            <IconButton
              label={t('Remove {name}', { name })}
              icon={<Trash2 aria-hidden />}
              disabled={busy !== undefined}
              onClick={() => apply({ kind: 'remove-variant', variant: at }, () => show(undefined))}
            />
          </div>
        ))}
      </div>
    </PanelSection>
  )
}

const row = 'flex min-h-9 items-center gap-2 coarse:min-h-11'

type VariantRadioProps = { label: string; isOn: boolean; onChosen: () => void }

const VariantRadio = ({ label, isOn, onChosen }: VariantRadioProps) => (
  <input
    type="radio"
    name="variant"
    aria-label={t('Show {label}', { label })}
    checked={isOn}
    onChange={onChosen}
    className="size-4 shrink-0 accent-accent"
  />
)
