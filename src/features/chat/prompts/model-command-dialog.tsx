import { useState, type ReactNode } from 'react'
import { Button } from '#ui/actions/button.tsx'
import { FormField } from '#ui/fields/field.tsx'
import { NumberField } from '#ui/fields/number-field.tsx'
import { Switch } from '#ui/fields/switch.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { t } from '#languages/app.ts'

/** Slash commands that run a tool directly, independent of the selected model. */
export type ModelCommand = 'make' | 'look' | 'print'

type ModelCommandDialogProps = {
  command: ModelCommand | undefined
  onClose: () => void
  onDone: (message: string) => void
}

const titles: Record<ModelCommand, string> = {
  make: t('Make a 3D model'),
  look: t('Look at the latest model'),
  print: t('Print the latest model'),
}

export const ModelCommandDialog = ({ command, onClose, onDone }: ModelCommandDialogProps) => {
  const Form = command && forms[command]
  return (
    <Dialog isOpen={command !== undefined} onClose={onClose} title={command ? titles[command] : ''}>
      {Form && <Form onDone={onDone} />}
    </Dialog>
  )
}

type FormProps = { onDone: (message: string) => void }

const forms: Record<ModelCommand, (props: FormProps) => ReactNode> = {
  make: MakeForm,
  look: LookForm,
  print: PrintForm,
}

function MakeForm({ onDone }: FormProps) {
  const [name, setName] = useState('')
  const [address, setAddress] = useState('')
  return (
    <CommandForm words={['/make', address, name]} onDone={onDone}>
      <FormField label={t('Name (optional)')}>
        <TextField
          maxLength={100}
          placeholder={t('Bear')}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      </FormField>
      <FormField
        label={t('Picture URL (optional)')}
        hint={t('Leave empty to use the latest picture in the chat, or one you attach.')}
      >
        <TextField
          type="url"
          maxLength={1_000}
          placeholder="https://example.com/bear.png"
          value={address}
          onChange={({ target }) => setAddress(target.value)}
        />
      </FormField>
    </CommandForm>
  )
}

const sides = ['front', 'right', 'back', 'left', 'top', 'bottom'] as const
const usualSides: readonly string[] = sides.slice(0, 4)

function LookForm({ onDone }: FormProps) {
  const [asked, setAsked] = useState(usualSides)
  const [isClay, setIsClay] = useState(false)
  const turn = (side: string) =>
    setAsked(sides.filter((one) => (one === side) !== asked.includes(one)))
  return (
    <CommandForm words={['/look', ...asked, isClay ? 'clay' : '']} onDone={onDone}>
      <fieldset className="flex flex-wrap gap-1.5">
        <legend className="pb-1.5 text-ink-muted">{t('Sides')}</legend>
        {sides.map((side) => (
          <Button
            key={side}
            size="sm"
            aria-pressed={asked.includes(side)}
            className="capitalize aria-pressed:border-accent aria-pressed:bg-accent-soft"
            onClick={() => turn(side)}
          >
            {side}
          </Button>
        ))}
      </fieldset>
      <Switch
        label={t('Shape only, without colours')}
        checked={isClay}
        onCheckedChange={setIsClay}
      />
    </CommandForm>
  )
}

function PrintForm({ onDone }: FormProps) {
  const [heightMm, setHeightMm] = useState<number>()
  return (
    <CommandForm
      words={['/print', heightMm === undefined ? '' : t('{heightMm} mm', { heightMm })]}
      onDone={onDone}
    >
      <FormField
        label={t('Height')}
        hint={t(
          'Makes a repaired copy of this height that stands on the build plate. Leave empty to only check whether the model can be printed.',
        )}
      >
        <NumberField
          min={1}
          max={10_000}
          unit="mm"
          placeholder="80"
          value={heightMm}
          onValueChange={setHeightMm}
        />
      </FormField>
    </CommandForm>
  )
}

type CommandFormProps = FormProps & {
  words: readonly string[]
  children: ReactNode
}

function CommandForm({ words, onDone, children }: CommandFormProps) {
  const message = words.flatMap((word) => word.trim() || []).join(' ')
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        onDone(message)
      }}
    >
      {children}
      <p
        aria-label={t('Message')}
        className="rounded-md bg-surface-sunken px-3 py-2 wrap-anywhere text-ink-muted"
      >
        {message}
      </p>
      <div className="flex justify-end">
        <Button type="submit" variant="primary">
          {t('Insert into message')}
        </Button>
      </div>
    </form>
  )
}
